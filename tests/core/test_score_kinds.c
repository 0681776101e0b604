/* Scores that are no dot products (M-60 to M-62), vectors for distances (M-63) and dropout (M-64),
** each against the formula in double, and what a cell must not depend on. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/additive_score.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/dropout.h"
#include "core/relative.h"

enum { NUMBERS = 1 << 15 };

static MatView made(float *at, int rows, int cols, int seed) {
  for (int i = 0; i < rows * cols; i++) at[i] = 2 * sinf((float)(i * 37 + seed * 101) * 0.37f);
  return (MatView){at, rows, cols, cols};
}

static void near(float is, double wanted, double size) {
  if (!(fabs((double)is - wanted) <= 1e-6 * fmax(1, size)))
    fail_msg("%.9g, not %.9g", (double)is, wanted);
}

static const int shapes[][3] = {/* T, S, D */ {1, 1, 1}, {3, 5, 4}, {7, 2, 16}, {70, 130, 33}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void a_cosine_is_the_product_over_both_lengths(void **state) {
  (void)state;
  static float q[NUMBERS], k[NUMBERS], scores[NUMBERS];
  for (int i = 0; i < SHAPES; i++) {
    int rows = shapes[i][0], keys = shapes[i][1], width = shapes[i][2];
    MatView a = made(q, rows, width, 1), b = made(k, keys, width, 2);
    Mat to = {scores, rows, keys, keys};
    memset(q, 0, (size_t)width * sizeof *q); /* a vector without a direction */
    attn_scores(a, b, to);
    cosine_scores(a, b, to);
    for (int row = 0; row < rows; row++)
      for (int key = 0; key < keys; key++) {
        double dot = 0, x = 0, y = 0;
        for (int c = 0; c < width; c++) {
          dot += (double)mat_get(a, row, c) * (double)mat_get(b, key, c);
          x += (double)mat_get(a, row, c) * (double)mat_get(a, row, c);
          y += (double)mat_get(b, key, c) * (double)mat_get(b, key, c);
        }
        near(mat_row_of(to, row)[key], row == 0 ? 0 : dot / sqrt(x * y), 1);
      }
    float before = scores[rows * keys - 1];
    cosine_scale(mat_view(to), 2.5, to);
    assert_true(scores[rows * keys - 1] == (float)((double)before * 2.5));
  }
}

static void an_additive_score_is_a_weighed_sum_of_tanh(void **state) {
  (void)state;
  static float q[NUMBERS], k[NUMBERS], v[64], scores[NUMBERS], sums[64], bent[64];
  for (int i = 0; i < SHAPES; i++) {
    int rows = shapes[i][0], keys = shapes[i][1], width = shapes[i][2];
    MatView a = made(q, rows, width, 3), b = made(k, keys, width, 4);
    Mat to = {scores, rows, keys, keys};
    made(v, 1, width, 5);
    additive_scores(a, b, v, to);
    for (int row = 0; row < rows; row++)
      for (int key = 0; key < keys; key++) {
        double sum = 0;
        additive_bend(mat_row(a, row), mat_row(b, key), width, sums, bent);
        for (int c = 0; c < width; c++) {
          double both = (double)mat_get(a, row, c) + (double)mat_get(b, key, c);
          sum += (double)v[c] * tanh(both);
          near(sums[c], both, 4);
          near(bent[c], tanh(both), 1);
        }
        near(mat_row_of(to, row)[key], sum, width);
      }
    /* Alone a cell has the same bits. */
    float last = scores[rows * keys - 1], alone;
    additive_scores(mat_view_rows(a, rows - 1, 1), mat_view_rows(b, keys - 1, 1), v,
                    (Mat){&alone, 1, 1, 1});
    assert_true(alone == last);
  }
}

/* A score by tanh of the C library. */
static double additive_of(MatView q, int row, MatView k, int key, const float *v) {
  double sum = 0;
  for (int c = 0; c < q.cols; c++)
    sum += (double)v[c] * tanh((double)mat_get(q, row, c) + (double)mat_get(k, key, c));
  return sum;
}

/* Wider than what is worked out at once, an odd number of columns, numbers as large as e^2x has no
** double for, that cancel or are NaN. */
static void additive_scores_of_large_numbers_and_wide_heads(void **state) {
  (void)state;
  enum { ROWS = 37, KEYS = 70, WIDTH = 131 };
  static float q[NUMBERS], k[NUMBERS], v[WIDTH], scores[NUMBERS];
  static const float large[] = {84, -84, 86, -86, 500, -500, 3e38f, -3e38f, 1e-9f};
  MatView a = made(q, ROWS, WIDTH, 1), b = made(k, KEYS, WIDTH, 2);
  made(v, 1, WIDTH, 3);
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    q[(int)i * WIDTH + 5 * (int)i] = large[i];
    k[(2 * (int)i + 1) * WIDTH + 5 * (int)i] = -large[i];
  }
  q[36 * WIDTH + 130] = NAN;
  additive_scores(a, b, v, (Mat){scores, ROWS, KEYS, KEYS});
  for (int row = 0; row < ROWS; row++)
    for (int key = 0; key < KEYS; key++) {
      double wanted = additive_of(a, row, b, key, v);
      if (row == 36) assert_true(isnan(scores[row * KEYS + key]));
      else near(scores[row * KEYS + key], wanted, fabs(wanted));
    }
}

static void far_keys_share_the_last_row_of_a_table(void **state) {
  (void)state;
  static const int rows[][3] = {{0, 7, 3}, {3, 7, 6},   {-3, 7, 0},
                                {9, 7, 6}, {-50, 7, 0}, {5, 1, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_int_equal(relative_row(rows[i][1], rows[i][0]), rows[i][2]);
}

static void rows_for_distances_are_added_to_keys_and_values(void **state) {
  (void)state;
  static float q[NUMBERS], k[NUMBERS], table[NUMBERS], cells[NUMBERS], v[NUMBERS], out[NUMBERS];
  for (int i = 0; i < SHAPES; i++)
    for (int most = 1; most < 6; most += 2) {
      int rows = shapes[i][0], keys = shapes[i][1], width = shapes[i][2] * 2, first = 2;
      MatView a = made(q, rows, width, 6), b = made(k, keys, width, 7);
      MatView by = made(table, 2 * most + 1, width, 8), values = made(v, keys, width, 9);
      Mat scores = {cells, rows, keys, keys}, output = {out, rows, width, width};
      attn_scores(a, b, scores);
      relative_add_scores(a, by, first, scores);
      for (int row = 0; row < rows; row++)
        for (int key = 0; key < keys; key++) {
          int offset = key - row - first;
          int c = (offset > most ? most : offset < -most ? -most : offset) + most;
          double sum = 0;
          for (int e = 0; e < width; e++)
            sum += (double)mat_get(a, row, e) *
                   ((double)mat_get(b, key, e) + (double)mat_get(by, c, e));
          near(mat_row_of(scores, row)[key], sum, 4 * width);
        }
      attn_weights(mat_view(scores), scores, NULL);
      attn_output(mat_view(scores), values, output);
      relative_add_output(mat_view(scores), by, first, output);
      for (int row = 0; row < rows; row++)
        for (int e = 0; e < width; e++) {
          double sum = 0;
          for (int key = 0; key < keys; key++) {
            int offset = key - row - first;
            int c = (offset > most ? most : offset < -most ? -most : offset) + most;
            sum += (double)mat_row_of(scores, row)[key] *
                   ((double)mat_get(values, key, e) + (double)mat_get(by, c, e));
          }
          near(mat_row_of(output, row)[e], sum, 4);
        }
    }
}

static void dropout_keeps_its_share_and_divides_by_it(void **state) {
  (void)state;
  static float weights[NUMBERS], dropped[NUMBERS], later[NUMBERS];
  enum { ROWS = 64, KEYS = 256 };
  for (int share = 0; share < 10; share += 3) {
    Dropout dropout = {share / 10.0, 7, 2, 3}, other = {share / 10.0, 8, 2, 3};
    MatView w = made(weights, ROWS, KEYS, 1);
    int kept = 0, same = 0;
    dropout_apply(&dropout, w, 0, (Mat){dropped, ROWS, KEYS, KEYS});
    for (int i = 0; i < ROWS * KEYS; i++) {
      bool keeps = dropout_keeps(&dropout, i / KEYS, i % KEYS);
      float wanted = keeps ? (float)((double)weights[i] / (1 - share / 10.0)) : 0;
      assert_true(dropped[i] == wanted);
      kept += keeps;
      same += keeps == dropout_keeps(&other, i / KEYS, i % KEYS);
    }
    double part = (double)kept / (ROWS * KEYS), wanted = 1 - share / 10.0;
    assert_true(fabs(part - wanted) < 0.02);
    assert_true(share == 0 ? same == ROWS * KEYS : same < ROWS * KEYS * 9 / 10);
    /* A cell goes by its place alone: rows from the tenth on, over fewer keys. */
    dropout_apply(&dropout, (MatView){weights + 10 * KEYS, 5, 30, KEYS}, 10,
                  (Mat){later, 5, 30, 30});
    for (int row = 0; row < 5; row++)
      assert_memory_equal(later + row * 30, dropped + (row + 10) * KEYS, 30 * sizeof(float));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cosine_is_the_product_over_both_lengths),
      cmocka_unit_test(an_additive_score_is_a_weighed_sum_of_tanh),
      cmocka_unit_test(additive_scores_of_large_numbers_and_wide_heads),
      cmocka_unit_test(far_keys_share_the_last_row_of_a_table),
      cmocka_unit_test(rows_for_distances_are_added_to_keys_and_values),
      cmocka_unit_test(dropout_keeps_its_share_and_divides_by_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
