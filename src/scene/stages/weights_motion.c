/* scene/stages/weights_motion.c -- how a row becomes shares: every cell becomes a bar as high as
** e^(x − max), the bars lie down end to end and fill the row, each with its share of it and that
** number, and become the cells of the weights. From the first moment on each has the colour of its
** share.
**
**   t  .2 … .4 bars rise     .42 … .62 they lie down     .68 … .85 they become cells
**
** Of very many cells those of the rows around the followed one move; the others change colour.
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"

enum { CELLS_MOST = 4096 };               /* that move */
static const float PART_WITH_NUMBER = 40; /* points of width */
static const float ASIDE_PALE = 0.6f;     /* towards the paper, of rows beside the chosen one */

/* The bars of one row. */
typedef struct Bars {
  const Moment *moment;
  int row;
  float largest; /* of the row, finite ones */
  float before;  /* the shares of the keys before this one */
  float whole;   /* what all shares come to; 1 unless a mistake makes them more */
  bool is_aside; /* another row is chosen */
} Bars;

static bool is_hidden(const DrawHeatmap *was, int row, int col) {
  return mask_hides(was->mask, row, col) || !isfinite(mat_get(was->values, row, col));
}

static float largest_of(const DrawHeatmap *was, int row) {
  float largest = -INFINITY;
  for (int col = 0; col < was->values.cols; col++)
    if (!is_hidden(was, row, col)) largest = fmaxf(largest, mat_get(was->values, row, col));
  return largest;
}

/* In a part that has room for it; the digits of the cells come with the other words. */
static void draw_share(const Moment *moment, Box part, Color ground, float share) {
  const Pen *pen = &moment->later.pen;
  Number number = number_cell(share, true);
  if (part.w < PART_WITH_NUMBER || moment->later.view->numbers == NUMBERS_OFF) return;
  TextStyle style = {FACE_MONO, 26, palette_digit(ground), ALIGN_MIDDLE};
  float width = pen_width(pen, style, STR(".00")), height = pen_line_height(pen, style.size);
  style.size *= fminf(1, fminf(part.w * 0.8f / width, part.h * 0.9f / height));
  if (pen_points(pen, style.size) >= 8) pen_text_in(pen, style, part, number_str(&number));
}

static void draw_bar(Bars *bars, int col) {
  const Moment *moment = bars->moment;
  const DrawHeatmap *was = moment->was, *own = moment->own;
  float t = moment->t, share = mat_get(own->values, bars->row, col);
  Box cell = draw_heatmap_cell(own, bars->row, col);
  Color before = draw_heatmap_color(was, bars->row, col);
  Color after = draw_heatmap_color(own, bars->row, col);
  bool is_there = !is_hidden(was, bars->row, col) && isfinite(share);
  float above = mat_get(was->values, bars->row, col) - bars->largest;
  float power = is_there ? (float)exp((double)above) : 0;
  if (!is_there) share = 0;
  Box bar = {cell.x, cell.y + cell.h * (1 - power), cell.w, cell.h * power};
  float pitch = own->box.w / (float)own->values.cols, whole = own->box.w - (pitch - cell.w);
  Box part = {own->box.x + (pitch - cell.w) / 2 + bars->before / bars->whole * whole,
              cell.y + cell.h * 0.12f, share / bars->whole * whole, cell.h * 0.76f};
  float rises = motion_part(t, 0.2f, 0.4f), lies = motion_part(t, 0.42f, 0.62f);
  float ends = motion_part(t, 0.68f, 0.85f);
  Box box = motion_box(motion_box(motion_box(cell, bar, rises), part, lies), cell, ends);
  if (share > 0 && lies > 0 && ends <= 0 && box.w > 3) box.w -= lies; /* told apart by a gap */
  Color color = color_mix(before, after, rises);
  if (bars->is_aside)
    color = color_mix(color, moment->later.pen.theme->paper, ASIDE_PALE * rises * (1 - ends));
  bars->before += share;
  if (box.w < 0.05f || box.h < 0.05f) return;
  draw_box(
      moment->later.pen.list,
      (DrawBox){.box = box, .corner = fminf(own->corner, fminf(box.w, box.h) / 3), .fill = color});
  if (lies >= 1 && t < MOTION_WORDS_COME) draw_share(moment, box, color, share);
}

/* Cells that the steps have not reached become empty where they are. */
static void draw_empty(const Moment *moment, int row, int col) {
  Color from = draw_heatmap_color(moment->was, row, col);
  Color to = moment->later.pen.theme->empty_cell;
  draw_box(moment->later.pen.list,
           (DrawBox){.box = draw_heatmap_cell(moment->own, row, col),
                     .corner = moment->own->corner,
                     .fill = color_mix(from, to, motion_part(moment->t, 0.2f, 0.5f))});
}

static float whole_of(MatView shares, int row) {
  double sum = 0;
  for (int col = 0; col < shares.cols; col++)
    if (isfinite(mat_get(shares, row, col))) sum += (double)mat_get(shares, row, col);
  return sum > 1.001 ? (float)sum : 1; /* rounding keeps it at 1 */
}

static void draw_row(const Moment *moment, int row) {
  const DrawHeatmap *own = moment->own;
  int cols = own->values.cols;
  int focus, col_focus;
  stage_focus(&moment->later, &focus, &col_focus);
  Bars bars = {.moment = moment,
               .row = row,
               .largest = largest_of(moment->was, row),
               .whole = whole_of(own->values, row),
               .is_aside = focus >= 0 && row != focus};
  for (int col = 0; col < cols; col++) {
    bool is_reached = own->filled < 0 || row * cols + col < own->filled;
    if (is_reached) draw_bar(&bars, col);
    else draw_empty(moment, row, col);
  }
}

/* The chosen row keeps its frame, whose bars no longer stand below their keys. */
static void draw_frame(const Moment *moment, DrawCells moving) {
  int row, col;
  stage_focus(&moment->later, &row, &col);
  if (row < moving.first_row || row >= moving.end_row) return;
  const DrawHeatmap *own = moment->own;
  Box first = draw_heatmap_cell(own, row, 0);
  Box frame = {own->box.x, first.y, own->box.w, first.h};
  draw_group_begin(moment->later.pen.list, "focus", NULL);
  matrix_focus_outline(&moment->later, frame, 2);
  draw_group_end(moment->later.pen.list);
}

/* The rows that move: all that are seen, or as many as a frame has time for, around the followed
** one. */
static DrawCells rows_moving(const Moment *moment) {
  DrawCells rows = moment->own->seen;
  int most = int_max(CELLS_MOST / moment->own->values.cols, 1),
      count = rows.end_row - rows.first_row;
  if (count <= most) return rows;
  int first = stage_followed_row(&moment->later) - most / 2;
  rows.first_row = int_clamp(first, rows.first_row, rows.end_row - most);
  rows.end_row = rows.first_row + most;
  return rows;
}

/* The rows that do not move change their colours where they are. */
static void draw_rest(const Moment *moment, DrawCells moving) {
  const DrawHeatmap *was = moment->was, *own = moment->own;
  const Theme *theme = moment->later.pen.theme;
  DrawHeatmap rest = *own;
  rest.before = was->values;
  rest.palette_before = was->palette;
  rest.range_before = was->range;
  rest.mix = motion_part(moment->t, 0.2f, 0.85f);
  rest.passing = true;
  if (!rest.mask.hidden) rest.mask = was->mask;
  draw_heatmap(moment->later.pen.list, rest);
  Box first = draw_heatmap_cell(own, moving.first_row, 0);
  Box last = draw_heatmap_cell(own, moving.end_row - 1, own->values.cols - 1);
  Box band = {first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
  draw_box(moment->later.pen.list,
           (DrawBox){.box = box_inset(band, -own->gap / 2), .fill = theme->paper});
}

void weights_motion(const Moment *moment) {
  assert(moment->own);
  DrawList *list = moment->later.pen.list;
  const DrawHeatmap *own = moment->own, *was = moment->was;
  if (!was) {
    motion_faded(&moment->later, own, motion_part(moment->t, 0.3f, 0.8f));
  } else if (moment->t <= 0.2f) {
    draw_heatmap(list, *was);
  } else if (moment->t >= 0.85f) {
    draw_heatmap(list, *own);
  } else {
    DrawCells moving = rows_moving(moment), seen = own->seen;
    if (moving.end_row - moving.first_row < seen.end_row - seen.first_row)
      draw_rest(moment, moving);
    for (int row = moving.first_row; row < moving.end_row; row++) draw_row(moment, row);
    draw_frame(moment, moving);
  }
}
