/* The experiments beside attention (M-90 to M-93): saturation, soft look-up, memory layout. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "trace/workings/lookup.h"
#include "trace/workings/memory_layout.h"
#include "trace/workings/saturation.h"

/* ---- saturation ---- */

static const SaturationWidth *width_of(const Saturation *made, int width) {
  for (int i = 0; i < made->count; i++)
    if (made->at[i].width == width) return &made->at[i];
  fail_msg("no width %d", width);
  return NULL;
}

static void deviations_are_roots_of_the_width(void **state) {
  (void)state;
  static const struct {
    int width;
    double deviation;
  } expected[] = {{8, 2.828427}, {64, 8}, {512, 22.627417}};
  Arena *arena = arena_make(0);
  Experiments asked = EXPERIMENTS_DEFAULT;
  for (asked.seed = 0; asked.seed < 5; asked.seed++) {
    Saturation made;
    assert_true(saturation_make(arena, &asked, &made));
    assert_int_equal(made.count, 3);
    for (int i = 0; i < 3; i++) {
      const SaturationWidth *at = width_of(&made, expected[i].width);
      assert_true(fabs(at->expected - expected[i].deviation) < 1e-6);
      assert_true(fabs(at->measured / at->expected - 1) < 0.1); /* of 2,500 products */
      assert_true(fabs(at->mean) < 0.12 * at->expected);
      /* divided they stay smooth, whatever the width */
      assert_true(at->of[SATURATION_SCALED].entropy > 1.7 &&
                  at->of[SATURATION_SCALED].largest < 0.55);
      assert_true(at->of[SATURATION_SCALED].gradient > 0.35);
    }
    /* undivided they collapse, and the gradient with them */
    assert_true(width_of(&made, 512)->of[SATURATION_UNSCALED].largest > 0.93);
    assert_true(width_of(&made, 512)->of[SATURATION_UNSCALED].entropy < 0.25);
    assert_true(width_of(&made, 512)->of[SATURATION_UNSCALED].gradient <
                width_of(&made, 8)->of[SATURATION_UNSCALED].gradient / 3);
  }
  arena_free(arena);
}

/* Means of all draws are those of each draw, worked out here in double. */
static void means_are_those_of_the_draws(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Experiments asked = EXPERIMENTS_DEFAULT;
  asked.width = 30;
  asked.keys = 4;
  asked.draws = 60;
  Saturation made;
  assert_true(saturation_make(arena, &asked, &made));
  assert_int_equal(made.count, 4);
  assert_int_equal(made.at[made.chosen].width, 30);
  SaturationShares sum[SATURATION_WAY_COUNT] = {{0}};
  double squares = 0, all = 0;
  for (int index = 0; index < asked.draws; index++) {
    SaturationDraw draw = saturation_draw(&made, index);
    for (int way = 0; way < SATURATION_WAY_COUNT; way++) {
      double powers[4], total = 0, largest = 0, entropy = 0, norm = 0;
      for (int j = 0; j < 4; j++) {
        double score = (double)draw.products[j] / (way == SATURATION_SCALED ? sqrt(30) : 1);
        total += powers[j] = exp(score);
      }
      for (int j = 0; j < 4; j++) {
        double p = powers[j] / total;
        assert_true(fabs(p - (double)draw.weights[way][j]) < 1e-5);
        largest = fmax(largest, p);
        if (p > 0) entropy -= p * log2(p);
        for (int k = 0; k < 4; k++) norm += pow(p * ((j == k) - powers[k] / total), 2);
      }
      sum[way].largest += largest / 60;
      sum[way].entropy += entropy / 60;
      sum[way].gradient += sqrt(norm) / 60;
    }
    for (int j = 0; j < 4; j++) {
      all += (double)draw.products[j];
      squares += (double)draw.products[j] * (double)draw.products[j];
    }
  }
  const SaturationWidth *at = &made.at[made.chosen];
  double mean = all / 240;
  assert_true(fabs(at->measured - sqrt(squares / 240 - mean * mean)) < 1e-5);
  for (int way = 0; way < SATURATION_WAY_COUNT; way++) {
    assert_true(fabs(at->of[way].largest - sum[way].largest) < 1e-5);
    assert_true(fabs(at->of[way].entropy - sum[way].entropy) < 1e-5);
    assert_true(fabs(at->of[way].gradient - sum[way].gradient) < 1e-5);
  }
  int counted = 0;
  for (int b = 0; b < SATURATION_BINS; b++) counted += made.bins[b];
  assert_int_equal(counted, 240);
  arena_free(arena);
}

/* Nothing of a draw depends on how many draws, keys and widths there are. */
static void a_draw_does_not_depend_on_the_others(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Experiments few = EXPERIMENTS_DEFAULT, many = EXPERIMENTS_DEFAULT;
  few.draws = 10;
  few.keys = 3;
  few.width = 1;
  many.draws = 900;
  many.keys = 16;
  many.width = 1024;
  Saturation a, b;
  assert_true(saturation_make(arena, &few, &a) && saturation_make(arena, &many, &b));
  many.width = 1;
  assert_true(saturation_make(arena, &many, &b));
  for (int index = 0; index < 10; index++) {
    SaturationDraw x = saturation_draw(&a, index), y = saturation_draw(&b, index);
    assert_memory_equal(x.products, y.products, 3 * sizeof *x.products);
  }
  many.seed = 2;
  assert_true(saturation_make(arena, &many, &b));
  SaturationDraw x = saturation_draw(&a, 0), y = saturation_draw(&b, 0);
  assert_memory_not_equal(x.products, y.products, 3 * sizeof *x.products);
  assert_int_equal(saturation_draw(&a, 99).index, 9);
  arena_free(arena);
}

/* ---- look-up ---- */

static void scores_of_point_8_point_6_and_0(void **state) {
  (void)state;
  static const double shares[] = {0.440905498, 0.360982891, 0.198111611};
  Experiments asked = EXPERIMENTS_DEFAULT;
  Lookup made = lookup_of(&asked);
  for (int j = 0; j < LOOKUP_BOOKS; j++)
    assert_true(fabs((double)made.weights[j] - shares[j]) < 1e-6);
  for (int i = 0; i < LOOKUP_COLUMNS; i++) {
    double answer = 0;
    for (int j = 0; j < LOOKUP_BOOKS; j++) answer += shares[j] * (double)made.values[j][i];
    assert_true(fabs((double)made.answer[i] - answer) < 1e-4);
  }
  assert_int_equal(made.exact, -1);
  assert_int_equal(made.nearest, 0);
}

static void a_key_is_found_and_sharpness_finds_the_nearest(void **state) {
  (void)state;
  Experiments asked = EXPERIMENTS_DEFAULT;
  asked.cooking = 0;
  asked.travel = 1;
  asked.sharpness = 50;
  Lookup made = lookup_of(&asked);
  assert_int_equal(made.exact, 2);
  assert_int_equal(made.nearest, 2);
  assert_true(made.weights[2] > 0.9999f && made.answer[1] > 199.9f);
  asked.sharpness = 0;
  made = lookup_of(&asked);
  for (int j = 0; j < LOOKUP_BOOKS; j++)
    assert_true(fabs((double)made.weights[j] - 1.0 / 3) < 1e-6);
}

/* ---- memory layout ---- */

static void assert_numbers(const int *numbers, const char *expected) {
  char text[400] = "";
  size_t at = 0;
  for (int i = 0; at < strlen(expected); i++)
    at += (size_t)snprintf(text + at, sizeof text - at, i ? " %d" : "%d", numbers[i]);
  assert_string_equal(text, expected);
}

static void a_transpose_moves_nothing_and_a_copy_does(void **state) {
  (void)state;
  Experiments asked = EXPERIMENTS_DEFAULT;
  MemoryLayout made;
  memory_layout_of(&asked, &made);
  assert_int_equal(made.step_count, 4);
  assert_numbers(made.steps[0].memory, "1 2 3 4 5 6");
  assert_numbers(made.steps[0].tensor.stride, "3 1");
  assert_numbers(made.steps[1].memory, "1 2 3 4 5 6");
  assert_numbers(made.steps[1].tensor.stride, "1 3");
  assert_false(made.steps[1].is_contiguous || made.steps[1].is_copied);
  assert_numbers(made.steps[2].memory, "1 4 2 5 3 6");
  assert_true(made.steps[2].is_copied);
  assert_numbers(made.steps[3].tensor.shape, "6");
  assert_false(made.steps[3].is_copied);
}

/* At every size: each head has its own columns of each token, joining copies unless there is nothing
** to do, and the end is the beginning. */
static void heads_are_split_and_joined(void **state) {
  (void)state;
  Experiments asked = EXPERIMENTS_DEFAULT;
  asked.example = LAYOUT_HEADS;
  for (asked.batch = 1; asked.batch <= LAYOUT_BATCH_MOST; asked.batch++)
    for (asked.tokens = 1; asked.tokens <= LAYOUT_TOKENS_MOST; asked.tokens++)
      for (asked.heads = 1; asked.heads <= LAYOUT_HEADS_MOST; asked.heads++)
        for (asked.head_width = 1; asked.head_width <= LAYOUT_HEAD_WIDTH_MOST; asked.head_width++) {
          MemoryLayout made;
          memory_layout_of(&asked, &made);
          assert_int_equal(made.step_count, 6);
          int width = asked.heads * asked.head_width;
          for (int b = 0, element = 0; b < asked.batch; b++)
            for (int h = 0; h < asked.heads; h++)
              for (int s = 0; s < asked.tokens; s++)
                for (int c = 0; c < asked.head_width; c++, element++) {
                  int number = (b * asked.tokens + s) * width + h * asked.head_width + c + 1;
                  assert_int_equal(made.steps[2].element[number - 1], element);
                  assert_int_equal(made.steps[3].address[number - 1], element);
                }
          for (int i = 0; i < made.number_count; i++) assert_int_equal(made.steps[5].element[i], i);
          bool has_to_copy = asked.tokens > 1 && asked.heads > 1;
          bool joins = has_to_copy && asked.head_width > 1; /* axes that do not lie in a row */
          assert_int_equal(made.steps[3].is_copied, has_to_copy);
          assert_int_equal(made.steps[5].is_copied, joins);
          for (int i = 0; joins && i < made.number_count; i++)
            assert_int_equal(made.steps[5].memory[i], i + 1);
        }
}

static void another_shape_alone_mixes_heads(void **state) {
  (void)state;
  Experiments asked = EXPERIMENTS_DEFAULT;
  asked.example = LAYOUT_WRONG;
  asked.batch = 1;
  asked.tokens = 2;
  MemoryLayout right, wrong;
  memory_layout_of(&asked, &wrong);
  asked.example = LAYOUT_HEADS;
  memory_layout_of(&asked, &right);
  assert_numbers(wrong.steps[1].tensor.shape, "1 2 2 2");
  assert_numbers(right.steps[2].tensor.shape, "1 2 2 2");
  assert_int_equal(right.steps[2].element[2], 4); /* 3 is the first of head 2 */
  assert_int_equal(wrong.steps[1].element[2], 2); /* and here the second row of head 1 */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(deviations_are_roots_of_the_width),
      cmocka_unit_test(means_are_those_of_the_draws),
      cmocka_unit_test(a_draw_does_not_depend_on_the_others),
      cmocka_unit_test(scores_of_point_8_point_6_and_0),
      cmocka_unit_test(a_key_is_found_and_sharpness_finds_the_nearest),
      cmocka_unit_test(a_transpose_moves_nothing_and_a_copy_does),
      cmocka_unit_test(heads_are_split_and_joined),
      cmocka_unit_test(another_shape_alone_mixes_heads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
