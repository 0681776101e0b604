/* model/checkpoint/facts.c -- facts about a model, counted from its tensors.
**
** A checkpoint's card has the counts of its files; for the program's own models they are counted
** here, so that no number is stored twice. */
#include "model/checkpoint/facts.h"

#include <string.h>

#include "base/i18n.h"
#include "model/model_weights.h"

/* ---- counting ---- */

static uint64_t size_of(MatView matrix) { return (uint64_t)matrix.rows * (uint64_t)matrix.cols; }

static uint64_t norm_size(NormWeights norm, int width) {
  return (uint64_t)width * (uint64_t)((norm.gain != NULL) + (norm.bias != NULL));
}

static uint64_t layer_size(const Model *model, const LayerWeights *layer) {
  const float *const wide[] = {layer->b_q, layer->b_k, layer->b_v, layer->b_o, layer->b_2};
  int width = model->d_model;
  uint64_t count = size_of(layer->w_q) + size_of(layer->w_k) + size_of(layer->w_v) +
                   size_of(layer->w_o) + size_of(layer->w_1) + size_of(layer->w_2) +
                   norm_size(layer->norm_1, width) + norm_size(layer->norm_2, width);
  for (int i = 0; i < 5; i++) count += wide[i] ? (uint64_t)width : 0;
  return count + (layer->b_1 ? (uint64_t)layer->w_1.cols : 0);
}

/* An output table that shares the memory of the embedding is counted once. */
static uint64_t parameter_count(const Model *model) {
  int width = model->d_model;
  uint64_t count = size_of(model->token_table) + size_of(model->position_table) +
                   size_of(model->segment_table) + size_of(model->answer_w) +
                   norm_size(model->embedding_norm, width) + norm_size(model->final_norm, width) +
                   norm_size(model->answer_norm, width);
  if (model->output_table.at != model->token_table.at) count += size_of(model->output_table);
  if (model->output_bias) count += (uint64_t)model->word_count;
  if (model->answer_b) count += (uint64_t)width;
  for (int i = 0; i < model->layer_count; i++) count += layer_size(model, &model->layers[i]);
  return count;
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

static const char *mask_text(const MaskParts *own) {
  return mask_names(own, MASK_CAUSAL) ? N_("causal: a token sees itself and those before")
                                      : N_("none: every token sees every token");
}

static const char *tokenizer_text_of(const Model *model) {
  bool is_pieces = model->tokenizer && tokenizer_mask_id(model->tokenizer) >= 0;
  if (model->tokenizer)
    return is_pieces ? N_("pieces of words, with marks such as [MASK]")
                     : N_("pieces of bytes; a token may be a part of a word or of a character");
  if (model->card)
    return N_("none in the folder: a sentence is the ids of tokens, such as 1, 2, 3");
  if (model->vocabulary) return N_("words, with embeddings for unknown ones");
  return N_("words, of any script");
}

static const char *text_or(const char *text, const char *other) { return text ? text : other; }

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
  uint64_t count = card ? card->parameters : parameter_count(model);
  return (ModelFacts){
      .family = card                ? card->family
                : model->vocabulary ? N_("trained by this program")
                                    : N_("written as rules or drawn by chance, not trained"),
      .file = file_of(card, arena),
      .dtype = card ? card->dtype : "F32",
      .file_count = card ? card->file_count : 0,
      .layers = model->layer_count,
      .heads = model->head_count,
      .d_model = model->d_model,
      .d_head = model->d_head,
      .d_ff = model->d_ff,
      .positions = model_token_limit(model),
      .words = model->word_count,
      .parameters = count,
      .bytes = card ? card->bytes : count * sizeof(float),
      .norm_place = model->norm_place,
      .activation = model->d_ff > 0 ? activation_text(model->activation) : "",
      .mask = mask_text(&model->own_mask),
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
  return model->word_count > 0 && mask_names(&model->own_mask, MASK_CAUSAL) && !model->asked;
}

Str model_mask_text(const Model *model) {
  Str none = {"", 0};
  if (model->word_count == 0) return none;
  int id = model->tokenizer ? tokenizer_mask_id(model->tokenizer) : -1;
  if (id >= 0) return tokenizer_text(model->tokenizer, id);
  bool asks = model->vocabulary && model->asked && model->asked[VOCABULARY_HIDDEN_ID];
  return asks ? model->vocabulary->shown[VOCABULARY_HIDDEN_ID] : none;
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
  bool is_word =
      model->vocabulary && id >= VOCABULARY_UNKNOWN_FIRST + model->vocabulary->unknown_count;
  if (!is_word) return none;
  Str word = model->vocabulary->shown[id];
  bool begins = sentence.bytes == 0 || sentence.at[sentence.bytes - 1] == ' ';
  if (begins) return word;
  const char *text = str_format(arena, " %.*s", (int)word.bytes, word.at);
  return text ? str_from(text) : none;
}
