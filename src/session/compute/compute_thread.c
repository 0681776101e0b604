/* session/compute/compute_thread.c -- traces made on the thread, and what a session
** says of them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "session/compute/compute_internal.h"

static const double shown_after_ms = 500, progress_every_ms = 50;

void compute_stop(Session *session) {
  session->job_is_wanted = false;
  if (session->job) job_stop(session->job);
}

/* While the job runs the session must not free the model or the trace that it was given. */
static bool begin_work(Session *session, Status *status) {
  assert(session->job && session->pending.is_on);
  const Inputs *inputs = session_now(session);
  JobOrder order = {.engine = session->engine,
                    .order = compute_order(session, inputs),
                    .model = compute_is_model_on_show(session, inputs) ? session->model : NULL};
  session->job_is_wanted = job_begin(session->job, &order, status);
  if (session->job_is_wanted) undo_run(session);
  compute_limit_shown(session);
  return session->job_is_wanted;
}

/* Opens the question that a recording leaves open. */
static void ask_reading(Session *session, const JobResult *result) {
  Asked *asked = &session->asked;
  if (result->status.kind != STATUS_ASK || result->question.choice_count == 0) return;
  asked->question = result->question;
  snprintf(asked->model, sizeof asked->model, "%s", session_now(session)->model);
  session->edit.active = false;
  session->view.menu = MENU_QUESTION;
  session->view.menu_item = 0;
}

/* Takes the result of the job. A stopped one is dropped, and so is a failure for
** inputs that are outdated. */
static bool receive_result(Session *session, Status *status) {
  JobResult result = compute_take_result(session);
  const Inputs *inputs = undo_running(session);
  if (!session->job_is_wanted) {
    compute_free_result(&result);
    return true;
  }
  assert(inputs);
  session->job_is_wanted = false;
  bool is_newest = inputs_make_same_trace(inputs, session_now(session));
  if (!result.made && !is_newest && !result.opened) return true;
  *status = result.status;
  if (!result.made) {
    ask_reading(session, &result);
    return false;
  }
  Computed made = {.opened = result.opened,
                   .model = result.model,
                   .held = held_trace_make(result.arena, result.trace, result.recording),
                   .run_ms = result.run_ms};
  if (!made.held) {
    compute_free_result(&result);
    return status_no_memory(status);
  }
  session_forget_failure(session);
  /* the newest may keep another run beside the same trace */
  compute_commit(session, is_newest ? session_now(session) : inputs, &made);
  if (is_newest) undo_settle(session, true);
  else undo_show_running(session);
  return true;
}

/* Makes a small trace that was wanted while the thread was busy; now it is idle. */
static bool make_small(Session *session, Status *status) {
  assert(session->pending.is_on);
  Computed made = {0};
  if (!compute_make_now(session, session_now(session), &made, status)) return false;
  compute_commit(session, session_now(session), &made);
  undo_settle(session, true);
  return true;
}

static bool advance_job(Session *session, Status *status) {
  bool is_of_answer = session->generation.character && !session->pending.is_on;
  if (job_news(session->job).state == JOB_DONE && !is_of_answer && !receive_result(session, status))
    return false;
  if (!session->pending.is_on || job_news(session->job).state != JOB_IDLE) return true;
  return compute_is_small(session, session_now(session)) ? make_small(session, status)
                                                         : begin_work(session, status);
}

bool compute_run_ids(Session *session, const IdsRun *run, const Trace **trace, bool *begun,
                     Status *status) {
  assert(session->model && run->ids && run->id_count > 0 && run->arena);
  const Inputs *inputs = session_settled(session);
  EngineOrder order = compute_order(session, inputs);
  order.ids = run->ids, order.id_count = run->id_count;
  *trace = NULL, *begun = false;
  if (session->job) compute_drop_done(session);
  bool is_idle = !session->job || job_news(session->job).state == JOB_IDLE;
  if (!session->job || (is_idle && compute_is_small(session, inputs)))
    return session->engine->run(session->engine->self, session->model, &order, run->arena, trace,
                                status);
  if (!is_idle) return true;
  JobOrder wanted = {.engine = session->engine, .order = order, .model = session->model};
  session->job_is_wanted = false;
  *begun = job_begin(session->job, &wanted, status);
  compute_limit_shown(session);
  return *begun;
}

bool compute_take_ids(Session *session, JobResult *result, bool *is_gone) {
  assert(session->job);
  JobState state = job_news(session->job).state;
  *is_gone = state == JOB_IDLE;
  if (state == JOB_DONE) *result = compute_take_result(session);
  return state == JOB_DONE;
}

/* Advances the pending work once; false with the sentence when it has failed. A failure restores
** the inputs of the trace on show. */
static bool advance(Session *session, Status *status) {
  if (advance_job(session, status)) return true;
  compute_stop(session);
  undo_settle(session, false);
  return false;
}

/* The autosave is written again, because the one written while pending lacks the place. */
static void note_settled(Session *session) {
  session->autosave.inputs = NULL;
  autosave_note(session);
  recent_note(session);
}

/* Shows no progress in the first half second, since most runs are over by then. */
double compute_due_ms(const Session *session) {
  if (!session->pending.is_on) return session->generation.character ? COMPUTE_POLL_MS : -1;
  double passed_ms = job_news(session->job).passed_ms;
  return passed_ms < shown_after_ms ? shown_after_ms - passed_ms : progress_every_ms;
}

double compute_tick(Session *session) {
  Status status = {STATUS_OK, ""};
  if (!session->job) return -1;
  bool was_pending = session->pending.is_on;
  bool went_on = advance(session, &status);
  if (!went_on && session->view.menu != MENU_QUESTION)
    session_tell_failure(session, status.sentence);
  if (was_pending) session->revision++;
  if (was_pending && !session->pending.is_on) note_settled(session);
  return session->pending.is_on ? compute_due_ms(session) : -1; /* a token has a tick of its own */
}

/* The token appended last is selected by the next call. */
bool compute_look(Session *session, ComputeLook *found, Status *status) {
  bool done = true, was_pending = session->pending.is_on;
  if (was_pending) done = advance(session, status);
  if (was_pending && !session->pending.is_on) note_settled(session);
  bool comes = session->generation.left > 0 || session->generation.character;
  if (done && !session->pending.is_on) done = generation_advance(session, status);
  *found = session_is_pending(session) ? LOOK_WAITS : comes ? LOOK_TOKEN : LOOK_ALL_THERE;
  return done;
}

bool compute_cancel(Session *session) {
  if (!session->pending.is_on) return generation_cancel(session);
  compute_stop(session);
  undo_settle(session, false);
  return true;
}

/* ---- what a session says of them ---- */

bool session_is_recording(const Session *session) { return !session->model; }

const Recording *session_recording(const Session *session) {
  return session->traces.on_show->recording;
}

int session_finding_count(const Session *session) {
  const Recording *recording = session_recording(session);
  return recording ? recording_finding_count(recording) : 0;
}

const char *session_finding(const Session *session, int index) {
  assert(index >= 0 && index < session_finding_count(session));
  return recording_finding(session_recording(session), index);
}

const char *session_contradiction(const Session *session) {
  const Recording *recording = session_recording(session);
  return recording ? recording_contradiction(recording) : NULL;
}

bool session_wait(Session *session, Status *status) {
  Status own = {STATUS_OK, ""};
  return script_drive(session, NULL, status ? status : &own);
}

bool session_is_pending(const Session *session) {
  return session->pending.is_on || session->generation.character;
}

/* From a share of 2 % on the time left is extrapolated linearly; before, it would jump. */
bool session_progress(const Session *session, SessionProgress *progress) {
  *progress = (SessionProgress){0};
  if (!session_is_pending(session)) return false;
  assert(session->job);
  JobNews news = job_news(session->job);
  if (news.state != JOB_BUSY || news.passed_ms < shown_after_ms) return false;
  *progress = (SessionProgress){.opens = news.opens, .share = news.share, .left_s = -1};
  progress->model = str_from(session_now(session)->model);
  if (news.share > 0.02) progress->left_s = progress_left_s(news.phase_ms, news.share);
  return true;
}
