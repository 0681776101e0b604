/* model/forward/layer_answers.c -- see layer_answers.h. The last answers are those of the trace
** itself, to the bit. */
#include "model/forward/layer_answers.h"

#include "core/dot_product.h"
#include "core/softmax.h"
#include "model/forward/forward.h"
#include "model/model_weights.h"
#include "trace/trace_build.h"

typedef struct LayerAnswersWork Making;
struct LayerAnswersWork {
  Arena *arena;
  const Model *model;
  const Trace *trace;
  LayerAnswers *made;
  LayerAnswer *answers;
  Mat rows, logits; /* [token_count, E] and [token_count, V] */
  float *shares;    /* [V] */
  int points_left;  /* they are made from the last on, since it says what the final word is */
  int tokens_done;  /* of the next point */
};

LayerAnswersRefusal layer_answers_refusal(const Model *model, const Trace *trace) {
  if (trace_token_count(trace) == 0) return LAYER_ANSWERS_NO_TOKENS;
  if (trace_half(trace) == HALF_SOURCE) return LAYER_ANSWERS_OF_THE_SOURCE;
  if (!model) return LAYER_ANSWERS_NO_MODEL;
  bool has_words = trace_has_words(trace) && model->output_table.at && !model->names_no_words;
  return has_words ? LAYER_ANSWERS_CAN : LAYER_ANSWERS_NO_WORDS;
}

static bool is_answered(const Trace *trace, int layer) {
  int number;
  TraceHalf half = trace_layer_half(trace, layer, &number);
  return half != HALF_SOURCE;
}

static bool list_layers(Arena *arena, const Trace *trace, LayerAnswers *made) {
  int count = trace_layer_count(trace), *layers = arena_take(arena, (size_t)count + 1, sizeof(int));
  if (!layers) return false;
  layers[0] = -1;
  made->point_count = 1;
  for (int i = 0; i < count; i++)
    if (is_answered(trace, i)) layers[made->point_count++] = i;
  made->layers = layers;
  return true;
}

/* The tokens around the one asked for, as many as there is time for. */
static void choose_tokens(const Making *making, int token) {
  LayerAnswers *made = making->made;
  const Model *model = making->model;
  int all = trace_token_count(making->trace);
  double each = (double)made->point_count * model->word_count * model->d_model;
  double most = LAYER_ANSWERS_PRODUCTS / each;
  int count = most >= all ? all : most >= 1 ? (int)most : 1;
  int asked = token < 0 || token >= all ? all - 1 : token;
  int first = asked - count / 2;
  if (first > all - count) first = all - count;
  made->first_token = first > 0 ? first : 0;
  made->token_count = count;
}

static int rank_of(const float *logits, int word_count, int word) {
  int rank = 1;
  for (int i = 0; i < word_count; i++)
    rank += logits[i] > logits[word] || (i < word && logits[i] >= logits[word]);
  return rank;
}

static void read_answer(const Making *making, const float *logits, LayerAnswer *answer) {
  int words = making->model->word_count;
  softmax_row(logits, making->shares, words);
  answer->best_count =
      trace_find_candidates(logits, making->shares, words, answer->best, LAYER_ANSWERS_BEST);
  answer->entropy_bits = softmax_entropy_bits(making->shares, words);
}

static void read_final(const Making *making, int token, const float *logits, LayerAnswer *answer) {
  const LayerAnswers *made = making->made;
  int place = token - made->first_token;
  const LayerAnswer *last = &making->answers[(place + 1) * made->point_count - 1];
  if (last->best_count == 0) return;
  int word = last->best[0].word;
  answer->final_probability = making->shares[word];
  answer->final_rank = rank_of(logits, making->model->word_count, word);
}

/* Some tokens, from `first` on of those that are answered. */
typedef struct TokenRange {
  int first, count;
} TokenRange;

/* The rows that were the last layer's if the model ended here. */
static void make_logits(const Making *making, int layer, TokenRange tokens) {
  const Model *model = making->model;
  TracePart part = layer < 0 ? TRACE_X : TRACE_BLOCK;
  const Trace *of = layer < 0 ? trace_of_half(making->trace, HALF_TARGET) : making->trace;
  MatView rows = trace_matrix(of, part, layer < 0 ? 0 : layer, 0);
  Mat to = mat_rows(making->rows, 0, tokens.count);
  forward_final_rows(
      model, NULL, mat_view_rows(rows, making->made->first_token + tokens.first, tokens.count), to);
  dot_products(mat_view(to), model->output_table, model->output_bias,
               mat_rows(making->logits, 0, tokens.count));
}

static void make_point(const Making *making, int point, TokenRange tokens) {
  const LayerAnswers *made = making->made;
  bool is_last = point == made->point_count - 1;
  int first = made->first_token + tokens.first;
  if (is_last) trace_expect_words(making->trace, first, first + tokens.count);
  else make_logits(making, made->layers[point], tokens);
  for (int i = 0; i < tokens.count; i++) {
    const float *logits =
        is_last ? trace_logits_row(making->trace, first + i) : mat_row(mat_view(making->logits), i);
    LayerAnswer *answer = &making->answers[(tokens.first + i) * made->point_count + point];
    read_answer(making, logits, answer);
    read_final(making, first + i, logits, answer);
  }
}

/* The prediction of the run without what a person changed, at the same tokens. */
static bool make_unchanged(const Making *making) {
  LayerAnswers *made = making->made;
  const Trace *without = trace_without(making->trace);
  int words = making->model->word_count;
  if (!without || !trace_has_words(without) || trace_word_count(without) != words) return true;
  LayerAnswer *unchanged = arena_take(making->arena, (size_t)made->token_count, sizeof *unchanged);
  if (!unchanged) return false;
  for (int i = 0; i < made->token_count; i++) {
    int token = made->first_token + i, row = trace_row_without(making->trace, token);
    unchanged[i] = (LayerAnswer){0};
    if (row < 0 || row >= trace_token_count(without)) continue;
    const float *logits = trace_logits_row(without, row);
    read_answer(making, logits, &unchanged[i]);
    read_final(making, token, logits, &unchanged[i]);
  }
  made->unchanged = unchanged;
  return true;
}

static bool take(Making *making) {
  LayerAnswers *made = making->made;
  int tokens = made->token_count, words = making->model->word_count, d = making->model->d_model;
  size_t answers = (size_t)tokens * (size_t)made->point_count;
  float *rows = arena_take(making->arena, (size_t)tokens * (size_t)d, sizeof *rows);
  float *logits = arena_take(making->arena, (size_t)tokens * (size_t)words, sizeof *logits);
  making->shares = arena_take(making->arena, (size_t)words, sizeof *making->shares);
  making->answers = arena_take(making->arena, answers, sizeof *making->answers);
  if (!rows || !logits || !making->shares || !making->answers) return false;
  for (size_t i = 0; i < answers; i++) making->answers[i] = (LayerAnswer){0};
  making->rows = (Mat){rows, tokens, d, d};
  making->logits = (Mat){logits, tokens, words, words};
  made->made = making->answers;
  return true;
}

static bool begin(Making *making, int token) {
  if (!list_layers(making->arena, making->trace, making->made)) return false;
  choose_tokens(making, token);
  if (!take(making)) return false;
  making->points_left = making->made->point_count;
  return true;
}

LayerAnswersWork *layer_answers_begin(Arena *arena, const Model *model, const Trace *trace,
                                      int token, LayerAnswers *made) {
  LayerAnswersWork *work = arena_take(arena, 1, sizeof *work);
  *made =
      (LayerAnswers){.refusal = layer_answers_refusal(model, trace), .serial = trace_serial(trace)};
  if (!work || made->refusal != LAYER_ANSWERS_CAN) return work;
  made->refusal = LAYER_ANSWERS_UNDER_WAY;
  if (model->halves[HALF_CROSS]) model = model->halves[HALF_CROSS];
  *work = (LayerAnswersWork){
      .arena = arena, .model = model, .trace = trace_of_half(trace, HALF_CROSS), .made = made};
  return begin(work, token) ? work : NULL;
}

static int tokens_at_once(const LayerAnswersWork *work) {
  double each = (double)work->model->word_count * work->model->d_model;
  double most = LAYER_ANSWERS_STEP / each;
  return most >= work->made->token_count ? work->made->token_count : most >= 1 ? (int)most : 1;
}

bool layer_answers_step(LayerAnswersWork *work) {
  LayerAnswers *made = work->made;
  assert(made->refusal == LAYER_ANSWERS_UNDER_WAY && work->points_left > 0);
  TokenRange tokens = {work->tokens_done, tokens_at_once(work)};
  if (tokens.count > made->token_count - tokens.first)
    tokens.count = made->token_count - tokens.first;
  make_point(work, work->points_left - 1, tokens);
  work->tokens_done += tokens.count;
  if (work->tokens_done < made->token_count) return true;
  work->tokens_done = 0;
  if (--work->points_left > 0) return true;
  made->refusal = LAYER_ANSWERS_CAN;
  return make_unchanged(work);
}

bool layer_answers_make(Arena *arena, const Model *model, const Trace *trace, int token,
                        LayerAnswers *made) {
  LayerAnswersWork *work = layer_answers_begin(arena, model, trace, token, made);
  bool done = work != NULL;
  while (done && made->refusal == LAYER_ANSWERS_UNDER_WAY) done = layer_answers_step(work);
  return done;
}

static bool is_between(const LayerAnswers *made, int token) {
  return token >= made->first_token && token - made->first_token < made->token_count;
}

bool layer_answers_hold(const LayerAnswers *made, const Trace *trace, int token) {
  int asked = token < 0 ? trace_token_count(trace) - 1 : token;
  if (made->serial != trace_serial(trace)) return false;
  bool is_refused = made->refusal != LAYER_ANSWERS_CAN && made->refusal != LAYER_ANSWERS_UNDER_WAY;
  return is_refused || is_between(made, asked) || asked >= trace_token_count(trace);
}
