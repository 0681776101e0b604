/* core/lanes.h -- eight numbers at a time; for the .c files of core only.
**
** A Lanes is one register of a processor with AVX2 and two of plain x86-64. A function marked
** CORE_CLONES is compiled for both and the right one is picked when the program starts, so one
** release runs everywhere and fast. (The compiler splits vectors wider than a register badly: with
** sixteen lanes, made for AVX-512, a product was seven times slower on AVX2.)
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
#define CORE_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CORE_CLONES
#endif
#define CORE_INLINE static inline __attribute__((always_inline))

/* Before a loop over an array of vectors with a constant end: keeps the array in registers. */
#ifdef __clang__
#define CORE_UNROLL _Pragma("unroll")
#else
#define CORE_UNROLL _Pragma("GCC unroll 8")
#endif

enum { LANES = 8, HALF = 4 };
typedef float Lanes __attribute__((vector_size(32)));
typedef int32_t LanesInt __attribute__((vector_size(32)));
typedef double Wide __attribute__((vector_size(32))); /* a double needs twice the room: 4 of them */
typedef float Narrow __attribute__((vector_size(16))); /* what a Wide is made from */

CORE_INLINE void lanes_load(Lanes *to, const float *from) { memcpy(to, from, sizeof *to); }
CORE_INLINE void lanes_store(float *to, const Lanes *from) { memcpy(to, from, sizeof *from); }

/* picked[i] = mask[i] ? yes[i] : no[i], with a mask of all ones or all zeros as comparisons
** give. */
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
  const LanesInt index = {0, 1, 2, 3, 4, 5, 6, 7};
  Lanes filled = (Lanes){0} + filling;
  LanesInt kept = index >= first;
  lanes_pick(x, &kept, x, &filled);
}

/* 1 to 7 numbers, then filling. */
CORE_INLINE void lanes_load_part(Lanes *to, const float *from, int count, float filling) {
  *to = (Lanes){0} + filling;
  for (int i = 0; i < LANES - 1; i++)
    if (i < count) (*to)[i] = from[i];
}

CORE_INLINE void lanes_store_part(float *to, const Lanes *from, int count) {
  for (int i = 0; i < LANES - 1; i++)
    if (i < count) to[i] = (*from)[i];
}

/* Written out: of a conversion of the whole vector the compiler makes three instructions. */
CORE_INLINE void wide_from(Wide *wide, const Narrow *x) {
  *wide = (Wide){(double)(*x)[0], (double)(*x)[1], (double)(*x)[2], (double)(*x)[3]};
}

CORE_INLINE void wide_load(Wide *to, const float *from) {
  Narrow now;
  memcpy(&now, from, sizeof now);
  wide_from(to, &now);
}

/* sum[0] gains lanes 0 to 3, sum[1] lanes 4 to 7. */
CORE_INLINE void lanes_add_to(Wide sum[2], const Lanes *x) {
  Narrow low = __builtin_shufflevector(*x, *x, 0, 1, 2, 3);
  Narrow high = __builtin_shufflevector(*x, *x, 4, 5, 6, 7);
  Wide wide[2];
  wide_from(&wide[0], &low);
  wide_from(&wide[1], &high);
  sum[0] += wide[0];
  sum[1] += wide[1];
}

/* Adds halves until one is left. */
CORE_INLINE double wide_total(const Wide *x) {
  Wide s = *x;
  s += __builtin_shufflevector(s, s, 2, 3, 0, 1);
  return s[0] + s[1];
}

CORE_INLINE double wide_sum(const Wide sum[2]) {
  Wide s = sum[0] + sum[1];
  return wide_total(&s);
}

CORE_INLINE void larger_lanes(Lanes *x, const Lanes *y) {
  LanesInt larger = *y > *x;
  lanes_pick(x, &larger, y, x);
}

CORE_INLINE float lanes_max(const Lanes *lanes) {
  Lanes x = *lanes, y = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  larger_lanes(&x, &y);
  y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
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
