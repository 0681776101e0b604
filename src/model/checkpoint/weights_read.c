/* model/checkpoint/weights_read.c -- reads tensors in pieces, with all threads.
**
** All orders are cut into pieces with consecutive numbers. A round is as many pieces as take some
** hundredths of a second; between rounds progress is reported and the reading can be stopped. What
** each piece finds in its numbers is merged after the round, so the threads share nothing while
** they read.
*/
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/checkpoint/weights.h"

enum {
  PIECE_NUMBERS = 1 << 17,  /* read directly to its destination: half a MiB */
  BUFFER_NUMBERS = 1 << 16, /* read to a buffer on the stack: a quarter of a MiB */
  LINE_NUMBERS = 16,        /* of a cache line */
  ROUND_LEAST = 16,
  ROUND_MOST = 512,
  LOOK_NUMBERS = 256
};

/* Between rounds no thread reads, so short rounds waste time; long ones are slow to stop. */
static const double quick_round_ms = 20, slow_round_ms = 60;

typedef struct Found {
  WeightCondition condition;
  bool differs;
} Found;

typedef struct Reading {
  WeightOrder *orders;
  int order_count;
  int64_t piece; /* the first of the round */
  int round;     /* pieces of the next one */
  Found found[ROUND_MOST];
  atomic_bool failed;
  Status failure; /* the first one */
} Reading;

/* ---- pieces ---- */

/* Of a transposed tensor a piece has whole rows of the file, if possible a multiple of
** LINE_NUMBERS, so that it fills whole cache lines. */
static int64_t piece_numbers(const WeightOrder *order) {
  assert(!order->turned || order->rows > 0);
  if (order->same_as) return BUFFER_NUMBERS / 2;
  if (!order->turned) return order->to ? PIECE_NUMBERS : BUFFER_NUMBERS;
  int64_t lines = BUFFER_NUMBERS / order->rows; /* the file's rows are memory's columns */
  if (lines >= LINE_NUMBERS) lines -= lines % LINE_NUMBERS;
  return lines > 0 ? lines * order->rows : BUFFER_NUMBERS;
}

static int64_t piece_count(const WeightOrder *order) {
  int64_t count = order->from->tensor->count, size = piece_numbers(order);
  return count / size + (count % size != 0);
}

/* The order that the piece belongs to, by binary search. */
static WeightOrder *order_of(const Reading *reading, int64_t piece) {
  assert(reading->order_count > 0 && piece >= 0);
  int low = 0, high = reading->order_count - 1;
  while (low < high) {
    int middle = low + (high - low + 1) / 2;
    if (reading->orders[middle].first_piece <= piece) low = middle;
    else high = middle - 1;
  }
  return &reading->orders[low];
}

/* ---- checking numbers ---- */

/* A fixed count, so that the compiler vectorises the loop. */
static void check_some(const float *numbers, int *broken, int *tiny, int *any) {
  int bits[LOOK_NUMBERS], too_large = 0, too_small = 0, seen = 0;
  memcpy(bits, numbers, sizeof bits);
  for (int i = 0; i < LOOK_NUMBERS; i++) {
    int size = bits[i] & 0x7FFFFFFF; /* without the sign, the order of the bits is that of sizes */
    too_large += size > 0x7F7FFFFF;
    too_small += (size > 0) & (size < 0x00800000);
    seen |= size;
  }
  *broken = too_large;
  *tiny = too_small;
  *any = seen;
}

/* inf − inf and NaN − NaN are NaN, which equals nothing. */
static bool is_broken(float x) { return !(x - x == 0); }

static void note_first_broken(const float *numbers, SafetensorsRange range,
                              WeightCondition *condition) {
  for (int64_t i = 0; i < range.count && condition->first_broken < 0; i++)
    if (is_broken(numbers[i])) condition->first_broken = range.first + i;
}

/* range: the position of the numbers in their tensor. */
static WeightCondition check_numbers(const float *numbers, SafetensorsRange range) {
  int64_t count = range.count;
  WeightCondition condition = {.first_broken = -1, .all_zero = true};
  for (int64_t at = 0; at < count; at += LOOK_NUMBERS) {
    float last[LOOK_NUMBERS] = {0};
    const float *some = numbers + at;
    int broken, tiny, any;
    /* The last few are padded with zeros, which count as neither broken nor tiny. */
    if (count - at < LOOK_NUMBERS)
      some = memcpy(last, some, (size_t)(count - at) * sizeof *numbers);
    check_some(some, &broken, &tiny, &any);
    condition.broken_count += broken;
    condition.tiny_count += tiny;
    condition.all_zero = condition.all_zero && any == 0;
  }
  if (condition.broken_count > 0) note_first_broken(numbers, range, &condition);
  return condition;
}

static void add_condition(WeightCondition *sum, const WeightCondition *more) {
  sum->broken_count += more->broken_count;
  sum->tiny_count += more->tiny_count;
  sum->all_zero = sum->all_zero && more->all_zero;
  if (sum->first_broken < 0) sum->first_broken = more->first_broken;
}

/* ---- reading ---- */

/* Writes a range of the file's numbers transposed: rows of the file become columns in memory. */
static void write_transposed(const WeightOrder *order, const float *from, SafetensorsRange range) {
  assert(order->turned && order->to && order->rows > 0);
  int64_t wide = order->rows, column = range.first % wide, count = range.count;
  float *to = order->to + range.first / wide;
  /* Whole rows of the file: memory is written row by row, sixteen numbers of a cache line at a
  ** time. */
  if (column == 0 && count % wide == 0) {
    for (int64_t c = 0; c < wide; c++)
      for (int64_t r = 0; r < count / wide; r++) to[c * order->stride + r] = from[r * wide + c];
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    to[column * order->stride] = from[i];
    if (++column < wide) continue;
    column = 0;
    to++;
  }
}

static bool read_range(const WeightTensor *tensor, SafetensorsRange range, float *to,
                       Status *status) {
  return safetensors_read_range(tensor->file, tensor->tensor, range, to, status);
}

/* The buffer is on the stack (threads of the pool have 1 MiB), so no lock is needed. */
static bool read_through_buffer(const WeightOrder *order, SafetensorsRange range, Found *found,
                                Status *status) {
  assert(range.count <= (order->same_as ? BUFFER_NUMBERS / 2 : BUFFER_NUMBERS));
  float buffer[BUFFER_NUMBERS];
  float *other = buffer + BUFFER_NUMBERS / 2; /* pieces of a comparison are half as large */
  if (!read_range(order->from, range, buffer, status)) return false;
  if (order->to) write_transposed(order, buffer, range);
  found->condition = check_numbers(buffer, range);
  if (!order->same_as) return true;
  if (!read_range(order->same_as, range, other, status)) return false;
  /* The tables are the same only if all bits are equal. */
  found->differs = memcmp(buffer, other, (size_t)range.count * sizeof *buffer) != 0;
  return true;
}

static bool read_piece(const WeightOrder *order, int64_t piece, Found *found, Status *status) {
  assert(piece >= order->first_piece);
  int64_t size = piece_numbers(order), first = (piece - order->first_piece) * size;
  int64_t left = order->from->tensor->count - first;
  SafetensorsRange range = {first, left < size ? left : size};
  if (order->turned || !order->to) return read_through_buffer(order, range, found, status);
  if (!read_range(order->from, range, order->to + first, status)) return false;
  found->condition = check_numbers(order->to + first, range);
  return true;
}

static void read_one(void *self, int index) {
  Reading *reading = self;
  int64_t piece = reading->piece + index;
  Status status = {STATUS_OK, ""};
  if (atomic_load(&reading->failed)) return;
  if (read_piece(order_of(reading, piece), piece, &reading->found[index], &status)) return;
  /* The first failure is reported; the others usually come from the same disk. */
  if (!atomic_exchange(&reading->failed, true)) reading->failure = status;
}

static void merge_found(Reading *reading, int count) {
  for (int i = 0; i < count; i++) {
    WeightOrder *order = order_of(reading, reading->piece + i);
    add_condition(&order->condition, &reading->found[i].condition);
    order->differs = order->differs || reading->found[i].differs;
  }
}

static int64_t number_pieces(WeightOrder *orders, int order_count) {
  int64_t count = 0;
  for (int i = 0; i < order_count; i++) {
    assert(orders[i].turned || orders[i].stride == orders[i].cols || !orders[i].to);
    orders[i].first_piece = count;
    orders[i].differs = false;
    orders[i].condition = (WeightCondition){.first_broken = -1, .all_zero = true};
    count += piece_count(&orders[i]);
  }
  return count;
}

/* Reads one round. Doubles or halves the size of the next one when this one was quick or slow. */
static int read_round(Reading *reading, int64_t left, Pool *pool) {
  assert(left > 0 && reading->round <= ROUND_MOST);
  int count = left < reading->round ? (int)left : reading->round;
  double begin_ms = os_now_ms();
  memset(reading->found, 0, (size_t)count * sizeof *reading->found);
  pool_run(pool, count, read_one, reading);
  double took_ms = os_now_ms() - begin_ms;
  if (took_ms < quick_round_ms && reading->round < ROUND_MOST) reading->round *= 2;
  if (took_ms > slow_round_ms && reading->round > ROUND_LEAST) reading->round /= 2;
  return count;
}

bool weights_read(WeightOrder *orders, int order_count, Pool *pool, const Progress *progress,
                  Status *status) {
  Reading reading = {.orders = orders, .order_count = order_count, .round = 2 * ROUND_LEAST};
  int64_t all = number_pieces(orders, order_count);
  while (reading.piece < all) {
    if (!progress_goes_on(progress, (double)reading.piece / (double)all))
      return status_fail(status, STATUS_STOPPED, _("Reading the model was stopped."));
    int count = read_round(&reading, all - reading.piece, pool);
    if (atomic_load(&reading.failed)) {
      if (status) *status = reading.failure;
      return false;
    }
    merge_found(&reading, count);
    reading.piece += count;
  }
  return true;
}
