/* Mixtures of keys (M-58): their products against NumPy, and what the drawn recipes promise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/linear.h"
#include "core/mixtures.h"
#include "support/reference.h"

static void a_mixture_is_the_sum_of_its_recipe(void **state) {
  (void)state;
  json_t *root = reference_load("approximate_fixture.json"), *one;
  size_t i;
  json_array_foreach(json_object_get(root, "mixtures"), i, one) {
    Arena *arena = arena_make(0);
    MatView e = mat_view(reference_floats(arena, json_object_get(one, "e")));
    MatView k = mat_view(reference_floats(arena, json_object_get(one, "k")));
    Mat mixed = reference_empty(arena, e.rows, k.cols);
    linear(e, k, NULL, mixed);
    assert_near("mixed", mat_view(mixed), reference_matrix(arena, json_object_get(one, "mixed")),
                1e-6);
    arena_free(arena);
  }
  json_decref(root);
}

/* More keys leave the recipes of those before as they are, and fewer mixtures have the first rows
** of more, but for the spread. */
static void recipes_stay_while_a_sentence_grows(void **state) {
  (void)state;
  enum { ROWS = 9, COLS = 7 };
  float all[ROWS * COLS], fewer_keys[ROWS * 4], fewer_rows[3 * COLS];
  mixtures_draw(5, (Mat){all, ROWS, COLS, COLS});
  mixtures_draw(5, (Mat){fewer_keys, ROWS, 4, 4});
  mixtures_draw(5, (Mat){fewer_rows, 3, COLS, COLS});
  for (int row = 0; row < ROWS; row++)
    for (int col = 0; col < COLS; col++) {
      float x = all[row * COLS + col];
      if (col < 4) assert_true(fewer_keys[row * 4 + col] == x);
      if (row < 3)
        assert_true(fabsf(fewer_rows[row * COLS + col] - x * sqrtf(3)) < 1e-6f * fabsf(x) + 1e-7f);
    }
}

static void recipes_have_the_spread_of_the_formula(void **state) {
  (void)state;
  enum { ROWS = 64, COLS = 256 };
  static float all[ROWS * COLS];
  double sum = 0, squares = 0;
  mixtures_draw(3, (Mat){all, ROWS, COLS, COLS});
  for (int i = 0; i < ROWS * COLS; i++) {
    sum += (double)all[i];
    squares += (double)all[i] * (double)all[i];
  }
  assert_true(fabs(sum / (ROWS * COLS)) < 4 / sqrt(64.0 * ROWS * COLS));
  assert_true(fabs(squares / (ROWS * COLS) * ROWS - 1) < 0.05);
}

static void keys_that_are_left_out_have_no_share(void **state) {
  (void)state;
  float mix[2 * 3];
  static const unsigned char left_out[] = {0, 1, 0};
  mixtures_draw(1, (Mat){mix, 2, 3, 3});
  mixtures_leave_out(left_out, (Mat){mix, 2, 3, 3});
  for (int i = 0; i < 6; i++) assert_true((mix[i] == 0) == (i % 3 == 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mixture_is_the_sum_of_its_recipe),
      cmocka_unit_test(recipes_stay_while_a_sentence_grows),
      cmocka_unit_test(recipes_have_the_spread_of_the_formula),
      cmocka_unit_test(keys_that_are_left_out_have_no_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
