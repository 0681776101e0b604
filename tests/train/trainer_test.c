/* The trainer: the loss falls, the bits do not depend on the threads, a resumed training continues
** as if never stopped, and after an error the last good numbers stay (M-30 to M-32). */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "core/linear.h"
#include "model/model.h"
#include "trace/mask_name.h"
#include "train/adamw.h"
#include "train/evaluation_card.h"
#include "train/schedule.h"

static Arena *arena;
static char folder[64];

static int set_up(void **state) {
  (void)state;
  linear_use_one_thread();
  strcpy(folder, "/tmp/headsup-train-XXXXXX");
  arena = arena_make(0);
  return arena && mkdtemp(folder) ? 0 : -1;
}

static void remove_below(void *self, const char *name) {
  const char *path = str_format(arena, "%s/%s", (const char *)self, name);
  if (os_kind(path) == OS_FOLDER) {
    os_list_folder(arena, path, remove_below, (void *)path);
    rmdir(path);
  } else unlink(path);
}

static int tear_down(void **state) {
  (void)state;
  os_list_folder(arena, folder, remove_below, folder);
  rmdir(folder);
  arena_free(arena);
  return 0;
}

static const char *in_folder(const char *name) { return str_format(arena, "%s/%s", folder, name); }

static Recipe recipe_of(const char *text) {
  Recipe recipe;
  Status status = {0};
  if (!recipe_parse(arena, "small.txt", str_from(text), &recipe, &status))
    fail_msg("%s", status.sentence);
  return recipe;
}

static const char small[] =
    "task copy\nlength 5\nletters 5\nheads 2\nd_model 16\nd_ff 8\nlayers 2\n"
    "batch 9\nsteps 40\nlearning_rate 0.01\nwarm_up 5\nseed 3\n";

static Trainer *trainer_of(const char *text, Pool *pool) {
  Trainer *trainer;
  Status status = {0};
  Recipe recipe = recipe_of(text);
  if (!trainer_make(&recipe, pool, &trainer, &status)) fail_msg("%s", status.sentence);
  return trainer;
}

static StepReport make_steps(Trainer *trainer, int count) {
  StepReport report = {0};
  Status status = {0};
  for (int i = 0; i < count; i++)
    if (!trainer_step(trainer, &report, &status)) fail_msg("%s", status.sentence);
  return report;
}

static size_t numbers_in(const Trainer *trainer) {
  return network_number_count(trainer_shape(trainer));
}

static void assert_same_numbers(const Trainer *a, const Trainer *b) {
  assert_int_equal(numbers_in(a), numbers_in(b));
  assert_int_equal(trainer_steps_done(a), trainer_steps_done(b));
  assert_memory_equal(trainer_numbers(a), trainer_numbers(b), numbers_in(a) * sizeof(float));
}

static void the_rate_warms_up_and_follows_a_cosine_to_its_rest(void **state) {
  (void)state;
  Recipe recipe = recipe_of("task copy\nlearning_rate 2\nwarm_up 10\nsteps 110\ndecay_to 0.25\n");
  assert_true(fabs(schedule_rate(&recipe, 1) - 0.2) < 1e-12);
  assert_true(fabs(schedule_rate(&recipe, 10) - 2) < 1e-12);
  assert_true(fabs(schedule_rate(&recipe, 60) - 2 * (0.25 + 0.75 / 2)) < 1e-12);
  assert_true(fabs(schedule_rate(&recipe, 110) - 0.5) < 1e-12);
  assert_true(fabs(schedule_rate(&recipe, 5000) - 0.5) < 1e-12);
  recipe.warm_up = 0;
  assert_true(schedule_rate(&recipe, 1) < 2 && schedule_rate(&recipe, 1) > 1.99);
}

static void one_update_is_the_formula_of_adamw(void **state) {
  (void)state;
  enum { COUNT = 11 }; /* not a whole number of lanes */
  float w[COUNT], m[COUNT], v[COUNT], g[COUNT], to_w[COUNT], to_m[COUNT], to_v[COUNT];
  const int step = 7;
  AdamwRates rates = adamw_rates(0.01, 0.5, step);
  rates.decay = 0.002f;
  for (int i = 0; i < COUNT; i++) {
    w[i] = 0.3f * (float)(i - 4);
    m[i] = 0.02f * (float)(i - 6);
    v[i] = 0.001f * (float)(i + 1);
    g[i] = 0.1f * (float)(5 - i);
  }
  AdamwNumbers numbers = {w, m, v, g, to_w, to_m, to_v, COUNT};
  assert_true(adamw_update(&numbers, &rates));
  for (int i = 0; i < COUNT; i++) {
    double clipped = 0.1 * (5 - i) * 0.5;
    double first = 0.9 * (double)m[i] + 0.1 * clipped;
    double second = 0.98 * (double)v[i] + 0.02 * clipped * clipped;
    double m_hat = first / (1 - pow(0.9, step)), v_hat = second / (1 - pow(0.98, step));
    double expected = (double)w[i] - 0.01 * m_hat / (sqrt(v_hat) + 1e-8) - 0.002 * (double)w[i];
    assert_true(fabs((double)to_w[i] - expected) < 1e-6);
    assert_true(fabs((double)to_m[i] - first) < 1e-7 && fabs((double)to_v[i] - second) < 1e-7);
    assert_true(fabs((double)g[i] - clipped) < 1e-7);
  }
  w[3] = INFINITY;
  assert_false(adamw_update(&numbers, &rates));
}

static void the_loss_falls_and_the_answers_become_right(void **state) {
  (void)state;
  Trainer *trainer = trainer_of("task previous\nlength 6\nletters 5\nd_model 16\nbatch 16\n"
                                "steps 300\nlearning_rate 0.02\nwarm_up 10\n",
                                NULL);
  Score before, after;
  AttnTargetShares attn_targets;
  const TrainerSamples samples = {SAMPLES_HELD_OUT, 50, DRAW_TO_CHOOSE};
  trainer_measure(trainer, &samples, &before, NULL);
  assert_true(before.loss > 1 && before.accuracy < 0.7 && before.asked > 200);
  make_steps(trainer, 300);
  trainer_measure(trainer, &samples, &after, NULL);
  assert_true(after.loss < 0.1 && after.accuracy > 0.98);
  trainer_attn_target_shares(trainer, SAMPLES_HELD_OUT, 50, &attn_targets);
  assert_int_equal(attn_targets.counted, after.asked);
  assert_true(attn_targets.share[0][0] > 0.5); /* by chance it would be 1/6 */
  trainer_free(trainer);
}

static double right_after(const char *more, int steps) {
  Score score;
  const TrainerSamples samples = {SAMPLES_HELD_OUT, 50, DRAW_TO_CHOOSE};
  Trainer *trainer =
      trainer_of(str_format(arena,
                            "task copy\nlength 4\nletters 6\nheads 4\nd_model 32\nbatch 32\n"
                            "steps 400\nlearning_rate 0.015\nwarm_up 20\nweight_decay 0\n%s",
                            more),
                 NULL);
  make_steps(trainer, steps);
  trainer_measure(trainer, &samples, &score, NULL);
  trainer_free(trainer);
  return score.accuracy;
}

/* Without positions every gap is the same row, so that no gap can know its letter. */
static void copying_needs_positions_of_some_kind(void **state) {
  (void)state;
  assert_true(right_after("positions sinusoidal\n", 400) > 0.98);
  assert_true(right_after("positions rope\n", 400) > 0.98);
  assert_true(right_after("kv_heads 1\n", 400) > 0.98);
  assert_true(right_after("positions t5\n", 400) > 0.98);
  assert_true(right_after("positions shaw 8\n", 400) > 0.98);
  assert_true(right_after("positions none\n", 400) < 0.6);
}

/* What is kept opens as what it was trained to be, and its training goes on. */
static void a_kind_of_attention_is_kept_with_the_model(void **state) {
  (void)state;
  bool resumed = false;
  Status status = {0};
  Model *model;
  const char *path = in_folder("kinds");
  const char *text = str_format(arena,
                                "%spositions rope base 50\nkv_heads 1\n"
                                "mask causal window 3\n",
                                small);
  Trainer *trainer = trainer_of(text, NULL), *again = trainer_of(text, NULL);
  make_steps(trainer, 3);
  assert_true(trainer_save(trainer, path, &status));
  assert_true(trainer_resume(again, path, &resumed, &status) && resumed);
  make_steps(trainer, 2);
  make_steps(again, 2);
  assert_same_numbers(trainer, again);
  if (!model_open(path, &model, &status)) fail_msg("%s", status.sentence);
  MaskParts mask = model_own_mask(model);
  assert_string_equal(mask_name_write(arena, &mask, ' '), "causal window 3");
  assert_int_equal(model_key_head_count(model), 1);
  const MaskSpec own = {.model_own = true};
  const Trace *trace;
  assert_true(
      model_run(model, &(RunOrder){.sentence = STR("a b"), .mask = &own}, arena, &trace, &status));
  assert_string_equal(kind_write(arena, trace_kind(trace)), "positions rope base 50");
  assert_true(trace_has_part(trace, TRACE_Q_ROTATED));
  model_free(model);
  trainer_free(trainer);
  trainer_free(again);
}

static void a_head_told_where_to_look_looks_there(void **state) {
  (void)state;
  Trainer *trainer = trainer_of("task reverse\nlength 6\nletters 5\nd_model 16\nheads 2\n"
                                "batch 16\nsteps 250\nlearning_rate 0.02\nwarm_up 10\n"
                                "look_weight 0.5\nlook_head 2\n",
                                NULL);
  AttnTargetShares attn_targets;
  make_steps(trainer, 250);
  trainer_attn_target_shares(trainer, SAMPLES_HELD_OUT, 50, &attn_targets);
  assert_true(attn_targets.share[0][1] > 0.9);
  trainer_free(trainer);
}

static void one_thread_or_two_give_the_same_bits(void **state) {
  (void)state;
  Pool *pool = pool_make(2);
  Trainer *alone = trainer_of(small, NULL), *two = trainer_of(small, pool);
  StepReport a = make_steps(alone, 25), b = make_steps(two, 25);
  assert_memory_equal(&a, &b, sizeof a);
  assert_same_numbers(alone, two);
  trainer_free(alone);
  trainer_free(two);
  pool_free(pool);
}

static void another_seed_gives_other_numbers(void **state) {
  (void)state;
  Trainer *a = trainer_of(small, NULL);
  Recipe recipe = recipe_of(small);
  Trainer *b;
  recipe.seed++;
  assert_true(trainer_make(&recipe, NULL, &b, NULL));
  assert_memory_not_equal(trainer_numbers(a), trainer_numbers(b), 64);
  trainer_free(a);
  trainer_free(b);
}

static void a_resumed_training_is_as_if_never_stopped(void **state) {
  (void)state;
  bool resumed = true;
  Status status = {0};
  const char *path = in_folder("resumed");
  Trainer *whole = trainer_of(small, NULL), *first = trainer_of(small, NULL);
  Trainer *second = trainer_of(small, NULL);
  assert_true(trainer_resume(second, path, &resumed, &status));
  assert_false(resumed); /* nothing there yet */
  make_steps(first, 13);
  assert_true(trainer_save(first, path, &status));
  assert_true(trainer_resume(second, path, &resumed, &status));
  assert_true(resumed);
  assert_same_numbers(first, second);
  make_steps(second, 40 - 13);
  make_steps(whole, 40);
  assert_same_numbers(whole, second);
  trainer_free(whole);
  trainer_free(first);
  trainer_free(second);
}

static void a_state_put_back_goes_on_the_same_way(void **state) {
  (void)state;
  Trainer *trainer = trainer_of(small, NULL), *other = trainer_of(small, NULL);
  size_t count = numbers_in(trainer);
  TrainerState kept = {arena_take(arena, count, sizeof(float)),
                       arena_take(arena, count, sizeof(float)),
                       arena_take(arena, count, sizeof(float)), 0};
  make_steps(trainer, 6);
  trainer_get_state(trainer, &kept);
  make_steps(trainer, 9);
  make_steps(other, 2);
  trainer_set_state(other, &kept);
  assert_int_equal(trainer_batch(other)->sequence_count, 0); /* no step was made here */
  make_steps(other, 9);
  assert_same_numbers(trainer, other);
  assert_int_equal(trainer_batch(other)->sequence_count, 9);
  trainer_free(trainer);
  trainer_free(other);
}

static void an_update_is_shown_as_it_was_made(void **state) {
  (void)state;
  Trainer *trainer = trainer_of(small, NULL);
  float before = trainer_numbers(trainer)[5];
  make_steps(trainer, 1);
  WeightUpdate update = trainer_update_of(trainer, 5);
  assert_true(update.before == before && update.after == trainer_numbers(trainer)[5]);
  assert_true(update.gradient == trainer_gradients(trainer)[5]);
  assert_true(fabsf(update.first_moment - 0.1f * update.gradient) < 1e-7f);
  assert_true(update.update == update.after - update.before);
  trainer_free(trainer);
}

static void another_recipe_is_refused_with_the_line_that_differs(void **state) {
  (void)state;
  bool resumed;
  Status status = {0};
  const char *path = in_folder("other");
  Trainer *trainer = trainer_of(small, NULL), *other;
  Recipe recipe = recipe_of(small);
  recipe.learning_rate = 0.5;
  assert_true(trainer_make(&recipe, NULL, &other, &status));
  assert_true(trainer_save(trainer, path, &status));
  assert_false(trainer_resume(other, path, &resumed, &status));
  assert_false(resumed);
  assert_non_null(strstr(status.sentence, "“learning_rate 0.01” there, “learning_rate 0.5” here"));
  trainer_free(trainer);
  trainer_free(other);
}

static void a_learning_rate_that_diverges_stops_at_its_step(void **state) {
  (void)state;
  Status status = {0};
  StepReport report;
  Checkpoint checkpoint;
  Trainer *trainer = trainer_of("task copy\nlearning_rate 1e6\nwarm_up 0\nbatch 4\n", NULL);
  char step[24];
  int count = 0;
  while (trainer_step(trainer, &report, &status)) assert_true(++count < 1000);
  snprintf(step, sizeof step, "at step %d:", report.step);
  assert_non_null(strstr(status.sentence, step));
  assert_non_null(strstr(status.sentence, "1e+06"));
  assert_true(trainer_steps_done(trainer) < report.step);
  for (size_t i = 0; i < numbers_in(trainer); i++)
    assert_true(isfinite(trainer_numbers(trainer)[i]));
  assert_true(trainer_save(trainer, in_folder("diverged"), &status));
  assert_true(checkpoint_read(arena, in_folder("diverged"), &checkpoint, &status));
  trainer_free(trainer);
}

/* Limits files to 1 kB for this process, which acts like a full disk. */
static void a_full_disk_leaves_the_last_complete_state(void **state) {
  (void)state;
  bool resumed;
  Status status = {0};
  Checkpoint checkpoint;
  struct rlimit before, full;
  const char *path = in_folder("full");
  Trainer *trainer = trainer_of(small, NULL), *again = trainer_of(small, NULL);
  make_steps(trainer, 3);
  assert_true(trainer_save(trainer, path, &status));
  make_steps(trainer, 3);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  full = before;
  full.rlim_cur = 1024;
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
  bool saved = trainer_save(trainer, path, &status);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, handler);
  assert_false(saved);
  assert_non_null(strstr(status.sentence, "training.safetensors"));
  assert_true(trainer_resume(again, path, &resumed, &status));
  assert_int_equal(trainer_steps_done(again), 3);
  assert_true(checkpoint_read(arena, path, &checkpoint, &status));
  trainer_free(trainer);
  trainer_free(again);
}

static void a_damaged_state_is_refused_and_changes_nothing(void **state) {
  (void)state;
  bool resumed;
  Status status = {0};
  Str bytes;
  const char *path = in_folder("damaged"), *file = in_folder("damaged/training.safetensors");
  Trainer *trainer = trainer_of(small, NULL), *other = trainer_of(small, NULL);
  make_steps(trainer, 2);
  assert_true(trainer_save(trainer, path, &status));
  assert_true(os_read_file(arena, file, 1 << 24, &bytes, &status));
  assert_true(os_save_file(file, bytes.at, bytes.bytes / 2, &status));
  assert_false(trainer_resume(other, path, &resumed, &status));
  assert_non_null(strstr(status.sentence, "training.safetensors"));
  assert_int_equal(trainer_steps_done(other), 0);
  char *changed = str_copy(arena, bytes);
  memset(changed + bytes.bytes - 4, 0xFF, 4); /* a NaN */
  assert_true(os_save_file(file, changed, bytes.bytes, &status));
  assert_false(trainer_resume(other, path, &resumed, &status));
  assert_non_null(strstr(status.sentence, "second_moments"));
  assert_int_equal(trainer_steps_done(other), 0);
  trainer_free(trainer);
  trainer_free(other);
}

static void a_batch_too_large_for_memory_says_so(void **state) {
  (void)state;
  Trainer *trainer;
  Status status = {0};
  Recipe recipe = recipe_of("task copy\nlength 512\nbatch 256\nd_model 128\nheads 8\nlayers 4\n");
  assert_false(trainer_make(&recipe, NULL, &trainer, &status));
  assert_non_null(strstr(status.sentence, "take a smaller batch"));
}

static void a_failing_allocation_is_a_status(void **state) {
  (void)state;
  Recipe recipe = recipe_of(small);
  for (long n = 1; n < 400; n++) {
    Trainer *trainer;
    Status status = {0};
    arena_fail_at(n);
    bool made = trainer_make(&recipe, NULL, &trainer, &status);
    arena_fail_at(0);
    if (made) {
      trainer_free(trainer);
      assert_true(n > 1);
      return;
    }
    assert_int_equal(status.kind, STATUS_COULD_NOT);
  }
  fail_msg("a trainer takes more than 400 blocks");
}

static void a_card_says_what_was_measured_and_never_the_time(void **state) {
  (void)state;
  Status status = {0};
  Str card;
  Evaluation figures;
  Trainer *trainer = trainer_of(small, NULL);
  make_steps(trainer, 4);
  assert_true(trainer_save(trainer, in_folder("card"), &status));
  assert_true(evaluation_save_card(trainer, in_folder("card"), &figures, &status));
  assert_true(os_read_file(arena, in_folder("card/README.md"), 1 << 16, &card, &status));
  static const char *const parts[] = {"# small",     "Steps: 4; sequences in each: 9. ",
                                      "seed 3\n",    "never trained |",
                                      "| layer 2 |", "What it cannot do"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (!strstr(card.at, parts[i])) fail_msg("the card lacks %s", parts[i]);
  assert_true(figures.scores[SAMPLES_HELD_OUT].asked > 0);
  assert_int_equal(figures.scores[SAMPLES_UNKNOWN].asked, 0); /* the task has no such set */
  trainer_free(trainer);
}

static bool asks(const Trainer *trainer, const char *word) {
  int id = vocabulary_find(task_vocabulary(trainer_task(trainer)), str_from(word));
  assert_true(id >= 0);
  return trainer_asked(trainer)[id];
}

/* The words with targets, found from samples: of the reader pronouns and hidden words only; of the
** writer every token, so NULL. */
static void the_words_that_are_asked_are_found(void **state) {
  (void)state;
  Trainer *trainer;
  Status status = {0};
  Recipe recipe = recipe_of("task reader\ngrammar english\nunknown 8\nlayers 1\nheads 2\n"
                            "d_model 16\nbatch 8\nsteps 10\n");
  if (!trainer_make(&recipe, NULL, &trainer, &status)) fail_msg("%s", status.sentence);
  assert_true(asks(trainer, "it") && asks(trainer, "they") && asks(trainer, "[MASK]"));
  assert_false(asks(trainer, "the") || asks(trainer, "animal") || asks(trainer, "tired"));
  trainer_free(trainer);
  recipe = recipe_of("task writer\ngrammar english\nunknown 8\nlength 32\nlayers 1\nheads 2\n"
                     "d_model 16\nbatch 8\nsteps 10\nmask causal\n");
  if (!trainer_make(&recipe, NULL, &trainer, &status)) fail_msg("%s", status.sentence);
  assert_null(trainer_asked(trainer));
  trainer_free(trainer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_words_that_are_asked_are_found),
      cmocka_unit_test(the_rate_warms_up_and_follows_a_cosine_to_its_rest),
      cmocka_unit_test(one_update_is_the_formula_of_adamw),
      cmocka_unit_test(the_loss_falls_and_the_answers_become_right),
      cmocka_unit_test(copying_needs_positions_of_some_kind),
      cmocka_unit_test(a_kind_of_attention_is_kept_with_the_model),
      cmocka_unit_test(a_head_told_where_to_look_looks_there),
      cmocka_unit_test(one_thread_or_two_give_the_same_bits),
      cmocka_unit_test(another_seed_gives_other_numbers),
      cmocka_unit_test(a_resumed_training_is_as_if_never_stopped),
      cmocka_unit_test(a_state_put_back_goes_on_the_same_way),
      cmocka_unit_test(an_update_is_shown_as_it_was_made),
      cmocka_unit_test(another_recipe_is_refused_with_the_line_that_differs),
      cmocka_unit_test(a_learning_rate_that_diverges_stops_at_its_step),
      cmocka_unit_test(a_full_disk_leaves_the_last_complete_state),
      cmocka_unit_test(a_damaged_state_is_refused_and_changes_nothing),
      cmocka_unit_test(a_batch_too_large_for_memory_says_so),
      cmocka_unit_test(a_failing_allocation_is_a_status),
      cmocka_unit_test(a_card_says_what_was_measured_and_never_the_time),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
