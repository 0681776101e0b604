/* tests/scene/formula_test.c -- the formula strip: constants filled in, the current part
** lit, clicks to stages. */
#include "scene/number.h"
#include "scene/scene_bench.h"
#include "support/common_stages.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool same_color(Color a, Color b) {
  return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static int boxes_outlined(const SceneBench *bench, Color color) {
  int count = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    count += item->kind == DRAW_BOX && item->as.box.stroke_width > 0 &&
             same_color(item->as.box.stroke, color);
  }
  return count;
}

static const DrawText *find_text(const SceneBench *bench, const char *text) {
  for (int i = 0; i < bench->list.item_count; i++)
    if (bench->list.items[i].kind == DRAW_TEXT && str_is(bench->list.items[i].as.text.text, text))
      return &bench->list.items[i].as.text;
  return NULL;
}

static float on_curve(float a, float b, float c, float d, float t) {
  float u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

/* The least distance of a box to a bracket, left or right of it, at its height. */
static float gap_to_bracket(const SceneBench *bench, Box box) {
  float gap = 1000;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawCurve *curve = &bench->list.items[i].as.curve;
    if (bench->list.items[i].kind != DRAW_CURVE) continue;
    const Point *p = curve->points;
    for (float t = 0; t <= 1; t += 0.02f) {
      float x = on_curve(p[0].x, p[1].x, p[2].x, p[3].x, t);
      float y = on_curve(p[0].y, p[1].y, p[2].y, p[3].y, t);
      if (y < box.y || y > box.y + box.h) continue;
      float apart = fmaxf(x - box.x - box.w, box.x - x) - curve->width / 2;
      gap = fminf(gap, apart);
    }
  }
  return gap;
}

/* What shines around the lit part ends before the brackets. */
static void the_lit_part_stands_clear_of_the_brackets(void **state) {
  (void)state;
  const StageId stages[] = {STAGE_MASKED, STAGE_WEIGHTS};
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.view.theme = THEME_DARK;
  for (int s = 0; s < 2; s++) {
    int found = 0;
    bench_look(&bench, stages[s], 0, 0);
    bench_strip(&bench, 1440, 80, 1);
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawBox *box = &bench.list.items[i].as.box;
      if (bench.list.items[i].kind != DRAW_BOX || box->stroke_width <= 0) continue;
      found++;
      float gap = gap_to_bracket(&bench, box->box) - box->stroke_width / 2;
      if (gap < 1) fail_msg("%.1f between box and bracket", (double)gap);
    }
    assert_true(found > 0);
  }
  bench_free(&bench);
}

/* "sizes and constants filled in (√16 = 4)" */
static void the_root_is_filled_in(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (int stage = STAGE_SCORES; stage <= STAGE_OUTPUT; stage++) {
    if (!trace_has_stage(bench.run.trace, (StageId)stage)) continue;
    bench_look(&bench, (StageId)stage, 0, 0);
    bench_strip(&bench, 1440, 80, 1);
    assert_true(bench_has(&bench, "√16 = 4"));
    assert_true(bench_has(&bench, "softmax"));
  }
  bench_free(&bench);
}

/* The current part is lit in the colours of the focus, as the stage on the rail and the chosen cell;
** its symbols keep those of their roles. Parts that work together have one box. Of several results
** the one of the chosen number is lit alone; else a focused cell changes nothing. */
static void the_part_at_work_is_lit_as_the_focus(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Theme *theme = theme_get(THEME_LIGHT);
  const struct {
    StageId stage;
    int count, count_chosen;
    const char *symbol;
    Color color;
  } lit[] = {{STAGE_TOKENS, 1, 1, NULL, theme->ink},
             {STAGE_EMBED, 1, 1, "E", theme->ink},
             {STAGE_QKV, 3, 1, NULL, theme->ink},
             {STAGE_SCORES, 1, 1, "Q", theme->query},
             {STAGE_SCALED, 1, 1, NULL, theme->ink},
             {STAGE_MASKED, 1, 1, NULL, theme->ink},
             {STAGE_WEIGHTS, 1, 1, "softmax", theme->weights},
             {STAGE_OUTPUT, 1, 1, "V", theme->value},
             {STAGE_OUTPUT, 1, 1, "softmax", theme->weights},
             {STAGE_JOINED, 1, 1, NULL, theme->ink},
             {STAGE_BLOCK, 1, 1, NULL, theme->ink},
             {STAGE_LOGITS, 1, 1, NULL, theme->ink}};
  for (size_t i = 0; i < sizeof lit / sizeof lit[0]; i++)
    for (int chosen = 0; chosen < 2; chosen++) {
      bench_look(&bench, lit[i].stage, chosen ? 2 : 0, chosen);
      bench_strip(&bench, 1440, 80, 1);
      assert_int_equal(boxes_outlined(&bench, theme->focus),
                       chosen ? lit[i].count_chosen : lit[i].count);
      if (!lit[i].symbol) continue;
      const DrawText *text = find_text(&bench, lit[i].symbol);
      assert_non_null(text);
      assert_true(same_color(text->color, lit[i].color));
    }
  bench_free(&bench);
}

/* Lighting a part and changing the headline do not move anything. */
static void nothing_moves_between_the_five_stages(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  float starts[3] = {0};
  const char *const texts[] = {"Attention(", "=", "+ M"};
  for (int stage = STAGE_SCORES; stage <= STAGE_OUTPUT; stage++)
    for (int i = 0; i < 3; i++) {
      if (!trace_has_stage(bench.run.trace, (StageId)stage)) continue;
      bench_look(&bench, (StageId)stage, 0, 0);
      bench_strip(&bench, 1440, 80, 1);
      const DrawText *text = find_text(&bench, texts[i]);
      assert_non_null(text);
      if (i == 2 && stage == STAGE_MASKED) continue; /* bold, with the same middle */
      if (stage == STAGE_SCORES) starts[i] = text->at.x;
      assert_float_equal(text->at.x, starts[i], 0.01);
    }
  bench_free(&bench);
}

/* "clicking a part of the formula goes to its stage", and every part says its name and shape. */
static void every_click_leads_to_a_stage_and_every_part_has_a_tip(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bool reached[STAGE_COUNT] = {false};
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 0, 0);
    bench_strip(&bench, 1440, 80, 1);
    for (int i = 0; i < bench.list.hit_count; i++) {
      const DrawHit *hit = &bench.list.hits[i];
      StageId target;
      assert_non_null(hit->tip);
      if (!hit->click || !hit->click[0]) continue;
      assert_true(strncmp(hit->click, "stage ", 6) == 0);
      assert_true(stage_find(str_from(hit->click + 6), &target));
      assert_non_null(strstr(hit->tip, " × "));
      reached[target] = true;
    }
  }
  for (int stage = 0; stage < common_stage_count(); stage++)
    assert_true(reached[common_stage(stage)]);
  bench_free(&bench);
}

/* A figure has no hits. */
static void a_figure_has_no_hits(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench.interactive = false;
  bench_look(&bench, STAGE_SCORES, 0, 0);
  bench_strip(&bench, 1440, 80, 1);
  for (int i = 0; i < bench.list.hit_count; i++) assert_null(bench.list.hits[i].click);
  bench_free(&bench);
}

static void the_strip_fits_every_width_scale_and_stage(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const float scales[] = {0.5f, 1, 1.35f, 2, 3};
  for (int s = 0; s < 5; s++)
    for (float width = 240; width < 4000; width *= 1.23f)
      for (int stage = 0; stage <= common_stage_count(); stage++) {
        bench.view.kind = stage == common_stage_count() ? VIEW_OVERVIEW : VIEW_STAGE;
        bench_look(&bench, stage == common_stage_count() ? STAGE_TOKENS : common_stage(stage), 0,
                   0);
        bench_strip(&bench, width, 80 * scales[s], scales[s]);
        bench_check_layout(&bench, str_format(bench.arena, "stage %d, %.0f pt, scale %.2f", stage,
                                              (double)width, (double)scales[s]));
      }
  bench_free(&bench);
}

/* What is lit stands free of the lines above and below the strip, also in a low one. */
static void what_is_lit_has_air(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const Theme *theme = theme_get(THEME_LIGHT);
  const float heights[] = {58, 64, 66, 80}, scales[] = {0.8f, 1, 1.7f};
  int count = 0;
  for (int h = 0; h < 4; h++)
    for (int s = 0; s < 3; s++)
      for (int stage = 0; stage < common_stage_count(); stage++) {
        float height = heights[h] * scales[s], air = 5 * scales[s];
        bench_look(&bench, common_stage(stage), 0, 0);
        bench_strip(&bench, 1440 * scales[s], height, scales[s]);
        for (int i = 0; i < bench.list.item_count; i++) {
          const DrawBox *box = &bench.list.items[i].as.box;
          if (bench.list.items[i].kind != DRAW_BOX || !same_color(box->stroke, theme->focus))
            continue;
          assert_true(box->box.y >= air - 0.1f && box->box.y + box->box.h <= height - air + 0.1f);
          count++;
        }
      }
  assert_true(count > 80);
  bench_free(&bench);
}

/* In a narrow strip the headline is left out first; the formula stays. */
static void the_headline_goes_before_the_formula(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  bench_strip(&bench, 1440, 80, 1);
  assert_true(bench_has(&bench, "Every query meets every key."));
  bench_strip(&bench, 520, 80, 1);
  assert_false(bench_contains(&bench, "Every query"));
  assert_true(bench_has(&bench, "softmax"));
  bench_free(&bench);
}

static void the_overview_has_a_title_and_a_line(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal", BENCH_SENTENCE);
  bench.view.kind = VIEW_OVERVIEW;
  bench_strip(&bench, 1440, 80, 1);
  assert_true(bench_contains(&bench, "causal mask"));
  /* Without a row it says what all rows do, unless they gather all about alike. */
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, bench.view.layer, bench.view.head);
  float before = 0;
  for (int query = 1; query < weights.rows; query++) before += mat_get(weights, query, query - 1);
  Number mean = number_weight(before / (float)(weights.rows - 1));
  char line[80];
  snprintf(line, sizeof line, "mostly from the word before it: %s on average", mean.at);
  assert_true(bench_contains(&bench, line));
  /* With a row chosen it says what this row gathers. */
  bench_look(&bench, STAGE_WEIGHTS, 1, 0);
  bench.view.kind = VIEW_OVERVIEW;
  bench_strip(&bench, 1440, 80, 1);
  assert_true(bench_contains(&bench, "gathers mostly from itself: 1.000"));
  assert_false(bench_has(&bench, "How one head attends"));
  bench_free(&bench);
  bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.kind = VIEW_OVERVIEW;
  bench.view.head = 2;
  bench_strip(&bench, 1440, 80, 1);
  assert_true(bench_has(&bench, "How one head attends"));
  assert_false(bench_contains(&bench, "gathered most"));
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_root_is_filled_in),
      cmocka_unit_test(the_lit_part_stands_clear_of_the_brackets),
      cmocka_unit_test(the_part_at_work_is_lit_as_the_focus),
      cmocka_unit_test(nothing_moves_between_the_five_stages),
      cmocka_unit_test(every_click_leads_to_a_stage_and_every_part_has_a_tip),
      cmocka_unit_test(a_figure_has_no_hits),
      cmocka_unit_test(the_strip_fits_every_width_scale_and_stage),
      cmocka_unit_test(what_is_lit_has_air),
      cmocka_unit_test(the_headline_goes_before_the_formula),
      cmocka_unit_test(the_overview_has_a_title_and_a_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
