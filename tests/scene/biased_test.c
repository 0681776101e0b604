/* The summands beside biased scores: the bias has the colours of its own size, and a bar of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/figure.h"
#include "scene/number.h"
#include "scene/scene_bench.h"
#include "scene/stages/stage_view.h"

static float largest_of(MatView values) {
  float largest = 0;
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++)
      if (isfinite(mat_get(values, row, col)))
        largest = fmaxf(largest, fabsf(mat_get(values, row, col)));
  return largest;
}

static void a_small_bias_is_seen(void **state) {
  (void)state;
  const char *const kinds[] = {"positions alibi", "positions t5"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("random", "none", "one");
    run_free(&bench.run);
    bench.run = run_make_kind("random", "none", kinds[i], STR(BENCH_SENTENCE));
    bench_look(&bench, STAGE_BIASED, 8, 2);
    Scene scene = bench_scene(&bench, 1440, 900, 1);
    stage_views[STAGE_BIASED]->draw(&scene, (Box){160, 170, 920, 640});
    MatView bias = trace_matrix(bench.run.trace, TRACE_BIAS, bench.view.layer, bench.view.head);
    int found = 0;
    for (int item = 0; item < bench.list.item_count; item++) {
      const DrawItem *drawn = &bench.list.items[item];
      if (drawn->kind != DRAW_HEATMAP || drawn->as.heatmap.values.at != bias.at) continue;
      assert_float_equal(drawn->as.heatmap.range.high, largest_of(bias), 0);
      assert_float_equal(drawn->as.heatmap.range.low, -largest_of(bias), 0);
      found++;
    }
    assert_int_equal(found, 1);
    assert_true(bench_contains(&bench, number_end(largest_of(bias)).at));
    bench_free(&bench);
  }
}

/* The end of its bar is a number, of which no digit is cut. */
static void its_largest_number_is_whole_on_a_page(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_kind("reader", "none", "positions alibi", STR(BENCH_SENTENCE));
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 493.2f, .font_size_pt = 8};
  for (int head = 0; head < trace_head_count(bench.run.trace, 1); head++) {
    bench_look(&bench, STAGE_BIASED, -1, -1);
    bench.view.layer = 1, bench.view.head = head;
    Scene scene = bench_scene(&bench, 1, 1, 1);
    figure_build(bench.run.trace, &bench.view, scene.pen.metrics, &figure, &bench.list);
    for (int i = 0; i < bench.list.item_count; i++)
      if (bench.list.items[i].kind == DRAW_TEXT)
        assert_null(strstr(str_copy(bench.arena, bench.list.items[i].as.text.text), "…"));
  }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_small_bias_is_seen),
                                     cmocka_unit_test(its_largest_number_is_whole_on_a_page)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
