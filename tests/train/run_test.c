/* A training in the background: its timeline, its curves, pausing, saving and errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "model/checkpoint/checkpoint.h"
#include "support/patience.h"
#include "train/run/run.h"

/* Small enough for hundreds of steps a second. */
static TrainingRun *small_run(int steps, double rate) {
  Arena *arena = arena_make(0);
  Recipe recipe;
  TrainingRun *run;
  assert_true(recipe_open(arena, "copy", &recipe, NULL));
  recipe.shape.d_model = 8;
  recipe.batch = 2;
  recipe.steps = steps;
  recipe.warm_up = 10;
  recipe.learning_rate = rate;
  assert_true(run_make(&recipe, &run, NULL));
  arena_free(arena);
  return run;
}

static void go(TrainingRun *run, int steps) {
  run_go_steps(run, steps);
  run_wait(run, NULL, NULL);
}

static void assert_same_numbers(TrainingRun *a, int at_a, TrainingRun *b, int at_b) {
  Arena *arena = arena_make(0);
  Checkpoint first, second;
  assert_true(run_checkpoint(a, at_a, arena, &first, NULL));
  assert_true(run_checkpoint(b, at_b, arena, &second, NULL));
  size_t count = network_number_count(&first.shape);
  assert_memory_equal(first.numbers, second.numbers, count * sizeof *first.numbers);
  arena_free(arena);
}

/* "A training of any length keeps between half of RUN_CHECKPOINTS_MOST and all, evenly spaced." */
static void the_timeline_thins_out_evenly(void **state) {
  (void)state;
  TrainingRun *run = small_run(1000, 0.003);
  for (int done = 50; done <= 500; done += 50) {
    go(run, 50);
    RunNews news = run_news(run);
    int stride = run_checkpoint_step(run, 1);
    assert_int_equal(news.steps_done, done);
    assert_int_equal(run_checkpoint_step(run, 0), 0);
    assert_int_equal(run_checkpoint_step(run, RUN_NOW), done);
    assert_true(news.checkpoint_count <= RUN_CHECKPOINTS_MOST);
    assert_true(done < RUN_CHECKPOINTS_MOST || news.checkpoint_count >= RUN_CHECKPOINTS_MOST / 2);
    for (int i = 0; i < news.checkpoint_count; i++)
      assert_int_equal(run_checkpoint_step(run, i), i * stride);
    assert_true(done - run_checkpoint_step(run, news.checkpoint_count - 1) < stride);
  }
  run_free(run);
}

/* A checkpoint is the exact state of its step: another run that stops there has the same bits. */
static void a_checkpoint_is_the_model_of_its_step(void **state) {
  (void)state;
  TrainingRun *run = small_run(1000, 0.003), *other = small_run(1000, 0.003);
  go(run, 300);
  int index = run_checkpoint_near(run, 100), step = run_checkpoint_step(run, index);
  assert_true(abs(step - 100) <= 2);
  go(other, step);
  assert_same_numbers(run, index, other, RUN_NOW);
  run_free(run);
  run_free(other);
}

static void the_curve_has_a_point_a_step_until_it_is_full(void **state) {
  (void)state;
  static CurvePoint points[RUN_CURVE_POINTS_MOST];
  TrainingRun *run = small_run(2000, 0.003);
  go(run, RUN_CURVE_POINTS_MOST);
  assert_int_equal(run_curve(run, points), RUN_CURVE_POINTS_MOST);
  assert_int_equal(points[9].step, 10);
  float mean = (points[0].loss + points[1].loss) / 2;
  go(run, 100);
  int count = run_curve(run, points);
  assert_true(count > RUN_CURVE_POINTS_MOST / 2 && count < RUN_CURVE_POINTS_MOST);
  assert_int_equal(points[0].step, 2);
  assert_true(fabsf(points[0].loss - mean) < 1e-6f);
  for (int i = 1; i < count; i++) assert_true(points[i].step > points[i - 1].step);
  run_free(run);
}

static void pausing_stops_and_one_step_is_one(void **state) {
  (void)state;
  TrainingRun *run = small_run(100000, 0.003);
  run_go(run);
  WAIT_UNTIL(run_news(run).steps_done >= 5);
  run_pause(run);
  run_wait(run, NULL, NULL);
  int done = run_news(run).steps_done;
  usleep(20000);
  assert_int_equal(run_news(run).steps_done, done);
  go(run, 1);
  assert_int_equal(run_news(run).steps_done, done + 1);
  assert_false(run_news(run).going);
  run_free(run);
}

static void the_pace_is_held(void **state) {
  (void)state;
  TrainingRun *run = small_run(100000, 0.003);
  run_pace(run, 100);
  double start = os_now_ms();
  go(run, 30);
  assert_true(os_now_ms() - start > 250);
  run_free(run);
}

/* A restored run continues as if never stopped: same timeline, same bits after more steps. */
static void saved_and_restored_goes_on_the_same(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-run-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  TrainingRun *run = small_run(400, 0.003), *back = NULL;
  bool found;
  go(run, 150);
  assert_false(run_is_saved(run));
  assert_true(run_save(run, path, NULL));
  assert_true(run_is_saved(run));
  assert_true(run_restore(path, &back, &found, NULL) && found);
  RunNews first = run_news(run), second = run_news(back);
  assert_int_equal(first.steps_done, second.steps_done);
  assert_int_equal(first.checkpoint_count, second.checkpoint_count);
  assert_int_equal(first.curve_count, second.curve_count);
  for (int i = 0; i < first.checkpoint_count; i++) assert_same_numbers(run, i, back, i);
  go(run, 400);
  go(back, 400);
  assert_true(run_news(back).finished);
  assert_same_numbers(run, RUN_NOW, back, RUN_NOW);
  run_free(run);
  run_free(back);
  unlink(path);
}

static void make_folder(char folder[64]) {
  strcpy(folder, "/tmp/headsup-runs-XXXXXX");
  assert_non_null(mkdtemp(folder));
}

static void remove_folder(const char *folder) {
  static const char *const names[] = {"run", "run.now"};
  char path[128];
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

static const char *run_path(const char *folder) {
  static char path[128];
  snprintf(path, sizeof path, "%s/run", folder);
  return path;
}

/* A killed process loses the steps of RUN_SAVE_MS at most: the saved file is never further behind,
** and it is the exact state of its step. */
static void what_is_saved_beside_is_never_far_behind(void **state) {
  (void)state;
  enum { PACE = 100, SLACK = PACE / 2 };
  char folder[64];
  make_folder(folder);
  TrainingRun *run = small_run(100000, 0.003), *back, *other = small_run(100000, 0.003);
  bool found;
  assert_true(run_save_to(run, run_path(folder), NULL));
  run_pace(run, PACE);
  run_go(run);
  for (int i = 0; i < 4; i++) {
    usleep(1400 * 1000);
    int done = run_news(run).steps_done;
    if (i == 0) continue; /* the first is saved after RUN_SAVE_MS */
    assert_true(run_restore(run_path(folder), &back, &found, NULL) && found);
    int steps = run_news(back).steps_done;
    if (steps < done - PACE * RUN_SAVE_MS / 1000 - SLACK) fail_msg("%d of %d", steps, done);
    if (i == 3) {
      go(other, steps);
      assert_same_numbers(back, RUN_NOW, other, RUN_NOW);
      assert_int_equal(run_checkpoint_step(back, 0), 0);
      go(back, 300); /* its timeline has a gap; the stride still doubles */
      int count = run_news(back).checkpoint_count,
          stride = run_checkpoint_step(back, count - 1) - run_checkpoint_step(back, count - 2);
      assert_true(count >= RUN_CHECKPOINTS_MOST / 4 && count <= RUN_CHECKPOINTS_MOST);
      for (int at = 0; at < count; at++)
        assert_int_equal(run_checkpoint_step(back, at) % stride, 0);
    }
    run_free(back);
  }
  run_free(run);
  run_free(other);
  remove_folder(folder);
}

/* A PATH.now that is broken, or of another recipe, is ignored; the whole run is restored. */
static void what_lies_beside_counts_only_when_it_is_right(void **state) {
  (void)state;
  char folder[64], beside[128];
  make_folder(folder);
  TrainingRun *run = small_run(400, 0.003), *strange = small_run(400, 0.004), *back;
  SavedRun saved;
  Arena *arena = arena_make(0);
  bool found;
  snprintf(beside, sizeof beside, "%s/run.now", folder);
  go(run, 20);
  go(strange, 30);
  assert_true(run_save(run, run_path(folder), NULL) && run_save(strange, beside, NULL));
  assert_true(run_restore(run_path(folder), &back, &found, NULL) && found);
  assert_int_equal(run_news(back).steps_done, 20);
  run_free(back);
  assert_int_equal(truncate(beside, 100), 0);
  assert_true(run_restore(run_path(folder), &back, &found, NULL) && found);
  assert_int_equal(run_news(back).steps_done, 20);
  go(run, 11);
  assert_true(run_save(run, beside, NULL));
  assert_true(run_look_at_saved(run_path(folder), arena, &saved, NULL));
  assert_int_equal(saved.steps_done, 31);
  assert_true(saved.saved_s > 0 && strcmp(saved.recipe.task, "copy") == 0);
  run_free(back);
  run_free(run);
  run_free(strange);
  arena_free(arena);
  remove_folder(folder);
}

/* A damaged file is refused with a sentence or read; nothing crashes. */
static void a_cut_file_is_refused(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-run-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  TrainingRun *run = small_run(100, 0.003), *back = NULL;
  bool found;
  go(run, 3);
  assert_true(run_save(run, path, NULL));
  for (int bytes = 3; bytes < 20000; bytes += 1997) {
    Status status = {0};
    assert_int_equal(truncate(path, 20000 - bytes), 0);
    assert_false(run_restore(path, &back, &found, &status));
    assert_true(strlen(status.sentence) > 10);
  }
  unlink(path);
  assert_true(run_restore(path, &back, &found, NULL) && !found);
  run_free(run);
}

/* Index of a float counted from the file's end: −1 is the last. */
static void overwrite_number(const char *path, long from_end, float number) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, from_end * (long)sizeof number, SEEK_END), 0);
  assert_int_equal(fwrite(&number, sizeof number, 1, file), 1);
  fclose(file);
}

/* The last number of the last state lies before the steps, which end the file. */
static void a_state_that_is_not_finite_is_refused(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-run-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  TrainingRun *run = small_run(100, 0.003), *back = NULL;
  bool found;
  Status status = {0};
  go(run, 3);
  assert_true(run_save(run, path, NULL));
  close(descriptor);
  overwrite_number(path, -(run_news(run).checkpoint_count + 2), NAN);
  assert_false(run_restore(path, &back, &found, &status));
  assert_non_null(strstr(status.sentence, "second."));
  unlink(path);
  run_free(run);
}

/* The steps end the file: one per checkpoint, then the newest. With steps that do not rise,
** dropping checkpoints would not end. */
static void a_timeline_that_does_not_rise_is_refused(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-run-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  TrainingRun *run = small_run(100, 0.003), *back = NULL;
  bool found;
  Status status = {0};
  go(run, 3);
  assert_true(run_save(run, path, NULL));
  close(descriptor);
  overwrite_number(path, -run_news(run).checkpoint_count, 0);
  assert_false(run_restore(path, &back, &found, &status));
  assert_non_null(strstr(status.sentence, "steps"));
  unlink(path);
  run_free(run);
}

/* The training stops at the first loss that is not finite, names the step, and keeps the last good
** checkpoint. */
static void divergence_keeps_the_timeline(void **state) {
  (void)state;
  TrainingRun *run = small_run(1000, 1e9);
  run_go(run);
  run_wait(run, NULL, NULL);
  RunNews news = run_news(run);
  Arena *arena = arena_make(0);
  Checkpoint checkpoint;
  assert_true(news.stopped && !news.going && news.steps_done < 1000);
  assert_non_null(strstr(news.problem, "diverged at step"));
  assert_true(news.checkpoint_count > 0);
  assert_true(run_checkpoint(run, RUN_NOW, arena, &checkpoint, NULL));
  size_t count = network_number_count(&checkpoint.shape);
  for (size_t i = 0; i < count; i++) assert_true(isfinite(checkpoint.numbers[i]));
  arena_free(arena);
  run_free(run);
}

/* M-31 with the numbers a learner is shown: after = before − η (m̂ / (√v̂ + ε) + λ w). */
static void a_worked_step_adds_up(void **state) {
  (void)state;
  TrainingRun *run = small_run(1000, 0.003), *next = small_run(1000, 0.003);
  Arena *arena = arena_make(0);
  WorkedStep worked;
  go(run, 20);
  go(next, 21);
  assert_true(run_worked_step(run, RUN_NOW, 7, arena, &worked, NULL));
  const WeightUpdate *update = &worked.update;
  double m = (double)update->first_moment / (1 - pow(adamw_beta_1, 21));
  double v = (double)update->second_moment / (1 - pow(adamw_beta_2, 21));
  double step =
      m / (sqrt(v) + adamw_epsilon) + run_recipe(run)->weight_decay * (double)update->before;
  assert_int_equal(worked.report.step, 21);
  assert_true(fabs((double)update->before - worked.report.learning_rate * step -
                   (double)update->after) < 1e-6);
  Checkpoint checkpoint;
  assert_true(run_checkpoint(next, RUN_NOW, arena, &checkpoint, NULL));
  assert_memory_equal(&checkpoint.numbers[7], &update->after, sizeof(float));
  assert_int_equal(run_news(run).steps_done, 20);
  arena_free(arena);
  run_free(run);
  run_free(next);
}

/* After the last step none follows: run_worked_step shows the last one made, restored or not. */
static void behind_the_end_the_last_step_is_worked_out(void **state) {
  (void)state;
  char folder[64];
  make_folder(folder);
  TrainingRun *run = small_run(300, 0.003), *back;
  Arena *arena = arena_make(0);
  WorkedStep worked;
  Checkpoint checkpoint;
  bool found;
  go(run, 300);
  assert_true(run_news(run).finished && run_checkpoint_step(run, 1) > 1);
  assert_true(run_save(run, run_path(folder), NULL));
  assert_true(run_restore(run_path(folder), &back, &found, NULL) && found);
  TrainingRun *const runs[] = {run, back};
  for (int i = 0; i < 2; i++) {
    assert_true(run_worked_step(runs[i], RUN_NOW, 7, arena, &worked, NULL));
    assert_int_equal(worked.report.step, 300);
    assert_true(run_checkpoint(runs[i], RUN_NOW, arena, &checkpoint, NULL));
    assert_memory_equal(&checkpoint.numbers[7], &worked.update.after, sizeof(float));
    run_free(runs[i]);
  }
  arena_free(arena);
  remove_folder(folder);
}

/* run_keep keeps the state of its call while the training goes on; a model that cannot be written
** is reported. */
static void a_model_is_kept_while_it_trains(void **state) {
  (void)state;
  char folder[64];
  make_folder(folder);
  TrainingRun *run = small_run(100000, 0.003);
  Arena *arena = arena_make(0);
  Checkpoint first, kept;
  Status status = {0};
  const char *target = run_path(folder);
  run_go(run);
  assert_int_equal(run_kept(run, &status), RUN_KEPT_NOTHING);
  assert_true(run_keep(run, 0, target, NULL));
  assert_true(run_news(run).keeping);
  assert_false(run_keep(run, 0, target, &status)); /* one at a time */
  assert_non_null(strstr(status.sentence, target));
  run_wait_kept(run);
  assert_false(run_news(run).keeping);
  assert_int_equal(run_kept(run, &status), RUN_KEPT);
  assert_int_equal(run_kept(run, &status), RUN_KEPT_NOTHING);
  int done = run_news(run).steps_done;
  WAIT_UNTIL(run_news(run).steps_done > done);
  assert_true(run_news(run).going);
  assert_true(checkpoint_read(arena, target, &kept, NULL));
  assert_true(run_checkpoint(run, 0, arena, &first, NULL));
  assert_memory_equal(first.numbers, kept.numbers,
                      network_number_count(&first.shape) * sizeof(float));
  assert_true(run_keep(run, 0, "/no/such/folder", NULL));
  run_wait_kept(run);
  assert_int_equal(run_kept(run, &status), RUN_NOT_KEPT);
  assert_non_null(strstr(status.sentence, "/no/such"));
  assert_true(run_keep(run, RUN_NOW, target, NULL)); /* run_free waits for it */
  run_free(run);
  assert_true(checkpoint_read(arena, target, &kept, NULL));
  char command[160];
  snprintf(command, sizeof command, "rm -r %s", target);
  assert_int_equal(system(command), 0);
  arena_free(arena);
  remove_folder(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_timeline_thins_out_evenly),
      cmocka_unit_test(a_checkpoint_is_the_model_of_its_step),
      cmocka_unit_test(the_curve_has_a_point_a_step_until_it_is_full),
      cmocka_unit_test(pausing_stops_and_one_step_is_one),
      cmocka_unit_test(the_pace_is_held),
      cmocka_unit_test(saved_and_restored_goes_on_the_same),
      cmocka_unit_test(what_is_saved_beside_is_never_far_behind),
      cmocka_unit_test(what_lies_beside_counts_only_when_it_is_right),
      cmocka_unit_test(a_cut_file_is_refused),
      cmocka_unit_test(a_state_that_is_not_finite_is_refused),
      cmocka_unit_test(a_timeline_that_does_not_rise_is_refused),
      cmocka_unit_test(divergence_keeps_the_timeline),
      cmocka_unit_test(a_worked_step_adds_up),
      cmocka_unit_test(behind_the_end_the_last_step_is_worked_out),
      cmocka_unit_test(a_model_is_kept_while_it_trains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
