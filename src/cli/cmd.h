/* cli/cmd.h -- one function for each sub-command; each returns the exit code or fills status. */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/args.h"
#include "cli/cli.h"

/* Exit code 0 is success; false fills status, whose kind is the exit code. */
bool cmd_window(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
bool cmd_export(const Args *args, Status *status);
bool cmd_trace(const Args *args, Status *status);
bool cmd_play(const Args *args, const CliHooks *hooks, int *exit_code, Status *status);
bool cmd_list(const Args *args, Status *status);
bool cmd_bench(const Args *args, const CliHooks *hooks, Status *status);

#endif
