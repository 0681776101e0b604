/* trace/workings/answer.h -- the computation of a word's logit and probability at a token, step by
** step.
**
**   product_c = x_c · embedding_c      logit = Σ product_c + bias
**   e = exp(logit − max)               probability = e / Σ e                        (M-17)
**
** x is the token's row of FINAL, embedding the word's row of the output table, usually the same as
** the input embedding.
**
** Shapes  products [d_model]; the row has V logits and probabilities. Memory  One allocation on
** the arena given; the trace must outlive it.
** Errors  Out of memory.
*/
#ifndef TRACE_WORKINGS_ANSWER_H
#define TRACE_WORKINGS_ANSWER_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"

/* The likeliest words of a token, likeliest first, and the terms of one word's logit. product_sum +
** bias may differ from logit in the last digits, since core sums in another order. */
typedef struct AnswerWorkings {
  int token, word; /* word −1: the row alone */
  int d_model, word_count;
  const float *x; /* [d_model] */
  TraceCandidate candidates[TRACE_CANDIDATES_MOST];
  float candidate_exponentials[TRACE_CANDIDATES_MOST];
  int candidate_count;
  float max, exponential_sum; /* over all words */

  /* The word. */
  const float *embedding, *products; /* [d_model] */
  float product_sum, bias, logit, exponential, probability;
  bool can_be_worked_out; /* the trace has the table */
} AnswerWorkings;

/* token counts from 0. rank: which of the likeliest words to work out, from 0; −1, or more than
** there are: the row alone. Reads one row of V logits, which may have to be computed. NULL: memory
** is out (then status says so), or the model predicts no words. */
const AnswerWorkings *answer_workings_make(Arena *arena, const Trace *trace, int token, int rank,
                                           Status *status);

#endif
