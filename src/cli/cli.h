/* cli/cli.h -- the command line: options, sub-commands, help, exit codes.
**
**   0 done   1 could not   2 wrong usage   130/143 after SIGINT/SIGTERM
**
** Data goes to stdout, messages to stderr as one sentence. Arguments, --do and scripts are checked
** before a display is opened or a file written.
**
** Memory  Each sub-command frees what it allocates before it returns.
** Errors  One sentence on stderr, and the exit code of its kind.
*/
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/i18n.h"
#include "base/status.h"
#include "base/str.h"

/* What the window starts with. The values are checked already; NULL means the default. The texts
** must live until the call that takes the struct returns. */
typedef struct CliWindow {
  const char *model, *reading;
  Str sentence;             /* at == NULL: the default */
  const char *commands;     /* the commands of --do, one a line */
  const char *const *paths; /* files to open, from the root; not beside a script */
  int path_count;
  const char *notice;  /* told at the start, or NULL */
  const char *script;  /* path of a file to play */
  LanguageId language; /* of --language, or auto */
  bool script_writes;  /* the script may write files without asking */
  bool is_new;         /* begins with the default state */
  bool replaces;       /* also overwrites files that this program did not write */
  float scale;         /* pixels per point; 0: the scale of the display */
} CliWindow;

struct Args; /* cli/args.h */

/* Functions that main hands to cli, because cli may not include their folders: app opens the
** window, measure times the figures. */
typedef struct CliHooks {
  /* NULL: this program is built without a window. */
  bool (*open_window)(const CliWindow *window, int *exit_code, Status *status);
  bool (*bench)(const struct Args *args, Status *status);
} CliHooks;

/* Runs the whole program and returns the exit code; never calls exit. Under a memory limit it
** restarts the program once, with OPENBLAS_NUM_THREADS set. It ignores SIGPIPE and SIGXFSZ from
** then on, so that a full disk or a closed pipe becomes a sentence. */
int cli_main(int argc, char *const *argv, const CliHooks *hooks);

#endif
