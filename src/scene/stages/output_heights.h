/* scene/stages/output_heights.h -- how the rows of the weighted sum share the height of its box.
** Private to stages/output*.c.
**
**   head     name of V, numbers of its columns
**   v        keys × row, or less where the heaviest rows follow once more as terms
**   terms    terms × row
**   sum      beyond × row: what rows for distances add, and the sum
**   names    of the weights and the output
**   output   queries × its rows, which are lower
**   foot     colour bars
**   line     what the row is made of, in words
**
** Units  points as drawn.   Memory, errors  None.
*/
#ifndef SCENE_STAGES_OUTPUT_HEIGHTS_H
#define SCENE_STAGES_OUTPUT_HEIGHTS_H

#include "scene/stages/stage.h"

typedef struct OutputCounts {
  int keys, queries, columns;
  int beyond; /* rows below V: the sum and, of rows for distances, one */
} OutputCounts;

typedef struct OutputHeights {
  float head, names, foot, line;
  float room; /* for all rows */
  float row, v, output;
  float gap;      /* between V and the terms */
  int terms;      /* what all others come to is one of them */
  bool are_pages; /* terms are pages of columns */
  bool are_few;   /* these have larger digits */
} OutputHeights;

OutputCounts output_counts(const Scene *scene);

/* Boxes with little height, or before a class: bars and words are left out for larger digits. */
bool output_is_low(const Scene *scene, Box inner);
bool output_is_brief(const Scene *scene, Box inner);
/* Of a row with digits, where not all of them need be there. */
float output_row_usual(const Scene *scene, Box inner);

/* What columns are wide enough for. */
typedef enum OutputDigits {
  OUTPUT_NO_DIGITS,
  OUTPUT_ROUGH_DIGITS, /* one decimal, with which a sum is not seen to add up */
  OUTPUT_FINE_DIGITS
} OutputDigits;

OutputHeights output_heights(const Scene *scene, Box inner, OutputDigits digits);

#endif
