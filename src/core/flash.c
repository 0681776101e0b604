/* core/flash.c -- one tile of attention with a running maximum and a running sum (M-65). */
#include "core/flash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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

/* NaN stays: every comparison with it is false. */
float flash_max(float max, const float *scores, int count) {
  for (int i = 0; i < count && !isnan(max); i++)
    if (!(scores[i] <= max)) max = scores[i];
  return max;
}

float flash_exponential(float x, float max) {
  return x == -INFINITY ? 0 : (float)exp((double)x - (double)max);
}

/* O += p v, in the order of the keys. */
static void add_values(double *output, float share, const float *values, int cols) {
  for (int col = 0; col < cols; col++) output[col] += (double)share * (double)values[col];
}

/* Hidden keys are left out, so their values are not read. */
static void add_row(const float *scores, MatView values, FlashRows row) {
  float max = flash_max(*row.max, scores, values.rows);
  if (max == -INFINITY) return;
  double factor = (double)flash_exponential(*row.max, max);
  *row.max = max;
  *row.sum *= factor;
  for (int col = 0; col < row.cols; col++) row.output[col] *= factor;
  for (int key = 0; key < values.rows; key++) {
    float share = flash_exponential(scores[key], max);
    *row.sum += (double)share;
    if (share != 0) add_values(row.output, share, mat_row(values, key), row.cols);
  }
}

void flash_tile(MatView scores, MatView values, FlashRows rows) {
  assert(scores.rows == rows.rows && scores.cols == values.rows && values.cols == rows.cols);
  for (int row = 0; row < rows.rows; row++)
    add_row(mat_row(scores, row), values, flash_rows(rows, row, 1));
}

void flash_tiles(MatView masked, MatView values, int each, FlashRows rows) {
  assert(each > 0 && masked.cols == values.rows);
  for (int first = 0; first < masked.cols; first += each) {
    int count = masked.cols - first < each ? masked.cols - first : each;
    flash_tile(mat_view_cols(masked, first, count), mat_view_rows(values, first, count), rows);
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
