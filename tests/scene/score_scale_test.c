/* The divisor of scores is written as in the trace: √d, a multiple of it, or a number. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/score_scale.h"
#include "trace/trace_build.h"

static const Trace *trace_of(Arena *arena, int d_head, const float divisors[3]) {
  TraceTokenText text = {.text = STR("a"), .id = -1};
  TraceShape shape = {.token_count = 1,
                      .layer_count = 3,
                      .head_count = 1,
                      .d_model = d_head,
                      .d_head = d_head,
                      .d_value = d_head};
  TraceNames names = {.sentence = STR("a"), .tokens = &text};
  const Trace *sealed;
  Trace *trace = trace_begin(arena, &shape, &names, (MaskView){0}, NULL);
  assert_non_null(trace);
  for (int layer = 0; layer < 3; layer++)
    if (divisors[layer] > 0) trace_set_score_divisor(trace, layer, divisors[layer]);
  assert_true(trace_seal(trace, &sealed, NULL));
  return sealed;
}

static void check(const Trace *trace, int layer, ScoreScaleKind kind, const char *symbol,
                  const char *value) {
  ScoreScale divisor = score_scale_of(trace, layer);
  assert_int_equal(divisor.kind, kind);
  assert_string_equal(divisor.symbol, symbol);
  assert_string_equal(divisor.value.at, value);
}

static void a_trace_divides_by_the_root_unless_told(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  check(trace_of(arena, 64, (const float[3]){0}), 2, SCORE_SCALE_ROOT, "√64", "8");
  check(trace_of(arena, 32, (const float[3]){0}), 0, SCORE_SCALE_ROOT, "√32", "5.66");
  check(trace_of(arena, 1, (const float[3]){0}), 0, SCORE_SCALE_ROOT, "√1", "1");
  arena_free(arena);
}

/* A recording of weights alone has no d. */
static void an_unknown_d_stays_a_letter(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  check(trace_of(arena, 0, (const float[3]){0}), 0, SCORE_SCALE_NUMBER, "√d", "√d");
  arena_free(arena);
}

static void each_layer_has_its_own(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Trace *trace = trace_of(arena, 64, (const float[3]){8, 16, 24});
  check(trace, 0, SCORE_SCALE_ROOT, "√64", "8");
  check(trace, 1, SCORE_SCALE_TIMES_ROOT, "2√64", "16");
  check(trace, 2, SCORE_SCALE_TIMES_ROOT, "3√64", "24");
  float root = sqrtf(20);
  check(trace_of(arena, 20, (const float[3]){0, 0, 3 * root}), 2, SCORE_SCALE_TIMES_ROOT, "3√20",
        "13.42");
  arena_free(arena);
}

static void a_model_need_not_divide(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Trace *trace = trace_of(arena, 64, (const float[3]){1, 2, 2.5f});
  check(trace, 0, SCORE_SCALE_NONE, "1", "1");
  check(trace, 1, SCORE_SCALE_NUMBER, "2", "2");
  check(trace, 2, SCORE_SCALE_NUMBER, "2.50", "2.50");
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trace_divides_by_the_root_unless_told),
      cmocka_unit_test(an_unknown_d_stays_a_letter),
      cmocka_unit_test(each_layer_has_its_own),
      cmocka_unit_test(a_model_need_not_divide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
