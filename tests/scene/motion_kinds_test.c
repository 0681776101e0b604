/* tests/scene/motion_kinds_test.c -- between the stages of kinds of attention: names are beside
** what they name, what was not there comes, and no moment is a page with little on it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/scene.h"
#include "scene/stages/motion.h"
#include "scene_bench.h"

enum { QUERY = 8, KEY = 2, LAYER = 1, HEAD = 3 };
static const Box PICTURE = {0, 0, 880, 620};

typedef struct KindPair {
  const char *kind;
  StageId from, to;
} KindPair;

static SceneBench bench_of(const char *kind) {
  SceneBench bench = bench_make("reader", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_kind("reader", "none", kind, STR(BENCH_SENTENCE));
  bench.view.layer = LAYER;
  bench.view.head = HEAD;
  return bench;
}

static const DrawList *draw_at(SceneBench *bench, const KindPair *pair, float t) {
  bench_look(bench, pair->to, QUERY, KEY);
  bench_look_between(bench, pair->from, pair->to, t);
  bench->view.held = true;
  return bench_draw(bench, PICTURE);
}

static bool is_number(const DrawText *text) {
  return text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
}

static bool is_key(const Trace *trace, const DrawText *text) {
  for (int key = 0; key < trace_key_count(trace); key++)
    if (str_equal(trace_key(trace, key)->label, text->text)) return true;
  return false;
}

/* Whether it stands above a column of cells, or left of a row of them. */
static bool is_beside(const DrawText *text, Box cells) {
  const float near = 60;
  float end = text->at.x + text->width_pt, up = cells.y - text->at.y;
  bool is_above = text->at.x >= cells.x - 2 && text->at.x < cells.x + cells.w;
  bool is_left = text->at.y > cells.y && text->at.y < cells.y + cells.h + text->size_pt;
  return (is_above && up > -2 && up < near) ||
         (is_left && cells.x - end > -2 && cells.x - end < near);
}

static bool has_cells_beside(const DrawList *list, const DrawText *text) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    bool is_matrix = item->kind == DRAW_HEATMAP && item->as.heatmap.values.rows > 1;
    bool is_cell = item->kind == DRAW_BOX && item->as.box.fill.a > 0;
    if (is_matrix && is_beside(text, item->as.heatmap.box)) return true;
    if (is_cell && is_beside(text, item->as.box.box)) return true;
  }
  return false;
}

static const KindPair made_whole[] = {
    {"approximate linformer 4", STAGE_PROJECTED, STAGE_SCORES},
    {"approximate linformer 4", STAGE_QKV, STAGE_PROJECTED},
    {"approximate performer 16", STAGE_FEATURES, STAGE_SCORES},
    {"schedule flash 4 4", STAGE_TILES, STAGE_OUTPUT},
    {"positions rope", STAGE_ROTATED, STAGE_SCORES},
};
enum { MADE_WHOLE = sizeof made_whole / sizeof made_whole[0] };

/* The rows with digits above the matrices have a line of heads, whose name is the output's. */
static bool is_of_rows(const KindPair *pair, const DrawText *text) {
  return pair->to == STAGE_OUTPUT && text->at.y < PICTURE.h * 0.12f;
}

static void a_name_stands_beside_its_matrix(void **state) {
  (void)state;
  const float fading =
      0.21f; /* until then the earlier picture goes, with names of what is no matrix */
  for (int i = 0; i < MADE_WHOLE; i++) {
    SceneBench bench = bench_of(made_whole[i].kind);
    int seen = 0;
    for (float t = fading; t < 0.98f; t += 0.02f) {
      const DrawList *list = draw_at(&bench, &made_whole[i], t);
      for (int k = 0; k < list->item_count; k++) {
        const DrawText *text = &list->items[k].as.text;
        if (list->items[k].kind != DRAW_TEXT || is_number(text) || text->color.a < 128 ||
            !is_key(bench.run.trace, text) || is_of_rows(&made_whole[i], text))
          continue;
        seen++;
        if (!has_cells_beside(list, text))
          fail_msg("%s to %s at %.2f: “%.*s” names nothing", made_whole[i].kind,
                   stage_info(made_whole[i].to)->name, (double)t, (int)text->text.bytes,
                   text->text.at);
      }
    }
    if (seen < 20) fail_msg("%s: %d names", made_whole[i].kind, seen);
    bench_free(&bench);
  }
}

/* Of a grid of tiles over the picture, the share in which something lies. */
static float share_used(const DrawList *list) {
  enum { TILES = 12 };
  int used = 0;
  for (int tile = 0; tile < TILES * TILES; tile++) {
    Box place = {PICTURE.w / TILES * (float)(tile % TILES),
                 PICTURE.h / TILES * (float)(tile / TILES), PICTURE.w / TILES, PICTURE.h / TILES};
    bool is_used = false;
    for (int i = 0; i < list->item_count && !is_used; i++) {
      const DrawItem *item = &list->items[i];
      Box at = {0};
      if (item->kind == DRAW_HEATMAP) at = item->as.heatmap.box;
      if (item->kind == DRAW_BOX && item->as.box.fill.a > 200) at = item->as.box.box;
      if (item->kind == DRAW_TEXT && item->as.text.color.a >= 128)
        at = (Box){item->as.text.at.x, item->as.text.at.y - item->as.text.size_pt,
                   item->as.text.width_pt, item->as.text.size_pt};
      Box common = box_common(place, at);
      is_used = common.w > 0 && common.h > 0;
    }
    used += is_used;
  }
  return (float)used / (TILES * TILES);
}

static void what_is_multiplied_is_there_early(void **state) {
  (void)state;
  for (int i = 0; i < MADE_WHOLE; i++) {
    SceneBench bench = bench_of(made_whole[i].kind);
    bool has_rows = made_whole[i].to == STAGE_PROJECTED; /* K and V are on their way until .4 */
    for (float t = has_rows ? 0.5f : 0.3f; t < 1; t += 0.02f) {
      float used = share_used(draw_at(&bench, &made_whole[i], t));
      if (used < 0.4f)
        fail_msg("%s to %s at %.2f: %.2f of the picture", made_whole[i].kind,
                 stage_info(made_whole[i].to)->name, (double)t, (double)used);
    }
    bench_free(&bench);
  }
}

/* The output of the tiles goes with them; the one of the weights is at its place. */
static void no_output_flies(void **state) {
  (void)state;
  const KindPair pair = {"schedule flash 4 4", STAGE_TILES, STAGE_OUTPUT};
  SceneBench bench = bench_of(pair.kind);
  MatView output = trace_matrix(bench.run.trace, TRACE_OUTPUT, LAYER, HEAD);
  Box places[2] = {{0}};
  for (int end = 0; end < 2; end++) {
    const DrawList *list = draw_at(&bench, &pair, (float)end);
    for (int i = 0; i < list->item_count; i++)
      if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == output.at)
        places[end] = list->items[i].as.heatmap.box;
    assert_true(places[end].w > 0);
  }
  for (float t = 0.02f; t < 1; t += 0.02f) {
    const DrawList *list = draw_at(&bench, &pair, t);
    for (int i = 0; i < list->item_count; i++) {
      const DrawHeatmap *cells = &list->items[i].as.heatmap;
      if (list->items[i].kind != DRAW_HEATMAP || cells->values.at != output.at) continue;
      if (fabsf(cells->box.x - places[0].x) > 0.5f && fabsf(cells->box.x - places[1].x) > 0.5f)
        fail_msg("at %.2f it is at %.0f", (double)t, (double)cells->box.x);
    }
  }
  bench_free(&bench);
}

static int numbers_in_cells(const DrawList *list, Box cells) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && is_number(&list->items[i].as.text) &&
             list->items[i].as.text.color.a >= 200 && box_holds(cells, list->items[i].as.text.at);
  return count;
}

/* At the moments that are chosen most, tenths. */
static void cells_that_stay_have_numbers(void **state) {
  (void)state;
  static const KindPair pairs[] = {{"positions alibi", STAGE_SCALED, STAGE_BIASED},
                                   {"positions t5", STAGE_SCALED, STAGE_BIASED},
                                   {"dropout 0.3", STAGE_WEIGHTS, STAGE_DROPPED}};
  for (int i = 0; i < 3; i++) {
    SceneBench bench = bench_of(pairs[i].kind);
    const DrawList *list = draw_at(&bench, &pairs[i], 1);
    Box cells = {0};
    for (int k = 0; k < list->item_count; k++)
      if (list->items[k].kind == DRAW_HEATMAP && list->items[k].as.heatmap.box.w > cells.w)
        cells = list->items[k].as.heatmap.box;
    int all = numbers_in_cells(list, cells);
    assert_true(all > 30);
    bool is_aside = pairs[i].to == STAGE_BIASED; /* where cells are too narrow for these */
    for (int tenth = 1; tenth < 10; tenth++) {
      if (is_aside && tenth >= 3 && tenth <= 5) continue;
      int count = numbers_in_cells(draw_at(&bench, &pairs[i], 0.1f * (float)tenth), cells);
      if (2 * count < all) fail_msg("%s at .%d: %d of %d", pairs[i].kind, tenth, count, all);
    }
    bench_free(&bench);
  }
}

static int names_seen(const SceneBench *bench, bool is_turned) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawText *text = &bench->list.items[i].as.text;
    count += bench->list.items[i].kind == DRAW_TEXT && (text->angle_deg != 0) == is_turned &&
             text->color.a >= 200 && !is_number(text) && is_key(bench->run.trace, text);
  }
  return count;
}

/* Arrows and tiles are no matrices. */
static void rows_have_names_where_there_is_no_matrix(void **state) {
  (void)state;
  const KindPair turn = {"positions rope", STAGE_QKV, STAGE_ROTATED},
                 tiles = {"schedule flash 4 4", STAGE_WEIGHTS, STAGE_TILES};
  SceneBench arrows = bench_of(turn.kind), tiled = bench_of(tiles.kind);
  int tokens = trace_token_count(arrows.run.trace);
  for (float t = 0.52f; t < 1; t += 0.04f) {
    draw_at(&arrows, &turn, t);
    assert_true(names_seen(&arrows, false) >= 2 * (tokens - 2));
    draw_at(&tiled, &tiles, t);
    assert_true(names_seen(&tiled, false) >= tokens - 2);
    assert_true(names_seen(&tiled, true) >= tokens - 2);
  }
  bench_free(&arrows);
  bench_free(&tiled);
}

/* Rows of K are those of tokens, of which there are more than mixtures. */
static void a_token_beyond_the_mixtures_is_projected(void **state) {
  (void)state;
  const KindPair pair = {"approximate linformer 4", STAGE_EMBED, STAGE_QKV};
  SceneBench bench = bench_of(pair.kind);
  assert_true(trace_key_count(bench.run.trace) < QUERY);
  for (float t = 0.5f; t < 0.7f; t += 0.05f) draw_at(&bench, &pair, t);
  bench_free(&bench);
}

static int outlines_of_focus(const SceneBench *bench) {
  Color focus = theme_get(bench->view.theme)->focus;
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    Color stroke = bench->list.items[i].as.box.stroke;
    count += bench->list.items[i].kind == DRAW_BOX && stroke.a > 100 && stroke.r == focus.r &&
             stroke.g == focus.g && stroke.b == focus.b;
  }
  return count;
}

/* While shares go back to their cells only the row has a frame. */
static void no_frame_of_a_cell_lies_over_shares_on_their_way(void **state) {
  (void)state;
  const KindPair pair = {"approximate performer 16", STAGE_MASKED, STAGE_WEIGHTS};
  SceneBench bench = bench_of(pair.kind);
  draw_at(&bench, &pair, 0.7f);
  int frames = outlines_of_focus(&bench);
  assert_true(frames > 0);
  draw_at(&bench, &pair, 0.82f);
  assert_int_equal(outlines_of_focus(&bench), frames);
  bench_free(&bench);
}

/* Of a second sentence, whose rows W_K and W_V are multiplied by. */
static void rows_of_keys_are_there_when_they_are_multiplied(void **state) {
  (void)state;
  const KindPair pair = {"", STAGE_EMBED, STAGE_QKV};
  SceneBench bench = bench_make("random", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_cross("random", "", STR(BENCH_SENTENCE), STR("the street was too tired"));
  MatView rows = trace_matrix(bench.run.trace, TRACE_KEY_INPUT, 0, 0);
  assert_non_null(rows.at);
  for (float t = 0.42f; t < 0.8f; t += 0.04f) {
    const DrawList *list = draw_at(&bench, &pair, t);
    bool is_there = false;
    for (int i = 0; i < list->item_count; i++)
      is_there = is_there || (list->items[i].kind == DRAW_HEATMAP &&
                              list->items[i].as.heatmap.values.at == rows.at);
    if (!is_there) fail_msg("not at %.2f", (double)t);
  }
  bench_free(&bench);
}

/* Of two pictures without a common matrix one is half seen when the other has gone. */
static void names_that_wait_have_cells_soon(void **state) {
  (void)state;
  const KindPair pair = {"", STAGE_TOKENS, STAGE_EMBED};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const DrawList *list = draw_at(&bench, &pair, 0.4f);
  int matrices = 0;
  for (int i = 0; i + 1 < list->item_count; i++) {
    const DrawHeatmap *cells = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || cells->values.rows <= 1) continue;
    const DrawItem *cover = &list->items[i + 1];
    assert_int_equal(cover->kind, DRAW_BOX);
    assert_true(cover->as.box.box.w >= cells->box.w && cover->as.box.fill.a < 150);
    matrices++;
  }
  assert_true(matrices >= 3);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_stands_beside_its_matrix),
      cmocka_unit_test(what_is_multiplied_is_there_early),
      cmocka_unit_test(no_output_flies),
      cmocka_unit_test(cells_that_stay_have_numbers),
      cmocka_unit_test(rows_have_names_where_there_is_no_matrix),
      cmocka_unit_test(a_token_beyond_the_mixtures_is_projected),
      cmocka_unit_test(rows_of_keys_are_there_when_they_are_multiplied),
      cmocka_unit_test(names_that_wait_have_cells_soon),
      cmocka_unit_test(no_frame_of_a_cell_lies_over_shares_on_their_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
