/* trace/workings/joined.c -- part of the concatenation times rows of W_O. */
#include "trace/workings/joined.h"

#include <assert.h>

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

const float *joined_terms_make(Arena *arena, const Trace *trace, int layer, int row, int head) {
  int columns = trace_matrix(trace, TRACE_W_O, layer, 0).cols;
  float *terms = arena_take(arena, (size_t)columns, sizeof *terms);
  for (int col = 0; terms && col < columns; col++)
    terms[col] = (float)joined_term(trace, layer, row, head, col);
  return terms;
}
