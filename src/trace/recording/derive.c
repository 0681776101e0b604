/* trace/recording/derive.c -- any part of any head: read where it was recorded, else computed.
**
** Computing takes the steps back to recorded parts that recording_follows found, in memory that
** lives for one call.
*/
#include <string.h>

#include "core/additive_score.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/dropout.h"
#include "core/flash.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "core/relative.h"
#include "core/rotary.h"
#include "trace/mistakes.h"
#include "trace/recording/derive_internal.h"

static bool derive_part(const DeriveOrder *order, TracePart part, Mat to);

static Mat allocate_part(const DeriveOrder *order, TracePart part) {
  int rows, cols;
  recording_part_shape(order->recording, part, &rows, &cols);
  float *at = arena_take(order->scratch, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) status_no_memory(order->status);
  return (Mat){at, rows, cols, cols};
}

bool derive_operand(const DeriveOrder *order, TracePart part, Mat *made) {
  *made = allocate_part(order, part);
  return made->at && derive_part(order, part, *made);
}

/* In double, as core's attn_divide, so that each number is rounded once. */
static void multiply(Mat numbers, double factor) {
  for (int row = 0; row < numbers.rows; row++) {
    float *at = mat_row_of(numbers, row);
    for (int col = 0; col < numbers.cols; col++) at[col] = (float)((double)at[col] * factor);
  }
}

/* Where keys are kept, the queries are at the places of the last keys. */
static int first_place(const Recording *recording) {
  if (!recording_keeps_keys(recording)) return 0;
  return recording_size(recording, 'S') - recording_size(recording, 'T');
}

/* x times a recorded map, in memory of its own. */
static bool map_rows(const DeriveOrder *order, MatView x, TracePart map, MatView *mapped) {
  Mat by;
  if (!derive_operand(order, map, &by)) return false;
  float *at = arena_take(order->scratch, (size_t)x.rows * (size_t)by.cols, sizeof *at);
  Mat to = {at, x.rows, by.cols, by.cols};
  if (!at) return status_no_memory(order->status);
  linear(x, mat_view(by), NULL, to);
  *mapped = mat_view(to);
  return true;
}

/* M-03, M-60 to M-63. */
static bool score_pairs(const DeriveOrder *order, MatView q, MatView k, Mat to) {
  const Recording *recording = order->recording;
  ScoreKind score = recording_score(recording);
  Mat v, relative;
  bool is_mapped = score == SCORE_GENERAL || score == SCORE_ADDITIVE;
  if (is_mapped && !map_rows(order, q, TRACE_SCORE_W, &q)) return false;
  if (score == SCORE_ADDITIVE) {
    if (!map_rows(order, k, TRACE_SCORE_U, &k) || !derive_operand(order, TRACE_SCORE_V, &v))
      return false;
    additive_scores(q, k, mat_row_of(v, order->head), to);
    return true;
  }
  attn_scores(q, k, to);
  if (score == SCORE_COSINE) cosine_scores(q, k, to);
  if (!recording_is_relative(recording)) return true;
  if (!derive_operand(order, TRACE_RELATIVE_KEY, &relative)) return false;
  relative_add_scores(q, mat_view(relative), first_place(recording), to);
  return true;
}

static bool compute_scores(const DeriveOrder *order, Mat to) {
  const Recording *recording = order->recording;
  Mat q, k;
  if (!recording_has_operands(recording, order->layer)) {
    bool read =
        recording_read(recording, (RecordedMatrixId){RECORDED_SCORES, order->layer, order->head},
                       to, order->status);
    if (read) multiply(to, recording->divisors[order->layer]);
    return read;
  }
  return derive_operand(order, recording_score_queries(recording), &q) &&
         derive_operand(order, recording_score_keys(recording), &k) &&
         score_pairs(order, mat_view(q), mat_view(k), to);
}

/* Divides the scores by the recording's divisor, unless the recorded scores are divided already. */
static bool compute_scaled(const DeriveOrder *order, Mat to) {
  const Recording *recording = order->recording;
  double divisor = recording->divisors[order->layer];
  assert(divisor > 0 || recording->scores_are_scaled);
  if (recording->scores_are_scaled && recording_array(recording, RECORDED_SCORES, order->layer))
    return recording_read(recording, (RecordedMatrixId){RECORDED_SCORES, order->layer, order->head},
                          to, order->status);
  if (!derive_part(order, TRACE_SCORES, to)) return false;
  double temperature = kind_temperature(&recording->kind);
  if (temperature > 0) {
    cosine_scale(mat_view(to), temperature, to);
    return true;
  }
  /* One that is laid over is written to metadata as a float. */
  double laid_over = kind_divisor(&recording->kind);
  if (laid_over > 0) {
    attn_divide(mat_view(to), laid_over, to);
    return true;
  }
  double square = divisor * divisor, nearest = (double)(int)(square + 0.5);
  /* If the divisor is √D of a whole D, attn_scale gives the same bits as in a model. */
  bool is_root = nearest >= 1 && square - nearest < 1e-9 && nearest - square < 1e-9;
  if (is_root) attn_scale(mat_view(to), (int)nearest, to);
  else multiply(to, 1 / divisor);
  return true;
}

/* M-58: what is mixed, by its recipes. */
static bool compute_mixed(const DeriveOrder *order, TracePart recipes, TracePart from, Mat to) {
  Mat mix, x;
  if (!derive_operand(order, recipes, &mix) || !derive_operand(order, from, &x)) return false;
  linear(mat_view(mix), mat_view(x), NULL, to);
  return true;
}

static Dropout dropout_of(const DeriveOrder *order) {
  static const TraceHalf halves[RECORDING_GROUP_COUNT] = {[RECORDING_LAYERS] = HALF_NONE,
                                                          [RECORDING_CROSS] = HALF_CROSS,
                                                          [RECORDING_ENCODER] = HALF_SOURCE};
  const Recording *recording = order->recording;
  int number = recording->layer_numbers[order->layer];
  return (Dropout){kind_dropped_share(&recording->kind),
                   recording->kind.numbers[KIND_DROPOUT][DROPOUT_SEED],
                   trace_drawn_layer(halves[recording->group], number), order->head};
}

/* The pairs that dropout leaves out, of tiles. */
static bool leave_out(const DeriveOrder *order, MatView masked, FlashValues *of) {
  Dropout dropout = dropout_of(order);
  if (!kind_drops(&order->recording->kind)) return true;
  size_t pairs = (size_t)masked.rows * (size_t)masked.cols;
  unsigned char *left_out = arena_take(order->scratch, pairs, 1);
  if (!left_out) return status_no_memory(order->status);
  for (int row = 0; row < masked.rows; row++)
    for (int key = 0; key < masked.cols; key++)
      left_out[(size_t)row * (size_t)masked.cols + (size_t)key] =
          !dropout_keeps(&dropout, of->offset + row, key);
  of->left_out = (MaskView){left_out, masked.rows, masked.cols, masked.cols};
  of->kept = 1 - dropout.share;
  return true;
}

static bool take_tile_values(const DeriveOrder *order, MatView masked, FlashValues *of) {
  Mat v, relative = {0};
  if (!derive_operand(order, TRACE_V, &v)) return false;
  if (recording_is_relative(order->recording) &&
      !derive_operand(order, TRACE_RELATIVE_VALUE, &relative))
    return false;
  *of = (FlashValues){.values = mat_view(v),
                      .relative = mat_view(relative),
                      .offset = first_place(order->recording)};
  return leave_out(order, masked, of);
}

/* M-65: in the order of the tiles, so that the bits are those of a pass. */
static bool compute_output_by_tiles(const DeriveOrder *order, Mat to) {
  Mat masked;
  FlashValues of;
  if (!derive_operand(order, TRACE_MASKED, &masked) ||
      !take_tile_values(order, mat_view(masked), &of))
    return false;
  size_t count = (size_t)to.rows, cells = count * (size_t)to.cols;
  FlashRows rows = {arena_take(order->scratch, count, sizeof(float)),
                    arena_take(order->scratch, count, sizeof(double)),
                    arena_take(order->scratch, cells, sizeof(double)), to.rows, to.cols};
  if (!rows.max || !rows.sum || !rows.output) return status_no_memory(order->status);
  flash_begin(rows);
  flash_tiles(mat_view(masked), &of, order->recording->kind.numbers[KIND_SCHEDULE][FLASH_COLS],
              rows);
  flash_end(rows, to);
  return true;
}

bool recording_is_by_tiles(const Recording *recording, int layer) {
  return kind_is_tiled(&recording->kind) && recording_is_there(recording, TRACE_MASKED, layer);
}

/* M-07, M-63. */
static bool compute_output(const DeriveOrder *order, Mat to) {
  const Recording *recording = order->recording;
  Mat weights, v, relative;
  if (kind_has_features(&recording->kind)) return derive_feature_output(order, to);
  if (recording_is_by_tiles(recording, order->layer)) return compute_output_by_tiles(order, to);
  if (!derive_operand(order, recording_shares(recording), &weights) ||
      !derive_operand(order, recording_values(recording), &v))
    return false;
  if (mistake_of(&recording->kind) == MISTAKE_VALUES_FIRST) {
    mistaken_values_first(mat_view(v), mat_view(weights), to);
    return true;
  }
  attn_output(mat_view(weights), mat_view(v), to);
  if (!recording_is_relative(recording)) return true;
  if (!derive_operand(order, TRACE_RELATIVE_VALUE, &relative)) return false;
  relative_add_output(mat_view(weights), mat_view(relative), first_place(recording), to);
  return true;
}

/* M-64. */
static bool compute_dropped(const DeriveOrder *order, Mat to) {
  const Recording *recording = order->recording;
  Dropout dropout = dropout_of(order);
  if (!derive_part(order, TRACE_WEIGHTS, to)) return false;
  dropout_apply(&dropout, mat_view(to), first_place(recording), to);
  return true;
}

/* M-09 without W_O: the heads' outputs side by side. */
static bool compute_concat(const DeriveOrder *order, Mat to) {
  int heads = recording_size(order->recording, 'H'), width = heads ? to.cols / heads : 0;
  for (int head = 0; head < heads; head++) {
    DeriveOrder one = *order;
    one.head = head;
    if (!derive_part(&one, TRACE_OUTPUT, mat_cols(to, head * width, width))) return false;
  }
  return true;
}

/* M-47. */
static void compute_bias(const DeriveOrder *order, Mat to) {
  const Recording *recording = order->recording;
  alibi_fill(alibi_slope(order->head, recording_size(recording, 'H')), first_place(recording), to);
}

/* M-50. */
static bool compute_rotated(const DeriveOrder *order, TracePart part, Mat to) {
  Rotary rotary = kind_rotary(&order->recording->kind);
  bool is_query = part == TRACE_Q_ROTATED;
  if (!derive_part(order, is_query ? TRACE_Q : TRACE_K, to)) return false;
  rotary_turn(rotary, mat_view(to), is_query ? first_place(order->recording) : 0, to);
  return true;
}

static bool compute_biased(const DeriveOrder *order, Mat to) {
  Mat bias;
  if (!derive_operand(order, TRACE_BIAS, &bias) || !derive_part(order, TRACE_SCALED, to))
    return false;
  mat_add(mat_view(to), mat_view(bias), to);
  return true;
}

/* ---- masks and softmax, and the mistakes with them ---- */

/* Hidden cells become 0 instead of what a mask makes of them (M-97, M-98). */
static bool hide_with_zero(const DeriveOrder *order, Mat to) {
  size_t cells = (size_t)to.rows * (size_t)to.cols;
  unsigned char *hidden = arena_take(order->scratch, cells, 1);
  if (!hidden) return status_no_memory(order->status);
  if (!recording_hidden(order->recording, order->layer, order->head, hidden, order->status))
    return false;
  mistaken_hide_with_zero(mat_view(to), (MaskView){hidden, to.rows, to.cols, to.cols}, to);
  return true;
}

/* M-05. */
static bool compute_masked(const DeriveOrder *order, Mat to) {
  switch (mistake_of(&order->recording->kind)) {
  case MISTAKE_MASK_AFTER_SOFTMAX:
    return true;
  case MISTAKE_MASK_WITH_ZERO:
    return hide_with_zero(order, to);
  default:
    return recording_add_mask(order->recording, order->layer, order->head, to, order->status);
  }
}

/* M-96. */
static bool share_columns(const DeriveOrder *order, Mat to) {
  size_t count = (size_t)to.cols;
  MistakenColumns columns = {arena_take(order->scratch, count, sizeof(float)),
                             arena_take(order->scratch, count, sizeof(double)), to.cols};
  if (!columns.max || !columns.sum) return status_no_memory(order->status);
  mistaken_columns_begin(columns);
  mistaken_columns_max(mat_view(to), columns);
  mistaken_columns_add(mat_view(to), columns);
  mistaken_columns_share(mat_view(to), columns, to);
  return true;
}

/* M-06, M-94. */
static bool compute_weights(const DeriveOrder *order, Mat to) {
  const AttentionKind *kind = &order->recording->kind;
  double temperature = kind_softmax_temperature(kind);
  MistakeKind mistake = mistake_of(kind);
  if (temperature != 1) attn_divide(mat_view(to), temperature, to);
  if (mistake == MISTAKE_SOFTMAX_OVER_QUERIES) return share_columns(order, to);
  if (mistake == MISTAKE_NO_MAX) mistaken_no_max(mat_view(to), to);
  else attn_weights(mat_view(to), to, NULL);
  return mistake != MISTAKE_MASK_AFTER_SOFTMAX || hide_with_zero(order, to);
}

static bool compute_unchanged(const DeriveOrder *order, TracePart part, Mat to) {
  switch (part) {
  case TRACE_Q_ROTATED:
  case TRACE_K_ROTATED:
    return compute_rotated(order, part, to);
  case TRACE_K_PROJECTED:
    return compute_mixed(order, TRACE_E, recording_placed_keys(order->recording), to);
  case TRACE_V_PROJECTED:
    return compute_mixed(order, TRACE_F, TRACE_V, to);
  case TRACE_FEATURES_Q:
  case TRACE_FEATURES_K:
    return derive_features(order, part, to);
  case TRACE_SCORES:
    return compute_scores(order, to);
  case TRACE_SCALED:
    return compute_scaled(order, to);
  case TRACE_BIAS:
    return compute_bias(order, to), true;
  case TRACE_BIASED:
    return compute_biased(order, to);
  case TRACE_MASKED:
    return derive_part(order, recording_unmasked(order->recording), to) &&
           compute_masked(order, to);
  case TRACE_WEIGHTS:
    if (kind_has_features(&order->recording->kind)) return derive_feature_weights(order, to);
    return derive_part(order, TRACE_MASKED, to) && compute_weights(order, to);
  case TRACE_DROPPED:
    return compute_dropped(order, to);
  case TRACE_OUTPUT:
    return compute_output(order, to);
  default:
    return compute_concat(order, to);
  }
}

/* Numbers that a person set, and heads that are off, are no result of what stands before. */
static bool compute(const DeriveOrder *order, TracePart part, Mat to) {
  const WhatIfs *ifs = &order->recording->what_ifs;
  if (!compute_unchanged(order, part, to)) return false;
  for (int i = 0; i < ifs->count; i++) {
    const WhatIf *one = &ifs->of[i];
    if (one->layer != order->layer || one->head != order->head) continue;
    bool is_there = one->row < to.rows && one->col < to.cols;
    if (one->kind == WHAT_IF_NUMBER && one->part == part && is_there)
      mat_row_of(to, one->row)[one->col] = one->value;
    for (int row = 0; one->kind == WHAT_IF_HEAD_OFF && part == TRACE_OUTPUT && row < to.rows; row++)
      memset(mat_row_of(to, row), 0, (size_t)to.cols * sizeof(float));
  }
  return true;
}

static bool derive_part(const DeriveOrder *order, TracePart part, Mat to) {
  const Recording *recording = order->recording;
  int grouped = recording_size(recording, 'H') / recording_size(recording, 'G');
  assert(order->layer >= 0 && order->layer < recording->layer_count);
  if (!recording_is_read(recording, part, order->layer)) return compute(order, part, to);
  /* `grouped` heads of Q share one head of K and V. */
  int head = trace_part_info(part)->per_key_head ? order->head / grouped : order->head;
  return recording_read(order->recording,
                        (RecordedMatrixId){recording_part_of(part), order->layer, head}, to,
                        order->status);
}

typedef bool (*Derive)(const DeriveOrder *order, TracePart part, Mat to);

static bool derive_by(Derive derive, DeriveOrder *order, TracePart part, Mat to) {
  order->scratch = arena_make(0);
  if (!order->scratch) return status_no_memory(order->status);
  bool done = derive(order, part, to);
  arena_free(order->scratch);
  return done;
}

bool recording_derive(const Recording *recording, TraceMatrixId of, Mat to, Status *status) {
  assert(recording_is_there(recording, of.part, of.layer));
  DeriveOrder order = {
      .recording = recording, .layer = of.layer, .head = of.head, .status = status};
  return derive_by(derive_part, &order, of.part, to);
}

bool recording_compute(const Recording *recording, TraceMatrixId of, Mat to, Status *status) {
  assert(recording_follows(recording, of.part, of.layer));
  DeriveOrder order = {
      .recording = recording, .layer = of.layer, .head = of.head, .status = status};
  return derive_by(compute, &order, of.part, to);
}
