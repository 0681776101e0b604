/* core/matrix.c -- operations on whole matrices. Rows need not be contiguous (stride > cols), so
** each works row by row; numbers between the rows belong to another head. */
#include "core/matrix.h"

#include <math.h>
#include <string.h>

#include "core/lanes.h"

void mat_copy(MatView from, Mat to) {
  assert(from.rows >= to.rows && from.cols == to.cols);
  for (int row = 0; row < to.rows; row++)
    memcpy(mat_row_of(to, row), mat_row(from, row), (size_t)to.cols * sizeof *to.at);
}

void mat_copy_padded(MatView from, Mat to) {
  assert(from.rows == to.rows && from.cols <= to.cols);
  mat_copy(from, mat_cols(to, 0, from.cols));
  for (int row = 0; row < to.rows; row++)
    for (int col = from.cols; col < to.cols; col++) mat_row_of(to, row)[col] = 0.0f;
}

/* In lanes, because sum may be x or y: the compiler does not vectorise a plain loop of it. */
CORE_INLINE void add_rows_loop(const float *x, const float *y, float *sum, int count) {
  Lanes a, b;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&a, x + i);
    lanes_load(&b, y + i);
    a += b;
    lanes_store(sum + i, &a);
  }
  for (; i < count; i++) sum[i] = x[i] + y[i];
}
CORE_LEVELS(add_rows, (const float *x, const float *y, float *sum, int count), (x, y, sum, count))

void mat_add(MatView a, MatView b, Mat sum) {
  assert(a.rows >= sum.rows && b.rows >= sum.rows && a.cols == sum.cols && b.cols == sum.cols);
  for (int row = 0; row < sum.rows; row++)
    add_rows(mat_row(a, row), mat_row(b, row), mat_row_of(sum, row), sum.cols);
}

void mat_multiply(MatView a, MatView b, Mat product) {
  assert(a.rows == product.rows && b.rows == product.rows);
  assert(a.cols == product.cols && b.cols == product.cols);
  for (int row = 0; row < product.rows; row++) {
    const float *left = mat_row(a, row), *right = mat_row(b, row);
    float *to = mat_row_of(product, row);
    for (int i = 0; i < product.cols; i++) to[i] = left[i] * right[i];
  }
}

bool mat_first_not_finite(MatView m, int *row, int *col) {
  for (int r = 0; r < m.rows; r++) {
    const float *x = mat_row(m, r);
    for (int c = 0; c < m.cols; c++) {
      if (isfinite(x[c])) continue;
      *row = r;
      *col = c;
      return true;
    }
  }
  return false;
}

/* Floats without their sign have the same order as their bits as integers, and a maximum of
** integers vectorises, while one of floats does not because of NaN. left_out is a bit pattern that
** counts as 0: −inf, or 0 to leave out nothing. */
CORE_INLINE uint32_t largest_bits_loop(const float *x, int count, uint32_t left_out) {
  LanesInt most = {0}, now, is_larger;
  uint32_t largest = 0;
  int i = 0;
  /* Written in lanes, since the compiler does not vectorise a plain loop. */
  for (; i + LANES <= count; i += LANES) {
    memcpy(&now, x + i, sizeof now);
    now &= (now != (int32_t)left_out) & 0x7fffffff;
    is_larger = now > most;
    most = (now & is_larger) | (most & ~is_larger);
  }
  for (int lane = 0; lane < LANES; lane++)
    if ((uint32_t)most[lane] > largest) largest = (uint32_t)most[lane];
  for (; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    bits = bits == left_out ? 0 : bits & 0x7fffffffu;
    if (bits > largest) largest = bits;
  }
  return largest;
}
CORE_LEVELS_GIVING(uint32_t, largest_bits, (const float *x, int count, uint32_t left_out),
                   (x, count, left_out))

/* Row by row, the largest of the rows' largest: a maximum has no rounding, so the order is free. */
uint32_t mat_largest_bits(MatView m, bool hides) {
  uint32_t largest = 0;
  for (int row = 0; row < m.rows; row++) {
    /* 0xff800000 is −inf. +inf is not left out: it is always a broken number. */
    uint32_t of_row = largest_bits(mat_row(m, row), m.cols, hides ? 0xff800000u : 0);
    if (of_row > largest) largest = of_row;
  }
  return largest;
}

/* Both comparisons are false for NaN, so it needs no test of its own. */
static float largest_finite(const float *x, int count) {
  float largest = 0.0f;
  for (int i = 0; i < count; i++) {
    float size = fabsf(x[i]);
    if (size > largest && size < INFINITY) largest = size;
  }
  return largest;
}

/* A row whose largest bits are those of a number has no other elements. */
float mat_largest(MatView m) {
  float largest = 0.0f;
  for (int row = 0; row < m.rows; row++) {
    uint32_t bits = largest_bits(mat_row(m, row), m.cols, 0);
    float of_row;
    if (bits < 0x7f800000u) memcpy(&of_row, &bits, sizeof of_row);
    else of_row = largest_finite(mat_row(m, row), m.cols);
    if (of_row > largest) largest = of_row;
  }
  return largest;
}

/* A comparison in lanes gives −1 where it holds. */
CORE_INLINE int not_finite_loop(const float *x, int count) {
  LanesInt found = {0}, now;
  int sum = 0, i = 0;
  for (; i + LANES <= count; i += LANES) {
    memcpy(&now, x + i, sizeof now);
    found -= (now & 0x7fffffff) >= 0x7f800000;
  }
  for (int lane = 0; lane < LANES; lane++) sum += found[lane];
  for (; i < count; i++) sum += !isfinite(x[i]);
  return sum;
}
CORE_LEVELS_GIVING(int, not_finite, (const float *x, int count), (x, count))

long mat_count_not_finite(MatView m) {
  long count = 0;
  for (int row = 0; row < m.rows; row++) count += not_finite(mat_row(m, row), m.cols);
  return count;
}
