/* trace/workings/rotated.c -- one number of a rotated query or key, and one score elsewhere. */
#include "trace/workings/rotated.h"

#include <assert.h>
#include <math.h>

Rotary rotated_rotary(const Trace *trace) { return kind_rotary(trace_kind(trace)); }

int rotated_place(const Trace *trace, TracePart part, int row) {
  return part == TRACE_Q_ROTATED ? trace_first_place(trace) + row : row;
}

RotatedNumber rotated_number(const Trace *trace, TraceMatrixId of, int row, int col) {
  assert(of.part == TRACE_Q_ROTATED || of.part == TRACE_K_ROTATED);
  TracePart from = of.part == TRACE_Q_ROTATED ? TRACE_Q : TRACE_K;
  Rotary rotary = rotated_rotary(trace);
  MatView after = trace_matrix(trace, of.part, of.layer, of.head);
  MatView before = trace_matrix(trace, from, of.layer, of.head);
  int pair = rotary_pair_of(rotary, after.cols, col);
  RotaryPair cols = rotary_pair(rotary, after.cols, pair);
  RotatedNumber number = {.pair = pair,
                          .a_col = cols.a,
                          .b_col = cols.b,
                          .is_first = col == cols.a,
                          .place = rotated_place(trace, of.part, row),
                          .angle = rotary_angle(rotary, after.cols, pair),
                          .result = mat_get(after, row, col)};
  number.turn = number.angle * number.place;
  number.along = cos(number.turn);
  number.across = sin(number.turn);
  if (!before.at) return number;
  number.a = mat_get(before, row, cols.a);
  number.b = mat_get(before, row, cols.b);
  return number;
}

double rotated_score_moved(const Trace *trace, WorkingsPlace of, int by) {
  Rotary rotary = rotated_rotary(trace);
  MatView q = trace_matrix(trace, TRACE_Q, of.layer, of.head);
  MatView k = trace_matrix(trace, TRACE_K, of.layer, of.head);
  int query_place = rotated_place(trace, TRACE_Q_ROTATED, of.query) + by;
  int key_place = rotated_place(trace, TRACE_K_ROTATED, of.key) + by;
  double score = 0;
  for (int c = 0; c < q.cols / 2; c++) {
    RotaryPair cols = rotary_pair(rotary, q.cols, c);
    double angle = rotary_angle(rotary, q.cols, c);
    double asked = angle * query_place, found = angle * key_place;
    double qa = (double)mat_get(q, of.query, cols.a), qb = (double)mat_get(q, of.query, cols.b);
    double ka = (double)mat_get(k, of.key, cols.a), kb = (double)mat_get(k, of.key, cols.b);
    score += (qa * cos(asked) - qb * sin(asked)) * (ka * cos(found) - kb * sin(found));
    score += (qa * sin(asked) + qb * cos(asked)) * (ka * sin(found) + kb * cos(found));
  }
  return score;
}
