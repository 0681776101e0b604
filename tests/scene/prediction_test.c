/* tests/scene/prediction_test.c -- while stepping, cells not reached are asked about and not
** revealed, and parts of the panel that belong together appear and disappear together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "scene/number.h"
#include "scene_bench.h"

static const struct {
  StageId stage;
  TracePart part;
} STAGES[] = {{STAGE_SCORES, TRACE_SCORES}, {STAGE_SCALED, TRACE_SCALED},
              {STAGE_MASKED, TRACE_MASKED}, {STAGE_WEIGHTS, TRACE_WEIGHTS},
              {STAGE_OUTPUT, TRACE_OUTPUT}, {STAGE_JOINED, TRACE_ATTN_PROJ},
              {STAGE_EMBED, TRACE_X}};
enum { STAGES_TRIED = sizeof STAGES / sizeof STAGES[0] };

/* Sums have the decimals of their terms, in the panel and in the line below the picture. */
static Number number_of(const SceneBench *bench, int stage, int row, int col) {
  MatView values = trace_matrix(bench->run.trace, STAGES[stage].part, 0, 0);
  StageId id = STAGES[stage].stage;
  float value = mat_get(values, row, col);
  if (id == STAGE_OUTPUT || id == STAGE_JOINED) return number_term(value);
  return id == STAGE_WEIGHTS ? number_weight(value) : number_full(value);
}

/* Neither in the panel nor in the line below the picture, at any stage. */
static void a_cell_not_reached_is_a_question(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_STAGE;
  for (int i = 0; i < STAGES_TRIED; i++)
    for (int reached = 0; reached <= 1; reached++) {
      int rows, cols;
      trace_stage_shape(bench.run.trace, STAGES[i].stage, &rows, &cols);
      bench_look(&bench, STAGES[i].stage, 0, 0);
      bench.view.hover_query = 4;
      bench.view.hover_key = 6;
      bench.view.filled = 4 * cols + 6 + reached;
      bench_panel(&bench, 360, 2000, 1);
      Scene scene = bench_scene(&bench, 10, 10, 1);
      Str line = captions_focus_line(&scene);
      Number number = number_of(&bench, i, 4, 6);
      bool told = strstr(str_copy(bench.arena, line), number.at) != NULL;
      assert_int_equal(strstr(line.at, "not reached yet") != NULL, !reached);
      assert_int_equal(told, reached);
      bench_panel(&bench, 360, 2000, 1);
      assert_int_equal(bench_has(&bench, "Not reached yet"), !reached);
      assert_int_equal(bench_has(&bench, number.at), reached);
    }
  bench_free(&bench);
}

/* In a row that is being filled cell by cell the other cells show “?”. */
static void the_rest_of_a_row_is_not_told(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_STAGE;
  for (int i = 1; i < 4; i++) {
    bench_look(&bench, STAGES[i].stage, 5, 3);
    bench.view.filled = 4 * 11 + 3;
    bench_panel(&bench, 360, 2000, 1);
    assert_true(bench_has(&bench, "?"));
    for (int key = 4; key < 11; key++) {
      Number number = number_of(&bench, i, 4, key);
      if (STAGES[i].stage == STAGE_MASKED) continue; /* the same as before without a mask */
      if (bench_has(&bench, number.at)) fail_msg("stage %d tells %s", i, number.at);
    }
    bench.view.filled = -1;
    bench_panel(&bench, 360, 2000, 1);
    assert_false(bench_has(&bench, "?"));
  }
  bench_free(&bench);
}

static void query_and_key_are_both_shown_or_neither(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 8, 2);
  int shown = 0, left_out = 0;
  for (float height = 60; height < 900; height += 5) {
    bench_panel(&bench, 360, height, 1);
    bool query = bench_contains(&bench, "query of “"), key = bench_contains(&bench, "key of “");
    assert_int_equal(query, key);
    shown += query;
    left_out += !query;
  }
  assert_true(shown > 0 && left_out > 0);
  bench_free(&bench);
}

/* “Point at a number” also holds for the weight matrix, whose columns are those of the result. */
static void a_column_of_the_map_works_out_a_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_JOINED, 3, 0);
  Scene scene = bench_scene(&bench, 900, 600, 1);
  scene.interactive = true;
  stage_draw(&scene, (Box){0, 0, 900, 600});
  int found = 0;
  for (int i = 0; i < bench.list.hit_count; i++) {
    const DrawHit *hit = &bench.list.hits[i];
    found += hit->rows == 64 && hit->cols == 64 && hit->hover &&
             strcmp(hit->hover, "hover 3 %c o %r") == 0 &&
             strcmp(hit->click, "cell 3 %c o %r") == 0;
  }
  assert_int_equal(found, 1);
  bench_free(&bench);
}

/* Where the mask hides no key of the row, its numbers are listed once. */
static void a_mask_that_changes_nothing_has_one_column(void **state) {
  (void)state;
  static const char *const masks[] = {"none", "causal"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("hand-made", masks[i], BENCH_SENTENCE);
    bench_look(&bench, STAGE_MASKED, 5, 0);
    bench_panel(&bench, 360, 2000, 1);
    assert_true(bench_has(&bench, "masked"));
    assert_int_equal(bench_has(&bench, "scaled"), i == 1);
    bench_free(&bench);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cell_not_reached_is_a_question),
      cmocka_unit_test(the_rest_of_a_row_is_not_told),
      cmocka_unit_test(query_and_key_are_both_shown_or_neither),
      cmocka_unit_test(a_mask_that_changes_nothing_has_one_column),
      cmocka_unit_test(a_column_of_the_map_works_out_a_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
