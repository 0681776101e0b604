/* tests/scene/blank_shares_test.c -- weights that two decimals round to 0 are left blank, in every
** look and at one size: only the cell that is asked for has its number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/figure.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene_bench.h"

enum { QUERY = 7, KEY_LIKED = 1, KEY_NEARLY_NONE = 9 };

static MatrixWidget weights_in(Box cells, int row, int col) {
  return (MatrixWidget){.part = TRACE_WEIGHTS,
                        .before = TRACE_WEIGHTS,
                        .cells = cells,
                        .digits = true,
                        .mix = 1,
                        .filled = -1,
                        .focus_row = row,
                        .focus_col = col};
}

static const DrawText *text_in(const DrawList *list, Box cell) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && box_holds(cell, text->at)) return text;
  }
  return NULL;
}

static void check_cells(SceneBench *bench, bool interactive, float side) {
  bench->interactive = interactive;
  Scene scene = bench_scene(bench, 900, 900, 1);
  MatrixWidget matrix = weights_in((Box){50, 50, side, side}, QUERY, -1);
  MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
  matrix_widget_draw(&scene, &matrix);
  int blanks = 0;
  float size = 0;
  for (int row = 0; row < grid.rows; row++)
    for (int col = 0; col < grid.cols; col++) {
      float value = mat_get(grid.heatmap.values, row, col);
      const DrawText *text = text_in(&bench->list, draw_heatmap_cell(&grid.heatmap, row, col));
      blanks += !text;
      assert_true((text != NULL) == (value >= NUMBER_SHARE_LEAST));
      if (!text) continue;
      if (size > 0) assert_float_equal(text->size_pt, size, 0.01);
      size = text->size_pt;
    }
  assert_true(blanks > 0 && size > 0);
}

static void shares_that_round_to_nothing_are_blank_and_all_others_have_one_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  check_cells(&bench, true, 500);
  check_cells(&bench, false, 500);
  bench.view.presenter = true;
  check_cells(&bench, true, 800);
  bench_free(&bench);
}

/* Every size of cells from 10 points to 40: digits of 8 points and more, or none. Where two decimals
** would be smaller than 10 weights of 0.05 and more have one, in the row that is read as well. */
static void digits_of_a_window_are_never_too_small_to_be_read(void **state) {
  const float read = 8, of_two_decimals = 10, from_of_one = 0.05f;
  int with_one = 0, with_two = 0, with_none = 0;
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (float side = 110; side <= 440; side += 5.5f) {
    Scene scene = bench_scene(&bench, 900, 900, 1);
    MatrixWidget matrix = weights_in((Box){50, 50, side, side}, QUERY, KEY_LIKED);
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    matrix_widget_draw(&scene, &matrix);
    float size = matrix_digits_size(&scene, &matrix, &grid);
    float from = matrix_digits_from(&scene, &matrix, &grid);
    bool has_one = size > 0 && from > NUMBER_SHARE_LEAST;
    assert_true(size <= 0 || size >= (has_one ? read : of_two_decimals));
    with_none += size <= 0;
    with_one += has_one;
    with_two += size > 0 && !has_one;
    for (int row = 0; has_one && row < grid.rows; row++)
      for (int col = 0; col < grid.cols; col++) {
        float value = mat_get(grid.heatmap.values, row, col);
        const DrawText *text = text_in(&bench.list, draw_heatmap_cell(&grid.heatmap, row, col));
        assert_true((text != NULL) == (value >= from_of_one));
        assert_true(!text || (text->text.bytes <= 2 && text->size_pt >= read));
      }
  }
  assert_true(with_none > 0 && with_one > 0 && with_two > 0);
  bench_free(&bench);
}

static void the_cell_that_is_asked_for_has_its_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (int row = 0; row < 11; row++) {
    Scene scene = bench_scene(&bench, 900, 900, 1);
    MatrixWidget matrix = weights_in((Box){50, 50, 500, 500}, row, KEY_NEARLY_NONE);
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    if (mat_get(grid.heatmap.values, row, KEY_NEARLY_NONE) >= NUMBER_SHARE_LEAST) continue;
    matrix_widget_draw(&scene, &matrix);
    Box cell = draw_heatmap_cell(&grid.heatmap, row, KEY_NEARLY_NONE);
    const DrawText *text = text_in(&bench.list, cell);
    assert_non_null(text);
    assert_true(str_is(text->text, ".00"));
    bench_free(&bench);
    return;
  }
  fail_msg("no weight of that key is small");
}

static void the_words_beside_the_bar_say_what_blank_means(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 900, 900, 1);
  MatrixWidget matrix = weights_in((Box){50, 50, 500, 500}, QUERY, KEY_LIKED);
  MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
  assert_float_equal(matrix_digits_from(&scene, &matrix, &grid), NUMBER_SHARE_LEAST, 1e-6);
  matrix.part = matrix.before = TRACE_SCALED;
  assert_float_equal(matrix_digits_from(&scene, &matrix, &grid), 0, 0);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 493, .font_size_pt = 8};
  scene = bench_scene(&bench, 1, 1, 1);
  figure_build(bench.run.trace, &bench.view, scene.pen.metrics, &figure, &bench.list);
  assert_true(bench_has(&bench, "each row becomes shares of 1 · blank: below 0.005"));
  bench_free(&bench);
}

/* In one column above the matrix as well, where it is not cut. */
static void a_narrow_figure_says_what_blank_means(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "causal", "the dog saw it , ( it )");
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Scene scene = bench_scene(&bench, 1, 1, 1);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 238, .font_size_pt = 8};
  figure_build(bench.run.trace, &bench.view, scene.pen.metrics, &figure, &bench.list);
  assert_true(bench_contains(&bench, "blank: "));
  for (int i = 0; i < bench.list.item_count; i++)
    if (bench.list.items[i].kind == DRAW_TEXT)
      assert_false(str_ends(bench.list.items[i].as.text.text, "…"));
  bench_free(&bench);
}

static bool caption_says(SceneBench *bench, Figure figure, const char *words) {
  Scene scene = bench_scene(bench, 1, 1, 1);
  figure.caption = true;
  figure_build(bench->run.trace, &bench->view, scene.pen.metrics, &figure, &bench->list);
  bench_check_layout(bench, "a caption");
  return bench_says(bench, words);
}

/* Of heads, a heatmap and a stage, with two decimals and one; not where no cell is blank: without
** numbers, of scores, or where all weights are large. */
static void a_caption_says_which_weights_have_no_number(void **state) {
  static const char *const words = "have no number";
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure heads = {.kind = FIGURE_HEADS, .width_pt = 800, .font_size_pt = 8};
  Figure matrix = {.kind = FIGURE_HEATMAP, .width_pt = 480, .font_size_pt = 8};
  assert_true(caption_says(&bench, heads, "Weights below 0.005 have no number."));
  assert_true(caption_says(&bench, matrix, "Weights below 0.005 have no number."));
  matrix.width_pt = 238;
  assert_true(caption_says(&bench, matrix, "Weights below 0.05 have no number."));
  bench.view.numbers = NUMBERS_OFF;
  assert_false(caption_says(&bench, matrix, words));
  bench.view.numbers = view_default().numbers;
  heads.width_pt = 238;
  assert_false(caption_says(&bench, heads, words));
  bench_look(&bench, STAGE_SCORES, 0, 0);
  matrix.width_pt = 480;
  assert_false(caption_says(&bench, matrix, words));
  bench_free(&bench);
  bench = bench_make("hand-made", "none", "it");
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  assert_false(caption_says(&bench, matrix, words));
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_that_round_to_nothing_are_blank_and_all_others_have_one_size),
      cmocka_unit_test(digits_of_a_window_are_never_too_small_to_be_read),
      cmocka_unit_test(the_cell_that_is_asked_for_has_its_number),
      cmocka_unit_test(the_words_beside_the_bar_say_what_blank_means),
      cmocka_unit_test(a_narrow_figure_says_what_blank_means),
      cmocka_unit_test(a_caption_says_which_weights_have_no_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
