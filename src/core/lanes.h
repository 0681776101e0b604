/* core/lanes.h -- SIMD vectors of eight floats; for the .c files of core only.
**
** A Lanes is one register of a processor with AVX2 and two of plain x86-64. A loop named in
** CORE_LEVELS is compiled for both, so one release runs everywhere and fast. (The compiler splits
** vectors wider than a register badly: with sixteen lanes, made for AVX-512, a product was seven
** times slower on AVX2.)
**
** Results  Lane i only ever meets lane i, and sums over lanes have one fixed order: the numbers are
**          the same whatever the width of the registers.
** Memory   None. Vectors go by pointer, since by value their width would be part of the call.
** Errors   None, and nothing is checked: the loops around them know their lengths.
*/
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include <stdint.h>
#include <string.h>

#include "core/processor.h"

/* CORE_LEVELS(name, (float *x, int count), (x, count)) makes `name` from name_loop, which has the
** same parameters: compiled once for AVX2 and once for any processor, and chosen where it is
** called. name_loop and the helpers in it are CORE_INLINE: one that stayed a function would be
** compiled once, for plain x86-64. CORE_LEVELS_GIVING is the same for a loop that returns
** something. Only GCC is told so; clang's builds and other processors run the plain code. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CORE_HAS_LEVELS
#define CORE_LEVELS_GIVING(type, name, parameters, arguments)                                      \
  __attribute__((target("arch=x86-64-v3"))) static type name##_v3 parameters {                     \
    return name##_loop arguments;                                                                  \
  }                                                                                                \
  static type name parameters {                                                                    \
    if (processor_level() >= PROCESSOR_V3) return name##_v3 arguments;                             \
    return name##_loop arguments;                                                                  \
  }
#define CORE_LEVELS(name, parameters, arguments)                                                   \
  __attribute__((target("arch=x86-64-v3"))) static void name##_v3 parameters {                     \
    name##_loop arguments;                                                                         \
  }                                                                                                \
  static void name parameters {                                                                    \
    if (processor_level() >= PROCESSOR_V3) name##_v3 arguments;                                    \
    else name##_loop arguments;                                                                    \
  }
#else
#define CORE_LEVELS_GIVING(type, name, parameters, arguments)                                      \
  static type name parameters { return name##_loop arguments; }
#define CORE_LEVELS(name, parameters, arguments)                                                   \
  static void name parameters { name##_loop arguments; }
#endif
#define CORE_INLINE static inline __attribute__((always_inline))

/* Before a loop over an array of vectors with a constant end: keeps the array in registers. */
#ifdef __clang__
#define CORE_UNROLL _Pragma("unroll")
#else
#define CORE_UNROLL _Pragma("GCC unroll 8")
#endif

/* HALF is how many doubles fit where LANES floats do. */
enum { LANES = 8, HALF = 4 };
typedef float Lanes __attribute__((vector_size(32)));
typedef int32_t LanesInt __attribute__((vector_size(32)));
typedef double Wide __attribute__((vector_size(32))); /* a double needs twice the room: 4 of them */
typedef int64_t WideInt __attribute__((vector_size(32)));
typedef float Narrow __attribute__((vector_size(16))); /* what a Wide is made from */

/* memcpy, since rows begin anywhere: a cast would promise an alignment of 32 bytes. It becomes
** one move. */
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

/* Lanes from `first` on keep their number, those before become `filling`; first in 0 .. 8. It
** takes out what a tail, loaded from the end of a row, shares with the lanes before it. */
CORE_INLINE void lanes_keep_from(Lanes *x, int first, float filling) {
  const LanesInt index = {0, 1, 2, 3, 4, 5, 6, 7};
  Lanes filled = (Lanes){0} + filling;
  LanesInt kept = index >= first;
  lanes_pick(x, &kept, x, &filled);
}

/* 1 to 7 numbers, then filling: nothing behind the end of the row is read. */
CORE_INLINE void lanes_load_part(Lanes *to, const float *from, int count, float filling) {
  *to = (Lanes){0} + filling;
  for (int i = 0; i < LANES - 1; i++)
    if (i < count) (*to)[i] = from[i];
}

/* The first 1 to 7 lanes; nothing behind the end of the row is written. */
CORE_INLINE void lanes_store_part(float *to, const Lanes *from, int count) {
  for (int i = 0; i < LANES - 1; i++)
    if (i < count) to[i] = (*from)[i];
}

/* Written out: of a conversion of the whole vector the compiler makes three instructions. */
CORE_INLINE void wide_from(Wide *wide, const Narrow *x) {
  *wide = (Wide){(double)(*x)[0], (double)(*x)[1], (double)(*x)[2], (double)(*x)[3]};
}

/* As lanes_load and lanes_store. An array of them goes one by one: a single move of all would go
** through memory. */
CORE_INLINE void wide_take(Wide *to, const double *from) { memcpy(to, from, sizeof *to); }
CORE_INLINE void wide_put(double *to, const Wide *from) { memcpy(to, from, sizeof *from); }

/* Four floats as doubles: exact, since every float is a double. */
CORE_INLINE void wide_load(Wide *to, const float *from) {
  Narrow now;
  memcpy(&now, from, sizeof now);
  wide_from(to, &now);
}

/* sum[0] gains lanes 0 to 3, sum[1] lanes 4 to 7: a sum of floats in double, eight at a time. */
CORE_INLINE void lanes_add_to(Wide sum[2], const Lanes *x) {
  Narrow low = __builtin_shufflevector(*x, *x, 0, 1, 2, 3);
  Narrow high = __builtin_shufflevector(*x, *x, 4, 5, 6, 7);
  Wide wide[2];
  wide_from(&wide[0], &low);
  wide_from(&wide[1], &high);
  sum[0] += wide[0];
  sum[1] += wide[1];
}

/* (0 + 2) + (1 + 3): halves are added until one is left. The order is part of every result. */
CORE_INLINE double wide_total(const Wide *x) {
  Wide s = *x;
  s += __builtin_shufflevector(s, s, 2, 3, 0, 1);
  return s[0] + s[1];
}

/* The end of lanes_add_to: lane i and lane i + 4 first, then as above. */
CORE_INLINE double wide_sum(const Wide sum[2]) {
  Wide s = sum[0] + sum[1];
  return wide_total(&s);
}

/* x becomes the larger of both, lane by lane. Against NaN a comparison is false: a NaN in y is
** passed over, a NaN in x stays. */
CORE_INLINE void larger_lanes(Lanes *x, const Lanes *y) {
  LanesInt larger = *y > *x;
  lanes_pick(x, &larger, y, x);
}

/* The largest of eight. With a NaN among them it may be NaN or the largest of some others. */
CORE_INLINE float lanes_max(const Lanes *lanes) {
  Lanes x = *lanes, y = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  larger_lanes(&x, &y);
  y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  larger_lanes(&x, &y);
  return x[0] > x[1] ? x[0] : x[1];
}

/* x becomes e^x within 2 units in the last place (test_softmax measures it). What would be
** smaller than the smallest normal float, 2^−126, is 0; x above 88 counts as 88, just below
** overflow; NaN stays.
**
** x = n ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^n e^r.
**   n     adding 1.5 · 2^23 leaves no bits behind the point, so x log2 e is rounded to a whole
**         number, which then also stands in the lowest bits of the float
**   r     ln 2 is taken off in two pieces, the first with so few digits that n times it is exact
**   e^r   1 + r + r² p(r), p a polynomial of degree 5 fitted to [−ln 2 / 2, ln 2 / 2]
**   2^n   n + 127 shifted to where a float has its exponent
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

/* x becomes e^x within 4 units in the last place of a double, for x from −700 to 700. As lanes_exp,
** with the terms of the series up to r^12 / 12!, which leave out less than 2 · 10⁻¹⁶. */
CORE_INLINE void wide_exp(Wide *x) {
  static const double terms[] = {1 / 479001600.0,
                                 1 / 39916800.0,
                                 1 / 3628800.0,
                                 1 / 362880.0,
                                 1 / 40320.0,
                                 1 / 5040.0,
                                 1 / 720.0,
                                 1 / 120.0,
                                 1 / 24.0,
                                 1 / 6.0,
                                 1 / 2.0,
                                 1,
                                 1};
  const double round_up = 0x1.8p52, log2_e = 0x1.71547652b82fep0;
  const double ln2_head = 0x1.62e42fee00000p-1, ln2_rest = 0x1.a39ef35793c76p-33;
  const Wide bias = (Wide){0} + round_up;
  WideInt n, magic;
  Wide shifted = *x * log2_e + round_up, whole = shifted - round_up, power;
  memcpy(&n, &shifted, sizeof n);
  memcpy(&magic, &bias, sizeof magic);
  n = (n - magic + 1023) << 52;
  memcpy(&power, &n, sizeof power);
  Wide r = (*x - whole * ln2_head) - whole * ln2_rest, sum = (Wide){0} + terms[0];
  for (int i = 1; i < 13; i++) sum = sum * r + terms[i];
  *x = sum * power;
}

#endif
