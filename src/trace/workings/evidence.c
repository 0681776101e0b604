/* trace/workings/evidence.c -- sums, ratios and broken numbers of one head. */
#include "trace/workings/evidence.h"

#include <assert.h>
#include <math.h>

#include "trace/trace_mistake.h"

static MatView matrix_or_none(const Trace *trace, TracePart part, int layer, int head) {
  if (!trace_has_part(trace, part)) return (MatView){0};
  return trace_matrix(trace, part, layer, head);
}

/* ---- sums ---- */

static void add_sum(EvidenceSums *sums, double sum, int at) {
  if (!isfinite(sum) || sum == 0) return;
  if (sums->count == 0 || sum < sums->least) sums->least = sum, sums->at_least = at;
  if (sums->count == 0 || sum > sums->most) sums->most = sum, sums->at_most = at;
  sums->count++;
}

double evidence_column_sum(MatView weights, int col) {
  double sum = 0;
  assert(col >= 0 && col < weights.cols);
  for (int row = 0; row < weights.rows; row++) sum += (double)mat_get(weights, row, col);
  return sum;
}

static void find_sums(MatView weights, Evidence *evidence) {
  for (int row = 0; row < weights.rows; row++) {
    double sum = 0;
    for (int col = 0; col < weights.cols; col++) sum += (double)mat_get(weights, row, col);
    add_sum(&evidence->rows, sum, row);
  }
  for (int col = 0; col < weights.cols; col++)
    add_sum(&evidence->columns, evidence_column_sum(weights, col), col);
}

/* ---- ratios and leaks ---- */

static void find_divisor(MatView scores, MatView scaled, Evidence *evidence) {
  for (int row = 0; row < scores.rows && row < scaled.rows; row++)
    for (int col = 0; col < scores.cols; col++) {
      float before = mat_get(scores, row, col), after = mat_get(scaled, row, col);
      if (!isfinite(before) || !isfinite(after) || fabsf(before) <= fabsf(evidence->score))
        continue;
      evidence->score = before;
      evidence->scaled = after;
      evidence->divided_query = row;
      evidence->divided_key = col;
    }
  if (evidence->scaled != 0) evidence->divisor = (double)evidence->score / (double)evidence->scaled;
}

static void find_leak(MatView masked, MatView weights, MaskView meant, Evidence *evidence) {
  evidence->leak_query = -1;
  for (int row = 0; meant.hidden && row < weights.rows && row < meant.rows; row++)
    for (int col = 0; col < weights.cols && col < meant.cols; col++) {
      float weight = mat_get(weights, row, col);
      if (!mask_hides(meant, row, col) || !(weight > evidence->leak)) continue;
      evidence->leak = weight;
      evidence->leak_query = row;
      evidence->leak_key = col;
      if (row < masked.rows) evidence->leak_masked = mat_get(masked, row, col);
    }
}

static float largest_of(MatView matrix) {
  float largest = -INFINITY;
  for (int row = 0; row < matrix.rows; row++)
    for (int col = 0; col < matrix.cols; col++) largest = fmaxf(largest, mat_get(matrix, row, col));
  return largest;
}

Evidence evidence_of(const Trace *trace, int layer, int head) {
  Evidence evidence = {.leak_query = -1};
  MatView weights = matrix_or_none(trace, TRACE_WEIGHTS, layer, head);
  MatView masked = matrix_or_none(trace, TRACE_MASKED, layer, head);
  find_sums(weights, &evidence);
  find_divisor(matrix_or_none(trace, TRACE_SCORES, layer, head),
               matrix_or_none(trace, TRACE_SCALED, layer, head), &evidence);
  find_leak(masked, weights, trace_meant_mask(trace, layer, head), &evidence);
  evidence.largest_masked = largest_of(masked);
  evidence.broken_weights = broken_count(trace, TRACE_WEIGHTS, layer, head);
  evidence.broken_outputs = broken_count(trace, TRACE_OUTPUT, layer, head);
  evidence.has_broken = mistake_may_break(trace_mistake(trace)) && trace_broken_count(trace) > 0 &&
                        broken_up_to(trace, layer, &evidence.first);
  return evidence;
}
