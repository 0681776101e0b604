/* What is seen where features stand for softmax: the formula's part at work, the name on the rail,
** and the way of the weights in the overview. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/number.h"
#include "scene/scene_bench.h"
#include "scene/stages/stage_view.h"

static SceneBench bench_of(const char *kind) {
  SceneBench bench = bench_make("random", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_kind("random", "none", kind, STR(BENCH_SENTENCE));
  return bench;
}

/* The boxes outlined in a colour, and the height of the last. */
static int lit_boxes(const SceneBench *bench, Color color, float *height) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind != DRAW_BOX || memcmp(&item->as.box.stroke, &color, sizeof color)) continue;
    *height = item->as.box.box.h;
    count++;
  }
  return count;
}

/* The whole fraction, not its denominator alone. */
static void the_fraction_at_work_is_lit_as_one(void **state) {
  (void)state;
  SceneBench bench = bench_of("approximate performer 16");
  const Theme *theme = theme_get(THEME_LIGHT);
  const struct {
    StageId stage;
    float least;
  } lit[] = {{STAGE_WEIGHTS, 45}, {STAGE_OUTPUT, 45}};
  for (size_t i = 0; i < sizeof lit / sizeof lit[0]; i++) {
    float height = 0;
    bench_look(&bench, lit[i].stage, 0, 0);
    bench_strip(&bench, 1440, 80, 1);
    assert_int_equal(lit_boxes(&bench, theme->focus, &height), 1);
    assert_true(height > lit[i].least);
  }
  assert_true(str_is(captions_rail(bench.run.trace, STAGE_WEIGHTS, false), "Weights"));
  bench_free(&bench);
  bench = bench_of("");
  assert_true(str_is(captions_rail(bench.run.trace, STAGE_WEIGHTS, false), "Softmax"));
  bench_free(&bench);
}

static int groups_named(const SceneBench *bench, const char *name) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    count +=
        item->kind == DRAW_GROUP && item->as.group.name && strcmp(item->as.group.name, name) == 0;
  }
  return count;
}

/* These weights come of the features, not of the scores. */
static void the_overview_shows_what_the_weights_are_made_of(void **state) {
  (void)state;
  const struct {
    const char *kind;
    int scores, features;
  } kinds[] = {{"", 1, 0}, {"approximate performer 16", 0, 1}};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_of(kinds[i].kind);
    bench.view.kind = VIEW_OVERVIEW;
    bench_look(&bench, STAGE_WEIGHTS, 8, 2);
    Scene scene = bench_scene(&bench, 1440, 640, 1);
    overview_draw(&scene, (Box){0, 0, 1440, 640});
    assert_int_equal(groups_named(&bench, "scores"), kinds[i].scores);
    assert_int_equal(groups_named(&bench, "features_q"), kinds[i].features);
    assert_int_equal(groups_named(&bench, "features_k"), kinds[i].features);
    assert_int_equal(groups_named(&bench, "weights"), 1);
    bench_free(&bench);
  }
}

/* Below the followed row in large digits the cells have none of 8 points. */
static void small_noughts_are_left_out_below_the_followed_row(void **state) {
  (void)state;
  SceneBench bench = bench_of("approximate performer 16");
  bench_look(&bench, STAGE_FEATURES, 8, 0);
  bench.interactive = true;
  Scene scene = bench_scene(&bench, 880, 620, 1);
  stage_draw(&scene, (Box){0, 0, 880, 620});
  int numbers = 0, small = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    bool is_number = memchr(text->text.at, '.', text->text.bytes) != NULL;
    numbers += is_number;
    small += is_number && text->size_pt < 10;
  }
  assert_true(numbers >= 2 * 16);
  assert_int_equal(small, 0);
  bench_free(&bench);
}

static const DrawHeatmap *heatmap_of(const SceneBench *bench, MatView values) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == values.at)
      return &item->as.heatmap;
  }
  return NULL;
}

/* Where one number is a hundred times the others these are seen all the same, and the bar says by
** what: a number at every power of ten. */
static void one_large_feature_leaves_the_others_seen(void **state) {
  (void)state;
  SceneBench bench = bench_of("approximate performer 16");
  bench_look(&bench, STAGE_FEATURES, 0, 0);
  Scene scene = bench_scene(&bench, 880, 620, 1);
  stage_draw(&scene, (Box){0, 0, 880, 620});
  MatView values = trace_matrix(bench.run.trace, TRACE_FEATURES_Q, 0, 0);
  const DrawHeatmap *drawn = heatmap_of(&bench, values);
  assert_non_null(drawn);
  assert_int_equal(drawn->palette, PALETTE_TENS);
  float end = drawn->range.high;
  assert_true(drawn->range.low == 0 &&
              end == trace_largest(bench.run.trace, TRACE_FEATURES_Q, 0, 0));
  Color none = palette_color(PALETTE_TENS, drawn->theme, 0);
  Color hundredth = palette_color(PALETTE_TENS, drawn->theme, 0.01f);
  assert_true(none.r - hundredth.r > 40);
  int marks = 0;
  for (float at = 1e-4f; at < end; at *= 10)
    marks += at > end / 1000 && bench_has(&bench, (at < 1 ? number_end(at) : number_whole(at)).at);
  assert_true(marks >= 2);
  assert_true(bench_contains(&bench, "powers of ten"));
  bench_free(&bench);
}

/* Features are powers of e, so all of a short sentence may be next to the smallest floats. */
static void a_bar_of_the_smallest_numbers_has_an_end(void **state) {
  (void)state;
  SceneBench bench = bench_of("");
  bench_look(&bench, STAGE_SCORES, 0, 0);
  Scene scene = bench_scene(&bench, 880, 620, 1);
  const float ends[] = {1e-45f, 4.5e-44f, 1e-38f, 1, 3e38f};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    int before = bench.list.item_count;
    pen_color_bar(
        &scene.pen,
        &(ColorBar){.box = {20, 20, 220, 12}, .palette = PALETTE_TENS, .range = {0, ends[i]}});
    assert_true(bench.list.item_count > before && bench.list.item_count < before + 20);
  }
  bench_free(&bench);
}

/* x is a query or a key, so the formula has no colour of either. */
static void the_formula_of_a_feature_has_no_role(void **state) {
  (void)state;
  SceneBench bench = bench_of("approximate performer 16");
  const Theme *theme = theme_get(THEME_LIGHT);
  bench_look(&bench, STAGE_FEATURES, 0, 0);
  bench_strip(&bench, 1440, 80, 1);
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT) continue;
    assert_true(memcmp(&text->color, &theme->query, sizeof text->color) != 0);
    assert_true(memcmp(&text->color, &theme->key, sizeof text->color) != 0);
  }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_fraction_at_work_is_lit_as_one),
      cmocka_unit_test(small_noughts_are_left_out_below_the_followed_row),
      cmocka_unit_test(one_large_feature_leaves_the_others_seen),
      cmocka_unit_test(a_bar_of_the_smallest_numbers_has_an_end),
      cmocka_unit_test(the_formula_of_a_feature_has_no_role),
      cmocka_unit_test(the_overview_shows_what_the_weights_are_made_of),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
