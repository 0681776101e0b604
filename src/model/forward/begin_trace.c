/* model/forward/begin_trace.c -- the trace of a pass: its shape, what of it is stored
** (docs/decisions/0008), and what it is called: tokens, keys, words, kind. */
#include <string.h>

#include "model/checkpoint/facts.h"
#include "model/forward/what_if.h"
#include "trace/kind_parts.h"
#include "trace/mistakes.h"

/* A trace whose [T,S] matrices take at most this many bytes stores all of them: 16 MiB are 362
** tokens of the hand-made model, some 85 of GPT-2. */
static const size_t pairs_kept_bytes = (size_t)16 << 20;
/* BLOCK is stored for one in so many layers: computing one again takes two products at most. */
enum { BLOCK_EVERY = 3 };
enum { WORDS_KEPT = 4096 }; /* logits of a larger vocabulary are computed row by row on demand */

/* What no other part is computed from: made when it is shown, whatever is stored. Halves store it,
** since three traces that read each other have no source. */
#define LOOKED_AT_BITS                                                                             \
  (TRACE_BIT(TRACE_ERROR_CURVE) | TRACE_BIT(TRACE_FEATURES_Q) | TRACE_BIT(TRACE_FEATURES_K))

static size_t pair_bytes(const TraceShape *shape) {
  size_t parts = 0, heads = (size_t)shape->layer_count * (size_t)shape->head_count;
  for (int i = 0; i < TRACE_PART_COUNT; i++)
    parts += trace_part_info(trace_part_order[i])->by_pair &&
             trace_shape_can_have(shape, trace_part_order[i]);
  size_t keys = (size_t)(shape->key_count > 0 ? shape->key_count : shape->token_count);
  size_t features = 2 * (size_t)shape->feature_count; /* of queries and of keys */
  return (size_t)shape->token_count * (keys * parts + features) * heads * sizeof(float);
}

static TraceShape shape_of(const Forward *forward) {
  const Model *model = forward->model;
  TraceShape shape = {.token_count = forward->tokens.count,
                      .key_count = forward->order->keys ? forward_key_count(forward) : 0,
                      .feature_count = forward->kind->omega.rows,
                      .layer_count = model->layer_count,
                      .head_count = model->head_count,
                      .key_head_count = forward->kind->key_head_count,
                      .d_model = model->d_model,
                      .d_head = model->d_head,
                      .d_value = model->d_head,
                      .norm_place = model->norm_place,
                      .has_mlp = model->d_ff > 0,
                      .has_segments = model->segment_table.at != NULL,
                      .has_embedding_norm = model->embedding_norm.gain != NULL,
                      .half = model->half,
                      .encoder_layers = model->encoder_layers,
                      .may_break = model->may_break || forward->order->what_ifs ||
                                   mistake_may_break(mistake_of(&forward->kind->of)),
                      .has_key_rows = forward->order->keys != NULL};
  if (!model->names_no_words) shape.word_count = model->word_count;
  shape.of_kind = kind_parts(&forward->kind->of, forward->order->keys == NULL);
  shape.distance_count = kind_relative_rows(&forward->kind->of);
  if (kind_mixes_keys(&forward->kind->of)) {
    shape.key_count = forward_column_count(forward);
    shape.source_count = forward_key_count(forward);
  }
  if (model->half == HALF_NONE) shape.point_count = forward_curve_points(forward);
  if (shape.point_count > 0) shape.of_kind |= TRACE_BIT(TRACE_ERROR_CURVE);
  shape.has_last_norm =
      shape.word_count > 0 && (model->final_norm.gain != NULL || model->answer_w.at != NULL);
  return shape;
}

/* docs/decisions/0008: the results of products with weights are stored, the rest can be
** recomputed. */
static void decide_what_is_kept(Forward *forward) {
  const Model *model = forward->model;
  TraceShape shape = shape_of(forward);
  KeepKind keep = forward->order->keep;
  bool is_small = pair_bytes(&shape) <= pairs_kept_bytes;
  forward->stores_pairs = keep == KEEP_ALL || (keep == KEEP_BY_SIZE && is_small);
  forward->stores_sums =
      forward->stores_pairs || forward_recompute_parts(model, &forward->kind->of) == 0;
  forward->stores_words = model->word_count <= WORDS_KEPT && keep != KEEP_LITTLE;
}

/* Marks the parts that are computed on demand. */
static void mark_lazy_parts(const Forward *forward, TraceShape *shape) {
  const Model *model = forward->model;
  if (model->half == HALF_NONE) shape->lazy |= shape->of_kind & LOOKED_AT_BITS;
  if (!forward->stores_pairs) shape->lazy |= trace_pair_bits();
  if (!forward->stores_sums) {
    shape->lazy |= forward_recompute_parts(model, &forward->kind->of);
    shape->block_every = BLOCK_EVERY;
    if (forward->keeps_keys) shape->lazy |= TRACE_BIT(TRACE_KEY_INPUT);
  }
  if (!forward->stores_words && shape->word_count > 0) shape->lazy |= TRACE_WORD_BITS;
}

static Str word_of(const void *self, int id) { return tokenizer_token(self, id); }

static TraceWords shown_words(const Model *model) {
  if (model->numbered_words) return (TraceWords){.shown = model->numbered_words};
  if (model->vocabulary)
    return (TraceWords){.shown = model->vocabulary->shown,
                        .glosses = model->glosses,
                        .unknown_first = VOCABULARY_UNKNOWN_FIRST,
                        .unknown_count = model->vocabulary->unknown_count,
                        .asked = model->asked};
  if (model->tokenizer)
    return (TraceWords){.word = word_of, .self = model->tokenizer, .asked = model->asked};
  return (TraceWords){0};
}

/* The trace borrows the model's tables of words. */
static TraceWords words_of(const Model *model) {
  TraceWords words = shown_words(model);
  words.continues = model_names_next(model);
  words.has_gap = model_mask_text(model).bytes > 0;
  words.gap_id = model->tokenizer ? tokenizer_mask_id(model->tokenizer) : VOCABULARY_HIDDEN_ID;
  return words;
}

/* The tokens of the other trace without the position that a label of a repeated token ends with:
** the new trace adds it again. */
static TraceTokenText *key_texts(const Forward *forward) {
  const Trace *keys = forward->order->keys;
  int count = trace_token_count(keys);
  TraceTokenText *texts = arena_take(forward->arena, (size_t)count, sizeof *texts);
  for (int i = 0; texts && i < count; i++) {
    const TraceToken *token = trace_token(keys, i);
    Str shown = token->label;
    if (token->occurrences > 1) {
      const char *position = str_format(forward->arena, "·%d", i + 1);
      if (!position) return NULL;
      shown.bytes -= strlen(position);
    }
    texts[i] = (TraceTokenText){.text = token->text,
                                .first_byte = token->first_byte,
                                .bytes = token->bytes,
                                .match = shown,
                                .id = token->id,
                                .shown = shown,
                                .raw = token->raw,
                                .group = token->group,
                                .segment = token->segment,
                                .special = token->special,
                                .read_as = token->read_as};
  }
  return texts;
}

/* The same run of the tokens as they were typed, on the same arena. */
static bool run_in_order(const Forward *forward, const Trace **in_order, Status *status) {
  RunOrder plain = *forward->order;
  plain.shuffles = false;
  if (plain.before && trace_in_order(plain.before)) plain.before = trace_in_order(plain.before);
  plain.cache_bytes /= FORWARD_OTHER_RUN_SHARE;
  return model_run(forward->model, &plain, forward->arena, in_order, status);
}

/* As many heads of K and V as the model has are its own, also where they are asked for. */
static AttentionKind own_kind_of(const Forward *forward) {
  const AttentionKind *kind = &forward->kind->of;
  AttentionKind own = forward->model->own_kind;
  if (forward->kind->key_head_count != model_key_heads(forward->model)) return own;
  own.of[KIND_KEY_HEADS] = kind->of[KIND_KEY_HEADS];
  memcpy(own.numbers[KIND_KEY_HEADS], kind->numbers[KIND_KEY_HEADS],
         sizeof own.numbers[KIND_KEY_HEADS]);
  return own;
}

bool forward_begin_trace(Forward *forward, Status *status) {
  decide_what_is_kept(forward);
  const Model *model = forward->model;
  const ForwardTokens *tokens = &forward->tokens;
  TraceShape shape = shape_of(forward);
  mark_lazy_parts(forward, &shape);
  TraceNames names = {.sentence = tokens->sentence,
                      .model_name = str_from(model->info->name),
                      .model_label = str_from(model->info->label),
                      .mask_name = forward->mask_name,
                      .kind = mistake_said(&forward->kind->of, &forward->order->quiz),
                      .true_kind = forward->kind->of,
                      .quiz = forward->order->quiz,
                      .own_kind = own_kind_of(forward),
                      .tokens = tokens->texts,
                      .model_serial = model->serial,
                      .cut_count = tokens->cut_count,
                      .bad_byte_count = tokens->bad_byte_count,
                      .words = words_of(model)};
  names.keys_are_mixtures = kind_mixes_keys(&forward->kind->of);
  if (names.keys_are_mixtures)
    names.keys = trace_mixture_texts(forward->arena, forward_column_count(forward));
  else if (forward->order->keys) names.keys = key_texts(forward);
  if (!names.keys && (names.keys_are_mixtures || forward->order->keys))
    return status_no_memory(status);
  if (forward->said.at) names.source = forward->source_sentence, names.said = forward->said;
  else if (forward->order->keys) names.second = trace_sentence(forward->order->keys);
  if (forward->tokens.places && !run_in_order(forward, &names.in_order, status)) return false;
  names.places = forward->tokens.places;
  names.what_ifs = forward->order->what_ifs;
  names.without = forward->order->without;
  if (names.without) names.shared_without = forward->order->shared_without;
  if (!forward_rows_without(forward, &names.rows_without, status)) return false;
  forward->trace = trace_begin(forward->arena, &shape, &names, forward->mask, status);
  return forward->trace != NULL;
}
