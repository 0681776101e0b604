/* trace/workings/joined.c -- part of the concatenation times rows of W_O. */
#include "trace/workings/joined.h"

#include <assert.h>
#include <math.h>

double joined_term(const Trace *trace, int layer, int row, int head, int column) {
  MatView concat = trace_matrix(trace, TRACE_CONCAT, layer, 0);
  MatView map = trace_matrix(trace, TRACE_W_O, layer, 0);
  int heads = trace_head_count(trace, layer);
  assert(concat.at && map.at && head >= 0 && head < heads);
  assert(row >= 0 && row < concat.rows && column >= 0 && column < map.cols);
  int wide = concat.cols / heads;
  const float *own = mat_row(concat, row) + head * wide;
  double sum = 0;
  for (int i = 0; i < wide; i++)
    sum += (double)own[i] * (double)mat_get(map, head * wide + i, column);
  return sum;
}

/* Row by row of W_O, as it lies in memory; each sum still adds in the order of joined_term. */
static double *sums_make(Arena *arena, const Trace *trace, int layer, int row, int head) {
  MatView concat = trace_matrix(trace, TRACE_CONCAT, layer, 0);
  MatView map = trace_matrix(trace, TRACE_W_O, layer, 0);
  int heads = trace_head_count(trace, layer), wide = concat.cols / heads;
  assert(head >= 0 && head < heads && map.cols >= 0);
  if (map.cols == 0) return arena_take(arena, 1, sizeof(double)); /* no map, so no columns */
  assert(concat.at && map.at && row >= 0 && row < concat.rows);
  const float *own = mat_row(concat, row) + head * wide;
  double *sums = arena_take(arena, (size_t)map.cols, sizeof *sums);
  if (!sums) return NULL;
  for (int col = 0; col < map.cols; col++) sums[col] = 0;
  for (int i = 0; i < wide; i++) {
    const float *weights = mat_row(map, head * wide + i);
    for (int col = 0; col < map.cols; col++) sums[col] += (double)own[i] * (double)weights[col];
  }
  return sums;
}

const float *joined_terms_make(Arena *arena, const Trace *trace, int layer, int row, int head) {
  int columns = trace_matrix(trace, TRACE_W_O, layer, 0).cols;
  float *terms = arena_take(arena, (size_t)columns, sizeof *terms);
  if (!terms || columns == 0) return terms; /* a trace without W_O */
  const double *sums = sums_make(arena, trace, layer, row, head);
  for (int col = 0; sums && col < columns; col++) terms[col] = (float)sums[col];
  return sums ? terms : NULL;
}

double joined_length(Arena *arena, const Trace *trace, int layer, int row, int head) {
  int columns = trace_matrix(trace, TRACE_W_O, layer, 0).cols;
  const double *sums = sums_make(arena, trace, layer, row, head);
  double square = 0;
  for (int col = 0; sums && col < columns; col++) square += sums[col] * sums[col];
  return sums ? sqrt(square) : NAN;
}
