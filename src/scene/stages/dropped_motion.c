/* scene/stages/dropped_motion.c -- how weights are dropped: those that chance leaves out go out one
** after another, then those that stay grow.
**
**   t  .2 … .58  cells go out     .6 … .72  the others grow
**
** Of very many cells those that are left out change their colour with the others.
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

enum { CELLS_MOST = 4096 };
static const float FIRST = 0.2f, LAST = 0.58f, LASTS = 0.1f; /* of going out, LASTS of each */

/* When a cell begins to go out: places in no order that is seen. */
static float start_of(int row, int col) {
  unsigned mixed = (unsigned)row * 2654435761u ^ (unsigned)col * 2246822519u;
  mixed ^= mixed >> 15;
  return FIRST + (LAST - LASTS - FIRST) * (float)(mixed % 997u) / 997.0f;
}

static void draw_left_out(const Moment *moment, int row, int col) {
  const DrawHeatmap *was = moment->was, *own = moment->own;
  DrawList *list = moment->later.pen.list;
  float start = start_of(row, col), gone = motion_part(moment->t, start, start + LASTS);
  if (gone <= 0) return;
  Box cell = draw_heatmap_cell(own, row, col);
  Color after = draw_heatmap_color(own, row, col);
  draw_box(list, (DrawBox){.box = box_inset(cell, -0.5f), .fill = after});
  if (gone >= 1) return;
  float side = fminf(cell.w, cell.h);
  Box left = box_inset(cell, side * 0.5f * gone);
  if (left.w < 0.1f || left.h < 0.1f) return;
  draw_box(list, (DrawBox){.box = left,
                           .corner = fminf(own->corner, fminf(left.w, left.h) / 3),
                           .fill = draw_heatmap_color(was, row, col)});
}

static bool is_left_out(const Moment *moment, int row, int col) {
  int cols = moment->own->values.cols;
  bool is_reached = moment->own->filled < 0 || row * cols + col < moment->own->filled;
  return is_reached && mat_get(moment->was->values, row, col) > 0 &&
         !(mat_get(moment->own->values, row, col) > 0);
}

/* The cells stay in their places, and so does the frame of the chosen one. */
static void draw_frame(const Moment *moment) {
  int row, col;
  stage_focus(&moment->later, &row, &col);
  DrawCells seen = moment->own->seen;
  if (row < seen.first_row || row >= seen.end_row || col < seen.first_col || col >= seen.end_col)
    return;
  draw_group_begin(moment->later.pen.list, "focus", NULL);
  matrix_focus_outline(&moment->later, draw_heatmap_cell(moment->own, row, col), 2);
  draw_group_end(moment->later.pen.list);
}

/* Weights keep their numbers until they go out, or grow. */
static void draw_numbers(const Moment *moment) {
  DrawList *list = moment->later.pen.list;
  const DrawText **numbers = motion_numbers(moment->earlier_list, moment->was);
  int cols = moment->was->values.cols, count = moment->was->values.rows * cols;
  float opacity = list->opacity;
  list->opacity = opacity * (1 - motion_part(moment->t, 0.63f, 0.66f));
  for (int i = 0; numbers && list->opacity > 0 && i < count; i++) {
    int row = i / cols, col = i % cols;
    bool is_out = is_left_out(moment, row, col) && moment->t > start_of(row, col);
    if (numbers[i] && !is_out) draw_text(list, *numbers[i]);
  }
  list->opacity = opacity;
}

void dropped_motion(const Moment *moment) {
  assert(moment->own);
  DrawList *list = moment->later.pen.list;
  const DrawHeatmap *own = moment->own, *was = moment->was;
  float t = moment->t;
  if (!was) {
    motion_faded(&moment->later, own, motion_part(t, 0.3f, 0.8f));
    return;
  }
  if (t <= FIRST || t >= 0.8f) {
    draw_heatmap(list, t <= FIRST ? *was : *own);
    return;
  }
  DrawHeatmap between = *own;
  DrawCells seen = own->seen;
  between.before = was->values;
  between.palette_before = was->palette;
  between.range_before = was->range;
  between.mix = motion_part(t, 0.6f, 0.72f);
  between.passing = true;
  if (!between.mask.hidden) between.mask = was->mask;
  draw_heatmap(list, between);
  if ((long)(seen.end_row - seen.first_row) * (seen.end_col - seen.first_col) > CELLS_MOST) return;
  for (int row = seen.first_row; row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++)
      if (is_left_out(moment, row, col)) draw_left_out(moment, row, col);
  draw_numbers(moment);
  if (t < MOTION_WORDS_COME) draw_frame(moment);
}
