/* trace/workings/rotated.h -- rotary positions worked out for one number, and for one score (M-50).
**
**   a' = a cos φ − b sin φ      b' = a sin φ + b cos φ      φ = p θ_c
**
** Units   Angles are radians, places count from 0.
** Memory  None.
** Errors  None: a trace without the stage rotated is a bug in the caller, which asserts.
*/
#ifndef TRACE_WORKINGS_ROTATED_H
#define TRACE_WORKINGS_ROTATED_H

#include "core/rotary.h"
#include "trace/trace.h"
#include "trace/workings/workings.h"

/* How the trace turns its queries and keys. */
Rotary rotated_rotary(const Trace *trace);

/* One number of a rotated query or key. */
typedef struct RotatedNumber {
  int pair, a_col, b_col; /* the pair, from 0, and its columns */
  bool is_first;          /* the number is a', not b' */
  int place;              /* p of the row */
  double angle, turn;     /* θ_c and φ */
  double along, across;   /* cos φ, sin φ */
  float a, b, result;     /* before, and the number after */
} RotatedNumber;

/* of.part: TRACE_Q_ROTATED or TRACE_K_ROTATED. */
RotatedNumber rotated_number(const Trace *trace, TraceMatrixId of, int row, int col);

/* The place of a row of the part. */
int rotated_place(const Trace *trace, TracePart part, int row);

/* The score of a query and a key, both `by` places further on: summed in double, from Q and K. */
double rotated_score_moved(const Trace *trace, WorkingsPlace of, int by);

#endif
