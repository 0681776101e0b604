/* model/forward/memory.c -- the buffers of a pass, and the source that makes what a large trace
** does not store. */
#include <assert.h>

#include "model/forward/band.h"
#include "trace/mistakes.h"

static bool makes_looked_at(const Forward *forward) {
  return forward->model->half == HALF_NONE &&
         (forward->kind->omega.at || trace_has_part(forward->trace, TRACE_ERROR_CURVE));
}

bool forward_make_source(Forward *forward, Status *status) {
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
  source->scratch = scratch_pool_make(forward->arena, 1, band_buffer_numbers(forward));
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
      scratch_pool_make(scratch, pool_thread_count(forward->pool), band_buffer_numbers(forward));
  return (activations && ungated && forward->largest && forward->scratch &&
          take_row_buffers(forward) && take_unsplit(forward)) ||
         status_no_memory(status);
}
