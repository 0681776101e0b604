/* model/forward/forward.c -- from a sentence to a sealed trace: mask and kind, the layers one after
** the other, a second sentence first, and the run without what was set by hand. The scratch memory
** of the pass is on the trace's arena, behind the trace, and is freed when the layers have run. */
#include "model/forward/what_if.h"

#include <assert.h>

#include "base/i18n.h"
#include "trace/mistakes.h"

/* ---- mask and kind ---- */

/* Between two sentences the model's own mask is empty: positions of one have no order relative to
** the other. */
static bool fill_mask(Forward *forward, Status *status) {
  const MaskSpec own = {.model_own = true};
  const MaskParts none = {0};
  const RunOrder *order = forward->order;
  MaskOrder wanted = {.spec = order->mask ? order->mask : &own,
                      .own = order->keys ? &none : &forward->model->own_mask,
                      .rows = forward->tokens.count,
                      .cols = forward_key_count(forward)};
  return mask_spec_fill(forward->arena, &wanted, &forward->mask, &forward->mask_name, status);
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
  MaskOrder wanted = {.spec = order->mask ? order->mask : &own,
                      .own = of.is_cross ? &none : &model->own_mask,
                      .rows = queries,
                      .cols = keys};
  bool taken = (!asks_mask || mask_spec_fill(scratch, &wanted, &of.mask, &name, status)) &&
               forward_kind_check(scratch, &all, &of, status);
  arena_rewind(scratch, before);
  return taken;
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

bool forward_prepare(Forward *forward, Status *status) {
  if (!fill_mask(forward, status) || !forward_take_from_mask(forward, status) ||
      !make_kind(forward, status) || !forward_check_what_ifs(forward, status) ||
      !forward_bend_weights(forward, status))
    return false;
  if (!forward_begin_trace(forward, status) || !forward_make_source(forward, status) ||
      !forward_lend_weights(forward, status))
    return false;
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
  plain.cache_bytes /= FORWARD_OTHER_RUN_SHARE;
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
