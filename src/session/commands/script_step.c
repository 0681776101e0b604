/* session/commands/script_step.c -- one step of a script: on a copy while it is checked, then on
** the session. */
#include "session/commands/script_step.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"

/* ---- the cursor ---- */

void script_rewind(ScriptCursor *cursor) {
  cursor->rest = str_without_mark(cursor->script.text);
  cursor->line = cursor->command = (Str){"", 0};
  cursor->number = 0;
  cursor->due_ms = cursor->wait_rest_ms = 0;
  cursor->waited = 0;
  cursor->is_at_end = false;
}

/* Empty lines are counted. False: the end of the script. */
static bool find_line(ScriptCursor *cursor) {
  while (cursor->line.bytes == 0 && cursor->rest.bytes > 0) {
    cursor->line = str_take_line(&cursor->rest);
    cursor->number++;
  }
  return cursor->line.bytes > 0;
}

/* Commands inside a string do not count, nor does a wait that a script behind `open` has. */
static void count_waits(ScriptCursor *cursor) {
  Str rest = cursor->script.text;
  cursor->waits = 0;
  ArenaMark mark = arena_mark(cursor->arena);
  while (rest.bytes > 0) {
    Str line = str_take_line(&rest);
    CommandWords words;
    Status status;
    while (line.bytes > 0 && line_next(cursor->arena, &line, &words, &status)) {
      if (words.count == 0) continue;
      cursor->ends_waiting = line_is(&words, 0, "wait");
      cursor->waits += cursor->ends_waiting;
    }
    arena_rewind(cursor->arena, mark);
  }
}

void script_step_free_cursor(ScriptCursor *cursor) {
  session_free(cursor->copy);
  script_pages_free(cursor);
  arena_free(cursor->arena);
}

/* Copies the paths of an answer, because the question that held them ends before the script. */
static bool copy_answer(Guard *guard, const ScriptAnswer *answer) {
  guard->passes_over = answer->passes_over;
  guard->wish_count = answer->allowed_count;
  for (int i = 0; i < answer->allowed_count; i++) {
    guard->wishes[i] = answer->allowed[i];
    guard->wishes[i].path = str_copy(guard->arena, str_from(answer->allowed[i].path));
    if (!guard->wishes[i].path) return false;
  }
  return true;
}

ScriptCursor *script_step_make_cursor(const Session *session, const Script *script,
                                      const ScriptAnswer *answer, Status *status) {
  Arena *arena = arena_make(0);
  ScriptCursor *cursor = arena ? arena_take(arena, 1, sizeof *cursor) : NULL;
  if (cursor) {
    *cursor = (ScriptCursor){.arena = arena, .script = *script, .is_checking = true};
    cursor->script.path = str_copy(arena, str_from(script->path));
    cursor->script.text.at = str_copy(arena, script->text);
    cursor->begins_group = script->is_opened || script->takes_back;
  }
  if (cursor && cursor->script.path && cursor->script.text.at &&
      guard_begin(session, &cursor->script, arena, &cursor->guard) &&
      copy_answer(&cursor->guard, answer)) {
    script_rewind(cursor);
    count_waits(cursor);
    if (script_pages_make(cursor)) return cursor;
  }
  arena_free(arena);
  status_no_memory(status);
  return NULL;
}

bool script_step_add_line(const ScriptCursor *cursor, Status *status) {
  if (status_is_no_memory(status) || cursor->number == 0) return false;
  Status place;
  status_fail(&place, status->kind, "%s:%d: ", cursor->script.path, cursor->number);
  if (str_starts(str_from(status->sentence), place.sentence)) return false;
  char sentence[STATUS_SENTENCE_BYTES];
  memcpy(sentence, status->sentence, sizeof sentence);
  return status_fail(status, status->kind, "%s%s", place.sentence, sentence);
}

static bool is_stopped_outside(const Session *session) {
  return session->hooks.stopped && session->hooks.stopped(session->hooks.self);
}

/* ---- one step ---- */

/* Runs the next command, on the session or on the copy of the check. */
static ScriptStep run_command(Session *session, ScriptCursor *cursor, Status *status) {
  if (session_is_ending(session) || !find_line(cursor)) return SCRIPT_STEP_ENDED;
  if (is_stopped_outside(session)) {
    status_fail(status, STATUS_COULD_NOT, _("stopped"));
  } else {
    cursor->command = cursor->line;
    if (commands_run_next(session, &cursor->line, status)) return SCRIPT_STEP_GOES_ON;
  }
  script_step_add_line(cursor, status);
  return SCRIPT_STEP_FAILED;
}

/* A copy works synchronously, so nothing is waited for; but each token is a step. */
ScriptStep script_step_check(const Session *session, ScriptCursor *cursor, Status *status) {
  if (!cursor->copy) {
    cursor->guard.collects = cursor->script.asks;
    if (!session_make_copy(session, &cursor->copy, status)) return SCRIPT_STEP_FAILED;
    cursor->copy->guard = &cursor->guard;
    cursor->copy->opens_nothing |= cursor->script.opens_nothing;
    cursor->copy->is_blind |= cursor->script.checks_names;
  }
  ComputeLook found;
  if (!compute_look(cursor->copy, &found, status)) {
    script_step_add_line(cursor, status);
    return SCRIPT_STEP_FAILED;
  }
  assert(found != LOOK_WAITS);
  if (found == LOOK_TOKEN) return SCRIPT_STEP_GOES_ON;
  return run_command(cursor->copy, cursor, status);
}

/* Hands a model of the disk that the check opened to the session, because opening
** it again takes time. */
static void keep_model(Session *session, Session *copy) {
  bool worth = !copy->is_lent && copy->model && compute_is_outside(copy->model_name);
  if (!worth) return;
  model_free(session->spare);
  session->spare = copy->model;
  memcpy(session->spare_name, copy->model_name, sizeof session->spare_name);
  copy->model = NULL;
}

/* After a check without errors: if the script has wishes the question is opened before
** its first line runs. */
static ScriptStep end_check(Session *session, ScriptCursor *cursor, Status *status) {
  keep_model(session, cursor->copy);
  session_free(cursor->copy);
  cursor->copy = NULL;
  cursor->is_checking = false;
  script_rewind(cursor);
  if (cursor->script.asks && cursor->guard.wish_count > 0) {
    if (!asking_begin(session, &cursor->script, &cursor->guard, status)) return SCRIPT_STEP_FAILED;
    cursor->script.ended = NULL; /* it is over with the script that the answer begins */
    return SCRIPT_STEP_ENDED;
  }
  cursor->guard.collects = cursor->guard.ended = false;
  cursor->guard.passed_count = 0;
  session->generation.left = 0; /* they belonged to another sentence */
  return SCRIPT_STEP_GOES_ON;
}

/* The last page of a script, too, lasts until the speaker goes on, so that the way back from it is
** open. */
static bool stays_at_end(const Session *session, ScriptCursor *cursor) {
  bool is_last = session->view.presenter && !cursor->outer && cursor->waits > 0;
  if (!is_last || cursor->ends_waiting || cursor->is_at_end || find_line(cursor)) return false;
  cursor->is_at_end = true;
  cursor->due_ms = INFINITY;
  return true;
}

/* The results that the command before asked for are there before the next runs. Without a window a
** wait ends at once and no token is shown. */
static ScriptStep play_command(Session *session, ScriptCursor *cursor, Status *status) {
  bool is_seen = session->scripts.driven == 0;
  ComputeLook found;
  if (session_is_ending(session)) return SCRIPT_STEP_ENDED;
  if (!compute_look(session, &found, status)) {
    script_step_add_line(cursor, status);
    return SCRIPT_STEP_FAILED;
  }
  if (found == LOOK_WAITS) return SCRIPT_STEP_WAITS;
  if (found == LOOK_TOKEN) return is_seen ? SCRIPT_STEP_SHOWS : SCRIPT_STEP_GOES_ON;
  if (is_seen && session_now_ms(session) < cursor->due_ms) return SCRIPT_STEP_WAITS;
  cursor->due_ms = 0;
  if (is_seen && stays_at_end(session, cursor)) return SCRIPT_STEP_WAITS;
  ScriptStep step = run_command(session, cursor, status);
  bool is_first_token = step == SCRIPT_STEP_GOES_ON && session->generation.left > 0;
  return is_first_token && is_seen ? SCRIPT_STEP_SHOWS : step;
}

/* The group counts the whole stack, since a script that another one opened plays in its group. */
ScriptOutside script_step_begin(Session *session, ScriptCursor *cursor) {
  ScriptStack *stack = &session->scripts;
  ScriptOutside outside = {session->guard, session->in_script, session->in_restore,
                           stack->is_stepping, session->group};
  session->guard = &cursor->guard;
  session->in_script = true;
  session->in_restore = cursor->script.takes_back;
  session->group = 0;
  for (const ScriptCursor *at = cursor; at; at = at->outer)
    session->group += at->script.is_opened || at->script.takes_back;
  if (!stack->is_stepping) session->group_started = stack->is_grouped;
  if (cursor->begins_group && !cursor->is_checking)
    session->group_started = cursor->begins_group = false;
  stack->is_stepping = true;
  settings_hold(session, true);
  return outside;
}

void script_step_end(Session *session, const ScriptOutside *outside) {
  ScriptStack *stack = &session->scripts;
  settings_hold(session, false);
  session->guard = outside->guard;
  session->in_script = outside->in_script;
  session->in_restore = outside->in_restore;
  session->group = outside->group;
  stack->is_stepping = outside->is_stepping;
  if (!stack->is_stepping) stack->is_grouped = session->group_started;
}

void script_note_change(Session *session) {
  if (!session->scripts.is_stepping) session->scripts.is_grouped = false;
}

ScriptStep script_step_take(Session *session, ScriptCursor *cursor, Status *status) {
  if (cursor->is_checking) {
    ScriptStep step = script_step_check(session, cursor, status);
    return step == SCRIPT_STEP_ENDED ? end_check(session, cursor, status) : step;
  }
  ScriptOutside outside = script_step_begin(session, cursor);
  ScriptStep step = play_command(session, cursor, status);
  script_step_end(session, &outside);
  return step;
}
