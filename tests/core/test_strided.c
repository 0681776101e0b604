/* M-91: shapes, strides, views and copies as PyTorch has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/strided.h"
#include "support/reference.h"

enum { NUMBERS_MOST = 64 };

/* A tensor with its memory. */
typedef struct Held {
  Strided tensor;
  int memory[NUMBERS_MOST];
} Held;

static int read_numbers(const json_t *array, size_t from, int *numbers) {
  int count = 0;
  for (size_t i = from; i < json_array_size(array); i++)
    numbers[count++] = (int)json_integer_value(json_array_get(array, i));
  return count;
}

static void copy(Held *held) {
  int from[NUMBERS_MOST];
  memcpy(from, held->memory, sizeof from);
  strided_copy(&held->tensor, from, held->memory);
  held->tensor = strided_packed(held->tensor.shape, held->tensor.axes);
}

/* False: a view is refused. */
static bool run(Held *held, const json_t *operation, bool *is_copied) {
  const char *name = json_string_value(json_array_get(operation, 0));
  int numbers[STRIDED_AXES_MOST], count = read_numbers(operation, 1, numbers);
  *is_copied = false;
  if (strcmp(name, "transpose") == 0) {
    held->tensor = strided_transposed(&held->tensor, numbers[0], numbers[1]);
    return true;
  }
  if (strcmp(name, "contiguous") == 0) {
    *is_copied = !strided_is_contiguous(&held->tensor);
    if (*is_copied) copy(held);
    return true;
  }
  Strided before = held->tensor;
  if (strided_view(&before, numbers, count, &held->tensor)) return true;
  if (strcmp(name, "view") == 0) return false;
  *is_copied = true;
  copy(held);
  held->tensor = strided_packed(numbers, count);
  return true;
}

static void assert_state(const Held *held, const json_t *step) {
  int shape[STRIDED_AXES_MOST], strides[STRIDED_AXES_MOST], numbers[NUMBERS_MOST];
  int axes = read_numbers(json_object_get(step, "shape"), 0, shape);
  read_numbers(json_object_get(step, "strides"), 0, strides);
  int count = read_numbers(json_object_get(step, "numbers"), 0, numbers);
  assert_int_equal(held->tensor.axes, axes);
  assert_int_equal(strided_count(&held->tensor), count);
  for (int a = 0; a < axes; a++) {
    assert_int_equal(held->tensor.shape[a], shape[a]);
    /* the stride of an axis of size 1 is never used */
    if (shape[a] > 1) assert_int_equal(held->tensor.stride[a], strides[a]);
  }
  assert_int_equal(strided_is_contiguous(&held->tensor),
                   json_is_true(json_object_get(step, "contiguous")));
  for (int i = 0; i < count; i++)
    assert_int_equal(held->memory[strided_address(&held->tensor, i)], numbers[i]);
}

static void chains_are_those_of_pytorch(void **state) {
  (void)state;
  json_t *fixture = reference_load("experiment_fixture.json"), *chain, *step;
  size_t i, k, refused = 0, copied = 0;
  json_array_foreach(json_object_get(fixture, "chains"), i, chain) {
    Held held = {.tensor = {.axes = 0}};
    json_array_foreach(chain, k, step) {
      bool is_copied = false;
      if (k == 0) {
        int shape[STRIDED_AXES_MOST], axes = read_numbers(json_object_get(step, "shape"), 0, shape);
        held.tensor = strided_packed(shape, axes);
        for (int n = 0; n < strided_count(&held.tensor); n++) held.memory[n] = n + 1;
      } else if (!run(&held, json_object_get(step, "operation"), &is_copied)) {
        assert_true(json_is_true(json_object_get(step, "refused")));
        refused++;
        continue;
      }
      assert_null(json_object_get(step, "refused"));
      assert_int_equal(is_copied, json_is_true(json_object_get(step, "copied")));
      copied += is_copied;
      assert_state(&held, step);
    }
  }
  assert_true(refused > 0 && copied > 3);
  json_decref(fixture);
}

/* The row of the table of systems: strides (3, 1), transposed (1, 3). */
static void a_matrix_and_its_transpose(void **state) {
  (void)state;
  const int shape[] = {2, 3};
  Strided matrix = strided_packed(shape, 2), turned = strided_transposed(&matrix, 0, 1);
  assert_true(matrix.stride[0] == 3 && matrix.stride[1] == 1 && strided_is_contiguous(&matrix));
  assert_true(turned.stride[0] == 1 && turned.stride[1] == 3 && !strided_is_contiguous(&turned));
  assert_int_equal(strided_address(&turned, 1), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_are_those_of_pytorch),
      cmocka_unit_test(a_matrix_and_its_transpose),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
