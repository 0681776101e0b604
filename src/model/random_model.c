/* model/random_model.c -- models of seeded random numbers; their attention means nothing.
**
** Every number is normally distributed. A map has the standard deviation 1/√(its inputs), so that
** what comes out of it has the variance of what went in: scores divided by √d have a variance near
** 1, and attention is uneven without a dominant key, as in an untrained network.
**
**   undivided scores (t5)   W_Q is smaller by √d instead, as T5 begins
**   rows of words           variance 1; smaller by √E where a norm brings them to size 1 before the
**                           heads, so that the words, whose table they are, are told apart by
**                           logits of a variance near 1
**   W_O and W_2             where norms stand before, as large as what they are added to, divided
**                           by √(2 · layers) as GPT-2 begins: else the last layers would see
**                           mostly what the heads of the first wrote, which is much the same in
**                           every row
**   gains, biases           1 and 0, give or take 0.1, so that they can be seen
**
** Streams  W_Q to W_O of all layers come from one stream of numbers, every other tensor from one of
**          its own, named after it: what has both is the same in both of two models of one seed.
** Sources  Radford et al. 2019, section 2.3 (1/√(2 · layers)); Raffel et al. 2020 (√d); Weinberger
**          et al. 2009 (ids of words by their hash).
*/
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "base/serial.h"
#include "core/position.h"
#include "model/model_weights.h"
#include "model/random_shape.h"

enum { TENSOR_NAME_BYTES = 48, WORD_BYTES = 16 };
static const double spread_around = 0.1;
/* The norms' ε, as in the models that this program trains. */
static const float norm_epsilon = 1e-5f;

/* What is drawn, and how large. */
typedef struct Drawing {
  const RandomShape *shape;
  Model *model;
  Rng attention;
  double rows;   /* of the table of words */
  double stream; /* of what the first layer receives */
  int layer;
  bool failed;
} Drawing;

static int value(const Drawing *drawing, RandomKey key) { return drawing->shape->of[key]; }
static bool is_on(const Drawing *drawing, RandomKey key) { return value(drawing, key) != 0; }

static void fill_normal(Rng *rng, double middle, double deviation, Mat weights) {
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++)
      mat_row_of(weights, row)[col] = (float)(middle + deviation * rng_normal(rng));
}

static MatView draw_from(Drawing *drawing, Rng *rng, int rows, int cols, double deviation) {
  float *at = arena_take(drawing->model->arena, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) drawing->failed = true;
  else fill_normal(rng, 0, deviation, (Mat){at, rows, cols, cols});
  return (MatView){at, rows, cols, cols};
}

static Rng stream_of(const Drawing *drawing, const char *tensor) {
  char name[TENSOR_NAME_BYTES];
  snprintf(name, sizeof name, "%d.%s", drawing->layer, tensor);
  return rng_make(rng_hash(name, strlen(name)) ^ (uint64_t)value(drawing, RANDOM_SEED));
}

static MatView draw(Drawing *drawing, const char *tensor, int rows, int cols, double deviation) {
  Rng rng = stream_of(drawing, tensor);
  return draw_from(drawing, &rng, rows, cols, deviation);
}

/* Gains around 1, or biases around 0. */
static const float *draw_around(Drawing *drawing, const char *tensor, double middle, int count) {
  float *at = arena_take(drawing->model->arena, (size_t)count, sizeof *at);
  Rng rng = stream_of(drawing, tensor);
  if (!at) drawing->failed = true;
  else fill_normal(&rng, middle, spread_around, (Mat){at, 1, count, count});
  return at;
}

static NormWeights draw_norm(Drawing *drawing, const char *gain, const char *bias) {
  int width = drawing->model->d_model;
  bool has_bias = drawing->model->norm_method == NORM_LAYER;
  return (NormWeights){draw_around(drawing, gain, 1, width),
                       has_bias ? draw_around(drawing, bias, 0, width) : NULL};
}

/* ---- a layer ---- */

/* Of a map whose result is added to the rows. */
static double added(const Drawing *drawing, int inputs) {
  double deviation = 1 / sqrt((double)inputs);
  if (drawing->model->norm_place != NORM_BEFORE) return deviation;
  return deviation * drawing->stream / sqrt(2.0 * drawing->model->layer_count);
}

static void draw_attention(Drawing *drawing, LayerWeights *layer) {
  const Model *model = drawing->model;
  int width = model->d_model, shared = model_key_heads(model) * model->d_head;
  double deviation = 1 / sqrt((double)width), queries = deviation;
  if (kind_leaves_scores(&model->own_kind)) queries /= sqrt((double)model->d_head);
  layer->w_q = draw_from(drawing, &drawing->attention, width, width, queries);
  layer->w_k = draw_from(drawing, &drawing->attention, width, shared, deviation);
  layer->w_v = draw_from(drawing, &drawing->attention, width, shared, deviation);
  layer->w_o = draw_from(drawing, &drawing->attention, width, width, added(drawing, width));
  if (!is_on(drawing, RANDOM_BIAS)) return;
  layer->b_q = draw_around(drawing, "b_q", 0, width);
  layer->b_k = draw_around(drawing, "b_k", 0, shared);
  layer->b_v = draw_around(drawing, "b_v", 0, shared);
  layer->b_o = draw_around(drawing, "b_o", 0, width);
}

static void draw_mlp(Drawing *drawing, LayerWeights *layer) {
  int width = drawing->model->d_model, inner = drawing->model->d_ff;
  double deviation = 1 / sqrt((double)width);
  layer->w_1 = draw(drawing, "w_1", width, inner, deviation);
  layer->w_2 = draw(drawing, "w_2", inner, width, added(drawing, inner));
  if (value(drawing, RANDOM_ACTIVATION) == RANDOM_SILU_GATED)
    layer->w_gate = draw(drawing, "w_gate", width, inner, deviation);
  layer->norm_2 = draw_norm(drawing, "norm_2.gain", "norm_2.bias");
  if (!is_on(drawing, RANDOM_MLP_BIAS)) return;
  layer->b_1 = draw_around(drawing, "b_1", 0, inner);
  layer->b_2 = draw_around(drawing, "b_2", 0, width);
}

static void draw_layer(Drawing *drawing, LayerWeights *layer) {
  draw_attention(drawing, layer);
  if (drawing->model->norm_place == NORM_NONE) return;
  layer->norm_1 = draw_norm(drawing, "norm_1.gain", "norm_1.bias");
  if (drawing->model->d_ff > 0) draw_mlp(drawing, layer);
}

/* ---- what goes in and what comes out ---- */

/* A row of variance 1 from the letters of a word, so that it is the same at every place. */
static void embed_letters(const Model *model, Str match, float *row) {
  Rng rng = rng_make(rng_hash(match.at, match.bytes) ^ model->seed);
  for (int i = 0; i < model->d_model; i++) row[i] = (float)rng_normal(&rng);
}

static void name_words(Drawing *drawing) {
  Model *model = drawing->model;
  Str *names = arena_take(model->arena, (size_t)model->word_count, sizeof *names);
  char *texts = arena_take(model->arena, (size_t)model->word_count, WORD_BYTES);
  drawing->failed |= !names || !texts;
  for (int i = 0; !drawing->failed && i < model->word_count; i++) {
    char *at = texts + (size_t)i * WORD_BYTES;
    snprintf(at, WORD_BYTES, "w%d", i);
    names[i] = str_from(at);
  }
  model->numbered_words = names;
}

static void draw_words(Drawing *drawing) {
  Model *model = drawing->model;
  int words = model->word_count, width = model->d_model;
  if (words == 0) {
    model->embed_token = embed_letters;
    return;
  }
  name_words(drawing);
  model->token_table = draw(drawing, "words", words, width, drawing->rows);
  model->output_table = model->token_table;
  if (value(drawing, RANDOM_WORDS) == RANDOM_UNTIED)
    model->output_table = draw(drawing, "output", words, width, 1 / sqrt((double)width));
  if (is_on(drawing, RANDOM_EMBEDDING_SCALE)) model->embedding_scale = sqrtf((float)width);
  if (is_on(drawing, RANDOM_LAST_NORM))
    model->final_norm = draw_norm(drawing, "last_norm.gain", "last_norm.bias");
}

static void draw_positions(Drawing *drawing) {
  Model *model = drawing->model;
  int *numbers = model->own_kind.numbers[KIND_POSITIONS], width = model->d_model;
  switch ((RandomPositions)value(drawing, RANDOM_POSITIONS)) {
  case RANDOM_SINUSOIDAL:
    model->embed_positions = position_sinusoidal;
    return;
  case RANDOM_LEARNED:
    model->position_table = draw(drawing, "positions", model->position_count, width,
                                 model->embedding_scale > 0 ? 1 : drawing->rows);
    return;
  case RANDOM_T5:
    model->bucket_table = draw(drawing, "buckets", numbers[T5_BUCKETS], model->head_count, 1);
    return;
  default:
    return;
  }
}

/* [SEP] is one token then, and begins the second sentence. */
static void draw_segments(Drawing *drawing) {
  Model *model = drawing->model;
  const Str folded[] = {STR("[sep]")};
  Vocab *marks;
  int rows = value(drawing, RANDOM_SEGMENTS);
  if (rows == 0) return;
  model->segment_table = draw(drawing, "segments", rows, model->d_model,
                              model->embedding_scale > 0 ? 1 : drawing->rows);
  if (vocab_make(model->arena, folded, 1, &marks, NULL)) model->separators = marks;
  else drawing->failed = true;
}

/* How large the rows of words are, and those that the first layer receives. */
static void decide_spreads(Drawing *drawing) {
  const Model *model = drawing->model;
  double small = 1 / sqrt((double)model->d_model);
  bool is_scaled = is_on(drawing, RANDOM_EMBEDDING_SCALE);
  bool adds_waves = value(drawing, RANDOM_POSITIONS) == RANDOM_SINUSOIDAL;
  bool is_normed = model->norm_place == NORM_BEFORE || is_on(drawing, RANDOM_EMBEDDING_NORM);
  drawing->rows = is_scaled || (is_normed && !adds_waves) ? small : 1;
  bool is_small = drawing->rows < 1 && !is_scaled && !is_on(drawing, RANDOM_EMBEDDING_NORM);
  drawing->stream = is_small && model->word_count > 0 ? small : 1;
}

/* ---- the shape ---- */

static AttentionKind kind_of(const RandomShape *shape) {
  static const char *const names[] = {
      [RANDOM_SINUSOIDAL] = "own", [RANDOM_NO_POSITIONS] = "none", [RANDOM_LEARNED] = "own",
      [RANDOM_ROPE] = "rope",      [RANDOM_ALIBI] = "alibi",       [RANDOM_T5] = "t5"};
  AttentionKind kind = {0};
  bool is_set = kind_set(&kind, KIND_POSITIONS, str_from(names[shape->of[RANDOM_POSITIONS]]), NULL);
  assert(is_set);
  (void)is_set;
  int *numbers = kind.numbers[KIND_POSITIONS];
  if (shape->of[RANDOM_POSITIONS] == RANDOM_ROPE) numbers[ROPE_BASE] = shape->of[RANDOM_ROPE_BASE];
  if (shape->of[RANDOM_POSITIONS] != RANDOM_T5) return kind;
  numbers[T5_BUCKETS] = shape->of[RANDOM_BUCKETS];
  numbers[T5_FAR] = shape->of[RANDOM_FAR];
  return kind;
}

static void take_shape(Model *model, const RandomShape *shape) {
  static const NormPlace places[] = {[RANDOM_NORM_NONE] = NORM_NONE,
                                     [RANDOM_NORM_BEFORE] = NORM_BEFORE,
                                     [RANDOM_NORM_AFTER] = NORM_AFTER,
                                     [RANDOM_NORM_RMS] = NORM_BEFORE};
  static const Activation activations[] = {[RANDOM_RELU] = ACTIVATION_RELU,
                                           [RANDOM_GELU] = ACTIVATION_GELU,
                                           [RANDOM_GELU_TANH] = ACTIVATION_GELU_TANH,
                                           [RANDOM_SILU_GATED] = ACTIVATION_SILU};
  const int *of = shape->of;
  model->layer_count = of[RANDOM_LAYERS];
  model->head_count = of[RANDOM_HEADS];
  model->key_head_count = of[RANDOM_KEY_HEADS];
  model->d_model = of[RANDOM_D_MODEL];
  model->d_head = of[RANDOM_D_MODEL] / of[RANDOM_HEADS];
  model->d_ff = of[RANDOM_D_FF];
  model->word_count = of[RANDOM_VOCABULARY];
  model->position_count = of[RANDOM_CONTEXT];
  model->own_mask = shape->mask;
  model->norm_place = places[of[RANDOM_NORM]];
  model->norm_method = of[RANDOM_NORM] == RANDOM_NORM_RMS ? NORM_RMS : NORM_LAYER;
  model->activation = activations[of[RANDOM_ACTIVATION]];
  model->epsilon = norm_epsilon;
  model->own_kind = kind_of(shape);
  model->seed = (uint64_t)of[RANDOM_SEED];
}

static void draw_model(Drawing *drawing, LayerWeights *layers) {
  Model *model = drawing->model;
  decide_spreads(drawing);
  draw_words(drawing);
  draw_positions(drawing);
  draw_segments(drawing);
  if (is_on(drawing, RANDOM_EMBEDDING_NORM))
    model->embedding_norm = draw_norm(drawing, "embedding_norm.gain", "embedding_norm.bias");
  model->layers = layers;
  for (int i = 0; i < model->layer_count && !drawing->failed; i++) {
    drawing->layer = i + 1;
    draw_layer(drawing, &layers[i]);
  }
}

static const ModelInfo *info_of(Arena *arena, const char *name, const RandomShape *shape,
                                const ModelInfo *alone) {
  const RandomFamily *family = shape->family > 0 ? random_family(shape->family - 1) : NULL;
  ModelInfo *info = arena_take(arena, 1, sizeof *info);
  if (!info) return NULL;
  info->name = str_copy(arena, str_from(name));
  info->label = family ? family->label : alone->label;
  info->explanation = family ? family->explanation : alone->explanation;
  return info->name ? info : NULL;
}

bool random_model_open(const char *given, const ModelInfo *alone, Model **model, Status *status) {
  char name[RANDOM_NAME_BYTES];
  RandomShape shape;
  if (!random_shape_read(str_from(given), &shape, status) ||
      !random_shape_name(str_from(given), name, status))
    return false;
  Arena *arena = arena_make(0);
  Model *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  LayerWeights *layers =
      made ? arena_take(arena, (size_t)shape.of[RANDOM_LAYERS], sizeof *layers) : NULL;
  bool is_alone = strcmp(name, alone->name) == 0;
  Drawing drawing = {
      .shape = &shape, .model = made, .attention = rng_make((uint64_t)shape.of[RANDOM_SEED])};
  if (layers) {
    *made = (Model){.info = is_alone ? alone : info_of(arena, name, &shape, alone),
                    .arena = arena,
                    .serial = serial_next(),
                    .measured_when_begun = !is_alone};
    take_shape(made, &shape);
    draw_model(&drawing, layers);
  }
  if (!layers || !made->info || drawing.failed) {
    arena_free(arena);
    return status_no_memory(status);
  }
  made->role_work = role_work_make(made);
  *model = made;
  return true;
}
