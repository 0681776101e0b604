/* train/run/timeline.c -- what a run leaves behind it: checkpoints that thin out, and curves.
**
** Called by the thread that trains, under the lock.
*/
#include <string.h>

#include "train/run/run_internal.h"

/* ---- checkpoints ---- */

void run_copy_moment(const RunMoment *moment, size_t count, RunMoment *copy) {
  trainer_copy_state(&moment->state, &copy->state, count);
  copy->attn_targets = moment->attn_targets;
}

/* Drops every second checkpoint; what is dropped goes to the end, where its memory is used again.
** Step 0 stays for ever: it is a multiple of every stride. */
static void thin(TrainingRun *run) {
  int kept = 0;
  run->stride *= 2;
  for (int i = 0; i < run->checkpoint_count; i++) {
    RunMoment keep = run->checkpoints[i];
    if (keep.state.steps_done % run->stride != 0) continue;
    run->checkpoints[i] = run->checkpoints[kept];
    run->checkpoints[kept++] = keep;
  }
  run->checkpoint_count = kept;
}

/* Doubles the stride until it is at least that. */
static void run_thin_to(TrainingRun *run, int stride) {
  while (run->stride < stride) thin(run);
}

/* Of three arrays some may have been taken when memory runs out; they belong to the arena, and the
** place is empty. */
bool run_take_checkpoint(TrainingRun *run, RunMoment **moment) {
  RunMoment *slot = &run->checkpoints[run->checkpoint_count];
  if (!slot->state.numbers && !trainer_take_state(run->arena, run->number_count, &slot->state)) {
    slot->state.numbers = NULL;
    return false;
  }
  run->checkpoint_count++;
  *moment = slot;
  return true;
}

/* The step before the last wanted one is a checkpoint out of turn: from it the last step can be
** made once more and shown. */
static bool is_checkpoint(const TrainingRun *run, int step) {
  return step % run->stride == 0 || step == run->steps_wanted - 1;
}

/* The last step of all stays as it is now: a place for it would cost every second of the others. */
void run_keep_checkpoint(TrainingRun *run) {
  RunMoment *slot;
  int step = run->now.state.steps_done;
  if (!is_checkpoint(run, step)) return;
  bool is_last = step == run->steps_wanted;
  while (run->checkpoint_count >= run->checkpoint_room && !is_last) thin(run);
  if (run->checkpoint_count >= run->checkpoint_room || !is_checkpoint(run, step)) return;
  if (run_take_checkpoint(run, &slot)) run_copy_moment(&run->now, run->number_count, slot);
  else if (run->checkpoint_count > 1)
    run->checkpoint_room = run->checkpoint_count; /* memory is out: the timeline grows coarser */
}

void run_forget_after(TrainingRun *run, int step) {
  while (run->checkpoint_count > 1 &&
         run->checkpoints[run->checkpoint_count - 1].state.steps_done > step)
    run->checkpoint_count--;
  if (run->curve_count > 0 && run->curve[run->curve_count - 1].step > step) run->curve_count--;
}

/* ---- the curves ---- */

/* Points stand for equally many steps each, so the mean of two is the mean of all. */
static CurvePoint join(CurvePoint a, CurvePoint b) {
  return (CurvePoint){b.step, (a.loss + b.loss) / 2, (a.accuracy + b.accuracy) / 2};
}

static void halve_curve(TrainingRun *run) {
  run->curve_count /= 2;
  for (int i = 0; i < run->curve_count; i++)
    run->curve[i] = join(run->curve[2 * i], run->curve[2 * i + 1]);
  run->curve_stride *= 2;
}

void run_add_to_curve(TrainingRun *run, const StepReport *report) {
  CurveSum *sum = &run->curve_sum;
  sum->loss += report->loss;
  sum->accuracy += report->accuracy;
  if (++sum->count < run->curve_stride) return;
  if (run->curve_count == RUN_CURVE_POINTS_MOST) halve_curve(run);
  run->curve[run->curve_count++] = (CurvePoint){report->step, (float)(sum->loss / sum->count),
                                                (float)(sum->accuracy / sum->count)};
  *sum = (CurveSum){0};
}

/* ---- what was saved last ---- */

void run_take_newest(TrainingRun *run, const TrainingRun *later) {
  run_thin_to(run, later->stride);
  run_copy_moment(&later->now, run->number_count, &run->now);
  trainer_set_state(run->trainer, &run->now.state);
  memcpy(run->curve, later->curve, sizeof run->curve);
  run->curve_count = later->curve_count;
  run->curve_stride = later->curve_stride;
  run->last = later->last;
  run->finished = later->finished;
}
