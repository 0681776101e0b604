/* The five stages against the reference numbers (M-03 to M-09), shapes and masks of every kind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/attention.h"
#include "core/heads.h"
#include "core/linear.h"
#include "support/reference.h"

static const double tolerance = 1e-6; /* of the largest value */

typedef struct Stages {
  Mat scores, scaled, masked, weights, output;
} Stages;

static Stages run_stages(Arena *arena, MatView q, MatView k, MatView v, MaskView mask) {
  Stages s = {.output = reference_empty(arena, q.rows, v.cols)};
  Mat *square[] = {&s.scores, &s.scaled, &s.masked, &s.weights};
  for (int i = 0; i < 4; i++) *square[i] = reference_empty(arena, q.rows, k.rows);
  attn_scores(q, k, s.scores);
  attn_scale(mat_view(s.scores), q.cols, s.scaled);
  attn_mask(mat_view(s.scaled), mask, s.masked);
  attn_weights(mat_view(s.masked), s.weights, NULL);
  attn_output(mat_view(s.weights), v, s.output);
  return s;
}

/* item < 0: the matrices stand alone, else they are item `item` of a batch. */
static const json_t *part(const json_t *root, const char *key, int item) {
  const json_t *value = json_object_get(root, key);
  return item < 0 ? value : json_array_get(value, (size_t)item);
}

static void compare_stages(Arena *arena, const char *name, const Stages *s, const json_t *root,
                           int item) {
  const char *keys[] = {"scores", "scaled", "masked", "weights", "output"};
  const Mat got[] = {s->scores, s->scaled, s->masked, s->weights, s->output};
  for (int i = 0; i < 5; i++) {
    char what[128];
    snprintf(what, sizeof what, "%s: %s", name, keys[i]);
    assert_near(what, mat_view(got[i]), reference_matrix(arena, part(root, keys[i], item)),
                tolerance);
  }
}

static void check_case(const char *name, const json_t *root, const char *mask_key, int item) {
  Arena *arena = arena_make(0);
  MatView q = mat_view(reference_floats(arena, part(root, "q", item)));
  MatView k = mat_view(reference_floats(arena, part(root, "k", item)));
  MatView v = mat_view(reference_floats(arena, part(root, "v", item)));
  Stages s = run_stages(arena, q, k, v, reference_mask(arena, json_object_get(root, mask_key)));
  compare_stages(arena, name, &s, root, item);
  arena_free(arena);
}

static void stages_equal_the_cases(void **state) {
  (void)state;
  json_t *root = reference_load("attention_cases.json"), *value;
  const char *name;
  int cases = 0;
  json_object_foreach(root, name, value) for (int item = 0; item < 2; item++, cases++)
      check_case(name, value, "mask", item);
  assert_int_equal(cases, 10);
  json_decref(root);
}

static void stages_equal_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json"), *value;
  const json_t *cases = json_object_get(root, "attention");
  size_t i;
  assert_true(json_array_size(cases) >= 14);
  json_array_foreach(cases, i, value)
      check_case(json_string_value(json_object_get(value, "name")), value, "visible", -1);
  json_decref(root);
}

static void check_mask_kind(Arena *arena, const json_t *one) {
  static const char *const names[MASK_PART_COUNT] = {
      [MASK_CAUSAL] = "causal",
      [MASK_PREFIX] = "prefix",
      [MASK_WINDOW] = "window",
      [MASK_PADDING] = "padding",
  };
  const char *wanted = json_string_value(json_object_get(one, "kind"));
  int size = (int)json_integer_value(json_object_get(one, "size")), part = 0;
  while (part < MASK_PART_COUNT && (!names[part] || strcmp(names[part], wanted) != 0)) part++;
  MaskParts parts = {0};
  if (strcmp(wanted, "none") != 0) parts = mask_only((MaskPart)part, size);
  MaskView expected = reference_mask(arena, json_object_get(one, "visible"));
  size_t count = (size_t)expected.rows * (size_t)expected.cols;
  unsigned char *hidden = arena_take(arena, count, 1);
  mask_fill(&parts, 0, hidden, expected.rows, expected.cols);
  assert_memory_equal(hidden, expected.hidden, count);
}

/* M-05: each kind hides what an independent formula hides. */
static void mask_kinds_equal_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("attention_fixtures.json"), *value;
  Arena *arena = arena_make(0);
  size_t i;
  json_array_foreach(json_object_get(root, "attention"), i,
                     value) if (!json_is_true(json_object_get(value, "row_hidden")))
      check_mask_kind(arena, value);
  arena_free(arena);
  json_decref(root);
}

/* One part after the other takes keys away from rows that saw all of them. size below 0: the part
** is not named; causal and prefix are one, since they exclude each other. */
static void take_keys_away(int order, int window, int padding, unsigned char *hidden, int rows,
                           int cols) {
  memset(hidden, 0, (size_t)rows * (size_t)cols);
  for (int query = 0; query < rows; query++) {
    unsigned char *row = hidden + query * cols;
    int first_later = query + 1 > order ? query + 1 : order;
    for (int key = first_later; order >= 0 && key < cols; key++) row[key] = 1;
    for (int key = 0; window >= 0 && key < query - window && key < cols; key++) row[key] = 1;
    for (int key = query + window + 1; window >= 0 && key < cols; key++) row[key] = 1;
    for (int key = cols - 1; padding >= 0 && key >= 0 && key >= cols - padding; key--) row[key] = 1;
  }
}

/* M-05: (local or all) and causal and not padded, for every combination. Order 0 is causal. */
static void check_joined(int order, int window, int padding, int rows, int cols) {
  enum { CELLS_MOST = 49 };
  unsigned char wanted[CELLS_MOST], hidden[CELLS_MOST];
  MaskParts parts = {0};
  MaskPart first = order > 0 ? MASK_PREFIX : MASK_CAUSAL;
  parts.size[MASK_PREFIX] = order;
  parts.size[MASK_WINDOW] = window;
  parts.size[MASK_PADDING] = padding;
  parts.named = (order >= 0 ? 1u << first : 0) | (window >= 0 ? 1u << MASK_WINDOW : 0) |
                (padding >= 0 ? 1u << MASK_PADDING : 0);
  take_keys_away(order, window, padding, wanted, rows, cols);
  mask_fill(&parts, 0, hidden, rows, cols);
  if (memcmp(hidden, wanted, (size_t)rows * (size_t)cols) != 0)
    fail_msg("order %d window %d padding %d of %d × %d", order, window, padding, rows, cols);
}

static void parts_joined_hide_what_any_of_them_hides(void **state) {
  (void)state;
  static const int shapes[][2] = {{1, 1}, {6, 6}, {7, 7}, {3, 7}, {7, 4}, {0, 0}};
  for (int shape = 0; shape < 6; shape++)
    for (int order = -1; order <= 8; order++)
      for (int window = -1; window <= 8; window++)
        for (int padding = -1; padding <= 8; padding++)
          check_joined(order, window, padding, shapes[shape][0], shapes[shape][1]);
}

/* A sliding window of n keys, as Mistral has it: each token sees itself and the n − 1 before. */
static void causal_with_a_window_slides(void **state) {
  (void)state;
  enum { TOKENS = 9, SEEN = 4 };
  unsigned char hidden[TOKENS * TOKENS];
  MaskParts parts = mask_only(MASK_WINDOW, SEEN - 1);
  parts.named |= 1u << MASK_CAUSAL;
  mask_fill(&parts, 0, hidden, TOKENS, TOKENS);
  for (int query = 0; query < TOKENS; query++) {
    int count = 0, last = -1;
    for (int key = 0; key < TOKENS; key++)
      if (!hidden[query * TOKENS + key]) count++, last = key;
    assert_int_equal(last, query);
    assert_int_equal(count, query < SEEN ? query + 1 : SEEN);
  }
}

static void fill_one(MaskPart part, int size, unsigned char *hidden, int rows, int cols) {
  const MaskParts parts = mask_only(part, size);
  mask_fill(&parts, 0, hidden, rows, cols);
}

static void mask_sizes_beyond_the_matrix_mean_all_or_nothing(void **state) {
  (void)state;
  unsigned char hidden[6];
  fill_one(MASK_PADDING, 99, hidden, 2, 3);
  for (int i = 0; i < 6; i++) assert_int_equal(hidden[i], 1);
  fill_one(MASK_PADDING, -5, hidden, 2, 3);
  for (int i = 0; i < 6; i++) assert_int_equal(hidden[i], 0);
  fill_one(MASK_PREFIX, 99, hidden, 2, 3);
  for (int i = 0; i < 6; i++) assert_int_equal(hidden[i], 0);
  fill_one(MASK_WINDOW, -1, hidden, 2, 3);
  for (int i = 0; i < 6; i++) assert_int_equal(hidden[i], 1);
}

/* M-02, M-08, M-09: projections, heads as column blocks, joined and projected again. */
static void heads_equal_the_reference(void **state) {
  (void)state;
  json_t *root = reference_load("multi_head.json");
  Arena *arena = arena_make(0);
  int heads = (int)json_integer_value(json_object_get(root, "n_heads"));
  MatView x = mat_view(reference_floats(arena, json_object_get(root, "x")));
  const char *weight_names[] = {"W_Q", "W_K", "W_V"};
  Mat projected[3], joined = reference_empty(arena, x.rows, x.cols), out = joined;
  unsigned char hidden[36];
  for (int i = 0; i < 3; i++) {
    MatView w = mat_view(reference_floats(arena, json_object_get(root, weight_names[i])));
    projected[i] = reference_empty(arena, x.rows, w.cols);
    linear(x, w, NULL, projected[i]);
  }
  assert_int_equal(x.rows, 6);
  fill_one(MASK_CAUSAL, 0, hidden, 6, 6);
  for (int head = 0; head < heads; head++) {
    MatView part_of[3];
    for (int i = 0; i < 3; i++) part_of[i] = heads_view(mat_view(projected[i]), head, heads);
    assert_near("Q", part_of[0], reference_matrix(arena, part(root, "Q", head)), tolerance);
    assert_near("V", part_of[2], reference_matrix(arena, part(root, "V", head)), tolerance);
    Stages s = run_stages(arena, part_of[0], part_of[1], part_of[2], (MaskView){hidden, 6, 6, 6});
    compare_stages(arena, "head", &s, root, head);
    attn_output(mat_view(s.weights), part_of[2], heads_part(joined, head, heads));
  }
  assert_near("concat", mat_view(joined), reference_matrix(arena, json_object_get(root, "concat")),
              tolerance);
  out = reference_empty(arena, x.rows, x.cols);
  linear(mat_view(joined), mat_view(reference_floats(arena, json_object_get(root, "W_O"))), NULL,
         out);
  assert_near("out", mat_view(out), reference_matrix(arena, json_object_get(root, "out")),
              tolerance);
  arena_free(arena);
  json_decref(root);
}

/* attn_scale, attn_mask and attn_weights may work in place and then give the same numbers. */
static void in_place_is_the_same(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  float q[] = {1, 0, 0, 1, 1, 1}, k[] = {1, 2, 3, 4, 5, 6}, v[] = {1, 0, 0, 1, 2, 2};
  unsigned char hidden[9];
  fill_one(MASK_CAUSAL, 0, hidden, 3, 3);
  MaskView mask = {hidden, 3, 3, 3};
  MatView vq = {q, 3, 2, 2}, vk = {k, 3, 2, 2}, vv = {v, 3, 2, 2};
  Stages apart = run_stages(arena, vq, vk, vv, mask);
  Mat one = reference_empty(arena, 3, 3);
  attn_scores(vq, vk, one);
  attn_scale(mat_view(one), 2, one);
  attn_mask(mat_view(one), mask, one);
  attn_weights(mat_view(one), one, NULL);
  assert_memory_equal(one.at, apart.weights.at, 9 * sizeof(float));
  assert_true(fabsf(apart.weights.at[4] - 0.80442971f) < 1e-6f);
  assert_true(fabsf(apart.output.at[4] - 1.88546491f) < 2e-6f);
  arena_free(arena);
}

/* A hidden cell is −inf whatever stood there, and a row hidden whole gives 0 and says so. */
static void hidden_numbers_do_not_matter(void **state) {
  (void)state;
  float scaled[] = {NAN, INFINITY, -INFINITY, 1.0f, 2.0f, NAN}, weights[6], output[2];
  const float v[] = {1e30f, 2, 3};
  unsigned char hidden[] = {1, 1, 1, 0, 0, 1};
  SoftmaxParts parts[2];
  Mat m = {scaled, 2, 3, 3}, w = {weights, 2, 3, 3}, o = {output, 2, 1, 1};
  attn_mask(mat_view(m), (MaskView){hidden, 2, 3, 3}, m);
  attn_weights(mat_view(m), w, parts);
  attn_output(mat_view(w), (MatView){v, 3, 1, 1}, o);
  for (int i = 0; i < 3; i++) assert_true(weights[i] == 0.0f);
  assert_true(parts[0].max == -INFINITY && parts[0].sum == 0.0f);
  assert_true(output[0] == 0.0f);
  assert_true(isfinite(output[1]) && weights[5] == 0.0f);
  assert_true(parts[1].max == 2.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stages_equal_the_cases),
      cmocka_unit_test(stages_equal_pytorch),
      cmocka_unit_test(mask_kinds_equal_pytorch),
      cmocka_unit_test(parts_joined_hide_what_any_of_them_hides),
      cmocka_unit_test(causal_with_a_window_slides),
      cmocka_unit_test(mask_sizes_beyond_the_matrix_mean_all_or_nothing),
      cmocka_unit_test(heads_equal_the_reference),
      cmocka_unit_test(in_place_is_the_same),
      cmocka_unit_test(hidden_numbers_do_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
