/* model/forward_again.c -- sums and norms of a large trace, made again from what it stores.
**
**   norm before   RESIDUAL = INPUT + JOINED   NORM_1 = norm_1(INPUT)      NORM_2 = norm_2(RESIDUAL)
**   norm after    RESIDUAL = INPUT + JOINED   NORM_1 = norm_1(RESIDUAL)
**
** They are a third of what a trace stores by row, and take no product to make; the functions are
** those that ran the model, so the bits are the same.
*/
#include "core/norm.h"
#include "model/forward.h"

uint64_t forward_again_parts(const Model *model) {
  if (model->d_ff == 0 || model->norm_place == NORM_NONE) return 0; /* BLOCK is one of them */
  uint64_t parts = TRACE_BIT(TRACE_RESIDUAL) | TRACE_BIT(TRACE_NORM_1);
  if (model->norm_place == NORM_BEFORE) parts |= TRACE_BIT(TRACE_NORM_2);
  return parts;
}

void forward_add_rows(MatView a, MatView b, Mat sum) {
  for (int row = 0; row < sum.rows; row++)
    for (int col = 0; col < sum.cols; col++)
      mat_row_of(sum, row)[col] = mat_row(a, row)[col] + mat_row(b, row)[col];
}

void forward_make_again(const Model *model, const Trace *trace, TracePart part, int layer, Mat to) {
  const LayerWeights *with = &model->layers[layer];
  const NormWeights *norm = part == TRACE_NORM_1 ? &with->norm_1 : &with->norm_2;
  /* Rows of `to` may be fewer than those of the trace: then the first ones. */
  MatView x = trace_matrix(trace, TRACE_INPUT, layer, 0);
  bool of_input = part == TRACE_NORM_1 && model->norm_place == NORM_BEFORE;
  if (!of_input) {
    forward_add_rows(x, trace_matrix(trace, TRACE_JOINED, layer, 0), to);
    x = mat_view(to);
  }
  if (part != TRACE_RESIDUAL)
    norm_layer(mat_view_rows(x, 0, to.rows), norm->gain, norm->bias, model->epsilon, to);
}
