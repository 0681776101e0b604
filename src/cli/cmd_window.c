/* cli/cmd_window.c -- headsup [TEXT…]: checks everything, then hands over to the window. */
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"

/* A wrong model, sentence or command is found before a display is opened, without reading the
** numbers of a large model. */
static bool check(Setup *setup, const Args *args, CliWindow *window, Status *status) {
  Str commands;
  const char *scale = args->values[OPTION_SCALE];
  double number = 0;
  if (scale && (!str_to_double(str_from(scale), &number) || number < 0.5 || number > 4))
    return status_fail(status, STATUS_USAGE,
                       _("--scale takes pixels a point from 0.5 to 4, not “%s”"), scale);
  if (!setup_sentence(setup, args, &window->sentence, status)) return false;
  if (!setup_commands(setup, args, &commands, status)) return false;
  window->scale = (float)number;
  window->commands = commands.at;
  window->model = args->values[OPTION_MODEL];
  window->reading = args->values[OPTION_READING];
  window->replaces = args->values[OPTION_FORCE] != NULL;
  SessionOptions options = {.model = window->model,
                            .reading = window->reading,
                            .sentence = window->sentence,
                            .background = true,
                            .replaces = window->replaces};
  return setup_check_model(args, status) && session_make(&options, &setup->session, status) &&
         (!commands.at || setup_check_commands(setup, commands, status));
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
  bool done = setup_begin(&setup, status) && check(&setup, args, &window, status);
  session_free(setup.session);
  setup.session = NULL;
  done = done && open_window(&window, hooks, exit_code, status);
  setup_end(&setup);
  return done;
}
