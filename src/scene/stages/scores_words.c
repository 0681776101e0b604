/* scene/stages/scores_words.c -- one score in words: how well query and key fit, and what their
** products come to (M-03, M-60 to M-63). */
#include "scene/stages/scores.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static Str what(const Panel *panel) {
  const Workings *w = panel->w;
  RowRank rank = row_rank(w->row_scores, w->key_count, panel->key);
  const char *query = cell_query(panel), *key = cell_key(panel);
  Number score = number_full(w->score);
  if (!isfinite(w->score))
    return panel_words(panel, _("The score of “%s” and “%s” is %s, which is no size."), query, key,
                       score.at);
  if (rank.count == 1)
    return panel_words(panel,
                       _("%s is how well the query of “%s” fits the key of “%s”, the only one with "
                         "a score."),
                       score.at, query, key);
  if (rank.larger == 0)
    return panel_words(
        panel, _("%s is how well the query of “%s” fits the key of “%s”: no key fits better."),
        score.at, query, key);
  return panel_words(
      panel,
      P_("%s is how well the query of “%s” fits the key of “%s”: %d key fits better.",
         "%s is how well the query of “%s” fits the key of “%s”: %d keys fit better.", rank.larger),
      score.at, query, key, rank.larger);
}

/* Of two vectors: a product above 0 is a place where they point the same way. */
static Str directions(const Panel *panel, const TermSigns *signs) {
  Number add = cell_amount(signs->above_sum), take = cell_amount(signs->below_sum);
  if (signs->above + signs->below == 0)
    return panel_words(panel, _("In every place one of the two vectors is 0, so nothing is added "
                                "up."));
  if (signs->below == 0)
    return panel_words(panel,
                       P_("Their vectors point the same way in %d of %d place, which adds %s, and "
                          "nowhere apart.",
                          "Their vectors point the same way in %d of %d places, which adds %s, and "
                          "nowhere apart.",
                          signs->count),
                       signs->above, signs->count, add.at);
  if (signs->above == 0)
    return panel_words(panel,
                       P_("Their vectors point apart in %d of %d place, which takes %s away, and "
                          "nowhere the same way.",
                          "Their vectors point apart in %d of %d places, which takes %s away, and "
                          "nowhere the same way.",
                          signs->count),
                       signs->below, signs->count, take.at);
  return panel_words(panel,
                     P_("Their vectors point the same way in %d of %d place, which adds %s, and "
                        "apart in %d, which takes %s away.",
                        "Their vectors point the same way in %d of %d places, which adds %s, and "
                        "apart in %d, which takes %s away.",
                        signs->count),
                     signs->above, signs->count, add.at, signs->below, take.at);
}

/* M-61: only the direction counts, and what is all 0 has none. */
static Str cosine(const Panel *panel) {
  const Workings *w = panel->w;
  if (w->q_length <= 0 || w->k_length <= 0)
    return panel_words(panel, _("One of the two vectors is 0 everywhere and points nowhere, so "
                                "their cosine is 0."));
  return panel_words(
      panel,
      _("Their product, %s, is divided by how long they are, %s and %s, so that only "
        "their directions count."),
      number_full(w->product_score).at, number_full((float)w->q_length).at,
      number_full((float)w->k_length).at);
}

static Str relative(const Panel *panel) {
  const Workings *w = panel->w;
  return panel_words(panel,
                     _("Query and key alone give %s, and the query with the row for their distance "
                       "gives %s more."),
                     number_full(w->product_score).at, number_full(w->relative_score).at);
}

static double made_of(const Workings *w, ScoreKind kind, const TermSigns *signs) {
  double sum = signs->above_sum + signs->below_sum;
  double lengths = w->q_length * w->k_length;
  if (kind == SCORE_COSINE) sum = lengths > 0 ? sum / lengths : 0;
  return w->relative ? sum + (double)w->relative_score : sum;
}

static Str why(const Panel *panel) {
  const Workings *w = panel->w;
  ScoreKind kind = (ScoreKind)trace_kind(panel->scene->trace)->of[KIND_SCORE];
  TermSigns signs = term_signs(w->products, w->term_count);
  double made = made_of(w, kind, &signs), scale = kind == SCORE_COSINE ? 1 : signs.scale;
  if (!isfinite(made)) return cell_is_not_finite();
  if (!number_follows(made, scale, w->score)) return cell_does_not_follow(panel, made);
  if (w->relative) return relative(panel);
  if (kind == SCORE_COSINE) return cosine(panel);
  if (kind == SCORE_GENERAL || kind == SCORE_ADDITIVE) return cell_sum_of_products(panel, &signs);
  return directions(panel, &signs);
}

CellWords scores_cell_words(const Panel *panel) {
  if (!panel->w || !panel->w->products) return (CellWords){0};
  assert(panel->key >= 0 && panel->w->key == panel->key);
  return (CellWords){what(panel), why(panel)};
}
