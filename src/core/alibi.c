/* core/alibi.c -- linear biases (M-47). */
#include "core/alibi.h"

#include <assert.h>
#include <math.h>

double alibi_slope(int head, int head_count) {
  assert(head >= 0 && head < head_count);
  int power = 1;
  while (power <= head_count / 2) power *= 2;
  if (head < power) return exp2(-8.0 * (head + 1) / power);
  return exp2(-4.0 * (2 * (head - power) + 1) / power);
}

static float bias_at(double slope, int place, int key) {
  int away = place > key ? place - key : key - place;
  return (float)(-slope * away);
}

void alibi_fill(double slope, int first, Mat bias) {
  assert(slope > 0 && first >= 0);
  for (int row = 0; row < bias.rows; row++)
    for (int key = 0; key < bias.cols; key++)
      mat_row_of(bias, row)[key] = bias_at(slope, first + row, key);
}

void alibi_add(MatView scaled, double slope, int first, Mat biased) {
  assert(slope > 0);
  assert(scaled.rows == biased.rows && scaled.cols == biased.cols);
  for (int row = 0; row < biased.rows; row++) {
    const float *from = mat_row(scaled, row);
    float *to = mat_row_of(biased, row);
    for (int key = 0; key < biased.cols; key++)
      to[key] = from[key] + bias_at(slope, first + row, key);
  }
}
