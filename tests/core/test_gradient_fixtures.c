/* Every gradient (M-20 to M-29, M-76) against those PyTorch's autograd made. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/attention.h"
#include "core/backward.h"
#include "core/embedding.h"
#include "core/loss.h"
#include "core/linear.h"
#include "core/rotary.h"
#include "support/reference.h"

static const double tolerance = 1e-4; /* of the largest value */
static const float epsilon = 1e-5f;

enum { MOST_ROWS = 32 };

typedef struct Case {
  Arena *arena;
  const json_t *root;
  const char *name;
} Case;

static MatView take(const Case *of, const char *key) {
  return mat_view(reference_floats(of->arena, json_object_get(of->root, key)));
}

static Mat empty_like(const Case *of, MatView m) {
  return reference_empty(of->arena, m.rows, m.cols);
}

static Mat zero_like(const Case *of, MatView m) {
  Mat zero = empty_like(of, m);
  memset(zero.at, 0, (size_t)m.rows * (size_t)m.cols * sizeof *zero.at);
  return zero;
}

static void expect(const Case *of, const char *key, Mat got) {
  char what[160];
  snprintf(what, sizeof what, "%s: %s", of->name, key);
  assert_near(what, mat_view(got), reference_matrix(of->arena, json_object_get(of->root, key)),
              tolerance);
}

static void check_linear(const Case *of) {
  MatView x = take(of, "x"), w = take(of, "w");
  Mat dx = empty_like(of, x), dw = zero_like(of, w), d_bias = zero_like(of, take(of, "b"));
  linear_backward(x, w, take(of, "dy"), dx, dw, d_bias.at);
  expect(of, "d_x", dx);
  expect(of, "d_w", dw);
  expect(of, "d_b", d_bias);
}

static void check_attention(const Case *of) {
  MatView q = take(of, "q"), k = take(of, "k"), v = take(of, "v");
  MaskView mask = reference_mask(of->arena, json_object_get(of->root, "visible"));
  Mat weights = reference_empty(of->arena, q.rows, k.rows), d = empty_like(of, mat_view(weights));
  Mat dq = empty_like(of, q), dk = empty_like(of, k), dv = empty_like(of, v);
  attn_scores(q, k, weights);
  attn_scale(mat_view(weights), q.cols, weights);
  attn_mask(mat_view(weights), mask, weights);
  attn_weights(mat_view(weights), weights, NULL);
  attn_output_backward(mat_view(weights), v, take(of, "dy"), d, dv);
  expect(of, "d_weights", d);
  attn_weights_backward(mat_view(weights), mat_view(d), d);
  attn_mask_backward(mat_view(d), mask, d);
  expect(of, "d_scaled", d);
  attn_scale_backward(mat_view(d), q.cols, d);
  expect(of, "d_scores", d);
  attn_scores_backward(q, k, mat_view(d), dq, dk);
  expect(of, "d_q", dq);
  expect(of, "d_k", dk);
  expect(of, "d_v", dv);
}

static void check_norm(const Case *of) {
  MatView x = take(of, "x"), gain = take(of, "gain");
  Mat dx = empty_like(of, x), d_gain = zero_like(of, gain), d_bias = zero_like(of, gain);
  norm_layer_backward(x, (NormGain){gain.at, d_gain.at, d_bias.at}, epsilon, take(of, "dy"), dx);
  expect(of, "d_x", dx);
  expect(of, "d_gain", d_gain);
  expect(of, "d_bias", d_bias);
}

static void check_bend(const Case *of, void (*backward)(MatView x, MatView dy, Mat dx)) {
  MatView x = take(of, "x");
  Mat dx = empty_like(of, x);
  backward(x, take(of, "dy"), dx);
  expect(of, "d_x", dx);
}

static void check_relu(const Case *of) { check_bend(of, activation_relu_backward); }
static void check_gelu(const Case *of) { check_bend(of, activation_gelu_backward); }
static void check_gelu_tanh(const Case *of) { check_bend(of, activation_gelu_tanh_backward); }

static int take_ids(const Case *of, const char *key, int ids[MOST_ROWS]) {
  const json_t *list = json_object_get(of->root, key);
  int count = (int)json_array_size(list);
  assert_in_range(count, 1, MOST_ROWS);
  for (int i = 0; i < count; i++) ids[i] = (int)json_integer_value(json_array_get(list, (size_t)i));
  return count;
}

static void check_embedding(const Case *of) {
  int ids[MOST_ROWS];
  MatView table = take(of, "table"), dy = take(of, "dy");
  Mat d_table = zero_like(of, table), x = empty_like(of, dy);
  float scale = (float)json_number_value(json_object_get(of->root, "scale"));
  assert_int_equal(take_ids(of, "ids", ids), dy.rows);
  embedding_rows(table, ids, scale, x);
  for (int row = 0; row < x.rows; row++)
    for (int col = 0; col < x.cols; col++)
      assert_true(mat_get(mat_view(x), row, col) == scale * mat_get(table, ids[row], col));
  embedding_rows_backward(dy, ids, scale, d_table);
  expect(of, "d_table", d_table);
}

static void check_rotary(const Case *of) {
  RotaryTurn turns[MOST_ROWS * MOST_ROWS];
  MatView x = take(of, "x");
  Mat dx = empty_like(of, x);
  const Rotary rotary = {(int)json_integer_value(json_object_get(of->root, "base")),
                         json_is_true(json_object_get(of->root, "interleaved"))};
  assert_in_range(x.rows * x.cols / 2, 1, MOST_ROWS * MOST_ROWS);
  rotary_turns(rotary, x.cols, x.rows, turns);
  rotary_turn_backward(rotary, turns, take(of, "dy"), dx);
  expect(of, "d_x", dx);
}

static void check_cross_entropy(const Case *of) {
  int targets[MOST_ROWS];
  Mat logits = reference_floats(of->arena, json_object_get(of->root, "logits"));
  int counted = (int)json_integer_value(json_object_get(of->root, "counted"));
  double loss = json_number_value(json_object_get(of->root, "loss"));
  assert_int_equal(take_ids(of, "targets", targets), logits.rows);
  CrossEntropy got = cross_entropy_backward(logits, targets, 1.0f / (float)counted);
  assert_int_equal(got.counted, counted);
  assert_int_equal(got.right, json_integer_value(json_object_get(of->root, "right")));
  assert_true(fabs(got.loss_sum / counted - loss) <= 1e-6 * (1.0 + fabs(loss)));
  expect(of, "d_logits", logits);
}

static const struct {
  const char *operation;
  void (*check)(const Case *of);
} checks[] = {
    {"linear", check_linear},       {"attention", check_attention},
    {"layer norm", check_norm},     {"relu", check_relu},
    {"gelu", check_gelu},           {"gelu by tanh", check_gelu_tanh},
    {"embedding", check_embedding}, {"cross-entropy", check_cross_entropy},
    {"rotary", check_rotary},
};

enum { CHECK_COUNT = sizeof checks / sizeof checks[0] };

static int check_of(const json_t *root) {
  const char *operation = json_string_value(json_object_get(root, "operation"));
  for (int i = 0; i < CHECK_COUNT; i++)
    if (strcmp(checks[i].operation, operation) == 0) return i;
  fail_msg("no check for %s", operation);
  return -1;
}

static void gradients_equal_pytorch(void **state) {
  (void)state;
  json_t *file = reference_load("gradient_fixtures.json");
  const json_t *root;
  int checked[CHECK_COUNT] = {0};
  size_t i;
  json_array_foreach(json_object_get(file, "cases"), i, root) {
    Case of = {arena_make(0), root, json_string_value(json_object_get(root, "name"))};
    int index = check_of(root);
    checks[index].check(&of);
    checked[index]++;
    arena_free(of.arena);
  }
  for (int index = 0; index < CHECK_COUNT; index++) assert_true(checked[index] > 0);
  json_decref(file);
}

/* Positions without a target become 0 and count for nothing; of equal logits the first is the
** answer; a loss far from 0 is not lost to rounding. */
static void cross_entropy_counts_what_is_asked(void **state) {
  (void)state;
  float logits[] = {9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 200, 0};
  const int targets[] = {TARGET_NONE, 0, 1, 0};
  CrossEntropy got = cross_entropy_backward((Mat){logits, 4, 3, 3}, targets, 0.5f);
  assert_int_equal(got.counted, 3);
  assert_int_equal(got.right, 1);
  assert_true(fabs(got.loss_sum - (2.0 * log(3.0) + 200.0)) < 1e-5);
  for (int c = 0; c < 3; c++) assert_true(logits[c] == 0.0f);
  assert_true(fabs((double)logits[3] + 1.0 / 3.0) < 1e-6);
  assert_true(logits[9] == -0.5f && logits[10] == 0.5f && logits[11] == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_equal_pytorch),
      cmocka_unit_test(cross_entropy_counts_what_is_asked),
  };
  linear_use_one_thread();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
