/* scene/stages/block_motion.c -- what leaves a layer: what came in slides onto what the heads
** joined, both become their sum, and the sum goes on and becomes the output, through the norms and
** the MLP of models that have them.
**
**   t  .25 … .4   what came in appears        .42 … .56  it slides onto Joined
**      .48 … .58  the numbers become the sum  .6 … .8    the sum goes to the output and becomes it
*/
#include "scene/stages/motion.h"

#include <assert.h>

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

/* On the scale of the sum, until it becomes the output. */
static void draw_moving(const Moment *moment, const DrawHeatmap *input, const DrawHeatmap *joined) {
  const DrawHeatmap *own = moment->own;
  float t = moment->t, on = motion_part(t, 0.42f, 0.56f), further = motion_part(t, 0.6f, 0.8f);
  float *sum = make_sum(moment, input->values, joined->values);
  if (!sum) {
    moment->later.pen.list->failed = true;
    return;
  }
  MatView summed = {sum, input->values.rows, input->values.cols, input->values.cols};
  DrawHeatmap moving = *own;
  moving.box = motion_box(motion_box(input->box, joined->box, on), own->box, further);
  moving.before = t < 0.6f ? input->values : summed;
  moving.values = t < 0.6f ? summed : own->values;
  moving.mix = t < 0.6f ? motion_part(t, 0.48f, 0.58f) : further;
  moving.palette_before = own->palette;
  moving.range_before = input->range;
  if (t < 0.6f) moving.range = input->range;
  moving.passing = true;
  if (moving.filled == 0) return;
  draw_heatmap(moment->later.pen.list, moving);
  matrix_outline(&moment->later, box_inset(moving.box, -2), moment->later.pen.theme->output_line,
                 1.5f);
}

void block_motion(const Moment *moment) {
  assert(moment->own && !moment->own->transposed);
  const Scene *scene = &moment->later;
  const DrawHeatmap *own = moment->own;
  const DrawHeatmap *input = motion_heatmap(scene, moment->later_list, TRACE_INPUT);
  const DrawHeatmap *joined = motion_heatmap(scene, moment->later_list, TRACE_ATTN_PROJ);
  float t = moment->t, come = motion_part(t, 0.25f, 0.4f);
  DrawHeatmap empty = *own;
  if (t < 0.8f) empty.filled = 0;
  motion_faded(scene, &empty, come);
  if (!input || !joined) return;
  motion_faded(scene, input, come);
  if (t > 0.42f && t < 0.8f) draw_moving(moment, input, joined);
}
