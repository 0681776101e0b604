/* core/flash.c -- one tile of attention with a running maximum and a running sum (M-65). */
#include "core/flash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/lanes.h"
#include "core/relative.h"
#include "core/softmax.h"

FlashValues flash_values(const FlashValues *all, int first, int count) {
  FlashValues some = *all;
  some.values = mat_view_rows(all->values, first, count);
  some.offset = all->offset - first;
  if (all->left_out.hidden) some.left_out = mask_cols(all->left_out, first, count);
  return some;
}

FlashRows flash_rows(FlashRows all, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= all.rows);
  size_t skipped = (size_t)first * (size_t)all.cols;
  return (FlashRows){all.max + first, all.sum + first, all.output + skipped, count, all.cols};
}

void flash_begin(FlashRows rows) {
  for (int row = 0; row < rows.rows; row++) {
    rows.max[row] = -INFINITY;
    rows.sum[row] = 0;
  }
  memset(rows.output, 0, (size_t)rows.rows * (size_t)rows.cols * sizeof *rows.output);
}

/* Whether any of the numbers is NaN does not depend on the order in which they are met. */
CORE_INLINE float largest_loop(float max, const float *scores, int count) {
  Lanes most = (Lanes){0} + max, now;
  LanesInt broken = most != most;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, scores + i);
    broken |= now != now;
    larger_lanes(&most, &now);
  }
  for (int lane = 0; lane < LANES; lane++)
    if (broken[lane]) return NAN;
  max = lanes_max(&most);
  for (; i < count && !isnan(max); i++)
    if (!(scores[i] <= max)) max = scores[i];
  return max;
}
CORE_LEVELS_GIVING(float, largest, (float max, const float *scores, int count),
                   (max, scores, count))

float flash_max(float max, const float *scores, int count) { return largest(max, scores, count); }

float flash_factor(float max, float new_max) {
  return max == -INFINITY ? 0 : (float)exp((double)max - (double)new_max);
}

void flash_shares(const float *scores, float max, float *shares, int count) {
  softmax_exponentials(scores, max, shares, count);
}

/* Columns of V at a time whose sums stay in registers. */
enum { COLUMNS = 8 * HALF };

/* O += p v for `wides` registers of columns, key by key. The product of two floats is exact in
** double. A share of 0 is left out, so the values of hidden keys are not read. */
CORE_INLINE void add_columns(double *restrict output, const float *restrict shares, int count,
                             const float *restrict values, size_t stride, int wides) {
  Wide sum[COLUMNS / HALF], of;
  CORE_UNROLL
  for (int w = 0; w < wides; w++) wide_take(&sum[w], output + w * HALF);
  for (int key = 0; key < count; key++, values += stride) {
    double share = (double)shares[key];
    if (share == 0) continue;
    CORE_UNROLL
    for (int w = 0; w < wides; w++) {
      wide_load(&of, values + w * HALF);
      sum[w] += of * share;
    }
  }
  CORE_UNROLL
  for (int w = 0; w < wides; w++) wide_put(output + w * HALF, &sum[w]);
}

/* O += Σ p v over some keys, in their order. */
CORE_INLINE void add_values_loop(double *restrict output, const float *restrict shares, int count,
                                 const float *restrict values, size_t stride, int cols) {
  int col = 0;
  for (; col + COLUMNS <= cols; col += COLUMNS)
    add_columns(output + col, shares, count, values + col, stride, COLUMNS / HALF);
  for (; col + HALF <= cols; col += HALF)
    add_columns(output + col, shares, count, values + col, stride, 1);
  for (int key = 0; col < cols && key < count; key++)
    for (int at = col; at < cols && shares[key] != 0; at++)
      output[at] += (double)shares[key] * (double)values[(size_t)key * stride + (size_t)at];
}
CORE_LEVELS(add_values,
            (double *restrict output, const float *restrict shares, int count,
             const float *restrict values, size_t stride, int cols),
            (output, shares, count, values, stride, cols))

/* What is left of a share by dropout. */
static float kept_of(const FlashValues *of, int row, int key, float share) {
  if (!of->left_out.hidden) return share;
  return mask_hides(of->left_out, row, key) ? 0 : (float)((double)share / of->kept);
}

/* One key of a row, with what dropout and relative vectors do to it. */
static void add_key(float share, int key, const FlashValues *of, int row, double *output) {
  float kept = kept_of(of, row, key, share);
  if (kept == 0) return;
  add_values(output, &kept, 1, mat_row(of->values, key), 0, of->values.cols);
  if (!of->relative.at) return;
  int distance = relative_row(of->relative.rows, key - row - of->offset);
  add_values(output, &kept, 1, mat_row(of->relative, distance), 0, of->values.cols);
}

/* Some keys of a row, in their order. */
static void add_keys(const float *shares, int first, int count, const FlashValues *of, int row,
                     double *output) {
  bool is_plain = !of->left_out.hidden && !of->relative.at;
  if (is_plain)
    add_values(output, shares, count, mat_row(of->values, first), (size_t)of->values.stride,
               of->values.cols);
  for (int i = 0; i < count && !is_plain; i++) add_key(shares[i], first + i, of, row, output);
}

static void add_row(const float *scores, const FlashValues *of, int row, FlashRows rows) {
  enum { AT_ONCE = 256 };
  float shares[AT_ONCE], before = rows.max[row];
  int keys = of->values.rows;
  double *output = rows.output + (size_t)row * (size_t)rows.cols;
  float most = flash_max(-INFINITY, scores, keys), max = flash_max(before, &most, 1);
  if (most == -INFINITY) return; /* no key of the tile is seen, so nothing changes */
  double factor = (double)flash_factor(before, max);
  rows.max[row] = max;
  rows.sum[row] *= factor;
  for (int col = 0; col < rows.cols; col++) output[col] *= factor;
  for (int first = 0; first < keys; first += AT_ONCE) {
    int count = keys - first < AT_ONCE ? keys - first : AT_ONCE;
    flash_shares(scores + first, max, shares, count);
    for (int i = 0; i < count; i++) rows.sum[row] += (double)shares[i];
    add_keys(shares, first, count, of, row, output);
  }
}

void flash_tile(MatView scores, const FlashValues *of, FlashRows rows) {
  assert(scores.rows == rows.rows && scores.cols == of->values.rows);
  assert(of->values.cols == rows.cols && (!of->relative.at || of->relative.cols == rows.cols));
  for (int row = 0; row < rows.rows; row++) add_row(mat_row(scores, row), of, row, rows);
}

void flash_tiles(MatView masked, const FlashValues *of, int each, FlashRows rows) {
  assert(each > 0 && masked.cols == of->values.rows);
  for (int first = 0; first < masked.cols; first += each) {
    int count = masked.cols - first < each ? masked.cols - first : each;
    FlashValues some = flash_values(of, first, count);
    flash_tile(mat_view_cols(masked, first, count), &some, rows);
    if (masked.cols - first <= each) break; /* before the sum could leave the range of int */
  }
}

void flash_end(FlashRows rows, Mat output) {
  assert(output.rows == rows.rows && output.cols == rows.cols);
  for (int row = 0; row < rows.rows; row++) {
    const double *from = rows.output + (size_t)row * (size_t)rows.cols;
    float *to = mat_row_of(output, row);
    for (int col = 0; col < rows.cols; col++)
      to[col] = rows.sum[row] == 0 ? 0 : (float)(from[col] / rows.sum[row]);
  }
}
