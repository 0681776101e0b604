/* core/matrix.h -- matrices that are written and matrices that are only read.
**
** Element (r, c) is at[r * stride + c]; rows follow each other, stride >= cols. C's const is
** shallow, so reading and writing are two types: a function that takes a MatView cannot change a
** number, and the compiler sees to it.
**
** A matrix with stride > cols is a view into a wider one, for example the columns of one head.
** Writing to the view writes into the wide matrix.
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

/* A matrix [rows, cols] that may be written. at may be NULL: several functions take that as "not
** given" (a gradient that is not needed, a model without an MLP). stride counts floats, not
** bytes. */
typedef struct Mat {
  float *at;
  int rows, cols, stride;
} Mat;

/* The same, read-only. It is valid as long as its numbers: those of the trace's arena, the model's
** or the frame's. */
typedef struct MatView {
  const float *at;
  int rows, cols, stride;
} MatView;

/* A read-only view of a matrix. There is no conversion back. */
static inline MatView mat_view(Mat m) { return (MatView){m.at, m.rows, m.cols, m.stride}; }

/* Element (row, col), both from 0; asserts the bounds. For few elements: loops over many use a row
** at a time, which the compiler can vectorise. */
static inline float mat_get(MatView m, int row, int col) {
  assert(row >= 0 && row < m.rows && col >= 0 && col < m.cols);
  return m.at[(size_t)row * (size_t)m.stride + (size_t)col];
}

/* The cols numbers of one row; numbers from cols to stride do not belong to this matrix. */
static inline const float *mat_row(MatView m, int row) {
  assert(row >= 0 && row < m.rows);
  return m.at + (size_t)row * (size_t)m.stride;
}

/* The same of a matrix that may be written. */
static inline float *mat_row_of(Mat m, int row) {
  assert(row >= 0 && row < m.rows);
  return m.at + (size_t)row * (size_t)m.stride;
}

/* A view of columns first .. first+count-1, [rows, count]: writing there writes into m. count may
** be 0. */
static inline Mat mat_cols(Mat m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.cols);
  return (Mat){m.at + first, m.rows, count, m.stride};
}

/* The same, read-only. */
static inline MatView mat_view_cols(MatView m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.cols);
  return (MatView){m.at + first, m.rows, count, m.stride};
}

/* A view of rows first .. first+count-1, [count, cols]. count may be 0; first may then be m.rows.
** */
static inline Mat mat_rows(Mat m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.rows);
  return (Mat){m.at + (size_t)first * (size_t)m.stride, count, m.cols, m.stride};
}

/* The same, read-only. */
static inline MatView mat_view_rows(MatView m, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= m.rows);
  return (MatView){m.at + (size_t)first * (size_t)m.stride, count, m.cols, m.stride};
}

/* The largest |x| over the finite elements; 0 where there are none. Colour scales use it, so a
** single NaN or infinity must not change it. */
float mat_largest(MatView m);

/* The largest |x| as the bits of its float: without the sign they are ordered like the numbers,
** with infinity at 0x7f800000 and NaN above it. So one pass finds the largest number and whether
** any is broken (a result from 0x7f800000 on). hides: −inf stands for a hidden cell (M-05) and
** is left out. */
uint32_t mat_largest_bits(MatView m, bool hides);

/* How many elements are not finite. */
long mat_count_not_finite(MatView m);

/* Finds the first NaN or ±inf in row-major order. True: *row and *col are its place, from 0. False:
** all numbers are finite, and *row and *col are unchanged. */
bool mat_first_not_finite(MatView m, int *row, int *col);

/* Copies the first to.rows rows of `from` into `to`; both have the same number of columns and do
** not overlap. */
void mat_copy(MatView from, Mat to);

/* The same of all rows into a matrix that is as high and may be wider: the columns behind those of
** `from` become 0. */
void mat_copy_padded(MatView from, Mat to);

/* sum = a + b, each rounded once; as many rows as sum has. sum may be a or b. */
void mat_add(MatView a, MatView b, Mat sum);

/* product = a ⊙ b, number by number: the gate of an MLP (M-72). product may be a or b. */
void mat_multiply(MatView a, MatView b, Mat product);

#endif
