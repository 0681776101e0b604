/* model/mixtures.c -- the recipes that keys and values are mixed by (M-58). */
#include "model/mixtures.h"

#include <assert.h>
#include <math.h>

#include "base/rng.h"

void mixtures_draw(uint64_t seed, Mat mix) {
  assert(mix.rows > 0);
  double spread = 1 / sqrt((double)mix.rows);
  for (int col = 0; col < mix.cols; col++) {
    Rng rng = rng_make(seed + (uint64_t)col);
    for (int row = 0; row < mix.rows; row++)
      mat_row_of(mix, row)[col] = (float)(spread * rng_normal(&rng));
  }
}

void mixtures_leave_out(const unsigned char *left_out, Mat mix) {
  for (int col = 0; left_out && col < mix.cols; col++)
    for (int row = 0; left_out[col] && row < mix.rows; row++) mat_row_of(mix, row)[col] = 0;
}
