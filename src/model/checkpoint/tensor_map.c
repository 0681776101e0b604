/* model/checkpoint/tensor_map.c -- one table of names for each family, and one of shapes for both.
**
** Every tensor of the tables is looked up with its prefix; a list of orders says which tensor is
** read to where. Missing tensors are collected and reported together, since a folder that lacks one
** often lacks several. */
#include "model/checkpoint/tensor_map.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "model/checkpoint/unsupported.h"

enum { NAME_BYTES = 160, MISSING_SHOWN = 10, SHAPE_BYTES = 120 };

/* A size of the model, set by one key of config.json. */
typedef enum Extent { ONE, E, EEE, F, V, P, S, EXTENT_COUNT } Extent;

static const struct {
  Extent rows, cols;
} shapes[SLOT_COUNT] = {
    [SLOT_TOKENS] = {V, E},           [SLOT_POSITIONS] = {P, E},
    [SLOT_SEGMENTS] = {S, E},         [SLOT_EMBEDDING_GAIN] = {ONE, E},
    [SLOT_EMBEDDING_BIAS] = {ONE, E}, [SLOT_FINAL_GAIN] = {ONE, E},
    [SLOT_FINAL_BIAS] = {ONE, E},     [SLOT_ANSWER] = {E, E},
    [SLOT_ANSWER_OFFSET] = {ONE, E},  [SLOT_ANSWER_GAIN] = {ONE, E},
    [SLOT_ANSWER_BIAS] = {ONE, E},    [SLOT_OUTPUT] = {V, E},
    [SLOT_OUTPUT_OFFSET] = {ONE, V},  [SLOT_NORM_1_GAIN] = {ONE, E},
    [SLOT_NORM_1_BIAS] = {ONE, E},    [SLOT_QKV] = {E, EEE},
    [SLOT_QKV_OFFSET] = {ONE, EEE},   [SLOT_JOIN] = {E, E},
    [SLOT_JOIN_OFFSET] = {ONE, E},    [SLOT_NORM_2_GAIN] = {ONE, E},
    [SLOT_NORM_2_BIAS] = {ONE, E},    [SLOT_WIDE] = {E, F},
    [SLOT_WIDE_OFFSET] = {ONE, F},    [SLOT_NARROW] = {F, E},
    [SLOT_NARROW_OFFSET] = {ONE, E},
};

/* One tensor by its name within the model, its layer or its head. */
typedef struct Row {
  const char *name;
  TensorSlot slot;
  bool turned; /* transposed: the file has [out, in] */
  int part;    /* 0: the whole slot; 1 to 3: that third of the slot's columns */
} Row;

static const Row gpt2_once[] = {{"wte.weight", SLOT_TOKENS, false, 0},
                                {"wpe.weight", SLOT_POSITIONS, false, 0},
                                {"ln_f.weight", SLOT_FINAL_GAIN, false, 0},
                                {"ln_f.bias", SLOT_FINAL_BIAS, false, 0},
                                {0}};

static const Row gpt2_layer[] = {{"ln_1.weight", SLOT_NORM_1_GAIN, false, 0},
                                 {"ln_1.bias", SLOT_NORM_1_BIAS, false, 0},
                                 {"attn.c_attn.weight", SLOT_QKV, false, 0},
                                 {"attn.c_attn.bias", SLOT_QKV_OFFSET, false, 0},
                                 {"attn.c_proj.weight", SLOT_JOIN, false, 0},
                                 {"attn.c_proj.bias", SLOT_JOIN_OFFSET, false, 0},
                                 {"ln_2.weight", SLOT_NORM_2_GAIN, false, 0},
                                 {"ln_2.bias", SLOT_NORM_2_BIAS, false, 0},
                                 {"mlp.c_fc.weight", SLOT_WIDE, false, 0},
                                 {"mlp.c_fc.bias", SLOT_WIDE_OFFSET, false, 0},
                                 {"mlp.c_proj.weight", SLOT_NARROW, false, 0},
                                 {"mlp.c_proj.bias", SLOT_NARROW_OFFSET, false, 0},
                                 {0}};

static const Row no_rows[] = {{0}};

static const Row bert_once[] = {
    {"embeddings.word_embeddings.weight", SLOT_TOKENS, false, 0},
    {"embeddings.position_embeddings.weight", SLOT_POSITIONS, false, 0},
    {"embeddings.token_type_embeddings.weight", SLOT_SEGMENTS, false, 0},
    {"embeddings.LayerNorm.weight", SLOT_EMBEDDING_GAIN, false, 0},
    {"embeddings.LayerNorm.bias", SLOT_EMBEDDING_BIAS, false, 0},
    {0}};

static const Row bert_layer[] = {{"attention.self.query.weight", SLOT_QKV, true, 1},
                                 {"attention.self.key.weight", SLOT_QKV, true, 2},
                                 {"attention.self.value.weight", SLOT_QKV, true, 3},
                                 {"attention.self.query.bias", SLOT_QKV_OFFSET, false, 1},
                                 {"attention.self.key.bias", SLOT_QKV_OFFSET, false, 2},
                                 {"attention.self.value.bias", SLOT_QKV_OFFSET, false, 3},
                                 {"attention.output.dense.weight", SLOT_JOIN, true, 0},
                                 {"attention.output.dense.bias", SLOT_JOIN_OFFSET, false, 0},
                                 {"attention.output.LayerNorm.weight", SLOT_NORM_1_GAIN, false, 0},
                                 {"attention.output.LayerNorm.bias", SLOT_NORM_1_BIAS, false, 0},
                                 {"intermediate.dense.weight", SLOT_WIDE, true, 0},
                                 {"intermediate.dense.bias", SLOT_WIDE_OFFSET, false, 0},
                                 {"output.dense.weight", SLOT_NARROW, true, 0},
                                 {"output.dense.bias", SLOT_NARROW_OFFSET, false, 0},
                                 {"output.LayerNorm.weight", SLOT_NORM_2_GAIN, false, 0},
                                 {"output.LayerNorm.bias", SLOT_NORM_2_BIAS, false, 0},
                                 {0}};

/* The file has a head if it has the first of these. */
static const Row bert_head[] = {
    {"cls.predictions.transform.dense.weight", SLOT_ANSWER, true, 0},
    {"cls.predictions.transform.dense.bias", SLOT_ANSWER_OFFSET, false, 0},
    {"cls.predictions.transform.LayerNorm.weight", SLOT_ANSWER_GAIN, false, 0},
    {"cls.predictions.transform.LayerNorm.bias", SLOT_ANSWER_BIAS, false, 0},
    {"cls.predictions.bias", SLOT_OUTPUT_OFFSET, false, 0},
    {0}};

typedef struct FamilyNames {
  const char *inner, *layer; /* prefixes of the body's names; "%d" is the layer's number */
  const char *probes[2];     /* every checkpoint of the family has one of them */
  const Row *once, *each_layer, *head;
  const char *output; /* the output table, never with the prefix inner */
  const char *layer_key;
  const char *keys[EXTENT_COUNT];
} FamilyNames;

static const FamilyNames families[] = {
    [FAMILY_GPT2] = {"transformer.",
                     "h.",
                     {"wte.weight", "h.0.ln_1.weight"},
                     gpt2_once,
                     gpt2_layer,
                     no_rows,
                     "lm_head.weight",
                     "n_layer",
                     {"1", "n_embd", "3 n_embd", "n_inner", "vocab_size", "n_positions", ""}},
    [FAMILY_BERT] = {"bert.",
                     "encoder.layer.",
                     {"embeddings.word_embeddings.weight",
                      "encoder.layer.0.attention.self.query.weight"},
                     bert_once,
                     bert_layer,
                     bert_head,
                     "cls.predictions.decoder.weight",
                     "num_hidden_layers",
                     {"1", "hidden_size", "3 hidden_size", "intermediate_size", "vocab_size",
                      "max_position_embeddings", "type_vocab_size"}},
};

/* Prefixes of wrappers: torch.nn.parallel, Lightning, torch.compile, sentence-transformers. */
static const char *const outers[] = {
    "",           "module.",           "model.",   "module.model.", "model.module.",
    "_orig_mod.", "module._orig_mod.", "encoder.", "auto_model.",   "0.auto_model."};

enum { OUTER_COUNT = sizeof outers / sizeof outers[0] };

typedef struct Name {
  char text[NAME_BYTES];
} Name;

/* The state of mapping one checkpoint; passed along instead of many parameters. */
typedef struct Finding {
  Arena *arena;
  const char *folder, *outer, *inner;
  const FamilyNames *names;
  TensorMap *layout;
  StrBuf missing;
  int missing_count;
  Status *status;
} Finding;

/* ---- names ---- */

static Name join_names(const char *a, const char *b, const char *c) {
  Name name;
  snprintf(name.text, sizeof name.text, "%s%s%s", a, b, c);
  return name;
}

static bool find_prefix(const Weights *weights, const FamilyNames *names, const char **outer,
                        const char **inner) {
  /* Two probes, since the file of a tied model may have the embedding only under the output table's
  ** name. */
  for (int probe = 0; probe < 2; probe++)
    for (int i = 0; i < OUTER_COUNT; i++)
      for (int bare = 0; bare < 2; bare++) {
        const char *within = bare ? "" : names->inner;
        Name name = join_names(outers[i], within, names->probes[probe]);
        if (!weights_find(weights, name.text)) continue;
        *outer = outers[i];
        *inner = within;
        return true;
      }
  *outer = *inner = "";
  return false;
}

ModelFamily tensor_map_family(const Weights *weights) {
  const char *outer, *inner;
  for (int family = FAMILY_GPT2; family <= FAMILY_BERT; family++)
    if (find_prefix(weights, &families[family], &outer, &inner)) return (ModelFamily)family;
  return FAMILY_UNKNOWN;
}

static bool ends_with(const char *name, const char *ending) {
  size_t bytes = strlen(name), end = strlen(ending);
  return bytes >= end && strcmp(name + bytes - end, ending) == 0;
}

bool tensor_map_is_buffer(const char *name) {
  return ends_with(name, ".attn.bias") || ends_with(name, ".attn.masked_bias") ||
         ends_with(name, "embeddings.position_ids") || ends_with(name, "embeddings.token_type_ids");
}

/* Older names: a norm's weight and bias were gamma and beta; BERT's output bias has two names. */
static const WeightTensor *find_other_name(const Finding *finding, const char *name) {
  /* Every name of the tables has a dot. */
  const char *dot = strrchr(name, '.');
  assert(dot);
  const char *other = strcmp(dot, ".weight") == 0 ? ".gamma" : ".beta";
  char spelled[NAME_BYTES];
  if (ends_with(name, "cls.predictions.bias"))
    return weights_find(finding->layout->weights,
                        join_names(finding->outer, "cls.predictions.decoder.bias", "").text);
  snprintf(spelled, sizeof spelled, "%.*s%s", (int)(dot - name), name, other);
  return weights_find(finding->layout->weights, spelled);
}

static const WeightTensor *find_tensor(const Finding *finding, const char *name) {
  const WeightTensor *found = weights_find(finding->layout->weights, name);
  return found ? found : find_other_name(finding, name);
}

/* ---- shapes ---- */

static int extent_of(const Config *config, Extent extent) {
  assert(extent < EXTENT_COUNT);
  const int sizes[EXTENT_COUNT] = {1,
                                   config->d_model,
                                   3 * config->d_model,
                                   config->d_ff,
                                   config->word_count,
                                   config->position_count,
                                   config->segment_count};
  return sizes[extent];
}

static const char *shape_text(const WeightTensor *tensor, char text[SHAPE_BYTES]) {
  size_t used = (size_t)snprintf(text, SHAPE_BYTES, "[");
  for (int i = 0; i < tensor->tensor->rank && used < SHAPE_BYTES; i++)
    used += (size_t)snprintf(text + used, SHAPE_BYTES - used, i > 0 ? ", %lld" : "%lld",
                             (long long)tensor->tensor->shape[i]);
  if (used < SHAPE_BYTES) snprintf(text + used, SHAPE_BYTES - used, "]");
  return text;
}

/* By the table, not by the tensor: a matrix may have one row (a table of one segment). */
static bool is_vector(const Row *row) { return shapes[row->slot].rows == ONE; }

static bool has_shape(const WeightTensor *tensor, const Row *row, int rows, int cols) {
  const SafetensorsTensor *found = tensor->tensor;
  if (is_vector(row)) return found->rank == 1 && found->shape[0] == cols;
  return found->rank == 2 && found->shape[0] == rows && found->shape[1] == cols;
}

/* The error has the sizes and the keys of config.json that they come from. */
static bool fail_shape(const Finding *finding, const WeightTensor *tensor, const Row *row,
                       const WeightOrder *order) {
  char found[SHAPE_BYTES], wanted[2 * SHAPE_BYTES];
  const char *const *keys = finding->names->keys;
  int rows = order->turned ? order->cols : order->rows;
  int cols = order->turned ? order->rows : order->cols;
  const char *row_key = keys[shapes[row->slot].rows];
  const char *col_key = keys[row->part > 0 ? E : shapes[row->slot].cols];
  if (is_vector(row)) snprintf(wanted, sizeof wanted, "[%d] (%s)", cols, col_key);
  else
    snprintf(wanted, sizeof wanted, "[%d, %d] (%s, %s)", rows, cols,
             order->turned ? col_key : row_key, order->turned ? row_key : col_key);
  /* A transposed matrix, the commonest mistake of converters, has its own sentence; a square one
  ** cannot be recognised. */
  bool is_turned = !is_vector(row) && has_shape(tensor, row, cols, rows);
  const char *plain = _("%s/%s: %.100s has the shape %s; config.json asks for %s");
  const char *turned = order->turned ? _("%s/%s: %.100s has the shape %s; config.json asks for %s; "
                                         "it is turned: BERT keeps [out, in]")
                                     : _("%s/%s: %.100s has the shape %s; config.json asks for %s; "
                                         "it is turned: GPT-2 keeps [in, out]");
  return status_fail(finding->status, STATUS_COULD_NOT, is_turned ? turned : plain, finding->folder,
                     tensor->file_name, tensor->tensor->name, shape_text(tensor, found), wanted);
}

static bool fail_type(const Finding *finding, const WeightTensor *tensor) {
  char path[600], how[100];
  snprintf(path, sizeof path, "%s/%s", finding->folder, tensor->file_name);
  snprintf(how, sizeof how, "%.40s: %s", tensor->tensor->name, tensor->tensor->dtype);
  return refuse_quantised(path, how, finding->status);
}

/* ---- orders ---- */

/* BERT has sixteen rows per layer, GPT-2 twelve. */
static int orders_most(const Config *config) { return 32 + 16 * config->layer_count; }

static bool add_order(Finding *finding, const WeightTensor *tensor, const Row *row, int layer) {
  TensorMap *layout = finding->layout;
  const Config *config = layout->config;
  assert(layout->order_count < orders_most(layout->config));
  int cols = extent_of(config, shapes[row->slot].cols);
  WeightOrder order = {.from = tensor,
                       .rows = extent_of(config, shapes[row->slot].rows),
                       .cols = row->part > 0 ? cols / 3 : cols,
                       .turned = row->turned};
  order.stride = order.turned ? cols : order.cols;
  bool fits = has_shape(tensor, row, order.turned ? order.cols : order.rows,
                        order.turned ? order.rows : order.cols);
  if (!fits) return fail_shape(finding, tensor, row, &order);
  if (!array_type_is_float(tensor->tensor->type)) return fail_type(finding, tensor);
  layout->places[layout->order_count] =
      (TensorMapPlace){row->slot, layer, row->part > 0 ? row->part - 1 : 0};
  layout->orders[layout->order_count++] = order;
  return true;
}

static void note_missing(Finding *finding, const char *name) {
  if (++finding->missing_count > MISSING_SHOWN) return;
  strbuf_format(&finding->missing, finding->missing_count > 1 ? ", %s" : "%s", name);
}

/* Adds the rows of a table under the prefixes outer + before; layer −1: rows that a model has
** once. */
static bool add_rows(Finding *finding, const Row *rows, const char *before, int layer) {
  for (const Row *row = rows; row->name; row++) {
    Name name = join_names(finding->outer, before, row->name);
    const WeightTensor *tensor = find_tensor(finding, name.text);
    if (!tensor && row->slot == SLOT_TOKENS && finding->layout->config->is_tied)
      tensor = finding->layout->twin;
    if (!tensor) note_missing(finding, name.text);
    else if (!add_order(finding, tensor, row, layer)) return false;
  }
  return true;
}

static bool add_body(Finding *finding) {
  char before[NAME_BYTES];
  if (!add_rows(finding, finding->names->once, finding->inner, -1)) return false;
  for (int layer = 0; layer < finding->layout->config->layer_count; layer++) {
    snprintf(before, sizeof before, "%s%s%d.", finding->inner, finding->names->layer, layer);
    if (!add_rows(finding, finding->names->each_layer, before, layer)) return false;
  }
  return true;
}

/* The output table of a tied model is not kept, only compared with the embedding. */
static bool add_output(Finding *finding) {
  TensorMap *layout = finding->layout;
  const Row output = {finding->names->output, SLOT_OUTPUT, false, 0};
  layout->output_is_tied = layout->config->is_tied;
  layout->has_output = layout->output_is_tied || layout->twin;
  /* The embedding itself was found under the output table's name: surely tied. */
  if (!layout->twin || layout->orders[0].from == layout->twin) return true;
  if (!add_order(finding, layout->twin, &output, -1)) return false;
  if (!layout->output_is_tied) return true;
  layout->comparison = layout->order_count - 1;
  layout->orders[layout->comparison].same_as = layout->orders[0].from;
  return true;
}

/* BERT has a transform before its output table; a file may lack that and the table. */
static bool add_head(Finding *finding) {
  TensorMap *layout = finding->layout;
  const Row *rows = finding->names->head;
  if (rows->name) {
    layout->has_answer =
        find_tensor(finding, join_names(finding->outer, rows->name, "").text) != NULL;
    if (!layout->has_answer) return true;
    if (!add_rows(finding, rows, "", -1)) return false;
  }
  return add_output(finding);
}

/* ---- the whole ---- */

TensorSlotShape tensor_map_shape(const Config *config, TensorSlot slot) {
  assert(slot < SLOT_COUNT);
  return (TensorSlotShape){extent_of(config, shapes[slot].rows),
                           extent_of(config, shapes[slot].cols)};
}

/* How many layers the file has: the largest layer number + 1. With fewer layers in config.json the
** model would run, but as another model. */
static int count_layers(const Finding *finding) {
  int count = 0;
  Name before = join_names(finding->outer, finding->inner, finding->names->layer);
  size_t bytes = strlen(before.text);
  for (int i = 0; i < weights_count(finding->layout->weights); i++) {
    const char *name = weights_at(finding->layout->weights, i)->tensor->name;
    long number;
    if (strncmp(name, before.text, bytes) != 0) continue;
    if (str_leading_number(str_from(name + bytes), &number) == 0) continue;
    if (number >= count && number < 1 << 20) count = (int)number + 1;
  }
  return count;
}

static bool check_layers(const Finding *finding) {
  const TensorMap *layout = finding->layout;
  int there = count_layers(finding);
  if (there == 0 || there == layout->config->layer_count) return true;
  return status_fail(finding->status, STATUS_COULD_NOT,
                     P_("%s/config.json: %s is %d, but %s has tensors of %d layer",
                        "%s/config.json: %s is %d, but %s has tensors of %d layers", there),
                     finding->folder, finding->names->layer_key, layout->config->layer_count,
                     weights_file(layout->weights), there);
}

/* Refuses quantised models and cross-attention by the names of their tensors. */
static bool check_kinds(const Finding *finding) {
  static const char *const squeezed[] = {".qweight", ".SCB", ".weight_scale", ".g_idx", ".absmax"};
  char path[600];
  snprintf(path, sizeof path, "%s/%s", finding->folder, weights_file(finding->layout->weights));
  for (int i = 0; i < weights_count(finding->layout->weights); i++) {
    const char *name = weights_at(finding->layout->weights, i)->tensor->name;
    for (size_t j = 0; j < sizeof squeezed / sizeof squeezed[0]; j++)
      if (ends_with(name, squeezed[j])) return refuse_quantised(path, name, finding->status);
    if (strstr(name, "crossattention."))
      return refuse_kind(path, _("the model has cross-attention"), finding->status);
  }
  return true;
}

static bool check_missing(const Finding *finding) {
  if (finding->missing.failed) return status_no_memory(finding->status);
  if (finding->missing_count == 0) return true;
  int missing = finding->missing_count;
  return status_fail(
      finding->status, STATUS_COULD_NOT,
      missing > MISSING_SHOWN
          ? P_("%s/%s lacks %d tensor: %s, …", "%s/%s lacks %d tensors: %s, …", missing)
          : P_("%s/%s lacks %d tensor: %s", "%s/%s lacks %d tensors: %s", missing),
      finding->folder, weights_file(finding->layout->weights), missing, finding->missing.at);
}

static bool take_lists(Finding *finding) {
  TensorMap *layout = finding->layout;
  size_t most = (size_t)orders_most(layout->config);
  layout->orders = arena_take(finding->arena, most, sizeof *layout->orders);
  layout->places = arena_take(finding->arena, most, sizeof *layout->places);
  return (layout->orders && layout->places) || status_no_memory(finding->status);
}

bool tensor_map_find(Arena *arena, const char *folder, const Config *config, const Weights *weights,
                     TensorMap *layout, Status *status) {
  *layout = (TensorMap){.config = config, .weights = weights, .comparison = -1};
  assert(config->family == FAMILY_GPT2 || config->family == FAMILY_BERT);
  Finding finding = {.arena = arena,
                     .folder = folder,
                     .names = &families[config->family],
                     .layout = layout,
                     .missing = strbuf_make(arena),
                     .status = status};
  find_prefix(weights, finding.names, &finding.outer, &finding.inner);
  layout->twin = weights_find(weights, join_names(finding.outer, finding.names->output, "").text);
  return check_kinds(&finding) && check_layers(&finding) && take_lists(&finding) &&
         add_body(&finding) && add_head(&finding) && check_missing(&finding);
}
