/* trace/trace_scan.c -- counts broken numbers and finds the largest in one pass. */
#include "trace/trace_scan.h"

#include <math.h>
#include <string.h>

/* Is a number broken: not finite where it must be? In a recording any cell of MASKED may be −inf:
** its heads may hide different pairs, while the trace has only those that all heads hide. */
static bool is_broken(const Trace *trace, TracePart part, int row, int col, float x) {
  bool hides = part == TRACE_MASKED && x == -INFINITY &&
               (trace_is_recorded(trace) || trace_hidden(trace, row, col));
  return !isfinite(x) && !hides;
}

/* A fast loop for MASKED of a model, where half of the cells may be −inf: true if all numbers that
** are not finite are −inf in hidden cells. */
static bool is_masked_row(const Trace *trace, TracePart part, int row, const float *x, int count) {
  MaskView mask = trace->mask;
  if (part != TRACE_MASKED || trace_is_recorded(trace) || !mask.hidden) return false;
  const uint8_t *hidden = mask.hidden + (size_t)row * (size_t)mask.stride;
  int strange = 0;
  for (int col = 0; col < count; col++) {
    uint32_t bits;
    memcpy(&bits, &x[col], sizeof bits);
    bool finite = (bits & 0x7f800000u) != 0x7f800000u;
    strange += !finite & !((bits == 0xff800000u) & (hidden[col] != 0));
  }
  return strange == 0;
}

long trace_scan(const Trace *trace, TracePart part, MatView numbers, float *largest) {
  assert(part != TRACE_MASKED || !trace->mask.hidden || numbers.cols == trace->mask.cols);
  long broken_count = 0;
  *largest = 0;
  for (int row = 0; row < numbers.rows; row++) {
    const float *x = mat_row(numbers, row);
    bool hides = is_masked_row(trace, part, row, x, numbers.cols);
    uint32_t bits = mat_largest_bits(mat_view_rows(numbers, row, 1), hides);
    float of_row = 0;
    if (bits < 0x7f800000u) memcpy(&of_row, &bits, sizeof of_row);
    else if (part != TRACE_MASKED) {
      long broken = mat_count_not_finite(mat_view_rows(numbers, row, 1));
      if (broken < numbers.cols) of_row = mat_largest(mat_view_rows(numbers, row, 1));
      broken_count += broken;
    } else
      for (int col = 0; col < numbers.cols; col++) {
        if (isfinite(x[col])) of_row = fmaxf(of_row, fabsf(x[col]));
        else broken_count += is_broken(trace, part, row, col, x[col]);
      }
    *largest = fmaxf(*largest, of_row);
  }
  return broken_count;
}
