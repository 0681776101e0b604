/* tests/model/test_model.c -- a forward pass: properties of the trace for any sentence. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/model_weights.h"
#include "model/run.h"

static const char *const sentences[] = {
    "the animal didn't cross the street because it was too tired",
    "hello",
    "我爱北京",
    "GPT 用 attention 看 the 世界",
    "cafe\xCC\x81 nai\xCC\x88ve",
    "a 👩‍👩‍👧 b",
    "سلام دنیا",
    "?! …",
};
static const char *const masks[] = {"none",
                                    "causal",
                                    "padding:2",
                                    "window:1",
                                    "prefix:3",
                                    "causal window:1",
                                    "prefix:1 window:2 padding:1",
                                    "causal window:1 global:1 random:1:seed:3"};
enum {
  SENTENCE_COUNT = sizeof sentences / sizeof sentences[0],
  MASK_COUNT = sizeof masks / sizeof masks[0]
};

/* One product of matrices in float64, compared with what the trace keeps. */
typedef struct Product {
  MatView a, b;
  bool b_transposed;
} Product;

static double product_at(const Product *p, int row, int col) {
  double sum = 0;
  for (int i = 0; i < p->a.cols; i++)
    sum += (double)mat_get(p->a, row, i) *
           (double)(p->b_transposed ? mat_get(p->b, col, i) : mat_get(p->b, i, col));
  return sum;
}

static void assert_close(double got, double wanted, double largest, const char *what) {
  if (!(fabs(got - wanted) <= 1e-6 * fmax(largest, 1)))
    fail_msg("%s: got %.9g, wanted %.9g, largest %.3g", what, got, wanted, largest);
}

static void check_product(const Run *run, TracePart part, int layer, int head, Product product) {
  MatView got = trace_matrix(run->trace, part, layer, head);
  double largest = (double)trace_largest(run->trace, part, layer, head);
  for (int row = 0; row < got.rows; row++)
    for (int col = 0; col < got.cols; col++)
      assert_close((double)mat_get(got, row, col), product_at(&product, row, col), largest,
                   trace_part_info(part)->name);
}

/* M-04 to M-06 of one row, from the scores the trace keeps. */
static void check_row(const Run *run, int layer, int head, int row) {
  int count = trace_token_count(run->trace);
  double root = sqrt(trace_d_head(run->trace));
  double largest = (double)trace_largest(run->trace, TRACE_SCORES, layer, head), max = -INFINITY;
  double sum = 0, shares = 0;
  for (int key = 0; key < count; key++) {
    double scaled = (double)run_get(run, TRACE_SCORES, layer, head, row, key) / root;
    float masked = run_get(run, TRACE_MASKED, layer, head, row, key);
    assert_close((double)run_get(run, TRACE_SCALED, layer, head, row, key), scaled, largest / root,
                 "scaled");
    if (trace_hidden(run->trace, row, key)) assert_true(masked == -INFINITY);
    else {
      assert_true(masked == run_get(run, TRACE_SCALED, layer, head, row, key));
      max = fmax(max, scaled);
    }
  }
  for (int key = 0; key < count; key++)
    if (!trace_hidden(run->trace, row, key))
      sum += exp((double)run_get(run, TRACE_SCALED, layer, head, row, key) - max);
  for (int key = 0; key < count; key++) {
    double scaled = (double)run_get(run, TRACE_SCALED, layer, head, row, key);
    double wanted = trace_hidden(run->trace, row, key) ? 0 : exp(scaled - max) / sum;
    double got = (double)run_get(run, TRACE_WEIGHTS, layer, head, row, key);
    if (wanted == 0) assert_true(got == 0);
    assert_close(got, wanted, 1, "weights");
    shares += got;
  }
  assert_close(shares, trace_row_hidden(run->trace, row) ? 0 : 1, 1, "sum of a row of weights");
}

static void check_sum(const Run *run, TracePart sum, TracePart a, TracePart b, int layer) {
  MatView got = trace_matrix(run->trace, sum, layer, 0);
  for (int i = 0; i < got.rows * got.cols; i++)
    assert_true(mat_get(got, i / got.cols, i % got.cols) ==
                run_get(run, a, layer, 0, i / got.cols, i % got.cols) +
                    run_get(run, b, layer, 0, i / got.cols, i % got.cols));
}

static void check_head(const Run *run, int layer, int head) {
  const Trace *t = run->trace;
  MatView input = trace_matrix(t, TRACE_INPUT, layer, 0);
  MatView q = trace_matrix(t, TRACE_Q, layer, head), k = trace_matrix(t, TRACE_K, layer, head);
  MatView v = trace_matrix(t, TRACE_V, layer, head);
  for (int i = 0; i < 3; i++)
    check_product(run, (TracePart)(TRACE_Q + i), layer, head,
                  (Product){input, trace_matrix(t, (TracePart)(TRACE_W_Q + i), layer, head), 0});
  check_product(run, TRACE_SCORES, layer, head, (Product){q, k, true});
  check_product(run, TRACE_OUTPUT, layer, head,
                (Product){trace_matrix(t, TRACE_WEIGHTS, layer, head), v, false});
  for (int row = 0; row < trace_token_count(t); row++) check_row(run, layer, head, row);
}

static void check_run(const Run *run) {
  const Trace *t = run->trace;
  check_sum(run, TRACE_X, TRACE_TOKEN_EMBEDDING, TRACE_POSITION, 0);
  for (int layer = 0; layer < trace_layer_count(t); layer++) {
    MatView concat = trace_matrix(t, TRACE_CONCAT, layer, 0);
    for (int head = 0; head < trace_head_count(t, layer); head++) {
      check_head(run, layer, head);
      MatView output = trace_matrix(t, TRACE_OUTPUT, layer, head);
      assert_ptr_equal(output.at, concat.at + trace_d_head(t) * head);
    }
    check_product(run, TRACE_ATTN_PROJ, layer, 0,
                  (Product){concat, trace_matrix(t, TRACE_W_O, layer, 0), false});
    check_sum(run, TRACE_RESIDUAL, TRACE_INPUT, TRACE_ATTN_PROJ, layer);
  }
  assert_ptr_equal(trace_matrix(t, TRACE_INPUT, 0, 0).at, trace_matrix(t, TRACE_X, 0, 0).at);
  if (trace_layer_count(t) > 1)
    assert_ptr_equal(trace_matrix(t, TRACE_INPUT, 1, 0).at, trace_matrix(t, TRACE_BLOCK, 0, 0).at);
}

/* M-01 to M-09, recomputed in float64 within 1e-6 of the largest value. A model of two halves has
** keys of another sentence: translator.py. */
static void every_stage_follows_from_the_one_before(void **state) {
  (void)state;
  for (int model = 0; model < model_builtin_count(); model++)
    for (int i = 0; i < SENTENCE_COUNT; i++)
      for (int mask = 0; mask < MASK_COUNT; mask++) {
        Run run = run_make(model_builtin(model)->name, masks[mask], str_from(sentences[i]));
        if (!model_has_halves(run.model)) check_run(&run);
        run_free(&run);
      }
}

static void an_empty_sentence_gives_a_valid_trace(void **state) {
  (void)state;
  static const char *const empty[] = {"", " ", "\n\t \xE2\x80\x8B"};
  for (int i = 0; i < 3; i++)
    for (int mask = 0; mask < MASK_COUNT; mask++) {
      Run run = run_make("hand-made", masks[mask], str_from(empty[i]));
      assert_int_equal(trace_token_count(run.trace), 0);
      assert_int_equal(trace_matrix(run.trace, TRACE_WEIGHTS, 1, 3).rows, 0);
      assert_true(trace_largest_of_heads(run.trace, TRACE_SCORES, 0) == 0);
      run_free(&run);
    }
}

/* Compares every number and name of two traces. */
static void assert_same(const Trace *a, const Trace *b) {
  assert_int_equal(trace_token_count(a), trace_token_count(b));
  for (int part = 0; part < TRACE_PART_COUNT; part++)
    for (int i = 0; i < 8; i++) {
      MatView x = trace_matrix(a, (TracePart)part, i / 4, i % 4);
      MatView y = trace_matrix(b, (TracePart)part, i / 4, i % 4);
      assert_true(x.rows == y.rows && x.cols == y.cols);
      for (int row = 0; row < x.rows; row++)
        assert_memory_equal(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof *x.at);
    }
}

static void numbers_do_not_depend_on_threads_or_on_the_run(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Pool *pool = pool_make(2);
  assert_non_null(pool);
  for (int words = 1; words <= 300; words = words * 3 + 1) {
    Str sentence = run_sentence(arena, SCRIPT_LATIN, words, 40, 3);
    MaskSpec mask = {.parts = mask_only(MASK_CAUSAL, 0)};
    Run once = run_make("hand-made", "causal", sentence);
    Run again = run_make("hand-made", "causal", sentence);
    assert_same(once.trace, again.trace);
    const Trace *threaded;
    const RunOrder order = {.sentence = sentence, .mask = &mask, .pool = pool};
    assert_true(model_run(once.model, &order, arena, &threaded, NULL));
    assert_same(once.trace, threaded);
    assert_true(trace_serial(once.trace) != trace_serial(threaded));
    run_free(&once);
    run_free(&again);
  }
  pool_free(pool);
  arena_free(arena);
}

/* Word embeddings do not depend on the position: reversing the sentence reverses their rows, while
** the rows of POSITION stay. */
static void turning_the_sentence_round_turns_the_words_and_not_the_places(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("one two three four"));
  Run turned = run_make("hand-made", "own", STR("four three two one"));
  for (int i = 0; i < 4 * 64; i++) {
    int row = i / 64, col = i % 64;
    assert_true(run_get(&run, TRACE_TOKEN_EMBEDDING, 0, 0, row, col) ==
                run_get(&turned, TRACE_TOKEN_EMBEDDING, 0, 0, 3 - row, col));
    assert_true(run_get(&run, TRACE_POSITION, 0, 0, row, col) ==
                run_get(&turned, TRACE_POSITION, 0, 0, row, col));
  }
  /* The head that matches words sees the same pairs, so its weights are turned both ways. */
  for (int i = 0; i < 16; i++)
    assert_close((double)run_get(&run, TRACE_WEIGHTS, 0, 1, i / 4, i % 4),
                 (double)run_get(&turned, TRACE_WEIGHTS, 0, 1, 3 - i / 4, 3 - i % 4), 1, "turned");
  run_free(&run);
  run_free(&turned);
}

static void more_than_1024_tokens_are_cut_and_counted(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Run run = run_make("hand-made", "own", run_sentence(arena, SCRIPT_CHINESE, 1100, 50, 1));
  assert_int_equal(trace_token_count(run.trace), MODEL_TOKENS_MOST);
  assert_int_equal(trace_cut_count(run.trace), 1100 - MODEL_TOKENS_MOST);
  run_free(&run);
  arena_free(arena);
}

static void bytes_that_are_not_utf8_are_counted(void **state) {
  (void)state;
  Run run = run_make("random", "own", STR("caf\xE9 \xFF\xFE"));
  assert_int_equal(trace_bad_byte_count(run.trace), 3);
  assert_true(str_is(trace_token(run.trace, 0)->text, "caf\xEF\xBF\xBD"));
  run_free(&run);
}

static void a_wrong_model_name_is_answered_with_the_nearest(void **state) {
  (void)state;
  Model *model = NULL;
  Status status = {0};
  assert_false(model_open("handmade", &model, &status));
  assert_null(model);
  assert_int_equal(status.kind, STATUS_USAGE);
  assert_non_null(strstr(status.sentence, "handmade"));
  assert_non_null(strstr(status.sentence, "did you mean hand-made"));
  assert_non_null(strstr(status.sentence, "random"));
}

static void broken_weights_are_named_with_tensor_and_index(void **state) {
  (void)state;
  Model *model;
  Status status = {0};
  assert_true(model_open("hand-made", &model, &status));
  assert_true(model_check_finite(model, &status));
  mat_row_of(model->rules[1].w_k, 7)[33] = NAN;
  assert_false(model_check_finite(model, &status));
  assert_non_null(strstr(status.sentence, "layers.1.w_k[7, 33] is NaN"));
  mat_row_of(model->rules[0].w_o, 2)[5] = -INFINITY;
  assert_false(model_check_finite(model, &status));
  assert_non_null(strstr(status.sentence, "layers.0.w_o[2, 5] is infinite"));
  model_free(model);
}

/* Weights may be finite and their products not. */
static void numbers_that_overflow_stop_the_run_with_a_sentence(void **state) {
  (void)state;
  Model *model;
  Status status = {0};
  Arena *arena = arena_make(0);
  const Trace *trace;
  MaskSpec mask = {0};
  assert_true(model_open("hand-made", &model, &status));
  for (int row = 0; row < 64; row++) mat_row_of(model->rules[0].w_q, row)[20] = 3e38f;
  const RunOrder order = {.sentence = STR("one two"), .mask = &mask};
  assert_false(model_run(model, &order, arena, &trace, &status));
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  if (!strstr(status.sentence, "q of layer 1, head 2")) fail_msg("%s", status.sentence);
  arena_free(arena);
  model_free(model);
}

static void every_builtin_model_says_what_it_is(void **state) {
  (void)state;
  assert_true(model_builtin_count() >= 2);
  for (int i = 0; i < model_builtin_count(); i++) {
    Model *model;
    assert_true(model_open(model_builtin(i)->name, &model, NULL));
    assert_ptr_equal(model_info(model), model_builtin(i));
    assert_true(strlen(model_info(model)->label) > 10);
    assert_true(strlen(model_info(model)->explanation) > 40);
    bool all = !strcmp(model_builtin(i)->name, "hand-made");
    bool none = !strcmp(model_builtin(i)->name, "random");
    for (int layer = 0; layer < model_layer_count(model); layer++)
      for (int head = 0; head < model_head_count(model); head++) {
        bool has_role = *model_head_role(model, layer, head) != 0;
        assert_true((has_role || !all) && (!has_role || !none));
      }
    model_free(model);
  }
}

/* Whatever system allocation fails first, the answer is a sentence and nothing is leaked. */
static void every_system_allocation_may_fail(void **state) {
  (void)state;
  Arena *text_arena = arena_make(0);
  Str sentence = run_sentence(text_arena, SCRIPT_LATIN, 200, 20, 1);
  MaskSpec mask = {.parts = mask_only(MASK_PADDING, 2)};
  bool done = false;
  int failures = 0;
  for (long nth = 1; !done; nth++) {
    Status status = {0};
    Model *model = NULL;
    const Trace *trace = NULL;
    arena_fail_at(nth);
    Arena *arena = arena_make(0);
    done =
        arena && model_open("hand-made", &model, &status) &&
        model_run(model, &(RunOrder){.sentence = sentence, .mask = &mask}, arena, &trace, &status);
    arena_fail_at(0);
    if (!done && arena) assert_true(status.kind == STATUS_COULD_NOT && status.sentence[0]);
    if (!done) failures++;
    arena_free(arena);
    model_free(model);
  }
  assert_true(failures >= 8);
  arena_free(text_arena);
}

/* An arena of so many bytes that cannot grow: a little larger each time, until all of it fits. */
static void a_trace_may_run_out_of_memory_at_any_place(void **state) {
  (void)state;
  Model *model;
  assert_true(model_open("hand-made", &model, NULL));
  MaskSpec mask = {.parts = mask_only(MASK_WINDOW, 1)};
  bool done = false;
  for (size_t bytes = 64; !done; bytes += 64) {
    Status status = {0};
    const Trace *trace;
    Arena *arena = arena_make(bytes);
    arena_fail_at(1);
    const RunOrder order = {.sentence = STR("to be or not to be"), .mask = &mask};
    done = model_run(model, &order, arena, &trace, &status);
    arena_fail_at(0);
    assert_true(done || (status.kind == STATUS_COULD_NOT && status.sentence[0]));
    assert_true(bytes < 1000000);
    arena_free(arena);
  }
  model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stage_follows_from_the_one_before),
      cmocka_unit_test(an_empty_sentence_gives_a_valid_trace),
      cmocka_unit_test(numbers_do_not_depend_on_threads_or_on_the_run),
      cmocka_unit_test(turning_the_sentence_round_turns_the_words_and_not_the_places),
      cmocka_unit_test(more_than_1024_tokens_are_cut_and_counted),
      cmocka_unit_test(bytes_that_are_not_utf8_are_counted),
      cmocka_unit_test(a_wrong_model_name_is_answered_with_the_nearest),
      cmocka_unit_test(broken_weights_are_named_with_tensor_and_index),
      cmocka_unit_test(numbers_that_overflow_stop_the_run_with_a_sentence),
      cmocka_unit_test(every_builtin_model_says_what_it_is),
      cmocka_unit_test(every_system_allocation_may_fail),
      cmocka_unit_test(a_trace_may_run_out_of_memory_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
