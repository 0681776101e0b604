/* core/tiles.c -- a tile at the edge is filled up with zeros before it is multiplied. */
#include "core/tiles.h"

#include <string.h>

#include "core/lanes.h"
#include "core/linear.h"
#include "core/product.h"

size_t tile_room_numbers(int d_head) { return (size_t)2 * TILE * (size_t)d_head; }

/* TILE rows from `first` on, copied into room where there are fewer. */
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

void tile_scores(MatView q, MatView k, Mat scores, float *room) {
  assert(q.rows <= TILE && scores.rows == TILE && scores.cols == tiles_wide(k.rows));
  MatView queries = whole_tile(q, 0, room);
  float *rest = room + (size_t)TILE * (size_t)q.cols;
  for (int first = 0; first < k.rows; first += TILE)
    linear_times_transposed(queries, whole_tile(k, first, rest), mat_cols(scores, first, TILE));
}

CORE_CLONES
static void add_row(const float *restrict x, float *restrict sum, int count) {
  for (int i = 0; i < count; i++) sum[i] += x[i];
}

void tile_output(MatView weights, MatView v, Mat output, float *room) {
  assert(output.rows <= TILE && weights.rows == TILE && weights.cols == tiles_wide(v.rows));
  int end = product_end_of_rows(mat_view_rows(weights, 0, output.rows));
  Mat part = {room + (size_t)TILE * (size_t)v.cols, TILE, v.cols, v.cols};
  for (int row = 0; row < output.rows; row++)
    memset(mat_row_of(output, row), 0, (size_t)output.cols * sizeof(float));
  for (int first = 0; first < end; first += TILE) {
    linear_times(mat_view_cols(weights, first, TILE), whole_tile(v, first, room), part);
    for (int row = 0; row < output.rows; row++)
      add_row(mat_row(mat_view(part), row), mat_row_of(output, row), output.cols);
  }
}
