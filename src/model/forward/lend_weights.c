/* model/forward/lend_weights.c -- what a trace borrows of the model: weights for the inspector, and
** what exact attention beside a kind is computed with. Nothing is copied. */
#include "core/heads.h"
#include "model/forward/forward.h"
#include "trace/mistakes.h"

/* The biases of one head, which are at `place` of them, as a matrix of one row; at NULL: models of
** this program have none. */
static MatView bias_row(const float *bias, int place, int width) {
  return bias ? (MatView){bias + place * width, 1, width, width} : (MatView){0};
}

static void lend_if_any(Trace *trace, TracePart part, int layer, int head, MatView numbers) {
  if (numbers.at) trace_lend(trace, part, layer, head, numbers);
}

static void lend_projections(const Model *model, const ForwardKind *kind, Trace *trace, int layer) {
  const LayerWeights *with = &model->layers[layer];
  const KeyMaps maps = forward_key_maps(kind, model, layer);
  int heads = model->head_count, width = model->d_head, groups = kind->key_head_count;
  trace_lend(trace, TRACE_W_O, layer, 0, with->w_o);
  lend_if_any(trace, TRACE_B_O, layer, 0, bias_row(with->b_o, 0, model->d_model));
  for (int head = 0; head < heads; head++) {
    int group = trace_key_head(trace, head);
    trace_lend(trace, TRACE_W_Q, layer, head, heads_view(with->w_q, head, heads));
    trace_lend(trace, TRACE_W_K, layer, head, heads_view(maps.w_k, group, groups));
    trace_lend(trace, TRACE_W_V, layer, head, heads_view(maps.w_v, group, groups));
    lend_if_any(trace, TRACE_B_Q, layer, head, bias_row(with->b_q, head, width));
    lend_if_any(trace, TRACE_B_K, layer, head, bias_row(maps.b_k, group, width));
    lend_if_any(trace, TRACE_B_V, layer, head, bias_row(maps.b_v, group, width));
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

bool forward_lend_weights(const Forward *forward, Status *status) {
  if (!note_own(forward, status)) return false;
  lend_weights(forward->model, forward->kind, forward->trace);
  return hide_divisors(forward) || status_no_memory(status);
}
