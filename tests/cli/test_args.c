/* Reading the command line: options anywhere, sub-commands first, which options belong to which. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/args.h"

static bool read_line(const char *line, Args *args, Status *status) {
  static char copy[512];
  static char *argv[32];
  int argc = 0;
  strcpy(copy, line);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
  argv[argc] = NULL;
  return args_read(argc, argv, args, status);
}

static void reads(const char *line, SubId sub, int words) {
  Args args;
  Status status = {0};
  if (!read_line(line, &args, &status)) fail_msg("%s: %s", line, status.sentence);
  if (args.sub != sub || args.word_count != words)
    fail_msg("%s: sub %d, %d words", line, (int)args.sub, args.word_count);
}

static void the_first_word_may_be_a_sub_command(void **state) {
  (void)state;
  reads("headsup", SUB_WINDOW, 0);
  reads("headsup the cat sat", SUB_WINDOW, 3);
  reads("headsup export --out x the cat", SUB_EXPORT, 2);
  reads("headsup the export", SUB_WINDOW, 2);
  reads("headsup -- export now", SUB_WINDOW, 2);
  reads("headsup --model random trace --out x a", SUB_TRACE, 1);
  reads("headsup list stages", SUB_LIST, 1);
  reads("headsup bench", SUB_BENCH, 0);
  reads("headsup exports", SUB_WINDOW, 1); /* no sub-command, so it is text */
}

static void options_and_words_come_in_any_order(void **state) {
  (void)state;
  Args args;
  Status status;
  assert_true(read_line("headsup export the --out x.png cat --head 2 sat", &args, &status));
  assert_int_equal(args.word_count, 3);
  assert_string_equal(args.values[OPTION_OUT], "x.png");
  assert_string_equal(args.values[OPTION_HEAD], "2");
  assert_string_equal(args.words[2], "sat");
  assert_true(read_line("headsup play s.txt --headless", &args, &status));
  assert_non_null(args.values[OPTION_HEADLESS]);
  assert_int_equal(args.word_count, 1);
  reads("headsup export --out=x.png - ", SUB_EXPORT, 1);
  reads("headsup export --out x -- --head 2", SUB_EXPORT, 2);
  reads("headsup the cat --model random sat", SUB_WINDOW, 3);
}

static void every_do_is_kept_in_order(void **state) {
  (void)state;
  Args args;
  Status status;
  assert_true(read_line("headsup --do a trace --do b --out x --do c", &args, &status));
  assert_int_equal(args.command_count, 3);
  assert_string_equal(args.commands[0], "a");
  assert_string_equal(args.commands[2], "c");
}

static void wrong_options_are_named(void **state) {
  (void)state;
  static const struct {
    const char *line, *part;
  } wrong[] = {{"headsup --frobnicate", "headsup has no option --frobnicate"},
               {"headsup export --haed 2", "export has no option --haed; did you mean --head?"},
               {"headsup export --out", "--out needs a value: FILE|DIR"},
               {"headsup export --out --out x.png", "--out needs a value: FILE|DIR"},
               {"headsup export --out x.png --heads --width=84mm a", "--heads needs a value"},
               {"headsup list --head 2 stages",
                "list has no option --head; it has: --model, --reading, --language, --help, --version"},
               {"headsup --model random check models", "check has no option --model"},
               {"headsup export --transparent=yes", "--transparent takes no value"},
               {"headsup -x", "headsup has no option -x"},
               {"headsup trace --out", "--out needs a value"}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Args args;
    Status status = {0};
    assert_false(read_line(wrong[i].line, &args, &status));
    assert_int_equal(status.kind, STATUS_USAGE);
    if (!strstr(status.sentence, wrong[i].part)) fail_msg("%s: %s", wrong[i].line, status.sentence);
  }
}

static void every_option_has_help_and_a_sub_command(void **state) {
  (void)state;
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *option = args_option((OptionId)i);
    assert_true(option->name && strlen(option->help) > 3 && option->subs != 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_word_may_be_a_sub_command),
      cmocka_unit_test(options_and_words_come_in_any_order),
      cmocka_unit_test(every_do_is_kept_in_order),
      cmocka_unit_test(wrong_options_are_named),
      cmocka_unit_test(every_option_has_help_and_a_sub_command),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
