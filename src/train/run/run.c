/* train/run/run.c -- the thread that trains, and the functions by which its caller controls it. */
#include "train/run/run.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "base/worker.h"
#include "train/run/run_internal.h"

enum { CHECKPOINTS_LEAST = 8, RUN_STATE_ARRAYS = 3 };
static const double rate_window_ms = 2000; /* steps per second are measured over it */

/* ---- the thread ---- */

/* Measures the rate from a quarter of the window on and starts a new window after a whole one, so
** that a change shows within two seconds. */
static void measure_rate(TrainingRun *run) {
  double now = os_now_ms(), since = now - run->rate_start_ms;
  run->rate_steps++;
  if (since < rate_window_ms / 4) return;
  run->steps_per_second = run->rate_steps * 1000 / since;
  if (since < rate_window_ms) return;
  run->rate_start_ms = now;
  run->rate_steps = 0;
}

/* Without the lock: the thread owns the trainer. */
static void measure_attn_targets(const TrainingRun *run, AttnTargetShares *attn_targets) {
  bool held_out = task_has_set(trainer_task(run->trainer), SAMPLES_HELD_OUT);
  trainer_attn_target_shares(run->trainer, held_out ? SAMPLES_HELD_OUT : SAMPLES_TRAINED,
                             RUN_LOOK_SEQUENCES, attn_targets);
}

/* Are shares measured after this step? Yes for a checkpoint and for the last step before a
** pause. */
static bool needs_shares(const TrainingRun *run, int step) {
  return step % run->stride == 0 || run->steps_until_pause == 1 || step >= run->steps_wanted;
}

static void note_step(TrainingRun *run, const StepReport *report) {
  trainer_get_state(run->trainer, &run->now.state);
  run->last = *report;
  run_add_to_curve(run, report);
  run_keep_checkpoint(run);
  measure_rate(run);
  run->finished = run->now.state.steps_done >= run->steps_wanted;
  bool pauses = run->steps_until_pause > 0 && --run->steps_until_pause == 0;
  if (pauses || run->finished) run->going = false;
}

/* The trainer has undone the step whose numbers gave no finite loss; the timeline does the same. */
static void note_problem(TrainingRun *run, const Status *status) {
  trainer_get_state(run->trainer, &run->now.state);
  run_forget_after(run, run->now.state.steps_done);
  run->going = false;
  run->stopped = true;
  snprintf(run->problem, sizeof run->problem, "%s", status->sentence);
}

/* True when the pace allows the next step; otherwise sleeps until then and returns false. The due
** times are a fixed time apart, so the pace is right on average. When more than four steps are
** late, the due times start anew, so that a pause is not made up for in a burst. */
static bool is_due(TrainingRun *run, double now_ms) {
  if (run->pace <= 0) return true;
  double each = 1000.0 / run->pace;
  if (run->next_step_ms > now_ms + each || run->next_step_ms < now_ms - 4 * each)
    run->next_step_ms = now_ms;
  if (run->next_step_ms > now_ms) {
    worker_wait_for(run->thread_worker, run->next_step_ms - now_ms);
    return false;
  }
  run->next_step_ms += each;
  return true;
}

/* With the lock, which is released for the step and for measuring its shares; both become visible
** together. */
static void make_step(TrainingRun *run) {
  StepReport report;
  Status status;
  bool with_shares = needs_shares(run, run->now.state.steps_done + 1);
  AttnTargetShares attn_targets = run->now.attn_targets;
  worker_unlock(run->thread_worker);
  bool done = trainer_step(run->trainer, &report, &status);
  if (done && with_shares) measure_attn_targets(run, &attn_targets);
  worker_lock(run->thread_worker);
  run->now.attn_targets = attn_targets;
  if (done) note_step(run, &report);
  else note_problem(run, &status);
}

/* Sleeps until the caller wakes the thread or the paused run is to be saved. */
static void wait_for_request(const TrainingRun *run) {
  double due_ms = run_save_due_ms(run);
  if (due_ms < 0) worker_wait(run->thread_worker);
  else if (due_ms > 0) worker_wait_for(run->thread_worker, due_ms);
}

/* at_work stays set between two steps of a running training, so that run_stop_and_lock does not
** take the trainer. A model of run_keep is written even when the run is ending, as promised. */
static void run_thread(void *self, Worker *worker) {
  TrainingRun *run = self;
  run->thread_worker = worker;
  worker_lock(worker);
  while (!run->quit || run_is_asked_to_keep(run)) {
    run_keep_if_asked(run);
    if (run->quit) break;
    bool works = run->going && !run->stopped && !run->finished;
    if (works && !is_due(run, os_now_ms())) continue;
    run->at_work = true;
    if (works) make_step(run);
    run_save_if_due(run);
    run->at_work = run->going;
    worker_wake(worker);
    if (!run->going && !run->quit && !run_is_asked_to_keep(run)) wait_for_request(run);
  }
  run->at_work = false;
  worker_unlock(worker);
}

/* ---- making and freeing ---- */

static int checkpoint_room(size_t number_count) {
  size_t room = RUN_HISTORY_BYTES / (RUN_STATE_ARRAYS * sizeof(float) * number_count);
  if (room > RUN_CHECKPOINTS_MOST) return RUN_CHECKPOINTS_MOST;
  return room < CHECKPOINTS_LEAST ? CHECKPOINTS_LEAST : (int)room;
}

/* Leaves one processor to the window. */
static Pool *make_pool(void) {
  int spare = os_cpu_count() - 1;
  return spare > 1 ? pool_make(spare) : NULL;
}

/* What is not made yet is 0, so run_free can free a run that is half made. */
bool run_prepare(const Recipe *recipe, TrainingRun **made, Status *status) {
  Arena *arena = arena_make(0);
  TrainingRun *run = arena ? arena_take(arena, 1, sizeof *run) : NULL;
  if (!run) {
    arena_free(arena);
    return status_no_memory(status);
  }
  run->arena = arena;
  run->names = arena_make(0);
  if (!run->names) {
    arena_free(arena);
    return status_no_memory(status);
  }
  run->pool = make_pool();
  run->stride = run->curve_stride = 1;
  run->steps_wanted = recipe->steps;
  if (!trainer_make(recipe, run->pool, &run->trainer, status)) {
    run_free(run);
    return false;
  }
  run->number_count = network_number_count(trainer_shape(run->trainer));
  run->checkpoint_room = checkpoint_room(run->number_count);
  if (!trainer_take_state(arena, run->number_count, &run->now.state)) {
    run_free(run);
    return status_no_memory(status);
  }
  *made = run;
  return true;
}

bool run_begin(TrainingRun *run, Status *status) {
  run->worker = worker_make(run_thread, run);
  return run->worker || status_fail(status, STATUS_COULD_NOT,
                                    _("the training could not start: no thread is to be had"));
}

/* Measures shares before the first step: the timeline begins with the untrained model. */
bool run_make(const Recipe *recipe, TrainingRun **run, Status *status) {
  TrainingRun *made;
  if (!run_prepare(recipe, &made, status)) return false;
  trainer_get_state(made->trainer, &made->now.state);
  measure_attn_targets(made, &made->now.attn_targets);
  run_keep_checkpoint(made);
  if (!run_begin(made, status)) {
    run_free(made);
    return false;
  }
  *run = made;
  return true;
}

/* The thread checks quit between two steps, so this waits for one step at most, and for the model
** of run_keep. */
void run_free(TrainingRun *run) {
  if (!run) return;
  if (run->worker) {
    worker_lock(run->worker);
    run->quit = true;
    worker_wake(run->worker);
    worker_unlock(run->worker);
    worker_free(run->worker);
  }
  arena_free(run->keep.arena);
  trainer_free(run->replay_trainer);
  trainer_free(run->trainer);
  pool_free(run->pool);
  arena_free(run->names);
  arena_free(run->arena);
}

/* ---- control ---- */

/* Restarts the measured rate, so that a pause does not count as training time. */
static void set_going(TrainingRun *run, bool going, int steps) {
  worker_lock(run->worker);
  if (going && !run->going) {
    run->rate_start_ms = os_now_ms();
    run->rate_steps = 0;
  }
  run->going = going && !run->stopped && !run->finished;
  run->steps_until_pause = steps;
  worker_wake(run->worker);
  worker_unlock(run->worker);
}

void run_go(TrainingRun *run) { set_going(run, true, 0); }
void run_pause(TrainingRun *run) { set_going(run, false, 0); }
void run_pace(TrainingRun *run, int steps_per_second) {
  worker_lock(run->worker);
  run->pace = steps_per_second;
  worker_wake(run->worker);
  worker_unlock(run->worker);
}
void run_go_steps(TrainingRun *run, int steps) { set_going(run, steps > 0, steps); }

void run_wait(TrainingRun *run, bool (*stopped)(void *self), void *self) {
  worker_lock(run->worker);
  while (run->going || run->at_work) {
    if (stopped && stopped(self)) run->going = false;
    worker_wait(run->worker);
  }
  worker_unlock(run->worker);
}

/* worker_wait releases the lock, so the present step can end. */
void run_stop_and_lock(TrainingRun *run) {
  worker_lock(run->worker);
  run->going = false;
  worker_wake(run->worker);
  while (run->at_work) worker_wait(run->worker);
}

/* ---- state ---- */

RunNews run_news(const TrainingRun *run) {
  worker_lock(run->worker);
  RunNews news = {.steps_done = run->now.state.steps_done,
                  .steps_wanted = run->steps_wanted,
                  .last = run->last,
                  .checkpoint_count = run->checkpoint_count,
                  .curve_count = run->curve_count,
                  .going = run->going,
                  .finished = run->finished,
                  .stopped = run->stopped,
                  .keeping = run_is_asked_to_keep(run),
                  .saving = run_save_due_ms(run) >= 0,
                  .steps_per_second = run->steps_per_second};
  memcpy(news.problem, run->problem, sizeof news.problem);
  memcpy(news.save_problem, run->save_problem, sizeof news.save_problem);
  worker_unlock(run->worker);
  return news;
}

int run_curve(const TrainingRun *run, CurvePoint points[RUN_CURVE_POINTS_MOST]) {
  worker_lock(run->worker);
  int count = run->curve_count;
  memcpy(points, run->curve, (size_t)count * sizeof *points);
  worker_unlock(run->worker);
  return count;
}

static AttnTargetPoint best_attn_target(const RunMoment *moment) {
  AttnTargetPoint best = {.step = moment->state.steps_done, .share = -1};
  if (moment->attn_targets.counted == 0) return best;
  for (int layer = 0; layer < NETWORK_LAYERS_MOST; layer++)
    for (int head = 0; head < NETWORK_HEADS_MOST; head++)
      if ((float)moment->attn_targets.share[layer][head] > best.share)
        best = (AttnTargetPoint){best.step, layer, head,
                                 (float)moment->attn_targets.share[layer][head]};
  return best;
}

/* The last point is of the newest state, which may equal the last checkpoint. */
int run_attn_targets(const TrainingRun *run, AttnTargetPoint points[RUN_CHECKPOINTS_MOST + 1]) {
  worker_lock(run->worker);
  int count = run->checkpoint_count;
  for (int i = 0; i < count; i++) points[i] = best_attn_target(&run->checkpoints[i]);
  points[count] = best_attn_target(&run->now);
  worker_unlock(run->worker);
  return count + 1;
}

const RunMoment *run_moment(const TrainingRun *run, int index) {
  bool there = index >= 0 && index < run->checkpoint_count;
  return there ? &run->checkpoints[index] : &run->now;
}

void run_head_attn_targets(const TrainingRun *run, int index, AttnTargetShares *attn_targets) {
  worker_lock(run->worker);
  *attn_targets = run_moment(run, index)->attn_targets;
  worker_unlock(run->worker);
}

int run_checkpoint_step(const TrainingRun *run, int index) {
  worker_lock(run->worker);
  int step = run_moment(run, index)->state.steps_done;
  worker_unlock(run->worker);
  return step;
}

int run_checkpoint_near(const TrainingRun *run, int step) {
  int nearest = 0;
  worker_lock(run->worker);
  for (int i = 1; i < run->checkpoint_count; i++) {
    int distance = run->checkpoints[i].state.steps_done - step;
    int best = run->checkpoints[nearest].state.steps_done - step;
    if ((distance < 0 ? -distance : distance) < (best < 0 ? -best : best)) nearest = i;
  }
  worker_unlock(run->worker);
  return nearest;
}

/* Takes the memory before the lock, so that only the copy happens under it. */
bool run_checkpoint(const TrainingRun *run, int index, Arena *arena, Checkpoint *checkpoint,
                    Status *status) {
  float *numbers = arena_take(arena, run->number_count, sizeof *numbers);
  if (!numbers) return status_no_memory(status);
  worker_lock(run->worker);
  memcpy(numbers, run_moment(run, index)->state.numbers, run->number_count * sizeof *numbers);
  worker_unlock(run->worker);
  *checkpoint = (Checkpoint){.shape = *trainer_shape(run->trainer),
                             .vocabulary = task_vocabulary(trainer_task(run->trainer)),
                             .numbers = numbers,
                             .asked = trainer_asked(run->trainer),
                             .name = trainer_recipe(run->trainer)->name,
                             .label = trainer_recipe(run->trainer)->name};
  return true;
}

const Recipe *run_recipe(const TrainingRun *run) { return trainer_recipe(run->trainer); }
const Task *run_task(const TrainingRun *run) { return trainer_task(run->trainer); }
const NetworkShape *run_shape(const TrainingRun *run) { return trainer_shape(run->trainer); }

/* ---- a step made again ---- */

/* Without a pool: the training may be using all other threads. */
static bool make_replay_trainer(TrainingRun *run, Status *status) {
  return run->replay_trainer || trainer_make(run_recipe(run), NULL, &run->replay_trainer, status);
}

/* The state to start from: that of index or, where no step follows it any more, the last checkpoint
** before the newest state. */
static const RunMoment *moment_before_step(const TrainingRun *run, int index) {
  const RunMoment *moment = run_moment(run, index);
  int end = run->now.state.steps_done, last = run->checkpoint_count - 1;
  if (moment->state.steps_done < end || !(run->finished || run->stopped)) return moment;
  while (last > 0 && run->checkpoints[last].state.steps_done >= end) last--;
  return last >= 0 && run->checkpoints[last].state.steps_done < end ? &run->checkpoints[last]
                                                                    : moment;
}

static void set_replay_state(TrainingRun *run, int index) {
  worker_lock(run->worker);
  trainer_set_state(run->replay_trainer, &moment_before_step(run, index)->state);
  worker_unlock(run->worker);
}

bool run_worked_step(TrainingRun *run, int index, size_t number, Arena *arena, WorkedStep *worked,
                     Status *status) {
  assert(number < run->number_count);
  if (!make_replay_trainer(run, status)) return false;
  set_replay_state(run, index);
  if (!trainer_step(run->replay_trainer, &worked->report, status)) return false;
  const Batch *batch = trainer_batch(run->replay_trainer);
  worked->update = trainer_update_of(run->replay_trainer, number);
  worked->sample = task_sample_words(trainer_task(run->replay_trainer), batch, 0, arena);
  worked->sequences = batch->sequence_count;
  return true;
}
