/* Kept keys and values: a bar for every scale of colours, and of a refusal the pairs that look
** ahead. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/number.h"
#include "scene/scene_bench.h"
#include "scene/views/view_room.h"

static int groups_named(const SceneBench *bench, const char *name) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    count +=
        item->kind == DRAW_GROUP && item->as.group.name && strcmp(item->as.group.name, name) == 0;
  }
  return count;
}

static SceneBench bench_of(const char *mask) {
  SceneBench bench = bench_make("random", mask, BENCH_SENTENCE);
  bench.view.kind = VIEW_CACHE;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_CACHE)->draw(&scene, (Box){0, 0, 1000, 640});
  return bench;
}

static void every_scale_of_kept_rows_has_a_bar(void **state) {
  (void)state;
  SceneBench bench = bench_of("causal");
  assert_int_equal(groups_named(&bench, "colour-bar"), 3); /* q, K, and V with the output */
  assert_int_equal(groups_named(&bench, "ahead"), 0);
  assert_true(bench_contains(&bench, "prompt: "));
  bench_free(&bench);
}

/* In one line, right of each other. */
static void the_bars_of_kept_rows_stand_in_one_line(void **state) {
  (void)state;
  SceneBench bench = bench_of("causal");
  Box last = {0};
  int bars = 0;
  for (int i = 1; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i], *before = &bench.list.items[i - 1];
    const char *group = before->kind == DRAW_GROUP ? before->as.group.name : NULL;
    if (item->kind != DRAW_HEATMAP || !group || strcmp(group, "colour-bar") != 0) continue;
    Box bar = item->as.heatmap.box;
    if (bars++ > 0) assert_true(bar.y == last.y && bar.x > last.x + last.w);
    last = bar;
  }
  assert_int_equal(bars, 3);
  bench_free(&bench);
}

/* Numbers of the query and of the output are as large as those of the keys and values. */
static void numbers_of_kept_rows_have_one_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("cache-demo", "causal", "<SOS> 你 好");
  bench.view.kind = VIEW_CACHE;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_CACHE)->draw(&scene, (Box){0, 0, 1000, 640});
  float size = 0;
  bool is_bar = false;
  int numbers = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    const char *group =
        bench.list.items[i].kind == DRAW_GROUP ? bench.list.items[i].as.group.name : NULL;
    is_bar =
        group ? strcmp(group, "colour-bar") == 0 : is_bar && bench.list.items[i].kind != DRAW_GROUP;
    if (is_bar || bench.list.items[i].kind != DRAW_TEXT || text->text.bytes != 3 ||
        text->text.at[1] != '.')
      continue;
    if (size > 0) assert_float_equal(text->size_pt, size, 0.01f);
    size = text->size_pt;
    numbers++;
  }
  assert_true(numbers >= 24);
  bench_free(&bench);
}

/* The line tells of the query whose step is on show, and its heaviest weight has a number in low
** rows, too; names of matrices are short rather than cut. */
static void the_query_on_show_is_told(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 0);
  bench.view.kind = VIEW_CACHE;
  Scene scene = bench_scene(&bench, 960, 600, 1);
  view_room(VIEW_CACHE)->draw(&scene, (Box){0, 0, 520, 360});
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  float heaviest = 0;
  for (int key = 0; key < weights.cols; key++)
    heaviest = fmaxf(heaviest, mat_get(weights, weights.rows - 1, key));
  Str line = captions_focus_line(&scene);
  assert_true(strstr(line.at, "query tired") != NULL);
  assert_true(strstr(line.at, number_weight(heaviest).at) != NULL);
  assert_true(bench_has(&bench, number_weight(heaviest).at));
  assert_true(bench_contains(&bench, "10 kept · 1 new"));
  bench_free(&bench);
}

static void a_refusal_shows_what_looks_ahead(void **state) {
  (void)state;
  SceneBench bench = bench_of("none");
  assert_int_equal(groups_named(&bench, "ahead"), 1);
  assert_true(bench_contains(&bench, "causal mask"));
  bench_free(&bench);
}

/* What a causal mask would make of it stands beside: at each token one key and one value more. The
** title says what is needed, not what is impossible. */
static void a_refusal_shows_what_helps(void **state) {
  (void)state;
  SceneBench bench = bench_of("none");
  assert_int_equal(groups_named(&bench, "growth"), 1);
  int computed = 0, kept = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawBox *box = &bench.list.items[i].as.box;
    const Theme *theme = theme_get(bench.view.theme);
    if (bench.list.items[i].kind != DRAW_BOX) continue;
    computed += memcmp(&box->fill, &theme->key, sizeof box->fill) == 0;
    kept += box->stroke_width > 0 && memcmp(&box->stroke, &theme->value, sizeof box->stroke) == 0;
  }
  assert_int_equal(computed, 4);
  assert_int_equal(kept, 1 + 2 + 3);
  Captions captions = {0};
  Scene scene = bench_scene(&bench, 1440, 900, 1);
  view_room(VIEW_CACHE)->captions(&scene, &captions);
  assert_string_equal(captions.headline, "Kept keys and values need a causal mask");
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scale_of_kept_rows_has_a_bar),
      cmocka_unit_test(the_bars_of_kept_rows_stand_in_one_line),
      cmocka_unit_test(numbers_of_kept_rows_have_one_size),
      cmocka_unit_test(the_query_on_show_is_told),
      cmocka_unit_test(a_refusal_shows_what_looks_ahead),
      cmocka_unit_test(a_refusal_shows_what_helps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
