/* tests/scene/lens_test.c -- the lens, the arcs, the tinted sentence and layers × heads: they show
** the numbers of the trace, and nothing is cut or covered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "scene/arcs.h"
#include "scene/arcs_heads.h"
#include "scene/figure.h"
#include "scene/head_colors.h"
#include "scene/number.h"
#include "scene/sentence_heat.h"
#include "scene/stages/stage.h"
#include "scene_bench.h"

enum { LONG = 300 };

static SceneBench long_bench(void) {
  static char words[LONG * 4 + 1];
  words[0] = 0;
  for (int i = 0; i < LONG; i++) strcat(words, i % 3 ? "an " : "it ");
  return bench_make("random", "causal", words);
}

static void draw(SceneBench *bench) {
  Scene scene = bench_scene(bench, 980, 640, 1);
  stage_draw(&scene, (Box){0, 0, 980, 640});
}

/* -- lens -- */

/* Every cell the lens shows has the colour and the number of the same cell of the matrix. */
static void the_lens_shows_the_cells_round_one(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.lens = true;
  bench.view.lens_query = 250;
  bench.view.lens_key = 120;
  draw(&bench);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  int rows = 0, cells = 0, middle = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind != DRAW_HEATMAP || item->as.heatmap.values.rows != 1) continue;
    const DrawHeatmap *heatmap = &item->as.heatmap;
    long at = heatmap->values.at - weights.at;
    int row = (int)(at / weights.stride), first = (int)(at % weights.stride);
    int side = heatmap->values.cols / 2;
    assert_int_equal(first + side, 120); /* as many to both sides */
    assert_true(heatmap->box.w / (float)heatmap->values.cols > 20);
    rows++, cells += heatmap->values.cols;
    middle += row == 250;
  }
  assert_true(rows >= 5 && cells > 20);
  assert_int_equal(middle, 1);
  Number share = number_share(mat_get(weights, 250, 120), false);
  assert_true(bench_has(&bench, share.at));
  bench_free(&bench);
}

static int lens_rows(const SceneBench *bench) {
  int rows = 0;
  for (int i = 0; i < bench->list.item_count; i++)
    rows += bench->list.items[i].kind == DRAW_HEATMAP &&
            bench->list.items[i].as.heatmap.values.rows == 1;
  return rows;
}

/* With a focused row the lens shows its largest number, or the cell under the pointer. */
static void the_lens_of_a_row_lies_on_its_largest_number(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench_look(&bench, STAGE_WEIGHTS, 251, 0);
  bench.view.lens = bench.view.locked = true;
  draw(&bench);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  int best = 0;
  for (int col = 1; col <= 250; col++)
    if (mat_get(weights, 250, col) > mat_get(weights, 250, best)) best = col;
  Number share = number_share(mat_get(weights, 250, best), false);
  const char *foot = str_format(bench.arena, "%.*s → %.*s  %s",
                                (int)trace_token(bench.run.trace, 250)->label.bytes,
                                trace_token(bench.run.trace, 250)->label.at,
                                (int)trace_key(bench.run.trace, best)->label.bytes,
                                trace_key(bench.run.trace, best)->label.at, share.at);
  assert_true(lens_rows(&bench) > 0);
  assert_true(bench_has(&bench, foot));
  bench.view.hover_query = 20;
  bench.view.hover_key = 10;
  draw(&bench);
  assert_true(lens_rows(&bench) > 0);
  assert_false(bench_has(&bench, foot));
  bench_free(&bench);
}

/* "A lens is never smaller than one and a half times what it covers, or it is not there." */
static void the_lens_enlarges(void **state) {
  (void)state;
  static const char *const sentences[] = {"a", "a b", "a b c d", "a b c d e f g h",
                                          "a b c d e f g h i j k l m n o p"};
  static const StageId stages[] = {STAGE_SCORES, STAGE_WEIGHTS};
  int seen = 0;
  for (int i = 0; i < 5; i++)
    for (int s = 0; s < 2; s++)
      for (float zoom = 1; zoom <= 8; zoom *= 2) {
        SceneBench bench = bench_make("random", "none", sentences[i]);
        bench_look(&bench, stages[s], 1, 1);
        bench.view.lens = true;
        bench.view.lens_query = bench.view.lens_key = 0; /* also where cells have digits */
        bench.view.zoom = zoom;
        draw(&bench);
        float covered = 0, shown = 0;
        for (int item = 0; item < bench.list.item_count; item++) {
          const DrawHeatmap *heatmap = &bench.list.items[item].as.heatmap;
          if (bench.list.items[item].kind != DRAW_HEATMAP) continue;
          float cell = heatmap->box.w / (float)heatmap->values.cols;
          bool is_lens = heatmap->gap == 2 && heatmap->corner == 3 && heatmap->values.rows == 1;
          if (is_lens) shown = cell;
          else if (heatmap->values.cols == heatmap->values.rows) covered = fmaxf(covered, cell);
        }
        assert_true(shown == 0 || shown >= 1.5f * covered - 0.01f);
        if (zoom <= 1 && i > 3) assert_true(shown > 0); /* otherwise cells are large enough */
        seen += shown > 0;
        bench_check_layout(&bench, sentences[i]);
        bench_free(&bench);
      }
  assert_true(seen >= 8);
}

static void the_lens_follows_the_focus_and_needs_one(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench_look(&bench, STAGE_MASKED, 0, 0);
  bench.view.lens = true;
  draw(&bench);
  assert_int_equal(lens_rows(&bench), 0);
  bench_look(&bench, STAGE_MASKED, 100, 90);
  draw(&bench);
  assert_true(lens_rows(&bench) > 0);
  bench_free(&bench);
}

static int lens_cells(const SceneBench *bench) {
  int cells = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawHeatmap *heatmap = &bench->list.items[i].as.heatmap;
    if (bench->list.items[i].kind == DRAW_HEATMAP && heatmap->values.rows == 1)
      cells += heatmap->values.cols;
  }
  return cells;
}

/* At an edge the cell is not in the middle: as many cells are shown as anywhere. */
static void no_part_of_the_lens_is_empty(void **state) {
  (void)state;
  static const int at[] = {1, 2, 150, LONG - 1, LONG};
  SceneBench bench = long_bench();
  bench.view.lens = true;
  for (int row = 0; row < 5; row++)
    for (int col = 0; col < 5; col++) {
      bench_look(&bench, STAGE_WEIGHTS, at[row], at[col]);
      draw(&bench);
      assert_int_equal(lens_cells(&bench), 49);
      bench_look(&bench, STAGE_SCALED, at[row], at[col]);
      draw(&bench);
      assert_int_equal(lens_cells(&bench), 25);
    }
  bench_free(&bench);
}

/* Names of rows and columns stay in sight where the cells have room for it. */
static void the_lens_covers_cells_alone(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench.view.lens = true;
  for (int i = 0; i < 2; i++) {
    bench_look(&bench, STAGE_WEIGHTS, i ? 1 : LONG, i ? LONG : 1);
    draw(&bench);
    Box cells = {0}, card = {0};
    for (int k = 0; k < bench.list.item_count; k++) {
      const DrawItem *item = &bench.list.items[k];
      if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.rows == LONG)
        cells = item->as.heatmap.box;
      bool is_card = item->kind == DRAW_BOX && item->as.box.corner == 8 &&
                     item->as.box.box.w * item->as.box.box.h > card.w * card.h;
      if (is_card) card = item->as.box.box;
    }
    assert_true(card.w > 200 && card.x >= cells.x - 0.1f && card.y >= cells.y - 0.1f);
    assert_true(card.w * card.h < 0.5f * cells.w * cells.h);
  }
  bench_free(&bench);
}

/* Where the digits can be read the lens would cover them; put at a cell it is there. */
static void the_lens_leaves_digits_alone(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", "a b c d e f g h i j k");
  bench_look(&bench, STAGE_WEIGHTS, 1, 1);
  bench.view.lens = true;
  draw(&bench);
  assert_int_equal(lens_rows(&bench), 0);
  bench.view.numbers = NUMBERS_OFF;
  draw(&bench);
  assert_true(lens_rows(&bench) > 0);
  bench.view.numbers = NUMBERS_AUTO;
  bench.view.lens_query = bench.view.lens_key = 3;
  draw(&bench);
  assert_true(lens_rows(&bench) > 0);
  bench_free(&bench);
}

/* -- arcs -- */

static int curves(const SceneBench *bench, float *widest) {
  int count = 0;
  *widest = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind != DRAW_CURVE) continue;
    count++;
    *widest = fmaxf(*widest, item->as.curve.width);
  }
  return count;
}

static void draw_arcs(SceneBench *bench) {
  Scene scene = bench_scene(bench, 520, 640, 1);
  arcs_draw(&scene, (Box){0, 0, 520, 640});
}

/* A hidden pair has no arc; a focused row shows only its own arcs, a focused key only
** those of its queries. */
static void there_is_an_arc_for_each_pair_that_has_a_weight(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "causal", BENCH_SENTENCE);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  int tokens = weights.rows, all = 0, of_row = 0, of_key = 0;
  float widest;
  for (int row = 0; row < tokens; row++)
    for (int col = 0; col < tokens; col++) {
      bool has = mat_get(weights, row, col) >= 0.0005f; /* less is written as 0.000 */
      all += has, of_row += has && row == 7, of_key += has && col == 1;
    }
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  draw_arcs(&bench);
  assert_int_equal(curves(&bench, &widest), all);
  assert_true(all < tokens * tokens);
  bench_check_layout(&bench, "arcs");
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  draw_arcs(&bench);
  assert_int_equal(curves(&bench, &widest), of_row);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.key_alone = 1;
  draw_arcs(&bench);
  assert_int_equal(curves(&bench, &widest), of_key);
  assert_true(bench_contains(&bench, "who looks at"));
  bench_free(&bench);
}

/* If there are very many arcs only the largest are drawn, and the picture says so. */
static void of_very_many_arcs_the_heaviest_are_drawn(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  float widest;
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  draw_arcs(&bench);
  int count = curves(&bench, &widest);
  assert_true(count > 0 && count <= ARCS_MOST);
  assert_true(bench_contains(&bench, "heaviest of"));
  bench_check_layout(&bench, "many arcs");
  bench.view.threshold = 50;
  draw_arcs(&bench);
  assert_true(bench_contains(&bench, "50 %"));
  bench.view.threshold = 0;
  bench.view.arcs_all = true; /* of several heads fewer, as many for each */
  draw_arcs(&bench);
  count = curves(&bench, &widest);
  assert_true(count > ARCS_MOST_OF_HEADS / 2 && count <= ARCS_MOST_OF_HEADS);
  bench_free(&bench);
}

static int curves_of(const SceneBench *bench, Color color) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++)
    count += bench->list.items[i].kind == DRAW_CURVE &&
             memcmp(&bench->list.items[i].as.curve.color, &color, 3) == 0;
  return count;
}

/* Of several heads the one in front has the colour of weights, and all others are grey: where
** nothing is chosen they have one curve for each query, else those of the row, and their names stand
** beside the keys that they look at most. */
static void one_head_is_in_front_of_grey_ones(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int tokens = trace_token_count(bench.run.trace), heads = trace_head_count(bench.run.trace, 1);
  Color front = head_color(bench.view.theme, true), other = head_color(bench.view.theme, false);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.layer = 1;
  bench.view.head = 3;
  bench.view.arcs_all = true;
  draw_arcs(&bench);
  assert_int_equal(curves_of(&bench, other), (heads - 1) * tokens);
  assert_true(curves_of(&bench, front) > tokens);
  assert_true(bench_contains(&bench, "strongest keys"));
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  draw_arcs(&bench);
  assert_true(curves_of(&bench, other) > heads - 1);
  assert_false(bench_contains(&bench, "strongest keys"));
  for (int head = 0; head < heads - 1; head++) { /* in the legend, and beside a key */
    MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 1, head);
    char name[8] = {'H', (char)('1' + head)};
    Str key = trace_key(bench.run.trace, arcs_strongest_key(weights, 7))->label;
    const DrawText *named = NULL;
    bool is_marked = false;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawText *text = &bench.list.items[i].as.text;
      if (bench.list.items[i].kind != DRAW_TEXT) continue;
      if (str_equal(text->text, key)) named = text; /* the last one: keys come after queries */
      is_marked |= named && str_equal(text->text, str_from(name)) &&
                   text->at.x > named->at.x + named->width_pt &&
                   fabsf(text->at.y - named->at.y) < 6;
    }
    if (!is_marked) fail_msg("%s", name);
  }
  bench.view.arcs_left_out = 1 << 3; /* the head on show: the first of the others is in front */
  draw_arcs(&bench);
  assert_true(curves_of(&bench, front) > 0);
  bench_free(&bench);
}

/* -- tint -- */

static void a_token_has_the_colour_of_its_weight(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  Scene scene = bench_scene(&bench, 980, 640, 1);
  assert_false(sentence_heat_of(&scene).on);
  bench.view.tint = true;
  scene = bench_scene(&bench, 980, 640, 1);
  SentenceHeat tint = sentence_heat_of(&scene);
  assert_true(tint.on && tint.query == 7);
  for (int key = 0; key < 8; key++) {
    float weight = mat_get(trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0), 7, key);
    Color color = sentence_heat_color(&scene, &tint, key);
    Color expected = palette_color(PALETTE_PURPLE, THEME_LIGHT, weight);
    assert_memory_equal(&color, &expected, sizeof color);
  }
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  scene = bench_scene(&bench, 980, 640, 1);
  assert_false(sentence_heat_of(&scene).on);
  bench_free(&bench);
}

/* -- as figures -- */

static void figures_of_arcs_and_sentence_cut_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  for (int kind = FIGURE_ARCS; kind <= FIGURE_SENTENCE; kind++)
    for (float width = 0; width <= 800; width += 400) {
      Scene scene = bench_scene(&bench, 10, 10, 1);
      Figure figure = {.kind = (FigureKind)kind,
                       .width_pt = width,
                       .caption = width > 0,
                       .version = STR("headsup")};
      bench.list = draw_list_make(bench.arena, 0, 0);
      figure_build(bench.run.trace, &bench.view, scene.pen.metrics, &figure, &bench.list);
      assert_true(bench_contains(&bench, "head 1"));
      bench_check_layout(&bench, kind == FIGURE_ARCS ? "arcs" : "sentence");
    }
  bench_free(&bench);
}

/* -- layers × heads -- */

static int thumbnails(const SceneBench *bench) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++)
    count += bench->list.items[i].kind == DRAW_HEATMAP &&
             bench->list.items[i].as.heatmap.values.rows > 1; /* not a colour bar */
  return count;
}

/* However small the picture is: all heads are shown, whole and without overlap. */
static void a_figure_of_the_grid_cuts_no_head(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  int heads = 0;
  for (int layer = 0; layer < trace_layer_count(bench.run.trace); layer++)
    heads += trace_head_count(bench.run.trace, layer);
  for (int order = GRID_BY_LAYER; order <= GRID_BY_ROLE; order++)
    for (int size = 0; size < 4; size++) {
      static const float widths[] = {0, 240, 800, 300}, heights[] = {0, 0, 0, 160};
      bench.view.grid_order = (GridOrder)order;
      Scene scene = bench_scene(&bench, 10, 10, 1);
      Figure figure = {.kind = FIGURE_GRID,
                       .width_pt = widths[size],
                       .height_pt = heights[size],
                       .version = STR("headsup")};
      bench.list = draw_list_make(bench.arena, 0, 0);
      figure_build(bench.run.trace, &bench.view, scene.pen.metrics, &figure, &bench.list);
      assert_int_equal(thumbnails(&bench), heads);
      for (int i = 0; i < bench.list.item_count; i++) {
        const DrawItem *item = &bench.list.items[i];
        if (item->kind != DRAW_HEATMAP) continue;
        Box box = item->as.heatmap.box;
        assert_true(box.w > 0 && box.h > 0 && box.x >= 0 && box.y >= 0);
        assert_true(box.x + box.w <= bench.list.width_pt + 0.1f);
        assert_true(box.y + box.h <= bench.list.height_pt + 0.1f);
      }
      bench_check_layout(&bench, "figure of the grid");
      Str caption = figure_caption(bench.run.trace, &bench.view, &figure, bench.arena);
      assert_non_null(strstr(caption.at, order == GRID_BY_ROLE ? "by role" : "a row a layer"));
    }
  bench_free(&bench);
}

static void every_head_is_in_the_grid_in_both_orders(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.kind = VIEW_GRID;
  for (int order = GRID_BY_LAYER; order <= GRID_BY_ROLE; order++) {
    bench.view.grid_order = (GridOrder)order;
    Scene scene = bench_scene(&bench, 980, 640, 1);
    heads_draw_grid(&scene, (Box){0, 0, 980, 640});
    assert_int_equal(thumbnails(&bench), 8);
    bench_check_layout(&bench, order ? "by role" : "by layer");
    assert_true(bench_contains(&bench, order ? "Layer 2 · head 1" : "Layer 2"));
  }
  bench_free(&bench);
}

/* A thumbnail of many tokens is made of means, and says how many cells each is. */
static void thumbnails_of_many_tokens_say_that_they_are_means(void **state) {
  (void)state;
  SceneBench bench = long_bench();
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.view.kind = VIEW_GRID;
  Scene scene = bench_scene(&bench, 980, 640, 1);
  heads_draw_grid(&scene, (Box){0, 0, 980, 640});
  assert_true(bench_contains(&bench, "the mean of 5 × 5 cells"));
  for (int i = 0; i < bench.list.item_count; i++)
    if (bench.list.items[i].kind == DRAW_HEATMAP)
      assert_true(bench.list.items[i].as.heatmap.values.rows <= TRACE_SMALL);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_lens_shows_the_cells_round_one),
      cmocka_unit_test(the_lens_of_a_row_lies_on_its_largest_number),
      cmocka_unit_test(the_lens_leaves_digits_alone),
      cmocka_unit_test(the_lens_follows_the_focus_and_needs_one),
      cmocka_unit_test(no_part_of_the_lens_is_empty),
      cmocka_unit_test(the_lens_covers_cells_alone),
      cmocka_unit_test(the_lens_enlarges),
      cmocka_unit_test(there_is_an_arc_for_each_pair_that_has_a_weight),
      cmocka_unit_test(of_very_many_arcs_the_heaviest_are_drawn),
      cmocka_unit_test(one_head_is_in_front_of_grey_ones),
      cmocka_unit_test(a_token_has_the_colour_of_its_weight),
      cmocka_unit_test(figures_of_arcs_and_sentence_cut_nothing),
      cmocka_unit_test(a_figure_of_the_grid_cuts_no_head),
      cmocka_unit_test(every_head_is_in_the_grid_in_both_orders),
      cmocka_unit_test(thumbnails_of_many_tokens_say_that_they_are_means),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
