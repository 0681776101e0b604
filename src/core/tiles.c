/* core/tiles.c -- a tile at the edge is filled up with zeros before it is multiplied.
**
** BLAS takes other kernels, with sums in another order, for other shapes. So it only ever gets
** products of [64,D] with [64,D]ᵀ and of [64,64] with [64,Dv]: row 5 of a sentence of 10 tokens
** has then the bits of row 5 of one of 500. The zeros cost arithmetic, at most one tile more
** each way. */
#include "core/tiles.h"

#include <string.h>

#include "core/lanes.h"
#include "core/linear.h"
#include "core/product.h"

size_t tile_room_numbers(int d_head) { return (size_t)TILE * (2 * (size_t)d_head + TILE); }

/* TILE rows [TILE, cols] from `first` on: read in place where there are as many, else copied
** into room with rows of 0 below them. */
static MatView whole_tile(MatView rows, int first, float *room) {
  int count = rows.rows - first;
  if (count >= TILE) return mat_view_rows(rows, first, TILE);
  size_t row_bytes = (size_t)rows.cols * sizeof *room;
  for (int i = 0; i < TILE; i++) {
    float *to = room + (size_t)i * (size_t)rows.cols;
    if (i < count) memcpy(to, mat_row(rows, first + i), row_bytes);
    else memset(to, 0, row_bytes);
  }
  return (MatView){room, TILE, rows.cols, rows.cols};
}

/* M-03, one tile of keys after the other. Zero rows of q or k give scores 0, which the caller
** hides with −inf before softmax. */
void tile_scores(MatView q, MatView k, Mat scores, float *room) {
  assert(q.rows <= TILE && scores.rows == TILE && scores.cols == tiles_wide(k.rows));
  MatView queries = whole_tile(q, 0, room);
  float *rest = room + (size_t)TILE * (size_t)q.cols;
  Mat part = {rest + (size_t)TILE * (size_t)q.cols, TILE, TILE, TILE};
  for (int first = 0; first < k.rows; first += TILE) {
    /* Into rows that touch: those of many keys are a power of two apart and would push each other
    ** out of the cache. */
    linear_times_transposed(queries, whole_tile(k, first, rest), part);
    for (int row = 0; row < TILE; row++)
      memcpy(mat_row_of(scores, row) + first, mat_row(mat_view(part), row), TILE * sizeof(float));
  }
}

/* sum += x. restrict: the compiler need not ask whether they overlap. */
CORE_CLONES
static void add_row(const float *restrict x, float *restrict sum, int count) {
  for (int i = 0; i < count; i++) sum[i] += x[i];
}

void tile_output(MatView weights, MatView v, Mat output, float *room) {
  assert(output.rows <= TILE && weights.rows == TILE && weights.cols == tiles_wide(v.rows));
  /* Rows below output are padding, with weights 0. */
  int end = product_end_of_rows(mat_view_rows(weights, 0, output.rows));
  Mat part = {room + (size_t)TILE * (size_t)v.cols, TILE, v.cols, v.cols};
  for (int row = 0; row < output.rows; row++)
    /* A row that attends to nothing must end as 0 (M-06), even when no tile is left to be
    ** multiplied. */
    memset(mat_row_of(output, row), 0, (size_t)output.cols * sizeof(float));
  /* M-07 as a sum over tiles of keys. Each part is summed by BLAS from 0 and added to the others
  ** in the order of the keys, so more keys behind the last share add nothing and change no bit. */
  for (int first = 0; first < end; first += TILE) {
    linear_times(mat_view_cols(weights, first, TILE), whole_tile(v, first, room), part);
    for (int row = 0; row < output.rows; row++)
      add_row(mat_row(mat_view(part), row), mat_row_of(output, row), output.cols);
  }
}
