/* Checkpoints of GPT-2 and BERT: every stage within 1e-5 of its largest number, logits within 1e-4,
** of what PyTorch computed (tests/reference/make_real_fixtures.py), at lengths from 1 to the limit;
** stored or made when asked for, the same bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/arrays.h"
#include "model/model.h"

#define REAL TEST_SOURCE_FOLDER "/reference/real/"

enum { IDS_MOST = 64 };

typedef struct Case {
  const char *name;
  int lengths[4]; /* until 0 */
} Case;

static const Case cases[] = {
    {"gpt2-tied", {1, 6, 16}}, {"gpt2-untied-f16", {5, 12}}, {"gpt2-bf16-undivided", {9}},
    {"gpt2-quick", {4}},       {"bert-words", {1, 7, 14}},   {"bert-bare-bf16", {8}},
    {"bert-f16", {6}}};
enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

typedef struct Bench {
  Arena *arena;
  Model *model;
  Arrays *expected;
} Bench;

static Bench bench_make(const char *name) {
  Bench bench = {.arena = arena_make(0)};
  char path[512];
  Status status = {0};
  snprintf(path, sizeof path, REAL "%s", name);
  if (!model_open(path, &bench.model, &status)) fail_msg("%s", status.sentence);
  snprintf(path, sizeof path, REAL "%s/expected.safetensors", name);
  if (!arrays_open(bench.arena, path, NULL, &bench.expected, &status))
    fail_msg("%s", status.sentence);
  return bench;
}

static void bench_free(Bench *bench) {
  arrays_close(bench->expected);
  model_free(bench->model);
  arena_free(bench->arena);
}

static const Trace *run(const Bench *bench, int length, KeepKind keep) {
  char name[32];
  int64_t long_ids[IDS_MOST];
  int ids[IDS_MOST];
  const Trace *trace;
  Status status = {0};
  snprintf(name, sizeof name, "t%d.ids", length);
  const ArrayInfo *array = arrays_find(bench->expected, name);
  assert_non_null(array);
  assert_true(arrays_read_ids(bench->expected, (ArrayPart){array, 0, length}, long_ids, &status));
  for (int i = 0; i < length; i++) ids[i] = (int)long_ids[i];
  const RunOrder order = {.ids = ids, .id_count = length, .keep = keep};
  if (!model_run(bench->model, &order, bench->arena, &trace, &status))
    fail_msg("%s", status.sentence);
  return trace;
}

/* layer and head −1: the part has none. */
static void check_matrix(const Bench *bench, const char *name, MatView got, int head,
                         double tolerance) {
  const ArrayInfo *array = arrays_find(bench->expected, name);
  assert_non_null(array);
  int64_t count = (int64_t)got.rows * got.cols, first = head > 0 ? head * count : 0;
  float *wanted = arena_take(bench->arena, (size_t)count, sizeof *wanted);
  double largest = 0, worst = 0;
  assert_int_equal(array->shape[array->rank - 2], got.rows);
  assert_int_equal(array->shape[array->rank - 1], got.cols);
  assert_true(arrays_read(bench->expected, (ArrayPart){array, first, count}, wanted, NULL));
  for (int64_t i = 0; i < count; i++) {
    double away =
        fabs((double)wanted[i] - (double)mat_get(got, (int)(i / got.cols), (int)(i % got.cols)));
    largest = fmax(largest, fabs((double)wanted[i]));
    if (!(away <= worst)) worst = away;
  }
  if (!(worst <= tolerance * largest))
    fail_msg("%s head %d: %g away, largest %g", name, head, worst, largest);
}

static void check_part(const Bench *bench, const Trace *trace, TracePart part, int *checked) {
  const TracePartInfo *info = trace_part_info(part);
  int length = trace_token_count(trace);
  for (int layer = 0; layer < (info->per_layer ? trace_layer_count(trace) : 1); layer++)
    for (int head = 0; head < (info->per_head ? trace_head_count(trace, layer) : 1); head++) {
      char name[64];
      if (info->per_layer)
        snprintf(name, sizeof name, "t%d.layers.%d.%s", length, layer, info->name);
      else snprintf(name, sizeof name, "t%d.%s", length, info->name);
      if (!arrays_find(bench->expected, name)) return;
      bool is_logits = part == TRACE_LOGITS;
      check_matrix(bench, name, trace_matrix(trace, part, layer, head), info->per_head ? head : -1,
                   is_logits ? 1e-4 : 1e-5);
      ++*checked;
    }
}

static void every_stage_is_what_pytorch_computes(void **state) {
  (void)state;
  for (int i = 0; i < CASE_COUNT; i++) {
    Bench bench = bench_make(cases[i].name);
    for (int l = 0; cases[i].lengths[l] > 0; l++) {
      const Trace *trace = run(&bench, cases[i].lengths[l], KEEP_BY_SIZE);
      int checked = 0;
      for (int part = 0; part < TRACE_W_Q; part++)
        check_part(&bench, trace, (TracePart)part, &checked);
      assert_true(checked >= 14);
    }
    bench_free(&bench);
  }
}

/* What is made when asked for has the bits of what is stored, and in any order. */
static void asked_for_is_what_is_stored(void **state) {
  (void)state;
  for (int i = 0; i < CASE_COUNT; i++) {
    Bench bench = bench_make(cases[i].name);
    const Trace *all = run(&bench, cases[i].lengths[0], KEEP_ALL);
    const Trace *little = run(&bench, cases[i].lengths[0], KEEP_LITTLE);
    for (int part = TRACE_W_Q - 1; part >= 0; part--)
      for (int layer = trace_layer_count(all) - 1; layer >= 0; layer--)
        for (int head = 0; head < trace_head_count(all, layer); head++) {
          MatView a = trace_matrix(all, (TracePart)part, layer, head);
          MatView b = trace_matrix(little, (TracePart)part, layer, head);
          bool words = part == TRACE_LOGITS || part == TRACE_PROBABILITIES;
          assert_int_equal(a.rows, b.rows);
          for (int row = 0; row < a.rows && !words; row++)
            assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof(float));
          if (!words)
            assert_true(trace_largest(all, (TracePart)part, layer, head) ==
                        trace_largest(little, (TracePart)part, layer, head));
        }
    bench_free(&bench);
  }
}

static void the_stages_follow_the_place_of_the_norm(void **state) {
  (void)state;
  Bench gpt2 = bench_make("gpt2-tied"), bare = bench_make("bert-bare-bf16");
  const Trace *before = run(&gpt2, 6, KEEP_BY_SIZE), *after = run(&bare, 8, KEEP_BY_SIZE);
  assert_true(trace_has_stage(before, STAGE_NORM) && trace_stage_at(before, 2) == STAGE_NORM);
  assert_true(trace_has_stage(before, STAGE_LOGITS));
  assert_true(trace_norm_place(after) == NORM_AFTER && !trace_has_stage(after, STAGE_NORM));
  assert_false(trace_has_stage(after, STAGE_LOGITS)); /* no head for hidden words */
  assert_true(trace_has_part(after, TRACE_EMBEDDED) && trace_has_part(after, TRACE_SEGMENT));
  assert_int_equal(trace_stage_index(after, STAGE_QKV), 2);
  assert_int_equal(trace_stage_index(before, STAGE_QKV), 3);
  bench_free(&gpt2);
  bench_free(&bare);
}

/* The sentence names what is allowed. */
static void ids_out_of_place_are_refused(void **state) {
  (void)state;
  Bench bench = bench_make("gpt2-tied");
  const Trace *trace;
  Status status = {0};
  const int wrong[] = {3, 50}, negative[] = {-1}, many[17] = {0};
  const RunOrder orders[] = {{.ids = wrong, .id_count = 2},
                             {.ids = negative, .id_count = 1},
                             {.ids = many, .id_count = 17}};
  const char *const words[] = {"id 2 is 50", "id 1 is -1", "17 ids are too many"};
  for (int i = 0; i < 3; i++) {
    assert_false(model_run(bench.model, &orders[i], bench.arena, &trace, &status));
    if (!strstr(status.sentence, words[i])) fail_msg("%s", status.sentence);
    assert_int_equal(status.kind, STATUS_USAGE);
  }
  bench_free(&bench);
}

static void without_tokens_there_is_an_empty_trace(void **state) {
  (void)state;
  for (int i = 0; i < CASE_COUNT; i++) {
    Bench bench = bench_make(cases[i].name);
    const Trace *trace;
    assert_true(model_run(bench.model, &(RunOrder){0}, bench.arena, &trace, NULL));
    assert_int_equal(trace_token_count(trace), 0);
    for (int part = 0; part < TRACE_W_Q; part++)
      assert_int_equal(trace_matrix(trace, (TracePart)part, 0, 0).rows, 0);
    bench_free(&bench);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stage_is_what_pytorch_computes),
      cmocka_unit_test(asked_for_is_what_is_stored),
      cmocka_unit_test(the_stages_follow_the_place_of_the_norm),
      cmocka_unit_test(ids_out_of_place_are_refused),
      cmocka_unit_test(without_tokens_there_is_an_empty_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
