/* core/rollout.c -- see rollout.h. */
#include "core/rollout.h"

void rollout_add_head(MatView head, double *sums) {
  for (int row = 0; row < head.rows; row++) {
    const float *weights = mat_row(head, row);
    for (int col = 0; col < head.cols; col++) *sums++ += (double)weights[col];
  }
}

void rollout_mean(const double *sums, int head_count, Mat mean) {
  assert(head_count > 0);
  for (int row = 0; row < mean.rows; row++) {
    float *to = mat_row_of(mean, row);
    for (int col = 0; col < mean.cols; col++) to[col] = (float)(*sums++ / head_count);
  }
}

void rollout_note_largest(MatView head, int index, RolloutLargest largest) {
  for (int row = 0; row < head.rows; row++) {
    const float *weights = mat_row(head, row);
    for (int col = 0; col < head.cols; col++, largest.weights++, largest.heads++) {
      if (!(weights[col] > *largest.weights)) continue;
      *largest.weights = weights[col];
      *largest.heads = index;
    }
  }
}

RolloutPeak rollout_peak(RolloutLargest largest, MatView mean) {
  RolloutPeak peak = {.row = -1};
  int of_head = 0;
  for (int row = 0; row < mean.rows; row++)
    for (int col = 0; col < mean.cols; col++, largest.weights++, largest.heads++) {
      float above = *largest.weights - mat_get(mean, row, col);
      bool is_first = above == peak.above && *largest.heads < of_head;
      if (!(above > 0) || !(peak.row < 0 || above > peak.above || is_first)) continue;
      peak = (RolloutPeak){row, col, above};
      of_head = *largest.heads;
    }
  return peak;
}

double rollout_mean_of_own(MatView rollout) {
  assert(rollout.rows > 0 && rollout.rows == rollout.cols);
  double sum = 0;
  for (int row = 0; row < rollout.rows; row++) sum += (double)mat_get(rollout, row, row);
  return sum / rollout.rows;
}

double rollout_mix_sum(MatView mean, int row) {
  const float *from = mat_row(mean, row);
  double sum = 0.5;
  for (int col = 0; col < mean.cols; col++) sum += 0.5 * (double)from[col];
  return sum;
}

void rollout_mix(MatView mean, Mat mixed) {
  assert(mean.rows == mean.cols && mixed.rows == mean.rows && mixed.cols == mean.cols);
  for (int row = 0; row < mean.rows; row++) {
    const float *from = mat_row(mean, row);
    float *to = mat_row_of(mixed, row);
    double sum = rollout_mix_sum(mean, row);
    for (int col = 0; col < mean.cols; col++) {
      double half = 0.5 * (double)from[col] + (col == row ? 0.5 : 0);
      to[col] = (float)(half / sum);
    }
  }
}

/* Four columns at a time, so that the sums of a row go on beside each other; the order of the terms
** of each is that of the columns of mixed. */
void rollout_next(MatView mixed, MatView before, Mat rollout) {
  enum { BESIDE = 4 };
  assert(mixed.cols == before.rows && rollout.rows == mixed.rows && rollout.cols == before.cols);
  for (int row = 0; row < mixed.rows; row++) {
    const float *shares = mat_row(mixed, row);
    for (int first = 0; first < before.cols; first += BESIDE) {
      int count = before.cols - first < BESIDE ? before.cols - first : BESIDE;
      double sums[BESIDE] = {0};
      for (int k = 0; k < mixed.cols; k++) {
        const float *of = mat_row(before, k) + first;
        for (int i = 0; i < count; i++) sums[i] += (double)shares[k] * (double)of[i];
      }
      for (int i = 0; i < count; i++) mat_row_of(rollout, row)[first + i] = (float)sums[i];
    }
  }
}
