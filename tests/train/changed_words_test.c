/* tests/train/changed_words_test.c -- a training does not go on with sentences of a changed
** grammar.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "train/run/run.h"
#include "train/trainer/trainer.h"

static char folder[] = "/tmp/headsup-words-XXXXXX";

static const char *in_folder(Arena *arena, const char *name) {
  return str_format(arena, "%s/%s", folder, name);
}

static void write_grammar(Arena *arena, const char *text) {
  Status status;
  assert_true(os_save_file(in_folder(arena, "mine.txt"), text, strlen(text), &status));
}

static Trainer *begun(Arena *arena) {
  Recipe recipe;
  Trainer *trainer = NULL;
  Status status;
  const char *text = str_format(arena, "task reader\nd_model 8\nbatch 2\ngrammar %s chinese\n",
                                in_folder(arena, "mine.txt"));
  if (!recipe_parse(arena, "r.txt", str_from(text), &recipe, &status) ||
      !trainer_make(&recipe, NULL, &trainer, &status))
    fail_msg("%s", status.sentence);
  return trainer;
}

/* Resumes the training, or checks the error. */
static bool goes_on(Arena *arena, char sentence[STATUS_SENTENCE_BYTES]) {
  Trainer *trainer = begun(arena);
  Status status = {0};
  bool resumed = false, right = trainer_resume(trainer, in_folder(arena, "out"), &resumed, &status);
  memcpy(sentence, status.sentence, STATUS_SENTENCE_BYTES);
  trainer_free(trainer);
  return right && resumed;
}

static void a_changed_grammar_is_refused_though_its_words_are_the_same(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Status status;
  StepReport report;
  char sentence[STATUS_SENTENCE_BYTES];
  write_grammar(arena, "with english\nnoun wombat wombats : animal\n");
  Trainer *trainer = begun(arena);
  assert_true(trainer_step(trainer, &report, &status));
  if (!trainer_save(trainer, in_folder(arena, "out"), &status)) fail_msg("%s", status.sentence);
  trainer_free(trainer);
  if (!goes_on(arena, sentence)) fail_msg("%s", sentence);

  write_grammar(arena, "# a note\nwith english\n\nnoun wombat wombats : animal # furry\n");
  if (!goes_on(arena, sentence)) fail_msg("%s", sentence);

  write_grammar(arena, "with english\nnoun wombat wombats : vehicle\n");
  assert_false(goes_on(arena, sentence));
  assert_non_null(strstr(sentence, "out/training.safetensors began with other lines in the"));
  assert_non_null(strstr(sentence, "/mine.txt. Take another folder to begin anew"));

  write_grammar(arena, "with english\nnoun wombat wombats : animal\n");
  if (!goes_on(arena, sentence)) fail_msg("%s", sentence);
  arena_free(arena);
}

static void a_saved_run_of_a_changed_grammar_is_refused(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Recipe recipe;
  Status status = {0};
  TrainingRun *run;
  bool found;
  const char *path = in_folder(arena, "run");
  write_grammar(arena, "with english\nnoun wombat wombats : animal\n");
  const char *text =
      str_format(arena, "task writer\nd_model 8\nbatch 2\nmask causal\nlength 16\ngrammar %s\n",
                 in_folder(arena, "mine.txt"));
  assert_true(recipe_parse(arena, "r.txt", str_from(text), &recipe, &status));
  if (!run_make(&recipe, &run, &status) || !run_save(run, path, &status))
    fail_msg("%s", status.sentence);
  run_free(run);
  if (!run_restore(path, &run, &found, &status)) fail_msg("%s", status.sentence);
  run_free(run);
  write_grammar(arena, "with english\nnoun wombat wombats : vehicle\n");
  assert_false(run_restore(path, &run, &found, &status));
  assert_non_null(strstr(status.sentence, "other lines in the grammar"));
  arena_free(arena);
}

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  static const char *const names[] = {"mine.txt",
                                      "run",
                                      "out/training.safetensors",
                                      "out/model.safetensors",
                                      "out/config.json",
                                      "out/vocab.txt",
                                      "out/README.md",
                                      "out"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) remove(in_folder(arena, names[i]));
  arena_free(arena);
  return remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_changed_grammar_is_refused_though_its_words_are_the_same),
      cmocka_unit_test(a_saved_run_of_a_changed_grammar_is_refused),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
