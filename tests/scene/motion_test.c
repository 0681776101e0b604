/* tests/scene/motion_test.c -- the way from a stage to the next: a moment is a picture like any
** other, its ends are the stages at rest, and no number comes before it is worked out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "scene/number.h"
#include "scene/stages/motion.h"
#include "scene_bench.h"

enum { WIDTH = 880, HEIGHT = 640, LARGE = 1000 };

/* Draws bench's view in a box of that size. The list lives on an arena of its own until the next
** moment of the same bench. */
static DrawList *draw_sized(SceneBench *bench, float width, float height) {
  return bench_draw(bench, (Box){0, 0, width, height});
}

static DrawList *draw_moment(SceneBench *bench, StageId from, StageId to, float t) {
  bench_look_between(bench, from, to, t);
  return draw_sized(bench, WIDTH, HEIGHT);
}

static void look_unfolding(SceneBench *bench, StageId to, float t) {
  bench_look_between(bench, to, to, t);
  bench->view.from_kind = VIEW_OVERVIEW;
}

static bool same_item(const DrawItem *a, const DrawItem *b) {
  const DrawHeatmap *x = &a->as.heatmap, *y = &b->as.heatmap;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case DRAW_BOX:
    return memcmp(&a->as.box, &b->as.box, sizeof a->as.box) == 0;
  case DRAW_TEXT:
    return str_equal(a->as.text.text, b->as.text.text) &&
           memcmp(&a->as.text.at, &b->as.text.at, sizeof(Point)) == 0 &&
           memcmp(&a->as.text.color, &b->as.text.color, sizeof(Color)) == 0 &&
           a->as.text.size_pt == b->as.text.size_pt;
  case DRAW_HEATMAP:
    return x->values.rows == y->values.rows && x->values.cols == y->values.cols &&
           memcmp(&x->box, &y->box, sizeof(Box)) == 0 && x->mix == y->mix &&
           memcmp(&x->range, &y->range, sizeof x->range) == 0 && x->filled == y->filled;
  case DRAW_CURVE:
    return a->as.curve.point_count == b->as.curve.point_count &&
           memcmp(a->as.curve.points, b->as.curve.points,
                  sizeof(Point) * (size_t)a->as.curve.point_count) == 0;
  default:
    return true;
  }
}

static void assert_same_picture(const DrawList *a, const DrawList *b, const char *name, float t) {
  if (a->item_count != b->item_count)
    fail_msg("%s at %g: %d and %d items", name, (double)t, a->item_count, b->item_count);
  for (int i = 0; i < a->item_count; i++)
    if (!same_item(&a->items[i], &b->items[i])) fail_msg("%s at %g: item %d", name, (double)t, i);
}

static void every_pair_of_the_rail_has_a_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  for (int i = 1; i < trace_stage_count(trace); i++)
    assert_non_null(stage_motion_of(trace_stage_at(trace, i - 1), trace_stage_at(trace, i)));
  assert_null(stage_motion_of(STAGE_LOGITS, STAGE_TOKENS));
  bench_free(&bench);
}

static void its_ends_are_the_stages_at_rest(void **state) {
  (void)state;
  SceneBench moving = bench_make("hand-made", "causal", BENCH_SENTENCE);
  SceneBench rest = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const Trace *trace = moving.run.trace;
  for (int i = 1; i < trace_stage_count(trace); i++) {
    StageId from = trace_stage_at(trace, i - 1), to = trace_stage_at(trace, i);
    bench_look(&moving, to, 8, 0);
    bench_look(&rest, to, 8, 0);
    for (int end = 0; end <= 1; end++) {
      StageId there = end ? to : from;
      draw_moment(&moving, from, to, (float)end);
      draw_moment(&rest, there, there, 1);
      assert_same_picture(&moving.list, &rest.list, stage_info(to)->name, (float)end);
    }
  }
  bench_free(&moving);
  bench_free(&rest);
}

/* The same bytes twice, and the way back is the way reversed. */
static void a_moment_is_a_picture_like_any_other(void **state) {
  (void)state;
  SceneBench first = bench_make("hand-made", "causal", BENCH_SENTENCE);
  SceneBench second = bench_make("hand-made", "causal", BENCH_SENTENCE);
  const Trace *trace = first.run.trace;
  for (int i = 1; i < trace_stage_count(trace); i++)
    for (float t = 0.125f; t < 1; t += 0.125f) {
      StageId from = trace_stage_at(trace, i - 1), to = trace_stage_at(trace, i);
      bench_look(&first, to, 8, 0);
      bench_look(&second, to, 8, 0);
      draw_moment(&first, from, to, t);
      draw_moment(&second, from, to, t);
      assert_same_picture(&first.list, &second.list, stage_info(to)->name, t);
      assert_int_equal(first.list.hit_count, 0);
      draw_moment(&second, to, from, 1 - t);
      assert_same_picture(&first.list, &second.list, stage_info(to)->name, t);
    }
  bench_free(&first);
  bench_free(&second);
}

/* A page without any cell or word has nothing to look at. */
static void no_moment_is_empty(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  for (int i = 1; i < trace_stage_count(trace); i++)
    for (float t = 0; t <= 1; t += 0.04f) {
      bench_look(&bench, trace_stage_at(trace, i), 8, 0);
      draw_moment(&bench, trace_stage_at(trace, i - 1), trace_stage_at(trace, i), t);
      CountReport report = count_list(&bench.list, NULL, bench.arena);
      if (report.cells == 0 && report.boxes + report.texts + report.curves == 0)
        fail_msg("%s at %g", stage_info(trace_stage_at(trace, i))->name, (double)t);
    }
  bench_free(&bench);
}

static float product_at(const Trace *trace, int query, int key, int i) {
  return mat_get(trace_matrix(trace, TRACE_Q, 0, 0), query, i) *
         mat_get(trace_matrix(trace, TRACE_K, 0, 0), key, i);
}

static bool has_fill(const DrawList *list, Color fill) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_BOX &&
        memcmp(&list->items[i].as.box.fill, &fill, sizeof fill) == 0)
      return true;
  return false;
}

/* As it is written in its cell at rest. */
static Number number_at_rest(SceneBench *bench, MatView values, int row, int col) {
  const DrawList *list = draw_moment(bench, STAGE_QKV, STAGE_SCORES, 1);
  Number number = {0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *cells = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || cells->values.at != values.at) continue;
    const DrawText *text = motion_numbers(list, cells)[row * values.cols + col];
    assert_non_null(text);
    assert_true(text->text.bytes < sizeof number.at);
    memcpy(number.at, text->text.at, text->text.bytes);
  }
  assert_true(number.at[0]);
  return number;
}

/* What falls are the products, in the colours of the scores, and the score is not told before the
** last has fallen. */
static void a_score_is_seen_when_its_last_product_has_fallen(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  enum { QUERY = 7, KEY = 1 };
  bench_look(&bench, STAGE_SCORES, QUERY + 1, KEY + 1);
  Number score = number_at_rest(&bench, trace_matrix(trace, TRACE_SCORES, 0, 0), QUERY, KEY);
  for (float t = 0.21f; t < 0.77f; t += 0.02f) {
    draw_moment(&bench, STAGE_QKV, STAGE_SCORES, t);
    assert_false(bench_has(&bench, score.at));
  }
  draw_moment(&bench, STAGE_QKV, STAGE_SCORES, 0.79f);
  assert_true(bench_has(&bench, score.at));
  Scene scene = bench_scene(&bench, WIDTH, HEIGHT, 1);
  ColorRange range = scene_range(&scene, TRACE_SCORES, 0, 0);
  draw_moment(&bench, STAGE_QKV, STAGE_SCORES, 0.61f);
  for (int i = 0; i < trace_d_head(trace); i++) {
    float product = product_at(trace, QUERY, KEY, i);
    DrawHeatmap one = {.values = {&product, 1, 1, 1},
                       .mix = 1,
                       .palette = scene_palette(&scene, TRACE_SCORES),
                       .range = range,
                       .filled = -1,
                       .theme = bench.view.theme};
    assert_true(has_fill(&bench.list, draw_heatmap_color(&one, 0, 0)));
  }
  bench_free(&bench);
}

/* While the heads slide together each has its name, and the row of the chosen number its frame. */
static void heads_take_their_names_along(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_JOINED, 8, 2);
  Color ink = theme_get(bench.view.theme)->ink;
  for (float t = 0.4f; t < 0.8f; t += 0.1f) {
    draw_moment(&bench, STAGE_OUTPUT, STAGE_JOINED, t);
    assert_true(bench_has(&bench, "head 1") && bench_has(&bench, "head 4"));
    bool has_frame = false;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawBox *box = &bench.list.items[i].as.box;
      has_frame |= bench.list.items[i].kind == DRAW_BOX && box->stroke_width > 0 &&
                   memcmp(&box->stroke, &ink, sizeof ink) == 0 && box->box.w > 200;
    }
    assert_true(has_frame);
  }
  bench_free(&bench);
}

/* Out of the overview a matrix takes its frame, the frame of its row and its name along, and a chip
** is never seen without its word. */
static void a_matrix_takes_its_frames_out_of_the_overview(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  Color ink = theme_get(bench.view.theme)->ink;
  for (float t = 0.1f; t < 0.55f; t += 0.1f) {
    look_unfolding(&bench, STAGE_WEIGHTS, t);
    const DrawList *list = draw_sized(&bench, WIDTH, HEIGHT);
    Box cells = {0};
    for (int i = 0; i < list->item_count; i++)
      if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == weights.at)
        cells = list->items[i].as.heatmap.box;
    bool has_frame = false, has_row = false;
    for (int i = 0; i < list->item_count; i++) {
      const DrawBox *box = &list->items[i].as.box;
      if (list->items[i].kind != DRAW_BOX || box->stroke_width <= 0 || box->stroke.a < 100)
        continue;
      bool is_around = fabsf(box->box.x + box->box.w / 2 - cells.x - cells.w / 2) < 3 &&
                       box->box.w > cells.w && box->box.w < cells.w * 1.2f;
      bool is_row = memcmp(&box->stroke, &ink, sizeof ink) == 0;
      has_row |= is_around && is_row && box->box.y > cells.y;
      has_frame |= is_around && !is_row && box->box.h > cells.h;
    }
    if (!has_frame || !has_row) fail_msg("%.1f: frame %d row %d", (double)t, has_frame, has_row);
  }
  bench_free(&bench);
}

/* The last one: thumbnails of heads have the same numbers. */
static const DrawItem *heatmap_drawn(const DrawList *list, MatView values) {
  for (int i = list->item_count - 1; i >= 0; i--)
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == values.at)
      return &list->items[i];
  return NULL;
}

/* Out of the overview the frame of the row is as far from its cells at every size of these, and from
** the middle of the way on each row and each column has its name beside it. */
static void frames_keep_to_their_cells_and_names_ride_on_them(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  Color ink = theme_get(bench.view.theme)->ink;
  for (float t = 0.1f; t < 0.6f; t += 0.1f) {
    bench_look(&bench, STAGE_WEIGHTS, 8, 2);
    look_unfolding(&bench, STAGE_WEIGHTS, t);
    const DrawList *list = draw_sized(&bench, WIDTH, HEIGHT);
    const DrawItem *drawn = heatmap_drawn(list, weights);
    assert_non_null(drawn);
    Box cells = drawn->as.heatmap.box;
    float pitch = cells.h / (float)weights.rows, line = cells.y + 7 * pitch;
    int frames = 0, rows = 0, cols = 0;
    for (int i = 0; i < list->item_count; i++) {
      const DrawBox *box = &list->items[i].as.box;
      const DrawText *text = &list->items[i].as.text;
      if (list->items[i].kind == DRAW_BOX && box->stroke_width > 0 &&
          memcmp(&box->stroke, &ink, sizeof ink) == 0 && box->box.x < cells.x &&
          box->box.x > cells.x - 9) {
        frames++;
        assert_true(box->box.y > line - 4 && box->box.y + box->box.h < line + pitch + 4);
      }
      if (list->items[i].kind != DRAW_TEXT || text->face == FACE_MONO) continue;
      bool is_row = text->angle_deg == 0 && text->at.y > cells.y && text->at.y < cells.y + cells.h;
      rows += is_row && fabsf(cells.x - text->at.x - text->width_pt) < 12;
      cols += text->angle_deg != 0 && text->at.y < cells.y && text->at.y > cells.y - 20;
    }
    if (frames != 1) fail_msg("at %g: %d frames", (double)t, frames);
    if (t > 0.48f && (rows < weights.rows || cols < weights.cols))
      fail_msg("at %g: %d rows, %d columns", (double)t, rows, cols);
  }
  bench_free(&bench);
}

/* Every part of a row has the colour of its share and, where it is wide, its number, whether or not
** another row is chosen: that one has a frame. */
static void shares_keep_their_colour_while_they_lie_in_a_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  draw_moment(&bench, STAGE_MASKED, STAGE_WEIGHTS, 0.65f);
  Scene scene = bench_scene(&bench, WIDTH, HEIGHT, 1);
  DrawHeatmap all = {.values = weights,
                     .mix = 1,
                     .palette = scene_palette(&scene, TRACE_WEIGHTS),
                     .range = scene_range(&scene, TRACE_WEIGHTS, 0, 0),
                     .filled = -1,
                     .theme = bench.view.theme};
  Color focus = scene.pen.theme->focus;
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    draw_moment(&bench, STAGE_MASKED, STAGE_WEIGHTS, 0.65f);
    int frames = 0;
    for (int i = 0; i < bench.list.item_count; i++)
      frames += bench.list.items[i].kind == DRAW_BOX &&
                memcmp(&bench.list.items[i].as.box.stroke, &focus, sizeof focus) == 0;
    assert_int_equal(frames > 0, pass == 0);
    for (int row = 0; row < weights.rows; row++)
      for (int col = 0; col < weights.cols; col++) {
        float share = mat_get(weights, row, col);
        if (share < 0.01f) continue;
        assert_true(has_fill(&bench.list, draw_heatmap_color(&all, row, col)));
        if (share > 0.3f) assert_true(bench_has(&bench, number_cell(share, true).at));
      }
  }
  bench_free(&bench);
}

/* The formula is that of the stage gone to from the first moment on, and asks for its numbers until
** these have come. What has numbers belongs to the former stage until then: the panel keeps them,
** and says in a sentence what is happening. */
static void what_is_beside_waits_for_the_numbers(void **state) {
  (void)state;
  View view = view_default();
  view.kind = view.from_kind = VIEW_STAGE;
  view.stage = STAGE_WEIGHTS;
  view.from_stage = STAGE_MASKED;
  for (float t = 0; t < 1; t += 0.1f) {
    view.transition = t;
    assert_true(view_tells_former(&view) == (t < VIEW_MOMENT_TOLD));
  }
  view.transition = 1;
  assert_false(view_tells_former(&view));
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  bench.view.from_kind = VIEW_STAGE;
  bench.view.from_stage = STAGE_MASKED;
  bench.view.transition = 0.5f;
  View asked, left;
  Scene scene = bench_scene(&bench, WIDTH, HEIGHT, 1), beside = scene_beside(&scene, &asked);
  Scene former = scene_of_former(&scene, &left);
  assert_true(beside.view->stage == STAGE_WEIGHTS && former.view->stage == STAGE_MASKED);
  Str line = captions_focus_line(&beside), chosen = captions_chosen(&beside);
  assert_true(line.bytes > 0);
  assert_true(str_ends(chosen, " = ?"));
  assert_null(strstr(line.at, "weight"));
  assert_non_null(strstr(captions_focus_line(&former).at, "masked"));
  assert_non_null(former.coming);
  inspector_draw(&former, (Box){0, 0, 330, HEIGHT});
  assert_true(bench_has(&bench, "Each row becomes shares of 1."));
  MatView masked = trace_matrix(bench.run.trace, TRACE_MASKED, 0, 0);
  assert_true(bench_contains(&bench, number_full(mat_get(masked, 7, 1)).at));
  assert_false(bench_contains(&bench, "?") || bench_contains(&bench, "Next: "));
  bench.view.transition = 0.9f;
  scene = bench_scene(&bench, WIDTH, HEIGHT, 1);
  beside = scene_beside(&scene, &asked);
  assert_non_null(strstr(captions_focus_line(&beside).at, "weight"));
  bench_free(&bench);
}

/* Texts that begin with the name of a token; others: words that an arrow stands before. */
static int named_rows(const DrawList *list, const Trace *trace, int *others) {
  int named = 0;
  bool is_answer = false;
  *others = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->color.a < 128) continue;
    bool is_name = false;
    for (int token = 0; token < trace_token_count(trace); token++) {
      Str label = trace_token(trace, token)->label;
      is_name |= str_equal(text->text, label);
    }
    named += is_name && !is_answer;
    *others += is_answer;
    is_answer = str_equal(text->text, STR("→"));
  }
  return named;
}

/* Every row that has come to its answer has its name with it, also where the name is told apart
** there, and the followed one above its numbers, too; one word of the list is also a name. An answer
** of the same spelling as a name comes later. */
static void rows_take_their_names_to_the_prediction(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  for (float t = 0.45f; t < 0.75f; t += 0.1f) {
    int others;
    bench_look(&bench, STAGE_LOGITS, 8, 1);
    const DrawList *list = draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, t);
    int named = named_rows(list, trace, &others);
    if (named < trace_token_count(trace) + 1 || (others != 0 && t < 0.63f))
      fail_msg("at %g: %d rows named, %d answers", (double)t, named, others);
  }
  bench_free(&bench);
}

static Box line_box(const DrawText *text) {
  float up = text->size_pt * 0.7f;
  double turn = (double)text->angle_deg * 3.14159265358979 / 180;
  float c = (float)cos(turn), n = (float)sin(turn);
  float along = text->at.x * c - text->at.y * n, across = text->at.x * n + text->at.y * c;
  return (Box){along, across - up, text->width_pt, up + text->size_pt * 0.2f};
}

/* Texts of one angle that can be seen. */
static void assert_no_text_over_another(const DrawList *list, const char *from, const char *to,
                                        float t) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *a = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || a->color.a < 80) continue;
    for (int k = 0; k < i; k++) {
      const DrawText *b = &list->items[k].as.text;
      if (list->items[k].kind != DRAW_TEXT || b->color.a < 80 || a->angle_deg != b->angle_deg)
        continue;
      if (memcmp(&a->at, &b->at, sizeof a->at) == 0 && str_equal(a->text, b->text)) continue;
      Box common = box_common(line_box(a), line_box(b));
      if (fminf(common.w, common.h) > 0.3f * fminf(a->size_pt, b->size_pt))
        fail_msg("%s to %s at %g: \"%.*s\" over \"%.*s\"", from, to, (double)t, (int)a->text.bytes,
                 a->text.at, (int)b->text.bytes, b->text.at);
    }
  }
}

static void no_word_lies_over_another_at(float width, float height) {
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  for (int i = 0; i < trace_stage_count(trace); i++)
    for (float t = 0.05f; t < 1; t += 0.05f) {
      StageId to = trace_stage_at(trace, i);
      const char *name = stage_info(to)->name;
      bench_look(&bench, to, 8, 2);
      if (i > 0) {
        StageId from = trace_stage_at(trace, i - 1);
        bench_look_between(&bench, from, to, t);
        const DrawList *list = draw_sized(&bench, width, height);
        assert_no_text_over_another(list, stage_info(from)->name, name, t);
      }
      look_unfolding(&bench, to, t);
      assert_no_text_over_another(draw_sized(&bench, width, height), "overview", name, t);
    }
  bench_free(&bench);
}

static void no_word_lies_over_another(void **state) {
  (void)state;
  no_word_lies_over_another_at(WIDTH, HEIGHT);
  no_word_lies_over_another_at(420, 300);
}

static Box heatmap_box(const DrawList *list, MatView values) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == values.at)
      return list->items[i].as.heatmap.box;
  fail_msg("not drawn");
  return (Box){0};
}

/* K is above Q in the overview and below it on the stage. */
static void q_and_k_step_aside(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  for (float t = 0.05f; t < 1; t += 0.025f) {
    bench_look(&bench, STAGE_QKV, 8, 2);
    look_unfolding(&bench, STAGE_QKV, t);
    const DrawList *list = draw_sized(&bench, WIDTH, HEIGHT);
    Box q = heatmap_box(list, trace_matrix(trace, TRACE_Q, bench.view.layer, bench.view.head));
    Box k = heatmap_box(list, trace_matrix(trace, TRACE_K, bench.view.layer, bench.view.head));
    Box common = box_common(q, k);
    if (fminf(common.w, common.h) > 0.1f * q.h) fail_msg("Q lies on K at %g", (double)t);
  }
  bench_free(&bench);
}

/* A name at the head of a column goes with it, and what the axes are with the matrix; so it does
** where K stands between the names and the scores. */
static void assert_columns_named(SceneBench *bench, StageId from, StageId to, int columns_least,
                                 int axes_least) {
  bench_look(bench, to, 8, 0);
  const DrawList *list = draw_moment(bench, from, to, 0.3f);
  int columns = 0, axes = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->color.a < 128) continue;
    columns += text->angle_deg != 0;
    axes += str_equal(text->text, STR("query ↓")) || str_equal(text->text, STR("key →"));
  }
  if (columns < columns_least || axes < axes_least)
    fail_msg("to %s: %d columns, %d axes named", stage_info(to)->name, columns, axes);
}

static void columns_take_their_names_along(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  /* keys are the columns of the weights and then the rows of V, where they have their names */
  assert_columns_named(&bench, STAGE_WEIGHTS, STAGE_OUTPUT, 0, 2);
  assert_columns_named(&bench, STAGE_SCORES, STAGE_SCALED, 5, 0);
  bench_free(&bench);
}

/* X goes to where the layer on show is read, and becomes what the layers before made of it. */
static void x_goes_through_the_layers_before(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  bench_look(&bench, STAGE_QKV, 8, 1);
  bench.view.layer = 1;
  MatView x = trace_matrix(trace, TRACE_X, 0, 0), input = trace_matrix(trace, TRACE_INPUT, 1, 0);
  for (float t = 0.1f; t < 0.36f; t += 0.05f) {
    draw_moment(&bench, STAGE_EMBED, STAGE_QKV, t);
    int found = 0;
    for (int i = 0; i < bench.list.item_count; i++) {
      const DrawHeatmap *heatmap = &bench.list.items[i].as.heatmap;
      if (bench.list.items[i].kind != DRAW_HEATMAP || heatmap->values.at != input.at) continue;
      assert_ptr_equal(heatmap->before.at, x.at);
      found++;
    }
    assert_int_equal(found, 1);
  }
  draw_moment(&bench, STAGE_EMBED, STAGE_QKV, 0.25f);
  assert_true(bench_has(&bench, "layer 1"));
  bench_free(&bench);
}

/* The numbers of a row leave the weights one after another, and none before the row is there. */
static void a_query_comes_column_by_column(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 8, 1);
  Scene scene = bench_scene(&bench, WIDTH, HEIGHT, 1);
  MatView q = trace_matrix(bench.run.trace, TRACE_Q, 0, 0);
  DrawHeatmap row = {.values = {mat_row(q, 7), 1, q.cols, q.stride},
                     .mix = 1,
                     .palette = scene_palette(&scene, TRACE_Q),
                     .range = scene_range(&scene, TRACE_Q, 0, 0),
                     .filled = -1,
                     .theme = bench.view.theme};
  Color last = draw_heatmap_color(&row, 0, q.cols - 1);
  for (float t = 0.6f; t < 0.85f; t += 0.2f) {
    draw_moment(&bench, STAGE_EMBED, STAGE_QKV, t);
    assert_true(has_fill(&bench.list, last) == (t > 0.7f));
  }
  bench_free(&bench);
}

/* What moves to the layer's output is the sum of what came in and what is joined. */
static void a_layer_adds_before_it_goes_on(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  bench_look(&bench, STAGE_BLOCK, 8, 1);
  float sum = mat_get(trace_matrix(trace, TRACE_INPUT, 0, 0), 3, 2) +
              mat_get(trace_matrix(trace, TRACE_ATTN_PROJ, 0, 0), 3, 2);
  draw_moment(&bench, STAGE_JOINED, STAGE_BLOCK, 0.59f);
  int found = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawHeatmap *heatmap = &bench.list.items[i].as.heatmap;
    if (bench.list.items[i].kind == DRAW_HEATMAP && heatmap->passing && heatmap->mix >= 1 &&
        mat_get(heatmap->values, 3, 2) == sum)
      found++;
  }
  assert_int_equal(found, 1);
  bench_free(&bench);
}

/* One over the other, a bar has darker edges than at rest. */
static void a_bar_is_drawn_once(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_LOGITS, 8, 0);
  draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, 0.9f);
  int bars = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *one = &bench.list.items[i];
    if (one->kind != DRAW_BOX || one->as.box.fill.a == 0) continue;
    bars++;
    for (int k = 0; k < i; k++) {
      const DrawItem *other = &bench.list.items[k];
      if (other->kind == DRAW_BOX && memcmp(&one->as.box.fill, &other->as.box.fill, 3) == 0)
        assert_memory_not_equal(&one->as.box.box, &other->as.box.box, sizeof(Box));
    }
  }
  assert_true(bars > trace_token_count(bench.run.trace));
  bench_free(&bench);
}

/* The colours of a bar, which are no cells. */
static bool is_of_bar(const DrawList *list, int i) {
  const DrawItem *before = &list->items[i > 0 ? i - 1 : 0];
  return list->items[i].kind == DRAW_HEATMAP && before->kind == DRAW_GROUP &&
         before->as.group.name && strcmp(before->as.group.name, "colour-bar") == 0;
}

static bool is_cells(const DrawList *list, int i) {
  return list->items[i].kind == DRAW_HEATMAP && !is_of_bar(list, i);
}

/* After the cells that they mark, as at rest. */
static void outlines_and_lines_lie_over_cells(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_OUTPUT, 8, 0);
  draw_moment(&bench, STAGE_WEIGHTS, STAGE_OUTPUT, 0.01f);
  int cells = -1, outlines = 0, lines = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    if (is_cells(&bench.list, i)) cells = i;
    if (item->kind == DRAW_BOX && item->as.box.fill.a == 0) outlines++;
  }
  for (int i = 0; i < cells; i++)
    assert_false(bench.list.items[i].kind == DRAW_BOX && bench.list.items[i].as.box.fill.a == 0);
  assert_true(outlines > 0);
  bench_look(&bench, STAGE_JOINED, 8, 0);
  draw_moment(&bench, STAGE_OUTPUT, STAGE_JOINED, 0.99f);
  for (int i = 0; i < bench.list.item_count; i++) {
    if (is_cells(&bench.list, i)) lines = 0;
    if (bench.list.items[i].kind == DRAW_CURVE) lines++;
  }
  /* Between heads, above and below the chosen row. */
  int heads = trace_head_count(bench.run.trace, bench.view.layer);
  assert_int_equal(lines, 2 * (heads - 1));
  bench_free(&bench);
}

/* Every row of the output is at its answer: below the row before, or at the top of the next
** column. */
static void rows_become_answers(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  bench_look(&bench, STAGE_LOGITS, 8, 1);
  MatView output = trace_matrix(trace, TRACE_BLOCK, bench.view.layer, 0);
  draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, 0.44f);
  int rows = 0;
  float y = 0, x = 0;
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawHeatmap *heatmap = &bench.list.items[i].as.heatmap;
    if (!is_cells(&bench.list, i) || heatmap->values.rows != 1) continue;
    if (rows == 7) rows++; /* the followed row has numbers, in cells of their own */
    assert_ptr_equal(heatmap->values.at, mat_row(output, rows++));
    assert_true(heatmap->box.y > y || heatmap->box.x > x);
    y = heatmap->box.y + heatmap->box.h;
    x = heatmap->box.x + heatmap->box.w;
  }
  assert_int_equal(rows, trace_token_count(trace));
  bench_free(&bench);
}

/* The digits of the matrix that becomes bars fade over its cells; they do not vanish at once. */
static void digits_fade_over_the_cells(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  MatView scores = trace_matrix(bench.run.trace, TRACE_MASKED, 0, 0);
  bench_look(&bench, STAGE_WEIGHTS, 8, 2);
  draw_moment(&bench, STAGE_MASKED, STAGE_WEIGHTS, 0.05f);
  int digits = 0;
  Box cells = {0, 0, 0, 0};
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawItem *item = &bench.list.items[i];
    const DrawText *text = &item->as.text;
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == scores.at)
      cells = item->as.heatmap.box, digits = 0;
    digits += item->kind == DRAW_TEXT && text->at.x > cells.x && text->at.x < cells.x + cells.w &&
              text->at.y > cells.y && text->at.y < cells.y + cells.h;
  }
  assert_true(cells.w > 0);
  assert_int_equal(digits, scores.rows * scores.cols);
  bench_free(&bench);
}

static bool is_seen_name(const DrawItem *item, const char *name) {
  return item->kind == DRAW_TEXT && item->as.text.face == FACE_BOLD &&
         str_equal(item->as.text.text, str_from(name)) && item->as.text.color.a >= 200;
}

static bool is_frame_of(const DrawItem *item, Color color) {
  Color stroke = item->as.box.stroke;
  return item->kind == DRAW_BOX && item->as.box.fill.a == 0 && item->as.box.stroke_width > 0 &&
         stroke.a >= 200 && stroke.r == color.r && stroke.g == color.g && stroke.b == color.b;
}

/* Until the numbers change, or the room begins, a matrix has its former name, and then the next. */
static void a_matrix_has_its_name_and_its_frame_all_the_way(void **state) {
  (void)state;
  static const struct {
    StageId from, to;
    const char *before, *after;
    float changes; /* the moment at which the name does */
  } ways[] = {{STAGE_SCORES, STAGE_SCALED, "Scores", "Scaled", 0.67f},
              {STAGE_SCALED, STAGE_MASKED, "Scaled", "Masked", 0.55f},
              {STAGE_EMBED, STAGE_QKV, "Input X", "X", 0.38f},
              {STAGE_WEIGHTS, STAGE_OUTPUT, "Weights", "Weights", 0.4f}};
  const float around = 0.08f;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Theme *theme = bench_scene(&bench, WIDTH, HEIGHT, 1).pen.theme;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    for (int step = 1; step < 20; step++) {
      float t = (float)step / 20;
      bench_look(&bench, ways[i].to, 8, 2);
      draw_moment(&bench, ways[i].from, ways[i].to, t);
      int names = 0, frames = 0;
      for (int k = 0; k < bench.list.item_count; k++) {
        const DrawItem *item = &bench.list.items[k];
        names += is_seen_name(item, t < ways[i].changes ? ways[i].before : ways[i].after);
        frames += is_frame_of(item, theme->focus) || is_frame_of(item, theme->ink);
      }
      if (frames == 0) fail_msg("%s at %g: no frame", stage_info(ways[i].to)->name, (double)t);
      if (names == 0 && fabsf(t - ways[i].changes) > around)
        fail_msg("%s at %g: no name", stage_info(ways[i].to)->name, (double)t);
    }
  bench_free(&bench);
}

static int texts_like(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && list->items[i].as.text.color.a >= 128 &&
             str_equal(list->items[i].as.text.text, str_from(words));
  return count;
}

/* How many cells of a matrix have a text in them. */
static int cells_with_numbers(const DrawList *list, const DrawHeatmap *cells) {
  int count = 0;
  for (int row = 0; row < cells->values.rows; row++)
    for (int col = 0; col < cells->values.cols; col++) {
      bool has = false;
      for (int i = 0; i < list->item_count && !has; i++) {
        const DrawText *text = &list->items[i].as.text;
        Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.3f};
        has = list->items[i].kind == DRAW_TEXT && text->color.a >= 128 &&
              box_holds(draw_heatmap_cell(cells, row, col), middle);
      }
      count += has;
    }
  return count;
}

static const DrawHeatmap *heatmap_of(const DrawList *list, MatView values) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == values.at)
      return &list->items[i].as.heatmap;
  return NULL;
}

/* Cells keep their numbers until these change; in the row that is read each score is seen to be
** divided, and no scaled number is there before. */
static void scores_are_seen_to_be_divided(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  MatView scaled = trace_matrix(bench.run.trace, TRACE_SCALED, 0, 0);
  const int tokens = trace_token_count(bench.run.trace);
  for (int step = 1; step < 20; step++) {
    float t = (float)step / 20;
    bench_look(&bench, STAGE_SCALED, 8, 0);
    bench_look_between(&bench, STAGE_SCORES, STAGE_SCALED, t);
    const DrawList *list = draw_sized(&bench, LARGE, LARGE);
    const DrawHeatmap *cells = heatmap_of(list, scaled);
    assert_non_null(cells);
    bool changes = t > 0.6f && t < 0.74f;
    int with = cells_with_numbers(list, cells);
    if (!changes && with != tokens * tokens) fail_msg("at %g: %d cells", (double)t, with);
    bool is_divided = t > 0.47f && t < 0.6f;
    bool may_be = t > 0.41f && t < 0.7f;
    if (is_divided || !may_be) assert_int_equal(texts_like(list, "÷ 4"), is_divided ? tokens : 0);
    Number next = number_cell(mat_get(scaled, 7, 1), false);
    assert_int_equal(texts_like(list, next.at) > 0, t > 0.68f);
  }
  bench_free(&bench);
}

/* Bars keep their scores, with the names of their keys when they do not stand below them, until they
** are shares. */
static void a_share_is_told_when_its_bar_lies_in_the_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  const Trace *trace = bench.run.trace;
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, 0, 0);
  const int query = 7;
  int key = 0; /* the heaviest */
  for (int i = 1; i < weights.cols; i++)
    if (mat_get(weights, query, i) > mat_get(weights, query, key)) key = i;
  Number score = number_cell(mat_get(trace_matrix(trace, TRACE_MASKED, 0, 0), query, key), false);
  Number share = number_cell(mat_get(weights, query, key), true);
  Str name = trace_key(trace, key)->label;
  for (int step = 1; step < 16; step++) {
    float t = (float)step / 20;
    bench_look(&bench, STAGE_WEIGHTS, query + 1, 0);
    bench_look_between(&bench, STAGE_MASKED, STAGE_WEIGHTS, t);
    const DrawList *list = draw_sized(&bench, LARGE, LARGE);
    int names = 0, columns = -1; /* a row has that name too */
    for (int i = 0; i < list->item_count; i++) {
      const DrawText *text = &list->items[i].as.text;
      if (list->items[i].kind != DRAW_TEXT || !str_equal(text->text, name)) continue;
      if (text->color.a < 64) continue;
      columns += text->face != FACE_SEMIBOLD;
      names += text->face == FACE_SEMIBOLD;
    }
    bool lies = t > 0.43f;
    bool may_be = t > 0.43f && t < 0.47f; /* a bar has just begun to grow wider */
    if (columns != !lies || (!may_be && (names > 0) != lies))
      fail_msg("at %g: above %d, in bars %d", (double)t, columns, names);
    int scores = texts_like(list, score.at), shares = texts_like(list, share.at);
    bool is_share = t > 0.61f, is_changing = t > 0.58f && t < 0.66f;
    if (!is_changing && !may_be && ((scores > 0) == is_share || (shares > 0) != is_share))
      fail_msg("at %g: %s %d times, %s %d times", (double)t, score.at, scores, share.at, shares);
  }
  bench_free(&bench);
}

/* Scores keep the size that they have in their cells, and shares have that of theirs from the first
** moment on. */
static void numbers_of_bars_keep_their_size(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const float moments[] = {0, 0.3f, 0.46f, 0.55f, 0.66f, 0.72f, 0.8f, 1};
  float before = 0, after = 0;
  for (int pass = 0; pass < 2; pass++) /* the sizes at rest first */
    for (size_t m = pass ? 1 : 0; m < sizeof moments / sizeof *moments; m += pass ? 1 : 7) {
      bench_look(&bench, STAGE_WEIGHTS, 8, 0);
      bench_look_between(&bench, STAGE_MASKED, STAGE_WEIGHTS, moments[m]);
      const DrawList *list = draw_sized(&bench, LARGE, LARGE);
      const DrawHeatmap *own = NULL;
      int numbers = 0;
      for (int i = 0; i < list->item_count && !own; i++)
        if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.rows > 1)
          own = &list->items[i].as.heatmap;
      Box cells = own ? own->box : (Box){0, 0, LARGE, 0.86f * LARGE};
      for (int i = 0; i < list->item_count; i++) {
        const DrawText *text = &list->items[i].as.text;
        if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO || text->color.a < 100 ||
            !box_holds(cells, text->at))
          continue;
        bool is_share = text->text.at[0] == '.', is_score = !is_share && strchr(text->text.at, '.');
        if (!is_share && !is_score) continue;
        float *size = is_share ? &after : &before;
        if (pass == 0) *size = text->size_pt;
        else if (fabsf(text->size_pt - *size) > 0.01f)
          fail_msg("at %g: %.*s has size %g, not %g", (double)moments[m], (int)text->text.bytes,
                   text->text.at, (double)text->size_pt, (double)*size);
        numbers++;
      }
      if (numbers < 8) fail_msg("at %g: %d numbers", (double)moments[m], numbers);
    }
  bench_free(&bench);
}

/* A key that is hidden from all has no bar: in each row lie those of the others. */
static void hidden_keys_have_no_bars(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "padding 9", BENCH_SENTENCE);
  const int tokens = trace_token_count(bench.run.trace);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  bench_look_between(&bench, STAGE_MASKED, STAGE_WEIGHTS, 0.55f);
  const DrawList *list = draw_sized(&bench, LARGE, LARGE);
  int bars = 0;
  for (int i = 0; i < list->item_count; i++)
    bars += list->items[i].kind == DRAW_BOX && list->items[i].as.box.fill.a > 0 &&
            list->items[i].as.box.stroke.a > 0;
  if (bars == 0 || bars > tokens * (tokens - 9)) fail_msg("%d bars", bars);
  bench_free(&bench);
}

/* The rows with digits keep their numbers on the way, and give way to the next ones when these have
** come. */
static void rows_with_digits_stay_until_the_next(void **state) {
  (void)state;
  static const struct {
    StageId from, to;
    const char *before, *after;
  } ways[] = {{STAGE_EMBED, STAGE_QKV, "= X", "Q"}, {STAGE_JOINED, STAGE_BLOCK, "head 1", "+ MLP"}};
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.interactive = true;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    for (int step = 1; step < 20; step++) {
      float t = (float)step / 20;
      bench_look(&bench, ways[i].to, 8, 0);
      bench_look_between(&bench, ways[i].from, ways[i].to, t);
      const DrawList *list = draw_sized(&bench, LARGE, LARGE);
      if (t < 0.72f) assert_true(texts_like(list, ways[i].before) > 0);
      if (t > 0.84f) assert_true(texts_like(list, ways[i].after) > 0);
      if (t < 0.78f && i == 1) assert_int_equal(texts_like(list, ways[i].after), 0);
      int numbers = 0;
      for (int k = 0; k < list->item_count; k++)
        numbers += list->items[k].kind == DRAW_TEXT && list->items[k].as.text.face == FACE_MONO &&
                   list->items[k].as.text.size_pt > 12 && list->items[k].as.text.color.a > 128;
      if (t < 0.74f && numbers < 20) fail_msg("at %g: %d numbers", (double)t, numbers);
    }
  bench_free(&bench);
}

/* Tokens that are signs or digits keep their names as words do. */
static void names_of_signs_go_with_their_rows(void **state) {
  static const char *const names[] = {"saw", ",", "42", "(", "“", "?"};
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "saw , 42 ( “ ?");
  bench.interactive = true;
  for (int step = 5; step < 19; step++) {
    bench_look(&bench, STAGE_OUTPUT, 1, 0);
    bench_look_between(&bench, STAGE_WEIGHTS, STAGE_OUTPUT, (float)step / 20);
    const DrawList *list = draw_sized(&bench, LARGE, LARGE);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (texts_like(list, names[i]) == 0) fail_msg("no %s at %d of 20", names[i], step);
  }
  bench_free(&bench);
}

/* In a low window a page of columns has the weights and names of keys beside it: they come with its
** numbers, and the strip of all columns gives way to it. */
static void a_page_of_the_weighted_sum_comes_as_a_whole(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.interactive = true;
  bench_look(&bench, STAGE_OUTPUT, 8, 0);
  bench_look_between(&bench, STAGE_WEIGHTS, STAGE_OUTPUT, 0.86f);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  float most = 0;
  for (int key = 0; key < weights.cols; key++) most = fmaxf(most, mat_get(weights, 7, key));
  const DrawList *list = draw_sized(&bench, 536, 364);
  assert_int_equal(texts_like(list, number_cell(most, true).at), 1);
  for (int i = 0; i < list->item_count; i++)
    assert_false(list->items[i].kind == DRAW_HEATMAP &&
                 list->items[i].as.heatmap.values.rows == 1 &&
                 list->items[i].as.heatmap.box.h > 20);
  bench_free(&bench);
}

/* The words of the axes are in both pictures, beside other matrices, and not seen only while other
** words, which go, are in their way. */
static void axes_keep_their_words(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.interactive = true;
  for (int step = 5; step < 20; step++) {
    bench_look(&bench, STAGE_SCALED, 8, 0);
    bench_look_between(&bench, STAGE_SCORES, STAGE_SCALED, (float)step / 20);
    const DrawList *list = draw_sized(&bench, LARGE, LARGE);
    int query = texts_like(list, "query (asks) ↓") + texts_like(list, "query ↓");
    int key = texts_like(list, "key (is asked) →") + texts_like(list, "key →");
    if (query != 1 || key != 1) fail_msg("at %d of 20: %d, %d", step, query, key);
  }
  bench_free(&bench);
}

/* Kinds of attention whose stages have motions of their own. */
static const struct {
  const char *kind, *mask;
  StageId from, to;
} kind_motions[] = {
    {"positions rope", "causal", STAGE_QKV, STAGE_ROTATED},
    {"positions alibi", "none", STAGE_SCALED, STAGE_BIASED},
    {"positions t5", "causal", STAGE_SCALED, STAGE_BIASED},
    {"approximate linformer 3", "none", STAGE_QKV, STAGE_PROJECTED},
    {"approximate performer 8", "causal", STAGE_QKV, STAGE_FEATURES},
    {"positions rope; approximate performer 24", "none", STAGE_ROTATED, STAGE_FEATURES},
    {"schedule flash 4 4", "causal", STAGE_WEIGHTS, STAGE_TILES},
    {"dropout 0.3", "causal", STAGE_WEIGHTS, STAGE_DROPPED}};
enum { KIND_MOTIONS = sizeof kind_motions / sizeof kind_motions[0] };

static SceneBench bench_of_kind(int index) {
  const char *mask = kind_motions[index].mask;
  SceneBench bench = bench_make("hand-made", mask, BENCH_SENTENCE);
  run_free(&bench.run);
  bench.run = run_make_kind("hand-made", mask, kind_motions[index].kind, str_from(BENCH_SENTENCE));
  return bench;
}

/* Ends are stages at rest, a moment is the same twice and on the way back, nothing answers a hand,
** something is always seen, and no word lies over another. */
static void motions_of_kinds_are_like_all_others(void **state) {
  (void)state;
  for (int i = 0; i < KIND_MOTIONS; i++) {
    SceneBench first = bench_of_kind(i), second = bench_of_kind(i);
    StageId from = kind_motions[i].from, to = kind_motions[i].to;
    const char *name = stage_info(to)->name;
    for (float t = 0; t <= 1; t += 0.03125f) {
      bench_look(&first, to, 8, 0);
      bench_look(&second, to, 8, 0);
      draw_moment(&first, from, to, t);
      if (t > 0 && t < 1) draw_moment(&second, to, from, 1 - t);
      else draw_moment(&second, t > 0 ? to : from, t > 0 ? to : from, 1);
      assert_same_picture(&first.list, &second.list, name, t);
      if (t > 0 && t < 1) assert_int_equal(first.list.hit_count, 0);
      CountReport report = count_list(&first.list, NULL, first.arena);
      if (report.cells == 0 && report.boxes + report.texts + report.curves == 0)
        fail_msg("%s at %g is empty", name, (double)t);
      assert_no_text_over_another(&first.list, stage_info(from)->name, name, t);
    }
    bench_free(&first);
    bench_free(&second);
  }
}

/* They differ from cells that fade: in the middle of the way the room's own picture is seen. */
static void every_kind_has_a_picture_of_its_way(void **state) {
  (void)state;
  for (int i = 0; i < KIND_MOTIONS; i++) {
    const StageMotion *motion = stage_motion_of(kind_motions[i].from, kind_motions[i].to);
    assert_non_null(motion);
    assert_non_null(motion->room);
  }
}

/* Cells that chance leaves out are empty before the others grow. */
static void weights_go_out_before_the_others_grow(void **state) {
  (void)state;
  SceneBench bench = bench_of_kind(KIND_MOTIONS - 1);
  MatView weights = trace_matrix(bench.run.trace, TRACE_WEIGHTS, 0, 0);
  MatView dropped = trace_matrix(bench.run.trace, TRACE_DROPPED, 0, 0);
  bench_look(&bench, STAGE_DROPPED, 8, 0);
  const DrawList *list = draw_moment(&bench, STAGE_WEIGHTS, STAGE_DROPPED, 0.6f);
  int left_out = 0, covered = 0;
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++)
      left_out += mat_get(weights, row, col) > 0 && !(mat_get(dropped, row, col) > 0);
  const DrawHeatmap *cells = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_HEATMAP && item->as.heatmap.values.at == dropped.at)
      cells = &item->as.heatmap;
    if (cells && item->kind == DRAW_BOX && item->as.box.fill.a > 0) covered++;
  }
  assert_non_null(cells);
  assert_true(cells->mix <= 0 && cells->before.at == weights.at);
  assert_true(left_out > 0 && covered >= left_out);
  bench_free(&bench);
}

/* Both summands are seen beside each other, on the range of the sum. */
static void biases_stand_beside_the_scores(void **state) {
  (void)state;
  SceneBench bench = bench_of_kind(1);
  const Trace *trace = bench.run.trace;
  bench_look(&bench, STAGE_BIASED, 8, 0);
  const DrawList *list = draw_moment(&bench, STAGE_SCALED, STAGE_BIASED, 0.48f);
  Box biases = heatmap_box(list, trace_matrix(trace, TRACE_BIAS, 0, 0));
  Box scores = heatmap_box(list, trace_matrix(trace, TRACE_BIASED, 0, 0));
  assert_true(biases.x > scores.x + scores.w);
  assert_true(fabsf(biases.w - scores.w) < 1 && fabsf(biases.y - scores.y) < 1);
  assert_true(bench_has(&bench, "+"));
  list = draw_moment(&bench, STAGE_SCALED, STAGE_BIASED, 0.7f);
  biases = heatmap_box(list, trace_matrix(trace, TRACE_BIAS, 0, 0));
  scores = heatmap_box(list, trace_matrix(trace, TRACE_BIASED, 0, 0));
  assert_memory_equal(&biases, &scores, sizeof biases);
  bench_free(&bench);
}

/* The rows with digits come with their numbers: their names stand above a matrix, whose they are
** not; and the cells of the row that Prediction opens do not stand in the row that goes there. */
static void nothing_of_what_is_to_come_stands_alone(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Color ground = bench_scene(&bench, WIDTH, HEIGHT, 1).pen.theme->panel;
  bench_look(&bench, STAGE_BLOCK, 8, 2);
  draw_moment(&bench, STAGE_JOINED, STAGE_BLOCK, 0.5f);
  assert_false(bench_has(&bench, "+ MLP"));
  bench_look(&bench, STAGE_LOGITS, 8, 1);
  draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, 0.5f);
  for (int i = 0; i < bench.list.item_count; i++) {
    const DrawBox *box = &bench.list.items[i].as.box;
    if (bench.list.items[i].kind == DRAW_BOX)
      assert_int_not_equal(memcmp(&box->fill, &ground, sizeof ground), 0);
  }
  bench_free(&bench);
}

static const DrawHeatmap *bar_of(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++) {
    MatView values = list->items[i].as.heatmap.values;
    bool is_bar = values.cols == 1 ? values.rows > 100 : values.rows == 1 && values.cols > 100;
    if (list->items[i].kind == DRAW_HEATMAP && is_bar) return &list->items[i].as.heatmap;
  }
  return NULL;
}

/* Colours and numbers of a bar are there together, and a bar that another follows gives way to it at
** once: no size or number of it stands without them. */
static void a_bar_is_there_as_a_whole(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  static const StageId ways[][2] = {{STAGE_SCALED, STAGE_MASKED}, {STAGE_MASKED, STAGE_WEIGHTS}};
  for (int i = 0; i < 2; i++)
    for (int step = 1; step < 20; step++) {
      float t = (float)step / 20;
      if (step == 11) continue; /* one gives way to the next */
      bench_look(&bench, ways[i][1], 8, 2);
      const DrawList *list = draw_moment(&bench, ways[i][0], ways[i][1], t);
      const DrawHeatmap *bar = bar_of(list);
      bool is_share = bar && bar->range.low >= 0;
      if (!bar || is_share != (i == 1 && t > 0.58f))
        fail_msg("to %s at %g", stage_info(ways[i][1])->name, (double)t);
      assert_true(bench_has(&bench, is_share ? "1" : number_plus(number_end(bar->range.high)).at));
    }
  bench_free(&bench);
}

/* Pale bars beside words that are not asked for would be specks on the rows that become answers. */
static void no_speck_lies_on_a_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int rows = 0;
  for (float t = 0.05f; t < 0.78f; t += 0.02f) {
    bench_look(&bench, STAGE_LOGITS, 8, 2);
    const DrawList *list = draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, t);
    for (int i = 0; i < list->item_count; i++) {
      if (list->items[i].kind != DRAW_HEATMAP || !list->items[i].as.heatmap.passing) continue;
      rows++;
      for (int k = i + 1; k < list->item_count; k++) {
        const DrawBox *box = &list->items[k].as.box;
        Box common = box_common(list->items[i].as.heatmap.box, box->box);
        bool covers = box->box.w > list->items[i].as.heatmap.box.w + 1; /* it pales the row */
        if (list->items[k].kind == DRAW_BOX && box->fill.a > 0 && !covers && common.w > 0.5f &&
            common.h > 0.5f)
          fail_msg("at %g", (double)t);
      }
    }
  }
  assert_true(rows > 100);
  bench_free(&bench);
}

static const DrawText *name_seen(const DrawList *list, const char *name) {
  for (int i = 0; i < list->item_count; i++)
    if (is_seen_name(&list->items[i], name)) return &list->items[i].as.text;
  return NULL;
}

/* Out of the overview every matrix has its name and its bar, also one that turns, and none stands on
** its frame. */
static void matrices_take_names_and_bars_out_of_the_overview(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Color role = bench_scene(&bench, WIDTH, HEIGHT, 1).pen.theme->query;
  for (float t = 0.1f; t < 0.6f; t += 0.1f) {
    bench_look(&bench, STAGE_SCORES, 8, 2);
    look_unfolding(&bench, STAGE_SCORES, t);
    const DrawList *list = draw_sized(&bench, WIDTH, HEIGHT);
    const DrawText *q = name_seen(list, "Q");
    if (!q || !name_seen(list, "K") || !name_seen(list, "Scores")) fail_msg("at %g", (double)t);
    int bars = 0;
    for (int i = 0; i < list->item_count; i++) {
      const DrawItem *item = &list->items[i];
      bars += item->kind == DRAW_HEATMAP && item->as.heatmap.values.cols > 100;
      if (item->kind != DRAW_BOX || memcmp(&item->as.box.stroke, &role, 3) != 0) continue;
      Box frame = item->as.box.box;
      if (q->at.x > frame.x && q->at.x < frame.x + frame.w && q->at.y > frame.y - 2)
        fail_msg("Q stands on its frame at %g", (double)t);
    }
    assert_true(bars >= (t < 0.45f ? 2 : 1)); /* then that of the stage */
  }
  bench_free(&bench);
}

/* It is added row by row where the output will be, and lies over nothing. */
static void a_layer_adds_where_its_output_will_be(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  for (float t = 0.41f; t < 0.8f; t += 0.05f) {
    bench_look(&bench, STAGE_BLOCK, 8, 2);
    const DrawList *list = draw_moment(&bench, STAGE_JOINED, STAGE_BLOCK, t);
    for (int i = 0; i < list->item_count; i++)
      for (int k = 0; k < i; k++) {
        if (list->items[i].kind != DRAW_HEATMAP || list->items[k].kind != DRAW_HEATMAP) continue;
        const DrawHeatmap *one = &list->items[i].as.heatmap, *other = &list->items[k].as.heatmap;
        Box common = box_common(one->box, other->box);
        bool is_same = memcmp(&one->box, &other->box, sizeof(Box)) == 0;
        if (!is_same && common.w > 1 && common.h > 1) fail_msg("at %g", (double)t);
      }
    if (t > 0.48f && t < 0.6f) assert_true(bench_has(&bench, "x + joined"));
  }
  bench_free(&bench);
}

/* A sum without its terms has no sign, a row of results no name before its numbers, and a wide box
** says what it means. */
static void no_word_stands_before_what_it_is_of(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.interactive = true;
  bench_look(&bench, STAGE_JOINED, 8, 0);
  bench_look_between(&bench, STAGE_OUTPUT, STAGE_JOINED, 0.5f);
  const DrawList *list = draw_sized(&bench, LARGE, LARGE);
  bool has_terms = texts_like(list, "×") > 0;
  assert_int_equal(texts_like(list, "= output of it"), has_terms);
  assert_int_equal(texts_like(list, "output of it"), !has_terms);
  bench_look(&bench, STAGE_QKV, 8, 0);
  bench_look_between(&bench, STAGE_EMBED, STAGE_QKV, 0.5f);
  list = draw_sized(&bench, LARGE, LARGE);
  assert_true(texts_like(list, "W") > 0 && texts_like(list, "it") <= 2);
  bench_look(&bench, STAGE_WEIGHTS, 8, 0);
  bench_look_between(&bench, STAGE_MASKED, STAGE_WEIGHTS, 0.55f);
  list = draw_sized(&bench, LARGE, LARGE);
  assert_int_equal(texts_like(list, "A wider box: a larger e"), 1);
  bench_free(&bench);
}

/* No bar is there before the row meets its word. */
static void bars_wait_for_rows(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  Color bar = bench_scene(&bench, WIDTH, HEIGHT, 1).pen.theme->output_line;
  bench_look(&bench, STAGE_LOGITS, 8, 2);
  const DrawList *list = draw_moment(&bench, STAGE_BLOCK, STAGE_LOGITS, 0.43f);
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_BOX)
      assert_memory_not_equal(&list->items[i].as.box.fill, &bar, sizeof bar);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pair_of_the_rail_has_a_row),
      cmocka_unit_test(its_ends_are_the_stages_at_rest),
      cmocka_unit_test(a_moment_is_a_picture_like_any_other),
      cmocka_unit_test(no_moment_is_empty),
      cmocka_unit_test(a_score_is_seen_when_its_last_product_has_fallen),
      cmocka_unit_test(shares_keep_their_colour_while_they_lie_in_a_row),
      cmocka_unit_test(heads_take_their_names_along),
      cmocka_unit_test(a_matrix_takes_its_frames_out_of_the_overview),
      cmocka_unit_test(frames_keep_to_their_cells_and_names_ride_on_them),
      cmocka_unit_test(what_is_beside_waits_for_the_numbers),
      cmocka_unit_test(rows_take_their_names_to_the_prediction),
      cmocka_unit_test(a_matrix_has_its_name_and_its_frame_all_the_way),
      cmocka_unit_test(scores_are_seen_to_be_divided),
      cmocka_unit_test(a_share_is_told_when_its_bar_lies_in_the_row),
      cmocka_unit_test(numbers_of_bars_keep_their_size),
      cmocka_unit_test(hidden_keys_have_no_bars),
      cmocka_unit_test(rows_with_digits_stay_until_the_next),
      cmocka_unit_test(names_of_signs_go_with_their_rows),
      cmocka_unit_test(a_page_of_the_weighted_sum_comes_as_a_whole),
      cmocka_unit_test(axes_keep_their_words),
      cmocka_unit_test(no_word_lies_over_another),
      cmocka_unit_test(q_and_k_step_aside),
      cmocka_unit_test(columns_take_their_names_along),
      cmocka_unit_test(x_goes_through_the_layers_before),
      cmocka_unit_test(a_query_comes_column_by_column),
      cmocka_unit_test(a_layer_adds_before_it_goes_on),
      cmocka_unit_test(a_layer_adds_where_its_output_will_be),
      cmocka_unit_test(no_word_stands_before_what_it_is_of),
      cmocka_unit_test(bars_wait_for_rows),
      cmocka_unit_test(rows_become_answers),
      cmocka_unit_test(a_bar_is_drawn_once),
      cmocka_unit_test(outlines_and_lines_lie_over_cells),
      cmocka_unit_test(digits_fade_over_the_cells),
      cmocka_unit_test(motions_of_kinds_are_like_all_others),
      cmocka_unit_test(every_kind_has_a_picture_of_its_way),
      cmocka_unit_test(weights_go_out_before_the_others_grow),
      cmocka_unit_test(biases_stand_beside_the_scores),
      cmocka_unit_test(nothing_of_what_is_to_come_stands_alone),
      cmocka_unit_test(a_bar_is_there_as_a_whole),
      cmocka_unit_test(no_speck_lies_on_a_row),
      cmocka_unit_test(matrices_take_names_and_bars_out_of_the_overview),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
