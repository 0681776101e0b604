/* base/rng.h -- random numbers that are the same on every machine for the same seed.
**
** Source  xoshiro256**, seeded by splitmix64 (Blackman and Vigna 2018, public domain algorithms).
*/
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct Rng {
  uint64_t state[4];
} Rng;

Rng rng_make(uint64_t seed);
uint64_t rng_next(Rng *rng);
double rng_uniform(Rng *rng);           /* in [0, 1) */
double rng_normal(Rng *rng);            /* mean 0, deviation 1 */
int rng_below(Rng *rng, int limit);     /* in [0, limit) */
uint64_t rng_hash(const void *bytes, size_t count); /* a seed made from bytes (FNV-1a 64) */

#endif
