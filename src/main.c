/* main.c -- the one program: a window or a sub-command. It hands the window over to cli, which does
** not know it, so that the command line builds and runs without SDL and OpenGL.
*/
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "cli/cli.h"

#ifdef HEADSUP_WINDOW

#include "app/app.h"

static bool open_window(const CliWindow *window, int *exit_code, Status *status) {
  AppOptions options = {.model = window->model,
                        .reading = window->reading,
                        .sentence = window->sentence,
                        .commands = window->commands,
                        .script = window->script,
                        .script_writes = window->script_writes,
                        .replaces = window->replaces,
                        .scale = window->scale};
  return app_run(&options, exit_code, status);
}

static bool measure_window(double figures[CLI_FIGURE_COUNT], Status *status) {
  AppFigures measured;
  if (!app_measure(&measured, status)) return false;
  figures[CLI_FIRST_FRAME_MS] = measured.first_frame_ms;
  figures[CLI_FIRST_FRAME_COLD_MS] = measured.first_frame_cold_ms;
  figures[CLI_EDIT_TO_PICTURE_MS] = measured.edit_to_picture_ms;
  figures[CLI_PEAK_MEMORY_MB] = measured.peak_memory_mb;
  figures[CLI_IDLE_CPU_PERCENT] = measured.idle_cpu_percent;
  figures[CLI_TRAINING_FRAME_MS] = measured.training_frame_ms;
  figures[CLI_TRAINING_FRAME_WORST_MS] = measured.training_frame_worst_ms;
  return true;
}

static bool measure_frames(const char *folder, CliFrame frames[CLI_FRAMES_MOST], int *count,
                           Status *status) {
  AppFrames measured;
  if (!app_measure_frames(folder, &measured, status)) return false;
  *count = measured.count < CLI_FRAMES_MOST ? measured.count : CLI_FRAMES_MOST;
  for (int i = 0; i < *count; i++) {
    memcpy(frames[i].name, measured.at[i].name, sizeof frames[i].name);
    frames[i].value = measured.at[i].value;
  }
  return true;
}

static const CliHooks hooks = {open_window, measure_window, measure_frames};

#else

static const CliHooks hooks;

#endif

typedef struct Words {
  int count;
  char **at;
} Words;

static int run(void *self) {
  const Words *words = self;
  return cli_main(words->count, words->at, &hooks);
}

int main(int argc, char **argv) {
  Words words = {argc, argv};
  i18n_begin();
  return os_call_with_stack(run, &words);
}
