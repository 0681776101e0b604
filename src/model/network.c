/* model/network.c -- the order of the tensors in the flat array.
**
** Gradients and the moments of AdamW have the same layout, so a number has the same index in all of
** them. */
#include "model/network.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"

/* The tensors of a layer, in file order. */
typedef enum LayerPart {
  PART_W_Q,
  PART_W_K,
  PART_W_V,
  PART_W_O,
  PART_RELATIVE_KEY,
  PART_RELATIVE_VALUE,
  PART_NORM_1_GAIN,
  PART_NORM_1_BIAS,
  PART_W_1,
  PART_B_1,
  PART_W_2,
  PART_B_2,
  PART_NORM_2_GAIN,
  PART_NORM_2_BIAS,
  PART_COUNT
} LayerPart;

static const char *const part_names[PART_COUNT] = {
    [PART_W_Q] = "w_q",
    [PART_W_K] = "w_k",
    [PART_W_V] = "w_v",
    [PART_W_O] = "w_o",
    [PART_RELATIVE_KEY] = "relative_key",
    [PART_RELATIVE_VALUE] = "relative_value",
    [PART_NORM_1_GAIN] = "norm_1.gain",
    [PART_NORM_1_BIAS] = "norm_1.bias",
    [PART_W_1] = "w_1",
    [PART_B_1] = "b_1",
    [PART_W_2] = "w_2",
    [PART_B_2] = "b_2",
    [PART_NORM_2_GAIN] = "norm_2.gain",
    [PART_NORM_2_BIAS] = "norm_2.bias",
};

typedef struct Range {
  const char *name;
  int value, least, most;
} Range;

/* ---- kinds of attention ---- */

/* The positions that are trained, and how they start where only their name is chosen. */
static const struct {
  const char *name, *start;
  PositionKind kind;
} trained_positions[] = {{"sinusoidal", "sinusoidal", POSITIONS_OWN},
                         {"none", "none", POSITIONS_NONE},
                         {"rope", "rope", POSITIONS_ROPE},
                         {"alibi", "alibi", POSITIONS_ALIBI},
                         {"t5", "t5", POSITIONS_T5},
                         {"shaw", "shaw 3", POSITIONS_SHAW}};

enum { TRAINED_POSITIONS = sizeof trained_positions / sizeof trained_positions[0] };

static int position_kind(const NetworkShape *shape) { return shape->own_kind.of[KIND_POSITIONS]; }

int network_position_count(void) { return TRAINED_POSITIONS; }

const char *network_position_name(int index) {
  assert(index >= 0 && index < TRAINED_POSITIONS);
  return trained_positions[index].name;
}

int network_position_index(const NetworkShape *shape) {
  int index = 0, kind = position_kind(shape);
  while (index < TRAINED_POSITIONS && (int)trained_positions[index].kind != kind) index++;
  assert(index < TRAINED_POSITIONS);
  return index;
}

bool network_adds_positions(const NetworkShape *shape) {
  return position_kind(shape) == POSITIONS_OWN;
}

Rotary network_rotary(const NetworkShape *shape) { return kind_rotary(&shape->own_kind); }

Buckets network_buckets(const NetworkShape *shape) {
  const int *numbers = shape->own_kind.numbers[KIND_POSITIONS];
  assert(position_kind(shape) == POSITIONS_T5);
  return (Buckets){numbers[T5_BUCKETS], numbers[T5_FAR], mask_names(&shape->mask, MASK_CAUSAL)};
}

static int bucket_count(const NetworkShape *shape) {
  return position_kind(shape) == POSITIONS_T5 ? network_buckets(shape).count : 0;
}

int network_key_heads(const NetworkShape *shape) {
  return shape->key_head_count > 0 ? shape->key_head_count : shape->head_count;
}

int network_key_width(const NetworkShape *shape) {
  return network_key_heads(shape) * (shape->d_model / shape->head_count);
}

bool network_set_positions(NetworkShape *shape, Str words, Status *status) {
  const char *names[TRAINED_POSITIONS];
  const char *space = words.bytes ? memchr(words.at, ' ', words.bytes) : NULL;
  Str name = {words.at, space ? (size_t)(space - words.at) : words.bytes};
  AttentionKind kind = {0};
  if (str_is(words, trained_positions[0].name)) return shape->own_kind = kind, true;
  bool is_named = false;
  for (int i = 0; i < TRAINED_POSITIONS; i++) {
    names[i] = trained_positions[i].name;
    is_named |= str_is(name, names[i]);
  }
  if (!is_named)
    return names_refuse(
        &(Names){_("there are no positions “%.*s”; they are one of: %s"),
                 _("there are no positions “%.*s”; did you mean “%s”? They are one of: %s"), names,
                 TRAINED_POSITIONS},
        name, status);
  if (!kind_set(&kind, KIND_POSITIONS, words, status)) return false;
  shape->own_kind = kind;
  return true;
}

bool network_choose_positions(NetworkShape *shape, int index, Status *status) {
  assert(index >= 0 && index < TRAINED_POSITIONS);
  return network_set_positions(shape, str_from(trained_positions[index].start), status);
}

const char *network_positions(Arena *arena, const NetworkShape *shape) {
  if (network_adds_positions(shape)) return trained_positions[0].name;
  return kind_write_setting(arena, &shape->own_kind, KIND_POSITIONS);
}

bool network_check_key_heads(const NetworkShape *shape, Status *status) {
  int heads = shape->head_count, groups = network_key_heads(shape);
  if (groups > heads)
    return status_fail(
        status, STATUS_USAGE,
        P_("kv_heads is %d, but there is %d head", "kv_heads is %d, but there are %d heads", heads),
        groups, heads);
  return (groups > 0 && heads % groups == 0) ||
         status_fail(status, STATUS_USAGE,
                     _("kv_heads is %d, which does not divide heads %d; each head of K and V is "
                       "used by as many heads of Q"),
                     groups, heads);
}

bool network_check_positions(const NetworkShape *shape, Status *status) {
  int width = shape->d_model / shape->head_count;
  return !kind_rotates(&shape->own_kind) || width % 2 == 0 ||
         status_fail(status, STATUS_USAGE,
                     P_("positions rope turns pairs of columns, and a head has %d column",
                        "positions rope turns pairs of columns, and a head has %d columns", width),
                     width);
}

/* Sequences of one batch differ in length, and the mask of the shorter is the corner of the mask of
** the longest. */
bool network_check_mask(const NetworkShape *shape, Status *status) {
  const MaskParts *mask = &shape->mask;
  if (mask_names(mask, MASK_PADDING))
    return status_fail(status, STATUS_USAGE,
                       _("mask padding hides the last tokens of each sequence, and in training "
                         "all of them are words of the task"));
  return !mask_names(mask, MASK_RANDOM) || mask_names(mask, MASK_CAUSAL) ||
         status_fail(status, STATUS_USAGE,
                     _("mask random draws other keys for each length of a sequence unless it is "
                       "causal; take mask causal with it"));
}

bool network_check_encoder(const NetworkShape *shape, Status *status) {
  bool is_plain = shape->mask.named == 0 && network_adds_positions(shape) &&
                  network_key_heads(shape) == shape->head_count;
  return shape->encoder_layers == 0 || is_plain ||
         status_fail(status, STATUS_USAGE,
                     _("with encoder_layers there is no mask but the decoder's own, positions are "
                       "sinusoidal, and each head has its own keys and values"));
}

/* ---- sizes ---- */

bool network_check(const NetworkShape *shape, Status *status) {
  const Range ranges[] = {
      {"layers", shape->layer_count, 1, NETWORK_LAYERS_MOST},
      {"heads", shape->head_count, 1, NETWORK_HEADS_MOST},
      {"d_model", shape->d_model, NETWORK_WIDTH_LEAST, NETWORK_WIDTH_MOST},
      {"d_ff", shape->d_ff, 0, NETWORK_FF_MOST},
      {"words", shape->word_count, 1, NETWORK_WORDS_MOST},
      {"encoder_layers", shape->encoder_layers, 0, NETWORK_LAYERS_MOST},
  };
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
    const Range *range = &ranges[i];
    if (range->value < range->least || range->value > range->most)
      return status_fail(status, STATUS_COULD_NOT, _("%s is %d; allowed are %d to %d"), range->name,
                         range->value, range->least, range->most);
  }
  if (shape->d_model % shape->head_count != 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("heads is %d, which does not divide d_model %d; each head takes the same "
                         "number of columns"),
                       shape->head_count, shape->d_model);
  return network_check_key_heads(shape, status) && network_check_positions(shape, status) &&
         network_check_mask(shape, status) && network_check_encoder(shape, status);
}

int network_stack_count(const NetworkShape *shape) {
  int decoder = shape->encoder_layers > 0 ? 2 * shape->layer_count : shape->layer_count;
  return shape->encoder_layers + decoder;
}

NetworkLayerKind network_layer_kind(const NetworkShape *shape, int layer) {
  assert(layer >= 0 && layer < network_stack_count(shape));
  if (shape->encoder_layers == 0) return LAYER_ALONE;
  if (layer < shape->encoder_layers) return LAYER_ENCODER;
  return (layer - shape->encoder_layers) % 2 == 0 ? LAYER_DECODER : LAYER_CROSS;
}

int network_decoder_layer(const NetworkShape *shape, int layer) {
  assert(shape->encoder_layers > 0 && layer >= shape->encoder_layers);
  return (layer - shape->encoder_layers) / 2;
}

bool network_layer_has_mlp(const NetworkShape *shape, int layer) {
  return shape->d_ff > 0 && network_layer_kind(shape, layer) != LAYER_DECODER;
}

static bool has_part(const NetworkShape *shape, int layer, LayerPart part) {
  if (part == PART_RELATIVE_KEY || part == PART_RELATIVE_VALUE)
    return kind_relative_rows(&shape->own_kind) > 0;
  return part < PART_W_1 || network_layer_has_mlp(shape, layer);
}

static int parts_of_layer(const NetworkShape *shape, int layer) {
  int count = 0;
  for (int part = 0; part < PART_COUNT; part++) count += has_part(shape, layer, (LayerPart)part);
  return count;
}

/* Those before the layers: the embedding, and maybe buckets. */
static int first_tensors(const NetworkShape *shape) { return bucket_count(shape) > 0 ? 2 : 1; }

int network_tensor_count(const NetworkShape *shape) {
  int count = first_tensors(shape) + 1;
  assert(shape->layer_count > 0);
  for (int i = 0; i < network_stack_count(shape); i++) count += parts_of_layer(shape, i);
  return count;
}

/* A vector has rows 0. */
static NetworkTensor size_of_part(const NetworkShape *shape, LayerPart part) {
  int wide = shape->d_model, inner = shape->d_ff;
  switch (part) {
  case PART_W_Q:
  case PART_W_O:
    return (NetworkTensor){.rows = wide, .cols = wide};
  case PART_W_K:
  case PART_W_V:
    return (NetworkTensor){.rows = wide, .cols = network_key_width(shape)};
  case PART_RELATIVE_KEY:
  case PART_RELATIVE_VALUE:
    return (NetworkTensor){.rows = kind_relative_rows(&shape->own_kind),
                           .cols = wide / shape->head_count};
  case PART_W_1:
    return (NetworkTensor){.rows = wide, .cols = inner};
  case PART_W_2:
    return (NetworkTensor){.rows = inner, .cols = wide};
  case PART_B_1:
    return (NetworkTensor){.cols = inner};
  /* Gains and biases of norms, and b_2: all as wide as the model. */
  default:
    return (NetworkTensor){.cols = wide};
  }
}

static size_t numbers_in(const NetworkTensor *tensor) {
  return (size_t)(tensor->rows > 0 ? tensor->rows : 1) * (size_t)tensor->cols;
}

/* The count of numbers of a layer before one of its parts; with PART_COUNT of all. */
static size_t numbers_before(const NetworkShape *shape, int layer, int part) {
  assert(part >= 0 && part <= PART_COUNT);
  size_t numbers = 0;
  for (int i = 0; i < part; i++) {
    if (!has_part(shape, layer, (LayerPart)i)) continue;
    NetworkTensor tensor = size_of_part(shape, (LayerPart)i);
    numbers += numbers_in(&tensor);
  }
  return numbers;
}

static size_t first_of_layer(const NetworkShape *shape, int layer) {
  assert(layer >= 0 && layer <= network_stack_count(shape));
  size_t first = (size_t)shape->word_count * (size_t)shape->d_model;
  first += (size_t)bucket_count(shape) * (size_t)shape->head_count;
  for (int i = 0; i < layer; i++) first += numbers_before(shape, i, PART_COUNT);
  return first;
}

/* The part of a layer that is number `place` of those it has. */
static LayerPart part_at(const NetworkShape *shape, int layer, int place) {
  int part = 0;
  for (;; part++)
    if (has_part(shape, layer, (LayerPart)part) && place-- == 0) return (LayerPart)part;
}

NetworkTensor network_tensor(const NetworkShape *shape, int index) {
  int count = network_tensor_count(shape), layer = 0, place = index - first_tensors(shape);
  assert(index >= 0 && index < count);
  if (index == 0)
    return (NetworkTensor){
        .name = "embedding", .rows = shape->word_count, .cols = shape->d_model, .decays = true};
  if (index == count - 1)
    return (NetworkTensor){.name = "logits.bias",
                           .cols = shape->word_count,
                           .first = first_of_layer(shape, network_stack_count(shape))};
  if (place < 0)
    return (NetworkTensor){.name = "buckets",
                           .rows = bucket_count(shape),
                           .cols = shape->head_count,
                           .first = (size_t)shape->word_count * (size_t)shape->d_model,
                           .decays = true};
  while (place >= parts_of_layer(shape, layer)) place -= parts_of_layer(shape, layer++);
  LayerPart part = part_at(shape, layer, place);
  NetworkTensor tensor = size_of_part(shape, part);
  tensor.first = first_of_layer(shape, layer) + numbers_before(shape, layer, (int)part);
  /* M-31: matrices decay, gains and biases do not. */
  tensor.decays = tensor.rows > 0;
  snprintf(tensor.name, sizeof tensor.name, "layers.%d.%s", layer, part_names[part]);
  return tensor;
}

size_t network_number_count(const NetworkShape *shape) {
  return first_of_layer(shape, network_stack_count(shape)) + (size_t)shape->word_count;
}

/* The numbers of one layer, which those of its parts are views of. */
typedef struct LayerNumbers {
  const NetworkShape *shape;
  int layer;
  float *at;
} LayerNumbers;

static float *vector_at(const LayerNumbers *of, LayerPart part) {
  return of->at + numbers_before(of->shape, of->layer, (int)part);
}

static Mat matrix_at(const LayerNumbers *of, LayerPart part) {
  NetworkTensor size = size_of_part(of->shape, part);
  return (Mat){vector_at(of, part), size.rows, size.cols, size.cols};
}

static NetworkLayer layer_over(const NetworkShape *shape, int index, float *numbers) {
  const LayerNumbers of = {shape, index, numbers + first_of_layer(shape, index)};
  NetworkLayer layer = {
      .w_q = matrix_at(&of, PART_W_Q),
      .w_k = matrix_at(&of, PART_W_K),
      .w_v = matrix_at(&of, PART_W_V),
      .w_o = matrix_at(&of, PART_W_O),
      .norm_1_gain = vector_at(&of, PART_NORM_1_GAIN),
      .norm_1_bias = vector_at(&of, PART_NORM_1_BIAS),
  };
  if (has_part(shape, index, PART_RELATIVE_KEY)) {
    layer.relative_key = matrix_at(&of, PART_RELATIVE_KEY);
    layer.relative_value = matrix_at(&of, PART_RELATIVE_VALUE);
  }
  if (!network_layer_has_mlp(shape, index)) return layer;
  layer.w_1 = matrix_at(&of, PART_W_1);
  layer.b_1 = vector_at(&of, PART_B_1);
  layer.w_2 = matrix_at(&of, PART_W_2);
  layer.b_2 = vector_at(&of, PART_B_2);
  layer.norm_2_gain = vector_at(&of, PART_NORM_2_GAIN);
  layer.norm_2_bias = vector_at(&of, PART_NORM_2_BIAS);
  return layer;
}

static Mat buckets_over(const NetworkShape *shape, float *numbers) {
  int count = bucket_count(shape), heads = shape->head_count;
  if (count == 0) return (Mat){NULL, 0, 0, 0};
  return (Mat){numbers + (size_t)shape->word_count * (size_t)shape->d_model, count, heads, heads};
}

Network network_over(const NetworkShape *shape, float *numbers) {
  Network network = {.shape = *shape,
                     .embedding = {numbers, shape->word_count, shape->d_model, shape->d_model},
                     .buckets = buckets_over(shape, numbers)};
  for (int i = 0; i < network_stack_count(shape); i++)
    network.layers[i] = layer_over(shape, i, numbers);
  /* Last, as in the file. */
  network.logits_bias = numbers + first_of_layer(shape, network_stack_count(shape));
  return network;
}

const char *network_size_words(Arena *arena, int layers, int heads) {
  const char *first = str_format(arena, P_("%d layer", "%d layers", layers), layers);
  const char *second = str_format(arena, P_("%d head", "%d heads", heads), heads);
  return first && second ? str_format(arena, "%s × %s", first, second) : NULL;
}
