/* tests/core/test_dot_products.c -- rows times rows: right to a few units in the last place, and the
** same bits alone, among others and in any piece of the words. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/dot_product.h"

enum { ROWS_MOST = 13, WORDS_MOST = 77, WIDTH_MOST = 200 };

static float a[ROWS_MOST * WIDTH_MOST], b[WORDS_MOST * WIDTH_MOST], bias[WORDS_MOST];
static float c[ROWS_MOST * WORDS_MOST], alone[WORDS_MOST];

static int fill_with_numbers(void **state) {
  (void)state;
  Rng rng = rng_make(11);
  for (int i = 0; i < ROWS_MOST * WIDTH_MOST; i++) a[i] = (float)rng_normal(&rng);
  for (int i = 0; i < WORDS_MOST * WIDTH_MOST; i++) b[i] = (float)rng_normal(&rng);
  for (int i = 0; i < WORDS_MOST; i++) bias[i] = (float)rng_normal(&rng);
  return 0;
}

static void check_against_double(int rows, int words, int width) {
  MatView x = {a, rows, width, WIDTH_MOST}, y = {b, words, width, WIDTH_MOST};
  Mat z = {c, rows, words, WORDS_MOST};
  dot_products(x, y, bias, z);
  for (int row = 0; row < rows; row++)
    for (int word = 0; word < words; word++) {
      double sum = (double)bias[word], size = fabs(sum);
      for (int i = 0; i < width; i++) {
        double part = (double)mat_get(x, row, i) * (double)mat_get(y, word, i);
        sum += part;
        size += fabs(part);
      }
      assert_true(fabs((double)mat_row_of(z, row)[word] - sum) <= 1e-6 * size);
    }
}

static void products_are_right_at_every_size(void **state) {
  (void)state;
  static const int widths[] = {1, 5, 8, 17, 64, 200}, words[] = {1, 2, 3, 5, 32, 33, 77};
  for (int rows = 1; rows <= ROWS_MOST; rows += 3)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 7; j++) check_against_double(rows, words[j], widths[i]);
}

static void a_row_has_the_same_bits_alone_and_in_any_piece(void **state) {
  (void)state;
  MatView x = {a, ROWS_MOST, 197, WIDTH_MOST}, y = {b, WORDS_MOST, 197, WIDTH_MOST};
  dot_products(x, y, bias, (Mat){c, ROWS_MOST, WORDS_MOST, WORDS_MOST});
  for (int row = 0; row < ROWS_MOST; row++)
    for (int first = 0, count = 1; first < WORDS_MOST; first += count, count = count * 2 + 1) {
      if (first + count > WORDS_MOST) count = WORDS_MOST - first;
      dot_products(mat_view_rows(x, row, 1), mat_view_rows(y, first, count), bias + first,
                   (Mat){alone, 1, count, count});
      assert_memory_equal(alone, c + row * WORDS_MOST + first, (size_t)count * sizeof *c);
    }
}

static void a_broken_number_stays_in_its_row(void **state) {
  (void)state;
  float kept = a[3];
  a[3] = NAN;
  MatView x = {a, 5, 20, WIDTH_MOST}, y = {b, 9, 20, WIDTH_MOST};
  dot_products(x, y, NULL, (Mat){c, 5, 9, 9});
  a[3] = kept;
  for (int i = 0; i < 45; i++) assert_true(isnan(c[i]) == (i < 9));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_are_right_at_every_size),
      cmocka_unit_test(a_row_has_the_same_bits_alone_and_in_any_piece),
      cmocka_unit_test(a_broken_number_stays_in_its_row),
  };
  return cmocka_run_group_tests(tests, fill_with_numbers, NULL);
}
