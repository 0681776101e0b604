/* core/cosine_score.c -- scores that are cosines (M-61). */
#include "core/cosine_score.h"

#include <assert.h>
#include <math.h>

enum { ROWS_AT_ONCE = 64 };

double cosine_length(const float *row, int count) {
  double squares = 0;
  for (int c = 0; c < count; c++) squares += (double)row[c] * (double)row[c];
  return sqrt(squares);
}

/* The length of a key is found once for all rows. */
static void divide_rows(MatView q, MatView k, Mat scores) {
  double lengths[ROWS_AT_ONCE];
  assert(q.rows <= ROWS_AT_ONCE);
  for (int row = 0; row < q.rows; row++) lengths[row] = cosine_length(mat_row(q, row), q.cols);
  for (int key = 0; key < k.rows; key++) {
    double length = cosine_length(mat_row(k, key), k.cols);
    for (int row = 0; row < q.rows; row++) {
      double both = lengths[row] * length;
      float *at = &mat_row_of(scores, row)[key];
      *at = both > 0 ? (float)((double)*at / both) : 0;
    }
  }
}

void cosine_scores(MatView q, MatView k, Mat scores) {
  assert(q.cols == k.cols && scores.rows == q.rows && scores.cols == k.rows);
  for (int first = 0; first < q.rows; first += ROWS_AT_ONCE) {
    int rows = q.rows - first < ROWS_AT_ONCE ? q.rows - first : ROWS_AT_ONCE;
    divide_rows(mat_view_rows(q, first, rows), k, mat_rows(scores, first, rows));
  }
}

void cosine_scale(MatView scores, double temperature, Mat scaled) {
  assert(temperature > 0 && scores.rows == scaled.rows && scores.cols == scaled.cols);
  for (int row = 0; row < scores.rows; row++) {
    const float *from = mat_row(scores, row);
    float *to = mat_row_of(scaled, row);
    for (int col = 0; col < scores.cols; col++) to[col] = (float)((double)from[col] * temperature);
  }
}
