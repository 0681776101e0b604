/* trace/workings_block.c -- the steps from a layer's heads to its output, for one row. */
#include "trace/workings_block.h"

#include "core/activation.h"
#include "core/linear.h"
#include "core/norm.h"

/* The struct and its arrays lie behind one another, so that one allocation holds all. */
typedef struct BlockRoom {
  BlockWorkings workings;
  float numbers[]; /* awake [F], terms [F], sum_2 [d_model] */
} BlockRoom;

static const float *row_of(const Trace *trace, TracePart part, const BlockWorkings *w) {
  return mat_row(trace_matrix(trace, part, w->layer, 0), w->row);
}

static WorkedNorm worked_norm(const BlockWorkings *w, const float *row, float epsilon) {
  NormSpread spread = norm_spread(row, w->d_model, epsilon);
  return (WorkedNorm){.mean = spread.mean, .deviation = spread.deviation};
}

static void fill_column(const BlockWorkings *w, WorkedNorm *norm, const float *const rows[4]) {
  norm->x = rows[0][w->column];
  norm->gain = rows[1][w->column];
  norm->bias = rows[2] ? rows[2][w->column] : 0;
  norm->result = rows[3][w->column];
}

static void work_out_mlp(BlockWorkings *w, const TraceBlockWeights *weights, float *numbers) {
  int hidden = w->hidden_count;
  float *terms = numbers + hidden, *sum_2 = terms + hidden;
  Mat awake = {numbers, 1, hidden, hidden};
  linear((MatView){w->norm, 1, w->d_model, w->d_model}, weights->w_1, weights->b_1, awake);
  activation_apply(weights->activation, awake);
  for (int f = 0; f < hidden; f++) w->awake_count += numbers[f] > 0;
  const float *beside = w->norm_before ? w->sum : w->norm;
  for (int c = 0; c < w->d_model; c++) sum_2[c] = beside[c] + w->mlp[c];
  w->awake = numbers;
  w->sum_2 = sum_2;
  if (!w->norm_before) w->norm_2 = worked_norm(w, sum_2, weights->epsilon);
  if (w->column < 0) return;
  for (int f = 0; f < hidden; f++)
    terms[f] = (float)((double)numbers[f] * (double)mat_get(weights->w_2, f, w->column));
  w->terms = terms;
  w->mlp_bias = weights->b_2 ? weights->b_2[w->column] : 0;
  if (w->norm_before) return;
  const float *const rows[4] = {sum_2, weights->norm_2_gain, weights->norm_2_bias, w->block};
  fill_column(w, &w->norm_2, rows);
}

static void work_out(BlockWorkings *w, const Trace *trace, float *numbers) {
  const TraceBlockWeights *weights = trace_block_weights(trace, w->layer);
  w->input = row_of(trace, TRACE_INPUT, w);
  w->joined = row_of(trace, TRACE_JOINED, w);
  w->sum = row_of(trace, TRACE_RESIDUAL, w);
  w->block = row_of(trace, TRACE_BLOCK, w);
  w->has_norms = weights != NULL;
  if (!weights) return;
  w->has_mlp = w->hidden_count > 0;
  w->norm_before = trace_norm_place(trace) == NORM_BEFORE;
  if (w->norm_before && !w->has_mlp) return;
  w->norm = row_of(trace, w->norm_before ? TRACE_NORM_2 : TRACE_NORM_1, w);
  w->norm_1 = worked_norm(w, w->sum, weights->epsilon);
  if (w->column >= 0) {
    const float *gain = w->norm_before ? weights->norm_2_gain : weights->norm_1_gain;
    const float *bias = w->norm_before ? weights->norm_2_bias : weights->norm_1_bias;
    const float *const rows[4] = {w->sum, gain, bias, w->norm};
    fill_column(w, &w->norm_1, rows);
  }
  if (!w->has_mlp) return;
  w->mlp = row_of(trace, TRACE_MLP, w);
  work_out_mlp(w, weights, numbers);
}

const BlockWorkings *block_workings_make(Arena *arena, const Trace *trace, int layer, int row,
                                         int column, Status *status) {
  const TraceBlockWeights *weights = trace_block_weights(trace, layer);
  int width = trace_d_model(trace), hidden = weights ? weights->w_1.cols : 0;
  assert(row >= 0 && row < trace_token_count(trace) && column >= -1 && column < width);
  size_t numbers = 2 * (size_t)hidden + (size_t)width;
  BlockRoom *room = arena_take(arena, 1, sizeof(BlockRoom) + numbers * sizeof(float));
  if (!room) {
    status_no_memory(status);
    return NULL;
  }
  BlockWorkings *w = &room->workings;
  *w = (BlockWorkings){
      .layer = layer, .row = row, .column = column, .d_model = width, .hidden_count = hidden};
  work_out(w, trace, room->numbers);
  return w;
}
