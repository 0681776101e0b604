/* measure/window_views.c -- opens each view several times. */
#include "measure/window_views.h"

#include <stdio.h>

#include "base/os.h"
#include "measure/clock.h"

enum { OPENINGS = 15, WARM_UPS = 2 };
static const double REST_MS = 20;

static const char one_head[] = "view stage; arcs off";
/* What a view holds goes when another is opened. */
static const char other[] = "view average", another[] = "view rollout";
static const struct {
  const char *name, *command;
} views[] = {
    {"arcs", "arcs all"}, {"average", other}, {"rollout", another}, {"answers", "view answers"}};

static bool draw(App *app) {
  bool drawn = main_loop_draw(app, NULL);
  gl_finish();
  return drawn;
}

static bool is_under_way(const App *app) {
  const LayerAnswers *answers = session_answers(app->session);
  return answers && answers->refusal == LAYER_ANSWERS_UNDER_WAY;
}

/* False: the view does not open. */
static bool time_opening(App *app, const char *command, double *took_ms) {
  session_do(app->session, command == other ? another : other, NULL);
  session_do(app->session, one_head, NULL);
  measure_rest(app, REST_MS);
  double start = measure_clock_ms();
  bool opened = session_do(app->session, command, NULL) && draw(app);
  bool waits = opened && is_under_way(app);
  while (waits && is_under_way(app)) session_tick(app->session, os_now_ms());
  if (waits) opened = draw(app);
  *took_ms = measure_clock_ms() - start;
  return opened;
}

void measure_views(App *app, const char *before, WindowFrames *frames) {
  char line[64];
  int layers = trace_layer_count(session_trace(app->session));
  snprintf(line, sizeof line, "motion off; stage weights; layer %d; head 1", layers);
  session_do(app->session, line, NULL);
  for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
    double took_ms[OPENINGS], unused;
    bool opened = true;
    for (int n = -WARM_UPS; opened && n < OPENINGS; n++)
      opened = time_opening(app, views[i].command, n < 0 ? &unused : &took_ms[n]);
    if (!opened || frames->count == WINDOW_FRAMES_MOST) continue;
    snprintf(frames->at[frames->count].name, sizeof frames->at[0].name, "%s%s", before,
             views[i].name);
    frames->at[frames->count++].value = measure_median(took_ms, OPENINGS);
  }
  session_do(app->session, one_head, NULL);
}
