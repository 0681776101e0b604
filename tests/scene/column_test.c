/* tests/scene/column_test.c -- figures as wide as one column of a page: matrices that can be seen,
** words as large as asked for, and nothing cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/figure.h"
#include "scene_bench.h"

static const float MM = 72 / 25.4f;

static void build(SceneBench *bench, const Figure *figure) {
  Scene scene = bench_scene(bench, 1, 1, 1); /* for its fresh list and its ruler */
  figure_build(bench->run.trace, &bench->view, scene.pen.metrics, figure, &bench->list);
}

/* Without single letters, which may be subscripts. */
static float smallest_words(const DrawList *list) {
  float least = INFINITY;
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.text.bytes > 1)
      least = fminf(least, list->items[i].as.text.size_pt);
  return least;
}

static float narrowest_matrix(const DrawList *list, int *count) {
  float least = INFINITY;
  *count = 0;
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP) {
      least = fminf(least, list->items[i].as.heatmap.box.w);
      ++*count;
    }
  return least;
}

static const char *const SENTENCES[] = {
    "it", BENCH_SENTENCE,
    BENCH_SENTENCE
    " and the dog that ran after it did not cross the road because the road was too wide",
    BENCH_SENTENCE
    " and the dog that ran after it did not cross the road because the road was too wide "
    "and " BENCH_SENTENCE " and the cat that saw the dog did not cross the street because it was "
    "too late and it"};

/* K, Q, V, scores, weights and output: each at least 15 mm wide in a column of 84 mm, where they
** were 6 to 9 mm beside each other. */
static void the_path_is_upright_in_a_column(void **state) {
  static const int focus[] = {0, 1};
  (void)state;
  for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++)
    for (size_t k = 0; k < 2; k++) {
      SceneBench bench = bench_make("reader", "none", SENTENCES[i]);
      int count, query = trace_token_count(bench.run.trace) > 8 ? 8 * focus[k] : focus[k];
      bench_look(&bench, STAGE_WEIGHTS, query, query > 2 ? 3 : 0);
      bench.view.layer = 1;
      Figure figure = {.kind = FIGURE_OVERVIEW, .width_pt = 84 * MM, .font_size_pt = 8};
      build(&bench, &figure);
      float least = narrowest_matrix(&bench.list, &count);
      if (count != 6 || least < 15 * MM)
        fail_msg("%d matrices, %g mm wide", count, (double)(least / MM));
      if (smallest_words(&bench.list) < 7.99f)
        fail_msg("words of %g pt", (double)smallest_words(&bench.list));
      assert_true(bench.list.height_pt < 1.8f * bench.list.width_pt);
      bench_check_layout(&bench, SENTENCES[i]);
      bench_free(&bench);
    }
}

/* What the arrow tells instead of drawing it, and where colours end. */
static void what_is_done_to_the_scores_stands_on_the_arrow(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "causal", BENCH_SENTENCE);
  Figure figure = {.kind = FIGURE_OVERVIEW, .width_pt = 84 * MM, .font_size_pt = 8};
  build(&bench, &figure);
  assert_true(bench_contains(&bench, "÷ √16") && bench_contains(&bench, "+ M"));
  assert_false(bench_has(&bench, "Scaled") || bench_has(&bench, "Masked"));
  assert_true(bench_contains(&bench, "±"));
  bench_free(&bench);
}

static void the_path_stays_in_a_row_where_there_is_room(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Figure figure = {.kind = FIGURE_OVERVIEW, .width_pt = 174 * MM, .font_size_pt = 8};
  build(&bench, &figure);
  assert_true(bench_has(&bench, "Scaled"));
  assert_true(bench.list.height_pt < bench.list.width_pt);
  figure.width_pt = 84 * MM, figure.height_pt = 60 * MM; /* a low box has no room below */
  build(&bench, &figure);
  assert_true(bench_has(&bench, "Scaled"));
  bench_free(&bench);
}

/* W_Q, W_K and W_V had 3 mm beside X, X itself 12. */
static void maps_of_q_k_and_v_can_be_seen_in_a_column(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++) {
    SceneBench bench = bench_make("reader", "none", SENTENCES[i]);
    int count, query = trace_token_count(bench.run.trace) > 8 ? 8 : 0;
    bench_look(&bench, STAGE_QKV, query, query > 0 ? 3 : 0);
    Figure figure = {.kind = FIGURE_STAGE, .width_pt = 84 * MM, .font_size_pt = 8};
    build(&bench, &figure);
    float least = narrowest_matrix(&bench.list, &count);
    if (count != 7 || least < 14 * MM)
      fail_msg("%d matrices, %g mm wide", count, (double)(least / MM));
    if (smallest_words(&bench.list) < 7.99f)
      fail_msg("words of %g pt", (double)smallest_words(&bench.list));
    bench_check_layout(&bench, SENTENCES[i]);
    figure.width_pt = 174 * MM;
    build(&bench, &figure);
    if (i <= 1) assert_true(bench.list.height_pt < bench.list.width_pt); /* in a row */
    bench_free(&bench);
  }
}

static int times_said(const SceneBench *bench, const char *words) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    count += item->kind == DRAW_TEXT && str_is(item->as.text.text, words);
  }
  return count;
}

/* Mixtures above, keys below: each names its columns, and the caption tells of no difference. */
static void mixtures_and_keys_have_their_own_names(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", SENTENCES[0]);
  run_free(&bench.run);
  bench.run = run_make_kind("reader", "none", "approximate linformer 4", STR(BENCH_SENTENCE));
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = {.kind = FIGURE_COMPARE, .width_pt = 84 * MM, .font_size_pt = 8, .caption = true};
  build(&bench, &figure);
  assert_int_equal(times_said(&bench, "animal"), 3); /* two rows and a column */
  assert_int_equal(times_said(&bench, "mix 4"), 1);
  assert_int_equal(times_said(&bench, "Key"), 1);
  assert_int_equal(times_said(&bench, "Layer 1 · head 1"), 1);
  assert_int_equal(times_said(&bench, "1.0") > 0 && times_said(&bench, "0.0") > 0, 0);
  assert_true(bench_says(&bench, "columns of the first are mixtures of keys"));
  assert_true(bench_says(&bench, "have no number; in the wide cells, those below 0.005"));
  assert_false(bench_says(&bench, "their difference"));
  bench_check_layout(&bench, "mixtures beside keys");
  bench_free(&bench);
}

/* Half a matrix beside its ribbon looks like a mistake. */
static void ribbons_are_as_wide_as_the_frames_they_join(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", SENTENCES[0]);
  bench_look(&bench, STAGE_QKV, 0, 0);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 84 * MM, .font_size_pt = 8};
  build(&bench, &figure);
  int ribbons = 0, framed = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *ribbon = &bench.list.items[i];
    if (ribbon->kind != DRAW_RIBBON) continue;
    ribbons++;
    float left = ribbon->as.ribbon.points[0].x, right = ribbon->as.ribbon.points[3].x;
    for (int k = 0; k < bench.list.item_count; k++) {
      const DrawItem *item = &bench.list.items[k];
      if (item->kind != DRAW_BOX || item->as.box.stroke.a <= 0) continue;
      Box frame = item->as.box.box;
      float out = item->as.box.stroke_width / 2;
      framed += fabsf(frame.x - out - left) < 0.1f && fabsf(frame.x + frame.w + out - right) < 0.1f;
    }
  }
  assert_int_equal(ribbons, 6);
  assert_int_equal(framed, 2 * ribbons); /* the map and what it makes */
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_path_is_upright_in_a_column),
      cmocka_unit_test(what_is_done_to_the_scores_stands_on_the_arrow),
      cmocka_unit_test(maps_of_q_k_and_v_can_be_seen_in_a_column),
      cmocka_unit_test(mixtures_and_keys_have_their_own_names),
      cmocka_unit_test(ribbons_are_as_wide_as_the_frames_they_join),
      cmocka_unit_test(the_path_stays_in_a_row_where_there_is_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
