/* core/dropout.c -- weights left out by chance (M-64). */
#include "core/dropout.h"

#include <assert.h>

#include "base/rng.h"

/* Each number of the way changes all bits of what is drawn (base/rng.h). */
static uint64_t stir(uint64_t state, int by) {
  return rng_mix(state + UINT64_C(0x9E3779B97F4A7C15) * ((uint64_t)(unsigned)by + 1));
}

static uint64_t row_state(const Dropout *dropout, int place) {
  uint64_t state = stir(UINT64_C(0x44524F50), dropout->seed);
  return stir(stir(stir(state, dropout->layer), dropout->head), place);
}

/* 53 bits, as a number from 0 to 1. */
static bool keeps(const Dropout *dropout, uint64_t row, int key) {
  return (double)(stir(row, key) >> 11) * 0x1p-53 >= dropout->share;
}

bool dropout_keeps(const Dropout *dropout, int place, int key) {
  return keeps(dropout, row_state(dropout, place), key);
}

void dropout_apply(const Dropout *dropout, MatView weights, int first, Mat dropped) {
  assert(dropout->share >= 0 && dropout->share < 1 && first >= 0);
  assert(weights.rows == dropped.rows && weights.cols == dropped.cols);
  double kept = 1 - dropout->share;
  for (int row = 0; row < weights.rows; row++) {
    uint64_t state = row_state(dropout, first + row);
    const float *from = mat_row(weights, row);
    float *to = mat_row_of(dropped, row);
    for (int key = 0; key < weights.cols; key++)
      to[key] = keeps(dropout, state, key) ? (float)((double)from[key] / kept) : 0;
  }
}
