/* app/main_loop.h -- the parts of a running window, for app_run and for measuring.
**
**   tick the session  →  draw if the picture may have changed  →  wait for events
**
** While nothing moves the wait has no time limit and the process sleeps. Fonts and session are
** opened on another thread while the graphics driver starts, which takes longest.
**
** Memory  app->arena lives as long as the window, frame_arena until the next picture is built.
**         Input and window must copy what they keep of the list.
** Threads The opener thread is joined before anything that it made is used; from then on only this
**         thread touches the App. Work on other threads wakes the window (window_wake), and
**         session_tick takes its results.
** Errors  When the driver loses its context a new one is made. If that fails it is tried again
**         after pauses, in which nothing is drawn but events, session and autosave go on; after the
**         last attempt the window ends, and the autosave stays for the next start.
*/
#ifndef APP_MAIN_LOOP_H
#define APP_MAIN_LOOP_H

#include <pthread.h>

#include "app/app.h"
#include "app/input.h"
#include "app/presenter_display.h"
#include "app/speech.h"
#include "app/signals.h"
#include "app/window.h"
#include "font/font.h"
#include "render/gl/gl.h"

/* A window and everything it uses. */
typedef struct App {
  const AppOptions *options;
  Signals *signals; /* NULL: signals are not watched */
  Arena *arena, *frame_arena;
  Pool *pool;
  Fonts *fonts;
  Session *session;
  Window *window;
  GlRenderer *gl; /* NULL: the context is lost and not yet restored */
  InputState input;
  PresenterDisplay presenter;
  Speech speech;
  bool redraws_notes; /* the system wants their window drawn anew */
  DrawList list;      /* on show now, on frame_arena */
  pthread_t opener;
  Status opener_status;
  bool opener_runs, opened;               /* fonts and session */
  bool stale;                             /* draw even if the revision is unchanged */
  unsigned long shown_revision;           /* of the session, in the picture on show */
  double last_frame_ms, last_activity_ms; /* activity: the caret blinks from here */
  /* The state in the picture on show; where it would differ now, the picture is stale. */
  bool caret_shown;
  bool tip_shown;
  Box hover_shown; /* outlined under the pointer; w 0: nothing */
  /* Progress of a running export: files written and wanted; count 0: none is running. */
  int progress_done, progress_count;
  double progress_share; /* of the file being written, if it is a large picture */
  bool exports_moving;   /* it is a moving picture: progress counts pictures */
  bool exports;          /* an export is running, and its picture points at numbers of the trace */
  /* when progress was last drawn, and when the export began */
  double last_progress_ms, progress_start_ms;
  double graphics_due_ms; /* while gl is NULL: when to try again to restore the context */
  int graphics_attempts;  /* since the last picture that was drawn completely */
  bool quit;
  /* the graphics failed for good: the next start offers to restore the work */
  bool broke;
  Status first_failure; /* of a script or commands of the command line; the window then ends */
  int signal_number;
} App;

/* Opens everything and starts the commands of the command line, which main_loop_turn continues;
** if one fails there it sets first_failure and quit. signals may be NULL. Fills all of *app,
** which must not move afterwards because the session's hooks point at it. Call main_loop_close
** whatever the result. */
bool main_loop_open(App *app, const AppOptions *options, Signals *signals, Status *status);
/* Saves, and frees everything, except what work that does not stop in time still reads. */
void main_loop_close(App *app);

/* One round of the loop; waits for at most most_wait_ms (below 0: without limit). false: the
** graphics driver failed for good. */
bool main_loop_turn(App *app, double most_wait_ms, Status *status);
/* Draws and presents now, whether anything changed or not. false: as main_loop_turn. Does nothing
** while the graphics are lost and the next attempt is not due. */
bool main_loop_draw(App *app, Status *status);

#endif
