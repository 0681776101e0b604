/* trace/workings/sheet.h -- one head in numbers small enough for paper, for an exercise sheet and
** its solution (M-82).
**
**   Q, K, V of the trace → some rows of Q, some columns → rounded → scores … output by hand
**
** Everything follows from the rounded numbers, so that the solution is what a person gets who
** rounds as the sheet says; it is not what the model computes.
**
** Columns Where Q and K have more columns than the sheet, it takes those with the largest
**         Σ over the sheet's rows and all keys |q_c k_c|, in their order; of V those with the
**         largest Σ |v_c|. Then the scores are divided by the root of their number; otherwise by
**         the model's own divisor.
** Shapes  q [R,D], k [S,D], v [S,Dv]; scores … weights [R,S]; output [R,Dv]: R rows chosen of T.
** Memory  On the arena given; made once, then only read.
** Errors  sheet_problem; out of memory.
*/
#ifndef TRACE_WORKINGS_SHEET_H
#define TRACE_WORKINGS_SHEET_H

#include "base/arena.h"
#include "base/status.h"
#include "core/by_hand.h"
#include "trace/trace.h"

enum {
  SHEET_TOKENS_MOST = 24,
  SHEET_COLUMNS_MOST = 16,
  SHEET_COLUMNS = 4,        /* if nothing is said */
  SHEET_ROWS_OF_ITSELF = 5, /* so many tokens are all asked; of more the row on show */
  SHEET_TABLE_COLUMNS = 10,
};

/* What a sheet is made of. */
typedef struct SheetOrder {
  int layer, head;
  int decimals;    /* of Q, K and V; fewer where their numbers are large */
  int columns;     /* 0: SHEET_COLUMNS */
  unsigned rows;   /* bits 1 << query; 0: all of a short sentence, else row_on_show */
  int row_on_show; /* −1: one that the model is asked at, else the last */
} SheetOrder;

typedef struct PaperSheet {
  int layer, head, decimals;
  int row_count, key_count;
  int rows[SHEET_TOKENS_MOST]; /* queries, from 0, ascending */
  /* Columns of Q and K, and of V, from 0, ascending, and how many the head has. */
  int column_count, value_count, of_columns, of_values;
  int columns[SHEET_COLUMNS_MOST], value_columns[SHEET_COLUMNS_MOST];
  bool is_rotated; /* Q and K are those turned by their places */
  float divisor;   /* as printed */
  bool hides;      /* the mask hides a pair of these rows */
  MatView q, k, v, scores, scaled, masked, below, powers, weights, output;
  MatView products; /* [R · S, Dv] weight times value: row r · S + s is of query r, key s */
  const SoftmaxParts *parts;       /* [R] */
  int heaviest[SHEET_TOKENS_MOST]; /* of each row the key, from 0; −1: it is hidden whole */
  /* e^(−t): element (i, j) is of t = (10 i + j) / 10ⁿ, n the decimals. */
  MatView table;
} PaperSheet;

/* Why this trace cannot become a sheet, a whole translated sentence; NULL: it can. The order is
** within the trace. On the arena. */
const char *sheet_problem(Arena *arena, const Trace *trace, const SheetOrder *order);

/* NULL: out of memory. There is no sheet_problem. */
const PaperSheet *sheet_make(Arena *arena, const Trace *trace, const SheetOrder *order,
                             Status *status);

#endif
