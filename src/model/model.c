/* model/model.c -- which product comes after which; every number is core's. */
#include "model/model.h"

#include <math.h>

#include "base/os.h"
#include "base/words.h"
#include "core/attention.h"
#include "core/heads.h"
#include "core/linear.h"
#include "model/model_weights.h"
#include "text/tokens.h"
#include "trace/trace_build.h"

typedef struct Builtin {
  ModelInfo info;
  void (*fill)(Model *model);
} Builtin;

static const Builtin builtins[] = {
    {{"hand-made", N_("hand-made · written as rules, not trained"),
      N_("Every head was given one rule by hand, such as looking back one word. Nothing was "
         "learned "
         "from text, so it knows no meanings; the rules work through queries, keys and softmax "
         "like "
         "any head.")},
     hand_made_fill},
    {{"random", N_("random · untrained numbers that mean nothing"),
      N_("All weights are random numbers from a fixed seed. The arithmetic is the same, but where "
         "it "
         "looks means nothing: what attention attends to has to be learned.")},
     random_model_fill},
};

_Static_assert((int)MASK_SPEC_SIZE_MOST == (int)MODEL_TOKENS_MOST, "a mask may reach every token");

enum { BUILTIN_COUNT = sizeof builtins / sizeof builtins[0] };

int model_builtin_count(void) { return BUILTIN_COUNT; }

const ModelInfo *model_builtin(int index) {
  assert(index >= 0 && index < BUILTIN_COUNT);
  return &builtins[index].info;
}

static Mat take_weights(Arena *arena, int rows, int cols) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  return (Mat){at, rows, cols, cols};
}

static bool take_layer(Model *model, LayerWeights *layer) {
  int wide = model->head_count * model->d_head;
  layer->w_q = take_weights(model->arena, model->d_model, wide);
  layer->w_k = take_weights(model->arena, model->d_model, wide);
  layer->w_v = take_weights(model->arena, model->d_model, wide);
  layer->w_o = take_weights(model->arena, wide, model->d_model);
  return layer->w_q.at && layer->w_k.at && layer->w_v.at && layer->w_o.at;
}

Model *model_make(const ModelInfo *info) {
  Arena *arena = arena_make(0);
  Model *model = arena ? arena_take(arena, 1, sizeof *model) : NULL;
  LayerWeights *layers = model ? arena_take(arena, BUILTIN_LAYERS, sizeof *layers) : NULL;
  bool ok = layers != NULL;
  if (ok)
    *model = (Model){.info = info,
                     .arena = arena,
                     .layer_count = BUILTIN_LAYERS,
                     .head_count = BUILTIN_HEADS,
                     .d_model = BUILTIN_D_MODEL,
                     .d_head = BUILTIN_D_HEAD,
                     .own_mask = MASK_NONE,
                     .layers = layers};
  for (int i = 0; ok && i < BUILTIN_LAYERS; i++) ok = take_layer(model, &layers[i]);
  if (ok) return model;
  arena_free(arena);
  return NULL;
}

Mat model_head_columns(Mat weights, int head) {
  return mat_cols(weights, head * BUILTIN_D_HEAD, BUILTIN_D_HEAD);
}

Mat model_head_rows(Mat weights, int head) {
  return (Mat){mat_row_of(weights, head * BUILTIN_D_HEAD), BUILTIN_D_HEAD, weights.cols,
               weights.stride};
}

static bool check_tensor(const Model *model, int layer, const char *name, Mat weights,
                         Status *status) {
  int row, col;
  if (!mat_first_not_finite(mat_view(weights), &row, &col)) return true;
  float x = mat_get(mat_view(weights), row, col);
  return status_fail(status, STATUS_COULD_NOT,
                     _("the model %s cannot be used: layers.%d.%s[%d, %d] is %s"),
                     model->info->name, layer, name, row, col, isnan(x) ? "NaN" : "infinite");
}

bool model_check_finite(const Model *model, Status *status) {
  for (int i = 0; i < model->layer_count; i++) {
    const LayerWeights *layer = &model->layers[i];
    if (!check_tensor(model, i, "w_q", layer->w_q, status) ||
        !check_tensor(model, i, "w_k", layer->w_k, status) ||
        !check_tensor(model, i, "w_v", layer->w_v, status) ||
        !check_tensor(model, i, "w_o", layer->w_o, status))
      return false;
  }
  return true;
}

static bool fail_name(const char *name, Status *status) {
  const char *names[BUILTIN_COUNT];
  for (int i = 0; i < BUILTIN_COUNT; i++) names[i] = builtins[i].info.name;
  int nearest = str_nearest(str_from(name), names, BUILTIN_COUNT);
  if (nearest < 0)
    return status_fail(status, STATUS_USAGE, _("there is no model “%s”; the models are %s, %s"),
                       name, names[0], names[1]);
  return status_fail(status, STATUS_USAGE,
                     _("there is no model “%s”; did you mean %s? The models are %s, %s"), name,
                     names[nearest], names[0], names[1]);
}

bool model_open(const char *name, Model **model, Status *status) {
  for (int i = 0; i < BUILTIN_COUNT; i++) {
    if (!str_is(str_from(name), builtins[i].info.name)) continue;
    Model *made = model_make(&builtins[i].info);
    if (!made) return status_no_memory(status);
    linear_use_one_thread();
    builtins[i].fill(made);
    if (!model_check_finite(made, status)) {
      model_free(made);
      return false;
    }
    *model = made;
    return true;
  }
  return fail_name(name, status);
}

void model_free(Model *model) {
  if (model) arena_free(model->arena);
}

const ModelInfo *model_info(const Model *model) { return model->info; }
int model_layer_count(const Model *model) { return model->layer_count; }
int model_head_count(const Model *model) { return model->head_count; }
MaskKind model_own_mask(const Model *model) { return model->own_mask; }

const char *model_head_role(const Model *model, int layer, int head) {
  assert(layer >= 0 && layer < model->layer_count && head >= 0 && head < model->head_count);
  return model->roles ? model->roles[layer * model->head_count + head] : "";
}

/* x and y may be the same place. */
static void add(MatView x, MatView y, Mat sum) {
  for (int row = 0; row < sum.rows; row++)
    for (int col = 0; col < sum.cols; col++)
      mat_row_of(sum, row)[col] = mat_row(x, row)[col] + mat_row(y, row)[col];
}

static void embed(const Model *model, const Tokens *tokens, Trace *trace) {
  Mat words = trace_place(trace, TRACE_TOKEN_EMBEDDING, 0, 0);
  Mat positions = trace_place(trace, TRACE_POSITION, 0, 0);
  for (int i = 0; i < tokens->count; i++)
    model->embed_token(tokens->at[i].match, mat_row_of(words, i));
  model->embed_positions(positions);
  add(mat_view(words), mat_view(positions), trace_place(trace, TRACE_X, 0, 0));
}

typedef struct HeadWork {
  const Model *model;
  Trace *trace;
  MaskView mask;
  int layer;
} HeadWork;

/* One head, whole: its three linear maps and its five stages. */
static void run_head(void *self, int head) {
  const HeadWork *work = self;
  const LayerWeights *weights = &work->model->layers[work->layer];
  Trace *trace = work->trace;
  int layer = work->layer, heads = work->model->head_count;
  MatView x = trace_matrix(trace, TRACE_INPUT, layer, 0);
  Mat q = trace_place(trace, TRACE_Q, layer, head), k = trace_place(trace, TRACE_K, layer, head);
  Mat v = trace_place(trace, TRACE_V, layer, head);
  linear(x, heads_view(mat_view(weights->w_q), head, heads), NULL, q);
  linear(x, heads_view(mat_view(weights->w_k), head, heads), NULL, k);
  linear(x, heads_view(mat_view(weights->w_v), head, heads), NULL, v);

  Mat scores = trace_place(trace, TRACE_SCORES, layer, head);
  Mat scaled = trace_place(trace, TRACE_SCALED, layer, head);
  Mat masked = trace_place(trace, TRACE_MASKED, layer, head);
  Mat shares = trace_place(trace, TRACE_WEIGHTS, layer, head);
  attn_scores(mat_view(q), mat_view(k), scores);
  attn_scale(mat_view(scores), work->model->d_head, scaled);
  attn_mask(mat_view(scaled), work->mask, masked);
  attn_weights(mat_view(masked), shares, NULL);
  attn_output(mat_view(shares), mat_view(v), trace_place(trace, TRACE_OUTPUT, layer, head));
}

static void run_layer(HeadWork *work, Pool *pool) {
  Trace *trace = work->trace;
  int layer = work->layer;
  pool_run(pool, work->model->head_count, run_head, work);
  Mat joined = trace_place(trace, TRACE_JOINED, layer, 0);
  linear(trace_matrix(trace, TRACE_CONCAT, layer, 0), mat_view(work->model->layers[layer].w_o),
         NULL, joined);
  add(trace_matrix(trace, TRACE_INPUT, layer, 0), mat_view(joined),
      trace_place(trace, TRACE_RESIDUAL, layer, 0));
}

static void lend_weights(const Model *model, Trace *trace) {
  for (int layer = 0; layer < model->layer_count; layer++) {
    const LayerWeights *weights = &model->layers[layer];
    trace_lend(trace, TRACE_W_O, layer, 0, mat_view(weights->w_o));
    for (int head = 0; head < model->head_count; head++) {
      trace_lend(trace, TRACE_W_Q, layer, head, mat_view(model_head_columns(weights->w_q, head)));
      trace_lend(trace, TRACE_W_K, layer, head, mat_view(model_head_columns(weights->w_k, head)));
      trace_lend(trace, TRACE_W_V, layer, head, mat_view(model_head_columns(weights->w_v, head)));
      trace_set_head_role(trace, layer, head, str_from(model_head_role(model, layer, head)));
    }
  }
}

static Trace *begin(const Model *model, const Tokens *tokens, const TraceNames *from, MaskView mask,
                    Arena *arena, Status *status) {
  TraceTokenText *texts = arena_take(arena, (size_t)tokens->count, sizeof *texts);
  if (!texts) {
    status_no_memory(status);
    return NULL;
  }
  for (int i = 0; i < tokens->count; i++)
    texts[i] = (TraceTokenText){tokens->at[i].text, tokens->at[i].first_byte, tokens->at[i].bytes,
                                tokens->at[i].match};
  TraceShape shape = {tokens->count,  model->layer_count, model->head_count,
                      model->d_model, model->d_head,      model->d_head};
  TraceNames names = *from;
  names.tokens = texts;
  return trace_begin(arena, &shape, &names, mask, status);
}

bool model_run(const Model *model, Str sentence, const MaskSpec *mask, Pool *pool, Arena *arena,
               const Trace **trace, Status *status) {
  Tokens tokens;
  HeadWork work = {.model = model};
  TraceNames names = {.model_name = str_from(model->info->name),
                      .model_label = str_from(model->info->label)};
  if (!tokens_split(arena, sentence, NULL, MODEL_TOKENS_MOST, &tokens, status)) return false;
  if (!mask_spec_fill(arena, mask, model->own_mask, tokens.count, &work.mask, &names.mask_name,
                      status))
    return false;
  if (os_memory_is_limited()) pool = NULL; /* work memory of BLAS is there for one caller */
  names.sentence = tokens.sentence;
  names.cut_count = tokens.cut_count;
  names.bad_byte_count = tokens.bad_byte_count;
  work.trace = begin(model, &tokens, &names, work.mask, arena, status);
  if (!work.trace) return false;
  lend_weights(model, work.trace);
  if (tokens.count > 0) {
    embed(model, &tokens, work.trace);
    for (work.layer = 0; work.layer < model->layer_count; work.layer++) run_layer(&work, pool);
  }
  return trace_seal(work.trace, trace, status);
}
