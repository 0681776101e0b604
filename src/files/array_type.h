/* files/array_type.h -- what the elements of an array in a file are, and how they become numbers.
**
**   F16    1 sign, 5 exponent (bias 15), 10 fraction; exponent 0 is fraction · 2⁻²⁴, 31 is ∞ or NaN
**   BF16   the upper 16 bits of an F32
**   BOOL   one byte, 0 or 1 (any other byte counts as 1)
**   TEXT   a fixed number of characters each, as NumPy stores words
**
** Bytes   In a file, little- or big-endian; they need not lie on a multiple of their size.
** Errors  None: every pattern of bytes is a number. NaN and ∞ stay what they are; what a float
**         cannot hold becomes the nearest one (F64 beyond its range: ∞).
** Source  IEEE 754 for F16; safetensors README for the names.
*/
#ifndef FILES_ARRAY_TYPE_H
#define FILES_ARRAY_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The order is that of the table in array_type.c. TEXT is last: safetensors has no such type. */
typedef enum ArrayType {
  ARRAY_F16,
  ARRAY_BF16,
  ARRAY_F32,
  ARRAY_F64,
  ARRAY_BOOL,
  ARRAY_I8,
  ARRAY_I16,
  ARRAY_I32,
  ARRAY_I64,
  ARRAY_U8,
  ARRAY_U16,
  ARRAY_U32,
  ARRAY_U64,
  ARRAY_TEXT /* U or S of NumPy */
} ArrayType;

/* As safetensors spells it: "F32"; "TEXT" for words. Not translated: it is a name in files. */
const char *array_type_name(ArrayType type);
int array_type_bytes(ArrayType type); /* of one element; 0 for TEXT, whose arrays say it */
/* Exactly one of these is true of every type but TEXT, of which neither is. */
bool array_type_is_float(ArrayType type);
bool array_type_is_integer(ArrayType type); /* BOOL too */

/* How the elements lie in the bytes. All zero is little-endian F16, so set the type. */
typedef struct ArrayElements {
  ArrayType type;
  bool big_endian;
} ArrayElements;

/* count elements from bytes; to must not overlap them. Integers above 2²⁴ lose their last digits.
** Not for TEXT: assert. */
void array_to_floats(ArrayElements elements, const void *from, size_t count, float *to);
/* Integers and BOOL, asserted; U64 above 2⁶³ − 1 gives 2⁶³ − 1, which no id has. */
void array_to_integers(ArrayElements elements, const void *from, size_t count, int64_t *to);

#endif
