/* files/array_type.c -- converts arrays to floats: one plain loop per type, which the compiler
** vectorises. */
#include "files/array_type.h"

#include <assert.h>
#include <string.h>

typedef struct TypeInfo {
  const char *name;
  int bytes;
  bool is_float;
} TypeInfo;

static const TypeInfo types[] = {
    [ARRAY_F16] = {"F16", 2, true},    [ARRAY_BF16] = {"BF16", 2, true},
    [ARRAY_F32] = {"F32", 4, true},    [ARRAY_F64] = {"F64", 8, true},
    [ARRAY_BOOL] = {"BOOL", 1, false}, [ARRAY_I8] = {"I8", 1, false},
    [ARRAY_I16] = {"I16", 2, false},   [ARRAY_I32] = {"I32", 4, false},
    [ARRAY_I64] = {"I64", 8, false},   [ARRAY_U8] = {"U8", 1, false},
    [ARRAY_U16] = {"U16", 2, false},   [ARRAY_U32] = {"U32", 4, false},
    [ARRAY_U64] = {"U64", 8, false},   [ARRAY_TEXT] = {"TEXT", 0, false},
};

const char *array_type_name(ArrayType type) { return types[type].name; }

int array_type_bytes(ArrayType type) { return types[type].bytes; }

bool array_type_is_float(ArrayType type) { return types[type].is_float; }

bool array_type_is_integer(ArrayType type) { return !types[type].is_float && type != ARRAY_TEXT; }

/* ---- one number from its bytes ---- */

/* Must bytes be swapped? Irrelevant for one-byte types. */
static bool is_other_order(ArrayElements elements) {
  return elements.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* memcpy, since elements need not be aligned; the compiler makes it one load. */
static uint16_t take16(const unsigned char *from, bool turned) {
  uint16_t bits;
  memcpy(&bits, from, sizeof bits);
  return turned ? __builtin_bswap16(bits) : bits;
}

static uint32_t take32(const unsigned char *from, bool turned) {
  uint32_t bits;
  memcpy(&bits, from, sizeof bits);
  return turned ? __builtin_bswap32(bits) : bits;
}

static uint64_t take64(const unsigned char *from, bool turned) {
  uint64_t bits;
  memcpy(&bits, from, sizeof bits);
  return turned ? __builtin_bswap64(bits) : bits;
}

static float float_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The bits of a half, shifted to a float's exponent and fraction, are 2⁻¹¹² of its value, also for
** subnormal halves. Only the exponent of ∞ and NaN must be set. */
static float float_of_half(uint32_t half) {
  float small = float_of_bits((half & 0x7FFFu) << 13) * 0x1p112f;
  uint32_t bits;
  memcpy(&bits, &small, sizeof bits);
  bits |= (half & 0x7C00u) == 0x7C00u ? 0x7F800000u : 0;
  return float_of_bits(bits | (half & 0x8000u) << 16);
}

static double double_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* ---- many of them ---- */

/* A loop for each type instead of a test in one loop: models have gigabytes of these numbers. */
static void floats_to_floats(ArrayElements elements, const unsigned char *from, size_t count,
                             float *to) {
  bool turned = is_other_order(elements);
  switch (elements.type) {
  case ARRAY_F16:
    for (size_t i = 0; i < count; i++) to[i] = float_of_half(take16(from + 2 * i, turned));
    break;
  case ARRAY_BF16:
    for (size_t i = 0; i < count; i++)
      to[i] = float_of_bits((uint32_t)take16(from + 2 * i, turned) << 16);
    break;
  case ARRAY_F32:
    for (size_t i = 0; i < count; i++) to[i] = float_of_bits(take32(from + 4 * i, turned));
    break;
  default:
    for (size_t i = 0; i < count; i++) to[i] = (float)double_of_bits(take64(from + 8 * i, turned));
    break;
  }
}

/* For BOOL any byte but 0 is 1, as in NumPy. */
static int64_t integer_of(const unsigned char *from, ArrayType type, bool turned) {
  uint64_t unsigned_bits;
  switch (type) {
  case ARRAY_BOOL:
    return from[0] != 0;
  case ARRAY_U8:
    return from[0];
  case ARRAY_I8:
    return (int8_t)from[0];
  case ARRAY_U16:
    return take16(from, turned);
  case ARRAY_I16:
    return (int16_t)take16(from, turned);
  case ARRAY_U32:
    return take32(from, turned);
  case ARRAY_I32:
    return (int32_t)take32(from, turned);
  case ARRAY_I64:
    return (int64_t)take64(from, turned);
  default:
    unsigned_bits = take64(from, turned);
    return unsigned_bits > INT64_MAX ? INT64_MAX : (int64_t)unsigned_bits;
  }
}

void array_to_floats(ArrayElements elements, const void *from, size_t count, float *to) {
  const unsigned char *byte = from;
  bool turned = is_other_order(elements);
  size_t step = (size_t)types[elements.type].bytes;
  assert(elements.type != ARRAY_TEXT);
  if (types[elements.type].is_float) floats_to_floats(elements, byte, count, to);
  else if (elements.type == ARRAY_U64)
    for (size_t i = 0; i < count; i++) to[i] = (float)take64(byte + i * step, turned);
  else
    for (size_t i = 0; i < count; i++)
      to[i] = (float)integer_of(byte + i * step, elements.type, turned);
}

void array_to_integers(ArrayElements elements, const void *from, size_t count, int64_t *to) {
  const unsigned char *byte = from;
  bool turned = is_other_order(elements);
  size_t step = (size_t)types[elements.type].bytes;
  assert(array_type_is_integer(elements.type));
  for (size_t i = 0; i < count; i++) to[i] = integer_of(byte + i * step, elements.type, turned);
}
