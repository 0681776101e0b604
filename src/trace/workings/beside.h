/* trace/workings/beside.h -- a run beside one that was kept: the same matrix of both, their rows
** and columns matched by token, the difference, and how far the two are apart.
**
**   rows and columns   those of both, matched by a longest common subsequence of tokens; what has
**                      no partner has a line of its own (trace/workings/matching.h)    (M-100)
**   difference(i, j) = now − kept        where both have the cell
**   divergence of a matched row = Σ_j w_j log2(w_j / e_j)                              (M-101)
**
** The divergence is that of Kullback and Leibler, in bits, from the kept row to the one of now,
** over the keys of both: w is the row of now and e the kept one, each divided by its sum over them.
** A row is left out that has no weight on them in either run, and one that is infinite, with a
** weight now on a key that has none in the kept run, is counted. Below 1e-12 it is rounding, and 0.
** Where columns are numbers of a vector they are matched by place; where they are the words of a
** model they are the likeliest ones of both (beside_words.h). A stage of several matrices, as Q, K
** and V, has one after the other.
**
** Shapes  [R,C], R and C the lines of both matchings. A number that a run has not is NaN.
** Cost    Copies of the matrix of both; a comparison of tokens (matching.h).
** Memory  The arena given; both traces must outlive what is made.
** Errors  Out of memory.
** Source  Kullback and Leibler 1951, section 2.
*/
#ifndef TRACE_WORKINGS_BESIDE_H
#define TRACE_WORKINGS_BESIDE_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"
#include "trace/workings/matching.h"

/* Why a stage has nothing to stand beside. */
typedef enum BesideProblem {
  BESIDE_FINE,
  BESIDE_NO_TOKENS, /* one of them has no sentence */
  BESIDE_NO_LAYER,  /* the kept run has no such layer, head or stage */
  BESIDE_NO_HEAD,
  BESIDE_NO_PART,
  BESIDE_NO_NUMBERS /* a stage without cells, as the tokens */
} BesideProblem;

typedef struct BesideErrors {
  /* Of the part, over the cells that are numbers in both. */
  float largest, mean; /* |difference| */
  int row, col;        /* lines of the largest, −1: there is none */
  /* Of the weights; rows: matched rows that the mean is over. */
  float divergence_mean; /* bits; 0 without any */
  int divergence_rows, infinite_rows, empty_rows;
} BesideErrors;

typedef struct TwoRuns {
  const struct TwoRuns *next;          /* of the stage, as K behind Q; NULL: the last */
  const Trace *now_trace, *kept_trace; /* of the layer */
  TracePart part;
  int layer, head;
  Matching rows, cols;            /* lines; a: of now, b: of the kept run */
  const TraceToken *const *words; /* names of columns that are words; NULL: they are not */
  MatView now, kept, difference;
  float size; /* the largest finite |x| of both */
  /* What each hides, in lines; hidden NULL: nothing. */
  MaskView now_mask, kept_mask;
  bool has_weights;
  BesideErrors errors;
} TwoRuns;

/* now and kept are any traces of theirs. */
BesideProblem beside_problem(const Trace *now, const Trace *kept, TraceMatrixId of);

/* Of rows and columns; a: of now, b: of the kept run. */
typedef struct BesideLines {
  Matching rows, cols;
} BesideLines;

/* The results of a stage in both traces. */
typedef struct BesideStage {
  StageId stage;
  int layer, head;
} BesideStage;

/* The lines of both, and nothing else of what beside_make makes. False: out of memory. */
bool beside_lines(Arena *arena, const Trace *now, const Trace *kept, TraceMatrixId place,
                  BesideLines *lines);

/* There is no beside_problem. NULL: out of memory. */
const TwoRuns *beside_make(Arena *arena, const Trace *now, const Trace *kept, TraceMatrixId place,
                           Status *status);

/* The results of a stage that both runs have there, in their order; how many. */
int beside_parts(const Trace *now, const Trace *kept, BesideStage at,
                 TracePart parts[TRACE_STAGE_PARTS]);
/* BESIDE_FINE: there are some. */
BesideProblem beside_stage_problem(const Trace *now, const Trace *kept, BesideStage at);
/* The first of them, and behind it the others. There is no beside_stage_problem. NULL: out of
** memory. */
const TwoRuns *beside_make_stage(Arena *arena, const Trace *now, const Trace *kept, BesideStage at,
                                 Status *status);

/* The token of a line, that of now where both have it. */
const TraceToken *beside_row_token(const TwoRuns *beside, int row);
/* Whether columns have names: keys, or words. */
bool beside_names_cols(const TwoRuns *beside);
const TraceToken *beside_col_token(const TwoRuns *beside, int col);

#endif
