/* trace/workings/moved.h -- what moved in a run that a person changed, against the same run without
** the changes; and where a number first stopped being one.
**
**   moved   the number here has other bits than the number at the same place in the run without;
**           where tokens were swapped, the place is that of the token
**   broken  NaN, or an infinity that no mask made
**
** Both runs are made by the same code, so what does not depend on a change has the same bits.
**
** Shapes  Those of the trace's parts.   Memory  None, but workings of a row on the arena given.
** Errors  Workings without memory are NULL.
*/
#ifndef TRACE_WORKINGS_MOVED_H
#define TRACE_WORKINGS_MOVED_H

#include "trace/workings/workings.h"

/* A matrix, and that of the run without the changes; before.at NULL: there is none of that size. */
typedef struct Moved {
  const Trace *trace;
  MatView now, before;
  bool maps_rows, maps_cols; /* they are tokens, which may have been swapped */
} Moved;

Moved moved_make(const Trace *trace, TracePart part, int layer, int head);

/* The number of the run without, and whether this one differs from it. */
float moved_before(const Moved *moved, int row, int col);
bool moved_at(const Moved *moved, int row, int col);
/* How many did. */
long moved_count(const Moved *moved);

/* A row of weights: how spread it is, and whether it is one. */
typedef struct MovedRow {
  float entropy_bits, largest, sum;
} MovedRow;
MovedRow moved_row(const float *weights, int count);
/* The same row without the changes. False: there is none. */
bool moved_row_before(const Trace *trace, int layer, int head, int query, MovedRow *before);

/* A number that is none; head 0 where the part has none. */
typedef struct BrokenPlace {
  TracePart part;
  int layer, head, row, col;
  bool is_nan; /* else infinite */
} BrokenPlace;

/* The first in the order of the computation: by layer, then by part; of the layers up to `last`.
** False: all are numbers. Parts of a large trace that are made when asked for are made for it. */
bool broken_first(const Trace *trace, BrokenPlace *place);
bool broken_up_to(const Trace *trace, int last, BrokenPlace *place);
/* How many there are in the part of one head; 0 where the trace lacks it. */
long broken_count(const Trace *trace, TracePart part, int layer, int head);
/* "NaN first appears in Scores of layer 1, head 2, at row 2, column 3.", translated; and the
** commands that lead there, NULL where no stage shows it. NULL without memory. */
const char *broken_words(Arena *arena, const BrokenPlace *place);
const char *broken_command(Arena *arena, const BrokenPlace *place);

#endif
