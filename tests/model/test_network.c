/* tests/model/test_network.c -- the flat array of a network has no gap and no number twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/network.h"

#define SIZES(layers, heads, wide, inner, words)                                                   \
  .layer_count = (layers), .head_count = (heads), .d_model = (wide), .d_ff = (inner),              \
  .word_count = (words)

static const NetworkShape shapes[] = {{SIZES(2, 4, 64, 128, 300)},
                                      {SIZES(1, 1, 8, 0, 5), .mask = {.named = 1u << MASK_CAUSAL}},
                                      {SIZES(4, 8, 128, 512, 4096), .key_head_count = 2},
                                      {SIZES(3, 3, 9, 1, 1), .key_head_count = 1}};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

static size_t numbers_of(NetworkTensor tensor) {
  return (size_t)(tensor.rows ? tensor.rows : 1) * (size_t)tensor.cols;
}

static void tensors_follow_each_other_without_a_gap(void **state) {
  (void)state;
  for (int s = 0; s < SHAPE_COUNT; s++) {
    size_t next = 0;
    for (int i = 0; i < network_tensor_count(&shapes[s]); i++) {
      NetworkTensor tensor = network_tensor(&shapes[s], i);
      assert_int_equal(tensor.first, next);
      assert_int_equal(tensor.decays, tensor.rows > 0); /* matrices decay, vectors do not */
      next += numbers_of(tensor);
    }
    assert_int_equal(network_number_count(&shapes[s]), next);
  }
}

static size_t place_of(const NetworkShape *shape, const char *name) {
  for (int i = 0; i < network_tensor_count(shape); i++) {
    NetworkTensor tensor = network_tensor(shape, i);
    if (strcmp(tensor.name, name) == 0) return tensor.first;
  }
  fail_msg("no tensor %s", name);
  return 0;
}

static void a_network_points_where_the_names_say(void **state) {
  (void)state;
  static float numbers[1];
  for (int s = 0; s < SHAPE_COUNT; s++) {
    const NetworkShape *shape = &shapes[s];
    Network network = network_over(shape, numbers);
    const NetworkLayer *layer = &network.layers[0];
    assert_ptr_equal(network.embedding.at, numbers);
    assert_true(layer->w_q.at == numbers + place_of(shape, "layers.0.w_q"));
    assert_true(layer->w_o.at == numbers + place_of(shape, "layers.0.w_o"));
    assert_true(layer->norm_1_gain == numbers + place_of(shape, "layers.0.norm_1.gain"));
    assert_true(layer->norm_1_bias == numbers + place_of(shape, "layers.0.norm_1.bias"));
    assert_true(network.logits_bias == numbers + place_of(shape, "logits.bias"));
    if (shape->d_ff == 0) {
      assert_null(layer->w_1.at);
      continue;
    }
    assert_true(layer->w_1.at == numbers + place_of(shape, "layers.0.w_1"));
    assert_true(layer->b_1 == numbers + place_of(shape, "layers.0.b_1"));
    assert_true(layer->w_2.at == numbers + place_of(shape, "layers.0.w_2"));
    assert_int_equal(layer->w_2.rows, shape->d_ff);
    assert_true(layer->b_2 == numbers + place_of(shape, "layers.0.b_2"));
    assert_true(layer->norm_2_gain == numbers + place_of(shape, "layers.0.norm_2.gain"));
    assert_true(layer->norm_2_bias == numbers + place_of(shape, "layers.0.norm_2.bias"));
  }
}

/* embedding V·E + bias V + per layer 4 E² + 2 E (+ 2 E F + F + E + 2 E with an MLP). */
static void the_count_is_the_sum_of_the_formula(void **state) {
  (void)state;
  assert_int_equal(network_number_count(&shapes[0]),
                   300 * 64 + 300 + 2 * (4 * 64 * 64 + 2 * 64 + 2 * 64 * 128 + 128 + 64 + 2 * 64));
  assert_int_equal(network_number_count(&shapes[1]), 5 * 8 + 5 + 4 * 64 + 16);
}

static void check_refused(NetworkShape shape, const char *part) {
  Status status = {0};
  assert_false(network_check(&shape, &status));
  if (!strstr(status.sentence, part)) fail_msg("“%s” lacks “%s”", status.sentence, part);
}

static void impossible_sizes_are_named_with_what_is_allowed(void **state) {
  (void)state;
  for (int s = 0; s < SHAPE_COUNT; s++) assert_true(network_check(&shapes[s], NULL));
  check_refused((NetworkShape){SIZES(0, 4, 64, 0, 9)}, "layers is 0; allowed are 1 to 4");
  check_refused((NetworkShape){SIZES(5, 4, 64, 0, 9)}, "layers is 5");
  check_refused((NetworkShape){SIZES(1, 9, 72, 0, 9)}, "heads is 9; allowed are 1 to 8");
  check_refused((NetworkShape){SIZES(1, 1, 7, 0, 9)}, "d_model is 7; allowed are 8 to 128");
  check_refused((NetworkShape){SIZES(1, 1, 129, 0, 9)}, "d_model is 129");
  check_refused((NetworkShape){SIZES(1, 1, 8, -1, 9)}, "d_ff is -1; allowed are 0 to 512");
  check_refused((NetworkShape){SIZES(1, 1, 8, 0, 0)}, "words is 0; allowed are 1 to 4096");
  check_refused((NetworkShape){SIZES(1, 3, 64, 0, 9)},
                "heads is 3, which does not divide d_model 64");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tensors_follow_each_other_without_a_gap),
      cmocka_unit_test(a_network_points_where_the_names_say),
      cmocka_unit_test(the_count_is_the_sum_of_the_formula),
      cmocka_unit_test(impossible_sizes_are_named_with_what_is_allowed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
