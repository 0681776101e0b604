/* tests/scene/captions_test.c -- the sentences beside a stage are true and
** present in every state. */
#include "scene/scene_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene/figure.h"
#include "scene/token_shown.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "scene/stages/stage_view.h"
#include "trace/trace_storage.h"
#include "support/common_stages.h"

static const char *const MODELS[] = {"hand-made", "random"};
static const char *const MASKS[] = {"none",
                                    "causal",
                                    "padding:2",
                                    "window:1",
                                    "prefix:3",
                                    "causal window:1",
                                    "prefix:1 window:2 padding:1"};

static const char *text_of(SceneBench *bench, Str words) { return str_copy(bench->arena, words); }

/* "the focused cell is always also one line of text" with the trace's own numbers. */
static void the_focus_line_tells_score_scaled_and_weight(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  Number score = number_full(run_get(&bench.run, TRACE_SCORES, 0, 0, 7, 1));
  Number scaled = number_full(run_get(&bench.run, TRACE_SCALED, 0, 0, 7, 1));
  Number weight = number_weight(run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 7, 1));
  const char *expected =
      str_format(bench.arena, "query it, key animal: score %s, scaled %s, weight %s", score.at,
                 scaled.at, weight.at);
  assert_string_equal(text_of(&bench, captions_focus_line(&scene)), expected);
  bench_free(&bench);
}

/* The sum of a panel has the decimals of its terms, and so has the line of that stage; the large
** number, where the panel is folded, has those of its row in the picture. The panel of the layer's output adds joined up with fewer. */
static void numbers_told_have_the_decimals_of_the_panel(void **state) {
  (void)state;
  static const struct {
    StageId stage;
    TracePart part;
  } sums[] = {{STAGE_OUTPUT, TRACE_OUTPUT}, {STAGE_JOINED, TRACE_ATTN_PROJ}};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_STAGE;
  for (int i = 0; i < 2; i++) {
    bench_look(&bench, sums[i].stage, 6, 2);
    Scene scene = bench_scene(&bench, 400, 600, 1);
    Number number = number_term(run_get(&bench.run, sums[i].part, 0, 0, 5, 1));
    assert_true(str_ends(captions_focus_line(&scene), number.at));
    if (sums[i].part == TRACE_ATTN_PROJ)
      number = number_hundredths(run_get(&bench.run, sums[i].part, 0, 0, 5, 1));
    assert_true(str_ends(captions_chosen(&scene), number.at));
  }
  bench_look(&bench, STAGE_BLOCK, 6, 2);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  Number joined = number_hundredths(run_get(&bench.run, TRACE_ATTN_PROJ, 0, 0, 5, 1));
  const char *told = str_format(bench.arena, "joined %s,", joined.at);
  assert_non_null(strstr(text_of(&bench, captions_focus_line(&scene)), told));
  bench_free(&bench);
}

/* A number that stands in the row of large cells has two decimals there, in the line and in what
** the panel says of it; below 0.005 the line has those that are left. */
static void one_number_is_written_in_one_way(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_STAGE;
  bench_look(&bench, STAGE_EMBED, 8, 2);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_non_null(strstr(text_of(&bench, captions_focus_line(&scene)),
                         "token 0.05, place 0.75, together 0.80"));
  assert_string_equal(number_hundredths(0.0498f).at, "0.05");
  assert_string_equal(number_hundredths(-0.147f).at, "−0.15");
  assert_string_equal(number_hundredths(0.0042f).at, "0.0042");
  assert_string_equal(number_hundredths(2).at, "2");
  bench_free(&bench);
}

static void a_hidden_cell_says_hidden_and_weight_0(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_MASKED, 2, 5);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  const char *line = text_of(&bench, captions_focus_line(&scene));
  assert_non_null(strstr(line, "query animal, key the·5"));
  assert_non_null(strstr(line, ", hidden"));
  bench_look(&bench, STAGE_WEIGHTS, 2, 5);
  scene = bench_scene(&bench, 400, 600, 1);
  line = text_of(&bench, captions_focus_line(&scene));
  assert_non_null(strstr(line, "hidden, weight 0"));
  bench_free(&bench);
}

/* Parts of a mask are listed wherever the mask is named, and the headline says
** what they do together. */
static void a_joined_mask_is_named_by_its_parts(void **state) {
  (void)state;
  static const struct {
    const char *name, *mask, *attention, *headline;
  } masks[] = {
      {"none", "no mask", "self · no mask", "Nothing is hidden: as Scaled."},
      {"causal", "causal mask", "self · causal", "Later keys are hidden."},
      {"window:2", "window mask (2)", "self · window 2", "Hidden keys become −∞."},
      {"window:2 causal", "mask: causal + window 2", "self · causal + window 2",
       "Later keys and those far back are hidden."},
      {"padding:1 window:3 prefix:2", "mask: prefix 2 + window 3 + padding 1",
       "self · prefix 2 + window 3 + padding 1", "Hidden keys become −∞."},
  };
  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
    SceneBench bench = bench_make("hand-made", masks[i].name, BENCH_SENTENCE);
    bench_look(&bench, STAGE_MASKED, 1, 1);
    Scene scene = bench_scene(&bench, 400, 600, 1);
    assert_string_equal(mask_words(bench.arena, scene.trace, 0), masks[i].mask);
    assert_string_equal(mask_attention_words(bench.arena, scene.trace, 0), masks[i].attention);
    assert_string_equal(captions_of(&scene).headline, masks[i].headline);
    bench_free(&bench);
  }
}

/* If the model was not trained with this mask, that is said wherever the mask is named: in the top
** bar, in the caption of a figure, and at the stage where nothing is hidden. */
static void what_is_laid_over_is_said(void **state) {
  (void)state;
  static const char laid_over[] = "laid over; this model was not trained with it";
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const Figure figure = {.kind = FIGURE_HEATMAP};
  bench_look(&bench, STAGE_EMBED, -1, -1);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_null(strstr(captions_of(&scene).explanation, laid_over));
  run_free(&bench.run);
  bench.run = run_make_kind("hand-made", "causal", "positions none", str_from(BENCH_SENTENCE));
  scene = bench_scene(&bench, 400, 600, 1);
  assert_string_equal(mask_attention_words(bench.arena, scene.trace, 0),
                      "self · causal · no positions");
  assert_non_null(strstr(captions_of(&scene).explanation, laid_over));
  Str caption = figure_description(scene.trace, &bench.view, &figure, bench.arena);
  assert_non_null(
      strstr(str_copy(bench.arena, caption), "Mask: causal. Positions: none, laid over;"));
  bench_free(&bench);
}

/* A token that occurs twice carries its position wherever it is named alone. */
static void a_repeated_token_carries_its_position(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 1, 5);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_non_null(strstr(text_of(&bench, captions_focus_line(&scene)), "query The·1, key the·5:"));
  bench_free(&bench);
}

/* In the sentence a token is written as typed, or by its label without the position. */
static void a_token_that_cannot_be_seen_is_shown_by_its_label(void **state) {
  (void)state;
  static const struct {
    const char *text, *label;
    int occurrences;
    const char *shown;
  } table[] = {{"the", "the·5", 2, "the"},
               {" the", "␣the·5", 2, "␣the"},
               {" the·5", "␣the·5", 1, "␣the·5"},
               {" 12", "␣12", 2, "␣12"},
               {"\n", "⏎·12", 3, "⏎"}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    TraceToken token = {.text = str_from(table[i].text),
                        .label = str_from(table[i].label),
                        .occurrences = table[i].occurrences};
    Str shown = token_shown(&token);
    if (!str_is(shown, table[i].shown))
      fail_msg("%s: %.*s", table[i].label, (int)shown.bytes, shown.at);
  }
}

/* If the mask hides nothing, the stage does not claim to remove anything. */
static void the_title_of_masked_is_true_of_the_mask(void **state) {
  (void)state;
  const char *const masks[] = {"none", "causal", "window:99"};
  for (int i = 0; i < 3; i++) {
    SceneBench bench = bench_make("hand-made", masks[i], BENCH_SENTENCE);
    bench_look(&bench, STAGE_MASKED, 0, 0);
    Scene scene = bench_scene(&bench, 400, 600, 1);
    assert_string_equal(captions_of(&scene).title,
                        i == 1 ? "Hidden pairs removed" : "A mask that hides nothing");
    bench_panel(&bench, 340, 700, 1);
    assert_int_equal(bench_has(&bench, "hidden by the mask"), i == 1);
    bench_free(&bench);
  }
}

/* The trace borrows its cells; once it is sealed, the words use only their count. */
static void words_of_the_mask_look_at_no_cell(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", "one two three four");
  bench_look(&bench, STAGE_MASKED, 0, 0);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  MaskView mask = bench.run.trace->mask;
  memset((unsigned char *)mask.hidden, 0, (size_t)mask.rows * (size_t)mask.stride);
  assert_true(scene_hides_something(&scene));
  assert_string_equal(captions_of(&scene).shapes, "4 × 4, 6 of 16 cells hidden");
  bench_free(&bench);
}

static void a_row_without_keys_attends_to_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "padding:99", "one two three");
  bench_look(&bench, STAGE_WEIGHTS, 2, 0);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_string_equal(text_of(&bench, captions_focus_line(&scene)),
                      "query two: attends to nothing");
  bench_free(&bench);
}

/* "11 × 16 times 16 × 11 → 11 × 11 scores": the sizes are the trace's. */
static void the_line_of_shapes_tells_the_sizes(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  assert_string_equal(captions_of(&scene).shapes, "11 × 16 times 16 × 11 → 11 × 11 scores");
  bench_look(&bench, STAGE_QKV, 0, 0);
  assert_string_equal(captions_of(&scene).shapes, "11 × 64 times 64 × 16 → 11 × 16, three times");
  bench.view.kind = VIEW_OVERVIEW;
  assert_string_equal(captions_of(&scene).shapes,
                      "layer 1 · head 1 · looks back one word (hand-made) · no mask · "
                      "softmax(QKᵀ/√16 + M) V");
  bench_free(&bench);
}

/* No test has numbers for so many tokens; the shape of the trace is enough. */
static void the_line_of_shapes_counts_billions_of_cells(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", "one two three four");
  Trace *trace = (Trace *)bench.run.trace;
  TraceShape before = trace->shape;
  long hidden_before = trace->hidden_count;
  enum { TOKENS = 70000 };
  bench_look(&bench, STAGE_MASKED, 0, 0);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  trace->shape.token_count = trace->shape.key_count = TOKENS;
  trace->hidden_count = (long)TOKENS * (TOKENS - 1) / 2;
  assert_string_equal(captions_of(&scene).shapes,
                      "70,000 × 70,000, 2,449,965,000 of 4,900,000,000 cells hidden");
  trace->shape = before;
  trace->hidden_count = hidden_before;
  bench_free(&bench);
}

static void check_all_words(SceneBench *bench) {
  int queries[] = {0, 1, 3};
  for (int stage = 0; stage < trace_stage_count(bench->run.trace); stage++)
    for (int i = 0; i < 3; i++)
      for (int key = 0; key < 2; key++) {
        bench_look(bench, trace_stage_at(bench->run.trace, stage), queries[i], key);
        Scene scene = bench_scene(bench, 400, 600, 1);
        Captions captions = captions_of(&scene);
        assert_true(strlen(captions.headline) > 0);
        assert_true(strlen(captions.explanation) > 0);
        assert_true(strlen(captions.hint) > 4);
        bool has_tokens = trace_token_count(bench->run.trace) > 0;
        assert_int_equal(strlen(captions.shapes) > 0, has_tokens);
        assert_int_equal(captions_focus_line(&scene).bytes > 0,
                         queries[i] > 0 && queries[i] <= trace_token_count(bench->run.trace));
      }
}

static void every_stage_has_its_words_in_every_state(void **state) {
  (void)state;
  const char *const sentences[] = {"", "one", BENCH_SENTENCE, "我喜欢在下雨的日子里读书"};
  static const char *const models[] = {"hand-made", "made-reader", "made-writer",
                                       "made-without-mlp"};
  for (size_t m = 0; m < 5; m++)
    for (size_t s = 0; s < 4; s++)
      for (size_t model = 0; model < 4; model++) {
        SceneBench bench = bench_make(models[model], MASKS[m], sentences[s]);
        check_all_words(&bench);
        bench_free(&bench);
      }
}

/* The sentences claim no role that was not measured: without a focus they are the same for a model
** built from rules and for one of random weights. */
static void explanations_do_not_depend_on_the_model(void **state) {
  (void)state;
  for (size_t m = 0; m < 5; m++)
    for (int stage = 0; stage < common_stage_count() - 1; stage++) { /* neither names words */
      char first[2000] = "";
      for (int model = 0; model < 2; model++) {
        SceneBench bench = bench_make(MODELS[model], MASKS[m], BENCH_SENTENCE);
        bench_look(&bench, common_stage(stage), 0, 0);
        Scene scene = bench_scene(&bench, 400, 600, 1);
        const char *words = captions_of(&scene).explanation;
        if (model == 0) snprintf(first, sizeof first, "%s", words);
        else assert_string_equal(first, words);
        bench_free(&bench);
      }
    }
}

/* With a focused cell the sentence counts its products; the count is that of the trace. */
static void the_explanation_of_a_score_counts_its_products(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 3, 7);
  Scene scene = bench_scene(&bench, 400, 600, 1);
  int positive = 0;
  for (int c = 0; c < 16; c++)
    positive +=
        run_get(&bench.run, TRACE_Q, 0, 0, 2, c) * run_get(&bench.run, TRACE_K, 0, 0, 6, c) > 0;
  const char *expected = str_format(bench.arena, "Here %d of 16 products", positive);
  assert_non_null(strstr(captions_of(&scene).explanation, expected));
  bench_free(&bench);
}

/* With more contrast the colours of weights end at 16/S, rounded down to 1, 2 or 5; up to 16 keys
** at 1. */
static void contrast_ends_at_sixteen_even_shares(void **state) {
  (void)state;
  static const struct {
    int keys;
    float strongest;
  } cases[] = {{0, 1},     {1, 1},       {16, 1},      {17, 0.5f},
               {64, 0.2f}, {320, 0.05f}, {659, 0.02f}, {1024, 0.01f}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_float_equal(view_strongest_share(cases[i].keys), cases[i].strongest, 1e-6f);
}

/* Contrast comes by itself with more than 40 keys, and can be had or left at any number. */
static void long_rows_have_contrast_by_themselves(void **state) {
  (void)state;
  View view = view_default();
  assert_false(view_has_contrast(&view, 40));
  assert_true(view_has_contrast(&view, 41));
  view.contrast = CONTRAST_OFF;
  assert_false(view_has_contrast(&view, 41));
  view.contrast = CONTRAST_ON;
  assert_true(view_has_contrast(&view, 17));
}

/* The input of a layer after the first has a name of its own, wherever it is shown. */
static void what_a_deeper_layer_reads_is_named(void **state) {
  (void)state;
  static const char *const models[] = {"reader", "hand-made", "random"};
  for (int model = 0; model < 3; model++) {
    SceneBench bench = bench_make(models[model], "none", BENCH_SENTENCE);
    for (int layer = 0; layer < 2; layer++) {
      bench.view.layer = layer;
      for (int i = 0; i < trace_stage_count(bench.run.trace); i++) {
        StageId stage = trace_stage_at(bench.run.trace, i);
        bench_look(&bench, stage, 8, 2);
        Scene scene = bench_scene(&bench, 1440, 900, 1);
        heads_draw_panel(&scene, (Box){0, 144, 180, 660});
        assert_int_equal(bench_contains(&bench, "X₂"), layer == 1);
        if (stage != STAGE_NORM && stage != STAGE_QKV && stage != STAGE_BLOCK) continue;
        scene = bench_scene(&bench, 1440, 900, 1);
        stage_draw(&scene, (Box){180, 144, 900, 660});
        assert_int_equal(bench_contains(&bench, layer == 0 ? "after layer" : "X₂"), layer == 1);
        bench_strip(&bench, 1200, 80, 1);
        bool rows = stage != STAGE_QKV;
        assert_int_equal(bench_contains(&bench, layer == 0 ? "₁" : rows ? "x₂" : "X₂"), layer == 1);
      }
    }
    bench_free(&bench);
  }
}

static void the_tenth_layer_reads_what_two_digits_name(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Scene scene = bench_scene(&bench, 100, 100, 1);
  assert_string_equal(captions_stream(&scene, 'X', 0), "X");
  assert_string_equal(captions_stream(&scene, 'x', 1), "x₂");
  assert_string_equal(captions_stream(&scene, 'X', 9), "X₁₀");
  bench_free(&bench);
}

/* A head whose role has no place in the sentence is not said to play it. */
static void the_overview_claims_no_role_that_the_sentence_lacks(void **state) {
  (void)state;
  static const struct {
    const char *sentence;
    bool is_played;
  } cases[] = {{BENCH_SENTENCE, true}, {"hello", false}, {"The animal was tired", false}};
  for (int i = 0; i < 3; i++) {
    SceneBench bench = bench_make("reader", "none", cases[i].sentence);
    bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    bench.view.kind = VIEW_OVERVIEW;
    bench.view.layer = bench.view.head = 1;
    Scene scene = bench_scene(&bench, 900, 600, 1);
    const char *line = captions_of(&scene).shapes;
    bool claims = strstr(line, "· pronoun → noun (reader) ·") != NULL;
    bool lacks = strstr(line, "(pronoun → noun): no pronoun in this sentence") != NULL;
    if (claims != cases[i].is_played || lacks == cases[i].is_played)
      fail_msg("%s: %s", cases[i].sentence, line);
    bench_free(&bench);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_focus_line_tells_score_scaled_and_weight),
      cmocka_unit_test(numbers_told_have_the_decimals_of_the_panel),
      cmocka_unit_test(one_number_is_written_in_one_way),
      cmocka_unit_test(a_hidden_cell_says_hidden_and_weight_0),
      cmocka_unit_test(a_joined_mask_is_named_by_its_parts),
      cmocka_unit_test(what_is_laid_over_is_said),
      cmocka_unit_test(a_repeated_token_carries_its_position),
      cmocka_unit_test(a_token_that_cannot_be_seen_is_shown_by_its_label),
      cmocka_unit_test(the_title_of_masked_is_true_of_the_mask),
      cmocka_unit_test(words_of_the_mask_look_at_no_cell),
      cmocka_unit_test(a_row_without_keys_attends_to_nothing),
      cmocka_unit_test(the_line_of_shapes_tells_the_sizes),
      cmocka_unit_test(the_line_of_shapes_counts_billions_of_cells),
      cmocka_unit_test(every_stage_has_its_words_in_every_state),
      cmocka_unit_test(explanations_do_not_depend_on_the_model),
      cmocka_unit_test(what_a_deeper_layer_reads_is_named),
      cmocka_unit_test(the_tenth_layer_reads_what_two_digits_name),
      cmocka_unit_test(the_overview_claims_no_role_that_the_sentence_lacks),
      cmocka_unit_test(long_rows_have_contrast_by_themselves),
      cmocka_unit_test(contrast_ends_at_sixteen_even_shares),
      cmocka_unit_test(the_explanation_of_a_score_counts_its_products),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
