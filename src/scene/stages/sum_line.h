/* scene/stages/sum_line.h -- the chosen number as the sum that makes it, in one line to be read
** from afar. Private to scene/.
**
**   X(it, 2) = 0.05 + 0.75 = 0.80
**   Joined(it, 2) = −0.038 − 0.136 + 0.008 + 0.020 = −0.147
**
** Before a class it stands below the picture; where the panel is folded, in the line of the chosen
** number. Terms are rounded, the result is computed; where one can see that, a note says so.
**
** Units  points as drawn.   Memory  Words are on the arena of the draw list.
** Errors  What runs out of memory leaves its words out, and the draw list is marked as failed.
*/
#ifndef SCENE_STAGES_SUM_LINE_H
#define SCENE_STAGES_SUM_LINE_H

#include "scene/stages/stage.h"

enum { SUM_TERMS_MOST = 6 };

/* What stands behind the name of the number. */
typedef struct StageSum {
  Str words; /* empty: nothing to add up */
  Str lit;   /* one term of it, as it stands in words, in the colour of a part; or empty */
  TracePart lit_part;
  bool is_rounded; /* the digits alone give another result */
  bool is_path;    /* steps on the way to the number, which do not equal it: ":" instead of "=" */
} StageSum;

/* Terms of a sum, of which at most `shown` are written. */
typedef struct SumTerms {
  const float *terms;
  int count, shown;
  int always;   /* the term that is written in any case; −1: none */
  bool by_size; /* the largest first; else in their order */
  Number (*number)(float);
  Number result;
} SumTerms;

/* Whether what digits add up to is not what the result says. */
bool sum_is_rounded(double added, Number result);
bool sum_of_two_is_rounded(Number left, Number right, Number result);

/* "−0.038 − 0.136 + … = −0.147" with the largest terms; lit is the one that is always written. */
StageSum sum_of_terms(const Scene *scene, const SumTerms *terms);

/* Adds " + 0.02", " − 0.02" or, as the first, the number alone; returns where it stands in words
** with its sign (bytes from the start). */
size_t sum_add(StrBuf *words, Number term);

/* The height that the line takes off the box of a stage; 0: there is none. */
float sum_line_height(const Scene *scene, StageId stage);
/* The line of the chosen number, with as many terms as it has room for. */
void sum_line_draw(const Scene *scene, Box box);

#endif
