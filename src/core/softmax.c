/* core/softmax.c -- a row in three passes: the largest, the exponentials and their sum, the shares.
**
** Keys hidden at the end of a row (half of a causal mask) are found in the first pass and cost
** nothing in the others. A row of up to 16 numbers stays in two registers from load to store.
*/
#include "core/softmax.h"

#include <math.h>

#include "core/lanes.h"

/* What the first pass over a long row finds. */
typedef struct Scan {
  float max;
  int visible_end; /* from here on every number is −inf */
} Scan;

/* Eight numbers of a scan, the first at index `first`: max gains them, and each lane of end
** remembers the place behind the last number it saw that is not hidden. Selected by bits, so
** there is no branch. */
CORE_INLINE void scan_lanes(const Lanes *x, int first, Lanes *max, LanesInt *end) {
  const LanesInt behind = {1, 2, 3, 4, 5, 6, 7, 8};
  const Lanes hidden = (Lanes){0} - INFINITY;
  LanesInt visible = *x != hidden;
  larger_lanes(max, x);
  /* An all-ones lane where visible: the index is taken there, elsewhere the one found before
  ** stays. */
  *end = (visible & (behind + first)) | (*end & ~visible);
}

/* The largest number of a row of at least 8, and where the hidden keys at its end begin. A
** causal row has half of its keys there on average, and exp is what costs. Keys hidden in the
** middle are not looked for. */
CORE_INLINE Scan scan_row(const float *x, int count) {
  Lanes max = (Lanes){0} - INFINITY, now;
  LanesInt end = (LanesInt){0};
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    scan_lanes(&now, i, &max, &end);
  }
  if (i < count) {
    /* The last 8 overlap those before; a maximum and a place do not mind being taken twice. */
    lanes_load(&now, x + count - LANES);
    scan_lanes(&now, count - LANES, &max, &end);
  }
  Scan scan = {lanes_max(&max), count};
  /* The last key is visible: nothing to leave out, as in every row without a mask. */
  if (x[count - 1] != -INFINITY) return scan;
  Lanes ends = __builtin_convertvector(end, Lanes); /* exact: far fewer than 2^24 keys */
  /* Rounded up to eights, so that the passes behind need no tail; exp of the hidden ones among
  ** them is 0. */
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

/* No number is larger than −inf. Either all are hidden: the row attends to nothing and its
** shares are 0 (0 / 0 would be NaN). Or some are NaN: those are a fault that must be seen, so
** the whole row is NaN. */
static SoftmaxParts nothing_to_share(const float *x, float *y, int count) {
  for (int i = 0; i < count; i++) {
    if (!isnan(x[i])) continue;
    fill_values(y, NAN, count);
    return (SoftmaxParts){NAN, NAN};
  }
  fill_values(y, 0.0f, count);
  return (SoftmaxParts){-INFINITY, 0.0f};
}

/* The first 8 numbers and, in a second register, the last 8; what is in both is −inf there,
** which as an exponential is 0 and so counts once in the sum. registers is 1 or 2, a constant
** where this is used. */
CORE_INLINE void load_short(Lanes row[2], const float *x, int count, int registers) {
  if (count < LANES) lanes_load_part(&row[0], x, count, -INFINITY);
  else lanes_load(&row[0], x);
  /* With one register what follows the first 8 is hidden. */
  if (registers == 1) return;
  lanes_load(&row[1], x + count - LANES);
  lanes_keep_from(&row[1], 2 * LANES - count, -INFINITY);
}

/* The last 8 first, so that what is in both comes from the first 8. Hidden keys behind one
** register get share 0 without an exponential. */
CORE_INLINE void store_short(float *y, const Lanes row[2], int count, int registers) {
  if (count < LANES) {
    lanes_store_part(y, &row[0], count);
    return;
  }
  if (registers == 2) lanes_store(y + count - LANES, &row[1]);
  lanes_store(y, &row[0]);
  if (registers == 1) fill_values(y + LANES, 0.0f, count - LANES);
}

/* All three passes of M-06 over a row of up to 16, which never leaves two registers: many
** sentences that are typed are that short. */
CORE_INLINE SoftmaxParts in_registers(const float *x, float *y, int count, int registers) {
  Lanes row[2], larger;
  Wide sum[2] = {{0}, {0}};
  load_short(row, x, count, registers);
  larger = row[0];
  if (registers == 2) larger_lanes(&larger, &row[1]);
  float max = lanes_max(&larger);
  /* Written so that a NaN max goes there too. */
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
  /* In a causal mask of up to 16 tokens, half of the rows see no more than 8 keys and need one
  ** register. */
  while (end > LANES && x[end - 1] == -INFINITY) end--;
  return end <= LANES ? in_registers(x, y, count, 1) : in_registers(x, y, count, 2);
}

/* More than 16 numbers, in three passes. What is hidden at the end is 0 without a pass. */
CORE_INLINE SoftmaxParts long_row(const float *x, float *y, int count) {
  Scan scan = scan_row(x, count);
  /* A NaN among visible numbers passes by here: its exponential is NaN, and through the sum all
  ** shares are. */
  if (!(scan.max > -INFINITY)) return nothing_to_share(x, y, count);
  float sum = (float)exponentials(x, scan.max, y, scan.visible_end);
  divide(y, sum, scan.visible_end);
  fill_values(y + scan.visible_end, 0.0f, count - scan.visible_end);
  return (SoftmaxParts){scan.max, sum};
}

/* One function around both ways, so that the level of the processor is asked for once for a row. */
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
