/* core/bucket_bias.c -- relative buckets (M-48). */
#include "core/bucket_bias.h"

#include <assert.h>
#include <math.h>

/* The bucket of a distance among `count` of one direction. */
static int side_bucket(int distance, int count, int far) {
  int exact = count / 2;
  if (distance < exact) return distance;
  double share = log((double)distance / exact) / log((double)far / exact);
  double bucket = exact + floor(share * (count - exact));
  return bucket < count - 1 ? (int)bucket : count - 1;
}

int bucket_of(const Buckets *buckets, int offset) {
  int half = buckets->is_causal ? buckets->count : buckets->count / 2;
  assert(buckets->count >= 4 && buckets->far > half / 2);
  if (buckets->is_causal) return side_bucket(offset < 0 ? -offset : 0, half, buckets->far);
  if (offset > 0) return half + side_bucket(offset, half, buckets->far);
  return side_bucket(-offset, half, buckets->far);
}

void bucket_bias_offsets(const Buckets *buckets, MatView table, int head, int key_count,
                         float *offsets) {
  assert(table.rows == buckets->count && head >= 0 && head < table.cols && key_count > 0);
  for (int offset = 1 - key_count; offset < key_count; offset++)
    offsets[offset + key_count - 1] = mat_get(table, bucket_of(buckets, offset), head);
}

/* The biases of one row: those of the keys from 0 on are beside each other. */
static const float *of_row(const float *offsets, int place, int key_count) {
  return offsets + (key_count - 1 - place);
}

void bucket_bias_fill(const float *offsets, int first, Mat bias) {
  assert(first >= 0 && first + bias.rows <= bias.cols);
  for (int row = 0; row < bias.rows; row++) {
    const float *from = of_row(offsets, first + row, bias.cols);
    float *to = mat_row_of(bias, row);
    for (int key = 0; key < bias.cols; key++) to[key] = from[key];
  }
}

void bucket_bias_add(MatView scores, const float *offsets, int first, Mat biased) {
  assert(scores.rows == biased.rows && scores.cols == biased.cols);
  for (int row = 0; row < biased.rows; row++) {
    const float *from = mat_row(scores, row), *bias = of_row(offsets, first + row, biased.cols);
    float *to = mat_row_of(biased, row);
    for (int key = 0; key < biased.cols; key++) to[key] = from[key] + bias[key];
  }
}

/* One offset is a diagonal, whose pairs are summed in double. */
void bucket_bias_backward(const Buckets *buckets, MatView dbiased, int head, Mat dtable) {
  int count = dbiased.rows;
  assert(dbiased.cols == count && dtable.rows == buckets->count && head < dtable.cols);
  for (int offset = 1 - count; offset < count; offset++) {
    double sum = 0;
    int first = offset < 0 ? -offset : 0, end = offset > 0 ? count - offset : count;
    for (int row = first; row < end; row++) sum += (double)mat_get(dbiased, row, row + offset);
    mat_row_of(dtable, bucket_of(buckets, offset))[head] += (float)sum;
  }
}
