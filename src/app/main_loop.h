/* app/main_loop.h -- the parts of a running window, for app_run and for measuring.
**
**   tick the session  →  draw when the picture may have changed  →  wait for events
**
** Nothing moves: the wait has no end and the process sleeps. Fonts and session are opened beside
** the graphics driver, which takes longest.
**
** Memory  app->arena as long as the window; frame_arena until the next picture is built, so hands
**         and window must keep copies of what they take from the list.
** Threads The opener's is joined before anything it made is used; after that only this thread
**         touches the App. Work beside the window wakes it (window_wake) and is taken up by tick.
** Errors  Where the driver loses its context a new one is made. Where that fails it is tried again
**         after pauses, in which nothing is drawn but events, session and autosave go on; after the
**         last attempt the window ends, and the autosave stays for the next start.
*/
#ifndef APP_MAIN_LOOP_H
#define APP_MAIN_LOOP_H

#include <pthread.h>

#include "app/app.h"
#include "app/input.h"
#include "app/signals.h"
#include "app/window.h"
#include "font/font.h"
#include "render/gl/gl.h"

/* A window and all that is behind it. */
typedef struct App {
  const AppOptions *options;
  Signals *signals; /* NULL: none are heard */
  Arena *arena, *frame_arena;
  Pool *pool;
  Fonts *fonts;
  Session *session;
  Window *window;
  GlRenderer *gl; /* NULL: lost, until an attempt to have it back succeeds */
  InputState input;
  DrawList list; /* on show now, on frame_arena */
  pthread_t opener;
  Status opener_status;
  bool opener_runs, opened;               /* fonts and session */
  bool stale;                             /* draw, whatever the revision */
  unsigned long shown_revision;           /* of the session, in the picture on show */
  double last_frame_ms, last_activity_ms; /* activity: the caret blinks from here */
  /* As the picture on show has them: where they would differ now, it is stale. */
  bool caret_shown;
  bool tip_shown;
  Box hover_shown; /* outlined under the pointer; w 0: nothing */
  /* Of an export that is at work: files written and wanted; count 0: none is. */
  int progress_done, progress_count;
  double progress_share; /* of the file being written, where it is a large picture */
  bool exports;          /* one is at work, and its picture points at numbers of the trace */
  double last_progress_ms, progress_start_ms; /* drawn, and begun, by os_now_ms */
  double graphics_due_ms; /* while gl is NULL: when the next attempt to have it back is made */
  int graphics_attempts;  /* since the last picture that came out whole */
  bool quit;
  bool broke;           /* the graphics failed for good: the next start offers the work back */
  bool commands_due;    /* the script of the command line is over, its commands are not begun */
  Status first_failure; /* of a script or commands of the command line; the window then ends */
  int signal_number;
} App;

/* Opens everything and begins the first commands, which go on by the turns; one that fails there
** sets first_failure and quit. signals may be NULL. Fills all of *app, which must not move
** afterwards: the session's hooks point at it. main_loop_close follows in either case. */
bool main_loop_open(App *app, const AppOptions *options, Signals *signals, Status *status);
/* Saves, and frees all but what work that does not stop still reads. */
void main_loop_close(App *app);

/* One round; waits for at most most_wait_ms (below 0: as long as nothing happens). false: the
** graphics driver failed for good. */
bool main_loop_turn(App *app, double most_wait_ms, Status *status);
/* Draws and presents now, whether anything changed or not; false as above. Does nothing while the
** next attempt to have lost graphics back is not due. */
bool main_loop_draw(App *app, Status *status);

#endif
