/* trace/workings/answer.c -- the steps from the last row of a token to its most probable words
** (M-17). */
#include "trace/workings/answer.h"

#include "core/softmax.h"

/* The struct and its arrays in one allocation. */
typedef struct AnswerAllocation {
  AnswerWorkings workings;
  float numbers[]; /* products [d_model], scratch [V] */
} AnswerAllocation;

static void work_out_row(AnswerWorkings *w, const Trace *trace, float *scratch) {
  const float *logits = trace_logits_row(trace, w->token);
  SoftmaxParts parts = softmax_row(logits, scratch, w->word_count);
  w->max = parts.max;
  w->exponential_sum = parts.sum;
  w->candidate_count = trace_candidates(trace, w->token, w->candidates, TRACE_CANDIDATES_MOST);
  for (int i = 0; i < w->candidate_count; i++)
    /* The function that made the row, so the bits are the same. */
    softmax_exponentials(&w->candidates[i].logit, w->max, &w->candidate_exponentials[i], 1);
  if (trace_has_part(trace, TRACE_FINAL)) /* a recording may have logits only */
    w->x = mat_row(trace_matrix(trace, TRACE_FINAL, 0, 0), w->token);
}

static void work_out_word(AnswerWorkings *w, const Trace *trace, const TraceCandidate *candidate,
                          float *products) {
  const TraceWordWeights *weights = trace_word_weights(trace);
  w->word = candidate->word;
  w->logit = candidate->logit;
  w->probability = candidate->probability;
  softmax_exponentials(&w->logit, w->max, &w->exponential, 1);
  w->can_be_worked_out = weights != NULL;
  if (!weights) return;
  assert(w->x && weights->embedding.cols == w->d_model);
  /* In double, from left to right; core's order may give other last digits. */
  double sum = 0;
  w->embedding = mat_row(weights->embedding, w->word);
  for (int c = 0; c < w->d_model; c++) {
    double product = (double)w->x[c] * (double)w->embedding[c];
    products[c] = (float)product;
    sum += product;
  }
  w->products = products;
  w->product_sum = (float)sum;
  w->bias = weights->bias ? weights->bias[w->word] : 0;
}

const AnswerWorkings *answer_workings_make(Arena *arena, const Trace *trace, int token, int rank,
                                           Status *status) {
  int width = trace_d_model(trace), words = trace_word_count(trace);
  if (words == 0) return NULL;
  assert(token >= 0 && token < trace_token_count(trace) && rank >= -1);
  size_t numbers = (size_t)width + (size_t)words;
  AnswerAllocation *room = arena_take(arena, 1, sizeof(AnswerAllocation) + numbers * sizeof(float));
  if (!room) {
    status_no_memory(status);
    return NULL;
  }
  AnswerWorkings *w = &room->workings;
  *w = (AnswerWorkings){.token = token, .word = -1, .d_model = width, .word_count = words};
  work_out_row(w, trace, room->numbers + width);
  if (rank >= 0 && rank < w->candidate_count)
    work_out_word(w, trace, &w->candidates[rank], room->numbers);
  return w;
}
