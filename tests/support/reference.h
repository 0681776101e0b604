/* support/reference.h -- numbers of tests/reference/ and the comparison with what core computed.
**
** A Reference is a matrix of doubles; null in the file is −inf. Everything lives in the arena. A
** file that is missing or has another shape than asked for fails the test at once.
*/
#ifndef SUPPORT_REFERENCE_H
#define SUPPORT_REFERENCE_H

#include <jansson.h>

#include "base/arena.h"
#include "core/mask.h"
#include "core/matrix.h"

typedef struct Reference {
  double *at;
  int rows, cols;
} Reference;

json_t *reference_load(const char *name); /* of tests/reference/NAME; json_decref it */
Reference reference_matrix(Arena *arena, const json_t *rows);
Mat reference_floats(Arena *arena, const json_t *rows); /* the same rounded to float */
Mat reference_empty(Arena *arena, int rows, int cols);  /* filled with NaN: all must be written */

/* Rows of booleans or of "0" and "1", 1 = visible; null hides nothing. */
MaskView reference_mask(Arena *arena, const json_t *rows);

/* |got − expected| <= tolerance · the largest finite |expected|, and −inf only where expected. */
void assert_near(const char *what, MatView got, Reference expected, double tolerance);

/* Largest |got − expected| over the largest |expected|. */
double reference_error(MatView got, Reference expected);

#endif
