/* Shared heads of K and V (M-49): each map is the mean of those of its group. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/key_heads.h"

enum { ROWS = 3, HEADS = 6, WIDTH = 2, STRIDE = 15 };

static void a_map_is_the_mean_of_its_group(void **state) {
  (void)state;
  static const int groups[] = {1, 2, 3, 6};
  float maps[ROWS * STRIDE], averaged[ROWS * STRIDE];
  for (int i = 0; i < ROWS * STRIDE; i++) maps[i] = sinf((float)i * 1.7f) * 3;
  for (int i = 0; i < 4; i++) {
    int count = groups[i], each = HEADS / count;
    Mat to = {averaged, ROWS, count * WIDTH, STRIDE};
    key_heads_average((MatView){maps, ROWS, HEADS * WIDTH, STRIDE}, HEADS, count, to);
    for (int row = 0; row < ROWS; row++)
      for (int head = 0; head < HEADS; head++) {
        int group = head * count / HEADS;
        for (int col = 0; col < WIDTH; col++) {
          double mean = 0;
          for (int other = 0; other < HEADS; other++)
            if (other * count / HEADS == group)
              mean += (double)maps[row * STRIDE + other * WIDTH + col] / each;
          double made = (double)mat_get(mat_view(to), row, group * WIDTH + col);
          assert_true(fabs(made - mean) < 1e-6);
          if (each == 1) assert_true((float)made == maps[row * STRIDE + head * WIDTH + col]);
        }
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_map_is_the_mean_of_its_group),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
