/* tests/scene/motion_places_test.c -- between two stages: nothing sticks out behind what moves, and
** a number leaves the place that another comes to, and what is multiplied can be read. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/scene.h"
#include "scene/stages/motion.h"
#include "scene_bench.h"

static const float WIDTH = 880, HEIGHT = 620;

static const DrawList *draw_held(SceneBench *bench, StageId from, StageId to, float t) {
  bench_look_between(bench, from, to, t);
  bench->view.held = true;
  return bench_draw(bench, (Box){0, 0, WIDTH, HEIGHT});
}

/* The matrices of a picture, of which the list is gone when the next one is drawn. */
enum { MATRICES_MOST = 32 };
typedef struct Matrices {
  DrawHeatmap of[MATRICES_MOST];
  int count;
} Matrices;

static Matrices matrices_of(const DrawList *list) {
  Matrices found = {.count = 0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *cells = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || cells->values.rows <= 1 || cells->values.cols <= 1)
      continue;
    assert_true(found.count < MATRICES_MOST);
    found.of[found.count++] = *cells;
  }
  return found;
}

static bool has_in_place(const Matrices *matrices, const DrawHeatmap *cells) {
  for (int i = 0; i < matrices->count; i++) {
    const DrawHeatmap *other = &matrices->of[i];
    if (other->values.at == cells->values.at && fabsf(other->box.x - cells->box.x) < 0.5f &&
        fabsf(other->box.y - cells->box.y) < 0.5f && fabsf(other->box.w - cells->box.w) < 0.5f)
      return true;
  }
  return false;
}

/* What goes is gone before anything comes to its place: a strip of it would be left at the edge. */
static void nothing_sticks_out_behind_what_moves(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  int moving = 0;
  bench.view.layer = 1;
  for (int i = 1; i < trace_stage_count(trace); i++) {
    StageId from = trace_stage_at(trace, i - 1), to = trace_stage_at(trace, i);
    bench_look(&bench, to, 8, 2);
    Matrices earlier = matrices_of(draw_held(&bench, from, to, 0));
    Matrices later = matrices_of(draw_held(&bench, from, to, 1));
    for (float t = 0.05f; t < 0.95f; t += 0.05f) {
      Matrices now = matrices_of(draw_held(&bench, from, to, t));
      for (int k = 0; k < now.count; k++) {
        bool goes = has_in_place(&earlier, &now.of[k]) && !has_in_place(&later, &now.of[k]);
        for (int n = 0; goes && n < now.count; n++) {
          if (has_in_place(&earlier, &now.of[n])) continue;
          Box common = box_common(now.of[k].box, now.of[n].box);
          moving++;
          if (common.w > 1 && common.h > 1)
            fail_msg("%s at %.2f: %d × %d over %d × %d", stage_info(to)->name, (double)t,
                     now.of[n].values.rows, now.of[n].values.cols, now.of[k].values.rows,
                     now.of[k].values.cols);
        }
      }
    }
  }
  assert_true(moving > 5);
  bench_free(&bench);
}

/* The chosen row of Scale has the score above what it is divided to, and that of Mask has one
** number, which comes to the middle: the score is gone before that. */
static void a_number_gives_way_to_the_one_below_it(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.interactive = false; /* as in figures, more cells have room for both */
  bench_look(&bench, STAGE_MASKED, 8, 2);
  for (float t = 0; t < 0.4f; t += 0.02f) {
    const DrawList *list = draw_held(&bench, STAGE_SCALED, STAGE_MASKED, t);
    Matrices matrices = matrices_of(list);
    assert_int_equal(matrices.count, 1);
    MatView values = matrices.of[0].values;
    int numbers = 0;
    for (int i = 0; i < list->item_count; i++) {
      const DrawText *text = &list->items[i].as.text;
      numbers += list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO && text->color.a > 0 &&
                 box_holds(matrices.of[0].box, text->at);
    }
    int cells = values.rows * values.cols;
    if (numbers != (t < 0.15f ? cells + values.cols : cells))
      fail_msg("%d numbers at %.2f", numbers, (double)t);
  }
  bench_free(&bench);
}

static int numbers_over_scores(SceneBench *bench, float t, float least_pt) {
  const DrawList *list = draw_held(bench, STAGE_QKV, STAGE_SCORES, t);
  MatView scores = trace_matrix(bench->run.trace, TRACE_SCORES, 1, 0);
  Box cells = {0}, last = {0};
  int numbers = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == scores.at)
      cells = list->items[i].as.heatmap.box;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    if (!box_holds(cells, text->at)) continue;
    Box box = {text->at.x, text->at.y - text->size_pt * 0.7f, text->width_pt, text->size_pt * 0.7f};
    Box common = box_common(box, last);
    assert_false(common.w > 0 && common.h > 0);
    assert_true(text->size_pt >= least_pt);
    assert_true(box_holds(cells, (Point){box.x + box.w, box.y}));
    last = box;
    numbers++;
  }
  assert_true(cells.w > 0);
  return numbers;
}

/* With one token the card stands below the cell. */
static void one_product_can_be_read(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", "it");
  bench.view.layer = 1;
  bench_look(&bench, STAGE_SCORES, 1, 1);
  const DrawList *list = draw_held(&bench, STAGE_QKV, STAGE_SCORES, 0.61f);
  int numbers = 0;
  for (int i = 0; i < list->item_count; i++)
    numbers += list->items[i].kind == DRAW_TEXT && list->items[i].as.text.face == FACE_MONO &&
               list->items[i].as.text.size_pt >= 16;
  assert_int_equal(numbers, trace_d_head(bench.run.trace));
  bench_free(&bench);
}

/* What is multiplied, and the products, use the room beside the cell: 13 points of 18 are digits. */
static void products_can_be_read(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int places = trace_d_head(bench.run.trace);
  bench.view.layer = 1;
  for (int query = 1; query <= 11; query += 5) {
    bench_look(&bench, STAGE_SCORES, query, 2);
    assert_int_equal(numbers_over_scores(&bench, 0.5f, 16), 2 * places);
    assert_int_equal(numbers_over_scores(&bench, 0.61f, 18), places);
  }
  bench_free(&bench);
}

/* K turns on its way to Kᵀ, cell by cell, and Q passes it. */
static void k_turns_beside_q(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  bench.view.layer = 1;
  bench_look(&bench, STAGE_SCORES, 8, 2);
  int cells = 0;
  for (float t = 0.16f; t < 0.34f; t += 0.01f) {
    const DrawList *list = draw_held(&bench, STAGE_QKV, STAGE_SCORES, t);
    Matrices matrices = matrices_of(list);
    const DrawHeatmap *q = NULL;
    for (int i = 0; i < matrices.count; i++)
      if (matrices.of[i].values.at == trace_matrix(trace, TRACE_Q, 1, 0).at) q = &matrices.of[i];
    assert_non_null(q);
    for (int i = 0; i < list->item_count; i++) {
      const DrawBox *cell = &list->items[i].as.box;
      if (list->items[i].kind != DRAW_BOX || cell->fill.a < 255) continue;
      Box common = box_common(q->box, cell->box);
      if (common.w > 0.5f && common.h > 0.5f) fail_msg("at %.2f", (double)t);
      cells++;
    }
  }
  assert_true(cells > 1000);
  bench_free(&bench);
}

/* Rows go to two columns, and neither a row nor a name lies over the cells of another. */
static void rows_pass_each_other(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int strips = 0, names = 0;
  bench.view.layer = 1;
  bench_look(&bench, STAGE_LOGITS, 8, 1);
  for (float t = 0.15f; t < 0.6f; t += 0.01f) {
    const DrawList *list = draw_held(&bench, STAGE_BLOCK, STAGE_LOGITS, t);
    for (int i = 0; i < list->item_count; i++) {
      const DrawHeatmap *strip = &list->items[i].as.heatmap;
      if (list->items[i].kind != DRAW_HEATMAP || !strip->passing) continue;
      strips++;
      for (int k = 0; k < list->item_count; k++) {
        const DrawText *text = &list->items[k].as.text;
        Box box = list->items[k].as.heatmap.box;
        if (list->items[k].kind == DRAW_TEXT && text->face != FACE_MONO && text->color.a > 20) {
          box = (Box){text->at.x, text->at.y - text->size_pt / 2, text->width_pt, 1};
          names++;
        } else if (list->items[k].kind != DRAW_HEATMAP || k <= i) {
          continue;
        }
        Box common = box_common(strip->box, box);
        if (common.w > 0.5f && common.h > 0.5f) fail_msg("item %d on %d at %.2f", k, i, (double)t);
      }
    }
  }
  assert_true(strips > 100 && names > 1000);
  bench_free(&bench);
}

/* The upright rows stand before the frames of the maps, centred, and are named. */
static void rows_arrive_before_their_maps(void **state) {
  (void)state;
  static const TracePart maps[] = {TRACE_W_Q, TRACE_W_K, TRACE_W_V};
  const float frame = 5; /* from its cells to the outer edge */
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench_look(&bench, STAGE_QKV, 8, 1);
  const DrawList *list = draw_held(&bench, STAGE_EMBED, STAGE_QKV, 0.56f);
  Matrices matrices = matrices_of(list);
  for (int m = 0; m < 3; m++) {
    Box w = {0};
    MatView values = trace_matrix(bench.run.trace, maps[m], 1, 0);
    for (int i = 0; i < matrices.count; i++)
      if (matrices.of[i].values.at == values.at) w = matrices.of[i].box;
    float top = w.y + w.h, foot = w.y;
    int names = 0;
    for (int i = 0; i < list->item_count; i++) {
      const DrawBox *piece = &list->items[i].as.box;
      const DrawText *text = &list->items[i].as.text;
      bool is_beside = piece->box.x + piece->box.w <= w.x - frame && piece->box.x > w.x - 40;
      names += list->items[i].kind == DRAW_TEXT && str_equal(text->text, STR("it")) &&
               fabsf(text->at.y - w.y) < 12 && text->at.x + text->width_pt < w.x;
      if (list->items[i].kind != DRAW_BOX || piece->fill.a < 255) continue;
      if (piece->box.y + piece->box.h <= w.y || piece->box.y >= w.y + w.h) continue;
      if (!is_beside) continue;
      top = fminf(top, piece->box.y);
      foot = fmaxf(foot, piece->box.y + piece->box.h);
    }
    assert_float_equal(top + foot, 2 * w.y + w.h, 1);
    assert_true(foot - top > 0.9f * w.h);
    assert_int_equal(names, 1);
  }
  bench_free(&bench);
}

/* Of keys that are mixed there are fewer than rows of K: these are named after their tokens. */
static void rows_of_mixed_keys_are_named(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_kind("reader", "none", "approximate linformer 2", STR(BENCH_SENTENCE));
  bench.view.layer = 1;
  bench_look(&bench, STAGE_QKV, 8, 1);
  const DrawList *list = draw_held(&bench, STAGE_EMBED, STAGE_QKV, 0.56f);
  int names = 0;
  for (int i = 0; i < list->item_count; i++)
    names += list->items[i].kind == DRAW_TEXT && list->items[i].as.text.face == FACE_BOLD &&
             str_equal(list->items[i].as.text.text, STR("it"));
  assert_true(names >= 3);
  bench_free(&bench);
}

/* Q and K are above each other at Q · K · V and beside each other where arrows turn. */
static void matrices_go_beside_each_other(void **state) {
  (void)state;
  const Box from[] = {{600, 200, 200, 110}, {600, 330, 200, 110}};
  const Box to[] = {{60, 60, 340, 480}, {480, 60, 340, 480}};
  for (float t = 0; t <= 1; t += 0.01f) {
    Box first = motion_beside(from[0], to[0], t, true);
    Box second = motion_beside(from[1], to[1], t, false);
    Box common = box_common(first, second);
    if (common.w > 0 && common.h > 0) fail_msg("at %.2f", (double)t);
  }
  Box there = motion_beside(from[1], to[1], MOTION_BESIDE, false);
  assert_float_equal(there.x + there.h, to[1].x + to[1].h, 0.01f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_sticks_out_behind_what_moves),
      cmocka_unit_test(k_turns_beside_q),
      cmocka_unit_test(rows_pass_each_other),
      cmocka_unit_test(rows_arrive_before_their_maps),
      cmocka_unit_test(rows_of_mixed_keys_are_named),
      cmocka_unit_test(matrices_go_beside_each_other),
      cmocka_unit_test(one_product_can_be_read),
      cmocka_unit_test(products_can_be_read),
      cmocka_unit_test(a_number_gives_way_to_the_one_below_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
