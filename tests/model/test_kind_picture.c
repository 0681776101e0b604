/* The pictures and costs of the attention menu (model/kind_picture.h). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "model/kind_picture.h"

/* Rule: the picture of a mask is the mask of 8 tokens. */
static void a_mask_is_shown_as_it_sees(void **state) {
  (void)state;
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    MaskParts parts = {.named = 1u << part, .dilated_step = 2, .globals = {1}};
    KindPicture picture;
    parts.size[part] = part == MASK_GLOBAL ? 1 : 2;
    mask_picture(&parts, &picture);
    assert_int_equal(picture.rows, KIND_PICTURE_SIDE);
    for (int query = 0; query < picture.rows; query++)
      for (int key = 0; key < picture.cols; key++)
        assert_int_equal(picture.cells[query * picture.cols + key] > 0,
                         mask_sees(&parts, query, key, picture.cols));
  }
}

/* Rule: causal lets n (n + 1) / 2 pairs see; a window of w lets n (2w + 1) − w (w + 1) see. */
static void pairs_are_counted(void **state) {
  (void)state;
  const MaskParts none = {0};
  for (int n = 0; n <= MASK_PAIRS_TOKENS_MOST; n += 32) {
    MaskParts causal = mask_only(MASK_CAUSAL, 0), window = mask_only(MASK_WINDOW, 3);
    assert_int_equal(mask_pair_count(&none, 0, n, n), n * n);
    assert_int_equal(mask_pair_count(&causal, 0, n, n), n * (n + 1) / 2);
    assert_int_equal(mask_pair_count(&causal, 0, n, 4), n < 4 ? n * (n + 1) / 2 : 10 + 4 * (n - 4));
    assert_int_equal(mask_pair_count(&causal, n > 0 ? n - 1 : 0, n > 0, n), n);
    if (n > 3) assert_int_equal(mask_pair_count(&window, 0, n, n), n * 7 - 3 * 4);
  }
}

/* Rule: every value of the menu of kinds but own has a picture, whose numbers lie within −1 … 1 and
** within its sign. Bent steps and mistakes stand in a menu of words. */
static void every_value_has_a_picture(void **state) {
  (void)state;
  for (int setting = 0; setting < KIND_SCALE; setting++)
    for (int value = 0; value < kind_value_count((KindSetting)setting); value++) {
      AttentionKind kind = {0};
      KindPicture picture;
      const KindValue *row = kind_value((KindSetting)setting, value);
      kind.of[setting] = value;
      for (int i = 0; i < row->number_count; i++) kind.numbers[setting][i] = row->numbers[i].start;
      assert_int_equal(kind_picture(&kind, (KindSetting)setting, &picture), value != KIND_OWN);
      if (value == KIND_OWN) continue;
      assert_true(picture.rows > 0 && picture.cols > 0);
      for (int i = 0; i < picture.rows * picture.cols; i++) {
        assert_true(fabsf(picture.cells[i]) <= 1);
        assert_true(picture.is_signed || picture.cells[i] >= 0);
      }
    }
}

/* Rule (M-47): in the picture of ALiBi a score falls by the same for each place. */
static void alibi_falls_with_the_distance(void **state) {
  (void)state;
  AttentionKind kind = {0};
  KindPicture picture;
  kind.of[KIND_POSITIONS] = POSITIONS_ALIBI;
  assert_true(kind_picture(&kind, KIND_POSITIONS, &picture) && picture.is_signed);
  for (int query = 0; query < picture.rows; query++)
    for (int key = 0; key < picture.cols; key++)
      assert_float_equal(picture.cells[query * picture.cols + key], -(float)abs(query - key) / 7,
                         1e-6f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mask_is_shown_as_it_sees), cmocka_unit_test(pairs_are_counted),
      cmocka_unit_test(every_value_has_a_picture), cmocka_unit_test(alibi_falls_with_the_distance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
