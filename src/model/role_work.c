/* model/role_work.c -- measuring beside everything else, and waiting for its end. */
#include "model/role_work.h"

#include <stdatomic.h>

#include "base/lock.h"
#include "base/os.h"
#include "base/words.h"
#include "base/worker.h"
#include "model/model_weights.h"

struct RoleWork {
  Model model; /* a copy without this work: its traces are thrown away, and lend no labels */
  Arena *arena;
  Worker *worker;    /* NULL: all is done, or done when asked */
  Lock *lock;        /* of one measured by whoever asks first; NULL: of another */
  _Atomic bool stop; /* the model is to be freed */
  bool wanted, done; /* under the worker's lock, or this one */
  bool measured;
  RoleReport report;
  TraceRoles labels; /* for traces */
};

static Str label_of(const HeadScores *scores) {
  int role = role_label(scores);
  return role < 0 ? (Str){"", 0} : str_from(role_info((Role)role)->name);
}

static float score_of(const HeadScores *scores) {
  int role = role_label(scores);
  return role < 0 ? -1 : (float)scores->of[role];
}

static bool fill_labels(RoleWork *work) {
  int count = work->model.layer_count * work->model.head_count;
  Str *labels = arena_take(work->arena, (size_t)count, sizeof *labels);
  Str *notes = arena_take(work->arena, (size_t)count, sizeof *notes);
  float *shares = arena_take(work->arena, (size_t)count, sizeof *shares);
  for (int i = 0; labels && notes && shares && i < count; i++) {
    const HeadScores *scores = &work->report.heads[i];
    labels[i] = label_of(scores);
    shares[i] = score_of(scores);
    notes[i] = str_from(role_note(work->arena, &work->report, scores));
  }
  work->labels.labels = notes ? labels : NULL;
  work->labels.notes = notes;
  work->labels.scores = shares;
  return labels && notes;
}

static void measure(RoleWork *work) {
  Status status = {0};
  work->measured = roles_measure(&work->model, work->arena, &work->stop, &work->report, &status) &&
                   fill_labels(work);
}

static void measure_beside(void *self, Worker *worker) {
  RoleWork *work = self;
  worker_lock(worker);
  while (!work->wanted) worker_wait(worker);
  worker_unlock(worker);
  measure(work);
  worker_lock(worker);
  work->done = true;
  worker_wake(worker);
  worker_unlock(worker);
}

static void want(RoleWork *work) {
  work->wanted = true;
  worker_wake(work->worker);
}

static void measure_once(RoleWork *work) {
  lock_take(work->lock);
  if (!work->done) measure(work);
  work->done = true;
  lock_give(work->lock);
}

static void wait_for_end(void *self) {
  RoleWork *work = self;
  if (work->lock) measure_once(work);
  if (!work->worker) return;
  worker_lock(work->worker);
  want(work);
  while (!work->done) worker_wait(work->worker);
  worker_unlock(work->worker);
}

RoleWork *role_work_make(const Model *model) {
  Arena *arena = arena_make(0);
  RoleWork *work = arena ? arena_take(arena, 1, sizeof *work) : NULL;
  if (!work) {
    arena_free(arena);
    return NULL;
  }
  work->model = *model;
  work->model.role_work = NULL;
  work->arena = arena;
  work->model.names_no_words = true;
  work->wanted = !model->roles;
  work->labels =
      (TraceRoles){.finish = wait_for_end, .self = work, .only_notes = model->roles != NULL};
  if (model->measured_when_asked) work->lock = lock_make(arena);
  if (work->lock) return work;
  if (!os_memory_is_limited()) work->worker = worker_make(measure_beside, work);
  if (!work->worker) measure(work);
  return work;
}

void role_work_free(RoleWork *work) {
  if (!work) return;
  atomic_store(&work->stop, true);
  if (work->worker) {
    worker_lock(work->worker);
    want(work);
    worker_unlock(work->worker);
  }
  worker_free(work->worker);
  lock_free(work->lock);
  arena_free(work->arena);
}

const TraceRoles *role_work_labels(const RoleWork *work) { return &work->labels; }

const RoleReport *role_work_report(RoleWork *work) {
  wait_for_end(work);
  return work->measured ? &work->report : NULL;
}

const RoleReport *model_roles(const Model *model) {
  return model->role_work ? role_work_report(model->role_work) : NULL;
}
