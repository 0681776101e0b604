/* app/run.h -- the parts of a running window, for app_run and for measuring.
**
**   tick the session  →  draw when the picture may have changed  →  wait for events
**
** Nothing moves: the wait has no end and the process sleeps. Fonts and session are opened beside
** the graphics driver, which takes longest.
*/
#ifndef APP_RUN_H
#define APP_RUN_H

#include <pthread.h>

#include "app/app.h"
#include "app/hands.h"
#include "app/signals.h"
#include "app/window.h"
#include "font/font.h"
#include "render/gl/gl.h"

typedef struct App {
  const AppOptions *options;
  Signals *signals; /* NULL: none are heard */
  Arena *arena, *frame_arena;
  Pool *pool;
  Fonts *fonts;
  Session *session;
  Window *window;
  GlRenderer *gl;
  Hands hands;
  DrawList list;
  pthread_t opener;
  Status opener_status;
  bool opener_runs, opened; /* fonts and session */
  bool stale;               /* draw, whatever the revision */
  unsigned long shown_revision;
  double last_frame_ms, last_activity_ms; /* activity: the caret blinks from here */
  bool caret_shown;
  bool tip_shown;
  Box hover_shown;                   /* outlined under the pointer */
  int progress_done, progress_count; /* count 0: nothing is being written */
  double last_progress_ms, progress_start_ms;
  bool quit;
  bool broke; /* the graphics failed for good: the next start offers the work back */
  int signal_number;
} App;

bool run_open(App *app, const AppOptions *options, Signals *signals, Status *status);
void run_close(App *app);

/* One round; waits for at most most_wait_ms (below 0: as long as nothing happens). false: the
** graphics driver failed for good. */
bool run_turn(App *app, double most_wait_ms, Status *status);
/* Draws and presents now. */
bool run_draw(App *app, Status *status);

#endif
