/* tests/model/test_demo_model.c -- the demonstration of kept keys gives every number of
** tests/reference/kv_cache_demo.json, step by step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "support/reference.h"
#include "trace/workings/cache_step.h"

static const double tolerance = 1e-6; /* the file has nine digits, the trace is float */

static void near_row(const char *what, const json_t *expected, const float *got, int count) {
  assert_int_equal(json_array_size(expected), count);
  for (int i = 0; i < count; i++) {
    double wanted = json_number_value(json_array_get(expected, (size_t)i));
    if (fabs(wanted - (double)got[i]) > tolerance)
      fail_msg("%s, place %d: %.9g instead of %.9g", what, i, (double)got[i], wanted);
  }
}

static void near_rows(const char *what, const json_t *expected, MatView got) {
  assert_true((int)json_array_size(expected) <= got.rows);
  for (size_t row = 0; row < json_array_size(expected); row++)
    near_row(what, json_array_get(expected, row), mat_row(got, (int)row), got.cols);
}

static void check_step(const Trace *trace, int prompt, const json_t *expected) {
  static const struct {
    const char *name;
    TracePart part;
  } rows[] = {{"q", TRACE_Q},
              {"scores", TRACE_SCORES},
              {"scaled", TRACE_SCALED},
              {"weights", TRACE_WEIGHTS},
              {"output", TRACE_OUTPUT}};
  int number = (int)json_integer_value(json_object_get(expected, "step"));
  CacheStep step = cache_step_of(trace, prompt, number);
  assert_int_equal(step.step, number - 1);
  assert_int_equal(step.row_count, json_integer_value(json_object_get(expected, "cache_rows")));
  const char *asks = json_string_value(json_object_get(expected, "query_token"));
  assert_true(str_is(trace_token(trace, step.query)->text, asks));
  for (int i = 0; i < 5; i++) {
    MatView matrix = trace_matrix(trace, rows[i].part, 0, 0);
    bool by_pair = trace_part_info(rows[i].part)->by_pair;
    near_row(rows[i].name, json_object_get(expected, rows[i].name), mat_row(matrix, step.query),
             by_pair ? step.row_count : matrix.cols);
  }
}

/* The sentence of a run is its prompt with <SOS> before it and all tokens that followed. */
static void check_run(const json_t *expected) {
  Arena *arena = arena_make(0);
  const char *text = json_string_value(json_object_get(expected, "text"));
  Run run = run_make("cache-demo", "own", str_from(str_format(arena, "<SOS> %s", text)));
  const json_t *prefill = json_object_get(expected, "prefill");
  const json_t *ids = json_object_get(prefill, "ids"), *steps = json_object_get(expected, "steps");
  int prompt = (int)json_array_size(ids);
  for (int i = 0; i < prompt; i++)
    assert_int_equal(trace_token_id(run.trace, i), -1); /* it names no words */
  near_rows("K", json_object_get(prefill, "K"), trace_matrix(run.trace, TRACE_K, 0, 0));
  near_rows("V", json_object_get(prefill, "V"), trace_matrix(run.trace, TRACE_V, 0, 0));
  for (size_t i = 0; i < json_array_size(steps); i++)
    check_step(run.trace, prompt, json_array_get(steps, i));
  run_free(&run);
  arena_free(arena);
}

static void every_number_of_the_demonstration_is_reproduced(void **state) {
  (void)state;
  json_t *reference = reference_load("kv_cache_demo.json");
  const json_t *runs = json_object_get(reference, "runs");
  assert_int_equal(json_array_size(runs), 2);
  for (size_t i = 0; i < json_array_size(runs); i++) check_run(json_array_get(runs, i));
  json_decref(reference);
}

static void tokens_are_found_without_spaces_and_others_are_pad(void **state) {
  (void)state;
  Run run = run_make("cache-demo", "own", STR("<SOS>我爱北京 cat"));
  static const char *const words[] = {"<SOS>", "我", "爱", "北京", "cat"};
  assert_int_equal(trace_token_count(run.trace), 5);
  for (int i = 0; i < 5; i++) assert_true(str_is(trace_token(run.trace, i)->text, words[i]));
  assert_true(str_is(trace_token(run.trace, 4)->read_as, "<PAD>"));
  assert_int_equal(trace_token(run.trace, 3)->read_as.bytes, 0);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_number_of_the_demonstration_is_reproduced),
      cmocka_unit_test(tokens_are_found_without_spaces_and_others_are_pad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
