/* cli/cmd_play.c -- headsup play: runs a script, in the window or without one. */
#include "base/os.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"

static bool read_script(const Setup *setup, const char *path, Str *script, Status *status) {
  if (str_is(str_from(path), "-"))
    return os_read_stdin(setup->arena, SCRIPT_BYTES_MOST, script, status);
  if (os_kind(path) == OS_OTHER)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s is a device or a pipe, not a file; a script that comes from another "
                         "program is played from standard input: headsup play - --headless"),
                       path);
  return script_read_file(setup->arena, path, script, status);
}

/* In a window the person can be asked before a file is written; without one nobody can. */
static Script script_of(const Args *args, Str text, bool asks) {
  bool writes = args->values[OPTION_WRITE] != NULL;
  return (Script){.path = args->words[0],
                  .text = text,
                  .rights = writes ? SCRIPT_WRITES : SCRIPT_LOOKS,
                  .asks = asks && !writes};
}

/* The commands of the options run before the script is checked. session_run_script checks the whole
** script before its first line runs. */
static bool play_headless(Setup *setup, const Args *args, Status *status) {
  Str text;
  if (!read_script(setup, args->words[0], &text, status) || !setup_session(setup, args, status) ||
      !setup_run_commands(setup, args, status))
    return false;
  const Script script = script_of(args, text, false);
  return session_run_script(setup->session, &script, status);
}

/* Checks the script before a display is opened, so that a wrong line is reported on the
** terminal. The session (background) reads no numbers of a large model: only names and
** spelling are checked. */
static bool check_script(Setup *setup, const Args *args, Status *status) {
  Str text, commands;
  SessionOptions options = {.model = args->values[OPTION_MODEL],
                            .reading = args->values[OPTION_READING],
                            .background = true,
                            .replaces = args->values[OPTION_FORCE] != NULL};
  if (!read_script(setup, args->words[0], &text, status) || !setup_check_model(args, status) ||
      !session_make(&options, &setup->session, status))
    return false;
  if (!setup_commands(setup, args, &commands, status)) return false;
  if (commands.at && !setup_check_commands(setup, commands, false, status)) return false;
  const Script script = script_of(args, text, true);
  return session_check_script(setup->session, &script, status);
}

/* The window reads the file again, because it makes its own session. */
static bool play_in_window(Setup *setup, const Args *args, const CliHooks *hooks, int *exit_code,
                           Status *status) {
  Str commands;
  if (str_is(str_from(args->words[0]), "-"))
    return status_fail(status, STATUS_USAGE,
                       _("a script from standard input plays with --headless only"));
  if (!check_script(setup, args, status) || !setup_commands(setup, args, &commands, status))
    return false;
  if (!hooks->open_window)
    return status_fail(status, STATUS_COULD_NOT,
                       _("this headsup was built without a window, so it needs no display: say "
                         "--headless"));
  return hooks->open_window(&(CliWindow){.model = args->values[OPTION_MODEL],
                                         .language = args->language,
                                         .reading = args->values[OPTION_READING],
                                         .commands = commands.at,
                                         .script = args->words[0],
                                         .script_writes = args->values[OPTION_WRITE] != NULL,
                                         .replaces = args->values[OPTION_FORCE] != NULL},
                            exit_code, status);
}

bool cmd_play(const Args *args, const CliHooks *hooks, int *exit_code, Status *status) {
  Setup setup;
  if (args->word_count != 1 || !*args->words[0])
    return status_fail(status, STATUS_USAGE, _("play takes one script: headsup play SCRIPT"));
  bool headless = args->values[OPTION_HEADLESS] != NULL;
  bool done = setup_begin(&setup, status) &&
              (headless ? play_headless(&setup, args, status)
                        : play_in_window(&setup, args, hooks, exit_code, status));
  setup_end(&setup);
  return done;
}
