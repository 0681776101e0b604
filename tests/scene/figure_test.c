/* tests/scene/figure_test.c -- pictures for files: sizes, labels in points, captions, backgrounds,
** and nothing cut at any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "scene/figure.h"
#include "scene/number.h"
#include "scene/stages/followed_rows.h"
#include "scene_bench.h"
#include "trace/workings/sheet.h"
#include "support/common_stages.h"

static const float MM = 72 / 25.4f;

static void build(SceneBench *bench, const Figure *figure) {
  Scene scene = bench_scene(bench, 1, 1, 1); /* for its fresh list and its ruler */
  figure_build(bench->run.trace, &bench->view, scene.pen.metrics, figure, &bench->list);
}

static int items(const DrawList *list, DrawKind kind) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) count += list->items[i].kind == kind;
  return count;
}

static Figure heatmap(void) {
  return (Figure){.kind = FIGURE_HEATMAP, .version = STR("headsup 0.1.0")};
}

static void a_heatmap_of_11_tokens_has_a_natural_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = heatmap();
  build(&bench, &figure);
  assert_true(bench.list.width_pt > 560 && bench.list.width_pt < 860);
  assert_true(bench.list.height_pt > 480 && bench.list.height_pt < 760);
  assert_true(bench_has(&bench, "Query") && bench_has(&bench, "Key"));
  assert_true(bench_has(&bench, "Weights"));
  bench_check_layout(&bench, "natural size");
  bench_free(&bench);
}

/* A moment that is held is drawn, one that only passes by is not; a heatmap is always at rest. */
static void a_stage_is_drawn_at_the_moment_it_is_held_at(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_OUTPUT, 8, 2);
  Figure figure = {.kind = FIGURE_STAGE};
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_WEIGHTS;
  build(&bench, &figure);
  int at_rest = bench.list.item_count;
  bench.view.transition = 0.5f;
  build(&bench, &figure);
  assert_int_equal(bench.list.item_count, at_rest);
  bench.view.held = true;
  build(&bench, &figure);
  assert_int_not_equal(bench.list.item_count, at_rest);
  assert_false(bench_contains(&bench, "output of"));
  figure = heatmap();
  build(&bench, &figure);
  at_rest = bench.list.item_count;
  bench.view.transition = 1;
  build(&bench, &figure);
  assert_int_equal(bench.list.item_count, at_rest);
  bench_free(&bench);
}

static void many_tokens_grow_the_picture_to_a_sane_most(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str sentence = run_sentence(arena, SCRIPT_LATIN, 300, 0, 3);
  SceneBench bench = bench_make("hand-made", "none", sentence.at);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = heatmap();
  build(&bench, &figure);
  assert_true(bench.list.width_pt > 1000 && bench.list.width_pt < 1600);
  bench_check_layout(&bench, "300 tokens");
  bench_free(&bench);
  arena_free(arena);
}

static void a_column_of_84_mm_has_labels_of_8_points(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = heatmap();
  figure.width_pt = 84 * MM;
  figure.font_size_pt = 8;
  build(&bench, &figure);
  assert_float_equal(bench.list.width_pt, 84 * MM, 0.01);
  bool found = false;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT || !str_is(text->text, "animal")) continue;
    if (text->angle_deg == 0) assert_float_equal(text->size_pt, 8, 0.01);
    found = true;
  }
  assert_true(found);
  bench_check_layout(&bench, "84 mm");
  bench_free(&bench);
}

static void a_description_says_everything(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCALED, 0, 0);
  bench.view.layer = 1;
  bench.view.head = 2;
  Figure figure = heatmap();
  Str caption = figure_description(bench.run.trace, &bench.view, &figure, bench.arena);
  const char *words = str_copy(bench.arena, caption);
  Number high = number_short(trace_largest(bench.run.trace, TRACE_SCALED, 1, 2));
  const char *const parts[] = {BENCH_SENTENCE, "hand-made", "layer 2", "head 3",       "scaled",
                               "causal",       "1/4",       high.at,   "headsup 0.1.0"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(words, parts[i])) fail_msg("no \"%s\" in: %s", parts[i], words);
  figure.kind = FIGURE_HEADS;
  words =
      str_copy(bench.arena, figure_description(bench.run.trace, &bench.view, &figure, bench.arena));
  assert_non_null(strstr(words, "all 4 heads"));
  bench_free(&bench);
}

static void a_caption_says_how_to_read_the_figure(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  Figure figure = heatmap();
  Str caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
  const char *words = str_copy(bench.arena, caption);
  const char *const parts[] = {"Attention weights of head 1",
                               "in layer 1 of the model hand-made.",
                               "The sentence is “" BENCH_SENTENCE "”.",
                               "Rows are queries, columns are keys.",
                               "from 0 to 1.",
                               "Hatched cells are hidden by the mask (causal).",
                               "√dₖ: √16 = 4.",
                               "the query “it” and the key “animal”."};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(words, parts[i])) fail_msg("no \"%s\" in: %s", parts[i], words);
  assert_null(strstr(words, "headsup"));
  figure.kind = FIGURE_HEADS;
  assert_true(export_heads_read(STR("1.2,2.1"), &bench.view.export_look.figure.heads));
  words = str_copy(bench.arena, figure_caption(bench.run.trace, &bench.view, &figure, bench.arena));
  assert_non_null(strstr(words, "heads 1.2, 2.1 (layer.head)"));
  bench_free(&bench);
}

/* What a caption says of a stage, on a causal mask: the numbers by a noun, and only what is drawn. */
static void a_caption_is_true_of_every_stage(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  static const struct {
    StageId stage;
    FigureKind kind;
    const char *says, *says_not;
  } cases[] = {
      {STAGE_TOKENS, FIGURE_STAGE, "The tokens of the sentence in the model",
       "which the layer reads"},
      {STAGE_QKV, FIGURE_STAGE, "Queries, keys and values of head 1", "mask"},
      {STAGE_SCORES, FIGURE_HEATMAP, "those before the division by √dₖ: √16 = 4.", "mask"},
      {STAGE_SCORES, FIGURE_HEADS, "Each head has its own scale", "Colours run"},
      {STAGE_SCALED, FIGURE_HEATMAP, "Scaled scores of head 1", "mask"},
      {STAGE_MASKED, FIGURE_HEATMAP, "Masked scores of head 1", "A mask"},
      {STAGE_OUTPUT, FIGURE_HEATMAP, "Rows are tokens, columns the 16 numbers of a head.",
       "Hatched"},
      {STAGE_OUTPUT, FIGURE_HEATMAP, "A mask (causal) hides some keys", "queries, columns"},
      {STAGE_JOINED, FIGURE_HEATMAP, "Rows are tokens, columns their 64 numbers.", "Joined in"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bench_look(&bench, cases[i].stage, 8, 2);
    Figure figure = {.kind = cases[i].kind};
    Str caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
    const char *words = str_copy(bench.arena, caption);
    if (!strstr(words, cases[i].says)) fail_msg("no \"%s\" in: %s", cases[i].says, words);
    if (strstr(words, cases[i].says_not)) fail_msg("\"%s\" in: %s", cases[i].says_not, words);
  }
  bench_free(&bench);
}

/* What a paper can print of a comparison: what it is of, its scales, and the errors by number. */
static void a_comparison_has_three_matrices_and_a_caption_with_its_errors(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "window:1", BENCH_SENTENCE);
  static const StageId stages[] = {STAGE_SCORES, STAGE_MASKED, STAGE_WEIGHTS, STAGE_OUTPUT};
  for (int i = 0; i < 4; i++) {
    bench_look(&bench, stages[i], 0, 0);
    Figure figure = {.kind = FIGURE_COMPARE, .caption = true};
    build(&bench, &figure);
    bench_check_layout(&bench, "comparison");
    int heatmaps = 0;
    for (int k = 0; k < bench.list.item_count; k++)
      heatmaps += bench.list.items[k].kind == DRAW_HEATMAP &&
                  bench.list.items[k].as.heatmap.values.rows > 1;
    assert_int_equal(heatmaps, 3);
    const char *words =
        str_copy(bench.arena, figure_caption(bench.run.trace, &bench.view, &figure, bench.arena));
    const Exact *exact =
        exact_make(bench.arena, bench.run.trace,
                   (TraceMatrixId){TRACE_WEIGHTS, bench.view.layer, bench.view.head}, NULL);
    Number largest = number_full(exact->errors.output_largest);
    assert_non_null(strstr(words, "with window mask (1), those of exact attention over the same"));
    assert_non_null(strstr(words, "Σ w log₂(w/e)"));
    /* the picture has them, above the caption */
    assert_null(strstr(words, "largest error"));
    figure.caption = false;
    words =
        str_copy(bench.arena, figure_caption(bench.run.trace, &bench.view, &figure, bench.arena));
    assert_non_null(strstr(words, str_format(bench.arena, "largest error %s,", largest.at)));
  }
  bench_free(&bench);
}

static void a_caption_stands_below_and_makes_room_for_itself(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = heatmap();
  build(&bench, &figure);
  float without = bench.list.height_pt;
  figure.caption = true;
  build(&bench, &figure);
  assert_true(bench.list.height_pt > without + 12);
  assert_true(bench_contains(&bench, "model hand-made"));
  bench_check_layout(&bench, "caption");
  bench_free(&bench);
}

static void numbers_and_focus_are_those_of_the_view(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 8, 2);
  Figure figure = heatmap();
  build(&bench, &figure);
  int with_digits = items(&bench.list, DRAW_TEXT), with_focus = items(&bench.list, DRAW_BOX);
  bench.view.numbers = NUMBERS_OFF;
  build(&bench, &figure);
  assert_true(items(&bench.list, DRAW_TEXT) == with_digits - 121);
  bench.view.query = bench.view.key = -1;
  build(&bench, &figure);
  assert_int_equal(items(&bench.list, DRAW_BOX), with_focus - 2); /* outline and hairline */
  bench_free(&bench);
}

static const DrawText *text_with(const SceneBench *bench, const char *part) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    if (bench->list.items[i].kind == DRAW_TEXT && strstr(text->text.at, part)) return text;
  }
  return NULL;
}

/* Also where all words have one size, which is that of the page. */
static void title_and_place_have_one_baseline(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  for (int print = 0; print < 2; print++) {
    Figure figure = heatmap();
    if (print) figure.width_pt = 84 * MM, figure.font_size_pt = 7;
    build(&bench, &figure);
    const DrawText *title = text_with(&bench, "Weights"), *place = text_with(&bench, "head 1");
    assert_true(title && place);
    assert_float_equal(title->at.y, place->at.y, 0.01);
  }
  bench_free(&bench);
}

/* The colour of the focus frames one cell at most: around a row of cells so low it would cover the
** rows beside it. */
static void in_an_overview_no_row_is_framed_by_the_focus(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (int key = 0; key <= 2; key += 2) {
    bench_look(&bench, STAGE_WEIGHTS, 8, key);
    bench.view.kind = VIEW_OVERVIEW;
    Figure figure = {.kind = FIGURE_OVERVIEW, .width_pt = 174 * MM};
    build(&bench, &figure);
    Color focus = theme_get(bench.view.theme)->focus;
    int cells = 0;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawBox *box = &bench.list.items[i].as.box;
      if (bench.list.items[i].kind != DRAW_BOX || box->stroke_width <= 0) continue;
      if (memcmp(&box->stroke, &focus, sizeof focus) != 0) continue;
      assert_true(box->box.w < 20);
      cells++;
    }
    assert_true(key > 0 ? cells >= 2 : cells == 0);
  }
  bench_free(&bench);
}

/* One decimal number in a cell for each weight of at least the least; the caption says so. */
static void numbers_of_small_weights_are_left_out_on_request(void **state) {
  (void)state;
  const float least = 0.1f;
  const char *words = "Weights below 0.1 have no number.";
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0); /* a cell that is asked for is never blank */
  Figure figure = heatmap();
  build(&bench, &figure);
  int all = items(&bench.list, DRAW_TEXT), small = 0;
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++) {
      float weight = mat_get(weights, row, col);
      small += weight < least && weight >= NUMBER_SHARE_LEAST; /* smaller ones are blank anyway */
    }
  assert_true(small > 0 && small < weights.rows * weights.cols);
  Str caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
  assert_null(strstr(str_copy(bench.arena, caption), "no number"));
  bench.view.export_look.figure.numbers_from = least;
  build(&bench, &figure);
  assert_int_equal(items(&bench.list, DRAW_TEXT), all - small);
  caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
  assert_non_null(strstr(str_copy(bench.arena, caption), words));
  bench_free(&bench);
}

/* −∞ is as large as the scores beside it. */
static void hidden_scores_have_the_size_of_the_others(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_MASKED, 8, 2);
  Figure figure = heatmap();
  build(&bench, &figure);
  float size = 0;
  int count = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind == DRAW_TEXT && item->as.text.face == FACE_MONO)
      size = fmaxf(size, item->as.text.size_pt);
  }
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind != DRAW_TEXT || !str_is(item->as.text.text, "−∞")) continue;
    assert_true(item->as.text.size_pt <= size + 0.01f);
    count++;
  }
  assert_int_equal(count, 55);
  bench_free(&bench);
}

static void a_caption_isolates_words_that_run_right_to_left(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "لم يعبر الحيوان الشارع");
  bench_look(&bench, STAGE_WEIGHTS, 3, 1);
  Figure figure = heatmap();
  Str caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
  const char *words = str_copy(bench.arena, caption);
  const char *const parts[] = {"the query “\u2068الحيوان\u2069”", "the key “\u2068لم\u2069”",
                               "The sentence is “\u2068لم يعبر الحيوان الشارع\u2069”."};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(words, parts[i])) fail_msg("no \"%s\" in: %s", parts[i], words);
  bench_free(&bench);
}

/* What a column of shares is, and what rows and columns of small matrices are. */
static void columns_of_figures_have_their_heads(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_OUTPUT, 8, 2);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 174 * MM};
  build(&bench, &figure);
  assert_true(bench_has(&bench, "Weight") && bench_has(&bench, "Value of"));
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  figure = (Figure){.kind = FIGURE_GRID, .width_pt = 174 * MM};
  build(&bench, &figure);
  assert_true(bench_has(&bench, "query ↓") && bench_has(&bench, "key →"));
  bench_free(&bench);
}

static void a_part_may_be_chosen(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 0, 0);
  Figure figure = heatmap();
  for (int part = 0; part < TRACE_PART_COUNT; part++) {
    figure.part = (TracePart)part;
    figure.part_given = true;
    figure.caption = part % 2;
    build(&bench, &figure);
    bench_check_layout(&bench, trace_part_info((TracePart)part)->name);
  }
  bench_free(&bench);
}

static void a_transparent_picture_has_no_ground(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Figure figure = heatmap();
  build(&bench, &figure);
  assert_int_equal(bench.list.background.a, 255);
  figure.transparent = true;
  build(&bench, &figure);
  assert_int_equal(bench.list.background.a, 0);
  bench_free(&bench);
}

static const BlockFigure layer = {
    .diagram = {.norm_place = NORM_BEFORE,
                .has_mlp = true,
                .has_embedding_norm = true,
                .has_last_norm = true,
                .names_words = true,
                .layer_count = 12,
                .norm = {"LN", "1,536 parameters"},
                .input = {"words", "+ places", "38,597,376 parameters"},
                .attention = {"attention", "12 heads, 4 of K, V", "causal window 3 global 1,5",
                              "W_Q 768 × 768", "7,087,872 parameters"},
                .mlp = {"MLP", "3,072 units", "gelu (tanh)"},
                .output = {"words", "50,257 words"},
                .shape = "T × 768"},
    .title = "A model · of twelve layers",
    .below = "124,439,808 parameters in all",
    .caption = "What the model is made of."};

static void figures_answer_to_no_pointer_and_move_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCALED, 0, 0);
  bench.view.transition = 0.5f;
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_SCORES;
  SheetOrder order = {.decimals = 1};
  Status status;
  for (int kind = 0; kind < FIGURE_KIND_COUNT; kind++) {
    Figure figure = {.kind = (FigureKind)kind, .block = &layer, .version = STR("headsup 0.1.0")};
    figure.sheet = sheet_make(bench.run.arena, bench.run.trace, &order, &status);
    build(&bench, &figure);
    for (int i = 0; i < bench.list.hit_count; i++) assert_null(bench.list.hits[i].click);
    for (int i = 0; i < bench.list.item_count; i++)
      if (bench.list.items[i].kind == DRAW_HEATMAP)
        assert_float_equal(bench.list.items[i].as.heatmap.mix, 1, 0);
  }
  bench_free(&bench);
}

/* Lying where its words stay large enough, upright in a narrow column; nothing is cut or covered. */
static void a_layer_is_drawn_at_any_width(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (float width = 120; width < 1700; width += 37) {
    Figure figure = {.kind = FIGURE_BLOCK,
                     .block = &layer,
                     .width_pt = width,
                     .caption = (int)width % 2 == 0,
                     .version = STR("headsup 0.1.0")};
    build(&bench, &figure);
    assert_float_equal(bench.list.width_pt, width, 0.01);
    if (width < 400) assert_true(bench.list.height_pt > width);
    if (width > 1200) assert_true(bench.list.height_pt < width / 2);
    bench_check_layout(&bench, str_format(bench.arena, "a layer, %g wide", (double)width));
  }
  Figure natural = {.kind = FIGURE_BLOCK, .block = &layer, .version = STR("headsup 0.1.0")};
  build(&bench, &natural);
  assert_true(bench_has(&bench, "a layer, 12 times") && bench_has(&bench, "T × 768"));
  bench_free(&bench);
}

/* -- any size ---------------------------------------------------------------------------------- */

enum { FIGURES = 400, BENCHES = 6 };

static int below(Rng *rng, int count) { return (int)(rng_next(rng) % (uint64_t)count); }

static void choose(SceneBench *bench, Figure *figure, Rng *rng) {
  int count = trace_token_count(bench->run.trace);
  bench_look(bench, common_stage(below(rng, common_stage_count())), below(rng, count + 1), 0);
  bench->view.numbers = (NumbersMode)below(rng, 3);
  const FigureKind kinds[4] = {FIGURE_HEATMAP, FIGURE_HEATMAP, FIGURE_STAGE, FIGURE_HEADS};
  *figure = (Figure){
      .kind = kinds[below(rng, 4)], .caption = below(rng, 2), .version = STR("headsup 0.1.0")};
  if (below(rng, 2)) figure->width_pt = 200 + (float)below(rng, 900);
  if (below(rng, 2)) figure->height_pt = 200 + (float)below(rng, 700);
  if (below(rng, 2)) figure->font_size_pt = 6 + (float)below(rng, 12);
}

static void nothing_is_cut_at_any_size(void **state) {
  (void)state;
  static const int counts[BENCHES] = {1, 3, 11, 11, 30, 64};
  Arena *arena = arena_make(0);
  SceneBench benches[BENCHES];
  for (int i = 0; i < BENCHES; i++)
    benches[i] = bench_make("hand-made", i % 2 ? "causal" : "none",
                            run_sentence(arena, (Script)(i % SCRIPT_COUNT), counts[i], 0, 9).at);
  Rng rng = rng_make(7);
  for (int i = 0; i < FIGURES; i++) {
    SceneBench *bench = &benches[below(&rng, BENCHES)];
    Figure figure;
    choose(bench, &figure, &rng);
    build(bench, &figure);
    char words[160];
    snprintf(words, sizeof words, "figure %d kind %d: %s, %d tokens, %.0f x %.0f, font %.0f%s", i,
             figure.kind, stage_info(bench->view.stage)->name, trace_token_count(bench->run.trace),
             (double)figure.width_pt, (double)figure.height_pt, (double)figure.font_size_pt,
             figure.caption ? ", caption" : "");
    bench_check_layout(bench, words);
  }
  for (int i = 0; i < BENCHES; i++) bench_free(&benches[i]);
  arena_free(arena);
}

/* In an editor the panel of a head is moved whole: its cells, its name and what stands beside it. */
static void every_head_of_a_figure_is_a_group(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.layer = 1;
  Scene scene = bench_scene(&bench, 900, 700, 1);
  heads_draw_figure(&scene, (Box){0, 0, 900, 700});
  int heads = trace_head_count(bench.run.trace, 1), changes = 0, words = 0, matrices = 0;
  int depth = 0;
  bool is_head = false;
  char name[32];
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    bool is_group = item->kind == DRAW_GROUP;
    if (is_group && depth == 0) is_head = strncmp(item->as.group.name, "head-", 5) == 0;
    if (is_group && depth == 0 && is_head) {
      snprintf(name, sizeof name, "head-%d", ++changes);
      assert_string_equal(item->as.group.name, name);
    }
    if (is_group) depth += item->as.group.name ? 1 : -1;
    matrices += item->kind == DRAW_HEATMAP && depth > 0 && is_head;
    words += item->kind == DRAW_TEXT && depth > 0 && is_head;
  }
  assert_int_equal(depth, 0);
  assert_int_equal(changes, heads);
  assert_int_equal(matrices, heads);
  assert_true(words >= heads);
  bench_free(&bench);
}

/* ---- figures of a given size of words ---- */

static void make_locked(SceneBench *bench) {
  *bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(bench, STAGE_WEIGHTS, 8, 2);
  bench->view.layer = 1;
}

static void check_one_size(const SceneBench *bench, float font_pt) {
  for (int i = 0; i < bench->list.item_count; i++)
    if (bench->list.items[i].kind == DRAW_TEXT)
      assert_float_equal(bench->list.items[i].as.text.size_pt, font_pt, 0.01);
}

static void every_word_has_the_size_asked_for(void **state) {
  (void)state;
  static const FigureKind kinds[] = {FIGURE_HEATMAP, FIGURE_HEADS, FIGURE_ARCS, FIGURE_SENTENCE,
                                     FIGURE_GRID};
  for (int i = 0; i < 5; i++) {
    SceneBench bench;
    Figure figure = {.kind = kinds[i], .width_pt = 238.11f, .font_size_pt = 8};
    make_locked(&bench);
    bench.view.numbers = NUMBERS_OFF;
    build(&bench, &figure);
    check_one_size(&bench, 8);
    assert_float_equal(bench.list.width_pt, 238.11, 0.001);
    bench_check_layout(&bench, "one size");
    bench_free(&bench);
  }
}

/* A column of a paper has room for one decimal, two columns for both; no number is smaller than the
** words. */
static void a_narrow_cell_has_one_decimal(void **state) {
  (void)state;
  SceneBench bench;
  Figure figure = {.kind = FIGURE_HEATMAP, .width_pt = 238.11f, .font_size_pt = 8};
  make_locked(&bench);
  bench.view.head = 3; /* whose weights are about 0.49 */
  bench.view.layer = 0;
  build(&bench, &figure);
  assert_true(bench_has(&bench, ".5"));
  assert_false(bench_has(&bench, ".49"));
  check_one_size(&bench, 8);
  bench_check_layout(&bench, "one decimal");
  figure.width_pt = 493;
  build(&bench, &figure);
  assert_true(bench_has(&bench, ".49"));
  assert_false(bench_has(&bench, ".5"));
  figure.width_pt = 120;
  build(&bench, &figure);
  assert_false(bench_has(&bench, ".5") || bench_has(&bench, ".49"));
  bench_free(&bench);
}

/* A cell that has room for two decimals, but not at the size of words, does not call 0.04 ".00". */
static void one_decimal_rounds_nothing_to_none(void **state) {
  (void)state;
  SceneBench bench =
      bench_make("hand-made", "none", "The animal didn't cross the street because it was tired");
  Figure figure = {.kind = FIGURE_HEATMAP, .width_pt = 238.11f, .font_size_pt = 8};
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  bench.view.head = 3;
  build(&bench, &figure);
  assert_true(bench_has(&bench, ".5"));
  assert_false(bench_has(&bench, ".00"));
  bench_free(&bench);
}

static void sums_of_arcs_have_three_decimals(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Figure figure = {.kind = FIGURE_ARCS, .width_pt = 493, .font_size_pt = 8};
  bench_look(&bench, STAGE_WEIGHTS, -1, -1);
  build(&bench, &figure);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  for (int col = 0; col < weights.cols; col++) {
    float sum = 0;
    for (int row = 0; row < weights.rows; row++) sum += mat_get(weights, row, col);
    assert_true(bench_has(&bench, number_weight(sum).at));
  }
  bench_free(&bench);
}

/* How many numbers with decimals stand in the cells above the matrices. */
static int numbers_in_rows(const SceneBench *bench) {
  int count = 0, depth = 0; /* of groups, from that of the rows on */
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    const char *group = item->kind == DRAW_GROUP ? item->as.group.name : NULL;
    if (group && (depth > 0 || strcmp(group, FOLLOWED_ROWS_GROUP) == 0)) depth++;
    if (item->kind == DRAW_GROUP && !group && depth > 0) depth--;
    if (item->kind != DRAW_TEXT || depth == 0) continue;
    const char *words = str_copy(bench->arena, item->as.text.text), *dot = strchr(words, '.');
    count += dot && dot > words && dot[-1] >= '0' && dot[-1] <= '9' && words[0] != 'm';
  }
  return count;
}

/* On a page of two columns the followed row has its digits, and all rows keep their names. */
static void a_wide_page_has_the_numbers_of_a_row(void **state) {
  (void)state;
  static const StageId stages[] = {STAGE_QKV, STAGE_JOINED, STAGE_BLOCK};
  static const int least[] = {24, 40, 40};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  for (int i = 0; i < 3; i++) {
    Figure figure = {.kind = FIGURE_STAGE, .width_pt = 493.2f, .font_size_pt = 8};
    bench_look(&bench, stages[i], -1, -1);
    build(&bench, &figure);
    assert_true(numbers_in_rows(&bench) >= least[i]);
    for (int token = 0; token < trace_token_count(bench.run.trace); token++) {
      Str name = trace_token(bench.run.trace, token)->text;
      assert_true(bench_has(&bench, str_copy(bench.arena, name)));
    }
    figure.width_pt = 238;
    build(&bench, &figure);
    assert_int_equal(numbers_in_rows(&bench), 0);
  }
  bench_free(&bench);
}

/* A stage by pair is not empty at head or foot of its page. */
static void a_page_by_pair_ends_with_its_words(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float widths[] = {238, 493.2f};
  static const float most = 12; /* points: 4.2 mm */
  for (int i = 0; i < 2; i++) {
    Figure figure = {.kind = FIGURE_STAGE, .width_pt = widths[i], .font_size_pt = 8};
    bench_look(&bench, STAGE_WEIGHTS, -1, -1);
    build(&bench, &figure);
    float top = INFINITY, bottom = 0;
    for (int j = 0; j < bench.list.item_count; j++) {
      const DrawItem *item = &bench.list.items[j];
      const DrawText *text = &item->as.text;
      if (item->kind == DRAW_TEXT) {
        top = fminf(top, text->at.y - TEXT_CAP_HEIGHT * text->size_pt);
        bottom = fmaxf(bottom, text->at.y);
      }
      if (item->kind == DRAW_HEATMAP)
        bottom = fmaxf(bottom, item->as.heatmap.box.y + item->as.heatmap.box.h);
    }
    if (top > most || bench.list.height_pt - bottom > most)
      fail_msg("%g wide: %g above, %g below", (double)widths[i], (double)top,
               (double)(bench.list.height_pt - bottom));
  }
  bench_free(&bench);
}

static bool is_plain_number(const DrawItem *item) {
  const DrawText *text = &item->as.text;
  bool is_mono = item->kind == DRAW_TEXT && text->text.bytes >= 3 &&
                 (text->face == FACE_MONO || text->face == FACE_MONO_BOLD);
  return is_mono && strspn(text->text.at, "0123456789.") == text->text.bytes;
}

/* Whether the line of a number has others than noughts. */
static bool tells_something(const SceneBench *bench, float y) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    bool is_there = is_plain_number(&bench->list.items[i]) && fabsf(text->at.y - y) < 0.5f;
    if (is_there && text->text.at[0] != '.' && !str_is(text->text, "0.0")) return true;
  }
  return false;
}

/* The numbers of the weighted sum have one size on a page, and a row that brings next to nothing has
** none. */
static void numbers_of_the_weighted_sum_have_one_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 493.2f, .font_size_pt = 8};
  bench_look(&bench, STAGE_OUTPUT, 7, -1);
  build(&bench, &figure);
  float size = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (!is_plain_number(&bench.list.items[i])) continue;
    if (str_is(text->text, "0.0")) assert_true(tells_something(&bench, text->at.y));
    if (size > 0) assert_float_equal(text->size_pt, size, 0.05f);
    size = text->size_pt;
  }
  assert_true(size > 0);
  bench_free(&bench);
}

/* The cells of a stage by pair take most of a page's width; its caption begins with them, and no
** sums stand at its rows. */
static void a_page_gives_its_width_to_the_cells(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float widths[] = {238, 493.2f};
  for (int i = 0; i < 2; i++) {
    Figure figure = {.kind = FIGURE_STAGE, .width_pt = widths[i], .font_size_pt = 8};
    bench_look(&bench, STAGE_WEIGHTS, -1, -1);
    build(&bench, &figure);
    assert_false(bench_contains(&bench, "Σ"));
    Box cells = {0};
    for (int j = 0; j < bench.list.item_count; j++)
      if (bench.list.items[j].kind == DRAW_HEATMAP && cells.w <= 0)
        cells = bench.list.items[j].as.heatmap.box;
    assert_true(cells.w > 0.6f * widths[i]);
    int names = 0;
    for (int j = 0; j < bench.list.item_count; j++) {
      const DrawText *text = &bench.list.items[j].as.text;
      if (bench.list.items[j].kind != DRAW_TEXT || !str_is(text->text, "Weights")) continue;
      assert_float_equal(text->at.x, cells.x, 2.5f);
      names++;
    }
    assert_int_equal(names, 1); /* a matrix has one title */
    assert_true(bench_has(&bench, "softmax, row by row"));
  }
  bench_free(&bench);
}

/* The fullest line of tokens is as wide as the page, and all tokens get the same. */
static void a_sentence_uses_the_width_of_its_page(void **state) {
  (void)state;
  static const float widths[] = {238, 300, 493.2f};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  for (int i = 0; i < 3; i++) {
    Figure figure = {.kind = FIGURE_SENTENCE, .width_pt = widths[i], .font_size_pt = 8};
    bench_look(&bench, STAGE_WEIGHTS, 8, 0);
    build(&bench, &figure);
    float left = INFINITY, right = 0;
    for (int j = 0; j < bench.list.item_count; j++) {
      Box box = bench.list.items[j].as.box.box;
      if (bench.list.items[j].kind != DRAW_BOX || box.h > 40 || box.w > 200) continue;
      left = fminf(left, box.x);
      right = fmaxf(right, box.x + box.w);
    }
    assert_true(right <= widths[i] && right > widths[i] - left - 1.5f);
  }
  bench_free(&bench);
}

/* Curves of one head cover each other, so that none is darker where they meet. */
static void arcs_of_one_head_do_not_add_up(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  for (int transparent = 0; transparent < 2; transparent++) {
    Figure figure = {.kind = FIGURE_ARCS, .width_pt = 493.2f, .transparent = transparent};
    int curves = 0;
    build(&bench, &figure);
    for (int i = 0; i < bench.list.item_count; i++) {
      if (bench.list.items[i].kind != DRAW_CURVE) continue;
      curves++;
      assert_int_equal(bench.list.items[i].as.curve.color.a == 255, !transparent);
    }
    assert_true(curves > 11);
  }
  bench_free(&bench);
}

/* Where the line of the weighted sum has no room for all terms, whole terms are left out. */
static void no_term_of_the_weighted_sum_is_cut(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  Figure figure = {.kind = FIGURE_STAGE, .width_pt = 238.11f, .font_size_pt = 6};
  bench_look(&bench, STAGE_OUTPUT, -1, -1);
  int lines = 0;
  for (int head = 0; head < 4; head++) {
    bench.view.head = head;
    build(&bench, &figure);
    for (int i = 0; i < bench.list.item_count; i++) {
      Str text = bench.list.items[i].as.text.text;
      if (bench.list.items[i].kind != DRAW_TEXT) continue;
      const char *words = str_copy(bench.arena, text), *rest = strstr(words, "…");
      if (!rest || !strstr(words, "output of")) continue;
      assert_true(strstr(words, "+  …") && strstr(rest, "…  =  output of ") == rest);
      lines++;
    }
  }
  assert_true(lines > 0);
  bench_free(&bench);
}

/* Where not all words fit, the focused token and the heaviest keys stand, and the others are
** numbered. */
static void words_that_matter_stand(void **state) {
  (void)state;
  SceneBench bench;
  Figure figure = {.kind = FIGURE_HEADS, .width_pt = 238.11f, .font_size_pt = 10};
  make_locked(&bench);
  build(&bench, &figure);
  assert_true(bench_has(&bench, "it") && bench_has(&bench, "animal"));
  assert_true(bench_contains(&bench, "3\xC2\xA0"
                                     "didn't"));
  bench_check_layout(&bench, "numbered");
  bench_free(&bench);
}

static void panels_are_those_of_the_list(void **state) {
  (void)state;
  SceneBench bench;
  Figure figure = {.kind = FIGURE_HEADS, .width_pt = 493, .font_size_pt = 8};
  make_locked(&bench);
  FigureLook *look = &bench.view.export_look.figure;
  assert_true(export_heads_read(STR("1.2,2.1,2.3"), &look->heads));
  look->letters = look->no_title = true;
  look->columns = 3;
  build(&bench, &figure);
  assert_true(bench_has(&bench, "(a)") && bench_has(&bench, "Layer 1 · head 2"));
  assert_true(bench_has(&bench, "(c)") && bench_has(&bench, "Layer 2 · head 3"));
  assert_false(bench_contains(&bench, "Weights") || bench_contains(&bench, "(d)"));
  float height = bench.list.height_pt;
  look->columns = 1;
  build(&bench, &figure);
  assert_true(bench.list.height_pt > 2 * height);
  bench_check_layout(&bench, "one column");
  bench_free(&bench);
}

static void the_title_can_be_left_out(void **state) {
  (void)state;
  static const FigureKind kinds[] = {FIGURE_HEATMAP, FIGURE_HEADS, FIGURE_GRID};
  for (int i = 0; i < 3; i++) {
    SceneBench bench;
    Figure figure = {.kind = kinds[i], .width_pt = 493, .font_size_pt = 8};
    make_locked(&bench);
    build(&bench, &figure);
    float height = bench.list.height_pt;
    assert_true(bench_has(&bench, "Weights"));
    bench.view.export_look.figure.no_title = true;
    build(&bench, &figure);
    assert_false(bench_contains(&bench, "Weights"));
    assert_true(bench.list.height_pt < height - 8);
    bench_free(&bench);
  }
}

static void lists_of_heads_are_read_as_written(void **state) {
  (void)state;
  static const char *const right[] = {"all", "1", "1,2,4", "1.2,2.1", "3,1.2", "9999.9999"};
  static const char *const wrong[] = {
      "",   "0",  "1,",    ",1", "1,1",   "1.2,1.2", "1.",
      ".1", "-1", "1.2.3", "a",  "10000", "1 2",     "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"};
  char words[EXPORT_HEADS_BYTES];
  for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
    ExportHeads heads;
    assert_true(export_heads_read(str_from(right[i]), &heads));
    export_heads_write(&heads, words);
    assert_string_equal(words, right[i]);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    ExportHeads heads = {.count = 77};
    assert_false(export_heads_read(str_from(wrong[i]), &heads));
    assert_int_equal(heads.count, 77);
  }
}

/* From the least width on, half an inch, the whole path and every stage lie on the page. */
/* The number that a text is, or ends in behind a space ("dog 15"); −1: there is none. */
static int number_of(Str text, bool is_alone) {
  size_t at = text.bytes;
  while (at > 0 && text.at[at - 1] >= '0' && text.at[at - 1] <= '9') at--;
  long number;
  size_t bytes = str_leading_number((Str){text.at + at, text.bytes - at}, &number);
  if (bytes == 0 || number < 1 || number > 30) return -1;
  bool begins = at == 0;
  return (is_alone ? begins : !begins && text.at[at - 1] == ' ') ? (int)number : -1;
}

/* Where not all names have room, rows and columns that are the same tokens name the same ones. */
static void rows_and_columns_name_the_same_tokens(void **state) {
  (void)state;
  static const float sizes[] = {5, 6, 7, 8, 10};
  SceneBench bench = bench_make(
      "hand-made", "none",
      "the animal did not cross the street because it was too tired and the dog saw the cat near "
      "the old house while the bird sat on it and sang");
  bench_look(&bench, STAGE_WEIGHTS, -1, -1);
  for (int i = 0; i < 5; i++) {
    Figure figure = heatmap();
    bool of_rows[31] = {false}, of_columns[31] = {false};
    int named = 0;
    figure.width_pt = 84 * MM;
    figure.font_size_pt = sizes[i];
    build(&bench, &figure);
    for (int k = 0; k < bench.list.item_count; k++) {
      const DrawItem *item = &bench.list.items[k];
      if (item->kind != DRAW_TEXT) continue;
      int row = number_of(item->as.text.text, true);
      bool is_slanted = item->as.text.angle_deg != 0;
      int column = is_slanted ? number_of(item->as.text.text, false) : -1;
      if (column > 0) of_columns[column] = true;
      if (row > 1 && item->as.text.at.x < 84 * MM / 2) of_rows[row] = true;
    }
    for (int token = 2; token <= 30; token++) {
      named += of_columns[token];
      if (of_rows[token] != of_columns[token]) fail_msg("%g pt: token %d", sizes[i], token);
    }
    assert_true(named > 3);
  }
  bench_free(&bench);
}

static void narrow_pictures_lie_on_their_page(void **state) {
  static const float widths_pt[] = {36, 57, 113, 160, 240, 300};
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int stages = trace_stage_count(bench.run.trace);
  for (int i = -1; i < stages; i++)
    for (size_t k = 0; k < sizeof widths_pt / sizeof widths_pt[0]; k++) {
      char what[64];
      StageId stage = trace_stage_at(bench.run.trace, i < 0 ? 0 : i);
      Figure figure = {.kind = i < 0 ? FIGURE_OVERVIEW : FIGURE_STAGE, .width_pt = widths_pt[k]};
      bench_look(&bench, stage, 1, 0);
      build(&bench, &figure);
      snprintf(what, sizeof what, "%s, %.0f pt wide", i < 0 ? "overview" : stage_info(stage)->name,
               (double)widths_pt[k]);
      assert_float_equal(bench.list.width_pt, widths_pt[k], 1e-4);
      bench_check_layout(&bench, what);
    }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_head_of_a_figure_is_a_group),
      cmocka_unit_test(a_heatmap_of_11_tokens_has_a_natural_size),
      cmocka_unit_test(a_stage_is_drawn_at_the_moment_it_is_held_at),
      cmocka_unit_test(many_tokens_grow_the_picture_to_a_sane_most),
      cmocka_unit_test(a_column_of_84_mm_has_labels_of_8_points),
      cmocka_unit_test(a_description_says_everything),
      cmocka_unit_test(a_caption_says_how_to_read_the_figure),
      cmocka_unit_test(a_caption_is_true_of_every_stage),
      cmocka_unit_test(a_comparison_has_three_matrices_and_a_caption_with_its_errors),
      cmocka_unit_test(a_caption_stands_below_and_makes_room_for_itself),
      cmocka_unit_test(numbers_and_focus_are_those_of_the_view),
      cmocka_unit_test(title_and_place_have_one_baseline),
      cmocka_unit_test(in_an_overview_no_row_is_framed_by_the_focus),
      cmocka_unit_test(numbers_of_small_weights_are_left_out_on_request),
      cmocka_unit_test(hidden_scores_have_the_size_of_the_others),
      cmocka_unit_test(a_caption_isolates_words_that_run_right_to_left),
      cmocka_unit_test(columns_of_figures_have_their_heads),
      cmocka_unit_test(a_part_may_be_chosen),
      cmocka_unit_test(a_transparent_picture_has_no_ground),
      cmocka_unit_test(figures_answer_to_no_pointer_and_move_nothing),
      cmocka_unit_test(a_layer_is_drawn_at_any_width),
      cmocka_unit_test(every_word_has_the_size_asked_for),
      cmocka_unit_test(a_narrow_cell_has_one_decimal),
      cmocka_unit_test(one_decimal_rounds_nothing_to_none),
      cmocka_unit_test(sums_of_arcs_have_three_decimals),
      cmocka_unit_test(no_term_of_the_weighted_sum_is_cut),
      cmocka_unit_test(a_wide_page_has_the_numbers_of_a_row),
      cmocka_unit_test(a_page_gives_its_width_to_the_cells),
      cmocka_unit_test(a_page_by_pair_ends_with_its_words),
      cmocka_unit_test(numbers_of_the_weighted_sum_have_one_size),
      cmocka_unit_test(a_sentence_uses_the_width_of_its_page),
      cmocka_unit_test(arcs_of_one_head_do_not_add_up),
      cmocka_unit_test(words_that_matter_stand),
      cmocka_unit_test(panels_are_those_of_the_list),
      cmocka_unit_test(the_title_can_be_left_out),
      cmocka_unit_test(lists_of_heads_are_read_as_written),
      cmocka_unit_test(nothing_is_cut_at_any_size),
      cmocka_unit_test(rows_and_columns_name_the_same_tokens),
      cmocka_unit_test(narrow_pictures_lie_on_their_page),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
