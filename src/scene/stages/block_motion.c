/* scene/stages/block_motion.c -- what leaves a layer: row by row what came in and what the heads
** joined become their sum, in the place of the output, and the sum becomes the output, through the
** norms and the MLP of models that have them.
**
**   t  .25 … .4   what came in appears, and where the output will be
**      .42 … .58  row after row is added   .6 … .8  the sum becomes the output
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

/* [T, d_model] input + joined; NULL: no memory. */
static float *make_sum(const Moment *moment, MatView input, MatView joined) {
  assert(input.rows == joined.rows && input.cols == joined.cols);
  size_t rows = (size_t)input.rows, cols = (size_t)input.cols;
  float *sum = arena_take(moment->later.pen.list->arena, rows * cols, sizeof *sum);
  for (int row = 0; sum && row < input.rows; row++)
    for (int col = 0; col < input.cols; col++)
      sum[(size_t)row * cols + (size_t)col] = mat_get(input, row, col) + mat_get(joined, row, col);
  return sum;
}

static const float SUM_FROM = 0.42f, SUM_TO = 0.58f, BECOMES = 0.6f, IS_OUTPUT = 0.8f;

/* Rows that are summed; one that is being summed is among them. */
static int rows_summed(const Moment *moment) {
  float rows = (float)moment->own->values.rows;
  return (int)fminf(1 + rows * motion_part(moment->t, SUM_FROM, SUM_TO), rows);
}

/* The sum stands below the name of the output; what it is, is said under it. */
static void draw_name(const Moment *moment, Box box) {
  const Scene *scene = &moment->later;
  TextStyle style = {FACE_BOLD, 12, scene->pen.theme->ink, ALIGN_MIDDLE};
  Box line = {box.x, box.y + box.h + stage_points(scene, 6), box.w, stage_points(scene, 20)};
  Str words = str_from(stage_layer_words(scene));
  float seen = fminf(motion_part(moment->t, SUM_FROM, SUM_FROM + 0.04f),
                     1 - motion_part(moment->t, BECOMES + 0.08f, BECOMES + 0.14f));
  style.color = color_fade(style.color, seen);
  if (pen_width(&scene->pen, style, words) <= line.w) pen_text_in(&scene->pen, style, line, words);
}

/* The row that is being summed, in all three. */
static void mark_row(const Moment *moment, const DrawHeatmap *matrix, int row) {
  const float least = 8; /* points of height: an outline is more than a lower row */
  Box box = matrix->box;
  float height = box.h / (float)matrix->values.rows;
  if (height < least) return;
  matrix_outline(&moment->later, (Box){box.x - 1, box.y + height * (float)row, box.w + 2, height},
                 moment->later.pen.theme->output_line, 1.5f);
}

/* On the scale of what came in, until it becomes the output. */
static void draw_sum(const Moment *moment, const DrawHeatmap *input, const DrawHeatmap *joined) {
  const DrawHeatmap *own = moment->own;
  float *sum = make_sum(moment, input->values, joined->values);
  if (!sum) {
    moment->later.pen.list->failed = true;
    return;
  }
  bool is_sum = moment->t < BECOMES;
  int rows = rows_summed(moment), cells = rows * own->values.cols;
  DrawHeatmap shown = *own;
  shown.before = (MatView){sum, input->values.rows, input->values.cols, input->values.cols};
  shown.mix = is_sum ? 0 : motion_part(moment->t, BECOMES, IS_OUTPUT);
  shown.palette_before = own->palette;
  shown.range_before = input->range;
  shown.passing = true;
  if (is_sum) shown.values = shown.before, shown.range = input->range, shown.mix = 1;
  shown.filled = own->filled < 0 ? cells : int_min(own->filled, cells);
  if (rows == own->values.rows) shown.filled = own->filled;
  if (shown.filled == 0) return;
  draw_heatmap(moment->later.pen.list, shown);
  if (moment->t < SUM_TO) {
    mark_row(moment, input, rows - 1);
    mark_row(moment, joined, rows - 1);
    mark_row(moment, own, rows - 1);
  }
  draw_name(moment, own->box);
}

void block_motion(const Moment *moment) {
  assert(moment->own && !moment->own->transposed);
  const Scene *scene = &moment->later;
  const DrawHeatmap *own = moment->own;
  const DrawHeatmap *input = motion_heatmap(scene, moment->later_list, TRACE_INPUT);
  const DrawHeatmap *joined = motion_heatmap(scene, moment->later_list, TRACE_ATTN_PROJ);
  float t = moment->t, come = motion_part(t, 0.25f, 0.4f);
  DrawHeatmap empty = *own;
  if (t < IS_OUTPUT) empty.filled = 0;
  motion_faded(scene, &empty, come);
  if (!input || !joined) return;
  motion_faded(scene, input, come);
  if (t > SUM_FROM && t < IS_OUTPUT) draw_sum(moment, input, joined);
}
