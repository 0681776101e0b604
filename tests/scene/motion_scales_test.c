/* Between two stages: every scale that the colours of cells have is said by a bar. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "scene/scene.h"
#include "scene/scene_bench.h"
#include "scene/stages/motion.h"
#include "trace/trace_cache.h"

static const float WIDTH = 880, HEIGHT = 620;

static const DrawList *draw_held(SceneBench *bench, StageId from, StageId to, float t) {
  bench_look_between(bench, from, to, t);
  bench->view.held = true;
  return bench_draw(bench, (Box){0, 0, WIDTH, HEIGHT});
}

/* The ramp of a bar; no matrix here has as many columns in one row. */
static bool is_of_bar(const DrawList *list, int i) {
  MatView values = list->items[i].as.heatmap.values;
  return (values.rows == 1 || values.cols == 1) && values.rows * values.cols == 128;
}

/* Whether a bar has the colours of a heatmap, of a mixture those that are nearer. */
static bool has_bar(const DrawList *list, const DrawHeatmap *cells) {
  bool is_before = cells->mix < 0.5f && cells->range_before.low < cells->range_before.high;
  ColorRange range = is_before ? cells->range_before : cells->range;
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *bar = &list->items[i].as.heatmap;
    if (list->items[i].kind == DRAW_HEATMAP && is_of_bar(list, i) &&
        bar->palette == (is_before ? cells->palette_before : cells->palette) &&
        bar->range.low == range.low && bar->range.high == range.high)
      return true;
  }
  return false;
}

/* Whether a stage at rest says that scale: some leave those of its inputs out. */
static bool is_said_at_rest(SceneBench *bench, StageId stage, const DrawHeatmap *cells) {
  return has_bar(draw_held(bench, stage, stage, 1), cells);
}

static void every_scale_in_use_is_said(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  SceneBench rest = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  int said = 0;
  bench.view.layer = rest.view.layer = 1;
  for (int i = 1; i < trace_stage_count(trace); i++) {
    StageId from = trace_stage_at(trace, i - 1), to = trace_stage_at(trace, i);
    bench_look(&bench, to, 8, 0);
    bench_look(&rest, to, 8, 0);
    for (float t = 0.1f; t < 0.95f; t += 0.1f) {
      const DrawList *list = draw_held(&bench, from, to, t);
      for (int k = 0; k < list->item_count; k++) {
        const DrawHeatmap *cells = &list->items[k].as.heatmap;
        if (list->items[k].kind != DRAW_HEATMAP || is_of_bar(list, k) || cells->filled == 0)
          continue;
        if (has_bar(list, cells)) said++;
        else if (is_said_at_rest(&rest, t < VIEW_MOMENT_TOLD ? from : to, cells) ||
                 is_said_at_rest(&rest, to, cells))
          fail_msg("%s at %.1f: ±%g", stage_info(to)->name, (double)t, (double)cells->range.high);
      }
    }
  }
  assert_true(said > 100);
  bench_free(&bench);
  bench_free(&rest);
}

/* A bar that is needed where cells pass stands at the foot, and lies over nothing. */
static void no_bar_lies_over_cells(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  bench.view.layer = 1;
  for (int i = 1; i < trace_stage_count(trace); i++) {
    StageId from = trace_stage_at(trace, i - 1), to = trace_stage_at(trace, i);
    bench_look(&bench, to, 8, 0);
    for (float t = 0.1f; t < 0.95f; t += 0.1f) {
      const DrawList *list = draw_held(&bench, from, to, t);
      for (int k = 0; k < list->item_count; k++) {
        if (list->items[k].kind != DRAW_HEATMAP || !is_of_bar(list, k)) continue;
        for (int n = 0; n < list->item_count; n++) {
          if (list->items[n].kind != DRAW_HEATMAP || n == k) continue;
          Box common = box_common(list->items[k].as.heatmap.box, list->items[n].as.heatmap.box);
          if (common.w > 0.5f && common.h > 0.5f)
            fail_msg("%s at %.1f", stage_info(to)->name, (double)t);
        }
      }
    }
  }
  bench_free(&bench);
}

/* A run that keeps next to nothing, as of a long sentence. */
static const Trace *run_lazily(const Run *run) {
  Status status = {0};
  const Trace *trace;
  MaskSpec mask = {.model_own = true};
  RunOrder order = {.sentence = trace_sentence(run->trace),
                    .mask = &mask,
                    .kind = trace_kind(run->trace),
                    .keep = KEEP_LITTLE};
  if (!model_run(run->model, &order, run->arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

/* Parts that no picture shows are not computed to find out whose scale it is: a moment of a run
** that is held has what both stages at rest have. */
static void naming_scales_computes_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *kept = bench.run.trace;
  bench.view.layer = 1;
  for (int i = 1; i < trace_stage_count(kept); i++) {
    StageId from = trace_stage_at(kept, i - 1), to = trace_stage_at(kept, i);
    bench.run.trace = run_lazily(&bench.run);
    bench_look(&bench, to, 8, 0);
    (void)draw_held(&bench, from, to, 0);
    (void)draw_held(&bench, from, to, 1);
    size_t bytes = trace_cache_bytes(bench.run.trace->cache);
    for (float t = 0.05f; t < 1; t += 0.05f) {
      (void)draw_held(&bench, from, to, t);
      size_t now = trace_cache_bytes(bench.run.trace->cache);
      if (now != bytes)
        fail_msg("%s at %.2f: %zu bytes, not %zu", stage_info(to)->name, (double)t, now, bytes);
    }
    bench.run.trace = kept;
  }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scale_in_use_is_said),
      cmocka_unit_test(no_bar_lies_over_cells),
      cmocka_unit_test(naming_scales_computes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
