/* session/session.c -- making and freeing a session, its clock and its messages. */
#include "session/session.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/os.h"
#include "base/i18n.h"
#include "session/commands/character.h"
#include "session/menu/export_fields.h"
#include "session/session_internal.h"

static const char default_sentence[] =
    "The animal didn't cross the street because it was too tired";

static const double transition_ms = SESSION_TRANSITION_MS, message_ms = 4000.0,
                    message_byte_ms = 40.0;

/* ---- making ---- */

/* The session lies in its own arena. Everything else starts as zero, which each
** part treats as empty. */
static Session *alloc_session(void) {
  Arena *arena = arena_make(sizeof(Session));
  Session *session = arena ? arena_take(arena, 1, sizeof *session) : NULL;
  if (!session) {
    arena_free(arena);
    return NULL;
  }
  session->arena = arena;
  session->scratch = arena_make(0);
  session->view = view_default();
  session->lesson.asked = session->lesson.followed = -1;
  if (session->scratch) return session;
  session_free(session);
  return NULL;
}

/* The caller has checked the length. */
static void set_model_name(Inputs *inputs, const char *name) {
  snprintf(inputs->model, sizeof inputs->model, "%s", name);
}

/* Points at constant text, so nothing has to be copied or freed. */
Inputs session_default_inputs(void) {
  Inputs inputs = {.streams = {str_from(default_sentence)},
                   .mask = {.model_own = true},
                   .sampling = SAMPLING_PLAIN,
                   .experiments = EXPERIMENTS_DEFAULT};
  set_model_name(&inputs, model_builtin(0)->name);
  return inputs;
}

bool session_take_sentence(const Session *session, Str text, Str *sentence, Status *status) {
  if (text.bytes > INPUTS_SENTENCE_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("the sentence has %zu byte; the limit is %d: shorten it",
                          "the sentence has %zu bytes; the limit is %d: shorten it", text.bytes),
                       text.bytes, INPUTS_SENTENCE_BYTES_MOST);
  const char *copy = str_copy(session->scratch, text);
  if (!copy) return status_no_memory(status);
  *sentence = (Str){copy, text.bytes};
  return true;
}

/* Lengths are checked first, because Inputs has fixed room for names. */
static bool first_inputs(const Session *session, const SessionOptions *options, Inputs *inputs,
                         Status *status) {
  *inputs = session_default_inputs();
  if (options->model && strlen(options->model) >= sizeof inputs->model)
    return status_fail(status, STATUS_USAGE,
                       P_("the name of a model has at most %d byte, not %zu: “%.60s…”",
                          "the name of a model has at most %d bytes, not %zu: “%.60s…”",
                          INPUTS_MODEL_BYTES - 1),
                       INPUTS_MODEL_BYTES - 1, strlen(options->model), options->model);
  if (options->model && !session_name_model(inputs->model, str_from(options->model), status))
    return false;
  if (options->reading && strlen(options->reading) >= sizeof inputs->reading)
    return status_fail(status, STATUS_USAGE,
                       P_("a reading has at most %d byte, not %zu",
                          "a reading has at most %d bytes, not %zu", INPUTS_READING_BYTES - 1),
                       INPUTS_READING_BYTES - 1, strlen(options->reading));
  if (options->reading) snprintf(inputs->reading, sizeof inputs->reading, "%s", options->reading);
  if (!session_find_model(session, inputs->model, status) || !compute_check_reading(inputs, status))
    return false;
  if (!options->sentence.at) {
    compute_fit_sentence(session, inputs);
    return true;
  }
  return session_take_sentence(session, options->sentence, &inputs->streams[0], status);
}

/* State, training and settings come last, because they play commands, for which the
** session must be complete. */
bool session_make(const SessionOptions *options, Session **made, Status *status) {
  Session *session = alloc_session();
  Inputs inputs;
  if (!session) return status_no_memory(status);
  session->pool = options->pool;
  session->engine = options->engine ? options->engine : engine_of_models();
  session->cache_mb = options->cache_mb > 0 ? options->cache_mb : SESSION_CACHE_MB;
  session->replaces = options->replaces;
  session->hooks = options->hooks;
  session->clock_ms = options->clock_ms;
  session->clock_self = options->clock_self;
  if (options->background) session->job = job_make(options->hooks.wake, options->hooks.self);
  if (options->background && !session->job) {
    session_free(session);
    return status_no_memory(status);
  }
  if (!first_inputs(session, options, &inputs, status) || !undo_begin(session, &inputs, status)) {
    session_free(session);
    return false;
  }
  if (options->state_folder) {
    autosave_open(session, options->state_folder, !options->is_played);
    training_files_open(session, options->state_folder);
    recent_open(session, options->state_folder);
    shelf_open(session, options->state_folder);
  }
  if (options->no_motion) session->view.motion = false;
  if (options->config_folder) settings_open(session, options->config_folder);
  if (options->language != LANGUAGE_AUTO) session->view.language = options->language;
  session->keeps_language = options->keeps_language;
  if (!session->keeps_language) i18n_use(session->view.language);
  *made = session;
  return true;
}

/* The copy shares the trace of the original. A training gets a run of its own, because the
** copy would change it. */
bool session_make_copy(const Session *from, Session **made, Status *status) {
  Session *copy = alloc_session();
  if (!copy) return status_no_memory(status);
  copy->dry = true;
  copy->pool = from->pool;
  copy->engine = from->engine;
  copy->cache_mb = from->cache_mb;
  copy->opens_nothing = from->job || from->opens_nothing;
  copy->is_blind = from->pending.is_on; /* the pending model decides what commands are valid */
  copy->hooks = (SessionHooks){.self = from->hooks.self,
                               .check_export = from->hooks.check_export,
                               .stopped = from->hooks.stopped};
  copy->clock_ms = from->clock_ms;
  copy->clock_self = from->clock_self;
  const Inputs *shown = session_settled(from);
  bool begun =
      training_is_model(shown) ? undo_begin(copy, shown, status) : undo_lend(copy, from, status);
  if (!begun) {
    session_free(copy);
    return false;
  }
  copy->view = from->view;
  copy->trace = trace_of_layer(copy->trace, copy->view.layer);
  copy->before_presenter = from->before_presenter;
  copy->lesson.is_lent = from->lesson.arena || from->lesson.is_lent;
  copy->edit = from->edit;
  copy->edit_before = from->edit_before; /* lent, as the trace is */
  copy->edit_place = from->edit_place;
  copy->replaces = from->replaces;
  memcpy(copy->saved_path, from->saved_path, sizeof copy->saved_path); /* the path of `save` */
  copy->saved_mark = from->saved_mark;
  memcpy(copy->opened_path, from->opened_path, sizeof copy->opened_path);
  copy->opening.recent = from->opening.recent; /* models opened lately need no new permission */
  copy->opening.recent.path[0] = 0;
  memcpy(copy->autosave.left, from->autosave.left, sizeof copy->autosave.left);
  *made = copy;
  return true;
}

bool session_finish(Session *session, double most_ms) {
  static const double look_every_ms = 20;
  double begin_ms = os_now_ms();
  training_files_keep(session);
  autosave_close(session);
  if (!session->job) return true;
  job_stop(session->job);
  while (job_news(session->job).state == JOB_BUSY && os_now_ms() - begin_ms < most_ms)
    job_wait(session->job, look_every_ms);
  return job_news(session->job).state != JOB_BUSY;
}

/* The order matters: the job reads trace and model, the autosave needs the history, and traces are
** freed before the model that they may still read from. */
void session_free(Session *session) {
  if (!session) return;
  job_free(session->job); /* the job reads the trace and the model */
  script_free(session);   /* so does the copy of a check */
  character_free(session->generation.character);
  cost_times_free(&session->timing);
  lengths_free(&session->lengths);
  saturation_free(&session->saturation);
  lesson_free(&session->lesson);
  differences_free(&session->differences);
  layer_views_free(&session->layer_views);
  autosave_close(session);
  settings_close(session);
  browser_free(session);
  undo_free(session);
  kept_run_free(session);
  trace_sequence_free(&session->traces);
  if (!session->is_lent) model_free(session->model);
  model_free(session->spare);
  training_free(session);
  asking_free(session);
  arena_free(session->edit_arena);
  arena_free(session->scratch);
  arena_free(session->arena);
}

/* ---- reading ---- */

const Inputs *session_now(const Session *session) {
  return &session->undo.states[session->undo.at].inputs;
}

bool session_is_shuffled(const Session *session) {
  bool takes_order = !session->pending.is_on && trace_half(session->trace) != HALF_NONE;
  return session_now(session)->is_shuffled && !takes_order;
}

const Inputs *session_settled(const Session *session) {
  const UndoHistory *undo = session->pending.is_on ? &session->settled : &session->undo;
  return &undo->states[undo->at].inputs;
}
Str session_question(const Session *session) { return str_from(session->asked.question.sentence); }
Str session_question_choice(const Session *session, int index) {
  return str_from(session->asked.question.choices[index]);
}
Str session_sentence(const Session *session) {
  if (!session->pending.is_on) return trace_typed_sentence(session->trace);
  return session->undo.states[session->undo.at].shown[0];
}
Str session_second_sentence(const Session *session) {
  Str typed = session->undo.states[session->undo.at].shown[1];
  bool is_said = !typed.at && !session->pending.is_on && trace_said(session->trace).at;
  return is_said ? trace_said(session->trace) : typed;
}
Str session_typed_second(const Session *session) {
  return session->undo.states[session->undo.at].shown[1];
}
const Inputs *session_inputs(const Session *session) { return session_now(session); }
const View *session_view(const Session *session) { return &session->view; }
const Edit *session_edit(const Session *session) { return &session->edit; }
bool session_takes_text(const Session *session) {
  return session->edit.active || lesson_takes_text(session) ||
         (board_has_cell(session) && session->view.menu == MENU_NONE) ||
         (session->view.sets_number && session->view.menu == MENU_NONE) ||
         session->view.menu == MENU_BROWSE || session->view.menu == MENU_HELP ||
         export_field_takes_text(session);
}
bool session_shakes(const Session *session) { return session->shake.is_on; }
bool session_show_shaken(Session *copy, const Session *from, double moment, Status *status) {
  return shake_show(copy, from, moment, status);
}
double session_shake_period_ms(void) { return SHAKE_PERIOD_MS; }

const Trace *session_trace(const Session *session) {
  return trace_of_layer(session->traces.on_show->trace, session->view.layer);
}
const Trace *session_kept_run(const Session *session) {
  const HeldTrace *frozen = trace_sequence_at(&session->traces, TRACE_PLACE_FROZEN);
  return frozen ? frozen->trace : NULL;
}
bool session_compares_kept(const Session *session) {
  CompareId compare = session->view.compare;
  return session_kept_run(session) && (compare == COMPARE_KEPT || compare == COMPARE_OFF);
}
const char *session_kept_problem(const Session *session) { return session->kept.problem; }
const Model *session_model(const Session *session) { return session->traces.on_show->model; }
unsigned long session_revision(const Session *session) { return session->revision; }
bool session_can_undo(const Session *session) { return session->undo.at > 0; }
bool session_can_redo(const Session *session) { return session->undo.at + 1 < session->undo.count; }
bool session_has_quit(const Session *session) { return session->quit; }
bool session_is_ending(const Session *session) {
  return session->quit || (session->guard && session->guard->ended);
}
int session_cache_mb(const Session *session) { return session->cache_mb; }
Str session_message(const Session *session) { return str_from(session->message); }

Str session_failure(const Session *session) {
  return session->message_is_failure ? session_message(session) : (Str){"", 0};
}

Str session_export_target(const Session *session) { return str_from(session->export_target); }
Str session_export_size(const Session *session) { return str_from(session->export_size); }
Str session_export_problem(const Session *session) { return str_from(session->export_problem); }

double session_now_ms(const Session *session) {
  return session->clock_ms ? session->clock_ms(session->clock_self) : os_now_ms();
}

void session_tell(Session *session, const char *sentence) {
  snprintf(session->message, sizeof session->message, "%s", sentence);
  session->told_count++;
  session->message_end_ms = -1;
  session->message_is_failure = session->message_is_stop = false;
  session->revision++;
}

void session_tell_failure(Session *session, const char *sentence) {
  session_tell(session, sentence);
  session->message_is_failure = true;
}

static void forget_message(Session *session, bool is_of_kind) {
  if (!is_of_kind || !session->message[0]) return;
  session->message[0] = 0;
  session->revision++;
}

unsigned long session_told_count(const Session *session) { return session->told_count; }

void session_forget_message(Session *session) { forget_message(session, true); }

void session_forget_failure(Session *session) {
  forget_message(session, session->message_is_failure);
}

void session_forget_stop(Session *session) { forget_message(session, session->message_is_stop); }

/* ---- time ---- */

bool session_begin_moment(Session *session, ViewKind from_kind, StageId from_stage) {
  View *view = &session->view;
  if (from_kind == VIEW_STAGE && !trace_has_stage(session->trace, from_stage)) return false;
  view->from_kind = from_kind;
  view->from_stage = from_stage;
  return true;
}

void session_set_moment(Session *session, float moment) {
  session->view.transition = float_clamp(moment, 0, 1);
}

static double tick_transition(Session *session, double now_ms) {
  View *view = &session->view;
  if (view->transition >= 1 || view->held) return -1;
  if (session->transition_start_ms < 0) session->transition_start_ms = now_ms;
  float passed = (float)((now_ms - session->transition_start_ms) / transition_ms);
  view->transition = float_clamp(passed, 0, 1);
  session->revision++;
  return view->transition < 1 ? 0 : -1;
}

/* Steps follow the clock, not each other: a slow frame delays one step, not all. */
static double tick_play(Session *session, double now_ms) {
  View *view = &session->view;
  if (!view->playing) return -1;
  if (session->play_due_ms < 0) session->play_due_ms = now_ms;
  if (now_ms >= session->play_due_ms) {
    view->playing = steps_forward(session, view->step_by);
    double step_ms = (view->step_by == STEP_STAGE ? 2000.0 : 1000.0) / (double)view->speed;
    session->play_due_ms = now_ms + step_ms;
    session->revision++;
    autosave_note(session);
  }
  return view->playing ? session->play_due_ms - now_ms : -1;
}

/* A long sentence stays longer: four seconds and 40 ms a byte. */
static double tick_message(Session *session, double now_ms) {
  if (!session->message[0]) return -1;
  if (session->message_end_ms < 0)
    session->message_end_ms =
        now_ms + message_ms + message_byte_ms * (double)strlen(session->message);
  if (now_ms < session->message_end_ms) return session->message_end_ms - now_ms;
  session->message[0] = 0;
  session->revision++;
  return -1;
}

/* Each part returns when it must be called again; the earliest time counts. While a script plays,
** its steps also advance the pending trace and tokens; while it is checked, nothing may replace the
** trace that its copy of the session reads. */
double session_tick(Session *session, double now_ms) {
  session->ticking = true;
  settings_begin(session);
  bool plays = script_plays(session);
  double next = plays ? script_tick(session) : compute_tick(session);
  next = time_earlier(next, tick_transition(session, now_ms));
  next = time_earlier(next, tick_message(session, now_ms));
  next = time_earlier(next, browser_tick(session));
  if (!script_checks(session)) {
    next = time_earlier(next, tick_play(session, now_ms));
    next = time_earlier(next, shake_tick(session, now_ms));
    next = time_earlier(next, training_tick(session, now_ms));
    next = time_earlier(next, roles_tick(session, now_ms));
    next = time_earlier(next, cost_times_tick(session));
    next = time_earlier(next, layer_views_follow(session));
  }
  if (!plays) next = time_earlier(next, generation_tick(session));
  return time_earlier(next, autosave_tick(session));
}
