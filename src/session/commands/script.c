/* session/commands/script.c -- the state as commands, and commands from a file.
**
** A script names everything that a state holds, so it plays back from any other state. What only
** passes (hover, an open menu, playing, a transition) is not part of a state.
*/
#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/provenance.h"
#include "session/commands/permission.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

/* ---- writing ---- */

/* "beyond" lets the line be read while the sentence is shorter than when it was written. */
static void add_mask_edit(StrBuf *text, const MaskEdit *edit, int tokens) {
  bool beyond = edit->query >= tokens || edit->key >= tokens;
  if (edit->key < 0) strbuf_format(text, "mask row %d", edit->query + 1);
  else strbuf_format(text, "mask %d %d", edit->query + 1, edit->key + 1);
  strbuf_format(text, " %s%s\n", edit->hide ? "hide" : "show", beyond ? " beyond" : "");
}

static void add_mask(StrBuf *text, const MaskSpec *mask, int tokens /* 0: not known yet */) {
  const char *parts = mask->model_own ? "own" : mask_name_write(text->arena, &mask->parts, ' ');
  if (parts) strbuf_format(text, "mask %s\n", parts);
  else text->failed = true;
  for (int i = 0; i < mask->edit_count; i++) add_mask_edit(text, &mask->edits[i], tokens);
}

/* The stage goes before the view (it leaves the overview) and before cells (they are its own). */
static void add_place(StrBuf *text, const Session *session) {
  const View *view = &session->view;
  const char *stage = stage_info(view->stage)->name;
  int cols, cells = steps_cells(session, view->stage, &cols);
  /* The place on show may not be in what is to come. */
  bool may_lack = session->pending.is_on && !compute_is_same_model(session);
  const char *beyond = may_lack ? " beyond" : "";
  strbuf_format(text, "mask editor %s\n", view->mask_editor ? "on" : "off");
  strbuf_format(text, "layer %d%s\nhead %s%d%s\n", view->layer + 1, beyond,
                view->solo ? "solo " : "", view->head + 1, beyond);
  if (!view->solo) strbuf_add(text, STR("head solo off\n"));
  strbuf_format(text, "step by %s\nstage %s%s\n", steps_name(view->step_by), stage, beyond);
  if (view->filled > 0 && !session->pending.is_on)
    strbuf_format(text, "seek %s %.17g\n", stage, (double)view->filled / (double)cells);
  bool stays = !may_lack || view->kind != VIEW_TRAINING;
  strbuf_format(text, "view %s\n", view_kind_name(stays ? view->kind : VIEW_OVERVIEW));
}

static void add_cell(StrBuf *text, const View *view) {
  if (view->query < 0 && view->key_alone >= 0)
    strbuf_format(text, "cell key %d\n", view->key_alone + 1);
  else if (view->query < 0) strbuf_add(text, STR("cell none\n"));
  else if (view->key < 0) strbuf_format(text, "cell %d row\n", view->query + 1);
  else strbuf_format(text, "cell %d %d\n", view->query + 1, view->key + 1);
  if (!view->locked) strbuf_add(text, STR("cell unlock\n"));
}

static void add_settings(StrBuf *text, const Session *session) {
  char line[SETTING_LINE_BYTES];
  for (int i = 0; i < setting_count(); i++) {
    setting_write(setting_at(i), session, line);
    strbuf_format(text, "%s\n", line);
  }
}

/* A name as it is, a folder's with anything else in it as a string. */
static void add_model(StrBuf *text, const char *model, const char *reading) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
  strbuf_add(text, STR("model "));
  if (model[strspn(model, plain)] == 0) strbuf_add(text, str_from(model));
  else line_add_string(text, str_from(model));
  if (reading[0]) strbuf_add_char(text, ' ');
  if (reading[0]) line_add_string(text, str_from(reading));
  strbuf_add_char(text, '\n');
}

/* A stream that is not there needs no line: no command makes one of the others. */
static void add_streams(StrBuf *text, const Inputs *inputs) {
  static const char *const commands[INPUTS_STREAM_COUNT] = {"sentence"};
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) {
    if (!inputs->streams[i].at) continue;
    assert(commands[i]);
    strbuf_format(text, "%s ", commands[i]);
    line_add_string(text, inputs->streams[i]);
    strbuf_add_char(text, '\n');
  }
}

/* A recording takes neither sentence nor mask, so these are told to another model before: they are
** what the next model gets. What is still to be opened may be one. */
static void add_inputs(StrBuf *text, const Session *session) {
  const Inputs *inputs = session_now(session);
  bool pending = session->pending.is_on;
  bool is_last = session_is_recording(session) || (pending && !compute_is_same_model(session));
  int tokens = is_last || pending ? 0 : trace_token_count(session->trace);
  if (is_last) add_model(text, session_default_inputs().model, "");
  else add_model(text, inputs->model, inputs->reading);
  add_streams(text, inputs);
  add_mask(text, &inputs->mask, tokens);
  if (is_last) add_model(text, inputs->model, inputs->reading);
}

Str session_script(const Session *session, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, STR(STATE_BEGINS "1\n"));
  training_add_script(&text, session);
  add_inputs(&text, session);
  add_place(&text, session);
  if (session->pending.is_on) strbuf_add(&text, STR("cell none\n"));
  else add_cell(&text, &session->view);
  training_add_place(&text, session);
  add_settings(&text, session);
  return text.failed ? (Str){NULL, 0} : strbuf_str(&text);
}

/* ---- playing ---- */

static bool wrong_line(const char *path, int line, Status *status) {
  if (status_is_no_memory(status)) return false; /* no line is at fault */
  char sentence[STATUS_SENTENCE_BYTES];
  memcpy(sentence, status->sentence, sizeof sentence);
  return status_fail(status, status->kind, "%s:%d: %s", path, line, sentence);
}

static bool is_stopped(const Session *session) {
  return session->hooks.stopped && session->hooks.stopped(session->hooks.self);
}

/* A line that waits for a model is waited for, so lines run in order. status may be NULL, and then
** the sentence is lost. */
static bool play(Session *session, const Script *script, Status *status) {
  Status own = {STATUS_OK, ""};
  Str rest = str_without_mark(script->text);
  if (!status) status = &own;
  for (int line = 1; rest.bytes > 0 && !session_is_ending(session); line++) {
    if (is_stopped(session))
      return status_fail(status, STATUS_COULD_NOT, _("%s:%d: stopped"), script->path, line);
    const char *end = memchr(rest.at, '\n', rest.bytes);
    size_t bytes = end ? (size_t)(end - rest.at) : rest.bytes;
    if (!session_do_text(session, (Str){rest.at, bytes}, status) ||
        !compute_settle(session, status))
      return wrong_line(script->path, line, status);
    size_t taken = bytes + (end != NULL);
    rest = (Str){rest.at + taken, rest.bytes - taken};
  }
  return true;
}

/* A model of the disk the copy had to open is large: it is handed over, not opened again. */
static void keep_model(Session *session, Session *copy) {
  bool worth = !copy->is_lent && copy->model && compute_is_outside(copy->model_name);
  if (!worth) return;
  session->spare = copy->model;
  memcpy(session->spare_name, copy->model_name, sizeof session->spare_name);
  copy->model = NULL;
}

/* On a copy, with the guard that is given. *copy is the caller's to free, also on false. */
static bool rehearse(const Session *session, const Script *script, Guard *guard, Session **copy,
                     Status *status) {
  *copy = NULL;
  if (!session_make_copy(session, copy, status)) return false;
  (*copy)->guard = guard;
  (*copy)->opens_nothing |= script->opens_nothing;
  return play(*copy, script, status);
}

/* One group where it was opened, so that undo leads back to before it in one step. */
static bool perform(Session *session, const Script *script, Guard *guard, Status *status) {
  Guard *outer = session->guard;
  session->guard = guard;
  if (script->is_opened) session->group_started = false;
  session->group += script->is_opened;
  settings_hold(session, true);
  session->in_script = true;
  bool done = compute_settle(session, status) && play(session, script, status);
  session->in_script = false;
  settings_hold(session, false);
  session->group -= script->is_opened;
  session->guard = outer;
  return done;
}

static void tell_passed_over(Session *session, const Script *script, int count) {
  Status told;
  status_fail(&told, STATUS_OK,
              P_("%s was played; %d command that writes was passed over.",
                 "%s was played; %d commands that write were passed over.", count),
              script->path, count);
  session_tell(session, told.sentence);
}

bool session_check_script(const Session *session, const Script *script, Status *status) {
  Status own = {STATUS_OK, ""};
  Session *copy = NULL;
  Guard guard;
  Arena *arena = arena_make(0);
  if (!status) status = &own;
  bool right = arena && guard_begin(session, script, arena, &guard);
  if (!right) status_no_memory(status);
  else guard.collects = script->asks;
  right = right && rehearse(session, script, &guard, &copy, status);
  session_free(copy);
  arena_free(arena);
  return right;
}

/* Played twice, first on a copy: a script with a wrong line changes nothing at all, and one that
** wishes more than it may is asked about before its first line. */
static bool run(Session *session, const Script *script, const ScriptAnswer *answer, Guard *guard,
                Status *status) {
  Session *copy;
  guard->passes_over = answer->passes_over;
  guard->collects = script->asks;
  guard->wish_count = answer->allowed_count;
  for (int i = 0; i < answer->allowed_count; i++) guard->wishes[i] = answer->allowed[i];
  bool right = rehearse(session, script, guard, &copy, status);
  if (right) keep_model(session, copy);
  session_free(copy);
  if (right && script->asks && guard->wish_count > 0)
    right = asking_begin(session, script, guard, status);
  else {
    guard->collects = guard->ended = false;
    guard->passed_count = 0;
    right = right && perform(session, script, guard, status);
    if (right && guard->passed_count > 0) tell_passed_over(session, script, guard->passed_count);
  }
  model_free(session->spare);
  session->spare = NULL;
  return right;
}

bool script_run(Session *session, const Script *script, const ScriptAnswer *answer,
                Status *status) {
  Status own = {STATUS_OK, ""};
  Guard guard;
  Arena *arena = arena_make(0);
  if (!status) status = &own;
  bool begun = arena && guard_begin(session, script, arena, &guard);
  bool done = begun ? run(session, script, answer, &guard, status) : status_no_memory(status);
  arena_free(arena);
  return done;
}

bool session_run_script(Session *session, const Script *script, Status *status) {
  return script_run(session, script, &(ScriptAnswer){0}, status);
}

/* ---- opening ---- */

bool script_is_file(const char *path) {
  static const char first[] = STATE_BEGINS;
  char begins[sizeof first - 1];
  OsFile file;
  if (os_kind(path) != OS_FILE || !os_open_file(path, &file, NULL)) return false;
  bool is_script =
      os_read_at(file, 0, begins, sizeof begins) && memcmp(begins, first, sizeof begins) == 0;
  os_close_file(file);
  return is_script;
}

/* In a window a person is there to be asked. */
bool do_open(const CommandContext *context) {
  Session *session = context->session;
  Script script = {.asks = session->hooks.go_on != NULL, .is_opened = true};
  if (!command_has(context, 1) || !permit_person(context)) return false;
  script.path = command_path(context, 1);
  if (!script.path) return false;
  if (!os_read_file(session->scratch, script.path, SCRIPT_BYTES_MOST, &script.text,
                    context->status))
    return false;
  if (session->dry) return session_check_script(session, &script, context->status);
  return session_run_script(session, &script, context->status);
}
