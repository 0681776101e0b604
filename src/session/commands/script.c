/* session/commands/script.c -- writes the state as commands, and opens files of commands.
** script_cursor.c plays them.
**
** A script names everything that a state holds, so it can be played from any other state. Hover, an
** open menu, playing and a motion that runs are not part of a state; one that is held is.
*/
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/provenance.h"
#include "session/commands/file_name.h"
#include "session/commands/setting_table.h"
#include "session/commands/quiz.h"
#include "session/commands/what_if.h"

/* ---- writing ---- */

/* "beyond" makes the line valid also while the sentence is shorter than when it was written. */
static void add_mask_edit(StrBuf *text, const MaskEdit *edit, const Trace *trace) {
  bool beyond =
      !trace || edit->query >= trace_token_count(trace) || edit->key >= trace_key_count(trace);
  if (edit->key < 0) strbuf_format(text, "mask row %d", edit->query + 1);
  else strbuf_format(text, "mask %d %d", edit->query + 1, edit->key + 1);
  strbuf_format(text, " %s%s\n", edit->hide ? "hide" : "show", beyond ? " beyond" : "");
}

/* trace NULL: how many tokens there are is not known, or what is read has another layer. */
static void add_mask(StrBuf *text, const MaskSpec *mask, const Trace *trace) {
  const char *line = inputs_mask_line(text->arena, mask, trace ? trace_token_count(trace) : 0);
  if (line) strbuf_format(text, "%s\n", line);
  else text->failed = true;
  for (int i = 0; i < mask->edit_count; i++) add_mask_edit(text, &mask->edits[i], trace);
}

/* "moment 0.4 from qkv": a picture between two places. */
static void add_moment(StrBuf *text, const View *view) {
  bool is_overview = view->from_kind == VIEW_OVERVIEW;
  if (!view->held || view->kind != VIEW_STAGE) return;
  strbuf_format(text, "moment %.9g from %s\n", (double)view->transition,
                is_overview ? "overview" : stage_info(view->from_stage)->name);
}

/* The stage comes before the view, because it leaves the overview, and before
** cells, which belong to it. */
static void add_place(StrBuf *text, const Session *session) {
  const View *view = &session->view;
  const char *stage = stage_info(view->stage)->name;
  int cols, cells = steps_cells(session, view->stage, &cols);
  /* The model that is being opened may lack the place on show. */
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
  if (!may_lack) add_moment(text, view);
}

static void add_cell(StrBuf *text, const View *view) {
  if (view->query < 0 && view->key_alone >= 0)
    strbuf_format(text, "cell key %d\n", view->key_alone + 1);
  else if (view->query < 0) strbuf_add(text, STR("cell none\n"));
  else if (view->key < 0) strbuf_format(text, "cell %d row\n", view->query + 1);
  else {
    strbuf_format(text, "cell %d %d", view->query + 1, view->key + 1);
    if (view_has_projections(view))
      strbuf_format(text, " %s", view_projection_name(view->projection));
    if (!view_has_projections(view) && view->term >= 0) strbuf_add(text, STR(" o"));
    if (view->term >= 0) strbuf_format(text, " %d", view->term + 1);
    strbuf_add_char(text, '\n');
  }
  if (!view->locked) strbuf_add(text, STR("cell unlock\n"));
}

static void add_settings(StrBuf *text, const Session *session) {
  char line[SETTING_LINE_BYTES];
  for (int i = 0; i < setting_count(); i++) {
    if (setting_at(i)->is_written_apart) continue;
    setting_write(setting_at(i), session, line);
    strbuf_format(text, "%s\n", line);
  }
}

/* A plain name is written bare, any other as a string. */
static void add_model(StrBuf *text, const char *model, const char *reading) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
  strbuf_add(text, STR("model "));
  if (model[strspn(model, plain)] == 0) strbuf_add(text, str_from(model));
  else line_add_string(text, str_from(model));
  if (reading[0]) strbuf_add_char(text, ' ');
  if (reading[0]) line_add_string(text, str_from(reading));
  strbuf_add_char(text, '\n');
}

/* Of a board that differs from its file the state has the whole text. */
static void add_model_of(StrBuf *text, const Inputs *inputs) {
  if (!inputs->board.at) {
    add_model(text, inputs->model, inputs->reading);
    return;
  }
  strbuf_add(text, STR("board text "));
  line_add_string(text, str_from(inputs->model));
  strbuf_add_char(text, ' ');
  line_add_string(text, inputs->board);
  strbuf_add_char(text, '\n');
}

/* A state is played over any other, so a second sentence that there is not is taken away. */
static void add_streams(StrBuf *text, const Inputs *inputs) {
  static const char *const commands[INPUTS_STREAM_COUNT] = {"sentence", "cross"};
  assert(inputs->streams[0].at);
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) {
    strbuf_format(text, "%s ", commands[i]);
    if (inputs->streams[i].at) line_add_string(text, inputs->streams[i]);
    else strbuf_add(text, STR("off"));
    strbuf_add_char(text, '\n');
  }
}

static void add_kind(StrBuf *text, const AttentionKind *kind) {
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *value = kind_write_setting(text->arena, kind, (KindSetting)i);
    if (!value) text->failed = true;
    else strbuf_format(text, "%s %s\n", kind_setting_name((KindSetting)i), value);
  }
}

/* What a run is made of. trace NULL: as in add_mask. */
typedef struct Run {
  const Inputs *inputs;
  const Trace *trace;
  bool is_last;    /* the model is opened behind all others */
  bool has_halves; /* there is no order to compare */
} Run;

/* A recording refuses a sentence, mask or kind. So these are written for the default model
** first, and the recording is opened last: they apply to the next model. A model still being
** opened may be a recording. */
static void add_run(StrBuf *text, const Run *run) {
  const Inputs *inputs = run->inputs;
  if (run->is_last) add_model(text, session_default_inputs().model, "");
  else add_model_of(text, inputs);
  add_streams(text, inputs);
  Inputs without_quiz = quiz_without(inputs);
  strbuf_add(text, STR("quiz off\n"));
  add_mask(text, &without_quiz.mask, run->trace);
  add_kind(text, &without_quiz.kind);
  /* Between two sentences there is no order. */
  if (!inputs->is_shuffled || inputs->streams[1].at || run->has_halves)
    strbuf_add(text, STR("shuffle off\n"));
  else strbuf_format(text, "shuffle seed %llu\n", (unsigned long long)inputs->shuffle_seed);
  if (inputs->quiz.is_on) quiz_add_script(text, inputs);
  if (run->is_last) add_model_of(text, inputs);
  what_if_add_script(text, run->trace, &inputs->what_ifs);
}

/* The kept run is played and frozen before what stands beside it. */
static void add_kept(StrBuf *text, const Inputs *kept) {
  strbuf_add(text, STR("freeze off\n"));
  if (!kept) return;
  bool is_outside = compute_is_outside(kept->model);
  add_run(text, &(Run){.inputs = kept, .is_last = is_outside});
  strbuf_add(text, STR("freeze\n"));
  /* what its kind or its being a recording would refuse comes next */
  if (is_outside) add_model(text, session_default_inputs().model, "");
  strbuf_add(text, STR("plain\n"));
}

static void add_inputs(StrBuf *text, const Session *session) {
  bool pending = session->pending.is_on;
  Run run = {.inputs = session_now(session),
             .is_last =
                 session_is_recording(session) || (pending && !compute_is_same_model(session)),
             .has_halves = trace_half(session->trace) != HALF_NONE};
  if (!run.is_last && !pending && !run.has_halves) run.trace = session->trace;
  add_kept(text, run.inputs->kept);
  add_run(text, &run);
}

Str session_script(const Session *session, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, STR(STATE_BEGINS "1\n"));
  /* before what leaving it would set back, and before what a kind on show would refuse */
  strbuf_add(&text, STR("presenter off\nplain\n"));
  training_add_script(&text, session);
  lesson_add_script(&text, session);
  add_inputs(&text, session);
  add_place(&text, session);
  if (session->pending.is_on) strbuf_add(&text, STR("cell none\n"));
  else add_cell(&text, &session->view);
  training_add_place(&text, session);
  add_settings(&text, session);
  /* a state of somebody who chose none leaves the reader theirs */
  if (session->view.language != LANGUAGE_AUTO)
    strbuf_format(&text, "language %s\n", i18n_language_name(session->view.language));
  if (session->view.presenter) strbuf_add(&text, STR("presenter on\n"));
  return text.failed ? (Str){NULL, 0} : strbuf_str(&text);
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

/* A lesson is played as a script: the commands and notes of its pages, and a wait behind each. */
static bool read_lesson(Arena *arena, const char *path, Str *text, Status *status) {
  Str file;
  Lesson *lesson = arena_take(arena, 1, sizeof *lesson);
  if (!lesson) return status_no_memory(status);
  if (!os_read_file(arena, path, LESSON_BYTES_MOST, &file, status) ||
      !lesson_read(arena, file, lesson, status))
    return false;
  if (lesson->fault_count > 0)
    return status_fail(status, STATUS_COULD_NOT, "%s:%d:%d: %s", path, lesson->faults[0].place.line,
                       lesson->faults[0].place.column, lesson->faults[0].sentence);
  *text = lesson_script(arena, lesson);
  return text->at || status_no_memory(status);
}

bool script_read_file(Arena *arena, const char *path, Str *text, Status *status) {
  if (str_ends(str_from(path), LESSON_ENDING)) return read_lesson(arena, path, text, status);
  if (!os_read_file(arena, path, SCRIPT_BYTES_MOST, text, status)) return false;
  bool begins = str_starts(str_without_mark(*text), STATE_BEGINS);
  return begins || !str_ends(str_from(path), STATE_ENDING) ||
         status_fail(
             status, STATUS_COULD_NOT,
             _("%s is no saved state: its first line does not begin with “# headsup ” and a "
               "number, such as “# headsup 1”"),
             path);
}

/* "mine" is also the state that save mine wrote as mine.headsup. NULL: no memory. */
static const char *path_to_open(const CommandContext *context) {
  const char *path = command_path(context, 1);
  if (!path || os_kind(path) != OS_MISSING) return path;
  const char *saved = file_name_with_ending(context->session->scratch, path, STATE_ENDING);
  if (!saved) return status_no_memory(context->status), NULL;
  return os_kind(saved) == OS_FILE ? saved : path;
}

/* In a window the person can be asked. */
bool do_open(const CommandContext *context) {
  Session *session = context->session;
  Script script = {.asks = session->hooks.go_on != NULL, .is_opened = true};
  if (!command_has(context, 1) || !permit_person(context)) return false;
  script.path = path_to_open(context);
  if (!script.path) return false;
  if (!script_read_file(session->scratch, script.path, &script.text, context->status)) return false;
  if (session->dry) return session_check_script(session, &script, context->status);
  const char *whole = os_absolute_path(session->scratch, script.path);
  if (!whole) return status_no_memory(context->status);
  if (!script_begin(session, &script, &(ScriptAnswer){0}, context->status)) return false;
  bool fits = strlen(whole) < sizeof session->opened_path;
  snprintf(session->opened_path, sizeof session->opened_path, "%s", fits ? whole : "");
  session->opened_asked = false;
  return true;
}
