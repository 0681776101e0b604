/* model/forward/layer.c -- embedding, projections, norms and MLP, in the order of a layer.
**
**   none    RESIDUAL = INPUT + JOINED                                             (M-18)
**   after   NORM_1 = norm_1(RESIDUAL)   BLOCK = norm_2(NORM_1 + MLP)              (M-15, M-16)
**   before  NORM_1 = norm_1(INPUT)      BLOCK = RESIDUAL + MLP(norm_2(RESIDUAL))  (M-42)
**
** Matrices are named by their part. view_of and part_rows decide whether a part is in the trace or,
** in a large trace, only in a buffer for some rows. All but attention works on rows separately, so
** a large trace passes through it some rows at a time, and the buffers are no larger than these.
*/
#include <assert.h>
#include <string.h>

#include "core/heads.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "core/norm.h"
#include "core/position.h"
#include "model/forward/what_if.h"
#include "model/parallel_gemm.h"
#include "trace/mistakes.h"

/* Sums and norms are too quick for smaller pieces. The pieces do not affect the numbers: rows are
** independent. */
enum { ROWS_A_PIECE = 8 };

/* ---- rows on several threads ---- */

/* Rows of sum = a + b, or of a norm of it, in pieces of a few rows. */
typedef struct RowWork {
  MatView a, b; /* b.at NULL: no sum */
  Mat sum;
  const NormWeights *weights; /* of a norm; NULL: none */
  Norm norm;
  Mat normed;
} RowWork;

static void run_rows(void *self, int index) {
  const RowWork *work = self;
  int rows = work->weights ? work->normed.rows : work->sum.rows, first = index * ROWS_A_PIECE;
  int count = rows - first < ROWS_A_PIECE ? rows - first : ROWS_A_PIECE;
  MatView x = mat_view_rows(work->a, first, count);
  if (work->b.at) {
    Mat sum = mat_rows(work->sum, first, count);
    mat_add(x, mat_view_rows(work->b, first, count), sum);
    x = mat_view(sum);
  }
  if (work->weights) norm_rows(&work->norm, x, mat_rows(work->normed, first, count));
}

static void spread_rows(const Forward *forward, RowWork *work) {
  assert(work->weights || work->b.at);
  assert(forward->first_row >= 0 && forward->first_row <= forward->end_row);
  int rows = forward->end_row - forward->first_row;
  if (work->weights) work->norm = model_norm(forward->model, work->weights);
  pool_run(forward->pool, (rows + ROWS_A_PIECE - 1) / ROWS_A_PIECE, run_rows, work);
}

/* True, with the rows of its buffer, for a part that the trace does not store. RESIDUAL overwrites
** ATTN_PROJ, one norm the other, and BLOCK the INPUT, which are not needed any more by then. */
static bool find_buffer(const Forward *forward, TracePart part, int layer, Mat *rows) {
  int place = part == TRACE_ATTN_PROJ || part == TRACE_RESIDUAL ? 0
              : part == TRACE_NORM_1 || part == TRACE_NORM_2    ? 1
                                                                : -1;
  bool is_stream = part == TRACE_INPUT || part == TRACE_BLOCK;
  if (forward->stores_sums || (place < 0 && !is_stream)) return false;
  if (is_stream && trace_keeps(forward->trace, part, layer)) return false;
  *rows = is_stream ? forward_rows(forward, forward->stream)
                    : mat_rows(forward->passing[place], 0, forward->end_row - forward->first_row);
  return true;
}

static MatView view_of(const Forward *forward, TracePart part, int layer) {
  Mat passing;
  if (find_buffer(forward, part, layer, &passing)) return mat_view(passing);
  return forward_view(forward, trace_matrix(forward->trace, part, layer, 0));
}

static Mat part_rows(const Forward *forward, TracePart part, int layer) {
  Mat passing;
  if (find_buffer(forward, part, layer, &passing)) return passing;
  return forward_rows(forward, trace_place(forward->trace, part, layer, 0));
}

static void apply_norm(const Forward *forward, MatView x, const NormWeights *weights, Mat y) {
  RowWork work = {.a = x, .weights = weights, .normed = y};
  spread_rows(forward, &work);
}

static void add_rows(const Forward *forward, MatView a, MatView b, Mat sum) {
  RowWork work = {.a = a, .b = b, .sum = sum};
  spread_rows(forward, &work);
}

/* ---- embedding ---- */

static void scale_row(const float *from, float scale, float *to, int count) {
  for (int i = 0; i < count; i++) to[i] = scale * from[i];
}

void forward_token_row(const Model *model, int id, float *row) {
  assert(model->token_table.at && id >= 0 && id < model->token_table.rows);
  float scale = model->embedding_scale != 0 ? model->embedding_scale : 1;
  scale_row(mat_row(model->token_table, id), scale, row, model->d_model);
}

/* M-14, M-46: rows of a table, or a rule that makes the row from the letters. */
static void embed_words(const Forward *forward, Mat words) {
  assert(words.rows == forward->tokens.count &&
         (forward->model->embed_token || forward->tokens.ids));
  const Model *model = forward->model;
  for (int i = forward->first_row; i < words.rows; i++) {
    const TraceTokenText *text = &forward->tokens.texts[i];
    float *row = mat_row_of(words, i);
    if (!model->embed_token) forward_token_row(model, forward->tokens.ids[i], row);
    else model->embed_token(model, text->match.bytes ? text->match : text->text, row);
  }
}

/* All positions, even where rows are reused from an earlier trace: they cost very little. */
static void write_positions(const Forward *forward, Mat places) {
  assert(forward->model->embed_positions || forward_replaces_positions(&forward->kind->of) ||
         places.rows <= forward->model->position_table.rows);
  const Model *model = forward->model;
  if (forward_replaces_positions(&forward->kind->of)) position_sinusoidal(places);
  else if (model->embed_positions) model->embed_positions(places);
  else mat_copy(model->position_table, places);
}

static void embed_segments(const Forward *forward, Mat segments) {
  assert(segments.cols == forward->model->segment_table.cols);
  for (int i = 0; i < segments.rows; i++)
    memcpy(mat_row_of(segments, i),
           mat_row(forward->model->segment_table, forward->tokens.texts[i].segment),
           (size_t)segments.cols * sizeof(float));
}

/* The position vectors to add, from the trace or from the table they are in; at NULL: none are
** added. */
static MatView position_rows(const Forward *forward) {
  if (!forward_adds_positions(&forward->kind->of)) return (MatView){0};
  if (forward->places.at) {
    position_sinusoidal(forward->places);
    return mat_view(forward->places);
  }
  if (!trace_is_stored(forward->trace, TRACE_POSITION))
    return mat_view_rows(forward->model->position_table, 0, forward->tokens.count);
  Mat places = trace_place(forward->trace, TRACE_POSITION, 0, 0);
  write_positions(forward, places);
  return mat_view(places);
}

/* (words + segments) + positions, in the order of BERT's own program: another order may differ in
** the last bit. Word rows that are not stored are written where their sum will be. Positions that
** are not added are zeros in the trace, so that the sum shown there is right. */
void forward_embed(const Forward *forward) {
  const Model *model = forward->model;
  Trace *trace = forward->trace;
  bool is_normed = model->embedding_norm.gain != NULL;
  bool keeps_words = trace_is_stored(trace, TRACE_TOKEN_EMBEDDING);
  Mat sum = trace_place(trace, is_normed ? TRACE_EMBEDDED : TRACE_X, 0, 0);
  Mat words = keeps_words ? trace_place(trace, TRACE_TOKEN_EMBEDDING, 0, 0) : sum;
  embed_words(forward, words);
  MatView first = mat_view(words), places = position_rows(forward);
  if (trace_has_part(trace, TRACE_SEGMENT)) {
    Mat segments = trace_place(trace, TRACE_SEGMENT, 0, 0);
    embed_segments(forward, segments);
    add_rows(forward, forward_view(forward, first), forward_view(forward, mat_view(segments)),
             forward_rows(forward, sum));
    first = mat_view(sum);
  }
  if (places.at)
    add_rows(forward, forward_view(forward, first), forward_view(forward, places),
             forward_rows(forward, sum));
  else if (first.at != sum.at) mat_copy(forward_view(forward, first), forward_rows(forward, sum));
  if (is_normed)
    apply_norm(forward, forward_view(forward, mat_view(sum)), &model->embedding_norm,
               part_rows(forward, TRACE_X, 0));
  forward_bend_next_input(trace, -1, forward->first_row, part_rows(forward, TRACE_X, 0));
}

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
  MatView queries = view_of(forward, source_part(forward), layer), keys = queries;
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
                       part_rows(forward, TRACE_MLP, layer)};
  if (with->w_gate.at) run_gated(forward, layer, x);
  else run_product(forward, &wide);
  run_product(forward, &back);
}

/* The sum h + MLP is written to BLOCK and normed there in place. */
static void close_after(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  MatView sum = view_of(forward, TRACE_RESIDUAL, layer);
  if (forward->model->norm_place == NORM_NONE) return;
  apply_norm(forward, sum, &with->norm_1, part_rows(forward, TRACE_NORM_1, layer));
  if (forward->model->d_ff == 0) return;
  MatView h = view_of(forward, TRACE_NORM_1, layer);
  Mat block = part_rows(forward, TRACE_BLOCK, layer);
  run_mlp(forward, layer, h);
  RowWork work = {.a = h,
                  .b = view_of(forward, TRACE_MLP, layer),
                  .sum = block,
                  .weights = &with->norm_2,
                  .normed = block};
  spread_rows(forward, &work);
}

static void close_before(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  MatView sum = view_of(forward, TRACE_RESIDUAL, layer);
  if (forward->model->d_ff == 0) return;
  apply_norm(forward, sum, &with->norm_2, part_rows(forward, TRACE_NORM_2, layer));
  run_mlp(forward, layer, view_of(forward, TRACE_NORM_2, layer));
  add_rows(forward, sum, view_of(forward, TRACE_MLP, layer),
           part_rows(forward, TRACE_BLOCK, layer));
}

/* What comes before attention. */
static void begin_layer(const Forward *forward, int layer) {
  if (forward->model->norm_place == NORM_BEFORE)
    apply_norm(forward, view_of(forward, TRACE_INPUT, layer), &forward->model->layers[layer].norm_1,
               part_rows(forward, TRACE_NORM_1, layer));
  make_projections(forward, layer);
}

/* What comes after attention: ATTN_PROJ, RESIDUAL, then norms and MLP by the place of the norms. */
static void close_layer(const Forward *forward, int layer) {
  const LayerWeights *with = &forward->model->layers[layer];
  ParallelGemm join = {view_of(forward, TRACE_CONCAT, layer), with->w_o, with->b_o,
                       ACTIVATION_LINEAR, part_rows(forward, TRACE_ATTN_PROJ, layer)};
  run_product(forward, &join);
  add_rows(forward, view_of(forward, TRACE_INPUT, layer), view_of(forward, TRACE_ATTN_PROJ, layer),
           part_rows(forward, TRACE_RESIDUAL, layer));
  if (forward->model->norm_place == NORM_BEFORE) close_before(forward, layer);
  else close_after(forward, layer);
  forward_bend_next_input(forward->trace, layer, forward->first_row,
                          part_rows(forward, TRACE_BLOCK, layer));
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
