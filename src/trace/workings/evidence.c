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

/* ---- broken numbers ---- */

static bool is_broken(TracePart part, float x) {
  return !isfinite(x) && !(part == TRACE_MASKED && x == -INFINITY);
}

static long count_broken(MatView matrix, TracePart part, int *row_of, int *col_of) {
  long count = 0;
  for (int row = 0; row < matrix.rows; row++)
    for (int col = 0; col < matrix.cols; col++) {
      if (!is_broken(part, mat_get(matrix, row, col))) continue;
      if (count++ == 0) *row_of = row, *col_of = col;
    }
  return count;
}

static bool find_in_layer(const Trace *trace, int layer, Evidence *evidence) {
  static const TracePart parts[] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS,
                                    TRACE_OUTPUT};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (int head = 0; head < trace_head_count(trace, layer); head++) {
      MatView matrix = matrix_or_none(trace, parts[i], layer, head);
      if (count_broken(matrix, parts[i], &evidence->first_row, &evidence->first_col) == 0) continue;
      evidence->first_part = parts[i];
      evidence->first_layer = layer;
      evidence->first_head = head;
      return true;
    }
  return false;
}

static void find_first_broken(const Trace *trace, int layer, Evidence *evidence) {
  evidence->first_part = TRACE_PART_COUNT;
  if (!mistake_may_break(trace_mistake(trace))) return;
  for (int i = 0; i <= layer; i++)
    if (find_in_layer(trace, i, evidence)) return;
}

Evidence evidence_of(const Trace *trace, int layer, int head) {
  int row, col;
  Evidence evidence = {.leak_query = -1};
  MatView weights = matrix_or_none(trace, TRACE_WEIGHTS, layer, head);
  MatView masked = matrix_or_none(trace, TRACE_MASKED, layer, head);
  MatView output = matrix_or_none(trace, TRACE_OUTPUT, layer, head);
  find_sums(weights, &evidence);
  find_divisor(matrix_or_none(trace, TRACE_SCORES, layer, head),
               matrix_or_none(trace, TRACE_SCALED, layer, head), &evidence);
  find_leak(masked, weights, trace_meant_mask(trace, layer, head), &evidence);
  evidence.largest_masked = largest_of(masked);
  evidence.broken_weights = count_broken(weights, TRACE_WEIGHTS, &row, &col);
  evidence.broken_outputs = count_broken(output, TRACE_OUTPUT, &row, &col);
  find_first_broken(trace, layer, &evidence);
  return evidence;
}
