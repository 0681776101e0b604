/* The lessons of assets/lessons: each plays without a window, and what the guide
** promises a class is true. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program.h"

enum { GAPS = 8, FIRST_GAP = 9, LINE_BYTES = 1 << 12, CSV_BYTES_MOST = 1 << 16 };
static const char lessons[] = TEST_SOURCE_FOLDER "/../assets/lessons";

static Program program;

static void play(void *played, const char *name) {
  char path[LINE_BYTES];
  snprintf(path, sizeof path, "%s/%s", lessons, name);
  if (os_kind(path) == OS_FOLDER) return; /* other languages: language.py */
  PROGRAM_RUN(&program, "play", path, "--headless");
  if (program.exit_code != 0) fail_msg("%s: %s", name, program.err);
  ++*(int *)played;
}

static void every_lesson_plays(void **state) {
  (void)state;
  int played = 0;
  Arena *arena = arena_make(0);
  os_list_folder(arena, lessons, play, &played);
  arena_free(arena);
  assert_true(played >= 2);
}

/* The weight of key col in a row of a CSV of weights; the row starts with a token and a comma. */
static double weight_at(const char *csv, int row, int col) {
  for (; row >= 0; row--) csv = strchr(csv, '\n') + 1;
  for (; col >= 0; col--) csv = strchr(csv, ',') + 1;
  return strtod(csv, NULL);
}

/* Mean weight of gap n on letter n, in a file of weights. */
static double diagonal_of(Arena *arena, const char *name) {
  Str csv;
  Status status = {0};
  double sum = 0;
  if (!os_read_file(arena, in_folder(name), CSV_BYTES_MOST, &csv, &status))
    fail_msg("%s", status.sentence);
  const char *text = str_copy(arena, csv);
  for (int gap = 0; gap < GAPS; gap++) sum += weight_at(text, FIRST_GAP + gap, gap);
  return sum / GAPS;
}

/* "Train copy, and see the diagonal appear": absent at the beginning, present at the end, and the
** beginning is still available after the end. */
static void the_diagonal_of_copy_appears(void **state) {
  (void)state;
  char commands[LINE_BYTES];
  Arena *arena = arena_make(0);
  snprintf(commands, sizeof commands,
           "train copy\ntrain go 300\nstage weights\ntimeline last\nexport %s\ntimeline 48\n"
           "export %s\ntimeline first\nexport %s\n",
           in_folder("last.csv"), in_folder("middle.csv"), in_folder("first.csv"));
  program_run(&program, (const char *const[]){"play", "-", "--headless", "--write", NULL},
              str_from(commands));
  if (program.exit_code != 0) fail_msg("%s", program.err);
  double first = diagonal_of(arena, "first.csv"), last = diagonal_of(arena, "last.csv");
  double middle = diagonal_of(arena, "middle.csv");
  arena_free(arena);
  assert_true(first < 0.2);
  assert_true(middle > first && middle < last);
  assert_true(last > 0.7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_lesson_plays),
      cmocka_unit_test(the_diagonal_of_copy_appears),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
