/* trace/workings/lengths.h -- how right two translations are by the length of the source: points
** that were measured, and one sentence said by both models.
**
**   words right      c / max(n, m): c words of the right translation that are said, in its order
**                    (the longest common subsequence), of n right words and m said ones    (M-81)
**   sentences right  the share said word for word
**
** Plain data, which train/by_length.h measures and a session fills; pictures only read it.
** Units   Lengths are tokens of the source, its comma and full stop included.
** Memory  Of whoever fills it.   Errors  None.
*/
#ifndef TRACE_WORKINGS_LENGTHS_H
#define TRACE_WORKINGS_LENGTHS_H

#include <stdbool.h>

#include "base/str.h"

enum { LENGTHS_MOST = 48, LENGTH_WORDS_MOST = 48 };

/* All sentences of one length together. */
typedef struct LengthPoint {
  int tokens;
  int sentences, whole; /* of them right word for word */
  int words, right;     /* Σ max(n, m), Σ c */
  bool is_trained;      /* sentences of training are as long */
} LengthPoint;

typedef struct LengthCurve {
  LengthPoint at[LENGTHS_MOST]; /* by length, ascending */
  int count;
} LengthCurve;

/* A sentence as it was said. */
typedef struct LengthSaid {
  Str words[LENGTH_WORDS_MOST];
  bool is_right[LENGTH_WORDS_MOST]; /* the word is one of the c */
  int count, right;
} LengthSaid;

typedef enum LengthModel { LENGTH_ATTENDS, LENGTH_SQUEEZES, LENGTH_MODEL_COUNT } LengthModel;

/* What the view of lengths shows. */
typedef struct Lengths {
  LengthCurve curves[LENGTH_MODEL_COUNT];
  const char *names[LENGTH_MODEL_COUNT]; /* of the models */
  int tokens;                            /* of the sentence */
  bool is_trained;
  Str english;
  LengthSaid wanted, said[LENGTH_MODEL_COUNT];
  const char *problem; /* NULL, or why there is nothing to show */
} Lengths;

/* Shares from 0 to 1; a point has sentences. */
double length_words_share(const LengthPoint *point);
double length_whole_share(const LengthPoint *point);
/* The point of that length; NULL: there is none. */
const LengthPoint *length_point(const LengthCurve *curve, int tokens);

/* M-81. Which words of `said` are in a longest common subsequence with `wanted`; returns how many.
** Words are compared by number; at most LENGTH_WORDS_MOST of either. Of several such subsequences
** the one whose words are said first. */
int length_match(const int *wanted, int wanted_count, const int *said, int said_count,
                 bool is_right[LENGTH_WORDS_MOST]);

#endif
