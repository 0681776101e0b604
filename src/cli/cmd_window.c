/* cli/cmd_window.c -- headsup [TEXT…|FILE…]: checks everything, then hands over to the window. */
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/setup.h"

static bool read_scale(const Args *args, CliWindow *window, Status *status) {
  const char *scale = args->values[OPTION_SCALE];
  double number = 0;
  if (scale && (!str_to_double(str_from(scale), &number) || number < 0.5 || number > 4))
    return status_fail(status, STATUS_USAGE,
                       _("--scale takes pixels a point from 0.5 to 4, not “%s”"), scale);
  window->scale = (float)number;
  return true;
}

/* Whoever opens a file with a double click sees no standard error. */
static bool has_only_a_display(void) {
  const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  return !isatty(STDERR_FILENO) && ((x && *x) || (wayland && *wayland));
}

/* For a file that cannot be opened. Where the reason would not be seen the window opens all the
** same and shows it; *wrong_file is then the failure, of several the first. False: it stays closed.
*/
static bool pass_on(const CliWindow *window, const Status *status, Status *wrong_file) {
  if (window->commands || !has_only_a_display()) return false;
  if (wrong_file->kind == STATUS_OK) *wrong_file = *status;
  return true;
}

/* A file of another computer has no path that the window could open, so it gets the reason. */
static bool read_words(const Setup *setup, const Args *args, CliWindow *window, Status *wrong_file,
                       Status *status) {
  FileWords files;
  bool done = file_words_read(setup->arena, args, &files, status);
  window->paths = files.paths;
  window->path_count = files.count;
  if (done) return files.count > 0 || setup_sentence(setup, args, &window->sentence, status);
  if (status->kind != STATUS_COULD_NOT || !pass_on(window, status, wrong_file)) return false;
  window->notice = wrong_file->sentence;
  return true;
}

static bool check_files(const Setup *setup, const CliWindow *window, Status *wrong_file,
                        Status *status) {
  const FileWords files = {window->paths, window->path_count};
  return files.count == 0 || file_words_check(setup->arena, &files, setup->session, status) ||
         pass_on(window, status, wrong_file);
}

/* A wrong model, sentence, file or command is found before a display is opened, without reading the
** numbers of a large model. */
static bool check(Setup *setup, const Args *args, CliWindow *window, Status *wrong_file,
                  Status *status) {
  Str commands;
  if (!read_scale(args, window, status)) return false;
  if (!setup_commands(setup, args, &commands, status)) return false;
  window->commands = commands.at;
  if (!read_words(setup, args, window, wrong_file, status)) return false;
  window->model = args->values[OPTION_MODEL];
  window->reading = args->values[OPTION_READING];
  window->language = args->language;
  window->is_new = args->values[OPTION_NEW] != NULL;
  window->replaces = args->values[OPTION_FORCE] != NULL;
  SessionOptions options = {.model = window->model,
                            .reading = window->reading,
                            .sentence = window->sentence,
                            .background = true,
                            .replaces = window->replaces};
  bool checks_names = window->path_count > 0;
  return setup_check_model(args, status) && session_make(&options, &setup->session, status) &&
         check_files(setup, window, wrong_file, status) &&
         (!commands.at || setup_check_commands(setup, commands, checks_names, status));
}

/* A build without SDL is a program for exports; it says so instead of failing to load a library. */
static bool open_window(const CliWindow *window, const CliHooks *hooks, int *exit_code,
                        Status *status) {
  if (hooks->open_window) return hooks->open_window(window, exit_code, status);
  return status_fail(
      status, STATUS_COULD_NOT,
      _("this headsup was built without a window and uses no display; headsup export "
        "--help says what it can do"));
}

/* The session of the check is freed before the window makes its own. */
bool cmd_window(const Args *args, const CliHooks *hooks, int *exit_code, Status *status) {
  Setup setup;
  CliWindow window = {0};
  Status wrong_file = {STATUS_OK, ""};
  bool done = setup_begin(&setup, status) && check(&setup, args, &window, &wrong_file, status);
  session_free(setup.session);
  setup.session = NULL;
  done = done && open_window(&window, hooks, exit_code, status);
  if (done && *exit_code == 0 && wrong_file.kind != STATUS_OK) {
    *status = wrong_file;
    done = false;
  }
  setup_end(&setup);
  return done;
}
