/* tests/scene/road_test.c -- the overview without a chosen row: it follows what its title tells,
** with numbers of the trace, and nothing else is as loud. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/number.h"
#include "scene/overview/plan.h"
#include "scene/stages/stage.h"
#include "scene_bench.h"

static const Box PLACE = {0, 0, 1440, 640};

static void what_is_gathered_is_found_once_for_title_and_picture(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_OVERVIEW;
  Scene scene = bench_scene(&bench, PLACE.w, PLACE.h, 1);
  assert_non_null(scene.gathered);
  GatheredOnShow other = *scene.gathered; /* a wrong one, to see who reads it */
  other.gathered = (Gathered){GATHERED_MOST, 3, 0, 0.125f};
  scene.gathered = &other;
  assert_non_null(strstr(overview_title(&scene), "0.125"));
  assert_int_equal(overview_road(&scene).key, 3);
  bench.view.head = 1; /* of another head it tells nothing */
  assert_true(overview_gathered(&scene).mean != 0.125f);
  bench_free(&bench);
}

static Scene draw_rest(SceneBench *bench, int layer, int head) {
  bench->view.kind = VIEW_OVERVIEW;
  bench->view.layer = layer;
  bench->view.head = head;
  bench->interactive = true;
  Scene scene = bench_scene(bench, PLACE.w, PLACE.h, 1);
  overview_draw(&scene, PLACE);
  return scene;
}

static bool is_same(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/* The mean weight of a key, from the trace alone. */
static float mean_of(MatView weights, int key) {
  float sum = 0;
  for (int row = 0; row < weights.rows; row++) sum += mat_get(weights, row, key);
  return sum / (float)weights.rows;
}

static int heaviest_mean(MatView weights) {
  int best = 0;
  for (int key = 1; key < weights.cols; key++)
    if (mean_of(weights, key) > mean_of(weights, best)) best = key;
  return best;
}

/* Frames of a colour whose middle is in the box. */
static int frames_in(const SceneBench *bench, Box box, Color color, Box found[], int most) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawBox *drawn = &bench->list.items[i].as.box;
    if (bench->list.items[i].kind != DRAW_BOX || drawn->stroke_width <= 0) continue;
    float x = drawn->box.x + drawn->box.w / 2, y = drawn->box.y + drawn->box.h / 2;
    bool is_inside = x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
    if (!is_inside || !is_same(drawn->stroke, color) || drawn->fill.a > 0) continue;
    if (count < most) found[count] = drawn->box;
    count++;
  }
  return count;
}

/* The line of each key comes down into its column; the followed one is the widest by far. */
static void check_key_lines(const SceneBench *bench, const OverviewPlan *plan, int key, int keys) {
  Box to = plan->pairs[plan->keys_at];
  float own = 0, others = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawCurve *curve = &bench->list.items[i].as.curve;
    if (bench->list.items[i].kind != DRAW_CURVE || curve->point_count != 10) continue;
    float x = curve->points[9].x;
    int column = (int)((x - to.x) / to.w * (float)keys);
    if (column == key) own = fmaxf(own, curve->width);
    else others = fmaxf(others, curve->width);
  }
  assert_true(key < 0 ? others > 0 : own > 1.5f * others);
}

/* Of the ribbons of V, which end at the shares, the followed one is the strongest. */
static void check_ribbons(const SceneBench *bench, const OverviewPlan *plan, int key) {
  int at = 0, strongest = -1;
  unsigned most = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawRibbon *ribbon = &bench->list.items[i].as.ribbon;
    if (bench->list.items[i].kind != DRAW_RIBBON) continue;
    if (fabsf(ribbon->points[3].x - plan->mouth.x) > 0.01f) continue;
    if (ribbon->gradient.to.a > most) most = ribbon->gradient.to.a, strongest = at;
    at++;
  }
  assert_int_equal(strongest, key);
}

static void at_rest_the_picture_follows_the_key_of_its_title(void **state) {
  (void)state;
  static const struct {
    const char *model, *mask;
    int layer, head;
  } looks[] = {{"reader", "none", 1, 3},
               {"reader", "causal", 1, 3},
               {"reader", "none", 0, 3},
               {"reader", "none", 1, 1}};
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    SceneBench bench = bench_make(looks[i].model, looks[i].mask, BENCH_SENTENCE);
    Scene scene = draw_rest(&bench, looks[i].layer, looks[i].head);
    OverviewPlan plan = overview_plan(&scene, PLACE);
    MatView weights = trace_matrix(scene.trace, TRACE_WEIGHTS, looks[i].layer, looks[i].head);
    int key = heaviest_mean(weights);
    Number mean = number_weight(mean_of(weights, key));
    Str name = scene_key_named(&scene, key);
    char words[80];
    snprintf(words, sizeof words, "“%.*s” is gathered most: mean weight %s", (int)name.bytes,
             name.at, mean.at);
    assert_string_equal(overview_title(&scene), words);
    snprintf(words, sizeof words, "%.*s, mean %s", (int)name.bytes, name.at, mean.at);
    assert_true(bench_has(&bench, words)); /* above the weights */
    snprintf(words, sizeof words, "%.*s %s", (int)name.bytes, name.at, mean.at);
    assert_true(bench_has(&bench, words)); /* at the end of its ribbon */
    check_key_lines(&bench, &plan, key, weights.cols);
    check_ribbons(&bench, &plan, key);
    for (int pair = 0; pair < plan.pair_count; pair++) {
      Box box = plan.pairs[pair], frame;
      float pitch = box.w / (float)weights.cols;
      assert_int_equal(frames_in(&bench, box, scene.pen.theme->key, &frame, 1), 1);
      assert_float_equal(frame.x, box.x + pitch * (float)key, 0.01f);
      assert_true(frame.h > box.h); /* its lines lie between the cells */
    }
    Box frame;
    assert_int_equal(frames_in(&bench, plan.k, scene.pen.theme->key, &frame, 1) > 0, true);
    assert_int_equal(frames_in(&bench, plan.v, scene.pen.theme->value, &frame, 1) > 0, true);
    bench_free(&bench);
  }
}

/* A chosen row has its own road, and no column is framed. */
static void a_chosen_row_has_no_framed_column(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  Scene scene = draw_rest(&bench, 1, 3);
  OverviewPlan plan = overview_plan(&scene, PLACE);
  Box frame;
  for (int pair = 0; pair < plan.pair_count; pair++)
    assert_int_equal(frames_in(&bench, plan.pairs[pair], scene.pen.theme->key, &frame, 1), 0);
  assert_false(bench_contains(&bench, ", mean "));
  bench_free(&bench);
}

/* Where each row has the word before it, or itself, these cells are framed, and no key is followed;
** the number is their mean. */
static void a_head_of_neighbours_says_so(void **state) {
  (void)state;
  static const struct {
    int head, offset;
    const char *words;
  } heads[] = {{0, -1, "Each word gathers mostly from the word before it: %s on average"},
               {1, 0, "Each word gathers mostly from itself: %s on average"}};
  for (size_t i = 0; i < 2; i++) {
    SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
    Scene scene = draw_rest(&bench, 0, heads[i].head);
    OverviewPlan plan = overview_plan(&scene, PLACE);
    MatView weights = trace_matrix(scene.trace, TRACE_WEIGHTS, 0, heads[i].head);
    Box box = plan.pairs[plan.pair_count - 1], frames[16];
    float sum = 0, pitch = box.w / (float)weights.cols, high = box.h / (float)weights.rows;
    int rows = 0;
    for (int row = -heads[i].offset; row < weights.rows; row++, rows++)
      sum += mat_get(weights, row, row + heads[i].offset);
    Number mean = number_weight(sum / (float)rows);
    char words[100];
    snprintf(words, sizeof words, heads[i].words, mean.at);
    assert_string_equal(overview_title(&scene), words);
    snprintf(words, sizeof words, "mean %s", mean.at);
    assert_true(bench_has(&bench, words));
    assert_int_equal(frames_in(&bench, box, scene.pen.theme->weights, frames, 16), rows);
    for (int row = 0; row < rows; row++) {
      int query = row - heads[i].offset;
      assert_float_equal(frames[row].x, box.x + pitch * (float)(query + heads[i].offset), 0.01f);
      assert_float_equal(frames[row].y, box.y + high * (float)query, 0.01f);
    }
    check_key_lines(&bench, &plan, -1, weights.cols);
    bench_free(&bench);
  }
}

/* Columns too narrow for a frame have marks outside the matrix, which cover no cell. */
static void narrow_columns_are_marked_outside(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none",
                                BENCH_SENTENCE " and " BENCH_SENTENCE " and " BENCH_SENTENCE
                                               " and " BENCH_SENTENCE " and " BENCH_SENTENCE);
  Scene scene = draw_rest(&bench, 1, 3);
  OverviewPlan plan = overview_plan(&scene, PLACE);
  Box weights = plan.pairs[plan.pair_count - 1], frame;
  assert_int_equal(frames_in(&bench, weights, scene.pen.theme->key, &frame, 1), 0);
  int marks = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawCurve *curve = &bench.list.items[i].as.curve;
    if (bench.list.items[i].kind != DRAW_CURVE) continue;
    for (int k = 0; k < curve->point_count; k++) {
      Point at = curve->points[k];
      if (at.x <= weights.x || at.x >= weights.x + weights.w) continue;
      assert_false(at.y > weights.y && at.y < weights.y + weights.h);
      marks += at.y > weights.y - 12 && at.y < weights.y + weights.h + 12;
    }
  }
  assert_true(marks > 0);
  bench_free(&bench);
}

/* What a layer hands on has no role yet: its ribbons are grey. */
static void ribbons_before_the_roles_are_neutral(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  for (int dark = 0; dark < 2; dark++) {
    bench.view.theme = dark ? THEME_DARK : THEME_LIGHT;
    Scene scene = draw_rest(&bench, 1, 3);
    OverviewPlan plan = overview_plan(&scene, PLACE);
    int count = 0;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawRibbon *ribbon = &bench.list.items[i].as.ribbon;
      bool is_left = bench.list.items[i].kind == DRAW_RIBBON &&
                     ribbon->points[0].x < plan.tokens.x && ribbon->points[0].x > 0;
      if (!is_left || ribbon->points[3].x > plan.tokens.x + plan.tokens.w) continue;
      assert_true(is_same(ribbon->gradient.from, scene.pen.theme->muted));
      assert_true(is_same(ribbon->gradient.to, scene.pen.theme->muted));
      count++;
    }
    assert_true(count >= 11);
  }
  bench_free(&bench);
}

/* One token has a title of its own, a strong line of its query and of its key, and its weight. */
static void one_token_gathers_from_itself(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", "animal");
  Scene scene = draw_rest(&bench, 1, 3);
  OverviewPlan plan = overview_plan(&scene, PLACE);
  assert_string_equal(overview_title(&scene),
                      "“animal” has no other word and gathers from itself alone");
  assert_true(bench_has(&bench, "animal 1.000") && bench_has(&bench, "animal → animal  1.000"));
  check_key_lines(&bench, &plan, 0, 1);
  int strong = 0;
  for (int i = 0; i < bench.list.item_count; i++)
    strong += bench.list.items[i].kind == DRAW_CURVE &&
              bench.list.items[i].as.curve.width >= 2.5f &&
              is_same(bench.list.items[i].as.curve.color, scene.pen.theme->query);
  assert_true(strong == 1);
  bench_free(&bench);
}

/* Alone it is pale where it is next to nothing; beside others the strongest is full. */
static void a_score_alone_is_no_more_colourful_than_its_number(void **state) {
  (void)state;
  SceneBench alone = bench_make("reader", "none", "hello");
  SceneBench among = bench_make("reader", "none", BENCH_SENTENCE);
  Scene scene = draw_rest(&alone, 1, 3);
  float score = mat_get(trace_matrix(alone.run.trace, TRACE_SCORES, 1, 3), 0, 0);
  assert_true(fabsf(score) < 0.1f);
  assert_float_equal(scene_range(&scene, TRACE_SCORES, 1, 3).high, 1, 0);
  assert_float_equal(scene_range(&scene, TRACE_SCALED, 1, 3).low, -1, 0);
  scene = draw_rest(&among, 1, 3);
  assert_float_equal(scene_range(&scene, TRACE_SCORES, 1, 3).high,
                     trace_largest(among.run.trace, TRACE_SCORES, 1, 3), 0);
  bench_free(&alone);
  bench_free(&among);
}

/* Beside it is the margin: what stands above it ends with it. */
static void the_title_of_the_output_ends_with_it(void **state) {
  (void)state;
  static const float scales[] = {1, 1.2f, 1.4f, 1.6f, 2};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  bench.view.kind = VIEW_OVERVIEW;
  for (int i = 0; i < 10; i++) {
    bench.view.presenter = i >= 5;
    Scene scene = bench_scene(&bench, PLACE.w, PLACE.h, scales[i % 5]);
    overview_draw(&scene, PLACE);
    Box output = overview_plan(&scene, PLACE).output;
    int above = 0;
    for (int item = 0; item < bench.list.item_count; item++) {
      const DrawText *text = &bench.list.items[item].as.text;
      if (bench.list.items[item].kind != DRAW_TEXT || text->at.x < output.x - 40) continue;
      if (text->at.y > output.y || text->at.y < output.y - 24) continue;
      assert_true(text->at.x + text->width_pt <= output.x + output.w + 0.01f);
      above++;
    }
    assert_true(above > 0);
  }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_gathered_is_found_once_for_title_and_picture),
      cmocka_unit_test(at_rest_the_picture_follows_the_key_of_its_title),
      cmocka_unit_test(a_chosen_row_has_no_framed_column),
      cmocka_unit_test(a_head_of_neighbours_says_so),
      cmocka_unit_test(narrow_columns_are_marked_outside),
      cmocka_unit_test(ribbons_before_the_roles_are_neutral),
      cmocka_unit_test(one_token_gathers_from_itself),
      cmocka_unit_test(a_score_alone_is_no_more_colourful_than_its_number),
      cmocka_unit_test(the_title_of_the_output_ends_with_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
