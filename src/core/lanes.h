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

/* Lanes from `first` on keep their number, those before become `filling`. */
CORE_INLINE void lanes_keep_from(Lanes *x, int first, float filling) {
  const LanesInt index = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  Lanes filled = (Lanes){0} + filling;
  LanesInt kept = index >= first;
  lanes_pick(x, &kept, x, &filled);
}

/* 8 to 15 numbers without a detour through memory: the first 8 and the last 8. What is in both
** halves is `filling` in the second. */
CORE_INLINE void lanes_load_halves(Lanes *to, const float *from, int count, float filling) {
  const LanesInt index = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
  const LanesInt second = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
  Narrow low, high;
  memcpy(&low, from, sizeof low);
  memcpy(&high, from + count - WIDE, sizeof high);
  Lanes filled = (Lanes){0} + filling;
  LanesInt twice = (index < LANES - count) & second;
  *to = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  lanes_pick(to, &twice, &filled, to);
}

CORE_INLINE void lanes_store_halves(float *to, const Lanes *from, int count) {
  memcpy(to + count - WIDE, (const char *)from + sizeof(Narrow), sizeof(Narrow));
  memcpy(to, from, sizeof(Narrow)); /* second, over what was in both halves */
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

/* x becomes e^x within 2 units in the last place. What would be smaller than the smallest normal
** float, 2^−126, is 0; x above 88 counts as 88; NaN stays.
**
** x = n ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^n e^r. ln 2 is taken off in two pieces, the first
** with so few digits that n times it is exact. e^r is a polynomial fitted to [−ln 2 / 2, ln 2 / 2].
** Hidden lanes (−inf) are replaced before and after: a processor is slow where floats get tiny. */
CORE_INLINE void lanes_exp(Lanes *x) {
  const float round_up = 12582912.0f, log2_e = 1.44269504f;
  const float ln2_head = 0.693359375f, ln2_rest = -2.12194440e-4f;
  const Lanes zero = {0}, highest = zero + 88.0f, bias = zero + round_up;
  LanesInt below = *x<-87.33654f, above = *x> highest, n, magic;
  lanes_pick(x, &below, &zero, x);
  lanes_pick(x, &above, &highest, x);
  Lanes shifted = *x * log2_e + round_up, whole = shifted - round_up, power;
  memcpy(&n, &shifted, sizeof n);
  memcpy(&magic, &bias, sizeof magic);
  n = (n - magic + 127) << 23;
  memcpy(&power, &n, sizeof power);
  Lanes r = *x - whole * ln2_head - whole * ln2_rest;
  Lanes p = r * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  *x = (p * (r * r) + r + 1.0f) * power;
  lanes_pick(x, &below, &zero, x);
}

#endif
