/* measure/bench.c -- the table of benchmark figures, and the measurement of the simple ones. */
#include "measure/bench.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "cli/setup.h"
#include "measure/bench_export.h"
#include "measure/bench_kinds.h"
#include "measure/bench_model.h"
#include "measure/bench_stages.h"
#include "measure/bench_train.h"
#include "measure/display.h"
#include "measure/window_figures.h"
#include "render/moving/moving.h"
#include "session/commands/line.h"
#include "session/session.h"

enum { WARM_UPS = 3, RUNS_LEAST = 20, RUNS_MOST = 100000, THREADS = 2, HEADS = 12, D_HEAD = 64 };
static const double measure_ms = 1000.0; /* quick figures run more often than 20 times */

/* ---- measuring ---- */

/* The shortest time of several runs: disturbances only add time. −1: a run failed, and its status
** says why. */
static double best_ms(bool (*run)(void *self), void *self) {
  double best = -1, begin = os_now_ms();
  for (int i = -WARM_UPS; i < RUNS_MOST; i++) {
    double start = os_now_ms();
    if (!run(self)) return -1;
    double end = os_now_ms(), took = end - start;
    if (i < 0) continue;
    if (best < 0 || took < best) best = took;
    if (i + 1 >= RUNS_LEAST && end - begin > measure_ms) break;
  }
  return best;
}

static void print_figure(const char *name, double value, const char *unit) {
  bool is_share = strcmp(unit, "%") == 0; /* the measuring itself wakes the program once */
  printf(is_share ? "%s %.1f %s\n" : "%s %.4g %s\n", name, value, unit);
  fflush(stdout);
}

/* ---- stages ---- */

typedef struct StagesRun {
  BenchStages *bench;
  Pool *pool;
} StagesRun;

static bool run_stages(void *self) {
  const StagesRun *run = self;
  bench_stages_run(run->bench, run->pool);
  return true;
}

static bool measure_stages(int token_count, double *best, Status *status) {
  Arena *arena = arena_make(0);
  StagesRun run = {arena ? bench_stages_make(arena, HEADS, token_count, D_HEAD) : NULL,
                   pool_make(THREADS)};
  if (run.bench) *best = best_ms(run_stages, &run);
  pool_free(run.pool);
  arena_free(arena);
  return run.bench != NULL || status_no_memory(status);
}

/* In µs: at 12 tokens all heads take a few hundredths of a millisecond. */
static bool stages_12(double *value, Status *status) {
  bool done = measure_stages(12, value, status);
  *value *= 1000;
  return done;
}
static bool stages_256(double *value, Status *status) { return measure_stages(256, value, status); }
static bool stages_1024(double *value, Status *status) {
  return measure_stages(1024, value, status);
}

/* ---- export ---- */

typedef struct ExportRun {
  Setup setup;
  ExportRequest request;
  Status *status;
} ExportRun;

static bool run_export(void *self) {
  ExportRun *run = self;
  return export_run(run->setup.session, run->setup.fonts, &run->request, NULL, run->status);
}

static bool begin_export(ExportRun *run, Status *status) {
  SessionOptions options = {0}; /* the default sentence has 11 tokens */
  return setup_begin(&run->setup, status) && setup_fonts(&run->setup, status) &&
         session_make(&options, &run->setup.session, status) &&
         session_do(run->setup.session, "stage weights; layer 1; head 1; numbers on", status);
}

static bool export_png(double *value, Status *status) {
  ExportRun run = {.status = status};
  bool done = begin_export(&run, status);
  const char *folder = done ? os_make_private_folder(run.setup.arena, status) : NULL;
  const char *path = folder ? str_format(run.setup.arena, "%s/a.png", folder) : NULL;
  if (folder && !path) status_no_memory(status);
  run.request =
      (ExportRequest){.out = path, .width_pt = 800, .height_pt = 600, .formats = 1u << EXPORT_PNG};
  if (path) *value = best_ms(run_export, &run);
  if (path) os_remove_file(path);
  if (folder) os_remove_empty_folder(folder);
  setup_end(&run.setup);
  return path && *value >= 0;
}

/* ---- understanding ---- */

/* 500 draws at the widths 8, 64 and 512, with the histogram and both kinds of weights. */
static bool run_saturation(void *self) {
  Arena *arena = arena_make(0);
  const Experiments asked = EXPERIMENTS_DEFAULT;
  Saturation made;
  (void)self;
  bool done = arena && saturation_make(arena, &asked, &made);
  arena_free(arena);
  return done;
}

static bool understanding_saturation(double *value, Status *status) {
  *value = best_ms(run_saturation, NULL);
  return *value >= 0 || status_no_memory(status);
}

/* From a number of K that was bent to the new frame of the weights of 64 tokens. */
static bool understanding_bend(double *value, Status *status) {
#ifdef HEADSUP_WINDOW
  Display display;
  if (!display_begin(&display, status)) return false;
  bool done = measure_window_bend(value, status);
  display_end(&display);
  return done;
#else
  (void)value;
  return status_fail(status, STATUS_COULD_NOT, _("this headsup was built without a window"));
#endif
}

/* ---- moving pictures ---- */

/* The first run also opens the fonts of the other threads. */
enum { MOVING_RUNS = 3 };

static bool run_moving(ExportRun *run, double *seconds) {
  for (int i = 0; i < MOVING_RUNS; i++) {
    double begin_ms = os_now_ms();
    if (!run_export(run)) return false;
    double took = (os_now_ms() - begin_ms) / 1000;
    if (i == 0 || took < *seconds) *seconds = took;
  }
  return true;
}

/* Ten tokens, cell by cell: a GIF of 100 pictures. */
static bool measure_moving(double *seconds, MovingSummary *summary, Status *status) {
  ExportRun run = {.status = status};
  bool done =
      begin_export(&run, status) &&
      session_do(run.setup.session, "sentence \"1 2 3 4 5 6 7 8 9 0\"; stage scores", status);
  const char *folder = done ? os_make_private_folder(run.setup.arena, status) : NULL;
  const char *path = folder ? str_format(run.setup.arena, "%s/a.gif", folder) : NULL;
  if (folder && !path) status_no_memory(status);
  run.setup.pool = pool_make(os_cpu_count());
  run.request = (ExportRequest){.out = path,
                                .view = EXPORT_STAGE,
                                .width_pt = 800,
                                .height_pt = 600,
                                .moving = {.by = MOVES_CELLS},
                                .pool = run.setup.pool,
                                .summary = summary};
  done = path && run_moving(&run, seconds);
  if (path) os_remove_file(path);
  if (folder) os_remove_empty_folder(folder);
  setup_end(&run.setup);
  return done;
}

static bool moving_gif(double *value, Status *status) {
  MovingSummary summary;
  return measure_moving(value, &summary, status);
}

static bool moving_size(double *value, Status *status) {
  MovingSummary summary = {0};
  double seconds;
  if (!measure_moving(&seconds, &summary, status)) return false;
  *value = (double)summary.bytes / 1000;
  return true;
}

/* ---- training ---- */

typedef struct TrainRun {
  BenchTrain *bench;
  Status *status;
} TrainRun;

static bool run_train(void *self) {
  const TrainRun *run = self;
  return bench_train_run(run->bench, run->status);
}

/* Whole training steps, so that the figure is what a person waits for, not the fastest part of
** it. */
static bool measure_train(int thread_count, double *steps_per_second, Status *status) {
  TrainRun run = {.status = status};
  if (!bench_train_make(thread_count, &run.bench, status)) return false;
  double best = best_ms(run_train, &run);
  if (best > 0) *steps_per_second = BENCH_TRAIN_STEPS * 1000 / best;
  bench_train_free(run.bench);
  return best >= 0;
}

static bool train_steps(double *value, Status *status) {
  return measure_train(THREADS, value, status);
}
static bool train_steps_one(double *value, Status *status) {
  return measure_train(1, value, status);
}
static bool train_to_target(double *value, Status *status) {
  return bench_train_to_target(THREADS, value, status);
}

/* ---- the table ---- */

/* Figures that are measured together. */
typedef enum BenchTogether { ALONE, OF_WINDOW, OF_MODEL, OF_EXPORTS } BenchTogether;

typedef struct BenchFigure {
  const char *name, *unit;
  bool (*measure)(double *value, Status *status); /* alone; NULL: together with others */
  bool takes_minutes;
  BenchTogether together;
  int index; /* among those: a WindowFigure or a BenchModelFigure */
} BenchFigure;

static const BenchFigure figures[] = {
    {"stages.h12.t12.d64", "us", stages_12, false, ALONE, 0},
    {"stages.h12.t256.d64", "ms", stages_256, false, ALONE, 0},
    {"stages.h12.t1024.d64", "ms", stages_1024, false, ALONE, 0},
    {"export.png.11x11", "ms", export_png, false, ALONE, 0},
    {"understanding.saturation", "ms", understanding_saturation, false, ALONE, 0},
    {"understanding.bend", "ms", understanding_bend, false, ALONE, 0},
    {"moving.gif.100", "s", moving_gif, false, ALONE, 0},
    {"moving.gif.100.size", "kB", moving_size, false, ALONE, 0},
    {"train.reader.steps", "steps/s", train_steps, false, ALONE, 0},
    {"train.reader.steps.one_thread", "steps/s", train_steps_one, false, ALONE, 0},
    {"train.reader.to_target", "min", train_to_target, true, ALONE, 0},
    {"start.first_frame", "ms", NULL, false, OF_WINDOW, WINDOW_FIRST_FRAME_MS},
    {"start.first_frame.cold", "ms", NULL, false, OF_WINDOW, WINDOW_FIRST_FRAME_COLD_MS},
    {"edit.to_picture", "ms", NULL, false, OF_WINDOW, WINDOW_EDIT_TO_PICTURE_MS},
    {"window.peak_memory", "MB", NULL, false, OF_WINDOW, WINDOW_PEAK_MEMORY_MB},
    {"window.idle_cpu", "%", NULL, false, OF_WINDOW, WINDOW_IDLE_CPU_PERCENT},
    {"train.window.frame", "ms", NULL, false, OF_WINDOW, WINDOW_TRAINING_FRAME_MS},
    {"train.window.frame.worst", "ms", NULL, false, OF_WINDOW, WINDOW_TRAINING_FRAME_WORST_MS},
    {"model.gpt2.read", "ms", NULL, true, OF_MODEL, BENCH_MODEL_READ},
    {"model.gpt2.open", "ms", NULL, true, OF_MODEL, BENCH_MODEL_OPEN},
    {"model.gpt2.open.cold", "ms", NULL, true, OF_MODEL, BENCH_MODEL_OPEN_COLD},
    {"model.gpt2.t64", "ms", NULL, true, OF_MODEL, BENCH_MODEL_T64},
    {"model.gpt2.t256", "ms", NULL, true, OF_MODEL, BENCH_MODEL_T256},
    {"model.gpt2.edit_last.t64", "ms", NULL, true, OF_MODEL, BENCH_MODEL_EDIT_LAST},
    {"model.gpt2.peak_memory", "MB", NULL, true, OF_MODEL, BENCH_MODEL_PEAK_MEMORY},
    {"model.export.grid.png", "s", NULL, true, OF_EXPORTS, BENCH_EXPORT_GRID},
    {"model.export.heads.png", "s", NULL, true, OF_EXPORTS, BENCH_EXPORT_HEADS},
};

static const char frames_name[] = "model.window"; /* the prefix of the window's own names */
static const char kinds_name[] = "kinds", kinds_window_name[] = "kinds.window",
                  kinds_model_name[] = "kinds.gpt2";

enum { FIGURE_COUNT = sizeof figures / sizeof figures[0] };

/* Is the figure to be measured? One that takes minutes only if the name or its beginning is given;
** "" matches nothing. */
static bool is_wanted(const BenchFigure *figure, const char *name) {
  if (!name) return !figure->takes_minutes;
  return *name && str_starts(str_from(figure->name), name);
}

static bool wants_any(BenchTogether together, const char *name) {
  for (int i = 0; i < FIGURE_COUNT; i++)
    if (figures[i].together == together && is_wanted(&figures[i], name)) return true;
  return false;
}

static void print_together(BenchTogether together, const char *name, const double *values) {
  for (int i = 0; i < FIGURE_COUNT; i++)
    if (figures[i].together == together && is_wanted(&figures[i], name))
      print_figure(figures[i].name, values[figures[i].index], figures[i].unit);
}

/* Figures whose names begin so take minutes: one is wanted when the name given is a beginning of
** theirs, or goes on from it. */
static bool wants_named(const char *name, const char *beginning) {
  if (!name || !*name) return false;
  return str_starts(str_from(beginning), name) || str_starts(str_from(name), beginning);
}

static bool wants_frames(const char *name) { return wants_named(name, frames_name); }

/* A name, or how several begin: stages. */
static bool check_name(const char *name, Status *status) {
  const char *names[FIGURE_COUNT];
  if (wants_frames(name) || wants_named(name, kinds_name)) return true;
  for (int i = 0; i < FIGURE_COUNT; i++) {
    names[i] = figures[i].name;
    if (is_wanted(&figures[i], name)) return true;
  }
  return names_refuse(&(Names){_("there is no figure “%.*s”; it is one of: %s"),
                               _("there is no figure “%.*s”; did you mean “%s”? It is one of: %s"),
                               names, FIGURE_COUNT},
                      str_from(name), status);
}

static bool print_window(const char *name, Status *status) {
  if (!wants_any(OF_WINDOW, name)) return true;
#ifdef HEADSUP_WINDOW
  double values[WINDOW_FIGURE_COUNT];
  Display display;
  if (!display_begin(&display, status)) return false;
  bool done = measure_window(values, status);
  display_end(&display);
  if (done) print_together(OF_WINDOW, name, values);
  return done;
#else
  return status_fail(status, STATUS_COULD_NOT, _("this headsup was built without a window"));
#endif
}

/* ---- a model of the disk ---- */

static bool print_passes(const char *name, const char *folder, Status *status) {
  double values[BENCH_MODEL_FIGURES];
  if (!wants_any(OF_MODEL, name)) return true;
  if (!bench_model_measure(folder, values, status)) return false;
  print_together(OF_MODEL, name, values);
  return true;
}

static bool print_exports(const char *name, const char *folder, Status *status) {
  double values[BENCH_EXPORTS];
  if (!wants_any(OF_EXPORTS, name)) return true;
  if (!bench_export_measure(folder, values, status)) return false;
  print_together(OF_EXPORTS, name, values);
  return true;
}

/* model.window.…: the window measures and names these figures; builds without a window have
** none. */
static bool print_frames(const char *name, const char *folder, Status *status) {
  if (!wants_frames(name)) return true;
#ifdef HEADSUP_WINDOW
  WindowFrames frames;
  Display display;
  if (!display_begin(&display, status)) return false;
  bool done = measure_window_frames(folder, &frames, status);
  display_end(&display);
  for (int i = 0; done && i < frames.count; i++) {
    char figure[64];
    snprintf(figure, sizeof figure, "%s.%.31s", frames_name, frames.at[i].name);
    if (str_starts(str_from(figure), name))
      print_figure(figure, frames.at[i].value, strstr(figure, "memory") ? "MB" : "ms");
  }
  return done;
#else
  (void)folder, (void)status;
  return true;
#endif
}

/* ---- kinds of attention ---- */

static bool print_window_kinds(const char *name, Status *status) {
  if (!wants_named(name, kinds_window_name)) return true;
#ifdef HEADSUP_WINDOW
  WindowFrames kinds;
  Display display;
  if (!display_begin(&display, status)) return false;
  bool done = measure_window_kinds(&kinds, status);
  display_end(&display);
  for (int i = 0; done && i < kinds.count; i++) {
    char figure[64];
    snprintf(figure, sizeof figure, "%s.%.31s", kinds_window_name, kinds.at[i].name);
    print_figure(figure, kinds.at[i].value, "ms");
  }
  return done;
#else
  (void)status;
  return true;
#endif
}

static bool print_model_kinds(const char *name, const char *folder, Status *status) {
  return !wants_named(name, kinds_model_name) ||
         bench_kinds_measure(&(BenchKinds){folder, name, print_figure}, status);
}

/* Passes are of ids, the rest is of sentences of numbers: a folder without a tokenizer takes them
** as ids. */
static bool print_all_of_model(void *self, const char *folder, Status *status) {
  const char *name = *(const char *const *)self;
  return print_passes(name, folder, status) && print_exports(name, folder, status) &&
         print_frames(name, folder, status) && print_model_kinds(name, folder, status);
}

/* The window's figures and the model's come last, since each group is measured in one go. */
bool bench_run(const Args *args, Status *status) {
  const char *name = args->word_count > 0 ? args->words[0] : NULL;
  if (args->word_count > 1)
    return status_fail(status, STATUS_USAGE, _("bench takes one name, or none for all figures"));
  if (!check_name(name, status)) return false;
  for (int i = 0; i < FIGURE_COUNT; i++) {
    double value = 0;
    if (figures[i].together != ALONE || !is_wanted(&figures[i], name)) continue;
    if (!figures[i].measure(&value, status)) return false;
    print_figure(figures[i].name, value, figures[i].unit);
  }
  bool model = wants_any(OF_MODEL, name) || wants_any(OF_EXPORTS, name) || wants_frames(name) ||
               wants_named(name, kinds_model_name);
  return print_window(name, status) && print_window_kinds(name, status) &&
         (!model ||
          bench_model_with(args->values[OPTION_MODEL], print_all_of_model, &name, status));
}
