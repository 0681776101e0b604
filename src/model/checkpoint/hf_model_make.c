/* model/checkpoint/hf_model_make.c -- makes a Model from a checkpoint folder.
**
** Both families become the same struct; the place of the norms, the activation and the mask are
** fields. W_Q, W_K and W_V are the thirds of one matrix [E, 3E], as GPT-2 stores them; BERT's three
** matrices are read into it side by side. */
#include <assert.h>
#include <string.h>

#include "base/serial.h"
#include "base/i18n.h"
#include "model/checkpoint/cache_folder.h"
#include "model/model_weights.h"
#include "model/checkpoint/hf_model.h"

static const char explanation[] =
    N_("Trained elsewhere and read from a folder. Whatever it knows it learned from its texts, "
       "with their mistakes and opinions.");

/* The matrix of a slot. */
static MatView matrix_at(const TensorMap *layout, int layer, TensorSlot slot) {
  TensorSlotShape shape = tensor_map_shape(layout->config, slot);
  return (MatView){tensor_map_at(layout, layer, slot), shape.rows, shape.cols, shape.cols};
}

/* One of three equal groups of columns; the stride stays. */
static MatView third_of(MatView matrix, int part) {
  assert(part >= 0 && part < 3 && matrix.cols % 3 == 0);
  int cols = matrix.cols / 3;
  return (MatView){matrix.at + part * cols, matrix.rows, cols, matrix.stride};
}

static NormWeights norm_at(const TensorMap *layout, int layer, TensorSlot gain, TensorSlot bias) {
  return (NormWeights){tensor_map_at(layout, layer, gain), tensor_map_at(layout, layer, bias)};
}

static LayerWeights layer_of(const TensorMap *layout, int layer) {
  assert(layer >= 0 && layer < layout->config->layer_count);
  const Config *config = layout->config;
  MatView qkv = matrix_at(layout, layer, SLOT_QKV);
  const float *offset = tensor_map_at(layout, layer, SLOT_QKV_OFFSET);
  return (LayerWeights){
      .w_q = third_of(qkv, 0),
      .w_k = third_of(qkv, 1),
      .w_v = third_of(qkv, 2),
      .w_o = matrix_at(layout, layer, SLOT_JOIN),
      .w_1 = matrix_at(layout, layer, SLOT_WIDE),
      .w_2 = matrix_at(layout, layer, SLOT_NARROW),
      .b_q = offset,
      .b_k = offset + config->d_model,
      .b_v = offset + 2 * config->d_model,
      .b_o = tensor_map_at(layout, layer, SLOT_JOIN_OFFSET),
      .b_1 = tensor_map_at(layout, layer, SLOT_WIDE_OFFSET),
      .b_2 = tensor_map_at(layout, layer, SLOT_NARROW_OFFSET),
      .norm_1 = norm_at(layout, layer, SLOT_NORM_1_GAIN, SLOT_NORM_1_BIAS),
      .norm_2 = norm_at(layout, layer, SLOT_NORM_2_GAIN, SLOT_NORM_2_BIAS),
      /* M-45: layer l, counted from 1, also divides by l. */
      .score_divisor = config->divides_by_number ? (float)(layer + 1) : 1.0f,
  };
}

static void fill_sizes(const Config *config, Model *model) {
  assert(config->d_model % config->head_count == 0);
  model->layer_count = config->layer_count;
  model->head_count = config->head_count;
  model->d_model = config->d_model;
  model->d_head = config->d_model / config->head_count;
  model->d_ff = config->d_ff;
  model->position_count = config->position_count;
  if (config->causal) model->own_mask = mask_only(MASK_CAUSAL, 0);
  /* M-42 for GPT-2, M-15 and M-16 for BERT. */
  model->norm_place = config->family == FAMILY_GPT2 ? NORM_BEFORE : NORM_AFTER;
  model->activation = config->activation;
  model->epsilon = config->epsilon;
  model->scores_stay_undivided = !config->divides_by_root;
}

static void fill_ends(const TensorMap *layout, Model *model) {
  model->token_table = matrix_at(layout, -1, SLOT_TOKENS);
  model->position_table = matrix_at(layout, -1, SLOT_POSITIONS);
  if (layout->once[SLOT_SEGMENTS]) model->segment_table = matrix_at(layout, -1, SLOT_SEGMENTS);
  model->embedding_norm = norm_at(layout, -1, SLOT_EMBEDDING_GAIN, SLOT_EMBEDDING_BIAS);
  model->final_norm = norm_at(layout, -1, SLOT_FINAL_GAIN, SLOT_FINAL_BIAS);
  if (layout->has_answer) {
    model->answer_w = matrix_at(layout, -1, SLOT_ANSWER);
    model->answer_b = tensor_map_at(layout, -1, SLOT_ANSWER_OFFSET);
    model->answer_norm = norm_at(layout, -1, SLOT_ANSWER_GAIN, SLOT_ANSWER_BIAS);
  }
  if (!layout->has_output) return;
  model->word_count = layout->config->word_count;
  model->output_table = matrix_at(layout, -1, SLOT_OUTPUT);
  model->output_bias = tensor_map_at(layout, -1, SLOT_OUTPUT_OFFSET);
}

static bool fill_layers(Arena *arena, const TensorMap *layout, Model *model) {
  int count = layout->config->layer_count;
  model->layers = arena_take(arena, (size_t)count, sizeof *model->layers);
  for (int i = 0; model->layers && i < count; i++) model->layers[i] = layer_of(layout, i);
  return model->layers != NULL;
}

static const ModelInfo *info_of(Arena *arena, const ModelCard *card, const char *name) {
  ModelInfo *info = arena_take(arena, 1, sizeof *info);
  const char *size = network_size_words(arena, card->layers, card->heads);
  if (!info || !size) return NULL;
  info->name = name ? name : model_folder_name(arena, card->folder);
  if (info->name) info->label = str_format(arena, "%s · %s, %s", info->name, card->family, size);
  info->explanation = explanation;
  return info->name && info->label ? info : NULL;
}

/* BERT was trained to predict words only at [MASK]. */
static bool note_asked(Arena *arena, const HfModel *found, Model *model) {
  int id = model->tokenizer ? tokenizer_mask_id(model->tokenizer) : -1;
  if (found->config.family != FAMILY_BERT || id < 0 || id >= found->config.word_count) return true;
  bool *asked = arena_take(arena, (size_t)found->config.word_count, sizeof *asked);
  if (asked) asked[id] = true;
  model->asked = asked;
  return asked != NULL;
}

/* A model without a readable tokenizer still takes ids, so the error is kept until a sentence is to
** be split. Out of memory and stopped reading do fail at once. */
static bool keep_fault(Arena *arena, Model *model, Status *status) {
  if (status_is_no_memory(status) || status->kind == STATUS_STOPPED) return false;
  model->tokenizer_fault = str_copy(arena, str_from(status->sentence));
  *status = (Status){STATUS_OK, ""};
  return model->tokenizer_fault || status_no_memory(status);
}

static bool read_tokenizer(Arena *arena, const HfModel *found, const Progress *progress,
                           Model *model, ModelCard *card, Status *status) {
  bool is_gpt2 = found->config.family == FAMILY_GPT2;
  TokenizerOrder order = {card->folder, is_gpt2 ? TOKENIZER_BPE : TOKENIZER_WORDPIECE,
                          found->config.word_count, progress};
  Status own;
  if (!tokenizer_read(arena, &order, &model->tokenizer, &own) && !keep_fault(arena, model, &own)) {
    if (status) *status = own;
    return false;
  }
  if (!note_asked(arena, found, model)) return status_no_memory(status);
  card->warning = model->tokenizer ? tokenizer_note(model->tokenizer) : model->tokenizer_fault;
  if (model->tokenizer) return true;
  card->how_to_type =
      str_format(arena,
                 _("the folder has no tokenizer that can be read, so a sentence is the ids of "
                   "tokens: type numbers from 0 to %d, such as 1, 2, 3. Words come with its "
                   "tokenizer.json, or vocab.json and merges.txt, or vocab.txt in the folder"),
                 found->config.word_count - 1);
  return card->how_to_type || status_no_memory(status);
}

static bool hf_model_read(Arena *arena, const HfModelOrder *order, Model *model, Status *status) {
  HfModel *found = arena_take(arena, 1, sizeof *found);
  if (!found) return status_no_memory(status);
  *model = (Model){.arena = arena, .serial = serial_next(), .may_break = true};
  if (!hf_model_find(arena, order->folder, found, status)) return false;
  /* The tokenizer is read first: its errors show at once, while the numbers take seconds. */
  bool read = read_tokenizer(arena, found, order->progress, model, &found->card, status) &&
              hf_model_numbers(arena, found, order->pool, order->progress, status);
  hf_model_close(found);
  if (!read) return false;
  fill_sizes(&found->config, model);
  fill_ends(&found->layout, model);
  model->card = &found->card;
  model->broken_count = (long)found->broken_count;
  model->info = info_of(arena, &found->card, order->name);
  return (model->info && fill_layers(arena, &found->layout, model)) || status_no_memory(status);
}

bool hf_model_open(const HfModelOrder *order, Model **model, Status *status) {
  Arena *arena = arena_make(0);
  Model *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  if (!made) status_no_memory(status);
  if (made && hf_model_read(arena, order, made, status)) {
    /* Measuring its roles takes seconds, so whoever shows the model begins it
    ** (model_roles_begin). */
    made->measured_when_begun = true;
    made->role_work = role_work_make(made);
    *model = made;
    return true;
  }
  arena_free(arena);
  return false;
}
