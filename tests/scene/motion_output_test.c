/* Between Softmax and the weighted sum: rows have their names, the matrix its numbers, what flies
** lies on no word, and no moment is a page with little on it. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "scene/number.h"
#include "scene/scene.h"
#include "scene/scene_bench.h"
#include "scene/stages/output.h"

enum { QUERY = 7, LAYER = 1, HEAD = 3 }; /* of a pronoun, which asks for its noun */
static const Box WIDE = {0, 0, 880, 640}, LOW = {0, 0, 536, 364};

static SceneBench make(int layer, int head) {
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = layer;
  bench.view.head = head;
  return bench;
}

static MatView weights_of(const SceneBench *bench) {
  return trace_matrix(bench->run.trace, TRACE_WEIGHTS, bench->view.layer, bench->view.head);
}

static const DrawList *draw_at(SceneBench *bench, Box box, float t) {
  bench_look(bench, STAGE_OUTPUT, QUERY + 1, 0);
  bench_look_between(bench, STAGE_WEIGHTS, STAGE_OUTPUT, t);
  return bench_draw(bench, box);
}

static const DrawText *text_of(const DrawList *list, const char *words, bool is_digits) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_mono = text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
    if (list->items[i].kind == DRAW_TEXT && is_mono == is_digits &&
        str_equal(text->text, str_from(words)))
      return text;
  }
  return NULL;
}

static int heaviest_of(SceneBench *bench) {
  MatView weights = weights_of(bench);
  int key = 0;
  for (int i = 1; i < weights.cols; i++)
    if (mat_get(weights, QUERY, i) > mat_get(weights, QUERY, key)) key = i;
  return key;
}

/* The name of its key, bold in the colour of values. */
static const DrawText *name_of(const DrawList *list, Str name) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && text->face == FACE_BOLD && text->color.a > 0 &&
        str_equal(text->text, name))
      return text;
  }
  return NULL;
}

static void rows_of_v_come_with_their_names(void **state) {
  (void)state;
  SceneBench bench = make(LAYER, HEAD);
  MatView v = trace_matrix(bench.run.trace, TRACE_V, LAYER, HEAD);
  int key = heaviest_of(&bench), seen = 0;
  Number first = number_cell_fine(mat_get(v, key, 0));
  for (int low = 0; low < 2; low++)
    for (float t = 0.02f; t < 0.46f; t += 0.01f) {
      const DrawList *list = draw_at(&bench, low ? LOW : WIDE, t);
      const DrawText *number = text_of(list, first.at, true);
      if (!number || number->color.a < 100) continue;
      const DrawText *name = name_of(list, trace_key(bench.run.trace, key)->label),
                     *title = text_of(list, "V", false);
      bool is_named = name && name->color.a >= 0.9f * (float)number->color.a &&
                      fabsf(name->at.y - number->at.y) < number->size_pt;
      if (!is_named) fail_msg("at %g: %s without a name", (double)t, first.at);
      if (!title || title->color.a < 0.9f * (float)number->color.a)
        fail_msg("at %g: V has no title", (double)t);
      seen++;
    }
  assert_true(seen > 20);
  bench_free(&bench);
}

static int numbers_in(const DrawList *list, Box box) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    count += list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO && text->color.a >= 200 &&
             box_holds(box, text->at);
  }
  return count;
}

static const DrawHeatmap *weights_in(SceneBench *bench, const DrawList *list) {
  MatView weights = weights_of(bench);
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == weights.at)
      return &list->items[i].as.heatmap;
  fail_msg("no weights");
  return NULL;
}

/* But for the few that something passes over. */
static void the_matrix_keeps_its_numbers_until_the_row_has_lifted_out(void **state) {
  (void)state;
  SceneBench bench = make(LAYER, HEAD);
  const DrawList *list = draw_at(&bench, WIDE, 0);
  int all = numbers_in(list, weights_in(&bench, list)->box);
  Number share = number_cell(mat_get(weights_of(&bench), QUERY, heaviest_of(&bench)), true);
  assert_true(all >= 30);
  float whole = weights_in(&bench, list)->box.w;
  const float legible = 0.6f; /* of their own size */
  bool is_out = false, is_small = false;
  for (float t = 0.02f; !(is_out && is_small) && t < 0.5f; t += 0.01f) {
    list = draw_at(&bench, WIDE, t);
    const DrawHeatmap *weights = weights_in(&bench, list);
    int count = numbers_in(list, weights->box);
    for (int i = 0; i < list->item_count; i++)
      is_out = is_out ||
               (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.at.y < weights->box.y &&
                str_equal(list->items[i].as.text.text, number_str(&share)));
    is_small = weights->box.w < legible * whole;
    if (!(is_out && is_small) && count < all - 8)
      fail_msg("at %g: %d of %d numbers", (double)t, count, all);
  }
  assert_true(is_out && is_small);
  bench_free(&bench);
}

/* No filled box lies over a part of a word, wherever in the list it stands. */
static void assert_it_lies_on_no_word(int layer, int head) {
  SceneBench bench = make(layer, head);
  const int key = heaviest_of(&bench);
  int seen = 0;
  for (float t = 0.2f; t < 0.8f; t += 0.01f) {
    const DrawList *list = draw_at(&bench, WIDE, t);
    Scene scene = bench_scene(&bench, WIDE.w, WIDE.h, 1);
    OutputShare share = output_share_of(&scene, WIDE, QUERY, key);
    Color color = output_share_color(&scene, &share);
    list = draw_at(&bench, WIDE, t);
    for (int i = 0; i < list->item_count; i++) {
      const DrawBox *box = &list->items[i].as.box;
      if (list->items[i].kind != DRAW_BOX || memcmp(&box->fill, &color, sizeof color) != 0)
        continue;
      seen++;
      for (int k = 0; k < list->item_count; k++) {
        const DrawText *text = &list->items[k].as.text;
        if (list->items[k].kind != DRAW_TEXT || text->angle_deg != 0 || text->color.a < 64 ||
            text->face == FACE_MONO || text->face == FACE_MONO_BOLD)
          continue;
        float high = text->size_pt * TEXT_CAP_HEIGHT;
        Box ink = {text->at.x, text->at.y - high, text->width_pt, high};
        Box common = box_common(ink, box->box);
        if (common.w > 0.5f && common.h > 0.5f)
          fail_msg("at %g: on \"%.*s\"", (double)t, (int)text->text.bytes, text->text.at);
      }
    }
  }
  assert_true(seen > 30);
  bench_free(&bench);
}

static void what_flies_lies_on_no_word(void **state) {
  (void)state;
  assert_it_lies_on_no_word(LAYER, HEAD);
  assert_it_lies_on_no_word(0, 0);
}

/* Of a grid of tiles, how many something lies in. */
static int tiles_used(const DrawList *list, Box box, int count) {
  int used = 0;
  for (int tile = 0; tile < count * count; tile++) {
    Box place = {box.w / (float)count * (float)(tile % count),
                 box.h / (float)count * (float)(tile / count), box.w / (float)count,
                 box.h / (float)count};
    bool is_used = false;
    for (int i = 0; i < list->item_count && !is_used; i++) {
      const DrawItem *item = &list->items[i];
      const DrawText *text = &item->as.text;
      Box at = {0};
      if (item->kind == DRAW_HEATMAP) at = item->as.heatmap.box;
      if (item->kind == DRAW_BOX && item->as.box.fill.a > 200) at = item->as.box.box;
      if (item->kind == DRAW_TEXT && text->color.a >= 128)
        at = (Box){text->at.x, text->at.y - text->size_pt, text->width_pt, text->size_pt};
      Box common = box_common(place, at);
      is_used = common.w > 0 && common.h > 0;
    }
    used += is_used;
  }
  return used;
}

static void no_moment_is_a_page_with_little_on_it(void **state) {
  (void)state;
  enum { TILES = 12 };
  SceneBench bench = make(LAYER, HEAD);
  for (int low = 0; low < 2; low++)
    for (float t = 0.02f; t < 1; t += 0.02f) {
      int used = tiles_used(draw_at(&bench, low ? LOW : WIDE, t), low ? LOW : WIDE, TILES);
      if (used * 100 < 40 * TILES * TILES)
        fail_msg("at %g: %d of %d tiles", (double)t, used, TILES * TILES);
    }
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_v_come_with_their_names),
      cmocka_unit_test(the_matrix_keeps_its_numbers_until_the_row_has_lifted_out),
      cmocka_unit_test(what_flies_lies_on_no_word),
      cmocka_unit_test(no_moment_is_a_page_with_little_on_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
