/* scene/stages/weights_words.c -- one weight in words: the share that a query gives to a key, and
** what softmax makes it of (M-06), or the product of features (M-59). */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/weights.h"
#include "trace/mistakes.h"
#include "trace/workings/features.h"

static bool has_features(const Panel *panel) {
  return kind_has_features(trace_kind(panel->scene->trace));
}

static bool can_multiply(const Panel *panel) {
  return trace_has_part(panel->scene->trace, TRACE_FEATURES_Q) &&
         trace_has_part(panel->scene->trace, TRACE_FEATURES_K);
}

static Str what_of_nothing(const Panel *panel) {
  const char *query = cell_query(panel), *key = cell_key(panel);
  if (panel->w->attends_to_nothing)
    return panel_words(panel,
                       _("“%s” may look at no key, so it has nothing to give: the share of “%s” is "
                         "0."),
                       query, key);
  return panel_words(panel, _("“%s” gives “%s” a share of 0: the mask hides it."), query, key);
}

static Str what(const Panel *panel) {
  const Workings *w = panel->w;
  const char *query = cell_query(panel), *key = cell_key(panel);
  RowRank rank = row_rank(w->row_weights, w->key_count, panel->key);
  Number weight = panel_share_number(w->weight, false);
  if (w->weight == 0 && w->hidden) return what_of_nothing(panel);
  if (!isfinite(w->weight))
    return panel_words(panel, _("The share that “%s” gives “%s” is %s, which is no size."), query,
                       key, weight.at);
  if (w->visible_count == 1 && !w->hidden)
    return panel_words(
        panel, _("%s of its attention goes from “%s” to “%s”, the only key that it may see."),
        weight.at, query, key);
  if (rank.larger == 0)
    return panel_words(panel,
                       _("%s of 1 is the share of its attention that “%s” gives “%s”: no key gets "
                         "more."),
                       weight.at, query, key);
  return panel_words(
      panel,
      P_("%s of 1 is the share of its attention that “%s” gives “%s”: %d key gets more.",
         "%s of 1 is the share of its attention that “%s” gives “%s”: %d keys get more.",
         rank.larger),
      weight.at, query, key, rank.larger);
}

/* M-59: over the keys that the query sees. */
static Str why_of_features(const Panel *panel) {
  const Workings *w = panel->w;
  const Trace *trace = panel->scene->trace;
  double product = feature_product(trace, w->layer, w->head, w->query, w->key), sum = 0;
  for (int key = 0; key < w->key_count; key++)
    if (!panel_hides(panel, key)) sum += feature_product(trace, w->layer, w->head, w->query, key);
  if (!number_follows(sum > 0 ? product / sum : 0, 1, w->weight))
    return cell_does_not_follow(panel, sum > 0 ? product / sum : 0);
  return panel_words(panel,
                     _("The features of the two, multiplied and added up, come to %s, and all keys "
                       "of the row together have %s."),
                     number_full((float)product).at, number_full((float)sum).at);
}

/* M-96: a key shares itself among the queries. */
static Str why_of_column(const Panel *panel) {
  const Workings *w = panel->w;
  return panel_words(panel,
                     _("It counts e to the power of how far its number, %s, lies below the largest "
                       "of its column, %s, which is %s, out of the %s that all queries count "
                       "together: by the mistake, columns share instead of rows."),
                     number_full(w->masked).at, number_full(w->column_max[panel->key]).at,
                     panel_share_number(w->exponential, false).at,
                     number_weight((float)w->column_sum[panel->key]).at);
}

/* M-102. */
static Str why_of_no_max(const Panel *panel) {
  const Workings *w = panel->w;
  return panel_words(panel,
                     _("e to the power of its number, %s, is %s, out of the %s that all keys count "
                       "together: the largest of the row was not taken off first."),
                     number_full(w->masked).at, number_full(w->exponential).at,
                     number_full(w->exponential_sum).at);
}

static Str why(const Panel *panel) {
  const Workings *w = panel->w;
  double made = (double)w->exponential / (double)w->exponential_sum;
  MistakeKind mistake = mistake_of(trace_kind(panel->scene->trace));
  if (w->attends_to_nothing && w->weight == 0)
    return panel_words(panel, _("Every key is hidden from it, so there is nothing to divide."));
  if (w->hidden && w->masked == -INFINITY && w->weight == 0)
    return panel_words(panel, _("Its number is −∞, and softmax makes exactly 0 of that."));
  if (has_features(panel)) return can_multiply(panel) ? why_of_features(panel) : cell_is_recorded();
  if (mistake == MISTAKE_SOFTMAX_OVER_QUERIES) return why_of_column(panel);
  if (mistake == MISTAKE_NO_MAX) return why_of_no_max(panel);
  if (mistake == MISTAKE_MASK_AFTER_SOFTMAX && w->hidden)
    return panel_words(panel,
                       _("Softmax gave it %s, and it was set to 0 afterwards: the row lost that."),
                       panel_share_number((float)made, false).at);
  if (!isfinite(made)) return cell_is_not_finite();
  if (!number_follows(made, 1, w->weight)) return cell_does_not_follow(panel, made);
  Number sum = number_weight(w->exponential_sum);
  double temperature = kind_softmax_temperature(trace_kind(panel->scene->trace));
  if (temperature != 1)
    return panel_words(
        panel,
        _("Its number, %s, divided by the temperature, %g, is %s; the largest of the "
          "row so divided is %s. So it counts %s, out of the %s that all keys count "
          "together."),
        number_full(w->masked).at, temperature,
        number_full((float)((double)w->masked / temperature)).at, number_full(w->row_max).at,
        panel_share_number(w->exponential, false).at, sum.at);
  if (w->masked == w->row_max)
    return panel_words(panel,
                       _("Its number, %s, is the largest of the row, so it counts 1, out of the %s "
                         "that all keys count together."),
                       number_full(w->masked).at, sum.at);
  return panel_words(
      panel,
      _("Its number, %s, is below the largest of the row, %s, so it counts e to the "
        "power of their difference, %s, out of the %s that all keys count together."),
      number_full(w->masked).at, number_full(w->row_max).at,
      panel_share_number(w->exponential, false).at, sum.at);
}

CellWords weights_cell_words(const Panel *panel) {
  if (!panel->w) return (CellWords){0};
  assert(panel->key >= 0 && panel->w->key == panel->key);
  return (CellWords){what(panel), why(panel)};
}
