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

/* What only a window can be asked. The unit ends each name; _MB is 10⁶ bytes. */
typedef enum CliFigure {
  CLI_FIRST_FRAME_MS,
  CLI_FIRST_FRAME_COLD_MS, /* nothing of the program in the page cache */
  CLI_EDIT_TO_PICTURE_MS,
  CLI_PEAK_MEMORY_MB,
  CLI_IDLE_CPU_PERCENT,
  CLI_TRAINING_FRAME_MS,
  CLI_TRAINING_FRAME_WORST_MS,
  CLI_FIGURE_COUNT
} CliFigure;

enum { CLI_FRAMES_MOST = 40 };

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

/* A figure of the window with a model of the disk. */
typedef struct CliFrame {
  char name[32]; /* after "model.window." */
  double value;
} CliFrame;

/* The window lives in app, which cli does not know: main hands it over. Either may be NULL. */
typedef struct CliHooks {
  bool (*open_window)(const CliWindow *window, int *exit_code, Status *status);
  bool (*measure_window)(double figures[CLI_FIGURE_COUNT], Status *status);
  /* Frames with the model of that folder: app/measure_frames.h. */
  bool (*measure_frames)(const char *folder, CliFrame frames[CLI_FRAMES_MOST], int *count,
                         Status *status);
} CliHooks;

/* Does all the program does and returns the exit code; it never calls exit. hooks NULL is a program
** without a window. Restarts the program once under a memory limit (OPENBLAS_NUM_THREADS), and
** ignores SIGPIPE and SIGXFSZ from then on, so that a full disk or a closed pipe is a sentence. */
int cli_main(int argc, char **argv, const CliHooks *hooks);

#endif
