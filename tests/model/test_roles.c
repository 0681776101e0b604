/* tests/model/test_roles.c -- labels of heads are measured; what means nothing gets none. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "base/rng.h"
#include "model/checkpoint/checkpoint.h"
#include "model/roles/role_texts.h"
#include "model/roles/roles.h"
#include "model/run.h"

static Model *open_model(const char *name) {
  Model *model = NULL;
  Status status = {0};
  if (!model_open(name, &model, &status)) fail_msg("%s", status.sentence);
  return model;
}

static const HeadScores *scores_of(const Model *model, int layer, int head) {
  const RoleReport *report = model_roles(model);
  assert_non_null(report);
  return &report->heads[layer * model_head_count(model) + head];
}

/* Each head of hand-made was built for a rule; the score of that rule says that it does it. */
static void heads_built_for_a_role_are_measured_to_have_it(void **state) {
  (void)state;
  Model *model = open_model("hand-made");
  assert_int_equal(role_label(scores_of(model, 0, 0)), ROLE_PREVIOUS_TOKEN);
  assert_int_equal(role_label(scores_of(model, 0, 1)), ROLE_SAME_WORD);
  assert_int_equal(role_label(scores_of(model, 0, 2)), ROLE_FIRST_TOKEN);
  assert_int_equal(role_label(scores_of(model, 0, 3)), -1); /* neighbours: half here, half there */
  assert_int_equal(role_label(scores_of(model, 1, 0)), ROLE_INDUCTION);
  assert_int_equal(role_label(scores_of(model, 1, 1)), ROLE_POSITIONAL);
  assert_int_equal(role_label(scores_of(model, 1, 2)), ROLE_POSITIONAL);
  assert_int_equal(role_label(scores_of(model, 1, 3)), ROLE_DIFFUSE);
  for (int layer = 0; layer < 2; layer++)
    for (int head = 0; head < 4; head++)
      assert_true(scores_of(model, layer, head)->of[ROLE_PRONOUN] < 0.3);
  model_free(model);
}

static void random_heads_get_no_label(void **state) {
  (void)state;
  Run run = run_make("random", "own", STR("the cat sat"));
  for (int layer = 0; layer < 2; layer++)
    for (int head = 0; head < 4; head++) {
      assert_int_equal(role_label(scores_of(run.model, layer, head)), -1);
      assert_int_equal(trace_head_role(run.trace, layer, head).bytes, 0);
      assert_true(trace_head_role_note(run.arena, run.trace, layer, head).bytes > 0);
    }
  run_free(&run);
}

static void every_score_is_a_share(void **state) {
  (void)state;
  for (int i = 0; i < model_builtin_count(); i++) {
    Model *model = open_model(model_builtin(i)->name);
    if (model_has_halves(model)) { /* roles are those of one sentence */
      assert_null(model_roles(model));
      model_free(model);
      continue;
    }
    for (int layer = 0; layer < model_layer_count(model); layer++)
      for (int head = 0; head < model_head_count(model); head++)
        for (int role = 0; role < ROLE_COUNT; role++) {
          double score = scores_of(model, layer, head)->of[role];
          assert_true(score == -1 || (score >= 0 && score <= 1.0001));
        }
    model_free(model);
  }
}

static HeadScores with_scores(double previous, double same, double positional, double diffuse) {
  HeadScores scores = {{0}};
  scores.of[ROLE_PREVIOUS_TOKEN] = previous;
  scores.of[ROLE_SAME_WORD] = same;
  scores.of[ROLE_POSITIONAL] = positional;
  scores.of[ROLE_DIFFUSE] = diffuse;
  return scores;
}

static void the_label_is_the_score_that_passes_best_and_general_ones_come_last(void **state) {
  (void)state;
  assert_int_equal(role_label(&(HeadScores){{0}}), -1);
  HeadScores scores = with_scores(0.59, 0.59, 0.59, 0.94);
  assert_int_equal(role_label(&scores), -1);
  scores = with_scores(0.6, 0, 0, 0);
  assert_int_equal(role_label(&scores), ROLE_PREVIOUS_TOKEN);
  scores = with_scores(0.7, 0.8, 1, 1);
  assert_int_equal(role_label(&scores), ROLE_SAME_WORD);
  scores = with_scores(0.8, 0.7, 1, 1);
  assert_int_equal(role_label(&scores), ROLE_PREVIOUS_TOKEN);
  scores = with_scores(0.5, 0.5, 0.9, 0.96);
  assert_int_equal(role_label(&scores), ROLE_POSITIONAL);
  scores = with_scores(-1, -1, -1, 0.97);
  assert_int_equal(role_label(&scores), ROLE_DIFFUSE);
}

static void the_note_says_over_what_and_each_score_has_its_name(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("the cat sat"));
  Str note = trace_head_role_note(run.arena, run.trace, 0, 0);
  char *text = str_copy(run.arena, note);
  const TraceRoleScore *scores;
  assert_int_equal(trace_head_scores(run.trace, 0, 0, &scores), ROLE_COUNT);
  for (int role = 0; role < ROLE_COUNT; role++) {
    assert_string_equal(scores[role].name, role_info((Role)role)->name);
    assert_true((scores[role].score >= 0) == (role != ROLE_SEPARATOR)); /* it was not measured */
  }
  assert_int_equal(trace_role_text_count(run.trace), 60);
  assert_non_null(
      strstr(text, "measured over sentences (44) and made-up sequences (16), named from 0.60 on"));
  assert_true(str_is(trace_head_role(run.trace, 0, 0), "looks back one word"));
  run_free(&run);
}

static TraceRoleNeed lacks(Str sentence) {
  Run run = run_make("reader", "own", sentence);
  TraceRoleNeed need = ROLE_NEEDS_NOTHING;
  bool found = false;
  for (int head = 0; head < 4; head++)
    if (str_is(trace_head_role(run.trace, 1, head), role_info(ROLE_PRONOUN)->name)) {
      need = trace_head_role_lacks(run.trace, 1, head);
      found = true;
    } else if (str_is(trace_head_role(run.trace, 1, head), role_info(ROLE_PREVIOUS_TOKEN)->name)) {
      assert_int_equal(trace_head_role_lacks(run.trace, 1, head), ROLE_NEEDS_NOTHING);
    }
  assert_true(found);
  run_free(&run);
  return need;
}

static void a_role_of_pronouns_needs_a_pronoun(void **state) {
  (void)state;
  assert_int_equal(lacks(STR("the cat slept")), ROLE_NEEDS_PRONOUN);
  assert_int_equal(lacks(STR("it slept")), ROLE_NEEDS_PRONOUN); /* no word before it */
  assert_int_equal(lacks(STR("the cat slept because it was tired")), ROLE_NEEDS_NOTHING);
  assert_int_equal(lacks(STR("Then they slept")), ROLE_NEEDS_NOTHING);
  assert_int_equal(lacks(STR("动物累了")), ROLE_NEEDS_PRONOUN);
  assert_int_equal(lacks(STR("动物没有过马路，因为它们太累了")), ROLE_NEEDS_NOTHING);
}

static void measuring_again_gives_the_same_bits(void **state) {
  (void)state;
  Model *model = open_model("hand-made");
  Arena *arena = arena_make(0);
  RoleReport again;
  assert_true(roles_measure(model, NULL, arena, &again, NULL));
  assert_memory_equal(again.heads, model_roles(model)->heads, 8 * sizeof(HeadScores));
  arena_free(arena);
  model_free(model);
}

/* Sentences come in pairs of the same words, so that a rule of place alone is right in half. */
static void sentences_are_marked_and_balanced(void **state) {
  (void)state;
  Model *model = open_model("hand-made");
  Arena *arena = arena_make(0);
  const RoleText *texts;
  int count, sentences = 0, first_noun = 0, repeats = 0;
  assert_true(role_texts_make(model, arena, &texts, &count, NULL));
  for (int i = 0; i < count; i++) {
    repeats += texts[i].kind == ROLE_REPEAT;
    if (texts[i].kind != ROLE_SENTENCE) continue;
    sentences++;
    first_noun += i % 2 == 0 && texts[i].noun.first < texts[i + 1].noun.first;
    assert_null(memchr(texts[i].text.at, '[', texts[i].text.bytes));
    assert_true(texts[i].pronoun.end <= (int)texts[i].text.bytes);
  }
  assert_int_equal(first_noun * 2, sentences);
  assert_int_equal(repeats, ROLE_MADE_UP);
  arena_free(arena);
  model_free(model);
}

/* A model of ten letters knows no sentence: those roles are not measured, the others are. */
static void what_a_model_has_no_words_for_is_not_measured(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Checkpoint checkpoint = {
      .shape = {.layer_count = 1, .head_count = 2, .d_model = 8, .word_count = 12},
      .name = "letters",
      .label = "letters"};
  Rng rng = rng_make(3);
  Model *model;
  assert_true(vocabulary_read(arena, "v", STR("[MASK]\n=\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"), 0,
                              &checkpoint.vocabulary, NULL));
  checkpoint.numbers = arena_take(arena, network_number_count(&checkpoint.shape), sizeof(float));
  for (size_t i = 0; i < network_number_count(&checkpoint.shape); i++)
    checkpoint.numbers[i] = (float)rng_normal(&rng) / 3;
  assert_true(model_of_checkpoint(&checkpoint, &model, NULL));
  assert_int_equal(model_roles(model)->sentence_count, 0);
  assert_true(scores_of(model, 0, 0)->of[ROLE_PRONOUN] == -1);
  for (int role = 0; role < ROLE_OF_WORDS_COUNT; role++)
    if (role != ROLE_PRONOUN) assert_true(scores_of(model, 0, 1)->of[role] >= 0);
  model_free(model);
  arena_free(arena);
}

static void a_model_may_be_freed_while_it_is_measured(void **state) {
  (void)state;
  for (int i = 0; i < 50; i++) model_free(open_model(i % 2 ? "random" : "hand-made"));
}

/* Every thread of the program under test is made here (--wrap in CMakeLists.txt). */
static atomic_int threads_made;
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument) {
  atomic_fetch_add(&threads_made, 1);
  return __real_pthread_create(thread, attributes, function, argument);
}

/* A frame of a training is such a model: it takes no thread, and has the same labels when asked. */
static void a_model_of_a_checkpoint_is_measured_when_asked(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Checkpoint checkpoint;
  Model *opened = open_model("reader"), *made;
  const RoleReport *expected = model_roles(opened);
  assert_true(checkpoint_read_builtin(arena, "reader", &checkpoint, NULL));
  int before = atomic_load(&threads_made);
  assert_true(before > 0); /* that of the model opened above */
  assert_true(model_of_checkpoint(&checkpoint, &made, NULL));
  assert_int_equal(atomic_load(&threads_made), before);
  assert_memory_equal(model_roles(made)->heads, expected->heads, 8 * sizeof(HeadScores));
  assert_ptr_equal(model_roles(made)->heads, model_roles(made)->heads);
  model_free(made);
  model_free(opened);
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Model *model = open_model("hand-made");
  assert_non_null(model_roles(model));
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    RoleReport report;
    Status status = {0};
    arena_fail_at(nth);
    done = roles_measure(model, NULL, arena, &report, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
  model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heads_built_for_a_role_are_measured_to_have_it),
      cmocka_unit_test(random_heads_get_no_label),
      cmocka_unit_test(every_score_is_a_share),
      cmocka_unit_test(the_label_is_the_score_that_passes_best_and_general_ones_come_last),
      cmocka_unit_test(the_note_says_over_what_and_each_score_has_its_name),
      cmocka_unit_test(measuring_again_gives_the_same_bits),
      cmocka_unit_test(sentences_are_marked_and_balanced),
      cmocka_unit_test(what_a_model_has_no_words_for_is_not_measured),
      cmocka_unit_test(a_role_of_pronouns_needs_a_pronoun),
      cmocka_unit_test(a_model_may_be_freed_while_it_is_measured),
      cmocka_unit_test(a_model_of_a_checkpoint_is_measured_when_asked),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
