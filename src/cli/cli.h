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

/* What is measured in the window. */
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

typedef struct CliWindow {
  const char *model, *reading;
  Str sentence; /* at == NULL: the default */
  const char *commands;
  const char *script;
  float scale;
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

int cli_main(int argc, char **argv, const CliHooks *hooks);

#endif
