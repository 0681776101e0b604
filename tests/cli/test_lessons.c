/* The lessons of assets/lessons: each plays without a window, and what the guide tells a class to
** expect of them is so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program.h"

enum { GAPS = 8, FIRST_GAP = 9, LINE_BYTES = 1 << 12 };
static const char lessons[] = TEST_SOURCE_FOLDER "/../assets/lessons";

static Program program;

static void play(void *played, const char *name) {
  char path[LINE_BYTES];
  snprintf(path, sizeof path, "%s/%s", lessons, name);
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

/* Mean weight of gap n on letter n, while copy is trained, at that step of the timeline. */
static double diagonal_at(const char *timeline) {
  char commands[LINE_BYTES];
  double sum = 0;
  snprintf(commands, sizeof commands, "train copy; train go 1000; timeline %s", timeline);
  PROGRAM_RUN(&program, "export", "--stage", "weights", "--format", "csv", "--out", "-", "--do",
              commands);
  if (program.exit_code != 0) fail_msg("%s", program.err);
  for (int gap = 0; gap < GAPS; gap++) sum += weight_at(program.out, FIRST_GAP + gap, gap);
  return sum / GAPS;
}

/* "Train copy, and see the diagonal appear": not there at the beginning, there at the end, and the
** beginning is still there after the end. */
static void the_diagonal_of_copy_appears(void **state) {
  (void)state;
  double first = diagonal_at("first"), middle = diagonal_at("48"), last = diagonal_at("last");
  assert_true(first < 0.2);
  assert_true(middle > first && middle < last);
  assert_true(last > 0.8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_lesson_plays),
      cmocka_unit_test(the_diagonal_of_copy_appears),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
