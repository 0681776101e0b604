/* tests/scene/matrix_widget_test.c -- a matrix shows the numbers of the trace, focus only
** as outline and labels, labels that are left out when crowded, and hits that find the
** right cell after zooming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/hit.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene_bench.h"

static MatrixWidget weights_in(Box cells) {
  return (MatrixWidget){.part = TRACE_WEIGHTS,
                        .before = TRACE_MASKED,
                        .cells = cells,
                        .row_labels = true,
                        .col_labels = true,
                        .label_width = 80,
                        .label_height = 60,
                        .digits = true,
                        .mix = 1,
                        .filled = -1,
                        .focus_row = -1,
                        .focus_col = -1,
                        .click = "cell %r %c"};
}

static const DrawHeatmap *first_heatmap(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP) return &list->items[i].as.heatmap;
  fail_msg("no heatmap");
  return NULL;
}

/* The text whose baseline starts inside a cell, or NULL. */
static const DrawText *text_in(const DrawList *list, Box cell) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && box_holds(cell, text->at)) return text;
  }
  return NULL;
}

static void digits_in_cells_are_the_trace_s_numbers(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
  matrix.part = TRACE_SCORES;
  matrix_widget_draw(&scene, &matrix);
  const DrawHeatmap *heatmap = first_heatmap(&bench.list);
  for (int row = 0; row < 11; row++)
    for (int col = 0; col < 11; col++) {
      const DrawText *text = text_in(&bench.list, draw_heatmap_cell(heatmap, row, col));
      Number number = number_cell(mat_get(heatmap->values, row, col), false);
      assert_non_null(text);
      assert_true(str_is(text->text, number.at));
    }
  bench_free(&bench);
}

static void digits_take_the_colour_that_contrasts_most_with_their_cell(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
  matrix.part = TRACE_SCALED;
  matrix_widget_draw(&scene, &matrix);
  const DrawHeatmap *heatmap = first_heatmap(&bench.list);
  for (int row = 0; row < 11; row++)
    for (int col = 0; col < 11; col++) {
      const DrawText *text = text_in(&bench.list, draw_heatmap_cell(heatmap, row, col));
      Color wanted = palette_digit(draw_heatmap_color(heatmap, row, col));
      assert_non_null(text);
      assert_memory_equal(&text->color, &wanted, sizeof wanted);
    }
  bench_free(&bench);
}

static void small_cells_have_digits_only_when_asked(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  MatrixWidget matrix = weights_in((Box){100, 100, 132, 132});
  Scene scene = bench_scene(&bench, 500, 500, 1);
  matrix_widget_draw(&scene, &matrix);
  CountReport plain = count_list(&bench.list, scene.pen.metrics, bench.arena);
  bench.view.numbers = NUMBERS_ON;
  scene = bench_scene(&bench, 500, 500, 1);
  matrix_widget_draw(&scene, &matrix);
  CountReport asked = count_list(&bench.list, scene.pen.metrics, bench.arena);
  assert_true(asked.texts > plain.texts);
  for (int i = 0; i < bench.list.item_count; i++)
    if (bench.list.items[i].kind == DRAW_TEXT)
      assert_true(bench.list.items[i].as.text.size_pt >= 5);
  bench_free(&bench);
}

/* As weights they have a nought in the chosen row alone. */
static void hidden_cells_read_minus_infinity_then_0_and_stay_hatched(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const TracePart parts[2] = {TRACE_MASKED, TRACE_WEIGHTS};
  const char *const words[2] = {"\xE2\x88\x92\xE2\x88\x9E", "0"};
  for (int i = 0; i < 2; i++) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
    matrix.part = parts[i];
    if (i == 1) matrix.focus_row = 2;
    matrix_widget_draw(&scene, &matrix);
    const DrawHeatmap *heatmap = first_heatmap(&bench.list);
    for (int row = 0; row < 11; row++)
      for (int col = 0; col < 11; col++)
        assert_int_equal(draw_heatmap_hatched(heatmap, row, col), col > row);
    assert_int_equal(count_text(&bench.list, words[i]), i == 0 ? 55 : 8);
  }
  bench_free(&bench);
}

static void focus_is_outline_and_label_and_changes_no_cell(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
  matrix_widget_draw(&scene, &matrix);
  DrawHeatmap plain = *first_heatmap(&bench.list);
  scene = bench_scene(&bench, 700, 700, 1);
  matrix.focus_row = 7;
  matrix.focus_col = 1;
  matrix_widget_draw(&scene, &matrix);
  const DrawHeatmap *focused = first_heatmap(&bench.list);
  for (int row = 0; row < 11; row++)
    for (int col = 0; col < 11; col++) {
      Color a = draw_heatmap_color(&plain, row, col), b = draw_heatmap_color(focused, row, col);
      assert_memory_equal(&a, &b, sizeof a);
    }
  int outlines = 0, bold = 0;
  Color amber = theme_get(THEME_LIGHT)->focus;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind == DRAW_BOX) outlines += !memcmp(&item->as.box.stroke, &amber, sizeof amber);
    if (item->kind == DRAW_TEXT) bold += item->as.text.face == FACE_BOLD;
  }
  assert_int_equal(outlines, 1);
  assert_int_equal(bold, 2); /* the query's label and the key's */
  bench_free(&bench);
}

/* From cells that are hardly wider than the outline to those that it may touch. */
static void the_outline_of_a_narrow_cell_or_column_covers_no_colour_of_it(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Theme *theme = theme_get(THEME_LIGHT);
  for (float side = 3; side < 10; side += 0.5f)
    for (int is_column = 0; is_column <= 1; is_column++) {
      Scene scene = bench_scene(&bench, 700, 700, 1);
      Box box = {100, 100, side, is_column ? 200 : side};
      matrix_focus_outline(&scene, box, 3);
      int amber = 0;
      for (int i = 0; i < bench.list.item_count; i++) {
        const DrawBox *drawn = &bench.list.items[i].as.box;
        assert_int_equal(bench.list.items[i].kind, DRAW_BOX);
        amber += !memcmp(&drawn->stroke, &theme->focus, sizeof theme->focus);
        float half = drawn->stroke_width / 2;
        Box hole = box_inset(drawn->box, half), outer = box_inset(drawn->box, -half);
        bool is_around = hole.x <= box.x && hole.y <= box.y && hole.x + hole.w >= box.x + box.w &&
                         hole.y + hole.h >= box.y + box.h;
        bool is_beyond = outer.y + outer.h <= box.y + 1 || outer.y >= box.y + box.h - 1;
        assert_true(is_column ? is_beyond : is_around);
      }
      assert_int_equal(amber, is_column ? 2 : 1);
    }
  bench_free(&bench);
}

static void cells_not_yet_filled_have_no_digits(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
  matrix.part = TRACE_SCORES;
  matrix.filled = 15;
  matrix_widget_draw(&scene, &matrix);
  const DrawHeatmap *heatmap = first_heatmap(&bench.list);
  for (int row = 0; row < 11; row++)
    for (int col = 0; col < 11; col++) {
      bool is_filled = row * 11 + col < 15;
      const DrawText *text = text_in(&bench.list, draw_heatmap_cell(heatmap, row, col));
      assert_int_equal(text != NULL, is_filled);
    }
  bench_free(&bench);
}

static void the_focused_row_shows_each_value_before_the_stage(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){100, 100, 440, 440});
  matrix.part = TRACE_SCALED;
  matrix.before = TRACE_SCORES;
  matrix.ghosts = true;
  matrix.focus_row = 7;
  matrix_widget_draw(&scene, &matrix);
  Number score = number_cell(mat_get(trace_matrix(scene.trace, TRACE_SCORES, 0, 0), 7, 3), false);
  assert_true(bench_has(&bench, score.at));
  float smallest = 100, largest = 0;
  Box row = {100, 100 + 7 * 40, 440, 40};
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT || !box_holds(row, text->at)) continue;
    smallest = fminf(smallest, text->size_pt);
    largest = fmaxf(largest, text->size_pt);
  }
  assert_true(smallest < 0.8f * largest);
  bench_check_layout(&bench, "ghosts");
  bench_free(&bench);
}

/* If two numbers would crowd each other, the ghost is left out. */
static void a_cell_too_low_for_two_numbers_shows_no_ghost(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (float side = 20; side <= 60; side += 40) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    MatrixWidget matrix = weights_in((Box){20, 20, 11 * 60, 11 * side});
    matrix.part = TRACE_SCALED;
    matrix.before = TRACE_SCORES;
    matrix.ghosts = true;
    matrix.digit_size_pt = 14;
    matrix.focus_row = 7;
    matrix_widget_draw(&scene, &matrix);
    Number score = number_cell(mat_get(trace_matrix(scene.trace, TRACE_SCORES, 0, 0), 7, 6), false);
    assert_int_equal(bench_has(&bench, score.at), side > 40);
  }
  bench_free(&bench);
}

/* On a screen the digits of the focused row keep the size and the middle of the others. */
static void on_a_screen_a_ghost_has_room_for_two_numbers_of_full_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (float side = 38; side <= 60; side += 22) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    scene.interactive = true;
    MatrixWidget matrix = weights_in((Box){20, 20, 11 * 60, 11 * side});
    matrix.part = TRACE_SCALED;
    matrix.before = TRACE_SCORES;
    matrix.ghosts = true;
    matrix.digit_size_pt = 14;
    matrix.focus_row = 7;
    matrix_widget_draw(&scene, &matrix);
    Number score = number_cell(mat_get(trace_matrix(scene.trace, TRACE_SCORES, 0, 0), 7, 6), false);
    assert_int_equal(bench_has(&bench, score.at), side > 40);
  }
  bench_free(&bench);
}

static void many_labels_thin_out_and_carry_their_position(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 64, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  Scene scene = bench_scene(&bench, 500, 500, 1);
  MatrixWidget matrix = weights_in((Box){120, 100, 320, 320});
  matrix.label_width = 110;
  matrix.focus_row = 32;
  matrix_widget_draw(&scene, &matrix);
  int labels = 0;
  for (int row = 0; row < 64; row++) {
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    labels += matrix_row_is_labelled(&scene, &matrix, &grid, row);
  }
  assert_true(labels < 32 && labels > 8);
  assert_true(bench_has(&bench, "33")); /* the focused row is always named */
  bench_check_layout(&bench, "thinned labels");
  bench_free(&bench);
  arena_free(arena);
}

/* "word 12": the place of a column that is named; 0: it is no such name. */
static int named_column(const DrawItem *item) {
  if (item->kind != DRAW_TEXT) return 0;
  Str text = item->as.text.text;
  size_t at = text.bytes;
  while (at > 0 && text.at[at - 1] >= '0' && text.at[at - 1] <= '9') at--;
  if (at == 0 || at == text.bytes || text.at[at - 1] != ' ') return 0;
  return atoi(text.at + at);
}

/* In a window rows of many tokens have more names than columns, and a named column's row has one. */
static void columns_name_some_of_the_named_rows(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 64, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  scene.interactive = true;
  MatrixWidget matrix = weights_in((Box){120, 100, 360, 560});
  matrix.label_width = 110;
  matrix.label_height = 60;
  matrix_widget_draw(&scene, &matrix);
  MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
  int columns = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    int place = named_column(&bench.list.items[i]);
    if (place < 2) continue; /* the first has a name in any case */
    assert_true(matrix_row_is_labelled(&scene, &matrix, &grid, place - 1));
    columns++;
  }
  assert_true(columns >= 8);
  bench_free(&bench);
  arena_free(arena);
}

static void after_zooming_a_click_finds_the_cell_under_it_and_none_outside(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 40, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  bench.view.zoom = 4;
  bench.view.scroll_x = 1;
  bench.view.scroll_y = 0.5f;
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){120, 100, 400, 400});
  matrix.scrolls = true;
  matrix.row_labels = matrix.col_labels = false;
  matrix_widget_draw(&scene, &matrix);
  MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
  assert_float_equal(grid.cell_w, 40, 0.001);
  Point at = {120 + 399, 100 + 200};
  const DrawHit *hit = hit_at(&bench.list, at);
  assert_non_null(hit);
  const char *command = hit_command(hit, HIT_CLICK, at, 0, bench.arena);
  assert_string_equal(command, "cell 21 40"); /* half of 1200 scrolled: rows from 600 / 40 on */
  Point outside = {60, 300};
  const DrawHit *none = hit_at(&bench.list, outside);
  assert_true(!none || !none->click || strcmp(none->click, "cell %r %c") != 0);
  bench_free(&bench);
  arena_free(arena);
}

static void the_cell_a_learner_stands_on_stays_in_the_window(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 40, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  bench.view.zoom = 12;
  bench.view.locked = true;
  for (int row = 0; row < 40; row += 3) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    MatrixWidget matrix = weights_in((Box){120, 100, 400, 400});
    matrix.scrolls = true;
    matrix.focus_row = row;
    matrix.focus_col = 39 - row;
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    assert_true(row >= grid.first_row && row <= grid.last_row);
    assert_true(39 - row >= grid.first_col && 39 - row <= grid.last_col);
    Box cell = draw_heatmap_cell(&grid.heatmap, row, 39 - row), window = matrix.cells;
    assert_true(cell.x >= window.x && cell.x + cell.w <= window.x + window.w);
    assert_true(cell.y >= window.y && cell.y + cell.h <= window.y + window.h);
  }
  bench_free(&bench);
  arena_free(arena);
}

/* Scrolling by hand stops following the focused cell; the next one reached by
** stepping is visible again. */
static void a_cell_can_be_scrolled_away_from(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 40, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  View *view = &bench.view;
  view->zoom = 8;
  view->locked = true;
  view->left_query = view->query = 2;
  view->left_key = view->key = 3;
  view->scroll_x = view->scroll_y = 1;
  for (int row = 2; row <= 3; row++) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    MatrixWidget matrix = weights_in((Box){120, 100, 400, 400});
    matrix.scrolls = true;
    matrix.focus_row = view->query = row;
    matrix.focus_col = view->key;
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    assert_int_equal(row == 3, grid.first_row <= row && grid.first_col <= view->key);
    assert_int_equal(row == 2, grid.last_row == 39 && grid.last_col == 39);
  }
  bench_free(&bench);
  arena_free(arena);
}

static void hovering_moves_nothing(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 40, 0, 5);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  bench.view.zoom = 8;
  bench.view.query = 20;
  bench.view.key = 22;
  Box first = {0};
  for (int row = 0; row < 40; row += 3) {
    Scene scene = bench_scene(&bench, 700, 700, 1);
    MatrixWidget matrix = weights_in((Box){120, 100, 400, 400});
    matrix.scrolls = true;
    matrix.focus_row = bench.view.hover_query = row;
    matrix.focus_col = bench.view.hover_key = 39 - row;
    MatrixGrid grid = matrix_widget_grid(&scene, &matrix);
    if (row == 0) first = grid.heatmap.box;
    assert_memory_equal(&first, &grid.heatmap.box, sizeof first);
  }
  bench_free(&bench);
  arena_free(arena);
}

static void short_tokens_stand_upright_above_their_columns(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "那只动物没有过马路");
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = weights_in((Box){120, 100, 360, 360});
  matrix_widget_draw(&scene, &matrix);
  for (int i = 0; i < bench.list.item_count; i++)
    if (bench.list.items[i].kind == DRAW_TEXT)
      assert_float_equal(bench.list.items[i].as.text.angle_deg, 0, 0);
  bench_free(&bench);
}

/* Without end if the step between two numbers had no limit. */
static void a_matrix_of_next_to_no_width_has_no_numbers_of_columns(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 700, 700, 1);
  MatrixWidget matrix = {.part = TRACE_Q,
                         .cells = {100, 100, 1e-30f, 440},
                         .col_numbers = true,
                         .mix = 1,
                         .filled = -1,
                         .focus_row = -1,
                         .focus_col = -1};
  matrix_widget_draw(&scene, &matrix);
  for (int i = 0; i < bench.list.item_count; i++)
    assert_true(bench.list.items[i].kind != DRAW_TEXT);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_in_cells_are_the_trace_s_numbers),
      cmocka_unit_test(digits_take_the_colour_that_contrasts_most_with_their_cell),
      cmocka_unit_test(small_cells_have_digits_only_when_asked),
      cmocka_unit_test(hidden_cells_read_minus_infinity_then_0_and_stay_hatched),
      cmocka_unit_test(focus_is_outline_and_label_and_changes_no_cell),
      cmocka_unit_test(the_outline_of_a_narrow_cell_or_column_covers_no_colour_of_it),
      cmocka_unit_test(cells_not_yet_filled_have_no_digits),
      cmocka_unit_test(the_focused_row_shows_each_value_before_the_stage),
      cmocka_unit_test(a_cell_too_low_for_two_numbers_shows_no_ghost),
      cmocka_unit_test(on_a_screen_a_ghost_has_room_for_two_numbers_of_full_size),
      cmocka_unit_test(many_labels_thin_out_and_carry_their_position),
      cmocka_unit_test(columns_name_some_of_the_named_rows),
      cmocka_unit_test(after_zooming_a_click_finds_the_cell_under_it_and_none_outside),
      cmocka_unit_test(the_cell_a_learner_stands_on_stays_in_the_window),
      cmocka_unit_test(a_cell_can_be_scrolled_away_from),
      cmocka_unit_test(hovering_moves_nothing),
      cmocka_unit_test(short_tokens_stand_upright_above_their_columns),
      cmocka_unit_test(a_matrix_of_next_to_no_width_has_no_numbers_of_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
