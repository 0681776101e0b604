/* model/forward/layer_rows.c -- see layer_rows.h. */
#include "model/forward/layer_rows.h"

#include <assert.h>

/* Sums and norms are too quick for smaller pieces. The pieces do not affect the numbers: rows are
** independent. */
enum { ROWS_A_PIECE = 8 };

static void run_rows(void *self, int index) {
  const LayerRows *work = self;
  int rows = work->weights ? work->normed.rows : work->sum.rows, first = index * ROWS_A_PIECE;
  int count = rows - first < ROWS_A_PIECE ? rows - first : ROWS_A_PIECE;
  MatView x = mat_view_rows(work->a, first, count);
  if (work->b.at) {
    Mat sum = mat_rows(work->sum, first, count);
    mat_add(x, mat_view_rows(work->b, first, count), sum);
    x = mat_view(sum);
  }
  if (work->weights) norm_rows(&work->norm, x, mat_rows(work->normed, first, count));
}

void layer_rows_run(const Forward *forward, LayerRows *work) {
  assert(work->weights || work->b.at);
  assert(forward->first_row >= 0 && forward->first_row <= forward->end_row);
  int rows = forward->end_row - forward->first_row;
  if (work->weights) work->norm = model_norm(forward->model, work->weights);
  pool_run(forward->pool, (rows + ROWS_A_PIECE - 1) / ROWS_A_PIECE, run_rows, work);
}

/* True, with the rows of its buffer, for a part that the trace does not store. RESIDUAL overwrites
** ATTN_PROJ, one norm the other, and BLOCK the INPUT, which are not needed any more by then. */
static bool find_buffer(const Forward *forward, TracePart part, int layer, Mat *rows) {
  int place = part == TRACE_ATTN_PROJ || part == TRACE_RESIDUAL ? 0
              : part == TRACE_NORM_1 || part == TRACE_NORM_2    ? 1
                                                                : -1;
  bool is_stream = part == TRACE_INPUT || part == TRACE_BLOCK;
  if (forward->stores_sums || (place < 0 && !is_stream)) return false;
  if (is_stream && trace_keeps(forward->trace, part, layer)) return false;
  *rows = is_stream ? forward_rows(forward, forward->stream)
                    : mat_rows(forward->passing[place], 0, forward->end_row - forward->first_row);
  return true;
}

MatView layer_rows_view(const Forward *forward, TracePart part, int layer) {
  Mat passing;
  if (find_buffer(forward, part, layer, &passing)) return mat_view(passing);
  return forward_view(forward, trace_matrix(forward->trace, part, layer, 0));
}

Mat layer_rows_part(const Forward *forward, TracePart part, int layer) {
  Mat passing;
  if (find_buffer(forward, part, layer, &passing)) return passing;
  return forward_rows(forward, trace_place(forward->trace, part, layer, 0));
}

void layer_rows_norm(const Forward *forward, MatView x, const NormWeights *weights, Mat y) {
  LayerRows work = {.a = x, .weights = weights, .normed = y};
  layer_rows_run(forward, &work);
}

void layer_rows_add(const Forward *forward, MatView a, MatView b, Mat sum) {
  LayerRows work = {.a = a, .b = b, .sum = sum};
  layer_rows_run(forward, &work);
}
