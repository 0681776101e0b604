/* tests/scene/fold_test.c -- from the overview to a stage and back on the screen, where each has
** its own layout; and how large the labels of the overview are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "scene_bench.h"

enum { WIDTH = 1440, HEIGHT = 900, FOOT = 30 };

static ScreenLayout layout_of(const SceneBench *bench, ViewKind kind) {
  View view = bench->view;
  view.kind = kind;
  ScreenLayout layout = layout_screen(WIDTH, HEIGHT, &view, NULL);
  layout.centre.h -= FOOT * layout.text_scale; /* as the widgets cut it */
  return layout;
}

static Scene scene_in(SceneBench *bench, const ScreenLayout *layout) {
  Scene scene = bench_scene(bench, WIDTH, HEIGHT, layout->text_scale);
  scene.interactive = true;
  scene.headline = scene_leaves_words_out(&bench->view, layout);
  return scene;
}

static Box moving_box(SceneBench *bench, ViewKind from, ViewKind to, float transition) {
  bench->view.kind = to;
  bench->view.from_kind = from;
  bench->view.transition = transition;
  ScreenLayout layout = layout_of(bench, to);
  Scene scene = scene_in(bench, &layout);
  scene_build_screen(&scene, &layout);
  Box box = {0};
  MatView weights = trace_matrix(scene.trace, TRACE_WEIGHTS, scene.view->layer, scene.view->head);
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    bool is_panel = item->kind == DRAW_HEATMAP && item->as.heatmap.box.x < layout.centre.x;
    if (item->kind == DRAW_HEATMAP && !is_panel && item->as.heatmap.values.at == weights.at &&
        item->as.heatmap.values.rows == weights.rows)
      box = item->as.heatmap.box;
  }
  return box;
}

static void assert_same_box(Box a, Box b) {
  assert_float_equal(a.x, b.x, 1);
  assert_float_equal(a.y, b.y, 1);
  assert_float_equal(a.w, b.w, 1);
  assert_float_equal(a.h, b.h, 1);
}

/* The matrix starts where it was and ends where it will be, though one layout has panels beside
** it and the other does not. */
static void the_matrix_moves_from_place_to_place(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  int different = 0;
  for (float text = 1; text <= 3; text += 0.2f) {
    bench_look(&bench, STAGE_WEIGHTS, 8, 2);
    bench.view.text_scale = text;
    ScreenLayout overview = layout_of(&bench, VIEW_OVERVIEW), stage = layout_of(&bench, VIEW_STAGE);
    different += fabsf(overview.centre.x - stage.centre.x) > 8;
    Scene scene = scene_in(&bench, &overview);
    scene.pen.text_scale = overview.picture_scale;
    Box from = overview_matrix_box(&scene, overview.centre, STAGE_WEIGHTS);
    scene = scene_in(&bench, &stage);
    scene.pen.text_scale = stage.picture_scale;
    Box to = stage_matrix_box(&scene, stage.centre, STAGE_WEIGHTS);
    assert_same_box(moving_box(&bench, VIEW_OVERVIEW, VIEW_STAGE, 1e-4f), from);
    assert_same_box(moving_box(&bench, VIEW_OVERVIEW, VIEW_STAGE, 0.9999f), to);
    assert_same_box(moving_box(&bench, VIEW_STAGE, VIEW_OVERVIEW, 1e-4f), to);
    assert_same_box(moving_box(&bench, VIEW_STAGE, VIEW_OVERVIEW, 0.9999f), from);
  }
  assert_true(different > 0); /* otherwise nothing was tested */
  bench_free(&bench);
}

/* Larger text means larger labels in the overview too, as far as the matrices keep their size. */
static void larger_text_is_larger_in_the_overview(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  float used[2];
  for (int large = 0; large <= 1; large++) {
    bench.view.text_scale = large ? 2 : 1;
    bench.view.kind = VIEW_OVERVIEW;
    ScreenLayout layout = layout_of(&bench, VIEW_OVERVIEW);
    Scene scene = scene_in(&bench, &layout);
    used[large] = scene_centre_text_scale(&scene, &layout);
    assert_true(used[large] <= layout.text_scale * 1.7f);
  }
  assert_true(used[0] > 0.95f && used[1] >= 1.15f * used[0]);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_matrix_moves_from_place_to_place),
      cmocka_unit_test(larger_text_is_larger_in_the_overview),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
