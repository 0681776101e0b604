/* model/timing/attention_times.c -- runs and times attention of growing length. */
#include "model/timing/attention_times.h"

#include <stdatomic.h>
#include <string.h>

#include "base/os.h"
#include "base/rng.h"
#include "base/worker.h"
#include "core/attention.h"

enum { ATTENTION_BAND = 64, RUNS_LEAST = 3, RUNS_MOST = 400, EXACT_MOST = 2048 };
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

bool attention_time_can(CostMethod method) { return method == COST_EXACT || method == COST_WINDOW; }

/* ---- one run ---- */

typedef struct Head {
  CostMethod method;
  const CostSizes *sizes;
  MatView q, k, v;
  Mat output;
  float *scores;         /* n · n of exact, a band of a window */
  unsigned char *hidden; /* of a band of a window */
  SoftmaxParts *parts;   /* of a band */
} Head;

/* The keys that some row of a band sees. */
typedef struct Keys {
  int first, count;
} Keys;

static Keys keys_of(const Head *head, int row, int rows) {
  int tokens = head->q.rows;
  if (head->method == COST_EXACT) return (Keys){0, tokens};
  int before = head->sizes->window, after = head->sizes->is_causal ? 0 : before;
  int first = row > before ? row - before : 0, end = row + rows + after;
  return (Keys){first, (end < tokens ? end : tokens) - first};
}

/* Within the band's keys each row sees its own window. */
static MaskView mask_of(const Head *head, int first, int rows, Keys keys) {
  if (head->method == COST_EXACT) return (MaskView){NULL, 0, 0, 0};
  int before = head->sizes->window, after = head->sizes->is_causal ? 0 : before;
  memset(head->hidden, 1, (size_t)rows * (size_t)keys.count);
  for (int row = 0; row < rows; row++) {
    int place = first + row - keys.first, from = place > before ? place - before : 0;
    int end = place + after + 1 < keys.count ? place + after + 1 : keys.count;
    memset(head->hidden + (size_t)row * (size_t)keys.count + from, 0, (size_t)(end - from));
  }
  return (MaskView){head->hidden, rows, keys.count, keys.count};
}

static void run_band(const Head *head, int first, int rows) {
  Keys keys = keys_of(head, first, rows);
  size_t offset = head->method == COST_EXACT ? (size_t)first * (size_t)keys.count : 0;
  Mat band = {head->scores + offset, rows, keys.count, keys.count};
  MatView q = mat_view_rows(head->q, first, rows);
  attn_scores(q, mat_view_rows(head->k, keys.first, keys.count), band);
  attn_scale(mat_view(band), head->q.cols, band);
  attn_mask(mat_view(band), mask_of(head, first, rows, keys), band);
  attn_weights(mat_view(band), band, head->parts);
  attn_output(mat_view(band), mat_view_rows(head->v, keys.first, keys.count),
              mat_rows(head->output, first, rows));
}

static void run_head(const Head *head) {
  for (int first = 0; first < head->q.rows; first += ATTENTION_BAND) {
    int left = head->q.rows - first;
    run_band(head, first, left < ATTENTION_BAND ? left : ATTENTION_BAND);
  }
}

/* ---- memory ---- */

static bool take_scratch(Arena *arena, Head *head) {
  size_t tokens = (size_t)head->q.rows, reach = (size_t)(2 * head->sizes->window + ATTENTION_BAND);
  size_t keys = head->method == COST_EXACT || reach > tokens ? tokens : reach;
  size_t rows = head->method == COST_EXACT ? tokens : ATTENTION_BAND;
  head->scores = arena_take(arena, rows * keys, sizeof *head->scores);
  head->hidden = arena_take(arena, ATTENTION_BAND * keys, 1);
  head->parts = arena_take(arena, ATTENTION_BAND, sizeof *head->parts);
  return head->scores && head->hidden && head->parts;
}

static MatView random_rows(Arena *arena, Rng *rng, int rows, int cols) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  for (size_t i = 0; at && i < (size_t)rows * (size_t)cols; i++) at[i] = (float)rng_normal(rng);
  return (MatView){at, rows, cols, cols};
}

static bool take_head(Arena *arena, int tokens, Head *head) {
  Rng rng = rng_make(1);
  head->q = random_rows(arena, &rng, tokens, head->sizes->d_query);
  head->k = random_rows(arena, &rng, tokens, head->sizes->d_query);
  head->v = random_rows(arena, &rng, tokens, head->sizes->d_value);
  float *output = arena_take(arena, (size_t)tokens * (size_t)head->sizes->d_value, sizeof *output);
  head->output = (Mat){output, tokens, head->sizes->d_value, head->sizes->d_value};
  return head->q.at && head->k.at && head->v.at && output && take_scratch(arena, head);
}

bool attention_time_output(CostMethod method, const CostSizes *sizes, const MatView qkv[3],
                           Mat output) {
  Arena *arena = arena_make(0);
  Head head = {method, sizes, qkv[0], qkv[1], qkv[2], output, NULL, NULL, NULL};
  bool taken = arena && take_scratch(arena, &head);
  if (taken) run_head(&head);
  arena_free(arena);
  return taken;
}

/* ---- time ---- */

/* The first run touches the memory and does not count. */
static double least_ms(const Head *head) {
  double least = -1, begin = os_now_ms();
  for (int i = -1; i < RUNS_MOST; i++) {
    double start = os_now_ms();
    run_head(head);
    double end = os_now_ms();
    if (i >= 0 && (least < 0 || end - start < least)) least = end - start;
    if (i + 1 >= RUNS_LEAST && end - begin > REPEAT_MS) break;
  }
  return least;
}

double attention_time(CostMethod method, const CostSizes *sizes, int token_count) {
  assert(attention_time_can(method) && token_count > 0);
  Arena *arena = arena_make(0);
  Head head = {.method = method, .sizes = sizes};
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
  int most = method == COST_EXACT ? EXACT_MOST : COST_TOKENS_MOST;
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
    if (attention_time_can((CostMethod)method)) measure_method(measuring, (CostMethod)method);
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
