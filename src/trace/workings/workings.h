/* trace/workings/workings.h -- the computation of one cell and its row, step by step, for the
** inspector.
**
**   products_c = left_c right_c    running_c = Σ_(i≤c) products_i    score = running_(D−1)
**   left, right = q, k; of general scores q W, k (M-60); of additive ones v, tanh(q W + k U) (M-62)
**   score = running_(D−1) ÷ (|q| |k|) of cosines (M-61), + left · r of relative vectors (M-63)
**   scaled = score / divisor   masked = scaled + M                 e_j = exp(masked_j − max)
**   weight_j = e_j / Σ e      output_c = Σ_j share_j (v_jc + r_jc)
**
** The row's numbers are the trace's own; what the trace does not keep (products, running sum, max,
** exponentials, sum, entropy; of large models the masked row) is computed here by the same core
** functions. Sealed like a trace.
**
** running is added up in float64 from left to right and each step rounded once, so
** running_(D−1) may differ from the trace's score, which core added up in its own order: by at most
** D · 2⁻²³ · Σ |products|, far below the digits shown.
**
** Shapes  D products, or a of additive scores; S keys in a row.   Memory  The arena given.
** Errors  Out of memory.   Formulas  M-03 to M-07, entropy M-13.
*/
#ifndef TRACE_WORKINGS_WORKINGS_H
#define TRACE_WORKINGS_WORKINGS_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

/* Numbers with a pointer are lent by the trace or lie behind this struct; both are valid as long
** as the trace and the arena. Fields of the cell are 0 or NULL when only the row was asked for. */
typedef struct Workings {
  int layer, head, query, key; /* from 0 */
  int d_head, key_count, d_value;
  float divisor;

  /* The cell (query, key). */
  const float *q, *k;        /* [D] */
  const float *left, *right; /* [term_count] what is multiplied, place by place */
  const float *products;     /* [term_count] */
  const float *running;      /* [term_count] */
  int term_count;            /* D, or a of additive scores */
  const float *mapped_q;     /* q W [term_count]; NULL: the scores have no maps. Of a row too */
  const float *mapped_k;     /* k U [term_count] of additive scores */
  const float *sums;         /* q W + k U */
  double q_length, k_length; /* of cosines */
  const float *relative;     /* [D] the row r for the distance; NULL: there is none */
  float product_score;       /* left · right, without the relative term */
  float relative_score;      /* left · r */
  float score, scaled, masked, exponential, weight;
  bool hidden;

  /* The whole row of query; rows by the place of their part (trace_pair_place), NULL where the
  ** trace has no such part. Those with names are the same rows. */
  const float *rows[TRACE_PAIR_PARTS_MOST]; /* [S] each */
  const float *row_unmasked;                /* [S] what the mask is added to */
  const float *row_scores, *row_scaled, *row_masked, *row_exponentials, *row_weights; /* [S] */
  const int *by_weight; /* [S] key indices, heaviest first, ties in order of position */
  float row_max;        /* −inf when the row attends to nothing */
  float exponential_sum;
  float entropy_bits, entropy_most_bits; /* log2 of the visible keys */
  int visible_count;
  bool attends_to_nothing;
  const float *column_max;  /* [S] where softmax runs down the columns (M-96); else NULL */
  const double *column_sum; /* [S] Σ e of each column then, over all queries */

  /* What if the scores had not been divided. */
  float unscaled_weight;         /* of this key */
  float unscaled_largest_weight; /* of the row */
  int unscaled_largest_key;

  /* The weighted sum. */
  const float *row_shares;     /* [S] what V is multiplied by: row_weights, or what dropout left */
  const int *by_share;         /* [S] as by_weight, of these */
  const float *output;         /* [Dv] of query */
  const float *relative_blend; /* [Dv] Σ share r of relative vectors; NULL: there are none */
} Workings;

/* Whether all parts from Q and K to the weights are there: not so in every recording. */
bool workings_can(const Trace *trace);

/* The row of a part by pair that the trace has, [S]. */
const float *workings_row(const Workings *w, TracePart part);

/* A cell, or with key −1 a row; counted from 0. */
typedef struct WorkingsPlace {
  int layer, head, query, key;
} WorkingsPlace;

/* Computes the row of one query in one head, and the cell of one key in it. The place must exist.
** The result points into the trace, which must outlive it. Cost: D products, a few passes over S
** keys, and a sort. NULL: memory is out (then status says so), or a recording lacks one of the
** parts. */
const Workings *workings_make(Arena *arena, const Trace *trace, WorkingsPlace place,
                              Status *status);

#endif
