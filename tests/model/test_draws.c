/* Directions of features (M-59), and mixtures of keys (M-58): their products against NumPy, and what the drawn recipes promise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/linear.h"
#include "core/features.h"
#include "model/directions.h"
#include "model/mixtures.h"
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

static double dot(MatView m, int a, int b) {
  double sum = 0;
  for (int c = 0; c < m.cols; c++) sum += (double)mat_get(m, a, c) * (double)mat_get(m, b, c);
  return sum;
}

static void directions_are_orthogonal_by_blocks(void **state) {
  (void)state;
  enum { WIDTH = 8, COUNT = 20 };
  float all[COUNT * WIDTH], fewer[5 * WIDTH];
  double room[WIDTH * WIDTH], mean = 0;
  MatView omega = {all, COUNT, WIDTH, WIDTH};
  directions_draw(7, (Mat){all, COUNT, WIDTH, WIDTH}, room);
  directions_draw(7, (Mat){fewer, 5, WIDTH, WIDTH}, room);
  assert_memory_equal(all, fewer, sizeof fewer);
  for (int a = 0; a < COUNT; a++) {
    for (int b = 0; b < a; b++) {
      double cosine = dot(omega, a, b) / sqrt(dot(omega, a, a) * dot(omega, b, b));
      if (a / WIDTH == b / WIDTH) assert_true(fabs(cosine) < 1e-6);
    }
    mean += dot(omega, a, a) / COUNT;
  }
  /* the square of a normal vector of D numbers is D in the mean, with spread √(2D) */
  assert_true(fabs(mean - WIDTH) < 4 * sqrt(2.0 * WIDTH / COUNT));
}

/* The mean of φ(q) · φ(k) over directions is e^(q · k / c): with many of them near it. */
static void features_come_near_the_exponential(void **state) {
  (void)state;
  enum { WIDTH = 4, COUNT = 4096 };
  Arena *arena = arena_make(0);
  Mat omega = reference_empty(arena, COUNT, WIDTH), filled = reference_empty(arena, 2, COUNT);
  double room[WIDTH * WIDTH], sum = 0;
  float x[] = {0.25f, -0.5f, 0.125f, 0.375f, 0.5f, -0.25f, 0.25f, 0.125f};
  directions_draw(11, omega, room);
  Features features = {mat_view(omega), 2, false};
  features_fill(&features, (MatView){x, 2, WIDTH, WIDTH}, filled);
  for (int m = 0; m < COUNT; m++)
    sum += (double)mat_row_of(filled, 0)[m] * (double)mat_row_of(filled, 1)[m];
  double exact = exp((0.125 + 0.125 + 0.03125 + 0.046875) / 2);
  assert_true(fabs(sum - exact) < 0.06 * exact);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mixture_is_the_sum_of_its_recipe),
      cmocka_unit_test(recipes_stay_while_a_sentence_grows),
      cmocka_unit_test(recipes_have_the_spread_of_the_formula),
      cmocka_unit_test(keys_that_are_left_out_have_no_share),
      cmocka_unit_test(directions_are_orthogonal_by_blocks),
      cmocka_unit_test(features_come_near_the_exponential),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
