/* model/forward/band.c -- what a band reads of trace, model and kind, and how its buffer is cut. */
#include "model/forward/band.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "core/alibi.h"

/* ---- the buffer ---- */

/* The buffer of a band: its cells, then l, O and m of its rows where it goes by tiles (the numbers
** in double first) and a byte for each pair that dropout leaves out there, then the mapped queries
** and keys of scores that have maps; or behind the cells sums over features in double, which stand
** for scores that have none. */
static size_t cell_numbers(int keys) { return (size_t)FORWARD_BAND * (size_t)attn_padded(keys); }

static size_t running_numbers(const AttentionKind *kind, int keys, int width) {
  size_t bytes = kind_drops(kind) ? cell_numbers(keys) : 0;
  if (!kind_is_tiled(kind)) return 0;
  return (size_t)FORWARD_BAND * (2 * (1 + (size_t)width) + 1) + bytes / sizeof(float);
}

static size_t mapped_numbers(const AttentionKind *kind, int keys, int width) {
  size_t queries = (size_t)FORWARD_BAND * (size_t)width;
  int score = kind->of[KIND_SCORE];
  if (score != SCORE_GENERAL && score != SCORE_ADDITIVE) return 0;
  return queries + (score == SCORE_ADDITIVE ? (size_t)keys * (size_t)width : 0);
}

/* Behind all that: sums and maxima of the columns, or all weights of a head for V A, where its
** shapes are right. */
static size_t mistaken_numbers(const AttentionKind *kind, int queries, int keys, int width) {
  MistakeKind mistake = mistake_of(kind);
  bool fits = mistaken_values_fit(queries, keys, width);
  if (mistake == MISTAKE_SOFTMAX_OVER_QUERIES) return 3 * (size_t)keys + 1;
  return mistake == MISTAKE_VALUES_FIRST && fits ? (size_t)queries * (size_t)keys : 0;
}

static size_t kind_numbers(const AttentionKind *kind, int keys, int width) {
  return cell_numbers(keys) + running_numbers(kind, keys, width) +
         mapped_numbers(kind, keys, width);
}

size_t band_buffer_numbers(const Forward *forward) {
  const AttentionKind *kind = &forward->kind->of;
  int keys = forward_column_count(forward), width = forward->model->d_head;
  if (kind_has_features(kind))
    return cell_numbers(keys) + 2 * features_room(forward->kind->omega.rows, width);
  return kind_numbers(kind, keys, width) +
         mistaken_numbers(kind, forward->tokens.count, keys, width);
}

/* Doubles first, at a whole place of theirs. */
MistakenColumns band_columns(float *buffer, const AttentionKind *kind, int keys, int width) {
  float *at = buffer + kind_numbers(kind, keys, width);
  if ((uintptr_t)at % sizeof(double) != 0) at++;
  double *sum = (double *)(void *)at;
  return (MistakenColumns){(float *)(void *)(sum + keys), sum, keys};
}

float *band_all_weights(float *buffer, const AttentionKind *kind, int keys, int width) {
  return buffer + kind_numbers(kind, keys, width);
}

/* ---- the band ---- */

/* M-04 and M-45: √D, or 1 where the checkpoint says so, times the layer's own divisor. */
double forward_score_divisor(const Model *model, const AttentionKind *kind, int layer) {
  assert(layer >= 0 && layer < model->layer_count && model->d_head > 0);
  if (kind_leaves_scores(kind)) return 1;
  if (mistake_of(kind) == MISTAKE_DIVIDE_BY_D_MODEL) return sqrt((double)model->d_model);
  if (kind_divisor(kind) > 0) return kind_divisor(kind);
  if (kind_temperature(kind) > 0) return 1 / kind_temperature(kind);
  double divisor = model->scores_stay_undivided ? 1 : sqrt((double)model->d_head);
  float besides = model->layers[layer].score_divisor;
  return besides > 0 ? divisor * (double)besides : divisor;
}

void band_write_bias(const BandSource *source, int head, int first, Mat to) {
  MatView offsets = source->kind->bias_offsets;
  int place = trace_first_place(source->trace) + first;
  if (offsets.at) bucket_bias_fill(mat_row(offsets, head), place, to);
  else alibi_fill(alibi_slope(head, trace_head_count(source->trace, source->layer)), place, to);
}

static int drawn_layer(const BandSource *source) {
  int number;
  TraceHalf half = trace_layer_half(source->trace, source->layer, &number);
  return trace_drawn_layer(half, number - 1);
}

FeatureInputs band_feature_inputs(const BandSource *source, int head) {
  const Trace *trace = source->trace;
  return (FeatureInputs){trace_matrix(trace, trace_score_queries(trace), source->layer, head),
                         trace_matrix(trace, trace_score_keys(trace), source->layer, head),
                         trace_matrix(trace, trace_values(trace), source->layer, head),
                         source->kind->keys};
}

Features band_features(const BandSource *source) {
  return forward_features(source->kind,
                          forward_score_divisor(source->model, &source->kind->of, source->layer));
}

double *band_feature_sums(float *buffer, int keys) {
  return (double *)(void *)(buffer + cell_numbers(keys));
}

/* The rows or columns of a tile, at most all there are; 0: not by tiles. */
static int tile_size(const AttentionKind *kind, int number, int most) {
  int asked = kind->numbers[KIND_SCHEDULE][number];
  if (!kind_is_tiled(kind)) return 0;
  return asked < most ? asked : most;
}

static MatView part_or_none(const BandSource *source, TracePart part, int head) {
  bool is_there = trace_has_part(source->trace, part);
  return is_there ? trace_matrix(source->trace, part, source->layer, head) : (MatView){0};
}

/* What the kind of attention does to the band. */
static void add_kind(const BandSource *source, int head, Band *band) {
  const AttentionKind *kind = &source->kind->of;
  int width = source->model->d_head, keys = band->cells.cols;
  float *behind = band->cells.at + cell_numbers(keys) + running_numbers(kind, keys, width);
  MatView score_v = part_or_none(source, TRACE_SCORE_V, head);
  band->score = (ScoreKind)kind->of[KIND_SCORE];
  band->score_w = part_or_none(source, TRACE_SCORE_W, head);
  band->score_u = part_or_none(source, TRACE_SCORE_U, head);
  if (score_v.at) band->score_v = mat_row(score_v, head);
  if (band->score_w.at) band->mapped_q = (Mat){behind, band->cells.rows, width, width};
  if (band->score_u.at) band->mapped_k = (Mat){behind + FORWARD_BAND * width, keys, width, width};
  band->relative_key = part_or_none(source, TRACE_RELATIVE_KEY, head);
  band->relative_value = part_or_none(source, TRACE_RELATIVE_VALUE, head);
  band->temperature = kind_temperature(kind);
  band->sharpness = kind_softmax_temperature(kind);
  band->mistake = mistake_of(kind);
  band->dropout = (Dropout){kind_dropped_share(kind), kind->numbers[KIND_DROPOUT][DROPOUT_SEED],
                            drawn_layer(source), head};
  if (kind_is_tiled(kind) && kind_drops(kind))
    band->left_out = (unsigned char *)(behind - cell_numbers(keys) / sizeof(float));
}

Band band_make(const BandSource *source, int head, int first, float *buffer) {
  assert(head >= 0 && head < source->model->head_count && first % FORWARD_BAND == 0 && buffer);
  const Trace *trace = source->trace;
  MatView q = trace_matrix(trace, trace_score_queries(trace), source->layer, head);
  int rows = q.rows - first < FORWARD_BAND ? q.rows - first : FORWARD_BAND;
  int keys = trace_key_count(trace);
  assert(first < q.rows && (!source->mask.hidden || source->mask.cols == keys));
  MatView offsets = source->kind->bias_offsets;
  int stride = forward_is_wide(source->model) ? attn_padded(keys) : keys;
  Band band = {.model = source->model,
               .trace = trace,
               .q = mat_view_rows(q, first, rows),
               .k = trace_matrix(trace, trace_score_keys(trace), source->layer, head),
               .v = trace_matrix(trace, trace_values(trace), source->layer, head),
               .mask = mask_rows(source->mask, first, rows),
               .divisor = forward_score_divisor(source->model, &source->kind->of, source->layer),
               .slope = alibi_slope(head, trace_head_count(trace, source->layer)),
               .offsets = offsets.at ? mat_row(offsets, head) : NULL,
               .tile_rows = tile_size(&source->kind->of, FLASH_ROWS, rows),
               .tile_cols = tile_size(&source->kind->of, FLASH_COLS, keys),
               .place = trace_first_place(trace) + first,
               .cells = {buffer, rows, keys, stride},
               .first = first,
               .layer = source->layer,
               .head = head,
               .is_bent = trace_what_ifs(trace) != NULL,
               .features = band_features(source),
               .inputs = band_feature_inputs(source, head),
               .room = band_feature_sums(buffer, keys)};
  add_kind(source, head, &band);
  return band;
}
