/* core/matrix.h -- matrices that are written and matrices that are only read.
**
** Element (r, c) is at[r * stride + c]; rows follow each other, stride >= cols. C's const is
** shallow, so reading and writing are two types: a function that takes a MatView cannot change a
** number, and the compiler sees to it.
**
** A matrix with stride > cols is a window into a wider one: the columns of one head, say. Nothing
** is copied for it, so writing there writes into the wide one.
**
** Letters used everywhere
**   T query rows     S key rows     D columns of one head (d_head)     H heads     L layers
**   B batch          rows are queries, columns are keys; head h owns columns h*D .. h*D+D-1
**
** Memory  Neither type owns its numbers. Errors: none; a wrong index is a bug, hence asserts.
*/
#ifndef CORE_MATRIX_H
#define CORE_MATRIX_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Mat {
  float *at;
  int rows, cols, stride;
} Mat;

typedef struct MatView {
  const float *at;
  int rows, cols, stride;
} MatView;

/* From writing to reading; there is no way back. */
static inline MatView mat_view(Mat m) { return (MatView){m.at, m.rows, m.cols, m.stride}; }

/* One element, checked: for few elements. Loops over many take a row at a time. */
static inline float mat_get(MatView m, int row, int col) {
  assert(row >= 0 && row < m.rows && col >= 0 && col < m.cols);
  return m.at[(size_t)row * (size_t)m.stride + (size_t)col];
}

/* The cols numbers of a row, next to each other. */
static inline const float *mat_row(MatView m, int row) {
  assert(row >= 0 && row < m.rows);
  return m.at + (size_t)row * (size_t)m.stride;
}

static inline float *mat_row_of(Mat m, int row) {
  assert(row >= 0 && row < m.rows);
  return m.at + (size_t)row * (size_t)m.stride;
}

/* Columns first .. first+count-1, in place. */
static inline Mat mat_cols(Mat m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.cols);
  return (Mat){m.at + first, m.rows, count, m.stride};
}

static inline MatView mat_view_cols(MatView m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.cols);
  return (MatView){m.at + first, m.rows, count, m.stride};
}

/* Rows first .. first+count-1, in place. */
static inline Mat mat_rows(Mat m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.rows);
  return (Mat){m.at + (size_t)first * (size_t)m.stride, count, m.cols, m.stride};
}

static inline MatView mat_view_rows(MatView m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.rows);
  return (MatView){m.at + (size_t)first * (size_t)m.stride, count, m.cols, m.stride};
}

/* Largest |x| over the finite elements; 0 for none. */
float mat_largest(MatView m);

/* The largest |x| as its bits, which are ordered like the numbers: from 0x7f800000 on it is not
** finite. hides: −inf stands for a hidden cell and is left out. */
uint32_t mat_largest_bits(MatView m, bool hides);

/* The first element that is NaN or infinite: its row and column, or false when all are finite. */
bool mat_first_not_finite(MatView m, int *row, int *col);

#endif
