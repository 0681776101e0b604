/* model/trained.c -- makes a Model from a Checkpoint.
**
** The numbers are not copied: the model's matrices are views of the checkpoint's flat array. Only
** model_of_checkpoint copies them, since the training continues with the original. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/serial.h"
#include "base/i18n.h"
#include "core/position.h"
#include "model/glosses.h"
#include "model/model_weights.h"

static const char explanation[] =
    N_("Trained by this program: its numbers began at random and were changed, example by example, "
       "until it answered right.");

static LayerWeights *layers_of(Arena *arena, const Network *network) {
  int count = network_stack_count(&network->shape);
  LayerWeights *layers = arena_take(arena, (size_t)count, sizeof *layers);
  for (int i = 0; layers && i < count; i++) {
    const NetworkLayer *from = &network->layers[i];
    layers[i] = (LayerWeights){.w_q = mat_view(from->w_q),
                               .w_k = mat_view(from->w_k),
                               .w_v = mat_view(from->w_v),
                               .w_o = mat_view(from->w_o),
                               .relative_key = mat_view(from->relative_key),
                               .relative_value = mat_view(from->relative_value),
                               .norm_1 = {from->norm_1_gain, from->norm_1_bias}};
    /* Without an MLP the array does not have w_1 to norm_2. */
    if (!network_layer_has_mlp(&network->shape, i)) continue;
    layers[i].w_1 = mat_view(from->w_1);
    layers[i].w_2 = mat_view(from->w_2);
    layers[i].b_1 = from->b_1;
    layers[i].b_2 = from->b_2;
    layers[i].norm_2 = (NormWeights){from->norm_2_gain, from->norm_2_bias};
  }
  return layers;
}

static const ModelInfo *info_of(Arena *arena, const Checkpoint *checkpoint) {
  ModelInfo *info = arena_take(arena, 1, sizeof *info);
  if (!info) return NULL;
  info->name = str_copy(arena, str_from(checkpoint->name));
  info->label =
      checkpoint->label ? str_copy(arena, str_from(checkpoint->label)) : N_("%s · trained");
  info->explanation = explanation;
  return info->name && info->label ? info : NULL;
}

/* ---- an encoder and a decoder ---- */

/* From which share on a head is named after it: most words. */
static const double aligned_percent = 50;

/* How a head of a cross layer aligns; −1: its card does not tell. */
static double alignment_of(const Model *model, int layer, int head) {
  const Readme *readme = &model->readme;
  int row = (layer - model->encoder_layers) / 2;
  bool is_cross = layer > model->encoder_layers && (layer - model->encoder_layers) % 2 == 1;
  bool is_told = is_cross && row < readme->alignment_rows && head < readme->alignment_heads;
  return is_told ? readme->alignment[row][head] : -1;
}

static Str alignment_note(const void *self, Arena *arena, int layer, int head) {
  double percent = alignment_of(self, layer, head);
  if (percent < 0) return (Str){"", 0};
  const char *note = str_format(
      arena,
      _("Each row is about to say the next word. For %.1f\u00a0%% of the words its heaviest weight "
        "is "
        "on the word of the source that this one is said for, over sentences never trained."),
      percent);
  return note ? str_from(note) : (Str){"", 0};
}

/* Heads whose alignment the card tells have a note of it, and a label if it is of most words. */
static bool name_aligned_heads(Model *model) {
  static const char label[] = N_("alignment");
  int heads = model->head_count, count = model->layer_count * heads;
  const char **roles = arena_take(model->arena, (size_t)count, sizeof *roles);
  TraceRoles *lent = arena_take(model->arena, 1, sizeof *lent);
  if (!roles || !lent) return false;
  for (int i = 0; i < count; i++) {
    double percent = alignment_of(model, i / heads, i % heads);
    roles[i] = percent >= aligned_percent ? label : "";
  }
  *lent = (TraceRoles){.only_notes = true, .note = alignment_note, .note_self = model};
  model->roles = roles;
  model->role_notes = lent;
  return true;
}

/* Each half has the numbers of the whole, and of what it does without, none. */
static bool make_halves(Model *model) {
  if (!name_aligned_heads(model)) return false;
  model->position_count = MODEL_HALF_TOKENS_MOST;
  model->own_mask = (MaskParts){0};
  for (int half = HALF_SOURCE; half < HALF_COUNT; half++) {
    Model *of = arena_take(model->arena, 1, sizeof *of);
    if (!of) return false;
    *of = *model;
    of->half = (TraceHalf)half;
    if (half == HALF_SOURCE) of->word_count = 0;
    if (half == HALF_TARGET) of->d_ff = 0, of->own_mask = mask_only(MASK_CAUSAL, 0);
    model->halves[half] = of;
  }
  return true;
}

Model *trained_make(Arena *arena, const Checkpoint *checkpoint, const ModelInfo *info) {
  const NetworkShape *shape = &checkpoint->shape;
  assert(checkpoint->numbers && shape->d_model % shape->head_count == 0);
  Model *model = arena_take(arena, 1, sizeof *model);
  if (!info) info = info_of(arena, checkpoint);
  if (!model || !info) return NULL;
  const Network network = network_over(shape, checkpoint->numbers);
  *model = (Model){.info = info,
                   .arena = arena,
                   .serial = serial_next(),
                   .layer_count = network_stack_count(shape),
                   .encoder_layers = shape->encoder_layers,
                   .head_count = shape->head_count,
                   .d_model = shape->d_model,
                   .d_head = shape->d_model / shape->head_count,
                   .key_head_count = network_key_heads(shape),
                   .own_mask = shape->mask,
                   .own_kind = shape->own_kind,
                   .d_ff = shape->d_ff,
                   .word_count = shape->word_count,
                   .norm_place = NORM_AFTER,
                   .activation = ACTIVATION_RELU,
                   .epsilon = network_norm_epsilon,
                   .layers = layers_of(arena, &network),
                   .bucket_table = mat_view(network.buckets),
                   .token_table = mat_view(network.embedding),
                   /* M-14; the embedding is also the output table (M-17). */
                   .embedding_scale = sqrtf((float)shape->d_model),
                   .embed_positions = network_adds_positions(shape) ? position_sinusoidal : NULL,
                   .output_table = mat_view(network.embedding),
                   .output_bias = network.logits_bias,
                   .vocabulary = checkpoint->vocabulary,
                   .glosses = glosses_of(arena, checkpoint->vocabulary),
                   .readme = checkpoint->readme,
                   .asked = checkpoint->asked,
                   .measured_lazily = checkpoint->measured_lazily};
  if (!model->layers) return NULL;
  if (shape->encoder_layers > 0) return make_halves(model) ? model : NULL;
  model->role_work = role_work_make(model);
  return model;
}

/* The vocabulary is read again from its text, because it points into the arena of the original. */
static bool copy_checkpoint(Arena *arena, const Checkpoint *from, Checkpoint *copy,
                            Status *status) {
  size_t count = network_number_count(&from->shape);
  assert(from->numbers && from->vocabulary);
  *copy = *from;
  size_t words = (size_t)from->shape.word_count;
  bool *asked = from->asked ? arena_take(arena, words, sizeof *asked) : NULL;
  copy->numbers = arena_take(arena, count, sizeof *copy->numbers);
  if (!copy->numbers || (from->asked && !asked)) return status_no_memory(status);
  memcpy(copy->numbers, from->numbers, count * sizeof *copy->numbers);
  if (asked) memcpy(asked, from->asked, words * sizeof *asked);
  copy->asked = asked;
  copy->readme = (Readme){0}; /* of the numbers when they were saved */
  return vocabulary_read(arena, from->name, from->vocabulary->file, from->vocabulary->unknown_count,
                         &copy->vocabulary, status);
}

bool model_of_checkpoint(const Checkpoint *checkpoint, Model **model, Status *status) {
  Arena *arena = arena_make(0);
  Checkpoint copy;
  if (!arena) return status_no_memory(status);
  if (!copy_checkpoint(arena, checkpoint, &copy, status)) {
    arena_free(arena);
    return false;
  }
  /* A model of a training may be shown for one frame only: not worth a thread. */
  copy.measured_lazily = true;
  Model *made = trained_make(arena, &copy, NULL);
  if (!made) {
    arena_free(arena);
    return status_no_memory(status);
  }
  *model = made;
  return true;
}
