/* app/app.h -- the window: SDL events become commands of the session, whose screen GL draws.
**
**   events → input → commands → session → screen (a draw list) → GL
**
** An idle window draws nothing and uses no processor time.
**
** Threads To be called from the program's first thread, which owns SDL and the GL context. Opening
**         and training run on other threads (app/main_loop.h, session/session.h).
** Errors  No display or no OpenGL 3.3, no font, a model that cannot be opened: false with a
**         sentence.
*/
#ifndef APP_APP_H
#define APP_APP_H

#include "base/i18n.h"
#include "base/status.h"
#include "base/str.h"

struct App; /* app/main_loop.h */

/* What the command line asked for. All zero is an ordinary start; strings must outlive app_run. */
typedef struct AppOptions {
  const char *model;        /* NULL: default */
  const char *reading;      /* the value of --reading, or NULL */
  Str sentence;             /* at == NULL: default */
  const char *commands;     /* the commands of --do, or NULL */
  const char *const *paths; /* files to open, from the root; not beside a script */
  int path_count;
  const char *notice;  /* told at the start, or NULL */
  const char *script;  /* path of a script to play, or NULL */
  LanguageId language; /* goes before the kept setting; auto: that, or the environment's */
  bool script_writes;  /* the script may write files and open models anywhere without asking */
  bool is_new;         /* begins with the default state, not where the last window was left */
  bool replaces;       /* commands replace files that this program did not write */
  int width, height;   /* points; 0: 1440 x 900 or what the display has room for */
  float scale;         /* pixels per point; 0: from the display */
  /* Called once the first picture is shown, before the first event; NULL: nothing. It may call
  ** main_loop_turn itself, and set app->quit. */
  void (*first_frame)(struct App *app);
} AppOptions;

/* Runs until the window closes. *exit_code is 0, or 130/143 after a signal, which returns true.
** When a signal or the driver ended the window, the autosave is kept for the next start. */
bool app_run(const AppOptions *options, int *exit_code, Status *status);

#endif
