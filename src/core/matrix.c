/* core/matrix.c -- questions about a whole matrix. */
#include "core/matrix.h"

#include <math.h>

float mat_largest(MatView m) {
  float largest = 0.0f;
  for (int row = 0; row < m.rows; row++) {
    const float *x = mat_row(m, row);
    for (int col = 0; col < m.cols; col++) {
      float size = fabsf(x[col]);
      if (size > largest && size < INFINITY) largest = size;
    }
  }
  return largest;
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
