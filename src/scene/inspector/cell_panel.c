/* scene/inspector/cell_panel.c -- scores, scaled and masked: one cell worked out, or one row. */
#include "scene/inspector/panel_sections.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "trace/mask_name.h"

static StageId stage_of(const Panel *panel) { return panel->scene->view->stage; }

static ScoreScale divisor_here(const Panel *panel) {
  return score_scale_of(panel->scene->trace, panel->w->layer);
}

/* "√64 = 8", or the number alone. */
static Str root_words(const Panel *panel) {
  ScoreScale divisor = divisor_here(panel);
  if (divisor.kind == SCORE_SCALE_NUMBER) return panel_words(panel, "%s", divisor.symbol);
  return panel_words(panel, "%s = %s", divisor.symbol, divisor.value.at);
}

/* -- why a cell is hidden or not --------------------------------------------------------------- */

/* The place of the query as masks count it: among the keys, whose last ones the queries are where
** keys are kept. */
static int place_of_query(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  int before = trace_key_count(trace) - trace_token_count(trace);
  return panel->query + (trace_keys_are_kept(trace) ? before : 0);
}

/* Why a part that hides the key does so. */
static Str hidden_reason(const Panel *panel, const MaskParts *parts, MaskPart part) {
  int query = place_of_query(panel), key = panel->key, size = parts->size[part];
  switch (part) {
  case MASK_CAUSAL:
    return panel_words(panel, _("Causal mask: key %d comes after query %d, so it is hidden."),
                       key + 1, query + 1);
  case MASK_PREFIX:
    return panel_words(panel,
                       _("Prefix: the key comes after the query and is not among the "
                         "first %d."),
                       size);
  case MASK_WINDOW:
    return panel_words(panel, _("Window: the key is %d away, and only %d may be seen."),
                       abs(key - query), size);
  case MASK_DILATED:
    return panel_words(panel,
                       _("Dilated: the key is %d away, and only multiples of %d up to %ld may be "
                         "seen."),
                       abs(key - query), parts->dilated_step, (long)size * parts->dilated_step);
  case MASK_BLOCKS:
    return panel_words(panel,
                       _("Blocks: key %d and query %d lie in different blocks (of size %d)."),
                       key + 1, query + 1, size);
  case MASK_GLOBAL:
    return panel_words(panel, _("Global: neither key %d nor query %d is a global token."), key + 1,
                       query + 1);
  case MASK_RANDOM:
    return panel_words(panel, _("Random: the key is not among those drawn for this query (%d)."),
                       size);
  default:
    return panel_words(panel, _("Padding: the last keys (%d) are hidden from every query."), size);
  }
}

/* Of the only part, where there is more to say than that it is seen. */
static Str seen_reason(const Panel *panel, const MaskParts *parts) {
  int query = place_of_query(panel), key = panel->key;
  if (parts->named == 0) return panel_words(panel, _("There is no mask: every key is seen."));
  if (parts->named == 1u << MASK_CAUSAL)
    return panel_words(panel, _("Causal mask: key %d does not come after query %d."), key + 1,
                       query + 1);
  if (parts->named == 1u << MASK_WINDOW)
    return panel_words(panel, _("Window: the key is %d away, and up to %d may be seen."),
                       abs(key - query), parts->size[MASK_WINDOW]);
  return panel_words(panel, _("The mask lets this query see this key."));
}

/* The first part that hides the key; MASK_PART_COUNT: several local parts, and none sees it. */
static MaskPart hiding_part(const MaskParts *parts, int place, int key, int key_count) {
  bool sees[MASK_PART_COUNT], is_local_seen = false;
  int locals = 0;
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    bool is_named = mask_names(parts, (MaskPart)part);
    sees[part] = !is_named || mask_part_sees(parts, (MaskPart)part, place, key, key_count);
    if (!is_named || !mask_part_is_local((MaskPart)part)) continue;
    is_local_seen |= sees[part];
    locals++;
  }
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (sees[part]) continue;
    if (!mask_part_is_local((MaskPart)part)) return (MaskPart)part;
    if (!is_local_seen) return locals == 1 ? (MaskPart)part : MASK_PART_COUNT;
  }
  return MASK_PART_COUNT;
}

/* The rule of the preset, only where it says what the cell shows: of several parts the first that
** hides the key. An edited cell, or a recording's own mask, gets the plain sentence: no rule
** explains it. */
static Str mask_reason(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  Str name = trace_layer_mask_name(trace, panel->scene->view->layer);
  int query = place_of_query(panel), key = panel->key, count = trace_key_count(trace);
  bool hidden = panel->w->hidden;
  MaskParts parts;
  if (!mask_name_read(name, INT_MAX, &parts, NULL) ||
      hidden == mask_sees(&parts, query, key, count))
    return panel_words(panel, hidden ? _("The mask hides this key from this query.")
                                     : _("The mask lets this query see this key."));
  if (!hidden) return seen_reason(panel, &parts);
  MaskPart part = hiding_part(&parts, query, key, count);
  if (part != MASK_PART_COUNT) return hidden_reason(panel, &parts, part);
  return panel_words(panel, _("None of the local parts of the mask lets this query see this key."));
}

/* -- the parts of a cell ----------------------------------------------------------------------- */

/* At the masked stage the title says at once whether the pair is hidden. */
static void add_cell_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  StageId stage = stage_of(panel);
  const char *kicker = stage == STAGE_SCORES   ? _("One score, worked out")
                       : stage == STAGE_SCALED ? _("One score, scaled")
                                               : _("One pair, masked");
  const char *words = stage != STAGE_MASKED ? _("asks")
                      : panel->w->hidden    ? _("may not see")
                                            : _("may see");
  panel_add_title(panel,
                  (PanelTitle){kicker, panel_label(panel, panel->query), str_from(words),
                               panel_key_label(panel, panel->key), theme->query, theme->key});
}

static Str vector_label(const Panel *panel, const char *format, Str label) {
  return panel_words(panel, format, (int)label.bytes, label.at);
}

void panel_add_pair_vectors(Panel *panel) {
  enum { PAIR = 1 };
  int first = panel->section_count;
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  panel_add_strip(
      panel,
      (PanelStrip){vector_label(panel, _("query of “%.*s”"), panel_label(panel, panel->query)),
                   theme->query, (MatView){w->q, 1, w->d_head, w->d_head}, TRACE_Q, -1},
      RANK_STEPS);
  panel_add_strip(
      panel,
      (PanelStrip){vector_label(panel, _("key of “%.*s”"), panel_key_label(panel, panel->key)),
                   theme->key, (MatView){w->k, 1, w->d_head, w->d_head}, TRACE_K, -1},
      RANK_STEPS);
  for (int i = first; i < panel->section_count; i++) panel->sections[i].group = PAIR;
}

/* q_c, k_c, their product, and the sum so far.  M-03, column by column. */
static Number product_number(const Panel *panel, int item, int column) {
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

/* Its rank is lower than the bars': of 64 columns a table shows a few. */
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
  if (panel->section_count > 0) panel->sections[panel->section_count - 1].rank = RANK_DETAIL;
}

/* Each stage ends with what the next will do to this number. */
static void add_next(Panel *panel) {
  const Workings *w = panel->w;
  Number scaled = number_full(w->scaled), masked = number_full(w->masked);
  Number weight = panel_share_number(w->weight, w->hidden);
  Str root = root_words(panel);
  switch (stage_of(panel)) {
  case STAGE_SCORES:
    panel_add_note(panel,
                   panel_words(panel, _("Next: ÷ %.*s → %s"), (int)root.bytes, root.at, scaled.at),
                   RANK_NEXT);
    break;
  case STAGE_SCALED:
    panel_add_note(
        panel,
        panel_words(panel, w->hidden ? _("Next: the mask hides it → %s") : _("Next: + mask 0 → %s"),
                    masked.at),
        RANK_NEXT);
    break;
  default:
    panel_add_note(panel, panel_words(panel, _("Next: softmax of the row → %s"), weight.at),
                   RANK_NEXT);
  }
}

/* M-03 for one pair: the two vectors, their products, the sum. */
static void inspect_score(Panel *panel) {
  Number score = number_full(panel->w->score);
  panel_add_pair_vectors(panel);
  add_products(panel);
  panel_add_result(panel, STR("q · k ="), panel_words(panel, "%s", score.at));
  add_next(panel);
  add_product_table(panel);
  panel_add_rounded(panel);
}

/* -- the row as a table, before and after the stage -------------------------------------------- */

static const float *row_after(const Panel *panel) {
  const Workings *w = panel->w;
  StageId stage = stage_of(panel);
  return stage == STAGE_SCORES   ? w->row_scores
         : stage == STAGE_SCALED ? w->row_scaled
                                 : w->row_masked;
}

static const float *row_before(const Panel *panel) {
  const Workings *w = panel->w;
  return stage_of(panel) == STAGE_SCALED ? w->row_scores : w->row_scaled;
}

/* A cell the steps have not come to yet has no bar. */
static float bar_after(const Panel *panel, int item) {
  return panel_has_reached(panel, item) ? row_after(panel)[item] : 0;
}
static float bar_before(const Panel *panel, int item) { return row_before(panel)[item]; }

static Number row_number(const Panel *panel, int item, int column) {
  bool is_alone = stage_of(panel) == STAGE_SCORES;
  if (!is_alone && column == 0) return number_full(row_before(panel)[item]);
  return panel_has_reached(panel, item) ? number_full(row_after(panel)[item]) : (Number){"?"};
}

/* Bars of scores and scaled share the range that holds both, so that shrinking is seen. The range
** always holds 0, since bars start there. */
static void row_range(const Panel *panel, PanelTable *table) {
  const float *wide = stage_of(panel) == STAGE_MASKED ? panel->w->row_scaled : panel->w->row_scores;
  for (int i = 0; i < panel->w->key_count; i++) {
    table->bar_low = fminf(table->bar_low, wide[i]);
    table->bar_high = fmaxf(table->bar_high, wide[i]);
  }
}

static void add_row_table(Panel *panel) {
  const Workings *w = panel->w;
  const Theme *theme = panel->pen->theme;
  StageId stage = stage_of(panel);
  bool is_alone = stage == STAGE_SCORES, is_whole = panel_has_reached(panel, -1);
  const float *sorted = is_whole ? row_after(panel) : is_alone ? NULL : row_before(panel);
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_count = is_alone ? 1 : 2,
                      .number = row_number,
                      .bar = bar_after,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = w->key_count,
                      .order = sorted ? panel_order(panel, sorted, w->key_count, false) : NULL,
                      .by_place_if_all = true,
                      .focus = panel->key,
                      .focus_color = theme->key,
                      .items_are_keys = true};
  table.number_heads[0] = is_alone ? _("score") : stage == STAGE_SCALED ? _("score") : _("scaled");
  if (!is_alone) table.number_heads[1] = stage == STAGE_SCALED ? _("scaled") : _("masked");
  if (stage == STAGE_SCALED) table.ghost = bar_before;
  if (stage == STAGE_MASKED && is_whole) table.hatched = panel_hides;
  row_range(panel, &table);
  panel_add_table(panel, &table);
}

static void add_spread(Panel *panel, const char *name, const float *row) {
  float low = INFINITY, high = -INFINITY;
  for (int i = 0; i < panel->w->key_count; i++) {
    if (!isfinite(row[i])) continue;
    low = fminf(low, row[i]);
    high = fmaxf(high, row[i]);
  }
  if (low > high) return;
  Number least = number_full(low), most = number_full(high);
  panel_add_fact(panel, str_from(name), panel_words(panel, "%s … %s", least.at, most.at),
                 RANK_FACTS);
}

static void add_visible_fact(Panel *panel) {
  panel_add_fact(panel, str_from(_("keys this query may see")),
                 panel_count(panel, _("%d of %d"), panel->w->visible_count, panel->w->key_count),
                 RANK_FACTS);
}

/* -- scaled and masked ------------------------------------------------------------------------- */

/* M-04 for one pair, and the row before and after. */
static void inspect_scaled(Panel *panel) {
  const Workings *w = panel->w;
  Number score = number_full(w->score), scaled = number_full(w->scaled);
  ScoreScale divisor = divisor_here(panel);
  Str steps = divisor.kind == SCORE_SCALE_NUMBER
                  ? panel_words(panel, "%s ÷ %s = %s", score.at, divisor.symbol, scaled.at)
                  : panel_words(panel, "%s ÷ %s = %s ÷ %s = %s", score.at, divisor.symbol, score.at,
                                divisor.value.at, scaled.at);
  panel_add_equation(panel, steps, RANK_STEPS);
  panel_add_result(panel, panel_words(panel, "q · k ÷ %s =", divisor.symbol),
                   panel_words(panel, "%s", scaled.at));
  add_next(panel);
  add_row_table(panel);
  add_spread(panel, _("range of the row before"), w->row_scores);
  if (panel_has_reached(panel, -1)) add_spread(panel, _("and after"), w->row_scaled);
}

/* M-05 for one pair, with the reason the mask has. */
static void inspect_masked(Panel *panel) {
  const Workings *w = panel->w;
  Number scaled = number_full(w->scaled), masked = number_full(w->masked);
  panel_add_equation(
      panel, panel_words(panel, "%s + %s = %s", scaled.at, w->hidden ? "(−∞)" : "0", masked.at),
      RANK_STEPS);
  panel_add_result(panel, str_from(_("scaled + M =")), panel_words(panel, "%s", masked.at));
  panel_add_note(panel, mask_reason(panel), RANK_NEXT);
  add_next(panel);
  add_row_table(panel);
  add_visible_fact(panel);
}

void inspect_cell(Panel *panel) {
  add_cell_title(panel);
  StageId stage = stage_of(panel);
  if (stage == STAGE_SCORES) inspect_score(panel);
  else if (stage == STAGE_SCALED) inspect_scaled(panel);
  else inspect_masked(panel);
  panel_add_words(panel);
}

/* -- a row ------------------------------------------------------------------------------------- */

static void add_row_title(Panel *panel) {
  StageId stage = stage_of(panel);
  bool is_blind = stage == STAGE_MASKED && panel->w->attends_to_nothing;
  const char *words = is_blind                ? _("may see no key")
                      : stage == STAGE_MASKED ? _("and the keys it may see")
                                              : _("asks every key");
  const char *kicker = stage == STAGE_SCORES   ? _("One row of scores")
                       : stage == STAGE_SCALED ? _("One row, scaled")
                                               : _("One row, masked");
  panel_add_title(panel, (PanelTitle){.kicker = kicker,
                                      .subject = panel_label(panel, panel->query),
                                      .words = str_from(words),
                                      .subject_color = panel->pen->theme->query});
}

/* Of a row there is no single result, so the table is the body. */
void inspect_row(Panel *panel) {
  const Workings *w = panel->w;
  StageId stage = stage_of(panel);
  add_row_title(panel);
  if (stage == STAGE_SCORES)
    panel_add_strip(
        panel,
        (PanelStrip){vector_label(panel, _("query of “%.*s”"), panel_label(panel, panel->query)),
                     panel->pen->theme->query, (MatView){w->q, 1, w->d_head, w->d_head}, TRACE_Q,
                     -1},
        RANK_STEPS);
  Str root = root_words(panel);
  if (stage == STAGE_SCALED)
    panel_add_note(panel,
                   panel_words(panel, _("Every score ÷ %.*s; the pale bar is the score before."),
                               (int)root.bytes, root.at),
                   RANK_STEPS);
  add_row_table(panel);
  if (stage == STAGE_MASKED) add_visible_fact(panel);
  else add_spread(panel, _("range of the row"), row_after(panel));
  if (stage == STAGE_SCALED) add_spread(panel, _("before scaling"), w->row_scores);
  panel_add_words(panel);
}
