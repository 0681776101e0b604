/* measure/bench_model.c -- the checkpoint that is measured, and the measuring. */
#define _GNU_SOURCE /* posix_fadvise */
#include "measure/bench_model.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/os.h"
#include "base/i18n.h"
#include "measure/bench_checkpoint.h"
#include "model/model.h"

enum { THREADS = 2, RUNS = 5, FIRST = 12, SHORT = 64, LONG = 256, READ_BYTES = 1 << 20 };

typedef struct Measuring {
  const char *folder;
  char file[640];
  Pool *pool;
  Arena *arena; /* of the latest trace */
  Model *model;
  int ids[LONG];
  double *values;
} Measuring;

/* Ids that all differ; small ones, so that a smaller model has them too. */
static void make_ids(Measuring *measuring) {
  for (int i = 0; i < LONG; i++) measuring->ids[i] = i * 3 % 701;
}

/* ---- the file ---- */

/* The baseline for opening a model: the time to copy the file into new memory. Taking the memory is
** part of the measured time, since touching its pages is part of the work. */
static bool read_whole(int file, double *took_ms) {
  off_t size = lseek(file, 0, SEEK_END);
  Arena *arena = arena_make(0);
  double start = os_now_ms();
  char *bytes = arena && size > 0 ? arena_take(arena, (size_t)size, 1) : NULL;
  off_t at = 0;
  ssize_t got = bytes ? 1 : -1;
  for (; got > 0 && at < size; at += got)
    got = pread(file, bytes + at, (size_t)(size - at < READ_BYTES ? size - at : READ_BYTES), at);
  *took_ms = os_now_ms() - start;
  arena_free(arena);
  return at == size;
}

static bool read_file(const Measuring *measuring, double *took_ms, Status *status) {
  int file = open(measuring->file, O_RDONLY);
  bool done = file >= 0 && read_whole(file, took_ms);
  if (file >= 0) close(file);
  return done || status_fail(status, STATUS_COULD_NOT, _("cannot read %s"), measuring->file);
}

/* Asks the system to drop the file from its cache, which it may ignore. */
static void drop_from_cache(const Measuring *measuring) {
  int file = open(measuring->file, O_RDONLY);
  if (file < 0) return;
  fsync(file);
  posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  close(file);
}

/* ---- figures ---- */

static bool run(const Measuring *measuring, const RunOrder *order, const Trace **trace,
                double *took_ms, Status *status) {
  double start = os_now_ms();
  if (!model_run(measuring->model, order, measuring->arena, trace, status)) return false;
  *took_ms = os_now_ms() - start;
  return true;
}

/* Reads the weights of one head at the end, because a trace may compute stages on demand and the
** window needs them. */
static bool open_model(Measuring *measuring, double *took_ms, Status *status) {
  const Trace *trace;
  double ran_ms, start = os_now_ms();
  RunOrder order = {.ids = measuring->ids, .id_count = FIRST, .pool = measuring->pool};
  model_free(measuring->model);
  measuring->model = NULL;
  arena_reset(measuring->arena);
  if (!model_open(measuring->folder, &measuring->model, status) ||
      !run(measuring, &order, &trace, &ran_ms, status))
    return false;
  bool shown = trace_matrix(trace, TRACE_WEIGHTS, 0, 0).at != NULL;
  *took_ms = os_now_ms() - start;
  return shown || status_no_memory(status);
}

static bool measure_run(const Measuring *measuring, int tokens, KeepKind keep, double *best_ms,
                        Status *status) {
  RunOrder order = {
      .ids = measuring->ids, .id_count = tokens, .pool = measuring->pool, .keep = keep};
  for (int i = 0; i < RUNS; i++) {
    const Trace *trace;
    double took_ms = 0;
    arena_reset(measuring->arena);
    if (!run(measuring, &order, &trace, &took_ms, status)) return false;
    if (i == 0 || took_ms < *best_ms) *best_ms = took_ms;
  }
  return true;
}

/* Changes the last token each time. The trace before is on an arena of its own, so that its rows
** can be reused by the new one. */
static bool measure_edit(Measuring *measuring, double *best_ms, Status *status) {
  Arena *before_arena = arena_make(0);
  const Trace *before, *after;
  RunOrder order = {.ids = measuring->ids, .id_count = SHORT, .pool = measuring->pool};
  bool done = before_arena ? model_run(measuring->model, &order, before_arena, &before, status)
                           : status_no_memory(status);
  order.before = done ? before : NULL;
  for (int i = 0; done && i < RUNS; i++) {
    double took_ms = 0;
    arena_reset(measuring->arena);
    measuring->ids[SHORT - 1] = 702 + i;
    done = run(measuring, &order, &after, &took_ms, status);
    if (i == 0 || took_ms < *best_ms) *best_ms = took_ms;
  }
  make_ids(measuring);
  arena_free(before_arena);
  return done;
}

/* The order matters: the cold opening comes before anything has read the file, and the peak of
** memory is read before KEEP_ALL, which the window never asks for, raises it. os_peak_memory_mb
** counts in 2²⁰ bytes. */
static bool measure_all(Measuring *measuring, Status *status) {
  double *values = measuring->values, unused;
  drop_from_cache(measuring);
  return open_model(measuring, &values[BENCH_MODEL_OPEN_COLD], status) &&
         open_model(measuring, &values[BENCH_MODEL_OPEN], status) &&
         measure_run(measuring, LONG, KEEP_BY_SIZE, &unused, status) &&
         (values[BENCH_MODEL_PEAK_MEMORY] = os_peak_memory_mb() * 1.048576, true) &&
         measure_run(measuring, SHORT, KEEP_ALL, &values[BENCH_MODEL_T64], status) &&
         measure_run(measuring, LONG, KEEP_ALL, &values[BENCH_MODEL_T256], status) &&
         measure_edit(measuring, &values[BENCH_MODEL_EDIT_LAST], status) &&
         read_file(measuring, &values[BENCH_MODEL_READ], status);
}

bool bench_model_measure(const char *folder, double values[BENCH_MODEL_FIGURES], Status *status) {
  Measuring measuring = {.folder = folder, .values = values};
  snprintf(measuring.file, sizeof measuring.file, "%s/model.safetensors", folder);
  make_ids(&measuring);
  measuring.pool = pool_make(THREADS);
  measuring.arena = arena_make(0);
  bool done = measuring.arena ? measure_all(&measuring, status) : status_no_memory(status);
  arena_free(measuring.arena);
  model_free(measuring.model);
  pool_free(measuring.pool);
  return done;
}

bool bench_model_with(const char *folder,
                      bool (*work)(void *self, const char *folder, Status *status), void *self,
                      Status *status) {
  if (folder) return work(self, folder, status);
  Arena *arena = arena_make(0);
  const char *made = arena ? os_make_private_folder(arena, status) : NULL;
  if (!arena) status_no_memory(status);
  bool done = made && bench_checkpoint_write(made, status) && work(self, made, status);
  if (made) bench_checkpoint_remove(made);
  arena_free(arena);
  return done;
}
