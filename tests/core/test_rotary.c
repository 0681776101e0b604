/* Rotary positions (M-50): against numbers computed with NumPy, and the rules of the pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/rotary.h"

enum { ROWS = 4, WIDTH = 6 };

/* Interleaved pairs, base 10,000, places from 0. */
static const double before[ROWS][WIDTH] = {
    {2.040919, -2.555665, 0.418099, -0.56777, -0.452649, -0.215597},
    {-2.019986, -0.231932, -0.865213, 3.323, 0.225787, -0.352631},
    {-0.281287, -0.668046, -1.055151, -0.390801, 0.481945, -0.238554},
    {0.957759, -0.199802, 0.02426, 1.545821, 0.545106, -0.505229}};
static const double after[ROWS][WIDTH] = {
    {2.040919, -2.555665, 0.418099, -0.56777, -0.452649, -0.215597},
    {-0.896239045, -1.825073003, -1.018465764, 3.279275838, 0.226546196, -0.352143739},
    {0.724509204, 0.022231684, -1.014381089, -0.486929214, 0.482968421, -0.236475154},
    {-0.919978164, 0.332961439, -0.190531839, 1.534225775, 0.54836004, -0.501695286}};

static void pairs_are_turned_by_their_place(void **state) {
  (void)state;
  const Rotary rotary = {10000, true};
  float x[ROWS * WIDTH], y[ROWS * WIDTH];
  for (int i = 0; i < ROWS * WIDTH; i++) x[i] = (float)before[i / WIDTH][i % WIDTH];
  rotary_turn(rotary, (MatView){x, ROWS, WIDTH, WIDTH}, 0, (Mat){y, ROWS, WIDTH, WIDTH});
  for (int i = 0; i < ROWS * WIDTH; i++)
    assert_true(fabs((double)y[i] - after[i / WIDTH][i % WIDTH]) < 1e-6);
  /* a row alone, from its place on; in place */
  rotary_turn(rotary, (MatView){x + 2 * WIDTH, 1, WIDTH, WIDTH}, 2,
              (Mat){x + 2 * WIDTH, 1, WIDTH, WIDTH});
  for (int col = 0; col < WIDTH; col++) assert_true(x[2 * WIDTH + col] == y[2 * WIDTH + col]);
}

/* Halves are the same turn of other columns. */
static void halves_are_interleaved_columns_in_another_order(void **state) {
  (void)state;
  float x[ROWS * WIDTH], moved[ROWS * WIDTH], y[ROWS * WIDTH], z[ROWS * WIDTH];
  for (int i = 0; i < ROWS * WIDTH; i++) {
    int row = i / WIDTH, c = i % WIDTH / 2, second = i % 2;
    x[i] = (float)before[row][i % WIDTH];
    moved[row * WIDTH + c + second * WIDTH / 2] = x[i];
  }
  rotary_turn((Rotary){500, true}, (MatView){x, ROWS, WIDTH, WIDTH}, 3,
              (Mat){y, ROWS, WIDTH, WIDTH});
  rotary_turn((Rotary){500, false}, (MatView){moved, ROWS, WIDTH, WIDTH}, 3,
              (Mat){z, ROWS, WIDTH, WIDTH});
  for (int i = 0; i < ROWS * WIDTH; i++)
    assert_true(y[i] == z[i / WIDTH * WIDTH + i % WIDTH / 2 + i % 2 * WIDTH / 2]);
}

static void columns_and_pairs_name_each_other(void **state) {
  (void)state;
  for (int interleaved = 0; interleaved < 2; interleaved++) {
    Rotary rotary = {100, interleaved != 0};
    for (int c = 0; c < 5; c++) {
      RotaryPair pair = rotary_pair(rotary, 10, c);
      assert_int_equal(rotary_pair_of(rotary, 10, pair.a), c);
      assert_int_equal(rotary_pair_of(rotary, 10, pair.b), c);
      assert_true(fabs(rotary_angle(rotary, 10, c) - pow(100, -c / 5.0)) < 1e-12);
    }
  }
}

/* Turns that were made before give the same bits, and turning back gives what was there. */
static void kept_turns_are_the_same_turns(void **state) {
  (void)state;
  float x[ROWS * WIDTH], y[ROWS * WIDTH], z[ROWS * WIDTH];
  for (int i = 0; i < ROWS * WIDTH; i++) x[i] = (float)before[i / WIDTH][i % WIDTH];
  const MatView from = {x, ROWS, WIDTH, WIDTH};
  for (int interleaved = 0; interleaved < 2; interleaved++) {
    const Rotary rotary = {300, interleaved != 0};
    RotaryTurn turns[ROWS * WIDTH / 2];
    rotary_turns(rotary, WIDTH, ROWS, turns);
    rotary_turn(rotary, from, 0, (Mat){y, ROWS, WIDTH, WIDTH});
    rotary_turn_by(rotary, turns, from, (Mat){z, ROWS, WIDTH, WIDTH});
    assert_memory_equal(y, z, sizeof y);
    rotary_turn_backward(rotary, turns, (MatView){y, ROWS, WIDTH, WIDTH},
                         (Mat){z, ROWS, WIDTH, WIDTH});
    for (int i = 0; i < ROWS * WIDTH; i++) assert_true(fabs((double)z[i] - (double)x[i]) < 1e-6);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_turned_by_their_place),
      cmocka_unit_test(halves_are_interleaved_columns_in_another_order),
      cmocka_unit_test(columns_and_pairs_name_each_other),
      cmocka_unit_test(kept_turns_are_the_same_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
