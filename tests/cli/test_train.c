/* headsup train: the same bytes for any number of threads and any number of stops; after a stop the
** folder can be opened and continued. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/program.h"
#include "support/patience.h"

static Program program;
static Arena *arena;

/* All files of a model folder, including the card. */
static const char *const files[] = {"model.safetensors", "training.safetensors", "config.json",
                                    "vocab.txt", "README.md"};

static int set_up(void **state) {
  arena = arena_make(0);
  return program_set_up(state);
}

static int tear_down(void **state) {
  arena_free(arena);
  return program_tear_down(state);
}

static Str bytes_of(const char *folder, const char *name) {
  Str bytes;
  Status status = {0};
  if (!os_read_file(arena, str_format(arena, "%s/%s", folder, name), 1 << 24, &bytes, &status))
    fail_msg("%s", status.sentence);
  return bytes;
}

static void assert_same_folder(const char *a, const char *b) {
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (!str_equal(bytes_of(a, files[i]), bytes_of(b, files[i])))
      fail_msg("%s differs in %s and %s", files[i], a, b);
}

static void assert_opens(const char *folder) {
  PROGRAM_RUN(&program, "export", "--model", folder, "--out", "-", "--format", "csv", "a b");
  if (program.exit_code != 0) fail_msg("%s", program.err);
  assert_memory_equal(program.out, "query\\key,a,b\r\n", 15);
}

static void same_seed_same_bytes_with_one_thread_or_two(void **state) {
  (void)state;
  const char *a = in_folder("a"), *b = in_folder("b"), *c = in_folder("c");
  PROGRAM_RUN(&program, "train", "copy", "--out", a, "--steps", "40", "--seed", "5");
  assert_done(&program);
  assert_non_null(strstr(program.out, "never trained: "));
  assert_non_null(strstr(program.out, "layer 1 head 1: mean share "));
  PROGRAM_RUN(&program, "train", "copy", "--out", b, "--steps", "40", "--seed", "5", "--threads",
              "1");
  assert_done(&program);
  PROGRAM_RUN(&program, "train", "--threads", "2", "copy", "--seed=5", "--steps=40", "--out", c);
  assert_done(&program);
  assert_same_folder(a, b);
  assert_same_folder(a, c);
  assert_opens(a);
}

static void it_says_when_it_is_done_already(void **state) {
  (void)state;
  const char *out = in_folder("done");
  PROGRAM_RUN(&program, "train", "majority", "--out", out, "--steps", "3");
  assert_done(&program);
  PROGRAM_RUN(&program, "train", "majority", "--out", out, "--steps", "3");
  assert_done(&program);
  assert_non_null(strstr(program.out, "all 3 steps are done already"));
  PROGRAM_RUN(&program, "train", "majority", "--out", out, "--steps", "4");
  assert_refused(&program, 1, "“steps 3” there, “steps 4” here");
}

/* ---- signals ---- */

static void wait_ms(long ms) {
  nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static bool wait_for_file(const char *path) {
  double began_ms = os_now_ms();
  while (os_kind(path) == OS_MISSING && patience_lasts(began_ms)) continue;
  return os_kind(path) != OS_MISSING;
}

/* Before that a signal would end the program immediately. */
static void wait_until_it_catches(pid_t child) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", (int)child);
  for (double began_ms = os_now_ms(); patience_lasts(began_ms);) {
    FILE *file = fopen(path, "r");
    unsigned long caught = 0;
    while (file && fgets(line, sizeof line, file)) sscanf(line, "SigCgt: %lx", &caught);
    if (file) fclose(file);
    if (caught >> (SIGINT - 1) & 1) return;
  }
  fail_msg("the program does not catch SIGINT");
}

/* ---- two sentences ---- */

static const char *small_translator(const char *name) {
  static const char text[] = "task translator\nencoder_layers 1\nlayers 1\nheads 2\nd_model 16\n"
                             "d_ff 16\nbatch 16\nsteps 3\n";
  const char *path = in_folder("small.txt"), *out = in_folder(name);
  assert_true(os_save_file(path, text, strlen(text), NULL));
  PROGRAM_RUN(&program, "train", path, "--out", out);
  assert_done(&program);
  assert_non_null(strstr(program.out, "of the sentences wholly right"));
  assert_non_null(strstr(program.out, "decoder layer 1 head 2: heaviest on the word"));
  return out;
}

/* Of a model that has hardly learned anything: something is said, and its attention holds. */
static void a_translator_says_a_sentence_and_writes_its_attention(void **state) {
  (void)state;
  static const char *const halves[] = {"self", "cross", "encoder"};
  const char *folder = small_translator("small"), *file = in_folder("said.safetensors");
  PROGRAM_RUN(&program, "translate", "--model", folder, "--out", file, "the", "dog", "slept");
  assert_done(&program);
  assert_true(strlen(program.out) > 1);
  for (int i = 0; i < 3; i++) {
    PROGRAM_RUN(&program, "check", file, "--reading", halves[i]);
    if (program.exit_code != 0) fail_msg("%s: %s%s", halves[i], program.out, program.err);
    assert_non_null(strstr(program.out, "weights = softmax(masked): largest difference"));
  }
  PROGRAM_RUN(&program, "translate", "--model", folder, "the dog blorped");
  assert_refused(&program, 2, "does not know the word “blorped”");
  PROGRAM_RUN(&program, "translate", "--model", folder);
  assert_refused(&program, 2, "needs an English sentence");
  PROGRAM_RUN(&program, "translate", "She saw the house");
  assert_done(&program);
  assert_string_equal(program.out, "她看见了房子。\n");
  PROGRAM_RUN(&program, "export", "--model", folder, "--out", "-", "--format", "csv", "a b");
  assert_done(&program);
  StrBuf words = strbuf_make(arena);
  for (int i = 0; i < 24; i++) strbuf_format(&words, "dog ");
  PROGRAM_RUN(&program, "translate", "--model", folder, words.at);
  assert_refused(&program, 2, "has more than 23 words");
  StrBuf marks = strbuf_make(arena);
  for (int i = 0; i < 24; i++) strbuf_format(&marks, "犬");
  PROGRAM_RUN(&program, "translate", "--model", folder, marks.at);
  assert_refused(&program, 2, "“犬犬犬犬犬犬犬犬犬犬犬犬犬…” has more than 23 words");
}

/* Whoever changes the words of a model gets a sentence, not the row of a word that is none. */
static void a_translator_without_a_full_stop_is_refused(void **state) {
  (void)state;
  const char *folder = small_translator("changed");
  const char *path = str_format(arena, "%s/vocab.txt", folder);
  Str words;
  assert_true(os_read_file(arena, path, 1 << 20, &words, NULL));
  char *changed = str_copy(arena, words), *stop = strstr(changed, "\n.\n");
  assert_non_null(stop);
  stop[1] = '~';
  assert_true(os_save_file(path, changed, strlen(changed), NULL));
  PROGRAM_RUN(&program, "translate", "--model", folder, "the dog slept");
  assert_refused(&program, 1, "has no full stop among its words");
}

static void one_vector_says_a_sentence_and_has_no_attention_to_write(void **state) {
  (void)state;
  const char *folder = TEST_SOURCE_FOLDER "/../assets/models/bottleneck";
  const char *file = in_folder("squeezed.safetensors");
  PROGRAM_RUN(&program, "translate", "--model", folder, "the dog did not cross the street");
  assert_done(&program);
  assert_string_equal(program.out, "狗没有过街。\n");
  PROGRAM_RUN(&program, "translate", "--model", folder, "--out", file, "the dog slept");
  assert_refused(&program, 1, "squeezes the sentence into one vector");
  assert_int_equal(os_kind(file), OS_MISSING);
  PROGRAM_RUN(&program, "export", "--model", folder, "--out", "-", "--format", "csv", "a b");
  assert_refused(&program, 1, "squeezes a sentence into one vector");
}

/* A recipe of quick steps. */
static const char *quick_recipe(void) {
  static const char text[] = "task sort\nlength 5\nletters 6\nd_model 16\nheads 2\nbatch 8\n";
  const char *path = in_folder("quick.txt");
  assert_true(os_save_file(path, text, strlen(text), NULL));
  return path;
}

/* Starts a training and ends it some steps after its folder is there. */
static int stop_with(int signal_number, const char *out, const char *steps) {
  int status;
  const char *const arguments[] = {"train", quick_recipe(), "--out", out, "--steps", steps, NULL};
  pid_t child = program_start(arguments);
  assert_true(wait_for_file(str_format(arena, "%s/model.safetensors", out)));
  wait_until_it_catches(child);
  wait_ms(20);
  kill(child, signal_number);
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void a_signal_finishes_the_step_and_the_same_command_goes_on(void **state) {
  (void)state;
  const char *out = in_folder("stopped");
  assert_int_equal(stop_with(SIGINT, out, "1000000"), 130);
  assert_opens(out);
  assert_int_equal(stop_with(SIGTERM, out, "1000000"), 143);
  assert_opens(out);
  PROGRAM_RUN(&program, "train", quick_recipe(), "--out", out, "--steps", "10");
  assert_refused(&program, 1, "“steps 1000000” there, “steps 10” here");
}

/* Stopped again and again until it is finished. */
static void a_training_stopped_anywhere_ends_with_the_same_bytes(void **state) {
  (void)state;
  const char *whole = in_folder("whole"), *stopped = in_folder("pieces");
  PROGRAM_RUN(&program, "train", quick_recipe(), "--out", whole, "--steps", "400");
  assert_int_equal(program.exit_code, 0);
  for (int i = 0; i < 4; i++) {
    int code = stop_with(SIGINT, stopped, "400");
    if (code != 130 && code != 0) fail_msg("exit %d", code);
  }
  PROGRAM_RUN(&program, "train", quick_recipe(), "--out", stopped, "--steps", "400");
  assert_int_equal(program.exit_code, 0);
  assert_same_folder(whole, stopped);
}

/* SIGINT makes it save, and SIGKILL comes at some moment during that; the
** folder opens in any case. */
static void a_kill_while_saving_leaves_the_last_complete_state(void **state) {
  (void)state;
  const char *out = in_folder("killed");
  const char *const arguments[] = {"train",   quick_recipe(), "--out", out,
                                   "--steps", "900000",       NULL};
  for (int i = 0; i < 10; i++) {
    pid_t child = program_start(arguments);
    int status;
    if (!wait_for_file(str_format(arena, "%s/model.safetensors", out))) fail_msg("no model");
    wait_until_it_catches(child);
    wait_ms(8);
    kill(child, SIGINT);
    nanosleep(&(struct timespec){0, 300000L * i}, NULL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    assert_opens(out);
  }
  assert_int_equal(stop_with(SIGTERM, out, "900000"), 143); /* it still goes on */
}

/* ---- mistakes ---- */

static void a_diverging_training_stops_and_keeps_a_model_that_opens(void **state) {
  (void)state;
  const char *recipe = in_folder("wild.txt"), *out = in_folder("wild");
  static const char text[] = "task copy\nlearning_rate 1e6\n";
  assert_true(os_save_file(recipe, text, strlen(text), NULL));
  PROGRAM_RUN(&program, "train", recipe, "--out", out);
  assert_refused(&program, 1, "the training diverged at step ");
  assert_opens(out);
}

static void a_full_disk_is_found_before_the_work(void **state) {
  (void)state;
  struct rlimit before, full;
  const char *out = in_folder("full");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  full = before;
  full.rlim_cur = 4096;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
  PROGRAM_RUN(&program, "train", "copy", "--out", out, "--steps", "2");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_refused(&program, 1, "training.safetensors");
  assert_int_equal(os_kind(out), OS_MISSING);
}

static void wrong_use_names_the_thing(void **state) {
  (void)state;
  const char *out = in_folder("wrong"), *bad = in_folder("bad.txt");
  static const char text[] = "task copy\nheads 3\nd_model 32\n";
  assert_true(os_save_file(bad, text, strlen(text), NULL));
  const struct {
    int code;
    const char *arguments[6], *part;
  } wrong[] = {
      {2, {"train"}, "names are: reader, writer"},
      {2, {"train", "copy", "sort", "--out", out}, "one recipe, not 2 words"},
      {2, {"train", "copy"}, "--out DIR"},
      {2, {"train", "raeder", "--out", out}, "no recipe “raeder”; did you mean “reader”"},
      {2, {"train", bad, "--out", out}, "bad.txt:3: heads is 3, which does not divide d_model 32"},
      {2, {"train", "copy", "--steps", "0", "--samples=1"}, "--steps takes a whole number from 1"},
      {2, {"train", "copy", "--seed", "-1", "--samples=1"}, "--seed takes a whole number from 0"},
      {2, {"train", "copy", "--samples", "many"}, "--samples takes a whole number"},
      {2, {"train", "copy", "--threads", "1000", "--samples=1"}, "--threads takes a whole number"},
      {1, {"train", "/nowhere/r.txt", "--out", out}, "/nowhere/r.txt"},
      {1, {"train", "copy", "--out", "/nowhere/at/all"}, "/nowhere/at/all"},
      {1, {"train", "copy", "--out", bad}, "bad.txt"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    program_run(&program, wrong[i].arguments, (Str){"", 0});
    assert_refused(&program, wrong[i].code, wrong[i].part);
  }
  assert_int_equal(os_kind(out), OS_MISSING);
}

static void a_model_without_its_training_is_not_overwritten(void **state) {
  (void)state;
  const char *out = in_folder("kept");
  PROGRAM_RUN(&program, "train", "previous", "--out", out, "--steps", "2");
  assert_done(&program);
  Str before = bytes_of(out, "model.safetensors");
  assert_true(os_remove_file(str_format(arena, "%s/training.safetensors", out)));
  PROGRAM_RUN(&program, "train", "previous", "--out", out, "--steps", "2");
  assert_refused(&program, 1, "not the training it came from");
  assert_true(str_equal(before, bytes_of(out, "model.safetensors")));
}

static void a_file_of_somebody_else_is_not_overwritten(void **state) {
  (void)state;
  const char *out = in_folder("taken"), *own = in_folder("taken/README.md");
  Status status;
  assert_true(os_make_folder(out, &status));
  assert_true(os_save_file(own, "mine", 4, &status));
  PROGRAM_RUN(&program, "train", "previous", "--out", out, "--steps", "2");
  assert_refused(&program, 1, "README.md is there already");
  assert_true(str_is(bytes_of(out, "README.md"), "mine"));
  assert_int_equal(os_kind(in_folder("taken/training.safetensors")), OS_MISSING);
}

/* As after a stop between training.safetensors and the files that follow it. */
static void the_last_files_are_written_where_a_stop_left_them_out(void **state) {
  (void)state;
  const char *out = in_folder("nearly");
  PROGRAM_RUN(&program, "train", "previous", "--out", out, "--steps", "2");
  assert_done(&program);
  Str model = bytes_of(out, "model.safetensors"), card = bytes_of(out, "README.md");
  assert_true(os_remove_file(in_folder("nearly/model.safetensors")));
  PROGRAM_RUN(&program, "train", "previous", "--out", out, "--steps", "2");
  assert_done(&program);
  assert_true(str_equal(model, bytes_of(out, "model.safetensors")));
  assert_true(str_equal(card, bytes_of(out, "README.md")));
}

static void samples_are_printed_as_a_person_reads_them(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "train", "previous", "--samples", "2");
  assert_done(&program);
  assert_non_null(strstr(program.out, " → "));
  assert_non_null(strstr(program.out, "\n\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_seed_same_bytes_with_one_thread_or_two),
      cmocka_unit_test(it_says_when_it_is_done_already),
      cmocka_unit_test(a_signal_finishes_the_step_and_the_same_command_goes_on),
      cmocka_unit_test(a_training_stopped_anywhere_ends_with_the_same_bytes),
      cmocka_unit_test(a_kill_while_saving_leaves_the_last_complete_state),
      cmocka_unit_test(a_diverging_training_stops_and_keeps_a_model_that_opens),
      cmocka_unit_test(a_full_disk_is_found_before_the_work),
      cmocka_unit_test(wrong_use_names_the_thing),
      cmocka_unit_test(a_model_without_its_training_is_not_overwritten),
      cmocka_unit_test(a_file_of_somebody_else_is_not_overwritten),
      cmocka_unit_test(the_last_files_are_written_where_a_stop_left_them_out),
      cmocka_unit_test(a_translator_without_a_full_stop_is_refused),
      cmocka_unit_test(one_vector_says_a_sentence_and_has_no_attention_to_write),
      cmocka_unit_test(a_translator_says_a_sentence_and_writes_its_attention),
      cmocka_unit_test(samples_are_printed_as_a_person_reads_them),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
