/* base/rng.h -- random numbers that are the same on every machine for the same seed.
**
** For random weights, for the embeddings of words, for training and for tests. No seed comes from
** the clock: a picture must be the same tomorrow.
**
** Memory  An Rng is a plain value; copying it copies its future.   Errors  None.
** Source  xoshiro256**, seeded by splitmix64 (Blackman and Vigna 2018, public domain algorithms).
*/
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

/* 256 bits of state. */
typedef struct Rng {
  uint64_t state[4];
} Rng;

/* The final step of splitmix64: each bit of the result depends on all bits of z. For random numbers
** by index instead of in sequence. 0 gives 0. */
static inline uint64_t rng_mix(uint64_t z) {
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* Any seed is good, 0 too. */
Rng rng_make(uint64_t seed);

/* 64 uniform bits. */
uint64_t rng_next(Rng *rng);

/* Uniform in [0, 1), a multiple of 2^−53. */
double rng_uniform(Rng *rng);

/* Normal, with mean 0 and standard deviation 1; consumes two numbers. */
double rng_normal(Rng *rng);
/* Two such numbers, independent of each other, other ones than those of rng_normal; consumes two
** numbers or more. For many of them: it takes half the time. */
void rng_normal_pair(Rng *rng, double pair[2]);

/* A uniform integer in [0, limit), limit > 0, without bias. */
int rng_below(Rng *rng, int limit);

/* A seed made from bytes (FNV-1a 64): the same bytes, the same seed. Not for secrets. */
uint64_t rng_hash(const void *bytes, size_t count);

#endif
