/* tests/scene/tokens_test.c -- from words to chips in any script: one ribbon each, and
** words in reading order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/heads/heads.h"
#include "scene_bench.h"

static void draw(SceneBench *bench, const char *sentence) {
  *bench = bench_make("hand-made", "none", sentence);
  bench_look(bench, STAGE_TOKENS, 0, 0);
  Scene scene = bench_scene(bench, 900, 600, 1);
  stage_draw(&scene, (Box){0, 0, 900, 600});
}

static int ribbons(const SceneBench *bench) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++)
    count += bench->list.items[i].kind == DRAW_RIBBON;
  return count;
}

static void every_word_has_its_ribbon(void **state) {
  (void)state;
  static const char *const sentences[] = {"the cat sat", "the سلام دنیا cat", "سلام دنیا",
                                          "I love 🐱 cats", "שלום, world 3"};
  for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
    SceneBench bench;
    draw(&bench, sentences[i]);
    assert_int_equal(ribbons(&bench), trace_token_count(bench.run.trace));
    bench_free(&bench);
  }
}

/* Where the word is in the running sentence; chips are drawn after it. */
static float place_of(const SceneBench *bench, const char *word) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_TEXT && str_is(item->as.text.text, word)) return item->as.text.at.x;
  }
  fail_msg("%s is not drawn", word);
  return 0;
}

static void words_stand_in_reading_order(void **state) {
  (void)state;
  static const struct {
    const char *sentence;
    const char *from_left[6];
  } cases[] = {{"the سلام دنیا cat", {"the", "دنیا", "سلام", "cat"}},
               {"سلام the cat دنیا", {"دنیا", "the", "cat", "سلام"}},
               {"one سلام , دنیا two", {"one", "دنیا", ",", "سلام", "two"}},
               {"one سلام , two", {"one", "سلام", ",", "two"}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    SceneBench bench;
    draw(&bench, cases[i].sentence);
    for (int word = 1; cases[i].from_left[word]; word++)
      assert_true(place_of(&bench, cases[i].from_left[word]) >
                  place_of(&bench, cases[i].from_left[word - 1]));
    bench_free(&bench);
  }
}

static int texts_beginning(const SceneBench *bench, const char *begins) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    Str text = bench->list.items[i].as.text.text;
    bool is_text = bench->list.items[i].kind == DRAW_TEXT;
    count += is_text && str_starts(text, begins);
  }
  return count;
}

/* The text that begins below that one, in the same column, next; NULL: none. */
static const DrawText *below_text(const SceneBench *bench, const DrawText *above) {
  const DrawText *found = NULL;
  float middle = above->at.x + above->width_pt / 2;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    if (bench->list.items[i].kind != DRAW_TEXT || text->at.y <= above->at.y + 1) continue;
    if (fabsf(text->at.x + text->width_pt / 2 - middle) > 2) continue;
    if (!found || text->at.y < found->at.y) found = text;
  }
  return found;
}

/* Of one row and of several: the place, and below it the id, of which it is said what they are. */
static void each_token_has_its_place_and_its_id_below(void **state) {
  (void)state;
  for (int rows = 0; rows < 2; rows++) {
    SceneBench bench =
        bench_make("reader", "none",
                   rows ? BENCH_SENTENCE " " BENCH_SENTENCE " " BENCH_SENTENCE : BENCH_SENTENCE);
    bench_look(&bench, STAGE_TOKENS, 0, 0);
    Scene scene = bench_scene(&bench, 900, 500, 1);
    stage_draw(&scene, (Box){0, 0, 900, 500});
    int told = 0;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawText *text = &bench.list.items[i].as.text;
      if (bench.list.items[i].kind != DRAW_TEXT || !str_is(text->text, "street")) continue;
      const DrawText *place = below_text(&bench, text);
      const DrawText *id = place ? below_text(&bench, place) : NULL;
      if (!id || place->face != FACE_SEMIBOLD || id->face != FACE_MONO) continue;
      char number[16] = "";
      snprintf(number, sizeof number, "%d", 6 + 11 * told++);
      assert_true(str_is(place->text, number));
      snprintf(number, sizeof number, "%d", trace_token_id(bench.run.trace, 5));
      assert_true(str_is(id->text, number));
      assert_true(place->size_pt > id->size_pt);
    }
    assert_int_equal(told, rows ? 3 : 1);
    assert_true(rows ? bench_contains(&bench, "below each token: its place and its id")
                     : bench_has(&bench, "place") && bench_has(&bench, "id"));
    bench_free(&bench);
  }
}

/* Below the chips, which have the ids, the rows of X in outline, each with its name where names have
** room; the sentence that says so stands there in any case. No number is told before its step. */
static void the_rows_that_tokens_become_stand_below(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float heights[] = {680, 350};
  for (int i = 0; i < 2; i++) {
    bench_look(&bench, STAGE_TOKENS, 8, 0);
    Scene scene = bench_scene(&bench, 900, heights[i], 1);
    scene.interactive = true;
    stage_draw(&scene, (Box){0, 0, 900, heights[i]});
    assert_int_equal(texts_beginning(&bench, "Next: each becomes a row of 64 numbers."), 1);
    assert_int_equal(texts_beginning(&bench, "id "), 0);
    assert_int_equal(texts_beginning(&bench, "250"), 1); /* of "it" */
    assert_int_equal(texts_beginning(&bench, "the·5"), i == 0 ? 1 : 0);
    for (int k = 0; k < bench.list.item_count; k++)
      assert_true(bench.list.items[k].kind != DRAW_HEATMAP);
  }
  bench_free(&bench);
}

/* Rows of X take the width of the picture, and a row for each token is there where names have no
** room. */
static void the_rows_fill_the_picture(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float heights[] = {680, 430};
  for (int i = 0; i < 2; i++) {
    bench_look(&bench, STAGE_TOKENS, 8, 0);
    Scene scene = bench_scene(&bench, 900, heights[i], 1);
    scene.interactive = true;
    stage_draw(&scene, (Box){0, 0, 900, heights[i]});
    int rows = 0;
    float lowest = 0;
    for (int k = 0; k < bench.list.item_count; k++) {
      const DrawBox *box = &bench.list.items[k].as.box;
      if (bench.list.items[k].kind != DRAW_BOX || box->box.w < 600) continue;
      rows += box->fill.a > 0;
      lowest = fmaxf(lowest, box->box.y + box->box.h);
    }
    assert_int_equal(rows, trace_token_count(bench.run.trace));
    assert_true(lowest > heights[i] - 80);
  }
  bench_free(&bench);
}

/* Without a choice the panel has the bytes of the first token. */
static void the_panel_tells_what_a_token_is_made_of(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_TOKENS, 0, 0);
  Scene scene = bench_scene(&bench, 900, 700, 1);
  scene.interactive = true;
  inspector_draw(&scene, (Box){0, 0, 340, 640});
  assert_int_equal(texts_beginning(&bench, "What “The” is made of"), 1);
  assert_int_equal(texts_beginning(&bench, "U+0054"), 1);
  bench_free(&bench);
}

/* Empty pictures would say nothing. */
static void heads_are_names_before_there_is_a_picture(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const StageId stages[] = {STAGE_TOKENS, STAGE_EMBED, STAGE_WEIGHTS};
  for (int i = 0; i < 3; i++) {
    bench_look(&bench, stages[i], 8, 1);
    Scene scene = bench_scene(&bench, 900, 700, 1);
    scene.interactive = true;
    heads_draw_panel(&scene, (Box){0, 0, 160, 640});
    int pictures = 0;
    for (int k = 0; k < bench.list.item_count; k++)
      pictures += bench.list.items[k].kind == DRAW_HEATMAP;
    assert_int_equal(pictures, stages[i] == STAGE_WEIGHTS ? 4 : 0);
    assert_int_equal(texts_beginning(&bench, "H1"), 1);
    assert_int_equal(texts_beginning(&bench, "H4"), 1);
  }
  bench_free(&bench);
}

/* What the sentence lacks is cut in the list of names only where it is cut beneath pictures. */
static void captions_of_heads_have_one_room(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", "hello");
  int whole = 0;
  for (int width = 160; width <= 240; width += 2) {
    bool is_whole[2];
    for (int i = 0; i < 2; i++) {
      bench_look(&bench, i ? STAGE_WEIGHTS : STAGE_EMBED, 0, 0);
      bench.view.layer = 1;
      Scene scene = bench_scene(&bench, 900, 700, 1);
      heads_draw_panel(&scene, (Box){0, 0, (float)width, 900});
      is_whole[i] = bench_has(&bench, "no pronoun in this sentence");
    }
    if (is_whole[0] != is_whole[1]) fail_msg("%d points: %d %d", width, is_whole[0], is_whole[1]);
    whole += is_whole[0];
  }
  assert_in_range(whole, 1, 40);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word_has_its_ribbon),
      cmocka_unit_test(words_stand_in_reading_order),
      cmocka_unit_test(each_token_has_its_place_and_its_id_below),
      cmocka_unit_test(the_rows_that_tokens_become_stand_below),
      cmocka_unit_test(the_rows_fill_the_picture),
      cmocka_unit_test(the_panel_tells_what_a_token_is_made_of),
      cmocka_unit_test(heads_are_names_before_there_is_a_picture),
      cmocka_unit_test(captions_of_heads_have_one_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
