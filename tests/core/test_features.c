/* Attention by random features (M-59): against numbers computed with NumPy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/features.h"
#include "support/reference.h"

static const double tolerance = 2e-6; /* of the largest value */

static MaskView hidden_of(Arena *arena, const json_t *rows) {
  int count = (int)json_array_size(rows);
  int cols = (int)json_array_size(json_array_get(rows, 0));
  unsigned char *hidden = arena_take(arena, (size_t)count * (size_t)cols, 1);
  for (int row = 0; row < count; row++)
    for (int col = 0; col < cols; col++)
      hidden[row * cols + col] = (unsigned char)json_integer_value(
          json_array_get(json_array_get(rows, (size_t)row), (size_t)col));
  return (MaskView){hidden, count, cols, cols};
}

typedef struct Case {
  Features features;
  FeatureInputs inputs;
  double *room;
} Case;

static MatView floats(Arena *arena, const json_t *root, const char *key) {
  return mat_view(reference_floats(arena, json_object_get(root, key)));
}

static Case case_of(Arena *arena, const json_t *root) {
  MatView omega = floats(arena, root, "omega"), v = floats(arena, root, "v");
  Case made = {.features = {omega, sqrt(omega.cols), false},
               .inputs = {floats(arena, root, "q"), floats(arena, root, "k"), v, {NULL, NULL}}};
  MaskView mask = hidden_of(arena, json_object_get(root, "hidden"));
  int *ends = arena_take(arena, (size_t)mask.rows, sizeof *ends);
  unsigned char *left_out = arena_take(arena, (size_t)mask.cols, 1);
  assert_true(features_can_mask(mask, ends, left_out));
  made.inputs.keys = (FeatureKeys){ends, left_out};
  made.room = arena_take(arena, features_room(omega.rows, v.cols), sizeof *made.room);
  return made;
}

static void check_case(Arena *arena, const json_t *root) {
  const char *name = json_string_value(json_object_get(root, "name"));
  Case it = case_of(arena, root);
  int queries = it.inputs.q.rows, keys = it.inputs.k.rows;
  Mat output = reference_empty(arena, queries, it.inputs.v.cols);
  Mat weights = reference_empty(arena, queries, keys);
  features_output(&it.features, &it.inputs, 0, it.room, output);
  assert_near(name, mat_view(output), reference_matrix(arena, json_object_get(root, "output")),
              tolerance);
  for (int first = 0; first < queries; first += FEATURES_BAND) {
    int rows = queries - first < FEATURES_BAND ? queries - first : FEATURES_BAND;
    features_weights(&it.features, &it.inputs, first, it.room, mat_rows(weights, first, rows));
  }
  assert_near(name, mat_view(weights), reference_matrix(arena, json_object_get(root, "weights")),
              tolerance);
  if (!json_object_get(root, "features_q")) return;
  Mat of_q = reference_empty(arena, queries, it.features.omega.rows);
  Mat of_k = reference_empty(arena, keys, it.features.omega.rows);
  features_fill(&it.features, it.inputs.q, of_q);
  features_fill(&it.features, it.inputs.k, of_k);
  assert_near(name, mat_view(of_q), reference_matrix(arena, json_object_get(root, "features_q")),
              tolerance);
  assert_near(name, mat_view(of_k), reference_matrix(arena, json_object_get(root, "features_k")),
              tolerance);
}

static void outputs_and_weights_are_those_of_the_formula(void **state) {
  (void)state;
  json_t *root = reference_load("approximate_fixture.json"), *one;
  size_t i;
  json_array_foreach(json_object_get(root, "features"), i, one) {
    Arena *arena = arena_make(0);
    check_case(arena, one);
    arena_free(arena);
  }
  json_decref(root);
}

/* Summed key by key: a row has the same bits when the queries before it are left out, and when there
** are more keys behind those it sees. */
static void a_row_depends_on_no_later_key(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  json_t *root = reference_load("approximate_fixture.json");
  const json_t *all = json_object_get(root, "features");
  Case it = case_of(arena, json_array_get(all, json_array_size(all) - 1));
  int rows = it.inputs.q.rows, cols = it.inputs.v.cols;
  Mat whole = reference_empty(arena, rows, cols), some = reference_empty(arena, rows, cols);
  features_output(&it.features, &it.inputs, 0, it.room, whole);
  features_output(&it.features, &it.inputs, 40, it.room, mat_rows(some, 40, rows - 40));
  for (int row = 40; row < rows; row++)
    assert_memory_equal(mat_row_of(whole, row), mat_row_of(some, row),
                        (size_t)cols * sizeof(float));
  FeatureInputs shorter = it.inputs;
  shorter.q = mat_view_rows(it.inputs.q, 0, 50);
  shorter.k = mat_view_rows(it.inputs.k, 0, 50);
  shorter.v = mat_view_rows(it.inputs.v, 0, 50);
  features_output(&it.features, &shorter, 0, it.room, mat_rows(some, 0, 50));
  for (int row = 0; row < 50; row++)
    assert_memory_equal(mat_row_of(whole, row), mat_row_of(some, row),
                        (size_t)cols * sizeof(float));
  json_decref(root);
  arena_free(arena);
}

static void masks_with_gaps_cannot_be_summed(void **state) {
  (void)state;
  static const unsigned char window[] = {0, 0, 1, 0, 0, 0, 1, 0, 0};
  static const unsigned char falling[] = {0, 0, 0, 0, 0, 1, 0, 1, 1};
  static const unsigned char gap[] = {0, 1, 0, 0, 0, 0, 0, 0, 0};
  int ends[3];
  unsigned char left_out[3];
  assert_false(features_can_mask((MaskView){window, 3, 3, 3}, ends, left_out));
  assert_false(features_can_mask((MaskView){falling, 3, 3, 3}, ends, left_out));
  assert_false(features_can_mask((MaskView){gap, 3, 3, 3}, ends, left_out));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outputs_and_weights_are_those_of_the_formula),
      cmocka_unit_test(a_row_depends_on_no_later_key),
      cmocka_unit_test(masks_with_gaps_cannot_be_summed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
