/* core/lanes.h -- sixteen numbers at a time; for the .c files of core only.
**
** A Lanes is a vector the compiler splits into what the processor has: one AVX-512 register, two
** AVX ones, four of plain x86-64. A function marked CORE_CLONES is compiled for all three and the
** right one is picked when the program starts, so one release runs everywhere and fast.
**
** Results  Lane i only ever meets lane i, and sums over lanes have one fixed order: the numbers are
**          the same whatever the width of the registers.
** Memory   None. Vectors go by pointer, since by value their width would be part of the call.
*/
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include <stdint.h>
#include <string.h>

/* Sanitizers cannot follow the choice at program start; clang has no clones of static functions. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CORE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CORE_CLONES
#endif
#define CORE_INLINE static inline __attribute__((always_inline))

enum { LANES = 16 };
typedef float Lanes __attribute__((vector_size(64)));
typedef int32_t LanesInt __attribute__((vector_size(64)));
typedef double LanesDouble __attribute__((vector_size(128)));

CORE_INLINE void lanes_load(Lanes *to, const float *from) { memcpy(to, from, sizeof *to); }
CORE_INLINE void lanes_store(float *to, const Lanes *from) { memcpy(to, from, sizeof *from); }

/* The first count (less than 16) lanes from memory, the others filling. */
CORE_INLINE void lanes_load_part(Lanes *to, const float *from, int count, float filling) {
  float padded[LANES];
  for (int i = 0; i < LANES; i++) padded[i] = filling;
  memcpy(padded, from, (size_t)count * sizeof *from);
  lanes_load(to, padded);
}

CORE_INLINE void lanes_store_part(float *to, const Lanes *from, int count) {
  memcpy(to, from, (size_t)count * sizeof *to);
}

/* picked[i] = mask[i] ? yes[i] : no[i], with a mask of all ones or all zeros as comparisons give.
 */
CORE_INLINE void lanes_pick(Lanes *picked, const LanesInt *mask, const Lanes *yes,
                            const Lanes *no) {
  LanesInt a, b;
  memcpy(&a, yes, sizeof a);
  memcpy(&b, no, sizeof b);
  LanesInt bits = (a & *mask) | (b & ~*mask);
  memcpy(picked, &bits, sizeof bits);
}

/* Adds neighbours pairwise until one is left. */
CORE_INLINE double lanes_sum(const LanesDouble *lanes) {
  double part[LANES];
  memcpy(part, lanes, sizeof part);
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) part[i] += part[i + half];
  return part[0];
}

/* x becomes e^x within 2 units in the last place; −inf gives 0, NaN stays.
**
** x = n ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^n e^r. ln 2 is taken off in two pieces, the first
** with so few digits that n times it is exact. e^r is a polynomial fitted to [−ln 2 / 2, ln 2 / 2].
** 2^n goes on in two halves, since n reaches −150, beyond the smallest power a float can hold. */
CORE_INLINE void lanes_exp(Lanes *x) {
  const float round_up = 12582912.0f, log2_e = 1.44269504f;
  const float ln2_head = 0.693359375f, ln2_rest = -2.12194440e-4f;
  const Lanes lowest = (Lanes){0} - 104.5f, highest = (Lanes){0} + 89.0f;
  LanesInt below = *x<lowest, above = *x> highest, n, magic;
  lanes_pick(x, &below, &lowest, x);
  lanes_pick(x, &above, &highest, x);
  Lanes shifted = *x * log2_e + round_up, bias = (Lanes){0} + round_up, whole = shifted - round_up;
  memcpy(&n, &shifted, sizeof n);
  memcpy(&magic, &bias, sizeof magic);
  n -= magic;
  Lanes r = *x - whole * ln2_head - whole * ln2_rest;
  Lanes p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  LanesInt first = n >> 1, first_bits = (first + 127) << 23, rest_bits = (n - first + 127) << 23;
  Lanes first_power, rest_power;
  memcpy(&first_power, &first_bits, sizeof first_power);
  memcpy(&rest_power, &rest_bits, sizeof rest_power);
  *x = p * first_power * rest_power;
}

#endif
