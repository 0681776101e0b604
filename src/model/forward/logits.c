/* model/forward/logits.c -- from the last layer to logits, for one token or all (M-17, M-44).
**
** The logits of a small vocabulary are computed for all tokens. Those of a large one (50,257 words
** of GPT-2) are computed for a token when they are needed, and for the last token during the pass,
** since those are needed first. */
#include <assert.h>
#include <string.h>

#include "core/attention.h"
#include "core/dot_product.h"
#include "core/linear.h"
#include "core/norm.h"
#include "model/forward/forward.h"
#include "model/parallel_gemm.h"

/* Words per piece, whatever the number of threads, so that the bits do not depend on it. */
enum { WORDS_A_PIECE = 4096 };

/* BERT's transform (M-44): norm(f(x W + b)), before the output table. */
static void transform_answer(const Model *model, Pool *pool, MatView x, Mat y) {
  assert(x.rows == y.rows && x.cols == y.cols);
  ParallelGemm one = {x, model->answer_w, model->answer_b, model->activation, y};
  if (forward_is_wide(model)) parallel_gemm_run(pool, &one, 1);
  else {
    linear(x, model->answer_w, model->answer_b, y);
    activation_apply(model->activation, y);
  }
  const Norm norm = model_norm(model, &model->answer_norm);
  norm_rows(&norm, mat_view(y), y);
}

void forward_final_rows(const Model *model, Pool *pool, MatView x, Mat y) {
  const Norm last = model_norm(model, &model->final_norm);
  if (model->answer_w.at) transform_answer(model, pool, x, y);
  else if (model->final_norm.gain) norm_rows(&last, x, y);
  else mat_copy(x, y);
}

/* M-17 for all tokens and softmax of each row, for a small vocabulary. */
static void store_words(const Forward *forward) {
  assert(forward->model->output_table.rows == forward->model->word_count);
  const Model *model = forward->model;
  Mat logits = trace_place(forward->trace, TRACE_LOGITS, 0, 0);
  /* output_bias: BERT and models trained here have one, GPT-2 has none. */
  dot_products(trace_matrix(forward->trace, TRACE_FINAL, 0, 0), model->output_table,
               model->output_bias, logits);
  attn_weights(mat_view(logits), trace_place(forward->trace, TRACE_PROBABILITIES, 0, 0), NULL);
}

void forward_last(const Forward *forward) {
  const Model *model = forward->model;
  if (!trace_has_words(forward->trace)) return;
  MatView x = trace_matrix(forward->trace, TRACE_BLOCK, model->layer_count - 1, 0);
  if (model->answer_w.at || model->final_norm.gain) {
    Mat y = forward_rows(forward, trace_place(forward->trace, TRACE_FINAL, 0, 0));
    forward_final_rows(model, forward->pool, forward_view(forward, x), y);
  }
  if (forward->stores_words) store_words(forward);
}

/* ---- some tokens of a large table ---- */

typedef struct WordsWork {
  const Model *model;
  MatView x; /* rows of FINAL */
  Mat logits;
} WordsWork;

static void run_words(void *self, int index) {
  const WordsWork *work = self;
  const Model *model = work->model;
  int first = index * WORDS_A_PIECE, left = model->word_count - first;
  assert(left > 0);
  int count = left < WORDS_A_PIECE ? left : WORDS_A_PIECE;
  dot_products(work->x, mat_view_rows(model->output_table, first, count),
               model->output_bias ? model->output_bias + first : NULL,
               mat_cols(work->logits, first, count));
}

static void make_rows(const ForwardSource *source, int first, Pool *pool, Mat to) {
  assert(first >= 0 && first + to.rows <= trace_token_count(source->trace));
  assert(to.cols == source->model->word_count);
  const Model *model = source->model;
  MatView y = trace_matrix(source->trace, TRACE_FINAL, 0, 0);
  WordsWork work = {model, mat_view_rows(y, first, to.rows), to};
  pool_run(pool, (model->word_count + WORDS_A_PIECE - 1) / WORDS_A_PIECE, run_words, &work);
}

void forward_last_logits(const Forward *forward) {
  int last = forward->tokens.count - 1;
  if (last < 0 || !forward->source->last_logits) return;
  int words = forward->model->word_count;
  make_rows(forward->source, last, forward->pool,
            (Mat){forward->source->last_logits, 1, words, words});
}

bool forward_fill_logits(void *self, int first, Mat to, Status *status) {
  const ForwardSource *source = self;
  (void)status;
  bool is_last = to.rows == 1 && first == trace_token_count(source->trace) - 1;
  /* Computed during the pass. */
  if (is_last && source->last_logits)
    memcpy(to.at, source->last_logits, (size_t)to.cols * sizeof *to.at);
  else make_rows(source, first, NULL, to);
  return true;
}
