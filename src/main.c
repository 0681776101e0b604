/* main.c -- the one program: a window or a sub-command. It hands the window and the measuring over
** to cli, which knows neither, so that the command line builds and runs without SDL and OpenGL.
*/
#include "base/os.h"
#include "base/i18n.h"
#include "cli/cli.h"
#include "measure/bench.h"

#ifdef HEADSUP_WINDOW

#include "app/app.h"
#include "measure/window_figures.h"

static bool open_window(const CliWindow *window, int *exit_code, Status *status) {
  AppOptions options = {.model = window->model,
                        .reading = window->reading,
                        .sentence = window->sentence,
                        .commands = window->commands,
                        .paths = window->paths,
                        .path_count = window->path_count,
                        .notice = window->notice,
                        .script = window->script,
                        .language = window->language,
                        .script_writes = window->script_writes,
                        .is_new = window->is_new,
                        .replaces = window->replaces,
                        .scale = window->scale,
                        .first_frame = measure_child};
  return app_run(&options, exit_code, status);
}

static const CliHooks hooks = {open_window, bench_run};

#else

static const CliHooks hooks = {NULL, bench_run};

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
