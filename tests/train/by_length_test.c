/* tests/train/by_length_test.c -- words right by length: what is measured was never trained, what a
** model says it says by itself, both models that ship reach their figures, and the file of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "base/os.h"
#include "core/linear.h"
#include "model/checkpoint/checkpoint.h"
#include "train/length_file.h"
#include "train/saying.h"
#include "train/trainer/trainer_internal.h"

static Arena *arena;
static Pool *pool;
/* Two small models of one recipe, but for the source; measuring draws many sentences, so it is done
** once. */
static Trainer *rows, *vector;
static const ByLength *of_rows, *of_vector;

/* ---- sentences ---- */

static Trainer *small_trainer(const char *source, int steps) {
  Recipe recipe;
  Trainer *trainer = NULL;
  Status status = {0};
  const char *text = str_format(arena,
                                "task translator\nencoder_layers 1\nsource %s\nlayers 1\nheads 2\n"
                                "d_model 8\nbatch 16\nsteps %d\n",
                                source, steps);
  if (!recipe_parse(arena, "small.txt", str_from(text), &recipe, &status) ||
      !trainer_make(&recipe, pool, &trainer, &status))
    fail_msg("%s", status.sentence);
  for (int i = 0; i < steps; i++) {
    StepReport report;
    assert_true(trainer_step(trainer, &report, &status));
  }
  return trainer;
}

static ByLength *measured_of(Trainer *trainer, int sentences) {
  ByLength *measured = arena_take(arena, 1, sizeof *measured);
  Status status = {0};
  if (!by_length_measure(trainer, sentences, measured, &status)) fail_msg("%s", status.sentence);
  return measured;
}

static int set_up(void **state) {
  (void)state;
  linear_use_one_thread();
  arena = arena_make(0);
  pool = pool_make(2);
  assert_true(arena && pool);
  rows = small_trainer("rows", 40);
  vector = small_trainer("vector", 40);
  of_rows = measured_of(rows, 3);
  of_vector = measured_of(vector, 3);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  trainer_free(rows);
  trainer_free(vector);
  pool_free(pool);
  arena_free(arena);
  return 0;
}

static bool was_trained(const Trainer *trainer, const LengthExample *example) {
  Batch batch;
  ArenaMark mark = arena_mark(arena);
  bool was = false;
  assert_true(batch_make(arena, 16, 16 * task_tokens_most(trainer_task(trainer)), &batch, NULL));
  for (int step = 1; step <= trainer_steps_done(trainer); step++) {
    trainer_draw_step(trainer, step, &batch);
    for (int i = 0; i < batch.sequence_count; i++)
      was |= batch.sources[i] == example->source_count &&
             memcmp(batch.tokens + batch.starts[i], example->source,
                    (size_t)example->source_count * sizeof(int)) == 0;
  }
  arena_rewind(arena, mark);
  return was;
}

/* Of short sentences there are so few that, drawn blindly, some of these would have been trained. */
static void what_is_measured_was_never_trained(void **state) {
  (void)state;
  assert_true(of_rows->curve.count > 20);
  for (int i = 0; i < of_rows->curve.count; i++) {
    const LengthPoint *point = &of_rows->curve.at[i];
    assert_int_equal(of_rows->examples[i].source_count, point->tokens);
    assert_int_equal(point->sentences, 3);
    assert_int_equal(point->is_trained, point->tokens <= 24);
    assert_false(was_trained(rows, &of_rows->examples[i]));
  }
}

static void models_that_differ_in_shape_alone_get_the_same_sentences(void **state) {
  (void)state;
  assert_int_equal(of_rows->curve.count, of_vector->curve.count);
  assert_memory_equal(of_rows->examples, of_vector->examples, sizeof of_rows->examples);
}

static void longer_sentences_are_two_joined_by_but(void **state) {
  (void)state;
  const Vocabulary *words = task_vocabulary(trainer_task(rows));
  int but = vocabulary_find(words, STR("but")), comma = vocabulary_find(words, STR(","));
  int joins = vocabulary_find(words, STR("但是")), joined = 0;
  for (int i = 0; i < of_rows->curve.count; i++) {
    const LengthExample *example = &of_rows->examples[i];
    bool has_but = false, has_chinese = false;
    if (of_rows->curve.at[i].is_trained) continue;
    for (int k = 1; k < example->source_count; k++)
      has_but |= example->source[k - 1] == comma && example->source[k] == but;
    for (int k = 0; k < example->target_count; k++) has_chinese |= example->target[k] == joins;
    assert_true(has_but && has_chinese);
    joined++;
  }
  assert_true(joined >= 10);
}

/* ---- saying ---- */

static Saying saying_of(const Trainer *trainer) {
  Saying saying;
  Status status = {0};
  SayingModel model = {trainer_shape(trainer), trainer_numbers(trainer),
                       task_vocabulary(trainer_task(trainer))};
  if (!saying_make(arena, &model, LENGTH_WORDS_MOST, &saying, &status))
    fail_msg("%s", status.sentence);
  return saying;
}

/* Going on behind the words that agree gives what is said from the beginning. */
static void check_agreeing(Saying *saying, const LengthExample *pair) {
  int whole[LENGTH_WORDS_MOST], behind[LENGTH_WORDS_MOST];
  int count = saying_go_on(saying, pair->source, pair->source_count, whole, 0);
  int agreed =
      saying_agrees(saying, pair->source, pair->source_count, pair->target, pair->target_count);
  assert_true(agreed <= count);
  memcpy(behind, pair->target, (size_t)agreed * sizeof *behind);
  assert_memory_equal(whole, behind, (size_t)agreed * sizeof *behind);
  if (agreed == pair->target_count) return;
  assert_int_equal(saying_go_on(saying, pair->source, pair->source_count, behind, agreed), count);
  assert_memory_equal(whole, behind, (size_t)count * sizeof *behind);
  assert_int_equal(saying_agrees(saying, pair->source, pair->source_count, whole, count), count);
}

static void agreeing_words_are_those_that_are_said(void **state) {
  (void)state;
  Saying saying = saying_of(vector);
  for (int i = 0; i < of_vector->curve.count; i++) check_agreeing(&saying, &of_vector->examples[i]);
}

/* Every word of the target gets the same sum of values from one vector. */
static void one_vector_gives_every_word_the_same(void **state) {
  (void)state;
  const LengthExample *pair = &of_vector->examples[5];
  Saying saying = saying_of(vector);
  (void)saying_agrees(&saying, pair->source, pair->source_count, pair->target, pair->target_count);
  const StepLayer *cross = &saying.workspace->layers[2];
  MatView concat = mat_view(cross->concat);
  for (int row = 0; row < pair->target_count; row++) assert_true(cross->weights[row] == 1.0f);
  for (int row = 1; row < pair->target_count; row++)
    for (int col = 0; col < trainer_shape(vector)->d_model; col++)
      assert_true(mat_get(concat, pair->source_count + row, col) ==
                  mat_get(concat, pair->source_count, col));
}

/* ---- the models that ship ---- */

static const char *const shipped_names[] = {"translator", "bottleneck"};

static LengthFile *shipped_file(const char *name) {
  LengthFile *file = arena_take(arena, 1, sizeof *file);
  const char *path = str_format(arena, "models/%s/lengths.csv", name);
  Status status = {0};
  Str text;
  assert_true(assets_find(path, &text));
  if (!length_file_parse(arena, path, text, file, &status)) fail_msg("%s", status.sentence);
  return file;
}

/* The shipped numbers in a trainer of the recipe, as after its last step. */
static Trainer *shipped(const char *name) {
  Recipe recipe;
  Checkpoint checkpoint;
  Trainer *trainer;
  Status status = {0};
  if (!recipe_open(arena, name, &recipe, &status) ||
      !checkpoint_read_builtin(arena, name, &checkpoint, &status) ||
      !trainer_make(&recipe, pool, &trainer, &status))
    fail_msg("%s", status.sentence);
  size_t count = network_number_count(trainer_shape(trainer));
  assert_int_equal(network_number_count(&checkpoint.shape), count);
  float *moments = arena_take(arena, count, sizeof *moments);
  TrainerState state = {checkpoint.numbers, moments, moments, recipe.steps};
  trainer_set_state(trainer, &state);
  return trainer;
}

/* Fewer sentences are the first of those that the file was measured over. A share of n sentences
** may be off by three deviations of a share of so many. */
enum { SENTENCES_AGAIN = 40 };

static void assert_point(const char *name, const LengthPoint *again, const LengthPoint *kept) {
  double share = length_whole_share(kept), got = length_whole_share(again);
  double off = share * (1 - share) / again->sentences;
  if ((got - share) * (got - share) > 9 * off + 0.0025)
    fail_msg("%s, %d tokens: %.3f of the sentences right, kept is %.3f", name, kept->tokens, got,
             share);
  double words = length_words_share(again) - length_words_share(kept);
  if (words * words > 0.08 * 0.08) fail_msg("%s, %d tokens: words", name, kept->tokens);
}

static void the_kept_lengths_are_measured_again(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    const LengthFile *kept = shipped_file(shipped_names[i]);
    Trainer *trainer = shipped(shipped_names[i]);
    const ByLength *again = measured_of(trainer, SENTENCES_AGAIN);
    int compared = 0;
    for (int k = 0; k < kept->curve.count; k++) {
      const LengthPoint *point = length_point(&again->curve, kept->curve.at[k].tokens);
      assert_non_null(point);
      assert_int_equal(point->is_trained, kept->curve.at[k].is_trained);
      assert_point(shipped_names[i], point, &kept->curve.at[k]);
      compared++;
    }
    assert_int_equal(compared, 31);
    trainer_free(trainer);
  }
}

/* What the files are there to show. */
static void one_vector_loses_long_sentences_and_attention_does_not(void **state) {
  (void)state;
  const LengthFile *attends = shipped_file("translator"), *squeezes = shipped_file("bottleneck");
  assert_true(length_whole_share(length_point(&squeezes->curve, 6)) >= 0.98);
  assert_true(length_whole_share(length_point(&squeezes->curve, 20)) <= 0.6);
  assert_true(length_whole_share(length_point(&squeezes->curve, 23)) <= 0.4);
  for (int i = 0; i < attends->curve.count; i++)
    if (attends->curve.at[i].is_trained)
      assert_true(length_whole_share(&attends->curve.at[i]) >= 0.97);
}

/* ---- the file ---- */

static void a_file_reads_back_as_it_was_written(void **state) {
  (void)state;
  char path[] = "/tmp/headsup-lengths-XXXXXX";
  LengthFile file;
  Status status = {0};
  Str text;
  assert_true(close(mkstemp(path)) == 0);
  if (!length_file_save(of_rows, task_vocabulary(trainer_task(rows)), path, &status) ||
      !os_read_file(arena, path, 1 << 20, &text, &status) ||
      !length_file_parse(arena, path, text, &file, &status))
    fail_msg("%s", status.sentence);
  remove(path);
  assert_memory_equal(&file.curve, &of_rows->curve, sizeof file.curve);
  for (int i = 0; i < file.curve.count; i++) assert_true(file.sentences[i].english.bytes > 0);
}

#define FIRST "tokens,trained,sentences,sentences_right,words,words_right,english,chinese\n"

static void a_wrong_line_is_named(void **state) {
  (void)state;
  static const struct {
    const char *text, *place;
  } wrong[] = {
      {"", "lengths.csv:1"},
      {"tokens\n", "lengths.csv:1"},
      {FIRST "5,1,2,3,9,9,\"a .\",\"b\"\n", "lengths.csv:2"}, /* more right than there are */
      {FIRST "5,1,2,2,9,10,\"a .\",\"b\"\n", "lengths.csv:2"},
      {FIRST "5,2,2,2,9,9,\"a .\",\"b\"\n", "lengths.csv:2"},
      {FIRST "49,1,2,2,9,9,\"a .\",\"b\"\n", "lengths.csv:2"},
      {FIRST "5,1,0,0,9,9,\"a .\",\"b\"\n", "lengths.csv:2"},
      {FIRST "5,1,2,2,9,9,a,\"b\"\n", "lengths.csv:2"},
      {FIRST "5,1,2,2,9,9,\"a\"\"b\"\n", "lengths.csv:2"},
      {FIRST "5,1,2,2,9,9,\"a\",\"b\",\n", "lengths.csv:2"},
      {FIRST "5,1,2,2,9,9,\"\",\"b\"\n", "lengths.csv:2"},
      {FIRST "5,1,2,2,9,9,\"a\",\"b\"\n5,1,2,2,9,9,\"a\",\"b\"\n", "lengths.csv:3"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    LengthFile file;
    Status status = {0};
    if (length_file_parse(arena, "lengths.csv", str_from(wrong[i].text), &file, &status))
      fail_msg("taken: %s", wrong[i].text);
    if (!strstr(status.sentence, wrong[i].place))
      fail_msg("“%s” lacks %s", status.sentence, wrong[i].place);
  }
  LengthFile file;
  assert_true(length_file_parse(arena, "lengths.csv", STR(FIRST "5,1,2,1,9,8,\"a .\",\"b 。\"\r\n"),
                                &file, NULL));
  assert_int_equal(file.curve.count, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_measured_was_never_trained),
      cmocka_unit_test(models_that_differ_in_shape_alone_get_the_same_sentences),
      cmocka_unit_test(longer_sentences_are_two_joined_by_but),
      cmocka_unit_test(agreeing_words_are_those_that_are_said),
      cmocka_unit_test(one_vector_gives_every_word_the_same),
      cmocka_unit_test(the_kept_lengths_are_measured_again),
      cmocka_unit_test(one_vector_loses_long_sentences_and_attention_does_not),
      cmocka_unit_test(a_file_reads_back_as_it_was_written),
      cmocka_unit_test(a_wrong_line_is_named),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
