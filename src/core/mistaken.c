/* core/mistaken.c -- the arithmetic of classic mistakes. Written plainly: nobody waits for it. */
#include "core/mistaken.h"

#include <math.h>
#include <string.h>

#include "core/linear.h"

static float exponential(float x) { return (float)exp((double)x); }

/* ---- softmax of columns ---- */

void mistaken_columns_begin(MistakenColumns columns) {
  for (int col = 0; col < columns.count; col++) {
    columns.max[col] = -INFINITY;
    columns.sum[col] = 0;
  }
}

void mistaken_columns_max(MatView scores, MistakenColumns columns) {
  assert(scores.cols == columns.count);
  for (int row = 0; row < scores.rows; row++) {
    const float *x = mat_row(scores, row);
    for (int col = 0; col < scores.cols; col++) columns.max[col] = fmaxf(columns.max[col], x[col]);
  }
}

/* −∞ less −∞ is NaN: a hidden cell is 0 whatever the maximum. */
static float share_of(float x, float max) { return x == -INFINITY ? 0 : exponential(x - max); }

void mistaken_columns_add(MatView scores, MistakenColumns columns) {
  assert(scores.cols == columns.count);
  for (int row = 0; row < scores.rows; row++) {
    const float *x = mat_row(scores, row);
    for (int col = 0; col < scores.cols; col++)
      columns.sum[col] += (double)share_of(x[col], columns.max[col]);
  }
}

void mistaken_columns_share(MatView scores, MistakenColumns columns, Mat weights) {
  assert(scores.cols == columns.count && weights.rows == scores.rows);
  for (int row = 0; row < scores.rows; row++) {
    const float *x = mat_row(scores, row);
    float *y = mat_row_of(weights, row);
    for (int col = 0; col < scores.cols; col++) {
      float share = share_of(x[col], columns.max[col]);
      y[col] = columns.sum[col] > 0 ? (float)((double)share / columns.sum[col]) : share;
    }
  }
}

/* ---- softmax without its maximum ---- */

static bool is_hidden_whole(const float *x, int count) {
  for (int i = 0; i < count; i++)
    if (x[i] != -INFINITY) return false;
  return true;
}

/* The sum is that of floats that may be inf, so it is inf where a program of floats has it. */
static void no_max_row(const float *x, float *y, int count) {
  double sum = 0;
  bool is_hidden = is_hidden_whole(x, count);
  for (int i = 0; i < count; i++) {
    y[i] = exponential(x[i]);
    sum += (double)y[i];
  }
  float whole = (float)sum;
  for (int i = 0; i < count && !is_hidden; i++) y[i] /= whole;
}

void mistaken_no_max(MatView scores, Mat weights) {
  assert(scores.rows == weights.rows && scores.cols == weights.cols);
  for (int row = 0; row < scores.rows; row++)
    no_max_row(mat_row(scores, row), mat_row_of(weights, row), scores.cols);
}

/* ---- masks ---- */

void mistaken_hide_with_zero(MatView from, MaskView mask, Mat to) {
  assert(from.rows == to.rows && from.cols == to.cols);
  for (int row = 0; row < from.rows; row++) {
    const float *x = mat_row(from, row);
    float *y = mat_row_of(to, row);
    for (int col = 0; col < from.cols; col++) y[col] = mask_hides(mask, row, col) ? 0 : x[col];
  }
}

/* ---- the order of the product ---- */

bool mistaken_values_fit(int query_count, int key_count, int width) {
  return width == query_count && key_count == query_count;
}

void mistaken_values_first(MatView v, MatView weights, Mat output) {
  assert(output.rows == weights.rows && output.cols == v.cols && v.rows == weights.cols);
  if (mistaken_values_fit(weights.rows, weights.cols, v.cols)) {
    linear(v, weights, NULL, output);
    return;
  }
  for (int row = 0; row < output.rows; row++)
    for (int col = 0; col < output.cols; col++) mat_row_of(output, row)[col] = NAN;
}

/* ---- heads ---- */

/* Right, chunk t·H + h is row t of head h; the mistake takes chunk h·T + t for it. */
MistakenRow mistaken_row_from(MistakenRow at, int head_count, int row_count) {
  int64_t chunk = (int64_t)at.head * row_count + at.row;
  return (MistakenRow){(int)(chunk % head_count), (int)(chunk / head_count)};
}

MistakenRow mistaken_row_to(MistakenRow from, int head_count, int row_count) {
  int64_t chunk = (int64_t)from.row * head_count + from.head;
  return (MistakenRow){(int)(chunk / row_count), (int)(chunk % row_count)};
}

void mistaken_split_heads(Mat x, int head_count, float *copy) {
  assert(head_count > 0 && x.cols % head_count == 0);
  int width = x.cols / head_count;
  for (int row = 0; row < x.rows; row++)
    memcpy(copy + (size_t)row * (size_t)x.cols, mat_row_of(x, row), (size_t)x.cols * sizeof *copy);
  for (int row = 0; row < x.rows; row++)
    for (int head = 0; head < head_count; head++) {
      MistakenRow from = mistaken_row_from((MistakenRow){head, row}, head_count, x.rows);
      memcpy(mat_row_of(x, row) + head * width,
             copy + (size_t)from.row * (size_t)x.cols + (size_t)(from.head * width),
             (size_t)width * sizeof *copy);
    }
}
