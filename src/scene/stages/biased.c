/* scene/stages/biased.c -- the stage of biased scores: each gets a number for the distance of its
** key, taken off in proportion (M-47) or by buckets of distances (M-48). */
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>
#include <float.h>
#include <stdlib.h>

#include "base/i18n.h"

static bool has_buckets(const Scene *scene) {
  return trace_kind(scene->trace)->of[KIND_POSITIONS] == POSITIONS_T5;
}

/* The slope m of the head on show: the bias per unit of distance, which is the smallest bias other
** than 0. False if there is only one key, or if biases go by buckets. */
static bool find_slope(const Scene *scene, Number *slope) {
  MatView bias = stage_matrix(scene, TRACE_BIAS);
  float nearest = 0;
  if (has_buckets(scene)) return false;
  for (int key = 0; bias.rows > 0 && key < bias.cols; key++) {
    float here = mat_get(bias, 0, key);
    if (here < 0 && here >= -FLT_MAX && (nearest == 0 || here > nearest)) nearest = here;
  }
  *slope = number_full(-nearest);
  return nearest < 0;
}

static const char *hint(const Scene *scene) {
  if (has_buckets(scene)) return _("Try: go along a diagonal. All its cells have the same bias.");
  if (trace_head_count(scene->trace, scene->view->layer) > 1)
    return _("Try: take another head. Some look near, some far.");
  return _("Try: press ← and → in turn: cells far from their query lose most.");
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  bool by_bucket = has_buckets(scene);
  out->headline =
      by_bucket ? _("Each bucket of distances has its own number.") : _("Far keys score less.");
  out->shapes = str_format(arena, _("%d × %d scaled + %d × %d bias → %d × %d biased"), tokens, keys,
                           tokens, keys, tokens, keys);
  out->explanation =
      by_bucket ? _("A number for the distance of the key is added to every score, in "
                    "each head another: near distances have one each, far ones share "
                    "buckets. No position is added to the rows of the words.")
                : _("Every place between a query and a key takes the same number off their "
                    "score, in each head another. No position is added to the rows of the "
                    "words: the distance alone tells places apart.");
  out->hint = hint(scene);
}

static const char *title(const Scene *scene) {
  Number slope;
  if (!find_slope(scene, &slope)) return "+ B";
  return str_format(scene->pen.list->arena, "+ B  ·  −%s · |i − j|", slope.at);
}

static const char *note(const Scene *scene) {
  Number slope;
  if (has_buckets(scene)) return _("every score plus the bias of its bucket");
  if (!find_slope(scene, &slope)) return _("every score less its bias for distance");
  return str_format(scene->pen.list->arena, _("every score less %s for each place of distance"),
                    slope.at);
}

static void add_term(const Scene *scene, Formula *out) {
  (void)scene;
  formula_add(out, (FormulaPiece){.symbol = "+ B",
                                  .stage = STAGE_BIASED,
                                  .role = TRACE_BIASED,
                                  .before = 0.5f,
                                  .after = 0.3f});
}

static const char *term(const Scene *scene) {
  (void)scene;
  return " + B";
}

static const char *phrase(const Scene *scene, int query, int key) {
  return str_format(scene->pen.list->arena, _("biased %s"),
                    stage_number(scene, TRACE_BIASED, query, key).at);
}

/* -- the panel --------------------------------------------------------------------------------- */

static float bias_here(const Panel *panel) {
  assert(panel->query >= 0 && panel->key >= 0);
  return mat_get(stage_matrix(panel->scene, TRACE_BIAS), panel->query, panel->key);
}

static int distance_here(const Panel *panel) {
  return abs(pair_place_of_query(panel) - panel->key);
}

static Str announce(const Panel *panel) {
  return panel_words(panel, _("Next: + a bias for the distance"));
}

/* "−0.25 · 3 = −0.75", if the distance is not 0. */
static void add_bias(Panel *panel) {
  Number slope, bias = number_full(bias_here(panel));
  if (!find_slope(panel->scene, &slope)) return;
  panel_add_equation(panel,
                     panel_words(panel, "−%s · %d = %s", slope.at, distance_here(panel), bias.at),
                     RANK_STEPS);
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str what(const Panel *panel) {
  Number unbiased = number_full(pair_number(panel, pair_before(panel)->part));
  return panel_words(
      panel,
      _("%s is the scaled score of “%s” and “%s”, %s, with %s added for how far apart "
        "they stand."),
      number_full(pair_number(panel, TRACE_BIASED)).at, cell_query(panel), cell_key(panel),
      unbiased.at, number_full(bias_here(panel)).at);
}

/* The bias is of the distance alone; buckets also tell before from after. */
static Str why_biased(const Panel *panel) {
  int distance = distance_here(panel);
  bool is_after = panel->key > pair_place_of_query(panel);
  const char *key = cell_key(panel), *query = cell_query(panel);
  Number bias = number_full(bias_here(panel));
  if (distance == 0)
    return panel_words(panel,
                       _("“%s” stands where “%s” stands, and to its own place this head adds %s, "
                         "whatever the word is."),
                       key, query, bias.at);
  return panel_words(
      panel,
      is_after ? P_("“%s” stands %d place after “%s”, and so far away this head adds %s, whatever "
                    "the words are.",
                    "“%s” stands %d places after “%s”, and so far away this head adds %s, whatever "
                    "the words are.",
                    distance)
               : P_("“%s” stands %d place before “%s”, and so far away this head adds %s, whatever "
                    "the words are.",
                    "“%s” stands %d places before “%s”, and so far away this head adds %s, "
                    "whatever the words are.",
                    distance),
      key, distance, query, bias.at);
}

static CellWords cell_words(const Panel *panel) {
  if (!panel->w || !stage_matrix(panel->scene, TRACE_BIAS).at) return (CellWords){0};
  float before = pair_number(panel, pair_before(panel)->part);
  double made = (double)before + (double)bias_here(panel);
  Str why = !isfinite(made) ? cell_is_not_finite()
            : !number_follows(made, (double)fabsf(before), pair_number(panel, TRACE_BIASED))
                ? cell_does_not_follow(panel, made)
                : why_biased(panel);
  return (CellWords){what(panel), why};
}

static void work_out(Panel *panel) {
  const PairStage *before = pair_before(panel);
  Number unbiased = number_full(pair_number(panel, before->part));
  Number bias = number_full(bias_here(panel));
  Number biased = number_full(pair_number(panel, TRACE_BIASED));
  add_bias(panel);
  panel_add_equation(panel,
                     panel_words(panel, bias.at[0] == '0' ? "%s + %s = %s" : "%s + (%s) = %s",
                                 unbiased.at, bias.at, biased.at),
                     RANK_STEPS);
  panel_add_result(panel, panel_words(panel, "%s + B =", _(before->column)),
                   panel_words(panel, "%s", biased.at));
  pair_add_next(panel);
  pair_add_row_table(panel);
  pair_add_spread(panel, _("range of the row before"), before->part);
  if (panel_has_reached(panel, -1)) pair_add_spread(panel, _("and after"), TRACE_BIASED);
}

static void row_note(Panel *panel) {
  Number slope;
  if (has_buckets(panel->scene))
    panel_add_note(
        panel,
        panel_words(panel, _("Every score plus the bias of its distance; the pale bar is "
                             "the score before.")),
        RANK_STEPS);
  if (!find_slope(panel->scene, &slope)) return;
  panel_add_note(panel,
                 panel_words(panel,
                             _("Every score less %s for each place of distance; the pale bar is "
                               "the score before."),
                             slope.at),
                 RANK_STEPS);
}

static void row_facts(Panel *panel) {
  pair_add_spread(panel, _("range of the row"), TRACE_BIASED);
  pair_add_spread(panel, _("before the bias"), pair_before(panel)->part);
}

static void ask(Panel *panel) {
  Number unbiased = number_full(pair_number(panel, pair_before(panel)->part));
  panel_add_result(panel, panel_words(panel, "%s + B =", unbiased.at), STR("?"));
}

/* -- the two summands -------------------------------------------------------------------------- */

/* Design points. */
static const float SUMMAND_MOST = 96, SUMMAND_LEAST = 40, STACKED_LEAST = 60, SUMMAND_GAP = 8,
                   SUMMAND_SIZE = 12, BAR_HEIGHT = 26, UNDER_NAME = 4;

static TextStyle summand_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, SUMMAND_SIZE, scene->pen.theme->ink, ALIGN_START};
}

static float name_height(const Scene *scene) {
  return pen_line_height(&scene->pen, SUMMAND_SIZE) + stage_points(scene, UNDER_NAME);
}

/* A bias is often so small that the colours of the sum would leave it blank. */
static ColorRange bias_range(const Scene *scene) {
  MatView bias = stage_matrix(scene, TRACE_BIAS);
  float largest = 0;
  for (int row = 0; row < bias.rows; row++)
    for (int col = 0; col < bias.cols; col++)
      if (isfinite(mat_get(bias, row, col)))
        largest = fmaxf(largest, fabsf(mat_get(bias, row, col)));
  return color_range_around_zero(largest);
}

/* One of them: its pattern is seen at a glance. Returns its cells. */
static Box draw_summand(const Scene *scene, Box box, TracePart part, const char *name) {
  const Pen *pen = &scene->pen;
  const View *view = scene->view;
  MatView values = stage_matrix(scene, part);
  pen_text_in(pen, summand_style(scene), cut_top(&box, name_height(scene)), str_from(name));
  float side = fminf(box.w, box.h), shape = (float)values.rows / (float)values.cols;
  Box cells = {box.x, box.y, side / fmaxf(shape, 1), side * fminf(shape, 1)};
  float cell = cells.w / (float)values.cols;
  draw_heatmap(pen->list,
               (DrawHeatmap){.box = cells,
                             .values = values,
                             .mix = 1,
                             .palette = scene_palette(scene, TRACE_BIASED),
                             .range = part == TRACE_BIAS ? bias_range(scene)
                                                         : scene_range(scene, TRACE_BIASED,
                                                                       view->layer, view->head),
                             .gap = cell >= 8 ? 1 : 0,
                             .corner = cell >= 8 ? 1.5f : 0,
                             .filled = part == TRACE_BIAS ? view->filled : -1,
                             .theme = pen->theme->id});
  return cells;
}

/* scaled + bias = biased: the summands small, beside their sum, the scores in its colours, the bias
** on a scale of its own, with a bar; one above the other where they then are large enough to be
** seen, else side by side. */
static void draw_summands(const Scene *scene, Box box) {
  float gap = stage_points(scene, SUMMAND_GAP), name = name_height(scene);
  float line = stage_points(scene, BAR_HEIGHT);
  bool has_bar = box.h - line - name >= stage_points(scene, SUMMAND_LEAST);
  Box bar = cut_bottom(&box, has_bar ? line : 0);
  float stacked = fminf((box.h - gap) / 2 - name, box.w);
  bool is_stacked = stacked >= stage_points(scene, STACKED_LEAST);
  float side = is_stacked ? stacked : fminf(box.h - name, (box.w - gap) / 2);
  TracePart before = trace_pair_part_before(scene->trace, TRACE_BIASED);
  const char *added = str_format(scene->pen.list->arena, "+ %s", stage_part_title(TRACE_BIAS));
  if (side < stage_points(scene, SUMMAND_LEAST) || !stage_matrix(scene, TRACE_BIAS).at) return;
  side = fminf(side, stage_points(scene, SUMMAND_MOST));
  Box first = {box.x, box.y, is_stacked ? box.w : side, name + side}, second = first;
  if (is_stacked) second.y += first.h + gap;
  else second.x += side + gap;
  draw_summand(scene, first, before, stage_part_title(before));
  Box cells = draw_summand(scene, second, TRACE_BIAS, added);
  bar.x = cells.x, bar.w = cells.w;
  bar.y = cells.y + cells.h + stage_points(scene, UNDER_NAME),
  bar.h -= stage_points(scene, UNDER_NAME);
  if (has_bar)
    pen_wide_bar(&scene->pen, bar, scene_palette(scene, TRACE_BIASED), bias_range(scene));
}

static float summands_height(const Scene *scene) {
  return name_height(scene) + stage_points(scene, SUMMAND_LEAST + BAR_HEIGHT);
}

static const PairStage pair = {.part = TRACE_BIASED,
                               .rule = PAIR_RULE_ADDED,
                               .added = TRACE_BIAS,
                               .beside_height = summands_height,
                               .draw_beside = draw_summands,
                               .title = title,
                               .note = note,
                               .add_term = add_term,
                               .term = term,
                               .phrase = phrase,
                               .column = N_("biased"),
                               .cell_kicker = N_("One score, biased"),
                               .row_kicker = N_("One row, biased"),
                               .shows_before = true,
                               .work_out = work_out,
                               .row_note = row_note,
                               .row_facts = row_facts,
                               .announce = announce,
                               .ask = ask,
                               .guess =
                                   N_("Guess first: how far away is the key, and what does that "
                                      "change?")};

const StageView stage_biased_view = {PAIR_STAGE_VIEW(pair), .captions = captions,
                                     .cell_words = cell_words, .heads_part = TRACE_BIASED,
                                     .overview_part = TRACE_BIASED};
