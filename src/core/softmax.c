/* core/softmax.c -- a row in three passes: the largest, the exponentials and their sum, the shares.
**
** Keys hidden at the end of a row (half of a causal mask) are found in the first pass and cost
** nothing in the others.
*/
#include "core/softmax.h"

#include <math.h>

#include "core/lanes.h"

typedef struct Scan {
  float max;
  int visible_end; /* behind the last number that is not −inf */
} Scan;

CORE_INLINE void scan_lanes(const Lanes *x, int first, Lanes *max, LanesInt *end) {
  const LanesInt behind = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const Lanes hidden = (Lanes){0} - INFINITY;
  LanesInt visible = *x != hidden;
  larger_lanes(max, x);
  *end = (visible & (behind + first)) | (*end & ~visible);
}

CORE_INLINE Scan scan_row(const float *x, int count) {
  Lanes max = (Lanes){0} - INFINITY, now;
  LanesInt end = (LanesInt){0};
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    scan_lanes(&now, i, &max, &end);
  }
  if (i < count) {
    lanes_load_part(&now, x + i, count - i, -INFINITY);
    scan_lanes(&now, i, &max, &end);
  }
  Scan scan = {lanes_max(&max), count};
  if (count == 0 || x[count - 1] != -INFINITY) return scan;
  Lanes ends = __builtin_convertvector(end, Lanes); /* exact: far fewer than 2^24 keys */
  scan.visible_end = (int)lanes_max(&ends);
  return scan;
}

/* y = exp(x − max); returns the sum, added up in double. */
CORE_INLINE double exponentials(const float *x, float max, float *y, int count) {
  Wide sum[2] = {{0}, {0}};
  Lanes now;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    now -= max;
    lanes_exp(&now);
    lanes_store(y + i, &now);
    lanes_add_to(sum, &now);
  }
  if (i < count) {
    lanes_load_part(&now, x + i, count - i, -INFINITY);
    now -= max;
    lanes_exp(&now);
    lanes_store_part(y + i, &now, count - i);
    lanes_add_to(sum, &now);
  }
  return wide_sum(sum);
}

CORE_INLINE void divide(float *y, float sum, int count) {
  Lanes now;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, y + i);
    now /= sum;
    lanes_store(y + i, &now);
  }
  if (i == count) return;
  lanes_load_part(&now, y + i, count - i, 0.0f);
  now /= sum;
  lanes_store_part(y + i, &now, count - i);
}

static void fill(float *y, float value, int count) {
  for (int i = 0; i < count; i++) y[i] = value;
}

CORE_CLONES
static SoftmaxParts shares(const float *x, float *y, int count) {
  Scan scan = scan_row(x, count);
  SoftmaxParts parts = {scan.max, 0.0f};
  if (scan.max > -INFINITY) {
    parts.sum = (float)exponentials(x, scan.max, y, scan.visible_end);
    divide(y, parts.sum, scan.visible_end);
    fill(y + scan.visible_end, 0.0f, count - scan.visible_end);
  } else if (scan.visible_end > 0) { /* what is neither hidden nor comparable is NaN, and stays */
    parts = (SoftmaxParts){NAN, NAN};
    fill(y, NAN, count);
  } else fill(y, 0.0f, count);
  return parts;
}

CORE_CLONES
static void exponentials_only(const float *x, float max, float *y, int count) {
  (void)exponentials(x, max, y, count);
}

SoftmaxParts softmax_row(const float *x, float *y, int count) {
  assert(count >= 0);
  return shares(x, y, count);
}

void softmax_exponentials(const float *x, float max, float *exponentials_out, int count) {
  assert(count >= 0);
  if (max == -INFINITY) fill(exponentials_out, 0.0f, count);
  else exponentials_only(x, max, exponentials_out, count);
}

float softmax_entropy_bits(const float *y, int count) {
  double bits = 0.0;
  for (int i = 0; i < count; i++)
    if (y[i] > 0.0f) bits -= (double)y[i] * log2((double)y[i]);
  return (float)bits;
}
