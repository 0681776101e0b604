/* cli/cli.h -- the command line: options, sub-commands, help, exit codes.
**
**   0 done   1 could not   2 wrong usage   130/143 after SIGINT/SIGTERM
**
** Data goes to stdout, messages to stderr as one sentence. Arguments, --do and scripts are checked
** before a display is opened or a file written.
*/
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/status.h"
#include "base/str.h"

/* What the window starts with; all was checked already. NULL: the default. Texts live as long as
** the call that takes the struct. */
typedef struct CliWindow {
  const char *model, *reading;
  Str sentence;         /* at == NULL: the default */
  const char *commands; /* of --do, a line each */
  const char *script;   /* path of a file to play */
  bool script_writes;   /* it may write files; else it asks */
  bool replaces;        /* files that this program did not write, too */
  float scale;          /* pixels a point; 0: as the display has it */
} CliWindow;

struct Args; /* cli/args.h */

/* What cli does not know and main hands over: the window, which lives in app, and the measuring of
** figures, which lives in measure. */
typedef struct CliHooks {
  /* NULL: this program has no window. */
  bool (*open_window)(const CliWindow *window, int *exit_code, Status *status);
  bool (*bench)(const struct Args *args, Status *status);
} CliHooks;

/* Does all the program does and returns the exit code; it never calls exit. Restarts the program
** once under a memory limit (OPENBLAS_NUM_THREADS). It ignores SIGPIPE and SIGXFSZ from then on, so
** that a full disk or a closed pipe is a sentence. */
int cli_main(int argc, char *const *argv, const CliHooks *hooks);

#endif
