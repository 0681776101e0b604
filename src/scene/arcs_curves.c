/* scene/arcs_curves.c -- the curves: where each leaves its query and ends beside its key. */
#include "scene/arcs_internal.h"

#include <math.h>

#include "scene/arcs_heads.h"

static const float WIDTH_LEAST_PT = 0.12f, EDGED_LEAST_PT = 0.8f, EDGE_PT = 0.4f;

/* What the query gives to the keys before this one: its curves leave side by side, and are together
** as wide as a weight of 1. */
static float weight_before(const Arcs *arcs, int row, int col) {
  float sum = 0;
  for (int i = 0; i < col; i++) sum += fmaxf(mat_get(arcs->weights, row, i), 0);
  return sum;
}

/* Where a curve ends beside its key, in widths of a weight of 1, from the middle: in the order of
** the queries, so that two never cross at their ends, and closer where they have no room. */
static float end_beside_key(const Arcs *arcs, int col, float share) {
  const float of_pitch = 0.86f;
  float sum = arcs->sums ? arcs->sums[col] : 0;
  if (!(sum > 0)) return 0;
  float room = arcs->lane_count > 1 ? 1 : of_pitch * arcs->keys.pitch / arcs->widest;
  return ((arcs->above[col] + share / 2) / sum - 0.5f) * fminf(sum, fmaxf(room, 1));
}

/* Curves of one head are not darker where they meet: a wide one has an edge of the ground, and
** covers what is below. Those of several heads shine through, and so do all without a ground. */
static void draw_over(const Arcs *arcs, const Point points[4], float width, float alpha) {
  DrawList *list = arcs->scene->pen.list;
  Color ground = list->background, color = color_fade(arcs->color, alpha);
  bool covers = arcs->lane_count == 1 && ground.a == 255;
  if (covers && width >= EDGED_LEAST_PT) draw_curve(list, points, 4, width + 2 * EDGE_PT, ground);
  draw_curve(list, points, 4, width, covers ? color_mix(ground, arcs->color, alpha) : color);
}

/* Both ends leave their column horizontally. before: weight_before. */
static void draw_arc(const Arcs *arcs, int row, int col, float before, float alpha) {
  Box field = arcs->field;
  float from = arcs_token_middle(&arcs->queries, row), to = arcs_token_middle(&arcs->keys, col);
  float share = mat_get(arcs->weights, row, col);
  float lanes = (float)arcs->lane_count, lane = (float)arcs->lane;
  from += ((lane + before + share / 2) / lanes - 0.5f) * arcs->widest;
  to += ((lane + 0.5f + end_beside_key(arcs, col, share)) / lanes - 0.5f) * arcs->widest;
  float width = arcs->widest / lanes * share;
  if (!arcs_is_seen(arcs, from) && !arcs_is_seen(arcs, to)) return;
  float left = field.x, right = field.x + field.w, middle = field.x + field.w / 2;
  Point points[4] = {{left, from}, {middle, from}, {middle, to}, {right, to}};
  draw_over(arcs, points, fmaxf(width, WIDTH_LEAST_PT), alpha * arcs->strength);
}

/* Without memory curves end in the middle of their key. */
static float *sum_drawn(const Arcs *arcs) {
  float *sums =
      arena_take(arcs->scene->pen.list->arena, 2 * (size_t)arcs->weights.cols, sizeof *sums);
  for (int row = 0; sums && row < arcs->weights.rows; row++)
    for (int col = 0; col < arcs->weights.cols; col++)
      if (arcs_is_drawn(arcs, row, col)) sums[col] += mat_get(arcs->weights, row, col);
  return sums;
}

static void draw_all_arcs(const Arcs *of_head) {
  Arcs arcs = *of_head;
  float *sums = sum_drawn(of_head), *above = sums ? sums + arcs.weights.cols : NULL;
  arcs.sums = sums;
  arcs.above = above;
  /* The grey heads have their strongest keys alone: those of the head in front stand out, so that
  ** they can be compared. */
  bool stands_out = arcs.lane_count > 1 && !arcs.strongest;
  float strong = stands_out ? 0.85f : 0.55f, faded = stands_out ? 0.35f : 0;
  for (int row = 0; row < arcs.weights.rows; row++) {
    int strongest = stands_out ? arcs_strongest_key(arcs.weights, row) : -1;
    float before = 0;
    for (int col = 0; col < arcs.weights.cols; col++) {
      float share = mat_get(arcs.weights, row, col);
      bool is_seen_here = arcs_is_drawn(&arcs, row, col);
      if (is_seen_here)
        draw_arc(&arcs, row, col, before, col == strongest ? strong : 0.55f - faded);
      if (is_seen_here && above) above[col] += share;
      before += fmaxf(share, 0);
    }
  }
}

void arcs_curves_draw(const Arcs *arcs) {
  DrawList *list = arcs->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  draw_clip(list, box_inset(arcs->field, -0.5f));
  list->at_scroll_edge = true;
  if (arcs->row >= 0) {
    for (int col = 0; col < arcs->weights.cols; col++)
      if (arcs_is_kept(arcs, arcs->row, col))
        draw_arc(arcs, arcs->row, col, weight_before(arcs, arcs->row, col),
                 arcs->key < 0 || col == arcs->key ? 0.9f : 0.5f);
  } else if (arcs->key >= 0) {
    for (int row = 0; row < arcs->weights.rows; row++)
      if (arcs_is_kept(arcs, row, arcs->key))
        draw_arc(arcs, row, arcs->key, weight_before(arcs, row, arcs->key), 0.8f);
  } else draw_all_arcs(arcs);
  list->at_scroll_edge = was_at_edge;
  draw_clip_end(list);
}
