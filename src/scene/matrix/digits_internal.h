/* scene/matrix/digits_internal.h -- what the files of the numbers in the cells share.
**
** digit_format.c writes a number and says how long the longest of a matrix is, digit_size.c chooses
** the size and the decimals for which there is room, digits.c draws.
**
** Units   Points; sizes named design are multiplied by the text scale.
** Memory  On the list's arena.   Errors  None: numbers without room are left out.
*/
#ifndef SCENE_MATRIX_DIGITS_INTERNAL_H
#define SCENE_MATRIX_DIGITS_INTERNAL_H

#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"

/* Relative to the size, in the mono face. */
static const float DIGIT_ADVANCE = 0.6f;
/* Beside digits, on a screen: the larger of both. */
static const float DIGIT_PADDING_PT = 4, DIGIT_PADDING_OF_WIDTH = 0.12f;
/* A weight that says little, and type too small for many of them. */
static const float DIGITS_SMALL_WEIGHT = 0.05f, DIGITS_SMALL_PT = 9;
/* The least that two decimals write as that, so that one printed number has one ink. */
static const float DIGITS_SMALL_WEIGHT_WRITTEN = 0.045f;

/* The numbers of a matrix all have one decimal, or all none; has_tenths: weights have one decimal
** instead of two. */
typedef struct DigitFormat {
  bool is_weight, is_whole, has_tenths;
  bool is_short;      /* no decimals from 10 on */
  bool only_largest;  /* of each row: scene/matrix/row_largest.h */
  bool is_difference; /* of weights: two decimals and a sign */
  bool has_plus;      /* of other differences */
  bool is_full;       /* as in words */
  int decimals;       /* > 1: so many; else one */
  float times;        /* > 0: so many times the number is shown */
} DigitFormat;

typedef struct Extremes {
  float low, high; /* 0 or beyond */
  bool are_whole;  /* every finite number */
  bool has_nan;
  int longest; /* characters of the longest number in full */
} Extremes;

/* -- numbers as text (digit_format.c) */

Number digits_number(float value, DigitFormat format);
/* is_full: the longest number as words write it is looked for, too. */
Extremes digits_extremes(MatView values, bool is_full);
/* A matrix of whole numbers, as one types them in, has no decimals. */
bool digits_are_whole(DigitFormat format, Extremes extremes);
/* In characters, which all have the same width in the mono face. */
int digits_longest(Extremes extremes, DigitFormat format);
/* ".9" of a weight, "+.9" of a difference of weights, where two decimals have no room; 0: others
** have one as it is. */
int digits_length_in_tenths(DigitFormat format);

/* -- room (digit_size.c) */

/* In a transition the former values are shown for the first half. */
TracePart digits_part(const MatrixWidget *matrix);
/* Before it is known for how many decimals there is room. */
DigitFormat digits_format(const MatrixWidget *matrix);
/* The largest size at which every number fits, and the format with the decimals that then have
** room, but for has_tenths; 0: no digits. */
float digits_size_and_format(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                             DigitFormat *format);
/* The same where not all numbers have room before a class: of the largest of each row, at the size
** of small print or larger; sets only_largest. The height is that of rows beside an open one, so
** that a choice changes no size. */
float digits_size_of_largest(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                             DigitFormat *format);
bool digits_have_tenths(const Scene *scene, const MatrixGrid *grid, DigitFormat format, float size);

#endif
