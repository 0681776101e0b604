/* tests/scene/scroll_test.c -- matrices larger than their place: what scrolls together, scroll
** bars, and how far one notch of the wheel scrolls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "scene_bench.h"

enum { TOKENS = 400 };

static SceneBench long_bench(void) {
  static char words[TOKENS * 4 + 1];
  words[0] = 0;
  for (int i = 0; i < TOKENS; i++) strcat(words, i % 3 ? "an " : "it ");
  return bench_make("hand-made", "none", words);
}

static void draw(SceneBench *bench, StageId stage) {
  bench->view.stage = stage;
  Scene scene = bench_scene(bench, 900, 640, 1);
  scene.interactive = true;
  stage_draw(&scene, (Box){0, 0, 900, 640});
}

/* The visible part of a matrix: first and last, of rows or columns. */
typedef struct Seen {
  float first, last;
} Seen;

static Seen seen(const SceneBench *bench, TracePart part, bool of_rows) {
  MatView wanted = trace_matrix(bench->run.trace, part, bench->view.layer, bench->view.head);
  Box clip = {0};
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_CLIP) clip = item->as.clip;
    if (item->kind != DRAW_HEATMAP) continue;
    if (item->as.heatmap.values.at != wanted.at) continue;
    Box all = item->as.heatmap.box;
    if (clip.w <= 0) clip = all; /* nothing is cut */
    float from = of_rows ? (clip.y - all.y) / all.h : (clip.x - all.x) / all.w;
    float span = of_rows ? clip.h / all.h : clip.w / all.w;
    return (Seen){from * TOKENS, (from + span) * TOKENS};
  }
  fail_msg("not drawn");
  return (Seen){0};
}

/* Of the weighted sum, whose heaviest terms stand above, whatever is seen of the weights. */
static void outputs_follow_the_rows_of_the_weights(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  static const float places[][2] = {{0, 0}, {1, 0}, {0.5f, 0.1f}, {0.25f, 1}, {1, 1}};
  for (int zoom = 1; zoom <= 16; zoom *= 2)
    for (int i = 0; i < 5; i++) {
      bench.view.zoom = (float)zoom;
      bench.view.scroll_x = places[i][0];
      bench.view.scroll_y = places[i][1];
      draw(&bench, STAGE_OUTPUT);
      Seen queries = seen(&bench, TRACE_WEIGHTS, true), rows = seen(&bench, TRACE_OUTPUT, true);
      assert_float_equal(queries.first, rows.first, 0.01);
      assert_float_equal(queries.last, rows.last, 0.01);
    }
  bench_free(&bench);
}

static void assert_whole(float place) { assert_float_equal(place, roundf(place), 0.02f); }

/* A cell that the window cuts would have no digits, which says that its number is near 0. */
static void a_zoomed_matrix_shows_whole_cells(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  static const float zooms[] = {1.1f, 1.6f, 3.7f, 30};
  for (size_t i = 0; i < sizeof zooms / sizeof *zooms; i++)
    for (float scroll = 0; scroll <= 1; scroll += 0.13f) {
      bench.view.zoom = zooms[i];
      bench.view.scroll_x = scroll, bench.view.scroll_y = 1 - scroll;
      draw(&bench, STAGE_WEIGHTS);
      for (int of_rows = 0; of_rows < 2; of_rows++) {
        Seen part = seen(&bench, TRACE_WEIGHTS, of_rows > 0);
        assert_whole(part.first);
        assert_whole(part.last);
        assert_true(part.last - part.first <= (float)TOKENS / zooms[i] + 0.02f);
      }
    }
  bench_free(&bench);
}

static int bars(const SceneBench *bench) {
  int count = 0;
  for (int i = 0; i < bench->list.hit_count; i++) {
    const DrawHit *hit = &bench->list.hits[i];
    bool leads = hit->click && strncmp(hit->click, "scroll ", 7) == 0;
    count += leads && (hit->slider || strstr(hit->click, " 0.0000"));
  }
  return count;
}

/* Whatever is cut can be reached by dragging and with the wheel. */
static void every_stage_that_is_cut_has_a_bar(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  for (StageId stage = STAGE_EMBED; stage <= STAGE_JOINED; stage++) {
    if (!trace_has_stage(bench.run.trace, stage)) continue;
    bench.view.zoom = 8;
    draw(&bench, stage);
    int wheels = 0;
    for (int i = 0; i < bench.list.hit_count; i++) {
      const DrawHit *hit = &bench.list.hits[i];
      if (!hit->wheel) continue;
      wheels++;
      assert_true(hit->scroll_notch.y > 0 && hit->scroll_notch.y < 0.05f);
    }
    assert_true(wheels > 0);
    assert_true(bars(&bench) > 0);
  }
  bench_free(&bench);
}

/* The matrix follows a focused cell: the hit says where the matrix is now. */
static void a_held_matrix_says_where_it_stands(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench_look(&bench, STAGE_WEIGHTS, 350, 200);
  bench.view.scroll_x = bench.view.scroll_y = 0;
  bench.view.zoom = 4;
  draw(&bench, STAGE_WEIGHTS);
  bool found = false;
  for (int i = 0; i < bench.list.hit_count; i++) {
    const DrawHit *hit = &bench.list.hits[i];
    if (!hit->wheel || hit->scroll_notch.x <= 0) continue;
    found |= hit->is_held && hit->scroll.y > 0.5f && hit->scroll.x > 0.2f;
  }
  assert_true(found);
  bench.view.left_query = bench.view.query;
  bench.view.left_key = bench.view.key;
  draw(&bench, STAGE_WEIGHTS);
  for (int i = 0; i < bench.list.hit_count; i++) assert_false(bench.list.hits[i].is_held);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outputs_follow_the_rows_of_the_weights),
      cmocka_unit_test(a_zoomed_matrix_shows_whole_cells),
      cmocka_unit_test(every_stage_that_is_cut_has_a_bar),
      cmocka_unit_test(a_held_matrix_says_where_it_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
