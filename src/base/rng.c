/* base/rng.c -- xoshiro256** seeded by splitmix64; integers only, so every machine agrees.
**
** A double is 53 random bits divided by 2^53, which is exact. Only rng_normal calls functions (log,
** cos) whose last bit may differ between C libraries. */
#include "base/rng.h"

#include <assert.h>
#include <math.h>

static uint64_t rotate_left(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

/* Spreads a seed over 256 bits, so that similar seeds give unrelated states; a state of zeros would
** stay 0. */
static uint64_t splitmix64(uint64_t *state) {
  return rng_mix(*state += UINT64_C(0x9E3779B97F4A7C15));
}

Rng rng_make(uint64_t seed) {
  Rng rng;
  for (int i = 0; i < 4; i++) rng.state[i] = splitmix64(&seed);
  return rng;
}

/* The multiplications by 5 and 9 are the scrambler ("**"); the state itself moves by shifts and
** xor. */
uint64_t rng_next(Rng *rng) {
  uint64_t *s = rng->state;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9, shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

/* The 53 highest bits, as many as a double has. */
double rng_uniform(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

/* Box and Muller 1958; the second number of the pair is dropped, so that the Rng needs no further
** state. */
double rng_normal(Rng *rng) {
  const double two_pi = 6.283185307179586;
  /* (0, 1]: the logarithm of 0 would be infinite. */
  double away_from_zero = 1.0 - rng_uniform(rng);
  double angle = two_pi * rng_uniform(rng);
  return sqrt(-2.0 * log(away_from_zero)) * cos(angle);
}

/* Marsaglia and Bray 1964: a point in the circle in place of sine and cosine, in half the time. */
void rng_normal_pair(Rng *rng, double pair[2]) {
  double square;
  do {
    pair[0] = 2 * rng_uniform(rng) - 1;
    pair[1] = 2 * rng_uniform(rng) - 1;
    square = pair[0] * pair[0] + pair[1] * pair[1];
  } while (square >= 1 || !(square > 0));
  double stretch = sqrt(-2.0 * log(square) / square);
  pair[0] *= stretch;
  pair[1] *= stretch;
}

/* Rejects draws that would favour low numbers. */
int rng_below(Rng *rng, int limit) {
  assert(limit > 0);
  uint64_t range = (uint64_t)limit, unfair = (UINT64_MAX - range + 1) % range, draw;
  do draw = rng_next(rng);
  while (draw < unfair);
  return (int)(draw % range);
}

uint64_t rng_hash(const void *bytes, size_t count) {
  const unsigned char *from = bytes;
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < count; i++) hash = (hash ^ from[i]) * UINT64_C(0x100000001B3);
  return hash;
}
