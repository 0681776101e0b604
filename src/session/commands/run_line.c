/* session/commands/run_line.c -- runs a line of commands. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "session/commands/command_table.h"
#include "session/menu/menu.h"
#include "session/session_internal.h"

/* The sentence names the list of commands instead of showing it, which would fill a screen. */
static bool fail_unknown_command(Str name, Status *status) {
  int shown = (int)str_head(name, LINE_SHOWN_BYTES).bytes, nearest = commands_nearest(name);
  if (nearest < 0)
    return status_fail(status, STATUS_USAGE,
                       _("there is no command “%.*s”; 'headsup list commands' shows them all"),
                       shown, name.at);
  return status_fail(
      status, STATUS_USAGE,
      _("there is no command “%.*s”; did you mean “%s”? 'headsup list commands' shows them all"),
      shown, name.at, commands_get(nearest)->name);
}

/* Commands that may need permission. While names are checked only (is_blind), these run just to
** collect their wishes. */
static bool asks_permission(CommandRun run) {
  return run == do_save || run == do_export || run == do_copy || run == do_edit ||
         run == do_model || run == do_train;
}

/* Commands that do not stop a running script: they change nothing that a script could, or deal with
** the script themselves. */
static bool keeps_script_running(CommandRun run) {
  return run == do_hover || run == do_focus || run == do_full_screen || run == do_script ||
         run == do_escape || run == do_cancel || run == do_presenter || run == do_blank ||
         run == do_advance || run == do_say;
}

/* A quoted first word is text that lost its command, and gets a sentence of its own. */
static bool run_words(Session *session, const CommandWords *words, Status *status) {
  if (words->at[0].quoted)
    return status_fail(status, STATUS_USAGE,
                       _("a command begins with its name, for example: sentence \"the cat\""));
  const Command *command = commands_find(words->at[0].text);
  if (!command) return fail_unknown_command(words->at[0].text, status);
  CommandRun run = command->run;
  Str second = words->count > 1 ? words->at[1].text : (Str){"", 0};
  if (!lesson_permits(session, words->at[0].text, second, status)) return false;
  if (session->is_blind && !asks_permission(run)) return true;
  bool points = run == do_lesson && str_is(second, "point");
  bool goes_on = run == do_play && script_waits(session);
  bool keeps = keeps_script_running(run) || points || goes_on;
  if (!session->scripts.is_stepping && !keeps) script_stop(session, false);
  if (run != do_set && !keeps) session->view.sets_number = false;
  bool done = run(&(CommandContext){session, words, &command->info, status});
  if (done) export_menu_follow(session, words);
  bool speaks = !session->dry && !session->keeps_language;
  if (speaks && i18n_use(session->view.language)) lesson_change_language(session);
  return done;
}

/* Before the next command runs, the results that a command of this line asked for are waited for,
** also those of a script that it opened. What was pending before is not waited for. */
static bool run_line(Session *session, Str rest, Status *status) {
  CommandWords words;
  bool asked = false;
  const ScriptCursor *below = session->scripts.is_stepping ? session->scripts.top : NULL;
  while (rest.bytes > 0 && !session_is_ending(session)) {
    if (!line_next(session->scratch, &rest, &words, status)) return false;
    if (words.count == 0) continue;
    if (asked && !script_drive(session, below, status)) return false;
    const Arena *state = session->undo.states[session->undo.at].arena;
    const Character *character = session->generation.character;
    const ScriptCursor *script = session->scripts.top;
    if (!run_words(session, &words, status)) return false;
    bool is_new = session->undo.states[session->undo.at].arena != state;
    bool begins = session->generation.character && session->generation.character != character;
    bool opens = script_plays(session) && session->scripts.top != script;
    asked = begins || opens || (session->pending.is_on && is_new);
  }
  return true;
}

/* Updates what any command may have changed: the preview of an export, the pictures of the
** training, the autosave, the settings. */
static void after_command(Session *session, bool done, const Status *status) {
  if (session->view.menu == MENU_EXPORT) exporting_look_ahead(session);
  training_look_ahead(session);
  lengths_follow(session);
  saturation_follow(session);
  differences_follow(session);
  layer_views_follow(session);
  recent_note(session);
  if (!done && !session->dry) session_tell_failure(session, status->sentence);
  session->revision++;
  autosave_note(session);
  settings_note(session);
}

bool commands_run_next(Session *session, Str *rest, Status *status) {
  ArenaMark mark = arena_mark(session->scratch);
  CommandWords words;
  bool done = line_next(session->scratch, rest, &words, status);
  bool is_empty = done && words.count == 0;
  done = done && (is_empty || run_words(session, &words, status));
  if (!is_empty) after_command(session, done, status);
  arena_rewind(session->scratch, mark);
  return done;
}

bool session_do_text(Session *session, Str line, Status *status) {
  Status own = {STATUS_OK, ""};
  if (!status) status = &own;
  ArenaMark mark = arena_mark(session->scratch);
  bool done = run_line(session, line, status);
  after_command(session, done, status);
  arena_rewind(session->scratch, mark);
  return done;
}

bool session_do(Session *session, const char *line, Status *status) {
  return session_do_text(session, str_from(line), status);
}
