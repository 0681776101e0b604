/* Attention tile by tile (M-65): against softmax in one pass in double, whatever the tiles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/flash.h"

enum { ROWS_MOST = 70, KEYS_MOST = 150, WIDTH_MOST = 20 };

typedef struct Case {
  float scores[ROWS_MOST * KEYS_MOST], values[KEYS_MOST * WIDTH_MOST];
  float max[ROWS_MOST], output[ROWS_MOST * WIDTH_MOST];
  double sum[ROWS_MOST], running[ROWS_MOST * WIDTH_MOST], exact[ROWS_MOST * WIDTH_MOST];
  int rows, keys, width;
  double largest;
} Case;

static int number(Rng *rng, int least, int most) {
  return least + rng_below(rng, most - least + 1);
}

/* hidden: of ten cells so many are −∞. */
static void fill(Case *c, Rng *rng, int hidden) {
  for (int i = 0; i < c->rows * c->keys; i++)
    c->scores[i] = number(rng, 0, 9) < hidden ? -INFINITY : (float)rng_normal(rng) * 8;
  for (int i = 0; i < c->keys * c->width; i++) c->values[i] = (float)rng_normal(rng);
}

static void find_exact(Case *c) {
  c->largest = 0;
  for (int row = 0; row < c->rows; row++) {
    const float *at = c->scores + row * c->keys;
    double max = -INFINITY, sum = 0, *to = c->exact + row * c->width;
    for (int key = 0; key < c->keys; key++) max = fmax(max, (double)at[key]);
    memset(to, 0, (size_t)c->width * sizeof *to);
    for (int key = 0; key < c->keys && max > -INFINITY; key++) {
      double share = exp((double)at[key] - max);
      sum += share;
      for (int col = 0; col < c->width; col++)
        to[col] += share * (double)c->values[key * c->width + col];
    }
    for (int col = 0; col < c->width && sum > 0; col++) {
      to[col] /= sum;
      c->largest = fmax(c->largest, fabs(to[col]));
    }
  }
}

static FlashRows rows_of(Case *c) {
  return (FlashRows){c->max, c->sum, c->running, c->rows, c->width};
}
static MatView scores_of(const Case *c) { return (MatView){c->scores, c->rows, c->keys, c->keys}; }
static FlashValues values_of(const Case *c) {
  return (FlashValues){.values = {c->values, c->keys, c->width, c->width}};
}

static void work_out(Case *c, int tile_rows, int tile_cols) {
  FlashRows rows = rows_of(c);
  FlashValues values = values_of(c);
  flash_begin(rows);
  for (int first = 0; first < c->rows; first += tile_rows) {
    int count = c->rows - first < tile_rows ? c->rows - first : tile_rows;
    flash_tiles(mat_view_rows(scores_of(c), first, count), &values, tile_cols,
                flash_rows(rows, first, count));
  }
  flash_end(rows, (Mat){c->output, c->rows, c->width, c->width});
}

static void the_output_is_that_of_the_whole(void **state) {
  (void)state;
  static Case c;
  Rng rng = rng_make(58);
  for (int round = 0; round < 200; round++) {
    c.rows = number(&rng, 1, ROWS_MOST);
    c.keys = number(&rng, 1, KEYS_MOST);
    c.width = number(&rng, 1, WIDTH_MOST);
    int tile_rows = round % 4 == 0 ? 1 : number(&rng, 1, ROWS_MOST);
    int tile_cols = round % 4 == 0 ? 1 : round % 4 == 1 ? 1000000 : number(&rng, 1, KEYS_MOST);
    fill(&c, &rng, round % 10);
    find_exact(&c);
    work_out(&c, tile_rows, tile_cols);
    for (int i = 0; i < c.rows * c.width; i++)
      assert_true(fabs((double)c.output[i] - c.exact[i]) <= 1e-6 * c.largest);
  }
}

/* Rows that share a tile decide nothing: the same bits whatever their number. */
static void rows_do_not_depend_on_each_other(void **state) {
  (void)state;
  static Case c, d;
  Rng rng = rng_make(1);
  c.rows = 33, c.keys = 50, c.width = 7;
  fill(&c, &rng, 3);
  d = c;
  work_out(&c, 1, 6);
  work_out(&d, 9, 6);
  assert_memory_equal(c.output, d.output, (size_t)c.rows * (size_t)c.width * sizeof(float));
  assert_memory_equal(c.sum, d.sum, (size_t)c.rows * sizeof(double));
}

/* A row hidden whole gives 0, in a tile or in all; the values of hidden keys are not read. */
static void hidden_keys_add_nothing(void **state) {
  (void)state;
  static Case c;
  Rng rng = rng_make(2);
  c.rows = 3, c.keys = 8, c.width = 2;
  fill(&c, &rng, 0);
  for (int key = 0; key < c.keys; key++) c.scores[c.keys + key] = -INFINITY;
  for (int row = 0; row < c.rows; row++) c.scores[row * c.keys + 5] = -INFINITY;
  c.values[5 * 2] = c.values[5 * 2 + 1] = NAN;
  work_out(&c, 2, 3);
  for (int col = 0; col < 2; col++) assert_true(c.output[2 + col] == 0);
  for (int i = 0; i < c.rows * c.width; i++) assert_true(isfinite(c.output[i]));
  assert_true(c.max[1] == -INFINITY && c.sum[1] == 0);
}

/* Worked by hand: scores 1, 3 | 2 of values 1, 2 | 4. */
static void the_running_numbers_are_those_of_the_formula(void **state) {
  (void)state;
  static Case c = {.scores = {1, 3, 2}, .values = {1, 2, 4}, .rows = 1, .keys = 3, .width = 1};
  FlashRows rows = rows_of(&c);
  FlashValues values = values_of(&c);
  FlashValues first = flash_values(&values, 0, 1), second = flash_values(&values, 1, 2);
  flash_begin(rows);
  flash_tile(mat_view_cols(scores_of(&c), 0, 1), &first, rows);
  assert_true(c.max[0] == 1 && c.sum[0] == 1 && c.running[0] == 1);
  flash_tile(mat_view_cols(scores_of(&c), 1, 2), &second, rows);
  assert_true(c.max[0] == 3);
  assert_true(fabs(c.sum[0] - (exp(-2) + 1 + exp(-1))) < 1e-7);
  assert_true(fabs(c.running[0] - (exp(-2) + 2 + 4 * exp(-1))) < 1e-6);
}

/* A NaN is seen in its row, and nowhere else. */
static void a_broken_score_breaks_its_row(void **state) {
  (void)state;
  static Case c;
  Rng rng = rng_make(3);
  c.rows = 2, c.keys = 5, c.width = 1;
  fill(&c, &rng, 0);
  c.scores[2] = NAN;
  work_out(&c, 2, 2);
  assert_true(isnan(c.output[0]) && isfinite(c.output[1]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_output_is_that_of_the_whole),
      cmocka_unit_test(rows_do_not_depend_on_each_other),
      cmocka_unit_test(hidden_keys_add_nothing),
      cmocka_unit_test(the_running_numbers_are_those_of_the_formula),
      cmocka_unit_test(a_broken_score_breaks_its_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
