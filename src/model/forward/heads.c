/* model/forward/heads.c -- all heads of a layer: their bands over the threads of the pool, what
** comes before them (mixtures, features), and the parts of a head that are made when asked for.
**
** What a band makes is in band.h. Stages that the trace stores are copied from its buffer; the
** others are computed again here on demand (forward_fill).
**
** Mistakes that mix the rows of a head (softmax over queries, V A) go over all bands of a head in
** one piece of work: first for what every column needs, then for the rows.
*/
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "core/attention.h"
#include "core/linear.h"
#include "model/forward/band.h"
#include "model/forward/what_if.h"

typedef struct HeadsWork {
  const Forward *forward;
  int layer;
  int band_first, band_count; /* bands to be run */
  int group_count;            /* heads of K and V */
} HeadsWork;

static void store_band(const Forward *forward, TracePart part, const Band *band) {
  Mat to = trace_place(forward->trace, part, band->layer, band->head);
  mat_copy(mat_view(band->cells), mat_rows(to, band->first, band->cells.rows));
}

/* By tiles, stages by pair are only looked at, or stored. */
static bool makes_pairs_of(const Forward *forward) {
  return forward->stores_pairs || !kind_is_tiled(&forward->kind->of);
}

/* V A needs the weights of all rows, so they are put aside; where its shapes refuse there is no
** room for them, and none is needed. */
static void keep_weights(const Forward *forward, const Band *band, float *buffer, Mat output) {
  int queries = forward->tokens.count, keys = band->cells.cols, width = output.cols;
  if (!mistaken_values_fit(queries, keys, width)) return;
  float *all = band_all_weights(buffer, &forward->kind->of, keys, width);
  mat_copy(mat_view(band->cells),
           mat_rows((Mat){all, queries, keys, keys}, band->first, band->cells.rows));
}

static void make_tiled_output(const Forward *forward, const Band *band, Mat output) {
  if (!forward->stores_pairs) {
    band_make_output_by_tiles(band, output);
    return;
  }
  Mat masked = trace_place(forward->trace, TRACE_MASKED, band->layer, band->head);
  band_make_output_of_stored(band, mat_view(mat_rows(masked, band->first, output.rows)), output);
}

/* Runs one band of one head, in any order and on any thread: bands share only the trace, and each
** writes its own rows. Where pairs are not stored, only the output is written. */
static void run_band_in(const HeadsWork *work, int index, MistakenColumns columns, float *buffer) {
  const Forward *forward = work->forward;
  int layer = work->layer, head = index / work->band_count;
  int number = work->band_first + index % work->band_count, first = number * FORWARD_BAND;
  assert(first < forward->tokens.count);
  BandSource source = {forward->model, forward->trace, forward->mask, forward->kind, layer};
  Band band = band_make(&source, head, first, buffer);
  band.columns = columns;
  bool makes_pairs = makes_pairs_of(forward);
  for (int i = 0; makes_pairs && i < trace_pair_part_count; i++) {
    TracePart part = trace_pair_parts[i];
    if (!trace_has_part(forward->trace, part)) continue;
    band_make_stage(&band, part);
    MatView cells = mat_view(band.cells);
    forward->largest[index].of[i] = mat_largest_bits(cells, part == TRACE_MASKED);
    if (forward->stores_pairs) store_band(forward, part, &band);
  }
  if (trace_is_stored(forward->trace, TRACE_BIAS))
    band_write_bias(
        &source, head, first,
        mat_rows(trace_place(forward->trace, TRACE_BIAS, layer, head), first, band.cells.rows));
  Mat output =
      mat_rows(trace_place(forward->trace, TRACE_OUTPUT, layer, head), first, band.cells.rows);
  bool is_new = first + FORWARD_BAND > forward->first_row && !source.kind->omega.at;
  if (is_new && band.tile_cols > 0) make_tiled_output(forward, &band, output);
  else if (is_new && band.mistake == MISTAKE_VALUES_FIRST)
    keep_weights(forward, &band, buffer, output);
  else if (is_new) band_make_output(&band, output);
}

static void run_band(void *self, int index) {
  const HeadsWork *work = self;
  float *buffer = scratch_pool_take(work->forward->scratch);
  run_band_in(work, index, (MistakenColumns){NULL, NULL, 0}, buffer);
  scratch_pool_give(work->forward->scratch, buffer);
}

/* ---- mistakes that mix the rows of a head ---- */

/* The cells of a band as softmax gets them. */
static Band masked_band(const BandSource *source, int head, int first, float *buffer) {
  Band band = band_make(source, head, first, buffer);
  for (int i = 0; trace_pair_parts[i] != TRACE_WEIGHTS; i++)
    if (trace_has_part(source->trace, trace_pair_parts[i]))
      band_make_stage(&band, trace_pair_parts[i]);
  if (band.sharpness != 1) attn_divide(mat_view(band.cells), band.sharpness, band.cells);
  return band;
}

/* M-96 of a head: twice over its bands, for the maxima and for the sums. */
static MistakenColumns make_columns(const BandSource *source, int head, float *buffer) {
  const AttentionKind *kind = &source->kind->of;
  int queries = trace_token_count(source->trace), keys = trace_key_count(source->trace);
  MistakenColumns none = {NULL, NULL, 0};
  if (mistake_of(kind) != MISTAKE_SOFTMAX_OVER_QUERIES) return none;
  MistakenColumns columns = band_columns(buffer, kind, keys, source->model->d_head);
  mistaken_columns_begin(columns);
  for (int first = 0; first < queries; first += FORWARD_BAND)
    mistaken_columns_max(mat_view(masked_band(source, head, first, buffer).cells), columns);
  for (int first = 0; first < queries; first += FORWARD_BAND)
    mistaken_columns_add(mat_view(masked_band(source, head, first, buffer).cells), columns);
  return columns;
}

/* M-99, once all rows of weights are there. */
static void finish_values_first(const BandSource *source, int head, float *buffer, Mat output) {
  const AttentionKind *kind = &source->kind->of;
  MatView v = trace_matrix(source->trace, trace_values(source->trace), source->layer, head);
  float *all = band_all_weights(buffer, kind, v.rows, v.cols);
  Mat weights = {all, output.rows, v.rows, v.rows};
  if (mistake_of(kind) == MISTAKE_VALUES_FIRST) mistaken_values_first(v, mat_view(weights), output);
}

static void run_head(void *self, int head) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  BandSource source = {forward->model, forward->trace, forward->mask, forward->kind, work->layer};
  float *buffer = scratch_pool_take(forward->scratch);
  MistakenColumns columns = make_columns(&source, head, buffer);
  for (int band = 0; band < work->band_count; band++)
    run_band_in(work, head * work->band_count + band, columns, buffer);
  finish_values_first(&source, head, buffer,
                      trace_place(forward->trace, TRACE_OUTPUT, work->layer, head));
  scratch_pool_give(forward->scratch, buffer);
}

static bool mixes_rows(const AttentionKind *kind) {
  MistakeKind mistake = mistake_of(kind);
  return mistake == MISTAKE_SOFTMAX_OVER_QUERIES || mistake == MISTAKE_VALUES_FIRST;
}

/* Tells the trace the largest number if all are finite; otherwise the trace searches by itself. */
static bool note_if_finite(Trace *trace, TracePart part, int layer, int head, uint32_t bits) {
  float largest;
  memcpy(&largest, &bits, sizeof largest);
  if (bits < 0x7f800000u) trace_note_largest(trace, part, layer, head, largest);
  return bits < 0x7f800000u;
}

static void note_largest(const HeadsWork *work, int head) {
  for (int i = 0; i < trace_pair_part_count; i++) {
    uint32_t bits = 0;
    if (!trace_has_part(work->forward->trace, trace_pair_parts[i])) continue;
    for (int band = 0; band < work->band_count; band++) {
      uint32_t of_band = work->forward->largest[head * work->band_count + band].of[i];
      bits = of_band > bits ? of_band : bits;
    }
    if (!note_if_finite(work->forward->trace, trace_pair_parts[i], work->layer, head, bits)) return;
  }
}

/* M-58 of one head of K and V; x is what is mixed. */
static void mix_head(void *self, int group) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  int layer = work->layer, head = group * (forward->model->head_count / work->group_count);
  linear(forward->kind->e,
         trace_matrix(forward->trace, trace_placed_keys(forward->trace), layer, head), NULL,
         trace_place(forward->trace, TRACE_K_PROJECTED, layer, head));
  linear(forward->kind->f, trace_matrix(forward->trace, TRACE_V, layer, head), NULL,
         trace_place(forward->trace, TRACE_V_PROJECTED, layer, head));
}

/* φ of all queries or keys. */
static void fill_features(const BandSource *source, TracePart part, int head, Mat to) {
  Features features = band_features(source);
  FeatureInputs inputs = band_feature_inputs(source, head);
  features_fill(&features, part == TRACE_FEATURES_Q ? inputs.q : inputs.k, to);
}

static void store_features(const BandSource *source, const Forward *forward, TracePart part,
                           int head) {
  fill_features(source, part, head, trace_place(forward->trace, part, source->layer, head));
}

/* M-59 of one head, without the matrix of weights. */
static void sum_features(void *self, int head) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  BandSource source = {forward->model, forward->trace, forward->mask, forward->kind, work->layer};
  Features features = band_features(&source);
  FeatureInputs inputs = band_feature_inputs(&source, head);
  float *buffer = scratch_pool_take(forward->scratch);
  features_output(
      &features, &inputs, forward->first_row,
      band_feature_sums(buffer, trace_key_count(forward->trace)),
      forward_rows(forward, trace_place(forward->trace, TRACE_OUTPUT, work->layer, head)));
  scratch_pool_give(forward->scratch, buffer);
  if (!trace_is_stored(forward->trace, TRACE_FEATURES_Q)) return;
  store_features(&source, forward, TRACE_FEATURES_Q, head);
  if (head == 0 || trace_key_head(forward->trace, head - 1) != trace_key_head(forward->trace, head))
    store_features(&source, forward, TRACE_FEATURES_K, head);
}

/* Where pairs are not stored only the bands with new rows are run; then the largest number of the
** whole matrix is unknown here. With features no band is. */
void forward_heads(const Forward *forward, int layer) {
  assert(layer >= 0 && layer < forward->model->layer_count && forward->scratch);
  int heads = forward->model->head_count, groups = forward->kind->key_head_count;
  HeadsWork whole = {.forward = forward, .layer = layer, .group_count = groups};
  if (forward->kind->e.at) pool_run(forward->pool, groups, mix_head, &whole);
  if (forward->kind->omega.at) pool_run(forward->pool, heads, sum_features, &whole);
  if (forward->kind->omega.at && !forward->stores_pairs) {
    forward_switch_off(forward, layer);
    return;
  }
  int bands = (forward->tokens.count + FORWARD_BAND - 1) / FORWARD_BAND;
  HeadsWork work = {.forward = forward, .layer = layer};
  if (!forward->stores_pairs) work.band_first = forward->first_row / FORWARD_BAND;
  work.band_count = bands - work.band_first;
  assert(work.band_first >= 0 && work.band_count > 0);
  if (mixes_rows(&forward->kind->of)) pool_run(forward->pool, heads, run_head, &work);
  else pool_run(forward->pool, heads * work.band_count, run_band, &work);
  forward_switch_off(forward, layer);
  bool knows_all = work.band_first == 0 && makes_pairs_of(forward);
  for (int head = 0; knows_all && head < heads; head++) note_largest(&work, head);
}

bool forward_fill(void *self, TraceMatrixId of, Mat to, Status *status) {
  TracePart part = of.part;
  int layer = of.layer, head = of.head;
  const ForwardSource *source = self;
  assert(layer >= 0 && layer < source->model->layer_count);
  if (part == TRACE_KEY_INPUT) {
    trace_copy_matrix(source->keys, trace_projection_input(source->keys), layer, 0, to);
    return trace_check(source->keys, status);
  }
  BandSource bands = {source->model, source->trace, source->mask, source->kind, layer};
  if (part == TRACE_ERROR_CURVE) return forward_fill_curve(source, layer, head, to, status);
  if (part == TRACE_FEATURES_Q || part == TRACE_FEATURES_K)
    return fill_features(&bands, part, head, to), true;
  assert(to.rows == trace_token_count(source->trace));
  if (!trace_part_info(part)->by_pair) {
    ForwardRecompute again = {source->model, source->trace};
    return forward_recompute(&again, part, layer, to) || status_no_memory(status);
  }
  if (part == TRACE_BIAS) return band_write_bias(&bands, head, 0, to), true;
  float *buffer = scratch_pool_take(source->scratch);
  assert(to.cols == trace_key_count(source->trace));
  MistakenColumns columns = make_columns(&bands, head, buffer);
  for (int first = 0; first < to.rows; first += FORWARD_BAND) {
    Band band = band_make(&bands, head, first, buffer);
    band.columns = columns;
    /* In place, from the scores on: each stage needs only the one before. */
    for (int i = 0; i <= trace_pair_place(part); i++)
      if (trace_has_part(source->trace, trace_pair_parts[i]))
        band_make_stage(&band, trace_pair_parts[i]);
    mat_copy(mat_view(band.cells), mat_rows(to, first, band.cells.rows));
  }
  scratch_pool_give(source->scratch, buffer);
  return true;
}

/* ---- the largest of what is stored by row ---- */

static void note_layer(void *self, int layer) {
  static const TracePart by_layer[] = {
      TRACE_Q,           TRACE_K,           TRACE_V,          TRACE_Q_ROTATED,  TRACE_K_ROTATED,
      TRACE_K_PROJECTED, TRACE_V_PROJECTED, TRACE_FEATURES_Q, TRACE_FEATURES_K, TRACE_OUTPUT,
      TRACE_CONCAT,      TRACE_NORM_1,      TRACE_MLP,        TRACE_ATTN_PROJ,  TRACE_NORM_2,
      TRACE_INPUT,       TRACE_BLOCK,       TRACE_RESIDUAL};
  const Forward *forward = self;
  for (size_t i = 0; i < sizeof by_layer / sizeof *by_layer; i++) {
    if (!trace_keeps(forward->trace, by_layer[i], layer)) continue;
    int heads = trace_part_info(by_layer[i])->per_head ? forward->model->head_count : 1;
    for (int head = 0; head < heads; head++) {
      MatView numbers = trace_matrix(forward->trace, by_layer[i], layer, head);
      note_if_finite(forward->trace, by_layer[i], layer, head, mat_largest_bits(numbers, false));
    }
  }
}

void forward_note_largest(const Forward *forward) {
  Forward own = *forward;
  pool_run(forward->pool, forward->model->layer_count, note_layer, &own);
}
