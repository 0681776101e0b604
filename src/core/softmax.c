/* core/softmax.c -- a row in three passes: the largest, the exponentials and their sum, the shares.
**
** Keys hidden at the end of a row (half of a causal mask) are found in the first pass and cost
** nothing in the others. A row of up to 16 numbers stays in two registers from load to store.
*/
#include "core/softmax.h"

#include <math.h>

#include "core/lanes.h"

typedef struct Scan {
  float max;
  int visible_end; /* from here on every number is −inf */
} Scan;

CORE_INLINE void scan_lanes(const Lanes *x, int first, Lanes *max, LanesInt *end) {
  const LanesInt behind = {1, 2, 3, 4, 5, 6, 7, 8};
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
    lanes_load(&now, x + count - LANES);
    scan_lanes(&now, count - LANES, &max, &end);
  }
  Scan scan = {lanes_max(&max), count};
  if (x[count - 1] != -INFINITY) return scan;
  Lanes ends = __builtin_convertvector(end, Lanes); /* exact: far fewer than 2^24 keys */
  int whole_lanes = ((int)lanes_max(&ends) + LANES - 1) / LANES * LANES;
  if (whole_lanes < count) scan.visible_end = whole_lanes;
  return scan;
}

/* y = exp(x − max) for at least 8 numbers; returns the sum, added up in double. The last 8 overlap
** those before when count is no multiple of 8. They are read first, since y may be x, and only the
** new ones are added. */
CORE_INLINE double exponentials(const float *x, float max, float *y, int count) {
  Wide sum[2] = {{0}, {0}};
  Lanes now, tail;
  int i = 0;
  lanes_load(&tail, x + count - LANES);
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    now -= max;
    lanes_exp(&now);
    lanes_store(y + i, &now);
    lanes_add_to(sum, &now);
  }
  if (i < count) {
    tail -= max;
    lanes_exp(&tail);
    lanes_store(y + count - LANES, &tail);
    lanes_keep_from(&tail, LANES - (count - i), 0.0f);
    lanes_add_to(sum, &tail);
  }
  return wide_sum(sum);
}

CORE_INLINE void divide(float *y, float sum, int count) {
  Lanes now, tail;
  int i = 0;
  lanes_load(&tail, y + count - LANES);
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, y + i);
    now /= sum;
    lanes_store(y + i, &now);
  }
  if (i == count) return;
  tail /= sum;
  lanes_store(y + count - LANES, &tail);
}

static void fill(float *y, float value, int count) {
  for (int i = 0; i < count; i++) y[i] = value;
}

/* No number is larger than −inf: all are hidden, or some are NaN, and those are not hidden away. */
static SoftmaxParts nothing_to_share(const float *x, float *y, int count) {
  for (int i = 0; i < count; i++) {
    if (!isnan(x[i])) continue;
    fill(y, NAN, count);
    return (SoftmaxParts){NAN, NAN};
  }
  fill(y, 0.0f, count);
  return (SoftmaxParts){-INFINITY, 0.0f};
}

/* The first 8 numbers and, in a second register, the last 8; what is in both is −inf there. */
CORE_INLINE void load_short(Lanes row[2], const float *x, int count, int registers) {
  if (count < LANES) lanes_load_part(&row[0], x, count, -INFINITY);
  else lanes_load(&row[0], x);
  if (registers == 1) return;
  lanes_load(&row[1], x + count - LANES);
  lanes_keep_from(&row[1], 2 * LANES - count, -INFINITY);
}

/* The last 8 first, so that what is in both comes from the first 8. */
CORE_INLINE void store_short(float *y, const Lanes row[2], int count, int registers) {
  if (count < LANES) {
    lanes_store_part(y, &row[0], count);
    return;
  }
  if (registers == 2) lanes_store(y + count - LANES, &row[1]);
  lanes_store(y, &row[0]);
  if (registers == 1) fill(y + LANES, 0.0f, count - LANES);
}

CORE_INLINE SoftmaxParts in_registers(const float *x, float *y, int count, int registers) {
  Lanes row[2], larger;
  Wide sum[2] = {{0}, {0}};
  load_short(row, x, count, registers);
  larger = row[0];
  if (registers == 2) larger_lanes(&larger, &row[1]);
  float max = lanes_max(&larger);
  if (!(max > -INFINITY)) return nothing_to_share(x, y, count);
  for (int i = 0; i < registers; i++) {
    row[i] -= max;
    lanes_exp(&row[i]);
    lanes_add_to(sum, &row[i]);
  }
  float total = (float)wide_sum(sum);
  for (int i = 0; i < registers; i++) row[i] /= total;
  store_short(y, row, count, registers);
  return (SoftmaxParts){max, total};
}

/* Up to 16 numbers; the second register is needed only where one of the last 8 is visible. */
CORE_INLINE SoftmaxParts short_row(const float *x, float *y, int count) {
  int end = count;
  while (end > LANES && x[end - 1] == -INFINITY) end--;
  return end <= LANES ? in_registers(x, y, count, 1) : in_registers(x, y, count, 2);
}

CORE_INLINE SoftmaxParts long_row(const float *x, float *y, int count) {
  Scan scan = scan_row(x, count);
  if (!(scan.max > -INFINITY)) return nothing_to_share(x, y, count);
  float sum = (float)exponentials(x, scan.max, y, scan.visible_end);
  divide(y, sum, scan.visible_end);
  fill(y + scan.visible_end, 0.0f, count - scan.visible_end);
  return (SoftmaxParts){scan.max, sum};
}

CORE_CLONES
static SoftmaxParts shares(const float *x, float *y, int count) {
  return count <= 2 * LANES ? short_row(x, y, count) : long_row(x, y, count);
}

CORE_CLONES
static void exponentials_only(const float *x, float max, float *y, int count) {
  Lanes now;
  if (count >= LANES) {
    (void)exponentials(x, max, y, count);
    return;
  }
  lanes_load_part(&now, x, count, -INFINITY);
  now -= max;
  lanes_exp(&now);
  lanes_store_part(y, &now, count);
}

SoftmaxParts softmax_row(const float *x, float *y, int count) {
  assert(count >= 0);
  return shares(x, y, count);
}

void softmax_exponentials(const float *x, float max, float *exponentials_out, int count) {
  assert(count >= 0);
  if (count == 0) return;
  if (max == -INFINITY) fill(exponentials_out, 0.0f, count);
  else exponentials_only(x, max, exponentials_out, count);
}

float softmax_entropy_bits(const float *y, int count) {
  double bits = 0.0;
  for (int i = 0; i < count; i++)
    if (y[i] > 0.0f) bits -= (double)y[i] * log2((double)y[i]);
  return (float)bits;
}
