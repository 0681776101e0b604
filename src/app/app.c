/* app/app.c -- from options to an exit code. */
#include "app/app.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/identity.h"
#include "app/main_loop.h"
#include "app/signals.h"
#include "base/os.h"

/* The longest time from a signal to the end of the process, whatever work is running. */
static const double END_MS = 2000;

/* Called on the thread of the signals. window_signal and window_wake may be
** called from any thread. */
static void wake(void *window) { window_signal(window); }

/* The first picture is drawn before the first event is handled, so that a start shows something
** as soon as possible. */
static bool run(App *app, Status *status) {
  bool shown = main_loop_draw(app, status);
  if (shown && app->options->first_frame) app->options->first_frame(app);
  while (shown && !app->quit) shown = main_loop_turn(app, -1, status);
  app->broke = !shown;
  if (!shown || app->first_failure.kind == STATUS_OK) return shown;
  *status = app->first_failure;
  return false;
}

/* Without a session bus SDL's D-Bus library would start one: a process that outlives the
** window, made by a fork while our threads run. Must run before threads are made, since
** setenv is not thread-safe. */
static void prevent_bus_start(void) {
  static const char variable[] = "DBUS_SESSION_BUS_ADDRESS", nowhere[] = "disabled:";
  const char *folder = getenv("XDG_RUNTIME_DIR");
  char users_bus[1024] = "";
  if (folder) snprintf(users_bus, sizeof users_bus, "%s/bus", folder);
  if (os_kind(users_bus) == OS_MISSING) setenv(variable, nowhere, 0);
}

/* A signal while the window opens ends its scripts early: that is a
** requested end, not a failure. */
bool app_run(const AppOptions *options, int *exit_code, Status *status) {
  App app;
  Signals signals;
  *exit_code = 0;
  prevent_bus_start();
  identity_set_id();
  signals_start(&signals, END_MS);
  bool done = main_loop_open(&app, options, &signals, status);
  if (done) {
    signals_wake_with(&signals, wake, app.window);
    done = app.quit || run(&app, status);
  }
  app.signal_number = signals_caught(&signals);
  signals_wake_with(&signals, NULL, NULL);
  if (app.signal_number) *exit_code = 128 + app.signal_number;
  main_loop_close(&app);
  signals_end(&signals);
  return done || app.signal_number;
}
