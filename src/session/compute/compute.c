/* session/compute/compute.c -- makes the trace of inputs: at once, or on a thread
** (compute_thread.c) while the old one stays on show.
**
** At once: built-in models, the training, and runs that take less than a frame. On the thread:
** models of the disk. While the thread is busy nothing is made at once, because the thread reads
** the model and the trace on show. When it is idle it begins with the newest inputs.
**
** If each key stopped the running job, a person who types faster than the model runs would see no
** new picture until a pause. So some jobs are let finish and shown first (should_finish_job); the
** next run can then also reuse more rows.
*/
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/board/board.h"
#include "model/checkpoint/hf_model.h"
#include "session/compute/compute_internal.h"
#include "session/compute/focus.h"
#include "session/examples.h"
#include "session/menu/menu.h"
#include "text/token_ids.h"

static const double small_ms = 12;
/* While another trace is made two are in memory: the cache of the one on show is
** limited to this fraction. */
enum { SHARE_BESIDE = 4 };
static const double share_to_end = 0.6, picture_every_ms = 500, share_to_guess = 0.02;

/* ---- which way ---- */

bool compute_is_outside(const char *model) {
  return !model_is_builtin(model) && strcmp(model, TRAINING_MODEL) != 0;
}

/* Of a board its text says as well which it is. */
static bool is_called(const Model *model, const char *name, const Inputs *inputs) {
  Str typed = model_typed_text(model);
  return strcmp(inputs->model, name) == 0 && (typed.at == NULL) == (inputs->board.at == NULL) &&
         str_equal(typed, inputs->board);
}

bool compute_is_model_on_show(const Session *session, const Inputs *inputs) {
  return session->model && !training_is_model(inputs) && !inputs->reading[0] &&
         is_called(session->model, session->model_name, inputs);
}

/* A model that cannot be opened is refused later, when it is opened, with the sentence of that. */
void compute_fit_sentence(const Session *session, Inputs *inputs) {
  const char *first = board_first_sentence(session->scratch, inputs->model, inputs->streams[0]);
  if (!first) first = example_instead(session->scratch, inputs->model, inputs->streams[0]);
  if (first) inputs->streams[0] = str_from(first);
  if (first || !compute_is_outside(inputs->model) || token_ids_are(inputs->streams[0])) return;
  const char *ids = hf_model_first_ids(session->scratch, inputs->model);
  if (ids) inputs->streams[0] = str_from(ids);
}

bool compute_check_reading(const Inputs *inputs, Status *status) {
  RecordingAnswers answers;
  bool is_model = !compute_is_outside(inputs->model) || os_kind(inputs->model) == OS_FOLDER;
  if (!inputs->reading[0]) return true;
  if (is_model)
    return status_fail(status, STATUS_USAGE, _("%s is a model; only a recording has a reading"),
                       inputs->model);
  return recording_answers_parse(inputs->reading, &answers, status);
}

bool compute_is_same_model(const Session *session) {
  return compute_is_model_on_show(session, session_now(session));
}

bool compute_is_small(const Session *session, const Inputs *inputs) {
  if (!compute_is_outside(inputs->model) || inputs->board.at) return true;
  double expected_ms = session->ms_a_byte * (double)(inputs_text_bytes(inputs) + 1);
  return compute_is_model_on_show(session, inputs) && session->ms_a_byte > 0 &&
         expected_ms < small_ms;
}

static void note_time(Session *session, const Inputs *inputs, double run_ms) {
  double ms_a_byte = run_ms / (double)(inputs_text_bytes(inputs) + 1);
  if (ms_a_byte > session->ms_a_byte) session->ms_a_byte = ms_a_byte;
}

/* Whether the trace on show is of the same inputs but for what a person changed of the run. */
static bool differs_by_what_ifs(const Session *session, const Inputs *inputs) {
  Inputs same = *inputs;
  same.what_ifs = session_settled(session)->what_ifs;
  return session->trace && inputs_make_same_trace(&same, session_settled(session));
}

EngineOrder compute_order(const Session *session, const Inputs *inputs) {
  bool reuses = compute_is_model_on_show(session, inputs) && !session->view.rows_anew;
  return (EngineOrder){.inputs = inputs,
                       .pool = session->pool,
                       .before = reuses ? session->trace : NULL,
                       .bends_before = reuses && differs_by_what_ifs(session, inputs),
                       .cache_bytes = (size_t)session->cache_mb << 20};
}

/* ---- at once ---- */

/* session->spare is the model that the check of a script opened; opening it twice
** would double the wait. */
static bool make_model(Session *session, const Inputs *inputs, Computed *made, Status *status) {
  if (training_is_model(inputs)) {
    if (!training_make(session, &inputs->training, &made->training, status)) return false;
    made->model = made->training.model;
    return made->opened = true;
  }
  if (compute_is_model_on_show(session, inputs)) return true;
  made->opened = true;
  if (session->spare && is_called(session->spare, session->spare_name, inputs)) {
    made->model = session->spare;
    return true;
  }
  EngineOrder order = compute_order(session, inputs);
  return session->engine->open(session->engine->self, &order, &made->model, status);
}

static void drop_made(const Session *session, const Computed *made) {
  if (made->training.run) training_drop(&made->training);
  else if (made->model && made->model != session->spare) model_free(made->model);
}

bool compute_make_now(Session *session, const Inputs *inputs, Computed *made, Status *status) {
  /* a busy thread reads what is on show */
  assert(!session->job || job_news(session->job).state == JOB_IDLE);
  if (!make_model(session, inputs, made, status)) return false;
  Arena *arena = trace_sequence_begin(&session->traces);
  EngineOrder order = compute_order(session, inputs);
  const Recording *recording = NULL;
  const Trace *trace = NULL;
  order.recording = &recording;
  const Model *model = made->opened ? made->model : session->model;
  double begin_ms = os_now_ms();
  bool done =
      arena ? session->engine->run(session->engine->self, model, &order, arena, &trace, status)
            : status_no_memory(status);
  made->run_ms = os_now_ms() - begin_ms;
  if (done) made->held = held_trace_make(arena, trace, recording);
  if (done && !made->held) done = status_no_memory(status);
  if (!done) drop_made(session, made);
  return done;
}

/* Whether the running job may finish although its inputs are outdated: if it is nearly done, or if
** stopping it would leave the picture old for too long: half a second since the last picture, or
** since the first key after it; for a slow model, the time of three runs. A job that opens the
** model that is still wanted is always let finish. */
static bool should_finish_job(const Session *session, const Inputs *wanted) {
  assert(session->job);
  const Inputs *runs = undo_running(session);
  JobNews news = job_news(session->job);
  bool same = runs && inputs_name_same_model(runs, wanted) && !training_is_model(wanted);
  if (!session->job_is_wanted || news.state == JOB_IDLE || !same) return false;
  if (news.state == JOB_DONE || !compute_is_model_on_show(session, runs) ||
      news.share >= share_to_end)
    return true;
  if (news.share < share_to_guess) return false;
  double whole_ms = news.phase_ms / news.share, shown_ms = os_now_ms() - session->pending.shown_ms;
  double limit_ms = whole_ms <= picture_every_ms ? picture_every_ms : 3 * whole_ms;
  return shown_ms + whole_ms >= limit_ms;
}

void compute_limit_shown(Session *session) {
  if (session->trace && !session->is_lent) compute_limit_cache(session);
}

void compute_free_result(JobResult *result) {
  arena_free(result->arena);
  model_free(result->model);
}

JobResult compute_take_result(Session *session) {
  JobResult result = job_take(session->job);
  compute_limit_shown(session);
  return result;
}

void compute_drop_done(Session *session) {
  if (job_news(session->job).state != JOB_DONE) return;
  JobResult result = compute_take_result(session);
  compute_free_result(&result);
}

/* The training's state belongs to the session's thread, so its trace is never
** made on the other one. */
void compute_wait_until_idle(Session *session) {
  if (!session->job) return;
  compute_stop(session);
  while (job_news(session->job).state == JOB_BUSY) job_wait(session->job, COMPUTE_POLL_MS);
  compute_drop_done(session);
}

static bool is_being_made(const Session *session, const Inputs *wanted) {
  const Inputs *runs = undo_running(session);
  bool works = session->job && session->job_is_wanted && job_news(session->job).state != JOB_IDLE;
  return works && runs && inputs_make_same_trace(runs, wanted);
}

/* The order matters: first what costs nothing, then what is being made already, then
** waiting, then making. */
bool compute_find(Session *session, const Inputs *wanted, Computed *made, Status *status) {
  bool is_on_show = session->trace && inputs_make_same_trace(wanted, session_settled(session));
  *made = (Computed){0};
  if (!is_on_show && is_being_made(session, wanted)) return made->later = true;
  if (session->job && (is_on_show || !should_finish_job(session, wanted))) {
    compute_stop(session);
    compute_drop_done(session);
  }
  if (is_on_show) return true;
  if (training_is_model(wanted)) compute_wait_until_idle(session);
  else if (session->job &&
           (job_news(session->job).state != JOB_IDLE || !compute_is_small(session, wanted))) {
    made->later = true;
    return true;
  }
  return compute_make_now(session, wanted, made, status);
}

bool compute_again(Session *session, Computed *made, Status *status) {
  *made = (Computed){0};
  compute_wait_until_idle(session);
  return compute_make_now(session, session_now(session), made, status);
}

/* ---- taking over ---- */

/* The measured run time was that of another model, so it starts again. */
static void adopt_model(Session *session, const Inputs *inputs, Model *model) {
  if (!session->is_lent) model_free(session->model);
  if (model && model == session->spare) session->spare = NULL;
  session->is_lent = false;
  session->model = model;
  session->ms_a_byte = 0;
  snprintf(session->model_name, sizeof session->model_name, "%s", inputs->model);
}

/* A contradiction in a recording is told when it opens, and stays on its card. */
static void tell_contradiction(Session *session, const Recording *recording) {
  const char *contradiction = recording ? recording_contradiction(recording) : NULL;
  if (contradiction && !session->dry) session_tell(session, contradiction);
}

/* Formatted by a status, which escapes names of tensors that come from the file. */
static void tell_warning(Session *session) {
  const ModelCard *card = session->model ? model_card(session->model) : NULL;
  Status said;
  const char *warning = !card ? NULL : card->how_to_type ? card->how_to_type : card->warning;
  if (!warning) return;
  status_fail(&said, STATUS_COULD_NOT, "%s: %s", model_info(session->model)->name, warning);
  session_tell(session, said.sentence);
}

/* Frees the old trace, and with it the last use of the old model, unless another place of the
** sequence holds both. */
static void replace_now(Session *session, const Inputs *inputs, const Computed *made) {
  bool is_other = session->trace && strcmp(inputs->model, session->model_name) != 0;
  bool is_placed = session->pending.is_on && session->pending.goes_to_place;
  bool was_recorded = session->trace && trace_is_recorded(session->trace);
  if (session->trace && !made->opened && !is_placed)
    focus_follow_words(session, session->trace, made->held->trace);
  Model *model = made->opened ? made->model : session->model;
  /* frees the cache of a large one too */
  trace_sequence_replace(&session->traces, made->held, model);
  session->trace = trace_of_layer(made->held->trace, session->view.layer);
  session->pending.shown_ms = os_now_ms();
  tell_contradiction(session, made->held->recording);
  compute_limit_cache(session); /* the setting may have changed while the trace was made */
  if (made->opened) adopt_model(session, inputs, made->model);
  if (made->opened) tell_warning(session);
  if (made->opened && is_other) focus_enter_model(session, made->training.run != NULL);
  if (is_other) menu_follow_masks(session, was_recorded);
  note_time(session, inputs, made->run_ms);
  if (made->training.run) training_commit(session, &made->training);
}

void compute_commit(Session *session, const Inputs *inputs, const Computed *made) {
  assert(!made->later && (made->held || !made->opened));
  kept_run_hold(session, inputs);
  if (made->held) shake_end(session);
  if (made->held) replace_now(session, inputs, made);
  kept_run_follow(session, inputs);
}

void compute_limit_cache(const Session *session) {
  assert(session->trace && session->cache_mb > 0);
  bool is_busy = session->job && job_news(session->job).state == JOB_BUSY;
  size_t bytes = (size_t)session->cache_mb << 20;
  trace_limit_cache(session->trace, is_busy ? bytes / SHARE_BESIDE : bytes);
}

void compute_lend(Session *session, const Session *from) {
  trace_sequence_lend(&session->traces, &from->traces);
  session->trace = from->trace;
  session->model = from->model;
  session->is_lent = true;
  memcpy(session->model_name, from->model_name, sizeof session->model_name);
  kept_run_lend(session, from);
}
