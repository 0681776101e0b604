/* What is seen of kinds of attention: the words of captions, formula and panel of each way to make
** a score, of vectors for distances and of dropout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/scene_bench.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"
#include "scene/stages/stage_view.h"

static SceneBench bench_of(const char *kind) {
  SceneBench bench = bench_make("random", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_kind("random", "none", kind, STR(BENCH_SENTENCE));
  return bench;
}

/* All words drawn, in one line, so that wrapping does not matter. */
static const char *words_of(SceneBench *bench) {
  StrBuf words = strbuf_make(bench->arena);
  for (int i = 0; i < bench->list.item_count; i++) {
    if (bench->list.items[i].kind != DRAW_TEXT) continue;
    strbuf_add(&words, bench->list.items[i].as.text.text);
    strbuf_add_char(&words, ' ');
  }
  return words.at;
}

static void must_say(SceneBench *bench, const char *kind, const char *const *said) {
  bench_panel(bench, 380, 3000, 1);
  for (int i = 0; said[i]; i++)
    if (!strstr(words_of(bench), said[i])) fail_msg("%s: “%s” is not said", kind, said[i]);
}

/* A picture without words would prove nothing. */
static void must_not_say(SceneBench *bench, const char *said) {
  const char *words = words_of(bench);
  assert_true(words[0] != 0);
  if (strstr(words, said)) fail_msg("“%s” is said: %s", said, words);
}

static void a_panel_works_out_its_own_kind(void **state) {
  (void)state;
  enum { WORDS = 8 };
  static const struct {
    const char *kind;
    StageId stage;
    const char *said[WORDS];
  } panels[] = {
      {"score general", STAGE_SCORES, {"query · W", "q W · k =", "multiply, column by column"}},
      {"score general", STAGE_SCALED, {"q W k ÷ √16 ="}},
      {"score cosine",
       STAGE_SCORES,
       {"|q|, the length of the query", "|k|, the length of the key", "q · k ÷ (|q| |k|) ="}},
      {"score cosine", STAGE_SCALED, {"× 10 =", "Cosines lie between −1 and 1"}},
      {"score additive",
       STAGE_SCORES,
       {"query · W", "key · U", "query · W + key · U", "tanh of it", "times v",
        "vᵀ tanh(q W + k U) ="}},
      {"score additive", STAGE_SCALED, {"score, not divided", "these scores need no scaling"}},
      {"positions t5", STAGE_SCALED, {"score, not divided", "T5 does not"}},
      {"positions shaw 3",
       STAGE_SCORES,
       {"r, the row for this distance", "query times key", "query times the row for the distance",
        "q · (k + r) ="}},
      {"positions shaw 3",
       STAGE_OUTPUT,
       {"Σ weight × value", "Σ weight × the row for the distance", "Σ weight × (value + r) ="}},
      {"positions shaw 3; score general", STAGE_SCORES, {"q W · (k + r) ="}},
      {"dropout 0.3 seed 5", STAGE_WEIGHTS, {"Next: dropout, P = 0.3"}},
      {"dropout 0.3 seed 5",
       STAGE_DROPPED,
       {"sum of the row, which was 1", "weights left out", "after dropout",
        "dropout is off unless you turn it on"}},
  };
  for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
    SceneBench bench = bench_of(panels[i].kind);
    bench_look(&bench, panels[i].stage, 8, 2);
    must_say(&bench, panels[i].kind, panels[i].said);
    bench_free(&bench);
  }
}

static void the_formula_is_that_of_the_kind(void **state) {
  (void)state;
  static const struct {
    const char *kind, *line;
  } lines[] = {
      {"", "softmax(QKᵀ/√16 + M) V"},
      {"score general", "softmax(Q W Kᵀ/√16 + M) V"},
      {"score cosine", "softmax(cos(Q, K) · 10 + M) V"},
      {"score additive", "softmax(vᵀ tanh(Q W + K U) + M) V"},
      {"positions t5", "softmax(QKᵀ + B + M) V"},
      {"positions rope; score general", "softmax(Q_R W K_Rᵀ/√16 + M) V"},
      {"positions shaw 3", "softmax(Q (K + R)ᵀ/√16 + M) (V + R)"},
      {"dropout 0.3", "D ⊙ softmax(QKᵀ/√16 + M) V"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    SceneBench bench = bench_of(lines[i].kind);
    bench_look(&bench, STAGE_SCORES, 0, 0);
    Scene scene = bench_scene(&bench, 900, 600, 1);
    assert_string_equal(attention_in_line(&scene), lines[i].line);
    bench_free(&bench);
  }
}

/* Above its dot on the rail and beside its title in the overview. */
static void the_symbol_of_scores_is_that_of_the_kind(void **state) {
  (void)state;
  static const struct {
    const char *kind, *symbol;
  } kinds[] = {{"", "Q Kᵀ"},
               {"positions rope", "Q_R K_Rᵀ"},
               {"positions shaw 3", "Q (K + R)ᵀ"},
               {"approximate linformer 2", "Q K′ᵀ"},
               {"score general", "Q W Kᵀ"},
               {"score cosine", "cos"},
               {"score additive", "tanh"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    SceneBench bench = bench_of(kinds[i].kind);
    assert_string_equal(stage_views[STAGE_SCORES]->symbol(bench.run.trace), kinds[i].symbol);
    bench_free(&bench);
  }
}

/* Recipes stand upright, so a cell is that of the other place in E and F: row by row of tokens. */
static void recipes_have_their_numbers(void **state) {
  (void)state;
  SceneBench bench = bench_of("approximate linformer 3");
  bench_look(&bench, STAGE_PROJECTED, 0, 0);
  Scene scene = bench_scene(&bench, 900, 700, 1);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  static const TracePart parts[] = {TRACE_E, TRACE_F};
  int at = 0, tokens = trace_token_count(scene.trace);
  for (int part = 0; part < 2; part++) {
    MatView recipes = trace_matrix(scene.trace, parts[part], 0, 0);
    for (int i = 0; i < tokens * recipes.rows; at++) {
      assert_true(at < bench.list.item_count);
      const DrawItem *item = &bench.list.items[at];
      if (item->kind != DRAW_TEXT || item->as.text.face != FACE_MONO ||
          !memchr(item->as.text.text.at, '.', item->as.text.text.bytes))
        continue;
      Number number = number_cell(mat_get(recipes, i % recipes.rows, i / recipes.rows), false);
      bool is_of_a_bar = i == 0; /* whose ends stand before the first cell */
      if (str_is(item->as.text.text, number.at)) i++;
      else assert_true(is_of_a_bar);
    }
  }
  bench_free(&bench);
}

/* The stage of scores and of scaled scores never say what is not done. */
static void nothing_is_divided_by_one(void **state) {
  (void)state;
  static const char *const kinds[] = {"score additive", "positions t5", "score cosine",
                                      "positions t5; score cosine"};
  for (int i = 0; i < 4; i++) {
    SceneBench bench = bench_of(kinds[i]);
    for (int cell = 0; cell < 2; cell++) {
      bench_look(&bench, STAGE_SCALED, cell ? 8 : 0, cell ? 2 : 0);
      bench_panel(&bench, 380, 3000, 1);
      must_not_say(&bench, "÷ 1");
      bench_strip(&bench, 1200, 90, 1);
      must_not_say(&bench, "÷ 1");
    }
    bench_free(&bench);
  }
}

/* Also where there are more mixtures than words. */
static void a_mixture_is_no_word_of_the_overview(void **state) {
  (void)state;
  static const struct {
    const char *kind;
    int key;
  } chosen[] = {{"approximate linformer 4", 3}, {"approximate linformer 70", 47}};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_of(chosen[i].kind);
    bench.view.kind = VIEW_OVERVIEW;
    bench_look(&bench, STAGE_WEIGHTS, 8, chosen[i].key);
    Scene scene = bench_scene(&bench, 1440, 640, 1);
    overview_draw(&scene, (Box){0, 0, 1440, 640});
    assert_true(bench_has(&bench, "didn't") && bench_contains(&bench, "mix "));
    for (int item = 0; item < bench.list.item_count; item++) {
      const DrawItem *drawn = &bench.list.items[item];
      bool is_word = drawn->kind == DRAW_TEXT && str_is(drawn->as.text.text, "didn't");
      if (is_word && drawn->as.text.face == FACE_BOLD)
        fail_msg("%s: a word is key", chosen[i].kind);
    }
    bench_free(&bench);
  }
}

/* Between two sentences, and there alone. */
static void positions_without_distances_are_said(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions rope",   "positions alibi", "positions t5",
                                      "positions shaw 2", "positions none",  "score general"};
  static const char said[] = "no distances, so these positions do nothing here";
  for (int i = 0; i < 12; i++) {
    bool is_cross = i % 2 == 0, tells = i / 2 < 4;
    SceneBench bench = bench_of(kinds[i / 2]);
    if (is_cross) {
      run_free(&bench.run);
      bench.run = run_make_cross("random", kinds[i / 2], STR(BENCH_SENTENCE), STR("a dog"));
    }
    bench_look(&bench, STAGE_SCORES, 0, 0);
    bench_panel(&bench, 380, 3000, 1);
    if ((strstr(words_of(&bench), said) != NULL) != (is_cross && tells))
      fail_msg("%s: %s", kinds[i / 2], words_of(&bench));
    bench_free(&bench);
  }
}

static void draw_stage(SceneBench *bench, StageId stage, float width, float height) {
  bench_look(bench, stage, 0, 0);
  Scene scene = bench_scene(bench, width, height, 1);
  scene.headline = true;
  stage_draw(&scene, (Box){0, 0, width, height});
}

static const DrawHeatmap *heatmap_of(const SceneBench *bench, TracePart part) {
  const View *view = &bench->view;
  MatView wanted = trace_matrix(bench->run.trace, part, view->layer, view->head);
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == wanted.at)
      return &item->as.heatmap;
  }
  return NULL;
}

/* Beside the sum both summands, of the same size, in a small window too: scaled in its colours, the
** bias on a scale of its own. */
static void a_bias_is_seen_as_a_sum(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions alibi", "positions t5"};
  static const float sizes[2][2] = {{900, 600}, {880, 460}};
  for (int i = 0; i < 4; i++) {
    SceneBench bench = bench_of(kinds[i / 2]);
    draw_stage(&bench, STAGE_BIASED, sizes[i % 2][0], sizes[i % 2][1]);
    if (!bench_has(&bench, "Scaled") || !bench_has(&bench, "+ Bias"))
      fail_msg("%s, %g × %g: %s", kinds[i / 2], (double)sizes[i % 2][0], (double)sizes[i % 2][1],
               words_of(&bench));
    const DrawHeatmap *sum = heatmap_of(&bench, TRACE_BIASED);
    const DrawHeatmap *scaled = heatmap_of(&bench, TRACE_SCALED);
    const DrawHeatmap *bias = heatmap_of(&bench, TRACE_BIAS);
    assert_true(sum && scaled && bias);
    assert_true(sum->range.low == scaled->range.low && bias->range.low == -bias->range.high);
    assert_true(scaled->box.w == bias->box.w && sum->box.w > 3 * bias->box.w);
    bench_free(&bench);
  }
}

/* The tick below "it → dog 0.98" stands on the frame, at the column of the key, however many keys
** there are. */
static void the_overview_points_at_the_key_of_two_sentences(void **state) {
  (void)state;
  SceneBench bench = bench_of("");
  run_free(&bench.run);
  bench.run = run_make_cross("random", "", STR(BENCH_SENTENCE), STR("a dog"));
  bench.view.kind = VIEW_OVERVIEW;
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  overview_draw(&scene, (Box){0, 0, 1440, 640});
  const DrawHeatmap *weights = heatmap_of(&bench, TRACE_WEIGHTS);
  assert_non_null(weights);
  Box box = weights->box;
  int lines = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind != DRAW_CURVE || item->as.curve.point_count != 4) continue;
    Point from = item->as.curve.points[0], to = item->as.curve.points[3];
    if (from.x != to.x) continue;
    if (from.x <= box.x || from.x >= box.x + box.w || from.y >= box.y || from.y < box.y - 20)
      continue;
    assert_float_equal(to.x, box.x + box.w * 1.5f / 2, 0.01f);
    assert_true(to.y < box.y && to.y > box.y - 4);
    lines++;
  }
  assert_int_equal(lines, 1);
  bench_free(&bench);
}

static void a_mask_says_what_it_costs(void **state) {
  (void)state;
  static const struct {
    const char *mask, *seen, *local, *all;
  } masks[] = {{"window:2", "49 of 121", "n·w = 11·5 = 55", "n² = 11·11 = 121"},
               {"window:1 global:1", "49 of 121", "n·w = 11·5 = 55", "n² = 11·11 = 121"},
               {"causal", "66 of 121", NULL, NULL}};
  for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
    SceneBench bench = bench_make("random", masks[i].mask, BENCH_SENTENCE);
    draw_stage(&bench, STAGE_MASKED, 900, 600);
    assert_true(bench_has(&bench, "Pairs seen") && bench_has(&bench, masks[i].seen));
    assert_true(!masks[i].local || bench_has(&bench, masks[i].local));
    assert_true(!masks[i].all || bench_has(&bench, masks[i].all));
    assert_true(masks[i].local || !bench_contains(&bench, "n·w"));
    bench_free(&bench);
  }
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  draw_stage(&bench, STAGE_MASKED, 900, 600);
  must_not_say(&bench, "Pairs seen");
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_panel_works_out_its_own_kind),
      cmocka_unit_test(the_formula_is_that_of_the_kind),
      cmocka_unit_test(recipes_have_their_numbers),
      cmocka_unit_test(the_symbol_of_scores_is_that_of_the_kind),
      cmocka_unit_test(nothing_is_divided_by_one),
      cmocka_unit_test(positions_without_distances_are_said),
      cmocka_unit_test(a_bias_is_seen_as_a_sum),
      cmocka_unit_test(the_overview_points_at_the_key_of_two_sentences),
      cmocka_unit_test(a_mask_says_what_it_costs),
      cmocka_unit_test(a_mixture_is_no_word_of_the_overview),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
