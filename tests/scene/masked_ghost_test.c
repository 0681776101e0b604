/* tests/scene/masked_ghost_test.c -- where a mask hides nothing its stage says so and shows what a
** causal mask would hide, without touching a number; a figure, a mask and a second sentence have no
** ghost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "scene/number.h"
#include "scene/stages/masked_ghost.h"
#include "scene/stages/stage_view.h"
#include "scene_bench.h"

static Scene drawn(SceneBench *bench, StageId stage) {
  bench_look(bench, stage, 0, 0);
  bench->interactive = true;
  Scene scene = bench_scene(bench, 900, 640, 1);
  scene.headline = true;
  stage_draw(&scene, (Box){0, 0, 900, 640});
  return scene;
}

static int count_of(const DrawList *list, DrawKind kind) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) count += list->items[i].kind == kind;
  return count;
}

static bool has_button(const DrawList *list) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].click && strcmp(list->hits[i].click, "mask causal") == 0) return true;
  return false;
}

/* The numbers of the cells, in their order. */
static void numbers_of(const DrawList *list, Number *numbers, int most) {
  int count = 0;
  for (int i = 0; i < list->item_count && count < most; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    numbers[count] = (Number){""};
    memcpy(numbers[count++].at, text->text.at, text->text.bytes);
  }
  assert_int_equal(count, most);
}

static void a_mask_that_hides_nothing_shows_what_a_causal_one_would(void **state) {
  (void)state;
  enum { CELLS = 121 };
  Number scaled[CELLS], masked[CELLS];
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = drawn(&bench, STAGE_SCALED);
  int before = count_of(&bench.list, DRAW_CURVE);
  numbers_of(&bench.list, scaled, CELLS);
  assert_false(masked_ghost_is_on(&scene));
  scene = drawn(&bench, STAGE_MASKED);
  assert_true(masked_ghost_is_on(&scene));
  assert_true(count_of(&bench.list, DRAW_CURVE) >
              before + 2 * 10); /* a stair of each row but one */
  assert_true(has_button(&bench.list));
  assert_true(bench_says(&bench, "dashed: where"));
  numbers_of(&bench.list, masked, CELLS);
  for (int i = 0; i < CELLS; i++) assert_string_equal(scaled[i].at, masked[i].at);
  bench_free(&bench);
}

static int first_of_ghost(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++) {
    const char *group = list->items[i].kind == DRAW_GROUP ? list->items[i].as.group.name : NULL;
    if (group && strcmp(group, "ghost") == 0) return i + 1;
  }
  fail_msg("no ghost");
  return 0;
}

/* No mask is laid on: its stairs are thin and grey, and in the gaps between the cells. */
static void the_dashes_are_quieter_than_every_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Scene scene = drawn(&bench, STAGE_MASKED);
  const DrawHeatmap *cells = NULL;
  int dashes = 0;
  for (int i = 0; i < bench.list.item_count; i++)
    if (bench.list.items[i].kind == DRAW_HEATMAP &&
        bench.list.items[i].as.heatmap.values.rows == 11)
      cells = &bench.list.items[i].as.heatmap;
  assert_non_null(cells);
  float side = cells->box.h / (float)cells->values.rows;
  for (int i = first_of_ghost(&bench.list); bench.list.items[i].kind != DRAW_GROUP; i++) {
    const DrawCurve *line = &bench.list.items[i].as.curve;
    if (bench.list.items[i].kind != DRAW_CURVE) continue;
    assert_memory_equal(&line->color, &scene.pen.theme->muted, sizeof line->color);
    assert_true(line->width <= cells->gap);
    for (int k = 0; k < line->point_count; k++) { /* along the diagonal */
      float col = (line->points[k].x - cells->box.x) / side;
      float row = (line->points[k].y - cells->box.y) / side;
      assert_true(col > row - 0.5f && col < row + 1.5f);
    }
    dashes++;
  }
  assert_true(dashes > 20);
  bench_free(&bench);
}

/* All of it lies within the matrix. */
static void the_dashes_stay_within_the_matrix(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  drawn(&bench, STAGE_MASKED);
  Box cells = {0};
  bool is_ghost = false, found = false;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.rows == 11)
      cells = item->as.heatmap.box;
    const char *group = item->kind == DRAW_GROUP ? item->as.group.name : NULL;
    is_ghost = item->kind == DRAW_GROUP ? group && strcmp(group, "ghost") == 0 : is_ghost;
    if (item->kind != DRAW_CURVE || !is_ghost) continue;
    found = true;
    for (int k = 0; k < item->as.curve.point_count; k++)
      assert_true(box_holds(box_inset(cells, -2), item->as.curve.points[k]));
  }
  assert_true(found);
  bench_free(&bench);
}

/* The row that is asked for keeps its outline whole. */
static void the_outline_of_the_focus_lies_over_the_dashes(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_MASKED, 8, 0);
  Scene scene = bench_scene(&bench, 900, 640, 1);
  stage_draw(&scene, (Box){0, 0, 900, 640});
  int ghost = -1, focus = -1;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind != DRAW_GROUP || !item->as.group.name) continue;
    if (strcmp(item->as.group.name, "ghost") == 0) ghost = i;
    if (strcmp(item->as.group.name, "focus") == 0) focus = i;
  }
  assert_true(ghost >= 0 && focus > ghost);
  bench_free(&bench);
}

static void nothing_is_shown_of_it_where_something_is_hidden_or_printed(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  Scene scene = drawn(&bench, STAGE_MASKED);
  assert_false(masked_ghost_is_on(&scene) || has_button(&bench.list));
  bench_free(&bench);
  bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  scene = drawn(&bench, STAGE_MASKED);
  scene.interactive = false;
  assert_false(masked_ghost_is_on(&scene));
  View stepping = *scene.view;
  stepping.filled = 20;
  scene.interactive = true;
  scene.view = &stepping;
  assert_false(masked_ghost_is_on(&scene));
  bench_free(&bench);
  bench = bench_make("hand-made", "none", "it");
  scene = drawn(&bench, STAGE_MASKED);
  assert_false(masked_ghost_is_on(&scene));
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mask_that_hides_nothing_shows_what_a_causal_one_would),
      cmocka_unit_test(the_dashes_are_quieter_than_every_number),
      cmocka_unit_test(the_dashes_stay_within_the_matrix),
      cmocka_unit_test(the_outline_of_the_focus_lies_over_the_dashes),
      cmocka_unit_test(nothing_is_shown_of_it_where_something_is_hidden_or_printed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
