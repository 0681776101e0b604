/* core/softmax.c -- softmax of a row in three passes: the maximum, the exponentials and their sum,
** the shares.
**
** The first pass finds the hidden keys at the end of a row (half of a causal mask), and the others
** skip them. A row of up to 16 numbers stays in two registers.
*/
#include "core/softmax.h"

#include <math.h>

#include "core/lanes.h"

/* The result of the first pass over a long row. */
typedef struct Scan {
  float max;
  int visible_end; /* from here on every number is −inf */
} Scan;

/* Eight numbers, the first at index `first`: updates max, and in each lane of end the index behind
** the last number that is not hidden. Without branches. */
CORE_INLINE void scan_lanes(const Lanes *x, int first, Lanes *max, LanesInt *end) {
  const LanesInt behind = {1, 2, 3, 4, 5, 6, 7, 8};
  const Lanes hidden = (Lanes){0} - INFINITY;
  LanesInt visible = *x != hidden;
  larger_lanes(max, x);
  /* Where a lane is visible (all ones) the new index is taken. */
  *end = (visible & (behind + first)) | (*end & ~visible);
}

/* The maximum of a row of at least 8, and where the hidden keys at its end begin: in a causal mask
** half of all keys, whose exponentials need not be computed. Hidden keys in the middle are not
** searched. */
CORE_INLINE Scan scan_row(const float *x, int count) {
  Lanes max = (Lanes){0} - INFINITY, now;
  LanesInt end = (LanesInt){0};
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    scan_lanes(&now, i, &max, &end);
  }
  if (i < count) {
    /* The last 8 overlap those before, which does not change the results. */
    lanes_load(&now, x + count - LANES);
    scan_lanes(&now, count - LANES, &max, &end);
  }
  Scan scan = {lanes_max(&max), count};
  /* The last key is visible, as in every row without a mask. */
  if (x[count - 1] != -INFINITY) return scan;
  Lanes ends = __builtin_convertvector(end, Lanes); /* exact: far fewer than 2^24 keys */
  /* Rounded up to a multiple of 8, so that the other passes have no tail; exp of hidden keys is
  ** 0. */
  int whole_lanes = ((int)lanes_max(&ends) + LANES - 1) / LANES * LANES;
  if (whole_lanes < count) scan.visible_end = whole_lanes;
  return scan;
}

/* y = exp(x − max) for at least 8 numbers; returns their sum (M-06). The sum is in double: in
** float the small exponentials behind a large sum would lose their digits, and the row would not
** add up to 1. The last 8 overlap those before when count is no multiple of 8. They are read
** first, since y may be x, and only the new ones are added. */
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

/* y = y / sum for at least 8 numbers. A division, not a product with 1 / sum, which would round
** twice. The tail overlaps, so it is read before any of it is divided. */
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

static void fill_values(float *y, float value, int count) {
  for (int i = 0; i < count; i++) y[i] = value;
}

/* For a row without a number above −inf. If all keys are hidden, the shares are 0 (0 / 0 would be
** NaN). If some are NaN, all shares are NaN, so that the error is visible. */
static SoftmaxParts nothing_to_share(const float *x, float *y, int count) {
  for (int i = 0; i < count; i++) {
    if (!isnan(x[i])) continue;
    fill_values(y, NAN, count);
    return (SoftmaxParts){NAN, NAN};
  }
  fill_values(y, 0.0f, count);
  return (SoftmaxParts){-INFINITY, 0.0f};
}

/* Loads the first 8 numbers and, in a second register, the last 8. Numbers in both are −inf in the
** second, so that they count once in the sum. registers is 1 or 2, a constant in every call. */
CORE_INLINE void load_short(Lanes row[2], const float *x, int count, int registers) {
  if (count < LANES) lanes_load_part(&row[0], x, count, -INFINITY);
  else lanes_load(&row[0], x);
  /* With one register all numbers after the first 8 are hidden. */
  if (registers == 1) return;
  lanes_load(&row[1], x + count - LANES);
  lanes_keep_from(&row[1], 2 * LANES - count, -INFINITY);
}

/* Stores the last 8 first, so that numbers in both come from the first register. Hidden keys after
** one register get the share 0. */
CORE_INLINE void store_short(float *y, const Lanes row[2], int count, int registers) {
  if (count < LANES) {
    lanes_store_part(y, &row[0], count);
    return;
  }
  if (registers == 2) lanes_store(y + count - LANES, &row[1]);
  lanes_store(y, &row[0]);
  if (registers == 1) fill_values(y + LANES, 0.0f, count - LANES);
}

/* M-06 for a row of up to 16 in two registers: many sentences are that short. */
CORE_INLINE SoftmaxParts in_registers(const float *x, float *y, int count, int registers) {
  Lanes row[2], larger;
  Wide sum[2] = {{0}, {0}};
  load_short(row, x, count, registers);
  larger = row[0];
  if (registers == 2) larger_lanes(&larger, &row[1]);
  float max = lanes_max(&larger);
  /* Also true for a NaN max. */
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
  /* In a causal mask of up to 16 tokens half of the rows see at most 8 keys. */
  while (end > LANES && x[end - 1] == -INFINITY) end--;
  return end <= LANES ? in_registers(x, y, count, 1) : in_registers(x, y, count, 2);
}

/* More than 16 numbers, in three passes. Hidden keys at the end are set to 0. */
CORE_INLINE SoftmaxParts long_row(const float *x, float *y, int count) {
  Scan scan = scan_row(x, count);
  /* A NaN among visible numbers makes the sum NaN, and with it all shares. */
  if (!(scan.max > -INFINITY)) return nothing_to_share(x, y, count);
  float sum = (float)exponentials(x, scan.max, y, scan.visible_end);
  divide(y, sum, scan.visible_end);
  fill_values(y + scan.visible_end, 0.0f, count - scan.visible_end);
  return (SoftmaxParts){scan.max, sum};
}

/* One function for both cases, so that the processor level is checked once per row. */
CORE_INLINE SoftmaxParts shares_loop(const float *x, float *y, int count) {
  return count <= 2 * LANES ? short_row(x, y, count) : long_row(x, y, count);
}
CORE_LEVELS_GIVING(SoftmaxParts, shares, (const float *x, float *y, int count), (x, y, count))

/* Below 8 numbers, −inf fills the register and its exponentials are not stored. */
CORE_INLINE void exponentials_only_loop(const float *x, float max, float *y, int count) {
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
CORE_LEVELS(exponentials_only, (const float *x, float max, float *y, int count), (x, max, y, count))

/* M-06 for one row, whatever its length. */
SoftmaxParts softmax_row(const float *x, float *y, int count) {
  assert(count >= 0);
  return shares(x, y, count);
}

void softmax_exponentials(const float *x, float max, float *exponentials_out, int count) {
  assert(count >= 0);
  if (count == 0) return;
  /* −inf − −inf would be NaN. */
  if (max == -INFINITY) fill_values(exponentials_out, 0.0f, count);
  else exponentials_only(x, max, exponentials_out, count);
}

float softmax_entropy_bits(const float *y, int count) {
  double bits = 0.0;
  for (int i = 0; i < count; i++)
    /* Leaves out 0 log2 0, which is 0 in the limit, and NaN. Double, since it is a sum over all
    ** keys. */
    if (y[i] > 0.0f) bits -= (double)y[i] * log2((double)y[i]);
  return (float)bits;
}

/* Σ_i Σ_j (y_i (δ_ij − y_j))². */
float softmax_jacobian_norm(const float *y, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double slope = (double)y[i] * ((i == j) - (double)y[j]);
      sum += slope * slope;
    }
  return (float)sqrt(sum);
}
