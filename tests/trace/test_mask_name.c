/* M-05: a mask read from its name hides the same cells as an independent program by the definition
** of its parts, written as a whole or asked for one cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/reference.h"
#include "trace/mask_name.h"

static void check_case(const json_t *one) {
  const char *name = json_string_value(json_object_get(one, "mask"));
  int first = (int)json_integer_value(json_object_get(one, "first"));
  Arena *arena = arena_make(0);
  MaskView wanted = reference_mask(arena, json_object_get(one, "visible"));
  unsigned char hidden[81];
  MaskParts parts;
  assert_true(wanted.rows * wanted.cols <= 81);
  assert_true(mask_name_read(str_from(name), 1024, &parts, NULL));
  mask_fill(&parts, first, hidden, wanted.rows, wanted.cols);
  for (int i = 0; i < wanted.rows; i++)
    for (int key = 0; key < wanted.cols; key++) {
      bool hides = mask_hides(wanted, i, key);
      if (hidden[i * wanted.cols + key] != hides ||
          mask_sees(&parts, first + i, key, wanted.cols) == hides)
        fail_msg("%s: query %d at place %d, key %d of %d", name, i, first + i, key, wanted.cols);
    }
  arena_free(arena);
}

static void joined_parts_hide_what_the_reference_hides(void **state) {
  (void)state;
  json_t *cases = reference_load("mask_fixtures.json"), *one;
  size_t i;
  assert_true(json_array_size(cases) >= 150);
  json_array_foreach(cases, i, one) check_case(one);
  json_decref(cases);
}

/* Longer than the reference: rows written in ranges equal cells asked one by one. */
static void rows_equal_cells(void **state) {
  (void)state;
  enum { KEYS = 200 };
  static const char *const masks[] = {"dilated:5:7 random:9:seed:2 global:150",
                                      "causal blocks:32 random:40", "window:60 padding:30",
                                      "random:1024", "prefix:64 random:3 dilated:1024:1"};
  static unsigned char hidden[KEYS * KEYS];
  for (int i = 0; i < 5; i++) {
    MaskParts parts;
    assert_true(mask_name_read(str_from(masks[i]), 1024, &parts, NULL));
    mask_fill(&parts, 0, hidden, KEYS, KEYS);
    for (int cell = 0; cell < KEYS * KEYS; cell++)
      if (hidden[cell] == mask_sees(&parts, cell / KEYS, cell % KEYS, KEYS))
        fail_msg("%s: query %d, key %d", masks[i], cell / KEYS, cell % KEYS);
  }
}

/* M-05: random shows exactly as many keys as it should; under a causal order a row does not change
** while the sentence grows, and each key is drawn about equally often. */
static void random_draws_as_many_as_it_says(void **state) {
  (void)state;
  enum { KEYS = 60, SEATS = 4, SEEDS = 500 };
  static unsigned char hidden[KEYS * KEYS], shorter[(KEYS - 1) * (KEYS - 1)];
  int seen_last_row[KEYS] = {0};
  MaskParts parts = mask_only(MASK_RANDOM, SEATS);
  parts.named |= 1u << MASK_CAUSAL;
  for (int seed = 0; seed < SEEDS; seed++) {
    parts.random_seed = (uint64_t)seed;
    mask_fill(&parts, 0, hidden, KEYS, KEYS);
    mask_fill(&parts, 0, shorter, KEYS - 1, KEYS - 1);
    for (int query = 0; query < KEYS; query++) {
      const unsigned char *row = hidden + query * KEYS;
      int seen = 0;
      for (int key = 0; key < KEYS; key++) seen += !row[key];
      assert_int_equal(seen, query < SEATS ? query + 1 : SEATS);
      if (query < KEYS - 1) assert_memory_equal(row, shorter + query * (KEYS - 1), KEYS - 1);
    }
    for (int key = 0; key < KEYS; key++) seen_last_row[key] += !hidden[(KEYS - 1) * KEYS + key];
  }
  /* 33 of 500 are expected, with a deviation below 6. */
  for (int key = 0; key < KEYS; key++)
    assert_true(seen_last_row[key] > 8 && seen_last_row[key] < 64);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joined_parts_hide_what_the_reference_hides),
      cmocka_unit_test(rows_equal_cells),
      cmocka_unit_test(random_draws_as_many_as_it_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
