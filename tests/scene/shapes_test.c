/* tests/scene/shapes_test.c -- values may be wider or narrower than queries and keys (d_v ≠ d_k):
** every stage, cell and column still has its picture, its panel and its line of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "scene_bench.h"
#include "trace/trace_build.h"
#include "support/common_stages.h"

enum { TOKENS = 3, MANY = 300, HEADS = 2, D_MODEL = 4, COLUMNS_MOST = 7 };

static void fill(Mat m) {
  for (int row = 0; row < m.rows; row++)
    for (int col = 0; col < m.cols; col++)
      mat_row_of(m, row)[col] = 0.25f * (float)((row * 5 + col * 3) % 7 - 3);
}

/* The numbers are unrelated, since only the shapes matter here. All weights are equal. */
static const Trace *made_trace(Arena *arena, int count, int d_head, int d_value) {
  static const unsigned char hidden[MANY * MANY];
  TraceTokenText tokens[MANY];
  for (int i = 0; i < count; i++) {
    char *text = str_format(arena, "t%d", i);
    tokens[i] = (TraceTokenText){.text = str_from(text), .first_byte = 3 * i, .bytes = 2};
  }
  TraceShape shape = {.token_count = count,
                      .layer_count = 1,
                      .head_count = HEADS,
                      .d_model = D_MODEL,
                      .d_head = d_head,
                      .d_value = d_value};
  TraceNames names = {.sentence = STR("made up"),
                      .model_name = STR("made"),
                      .model_label = STR("made for a test"),
                      .mask_name = STR("none"),
                      .tokens = tokens};
  const Trace *sealed = NULL;
  Trace *trace = trace_begin(arena, &shape, &names, (MaskView){hidden, count, count, count}, NULL);
  assert_non_null(trace);
  for (TracePart part = 0; part < TRACE_W_Q; part++)
    for (int head = 0; head < (trace_part_info(part)->per_head ? HEADS : 1); head++)
      if (part != TRACE_INPUT) fill(trace_place(trace, part, 0, head));
  for (int head = 0; head < HEADS; head++) {
    Mat weights = trace_place(trace, TRACE_WEIGHTS, 0, head);
    for (int row = 0; row < count; row++)
      for (int col = 0; col < count; col++) mat_row_of(weights, row)[col] = 1.0f / (float)count;
  }
  assert_true(trace_seal(trace, &sealed, NULL));
  return sealed;
}

static void look_at_everything(SceneBench *bench, StageId stage) {
  for (int query = 0; query <= TOKENS; query++)
    for (int key = 0; key <= COLUMNS_MOST; key++) {
      char name[64];
      snprintf(name, sizeof name, "stage %d, row %d, column %d", (int)stage, query, key);
      bench_look(bench, stage, query, key);
      bench_panel(bench, 340, 560, 1);
      bench_check_layout(bench, name);
      Scene scene = bench_scene(bench, 880, 640, 1);
      captions_focus_line(&scene);
      stage_draw(&scene, (Box){0, 0, 880, 640});
      bench_check_layout(bench, name);
    }
}

static void values_may_be_wider_or_narrower_than_keys(void **state) {
  (void)state;
  const int shapes[][2] = {{2, 5}, {5, 2}, {1, 6}, {6, 1}};
  for (int i = 0; i < 4; i++) {
    Arena *arena = arena_make(0);
    SceneBench bench = {.arena = arena_make(0), .view = view_default(), .interactive = true};
    bench.run.trace = made_trace(arena, TOKENS, shapes[i][0], shapes[i][1]);
    bench.view.kind = VIEW_STAGE;
    for (int stage = 0; stage < common_stage_count(); stage++)
      look_at_everything(&bench, common_stage(stage));
    bench.view.kind = VIEW_OVERVIEW;
    Scene scene = bench_scene(&bench, 1200, 640, 1);
    overview_draw(&scene, (Box){0, 0, 1200, 640});
    bench_check_layout(&bench, "overview");
    arena_free(bench.arena);
    arena_free(arena);
  }
}

/* A column that only values have is mentioned only for values in the line of words. */
static void a_column_of_values_alone_claims_no_query(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  SceneBench bench = {.arena = arena_make(0), .view = view_default(), .interactive = true};
  bench.run.trace = made_trace(arena, TOKENS, 2, 5);
  bench.view.kind = VIEW_STAGE;
  bench_look(&bench, STAGE_QKV, 1, 4);
  Scene scene = bench_scene(&bench, 880, 640, 1);
  const char *line = str_copy(bench.arena, captions_focus_line(&scene));
  assert_non_null(strstr(line, "query –, key –, value "));
  arena_free(bench.arena);
  arena_free(arena);
}

/* With attention spread evenly over many keys every share is tiny; the sum still
** names the first of them. */
static void a_sum_of_tiny_shares_names_one(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  SceneBench bench = {.arena = arena_make(0), .view = view_default(), .interactive = true};
  bench.run.trace = made_trace(arena, MANY, 4, 4);
  bench.view.kind = VIEW_STAGE;
  bench_look(&bench, STAGE_OUTPUT, 2, 0);
  Scene scene = bench_scene(&bench, 880, 640, 1);
  stage_draw(&scene, (Box){0, 0, 880, 640});
  assert_true(bench_contains(&bench, "0.003 · t0  +  …  =  output of t1"));
  arena_free(bench.arena);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_may_be_wider_or_narrower_than_keys),
      cmocka_unit_test(a_column_of_values_alone_claims_no_query),
      cmocka_unit_test(a_sum_of_tiny_shares_names_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
