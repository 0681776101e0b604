/* measure/bench_kinds.c -- the list of kinds, and passes of a large model with each. */
#include "measure/bench_kinds.h"

#include <stdio.h>
#include <string.h>

#include "measure/clock.h"

enum { THREADS = 2, RUNS = 5, TOKENS = 256 };

/* A value without a name is called after its first number. False: out of memory. */
static bool take_kind(KindSetting setting, int value, BenchKind *to) {
  const KindValue *of = kind_value(setting, value);
  const char *name = kind_setting_name(setting);
  to->kind = kind_as_it_starts(setting, value);
  Arena *arena = arena_make(0);
  const char *words = arena ? kind_write_setting(arena, &to->kind, setting) : NULL;
  if (words) {
    snprintf(to->name, sizeof to->name, "%s.%s", name, of->name[0] ? of->name : words);
    snprintf(to->command, sizeof to->command, "%s %s", name, words);
  }
  arena_free(arena);
  return words != NULL;
}

bool bench_kind_at(int index, BenchKind *kind) {
  for (int setting = 0; setting < KIND_SETTING_COUNT; setting++)
    for (int value = KIND_OWN + 1; value < kind_value_count((KindSetting)setting); value++)
      if (index-- == 0) return take_kind((KindSetting)setting, value, kind);
  return false;
}

typedef struct Passes {
  Model *model;
  Pool *pool;
  Arena *arena;
  int ids[TOKENS];
  const BenchKinds *order;
} Passes;

static const char kinds[] = "kinds.gpt2.";

/* "kinds" and "kinds.gpt2.positions" want kinds.gpt2.positions.rope. */
static bool is_wanted(const Passes *passes, const char *name) {
  char whole[BENCH_KIND_BYTES + sizeof kinds];
  snprintf(whole, sizeof whole, "%s%s", kinds, name);
  return str_starts(str_from(whole), passes->order->beginning);
}

static void tell(const Passes *passes, const char *name, double value, const char *unit) {
  char whole[BENCH_KIND_BYTES + sizeof kinds];
  snprintf(whole, sizeof whole, "%s%s", kinds, name);
  passes->order->tell(whole, value, unit);
}

static bool pass(const Passes *passes, const AttentionKind *kind, double *best_ms, Status *status) {
  const Trace *trace;
  RunOrder order = {
      .ids = passes->ids, .id_count = TOKENS, .kind = kind, .pool = passes->pool, .keep = KEEP_ALL};
  arena_reset(passes->arena);
  double start = measure_clock_ms();
  if (!model_run(passes->model, &order, passes->arena, &trace, status)) return false;
  double took_ms = measure_clock_ms() - start;
  if (*best_ms <= 0 || took_ms < *best_ms) *best_ms = took_ms;
  return true;
}

/* A value that does not go with this model ends with the first run. */
static bool measure_kind(const Passes *passes, const BenchKind *kind, double *plain_ms,
                         Status *status) {
  double with_ms = 0, own_ms = 0;
  for (int i = 0; i < RUNS; i++) {
    if (!pass(passes, NULL, &own_ms, status)) return false;
    if (!pass(passes, &kind->kind, &with_ms, status)) {
      fprintf(stderr, "headsup: %s: %s\n", kind->name, status->sentence);
      return true;
    }
  }
  if (*plain_ms <= 0 || own_ms < *plain_ms) *plain_ms = own_ms;
  tell(passes, kind->name, with_ms / own_ms, "ratio");
  return true;
}

/* One token more than in the trace before. */
static bool measure_next(const Passes *passes, bool reuses, Status *status) {
  const char *name = reuses ? "next.kept" : "next.anew";
  if (!is_wanted(passes, name)) return true;
  Arena *before_arena = arena_make(0);
  const Trace *before = NULL, *after;
  RunOrder order = {.ids = passes->ids, .id_count = TOKENS - 1, .pool = passes->pool};
  double best_ms = 0;
  bool done = before_arena ? model_run(passes->model, &order, before_arena, &before, status)
                           : status_no_memory(status);
  order.id_count = TOKENS;
  order.before = reuses ? before : NULL;
  for (int i = 0; done && i < RUNS; i++) {
    arena_reset(passes->arena);
    double start = measure_clock_ms();
    done = model_run(passes->model, &order, passes->arena, &after, status);
    double took_ms = measure_clock_ms() - start;
    if (i == 0 || took_ms < best_ms) best_ms = took_ms;
  }
  if (done) tell(passes, name, best_ms, "ms");
  arena_free(before_arena);
  return done;
}

static bool measure_all(const Passes *passes, Status *status) {
  double plain_ms = 0;
  BenchKind kind;
  for (int i = 0; bench_kind_at(i, &kind); i++)
    if (is_wanted(passes, kind.name) && !measure_kind(passes, &kind, &plain_ms, status))
      return false;
  if (plain_ms > 0) tell(passes, "plain", plain_ms, "ms");
  return measure_next(passes, true, status) && measure_next(passes, false, status);
}

bool bench_kinds_measure(const BenchKinds *order, Status *status) {
  Passes passes = {.arena = arena_make(0), .order = order};
  if (!passes.arena) return status_no_memory(status);
  for (int i = 0; i < TOKENS; i++) passes.ids[i] = i * 3 % 701;
  passes.pool = pool_make(THREADS);
  bool done = model_open(order->folder, &passes.model, status) && measure_all(&passes, status);
  arena_free(passes.arena);
  model_free(passes.model);
  pool_free(passes.pool);
  return done;
}
