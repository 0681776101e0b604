/* app/start.h -- opens what the command line asks for: files, or a script; then the commands of
** --do.
**
**   files     one after another, each when the script of the one before is over
**   script    of headsup play
**   --do      when all of these are over
**
** All of it needs clipboard, fonts and window, so it runs when these are there; what takes longer
** goes on by the turns of the main loop.
**
** Errors  A file that cannot be opened is shown as the session's message. With --do, and for a
**         script, a failure ends the window, as it ends headsup without a window.
*/
#ifndef APP_START_H
#define APP_START_H

#include "app/main_loop.h"

/* False: a command that ran at once failed. */
bool start_begin(App *app, Status *status);

/* To be called in every turn. False: the next command failed; an earlier script that fails sets
** app->first_failure and app->quit. */
bool start_go_on(App *app, Status *status);

#endif
