/* model/forward/forward.c -- from a sentence to a sealed trace.
**
** Splits the sentence, decides which parts are stored, makes the trace, runs the layers, seals the
** trace. The scratch memory of the pass is on the trace's arena, behind the trace, and is freed
** when the layers have run. */
#include "model/forward/what_if.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "core/heads.h"
#include "model/checkpoint/facts.h"
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

/* ---- the trace ---- */

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

/* Of a shuffled sentence the cache is for the run on show; the other gets a share as large. */
enum { SHARE_IN_ORDER = 4 };

static Str word_of(const void *self, int id) { return tokenizer_token(self, id); }

static TraceWords shown_words(const Model *model) {
  if (model->numbered_words) return (TraceWords){.shown = model->numbered_words};
  if (model->vocabulary)
    return (TraceWords){.shown = model->vocabulary->shown,
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
  plain.cache_bytes /= SHARE_IN_ORDER;
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

static bool begin_trace(Forward *forward, Status *status) {
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

/* ---- weights that the trace borrows ---- */

/* The D biases of one head, which are at `place` of them, as a matrix of one row; models of this
** program have none. */
static void lend_bias(Trace *trace, TracePart part, int layer, int head, int place,
                      const float *bias, int width) {
  if (bias) trace_lend(trace, part, layer, head, (MatView){bias + place * width, 1, width, width});
}

static void lend_projections(const Model *model, const ForwardKind *kind, Trace *trace, int layer) {
  const LayerWeights *with = &model->layers[layer];
  const KeyMaps maps = forward_key_maps(kind, model, layer);
  int heads = model->head_count, width = model->d_head, groups = kind->key_head_count;
  trace_lend(trace, TRACE_W_O, layer, 0, with->w_o);
  lend_bias(trace, TRACE_B_O, layer, 0, 0, with->b_o, model->d_model);
  for (int head = 0; head < heads; head++) {
    int group = trace_key_head(trace, head);
    trace_lend(trace, TRACE_W_Q, layer, head, heads_view(with->w_q, head, heads));
    trace_lend(trace, TRACE_W_K, layer, head, heads_view(maps.w_k, group, groups));
    trace_lend(trace, TRACE_W_V, layer, head, heads_view(maps.w_v, group, groups));
    lend_bias(trace, TRACE_B_Q, layer, head, head, with->b_q, width);
    lend_bias(trace, TRACE_B_K, layer, head, group, maps.b_k, width);
    lend_bias(trace, TRACE_B_V, layer, head, group, maps.b_v, width);
    trace_set_head_role(trace, layer, head, str_from(model_head_role(model, layer, head)));
  }
}

static TraceBlockWeights block_of(const Model *model, int layer) {
  const LayerWeights *with = &model->layers[layer];
  return (TraceBlockWeights){.norm_1_gain = with->norm_1.gain,
                             .norm_1_bias = with->norm_1.bias,
                             .norm_2_gain = with->norm_2.gain,
                             .norm_2_bias = with->norm_2.bias,
                             .w_1 = with->w_1,
                             .w_gate = with->w_gate,
                             .w_2 = with->w_2,
                             .b_1 = with->b_1,
                             .b_2 = with->b_2,
                             .epsilon = model->epsilon,
                             .norm_method = model->norm_method,
                             .activation = model->activation};
}

/* The inspector shows products with the weights; nothing is copied. */
static void lend_weights(const Model *model, const ForwardKind *kind, Trace *trace) {
  if (model->role_work) trace_lend_roles(trace, role_work_labels(model->role_work));
  else if (model->role_notes) trace_lend_roles(trace, model->role_notes);
  for (int layer = 0; layer < model->layer_count; layer++) {
    if (kind->e.at) trace_lend(trace, TRACE_E, layer, 0, kind->e);
    if (kind->f.at) trace_lend(trace, TRACE_F, layer, 0, kind->f);
    if (kind->omega.at) trace_lend(trace, TRACE_OMEGA, layer, 0, kind->omega);
  }
  for (int layer = 0; layer < model->layer_count; layer++) {
    lend_projections(model, kind, trace, layer);
    trace_set_score_divisor(trace, layer, (float)forward_score_divisor(model, &kind->of, layer));
    if (model->norm_place != NORM_NONE) trace_lend_block(trace, layer, block_of(model, layer));
  }
  if (model->output_table.at)
    trace_lend_words(trace, (TraceWordWeights){model->output_table, model->output_bias});
}

/* The tables of the model's own positions that exact attention needs: of buckets also under another
** mask, of relative vectors where other positions are laid over them. False: memory is out. */
static bool note_own_positions(const Forward *forward, TraceOwn *made) {
  const Model *model = forward->model;
  Arena *arena = forward->arena;
  int own = model->own_kind.of[KIND_POSITIONS], keys = forward_key_count(forward);
  bool is_own = kind_agrees(&forward->kind->of, &model->own_kind, KIND_POSITIONS);
  size_t layers = (size_t)model->layer_count;
  /* between two sentences there are no distances, and none without a token */
  if (forward->order->keys || keys == 0) return true;
  if (own == POSITIONS_T5 && (!is_own || forward->kind->bias_offsets.at))
    return forward_own_buckets(arena, model, keys, &made->bias_offsets);
  if (own != POSITIONS_SHAW || is_own) return true;
  MatView *tables = arena_take(arena, 2 * layers, sizeof *tables);
  for (size_t layer = 0; tables && layer < layers; layer++) {
    tables[layer] = model->layers[layer].relative_key;
    tables[layers + layer] = model->layers[layer].relative_value;
  }
  made->relative_key = tables;
  made->relative_value = tables ? tables + layers : NULL;
  return tables != NULL;
}

/* What exact attention beside a kind is computed with. */
static bool note_own(const Forward *forward, Status *status) {
  const Model *model = forward->model;
  const MaskParts none = {0};
  const MaskParts *mask = forward->order->keys ? &none : &model->own_mask;
  const char *name = mask_name_write(forward->arena, mask, ':');
  double *divisors = arena_take(forward->arena, (size_t)model->layer_count, sizeof *divisors);
  if (!name || !divisors) return status_no_memory(status);
  for (int layer = 0; layer < model->layer_count; layer++)
    divisors[layer] = forward_score_divisor(model, &model->own_kind, layer);
  TraceOwn made = {
      .mask_name = str_from(name), .divisors = divisors, .in_blocks = forward_is_wide(model)};
  if (!note_own_positions(forward, &made)) return status_no_memory(status);
  return trace_set_own(forward->trace, &made, status);
}

/* ---- memory ---- */

static bool makes_looked_at(const Forward *forward) {
  return forward->model->half == HALF_NONE &&
         (forward->kind->omega.at || trace_has_part(forward->trace, TRACE_ERROR_CURVE));
}

/* Makes the source of the lazy parts, with the buffers they need. */
static bool make_source(Forward *forward, Status *status) {
  const Model *model = forward->model;
  ForwardSource *source = arena_take(forward->arena, 1, sizeof *source);
  if (!source) return status_no_memory(status);
  forward->source = source;
  *source = (ForwardSource){
      .model = model, .trace = forward->trace, .mask = forward->mask, .kind = forward->kind};
  if (forward->keeps_keys) source->keys = forward->order->keys;
  if (forward->stores_pairs && !makes_looked_at(forward) &&
      (forward->stores_words || !trace_has_words(forward->trace)))
    return true;
  source->scratch = scratch_pool_make(forward->arena, 1, forward_heads_scratch(forward));
  if (!forward->stores_words && trace_has_words(forward->trace))
    source->last_logits = arena_take(forward->arena, (size_t)model->word_count, sizeof(float));
  TraceSource asked = {forward_fill, source->last_logits ? forward_fill_logits : NULL, source};
  if (!source->scratch ||
      (!source->last_logits && !forward->stores_words && trace_has_words(forward->trace)))
    return status_no_memory(status);
  return trace_set_source(forward->trace, &asked, forward->order->cache_bytes, status);
}

/* The rows that go through a layer at a time: all of them for narrow models and small traces. */
static int rows_per_pass(const Forward *forward) {
  int tokens = forward->tokens.count;
  bool all = forward->stores_sums || !forward_is_wide(forward->model) || tokens < FORWARD_ROWS;
  return all ? tokens : FORWARD_ROWS;
}

static bool take_rows(const Forward *forward, int rows, Mat *taken) {
  assert(rows >= 0 && rows <= forward->tokens.count);
  int width = forward->model->d_model;
  float *at = arena_take(forward->arena, (size_t)rows * (size_t)width, sizeof *at);
  *taken = (Mat){at, rows, width, width};
  return at != NULL;
}

/* Buffers for the parts that a large trace does not store, while their layer runs. */
static bool take_row_buffers(Forward *forward) {
  int rows = rows_per_pass(forward);
  bool replaces = forward_replaces_positions(&forward->kind->of) &&
                  !trace_is_stored(forward->trace, TRACE_POSITION);
  if (replaces && !take_rows(forward, forward->tokens.count, &forward->places)) return false;
  return forward->stores_sums || (take_rows(forward, rows, &forward->passing[0]) &&
                                  take_rows(forward, rows, &forward->passing[1]) &&
                                  take_rows(forward, forward->tokens.count, &forward->stream));
}

/* A copy of what is split, for the mistake of splitting it wrongly. */
static bool take_unsplit(Forward *forward) {
  int queries = forward->tokens.count, keys = forward_key_count(forward);
  size_t rows = (size_t)(queries > keys ? queries : keys);
  size_t width = (size_t)forward->model->head_count * (size_t)forward->model->d_head;
  if (mistake_of(&forward->kind->of) != MISTAKE_HEADS_IN_WRONG_ORDER) return true;
  forward->unsplit = arena_take(forward->arena, rows * width, sizeof *forward->unsplit);
  return forward->unsplit != NULL;
}

bool forward_take_memory(Forward *forward, Status *status) {
  Arena *scratch = forward->arena;
  const Model *model = forward->model;
  size_t tokens = (size_t)forward->tokens.count, ff = (size_t)model->d_ff;
  size_t bands = (tokens + FORWARD_BAND - 1) / FORWARD_BAND;
  int rows = rows_per_pass(forward);
  size_t gated = model->layers[0].w_gate.at ? ff : 0;
  float *activations = arena_take(scratch, (size_t)rows * ff, sizeof *activations);
  float *ungated = arena_take(scratch, (size_t)rows * gated, sizeof *ungated);
  forward->activations = (Mat){activations, rows, model->d_ff, model->d_ff};
  forward->ungated = (Mat){ungated, rows, (int)gated, (int)gated};
  forward->largest =
      arena_take(scratch, bands * (size_t)model->head_count, sizeof *forward->largest);
  forward->scratch =
      scratch_pool_make(scratch, pool_thread_count(forward->pool), forward_heads_scratch(forward));
  return (activations && ungated && forward->largest && forward->scratch &&
          take_row_buffers(forward) && take_unsplit(forward)) ||
         status_no_memory(status);
}

/* ---- running ---- */

static bool run_layers(const Forward *forward, Status *status) {
  const Progress *progress = forward->order->progress;
  int layers = forward->model->layer_count;
  forward_embed(forward);
  for (int layer = 0; layer < layers; layer++) {
    float share = (float)layer / (float)(layers + 1);
    if (!progress_check(progress, (double)share, _("The forward pass"), status)) return false;
    forward_layer(forward, layer);
  }
  forward_note_largest(forward);
  forward_last(forward);
  forward_last_logits(forward);
  return progress_check(progress, 1, _("The forward pass"), status);
}

static bool run_all(Forward *forward, Status *status) {
  ArenaMark before = arena_mark(forward->arena);
  bool done = forward_take_memory(forward, status);
  if (done) {
    forward->end_row = forward->tokens.count;
    forward->first_row = forward_reuse_prefix(forward);
    done = run_layers(forward, status);
  }
  arena_rewind(forward->arena, before);
  return done;
}

/* Between two sentences the model's own mask is empty: positions of one have no order relative to
** the other. */
static bool fill_mask(Forward *forward, Status *status) {
  const MaskSpec own = {.model_own = true};
  const MaskParts none = {0};
  const RunOrder *order = forward->order;
  return mask_spec_fill(forward->arena, order->mask ? order->mask : &own,
                        order->keys ? &none : &forward->model->own_mask, forward->tokens.count,
                        forward_key_count(forward), &forward->mask, &forward->mask_name, status);
}

/* A mask that is causal in its parts stays so for the kind, whatever was edited by hand: else one
** cell would change every bias. */
static ForwardKindOf kind_of(const Model *model, const RunOrder *order, int queries, int keys,
                             MaskView mask) {
  static const MaskParts none = {0};
  const MaskSpec *spec = order->mask;
  bool is_own = !spec || spec->model_own, is_cross = order->keys || order->second.at;
  const MaskParts *parts = !is_own ? &spec->parts : is_cross ? &none : &model->own_mask;
  return (ForwardKindOf){.model = model,
                         .query_count = queries,
                         .key_count = keys,
                         .is_causal = mask_names(parts, MASK_CAUSAL),
                         .is_cross = is_cross,
                         .parts = parts,
                         .mask = mask};
}

static const AttentionKind own_kind = {0};

static bool make_kind(Forward *forward, Status *status) {
  const RunOrder *order = forward->order;
  const ForwardKindOf of = kind_of(forward->model, order, forward->tokens.count,
                                   forward_key_count(forward), forward->mask);
  forward->kind =
      forward_kind_make(forward->arena, order->kind ? order->kind : &own_kind, &of, status);
  /* What the mask hides is left out of the mixtures; nothing of these is hidden. */
  if (forward->kind && kind_mixes_keys(&forward->kind->of)) forward->mask = (MaskView){0};
  return forward->kind != NULL;
}

bool model_takes_kind(const Model *model, const RunOrder *order, int queries, int keys,
                      Arena *scratch, Status *status) {
  static const MaskSpec own = {.model_own = true};
  ArenaMark before = arena_mark(scratch);
  ForwardKindOf of = kind_of(model, order, queries, keys, (MaskView){0});
  const MaskParts none = {0};
  Str name;
  AttentionKind all = kind_over(order->kind ? order->kind : &own_kind, &model->own_kind);
  bool asks_mask = kind_mixes_keys(&all) || kind_has_features(&all); /* nobody else does */
  if (model->encoder_layers > 0 && !forward_check_two_sentences(&all, status)) return false;
  bool taken = (!asks_mask || mask_spec_fill(scratch, order->mask ? order->mask : &own,
                                             of.is_cross ? &none : &model->own_mask, queries, keys,
                                             &of.mask, &name, status)) &&
               forward_kind_check(scratch, &all, &of, status);
  arena_rewind(scratch, before);
  return taken;
}

static bool check_keys(const Model *model, const Trace *keys, Status *status) {
  if (!keys) return true;
  assert(trace_model_serial(keys) == model->serial && !trace_is_recorded(keys));
  int count = trace_token_count(keys), cut = trace_cut_count(keys);
  if (cut > 0)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("the second sentence has %d token, and %s takes %d at most",
                          "the second sentence has %d tokens, and %s takes %d at most",
                          count + cut),
                       count + cut, model->info->name, count);
  return count > 0 || status_fail(status, STATUS_COULD_NOT,
                                  _("the second sentence has no tokens to ask: cross \"…\" takes "
                                    "one or more, and cross off takes it away"));
}

/* While a quiz asks, the divisors that are said are those without its mistake. */
static bool hide_divisors(const Forward *forward) {
  const Model *model = forward->model;
  if (!mistake_quiz_asks(&forward->order->quiz)) return true;
  AttentionKind said = mistake_said(&forward->kind->of, &forward->order->quiz);
  float *divisors = arena_take(forward->arena, (size_t)model->layer_count, sizeof *divisors);
  for (int layer = 0; divisors && layer < model->layer_count; layer++) {
    divisors[layer] = trace_score_divisor(forward->trace, layer);
    trace_set_score_divisor(forward->trace, layer,
                            (float)forward_score_divisor(model, &said, layer));
  }
  trace_lend_true_divisors(forward->trace, divisors);
  return divisors != NULL;
}

bool forward_prepare(Forward *forward, Status *status) {
  if (!fill_mask(forward, status) || !forward_take_from_mask(forward, status) ||
      !make_kind(forward, status) || !forward_check_what_ifs(forward, status) ||
      !forward_bend_weights(forward, status))
    return false;
  decide_what_is_kept(forward);
  if (!begin_trace(forward, status) || !make_source(forward, status) || !note_own(forward, status))
    return false;
  lend_weights(forward->model, forward->kind, forward->trace);
  if (!hide_divisors(forward)) return status_no_memory(status);
  forward_kind_draw(forward->model, forward->trace);
  return true;
}

static bool run(const Model *model, const RunOrder *order, bool keeps_keys, Arena *arena,
                const Trace **trace, Status *status) {
  Forward forward = {.model = model,
                     .order = order,
                     .arena = arena,
                     .pool = order->pool,
                     .keeps_keys = keeps_keys};
  RunOrder alone = *order;
  alone.keys = NULL;
  alone.second = (Str){NULL, 0};
  alone.without = NULL;
  if (!check_keys(model, order->keys, status) || !forward_tokenize(&forward, status)) return false;
  if (forward.tokens.count == 0) forward.order = &alone; /* nobody asks the second sentence */
  if (!forward_prepare(&forward, status)) return false;
  return (forward.tokens.count == 0 || run_all(&forward, status)) &&
         trace_seal(forward.trace, trace, status);
}

/* The trace of the second sentence stays on the arena, since a large trace reads its rows again. */
static bool run_order(const Model *model, const RunOrder *order, Arena *arena, const Trace **trace,
                      Status *status) {
  assert(model->layer_count > 0 && model->head_count > 0 && model->d_head > 0);
  assert(order->id_count >= 0 && (order->ids || order->id_count == 0));
  assert(!order->second.at || (!order->keys && !order->shuffles));
  if (model->halves[HALF_CROSS]) return forward_run_halves(model, order, arena, trace, status);
  if (!order->second.at) return run(model, order, false, arena, trace, status);
  RunOrder second = {.sentence = order->second,
                     .kind = order->kind,
                     .quiz = order->quiz,
                     .pool = order->pool,
                     .progress = order->progress,
                     .what_ifs = forward_what_ifs_of_model(arena, order->what_ifs),
                     .cache_bytes = order->cache_bytes,
                     .keep = order->keep};
  RunOrder first = *order;
  if (!run(model, &second, false, arena, &first.keys, status)) return false;
  return run(model, &first, true, arena, trace, status);
}

/* The run without the what-ifs, for pictures that compare the two: that of the trace before, which
** is taken where it cannot be another, or a new one. */
static bool hold_without(const Model *model, RunOrder *bent, Arena *arena, Status *status) {
  RunOrder plain = *bent;
  const Trace *made = NULL;
  SharedTrace *shared =
      bent->before && bent->bends_before ? trace_shared_without(bent->before) : NULL;
  bool is_new = !shared;
  if (is_new) shared = shared_trace_make();
  if (!shared || !shared_trace_hold(shared, arena)) return status_no_memory(status);
  plain.what_ifs = NULL;
  plain.cache_bytes /= SHARE_IN_ORDER;
  if (is_new && !run_order(model, &plain, shared_trace_arena(shared), &made, status)) return false;
  if (is_new) shared_trace_set(shared, made);
  bent->shared_without = shared;
  bent->without = shared_trace_of(shared);
  return true;
}

bool model_run(const Model *model, const RunOrder *order, Arena *arena, const Trace **trace,
               Status *status) {
  RunOrder bent = *order;
  if (!order->what_ifs || order->what_ifs->count == 0) bent.what_ifs = NULL;
  assert(!order->without && !(bent.what_ifs && order->shuffles));
  if (!bent.what_ifs || order->ids) return run_order(model, &bent, arena, trace, status);
  return hold_without(model, &bent, arena, status) && run_order(model, &bent, arena, trace, status);
}
