/* session/making/work.c -- a worker thread with room for one order and one result.
**
** Whatever both threads touch is touched under the worker's lock, but for the order while it is
** busy: that belongs to the worker until it is done.
*/
#include "session/making/work.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/worker.h"

struct Work {
  Arena *arena, *order_arena;
  Worker *worker; /* NULL until there is something to do */
  void (*wake)(void *self);
  void *wake_self;
  WorkOrder order;
  Inputs inputs;
  WorkResult result;
  WorkState state; /* this and below: under the lock */
  bool stop, leave, opens;
  double share, begin_ms, phase_ms;
};

Work *work_make(void (*wake)(void *self), void *wake_self) {
  Arena *arena = arena_make(sizeof(Work));
  Work *work = arena ? arena_take(arena, 1, sizeof *work) : NULL;
  if (work) *work = (Work){.arena = arena, .wake = wake, .wake_self = wake_self};
  if (work) work->order_arena = arena_make(0);
  if (work && work->order_arena) return work;
  arena_free(arena);
  return NULL;
}

/* ---- on the worker's thread ---- */

static void say(void *self, double share) {
  Work *work = self;
  worker_lock(work->worker);
  work->share = share;
  worker_unlock(work->worker);
}

static bool is_stopped(void *self) {
  Work *work = self;
  worker_lock(work->worker);
  bool stop = work->stop;
  worker_unlock(work->worker);
  return stop;
}

static void begin_phase(Work *work, bool opens) {
  worker_lock(work->worker);
  work->opens = opens;
  work->share = 0;
  work->phase_ms = os_now_ms();
  worker_unlock(work->worker);
}

/* The time is that of the run alone: opening is done once and says nothing about the next
** sentence. */
static bool run(Work *work, const Model *model, const EngineOrder *order, WorkResult *result) {
  const SessionEngine *engine = work->order.engine;
  begin_phase(work, false);
  double begin_ms = os_now_ms();
  bool done =
      engine->run(engine->self, model, order, result->arena, &result->trace, &result->status);
  result->run_ms = os_now_ms() - begin_ms;
  return done;
}

/* On the other thread, without the lock: everything it reads was copied or must outlive it. */
static WorkResult make(Work *work) {
  WorkResult result = {.arena = arena_make(0)};
  Progress progress = {say, is_stopped, work};
  EngineOrder order = work->order.order;
  const SessionEngine *engine = work->order.engine;
  order.progress = &progress;
  order.question = &result.question;
  order.recording = &result.recording;
  if (!result.arena) return status_no_memory(&result.status), result;
  const Model *model = work->order.model;
  result.opened = !model;
  result.made = model || engine->open(engine->self, &order, &result.model, &result.status);
  if (!model) model = result.model;
  result.made = result.made && run(work, model, &order, &result);
  if (result.made) return result;
  arena_free(result.arena);
  model_free(result.model);
  result.arena = NULL;
  result.model = NULL;
  result.recording = NULL;
  return result;
}

/* wake is called without the lock, since it may call back into the window's queue. */
static void finish(Work *work, const WorkResult *result) {
  worker_lock(work->worker);
  work->result = *result;
  work->state = WORK_DONE;
  worker_wake(work->worker);
  bool leave = work->leave;
  worker_unlock(work->worker);
  if (work->wake && !leave) work->wake(work->wake_self);
}

/* The thread sleeps here; an order or the end wakes it. */
static bool wait_for_order(const Work *work, Worker *worker) {
  worker_lock(worker);
  while (work->state != WORK_BUSY && !work->leave) worker_wait(worker);
  bool busy = work->state == WORK_BUSY;
  worker_unlock(worker);
  return busy;
}

static void work_main(void *self, Worker *worker) {
  Work *work = self;
  while (wait_for_order(work, worker)) {
    WorkResult result = make(work);
    finish(work, &result);
  }
}

/* ---- on the session's thread ---- */

/* The thread begins by taking the lock, so it sees the worker it was made with. */
static bool start_thread(Work *work, Status *status) {
  if (!work->worker) work->worker = worker_make(work_main, work);
  return work->worker || status_no_memory(status);
}

/* The thread is idle, so its copy of the inputs may be replaced before the lock is taken. */
bool work_begin(Work *work, const WorkOrder *order, Status *status) {
  arena_reset(work->order_arena);
  size_t id_bytes = (size_t)order->order.id_count * sizeof(int);
  int *ids = order->order.ids ? arena_take(work->order_arena, id_bytes, 1) : NULL;
  if (!inputs_copy(work->order_arena, order->order.inputs, &work->inputs) ||
      (order->order.ids && !ids))
    return status_no_memory(status);
  if (ids) memcpy(ids, order->order.ids, id_bytes);
  if (!start_thread(work, status)) return false;
  worker_lock(work->worker);
  assert(work->state == WORK_IDLE);
  work->order = *order;
  work->order.order.inputs = &work->inputs;
  work->order.order.ids = ids;
  work->state = WORK_BUSY;
  work->stop = false;
  work->opens = order->model == NULL;
  work->share = 0;
  work->begin_ms = work->phase_ms = os_now_ms();
  worker_wake(work->worker);
  worker_unlock(work->worker);
  return true;
}

void work_stop(Work *work) {
  if (!work->worker) return;
  worker_lock(work->worker);
  work->stop = true;
  worker_unlock(work->worker);
}

WorkNews work_news(const Work *work) {
  WorkNews news = {.state = WORK_IDLE};
  if (!work->worker) return news;
  worker_lock(work->worker);
  double now_ms = os_now_ms();
  news = (WorkNews){.state = work->state,
                    .opens = work->opens,
                    .share = work->share,
                    .passed_ms = now_ms - work->begin_ms,
                    .phase_ms = now_ms - work->phase_ms};
  worker_unlock(work->worker);
  return news;
}

WorkResult work_take(Work *work) {
  worker_lock(work->worker);
  assert(work->state == WORK_DONE);
  WorkResult result = work->result;
  work->state = WORK_IDLE;
  work->result = (WorkResult){0};
  worker_unlock(work->worker);
  return result;
}

void work_wait(const Work *work, double most_ms) {
  if (!work->worker) return;
  worker_lock(work->worker);
  if (work->state == WORK_BUSY) worker_wait_for(work->worker, most_ms);
  worker_unlock(work->worker);
}

void work_free(Work *work) {
  if (!work) return;
  if (work->worker) {
    worker_lock(work->worker);
    work->stop = work->leave = true;
    worker_wake(work->worker);
    worker_unlock(work->worker);
    worker_free(work->worker);
  }
  arena_free(work->result.arena);
  model_free(work->result.model);
  arena_free(work->order_arena);
  arena_free(work->arena);
}
