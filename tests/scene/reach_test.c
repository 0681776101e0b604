/* tests/scene/reach_test.c -- what can be pressed at one size can be pressed at every size, and
** nothing drawn over the picture covers the names that explain it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "scene/heads/heads.h"
#include "scene/matrix/lens.h"
#include "scene/stages/stage.h"
#include "scene_bench.h"

static const float WIDTHS[] = {440, 528, 640, 900, 1400}, SCALES[] = {1, 1.25f, 1.6f, 2};

static void draw(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  stage_draw(&scene, (Box){0, 0, width, height});
}

static const DrawHit *hit_of(const SceneBench *bench, const char *command) {
  for (int i = 0; i < bench->list.hit_count; i++) {
    const DrawHit *hit = &bench->list.hits[i];
    if (hit->click && strcmp(hit->click, command) == 0) return hit;
  }
  return NULL;
}

static bool apart(Box a, Box b) {
  return a.x + a.w <= b.x + 0.01f || b.x + b.w <= a.x + 0.01f || a.y + a.h <= b.y + 0.01f ||
         b.y + b.h <= a.y + 0.01f;
}

/* Every setting and every action is whole, inside the stage and apart from the others. */
static void what_goes_on_with_a_sentence_is_there_at_every_size(void **state) {
  (void)state;
  static const char *const commands[] = {"continue",      "continue drawn", "continue walk",
                                         "temperature -", "temperature +",  "topk -",
                                         "topk +",        "topp -",         "topp +"};
  enum { COMMANDS = sizeof commands / sizeof *commands };
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  bench.interactive = true;
  for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++)
    for (size_t j = 0; j < sizeof SCALES / sizeof *SCALES; j++) {
      float width = WIDTHS[i] * SCALES[j], height = 300 * SCALES[j];
      draw(&bench, width, height, SCALES[j]);
      for (int k = 0; k < COMMANDS; k++) {
        const DrawHit *hit = hit_of(&bench, commands[k]);
        assert_non_null(hit);
        assert_true(hit->box.w > 8 && hit->box.x >= 0 && hit->box.x + hit->box.w <= width + 0.5f);
        for (int before = 0; before < k; before++)
          assert_true(apart(hit->box, hit_of(&bench, commands[before])->box));
      }
    }
  bench_free(&bench);
}

/* The first row of buttons has those used most. */
static void continue_comes_first(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  bench.interactive = true;
  for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++) {
    draw(&bench, WIDTHS[i], 360, 1);
    Box first = hit_of(&bench, "continue")->box, then = hit_of(&bench, "continue drawn")->box;
    assert_true(first.y < then.y || (first.y == then.y && first.x < then.x));
  }
  bench_free(&bench);
}

/* The card of the lens is the largest box whose background is not that of the window. */
static Box card_of(const SceneBench *bench) {
  Box card = {0};
  Color ground = theme_get(THEME_LIGHT)->panel;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind != DRAW_BOX || memcmp(&item->as.box.fill, &ground, sizeof ground) != 0) continue;
    if (item->as.box.box.w * item->as.box.box.h > card.w * card.h) card = item->as.box.box;
  }
  return card;
}

static const DrawText *text_of(const SceneBench *bench, const char *words) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_TEXT && str_is(item->as.text.text, words)) return &item->as.text;
  }
  return NULL;
}

/* Wherever the lens is, the name of the matrix beside it can be read. */
static void the_lens_leaves_the_name_of_the_matrix(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  bench.view.lens = bench.view.locked = true;
  for (int query = 1; query <= 11; query += 2)
    for (int key = 1; key <= query; key += 2) {
      bench_look(&bench, STAGE_WEIGHTS, query, key);
      bench.view.lens_query = query - 1; /* put at a cell it shows over digits, too */
      bench.view.lens_key = key - 1;
      draw(&bench, 900, 560, 1);
      const DrawText *name = text_of(&bench, "Weights");
      Box card = card_of(&bench);
      assert_non_null(name);
      assert_true(card.w > 150 && card.h > 150);
      assert_true(apart(card, (Box){name->at.x, name->at.y - 12, 40, 14}));
    }
  bench_free(&bench);
}

/* The pictures of two heads in the strip of the overview never touch, and
** all are inside its box. */
static void the_strip_of_the_overview_holds_every_head(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "causal", BENCH_SENTENCE);
  bench.interactive = true;
  for (float width = 260; width < 700; width += 20)
    for (float height = 70; height < 180; height += 10) {
      Box place = {10, 10, width, height}, boxes[64];
      Scene scene = bench_scene(&bench, width + 20, height + 20, 1);
      int heads = trace_head_count(scene.trace, 0), count = 0;
      head_strip_draw(&scene, place);
      for (int i = 0; i < bench.list.hit_count; i++) {
        const DrawHit *hit = &bench.list.hits[i];
        if (hit->twice && count < 64) boxes[count++] = hit->box;
      }
      assert_true(count == 0 || count == heads); /* too small for one is too small for all */
      assert_true(count == heads || width < 340 || height < 80);
      for (int i = 0; i < count; i++) {
        assert_true(boxes[i].x >= place.x - 0.5f && boxes[i].y >= place.y);
        assert_true(boxes[i].x + boxes[i].w <= place.x + place.w + 0.5f);
        assert_true(boxes[i].y + boxes[i].h <= place.y + place.h + 0.5f);
        for (int j = 0; j < i; j++) assert_true(apart(boxes[i], boxes[j]));
      }
    }
  bench_free(&bench);
}

static bool lies_in(Point at, Box box) {
  return at.x > box.x && at.x < box.x + box.w && at.y > box.y && at.y < box.y + box.h;
}

/* Connections between matrices of the overview end before the next one, whatever their shape; in a
** low and wide place the matrices use the width but keep a recognisable shape. */
static void matrices_of_the_overview_fill_a_wide_place(void **state) {
  (void)state;
  static const float sizes[][2] = {{960, 360}, {1280, 400}, {1280, 720}, {1920, 700}, {900, 900}};
  SceneBench bench = bench_make("random", "causal", BENCH_SENTENCE);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    Box place = {0, 0, sizes[i][0], sizes[i][1]}, pairs[TRACE_PAIR_PARTS_MOST];
    TracePart parts[TRACE_PAIR_PARTS_MOST];
    int count = trace_pair_parts_of(bench.run.trace, parts);
    Scene scene = bench_scene(&bench, place.w, place.h, 1);
    overview_draw(&scene, place);
    for (int stage = 0; stage < count; stage++) {
      pairs[stage] = overview_matrix_box(&scene, place, stage_of_part(parts[stage]));
      float shape = pairs[stage].w / pairs[stage].h;
      assert_true(shape > 0.99f && shape < 1.46f);
    }
    assert_true(pairs[count - 1].x + pairs[count - 1].w > place.w * 0.85f || place.w > place.h * 2);
    for (int item = 0; item < bench.list.item_count; item++) {
      if (bench.list.items[item].kind != DRAW_CURVE) continue;
      const DrawCurve *curve = &bench.list.items[item].as.curve;
      for (int stage = 0; stage < count && curve->point_count == 4; stage++) {
        assert_false(lies_in(curve->points[0], pairs[stage]));
        assert_false(lies_in(curve->points[3], pairs[stage]));
      }
    }
  }
  bench_free(&bench);
}

/* Without a chosen row its name stands before Q, K and V all the same: a line comes from X through
** each map to it, whether all rows have room for their names or not. */
static void the_row_that_qkv_names_has_lines(void **state) {
  static const float sizes[][2] = {{640, 280}, {700, 380}, {900, 660}, {1700, 800}};
  (void)state;
  SceneBench benches[] = {bench_make("reader", "none", BENCH_SENTENCE),
                          bench_make("reader", "none",
                                     BENCH_SENTENCE " and " BENCH_SENTENCE " and " BENCH_SENTENCE
                                                    " and " BENCH_SENTENCE " and " BENCH_SENTENCE)};
  int told = 0;
  for (size_t b = 0; b < 2; b++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      SceneBench *bench = &benches[b];
      bench_look(bench, STAGE_QKV, 0, 0);
      bench->view.layer = 1;
      bench->interactive = true;
      Scene scene = bench_scene(bench, sizes[i][0], sizes[i][1], 1);
      stage_draw(&scene, (Box){0, 0, sizes[i][0], sizes[i][1]});
      Str name = scene_label(&scene, stage_followed_row(&scene));
      int lines = 0, names = 0;
      for (int item = 0; item < bench->list.item_count; item++) {
        const DrawItem *drawn = &bench->list.items[item];
        bool is_bold = drawn->kind == DRAW_TEXT && drawn->as.text.face == FACE_BOLD;
        names += is_bold && str_equal(drawn->as.text.text, name);
        lines += drawn->kind == DRAW_CURVE;
      }
      told += names >= 3;
      if (names >= 3 && lines != 6) fail_msg("%d names, %d lines", names, lines);
    }
  assert_true(told >= 2);
  bench_free(&benches[0]);
  bench_free(&benches[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_goes_on_with_a_sentence_is_there_at_every_size),
      cmocka_unit_test(continue_comes_first),
      cmocka_unit_test(the_lens_leaves_the_name_of_the_matrix),
      cmocka_unit_test(matrices_of_the_overview_fill_a_wide_place),
      cmocka_unit_test(the_strip_of_the_overview_holds_every_head),
      cmocka_unit_test(the_row_that_qkv_names_has_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
