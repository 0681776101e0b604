/* core/position.c -- one wave length for every pair of columns. */
#include "core/position.h"

#include <math.h>

void position_sinusoidal(Mat pe) {
  for (int col = 0; col < pe.cols; col++) {
    int even = col - col % 2;
    double wave = pow(10000.0, (double)even / (double)pe.cols);
    for (int position = 0; position < pe.rows; position++) {
      double angle = (double)position / wave;
      mat_row_of(pe, position)[col] = (float)(col % 2 == 0 ? sin(angle) : cos(angle));
    }
  }
}
