/* train/run/timeline.c -- the checkpoints and the curves of a run. */
#include <string.h>

#include "train/run/run_internal.h"

/* ---- checkpoints ---- */

void run_copy_moment(const RunMoment *moment, size_t count, RunMoment *copy) {
  trainer_copy_state(&moment->state, &copy->state, count);
  copy->attn_targets = moment->attn_targets;
}

/* Doubles the stride and drops the checkpoints that are not multiples of it. Dropped ones move to
** the end, where their memory is reused. Step 0 always stays. */
static void double_stride(TrainingRun *run) {
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

static void raise_stride_to(TrainingRun *run, int stride) {
  while (run->stride < stride) double_stride(run);
}

/* When memory runs out after one or two of the three arrays, they stay on the arena and the slot
** counts as empty. */
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

/* The step before the last wanted one is always a checkpoint, so that the last step can be
** shown. */
static bool is_checkpoint(const TrainingRun *run, int step) {
  return step % run->stride == 0 || step == run->steps_wanted - 1;
}

/* The last step never drops others: it is available as `now`. */
void run_keep_checkpoint(TrainingRun *run) {
  RunMoment *slot;
  int step = run->now.state.steps_done;
  if (!is_checkpoint(run, step)) return;
  bool is_last = step == run->steps_wanted;
  while (run->checkpoint_count >= run->checkpoint_room && !is_last) double_stride(run);
  if (run->checkpoint_count >= run->checkpoint_room || !is_checkpoint(run, step)) return;
  if (run_take_checkpoint(run, &slot)) run_copy_moment(&run->now, run->number_count, slot);
  else if (run->checkpoint_count > 1)
    run->checkpoint_room = run->checkpoint_count; /* memory is out */
}

void run_forget_after(TrainingRun *run, int step) {
  while (run->checkpoint_count > 1 &&
         run->checkpoints[run->checkpoint_count - 1].state.steps_done > step)
    run->checkpoint_count--;
  if (run->curve_count > 0 && run->curve[run->curve_count - 1].step > step) run->curve_count--;
}

/* ---- the curves ---- */

/* Both points are means over equally many steps. */
static CurvePoint mean_of_points(CurvePoint a, CurvePoint b) {
  return (CurvePoint){b.step, (a.loss + b.loss) / 2, (a.accuracy + b.accuracy) / 2};
}

static void halve_curve(TrainingRun *run) {
  run->curve_count /= 2;
  for (int i = 0; i < run->curve_count; i++)
    run->curve[i] = mean_of_points(run->curve[2 * i], run->curve[2 * i + 1]);
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

/* ---- restoring ---- */

void run_take_newest(TrainingRun *run, const TrainingRun *later) {
  raise_stride_to(run, later->stride);
  run_copy_moment(&later->now, run->number_count, &run->now);
  trainer_set_state(run->trainer, &run->now.state);
  memcpy(run->curve, later->curve, sizeof run->curve);
  run->curve_count = later->curve_count;
  run->curve_stride = later->curve_stride;
  run->last = later->last;
  run->finished = later->finished;
}
