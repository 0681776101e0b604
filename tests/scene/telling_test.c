/* tests/scene/telling_test.c -- no number is told before the step that makes it: while the picture
** is stepped through, line of the focus, panel, thumbnails, tint and arcs show what is reached. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "scene/heads/role_lines.h"
#include "scene/number.h"
#include "scene/sentence_heat.h"
#include "scene/stages/stage.h"
#include "scene_bench.h"

enum { TOKENS = 11, TRIES = 12 };

/* "weight 0.24" and "weight 3.1×10⁻⁴", but not "weights" or "divide by weight". */
static bool tells_a_weight(const char *words) {
  for (const char *at = strstr(words, "weight "); at; at = strstr(at + 1, "weight "))
    if (isdigit((unsigned char)at[7])) return true;
  return false;
}

static const char *line_of(SceneBench *bench) {
  Scene scene = bench_scene(bench, 400, 600, 1);
  return str_copy(bench->arena, captions_focus_line(&scene));
}

/* At every stage before softmax, wherever the steps are and whatever is in focus. */
static void no_stage_before_softmax_tells_a_weight(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  Rng rng = rng_make(7);
  for (StageId stage = STAGE_EMBED; stage < STAGE_WEIGHTS; stage++)
    for (int by = STEP_STAGE; by <= STEP_CELL; by++)
      for (int i = 0; i < TRIES; i++) {
        int key = (int)rng_below(&rng, TOKENS + 1);
        bench_look(&bench, stage, 1 + (int)rng_below(&rng, TOKENS), key);
        bench.view.step_by = (StepBy)by;
        bench.view.filled = by == STEP_STAGE ? -1 : (int)rng_below(&rng, TOKENS * TOKENS);
        if (tells_a_weight(line_of(&bench)))
          fail_msg("stage %d, steps %d, filled %d: %s", stage, by, bench.view.filled,
                   line_of(&bench));
      }
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  bench.view.filled = -1;
  assert_true(tells_a_weight(line_of(&bench)));
  bench_free(&bench);
}

/* What the row came to; of a row that the steps have not reached, only that. */
static void a_row_of_vectors_tells_what_it_came_to(void **state) {
  (void)state;
  static const struct {
    StageId stage;
    const char *line;
  } cases[] = {{STAGE_OUTPUT, "output of it: 0.774 · animal  +  0.187 · street  +  …"},
               {STAGE_JOINED, "joined of it: most from head 2 (length 1.512)"},
               {STAGE_BLOCK, "it: input + joined → norm → + MLP → norm"},
               {STAGE_QKV, "token it, 8 of 11"}};
  SceneBench bench =
      bench_make("reader", "own", "The animal didn't cross the street because it was too tired");
  for (int i = 0; i < 4; i++) {
    bench_look(&bench, cases[i].stage, 8, 0);
    bench.view.layer = 1, bench.view.head = 3;
    bench.view.filled = -1;
    assert_string_equal(line_of(&bench), cases[i].line);
    bench.view.filled = 1;
    assert_null(strstr(line_of(&bench), "animal"));
    assert_null(strstr(line_of(&bench), "joined →"));
  }
  bench_free(&bench);
}

/* Of the row in focus too: its largest score, not its heaviest key. */
static void a_row_of_scores_tells_its_largest_score(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  float largest = -1e30f;
  for (int key = 0; key < TOKENS; key++) {
    float score = run_get(&bench.run, TRACE_SCORES, 0, 0, 7, key);
    if (score > largest) largest = score;
  }
  bench_look(&bench, STAGE_SCORES, 8, 0);
  const char *line = line_of(&bench);
  assert_non_null(strstr(line, number_full(largest).at));
  assert_null(strstr(line, "weight"));
  bench_free(&bench);
}

/* Before the stage is left, the panel says how the number goes on, and not what comes of it: by
** stages as by cells, for whoever guesses before the step. */
static void the_next_stage_is_a_formula(void **state) {
  (void)state;
  static const StageId stages[] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED};
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    for (int stepped = 0; stepped < 2; stepped++) {
      bench_look(&bench, stages[i], 8, 2);
      bench.view.step_by = stepped ? STEP_CELL : STEP_STAGE;
      bench.view.filled = stepped ? 7 * TOKENS + 2 : -1;
      bench_panel(&bench, 330, 900, 1);
      assert_true(bench_contains(&bench, "Next: "));
      for (int k = 0; k < bench.list.item_count; k++) {
        const DrawItem *item = &bench.list.items[k];
        if (item->kind != DRAW_TEXT) continue;
        const char *words = str_copy(bench.arena, item->as.text.text);
        if (strstr(words, "Next: ")) assert_null(strstr(words, " → "));
      }
    }
  bench_free(&bench);
}

/* What the heads add up to goes on by an addition, whose sum is the next stage's to tell. */
static void join_heads_tells_no_sum_of_the_next_stage(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (int by = STEP_STAGE; by <= STEP_CELL; by++) {
    bench_look(&bench, STAGE_JOINED, 8, 2);
    bench.view.step_by = (StepBy)by;
    bench_panel(&bench, 330, 900, 1);
    assert_true(bench_contains(&bench, "Next: added to what came in."));
    assert_false(bench_contains(&bench, "Next: added to what came in:"));
  }
  bench_free(&bench);
}

/* Thumbnails are filled as far as the picture is, and those of a later stage not at all. */
static void thumbnails_are_filled_as_far_as_the_steps_are(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Thumbnail thumbnail = {.box = {0, 0, 100, 100}, .head = 1};
  const struct {
    StageId stage;
    int filled, shown;
  } cases[] = {{STAGE_TOKENS, -1, 0},  {STAGE_EMBED, 30, 0},    {STAGE_SCORES, 17, 17},
               {STAGE_SCORES, -1, -1}, {STAGE_WEIGHTS, 60, 60}, {STAGE_JOINED, 40, -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bench_look(&bench, cases[i].stage, 0, 0);
    bench.view.filled = cases[i].filled;
    Scene scene = bench_scene(&bench, 400, 600, 1);
    assert_int_equal(heads_heatmap(&scene, &thumbnail).filled, cases[i].shown);
  }
  bench_free(&bench);
}

/* A head that gives nearly all of most rows to one key says so, once its weights are told. */
static void a_saturated_head_says_so_once_its_weights_are_told(void **state) {
  (void)state;
  static const float at[] = {0.995f, 0.005f, 0, 0, 0.5f, 0.5f, 0.2f, 0.8f, 0.1f, 0.9f, 0, 0};
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_string_equal(role_saturated_words(&scene, (MatView){at, 2, 2, 4}),
                      "saturated: 1 of 2 rows above .99");
  assert_null(role_saturated_words(&scene, (MatView){at, 3, 2, 4}));
  assert_null(role_saturated_words(&scene, (MatView){at, 1, 1, 4})); /* the only key */
  bool any = false;
  for (int head = 0; head < trace_head_count(bench.run.trace, 0); head++)
    for (int told = 0; told < 2; told++) {
      bench_look(&bench, STAGE_WEIGHTS, 0, 0);
      bench.view.head = head;
      bench.view.filled = told ? -1 : TOKENS;
      bench_panel(&bench, 330, 900, 1);
      MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, head);
      scene = bench_scene(&bench, 400, 600, 1);
      bool is_saturated = role_saturated_words(&scene, weights) != NULL;
      bench_panel(&bench, 330, 900, 1);
      assert_int_equal(bench_contains(&bench, "saturated: "), told && is_saturated);
      any |= is_saturated;
    }
  assert_true(any);
  bench_free(&bench);
}

static int curves(const SceneBench *bench) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) count += bench->list.items[i].kind == DRAW_CURVE;
  return count;
}

/* Tint and arcs are pictures of weights: none before softmax, and those reached during it. */
static void tint_and_arcs_show_the_weights_reached(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  int arcs[3];
  static const int filled[] = {0, TOKENS + 4, -1};
  bench.view.tint = bench.view.arcs = true;
  bench_look(&bench, STAGE_SCORES, 8, 0);
  Scene scene = bench_scene(&bench, 900, 600, 1);
  assert_false(sentence_heat_of(&scene).on);
  for (int i = 0; i < 3; i++) {
    bench_look(&bench, STAGE_WEIGHTS, 2, 0);
    bench.view.filled = filled[i];
    scene = bench_scene(&bench, 900, 600, 1);
    SentenceHeat tint = sentence_heat_of(&scene);
    assert_int_equal(tint.on, i > 0);
    for (int key = 0; tint.on && key < TOKENS; key++)
      assert_int_equal(sentence_heat_words(&scene, &tint, key).bytes > 0, i == 2 || key < 4);
    stage_draw(&scene, (Box){0, 0, 900, 600});
    arcs[i] = curves(&bench);
  }
  assert_int_equal(arcs[0], 0);
  assert_int_equal(arcs[1], 4);
  assert_int_equal(arcs[2], TOKENS);
  bench_free(&bench);
}

/* Bars of the weights in the panel, and the width of the longest. */
static int bars_of_weights(const SceneBench *bench, float *longest) {
  int count = 0;
  *longest = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawBox *bar = &bench->list.items[i].as.box;
    bool is_bar = bench->list.items[i].kind == DRAW_BOX && bar->stroke_width == 0;
    if (!is_bar || memcmp(&bar->fill, &theme_get(THEME_LIGHT)->weights, sizeof bar->fill) != 0)
      continue;
    *longest = fmaxf(*longest, bar->box.w);
    count++;
  }
  return count;
}

/* A weight not reached is “?” without a bar, not even the thin one of 0; the others have the bars
** of a full row, which go from 0 to 1. */
static void a_row_that_is_not_full_has_bars_of_what_is_reached(void **state) {
  (void)state;
  float longest;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 5, 0);
  bench.view.step_by = STEP_CELL;
  for (int reached = 0; reached < TOKENS; reached++) {
    bench.view.filled = 4 * TOKENS + reached;
    bench_panel(&bench, 330, 900, 1);
    assert_true(bench_has(&bench, "?"));
    assert_int_equal(bars_of_weights(&bench, &longest), reached);
  }
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, bench.view.layer, bench.view.head);
  const float least = 100; /* of the column, in points */
  float most = 0;
  for (int key = 0; key < TOKENS - 1; key++) most = fmaxf(most, mat_get(weights, 4, key));
  if (longest < most * least) fail_msg("%.2f: %.1f points", (double)most, (double)longest);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_stage_before_softmax_tells_a_weight),
      cmocka_unit_test(a_row_of_vectors_tells_what_it_came_to),
      cmocka_unit_test(a_row_of_scores_tells_its_largest_score),
      cmocka_unit_test(the_next_stage_is_a_formula),
      cmocka_unit_test(join_heads_tells_no_sum_of_the_next_stage),
      cmocka_unit_test(thumbnails_are_filled_as_far_as_the_steps_are),
      cmocka_unit_test(tint_and_arcs_show_the_weights_reached),
      cmocka_unit_test(a_row_that_is_not_full_has_bars_of_what_is_reached),
      cmocka_unit_test(a_saturated_head_says_so_once_its_weights_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
