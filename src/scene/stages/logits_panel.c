/* scene/stages/logits_panel.c -- the model's answer at a token, or how one word
** got its probability. */
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/workings/answer.h"

/* M-17 and the softmax over all words, computed for the selection: one pass over the vocabulary. */
static const AnswerWorkings *answer_workings_of_focus(const Panel *panel) {
  Status status = {STATUS_OK, ""};
  const AnswerWorkings *made = answer_workings_make(panel_arena(panel), panel->scene->trace,
                                                    panel->query, panel->key, &status);
  if (status_is_no_memory(&status)) panel->pen->list->failed = true;
  return made;
}

static Str word_of(const Panel *panel, int id) { return logits_word(panel->scene, id); }

/* If the model was not trained to answer here the title is pale and says so. */
static void add_title(Panel *panel, const AnswerWorkings *w) {
  const Theme *theme = panel->pen->theme;
  bool asked = trace_is_asked(panel->scene->trace, panel->query);
  int shown = panel->key >= 0 ? panel->key : 0;
  bool names_one = shown < w->candidate_count;
  const char *kicker = panel->key >= 0 ? _("One probability, worked out")
                       : asked         ? _("What the model answers")
                                       : _("Not asked here");
  panel_add_title(
      panel, (PanelTitle){
                 .kicker = kicker,
                 .subject = panel_named(panel, panel->query),
                 .words = str_from("→"),
                 .object = names_one ? quoted_name_apart(panel_arena(panel),
                                                         word_of(panel, w->candidates[shown].word))
                                     : STR("NaN"),
                 .subject_color = theme->ink,
                 .object_color = asked ? theme->output : theme->muted});
  if (!asked)
    panel_add_note(panel,
                   str_from(_("Training never compared what the model says at this token with a "
                              "right answer: take it as a by-product, not as a prediction.")),
                   RANK_RESULT);
}

/* -- a row: the likeliest words, as many as the stage lists
** ------------------------------------- */

/* numbers: for each candidate its word, logit, exponential and probability. */
enum { WORD, LOGIT, EXPONENTIAL, PROBABILITY, NUMBERS_OF_ONE };

static float number_of(const Panel *panel, int item, int which) {
  assert(panel->numbers && item >= 0 && which < NUMBERS_OF_ONE);
  return panel->numbers[item * NUMBERS_OF_ONE + which];
}

static Str candidate_label(const Panel *panel, int item) {
  return word_of(panel, (int)number_of(panel, item, WORD));
}

static Number candidate_number(const Panel *panel, int item, int column) {
  if (column == 0) return panel_number(number_of(panel, item, LOGIT));
  if (column == 1) return number_weight(number_of(panel, item, EXPONENTIAL));
  return panel_share_number(number_of(panel, item, PROBABILITY), false);
}

static float candidate_bar(const Panel *panel, int item) {
  return number_of(panel, item, PROBABILITY);
}

/* The table's callbacks get only an item, so all its numbers are in one array. */
static float *numbers_of(const Panel *panel, const AnswerWorkings *w) {
  float *numbers = panel_take(panel, (size_t)w->candidate_count * NUMBERS_OF_ONE, sizeof *numbers);
  for (int i = 0; numbers && i < w->candidate_count; i++) {
    float *of_one = numbers + i * NUMBERS_OF_ONE;
    of_one[WORD] = (float)w->candidates[i].word;
    of_one[LOGIT] = w->candidates[i].logit;
    of_one[EXPONENTIAL] = w->candidate_exponentials[i];
    of_one[PROBABILITY] = w->candidates[i].probability;
  }
  return numbers;
}

/* Lists the same words as the stage. */
static void add_candidates(Panel *panel, const AnswerWorkings *w) {
  const Theme *theme = panel->pen->theme;
  panel->numbers = numbers_of(panel, w);
  if (!panel->numbers) return;
  PanelTable table = {.label_head = _("word"),
                      .whole_labels = true,
                      .label = candidate_label,
                      .number_heads = {_("logit"), "e^(x−max)", _("probability")},
                      .number_count = 3,
                      .number = candidate_number,
                      .bar = candidate_bar,
                      .bar_high = 1,
                      .bar_color = theme->output_line,
                      .bar_negative = theme->negative,
                      .item_count = stage_listed_words(w->candidates, w->candidate_count),
                      .focus = -1};
  panel_add_table(panel, &table);
}

/* The share of the words not listed is summed over the vocabulary, not computed
** as 1 minus the rest. */
static void add_row_facts(Panel *panel, const AnswerWorkings *w) {
  Number max = number_full(w->max), sum = number_full(w->exponential_sum);
  int listed = stage_listed_words(w->candidates, w->candidate_count);
  int others = w->word_count - listed;
  Number share =
      number_full((float)stage_share_beyond(panel->scene->trace, w->token, w->candidates, listed));
  if (others > 0)
    panel_add_fact(
        panel, panel_count(panel, P_("%d other word", "%d other words, together", others), others),
        panel_words(panel, "%s", share.at), RANK_FACTS);
  panel_add_fact(panel, str_from(_("largest logit (max)")), panel_words(panel, "%s", max.at),
                 RANK_FACTS);
  panel_add_fact(panel, str_from(_("sum of e^(x−max) over all words")),
                 panel_words(panel, "%s", sum.at), RANK_FACTS);
}

/* -- one word ---------------------------------------------------------------------------------- */

static ColorRange range_of(const float *values, int count) {
  assert(values && count > 0);
  return color_range_around_zero(mat_largest((MatView){values, 1, count, count}));
}

static void add_vector(Panel *panel, Str label, Color color, const float *values, int count) {
  panel_add_strip_on(panel,
                     (PanelStrip){.label = label,
                                  .color = color,
                                  .row = {values, 1, count, count},
                                  .part = TRACE_BLOCK,
                                  .focus = -1},
                     range_of(values, count), RANK_STEPS);
}

/* The vectors have other scales than any matrix on show, so each has its own. */
static void add_products(Panel *panel, const AnswerWorkings *w) {
  assert(w->can_be_worked_out && w->word >= 0);
  enum { PAIR = 1 };
  int first = panel->section_count;
  const Theme *theme = panel->pen->theme;
  Str token = panel_label(panel, panel->query),
      word = i18n_isolated(panel_arena(panel), word_of(panel, w->word));
  add_vector(panel,
             panel_words(panel, _("x: the last layer's row of “%.*s”"), (int)token.bytes, token.at),
             theme->ink, w->x, w->d_model);
  add_vector(panel, panel_words(panel, _("embedding of “%.*s”"), (int)word.bytes, word.at),
             theme->ink, w->embedding, w->d_model);
  for (int i = first; i < panel->section_count; i++) panel->sections[i].group = PAIR;
  panel_add_bars(panel,
                 (PanelBars){.label = _("multiply, column by column"),
                             .values = w->products,
                             .count = w->d_model,
                             .name = _("column %d: product %s")},
                 64, RANK_BODY);
  panel_add_products(panel, &(PanelProducts){.left = "x",
                                             .right = _("× embedding"),
                                             .a = w->x,
                                             .b = w->embedding,
                                             .b_step = 1,
                                             .count = w->d_model,
                                             .focus = -1});
  panel_lower_table(panel);
  Number sum = number_full(w->product_sum), logit = number_full(w->logit);
  Str bias = panel_summand(panel, w->bias);
  bool opened = panel->scene->view->products_all; /* then the sum stays in sight */
  panel_add_worked(panel, str_from(_("sum of the products + the word's bias = logit")),
                   panel_words(panel, "%s + %.*s = %s", sum.at, (int)bias.bytes, bias.at, logit.at),
                   opened ? RANK_RESULT : RANK_STEPS);
}

/* M-40 step by step: logit / temperature, whether it is kept, then e^(a − max) and its
** share of those kept. */
static void add_drawn(Panel *panel, const AnswerWorkings *w) {
  const Sampling *sampling = &panel->scene->view->sampling;
  SampledSet set = stage_sampled_set(panel->scene, w->token);
  bool kept = sampling_keeps(&set, w->logit, w->word);
  Number logit = number_full(w->logit), heat = number_full(sampling->temperature);
  Number cooled = number_full(w->logit / sampling->temperature);
  Number power = number_full(sampling_exponential(&set, w->logit));
  Number sum = number_full((float)set.kept_sum);
  float share = sampling_kept_share(&set, w->logit, w->word);
  Str max = panel_summand(panel, set.max);
  panel_add_worked(panel, str_from(_("as it is drawn: logit / temperature")),
                   panel_words(panel, "%s / %s = %s", logit.at, heat.at, cooled.at), RANK_STEPS);
  panel_add_fact(panel, str_from(kept ? _("kept, with") : _("left out; kept are")),
                 panel_count(panel, P_("%d of %d word", "%d of %d words", set.word_count),
                             set.count, set.word_count),
                 RANK_STEPS);
  if (kept) {
    panel_add_equation(
        panel,
        panel_words(panel, "e^(%s − %.*s) = %s", cooled.at, (int)max.bytes, max.at, power.at),
        RANK_STEPS);
    panel_add_worked(panel, str_from(_("divided by the sum over the words kept")),
                     panel_words(panel, "%s / %s = %s", power.at, sum.at, number_full(share).at),
                     RANK_STEPS);
  }
  panel_add_result(panel, str_from(_("share when drawn =")),
                   panel_words(panel, "%s", panel_share_number(share, !kept).at));
}

/* Products, logit, softmax: M-17 for one word, then its share. */
static void add_word(Panel *panel, const AnswerWorkings *w) {
  assert(w->word >= 0 && w->word < w->word_count);
  bool is_plain = sampling_is_plain(&panel->scene->view->sampling);
  if (w->can_be_worked_out) add_products(panel, w);
  Number logit = number_full(w->logit), exponential = panel_share_number(w->exponential, false);
  Number sum = number_weight(w->exponential_sum), share = panel_share_number(w->probability, false);
  Str max = panel_summand(panel, w->max);
  panel_add_worked(
      panel, str_from(_("softmax over all words: a power of e, divided by the sum of all")),
      panel_words(panel, "e^(%s − %.*s) = %s", logit.at, (int)max.bytes, max.at, exponential.at),
      RANK_STEPS);
  panel_add_equation(panel, panel_words(panel, "%s / %s = %s", exponential.at, sum.at, share.at),
                     RANK_STEPS);
  if (is_plain)
    panel_add_result(panel, str_from(_("probability =")),
                     panel_words(panel, "%s", panel_share_number(w->probability, false).at));
  else add_drawn(panel, w);
}

/* -- all --------------------------------------------------------------------------------------- */

/* What the numbers mean; then the workings of one word, or the list of the likeliest. */
static void add_answer(Panel *panel, const AnswerWorkings *w) {
  bool is_word = panel->key >= 0 && w->word >= 0;
  if (is_word) panel_add_cell_words(panel);
  else
    panel_add_meaning(panel,
                      str_from(_("The probabilities that the model gives to the words here: all "
                                 "words of the vocabulary divide 1 among them.")));
  if (is_word) {
    add_word(panel, w);
    return;
  }
  add_candidates(panel, w);
  add_row_facts(panel, w);
}

void logits_inspect(Panel *panel) {
  assert(panel->query >= 0 && panel->query < trace_token_count(panel->scene->trace));
  const AnswerWorkings *w = answer_workings_of_focus(panel);
  if (!w) return;
  add_title(panel, w);
  if (w->candidate_count == 0)
    panel_add_note(
        panel,
        str_from(_("Among its logits are numbers that are NaN or infinite. Softmax makes "
                   "NaN of the whole row, so no word is likelier than another.")),
        RANK_RESULT);
  else add_answer(panel, w);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

/* -- the legend -------------------------------------------------------------------------------- */

/* A long sentence is not searched to its end. */
static int searched_tokens(const Trace *trace) {
  return int_min(trace_token_count(trace), LOGITS_SEARCHED);
}

/* Calls `is` with the likeliest words of the asked tokens, or of all if none is asked. */
static bool any_named(const Trace *trace, bool (*is)(const Trace *trace, int word)) {
  TraceCandidate best[TRACE_CANDIDATES_SHOWN];
  for (int token = 0; token < searched_tokens(trace); token++) {
    if (!trace_is_asked(trace, token) && trace_asks_here(trace)) continue;
    int count = trace_candidates(trace, token, best, TRACE_CANDIDATES_SHOWN);
    for (int i = 0; i < count; i++)
      if (is(trace, best[i].word)) return true;
  }
  return false;
}

static bool names_unknown(const Trace *trace) { return any_named(trace, trace_is_unknown_word); }

void logits_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Trace *trace = panel->scene->trace;
  bool asks = trace_asks_here(trace);
  panel_add_role(panel, asks ? theme->output_line : logits_quiet_color(theme),
                 asks ? theme->output_line : theme->line,
                 _("a bar: the probability of a word, 0 to 1"));
  if (any_named(trace, logits_is_other_language))
    panel_add_note(panel,
                   str_from(_("Words of another language stand among these because the model's "
                              "vocabulary has them: softmax gives a share to every word of it.")),
                   RANK_NEXT);
  if (names_unknown(trace))
    panel_add_note(panel,
                   str_from(_("“(unknown)” is not a word: the model has numbered places for words "
                              "that it does not know.")),
                   RANK_NEXT);
}

void logits_question(Panel *panel) {
  panel_add_question_title(panel, "→", panel_words(panel, _("word %d"), panel->key + 1),
                           panel->pen->theme->output);
  panel_add_question(panel, _("Guess first: which word will the model name?"));
}
