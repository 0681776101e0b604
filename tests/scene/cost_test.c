/* The picture of costs: curves told apart by their dashes, ratios behind their names, and the
** sentence inside the axis. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/scene_bench.h"
#include "scene/views/view_room.h"
#include "scene/views/dashes.h"
#include "trace/workings/lengths.h"
#include "trace/workings/cost.h"

static void the_picture_tells_how_much_is_saved(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_COST;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1000, 640});
  assert_true(bench_contains(&bench, "÷ "));
  assert_true(bench_contains(&bench, "16,384 tokens"));
  assert_false(bench_has(&bench, "1000"));
  bench_free(&bench);
}

/* Marks tell curves apart that dashes alone would not: each of the ways beside the one told of has a
** shape on its curve and the same before its name. The formula of that one stands in the corner. */
static void curves_have_marks_and_the_way_its_formula(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_COST;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1080, 640});
  int discs = 0, squares = 0, rings = 0, frames = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawBox *box = &bench.list.items[i].as.box;
    if (bench.list.items[i].kind != DRAW_BOX || box->box.w > 11 || box->box.w != box->box.h)
      continue;
    bool is_round = box->corner > 3, is_hollow = box->stroke_width > 0;
    discs += is_round && !is_hollow, squares += !is_round && !is_hollow;
    rings += is_round && is_hollow, frames += !is_round && is_hollow;
  }
  assert_true(discs > 8 && squares > 8 && rings > 8 && frames > 8);
  assert_true(bench_has(&bench, "n² (D + Dv)") && bench_has(&bench, "n = 11: 3,872"));
  bench_free(&bench);
}

/* Digits of equal width would leave a gap within an exponent. */
static void two_raised_digits_stand_together(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_COST;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1080, 640});
  int found = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT || !str_is(text->text, "10¹⁰")) continue;
    assert_int_not_equal(text->face, FACE_MONO);
    found++;
  }
  assert_int_equal(found, 1);
  bench_free(&bench);
}

static float size_of(const SceneBench *bench, const char *words) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    if (bench->list.items[i].kind == DRAW_TEXT && str_is(text->text, words)) return text->size_pt;
  }
  return 0;
}

/* The numbers of the axes have the colour of words, and words grow with the room of a window. */
static void a_larger_room_has_larger_words(void **state) {
  (void)state;
  const Box rooms[] = {{0, 0, 640, 440}, {0, 0, 1060, 660}};
  float sizes[2];
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
    bench.view.kind = VIEW_COST;
    bench.interactive = true;
    Scene scene = bench_scene(&bench, 1440, 900, 1);
    view_room(VIEW_COST)->draw(&scene, rooms[i]);
    sizes[i] = size_of(&bench, "16,384");
    for (int at = 0; at < bench.list.item_count; at++) {
      const DrawText *text = &bench.list.items[at].as.text;
      if (bench.list.items[at].kind == DRAW_TEXT && str_is(text->text, "16,384"))
        assert_memory_equal(&text->color, &scene.pen.theme->ink, sizeof text->color);
    }
    bench_free(&bench);
  }
  assert_true(sizes[0] > 0 && sizes[1] > 1.15f * sizes[0]);
}

/* The boxes of the memory layout say to which row a number belongs: greys, since purple is weights. */
static void boxes_of_memory_have_the_colour_of_no_role(void **state) {
  (void)state;
  const int most_apart = 12; /* of the channels of a grey */
  int boxes = 0;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_LAYOUT;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_LAYOUT)->draw(&scene, (Box){0, 0, 1000, 640});
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawBox *box = &bench.list.items[i].as.box;
    if (bench.list.items[i].kind != DRAW_BOX || box->box.w < 30 || box->box.w != box->box.h)
      continue;
    assert_in_range(abs(box->fill.r - box->fill.b), 0, most_apart);
    boxes++;
  }
  assert_true(boxes >= 12);
  bench_free(&bench);
}

/* The answer of soft look-up is larger than every other number. */
static void the_answer_of_a_look_up_is_its_largest_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_LOOKUP;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_LOOKUP)->draw(&scene, (Box){0, 0, 1000, 640});
  float of_answer = 0, of_others = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT) continue;
    bool is_answer = str_equal(text->text, STR("46.90")) || str_equal(text->text, STR("58.47"));
    if (is_answer) of_answer = text->size_pt;
    else if (text->face == FACE_MONO) of_others = fmaxf(of_others, text->size_pt);
  }
  assert_true(of_answer > 1.2f * of_others);
  bench_free(&bench);
}

static float left_of_lines(const SceneBench *bench) {
  float left = INFINITY;
  for (int i = 0; i < bench->list.item_count; i++)
    if (bench->list.items[i].kind == DRAW_CURVE)
      left = fminf(left, bench->list.items[i].as.curve.points[0].x);
  return left;
}

/* The upright line of the sentence is a box in the colour of the focus. */
static void a_short_sentence_is_not_on_the_axis(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Color focus = theme_get(THEME_LIGHT)->focus;
  bench.view.kind = VIEW_COST;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1000, 640});
  float axis = left_of_lines(&bench), now = INFINITY;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind == DRAW_BOX && memcmp(&item->as.box.fill, &focus, sizeof focus) == 0)
      now = fminf(now, item->as.box.box.x);
  }
  assert_true(now > axis + 10 && now < 1000);
  bench_free(&bench);
}

/* 3 on, 2 off along a bent line of 10: 0–3, 5–8; the second dash goes round the corner at 6. */
/* Of times, bold is the way of this sentence only while nothing that is not measured is laid over. */
static void times_are_without_what_is_laid_over(void **state) {
  (void)state;
  static const char *const kinds[] = {"", "positions shaw 3"};
  static const CostTime times[] = {{COST_EXACT, 64, 0.1}, {COST_EXACT, 128, 0.4}};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("random", "none", "one two");
    run_free(&bench.run);
    bench.run = run_make_kind("random", "none", kinds[i], STR(BENCH_SENTENCE));
    bench.view.kind = VIEW_COST;
    Scene scene = bench_scene(&bench, 1440, 640, 1);
    CostTimes measured = {.count = 2};
    memcpy(measured.at, times, sizeof times);
    scene.times = &measured;
    view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1440, 640});
    int bold = 0;
    for (int at = 0; at < bench.list.item_count; at++) {
      const DrawItem *item = &bench.list.items[at];
      bold += item->kind == DRAW_TEXT && item->as.text.face == FACE_BOLD &&
              str_is(item->as.text.text, "exact");
    }
    assert_int_equal(bold, i == 0 ? 3 : 1); /* bytes are those of exact attention */
    assert_int_equal(bench_has(&bench, "Time without what is laid over"), i == 1);
    bench_free(&bench);
  }
}

static void dashes_go_round_corners(void **state) {
  (void)state;
  const Point bent[] = {{0, 0}, {6, 0}, {6, 4}};
  Arena *arena = arena_make(0);
  DrawList list = draw_list_make(arena, 100, 100);
  dashes_draw(&list, bent, 3, 1, (Color){0, 0, 0, 255}, (Dashes){{3, 2}});
  float length = 0;
  for (int i = 0; i < list.item_count; i++) {
    Point from = list.items[i].as.curve.points[0], to = list.items[i].as.curve.points[3];
    length += fabsf(to.x - from.x) + fabsf(to.y - from.y);
  }
  assert_int_equal(list.item_count, 3);
  assert_float_equal(length, 6, 1e-4);
  arena_free(arena);
}

/* Also the one that is told of, which is a strong line without marks: a piece of it. */
static void every_name_of_a_curve_has_a_sign(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_COST;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  view_room(VIEW_COST)->draw(&scene, (Box){0, 0, 1000, 640});
  int names = 0, pieces = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    bool is_name = bench.list.items[i].kind == DRAW_TEXT && text->face == FACE_BOLD &&
                   str_is(text->text, "exact");
    if (!is_name) continue;
    names++;
    for (int at = 0; at < bench.list.item_count; at++) {
      const DrawCurve *curve = &bench.list.items[at].as.curve;
      if (bench.list.items[at].kind != DRAW_CURVE) continue;
      Point from = curve->points[0], to = curve->points[curve->point_count - 1];
      pieces += from.x > text->at.x - 24 && to.x < text->at.x && from.y == to.y &&
                fabsf(from.y - text->at.y) < text->size_pt;
    }
  }
  assert_int_equal(names, 2);
  assert_int_equal(pieces, 2);
  bench_free(&bench);
}

static LengthPoint point_of(int tokens, int whole) {
  return (LengthPoint){.tokens = tokens,
                       .sentences = 10,
                       .whole = whole,
                       .words = 100,
                       .right = 90,
                       .is_trained = tokens < 20};
}

/* Where both models are as good no disc lies upon a square, and nowhere a square upon a disc. */
static void points_of_both_models_stand_beside_each_other(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Lengths lengths = {.tokens = 12, .is_trained = true, .english = STR("a")};
  for (int model = 0; model < LENGTH_MODEL_COUNT; model++)
    for (int tokens = 5; tokens <= 36; tokens++)
      lengths.curves[model].at[lengths.curves[model].count++] =
          point_of(tokens, tokens < 20 ? 10 - 4 * model : 0);
  bench.view.kind = VIEW_LENGTH;
  bench.interactive = true;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  scene.lengths = &lengths;
  view_room(VIEW_LENGTH)->draw(&scene, (Box){0, 0, 1000, 640});
  assert_true(bench_has(&bench, "both: 0 %"));
  int points = 0;
  for (int i = 0; i < bench.list.item_count; i++)
    for (int k = 0; k < bench.list.item_count; k++) {
      const DrawBox *disc = &bench.list.items[i].as.box, *square = &bench.list.items[k].as.box;
      bool are_boxes = bench.list.items[i].kind == DRAW_BOX && bench.list.items[k].kind == DRAW_BOX;
      if (!are_boxes || disc->box.w != square->box.w || disc->box.w > 9 || i == k) continue;
      if (disc->box.w != disc->box.h || square->box.w != square->box.h) continue;
      if (disc->corner <= 0 || square->corner > 0) continue;
      points++;
      bool touch = fabsf(disc->box.x - square->box.x) < disc->box.w * 0.8f &&
                   fabsf(disc->box.y - square->box.y) < disc->box.h * 0.8f;
      assert_false(touch);
    }
  assert_true(points > 100);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_picture_tells_how_much_is_saved),
      cmocka_unit_test(curves_have_marks_and_the_way_its_formula),
      cmocka_unit_test(two_raised_digits_stand_together),
      cmocka_unit_test(a_larger_room_has_larger_words),
      cmocka_unit_test(boxes_of_memory_have_the_colour_of_no_role),
      cmocka_unit_test(the_answer_of_a_look_up_is_its_largest_number),
      cmocka_unit_test(a_short_sentence_is_not_on_the_axis),
      cmocka_unit_test(times_are_without_what_is_laid_over),
      cmocka_unit_test(dashes_go_round_corners),
      cmocka_unit_test(every_name_of_a_curve_has_a_sign),
      cmocka_unit_test(points_of_both_models_stand_beside_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
