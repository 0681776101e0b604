/* core/squeeze.c -- see squeeze.h. */
#include "core/squeeze.h"

#include <assert.h>

void squeeze_mean(MatView x, Mat y) {
  assert(x.rows > 0 && y.rows == 1 && y.cols == x.cols);
  float *to = mat_row_of(y, 0);
  for (int col = 0; col < x.cols; col++) {
    double sum = 0;
    for (int row = 0; row < x.rows; row++) sum += (double)mat_get(x, row, col);
    to[col] = (float)(sum / x.rows);
  }
}

void squeeze_mean_backward(MatView dy, Mat dx) {
  assert(dx.rows > 0 && dy.rows == 1 && dy.cols == dx.cols);
  for (int row = 0; row < dx.rows; row++)
    for (int col = 0; col < dx.cols; col++)
      mat_row_of(dx, row)[col] = mat_get(dy, 0, col) / (float)dx.rows;
}
