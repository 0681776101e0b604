/* tests/scene/tokens_test.c -- from words to chips in any script: one ribbon each, and
** words in reading order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

/* Below the chips the rows of X in outline, each with the id of its token, where names have room;
** the sentence that says so stands there in any case. No number is told before its step. */
static void the_rows_that_tokens_become_stand_below(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float heights[] = {600, 330};
  for (int i = 0; i < 2; i++) {
    bench_look(&bench, STAGE_TOKENS, 8, 0);
    Scene scene = bench_scene(&bench, 900, heights[i], 1);
    scene.interactive = true;
    stage_draw(&scene, (Box){0, 0, 900, heights[i]});
    assert_int_equal(texts_beginning(&bench, "Next: each becomes a row of 64 numbers."), 1);
    assert_int_equal(texts_beginning(&bench, "id "), i == 0 ? 11 : 0);
    for (int k = 0; k < bench.list.item_count; k++)
      assert_true(bench.list.items[k].kind != DRAW_HEATMAP);
  }
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word_has_its_ribbon),
      cmocka_unit_test(words_stand_in_reading_order),
      cmocka_unit_test(the_rows_that_tokens_become_stand_below),
      cmocka_unit_test(heads_are_names_before_there_is_a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
