/* tests/scene/apart_test.c -- labels along a line keep order and gap, and stay on it (scene/apart.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/apart.h"

static void check(Apart *labels, int count, float gap, float from, float to) {
  assert_true(labels[0].at >= from - 1e-3f);
  assert_true(labels[count - 1].at + labels[count - 1].size <= to + 1e-3f);
  for (int i = 1; i < count; i++)
    assert_true(labels[i].at >= labels[i - 1].at + labels[i - 1].size + gap - 1e-3f);
}

static void labels_with_room_stay_where_they_want(void **state) {
  (void)state;
  Apart labels[] = {{10, 20}, {50, 20}, {90, 10}};
  apart_place(labels, 3, 5, 0, 200);
  assert_float_equal(labels[0].at, 10, 1e-6);
  assert_float_equal(labels[1].at, 50, 1e-6);
  assert_float_equal(labels[2].at, 90, 1e-6);
}

static void two_that_touch_both_give_way(void **state) {
  (void)state;
  Apart labels[] = {{100, 20}, {100, 20}};
  apart_place(labels, 2, 4, 0, 300);
  assert_float_equal(labels[0].at, 88, 1e-3);
  assert_float_equal(labels[1].at, 112, 1e-3);
}

/* Clusters at the beginning, in the middle and at the end of the line, up to all of its length. */
static void labels_never_touch_and_stay_on_the_line(void **state) {
  (void)state;
  for (int middle = -50; middle <= 350; middle += 7)
    for (int spread = 0; spread <= 30; spread += 3) {
      Apart labels[8];
      for (int i = 0; i < 8; i++)
        labels[i] = (Apart){(float)(middle + i * spread), (float)(10 + 5 * (i % 4))};
      apart_place(labels, 8, 3, 0, 300);
      check(labels, 8, 3, 0, 300);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels_with_room_stay_where_they_want),
      cmocka_unit_test(two_that_touch_both_give_way),
      cmocka_unit_test(labels_never_touch_and_stay_on_the_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
