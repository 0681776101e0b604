/* lesson/amount_internal.h -- one amount, without signs: what amount_read.c, amount.c and sums.c
** share.
**
** Memory  Words point into the text of the lesson.
** Errors  As in amount.h.
*/
#ifndef LESSON_AMOUNT_INTERNAL_H
#define LESSON_AMOUNT_INTERNAL_H

#include "lesson/amount.h"

/* LessonAmount.size of AMOUNT_SIZE. */
typedef enum AmountSize {
  AMOUNT_OF_DIVISOR,
  AMOUNT_OF_D_HEAD,
  AMOUNT_OF_D_MODEL,
  AMOUNT_OF_TOKENS,
  AMOUNT_OF_KEYS,
  AMOUNT_OF_LAYERS,
  AMOUNT_OF_HEADS,
  AMOUNT_OF_COUNT
} AmountSize;

/* LessonAmount.size of AMOUNT_LOOKUP. */
typedef enum AmountOfLookup {
  AMOUNT_LOOKUP_SCORES,
  AMOUNT_LOOKUP_SCALED,
  AMOUNT_LOOKUP_EXP,
  AMOUNT_LOOKUP_WEIGHTS,
  AMOUNT_LOOKUP_COUNT
} AmountOfLookup;

bool amount_read_one(Str words, LessonAmount *amount, Status *status);
bool amount_value_one(const LessonScene *scene, const LessonAmount *amount, LessonValue *value,
                      Status *status);
/* As many bytes of a word as a sentence shows. */
int amount_shown_bytes(Str word);

#endif
