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

enum { LANES = 16, WIDE = 8 };
typedef float Lanes __attribute__((vector_size(64)));
typedef int32_t LanesInt __attribute__((vector_size(64)));
typedef double Wide __attribute__((vector_size(64))); /* a double needs twice the room: 8 of them */
typedef float Narrow __attribute__((vector_size(32))); /* what a Wide is made from */

CORE_INLINE void lanes_load(Lanes *to, const float *from) { memcpy(to, from, sizeof *to); }
CORE_INLINE void lanes_store(float *to, const Lanes *from) { memcpy(to, from, sizeof *from); }

/* The first count (less than 16) lanes from memory, the others filling. Copies of fixed sizes,
*since
** one of a size known late is a function call. */
CORE_INLINE void lanes_load_part(Lanes *to, const float *from, int count, float filling) {
  float padded[LANES];
  Lanes filled = (Lanes){0} + filling;
  int at = 0;
  memcpy(padded, &filled, sizeof padded);
  for (int piece = WIDE; piece > 0; piece /= 2) {
    if (!(count & piece)) continue;
    memcpy(padded + at, from + at, (size_t)piece * sizeof *from);
    at += piece;
  }
  lanes_load(to, padded);
}

CORE_INLINE void lanes_store_part(float *to, const Lanes *from, int count) {
  float all[LANES];
  int at = 0;
  lanes_store(all, from);
  for (int piece = WIDE; piece > 0; piece /= 2) {
    if (!(count & piece)) continue;
    memcpy(to + at, all + at, (size_t)piece * sizeof *to);
    at += piece;
  }
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

/* sum[0] gains lanes 0 to 7, sum[1] lanes 8 to 15. */
CORE_INLINE void lanes_add_to(Wide sum[2], const Lanes *x) {
  Narrow low, high;
  memcpy(&low, x, sizeof low);
  memcpy(&high, (const char *)x + sizeof low, sizeof high);
  sum[0] += __builtin_convertvector(low, Wide);
  sum[1] += __builtin_convertvector(high, Wide);
}

/* Adds halves until one is left. */
CORE_INLINE double wide_sum(const Wide sum[2]) {
  Wide s = sum[0] + sum[1];
  s += __builtin_shufflevector(s, s, 4, 5, 6, 7, 0, 1, 2, 3);
  s += __builtin_shufflevector(s, s, 2, 3, 0, 1, 6, 7, 4, 5);
  return s[0] + s[1];
}

CORE_INLINE void larger_lanes(Lanes *x, const Lanes *y) {
  LanesInt larger = *y > *x;
  lanes_pick(x, &larger, y, x);
}

CORE_INLINE float lanes_max(const Lanes *lanes) {
  Lanes x = *lanes, y;
  y = __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  larger_lanes(&x, &y);
  y = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  larger_lanes(&x, &y);
  y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  larger_lanes(&x, &y);
  return x[0] > x[1] ? x[0] : x[1];
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
