/* tests/scene/logits_test.c -- the table of the prediction: words are whole, bars stand below them,
** and words that the model does not know are said to be so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "scene/stages/logits.h"
#include "scene_bench.h"

static Scene draw_stage(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  stage_draw(&scene, (Box){0, 0, width, height});
  return scene;
}

/* A bar is below its word: a low box of that colour. */
static bool has_bars_behind_words(const SceneBench *bench, const Scene *scene, float row) {
  Color output = scene->pen.theme->output;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_BOX && !memcmp(&item->as.box.fill, &output, sizeof output) &&
        item->as.box.box.w > 40 && item->as.box.box.h > 0.3f * row)
      return true;
  }
  return false;
}

/* Of words and numbers; notes and questions are longer. */
static bool has_cut_word(const SceneBench *bench) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind != DRAW_TEXT) continue;
    Str text = item->as.text.text;
    if (text.bytes < 18 && text.bytes > 3 && !memcmp(text.at + text.bytes - 3, "…", 3)) return true;
  }
  return false;
}

/* In every width a number or a count is left out before a word is cut, and a bar crosses none. */
static void words_of_the_prediction_are_whole(void **state) {
  (void)state;
  static const char *const models[] = {"reader", "made-writer"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make(models[i], "own", BENCH_SENTENCE);
    bench_look(&bench, STAGE_LOGITS, 0, 0);
    for (float width = 300; width < 1200; width += 50) {
      Scene scene = draw_stage(&bench, width, 420, 1);
      assert_false(has_cut_word(&bench));
      assert_false(has_bars_behind_words(&bench, &scene, 30));
      for (int number = 1; number <= 40; number++)
        assert_false(bench_has(&bench, str_format(bench.arena, "unknown %d", number)));
    }
    bench_free(&bench);
  }
}

/* The outline of the chosen row covers nothing of the rows above and below it. */
static void the_outline_stays_within_its_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 8, 0);
  draw_stage(&bench, 560, 330, 1);
  const Theme *theme = theme_get(THEME_LIGHT);
  Box around = {0};
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawBox *box = &bench.list.items[i].as.box;
    bool is_edge = bench.list.items[i].kind == DRAW_BOX && box->stroke_width > 0 &&
                   memcmp(&box->stroke, &theme->focus_edge, sizeof box->stroke) == 0;
    if (is_edge) around = box_inset(box->box, -box->stroke_width / 2);
  }
  assert_true(around.h > 0);
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT) continue;
    float top = text->at.y - 0.73f * text->size_pt, end = around.y + around.h;
    bool is_within = top > around.y && text->at.y < end;
    if (!is_within && text->at.y > around.y && top < end)
      fail_msg("over %.*s", (int)text->text.bytes, text->text.at);
  }
  bench_free(&bench);
}

/* A word that the model does not know is named with a mark. */
static void an_unknown_word_has_a_mark_among_the_answers(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "own",
                                "The glorp didn't cross the street because it was too tired");
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  Scene scene = draw_stage(&bench, 1100, 760, 1);
  int id = trace_token_id(bench.run.trace, 1);
  assert_true(str_is(logits_word(&scene, id), "glorp\xC2\xA0(?)"));
  for (int other = 0; other < trace_word_count(bench.run.trace); other++)
    if (other != id && trace_is_unknown_word(bench.run.trace, other))
      assert_true(str_is(logits_word(&scene, other), "(unknown)"));
  bench_free(&bench);
}

/* In the panel, with every page opened: e to a power has a raised exponent, as in the head of its
** table. */
static void exponents_are_raised(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 8, 1);
  for (int heat = 0; heat < 2; heat++) {
    bench.view.sampling.temperature = heat ? 2 : 1;
    bench_panel(&bench, 360, 3000, 1);
    assert_true(bench_has(&bench, "e"));
    assert_false(bench_contains(&bench, "^"));
    bench_check_layout(&bench, "powers");
  }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_of_the_prediction_are_whole),
      cmocka_unit_test(exponents_are_raised),
      cmocka_unit_test(the_outline_stays_within_its_row),
      cmocka_unit_test(an_unknown_word_has_a_mark_among_the_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
