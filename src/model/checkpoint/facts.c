/* model/checkpoint/facts.c -- facts about a model, counted from its tensors.
**
** A checkpoint's card has the counts of its files; for the program's own models they are counted
** here, so that no number is stored twice. */
#include "model/checkpoint/facts.h"

#include <string.h>

#include "base/i18n.h"
#include "core/position.h"
#include "model/board/board.h"
#include "model/model_weights.h"
#include "model/random_shape.h"

/* ---- counting ---- */

static uint64_t size_of(MatView matrix) { return (uint64_t)matrix.rows * (uint64_t)matrix.cols; }

static uint64_t norm_size(NormWeights norm, int width) {
  return (uint64_t)width * (uint64_t)((norm.gain != NULL) + (norm.bias != NULL));
}

static uint64_t bias_size(const float *bias, MatView map) { return bias ? (uint64_t)map.cols : 0; }

static void count_layer(const Model *model, const LayerWeights *layer, ModelParameters *count) {
  count->attention += size_of(layer->w_q) + size_of(layer->w_k) + size_of(layer->w_v) +
                      size_of(layer->w_o) + bias_size(layer->b_q, layer->w_q) +
                      bias_size(layer->b_k, layer->w_k) + bias_size(layer->b_v, layer->w_v) +
                      bias_size(layer->b_o, layer->w_o);
  count->mlp += size_of(layer->w_1) + size_of(layer->w_gate) + size_of(layer->w_2) +
                bias_size(layer->b_1, layer->w_1) + bias_size(layer->b_2, layer->w_2);
  count->attention += size_of(layer->relative_key) + size_of(layer->relative_value);
  count->norms +=
      norm_size(layer->norm_1, model->d_model) + norm_size(layer->norm_2, model->d_model);
}

/* An output table that shares the memory of the embedding is counted once. */
static ModelParameters count_parameters(const Model *model) {
  int width = model->d_model;
  ModelParameters count = {
      .embedding = size_of(model->token_table) + size_of(model->position_table) +
                   size_of(model->segment_table),
      .attention = size_of(model->bucket_table),
      .norms = norm_size(model->embedding_norm, width) + norm_size(model->final_norm, width) +
               norm_size(model->answer_norm, width),
      .output = size_of(model->answer_w) + (model->answer_b ? (uint64_t)width : 0)};
  if (model->output_table.at != model->token_table.at) count.output += size_of(model->output_table);
  if (model->output_bias) count.output += (uint64_t)model->word_count;
  for (int i = 0; i < model->layer_count; i++) count_layer(model, &model->layers[i], &count);
  return count;
}

/* Of the first norm that the model has; all are as wide. */
static uint64_t parameters_of_norm(const Model *model) {
  uint64_t first = norm_size(model->layers[0].norm_1, model->d_model);
  return first > 0 ? first : norm_size(model->final_norm, model->d_model);
}

static uint64_t sum_of(const ModelParameters *count) {
  return count->embedding + count->attention + count->mlp + count->norms + count->output;
}

/* ---- names ---- */

/* Short names for the card; activation_symbol of core/ has those for formulas. */
static const char *activation_text(Activation activation) {
  static const char *const names[] = {
      [ACTIVATION_RELU] = "relu",
      [ACTIVATION_GELU] = "gelu",
      [ACTIVATION_GELU_TANH] = "gelu (tanh)",
      [ACTIVATION_QUICK_GELU] = "quick gelu",
      [ACTIVATION_GELU_10] = "gelu, at most 10",
      [ACTIVATION_SILU] = "silu",
      [ACTIVATION_TANH] = "tanh",
      [ACTIVATION_SIGMOID] = "sigmoid",
      [ACTIVATION_LINEAR] = "linear",
  };
  return names[activation];
}

static const char *mask_name_of(const MaskParts *own, Arena *arena) {
  const char *name = own->named ? mask_name_write(arena, own, ' ') : "";
  return name ? name : "";
}

static const char *mask_text(const MaskParts *own, Arena *arena) {
  const MaskParts causal = mask_only(MASK_CAUSAL, 0);
  if (own->named == 0) return N_("none: every token sees every token");
  if (mask_parts_equal(own, &causal)) return N_("causal: a token sees itself and those before");
  return mask_name_of(own, arena);
}

static const char *text_or(const char *text, const char *other) { return text ? text : other; }

/* A table of tokens may have functions that add nothing. */
static bool adds_positions(const Model *model) {
  if (model->listed && !model->board) return false;
  if (model->board) return model->position_table.at || model->board->is_sinusoidal;
  return model->position_table.at || model->embed_positions;
}

static const char *positions_text(const Model *model) {
  static const char *const own[POSITIONS_COUNT] = {
      [POSITIONS_NONE] = N_("nothing tells where a token stands"),
      [POSITIONS_ALIBI] = N_("linear biases (ALiBi): scores fall with the distance of the key"),
      [POSITIONS_T5] = N_("a number for each of 32 buckets of distances is added to the scores"),
      [POSITIONS_ROPE] = N_("rotary (RoPE): queries and keys are turned by their place")};
  const char *text = own[model->own_kind.of[KIND_POSITIONS]];
  if (!adds_positions(model) && !text) return own[POSITIONS_NONE];
  if (text) return text;
  if (model->position_table.at)
    return N_("a row of its own for each place, added to that of the word");
  return model->embed_positions == position_sinusoidal
             ? N_("waves, added to the rows of the words")
             : N_("rows made by rule, added to those of the words");
}

/* Only of a name that was put together from words. */
static const char *command_of(const Model *model, Arena *arena) {
  const char *name = model->info->name;
  return model->card || !random_shape_is(str_from(name)) || !strchr(name, ' ')
             ? ""
             : text_or(str_format(arena, "model %s", name), "");
}

static const char *tokenizer_text_of(const Model *model) {
  bool is_pieces = model->tokenizer && tokenizer_mask_id(model->tokenizer) >= 0;
  if (model->tokenizer)
    return is_pieces ? N_("pieces of words, with marks such as [MASK]")
                     : N_("pieces of bytes; a token may be a part of a word or of a character");
  if (model->card)
    return N_("none in the folder: a sentence is the ids of tokens, such as 1, 2, 3");
  if (model->vocabulary) return N_("words, with embeddings for unknown ones");
  if (model->numbered_words)
    return N_("words, each with the number that its letters give; two may have the same");
  return N_("words, of any script");
}

static const char *file_of(const ModelCard *card, Arena *arena) {
  if (!card) return "";
  return text_or(str_format(arena, "%s/%s", card->folder, card->file), "");
}

/* The hidden word is a mark, and the unknown embeddings stand for words it does not know. */
static int known_words(const Model *model) {
  const Vocabulary *words = model->vocabulary;
  return words ? words->count - words->unknown_count - 1 : 0;
}

ModelFacts model_facts(const Model *model, Arena *arena) {
  const ModelCard *card = model->card;
  const ModelParameters by_part = count_parameters(model);
  ModelParameters of_layer = {0};
  count_layer(model, &model->layers[0], &of_layer);
  uint64_t count = card ? card->parameters : sum_of(&by_part);
  return (ModelFacts){
      .family = card                ? card->family
                : model->vocabulary ? N_("trained by this program")
                                    : N_("written as rules or drawn by chance, not trained"),
      .file = file_of(card, arena),
      .dtype = card ? card->dtype : "F32",
      .file_count = card ? card->file_count : 0,
      .layers = model->layer_count,
      .encoder_layers = model->encoder_layers,
      .heads = model->head_count,
      .key_heads = model_key_heads(model),
      .d_model = model->d_model,
      .d_head = model->d_head,
      .d_ff = model->d_ff,
      .positions = model_token_limit(model),
      .words = model->word_count,
      .parameters = count,
      .bytes = card ? card->bytes : count * sizeof(float),
      .by_part = by_part,
      .of_layer = of_layer,
      .of_norm = parameters_of_norm(model),
      .norm_place = model->norm_place,
      .norm_method = model->norm_method,
      .is_gated = model->layers[0].w_gate.at != NULL,
      .has_own_words = model->output_table.at == model->token_table.at,
      .own_kind = model->own_kind,
      .activation = model->d_ff > 0 ? activation_text(model->activation) : "",
      .places = positions_text(model),
      .adds_positions = adds_positions(model),
      .has_segments = model->segment_table.rows > 0,
      .has_embedding_norm = model->embedding_norm.gain != NULL,
      .has_last_norm = model->final_norm.gain != NULL || model->answer_w.at != NULL,
      .command = command_of(model, arena),
      .mask = model->encoder_layers > 0
                  ? N_("causal where the decoder asks itself; else every token sees every token")
                  : mask_text(&model->own_mask, arena),
      .mask_name = mask_name_of(&model->own_mask, arena),
      .tokenizer = tokenizer_text_of(model),
      .tokenizer_note = text_or(model->tokenizer ? tokenizer_note(model->tokenizer) : NULL, ""),
      .note = text_or(card ? card->note : NULL, ""),
      .warning = text_or(card ? card->warning : NULL, ""),
      .explanation = model->info->explanation,
      .known_words = known_words(model),
      .readme = &model->readme,
  };
}

/* ---- words ---- */

/* A model predicts the next word when it is causal, has words and was asked at every token. */
bool model_names_next(const Model *model) {
  bool is_causal = mask_names(&model->own_mask, MASK_CAUSAL) || model->encoder_layers > 0;
  return model->word_count > 0 && is_causal && !model->asked;
}

Str model_mask_text(const Model *model) {
  Str none = {"", 0};
  if (model->word_count == 0) return none;
  int id = model->tokenizer ? tokenizer_mask_id(model->tokenizer) : -1;
  if (id >= 0) return tokenizer_text(model->tokenizer, id);
  bool asks = model->vocabulary && model->asked && model->asked[VOCABULARY_HIDDEN_ID];
  return asks ? model->vocabulary->shown[VOCABULARY_HIDDEN_ID] : none;
}

static Str numbered_following(const Model *model, Arena *arena, Str sentence, int id) {
  bool begins = sentence.bytes == 0 || sentence.at[sentence.bytes - 1] == ' ';
  Str word = model->numbered_words[id];
  const char *text = begins ? NULL : str_format(arena, " %.*s", (int)word.bytes, word.at);
  return text ? str_from(text) : word;
}

/* A space comes before words of a vocabulary and before ids without a tokenizer; the bytes of a
** tokenizer's token are appended as they are. */
Str model_following_text(const Model *model, Arena *arena, Str sentence, int id) {
  Str none = {"", 0};
  if (id < 0 || id >= model->word_count) return none;
  if (model->tokenizer) {
    if (id >= tokenizer_id_count(model->tokenizer)) return none;
    /* A special token is written by its name; its bytes would be split into several tokens. */
    bool special = tokenizer_is_special(model->tokenizer, id);
    return special ? tokenizer_text(model->tokenizer, id) : tokenizer_bytes(model->tokenizer, id);
  }
  const char *number = model->card ? str_format(arena, sentence.bytes ? " %d" : "%d", id) : NULL;
  if (number) return str_from(number);
  if (model->numbered_words) return numbered_following(model, arena, sentence, id);
  bool is_word =
      model->vocabulary && id >= VOCABULARY_UNKNOWN_FIRST + model->vocabulary->unknown_count;
  if (!is_word) return none;
  Str word = model->vocabulary->shown[id];
  bool begins = sentence.bytes == 0 || sentence.at[sentence.bytes - 1] == ' ';
  if (begins) return word;
  const char *text = str_format(arena, " %.*s", (int)word.bytes, word.at);
  return text ? str_from(text) : none;
}
