/* Relative buckets (M-48): the buckets of the published program, biases by offset alone, in place
** and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/bucket_bias.h"

enum { OFFSETS = 44 };
static const int offsets[OFFSETS] = {-400, -200, -128, -127, -100, -91, -90, -64, -63, -33, -32,
                                     -31,  -20,  -17,  -16,  -15,  -12, -11, -9,  -8,  -7,  -3,
                                     -1,   0,    1,    2,    7,    8,   9,   11,  12,  15,  16,
                                     23,   31,   32,   45,   63,   64,  90,  91,  127, 128, 300};

typedef struct Case {
  Buckets buckets;
  int expected[OFFSETS];
} Case;

/* Computed by PyTorch from the rule of the T5 program, num_buckets and max_distance as here. At 32
** and 128 that program rounds its logarithm in float: none of these offsets is so near to an edge
** that it would matter. */
static const Case cases[] = {
    {{32, 128, false},
     {15, 15, 15, 15, 15, 15, 14, 14, 13, 12, 12, 11, 10, 10, 10, 9,  9,  8,  8,  8,  7,  3,
      1,  0,  17, 18, 23, 24, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 30, 30, 31, 31, 31, 31}},
    {{32, 128, true},
     {31, 31, 31, 31, 30, 29, 29, 26, 26, 21, 21, 21, 17, 16, 16, 15, 12, 11, 9, 8, 7, 3, 1}},
    {{8, 20, false}, {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2,
                      1, 0, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}},
    {{8, 20, true}, {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 5, 5, 3, 1}},
};

static void buckets_are_those_of_the_published_program(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int j = 0; j < OFFSETS; j++) {
      int bucket = bucket_of(&cases[i].buckets, offsets[j]);
      if (bucket != cases[i].expected[j])
        fail_msg("case %zu, offset %d: bucket %d, not %d", i, offsets[j], bucket,
                 cases[i].expected[j]);
    }
}

/* Each number of a direction has its own bucket up to half of them, and a farther key never has an
** earlier bucket. */
static void near_distances_have_one_each_and_far_ones_share(void **state) {
  (void)state;
  for (int count = 4; count <= 64; count += 4) {
    const Buckets buckets = {count, 3 * count, false};
    int half = count / 2, before = 0;
    for (int away = 0; away <= 4 * count; away++) {
      int bucket = bucket_of(&buckets, -away);
      assert_true(bucket >= before && bucket < half);
      if (away < half / 2) assert_int_equal(bucket, away);
      if (away > 0) assert_int_equal(bucket_of(&buckets, away), bucket + half);
      before = bucket;
    }
    assert_int_equal(before, half - 1);
  }
}

static void a_bias_is_the_tables_number_of_its_bucket(void **state) {
  (void)state;
  enum { ROWS = 4, KEYS = 7, FIRST = 3, HEADS = 3, STRIDE = 9 };
  const Buckets buckets = {8, 20, false};
  float table[8 * HEADS], by_offset[2 * KEYS - 1], at[ROWS * STRIDE], scores[ROWS * STRIDE];
  for (int i = 0; i < 8 * HEADS; i++) table[i] = (float)(i * i) * 0.25f - 3;
  for (int i = 0; i < ROWS * STRIDE; i++) scores[i] = (float)i * 0.3f - 5;
  const Mat bias = {at, ROWS, KEYS, STRIDE}, scaled = {scores, ROWS, KEYS, STRIDE};
  for (int head = 0; head < HEADS; head++) {
    bucket_bias_offsets(&buckets, (MatView){table, 8, HEADS, HEADS}, head, KEYS, by_offset);
    bucket_bias_fill(by_offset, FIRST, bias);
    float sum[ROWS * KEYS];
    bucket_bias_add(mat_view(scaled), by_offset, FIRST, (Mat){sum, ROWS, KEYS, KEYS});
    for (int row = 0; row < ROWS; row++)
      for (int key = 0; key < KEYS; key++) {
        float expected = table[bucket_of(&buckets, key - (FIRST + row)) * HEADS + head];
        assert_true(mat_get(mat_view(bias), row, key) == expected);
        assert_true(sum[row * KEYS + key] == scores[row * STRIDE + key] + expected);
      }
  }
  float apart = mat_get(mat_view(scaled), 2, 5) + mat_get(mat_view(bias), 2, 5);
  bucket_bias_add(mat_view(scaled), by_offset, FIRST, scaled);
  assert_true(mat_get(mat_view(scaled), 2, 5) == apart);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buckets_are_those_of_the_published_program),
      cmocka_unit_test(near_distances_have_one_each_and_far_ones_share),
      cmocka_unit_test(a_bias_is_the_tables_number_of_its_bucket),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
