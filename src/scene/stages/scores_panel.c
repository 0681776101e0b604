/* scene/stages/scores_panel.c -- the inspector of the scores: one of them worked out place by
** place, in whichever way it is made.
**
**   dot        q, k              products, running sum         q · k
**   general    q, q W, k         products of q W and k         q W · k
**   cosine     q, k, lengths     products                      q · k ÷ (|q| |k|)
**   additive   q W, k U          sums, tanh, v times tanh      vᵀ tanh(q W + k U)
**   with rows for distances also r, and both terms of the score
*/
#include "scene/stages/scores.h"

#include <assert.h>

#include "base/i18n.h"
#include "scene/stages/cell_words.h"
#include "trace/workings/rotated.h"

static ScoreKind score_of(const Panel *panel) {
  return (ScoreKind)trace_kind(panel->scene->trace)->of[KIND_SCORE];
}

static Str vector_label(const Panel *panel, const char *format, Str label) {
  return panel_words(panel, format, (int)label.bytes, label.at);
}

static MatView as_row(const float *numbers, int count) {
  return (MatView){numbers, 1, count, count};
}

static void add_strip(Panel *panel, Str label, Color color, MatView row, TracePart part) {
  panel_add_strip(
      panel, (PanelStrip){.label = label, .color = color, .row = row, .part = part, .focus = -1},
      RANK_STEPS);
}

/* What a map made of a query or a key has no matrix in the picture, so its own range. */
static void add_mapped(Panel *panel, const char *name, Color color, const float *numbers) {
  MatView row = as_row(numbers, panel->w->term_count);
  panel_add_strip_on(
      panel,
      (PanelStrip){
          .label = str_from(name), .color = color, .row = row, .part = TRACE_Q, .focus = -1},
      color_range_around_zero(mat_largest(row)), RANK_STEPS);
}

static void add_query(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  add_strip(panel, vector_label(panel, _("query of “%.*s”"), panel_label(panel, panel->query)),
            theme->query, as_row(panel->w->q, panel->w->d_head),
            trace_score_queries(panel->scene->trace));
  if (panel->w->mapped_q) add_mapped(panel, _("query · W"), theme->query, panel->w->mapped_q);
}

/* Query and key, what maps make of them, and the row for the distance. */
static void add_pair_vectors(Panel *panel) {
  assert(panel->w && panel->key >= 0 && panel->w->q && panel->w->k);
  enum { PAIR = 1 };
  int first = panel->section_count;
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  add_query(panel);
  add_strip(panel, vector_label(panel, _("key of “%.*s”"), panel_key_label(panel, panel->key)),
            theme->key, as_row(w->k, w->d_head), trace_score_keys(panel->scene->trace));
  if (w->mapped_k) add_mapped(panel, _("key · U"), theme->key, w->mapped_k);
  if (w->relative)
    add_strip(panel, str_from(_("r, the row for this distance")), theme->key,
              as_row(w->relative, w->d_head), TRACE_RELATIVE_KEY);
  for (int i = first; i < panel->section_count; i++) panel->sections[i].group = PAIR;
}

/* Column by column: what is multiplied, the product, and of additive scores first the sum. */
static Number product_number(const Panel *panel, int item, int column) {
  assert(item >= 0 && item < panel->w->term_count && column < 4);
  const Workings *w = panel->w;
  if (score_of(panel) == SCORE_ADDITIVE) {
    const float *values[] = {w->sums, w->right, w->left, w->products};
    return panel_number(values[column][item]);
  }
  const float *values[] = {w->left, w->right, w->products, w->running};
  return panel_number(values[column][item]);
}

static Number product_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  if (column != (score_of(panel) == SCORE_ADDITIVE ? 3 : 2)) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->w->products[items[i]];
  return panel_number((float)sum);
}

static void add_plot(Panel *panel, const char *label, const float *values, const char *name,
                     Rank rank) {
  panel_add_bars(
      panel,
      (PanelBars){.label = label, .values = values, .count = panel->w->term_count, .name = name},
      64, rank);
}

/* M-62: the small network, a column of the plots for each of its columns. */
static void add_network(Panel *panel) {
  const Workings *w = panel->w;
  add_plot(panel, _("query · W + key · U"), w->sums, _("column %d: sum %s"), RANK_STEPS);
  add_plot(panel, _("tanh of it, between −1 and 1"), w->right, _("column %d: tanh %s"), RANK_STEPS);
  add_plot(panel, _("times v"), w->products, _("column %d: term %s"), RANK_BODY);
}

static void add_products(Panel *panel) {
  assert(panel->w->products && panel->w->running);
  const Workings *w = panel->w;
  if (score_of(panel) == SCORE_ADDITIVE) add_network(panel);
  else
    add_plot(panel, _("multiply, column by column"), w->products, _("column %d: product %s"),
             RANK_BODY);
  panel_add_bars(panel,
                 (PanelBars){.label = _("running sum"),
                             .values = w->running,
                             .count = w->term_count,
                             .line = true,
                             .name = _("up to column %d: %s")},
                 64, RANK_DETAIL);
}

static void add_product_table(Panel *panel) {
  const Workings *w = panel->w;
  bool is_additive = score_of(panel) == SCORE_ADDITIVE;
  PanelTable table = {
      .label_head = _("col."),
      .label = panel_column_label,
      .number_heads = {w->mapped_q ? _("query · W") : _("query"), _("× key"), _("= product")},
      .number_count = is_additive ? 4 : 3,
      .number = product_number,
      .item_count = w->term_count,
      .order = panel_order(panel, w->products, w->term_count, true),
      .by_place_if_all = true,
      .focus = -1,
      .rest = product_rest};
  if (is_additive) {
    const char *heads[] = {_("sum"), "tanh", "× v", _("= term")};
    for (int i = 0; i < 4; i++) table.number_heads[i] = heads[i];
  }
  panel_add_table(panel, &table);
  panel_lower_table(panel);
}

/* Under rotary positions: the score is the same wherever the two stand so far apart (M-50). */
static void add_distance(Panel *panel) {
  enum { PLACES_ON = 5 };
  const Workings *w = panel->w;
  const Trace *trace = panel->scene->trace;
  if (score_of(panel) != SCORE_OWN || !trace_has_stage(trace, STAGE_ROTATED) ||
      trace_keys_are_mixtures(trace) || !trace_has_part(trace, TRACE_Q) ||
      !trace_has_part(trace, TRACE_K))
    return;
  double moved =
      rotated_score_moved(trace, (WorkingsPlace){w->layer, w->head, w->query, w->key}, PLACES_ON);
  panel_add_fact(panel,
                 panel_words(panel,
                             P_("both %d place further on", "both %d places further on", PLACES_ON),
                             PLACES_ON),
                 panel_words(panel, "%s", number_full((float)moved).at), RANK_NEXT);
}

/* M-61: "12.30 ÷ (4.51 · 3.02) = 0.90". */
static void add_lengths(Panel *panel) {
  const Workings *w = panel->w;
  Number query = number_full((float)w->q_length), key = number_full((float)w->k_length);
  panel_add_fact(panel, str_from(_("|q|, the length of the query")),
                 panel_words(panel, "%s", query.at), RANK_NEXT);
  panel_add_fact(panel, str_from(_("|k|, the length of the key")), panel_words(panel, "%s", key.at),
                 RANK_NEXT);
  panel_add_equation(panel,
                     panel_words(panel, "%s ÷ (%s · %s) = %s", number_full(w->product_score).at,
                                 query.at, key.at, number_full(w->score).at),
                     RANK_STEPS);
}

/* M-63: both terms of the score. */
static void add_relative(Panel *panel) {
  const Workings *w = panel->w;
  bool is_mapped = w->mapped_q != NULL;
  Number product = number_full(w->product_score), relative = number_full(w->relative_score);
  panel_add_fact(panel, str_from(is_mapped ? _("query · W times key") : _("query times key")),
                 panel_words(panel, "%s", product.at), RANK_NEXT);
  panel_add_fact(panel,
                 str_from(is_mapped ? _("query · W times the row for the distance")
                                    : _("query times the row for the distance")),
                 panel_words(panel, "%s", relative.at), RANK_NEXT);
  panel_add_equation(panel,
                     panel_words(panel, w->relative_score < 0 ? "%s + (%s) = %s" : "%s + %s = %s",
                                 product.at, relative.at, number_full(w->score).at),
                     RANK_STEPS);
}

/* A score that was set is not the sum of the products above it, which is told beside it. */
static void add_result(Panel *panel) {
  const Workings *w = panel->w;
  const char *made = scores_of_pair(panel->scene->trace);
  bool is_set = cell_is_set_by_hand(panel);
  if (is_set && score_of(panel) == SCORE_OWN && !w->relative)
    panel_add_fact(panel, str_from(made),
                   panel_words(panel, "%s", number_full(w->product_score).at), RANK_STEPS);
  panel_add_result(panel, panel_words(panel, "%s =", is_set ? _("set by hand") : made),
                   panel_words(panel, "%s", number_full(w->score).at));
}

/* Whole numbers, as one types them in, are written to the end, and so is what they add up to. */
static bool is_exact(const Panel *panel) {
  const Workings *w = panel->w;
  return score_of(panel) == SCORE_OWN && !w->relative &&
         numbers_are_whole(as_row(w->left, w->term_count)) &&
         numbers_are_whole(as_row(w->right, w->term_count));
}

/* M-03 and M-60 to M-63 for one pair: the two vectors, their products, the sum. */
void scores_work_out(Panel *panel) {
  add_pair_vectors(panel);
  add_products(panel);
  if (score_of(panel) == SCORE_COSINE) add_lengths(panel);
  if (panel->w->relative) add_relative(panel);
  add_result(panel);
  add_distance(panel);
  pair_add_next(panel);
  add_product_table(panel);
  if (!is_exact(panel)) panel_add_rounded(panel);
}

void scores_row_note(Panel *panel) { add_query(panel); }

/* -- not reached yet -- */

enum { KEYS_BY_HAND_MOST = 8 };

static bool is_by_hand(const Panel *panel) {
  return score_of(panel) == SCORE_OWN && panel->w->d_head <= BY_HAND_MOST;
}

/* "(1, −2)" */
static Str numbers_in_words(const Panel *panel, MatView row) {
  Str words = STR("");
  for (int i = 0; i < row.cols; i++)
    words = panel_words(panel, "%.*s%s%s", (int)words.bytes, words.at, i == 0 ? "(" : ", ",
                        number_in_text(mat_get(row, 0, i), false).at);
  return panel_words(panel, "%.*s)", (int)words.bytes, words.at);
}

static void add_by_hand(Panel *panel, const char *format, Str label, MatView row) {
  panel_add_fact(panel, vector_label(panel, format, label), numbers_in_words(panel, row),
                 RANK_STEPS);
}

static void add_query_by_hand(Panel *panel) {
  add_by_hand(panel, _("query of “%.*s”"), panel_label(panel, panel->query),
              as_row(panel->w->q, panel->w->d_head));
}

static void add_key_by_hand(Panel *panel, int key) {
  TracePart keys = trace_score_keys(panel->scene->trace);
  add_by_hand(panel, _("key of “%.*s”"), panel_key_label(panel, key), panel_row(panel, keys, key));
}

void scores_ask(Panel *panel) {
  add_pair_vectors(panel);
  if (is_by_hand(panel)) {
    add_query_by_hand(panel);
    add_key_by_hand(panel, panel->key);
  }
  panel_add_result(panel, panel_words(panel, "%s =", scores_of_pair(panel->scene->trace)),
                   STR("?"));
}

void scores_ask_row(Panel *panel) {
  add_query(panel);
  if (!is_by_hand(panel) || panel->w->key_count > KEYS_BY_HAND_MOST) return;
  add_query_by_hand(panel);
  for (int key = 0; key < panel->w->key_count; key++) add_key_by_hand(panel, key);
}
