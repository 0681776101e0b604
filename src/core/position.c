/* core/position.c -- sinusoidal positions: one wavelength for every pair of columns (M-01).
**
** Double throughout: at position 1,000 a float has lost three of seven digits of the angle before
** the sine is taken. Column by column, so that the power is taken once for each. */
#include "core/position.h"

#include <math.h>

void position_sinusoidal(Mat pe) {
  for (int col = 0; col < pe.cols; col++) {
    /* A sine and its cosine have the same wavelength, so a step of k positions is a rotation by a
    ** fixed angle. */
    int even = col - col % 2;
    double wave = pow(10000.0, (double)even / (double)pe.cols);
    for (int position = 0; position < pe.rows; position++) {
      double angle = (double)position / wave;
      mat_row_of(pe, position)[col] = (float)(col % 2 == 0 ? sin(angle) : cos(angle));
    }
  }
}
