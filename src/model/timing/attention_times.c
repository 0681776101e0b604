/* model/timing/attention_times.c -- runs and times attention of growing length. */
#include "model/timing/attention_times.h"

#include <stdatomic.h>

#include "base/os.h"
#include "base/rng.h"
#include "base/worker.h"
#include "model/timing/attention_head.h"

/* A method of every pair is measured no further than EXACT_MOST tokens. */
enum { RUNS_LEAST = 3, RUNS_MOST = 400, EXACT_MOST = 2048 };
static const double LONGEST_MS = 60, REPEAT_MS = 25;

struct AttentionTimes {
  CostSizes sizes;
  CostTimes found; /* behind the worker's lock */
  atomic_bool stops;
  Arena *arena;
  Worker *worker; /* set by the maker, and for it alone */
};

/* What measures: the worker of the times, or NULL where all is measured at once. */
typedef struct Measuring {
  AttentionTimes *times;
  Worker *own;
} Measuring;

/* ---- time ---- */

static MatView random_rows(Arena *arena, Rng *rng, int rows, int cols) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  for (size_t i = 0; at && i < (size_t)rows * (size_t)cols; i++) at[i] = (float)rng_normal(rng);
  return (MatView){at, rows, cols, cols};
}

static bool take_head(Arena *arena, int tokens, AttentionHead *head) {
  Rng rng = rng_make(1);
  int width = head->sizes->d_value;
  head->q = random_rows(arena, &rng, tokens, head->sizes->d_query);
  head->k = random_rows(arena, &rng, tokens, head->sizes->d_query);
  head->v = random_rows(arena, &rng, tokens, width);
  float *output = arena_take(arena, (size_t)tokens * (size_t)width, sizeof *output);
  head->output = (Mat){output, tokens, width, width};
  return head->q.at && head->k.at && head->v.at && output && attention_head_take(arena, head);
}

/* The first run touches the memory and does not count. */
static double least_ms(const AttentionHead *head) {
  double least = -1, begin = os_now_ms();
  for (int i = -1; i < RUNS_MOST; i++) {
    double start = os_now_ms();
    attention_head_run(head);
    double end = os_now_ms();
    if (i >= 0 && (least < 0 || end - start < least)) least = end - start;
    if (i + 1 >= RUNS_LEAST && end - begin > REPEAT_MS) break;
  }
  return least;
}

double attention_time(CostMethod method, const CostSizes *sizes, int token_count) {
  assert(token_count > 0);
  Arena *arena = arena_make(0);
  AttentionHead head = {.method = method, .sizes = sizes};
  double ms = arena && take_head(arena, token_count, &head) ? least_ms(&head) : -1;
  arena_free(arena);
  return ms;
}

static void add_time(const Measuring *measuring, CostTime time) {
  CostTimes *found = &measuring->times->found;
  if (measuring->own) worker_lock(measuring->own);
  if (found->count < COST_TIMES_MOST) found->at[found->count++] = time;
  if (measuring->own) worker_unlock(measuring->own);
}

static void measure_method(const Measuring *measuring, CostMethod method) {
  bool is_of_pairs = method == COST_EXACT || method == COST_FLASH;
  int most = is_of_pairs ? EXACT_MOST : COST_TOKENS_MOST;
  double ms = 0;
  for (int tokens = COST_TOKENS_LEAST; tokens <= most && ms < LONGEST_MS; tokens *= 2) {
    if (atomic_load(&measuring->times->stops)) return;
    ms = attention_time(method, &measuring->times->sizes, tokens);
    if (ms < 0) return;
    add_time(measuring, (CostTime){method, tokens, ms});
  }
}

static void measure_all(const Measuring *measuring) {
  for (int method = 0; method < COST_METHOD_COUNT; method++)
    measure_method(measuring, (CostMethod)method);
  if (measuring->own) worker_lock(measuring->own);
  measuring->times->found.is_finished = true;
  if (measuring->own) worker_unlock(measuring->own);
}

static void work(void *self, Worker *worker) { measure_all(&(Measuring){self, worker}); }

void attention_times_measure(const CostSizes *sizes, CostTimes *to) {
  AttentionTimes times = {.sizes = *sizes};
  measure_all(&(Measuring){&times, NULL});
  *to = times.found;
}

AttentionTimes *attention_times_make(const CostSizes *sizes) {
  Arena *arena = arena_make(0);
  AttentionTimes *times = arena ? arena_take(arena, 1, sizeof *times) : NULL;
  if (!times) {
    arena_free(arena);
    return NULL;
  }
  *times = (AttentionTimes){.sizes = *sizes, .arena = arena};
  times->worker = worker_make(work, times);
  if (times->worker) return times;
  arena_free(arena);
  return NULL;
}

void attention_times_free(AttentionTimes *times) {
  if (!times) return;
  atomic_store(&times->stops, true);
  worker_free(times->worker);
  arena_free(times->arena);
}

void attention_times_copy(const AttentionTimes *times, CostTimes *to) {
  worker_lock(times->worker);
  *to = times->found;
  worker_unlock(times->worker);
}
