/* trace/workings/experiments.c -- see experiments.h. */
#include "trace/workings/experiments.h"

#include <assert.h>
#include <string.h>

/* Numbers that a person entered: equal ones have the same bits, and there is no padding. */
bool experiments_equal(const Experiments *a, const Experiments *b) {
  _Static_assert(sizeof(Experiments) == 15 * sizeof(int), "no padding");
  return memcmp(a, b, sizeof *a) == 0;
}

const char *layout_example_name(LayoutExample example) {
  static const char *const names[LAYOUT_EXAMPLE_COUNT] = {"matrix", "heads", "wrong"};
  assert(example >= 0 && example < LAYOUT_EXAMPLE_COUNT);
  return names[example];
}
