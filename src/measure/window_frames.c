/* measure/window_frames.c -- the views that are measured, and their frames. */
#include "measure/window_frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/os.h"
#include "measure/clock.h"
#include "measure/window_views.h"

enum { FRAMES = 21, WARM_UPS = 3, MOVING_FRAMES_MOST = 600, MOMENTS = 40, SHORT = 64, LONG = 1024 };
enum { BRIEF_FRAMES = 2, BRIEF_WARM_UPS = 1 };
static const double SETTLE_MS = 150;
static const int QUIET_ROUNDS_MOST = 40; /* of SETTLE_MS, until nothing waits to be made */

typedef struct MeasuredView {
  const char *name, *commands;
} MeasuredView;

static const char plain[] =
    "view stage; cell none; threshold off; lens off; arcs off; tint off; zoom 1";
/* Besides the stages that the trace has. */
static const MeasuredView views[] = {
    {"overview", "stage weights; view overview"}, {"heads", "stage weights; view heads"},
    {"grid", "stage weights; view grid"},         {"threshold", "stage weights; threshold 90"},
    {"lens", "stage weights; lens on"},           {"arcs", "stage weights; arcs on"},
    {"tint", "stage weights; tint on"},           {"zoom", "stage weights; zoom 8"},
};
enum { VIEWS = sizeof views / sizeof *views };

/* Is the figure to be measured? All are if the variable is not set. */
static bool is_wanted(const char *name) {
  const char *only = getenv("HEADSUP_MEASURE_ONLY");
  return !only || str_starts(str_from(name), only);
}

/* Only with 1,024 tokens there are figures of those names. */
static bool wants_long(void) {
  const char *only = getenv("HEADSUP_MEASURE_ONLY");
  return !only || str_starts(str_from(only), "t1") || str_starts(str_from("t1024"), only);
}

/* Of frames or moments that a figure is taken of; few where only the figures' names matter. */
static int brief_or(int brief, int count) {
  return getenv("HEADSUP_MEASURE_BRIEF") ? brief : count;
}

static void add_value(WindowFrames *frames, const char *name, double value) {
  if (frames->count == WINDOW_FRAMES_MOST) return;
  snprintf(frames->at[frames->count].name, sizeof frames->at[0].name, "%s", name);
  frames->at[frames->count++].value = value;
}

/* ---- frames ---- */

static bool draw(App *app) {
  session_tick(app->session, os_now_ms());
  bool drawn = main_loop_draw(app, NULL);
  gl_finish();
  return drawn;
}

/* Moves the pointer across the picture, to another position each time. */
static void move_pointer(App *app, int i) {
  float width = app->list.width_pt, height = app->list.height_pt, t = (float)i / FRAMES;
  Point at = {width * (0.22f + 0.36f * t), height * (0.32f + 0.36f * fmodf(t * 3, 1))};
  input_move(&app->input, at, os_now_ms());
}

static void other_head(App *app, int i) {
  char line[32];
  int heads = trace_head_count(session_trace(app->session), 0);
  snprintf(line, sizeof line, "head %d", 1 + i % (heads > 0 ? heads : 1));
  session_do(app->session, line, NULL);
}

/* Also changes the layer, so that its matrices are not in the cache. */
static void new_head(App *app, int i) {
  char line[48];
  int layers = trace_layer_count(session_trace(app->session));
  int heads = trace_head_count(session_trace(app->session), 0);
  if (layers < 1 || heads < 1) return;
  snprintf(line, sizeof line, "layer %d; head %d", 1 + i % layers, 1 + (i / layers + 1) % heads);
  session_do(app->session, line, NULL);
}

static bool time_frames(App *app, void (*change)(App *app, int i), double took_ms[FRAMES]) {
  int warm_ups = brief_or(BRIEF_WARM_UPS, WARM_UPS), count = brief_or(BRIEF_FRAMES, FRAMES);
  for (int i = -warm_ups; i < count; i++) {
    double start = measure_clock_ms();
    change(app, i + warm_ups);
    if (!draw(app)) return false;
    if (i >= 0) took_ms[i] = measure_clock_ms() - start;
  }
  return true;
}

static double median_frame_ms(App *app, void (*change)(App *app, int i)) {
  double took_ms[FRAMES];
  bool done = time_frames(app, change, took_ms);
  return done ? measure_median(took_ms, brief_or(BRIEF_FRAMES, FRAMES)) : INFINITY;
}

/* The median, and the time that one in twenty exceeds. */
static void add_times(WindowFrames *frames, const char *name, double *took_ms, int count) {
  char p95[32];
  snprintf(p95, sizeof p95, "%s.p95", name);
  add_value(frames, name, took_ms ? measure_median(took_ms, count) : INFINITY);
  add_value(frames, p95, took_ms ? took_ms[count * 95 / 100] : INFINITY);
}

/* Draws frames until all that the view computes once is done. */
static void settle(App *app) {
  measure_rest(app, SETTLE_MS);
  for (int i = 0; app->stale && i < QUIET_ROUNDS_MOST; i++) measure_rest(app, SETTLE_MS);
}

/* False: the view does not show what the commands asked for, so there is no figure. */
static bool show(App *app, const char *commands) {
  input_leave(&app->input);
  bool shown = session_do(app->session, plain, NULL) && session_do(app->session, commands, NULL);
  settle(app);
  return shown;
}

/* All frames of going through the stages, one transition each. */
static double median_moving_ms(App *app) {
  double took_ms[MOVING_FRAMES_MOST];
  int count = 0, most = brief_or(BRIEF_FRAMES, MOVING_FRAMES_MOST);
  if (!show(app, "stage first; motion on")) return INFINITY;
  for (int i = 1; i < trace_stage_count(session_trace(app->session)) && count < most; i++) {
    session_do(app->session, "step", NULL);
    draw(app); /* makes the matrices */
    while (session_view(app->session)->transition < 1 && count < most) {
      double start = measure_clock_ms();
      if (!draw(app)) return INFINITY;
      took_ms[count++] = measure_clock_ms() - start;
    }
  }
  return count > 0 ? measure_median(took_ms, count) : INFINITY;
}

/* MOMENTS of one way, one after another as they are played; way names it after its fraction: a
** stage, or where it begins. */
static bool time_moments(App *app, const char *way, double took_ms[MOMENTS]) {
  char line[64];
  int warm_ups = brief_or(BRIEF_WARM_UPS, WARM_UPS), count = brief_or(BRIEF_FRAMES, MOMENTS);
  for (int i = -warm_ups; i < count; i++) {
    double t = ((double)int_clamp(i, 0, MOMENTS) + 0.5) / MOMENTS;
    snprintf(line, sizeof line, "moment %.3f %s", t, way);
    double start = measure_clock_ms();
    session_do(app->session, line, NULL);
    if (!draw(app)) return false;
    if (i >= 0) took_ms[i] = measure_clock_ms() - start;
  }
  return true;
}

/* A moment of the same motion is on show before the first frame that counts. */
static void measure_moment(App *app, WindowFrames *frames, const char *name, const char *way) {
  double took_ms[MOMENTS];
  char full[32];
  snprintf(full, sizeof full, "t64.moment.%s", name);
  if (!is_wanted(full)) return;
  bool done = show(app, "cell 8 row; stage weights; moment 0.5") && time_moments(app, way, took_ms);
  add_times(frames, full, done ? took_ms : NULL, brief_or(BRIEF_FRAMES, MOMENTS));
}

static void measure_moments(App *app, WindowFrames *frames) {
  const Trace *trace = session_trace(app->session);
  int worst = frames->count;
  add_value(frames, "t64.moment", 0);
  for (int i = 1; i < trace_stage_count(trace); i++) {
    const char *stage = stage_info(trace_stage_at(trace, i))->name;
    measure_moment(app, frames, stage, stage);
  }
  measure_moment(app, frames, "unfold", "from overview");
  for (int i = worst + 1; i < frames->count; i += 2)
    frames->at[worst].value = fmax(frames->at[worst].value, frames->at[i].value);
  if (frames->count == worst + 1) frames->count = worst; /* none of them is wanted */
}

/* ---- the sentence ---- */

static bool type_sentence(App *app, int words, const char *ending) {
  Arena *arena = arena_make(0);
  Status status;
  if (!arena) return false;
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "sentence \"");
  for (int i = 0; i < words; i++) strbuf_format(&line, "%s%d", i ? " " : "", 1 + i * 7 % 9);
  strbuf_format(&line, "%s\"", ending);
  bool said = !line.failed && session_do_text(app->session, strbuf_str(&line), NULL) &&
              session_wait(app->session, &status);
  arena_free(arena);
  return said;
}

static int count_tokens(const App *app) { return trace_token_count(session_trace(app->session)); }

/* Sets a sentence of that many tokens. A byte-level tokenizer without merges also makes a token of
** each space: then half as many digits give all tokens but one, which a space at the end adds.
** False if the model takes fewer. */
static bool say_tokens(App *app, int tokens) {
  if (!type_sentence(app, tokens, "")) return false;
  int cut = trace_cut_count(session_trace(app->session)), count = count_tokens(app) + cut;
  if (count == tokens || count == 0) return count > 0 && cut == 0;
  if (!type_sentence(app, tokens * tokens / count, "")) return false;
  return count_tokens(app) == tokens ||
         (type_sentence(app, tokens * tokens / count, " ") && count_tokens(app) == tokens);
}

/* ---- all of it ---- */

static const char opening[] = "t64.open.";

static void measure_grid(App *app, WindowFrames *frames) {
  if (!is_wanted("grid.frame")) return;
  if (!show(app, "stage weights; view grid")) return;
  add_value(frames, "grid.frame", median_frame_ms(app, move_pointer));
  add_value(frames, "grid.frame.head", median_frame_ms(app, other_head));
}

/* The overview with all its ribbons. */
static void measure_overview(App *app, WindowFrames *frames) {
  double took_ms[FRAMES];
  if (!is_wanted("overview.frame")) return;
  if (!show(app, "stage weights; view overview")) return;
  bool done = time_frames(app, move_pointer, took_ms);
  add_times(frames, "overview.frame", done ? took_ms : NULL, brief_or(BRIEF_FRAMES, FRAMES));
}

/* Measures frames while the pointer moves over the view of the commands. */
static void measure_view(App *app, WindowFrames *frames, const char *view, const char *commands) {
  char name[32];
  snprintf(name, sizeof name, "t1024.frame.%s", view);
  if (!is_wanted(name)) return;
  if (show(app, commands)) add_value(frames, name, median_frame_ms(app, move_pointer));
}

static void measure_long(App *app, WindowFrames *frames) {
  char commands[32];
  int worst = frames->count;
  add_value(frames, "t1024.frame", 0);
  for (int i = 0; i < trace_stage_count(session_trace(app->session)); i++) {
    const char *stage = stage_info(trace_stage_at(session_trace(app->session), i))->name;
    snprintf(commands, sizeof commands, "stage %s", stage);
    measure_view(app, frames, stage, commands);
  }
  for (int i = 0; i < VIEWS; i++) measure_view(app, frames, views[i].name, views[i].commands);
  if (is_wanted("t1024.frame.moving"))
    add_value(frames, "t1024.frame.moving", median_moving_ms(app));
  for (int i = worst + 1; i < frames->count; i++)
    frames->at[worst].value = fmax(frames->at[worst].value, frames->at[i].value);
  if (!is_wanted("t1024.head")) return;
  if (show(app, "stage weights")) add_value(frames, "t1024.head", median_frame_ms(app, new_head));
}

void measure_frames(App *app, WindowFrames *frames) {
  Status status;
  if (!session_wait(app->session, &status) || !say_tokens(app, SHORT)) return;
  measure_grid(app, frames);
  measure_moments(app, frames);
  measure_overview(app, frames);
  if (is_wanted("t64.open")) measure_views(app, opening, frames);
  if (wants_long() && !say_tokens(app, LONG)) return;
  if (wants_long()) measure_long(app, frames);
  add_value(frames, "peak_memory", os_peak_memory_mb() * 1.048576);
}
