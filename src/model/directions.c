/* model/directions.c -- the directions of random features (M-59). */
#include "model/directions.h"

#include <assert.h>
#include <math.h>

#include "base/rng.h"

/* Takes out of a row what it shares with the `count` rows of length 1 before it; twice, since the
** first time leaves the rounding of what was taken. */
static void make_orthogonal(double *row, const double *before, int count, int width) {
  for (int i = 0; i < 2 * count; i++) {
    const double *other = before + (size_t)(i % count) * (size_t)width;
    double along = 0;
    for (int c = 0; c < width; c++) along += row[c] * other[c];
    for (int c = 0; c < width; c++) row[c] -= along * other[c];
  }
}

static double length_of(const double *row, int width) {
  double sum = 0;
  for (int c = 0; c < width; c++) sum += row[c] * row[c];
  return sqrt(sum);
}

static double drawn_length(Rng *rng, int width) {
  double sum = 0;
  for (int c = 0; c < width; c++) {
    double x = rng_normal(rng);
    sum += x * x;
  }
  return sqrt(sum);
}

void directions_draw(uint64_t seed, Mat omega, double *room) {
  int width = omega.cols;
  assert(omega.rows > 0 && width > 0 && room);
  Rng rng = rng_make(seed);
  for (int m = 0; m < omega.rows; m++) {
    int place = m % width;
    if (place == 0) rng = rng_make(seed + (uint64_t)(m / width));
    double *row = room + (size_t)place * (size_t)width;
    for (int c = 0; c < width; c++) row[c] = rng_normal(&rng);
    make_orthogonal(row, room, place, width);
    double length = length_of(row, width), wanted = drawn_length(&rng, width);
    for (int c = 0; c < width; c++) {
      row[c] /= length;
      mat_row_of(omega, m)[c] = (float)(wanted * row[c]);
    }
  }
}
