/* tests/scene/vectors_test.c -- where rows are vectors, those that nobody follows are lower than the
** followed one, and columns of a map narrower than the chosen one: each cell has its own colour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "scene/stages/stage.h"
#include "scene_bench.h"

static const Box BOX = {0, 0, 1100, 700};

/* The stages whose rows are vectors, each with its matrices. */
typedef struct Vectors {
  StageId stage;
  TracePart parts[4];
  int count;
} Vectors;
static const Vectors STAGES[] = {
    {STAGE_EMBED, {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_X}, 3},
    {STAGE_QKV, {TRACE_INPUT, TRACE_Q, TRACE_K, TRACE_V}, 4},
    {STAGE_JOINED, {TRACE_CONCAT, TRACE_ATTN_PROJ}, 2},
    {STAGE_BLOCK, {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_BLOCK}, 3},
};
enum { STAGE_KINDS = sizeof STAGES / sizeof *STAGES };

static const DrawHeatmap *heatmap_of(SceneBench *bench, TracePart part) {
  MatView values = trace_matrix(bench->run.trace, part, bench->view.layer, bench->view.head);
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == values.at)
      return &item->as.heatmap;
  }
  fail_msg("no cells of part %d", (int)part);
  return NULL;
}

static float height_of(const DrawHeatmap *heatmap, int row) {
  return draw_heatmap_cell(heatmap, row, 0).h;
}

static float middle_of(const DrawHeatmap *heatmap, int row) {
  Box cell = draw_heatmap_cell(heatmap, row, 0);
  return cell.y + cell.h / 2 - heatmap->box.y;
}

/* The row has its whole place, the others half of theirs and more, in its middle. */
static void check_rows(const DrawHeatmap *heatmap, int whole) {
  float place = heatmap->box.h / (float)heatmap->values.rows, high = place - heatmap->gap;
  for (int row = 0; row < heatmap->values.rows; row++) {
    float height = height_of(heatmap, row);
    assert_float_equal(middle_of(heatmap, row), place * ((float)row + 0.5f), 0.01);
    if (row == whole) assert_float_equal(height, high, 0.01);
    else assert_true(height >= high / 2 - 0.01f && height < high * 0.5f + 2.01f);
  }
}

static void rows_that_nobody_follows_are_low(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  for (int i = 0; i < STAGE_KINDS; i++)
    for (int query = 0; query <= 9; query += 3) {
      bench_look(&bench, STAGES[i].stage, query, query > 3 ? 2 : 0);
      bench_draw(&bench, BOX);
      Scene scene = bench_scene(&bench, BOX.w, BOX.h, 1);
      int followed = stage_followed_row(&scene); /* one is, also where none is chosen */
      bench_draw(&bench, BOX);
      if (query > 0) assert_int_equal(followed, query - 1);
      for (int k = 0; k < STAGES[i].count; k++)
        check_rows(heatmap_of(&bench, STAGES[i].parts[k]), followed);
    }
  bench_free(&bench);
}

/* A colour is a number: what is low is not paler. */
static void a_low_cell_has_its_own_colour(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_EMBED, 3, 0);
  bench_draw(&bench, BOX);
  const DrawHeatmap *low = heatmap_of(&bench, TRACE_X);
  DrawHeatmap high = *low;
  high.thin_rows = (DrawThin){0};
  for (int row = 0; row < low->values.rows; row++) {
    Color a = draw_heatmap_color(low, row, 5), b = draw_heatmap_color(&high, row, 5);
    assert_memory_equal(&a, &b, sizeof a);
  }
  bench_free(&bench);
}

/* In a low picture rows of 4 points stay as they are, and no row becomes lower. */
static void no_row_is_lower_than_four_points(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  for (float height = 200; height <= 700; height += 20)
    for (int i = 0; i < STAGE_KINDS; i++) {
      bench_look(&bench, STAGES[i].stage, 3, 0);
      bench_draw(&bench, (Box){0, 0, 1000, height});
      for (int k = 0; k < STAGES[i].count; k++) {
        const DrawHeatmap *heatmap = heatmap_of(&bench, STAGES[i].parts[k]);
        float own = height_of(heatmap, 2), other = height_of(heatmap, 3);
        assert_true(other >= fminf(own, 4) - 0.01f);
        /* else a window would draw it anew for each row under the pointer */
        if (other >= own) assert_int_equal(heatmap->thin_rows.whole, 0);
      }
    }
  bench_free(&bench);
}

static int thin_count(const SceneBench *bench) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind != DRAW_HEATMAP) continue;
    count += item->as.heatmap.thin_rows.share > 0 || item->as.heatmap.thin_cols.share > 0;
  }
  return count;
}

/* Of a figure no row is followed, and where cells have digits these need them whole. */
static void figures_and_cells_with_digits_are_whole(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  bench.interactive = false;
  for (int i = 0; i < STAGE_KINDS; i++) {
    bench_look(&bench, STAGES[i].stage, 0, 0);
    bench_draw(&bench, BOX);
    assert_int_equal(thin_count(&bench), 0);
  }
  bench.interactive = true;
  bench_look(&bench, STAGE_OUTPUT, 3, 2);
  bench_draw(&bench, BOX);
  assert_int_equal(thin_count(&bench), 0);
  bench_free(&bench);
  bench = bench_make("on-paper", "none", "the cat sat");
  bench_look(&bench, STAGE_QKV, 2, 1);
  bench_draw(&bench, BOX);
  assert_float_equal(heatmap_of(&bench, TRACE_Q)->thin_rows.share, 0, 0);
  assert_float_equal(heatmap_of(&bench, TRACE_W_Q)->thin_cols.share, 0, 0);
  bench_free(&bench);
}

/* A row of X meets the columns of a map: each is a vector, and the chosen one is whole. */
static void columns_of_a_map_are_narrow_but_the_chosen_one(void **state) {
  (void)state;
  static const TracePart maps[] = {TRACE_W_Q, TRACE_W_K, TRACE_W_V};
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 3, 2);
  bench_draw(&bench, BOX);
  for (int i = 0; i < 3; i++) {
    const DrawHeatmap *map = heatmap_of(&bench, maps[i]);
    float place = map->box.w / (float)map->values.cols, usual = place - map->gap;
    for (int col = 0; col < map->values.cols; col++) {
      Box cell = draw_heatmap_cell(map, 0, col);
      assert_float_equal(cell.x + cell.w / 2 - map->box.x, place * ((float)col + 0.5f), 0.01);
      assert_true(cell.w >= 4 - 0.01f);
      assert_true((cell.w > usual - 0.01f) == (i == 0 && col == 1));
    }
  }
  bench_free(&bench);
}

/* On the way a row grows or becomes low; both ends are the pictures at rest. */
static void between_stages_the_height_goes_from_one_to_the_other(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 3, 0);
  bench_draw(&bench, BOX);
  float low = heatmap_of(&bench, TRACE_Q)->thin_rows.share, before = low;
  int between = 0;
  assert_true(low > 0.2f);
  for (float t = 0.05f; t < 0.6f; t += 0.05f) {
    bench_look_between(&bench, STAGE_QKV, STAGE_SCORES, t);
    bench_draw(&bench, BOX);
    float share = heatmap_of(&bench, TRACE_Q)->thin_rows.share;
    assert_true(share <= before && share >= 0);
    before = share;
    between += share > 0.01f && share < low - 0.01f;
  }
  assert_true(between >= 2);
  assert_float_equal(before, 0, 0.001);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_that_nobody_follows_are_low),
      cmocka_unit_test(a_low_cell_has_its_own_colour),
      cmocka_unit_test(no_row_is_lower_than_four_points),
      cmocka_unit_test(figures_and_cells_with_digits_are_whole),
      cmocka_unit_test(columns_of_a_map_are_narrow_but_the_chosen_one),
      cmocka_unit_test(between_stages_the_height_goes_from_one_to_the_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
