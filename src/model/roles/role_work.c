/* model/roles/role_work.c -- measures the roles of a model in the background, and waits for the
** result.
**
** Three kinds in one struct: a thread that starts with the model; no thread, but the first caller
** that needs the labels measures (under `lock`); a thread that model_roles_begin starts
** (when_begun). Traces read `labels`. In the last kind one thread fills it between two frames; in
** the others it is filled before it is read, because finish waits. */
#include "model/roles/role_work.h"

#include <assert.h>
#include <stdatomic.h>

#include "base/lock.h"
#include "base/os.h"
#include "base/i18n.h"
#include "base/worker.h"
#include "model/model_weights.h"

struct RoleWork {
  Model model; /* a copy without role_work: its traces are temporary and lend no labels */
  Arena *arena;
  Worker *worker;    /* NULL: finished, or measured by the first caller, or not begun */
  Lock *lock;        /* of the kind that the first caller measures; NULL: another kind */
  _Atomic bool stop; /* the model is being freed */
  bool when_begun, limited;
  bool wanted, done; /* under the worker's lock, or `lock` */
  bool paused;       /* under the worker's lock */
  float share;       /* of the work done, 0 to 1; under the worker's lock */
  bool measured, shown;
  RoleReport report;
  TraceRoles labels, made; /* what traces see; what they will see after show_labels */
};

static Str label_of(const HeadScores *scores) {
  int role = role_label(scores);
  return role < 0 ? (Str){"", 0} : str_from(role_info((Role)role)->name);
}

static float score_of(const HeadScores *scores) {
  int role = role_label(scores);
  return role < 0 ? -1 : (float)scores->of[role];
}

static TraceRoleNeed need_of(const HeadScores *scores) {
  int role = role_label(scores);
  if (role == ROLE_PRONOUN) return ROLE_NEEDS_PRONOUN;
  return role == ROLE_SAME_WORD || role == ROLE_INDUCTION ? ROLE_NEEDS_REPEAT : ROLE_NEEDS_NOTHING;
}

/* The same for every head. */
static Str note_of(const void *self, Arena *arena, int layer, int head) {
  const RoleWork *work = self;
  (void)layer, (void)head;
  const char *note = role_note(arena, &work->report);
  return note ? str_from(note) : (Str){"", 0};
}

static bool fill_labels(RoleWork *work) {
  int count = work->model.layer_count * work->model.head_count;
  Str *labels = arena_take(work->arena, (size_t)count, sizeof *labels);
  float *shares = arena_take(work->arena, (size_t)count, sizeof *shares);
  TraceRoleNeed *needs = arena_take(work->arena, (size_t)count, sizeof *needs);
  TraceRoleScore *all = arena_take(work->arena, (size_t)count * ROLE_COUNT, sizeof *all);
  bool done = labels && shares && needs && all;
  for (int i = 0; done && i < count; i++) {
    const HeadScores *scores = &work->report.heads[i];
    labels[i] = label_of(scores);
    shares[i] = score_of(scores);
    needs[i] = need_of(scores);
    for (int role = 0; role < ROLE_COUNT; role++)
      all[i * ROLE_COUNT + role] =
          (TraceRoleScore){role_info((Role)role)->name, (float)scores->of[role],
                           (float)role_info((Role)role)->threshold};
  }
  work->made.labels = labels;
  work->made.note = note_of;
  work->made.note_self = work;
  work->made.scores = shares;
  work->made.needs = needs;
  work->made.all = all;
  work->made.role_count = ROLE_COUNT;
  work->made.text_count = work->report.sentence_count + work->report.made_up_count;
  return done;
}

static void show_labels(RoleWork *work) {
  work->shown = true;
  if (!work->measured) return;
  work->labels.labels = work->made.labels;
  work->labels.note = work->made.note;
  work->labels.note_self = work->made.note_self;
  work->labels.scores = work->made.scores;
  work->labels.needs = work->made.needs;
  work->labels.all = work->made.all;
  work->labels.role_count = work->made.role_count;
  work->labels.text_count = work->made.text_count;
}

static bool measure(RoleWork *work, const RolesOrder *order, Status *status) {
  work->measured =
      roles_measure(&work->model, order, work->arena, &work->report, status) && fill_labels(work);
  return work->measured;
}

/* ---- the thread ---- */

/* Called between two layers of a run, so a pause takes effect within milliseconds. */
static bool is_stopped(void *self) {
  RoleWork *work = self;
  if (!work->when_begun) return atomic_load(&work->stop);
  worker_lock(work->worker);
  while (work->paused && !atomic_load(&work->stop)) worker_wait(work->worker);
  worker_unlock(work->worker);
  return atomic_load(&work->stop);
}

static void report_progress(void *self, double share) {
  RoleWork *work = self;
  if (!work->when_begun) return;
  worker_lock(work->worker);
  work->share = (float)share;
  worker_unlock(work->worker);
}

static void measure_stoppably(RoleWork *work) {
  const Progress progress = {report_progress, is_stopped, work};
  Status status = {0};
  measure(work, &(RolesOrder){.progress = &progress}, &status);
  /* No trace has read the labels yet: readers wait in finish. */
  if (!work->when_begun) show_labels(work);
}

/* The thread may start before worker_make returns; work->worker is set once `wanted` is. */
static void measure_beside(void *self, Worker *worker) {
  RoleWork *work = self;
  worker_lock(worker);
  while (!work->wanted) worker_wait(worker);
  worker_unlock(worker);
  if (work->when_begun) os_give_way();
  measure_stoppably(work);
  worker_lock(worker);
  work->done = true;
  worker_wake(worker);
  worker_unlock(worker);
}

static void request_measuring(RoleWork *work) {
  assert(work->worker);
  work->wanted = true;
  worker_wake(work->worker);
}

static void measure_once(RoleWork *work) {
  assert(work->lock);
  lock_take(work->lock);
  if (!work->done) measure_stoppably(work);
  work->done = true;
  lock_give(work->lock);
}

static void wait_for_end(void *self) {
  RoleWork *work = self;
  if (work->lock) measure_once(work);
  if (!work->worker) return;
  worker_lock(work->worker);
  request_measuring(work);
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
  /* The copy's own traces must not read the labels that are made from them. */
  work->model.role_work = NULL;
  work->arena = arena;
  work->model.names_no_words = true;
  work->wanted = !model->roles && !model->measured_when_begun;
  work->limited = os_memory_is_limited();
  work->when_begun = model->measured_when_begun;
  if (work->when_begun) return work;
  work->labels =
      (TraceRoles){.finish = wait_for_end, .self = work, .only_notes = model->roles != NULL};
  if (model->measured_lazily) work->lock = lock_make(arena);
  if (work->lock) return work;
  if (!work->limited) work->worker = worker_make(measure_beside, work);
  /* Without a thread measure now: opening the model takes some milliseconds longer. */
  if (!work->worker) measure_stoppably(work);
  return work;
}

void role_work_free(RoleWork *work) {
  if (!work) return;
  atomic_store(&work->stop, true);
  if (work->worker) {
    worker_lock(work->worker);
    request_measuring(work);
    worker_unlock(work->worker);
  }
  /* Waits until the present run has stopped. */
  worker_free(work->worker);
  lock_free(work->lock);
  arena_free(work->arena);
}

const TraceRoles *role_work_labels(const RoleWork *work) { return &work->labels; }

/* The scores; waits for the end of the measuring. NULL: there are none. */
static const RoleReport *role_work_report(RoleWork *work) {
  wait_for_end(work);
  return work->measured ? &work->report : NULL;
}

/* ---- model_roles_begin and after: called by one thread ---- */

static bool is_done(const RoleWork *work) {
  if (!work->worker) return work->done;
  worker_lock(work->worker);
  bool done = work->done;
  worker_unlock(work->worker);
  return done;
}

RolesState model_roles_state(const Model *model) {
  const RoleWork *work = model->role_work;
  if (!work || !work->when_begun || work->shown) return ROLES_SETTLED;
  if (is_done(work)) return ROLES_READY;
  if (work->worker) return ROLES_BUSY;
  return work->limited ? ROLES_SETTLED : ROLES_WAIT;
}

/* Without a thread model_roles_finish measures. */
void model_roles_begin(const Model *model) {
  RoleWork *work = model->role_work;
  assert(model_roles_state(model) == ROLES_WAIT);
  work->worker = worker_make(measure_beside, work);
  if (!work->worker) {
    work->limited = true;
    return;
  }
  worker_lock(work->worker);
  request_measuring(work);
  worker_unlock(work->worker);
}

void model_roles_pause(const Model *model, bool pause) {
  RoleWork *work = model->role_work;
  if (!work || !work->when_begun || !work->worker) return;
  worker_lock(work->worker);
  work->paused = pause;
  worker_wake(work->worker);
  worker_unlock(work->worker);
}

void model_roles_show(const Model *model) {
  assert(model_roles_state(model) == ROLES_READY);
  show_labels(model->role_work);
}

static bool wait_for_worker(const RoleWork *work, const RolesOrder *order, Status *status) {
  assert(work->worker);
  /* How often progress is reported while a thread measures. */
  enum { LOOK_MS = 20 };
  bool goes_on = true;
  for (bool done = false; goes_on && !done;) {
    worker_lock(work->worker);
    if (!work->done) worker_wait_for(work->worker, LOOK_MS);
    done = work->done;
    double share = (double)work->share;
    worker_unlock(work->worker);
    goes_on = progress_check(order->progress, share, _("Measuring roles"), status);
  }
  return goes_on;
}

/* After an error other than stopping, the work counts as done, without labels. */
static bool measure_here(RoleWork *work, const RolesOrder *order, Status *status) {
  Status own = {STATUS_OK, ""};
  work->done = measure(work, order, &own) || own.kind != STATUS_STOPPED;
  if (!work->done && status) *status = own;
  return work->done;
}

bool model_roles_finish(const Model *model, const RolesOrder *order, Status *status) {
  RoleWork *work = model->role_work;
  if (!work || !work->when_begun || work->shown) return true;
  model_roles_pause(model, false);
  if (!is_done(work) &&
      !(work->worker ? wait_for_worker(work, order, status) : measure_here(work, order, status)))
    return false;
  show_labels(work);
  return true;
}

const RoleReport *model_roles(const Model *model) {
  if (!model->role_work || !model_roles_finish(model, &(RolesOrder){0}, NULL)) return NULL;
  return role_work_report(model->role_work);
}
