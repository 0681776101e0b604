/* tests/scene/logits_test.c -- the prediction: words are whole, bars are as long as probabilities and
** lie beside their words, and words that the model does not know are said to be so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "scene/stages/logits.h"
#include "scene_bench.h"

static Scene draw_stage(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  stage_draw(&scene, (Box){0, 0, width, height});
  return scene;
}

static bool is_color(Color a, Color b) { return memcmp(&a, &b, sizeof a) == 0; }

static bool is_bar(const SceneBench *bench, const DrawItem *item) {
  const Theme *theme = theme_get(bench->view.theme);
  if (item->kind != DRAW_BOX) return false;
  return is_color(item->as.box.fill, theme->output_line) ||
         is_color(item->as.box.fill, logits_track_color(theme));
}

/* Whether a bar or its track crosses a word or a number. */
static bool has_bars_behind_words(const SceneBench *bench) {
  for (int i = 0; i < bench->list.item_count; i++)
    for (int k = 0; k < bench->list.item_count && is_bar(bench, &bench->list.items[i]); k++) {
      const DrawText *text = &bench->list.items[k].as.text;
      if (bench->list.items[k].kind != DRAW_TEXT) continue;
      Box of_text = {text->at.x, text->at.y - 0.73f * text->size_pt, text->width_pt,
                     0.73f * text->size_pt};
      Box common = box_common(bench->list.items[i].as.box.box, of_text);
      if (common.w > 0.5f && common.h > 0.5f) return true;
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

/* What a word of another language means stands behind it, on its line and in smaller letters; words of
** the sentence's own language have none. */
static void words_of_another_language_say_what_they_mean(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  bench.view.query = 7;
  draw_stage(&bench, 900, 620, 1);
  const DrawText *word = NULL, *gloss = NULL;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT) continue;
    if (str_is(text->text, "花园")) word = text;
    if (str_is(text->text, "garden")) gloss = text;
    assert_false(str_is(text->text, "马")); /* of “horse” */
  }
  assert_true(word && gloss);
  assert_float_equal(gloss->at.y, word->at.y, 0.01f);
  assert_true(gloss->at.x > word->at.x + word->width_pt && gloss->size_pt < 0.8f * word->size_pt);
  bench_free(&bench);
}

/* In every width a number or a count is left out before a word is cut, and a bar crosses none. */
static void words_of_the_prediction_are_whole(void **state) {
  (void)state;
  static const char *const models[] = {"reader", "made-writer"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make(models[i], "own", BENCH_SENTENCE);
    bench_look(&bench, STAGE_LOGITS, 0, 0);
    for (float width = 300; width < 1200; width += 50) {
      draw_stage(&bench, width, 420, 1);
      if (has_cut_word(&bench)) fail_msg("%s, %g wide", models[i], (double)width);
      assert_false(has_bars_behind_words(&bench));
      for (int number = 1; number <= 40; number++)
        assert_false(bench_has(&bench, str_format(bench.arena, "unknown %d", number)));
    }
    bench_free(&bench);
  }
}

static LogitsPlace drawn_place(SceneBench *bench, float width, float height) {
  Box box = {0, 0, width, height};
  Scene bare = draw_stage(bench, width, height, 1), fitted = stage_fitted(&bare, box);
  Scene scene = logits_fitted(&fitted, box);
  return logits_place(&scene, box);
}

/* The width of the bar of a word of the followed token, relative to its track; −1: none is drawn. */
static float bar_of(const SceneBench *bench, Box row, Color color) {
  float track = 0, bar = -1;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawBox *box = &bench->list.items[i].as.box;
    if (bench->list.items[i].kind != DRAW_BOX || box->box.y < row.y ||
        box->box.y + box->box.h > row.y + row.h)
      continue;
    if (is_color(box->fill, logits_track_color(theme_get(bench->view.theme)))) track = box->box.w;
    if (is_color(box->fill, color)) bar = box->box.w;
  }
  return track > 0 && bar >= 0 ? bar / track : -1;
}

/* A bar is to its track what its probability is to 1, in small and in large pictures. */
static void a_bar_is_as_long_as_its_probability(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  const Theme *theme = theme_get(THEME_LIGHT);
  for (int token = 1; token <= 11; token += 5)
    for (int large = 0; large < 2; large++) {
      float width = large ? 1400 : 620, height = large ? 900 : 420;
      bench_look(&bench, STAGE_LOGITS, token, 0);
      LogitsPlace place = drawn_place(&bench, width, height);
      TraceCandidate best[TRACE_CANDIDATES_SHOWN];
      trace_candidates(bench.run.trace, token - 1, best, TRACE_CANDIDATES_SHOWN);
      for (int rank = 0; rank < place.ranks; rank++) {
        float bar = bar_of(&bench, logits_rank_box(&place, rank), theme->output_line);
        if (bar < 0) assert_true(best[rank].probability < 0.005f);
        else assert_true(fabsf(bar - best[rank].probability) < 0.002f);
      }
    }
  bench_free(&bench);
}

/* Each token is named once, in a column whose tokens follow one another from top to bottom, and its
** words begin where those above and below begin. */
static void the_likeliest_words_stand_in_columns(void **state) {
  (void)state;
  char words[400] = "";
  for (int i = 0; i < 31; i++) strcat(words, i % 2 ? "mat " : "the ");
  SceneBench bench = bench_make("made-writer", "own", words);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  LogitsPlace place = drawn_place(&bench, 1000, 620);
  assert_int_equal(place.end - place.first, 31);
  for (int token = 0; token < 31; token++) {
    Box at = logits_token_box(&place, token);
    int arrows = 0;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawText *text = &bench.list.items[i].as.text;
      if (bench.list.items[i].kind != DRAW_TEXT || !str_is(text->text, "→")) continue;
      if (!box_holds(at, text->at)) continue;
      arrows++;
      if (token % place.rows > 0) {
        Box above = logits_token_box(&place, token - 1);
        assert_float_equal(above.x, at.x, 0.01f);
        assert_float_equal(above.y + above.h, at.y, 0.01f);
      }
    }
    assert_int_equal(arrows, 1);
  }
  bench_free(&bench);
}

/* A sign that is predicted has quotes, so that a full stop is seen. */
static void a_sign_has_quotes_among_the_answers(void **state) {
  (void)state;
  SceneBench bench = bench_make("writer", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 11, 0);
  draw_stage(&bench, 1100, 760, 1);
  assert_true(bench_has(&bench, "“\u2009.\u2009”"));
  assert_false(bench_has(&bench, "."));
  bench_free(&bench);
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

static int boxes_of(const SceneBench *bench, Color fill) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++)
    count +=
        bench->list.items[i].kind == DRAW_BOX && is_color(bench->list.items[i].as.box.fill, fill);
  return count;
}

/* Where the model is asked nowhere its bars are grey, and so is their sample in the panel. */
static void the_legend_has_the_colour_of_the_bars(void **state) {
  (void)state;
  static const char *const sentences[] = {BENCH_SENTENCE, "hello"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("reader", "own", sentences[i]);
    const Theme *theme = theme_get(bench.view.theme);
    Color bar = i ? logits_quiet_color(theme) : theme->output_line;
    Color other = i ? theme->output_line : logits_quiet_color(theme);
    bench_look(&bench, STAGE_LOGITS, 0, 0);
    draw_stage(&bench, 1100, 760, 1);
    assert_true(boxes_of(&bench, bar) > 0);
    bench_panel(&bench, 360, 900, 1);
    assert_true(boxes_of(&bench, bar) > 0);
    assert_int_equal(boxes_of(&bench, other), 0);
    bench_free(&bench);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_of_another_language_say_what_they_mean),
      cmocka_unit_test(words_of_the_prediction_are_whole),
      cmocka_unit_test(a_bar_is_as_long_as_its_probability),
      cmocka_unit_test(the_likeliest_words_stand_in_columns),
      cmocka_unit_test(a_sign_has_quotes_among_the_answers),
      cmocka_unit_test(exponents_are_raised),
      cmocka_unit_test(the_legend_has_the_colour_of_the_bars),
      cmocka_unit_test(the_outline_stays_within_its_row),
      cmocka_unit_test(an_unknown_word_has_a_mark_among_the_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
