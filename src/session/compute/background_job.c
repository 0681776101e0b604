/* session/compute/background_job.c -- a worker thread with room for one order and one result.
**
** What both threads use is guarded by the worker's lock, except the order while the job is busy,
** which then belongs to the worker's thread.
*/
#include "session/compute/background_job.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/worker.h"

struct BackgroundJob {
  Arena *arena, *order_arena;
  Worker *worker; /* NULL until the first job */
  void (*wake)(void *self);
  void *wake_self;
  JobOrder order;
  Inputs inputs;
  JobResult result;
  JobState state; /* this and below: under the lock */
  bool stop, leave, opens;
  double share, begin_ms, phase_ms;
};

BackgroundJob *job_make(void (*wake)(void *self), void *wake_self) {
  Arena *arena = arena_make(sizeof(BackgroundJob));
  BackgroundJob *job = arena ? arena_take(arena, 1, sizeof *job) : NULL;
  if (job) *job = (BackgroundJob){.arena = arena, .wake = wake, .wake_self = wake_self};
  if (job) job->order_arena = arena_make(0);
  if (job && job->order_arena) return job;
  arena_free(arena);
  return NULL;
}

/* ---- on the worker's thread ---- */

static void report_progress(void *self, double share) {
  BackgroundJob *job = self;
  worker_lock(job->worker);
  job->share = share;
  worker_unlock(job->worker);
}

static bool is_stopped(void *self) {
  const BackgroundJob *job = self;
  worker_lock(job->worker);
  bool stop = job->stop;
  worker_unlock(job->worker);
  return stop;
}

static void begin_phase(BackgroundJob *job, bool opens) {
  worker_lock(job->worker);
  job->opens = opens;
  job->share = 0;
  job->phase_ms = os_now_ms();
  worker_unlock(job->worker);
}

/* Measures the time of the run alone: opening is done once and does not predict the next run. */
static bool run(BackgroundJob *job, const Model *model, const EngineOrder *order,
                JobResult *result) {
  assert(result->arena && !result->trace);
  const SessionEngine *engine = job->order.engine;
  begin_phase(job, false);
  double begin_ms = os_now_ms();
  bool done =
      engine->run(engine->self, model, order, result->arena, &result->trace, &result->status);
  result->run_ms = os_now_ms() - begin_ms;
  return done;
}

/* Runs on the other thread without the lock: everything that it reads was copied
** or outlives the job. */
static JobResult run_order(BackgroundJob *job) {
  JobResult result = {.arena = arena_make(0)};
  Progress progress = {report_progress, is_stopped, job};
  EngineOrder order = job->order.order;
  const SessionEngine *engine = job->order.engine;
  order.progress = &progress;
  order.question = &result.question;
  order.recording = &result.recording;
  if (!result.arena) return status_no_memory(&result.status), result;
  const Model *model = job->order.model;
  result.opened = !model;
  result.made = model || engine->open(engine->self, &order, &result.model, &result.status);
  if (!model) model = result.model;
  result.made = result.made && run(job, model, &order, &result);
  if (result.made) return result;
  arena_free(result.arena);
  model_free(result.model);
  result.arena = NULL;
  result.model = NULL;
  result.recording = NULL;
  return result;
}

/* wake is called without the lock, because it may call into the window's event queue. */
static void finish(BackgroundJob *job, const JobResult *result) {
  worker_lock(job->worker);
  assert(job->state == JOB_BUSY);
  job->result = *result;
  job->state = JOB_DONE;
  worker_wake(job->worker);
  bool leave = job->leave;
  worker_unlock(job->worker);
  if (job->wake && !leave) job->wake(job->wake_self);
}

/* Sleeps until an order or the end comes. */
static bool wait_for_order(const BackgroundJob *job, Worker *worker) {
  worker_lock(worker);
  while (job->state != JOB_BUSY && !job->leave) worker_wait(worker);
  bool busy = job->state == JOB_BUSY;
  worker_unlock(worker);
  return busy;
}

static void work_main(void *self, Worker *worker) {
  BackgroundJob *job = self;
  while (wait_for_order(job, worker)) {
    JobResult result = run_order(job);
    finish(job, &result);
  }
}

/* ---- on the session's thread ---- */

/* The thread begins by taking the lock, so job->worker is set before it reads it. */
static bool start_thread(BackgroundJob *job, Status *status) {
  if (!job->worker) job->worker = worker_make(work_main, job);
  return job->worker || status_no_memory(status);
}

/* The thread is idle, so its copy of the inputs may be replaced without the lock. */
bool job_begin(BackgroundJob *job, const JobOrder *order, Status *status) {
  arena_reset(job->order_arena);
  size_t id_bytes = (size_t)order->order.id_count * sizeof(int);
  int *ids = order->order.ids ? arena_take(job->order_arena, id_bytes, 1) : NULL;
  if (!inputs_copy(job->order_arena, order->order.inputs, &job->inputs) ||
      (order->order.ids && !ids))
    return status_no_memory(status);
  if (ids) memcpy(ids, order->order.ids, id_bytes);
  if (!start_thread(job, status)) return false;
  worker_lock(job->worker);
  assert(job->state == JOB_IDLE);
  job->order = *order;
  job->order.order.inputs = &job->inputs;
  job->order.order.ids = ids;
  job->state = JOB_BUSY;
  job->stop = false;
  job->opens = order->model == NULL;
  job->share = 0;
  job->begin_ms = job->phase_ms = os_now_ms();
  worker_wake(job->worker);
  worker_unlock(job->worker);
  return true;
}

void job_stop(BackgroundJob *job) {
  if (!job->worker) return;
  worker_lock(job->worker);
  job->stop = true;
  worker_unlock(job->worker);
}

JobNews job_news(const BackgroundJob *job) {
  JobNews news = {.state = JOB_IDLE};
  if (!job->worker) return news;
  worker_lock(job->worker);
  double now_ms = os_now_ms();
  news = (JobNews){.state = job->state,
                   .opens = job->opens,
                   .share = job->share,
                   .passed_ms = now_ms - job->begin_ms,
                   .phase_ms = now_ms - job->phase_ms};
  worker_unlock(job->worker);
  return news;
}

JobResult job_take(BackgroundJob *job) {
  assert(job->worker);
  worker_lock(job->worker);
  assert(job->state == JOB_DONE);
  JobResult result = job->result;
  job->state = JOB_IDLE;
  job->result = (JobResult){0};
  worker_unlock(job->worker);
  return result;
}

void job_wait(const BackgroundJob *job, double most_ms) {
  if (!job->worker) return;
  worker_lock(job->worker);
  if (job->state == JOB_BUSY) worker_wait_for(job->worker, most_ms);
  worker_unlock(job->worker);
}

void job_free(BackgroundJob *job) {
  if (!job) return;
  if (job->worker) {
    worker_lock(job->worker);
    job->stop = job->leave = true;
    worker_wake(job->worker);
    worker_unlock(job->worker);
    worker_free(job->worker);
  }
  arena_free(job->result.arena);
  model_free(job->result.model);
  arena_free(job->order_arena);
  arena_free(job->arena);
}
