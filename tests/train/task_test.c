/* tests/train/task_test.c -- properties of the samples of every task. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "train/task/task.h"

enum { SAMPLES = 400, LETTER_TASKS_FIRST = 2 };

typedef struct Fixture {
  Arena *arena;
  const Task *task;
  Batch batch;
  Status status;
} Fixture;

static Recipe recipe_of(const char *name) {
  Recipe recipe = {.name = name, .task = name, .length = 8, .letters = 12};
  if (strcmp(name, "brackets") == 0) recipe.letters = 3;
  if (strcmp(name, "majority") == 0) recipe.letters = 4;
  if (strcmp(name, "reader") == 0 || strcmp(name, "writer") == 0) {
    recipe.unknown = 32;
    recipe.length = 48;
  }
  return recipe;
}

static Fixture open_task(int index) {
  Fixture fixture = {.arena = arena_make(0)};
  Recipe recipe = recipe_of(task_info(index)->name);
  if (!task_open(fixture.arena, &recipe, &fixture.task, &fixture.status))
    fail_msg("%s", fixture.status.sentence);
  assert_true(batch_make(fixture.arena, SAMPLES, SAMPLES * task_tokens_most(fixture.task),
                         &fixture.batch, &fixture.status));
  batch_clear(&fixture.batch);
  return fixture;
}

static void draw(Fixture *fixture, SampleSet set, uint64_t seed) {
  Rng rng = rng_make(seed);
  batch_clear(&fixture->batch);
  for (int i = 0; i < SAMPLES; i++) task_sample(fixture->task, set, &rng, &fixture->batch);
}

typedef void (*EachSet)(Fixture *fixture, SampleSet set);

static void for_each_set(EachSet check) {
  for (int i = 0; i < task_count(); i++) {
    Fixture fixture = open_task(i);
    for (int set = 0; set < SAMPLE_SET_COUNT; set++)
      if (task_has_set(fixture.task, (SampleSet)set)) check(&fixture, (SampleSet)set);
    arena_free(fixture.arena);
  }
}

static void check_sequence(const Fixture *fixture, int sequence) {
  const Batch *batch = &fixture->batch;
  int first = batch->starts[sequence], count = batch->starts[sequence + 1] - first, asked = 0;
  int words = task_vocabulary(fixture->task)->count;
  assert_in_range(count, 1, task_tokens_most(fixture->task));
  for (int t = first; t < first + count; t++) {
    assert_in_range(batch->tokens[t], 0, words - 1);
    asked += batch->targets[t] != TARGET_NONE;
    if (batch->targets[t] != TARGET_NONE) assert_in_range(batch->targets[t], 1, words - 1);
    if (batch->attn_targets[t] < 0) continue;
    assert_true(batch->attn_targets[t] + batch->attn_target_counts[t] <= count);
    assert_true(batch->attn_target_counts[t] >= 1);
    assert_true(batch->targets[t] != TARGET_NONE);
  }
  assert_true(asked > 0);
}

static void check_ranges(Fixture *fixture, SampleSet set) {
  draw(fixture, set, 11);
  assert_int_equal(fixture->batch.sequence_count, SAMPLES);
  for (int i = 0; i < SAMPLES; i++) check_sequence(fixture, i);
}

static void every_answer_and_place_to_look_lies_in_its_sequence(void **state) {
  (void)state;
  for_each_set(check_ranges);
}

/* The token at the attention target gives the answer (copying, the letter before, a bracket's
** partner, the noun). */
static void check_attn_targets(Fixture *fixture, SampleSet set) {
  const char *name = task_about(fixture->task)->name;
  if (strcmp(name, "brackets") == 0 || strcmp(name, "majority") == 0) return;
  if (strcmp(name, "writer") == 0) return; /* its attention target is the token before */
  draw(fixture, set, 12);
  const Batch *batch = &fixture->batch;
  int looked = 0;
  for (int i = 0; i < SAMPLES; i++)
    for (int t = batch->starts[i]; t < batch->starts[i + 1]; t++) {
      if (batch->attn_targets[t] < 0) continue;
      looked++;
      assert_int_equal(batch->tokens[batch->starts[i] + batch->attn_targets[t]], batch->targets[t]);
    }
  assert_true(looked > SAMPLES / 2);
}

static void the_place_to_look_at_holds_the_answer(void **state) {
  (void)state;
  for_each_set(check_attn_targets);
}

static uint64_t hash_batch(const Batch *batch) {
  size_t bytes = (size_t)batch->token_count * sizeof *batch->tokens;
  return rng_hash(batch->tokens, bytes) ^ rng_hash(batch->targets, bytes) << 1 ^
         rng_hash(batch->attn_targets, bytes) << 2;
}

static void check_same(Fixture *fixture, SampleSet set) {
  draw(fixture, set, 13);
  uint64_t first = hash_batch(&fixture->batch);
  draw(fixture, set, 14);
  uint64_t other = hash_batch(&fixture->batch);
  draw(fixture, set, 13);
  assert_true(first == hash_batch(&fixture->batch));
  assert_true(first != other);
}

static void the_same_seed_gives_the_same_samples(void **state) {
  (void)state;
  for_each_set(check_same);
}

/* A sample's text is split into the sample's tokens again, but for unknown words, which have no
** spelling. */
static void check_words(Fixture *fixture, SampleSet set) {
  const Batch *batch = &fixture->batch;
  const Vocabulary *vocabulary = task_vocabulary(fixture->task);
  int compared = 0;
  draw(fixture, set, 15);
  for (int i = 0; i < SAMPLES; i++) {
    Tokens tokens;
    const int *ids;
    int first = batch->starts[i], count = batch->starts[i + 1] - first;
    Str words = task_sample_words(fixture->task, batch, i, fixture->arena);
    if (strstr(words.at, "unknown ")) continue;
    words.bytes = (size_t)((const char *)memchr(words.at, '\n', words.bytes) - words.at);
    assert_true(
        vocabulary_split(vocabulary, fixture->arena, words, 512, &tokens, &ids, &fixture->status));
    if (tokens.count != count || memcmp(ids, batch->tokens + first, (size_t)count * sizeof *ids))
      fail_msg("%s: %.*s", task_about(fixture->task)->name, (int)words.bytes, words.at);
    compared++;
  }
  assert_true(compared > 0 || set == SAMPLES_UNKNOWN);
}

static void typed_words_are_the_tokens_of_the_sample(void **state) {
  (void)state;
  for_each_set(check_words);
}

static void every_word_of_the_sentence_shown_is_known(void **state) {
  (void)state;
  for (int i = 0; i < task_count(); i++) {
    Fixture fixture = open_task(i);
    const Vocabulary *vocabulary = task_vocabulary(fixture.task);
    Tokens tokens;
    const int *ids;
    assert_true(vocabulary_split(vocabulary, fixture.arena, task_shown(fixture.task), 512, &tokens,
                                 &ids, &fixture.status));
    assert_true(tokens.count >= 6);
    for (int t = 0; t < tokens.count; t++)
      assert_true(ids[t] == VOCABULARY_HIDDEN_ID || ids[t] > vocabulary->unknown_count);
    arena_free(fixture.arena);
  }
}

static uint64_t hash_sequence(const Batch *batch, int sequence) {
  int first = batch->starts[sequence], count = batch->starts[sequence + 1] - first;
  return rng_hash(batch->tokens + first, (size_t)count * sizeof *batch->tokens);
}

/* About one sequence in ten is held out. Where there are few sequences (majority with 4 letters and
** length 8 has 65,536), 400 × 400 pairs would show a leak. */
static void sequences_held_out_are_never_trained(void **state) {
  (void)state;
  for (int i = LETTER_TASKS_FIRST; i < task_count(); i++) {
    Fixture fixture = open_task(i);
    uint64_t held_out[SAMPLES];
    draw(&fixture, SAMPLES_HELD_OUT, 16);
    for (int j = 0; j < SAMPLES; j++) held_out[j] = hash_sequence(&fixture.batch, j);
    for (uint64_t seed = 0; seed < 20; seed++) {
      draw(&fixture, SAMPLES_TRAINED, 100 + seed);
      for (int j = 0; j < SAMPLES; j++)
        for (int k = 0; k < SAMPLES; k++)
          assert_true(hash_sequence(&fixture.batch, j) != held_out[k]);
    }
    arena_free(fixture.arena);
  }
}

static void sort_answers_in_the_order_of_the_alphabet(void **state) {
  (void)state;
  for (int i = 0; i < task_count(); i++) {
    if (strcmp(task_info(i)->name, "sort") != 0) continue;
    Fixture fixture = open_task(i);
    draw(&fixture, SAMPLES_TRAINED, 17);
    for (int j = 0; j < SAMPLES; j++)
      for (int t = fixture.batch.starts[j] + 10; t < fixture.batch.starts[j + 1]; t++)
        assert_true(fixture.batch.targets[t] > fixture.batch.targets[t - 1]);
    arena_free(fixture.arena);
  }
}

static void brackets_close_the_last_open_one(void **state) {
  (void)state;
  for (int i = 0; i < task_count(); i++) {
    if (strcmp(task_info(i)->name, "brackets") != 0) continue;
    Fixture fixture = open_task(i);
    draw(&fixture, SAMPLES_TRAINED, 18);
    for (int j = 0; j < SAMPLES; j++) {
      int open[16], depth = 0;
      for (int t = fixture.batch.starts[j]; t < fixture.batch.starts[j + 1]; t++) {
        if (fixture.batch.tokens[t] != VOCABULARY_HIDDEN_ID)
          open[depth++] = fixture.batch.tokens[t];
        else assert_int_equal(fixture.batch.targets[t], open[--depth] + 3);
      }
      assert_int_equal(depth, 0);
    }
    arena_free(fixture.arena);
  }
}

static void sizes_that_cannot_be_are_refused_with_what_is_allowed(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Status status;
  const Task *task;
  Recipe recipe = {.name = "sort", .task = "sort", .length = 12, .letters = 8};
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "at least 12 letters, not 8"));
  recipe = (Recipe){.name = "x", .task = "brackets", .length = 12, .letters = 8};
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "2 or 3 letters"));
  recipe = (Recipe){.name = "x", .task = "writer", .length = 4, .letters = 8};
  assert_false(task_open(arena, &recipe, &task, &status));
  recipe = (Recipe){.name = "x", .task = "reader", .grammars = {"no-such"}, .grammar_count = 1};
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "no-such"));
  recipe = (Recipe){.name = "x", .task = "previous", .length = 2, .letters = 5, .unknown = 32};
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "too few different sequences"));
  recipe = (Recipe){.name = "x", .task = "copy", .length = 4, .letters = 8};
  recipe.shape.mask.named = 1u << MASK_GLOBAL;
  recipe.shape.mask.size[MASK_GLOBAL] = 1;
  recipe.shape.mask.globals[0] = 8;
  assert_true(task_open(arena, &recipe, &task, &status));
  assert_int_equal(task_tokens_most(task), 9);
  recipe.shape.mask.globals[0] = 9;
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "names token 10, but a sequence of the task copy has at "
                                          "most 9 tokens"));
  recipe = (Recipe){.name = "x", .task = "poem"};
  assert_false(task_open(arena, &recipe, &task, &status));
  arena_free(arena);
}

static void the_writer_says_the_next_token_and_looks_at_the_one_before(void **state) {
  (void)state;
  Fixture fixture = open_task(1);
  assert_string_equal(task_about(fixture.task)->name, "writer");
  draw(&fixture, SAMPLES_TRAINED, 19);
  const Batch *batch = &fixture.batch;
  for (int i = 0; i < SAMPLES; i++) {
    assert_int_equal(batch->starts[i + 1] - batch->starts[i], 48);
    for (int t = batch->starts[i]; t < batch->starts[i + 1]; t++) {
      bool last = t + 1 == batch->starts[i + 1];
      assert_int_equal(batch->targets[t], last ? TARGET_NONE : batch->tokens[t + 1]);
      assert_int_equal(batch->attn_targets[t], last ? -1 : t - batch->starts[i] - 1);
    }
  }
  arena_free(fixture.arena);
}

/* The next token can be copied when the same two tokens came before. */
static void the_writer_repeats_much_of_what_it_says(void **state) {
  (void)state;
  Fixture fixture = open_task(1);
  draw(&fixture, SAMPLES_TRAINED, 20);
  const Batch *batch = &fixture.batch;
  int repeated = 0;
  for (int i = 0; i < SAMPLES; i++)
    for (int t = batch->starts[i] + 2; t < batch->starts[i + 1]; t++)
      for (int s = batch->starts[i] + 1; s < t; s++)
        if (memcmp(batch->tokens + s - 1, batch->tokens + t - 1, 2 * sizeof *batch->tokens) == 0) {
          repeated++;
          break;
        }
  assert_true(repeated > batch->token_count / 3);
  arena_free(fixture.arena);
}

/* Where the second copy begins in a sequence that says all its words twice, or 0. Between the
** copies stands the sentence's end; another may follow. */
static int second_copy(const Batch *batch, int sequence) {
  const int *tokens = batch->tokens + batch->starts[sequence];
  int count = batch->starts[sequence + 1] - batch->starts[sequence];
  for (int end = 0; end < 2; end++) {
    int words = (count - 1 - end) / 2;
    if (words > 0 && 2 * words + 1 + end == count &&
        memcmp(tokens, tokens + words + 1, (size_t)words * sizeof *tokens) == 0)
      return batch->starts[sequence] + words + 1;
  }
  return 0;
}

/* A head can learn to look at the same word only where it stands twice. */
static void the_reader_says_some_sentences_twice_and_asks_once(void **state) {
  (void)state;
  Fixture fixture = open_task(0);
  const Batch *batch = &fixture.batch;
  assert_string_equal(task_about(fixture.task)->name, "reader");
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    int twice = 0;
    draw(&fixture, (SampleSet)set, 21);
    for (int i = 0; i < SAMPLES; i++) {
      int second = second_copy(batch, i);
      twice += second > 0;
      for (int t = second; second > 0 && t < batch->starts[i + 1]; t++)
        assert_int_equal(batch->targets[t], TARGET_NONE);
    }
    if (set == SAMPLES_TRAINED) assert_in_range(twice, SAMPLES / 20, SAMPLES / 4);
    else assert_int_equal(twice, 0);
  }
  arena_free(fixture.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_answer_and_place_to_look_lies_in_its_sequence),
      cmocka_unit_test(the_place_to_look_at_holds_the_answer),
      cmocka_unit_test(the_same_seed_gives_the_same_samples),
      cmocka_unit_test(typed_words_are_the_tokens_of_the_sample),
      cmocka_unit_test(every_word_of_the_sentence_shown_is_known),
      cmocka_unit_test(sequences_held_out_are_never_trained),
      cmocka_unit_test(sort_answers_in_the_order_of_the_alphabet),
      cmocka_unit_test(brackets_close_the_last_open_one),
      cmocka_unit_test(sizes_that_cannot_be_are_refused_with_what_is_allowed),
      cmocka_unit_test(the_writer_says_the_next_token_and_looks_at_the_one_before),
      cmocka_unit_test(the_writer_repeats_much_of_what_it_says),
      cmocka_unit_test(the_reader_says_some_sentences_twice_and_asks_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
