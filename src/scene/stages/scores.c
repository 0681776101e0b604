/* scene/stages/scores.c -- the scores stage: every query meets every key (M-03). */
#include "scene/stages/pair_stage.h"

#include <assert.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "trace/workings/rotated.h"

static bool has_vectors(const Scene *scene) {
  return trace_has_part(scene->trace, trace_score_queries(scene->trace)) &&
         trace_has_part(scene->trace, trace_score_keys(scene->trace));
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  int width = trace_d_head(scene->trace);
  if (!has_vectors(scene)) return str_format(arena, _("%d × %d scores, as recorded"), tokens, keys);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d scores"), tokens, width, width, keys,
                    tokens, keys);
}

/* The plain rule, and for a focused cell what its own products show. */
static const char *explanation(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const char *rule = _("A dot product is large when two vectors are long and point the same way. "
                       "Each score is one query times one key.");
  const Workings *w = scene->workings;
  if (!w || w->key < 0 || !w->products) return rule;
  int positive = 0;
  for (int c = 0; c < w->d_head; c++) positive += w->products[c] > 0;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(&words, rule);
  i18n_add_sentence(&words, str_format(arena,
                                       P_("Here %d of %d product is above zero.",
                                          "Here %d of %d products are above zero.", w->d_head),
                                       positive, w->d_head));
  return words.at;
}

static void captions(const Scene *scene, Captions *out) {
  bool is_walked = !trace_is_recorded(scene->trace) || has_vectors(scene);
  out->headline = _("Every query meets every key.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = is_walked ? _("Try: click a cell and walk with the arrow keys: which columns agree?")
                        : _("Try: click a row and find its largest number.");
}

/* What is multiplied: R stands for the turn by the place. */
static const char *product_words(const Scene *scene) {
  const char *queries = stage_queries_symbol(scene), *keys = stage_keys_symbol(scene);
  const char *gap = queries[1] ? " " : "";
  const char *made = str_format(scene->pen.list->arena, "%s%s%sᵀ", queries, gap, keys);
  return made ? made : "";
}

/* The denominator of the fraction belongs to the scaled stage. */
static void add_term(const Scene *scene, Formula *out) {
  formula_add(out, (FormulaPiece){.kind = FORMULA_FRACTION,
                                  .symbol = product_words(scene),
                                  .below = score_scale_written(scene->pen.list->arena, scene->trace,
                                                               scene->view->layer),
                                  .stage = STAGE_SCORES,
                                  .stage_below = STAGE_SCALED,
                                  .role = TRACE_SCORES});
}

static const char *term(const Scene *scene) { return product_words(scene); }

static const char *phrase(const Scene *scene, int query, int key) {
  return str_format(scene->pen.list->arena, _("score %s"),
                    stage_number(scene, TRACE_SCORES, query, key).at);
}

/* -- the panel --------------------------------------------------------------------------------- */

static Str vector_label(const Panel *panel, const char *format, Str label) {
  return panel_words(panel, format, (int)label.bytes, label.at);
}

static void add_pair_vectors(Panel *panel) {
  assert(panel->w && panel->key >= 0 && panel->w->q && panel->w->k);
  enum { PAIR = 1 };
  int first = panel->section_count;
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  panel_add_strip(
      panel,
      (PanelStrip){vector_label(panel, _("query of “%.*s”"), panel_label(panel, panel->query)),
                   theme->query, (MatView){w->q, 1, w->d_head, w->d_head},
                   trace_score_queries(panel->scene->trace), -1},
      RANK_STEPS);
  panel_add_strip(
      panel,
      (PanelStrip){vector_label(panel, _("key of “%.*s”"), panel_key_label(panel, panel->key)),
                   theme->key, (MatView){w->k, 1, w->d_head, w->d_head},
                   trace_score_keys(panel->scene->trace), -1},
      RANK_STEPS);
  for (int i = first; i < panel->section_count; i++) panel->sections[i].group = PAIR;
}

/* M-03, column by column: q_c, k_c, their product, and the sum so far. */
static Number product_number(const Panel *panel, int item, int column) {
  assert(item >= 0 && item < panel->w->d_head && column < 4);
  const Workings *w = panel->w;
  const float *values[] = {w->q, w->k, w->products, w->running};
  return panel_number(values[column][item]);
}

static Number product_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  if (column != 2) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->w->products[items[i]];
  return panel_number((float)sum);
}

static void add_products(Panel *panel) {
  assert(panel->w->products && panel->w->running);
  const Workings *w = panel->w;
  panel_add_bars(panel,
                 (PanelBars){.label = _("multiply, column by column"),
                             .values = w->products,
                             .count = w->d_head,
                             .name = _("column %d: product %s")},
                 64, RANK_BODY);
  panel_add_bars(panel,
                 (PanelBars){.label = _("running sum"),
                             .values = w->running,
                             .count = w->d_head,
                             .line = true,
                             .name = _("up to column %d: %s")},
                 64, RANK_DETAIL);
}

static void add_product_table(Panel *panel) {
  const Workings *w = panel->w;
  PanelTable table = {.label_head = _("col."),
                      .label = panel_column_label,
                      .number_heads = {_("query"), _("× key"), _("= product")},
                      .number_count = 3,
                      .number = product_number,
                      .item_count = w->d_head,
                      .order = panel_order(panel, w->products, w->d_head, true),
                      .by_place_if_all = true,
                      .focus = -1,
                      .rest = product_rest};
  panel_add_table(panel, &table);
  panel_lower_table(panel);
}

/* Under rotary positions: the score is the same wherever the two stand so far apart (M-50). */
static void add_distance(Panel *panel) {
  enum { PLACES_ON = 5 };
  const Workings *w = panel->w;
  const Trace *trace = panel->scene->trace;
  if (!trace_has_stage(trace, STAGE_ROTATED) || trace_keys_are_mixtures(trace) ||
      !trace_has_part(trace, TRACE_Q) || !trace_has_part(trace, TRACE_K))
    return;
  double moved = rotated_score_moved(trace, w->layer, w->head, w->query, w->key, PLACES_ON);
  panel_add_fact(panel,
                 panel_words(panel,
                             P_("both %d place further on", "both %d places further on", PLACES_ON),
                             PLACES_ON),
                 panel_words(panel, "%s", number_full((float)moved).at), RANK_NEXT);
}

/* M-03 for one pair: the two vectors, their products, the sum. */
static void work_out(Panel *panel) {
  Number score = number_full(panel->w->score);
  add_pair_vectors(panel);
  add_products(panel);
  panel_add_result(panel, STR("q · k ="), panel_words(panel, "%s", score.at));
  add_distance(panel);
  pair_add_next(panel);
  add_product_table(panel);
  panel_add_rounded(panel);
}

static void row_note(Panel *panel) {
  const Workings *w = panel->w;
  panel_add_strip(
      panel,
      (PanelStrip){vector_label(panel, _("query of “%.*s”"), panel_label(panel, panel->query)),
                   panel->pen->theme->query, (MatView){w->q, 1, w->d_head, w->d_head},
                   trace_score_queries(panel->scene->trace), -1},
      RANK_STEPS);
}

static void ask(Panel *panel) {
  add_pair_vectors(panel);
  panel_add_result(panel, STR("q · k ="), STR("?"));
}

static const PairStage pair = {
    .part = TRACE_SCORES,
    .meaning = N_("How well what the query asks fits what the key is found by. The larger it is, "
                  "the larger will be the share that the query gives to this key."),
    .is_product = true,
    .add_term = add_term,
    .term = term,
    .phrase = phrase,
    .column = N_("score"),
    .cell_kicker = N_("One score, worked out"),
    .row_kicker = N_("One row of scores"),
    .work_out = work_out,
    .row_note = row_note,
    .ask = ask,
    .guess =
        N_("Guess first: do the two point the same way (above 0), apart (below 0) or neither?")};

const StageView stage_scores_view = {PAIR_STAGE_VIEW(pair), .captions = captions,
                                     .heads_part = TRACE_SCORES, .overview_part = TRACE_SCORES};
