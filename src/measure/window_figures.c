/* measure/window_figures.c -- the figures start.first_frame (warm and cold), edit.to_picture,
** window.peak_memory, window.idle_cpu, and train.window.frame (median and worst).
**
** Needs a display. The children keep their state and settings in a folder of their own, so that no
** autosave is found or left, and all measure the same window.
*/
#define _GNU_SOURCE /* environ */
#include "measure/window_figures.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/main_loop.h"
#include "base/i18n.h"
#include "base/os.h"
#include "measure/bench_kinds.h"
#include "measure/clock.h"
#include "measure/window_frames.h"
#include "measure/window_views.h"

static const char measure_variable[] = "HEADSUP_MEASURE";
static const char no_cache_variable[] = "MESA_SHADER_CACHE_DISABLE";
enum { STARTS = 9, WARM_UPS = 3, EDITS = 20, FRAMES = 180 };
static const double SETTLE_MS = 1000, IDLE_MS = 5000, FRAME_EVERY_MS = 1000.0 / 60;

/* ---- in the child ---- */

/* Runs rounds of the main loop for a time, as an idle window does. */
void measure_rest(App *app, double for_ms) {
  double end = os_now_ms() + for_ms;
  for (double left = for_ms; left > 0 && !app->quit; left = end - os_now_ms())
    if (!main_loop_turn(app, left, NULL)) return;
}

/* The time from the text event to the presented picture. */
static double one_edit_ms(App *app) {
  measure_rest(app, 20);
  double start = measure_clock_ms();
  window_type(app->window, "a");
  main_loop_turn(app, 100, NULL);
  main_loop_draw(app, NULL);
  return measure_clock_ms() - start;
}

/* The shortest of twenty: disturbances only add time. */
static double best_edit_ms(App *app) {
  double best = 1e9;
  session_do(app->session, "edit begin", NULL);
  measure_rest(app, 100);
  for (int i = 0; i < WARM_UPS + EDITS; i++) {
    double ms = one_edit_ms(app);
    if (i >= WARM_UPS && ms < best) best = ms;
  }
  session_do(app->session, "edit end", NULL);
  return best;
}

/* A sentence of 64 words that the reader knows, the last of which grows with each key. */
static void say_64_words(App *app) {
  enum { WORDS = 64 };
  char line[WORDS * 8 + 32];
  int bytes = snprintf(line, sizeof line, "sentence \"");
  for (int i = 0; i < WORDS; i++)
    bytes += snprintf(line + bytes, sizeof line - (size_t)bytes, "%s%s", i ? " " : "",
                      i % 3 == 0   ? "the"
                      : i % 3 == 1 ? "animal"
                                   : "was");
  snprintf(line + bytes, sizeof line - (size_t)bytes, "\"; stage weights; view stage");
  session_do(app->session, line, NULL);
}

static void measure_kinds(App *app, WindowFrames *kinds) {
  BenchKind kind = {.name = "plain", .command = "kv_heads own"};
  bool is_there = true;
  for (int i = 0; is_there && kinds->count < WINDOW_FRAMES_MOST; i++) {
    say_64_words(app);
    if (session_do(app->session, kind.command, NULL)) {
      snprintf(kinds->at[kinds->count].name, sizeof kinds->at[0].name, "%.31s", kind.name);
      kinds->at[kinds->count++].value = best_edit_ms(app);
    }
    session_do(app->session, "reset", NULL);
    is_there = bench_kind_at(i, &kind);
  }
  say_64_words(app);
  measure_views(app, "open.", kinds);
}

/* From a bent number of K to the presented picture of the weights: everything behind it is computed
** anew, and what moved is marked. The shortest of twenty. */
static double best_bend_ms(App *app) {
  double best = 1e9;
  char line[64];
  say_64_words(app);
  session_do(app->session, "layer 1; head 1; stage scores; cell 40 3; stage weights", NULL);
  measure_rest(app, 100);
  for (int i = 0; i < WARM_UPS + EDITS; i++) {
    measure_rest(app, 20);
    double start = measure_clock_ms();
    snprintf(line, sizeof line, "set k 3 1 %d.5 layer 1 head 1", i % 5 - 2);
    session_do(app->session, line, NULL);
    main_loop_turn(app, 0, NULL); /* draws and presents, because the session has changed */
    double ms = measure_clock_ms() - start;
    if (i >= WARM_UPS && ms < best) best = ms;
  }
  session_do(app->session, "reset", NULL);
  return best;
}

/* Starts after a moment, in which the last frames and uploads finish. */
static double idle_percent(App *app) {
  measure_rest(app, SETTLE_MS);
  double cpu_ms = os_process_cpu_ms(), start = os_now_ms();
  measure_rest(app, IDLE_MS);
  return 100 * (os_process_cpu_ms() - cpu_ms) / (os_now_ms() - start);
}

static int by_size(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

double measure_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[count / 2];
}

/* The time of one frame on the window's thread while the reader trains in the background: updating
** the model, drawing and presenting. */
static void measure_training(App *app, double *figures) {
  double frames_ms[FRAMES];
  session_do(app->session, "view training; train reader; train pace full; train go", NULL);
  measure_rest(app, SETTLE_MS);
  for (int i = 0; i < FRAMES; i++) {
    double start = os_now_ms();
    session_tick(app->session, start);
    main_loop_draw(app, NULL);
    frames_ms[i] = os_now_ms() - start;
    if (frames_ms[i] < FRAME_EVERY_MS) measure_rest(app, FRAME_EVERY_MS - frames_ms[i]);
  }
  session_do(app->session, "train pause", NULL);
  figures[WINDOW_TRAINING_FRAME_MS] = measure_median(frames_ms, FRAMES);
  figures[WINDOW_TRAINING_FRAME_WORST_MS] = frames_ms[FRAMES - 1];
}

static void measure_figures(App *app, const char *kind, double *figures) {
  if (str_starts(str_from(kind), "all")) {
    figures[WINDOW_EDIT_TO_PICTURE_MS] = best_edit_ms(app);
    figures[WINDOW_IDLE_CPU_PERCENT] = idle_percent(app);
  }
  figures[WINDOW_PEAK_MEMORY_MB] = os_peak_memory_mb();
  if (str_starts(str_from(kind), "train")) measure_training(app, figures);
}

void measure_child(App *app) {
  const char *value = getenv(measure_variable), *colon = value ? strchr(value, ':') : NULL;
  double figures[WINDOW_FIGURE_COUNT] = {0};
  WindowFrames frames = {0};
  long descriptor;
  if (!colon || !str_to_long(str_from(colon + 1), &descriptor)) return;
  bool by_kind = str_starts(str_from(value), "kinds");
  if (str_starts(str_from(value), "bend")) figures[0] = best_bend_ms(app);
  bool by_view = by_kind || str_starts(str_from(value), "frames");
  if (by_kind) measure_kinds(app, &frames);
  else if (by_view) measure_frames(app, &frames);
  else if (!str_starts(str_from(value), "bend")) measure_figures(app, value, figures);
  const void *told = by_view ? (const void *)&frames : figures;
  ssize_t bytes = by_view ? sizeof frames : sizeof figures;
  bool is_told = write((int)descriptor, told, (size_t)bytes) == bytes;
  app->quit = true;
  (void)is_told; /* if not, the parent reads too little and says so */
}

/* ---- in the parent ---- */

static bool could_not(const char *what, Status *status) {
  return status_fail(status, STATUS_COULD_NOT, _("The window could not be measured: %s"), what);
}

typedef struct Told { /* what a child writes */
  void *at;
  size_t bytes;
} Told;

/* Starts this program as a child that measures the window's figures. */
static bool start_child(const char *kind, char **arguments, Told told, Status *status) {
  int ends[2];
  char variable[32];
  pid_t child;
  if (pipe(ends) != 0) return could_not(_("no pipe"), status);
  snprintf(variable, sizeof variable, "%s:%d", kind, ends[1]);
  setenv(measure_variable, variable, 1);
  bool started = posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ) == 0;
  unsetenv(measure_variable);
  close(ends[1]);
  bool read_all = started && read(ends[0], told.at, told.bytes) == (ssize_t)told.bytes;
  close(ends[0]);
  if (started) waitpid(child, NULL, 0);
  return read_all || could_not(_("its process showed nothing"), status);
}

/* Runs a child; returns its figures and the time until they came. */
static bool run_child(const char *kind, double figures[WINDOW_FIGURE_COUNT], double *took_ms,
                      Status *status) {
  char *arguments[] = {"headsup", NULL};
  double start = os_now_ms();
  bool done =
      start_child(kind, arguments, (Told){figures, WINDOW_FIGURE_COUNT * sizeof *figures}, status);
  *took_ms = os_now_ms() - start;
  return done;
}

/* The median, since the disk delays some starts. */
static bool median_start_ms(double *median, Status *status) {
  double took_ms[STARTS];
  double ignored[WINDOW_FIGURE_COUNT];
  for (int i = 0; i < STARTS; i++)
    if (!run_child("first", ignored, &took_ms[i], status)) return false;
  *median = measure_median(took_ms, STARTS);
  return true;
}

/* The cold starts come first, with the cache off, so they cannot fill it for each other. */
static bool measure(double figures[WINDOW_FIGURE_COUNT], Status *status) {
  double warm_ms = 0, cold_ms = 0, unused;
  double ignored[WINDOW_FIGURE_COUNT], training[WINDOW_FIGURE_COUNT];
  setenv(no_cache_variable, "true", 1);
  bool cold = median_start_ms(&cold_ms, status);
  unsetenv(no_cache_variable);
  bool done = cold && run_child("first", ignored, &unused, status) && /* fills the cache */
              median_start_ms(&warm_ms, status) && run_child("all", figures, &unused, status) &&
              run_child("train", training, &unused, status);
  if (!done) return false;
  figures[WINDOW_TRAINING_FRAME_MS] = training[WINDOW_TRAINING_FRAME_MS];
  figures[WINDOW_TRAINING_FRAME_WORST_MS] = training[WINDOW_TRAINING_FRAME_WORST_MS];
  figures[WINDOW_FIRST_FRAME_MS] = warm_ms;
  figures[WINDOW_FIRST_FRAME_COLD_MS] = cold_ms;
  return true;
}

/* ---- a folder for the time of measuring ---- */

static void remove_entry(void *self, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/headsup/%s", (const char *)self, name);
  unlink(path);
}

/* Removes only files that the children may have made. */
static void remove_folder(char *folder) {
  char inner[128];
  Arena *arena = arena_make(0);
  snprintf(inner, sizeof inner, "%s/headsup", folder);
  if (arena) os_list_folder(arena, inner, remove_entry, folder);
  arena_free(arena);
  rmdir(inner);
  rmdir(folder);
}

/* A variable of the environment, and what it was. */
typedef struct Kept {
  const char *name;
  char *former; /* NULL: it was not there */
} Kept;

static Kept keep(Arena *arena, const char *name, const char *value) {
  const char *former = getenv(name);
  Kept kept = {name, former && arena ? str_copy(arena, str_from(former)) : NULL};
  setenv(name, value, 1);
  return kept;
}

static void give_back(const Kept *kept) {
  if (kept->former) setenv(kept->name, kept->former, 1);
  else unsetenv(kept->name);
}

static bool measure_in_folder(bool (*run)(void *self, Status *status), void *self, Status *status) {
  char folder[] = "/tmp/headsup-measure-XXXXXX";
  Arena *arena = arena_make(0);
  bool own_folder = mkdtemp(folder) != NULL;
  Kept state = {0}, config = {0};
  if (own_folder) state = keep(arena, "XDG_STATE_HOME", folder);
  if (own_folder) config = keep(arena, "XDG_CONFIG_HOME", folder);
  bool done = run(self, status);
  if (own_folder) {
    give_back(&state);
    give_back(&config);
    remove_folder(folder);
  }
  arena_free(arena);
  return done;
}

static bool run_figures(void *self, Status *status) { return measure(self, status); }

bool measure_window(double figures[WINDOW_FIGURE_COUNT], Status *status) {
  for (int i = 0; i < WINDOW_FIGURE_COUNT; i++) figures[i] = 0;
  return measure_in_folder(run_figures, figures, status);
}

static bool run_bend(void *self, Status *status) {
  double figures[WINDOW_FIGURE_COUNT], unused, *best = self;
  bool done = run_child("bend", figures, &unused, status);
  if (done) *best = figures[0];
  return done;
}

bool measure_window_bend(double *ms, Status *status) {
  return measure_in_folder(run_bend, ms, status);
}

typedef struct FramesRun {
  const char *model;
  WindowFrames *frames;
} FramesRun;

static bool run_frames(void *self, Status *status) {
  const FramesRun *run = self;
  char model[1024];
  char *arguments[] = {"headsup", "--model", model, NULL};
  snprintf(model, sizeof model, "%s", run->model);
  bool done = start_child("frames", arguments, (Told){run->frames, sizeof *run->frames}, status);
  return done && (run->frames->count > 0 || could_not(_("the model did not run"), status));
}

bool measure_window_frames(const char *model, WindowFrames *frames, Status *status) {
  *frames = (WindowFrames){0};
  return measure_in_folder(run_frames, &(FramesRun){model, frames}, status);
}

static bool run_kinds(void *self, Status *status) {
  WindowFrames *kinds = self;
  char *arguments[] = {"headsup", "--model", "reader", NULL};
  bool done = start_child("kinds", arguments, (Told){kinds, sizeof *kinds}, status);
  return done && (kinds->count > 0 || could_not(_("the model did not run"), status));
}

bool measure_window_kinds(WindowFrames *kinds, Status *status) {
  *kinds = (WindowFrames){0};
  return measure_in_folder(run_kinds, kinds, status);
}
