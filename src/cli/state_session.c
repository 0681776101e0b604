/* cli/state_session.c -- a session from a text, or from a state that is played. */
#include "cli/state_session.h"

#include "base/i18n.h"
#include "cli/file_words.h"

bool state_session_open(Setup *setup, const Args *args, const char **state, Status *status) {
  Args without_words = *args;
  if (!file_words_state(setup->arena, args, state, status)) return false;
  if (!*state)
    return file_words_refuse(setup->arena, args, status) && setup_session(setup, args, status);
  if (args->values[OPTION_IDS])
    return status_fail(status, STATUS_USAGE, _("give --ids or a saved state, not both"));
  without_words.word_count = 0;
  return setup_session(setup, &without_words, status);
}

bool state_session_play(const Setup *setup, const char *state, Status *status) {
  Script script = {.path = state, .is_opened = true};
  if (!state) return true;
  if (!script_read_file(setup->arena, script.path, &script.text, status)) return false;
  setup_catch_signals();
  if (session_run_script(setup->session, &script, status)) {
    setup_say_notices(session_trace(setup->session));
    return true;
  }
  if (status->kind == STATUS_USAGE) status->kind = STATUS_COULD_NOT; /* the file is wrong */
  return false;
}

bool state_session_make(Setup *setup, const Args *args, const char **state, Status *status) {
  return state_session_open(setup, args, state, status) &&
         state_session_play(setup, *state, status);
}
