/* trace/workings/answer.h -- how a model comes to name a word at a token, worked out by core.
**
**   product_c = x_c · embedding_c      logit = Σ product_c + bias
**   e = exp(logit − max)               probability = e / Σ e                        (M-17)
**
** x is the token's row of FINAL, embedding the word's row of the table, usually the one that
** also made the input.
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

/* The likeliest words of a token, likeliest first, and how the logit of one of them comes about.
** product_sum + bias may differ from logit in the last digits: core added it up in another
** order. */
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

/* token counts from 0. rank: which of the likeliest words is worked out, from 0; −1, or more
** than there are: the row alone. It reads one row of V logits, which may have to be made first.
** NULL: memory is out (then status says so), or the model names no words. */
const AnswerWorkings *answer_workings_make(Arena *arena, const Trace *trace, int token, int rank,
                                           Status *status);

#endif
