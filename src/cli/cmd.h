/* cli/cmd.h -- one function for each sub-command.
**
** Each checks all its options and words before it opens a display or writes a file. Data goes to
** stdout or to files, notices to stderr.
**
** Memory  Each function frees all that it allocated.
** Errors  False fills status, whose kind is the exit code: 1 could not, 2 wrong usage. True with an
**         exit_code other than 0 is the exit code of the window. After a signal cli_main sets the
**         code.
*/
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/args.h"
#include "cli/cli.h"

/* If open_window is NULL, cmd_window, cmd_lesson and cmd_play fail with STATUS_COULD_NOT. exit_code
** is that of the window, and is untouched when the function returns false. */
bool cmd_window(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
/* args must have been read for that sub-command. Each function prints and writes its results itself
** and frees all that it allocated. */
bool cmd_export(const Args *args, Status *status);
bool cmd_trace(const Args *args, Status *status);
bool cmd_play(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
bool cmd_lesson(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
bool cmd_list(const Args *args, Status *status); /* prints through help.h */
bool cmd_next(const Args *args, Status *status);
bool cmd_sheet(const Args *args, Status *status);
bool cmd_translate(const Args *args, Status *status);
bool cmd_train(const Args *args, Status *status);
bool cmd_check(const Args *args, Status *status);
bool cmd_tokens(const Args *args, Status *status);

#endif
