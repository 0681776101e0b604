/* app/app.c -- from options to an exit code. */
#include "app/app.h"

#include "app/measure.h"
#include "app/run.h"
#include "app/signals.h"

static void caught(void *self, int signal_number) { window_signal(self, signal_number); }

static bool run(App *app, Status *status) {
  bool shown = run_draw(app, status);
  if (shown) measure_child(app);
  while (shown && !app->quit) shown = run_turn(app, -1, status);
  app->broke = !shown;
  return shown;
}

bool app_run(const AppOptions *options, int *exit_code, Status *status) {
  App app;
  Signals signals;
  *exit_code = 0;
  signals_block(&signals);
  bool done = run_open(&app, options, status);
  if (done) {
    signals_start(&signals, caught, app.window);
    done = app.quit || run(&app, status);
  }
  signals_end(&signals);
  if (app.signal_number) *exit_code = 128 + app.signal_number;
  run_close(&app);
  return done;
}
