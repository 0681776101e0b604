/* core/rotary.c -- rotary positions (M-50). */
#include "core/rotary.h"

#include <assert.h>
#include <math.h>

RotaryPair rotary_pair(Rotary rotary, int width, int c) {
  assert(width > 0 && width % 2 == 0 && c >= 0 && c < width / 2);
  return rotary.is_interleaved ? (RotaryPair){2 * c, 2 * c + 1} : (RotaryPair){c, c + width / 2};
}

int rotary_pair_of(Rotary rotary, int width, int col) {
  assert(width > 0 && width % 2 == 0 && col >= 0 && col < width);
  return rotary.is_interleaved ? col / 2 : col % (width / 2);
}

double rotary_angle(Rotary rotary, int width, int c) {
  assert(rotary.base > 1 && c >= 0 && c < width / 2);
  return pow(rotary.base, -2.0 * c / width);
}

/* Pair by pair, since the angle of a pair is the same in every row but for the place. */
void rotary_turn(Rotary rotary, MatView x, int first, Mat to) {
  assert(x.rows == to.rows && x.cols == to.cols && x.cols % 2 == 0 && first >= 0);
  for (int c = 0; c < x.cols / 2; c++) {
    RotaryPair pair = rotary_pair(rotary, x.cols, c);
    double angle = rotary_angle(rotary, x.cols, c);
    for (int row = 0; row < x.rows; row++) {
      double turn = angle * (first + row), along = cos(turn), across = sin(turn);
      double a = (double)mat_row(x, row)[pair.a], b = (double)mat_row(x, row)[pair.b];
      mat_row_of(to, row)[pair.a] = (float)(a * along - b * across);
      mat_row_of(to, row)[pair.b] = (float)(a * across + b * along);
    }
  }
}
