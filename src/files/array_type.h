/* files/array_type.h -- element types of arrays in files, and their conversion to float or int64.
**
**   F16    1 sign, 5 exponent (bias 15), 10 fraction; exponent 0 is fraction · 2⁻²⁴, 31 is ∞ or NaN
**   BF16   the upper 16 bits of an F32
**   BOOL   one byte, 0 or 1 (any other byte counts as 1)
**   TEXT   a fixed number of characters each, as NumPy stores words
**
** Bytes   Little- or big-endian, without alignment.
** Errors  None: every bit pattern is a number. NaN and ∞ are kept; a number that a float cannot
**         hold is rounded to the nearest (F64 beyond the range: ∞).
** Source  IEEE 754 for F16; safetensors README for the names.
*/
#ifndef FILES_ARRAY_TYPE_H
#define FILES_ARRAY_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of the table in array_type.c. TEXT is last: safetensors does not have it. */
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

/* The name in safetensors: "F32"; "TEXT" for words. Not translated. */
const char *array_type_name(ArrayType type);
int array_type_bytes(ArrayType type); /* of one element; 0 for TEXT, whose size is per array */
/* Exactly one of these is true for every type but TEXT. */
bool array_type_is_float(ArrayType type);
bool array_type_is_integer(ArrayType type); /* BOOL too */

/* The encoding of elements. All zero is little-endian F16, so set the type. */
typedef struct ArrayElements {
  ArrayType type;
  bool big_endian;
} ArrayElements;

/* Converts count elements; to must not overlap from. Integers above 2²⁴ are rounded. Asserts that
** the type is not TEXT. */
void array_to_floats(ArrayElements elements, const void *from, size_t count, float *to);
/* Asserts that the type is an integer or BOOL. U64 above 2⁶³ − 1 gives 2⁶³ − 1, which is no id. */
void array_to_integers(ArrayElements elements, const void *from, size_t count, int64_t *to);

#endif
