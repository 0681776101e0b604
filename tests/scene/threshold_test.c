/* tests/scene/threshold_test.c -- the smallest set of keys that holds a share of a row, compared
** with sorting the row; and the cells that are not shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "scene/matrix/threshold.h"
#include "scene_bench.h"

enum { KEYS_MOST = 1024 };

typedef struct Row {
  float at[KEYS_MOST];
  int count;
} Row;

static int descending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

/* How many of the largest weights hold the share, found by sorting all of them. */
static int count_by_sorting(const Row *row, double percent) {
  float sorted[KEYS_MOST];
  double total = 0, sum = 0;
  for (int i = 0; i < row->count; i++) sorted[i] = row->at[i], total += (double)row->at[i];
  qsort(sorted, (size_t)row->count, sizeof *sorted, descending);
  int count = 0;
  while (count < row->count && sorted[count] > 0 &&
         (count == 0 || sum < total * percent / 100 * (1 - 1e-9)))
    sum += (double)sorted[count++];
  return count;
}

static Row random_row(Rng *rng, int count, bool peaked) {
  Row row = {.count = count};
  double total = 0;
  for (int i = 0; i < count; i++) {
    double x = rng_uniform(rng) * (peaked ? 14 : 1);
    row.at[i] = (float)exp(x);
    if (rng_below(rng, 5) == 0) row.at[i] = 0; /* hidden */
    total += (double)row.at[i];
  }
  for (int i = 0; total > 0 && i < count; i++) row.at[i] = (float)((double)row.at[i] / total);
  return row;
}

static void the_set_is_the_smallest_that_holds_the_share(void **state) {
  (void)state;
  static const float percents[] = {1, 25, 50, 75, 90, 99, 99.9f, 100};
  Arena *arena = arena_make(0);
  Rng rng = rng_make(47);
  for (int round = 0; round < 200; round++) {
    Row row = random_row(&rng, 1 + rng_below(&rng, KEYS_MOST - 1), round % 2);
    for (size_t p = 0; p < sizeof percents / sizeof *percents; p++) {
      RowCut cut = threshold_row(arena, row.at, row.count, percents[p]);
      int kept = 0;
      float lightest_kept = 2, heaviest_dropped = 0;
      for (int i = 0; i < row.count; i++) {
        bool is_kept = threshold_keeps(cut, row.at[i], i);
        kept += is_kept;
        if (is_kept) lightest_kept = fminf(lightest_kept, row.at[i]);
        else heaviest_dropped = fmaxf(heaviest_dropped, row.at[i]);
      }
      assert_int_equal(kept, cut.count);
      assert_int_equal(kept, count_by_sorting(&row, (double)percents[p]));
      assert_true(lightest_kept >= heaviest_dropped);
    }
  }
  arena_free(arena);
}

static RowCut cut_of(Arena *arena, const float *weights, int count, float percent) {
  return threshold_row(arena, weights, count, percent);
}

static void equal_weights_are_kept_from_the_left(void **state) {
  (void)state;
  const float even[] = {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
  Arena *arena = arena_make(0);
  RowCut cut = cut_of(arena, even, 5, 60);
  assert_int_equal(cut.count, 3);
  for (int i = 0; i < 5; i++) assert_int_equal(threshold_keeps(cut, even[i], i), i < 3);
  assert_int_equal(cut_of(arena, even, 5, 61).count, 4);
  arena_free(arena);
}

static void what_is_no_weight_is_never_kept(void **state) {
  (void)state;
  const float hidden[] = {0, 0, 0}, broken[] = {NAN, 0.5f, INFINITY, 0.5f};
  Arena *arena = arena_make(0);
  assert_int_equal(cut_of(arena, hidden, 3, 90).count, 0);
  assert_int_equal(cut_of(arena, hidden, 0, 90).count, 0);
  assert_int_equal(cut_of(arena, broken, 4, 100).count, 2);
  arena_free(arena);
}

static const DrawHeatmap *weights_of(const SceneBench *bench) {
  MatView wanted = trace_matrix(bench->run.trace, TRACE_WEIGHTS, 0, 0);
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == wanted.at)
      return &item->as.heatmap;
  }
  fail_msg("no weights are drawn");
  return NULL;
}

/* Kept cells have the colour of their number, the others the paper colour, hidden
** ones their hatching. */
static void a_colour_always_means_its_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.threshold = 80;
  Scene scene = bench_scene(&bench, 900, 640, 1);
  stage_draw(&scene, (Box){0, 0, 900, 640});
  DrawHeatmap covered = *weights_of(&bench), bare = covered;
  bare.kept = (MatView){0};
  int kept = 0, dropped = 0, hidden = 0;
  for (int row = 0; row < covered.values.rows; row++) {
    RowCut cut = threshold_row(bench.arena, mat_row(covered.values, row), covered.values.cols, 80);
    for (int col = 0; col < covered.values.cols; col++) {
      bool is_hidden = trace_hidden(bench.run.trace, row, col);
      bool keeps = threshold_keeps(cut, mat_get(covered.values, row, col), col);
      Color color = draw_heatmap_color(&covered, row, col), paper = scene.pen.theme->paper;
      Color expected = keeps || is_hidden ? draw_heatmap_color(&bare, row, col) : paper;
      assert_memory_equal(&color, &expected, sizeof color);
      assert_int_equal(draw_heatmap_covered(&covered, row, col), !keeps && !is_hidden);
      kept += keeps, hidden += is_hidden, dropped += !keeps && !is_hidden;
    }
  }
  assert_true(kept > 0 && dropped > 0 && hidden > 0);
  assert_true(bench_contains(&bench, "80 %"));
  bench_check_layout(&bench, "threshold");
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_set_is_the_smallest_that_holds_the_share),
      cmocka_unit_test(equal_weights_are_kept_from_the_left),
      cmocka_unit_test(what_is_no_weight_is_never_kept),
      cmocka_unit_test(a_colour_always_means_its_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
