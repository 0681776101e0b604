/* model/forward/prefix_reuse.c -- copies rows of an earlier trace whose sentence has the same
** beginning.
**
** Under a causal mask a row depends only on the tokens up to it. So while a sentence grows at its
** end, the rows of its beginning stay valid, provided that a product gives a row the same bits
** whatever other rows there are. In doubt all rows are computed again. */
#include <assert.h>
#include <stdatomic.h>

#include "model/forward/what_if.h"
#include "trace/trace_mistake.h"

/* By serial number: a new model may have the address of a freed one. */
static bool is_of_model(const Model *model, const Trace *before) {
  return model->serial && trace_model_serial(before) == model->serial;
}

/* The earlier trace, of which rows can be copied, and how many at most: one with the same what-ifs,
** or without any; of other ones the run without them. NULL: none. */
static const Trace *reused(const Forward *forward, int *most) {
  const RunOrder *order = forward->order;
  static const WhatIfs none = {.count = 0};
  const WhatIfs *now = order->what_ifs ? order->what_ifs : &none;
  const Trace *before = order->before;
  const WhatIfs *then = before ? trace_what_ifs(before) : NULL;
  bool is_same = before && what_ifs_equal(now, then ? then : &none);
  if (!is_same && now->count > 0) before = order->without;
  else if (!is_same && before) before = trace_without(before);
  if (before) *most = forward_rows_before_what_ifs(now, is_same, trace_token_count(before));
  return before;
}

/* Compares ids and segments, which determine the rows; texts may differ. */
static int common_tokens(const Forward *forward, const Trace *before) {
  int most = trace_token_count(before), count = 0;
  if (most > forward->tokens.count) most = forward->tokens.count;
  while (count < most && trace_token(before, count)->id == forward->tokens.ids[count] &&
         trace_token(before, count)->segment == forward->tokens.texts[count].segment)
    count++;
  return count;
}

/* Does the query see the same keys in both traces, and none from `count` on? */
static bool sees_the_same(const Forward *forward, const Trace *before, int query, int count) {
  assert(query < count && count <= forward->tokens.count && count <= trace_token_count(before));
  for (int key = 0; key < count; key++)
    if (mask_hides(forward->mask, query, key) != trace_hidden(before, query, key)) return false;
  for (int key = count; key < forward->tokens.count; key++)
    if (!mask_hides(forward->mask, query, key)) return false;
  for (int key = count; key < trace_token_count(before); key++)
    if (!trace_hidden(before, query, key)) return false;
  return true;
}

/* Checks every row, since a mask may have been edited anywhere. */
static bool all_see_the_same(const Forward *forward, const Trace *before, int count) {
  for (int query = 0; query < count; query++)
    if (!sees_the_same(forward, before, query, count)) return false;
  return true;
}

/* Bypasses the cache of `before`, which another thread may be using. */
static bool copy_sums(const Forward *forward, TracePart part, int layer, int count) {
  assert(count > 0);
  int most;
  ForwardRecompute again = {forward->model, reused(forward, &most)};
  return forward_recompute(&again, part, layer,
                           mat_rows(trace_place(forward->trace, part, layer, 0), 0, count));
}

static bool copy_part(const Forward *forward, TracePart part, int layer, int count) {
  int most, heads = trace_part_info(part)->per_head ? forward->model->head_count : 1;
  const Trace *before = reused(forward, &most);
  for (int head = 0; head < heads; head++) {
    Mat to = trace_place(forward->trace, part, layer, head);
    mat_copy(trace_matrix(before, part, layer, head), mat_rows(to, 0, count));
  }
  return true;
}

/* From the model's table, since `before` may not store them. */
static void copy_words(const Forward *forward, int count) {
  Mat to = trace_place(forward->trace, TRACE_TOKEN_EMBEDDING, 0, 0);
  for (int row = 0; row < count; row++)
    forward_token_row(forward->model, forward->tokens.ids[row], mat_row_of(to, row));
}

typedef struct Copying {
  const Forward *forward;
  int count;
  atomic_bool failed; /* out of memory */
} Copying;

/* Copies the stored parts that have a row per token; OUTPUT is part of CONCAT, INPUT is the part
** before the layer. */
static void copy_layer(void *self, int layer) {
  Copying *copying = self;
  static const TracePart by_layer[] = {
      TRACE_Q,         TRACE_K,      TRACE_V,      TRACE_Q_ROTATED, TRACE_K_ROTATED, TRACE_CONCAT,
      TRACE_ATTN_PROJ, TRACE_NORM_1, TRACE_NORM_2, TRACE_MLP,       TRACE_RESIDUAL,  TRACE_BLOCK};
  for (size_t i = 0; i < sizeof by_layer / sizeof *by_layer; i++)
    if (trace_keeps(copying->forward->trace, by_layer[i], layer)) {
      int most;
      bool is_there = trace_keeps(reused(copying->forward, &most), by_layer[i], layer);
      bool done =
          (is_there ? copy_part : copy_sums)(copying->forward, by_layer[i], layer, copying->count);
      if (!done) atomic_store(&copying->failed, true);
    }
}

static bool copy_rows(const Forward *forward, int count) {
  assert(count > 0 && count < forward->tokens.count);
  static const TracePart whole[] = {TRACE_EMBEDDED, TRACE_X, TRACE_FINAL};
  Copying copying = {.forward = forward, .count = count};
  for (int i = 0; i < 3; i++)
    if (trace_has_part(forward->trace, whole[i])) copy_part(forward, whole[i], 0, count);
  if (trace_is_stored(forward->trace, TRACE_TOKEN_EMBEDDING)) copy_words(forward, count);
  pool_run(forward->pool, forward->model->layer_count, copy_layer, &copying);
  return !atomic_load(&copying.failed);
}

/* Returns how many rows were copied; at least the last one is computed.
**
** Nothing is copied under buckets (M-48): whether they are those of a causal mask depends on the
** parts of the mask, and only its cells are compared here. Nor under mixtures (M-58), of which
** every row depends on all keys; nor under mistakes that let a row depend on later ones. Features
** (M-59) are summed key by key, so a row of a causal mask has the same bits in a longer
** sentence. */
int forward_reuse_prefix(const Forward *forward) {
  int most = 0;
  const Trace *before = reused(forward, &most);
  const Model *model = forward->model;
  if (!before || !forward->tokens.ids || !is_of_model(model, before) || !forward_is_wide(model) ||
      !kind_equal(trace_true_kind(before), &forward->kind->of) || forward->order->keys ||
      trace_is_cross(before) || forward->kind->bias_offsets.at || forward->kind->e.at ||
      !mistake_keeps_rows_apart(mistake_of(&forward->kind->of)))
    return 0;
  int count = common_tokens(forward, before);
  /* The logits need the last row. */
  if (count == forward->tokens.count) count--;
  if (count > most) count = most;
  /* All or nothing: a shorter valid beginning is rare, and each search for it would cost T². */
  while (count > 0 && !all_see_the_same(forward, before, count)) count = 0;
  return count > 0 && copy_rows(forward, count) ? count : 0;
}
