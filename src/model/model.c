/* model/model.c -- which product comes after which; every number is core's. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/words.h"
#include "core/attention.h"
#include "core/heads.h"
#include "core/linear.h"
#include "model/model_weights.h"

/* Without a fill function the model is a trained one, to be found in assets/models. */
typedef struct Builtin {
  ModelInfo info;
  void (*fill)(Model *model);
} Builtin;

static const Builtin builtins[] = {
    {{"reader", N_("reader · trained here to say what a pronoun stands for"),
      N_("Trained by this program on English and Chinese sentences of its own grammar: it names "
         "the noun a pronoun means. One head was told where to look. It knows a few hundred words "
         "and nothing of the world.")},
     NULL},
    {{"writer", N_("writer · trained here to say the next word"),
      N_("Trained by this program to name the next word of English sentences that repeat "
         "themselves. One head was told to look at the word before.")},
     NULL},
    {{"hand-made", N_("hand-made · written as rules, not trained"),
      N_("Every head was given one rule by hand, such as looking back one word. Nothing was "
         "learned from text, so it knows no meanings; the rules work through queries, keys and "
         "softmax like any head.")},
     hand_made_fill},
    {{"random", N_("random · untrained numbers that mean nothing"),
      N_("All weights are random numbers from a fixed seed. The arithmetic is the same, but where "
         "it looks means nothing: what attention attends to has to be learned.")},
     random_model_fill},
};

enum { BUILTIN_ROWS = sizeof builtins / sizeof builtins[0] };

static bool is_there(const Builtin *builtin) {
  char config[64];
  Str bytes;
  snprintf(config, sizeof config, "models/%s/config.json", builtin->info.name);
  return builtin->fill || assets_find(config, &bytes);
}

int model_builtin_count(void) {
  int count = 0;
  for (int i = 0; i < BUILTIN_ROWS; i++) count += is_there(&builtins[i]);
  return count;
}

static const Builtin *builtin_at(int index) {
  for (int i = 0; i < BUILTIN_ROWS; i++)
    if (is_there(&builtins[i]) && index-- == 0) return &builtins[i];
  assert(false);
  return NULL;
}

const ModelInfo *model_builtin(int index) { return &builtin_at(index)->info; }

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

/* "reader, hand-made, random" on the arena; "" when memory is out. */
static const char *all_names(Arena *arena) {
  StrBuf names = strbuf_make(arena);
  for (int i = 0; i < model_builtin_count(); i++)
    strbuf_format(&names, i > 0 ? ", %s" : "%s", model_builtin(i)->name);
  return names.failed ? "" : names.at;
}

static bool fail_name(const char *name, Status *status) {
  const char *names[BUILTIN_ROWS];
  int count = model_builtin_count();
  for (int i = 0; i < count; i++) names[i] = model_builtin(i)->name;
  int nearest = str_nearest(str_from(name), names, count);
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  if (nearest < 0)
    status_fail(status, STATUS_USAGE, _("there is no model “%s”; the models are %s"), name,
                all_names(arena));
  else
    status_fail(status, STATUS_USAGE,
                _("there is no model “%s”; did you mean %s? The models are %s"), name,
                names[nearest], all_names(arena));
  arena_free(arena);
  return false;
}

static bool open_rules(const Builtin *builtin, Model **model, Status *status) {
  Model *made = model_make(&builtin->info);
  if (!made) return status_no_memory(status);
  builtin->fill(made);
  if (!model_check_finite(made, status)) {
    model_free(made);
    return false;
  }
  made->role_work = role_work_make(made);
  *model = made;
  return true;
}

/* builtin NULL: a folder of the disk. */
static bool open_trained(const char *name, const Builtin *builtin, Model **model, Status *status) {
  Arena *arena = arena_make(0);
  Checkpoint checkpoint;
  if (!arena) return status_no_memory(status);
  bool read = builtin ? checkpoint_read_builtin(arena, name, &checkpoint, status)
                      : checkpoint_read(arena, name, &checkpoint, status);
  Model *made = read ? trained_make(arena, &checkpoint, builtin ? &builtin->info : NULL) : NULL;
  if (read && !made) status_no_memory(status);
  if (made) *model = made;
  else arena_free(arena);
  return made != NULL;
}

bool model_open(const char *name, Model **model, Status *status) {
  linear_use_one_thread();
  for (int i = 0; i < model_builtin_count(); i++) {
    const Builtin *builtin = builtin_at(i);
    if (!str_is(str_from(name), builtin->info.name)) continue;
    return builtin->fill ? open_rules(builtin, model, status)
                         : open_trained(name, builtin, model, status);
  }
  if (strchr(name, '/') || os_kind(name) == OS_FOLDER)
    return open_trained(name, NULL, model, status);
  return fail_name(name, status);
}

void model_free(Model *model) {
  if (!model) return;
  role_work_free(model->role_work);
  arena_free(model->arena);
}

const ModelInfo *model_info(const Model *model) { return model->info; }
int model_layer_count(const Model *model) { return model->layer_count; }
int model_head_count(const Model *model) { return model->head_count; }
MaskKind model_own_mask(const Model *model) { return model->own_mask; }

const char *model_head_role(const Model *model, int layer, int head) {
  assert(layer >= 0 && layer < model->layer_count && head >= 0 && head < model->head_count);
  return model->roles ? model->roles[layer * model->head_count + head] : "";
}

typedef struct HeadWork {
  const Model *model;
  Trace *trace;
  MaskView mask;
  int layer;
  Mat bends; /* room of an MLP, the same for every layer */
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
  linear(trace_matrix(trace, TRACE_CONCAT, layer, 0), mat_view(work->model->layers[layer].w_o),
         NULL, trace_place(trace, TRACE_JOINED, layer, 0));
  model_close_layer(work->model, layer, work->bends, trace);
}

static void lend_weights(const Model *model, Trace *trace) {
  if (model->role_work) trace_lend_roles(trace, role_work_labels(model->role_work));
  int heads = model->head_count;
  for (int layer = 0; layer < model->layer_count; layer++) {
    const LayerWeights *weights = &model->layers[layer];
    trace_lend(trace, TRACE_W_O, layer, 0, mat_view(weights->w_o));
    for (int head = 0; head < heads; head++) {
      trace_lend(trace, TRACE_W_Q, layer, head, heads_view(mat_view(weights->w_q), head, heads));
      trace_lend(trace, TRACE_W_K, layer, head, heads_view(mat_view(weights->w_k), head, heads));
      trace_lend(trace, TRACE_W_V, layer, head, heads_view(mat_view(weights->w_v), head, heads));
      trace_set_head_role(trace, layer, head, str_from(model_head_role(model, layer, head)));
    }
  }
}

static TraceShape shape_of(const Model *model, int token_count) {
  TraceShape shape = {.token_count = token_count,
                      .layer_count = model->layer_count,
                      .head_count = model->head_count,
                      .d_model = model->d_model,
                      .d_head = model->d_head,
                      .d_value = model->d_head};
  if (!model->network) return shape;
  shape.has_norms = true;
  shape.has_mlp = model->network->shape.d_ff > 0;
  shape.word_count = model->names_no_words ? 0 : model->network->shape.word_count;
  return shape;
}

/* A sentence on its way through tokens into a trace. */
typedef struct Sentence {
  Tokens tokens;
  const int *ids; /* NULL for a model without words */
  TraceNames names;
} Sentence;

static Trace *begin(const Model *model, const Sentence *sentence, MaskView mask, Arena *arena,
                    Status *status) {
  const Tokens *tokens = &sentence->tokens;
  TraceTokenText *texts = arena_take(arena, (size_t)tokens->count, sizeof *texts);
  if (!texts) {
    status_no_memory(status);
    return NULL;
  }
  for (int i = 0; i < tokens->count; i++)
    texts[i] = (TraceTokenText){tokens->at[i].text, tokens->at[i].first_byte, tokens->at[i].bytes,
                                tokens->at[i].match, sentence->ids ? sentence->ids[i] : -1};
  TraceShape shape = shape_of(model, tokens->count);
  TraceNames names = sentence->names;
  names.tokens = texts;
  names.sentence = tokens->sentence;
  names.cut_count = tokens->cut_count;
  names.bad_byte_count = tokens->bad_byte_count;
  if (model->vocabulary)
    names.words = (TraceWords){model->vocabulary->shown, VOCABULARY_UNKNOWN_FIRST,
                               model->vocabulary->unknown_count, model->asked};
  return trace_begin(arena, &shape, &names, mask, status);
}

static bool take_bends(HeadWork *work, int token_count, Arena *arena, Status *status) {
  int columns = work->model->network ? work->model->network->shape.d_ff : 0;
  float *at = arena_take(arena, (size_t)token_count * (size_t)columns, sizeof *at);
  work->bends = (Mat){at, token_count, columns, columns};
  return at || status_no_memory(status);
}

static bool run_layers(HeadWork *work, const Sentence *sentence, Pool *pool, Arena *arena,
                       Status *status) {
  const Model *model = work->model;
  if (sentence->tokens.count == 0) return true;
  if (!take_bends(work, sentence->tokens.count, arena, status)) return false;
  model_embed(model, &sentence->tokens, sentence->ids, work->trace);
  for (work->layer = 0; work->layer < model->layer_count; work->layer++) run_layer(work, pool);
  model_name_words(model, work->trace);
  return true;
}

bool model_run(const Model *model, Str text, const MaskSpec *mask, Pool *pool, Arena *arena,
               const Trace **trace, Status *status) {
  Sentence sentence = {.names = {.model_name = str_from(model->info->name),
                                 .model_label = str_from(model->info->label)}};
  HeadWork work = {.model = model};
  if (!model_split(model, arena, text, &sentence.tokens, &sentence.ids, status) ||
      !mask_spec_fill(arena, mask, model->own_mask, sentence.tokens.count, &work.mask,
                      &sentence.names.mask_name, status))
    return false;
  if (os_memory_is_limited()) pool = NULL; /* work memory of BLAS is there for one caller */
  work.trace = begin(model, &sentence, work.mask, arena, status);
  if (!work.trace) return false;
  lend_weights(model, work.trace);
  model_lend_block(model, work.trace);
  return run_layers(&work, &sentence, pool, arena, status) && trace_seal(work.trace, trace, status);
}
