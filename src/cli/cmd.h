/* cli/cmd.h -- one function for each sub-command.
**
** Each checks all it was told, then does it: no file is written and no display opened before. Data
** goes to stdout or to files, notices to stderr.
**
** Errors  False fills status; its kind is the exit code, 1 could not or 2 wrong usage. True with an
**         exit_code other than 0 is the window's own end. After a signal cli_main gives its code.
*/
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/args.h"
#include "cli/cli.h"

/* With open_window NULL both give STATUS_COULD_NOT. exit_code is the window's
** own, and untouched on false. */
bool cmd_window(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
/* In all of these args were read for that sub-command already. They print and write themselves and
** free all they took. */
bool cmd_export(const Args *args, Status *status);
bool cmd_trace(const Args *args, Status *status);
bool cmd_play(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
bool cmd_list(const Args *args, Status *status); /* help.h prints */
bool cmd_next(const Args *args, Status *status);
bool cmd_train(const Args *args, Status *status);
bool cmd_check(const Args *args, Status *status);
bool cmd_tokens(const Args *args, Status *status);

#endif
