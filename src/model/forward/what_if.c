/* model/forward/what_if.c -- what a person changed of a pass. */
#include "model/forward/what_if.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "core/heads.h"

static int count_of(const WhatIfs *ifs) { return ifs ? ifs->count : 0; }

/* Weights and heads: whatever the sentence is. */
static bool is_of_model(const WhatIf *one) {
  return one->kind == WHAT_IF_HEAD_OFF ||
         (one->kind == WHAT_IF_NUMBER && trace_part_info(one->part)->is_weights);
}

const WhatIfs *forward_what_ifs_of_model(Arena *arena, const WhatIfs *ifs) {
  WhatIfs *kept = arena_take(arena, 1, sizeof *kept);
  for (int i = 0; kept && i < count_of(ifs); i++) {
    const WhatIf *one = &ifs->of[i];
    if (is_of_model(one)) what_ifs_put(kept, one);
  }
  return kept && kept->count > 0 ? kept : NULL;
}

/* ---- tokens ---- */

/* Special tokens, and the pieces of one character, stay where they are. */
static bool may_swap(const ForwardTokens *tokens, int first) {
  const TraceTokenText *a = &tokens->texts[first], *b = a + 1;
  return !a->special && !b->special && a->group < 0 && b->group < 0;
}

static bool swaps_at(const ForwardTokens *tokens, const WhatIf *one) {
  return one->kind == WHAT_IF_SWAP && one->row + 1 < tokens->count && may_swap(tokens, one->row);
}

/* An order of ids lends them. */
bool forward_swap_tokens(Forward *forward, Status *status) {
  const WhatIfs *ifs = forward->order->what_ifs;
  ForwardTokens *tokens = &forward->tokens;
  if (!what_ifs_have(ifs, WHAT_IF_SWAP) || forward->model->half != HALF_NONE) return true;
  int *ids = arena_take(forward->arena, (size_t)tokens->count, sizeof *ids);
  if (!ids) return status_no_memory(status);
  if (tokens->ids && tokens->count > 0)
    memcpy(ids, tokens->ids, (size_t)tokens->count * sizeof *ids);
  for (int i = 0; i < ifs->count; i++) {
    int at = ifs->of[i].row;
    if (!swaps_at(tokens, &ifs->of[i])) continue;
    TraceTokenText text = tokens->texts[at];
    int id = ids[at];
    tokens->texts[at] = tokens->texts[at + 1], tokens->texts[at + 1] = text;
    ids[at] = ids[at + 1], ids[at + 1] = id;
  }
  if (tokens->ids) tokens->ids = ids;
  return true;
}

/* Which tokens may be swapped is the same before and after the swaps. */
bool forward_rows_without(const Forward *forward, const int **rows, Status *status) {
  const WhatIfs *ifs = forward->order->what_ifs;
  const ForwardTokens *tokens = &forward->tokens;
  *rows = NULL;
  if (!what_ifs_have(ifs, WHAT_IF_SWAP) || forward->model->half != HALF_NONE) return true;
  int *made = arena_take(forward->arena, (size_t)tokens->count, sizeof *made);
  if (!made) return status_no_memory(status);
  for (int i = 0; i < tokens->count; i++) made[i] = i;
  for (int i = 0; i < ifs->count; i++) {
    int at = ifs->of[i].row;
    if (!swaps_at(tokens, &ifs->of[i])) continue;
    int row = made[at];
    made[at] = made[at + 1], made[at + 1] = row;
  }
  *rows = made;
  return true;
}

/* ---- the mask ---- */

static void hide_one(const WhatIf *one, Mat size, unsigned char *hidden) {
  bool is_key = one->kind == WHAT_IF_NO_KEY;
  int from = one->row, cols = size.cols;
  if (from >= (is_key ? cols : size.rows)) return;
  for (int i = 0; i < (is_key ? size.rows : cols); i++)
    hidden[is_key ? i * cols + from : from * cols + i] = 1;
}

/* Of an encoder and a decoder the mask of an order is that between the sentences. */
bool forward_take_from_mask(Forward *forward, Status *status) {
  const WhatIfs *ifs = forward->order->what_ifs;
  const MaskView before = forward->mask;
  bool is_between = forward->model->half == HALF_NONE || forward->model->half == HALF_CROSS;
  Mat size = {NULL, forward->tokens.count, forward_key_count(forward), 0};
  if (!is_between || (!what_ifs_have(ifs, WHAT_IF_NO_KEY) && !what_ifs_have(ifs, WHAT_IF_NO_QUERY)))
    return true;
  size_t cols = (size_t)size.cols;
  unsigned char *hidden = arena_take(forward->arena, (size_t)size.rows * cols, 1);
  if (!hidden) return status_no_memory(status);
  for (int row = 0; before.hidden && row < size.rows; row++)
    memcpy(hidden + (size_t)row * cols, before.hidden + row * before.stride, cols);
  for (int i = 0; i < ifs->count; i++)
    if (ifs->of[i].kind == WHAT_IF_NO_KEY || ifs->of[i].kind == WHAT_IF_NO_QUERY)
      hide_one(&ifs->of[i], size, hidden);
  forward->mask = (MaskView){hidden, size.rows, size.cols, size.cols};
  return true;
}

/* ---- weights ---- */

static bool copy_weights(Arena *arena, MatView from, Mat *copy) {
  float *at = arena_take(arena, (size_t)from.rows * (size_t)from.cols, sizeof *at);
  *copy = (Mat){at, from.rows, from.cols, from.cols};
  if (at) mat_copy(from, *copy);
  return at != NULL;
}

/* Where the matrix of a number is: among the weights of a layer, or the shared maps of the kind. */
static MatView *weights_of(LayerWeights *layer, KeyMaps *maps, TracePart part) {
  switch (part) {
  case TRACE_W_Q:
    return &layer->w_q;
  case TRACE_W_K:
    return maps ? &maps->w_k : &layer->w_k;
  case TRACE_W_V:
    return maps ? &maps->w_v : &layer->w_v;
  default:
    assert(part == TRACE_W_O);
    return &layer->w_o;
  }
}

/* The columns of one head in a matrix of all of them. */
static MatView part_of(const Forward *forward, MatView all, const WhatIf *one) {
  int heads = forward->model->head_count, groups = forward->kind->key_head_count;
  if (!trace_part_info(one->part)->per_head) return all;
  if (one->part == TRACE_W_Q) return heads_view(all, one->head, heads);
  return heads_view(all, one->head / (heads / groups), groups);
}

/* Each number gets a copy of its matrix, which few of them do not make large. */
static bool bend_one(const Forward *forward, LayerWeights *layers, KeyMaps *maps,
                     const WhatIf *one) {
  MatView *whole = weights_of(&layers[one->layer], maps ? &maps[one->layer] : NULL, one->part);
  MatView cells = part_of(forward, *whole, one);
  if (one->row >= cells.rows || one->col >= cells.cols) return true;
  ptrdiff_t place = cells.at - whole->at + one->col; /* the column among those of all heads */
  Mat copy;
  if (!copy_weights(forward->arena, *whole, &copy)) return false;
  mat_row_of(copy, one->row)[place] = one->value;
  *whole = mat_view(copy);
  return true;
}

static bool is_weight(const Forward *forward, const WhatIf *one) {
  return one->kind == WHAT_IF_NUMBER && trace_part_info(one->part)->is_weights &&
         one->layer < forward->model->layer_count && one->head < forward->model->head_count;
}

static void *copy_of(Arena *arena, const void *from, size_t bytes) {
  void *copy = arena_take(arena, 1, bytes);
  if (copy) memcpy(copy, from, bytes);
  return copy;
}

bool forward_bend_weights(Forward *forward, Status *status) {
  const WhatIfs *ifs = forward->order->what_ifs;
  size_t count = (size_t)forward->model->layer_count;
  bool bends = false;
  for (int i = 0; i < count_of(ifs); i++) bends = bends || is_weight(forward, &ifs->of[i]);
  if (!bends) return true;
  Model *model = copy_of(forward->arena, forward->model, sizeof *model);
  ForwardKind *kind = copy_of(forward->arena, forward->kind, sizeof *kind);
  if (!model || !kind) return status_no_memory(status);
  model->layers = copy_of(forward->arena, model->layers, count * sizeof *model->layers);
  if (kind->key_maps)
    kind->key_maps = copy_of(forward->arena, kind->key_maps, count * sizeof *kind->key_maps);
  bool done = model->layers && (kind->key_maps || !forward->kind->key_maps);
  for (int i = 0; done && i < ifs->count; i++)
    if (is_weight(forward, &ifs->of[i]))
      done = bend_one(forward, model->layers, kind->key_maps, &ifs->of[i]);
  forward->model = model;
  forward->kind = kind;
  return done || status_no_memory(status);
}

bool forward_check_what_ifs(const Forward *forward, Status *status) {
  const WhatIfs *ifs = forward->order->what_ifs;
  const AttentionKind *kind = &forward->kind->of;
  for (int i = 0; i < count_of(ifs); i++) {
    if (ifs->of[i].kind != WHAT_IF_NUMBER || !trace_part_info(ifs->of[i].part)->by_pair) continue;
    if (kind_has_features(kind))
      return status_fail(status, STATUS_COULD_NOT,
                         _("approximate performer makes no scores, so none can be set: first take "
                           "the number away with set off, or set one of x, q, k or v"));
    if (kind_is_tiled(kind))
      return status_fail(status, STATUS_COULD_NOT,
                         _("schedule flash keeps no scores, so none can be set: first schedule "
                           "whole, or set one of x, q, k or v"));
  }
  return true;
}

/* ---- numbers of the pass ---- */

void forward_bend(const Trace *trace, TraceMatrixId of, int first, Mat rows) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  for (int i = 0; i < count_of(ifs); i++) {
    const WhatIf *one = &ifs->of[i];
    int row = one->row - first;
    if (row < 0 || row >= rows.rows || one->col >= rows.cols) continue;
    if (trace_is_set_in(trace, one, of.part, of.layer, of.head))
      mat_row_of(rows, row)[one->col] = one->value;
  }
}

void forward_bend_next_input(const Trace *trace, int layer, int first, Mat rows) {
  int next = layer < 0 ? trace_first_layer(trace) : trace_layer_after(trace, layer);
  if (trace_what_ifs(trace) && next >= 0)
    forward_bend(trace, (TraceMatrixId){TRACE_INPUT, next, 0}, first, rows);
}

void forward_switch_off(const Forward *forward, int layer) {
  const WhatIfs *ifs = trace_what_ifs(forward->trace);
  for (int i = 0; i < count_of(ifs); i++) {
    const WhatIf *one = &ifs->of[i];
    if (one->kind != WHAT_IF_HEAD_OFF || one->layer != layer ||
        one->head >= forward->model->head_count)
      continue;
    Mat output = trace_place(forward->trace, TRACE_OUTPUT, layer, one->head);
    for (int row = 0; row < output.rows; row++)
      memset(mat_row_of(output, row), 0, (size_t)output.cols * sizeof(float));
  }
}

/* ---- rows that stay ---- */

/* A number of a key beyond the sentence may be in a row within it. */
static int rows_before(const WhatIf *one, bool is_same, int count) {
  bool by_pair = one->kind == WHAT_IF_NUMBER && trace_part_info(one->part)->by_pair;
  if (is_same) return one->row >= count || (by_pair && one->col >= count) ? one->row : count;
  return is_of_model(one) ? 0 : one->row;
}

int forward_rows_before_what_ifs(const WhatIfs *ifs, bool is_same, int count) {
  int rows = count;
  for (int i = 0; i < count_of(ifs); i++) {
    int before = rows_before(&ifs->of[i], is_same, count);
    if (before < rows) rows = before;
  }
  return rows;
}
