/* app/start.h -- begins what the command line asks for: files, or the script of headsup play; then
** the commands of --do. app/file_queue.h opens them one after another.
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

#endif
