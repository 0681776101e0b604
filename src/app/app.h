/* app/app.h -- the window: SDL events in, commands to the session, its screen drawn by GL.
**
**   events → hands → commands → session → screen (a draw list) → GL
**
** An idle window draws nothing and uses no processor time.
** Threads Called from the program's first thread, which is where SDL and the GL context live.
**         Opening and training go on beside it (app/main_loop.h, session/session.h).
** Errors  No display or no OpenGL 3.3, no font, a model that cannot be opened: one sentence, false.
*/
#ifndef APP_APP_H
#define APP_APP_H

#include "base/status.h"
#include "base/str.h"

struct App; /* app/main_loop.h */

/* What the command line asked for. All zero is an ordinary start; strings must outlive app_run. */
typedef struct AppOptions {
  const char *model;    /* NULL: default */
  const char *reading;  /* of a recording, or NULL */
  Str sentence;         /* at == NULL: default */
  const char *commands; /* of --do, or NULL */
  const char *script;   /* path of a script to play, or NULL */
  bool script_writes;   /* it may write files and open models anywhere; else it asks */
  bool replaces;        /* commands replace files that this program did not write */
  int width, height;    /* points; 0: 1440 x 900 or what the display has room for */
  float scale;          /* pixels a point; 0: from the display */
  /* Called once the first picture is on show, before the first event; NULL: nothing. It may run
  ** rounds of the loop itself, and set app->quit. */
  void (*first_frame)(struct App *app);
} AppOptions;

/* Runs until the window closes. *exit_code is 0, or 130/143 after a signal, which is true, not an
** error. The learner's work is kept for the next start when a signal or the driver ended it. */
bool app_run(const AppOptions *options, int *exit_code, Status *status);

#endif
