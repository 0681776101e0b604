/* scene/stages/logits_words.c -- the probability of one word in words (M-17). */
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/workings/answer.h"

static const char *word_of(const Panel *panel, int id) {
  Str word = i18n_isolated(panel_arena(panel), logits_word(panel->scene, id));
  return panel_words(panel, "%.*s", (int)word.bytes, word.at).at;
}

static Str what(const Panel *panel, const AnswerWorkings *w) {
  const char *word = word_of(panel, w->word), *token = cell_query(panel);
  Number share = panel_share_number(w->probability, false);
  int likelier = panel->key;
  if (likelier == 0)
    return panel_words(
        panel,
        _("%s of 1 is the probability that the model gives the word “%s” at “%s”: no "
          "word gets more."),
        share.at, word, token);
  return panel_words(
      panel,
      P_("%s of 1 is the probability that the model gives the word “%s” at “%s”: %d word stands "
         "before it.",
         "%s of 1 is the probability that the model gives the word “%s” at “%s”: %d words stand "
         "before it.",
         likelier),
      share.at, word, token, likelier);
}

/* The logit, and how far it is below the largest. */
static Str why(const Panel *panel, const AnswerWorkings *w) {
  double made = (double)w->exponential / (double)w->exponential_sum;
  Number logit = number_full(w->logit), sum = number_weight(w->exponential_sum);
  if (!isfinite(made)) return cell_is_not_finite();
  if (!number_follows(made, 1, w->probability)) return cell_does_not_follow(panel, made);
  if (w->logit == w->max)
    return panel_words(panel,
                       _("Its logit, %s, is the largest, so it counts 1, out of the %s that all "
                         "words count together."),
                       logit.at, sum.at);
  return panel_words(panel,
                     _("Its logit, %s, is below the largest, %s, so it counts e to the power of "
                       "their difference, %s, out of the %s that all words count together."),
                     logit.at, number_full(w->max).at, panel_share_number(w->exponential, false).at,
                     sum.at);
}

static Str not_a_number(const Panel *panel) {
  return panel_words(panel,
                     _("No word has a probability at “%s”: among its logits are numbers that "
                       "are NaN or infinite."),
                     cell_query(panel));
}

CellWords logits_cell_words(const Panel *panel) {
  Status status = {STATUS_OK, ""};
  const AnswerWorkings *w = answer_workings_make(panel_arena(panel), panel->scene->trace,
                                                 panel->query, panel->key, &status);
  if (status_is_no_memory(&status)) panel->pen->list->failed = true;
  if (!w) return (CellWords){STR(""), STR("")};
  if (w->candidate_count == 0) return (CellWords){not_a_number(panel), cell_is_not_finite()};
  if (w->word < 0) return (CellWords){STR(""), STR("")};
  return (CellWords){what(panel, w), why(panel, w)};
}
