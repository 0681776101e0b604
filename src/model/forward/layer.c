/* model/forward/layer.c -- projections, norms and MLP, in the order of a layer.
**
**   none    RESIDUAL = INPUT + JOINED                                             (M-18)
**   after   NORM_1 = norm_1(RESIDUAL)   BLOCK = norm_2(NORM_1 + MLP)              (M-15, M-16)
**   before  NORM_1 = norm_1(INPUT)      BLOCK = RESIDUAL + MLP(norm_2(RESIDUAL))  (M-42)
*/
#include <assert.h>

#include "core/heads.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "model/forward/layer_rows.h"
#include "model/forward/what_if.h"
#include "model/parallel_gemm.h"
#include "trace/mistakes.h"

/* ---- projections ---- */

/* Q, K or V of all heads, side by side, as one wide matrix. */
static Mat wide_matrix(const Forward *forward, TracePart part, int layer) {
  Mat first = trace_place(forward->trace, part, layer, 0);
  /* The first head, widened to its stride, covers all heads. */
  first.cols = first.stride;
  return first;
}

/* The part that the projections of a layer read. */
static TracePart source_part(const Forward *forward) {
  return forward->model->norm_place == NORM_BEFORE ? TRACE_NORM_1 : TRACE_INPUT;
}

/* M-50. Only present rows: those before were copied turned. Keys are those of the same sentence. */
static void turn_rows(const Forward *forward, TracePart from, TracePart part, int layer, int head) {
  MatView rows = forward_view(forward, trace_matrix(forward->trace, from, layer, head));
  Mat to = forward_rows(forward, trace_place(forward->trace, part, layer, head));
  rotary_turn(kind_rotary(&forward->kind->of), rows, forward->first_row, to);
}

static bool splits_wrongly(const Forward *forward) {
  return mistake_of(&forward->kind->of) == MISTAKE_HEADS_IN_WRONG_ORDER;
}

static void turn_queries(const Forward *forward, int layer, int head) {
  if (trace_has_part(forward->trace, TRACE_Q_ROTATED))
    turn_rows(forward, TRACE_Q, TRACE_Q_ROTATED, layer, head);
}

static void turn_keys(const Forward *forward, int layer, int head) {
  if (trace_has_part(forward->trace, TRACE_K_ROTATED))
    turn_rows(forward, TRACE_K, TRACE_K_ROTATED, layer, head);
}

/* Numbers of all rows, which other numbers of theirs do not depend on. */
static void bend_part(const Forward *forward, TracePart part, int layer, int head) {
  if (trace_what_ifs(forward->trace))
    forward_bend(forward->trace, (TraceMatrixId){part, layer, head}, 0,
                 trace_place(forward->trace, part, layer, head));
}

typedef struct NarrowProjections {
  const Forward *forward;
  const LayerWeights *weights;
  MatView queries, keys; /* the rows that Q, and that K and V are made from */
  int layer;
} NarrowProjections;

/* Q of one head of a narrow model; K and V with the first head that uses them. */
static void project_head(void *self, int head) {
  const NarrowProjections *work = self;
  const Forward *forward = work->forward;
  const LayerWeights *with = work->weights;
  const KeyMaps maps = forward_key_maps(forward->kind, forward->model, work->layer);
  int heads = forward->model->head_count, width = forward->model->d_head;
  int groups = forward->kind->key_head_count, group = trace_key_head(forward->trace, head);
  linear(work->queries, heads_view(with->w_q, head, heads),
         with->b_q ? with->b_q + head * width : NULL,
         trace_place(forward->trace, TRACE_Q, work->layer, head));
  if (!splits_wrongly(forward)) {
    bend_part(forward, TRACE_Q, work->layer, head);
    turn_queries(forward, work->layer, head);
  }
  if (head > 0 && trace_key_head(forward->trace, head - 1) == group) return;
  linear(work->keys, heads_view(maps.w_k, group, groups),
         maps.b_k ? maps.b_k + group * width : NULL,
         trace_place(forward->trace, TRACE_K, work->layer, head));
  linear(work->keys, heads_view(maps.w_v, group, groups),
         maps.b_v ? maps.b_v + group * width : NULL,
         trace_place(forward->trace, TRACE_V, work->layer, head));
  if (splits_wrongly(forward)) return;
  bend_part(forward, TRACE_K, work->layer, head);
  bend_part(forward, TRACE_V, work->layer, head);
  turn_keys(forward, work->layer, head);
}

/* Of a wide model, every head on a thread of its own. */
static void turn_head(void *self, int head) {
  const NarrowProjections *work = self;
  const Trace *trace = work->forward->trace;
  turn_queries(work->forward, work->layer, head);
  if (head == 0 || trace_key_head(trace, head - 1) != trace_key_head(trace, head))
    turn_keys(work->forward, work->layer, head);
}

/* What K and V of a layer are made from in the other trace: the rows of the same layer there, or
** what the encoder made in the end. */
static TracePart key_source(const Forward *forward, int *layer) {
  if (forward->model->half != HALF_CROSS) return source_part(forward);
  *layer = forward->model->encoder_layers - 1;
  return TRACE_BLOCK;
}

/* The rows of the other sentence that K and V are made from. */
static MatView key_rows(const Forward *forward, int layer) {
  if (trace_keeps(forward->trace, TRACE_KEY_INPUT, layer))
    return trace_matrix(forward->trace, TRACE_KEY_INPUT, layer, 0);
  return trace_matrix(forward->order->keys, source_part(forward), layer, 0);
}

/* Y is what the first layer of the second sentence receives; of an encoder what it hands on. */
static void copy_key_rows(const Forward *forward, int layer) {
  const Trace *keys = forward->order->keys;
  bool is_half = forward->model->half == HALF_CROSS;
  int from = layer;
  TracePart part = key_source(forward, &from);
  if (keys && trace_keeps(forward->trace, TRACE_KEY_INPUT, layer))
    trace_copy_matrix(keys, part, from, 0, trace_place(forward->trace, TRACE_KEY_INPUT, layer, 0));
  if (keys && layer == (is_half ? forward->model->encoder_layers + 1 : 0))
    trace_copy_matrix(keys, is_half ? part : TRACE_X, is_half ? from : 0, 0,
                      trace_place(forward->trace, TRACE_Y, 0, 0));
}

static void bend_projections(const Forward *forward, int layer) {
  for (int head = 0; trace_what_ifs(forward->trace) && head < forward->model->head_count; head++) {
    bend_part(forward, TRACE_Q, layer, head);
    bend_part(forward, TRACE_K, layer, head);
    bend_part(forward, TRACE_V, layer, head);
  }
}

/* Computes Q, K and V of the present rows; keys of another trace are computed all at once, with the
** first rows. */
static void make_projections(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  const Trace *others = forward->order->keys;
  MatView queries = layer_rows_view(forward, source_part(forward), layer), keys = queries;
  if (others) keys = key_rows(forward, layer);
  assert(queries.cols == forward->model->d_model && keys.cols == queries.cols);
  NarrowProjections narrow = {forward, with, queries, keys, layer};
  if (!forward_is_wide(forward->model)) {
    pool_run(forward->pool, forward->model->head_count, project_head, &narrow);
    return;
  }
  const Activation none = ACTIVATION_LINEAR;
  const KeyMaps maps = forward_key_maps(forward->kind, forward->model, layer);
  Mat q = wide_matrix(forward, TRACE_Q, layer), k = wide_matrix(forward, TRACE_K, layer);
  Mat v = wide_matrix(forward, TRACE_V, layer);
  if (!others) k = forward_rows(forward, k), v = forward_rows(forward, v);
  const ParallelGemm products[] = {{queries, with->w_q, with->b_q, none, forward_rows(forward, q)},
                                   {keys, maps.w_k, maps.b_k, none, k},
                                   {keys, maps.w_v, maps.b_v, none, v}};
  parallel_gemm_run(forward->pool, products, others && forward->first_row > 0 ? 1 : 3);
  if (splits_wrongly(forward)) return;
  bend_projections(forward, layer);
  if (trace_has_part(forward->trace, TRACE_Q_ROTATED))
    pool_run(forward->pool, forward->model->head_count, turn_head, &narrow);
}

/* M-103, behind the projections of all rows; places turn what the heads then have. */
static void split_wrongly(const Forward *forward, int layer) {
  int heads = forward->model->head_count, groups = forward->kind->key_head_count;
  NarrowProjections all = {.forward = forward, .layer = layer};
  mistaken_split_heads(wide_matrix(forward, TRACE_Q, layer), heads, forward->unsplit);
  mistaken_split_heads(wide_matrix(forward, TRACE_K, layer), groups, forward->unsplit);
  mistaken_split_heads(wide_matrix(forward, TRACE_V, layer), groups, forward->unsplit);
  bend_projections(forward, layer);
  if (trace_has_part(forward->trace, TRACE_Q_ROTATED))
    pool_run(forward->pool, heads, turn_head, &all);
}

/* y = f(x W + b), on all threads for a wide model. */
static void run_product(const Forward *forward, const ParallelGemm *one) {
  if (forward_is_wide(forward->model)) {
    parallel_gemm_run(forward->pool, one, 1);
    return;
  }
  linear(one->x, one->w, one->bias, one->y);
  activation_apply(one->activation, one->y);
}

/* ---- a layer ---- */

/* M-72: the units of an MLP with a gate, f(x W_gate) ⊙ (x W_1 + b_1). */
static void run_gated(const Forward *forward, int layer, MatView x) {
  const LayerWeights *with = &forward->model->layers[layer];
  Mat units = mat_rows(forward->activations, 0, x.rows);
  Mat ungated = mat_rows(forward->ungated, 0, x.rows);
  ParallelGemm gate = {x, with->w_gate, NULL, forward->model->activation, units};
  ParallelGemm up = {x, with->w_1, with->b_1, ACTIVATION_LINEAR, ungated};
  run_product(forward, &gate);
  run_product(forward, &up);
  mat_multiply(mat_view(units), mat_view(ungated), units);
}

static void run_mlp(const Forward *forward, int layer, MatView x) {
  assert(forward->model->d_ff > 0 && x.rows <= forward->activations.rows);
  const LayerWeights *with = &forward->model->layers[layer];
  Mat activations = mat_rows(forward->activations, 0, x.rows);
  ParallelGemm wide = {x, with->w_1, with->b_1, forward->model->activation, activations};
  ParallelGemm back = {mat_view(activations), with->w_2, with->b_2, ACTIVATION_LINEAR,
                       layer_rows_part(forward, TRACE_MLP, layer)};
  if (with->w_gate.at) run_gated(forward, layer, x);
  else run_product(forward, &wide);
  run_product(forward, &back);
}

/* The sum h + MLP is written to BLOCK and normed there in place. */
static void close_after(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  MatView sum = layer_rows_view(forward, TRACE_RESIDUAL, layer);
  if (forward->model->norm_place == NORM_NONE) return;
  layer_rows_norm(forward, sum, &with->norm_1, layer_rows_part(forward, TRACE_NORM_1, layer));
  if (forward->model->d_ff == 0) return;
  MatView h = layer_rows_view(forward, TRACE_NORM_1, layer);
  Mat block = layer_rows_part(forward, TRACE_BLOCK, layer);
  run_mlp(forward, layer, h);
  LayerRows work = {.a = h,
                    .b = layer_rows_view(forward, TRACE_MLP, layer),
                    .sum = block,
                    .weights = &with->norm_2,
                    .normed = block};
  layer_rows_run(forward, &work);
}

static void close_before(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  MatView sum = layer_rows_view(forward, TRACE_RESIDUAL, layer);
  if (forward->model->d_ff == 0) return;
  layer_rows_norm(forward, sum, &with->norm_2, layer_rows_part(forward, TRACE_NORM_2, layer));
  run_mlp(forward, layer, layer_rows_view(forward, TRACE_NORM_2, layer));
  layer_rows_add(forward, sum, layer_rows_view(forward, TRACE_MLP, layer),
                 layer_rows_part(forward, TRACE_BLOCK, layer));
}

/* What comes before attention. */
static void begin_layer(const Forward *forward, int layer) {
  if (forward->model->norm_place == NORM_BEFORE)
    layer_rows_norm(forward, layer_rows_view(forward, TRACE_INPUT, layer),
                    &forward->model->layers[layer].norm_1,
                    layer_rows_part(forward, TRACE_NORM_1, layer));
  make_projections(forward, layer);
}

/* What comes after attention: ATTN_PROJ, RESIDUAL, then norms and MLP by the place of the norms. */
static void close_layer(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  ParallelGemm join = {layer_rows_view(forward, TRACE_CONCAT, layer), with->w_o, with->b_o,
                       ACTIVATION_LINEAR, layer_rows_part(forward, TRACE_ATTN_PROJ, layer)};
  run_product(forward, &join);
  layer_rows_add(forward, layer_rows_view(forward, TRACE_INPUT, layer),
                 layer_rows_view(forward, TRACE_ATTN_PROJ, layer),
                 layer_rows_part(forward, TRACE_RESIDUAL, layer));
  if (forward->model->norm_place == NORM_BEFORE) close_before(forward, layer);
  else close_after(forward, layer);
  forward_bend_next_input(forward->trace, layer, forward->first_row,
                          layer_rows_part(forward, TRACE_BLOCK, layer));
}

static void by_bands(const Forward *forward, int layer, void (*run)(const Forward *, int layer)) {
  int rows = forward->end_row - forward->first_row, most = forward->passing[0].rows;
  int each = most > 0 ? most : rows; /* 0: there are no buffers */
  assert(rows >= 0 && most >= 0);
  Forward band = *forward;
  for (; band.first_row < forward->end_row; band.first_row = band.end_row) {
    int end = band.first_row + each;
    band.end_row = end < forward->end_row ? end : forward->end_row;
    run(&band, layer);
  }
}

void forward_layer(const Forward *forward, int layer) {
  assert(layer >= 0 && layer < forward->model->layer_count);
  copy_key_rows(forward, layer);
  by_bands(forward, layer, begin_layer);
  if (splits_wrongly(forward)) split_wrongly(forward, layer);
  forward_heads(forward, layer);
  by_bands(forward, layer, close_layer);
}
