/* trace/workings/block.c -- the steps from a layer's heads to its output, for one row (M-15, M-16,
** M-42).
**
** Points to the rows that the trace has; only the inside of the MLP, which no trace stores, is
** computed again. */
#include "trace/workings/block.h"

#include "core/activation.h"
#include "core/linear.h"
#include "core/norm.h"

/* The struct and its arrays in one allocation. */
typedef struct BlockAllocation {
  BlockWorkings workings;
  float numbers[]; /* activations [F], terms [F], sum_2 [d_model] */
} BlockAllocation;

static const float *row_of(const Trace *trace, TracePart part, const BlockWorkings *w) {
  return mat_row(trace_matrix(trace, part, w->layer, 0), w->row);
}

/* ---- norms ---- */

/* A norm of one row; gain and bias may be NULL. */
typedef struct Norming {
  const float *from, *gain, *bias, *to;
  int width;
  float epsilon;
} Norming;

static WorkedNorm work_out_norm(const Norming *norming, int column) {
  NormSpread spread = norm_spread(norming->from, norming->width, norming->epsilon);
  WorkedNorm norm = {.mean = spread.mean, .deviation = spread.deviation};
  if (column < 0) return norm;
  assert(column < norming->width);
  norm.x = norming->from[column];
  norm.gain = norming->gain ? norming->gain[column] : 1;
  norm.bias = norming->bias ? norming->bias[column] : 0;
  norm.result = norming->to[column];
  return norm;
}

WorkedNorm worked_first_norm(const Trace *trace, int layer, int row, int column) {
  const TraceBlockWeights *weights = trace_block_weights(trace, layer);
  if (!weights || trace_norm_place(trace) != NORM_BEFORE) return (WorkedNorm){0};
  MatView input = trace_matrix(trace, TRACE_INPUT, layer, 0);
  MatView normed = trace_matrix(trace, TRACE_NORM_1, layer, 0);
  assert(normed.rows == input.rows && normed.cols == input.cols);
  return work_out_norm(&(Norming){.from = mat_row(input, row),
                                  .gain = weights->norm_1_gain,
                                  .bias = weights->norm_1_bias,
                                  .to = mat_row(normed, row),
                                  .width = input.cols,
                                  .epsilon = weights->epsilon},
                       column);
}

/* ---- the MLP ---- */

/* M-16 up to the activation, then one column of the output as a sum of terms. Activations above 0
** count as active, which is exact for relu and usual for the others. */
static void work_out_mlp(BlockWorkings *w, const TraceBlockWeights *weights, float *numbers) {
  int hidden = w->hidden_count;
  float *terms = numbers + hidden, *sum_2 = terms + hidden;
  assert(weights->w_1.rows == w->d_model && weights->w_2.rows == hidden);
  Mat bent = {numbers, 1, hidden, hidden};
  linear((MatView){w->norm, 1, w->d_model, w->d_model}, weights->w_1, weights->b_1, bent);
  activation_apply(weights->activation, bent);
  for (int f = 0; f < hidden; f++) w->awake_count += numbers[f] > 0;
  for (int c = 0; c < w->d_model; c++) sum_2[c] = w->kept[c] + w->mlp[c];
  w->bent = numbers;
  w->sum_2 = sum_2;
  if (w->column < 0) return;
  for (int f = 0; f < hidden; f++)
    terms[f] = (float)((double)numbers[f] * (double)mat_get(weights->w_2, f, w->column));
  w->terms = terms;
  w->mlp_bias = weights->b_2 ? weights->b_2[w->column] : 0;
}

/* ---- the row ---- */

static void work_out(BlockWorkings *w, const Trace *trace, float *numbers) {
  const TraceBlockWeights *weights = trace_block_weights(trace, w->layer);
  /* The place of the norms decides what the MLP reads and what is added to its output. */
  bool before = w->norm_place == NORM_BEFORE;
  w->input = row_of(trace, TRACE_INPUT, w);
  w->joined = row_of(trace, TRACE_ATTN_PROJ, w);
  w->sum = row_of(trace, TRACE_RESIDUAL, w);
  w->block = row_of(trace, TRACE_BLOCK, w);
  w->has_norms = weights != NULL;
  if (!weights) return;
  Norming norming = {.from = w->sum, .width = w->d_model, .epsilon = weights->epsilon};
  norming.to = w->norm = row_of(trace, before ? TRACE_NORM_2 : TRACE_NORM_1, w);
  norming.gain = before ? weights->norm_2_gain : weights->norm_1_gain;
  norming.bias = before ? weights->norm_2_bias : weights->norm_1_bias;
  w->norm_1 = work_out_norm(&norming, w->column);
  w->activation = weights->activation;
  w->has_mlp = w->hidden_count > 0;
  if (!w->has_mlp) return;
  w->mlp = row_of(trace, TRACE_MLP, w);
  w->kept = before ? w->sum : w->norm;
  work_out_mlp(w, weights, numbers);
  if (before) return;
  norming = (Norming){w->sum_2, weights->norm_2_gain, weights->norm_2_bias,
                      w->block, w->d_model,           weights->epsilon};
  w->norm_2 = work_out_norm(&norming, w->column);
}

const BlockWorkings *block_workings_make(Arena *arena, const Trace *trace, int layer, int row,
                                         int column, Status *status) {
  const TraceBlockWeights *weights = trace_block_weights(trace, layer);
  int width = trace_d_model(trace), hidden = weights ? weights->w_1.cols : 0;
  assert(row >= 0 && row < trace_token_count(trace) && column >= -1 && column < width);
  size_t numbers = 2 * (size_t)hidden + (size_t)width;
  BlockAllocation *room = arena_take(arena, 1, sizeof(BlockAllocation) + numbers * sizeof(float));
  if (!room) {
    status_no_memory(status);
    return NULL;
  }
  BlockWorkings *w = &room->workings;
  *w = (BlockWorkings){.layer = layer,
                       .row = row,
                       .column = column,
                       .d_model = width,
                       .hidden_count = hidden,
                       .norm_place = trace_norm_place(trace)};
  work_out(w, trace, room->numbers);
  return w;
}
