/* trace/workings/block.c -- the steps from a layer's heads to its output, for one row (M-15, M-16,
** M-42).
**
** Points to the rows that the trace has; only the inside of the MLP, which no trace stores, is
** computed again, and kept by the trace. */
#include "trace/workings/block.h"

#include "core/activation.h"
#include "core/linear.h"
#include "core/norm.h"
#include "trace/trace_cache.h"

/* The struct and its arrays in one allocation. */
typedef struct BlockAllocation {
  BlockWorkings workings;
  float numbers[]; /* sum_2 [d_model], terms [F], units [F], with a gate that and the rest [F] */
} BlockAllocation;

static const float *row_of(const Trace *trace, TracePart part, const BlockWorkings *w) {
  return mat_row(trace_matrix(trace, part, w->layer, 0), w->row);
}

/* ---- norms ---- */

/* A norm of one row. */
typedef struct Norming {
  Norm by;
  const float *from, *to;
  int width;
} Norming;

static Norm first_norm(const TraceBlockWeights *weights) {
  return (Norm){weights->norm_method, weights->norm_1_gain, weights->norm_1_bias, weights->epsilon};
}

static Norm second_norm(const TraceBlockWeights *weights) {
  return (Norm){weights->norm_method, weights->norm_2_gain, weights->norm_2_bias, weights->epsilon};
}

static WorkedNorm work_out_norm(const Norming *norming, int column) {
  const Norm *by = &norming->by;
  NormSpread spread = norm_spread(by->method, norming->from, norming->width, by->epsilon);
  WorkedNorm norm = {.method = by->method, .mean = spread.mean, .deviation = spread.deviation};
  if (column < 0) return norm;
  assert(column < norming->width);
  norm.x = norming->from[column];
  norm.gain = by->gain ? by->gain[column] : 1;
  norm.bias = by->bias ? by->bias[column] : 0;
  norm.result = norming->to[column];
  return norm;
}

WorkedNorm worked_first_norm(const Trace *trace, int layer, int row, int column) {
  const TraceBlockWeights *weights = trace_block_weights(trace, layer);
  if (!weights || trace_norm_place(trace) != NORM_BEFORE) return (WorkedNorm){0};
  MatView input = trace_matrix(trace, TRACE_INPUT, layer, 0);
  MatView normed = trace_matrix(trace, TRACE_NORM_1, layer, 0);
  assert(normed.rows == input.rows && normed.cols == input.cols);
  return work_out_norm(&(Norming){.by = first_norm(weights),
                                  .from = mat_row(input, row),
                                  .to = mat_row(normed, row),
                                  .width = input.cols},
                       column);
}

/* ---- the MLP ---- */

/* What the units of a row are made of. */
typedef struct Units {
  const TraceBlockWeights *weights;
  MatView norm; /* [1, d_model] */
} Units;

/* M-16 up to the units, or M-72 with a gate, whose two halves stand behind them. */
static void make_units(const void *self, float *to) {
  const Units *from = self;
  const TraceBlockWeights *weights = from->weights;
  int hidden = weights->w_1.cols;
  Mat units = {to, 1, hidden, hidden};
  if (!weights->w_gate.at) {
    linear(from->norm, weights->w_1, weights->b_1, units);
    activation_apply(weights->activation, units);
    return;
  }
  Mat gate = {to + hidden, 1, hidden, hidden}, up = {gate.at + hidden, 1, hidden, hidden};
  linear(from->norm, weights->w_gate, NULL, gate);
  activation_apply(weights->activation, gate);
  linear(from->norm, weights->w_1, weights->b_1, up);
  mat_multiply(mat_view(gate), mat_view(up), units);
}

/* The panel, the rows above the matrices and the line of a sum ask for them in every frame. */
static void work_out_units(BlockWorkings *w, const Trace *trace, float *numbers) {
  Units units = {trace_block_weights(trace, w->layer), {w->norm, 1, w->d_model, w->d_model}};
  int hidden = w->hidden_count;
  trace_cache_worked_row(trace,
                         &(TraceWorkedRow){.layer = w->layer,
                                           .token = w->row,
                                           .count = (w->is_gated ? 3 : 1) * hidden,
                                           .make = make_units,
                                           .self = &units},
                         numbers);
  w->bent = numbers;
  if (!w->is_gated) return;
  w->gate = numbers + hidden;
  w->up = w->gate + hidden;
}

/* Then one column of the output as a sum of terms. Units above 0 count as active, which is exact
** for relu and usual for the others; with a gate those whose gate is above 0. */
static void work_out_mlp(BlockWorkings *w, const Trace *trace, float *numbers) {
  const TraceBlockWeights *weights = trace_block_weights(trace, w->layer);
  int hidden = w->hidden_count;
  float *sum_2 = numbers, *terms = numbers + w->d_model, *units = terms + hidden;
  assert(weights->w_1.rows == w->d_model && weights->w_2.rows == hidden);
  work_out_units(w, trace, units);
  for (int f = 0; f < hidden; f++) w->awake_count += (w->is_gated ? w->gate : units)[f] > 0;
  for (int c = 0; c < w->d_model; c++) sum_2[c] = w->kept[c] + w->mlp[c];
  w->sum_2 = sum_2;
  if (w->column < 0) return;
  for (int f = 0; f < hidden; f++)
    terms[f] = (float)((double)units[f] * (double)mat_get(weights->w_2, f, w->column));
  w->terms = terms;
  w->has_mlp_bias = weights->b_2 != NULL;
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
  /* Before an MLP that is not there, no row is normed. */
  w->has_norms = weights != NULL && (!before || w->hidden_count > 0);
  if (!w->has_norms) return;
  w->norm = row_of(trace, before ? TRACE_NORM_2 : TRACE_NORM_1, w);
  Norming norming = {before ? second_norm(weights) : first_norm(weights), w->sum, w->norm,
                     w->d_model};
  w->norm_1 = work_out_norm(&norming, w->column);
  w->activation = weights->activation;
  w->has_mlp = w->hidden_count > 0;
  w->is_gated = weights->w_gate.at != NULL;
  if (!w->has_mlp) return;
  w->mlp = row_of(trace, TRACE_MLP, w);
  w->kept = before ? w->sum : w->norm;
  work_out_mlp(w, trace, numbers);
  if (before) return;
  norming = (Norming){second_norm(weights), w->sum_2, w->block, w->d_model};
  w->norm_2 = work_out_norm(&norming, w->column);
}

const BlockWorkings *block_workings_make(Arena *arena, const Trace *trace, BlockPlace of,
                                         Status *status) {
  const TraceBlockWeights *weights = trace_block_weights(trace, of.layer);
  int width = trace_d_model(trace), hidden = weights ? weights->w_1.cols : 0;
  assert(of.row >= 0 && of.row < trace_token_count(trace));
  assert(of.column >= -1 && of.column < width);
  size_t units = weights && weights->w_gate.at ? 4 : 2;
  size_t numbers = units * (size_t)hidden + (size_t)width;
  BlockAllocation *room = arena_take(arena, 1, sizeof(BlockAllocation) + numbers * sizeof(float));
  if (!room) {
    status_no_memory(status);
    return NULL;
  }
  BlockWorkings *w = &room->workings;
  *w = (BlockWorkings){.layer = of.layer,
                       .row = of.row,
                       .column = of.column,
                       .d_model = width,
                       .hidden_count = hidden,
                       .norm_place = trace_norm_place(trace)};
  work_out(w, trace, room->numbers);
  return w;
}
