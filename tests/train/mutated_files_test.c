/* tests/train/mutated_files_test.c -- a mutated recipe or grammar is read, or refused in one
** sentence that names the file; nothing crashes or hangs.
**
** The program's own files are cut, their lines duplicated, dropped and swapped, their bytes
** changed, by a fixed seed. Runs under the address sanitizer in the dev build.
*/
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
#include "train/grammar/grammar.h"
#include "train/recipe.h"
#include "train/task/task.h"

enum { BYTES_MOST = 1 << 16, CHANGES_MOST = 4, TRIES = 2000 };
static const double seconds_most = 1.5; /* of processor time, for each of the three tests */

typedef struct Text {
  char at[BYTES_MOST];
  size_t bytes;
} Text;

/* ---- changes ---- */

static void insert(Text *text, size_t place, Str piece) {
  char copy[512];
  if (piece.bytes > sizeof copy) piece.bytes = sizeof copy;
  if (text->bytes + piece.bytes > BYTES_MOST) return;
  memcpy(copy, piece.at, piece.bytes); /* it may lie in the text itself */
  memmove(text->at + place + piece.bytes, text->at + place, text->bytes - place);
  memcpy(text->at + place, copy, piece.bytes);
  text->bytes += piece.bytes;
}

static Str line_at(const Text *text, Rng *rng) {
  size_t from = text->bytes ? (size_t)rng_below(rng, (int)text->bytes) : 0, end;
  while (from > 0 && text->at[from - 1] != '\n') from--;
  for (end = from; end < text->bytes && text->at[end] != '\n';) end++;
  return (Str){text->at + from, end + (end < text->bytes) - from};
}

static void drop(Text *text, Str line) {
  size_t from = (size_t)(line.at - text->at);
  memmove(text->at + from, text->at + from + line.bytes, text->bytes - from - line.bytes);
  text->bytes -= line.bytes;
}

static size_t any_place(const Text *text, Rng *rng) {
  return (size_t)rng_below(rng, (int)text->bytes + 1);
}

static void change(Text *text, Rng *rng) {
  static const char *const marks[] = {":",      " : ", "{",       "}",    "(",
                                      ")",      "|",   "<",       ">",    "/",
                                      "_",      "#",   "\n",      "\t",   "0",
                                      "9999",   "-1",  "{it4 : ", "((((", "nan",
                                      "{a}",    "*",   "\r",      "1e9",  "with english\n",
                                      "<not> ", "\xC3"};
  Str line = line_at(text, rng);
  switch (rng_below(rng, 7)) {
  case 0:
    text->bytes = any_place(text, rng);
    break;
  case 1: /* twice */
    insert(text, any_place(text, rng), line);
    break;
  case 2:
    drop(text, line);
    break;
  case 3: /* to the beginning: it refers to later lines */
    insert(text, 0, line);
    break;
  case 4:
    if (text->bytes) text->at[rng_below(rng, (int)text->bytes)] = (char)rng_below(rng, 256);
    break;
  case 5: /* its end is gone */
    if (line.bytes > 1) drop(text, (Str){line.at + line.bytes / 2, line.bytes / 2});
    break;
  default:
    insert(text, any_place(text, rng),
           str_from(marks[rng_below(rng, (int)(sizeof marks / sizeof marks[0]))]));
  }
}

static void changed(const char *asset, Rng *rng, Text *text) {
  Str file;
  assert_true(assets_find(asset, &file));
  assert_true(file.bytes < BYTES_MOST);
  memcpy(text->at, file.at, file.bytes);
  text->bytes = file.bytes;
  for (int left = 1 + rng_below(rng, CHANGES_MOST); left > 0; left--) change(text, rng);
}

static void check_sentence(const Status *status, const char *name) {
  if (!strstr(status->sentence, name)) fail_msg("it names no file: %s", status->sentence);
  for (const char *c = status->sentence; *c; c++)
    if ((unsigned char)*c < ' ') fail_msg("not one line: %s", status->sentence);
}

/* ---- grammars ---- */

/* Where most nouns are lost few draws succeed; each call must end all the same. */
static void draw_some(const Grammar *grammar, Rng *rng) {
  Sentence sentence;
  for (int i = 0; i < 20; i++) {
    if (!grammar_try(grammar, 0.5, rng, &sentence)) continue;
    assert_in_range(sentence.word_count, 0, SENTENCE_WORDS_MOST);
    for (int p = 0; p < sentence.pronoun_count; p++)
      assert_in_range(sentence.pronouns[p].noun, 0, sentence.noun_count - 1);
  }
}

static void a_changed_grammar_is_read_or_refused_in_a_sentence(void **state) {
  (void)state;
  static Text text;
  static const char *const names[] = {"grammar/english.txt", "grammar/chinese.txt"};
  Rng rng = rng_make(31);
  double begin_ms = os_process_cpu_ms();
  int read = 0, refused = 0;
  for (int i = 0; i < TRIES && os_process_cpu_ms() - begin_ms < 1000 * seconds_most; i++) {
    Arena *arena = arena_make(0);
    GrammarWords words;
    const Grammar *grammar;
    Status status = {0};
    changed(names[i % 2], &rng, &text);
    assert_true(grammar_words_make(arena, &words, &status));
    GrammarFile file = {"mine.txt", {text.at, text.bytes}};
    if (grammar_read(arena, &file, &words, &grammar, &status)) {
      draw_some(grammar, &rng);
      read++;
    } else {
      check_sentence(&status, "mine.txt");
      refused++;
    }
    arena_free(arena);
  }
  print_message("%d read, %d refused\n", read, refused);
  assert_true(read > 5 && refused > 5);
}

/* Uses the grammar as a training does: writes it to a file, opens it by a recipe, draws samples of
** every set. */
static void draw_samples(Arena *arena, const char *path, Rng *rng) {
  Recipe recipe = {.name = "x", .task = "reader", .unknown = 4, .grammars = {path}};
  const Task *task;
  Batch batch;
  Status status = {0};
  recipe.grammar_count = 1;
  if (!task_open(arena, &recipe, &task, &status)) {
    check_sentence(&status, path);
    return;
  }
  assert_true(batch_make(arena, 60, 60 * task_tokens_most(task), &batch, &status));
  batch_clear(&batch);
  for (int i = 0; i < 60; i++)
    if (task_has_set(task, (SampleSet)(i % SAMPLE_SET_COUNT)))
      task_sample(task, (SampleSet)(i % SAMPLE_SET_COUNT), rng, &batch);
  for (int i = 0; i < batch.sequence_count; i++)
    assert_true(task_sample_words(task, &batch, i, arena).bytes > 0);
}

static void a_changed_grammar_gives_samples_or_is_refused(void **state) {
  (void)state;
  static Text text;
  static const char *const names[] = {"grammar/english.txt", "grammar/chinese.txt"};
  char path[] = "/tmp/headsup-mutated-XXXXXX";
  int file = mkstemp(path), opened = 0;
  Rng rng = rng_make(33);
  double begin_ms = os_process_cpu_ms();
  assert_true(file >= 0);
  close(file);
  for (; opened < TRIES && os_process_cpu_ms() - begin_ms < 1000 * seconds_most; opened++) {
    Arena *arena = arena_make(0);
    Status status;
    changed(names[opened % 2], &rng, &text);
    if (!os_save_draft(path, text.at, text.bytes, &status)) fail_msg("%s", status.sentence);
    draw_samples(arena, path, &rng);
    arena_free(arena);
  }
  remove(path);
  assert_true(opened > 10);
}

/* ---- recipes ---- */

static void a_changed_recipe_is_read_or_refused_in_a_sentence(void **state) {
  (void)state;
  static Text text;
  Rng rng = rng_make(32);
  double begin_ms = os_process_cpu_ms();
  int read = 0, refused = 0;
  for (int i = 0; i < TRIES && os_process_cpu_ms() - begin_ms < 1000 * seconds_most; i++) {
    Arena *arena = arena_make(0);
    Recipe recipe;
    Status status = {0};
    const char *name = recipe_builtin_name(i % recipe_builtin_count());
    changed(str_format(arena, "recipes/%s.txt", name), &rng, &text);
    if (recipe_parse(arena, "r.txt", (Str){text.at, text.bytes}, &recipe, &status)) {
      Str once = recipe_text(arena, &recipe);
      Recipe again;
      if (!recipe_check(&recipe, &status) || !recipe_parse(arena, "r", once, &again, &status))
        fail_msg("%s", status.sentence);
      assert_true(str_equal(once, recipe_text(arena, &again)));
      read++;
    } else {
      check_sentence(&status, "r.txt");
      refused++;
    }
    arena_free(arena);
  }
  print_message("%d read, %d refused\n", read, refused);
  assert_true(read > 20 && refused > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_changed_grammar_is_read_or_refused_in_a_sentence),
      cmocka_unit_test(a_changed_grammar_gives_samples_or_is_refused),
      cmocka_unit_test(a_changed_recipe_is_read_or_refused_in_a_sentence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
