/* tests/scene/stages_test.c -- the picture of every stage: cells stay in place from scores to
** weights, ranges, motion, and nothing is cut, overlapping or outside in any state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "scene/number.h"
#include "scene/stages/logits.h"
#include "scene/stages/pair_stage.h"
#include "scene_bench.h"
#include "support/common_stages.h"

static const StageId PAIRS[4] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS};

static Scene draw_stage(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  stage_draw(&scene, (Box){0, 0, width, height});
  return scene;
}

/* As on the screen, below the strip with the formula and the headline. */
static Scene draw_headed_stage(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  scene.headline = true;
  stage_draw(&scene, (Box){0, 0, width, height});
  return scene;
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

/* -- the same cells stay in place -------------------------------------------------------------- */

static void cells_stay_in_place_from_scores_to_weights(void **state) {
  (void)state;
  const TracePart parts[4] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS};
  const float sizes[3][2] = {{440, 360}, {880, 640}, {2200, 1500}};
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  for (int size = 0; size < 3; size++) {
    Box first = {0};
    for (int i = 0; i < 4; i++) {
      bench_look(&bench, PAIRS[i], 8, 2);
      draw_stage(&bench, sizes[size][0], sizes[size][1], 1);
      const DrawHeatmap *heatmap = heatmap_of(&bench, parts[i]);
      assert_non_null(heatmap);
      if (i == 0) first = heatmap->box;
      assert_memory_equal(&first, &heatmap->box, sizeof first);
    }
  }
  bench_free(&bench);
}

/* No pair stage repeats the headline: the matrix gets that room, and that of the strips where they
** are not. */
static void below_a_headline_the_matrix_has_the_room(void **state) {
  (void)state;
  const TracePart parts[4] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS};
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  Box first = {0}, with_strips = {0};
  for (int i = 0; i < 4; i++) {
    bench_look(&bench, PAIRS[i], 8, 2);
    draw_stage(&bench, 880, 560, 1);
    Box bare = heatmap_of(&bench, parts[i])->box;
    assert_int_equal(bench_contains(&bench, "hatched cells"), PAIRS[i] == STAGE_MASKED);
    draw_headed_stage(&bench, 880, 560, 1);
    Box headed = heatmap_of(&bench, parts[i])->box;
    if (i <= 1) first = headed;
    if (i == 1) assert_true(headed.h > 1.05f * with_strips.h && headed.w > 1.05f * with_strips.w);
    if (i == 0) with_strips = headed;
    assert_memory_equal(&first, &headed, sizeof first);
    /* at scores the strip of Kᵀ takes some of it */
    assert_true(headed.h > (i == 0 ? 1 : 1.1f) * bare.h);
    assert_false(bench_contains(&bench, "softmax, row by row"));
    assert_false(bench_contains(&bench, "hatched cells"));
  }
  bench_free(&bench);
}

static void rows_of_q_and_columns_of_k_line_up_with_the_product(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 8, 2);
  draw_stage(&bench, 880, 640, 1);
  const DrawHeatmap *q = heatmap_of(&bench, TRACE_Q), *k = heatmap_of(&bench, TRACE_K);
  const DrawHeatmap *product = heatmap_of(&bench, TRACE_SCORES);
  assert_true(q && k && product && k->transposed);
  for (int i = 0; i < 11; i++) {
    Box row = draw_heatmap_cell(q, i, 0), col = draw_heatmap_cell(k, 0, i);
    Box cell = draw_heatmap_cell(product, i, i);
    assert_float_equal(row.y + row.h / 2, cell.y + cell.h / 2, 0.01);
    assert_float_equal(col.x + col.w / 2, cell.x + cell.w / 2, 0.01);
  }
  bench_free(&bench);
}

static void the_matrix_is_larger_than_its_strips(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  for (float width = 440; width < 2600; width += width * 0.3f) {
    draw_stage(&bench, width, width * 0.8f, 1);
    const DrawHeatmap *q = heatmap_of(&bench, TRACE_Q);
    assert_true(heatmap_of(&bench, TRACE_SCORES)->box.w > 2 * q->box.w);
  }
  bench_free(&bench);
}

/* -- ranges ------------------------------------------------------------------------------------ */

static void ranges_follow_the_rules(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  Scene scene = bench_scene(&bench, 800, 600, 1);
  ColorRange scores = scene_range(&scene, TRACE_SCORES, 0, 1);
  assert_float_equal(scores.high, trace_largest(trace, TRACE_SCORES, 0, 1), 0);
  assert_float_equal(scores.low, -scores.high, 0);
  ColorRange weights = scene_range(&scene, TRACE_WEIGHTS, 0, 1);
  assert_true(weights.low == 0 && weights.high == 1);
  bench.view.head = 1;
  const TracePart made_of_scores[] = {TRACE_SCALED, TRACE_MASKED};
  for (int i = 0; i < 2; i++) {
    ColorRange same = scene_range(&scene, made_of_scores[i], 0, 1);
    assert_memory_equal(&same, &scores, sizeof same);
    assert_float_equal(scene_range_used(&scene, made_of_scores[i]),
                       trace_largest(trace, TRACE_SCALED, 0, 1), 0);
  }
  assert_true(scene_range_used(&scene, TRACE_SCORES) == 0);
  bench.view.range = RANGE_OWN;
  ColorRange masked = scene_range(&scene, TRACE_MASKED, 0, 1);
  assert_float_equal(masked.high, trace_largest(trace, TRACE_SCALED, 0, 1), 0);
  bench.view.range = RANGE_SHARED;
  ColorRange shared = scene_range(&scene, TRACE_SCORES, 0, 1);
  assert_float_equal(shared.high, trace_largest_of_heads(trace, TRACE_SCORES, 0), 0);
  bench.view.range = RANGE_FIXED;
  bench.view.range_low = -7;
  bench.view.range_high = 9;
  ColorRange fixed = scene_range(&scene, TRACE_SCALED, 0, 1);
  assert_true(fixed.low == -7 && fixed.high == 9);
  bench.view.range = RANGE_OWN;
  bench.view.kind = VIEW_OVERVIEW;
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(bench.run.trace, parts);
  for (int i = 0; i + 1 < count; i++) { /* all but the weights */
    ColorRange same = scene_range(&scene, parts[i], 0, 1);
    assert_memory_equal(&same, &scores, sizeof same);
  }
  bench_free(&bench);
}

/* The colour that some matrix or strip of the list gives to a number at row, col of a part, and how
** many of them show that part. */
static int colors_of(const SceneBench *bench, const float *number, Color colors[8]) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawHeatmap *heatmap = &bench->list.items[i].as.heatmap;
    if (bench->list.items[i].kind != DRAW_HEATMAP || !heatmap->values.at) continue;
    for (int row = 0; row < heatmap->values.rows; row++)
      for (int col = 0; col < heatmap->values.cols && count < 8; col++)
        if (mat_get(heatmap->values, row, col) == *number && !heatmap->transposed)
          colors[count++] = draw_heatmap_color(heatmap, row, col);
  }
  return count;
}

/* The same number has the same fill in the matrices, the strips and the panel of a screen. */
static void one_number_has_one_color(void **state) {
  (void)state;
  static const struct {
    StageId stage;
    TracePart part;
  } places[] = {{STAGE_OUTPUT, TRACE_OUTPUT},   {STAGE_JOINED, TRACE_ATTN_PROJ},
                {STAGE_JOINED, TRACE_CONCAT},   {STAGE_BLOCK, TRACE_INPUT},
                {STAGE_BLOCK, TRACE_ATTN_PROJ}, {STAGE_BLOCK, TRACE_BLOCK}};
  for (size_t i = 0; i < 4 * (sizeof places / sizeof *places); i++) {
    SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
    int head = (int)i % 4;
    bench.view.layer = 1;
    bench.view.head = head;
    bench_look(&bench, places[i / 4].stage, 8, 0);
    Scene scene = bench_scene(&bench, 1200, 800, 1);
    stage_draw(&scene, (Box){0, 0, 880, 800});
    inspector_draw(&scene, (Box){880, 0, 320, 800});
    MatView values = trace_matrix(bench.run.trace, places[i / 4].part, 1, head);
    Color colors[8];
    int count = colors_of(&bench, mat_row(values, 7) + 4, colors);
    assert_true(count >= 2);
    for (int c = 1; c < count; c++) assert_memory_equal(&colors[c], &colors[0], sizeof(Color));
    bench_free(&bench);
  }
}

/* V is drawn as what the followed row adds up, chosen or not: weight × value. */
static void values_are_drawn_with_their_weights(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench.view.numbers = NUMBERS_OFF; /* else its heaviest rows stand there, in digits */
  bench_look(&bench, STAGE_OUTPUT, 0, 0);
  Scene scene = bench_scene(&bench, 880, 640, 1);
  int followed = stage_followed_row(&scene);
  for (int query = 0; query <= 8; query += 8) {
    bench_look(&bench, STAGE_OUTPUT, query, 0);
    draw_stage(&bench, 880, 640, 1);
    MatView v = trace_matrix(bench.run.trace, TRACE_V, 1, 0);
    MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 1, 0);
    MatView output = trace_matrix(bench.run.trace, TRACE_OUTPUT, 1, 0);
    int found = 0, row = query > 0 ? query - 1 : followed;
    for (int i = 0; i < bench.list.item_count; i++) {
      MatView drawn = bench.list.items[i].as.heatmap.values;
      bool is_v = bench.list.items[i].kind == DRAW_HEATMAP && drawn.cols == v.cols &&
                  drawn.rows == v.rows && drawn.at != output.at;
      if (!is_v) continue;
      found++;
      double sum = 0;
      for (int key = 0; key < v.rows; key++) {
        float share = mat_get(weights, row, key);
        assert_float_equal(mat_get(drawn, key, 4), share * mat_get(v, key, 4), 1e-6f);
        sum += (double)mat_get(drawn, key, 4);
      }
      assert_float_equal((float)sum, mat_get(output, row, 4), 1e-4f);
    }
    assert_int_equal(found, 1);
    assert_true(bench_contains(&bench, "A·"));
  }
  bench_free(&bench);
}

static void every_stage_says_its_range(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  draw_stage(&bench, 880, 640, 1);
  Number high = number_signed(trace_largest(bench.run.trace, TRACE_SCORES, 0, 0), 1);
  assert_true(bench_has(&bench, high.at));
  assert_true(bench_contains(&bench, "one scale"));
  bench_look(&bench, STAGE_SCALED, 0, 0);
  draw_stage(&bench, 880, 640, 1);
  Number used = number_end(trace_largest(bench.run.trace, TRACE_SCALED, 0, 0));
  assert_true(bench_has(&bench, high.at)); /* the bar keeps the ends of the scores */
  assert_true(bench_contains(&bench, "used ±"));
  assert_true(bench_contains(&bench, used.at));
  bench.view.range = RANGE_OWN;
  draw_stage(&bench, 880, 640, 1);
  assert_true(bench_contains(&bench, "own scale"));
  bench.view.range = RANGE_SHARED;
  draw_stage(&bench, 880, 640, 1);
  assert_true(bench_contains(&bench, "one scale"));
  bench_free(&bench);
}

/* Every matrix of a stage, the weight matrices too, shows its size and the number at the
** end of its colour bar. */
static void every_matrix_has_a_size_and_a_bar(void **state) {
  (void)state;
  static const struct {
    StageId stage;
    TracePart parts[7];
    int count;
  } pictures[] = {
      {STAGE_EMBED, {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_X}, 3},
      {STAGE_QKV, {TRACE_INPUT, TRACE_Q, TRACE_K, TRACE_V, TRACE_W_Q, TRACE_W_K, TRACE_W_V}, 7},
      {STAGE_OUTPUT, {TRACE_WEIGHTS, TRACE_V, TRACE_OUTPUT}, 3},
      {STAGE_JOINED, {TRACE_CONCAT, TRACE_W_O, TRACE_ATTN_PROJ}, 3},
      {STAGE_BLOCK, {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_BLOCK}, 3}};
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    bench_look(&bench, pictures[i].stage, 0, 0);
    Scene scene = draw_stage(&bench, 880, 640, 1);
    for (int part = 0; part < pictures[i].count; part++) {
      ColorRange range = scene_range(&scene, pictures[i].parts[part], 0, 0);
      Number high = number_signed(range.high, 1);
      bool is_share = range.low == 0 && range.high == 1;
      MatView values = trace_matrix(scene.trace, pictures[i].parts[part], 0, 0);
      char size[32];
      snprintf(size, sizeof size, "%d × %d", values.rows, values.cols);
      assert_true(bench_has(&bench, is_share ? "1" : high.at));
      assert_true(bench_contains(&bench, size));
    }
  }
  bench_free(&bench);
}

/* One step fills the same cell of Q, K and V, since all three are made from one row of X. */
static void a_step_fills_queries_keys_and_values_alike(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 2, 3);
  bench.view.filled = 19;
  draw_stage(&bench, 880, 640, 1);
  for (TracePart part = TRACE_Q; part <= TRACE_V; part++)
    assert_int_equal(heatmap_of(&bench, part)->filled, 19);
  assert_int_equal(heatmap_of(&bench, TRACE_INPUT)->filled, -1);
  bench_free(&bench);
}

/* -- the words of each stage
** -------------------------------------------------------------------- */

static void each_row_of_weights_says_its_sum(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  draw_stage(&bench, 1000, 700, 1);
  assert_int_equal(count_text(&bench.list, "\xCE\xA3 = 1.00"), 11);
  bench_free(&bench);
}

static void a_hidden_row_attends_to_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "padding:11", BENCH_SENTENCE);
  const float sizes[2][2] = {{1000, 700}, {440, 360}};
  for (int size = 0; size < 2; size++)
    for (int i = 2; i < 4; i++) {
      bench_look(&bench, PAIRS[i], 0, 0);
      draw_stage(&bench, sizes[size][0], sizes[size][1], 1);
      assert_int_equal(count_text(&bench.list, "attends to nothing"), 11);
    }
  bench_look(&bench, STAGE_OUTPUT, 3, 0);
  draw_stage(&bench, 1000, 700, 1);
  assert_true(bench_contains(&bench, "attends to nothing"));
  bench_free(&bench);
}

static void scaled_says_what_it_divides_by(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCALED, 0, 0);
  draw_stage(&bench, 1000, 700, 1);
  assert_true(bench_contains(&bench, "16 = 4"));
  bench_free(&bench);
}

/* The columns of V, of the row that they add up to, and of the output stand under each other, in
** this order; the numbers of a heavy row and of the sum stand in their cells. */
static void columns_of_the_weighted_sum_are_aligned(void **state) {
  (void)state;
  static const float sizes[][2] = {{1000, 760}, {880, 640}, {700, 360}, {500, 340}, {560, 900}};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench.view.head = 1;
  bench_look(&bench, STAGE_OUTPUT, 8, 2);
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
    draw_stage(&bench, sizes[size][0], sizes[size][1], 1);
    const DrawHeatmap *output = heatmap_of(&bench, TRACE_OUTPUT);
    int rows = 0, numbers = 0;
    float last = 0, smallest = INFINITY;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawHeatmap *heatmap = &bench.list.items[i].as.heatmap;
      const DrawText *text = &bench.list.items[i].as.text;
      if (bench.list.items[i].kind == DRAW_HEATMAP && heatmap->values.cols == 16) {
        assert_float_equal(heatmap->box.x, output->box.x, 0.01f);
        assert_float_equal(heatmap->box.w, output->box.w, 0.01f);
        assert_true(heatmap->box.y >= last);
        last = heatmap->box.y;
        rows++;
      }
      if (bench.list.items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
      float x = text->at.x + text->width_pt / 2 - output->box.x;
      if (!(x > 0 && text->at.y < output->box.y && strchr(text->text.at, '.'))) continue;
      const char *point = memchr(text->text.at, '.', text->text.bytes);
      bool is_fine = point && point + 3 == text->text.at + text->text.bytes; /* no end of a bar */
      if (is_fine) smallest = fminf(smallest, text->size_pt);
      numbers++;
    }
    /* V, the sum and the output; terms in the place of V where it is low, and where columns are too
    ** narrow, a page of them */
    bool is_page = rows == 1;
    if (rows < 3 && (!is_page || smallest < 14))
      fail_msg("%.0f wide: %d rows, digits of %.1f", (double)sizes[size][0], rows,
               (double)smallest);
    if (numbers < 3 * (is_page ? 6 : 16))
      fail_msg("%.0f wide: %d numbers", (double)sizes[size][0], numbers);
    assert_true(bench_contains(&bench, "= output of it"));
  }
  bench_free(&bench);
}

/* Wide cells have as many decimals as a sum needs to be checked: 0.248 + 0.000 + 0.503 = 0.752. */
static void a_sum_in_wide_cells_can_be_checked(void **state) {
  (void)state;
  SceneBench bench = bench_make("on-paper", "none", "the cat sat");
  bench_look(&bench, STAGE_OUTPUT, 2, 1);
  draw_stage(&bench, 900, 640, 1);
  static const char *const numbers[] = {"0.248", "0.503", "0.752"};
  for (int i = 0; i < 3; i++)
    if (!bench_has(&bench, numbers[i])) fail_msg("no %s", numbers[i]);
  bench_free(&bench);
}

/* In any box the line at the foot makes the chosen number. */
static void the_line_makes_the_chosen_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench_look(&bench, STAGE_OUTPUT, 8, 2);
  int row = bench.view.query, col = bench.view.key, best = 0;
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 1, bench.view.head);
  for (int key = 0; key < weights.cols; key++)
    if (mat_get(weights, row, key) > mat_get(weights, row, best)) best = key;
  float value = mat_get(trace_matrix(bench.run.trace, TRACE_V, 1, bench.view.head), best, col);
  float sum = mat_get(trace_matrix(bench.run.trace, TRACE_OUTPUT, 1, bench.view.head), row, col);
  char first[80], result[40];
  snprintf(first, sizeof first, value < 0 ? "= %s × (%s)" : "= %s × %s",
           number_weight(mat_get(weights, row, best)).at, number_term(value).at);
  snprintf(result, sizeof result, "= %s", number_term(sum).at);
  draw_stage(&bench, 700, 360, 1);
  assert_true(bench_contains(&bench, first));
  assert_true(bench_contains(&bench, result));
  draw_stage(&bench, 1000, 760, 1);
  assert_true(bench_contains(&bench, first));
  bench.view.filled = 0; /* no number before the step that makes it */
  draw_stage(&bench, 700, 360, 1);
  assert_false(bench_contains(&bench, first));
  bench_free(&bench);
}

/* A model built from rules shows only a sum; a trained one shows the results of
** its norms and its MLP. */
static void the_layer_output_shows_the_parts_the_model_has(void **state) {
  (void)state;
  static const struct {
    const char *model;
    bool sums, norms, mlp;
  } models[] = {{"hand-made", true, false, false},
                {"made-without-mlp", false, true, false},
                {"made-reader", false, true, true}};
  for (int i = 0; i < 3; i++) {
    SceneBench bench = bench_make(models[i].model, "none", BENCH_SENTENCE);
    bench_look(&bench, STAGE_BLOCK, 2, 0);
    draw_stage(&bench, 1000, 700, 1);
    assert_int_equal(bench_has(&bench, "= output"), models[i].sums);
    assert_int_equal(bench_has(&bench, "= sum"), models[i].norms);
    assert_int_equal(bench_has(&bench, "+ MLP"), models[i].mlp);
    assert_int_equal(bench_contains(&bench, "units awake"), models[i].mlp);
    assert_non_null(heatmap_of(&bench, TRACE_INPUT));
    assert_non_null(heatmap_of(&bench, TRACE_ATTN_PROJ));
    assert_non_null(heatmap_of(&bench, TRACE_BLOCK));
    bench_free(&bench);
  }
}

static float largest_in(const SceneBench *bench, TracePart part) {
  MatView m = trace_matrix(bench->run.trace, part, bench->view.layer, 0);
  float largest = 0;
  for (int row = 0; row < m.rows; row++)
    for (int col = 0; col < m.cols; col++) largest = fmaxf(largest, fabsf(mat_get(m, row, col)));
  return largest;
}

/* The heatmap of a part has that range. */
static void expect_scale(const SceneBench *bench, TracePart part, float high) {
  const DrawHeatmap *heatmap = heatmap_of(bench, part);
  assert_non_null(heatmap);
  assert_float_equal(heatmap->range.high, high, 1e-5f * high);
  assert_float_equal(heatmap->range.low, -high, 1e-5f * high);
}

/* What is added has the scale of the sum, and the layer's output too, unless a norm comes between.
** Numbers under half of that scale are pale, and the reach is said. */
static void what_is_pale_on_the_scale_of_a_sum_says_its_reach(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "made-without-mlp", "reader"};
  const TracePart parts[] = {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_BLOCK};
  int said = 0;
  for (int i = 0; i < 3; i++) {
    SceneBench bench = bench_make(models[i], "none", BENCH_SENTENCE);
    bench_look(&bench, STAGE_BLOCK, 2, 0);
    bench.view.layer = trace_layer_count(bench.run.trace) - 1;
    Scene scene = draw_stage(&bench, 1000, 700, 1);
    bool has_norm = i > 0; /* after the sum */
    float most =
        trace_has_part(bench.run.trace, TRACE_RESIDUAL) ? largest_in(&bench, TRACE_RESIDUAL) : 0;
    for (int k = 0; k < (has_norm ? 2 : 3); k++) most = fmaxf(most, largest_in(&bench, parts[k]));
    float output = scene_range(&scene, TRACE_BLOCK, scene.view->layer, 0).high;
    assert_true(fabsf(output - (has_norm ? largest_in(&bench, TRACE_BLOCK) : most)) < 1e-5f);
    for (int k = 0; k < 2; k++) {
      assert_true(fabsf(scene_range(&scene, parts[k], scene.view->layer, 0).high - most) < 1e-5f);
      float largest = largest_in(&bench, parts[k]);
      const char *reach = str_format(bench.arena, "up to ±%s", number_end(largest).at);
      bool is_told = bench_contains(&bench, str_format(bench.arena, "%s on this scale", reach)) ||
                     bench_contains(&bench, str_format(bench.arena, "%s; bars: ", reach));
      bool is_pale = largest < most / 2;
      assert_int_equal(is_told, is_pale);
      expect_scale(&bench, parts[k], most);
      said += is_pale;
    }
    bench_free(&bench);
  }
  assert_true(said > 0 && said < 6);
}

/* The height at which a text stands; fails if there is none. */
static float height_of(const SceneBench *bench, const char *words) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    if (bench->list.items[i].kind == DRAW_TEXT && str_equal(text->text, str_from(words)))
      return text->at.y;
  }
  fail_msg("no text %s", words);
  return 0;
}

/* Lines that are added stand close; where a norm begins another scale there is a break, and the ends
** of the scale in the line below it. */
static void lines_of_one_scale_stand_together(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench_look(&bench, STAGE_BLOCK, 8, 0);
  Scene scene = draw_stage(&bench, 1000, 700, 1);
  float sum = height_of(&bench, "= sum"), step = sum - height_of(&bench, "+ joined");
  float last = height_of(&bench, "norm: output"), norm = height_of(&bench, "+ MLP") - step;
  const float apart = 5;
  assert_true(norm - sum > step + apart && last - norm > 2 * step + apart);
  const TracePart parts[] = {TRACE_INPUT, TRACE_NORM_1, TRACE_BLOCK};
  const float lines[] = {height_of(&bench, "+ joined") - step, norm, last};
  for (int i = 0; i < 3; i++) {
    Number end = number_end(scene_range(&scene, parts[i], 1, 0).high);
    assert_true(fabsf(height_of(&bench, end.at) - lines[i]) < step / 2);
  }
  bench_free(&bench);
}

static bool shows_candidate(const SceneBench *bench, const Scene *scene,
                            const TraceCandidate *candidate) {
  Str word = logits_named(scene, candidate->word);
  Number percent = number_percent_short(candidate->probability);
  return bench_has(bench, str_copy(bench->arena, word)) && bench_has(bench, percent.at);
}

/* The share of all words except the first listed ones. */
static double share_beyond(const SceneBench *bench, int token, int listed) {
  TraceCandidate best[TRACE_CANDIDATES_SHOWN];
  MatView shares = trace_matrix(bench->run.trace, TRACE_PROBABILITIES, 0, 0);
  double sum = 0;
  for (int id = 0; id < shares.cols; id++) sum += (double)mat_get(shares, token, id);
  trace_candidates(bench->run.trace, token, best, 5);
  for (int rank = 0; rank < listed; rank++) sum -= (double)best[rank].probability;
  return sum;
}

static bool shows_others(const SceneBench *bench, int token, int listed) {
  int count = trace_word_count(bench->run.trace) - listed;
  Number share = number_percent_short((float)share_beyond(bench, token, listed));
  return bench_has(bench, str_format(bench->arena, "%d more words", count)) &&
         bench_has(bench, share.at);
}

/* The followed token shows its five likeliest words with their probabilities from the trace, however
** small; all others are one sum, so that they add up to 1. Of every other token the likeliest is
** shown. */
static void every_token_shows_its_likeliest_words(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  for (int token = 0; token < 11; token++) {
    TraceCandidate best[TRACE_CANDIDATES_SHOWN];
    bench_look(&bench, STAGE_LOGITS, token + 1, 0);
    Scene scene = draw_stage(&bench, 1100, 760, 1);
    int listed = 0;
    assert_int_equal(trace_candidates(bench.run.trace, token, best, 5), 5);
    for (; listed < 5; listed++) assert_true(shows_candidate(&bench, &scene, &best[listed]));
    assert_true(shows_others(&bench, token, listed));
    for (int other = 0; other < 11; other++) {
      trace_candidates(bench.run.trace, other, best, 1);
      assert_true(shows_candidate(&bench, &scene, &best[0]));
    }
  }
  assert_false(bench_contains(&bench, "never corrected"));
  bench_free(&bench);
}

/* Tokens the model was not trained to answer at look different: in words and in colour. */
static void tokens_that_are_not_asked_are_said_to_be_so(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  const Theme *theme = theme_get(THEME_LIGHT);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  draw_stage(&bench, 1100, 760, 1);
  assert_true(bench_contains(&bench, "never corrected"));
  int asked = 0, muted = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawText *text = &bench.list.items[i].as.text;
    if (bench.list.items[i].kind != DRAW_TEXT) continue;
    if (str_is(text->text, "it")) asked += !memcmp(&text->color, &theme->ink, sizeof text->color);
    if (str_is(text->text, "was"))
      muted += !memcmp(&text->color, &theme->muted, sizeof text->color);
  }
  assert_true(asked > 0 && muted > 0);
  assert_true(bench_has(&bench, "it")); /* without a focus the asked token is followed */
  bench_free(&bench);
}

/* The size in which the name of the first token is written. */
static float label_size(const SceneBench *bench) {
  for (int i = 0; i < bench->list.item_count; i++)
    if (bench->list.items[i].kind == DRAW_TEXT &&
        str_is(bench->list.items[i].as.text.text, "animal"))
      return bench->list.items[i].as.text.size_pt;
  return 0;
}

/* In a window much larger than a stage needs, labels grow to at most twice the text size asked for,
** those of the prediction to at most three times. */
static void a_stage_grows_with_its_place(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "own", BENCH_SENTENCE);
  for (int stage = 1; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 0, 0);
    draw_stage(&bench, 700, 560, 1);
    float usual = label_size(&bench);
    draw_stage(&bench, 1880, 1220, 1);
    assert_true(usual > 0 && label_size(&bench) > 1.5f * usual);
    draw_stage(&bench, 6000, 4000, 1);
    assert_true(label_size(&bench) <= 3 * usual + 0.01f);
  }
  bench_free(&bench);
}

/* The y of the label of a token at the left; −1: its row is not shown. */
static float row_of(const SceneBench *bench, int token) {
  const char *click = str_format(bench->arena, "cell %d row", token + 1);
  for (int i = 0; i < bench->list.hit_count; i++)
    if (bench->list.hits[i].click && !strcmp(bench->list.hits[i].click, click))
      return bench->list.hits[i].box.y;
  return -1;
}

/* The prediction of 80 tokens, drawn where it has pages. */
static SceneBench long_prediction(void) {
  char words[400] = "";
  for (int i = 0; i < 80; i++) strcat(words, i % 2 ? "mat " : "the ");
  SceneBench bench = bench_make("made-writer", "own", words);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  draw_stage(&bench, 1100, 500, 1);
  return bench;
}

/* Of a long sentence one page of rows is shown: pointing at a row or clicking
** it does not move any. */
static void rows_of_the_prediction_stay_under_the_pointer(void **state) {
  (void)state;
  SceneBench bench = long_prediction();
  assert_true(row_of(&bench, 0) < 0 && row_of(&bench, 79) > 0); /* the end comes first */
  float place = row_of(&bench, 75);
  assert_true(place > 0);
  bench.view.hover_query = 3; /* a chip of the sentence */
  draw_stage(&bench, 1100, 500, 1);
  assert_float_equal(row_of(&bench, 75), place, 0.01f);
  bench.view.query = 75;
  bench.view.locked = true;
  draw_stage(&bench, 1100, 500, 1);
  assert_float_equal(row_of(&bench, 75), place, 0.01f);
  for (int token = 0; token < 80; token++) { /* each is on some page */
    bench.view.query = token;
    draw_stage(&bench, 1100, 500, 1);
    assert_true(row_of(&bench, token) > 0);
  }
  bench_free(&bench);
}

/* This holds wherever the pointer is among the rows; a short sentence has no pages. */
static void the_wheel_turns_pages_of_the_prediction(void **state) {
  (void)state;
  SceneBench bench = long_prediction();
  int turning = 0;
  for (int i = 0; i < bench.list.hit_count; i++) {
    const DrawHit *hit = &bench.list.hits[i];
    bool is_row = hit->click && strncmp(hit->click, "cell ", 5) == 0;
    if (is_row) assert_non_null(hit->wheel);
    turning += hit->wheel && strncmp(hit->wheel, "cursor page %f ", 15) == 0;
  }
  assert_true(turning > 0);
  bench_free(&bench);
  bench = bench_make("made-writer", "own", "the cat");
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  draw_stage(&bench, 1100, 500, 1);
  for (int i = 0; i < bench.list.hit_count; i++) assert_null(bench.list.hits[i].wheel);
  bench_free(&bench);
}

static int count_twice(const SceneBench *bench, const char *command) {
  int count = 0;
  for (int i = 0; i < bench->list.hit_count; i++)
    count += bench->list.hits[i].twice && strcmp(bench->list.hits[i].twice, command) == 0;
  return count;
}

/* A double click hides a token wherever it is named, above a matrix and in the overview too. If the
** model does not fill gaps, nothing is hidden. */
static void a_name_is_hidden_by_a_double_click(void **state) {
  (void)state;
  static const char *const models[] = {"made-reader", "made-writer"};
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make(models[i], "none", "the cat sat on the mat");
    bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    draw_stage(&bench, 1100, 760, 1);
    assert_int_equal(count_twice(&bench, "hide %c"), i == 0);
    Scene scene = bench_scene(&bench, 1100, 760, 1);
    scene.interactive = true;
    overview_draw(&scene, (Box){0, 0, 1100, 760});
    assert_int_equal(count_twice(&bench, "hide 3"), i == 0);
    bench_free(&bench);
  }
}

/* In a low place, a word without a row of its own is named in that of all others once it is
** selected. */
static void a_word_without_a_row_is_named_once_stood_on(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "own", BENCH_SENTENCE);
  TraceCandidate best[TRACE_CANDIDATES_SHOWN];
  trace_candidates(bench.run.trace, 7, best, TRACE_CANDIDATES_SHOWN);
  Str word = trace_word(bench.run.trace, best[4].word);
  const char *named = str_format(bench.run.arena, "5  %.1s", word.at);
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  draw_stage(&bench, 560, 330, 1);
  assert_false(bench_contains(&bench, named));
  bench_look(&bench, STAGE_LOGITS, 8, 5);
  draw_stage(&bench, 560, 330, 1);
  assert_true(bench_contains(&bench, named));
  bench_check_layout(&bench, "stood on");
  bench_free(&bench);
}

/* Cells not reached by the steps look the same in every row, so they reveal nothing. */
static void what_is_not_reached_tells_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "own", BENCH_SENTENCE);
  Color empty = theme_get(THEME_LIGHT)->empty_cell;
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  bench.view.filled = 3 * TRACE_CANDIDATES_SHOWN;
  draw_stage(&bench, 1100, 760, 1);
  int empty_cells = 0, ranks = 0; /* these answer: the last row that is reached is followed */
  for (int i = 0; i < bench.list.hit_count; i++)
    ranks += bench.list.hits[i].click && !strncmp(bench.list.hits[i].click, "cell 3 ", 7) &&
             strcmp(bench.list.hits[i].click, "cell 3 row") != 0;
  assert_int_equal(ranks, 5);
  for (int i = 0; i < bench.list.item_count; i++)
    empty_cells += bench.list.items[i].kind == DRAW_BOX &&
                   !memcmp(&bench.list.items[i].as.box.fill, &empty, sizeof empty);
  assert_int_equal(empty_cells, 8);
  bench_free(&bench);
}

/* However long the sentence, the followed token is among those shown, and its words are legible. */
static void a_long_sentence_shows_the_followed_token(void **state) {
  (void)state;
  StrBuf words = strbuf_make(arena_make(0));
  for (int i = 0; i < 300; i++) strbuf_format(&words, "%s ", i == 180 ? "cat" : "sat");
  SceneBench bench = bench_make("made-writer", "own", words.at);
  bench_look(&bench, STAGE_LOGITS, 181, 1);
  Scene scene = draw_stage(&bench, 700, 480, 1);
  TraceCandidate best;
  trace_candidates(bench.run.trace, 180, &best, 1);
  assert_true(shows_candidate(&bench, &scene, &best));
  assert_true(bench_contains(&bench, " of 300"));
  bench_check_layout(&bench, "long");
  bench_free(&bench);
  arena_free(words.arena);
}

static void an_empty_sentence_asks_for_one(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "");
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 0, 0);
    draw_stage(&bench, 880, 640, 1);
    assert_true(bench_has(&bench, "Type a sentence"));
    bench_check_layout(&bench, "empty");
  }
  bench_free(&bench);
}

static void a_token_that_occurs_twice_carries_its_position(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "the cat and the dog");
  bench_look(&bench, STAGE_TOKENS, 0, 0);
  draw_stage(&bench, 880, 640, 1);
  assert_true(bench_has(&bench, "the\xC2\xB7"
                                "4"));
  assert_true(bench_has(&bench, "2"));
  bench_free(&bench);
}

/* -- motion ------------------------------------------------------------------------------------ */

static bool same_list(const DrawList *a, const DrawList *b) {
  if (a->item_count != b->item_count || a->hit_count != b->hit_count) return false;
  for (int i = 0; i < a->item_count; i++) {
    const DrawItem *x = &a->items[i], *y = &b->items[i];
    if (x->kind != y->kind) return false;
    if (x->kind == DRAW_TEXT && (!str_equal(x->as.text.text, y->as.text.text) ||
                                 memcmp(&x->as.text.at, &y->as.text.at, sizeof(Point)) != 0 ||
                                 memcmp(&x->as.text.color, &y->as.text.color, sizeof(Color)) != 0))
      return false;
    if (x->kind == DRAW_BOX && memcmp(&x->as.box, &y->as.box, sizeof x->as.box) != 0) return false;
    if (x->kind == DRAW_HEATMAP && (x->as.heatmap.before.at != y->as.heatmap.before.at ||
                                    memcmp(&x->as.heatmap.box, &y->as.heatmap.box, sizeof(Box))))
      return false;
  }
  return true;
}

static void a_finished_transition_is_the_resting_picture(void **state) {
  (void)state;
  SceneBench rest = bench_make("hand-made", "causal", BENCH_SENTENCE);
  SceneBench moved = bench_make("hand-made", "causal", BENCH_SENTENCE);
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&rest, common_stage(stage), 8, 2);
    bench_look(&moved, common_stage(stage), 8, 2);
    moved.view.from_kind = stage % 2 ? VIEW_STAGE : VIEW_OVERVIEW;
    moved.view.from_stage = common_stage((stage + 1) % common_stage_count());
    draw_stage(&rest, 880, 640, 1);
    draw_stage(&moved, 880, 640, 1);
    moved.list.trace_serial = rest.list.trace_serial;
    assert_int_equal(rest.list.item_count, moved.list.item_count);
  }
  moved.view.transition = 1;
  moved.view.stage = rest.view.stage;
  draw_stage(&moved, 880, 640, 1);
  DrawList first = moved.list;
  Arena *keep = moved.arena;
  moved.arena = arena_make(0);
  moved.view.from_kind = VIEW_HEADS;
  draw_stage(&moved, 880, 640, 1);
  assert_true(same_list(&first, &moved.list));
  arena_free(keep);
  bench_free(&rest);
  bench_free(&moved);
}

/* One scale means the same range in every thumbnail of every layer, and words that say so. */
static void the_grid_says_whose_scale_it_is(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  bench.view.range = RANGE_SHARED;
  Scene scene = bench_scene(&bench, 880, 640, 1);
  heads_draw_grid(&scene, (Box){0, 0, 880, 640});
  assert_true(bench_contains(&bench, "one scale for all layers and heads"));
  const ColorRange *first = NULL;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (item->kind != DRAW_HEATMAP || item->as.heatmap.values.cols > 64) continue;
    if (!first) first = &item->as.heatmap.range;
    assert_true(item->as.heatmap.range.high == first->high);
  }
  assert_non_null(first);
  bench.view.range = RANGE_OWN;
  scene = bench_scene(&bench, 880, 640, 1);
  heads_draw_grid(&scene, (Box){0, 0, 880, 640});
  assert_true(bench_contains(&bench, "each head on its own scale"));
  bench.view.range = RANGE_SHARED;
  scene = bench_scene(&bench, 880, 640, 1);
  heads_draw_figure(&scene, (Box){0, 0, 880, 640});
  assert_true(bench_contains(&bench, "one scale for all heads"));
  bench_free(&bench);
}

/* The weights go from their place to the smaller one, without leaving the way between. */
static void a_matrix_of_both_stages_travels(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_OUTPUT, 0, 0);
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_WEIGHTS;
  float before = 1e6f;
  for (float t = 0; t <= 1; t += 0.1f) {
    bench.view.transition = t;
    draw_stage(&bench, 880, 640, 1);
    const DrawHeatmap *weights = heatmap_of(&bench, TRACE_WEIGHTS);
    assert_non_null(weights);
    assert_true(weights->box.w <= before);
    before = weights->box.w;
    assert_true(bench.list.clip.w < 0);
  }
  bench_free(&bench);
}

static void a_picture_on_its_way_answers_no_hand(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_QKV;
  bench.interactive = true;
  for (float t = 0; t < 1; t += 0.3f) {
    bench.view.transition = t;
    draw_stage(&bench, 880, 640, 1);
    assert_int_equal(bench.list.hit_count, 0);
  }
  bench.view.transition = 1;
  draw_stage(&bench, 880, 640, 1);
  assert_true(bench.list.hit_count > 0);
  bench_free(&bench);
}

static void a_fade_starts_on_the_former_stage_s_colours(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCALED, 0, 0);
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_SCORES;
  bench.view.transition = 0.05f;
  Scene scene = draw_stage(&bench, 880, 640, 1);
  const DrawHeatmap *heatmap = heatmap_of(&bench, TRACE_SCALED);
  ColorRange scores = scene_range(&scene, TRACE_SCORES, 0, 0);
  assert_non_null(heatmap);
  assert_memory_equal(&heatmap->range_before, &scores, sizeof scores);
  assert_float_equal(heatmap->mix, 0, 0);
  assert_ptr_equal(heatmap->before.at, trace_matrix(scene.trace, TRACE_SCORES, 0, 0).at);
  bench_free(&bench);
}

/* Going from a stage to the overview is the way in, reversed: the matrix is at the same place at
** each moment, and ends at its place in the overview. Box without panels: width as given. */
static Box moving_box(SceneBench *bench, ViewKind from, ViewKind to, float transition) {
  Box box = {0, 0, 1200, 700};
  bench->view.from_kind = from;
  bench->view.kind = to;
  bench->view.from_stage = bench->view.stage;
  bench->view.transition = transition;
  bench->interactive = false;
  Scene scene = bench_scene(bench, box.w, box.h, 1);
  if (to == VIEW_OVERVIEW) stage_draw_folding(&scene, box);
  else stage_draw(&scene, box);
  const DrawHeatmap *matrix = heatmap_of(bench, stage_result(bench->view.stage));
  return matrix ? matrix->box : (Box){0};
}

static void folding_is_unfolding_backwards(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  for (int stage = 1; stage < common_stage_count() - 1; stage++) {
    if (!stage_info(common_stage(stage))->by_pair) continue; /* others are of several matrices */
    bench_look(&bench, common_stage(stage), 8, 2);
    for (float t = 0; t < 1; t += 0.25f) {
      Box in = moving_box(&bench, VIEW_OVERVIEW, VIEW_STAGE, 1 - t - 1e-6f);
      Box out = moving_box(&bench, VIEW_STAGE, VIEW_OVERVIEW, t + 1e-6f);
      assert_float_equal(in.x, out.x, 0.5);
      assert_float_equal(in.y, out.y, 0.5);
      assert_float_equal(in.w, out.w, 0.5);
      assert_float_equal(in.h, out.h, 0.5);
    }
    Box end = moving_box(&bench, VIEW_STAGE, VIEW_OVERVIEW, 0.9999f);
    Scene scene = bench_scene(&bench, 1200, 700, 1);
    Box place = overview_matrix_box(&scene, (Box){0, 0, 1200, 700}, common_stage(stage));
    assert_float_equal(end.x, place.x, 0.5);
    assert_float_equal(end.h, place.h, 0.5);
  }
  bench_free(&bench);
}

/* -- clicks
** ------------------------------------------------------------------------------------- */

static bool has_click(const SceneBench *bench, const char *command) {
  for (int i = 0; i < bench->list.hit_count; i++)
    if (bench->list.hits[i].click && !strcmp(bench->list.hits[i].click, command)) return true;
  return false;
}

static void cells_rows_and_mask_answer_to_the_pointer(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_MASKED, 3, 0);
  draw_stage(&bench, 880, 640, 1);
  assert_true(has_click(&bench, "cell %r %c"));
  assert_true(has_click(&bench, "cell %r row"));
  bench.view.mask_editor = true;
  draw_stage(&bench, 880, 640, 1);
  assert_true(has_click(&bench, "mask %r %c toggle"));
  bench.interactive = false;
  draw_stage(&bench, 880, 640, 1);
  assert_false(has_click(&bench, "mask %r %c toggle"));
  bench_free(&bench);
}

/* -- out of memory
** ------------------------------------------------------------------------------ */

static void without_memory_the_list_says_that_it_failed(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  for (int stage = 0; stage < common_stage_count(); stage++)
    for (long nth = 1; nth < 12; nth++) {
      bench_look(&bench, common_stage(stage), 8, 2);
      arena_free(bench.arena);
      bench.arena = arena_make(1);
      arena_fail_at(nth);
      draw_stage(&bench, 880, 640, 1);
      arena_fail_at(0);
      bool failed = bench.list.failed;
      int items = bench.list.item_count;
      draw_stage(&bench, 880, 640, 1);
      assert_true(failed || items == bench.list.item_count);
    }
  bench_free(&bench);
}

/* -- any state, any size ----------------------------------------------------------------------- */

enum { BENCHES = 12, STATES = 1500 };

static int below(Rng *rng, int count) { return (int)(rng_next(rng) % (uint64_t)count); }

static float within(Rng *rng, float low, float high) {
  return low + (high - low) * (float)below(rng, 10000) / 10000;
}

static void make_benches(SceneBench benches[BENCHES], Arena *arena) {
  static const int counts[4] = {1, 7, 23, 64};
  static const char *const masks[3] = {"none", "causal", "padding:30"};
  for (int i = 0; i < BENCHES; i++) {
    Str sentence =
        run_sentence(arena, (Script)(i % SCRIPT_COUNT), counts[i / 3], i % 2 ? 5 : 0, (unsigned)i);
    benches[i] = bench_make(i % 2 ? "random" : "hand-made", masks[i % 3], sentence.at);
  }
}

static void choose_state(SceneBench *bench, Rng *rng) {
  View *view = &bench->view;
  int count = trace_token_count(bench->run.trace), rows, cols;
  *view = view_default();
  view->kind = VIEW_STAGE;
  view->stage = common_stage(below(rng, common_stage_count()));
  view->layer = below(rng, trace_layer_count(bench->run.trace));
  view->head = below(rng, trace_head_count(bench->run.trace, 0));
  trace_stage_shape(bench->run.trace, view->stage, &rows, &cols);
  view->query = below(rng, count + 1) - 1;
  view->key = view->query < 0 ? -1 : below(rng, cols + 1) - 1;
  view->locked = below(rng, 2);
  view->filled = below(rng, 2) ? -1 : below(rng, rows * cols + 1);
  view->theme = (ThemeId)below(rng, THEME_COUNT);
  view->range = (RangeMode)below(rng, 2);
  view->numbers = (NumbersMode)below(rng, 3);
  view->zoom = below(rng, 4) ? 1 : within(rng, 1, 12);
  view->scroll_x = within(rng, 0, 1);
  view->scroll_y = within(rng, 0, 1);
  view->mask_editor = below(rng, 4) == 0;
  view->from_kind = below(rng, 3) ? VIEW_STAGE : VIEW_OVERVIEW;
  view->from_stage = common_stage(below(rng, common_stage_count()));
  view->transition = below(rng, 3) ? 1 : within(rng, 0, 1);
}

static void nothing_is_cut_overlaps_or_leaves_the_box(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  SceneBench benches[BENCHES];
  make_benches(benches, arena);
  Rng rng = rng_make(20260401);
  for (int i = 0; i < STATES; i++) {
    SceneBench *bench = &benches[below(&rng, BENCHES)];
    choose_state(bench, &rng);
    float width = within(&rng, 440, below(&rng, 2) ? 1000 : 3000);
    float height = within(&rng, 340, below(&rng, 2) ? 700 : 1800), scale = within(&rng, 1, 3);
    if (below(&rng, 2)) draw_stage(bench, width, height, scale);
    else draw_headed_stage(bench, width, height, scale);
    char words[160];
    snprintf(words, sizeof words,
             "state %d: %s, %d tokens, %.0f x %.0f at %.2f, query %d key %d zoom %.1f moved %.2f",
             i, stage_info(bench->view.stage)->name, trace_token_count(bench->run.trace),
             (double)width, (double)height, (double)scale, bench->view.query, bench->view.key,
             (double)bench->view.zoom, (double)bench->view.transition);
    bench_check_layout(bench, words);
  }
  for (int i = 0; i < BENCHES; i++) bench_free(&benches[i]);
  arena_free(arena);
}

/* Going from a part to its pair stage and back returns the same part; and each such stage has all
** that the panel and the picture need. */
static void every_stage_by_pair_is_a_row_of_data(void **state) {
  (void)state;
  int by_pair = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++) {
    const PairStage *pair = stage_views[stage]->pair;
    const StageInfo *info = stage_info((StageId)stage);
    assert_true((pair != NULL) == (info->by_pair && !info->by_tile));
    if (!pair) continue;
    assert_int_equal(pair->part, trace_pair_parts[by_pair]);
    assert_ptr_equal(pair_stage_of(trace_pair_parts[by_pair]), pair);
    assert_true(pair->phrase && pair->column && pair->ask && pair->guess);
    assert_true((pair->title != NULL) == (pair->note != NULL));
    assert_true(by_pair == 0 || (pair->announce && pair->title));
    assert_true((pair->work_out != NULL) == (pair->cell_kicker && pair->row_kicker));
    by_pair++;
  }
  assert_int_equal(by_pair, trace_pair_part_count);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_of_one_scale_stand_together),
      cmocka_unit_test(what_is_pale_on_the_scale_of_a_sum_says_its_reach),
      cmocka_unit_test(every_stage_by_pair_is_a_row_of_data),
      cmocka_unit_test(cells_stay_in_place_from_scores_to_weights),
      cmocka_unit_test(below_a_headline_the_matrix_has_the_room),
      cmocka_unit_test(rows_of_q_and_columns_of_k_line_up_with_the_product),
      cmocka_unit_test(the_matrix_is_larger_than_its_strips),
      cmocka_unit_test(ranges_follow_the_rules),
      cmocka_unit_test(one_number_has_one_color),
      cmocka_unit_test(values_are_drawn_with_their_weights),
      cmocka_unit_test(every_stage_says_its_range),
      cmocka_unit_test(every_matrix_has_a_size_and_a_bar),
      cmocka_unit_test(a_step_fills_queries_keys_and_values_alike),
      cmocka_unit_test(each_row_of_weights_says_its_sum),
      cmocka_unit_test(a_hidden_row_attends_to_nothing),
      cmocka_unit_test(scaled_says_what_it_divides_by),
      cmocka_unit_test(columns_of_the_weighted_sum_are_aligned),
      cmocka_unit_test(a_sum_in_wide_cells_can_be_checked),
      cmocka_unit_test(the_line_makes_the_chosen_number),
      cmocka_unit_test(the_layer_output_shows_the_parts_the_model_has),
      cmocka_unit_test(every_token_shows_its_likeliest_words),
      cmocka_unit_test(tokens_that_are_not_asked_are_said_to_be_so),
      cmocka_unit_test(a_stage_grows_with_its_place),
      cmocka_unit_test(rows_of_the_prediction_stay_under_the_pointer),
      cmocka_unit_test(the_wheel_turns_pages_of_the_prediction),
      cmocka_unit_test(a_name_is_hidden_by_a_double_click),
      cmocka_unit_test(a_word_without_a_row_is_named_once_stood_on),
      cmocka_unit_test(what_is_not_reached_tells_nothing),
      cmocka_unit_test(a_long_sentence_shows_the_followed_token),
      cmocka_unit_test(an_empty_sentence_asks_for_one),
      cmocka_unit_test(a_token_that_occurs_twice_carries_its_position),
      cmocka_unit_test(a_finished_transition_is_the_resting_picture),
      cmocka_unit_test(the_grid_says_whose_scale_it_is),
      cmocka_unit_test(a_matrix_of_both_stages_travels),
      cmocka_unit_test(a_picture_on_its_way_answers_no_hand),
      cmocka_unit_test(a_fade_starts_on_the_former_stage_s_colours),
      cmocka_unit_test(folding_is_unfolding_backwards),
      cmocka_unit_test(cells_rows_and_mask_answer_to_the_pointer),
      cmocka_unit_test(without_memory_the_list_says_that_it_failed),
      cmocka_unit_test(nothing_is_cut_overlaps_or_leaves_the_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
