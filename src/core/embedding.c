/* core/embedding.c -- rows of a table by id (M-14), and their gradient (M-28). */
#include "core/embedding.h"

#include "core/lanes.h"

/* restrict: table and rows never overlap, which the compiler may not assume. */
CORE_INLINE void scale_row_loop(const float *restrict from, float scale, float *restrict to,
                                int count) {
  for (int i = 0; i < count; i++) to[i] = from[i] * scale;
}
CORE_LEVELS(scale_row, (const float *restrict from, float scale, float *restrict to, int count),
            (from, scale, to, count))

/* Adds, since the table gets a second gradient from the logits (M-17, M-28). */
CORE_INLINE void add_scaled_row_loop(const float *restrict from, float scale, float *restrict to,
                                     int count) {
  for (int i = 0; i < count; i++) to[i] += from[i] * scale;
}
CORE_LEVELS(add_scaled_row,
            (const float *restrict from, float scale, float *restrict to, int count),
            (from, scale, to, count))

/* M-14: x_t = scale · E[id_t]. */
void embedding_rows(MatView table, const int *ids, float scale, Mat x) {
  assert(table.cols == x.cols);
  for (int row = 0; row < x.rows; row++) /* mat_row asserts the id. */
    scale_row(mat_row(table, ids[row]), scale, mat_row_of(x, row), x.cols);
}

/* A repeated id adds several times, in order: one thread handles all rows. */
void embedding_rows_backward(MatView dx, const int *ids, float scale, Mat d_table) {
  assert(dx.cols == d_table.cols);
  for (int row = 0; row < dx.rows; row++) /* Rows of other words do not change. */
    add_scaled_row(mat_row(dx, row), scale, mat_row_of(d_table, ids[row]), dx.cols);
}
