/* tests/core/test_matrix.c -- adding and copying matrices: rows that are not contiguous, rows that
** do not fill a register, a sum in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/matrix.h"
#include "support/every_level.h"

/* 19 columns are two registers of eight and three more; the rows of `wide` are 23 apart. */
enum { ROWS = 3, COLS = 19, APART = 23 };
static const float untouched = -7;

typedef struct Numbers {
  float a[ROWS * APART], b[ROWS * COLS], wide[ROWS * APART];
} Numbers;

/* Halves and thirds: a sum is rounded, and no two cells are equal. */
static void fill(Numbers *numbers) {
  for (int i = 0; i < ROWS * APART; i++) numbers->a[i] = (float)i / 3;
  for (int i = 0; i < ROWS * COLS; i++) numbers->b[i] = 100 - (float)i / 2;
  for (int i = 0; i < ROWS * APART; i++) numbers->wide[i] = untouched;
}

static void a_sum_is_that_of_every_cell_and_nothing_beside_it(void **state) {
  (void)state;
  Numbers n;
  fill(&n);
  mat_add((MatView){n.a, ROWS, COLS, APART}, (MatView){n.b, ROWS, COLS, COLS},
          (Mat){n.wide, ROWS, COLS, APART});
  for (int row = 0; row < ROWS; row++)
    for (int col = 0; col < APART; col++) {
      float got = n.wide[row * APART + col];
      if (col >= COLS) assert_true(got == untouched);
      else assert_true(got == n.a[row * APART + col] + n.b[row * COLS + col]);
    }
}

static void a_sum_may_stand_where_either_part_stood(void **state) {
  (void)state;
  Numbers n, before;
  fill(&n);
  fill(&before);
  MatView a = {n.a, ROWS, COLS, APART}, b = {n.b, ROWS, COLS, COLS};
  mat_add(a, b, (Mat){n.a, ROWS, COLS, APART});
  mat_add(a, b, (Mat){n.b, ROWS, COLS, COLS});
  for (int row = 0; row < ROWS; row++)
    for (int col = 0; col < COLS; col++) {
      float x = before.a[row * APART + col], y = before.b[row * COLS + col];
      assert_true(n.a[row * APART + col] == x + y);
      assert_true(n.b[row * COLS + col] == x + y + y);
    }
}

static void a_padded_copy_has_zeros_behind_its_columns(void **state) {
  (void)state;
  Numbers n;
  fill(&n);
  mat_copy_padded((MatView){n.b, ROWS, COLS, COLS}, (Mat){n.wide, ROWS, COLS + 2, APART});
  for (int row = 0; row < ROWS; row++)
    for (int col = 0; col < APART; col++) {
      float got = n.wide[row * APART + col];
      if (col < COLS) assert_true(got == n.b[row * COLS + col]);
      else assert_true(got == (col < COLS + 2 ? 0 : untouched));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sum_is_that_of_every_cell_and_nothing_beside_it),
      cmocka_unit_test(a_sum_may_stand_where_either_part_stood),
      cmocka_unit_test(a_padded_copy_has_zeros_behind_its_columns),
  };
  int failed = 0;
  RUN_AT_EVERY_LEVEL(tests, failed)
  return failed;
}
