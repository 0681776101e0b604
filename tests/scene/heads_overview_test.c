/* tests/scene/heads_overview_test.c -- the overview and the pictures of many heads: they show the
** numbers of the trace, and nothing is cut, covered or outside at any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "model/model.h"
#include "render/count/count.h"
#include "scene/heads/heads.h"
#include "scene/number.h"
#include "scene/overview/plan.h"
#include "scene/scene.h"
#include "support/common_stages.h"

/* Measures text: every code point is 0.58 em wide, wider than Inter's average. */
static float ruler(void *self, FaceId face, float size_pt, Str text) {
  (void)self, (void)face;
  int count = 0;
  for (size_t i = 0; i < text.bytes; i++) count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
  return 0.58f * size_pt * (float)count;
}

static const TextMetrics METRICS = {NULL, ruler};

typedef struct Desk {
  Model *model;
  Arena *trace_arena, *frame_arena;
  const Trace *trace;
  DrawList list;
  View view;
} Desk;

static void run(Desk *desk, const char *sentence, const char *mask) {
  Status status = {0};
  MaskSpec spec = {.model_own = true};
  if (mask) assert_true(mask_spec_parse(str_from(mask), &spec, &status));
  arena_reset(desk->trace_arena);
  const RunOrder order = {.sentence = str_from(sentence), .mask = &spec};
  if (!model_run(desk->model, &order, desk->trace_arena, &desk->trace, &status))
    fail_msg("%s", status.sentence);
}

static Desk desk_make(const char *sentence, const char *mask) {
  Desk desk = {.trace_arena = arena_make(0), .frame_arena = arena_make(0), .view = view_default()};
  Status status = {0};
  assert_true(model_open("hand-made", &desk.model, &status));
  run(&desk, sentence, mask);
  return desk;
}

static void desk_free(Desk *desk) {
  arena_free(desk->frame_arena);
  arena_free(desk->trace_arena);
  model_free(desk->model);
}

static Scene fresh_scene(Desk *desk, float width, float height) {
  arena_reset(desk->frame_arena);
  desk->list = draw_list_make(desk->frame_arena, width, height);
  Pen pen = {&desk->list,  &METRICS, theme_get(desk->view.theme), desk->view.text_scale, 0,
             FACE_REGULAR, 0};
  return scene_make(desk->trace, &desk->view, pen, true);
}

static int amber_count(const DrawList *list) {
  Color amber = theme_get(THEME_LIGHT)->focus;
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_BOX)
      count += memcmp(&list->items[i].as.box.stroke, &amber, sizeof amber) == 0;
  return count;
}

static bool shows(const DrawList *list, MatView values) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP && list->items[i].as.heatmap.values.at == values.at)
      return true;
  return false;
}

#define TEXT_OF_ELEVEN "The animal didn't cross the street because it was too tired"
static const char *const TEXT = TEXT_OF_ELEVEN;

static void the_overview_shows_the_numbers_of_the_head_on_show(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, "causal");
  for (int layer = 0; layer < 2; layer++)
    for (int head = 0; head < 4; head++) {
      desk.view.layer = layer;
      desk.view.head = head;
      Scene scene = fresh_scene(&desk, 1400, 640);
      overview_draw(&scene, (Box){0, 0, 1400, 640});
      const TracePart parts[] = {TRACE_Q,      TRACE_K,      TRACE_V,       TRACE_SCORES,
                                 TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS, TRACE_OUTPUT};
      for (int i = 0; i < 8; i++)
        assert_true(shows(&desk.list, trace_matrix(desk.trace, parts[i], layer, head)));
    }
  desk_free(&desk);
}

/* Cells that are large enough have their numbers: of one token all three, of seven the weights,
** whose numbers are shorter, of eleven none; never smaller than 11 points. */
static void large_cells_of_the_overview_have_numbers(void **state) {
  (void)state;
  static const char *const texts[] = {"it", "the animal was tired because it ran", TEXT_OF_ELEVEN};
  static const int wanted[] = {3, 1, 0};
  for (int i = 0; i < 3; i++) {
    Desk desk = desk_make(texts[i], "none");
    Scene scene = fresh_scene(&desk, 1400, 640);
    overview_draw(&scene, (Box){0, 0, 1400, 640});
    const TracePart parts[] = {TRACE_SCORES, TRACE_SCALED, TRACE_WEIGHTS};
    int found = 0;
    for (int k = 0; k < 3; k++) {
      float value = mat_get(trace_matrix(desk.trace, parts[k], 0, 0), 0, 0);
      Number number = number_cell(value, parts[k] == TRACE_WEIGHTS);
      for (int item = 0; item < desk.list.item_count; item++) {
        const DrawText *text = &desk.list.items[item].as.text;
        found += desk.list.items[item].kind == DRAW_TEXT && text->size_pt >= 11 &&
                 text->face == FACE_MONO && str_equal(text->text, number_str(&number));
      }
    }
    assert_int_equal(found, wanted[i]);
    desk_free(&desk);
  }
}

static void scores_scaled_and_masked_share_one_scale_in_the_overview(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, "causal");
  Scene scene = fresh_scene(&desk, 1400, 640);
  ColorRange scores = scene_range(&scene, TRACE_SCORES, 0, 1),
             scaled = scene_range(&scene, TRACE_SCALED, 0, 1);
  ColorRange masked = scene_range(&scene, TRACE_MASKED, 0, 1),
             weights = scene_range(&scene, TRACE_WEIGHTS, 0, 1);
  assert_memory_equal(&scores, &scaled, sizeof scores);
  assert_memory_equal(&scores, &masked, sizeof scores);
  assert_true(scores.low == -scores.high &&
              scores.high == trace_largest(desk.trace, TRACE_SCORES, 0, 1));
  assert_true(weights.low == 0 && weights.high == 1);
  desk_free(&desk);
}

static void the_chosen_cell_is_framed_on_four_matrices_and_a_chosen_row_on_five(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, "causal");
  Scene scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  int without = amber_count(&desk.list);
  assert_int_equal(without, 0); /* the current head is framed in ink */
  desk.view.query = 7;
  desk.view.key = 6;
  scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  assert_int_equal(amber_count(&desk.list), without + 4); /* its row is framed in ink */
  assert_int_equal(count_text_containing(&desk.list, "it → because"), 1);
  desk.view.key = -1;
  scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  assert_int_equal(amber_count(&desk.list), without + 5);
  desk_free(&desk);
}

/* Without a mask it would be Scaled again: it folds away to a mark, which opens it. */
static void a_mask_that_hides_nothing_is_folded_away(void **state) {
  (void)state;
  const Box place = {0, 0, 1400, 640};
  for (int hides = 0; hides <= 1; hides++) {
    Desk desk = desk_make(TEXT, hides ? "causal" : NULL);
    Scene scene = fresh_scene(&desk, place.w, place.h);
    overview_draw(&scene, place);
    assert_int_equal(shows(&desk.list, trace_matrix(desk.trace, TRACE_MASKED, 0, 0)), hides);
    assert_int_equal(count_text(&desk.list, "Masked"), hides);
    assert_int_equal(count_text(&desk.list, "no mask"), !hides);
    Box masked = overview_matrix_box(&scene, place, stage_of_part(TRACE_MASKED));
    Box scaled = overview_matrix_box(&scene, place, stage_of_part(TRACE_SCALED));
    Box weights = overview_matrix_box(&scene, place, stage_of_part(TRACE_WEIGHTS));
    assert_true(masked.x > scaled.x + scaled.w && masked.x + masked.w < weights.x);
    assert_int_equal(masked.w > 100, hides);
    desk_free(&desk);
  }
}

/* Boxes with the ground of the picture and an edge, in that place. */
static int marks_in(const DrawList *list, const Theme *theme, Box place) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawBox *box = &list->items[i].as.box;
    if (list->items[i].kind != DRAW_BOX || box->box.h < 6 || box->box.w > 12) continue;
    if (memcmp(&box->fill, &theme->paper, sizeof(Color)) != 0 || box->stroke.a == 0) continue;
    Box common = box_common(box->box, place);
    count += common.w > 0 && common.h > 0;
  }
  return count;
}

/* Where its words have no room the mark says it alone. */
static void the_mark_of_the_folded_mask_is_there_in_a_low_window(void **state) {
  (void)state;
  static const Box places[] = {{0, 0, 1400, 640}, {0, 0, 960, 360}, {0, 0, 640, 240}};
  for (int i = 0; i < 3; i++) {
    Desk desk = desk_make(TEXT, NULL);
    Scene scene = fresh_scene(&desk, places[i].w, places[i].h);
    overview_draw(&scene, places[i]);
    Box folded = overview_matrix_box(&scene, places[i], stage_of_part(TRACE_MASKED));
    assert_int_equal(marks_in(&desk.list, scene.pen.theme, folded), 1);
    if (i == 2) assert_int_equal(count_text(&desk.list, "no mask"), 0);
    desk_free(&desk);
  }
}

/* The ribbons that end left of the output, in the order of the words. */
static int ribbon_ends(const DrawList *list, float x, float heights[64]) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_RIBBON) continue;
    const DrawRibbon *ribbon = &list->items[i].as.ribbon;
    if (fabsf(ribbon->points[3].x - x) > 0.01f || count == 64) continue;
    heights[count++] = ribbon->points[6].y - ribbon->points[3].y;
  }
  return count;
}

/* Of few words a ribbon ends at its name, not as high as its row. */
static void ribbons_of_few_words_end_at_their_names(void **state) {
  (void)state;
  static const char *const texts[] = {"animal", "animal street"};
  for (int t = 0; t < 2; t++) {
    Desk desk = desk_make(texts[t], NULL);
    Scene scene = fresh_scene(&desk, 1400, 640);
    overview_draw(&scene, (Box){0, 0, 1400, 640});
    OverviewPlan plan = overview_plan(&scene, (Box){0, 0, 1400, 640});
    int found = 0;
    for (int i = 0; i < desk.list.item_count; i++) {
      if (desk.list.items[i].kind != DRAW_RIBBON) continue;
      const DrawRibbon *ribbon = &desk.list.items[i].as.ribbon;
      float end = ribbon->points[3].x, high = ribbon->points[6].y - ribbon->points[3].y;
      if (end < plan.k.x - 120 || end >= plan.k.x) continue;
      found++;
      assert_true(high <= 28 * plan.scale);
    }
    assert_true(found >= 3);
    desk_free(&desk);
  }
}

/* Each ends as wide as its weight in the chosen row, or as its mean weight in all rows. */
static void the_ribbons_of_v_end_as_wide_as_their_weights(void **state) {
  (void)state;
  static const char *const masks[] = {NULL, "causal", "padding:4"};
  for (int m = 0; m < 3; m++) {
    Desk desk = desk_make(TEXT, masks[m]);
    int count = trace_token_count(desk.trace);
    for (int query = -1; query < count; query++) {
      desk.view.query = query;
      Scene scene = fresh_scene(&desk, 1400, 640);
      overview_draw(&scene, (Box){0, 0, 1400, 640});
      OverviewPlan plan = overview_plan(&scene, (Box){0, 0, 1400, 640});
      MatView weights = trace_matrix(desk.trace, TRACE_WEIGHTS, 0, 0);
      float heights[64];
      assert_int_equal(ribbon_ends(&desk.list, plan.mouth.x, heights), count);
      for (int key = 0; key < count; key++) {
        float wanted = 0;
        for (int row = 0; row < count; row++)
          if (query < 0) wanted += mat_get(weights, row, key) / (float)count;
          else if (row == query) wanted = mat_get(weights, row, key);
        assert_true(fabsf(heights[key] - wanted * plan.mouth.h) < 0.01f);
      }
    }
    desk_free(&desk);
  }
}

/* Beside Q its row, beside K and V the key's, and at the end of its ribbon. */
static void the_rows_of_q_k_and_v_are_named(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  for (int focused = 0; focused <= 1; focused++)
    for (int word = 0; word < 11; word++) {
      desk.view.query = focused ? 7 : -1;
      Scene scene = fresh_scene(&desk, 1440, 640);
      overview_draw(&scene, (Box){0, 0, 1440, 640});
      Str name = trace_token(desk.trace, word)->text;
      char words[32];
      snprintf(words, sizeof words, "%.*s", (int)name.bytes, name.at);
      bool twice = strcmp(words, "the") == 0, cut = strlen(words) > 6;
      assert_true(cut || twice || count_text(&desk.list, words) == 4);
    }
  desk_free(&desk);
}

/* The layers before the one on show are cards that open them. */
static void the_layers_before_open_with_a_click(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  for (int layer = 0; layer < 2; layer++) {
    desk.view.layer = layer;
    Scene scene = fresh_scene(&desk, 1400, 640);
    overview_draw(&scene, (Box){0, 0, 1400, 640});
    OverviewPlan plan = overview_plan(&scene, (Box){0, 0, 1400, 640});
    bool opens = false, heads = false;
    for (int i = 0; i < desk.list.hit_count; i++) {
      const DrawHit *hit = &desk.list.hits[i];
      bool is_left = hit->box.x + hit->box.w < plan.tokens.x;
      opens |= is_left && hit->click && strcmp(hit->click, "layer 1") == 0;
      heads |= is_left && hit->click && strcmp(hit->click, "layer 1; head 3") == 0;
    }
    assert_int_equal(opens, layer == 1);
    assert_int_equal(heads, layer == 1);
    assert_int_equal(count_text(&desk.list, "layer 1"), layer == 1);
  }
  desk_free(&desk);
}

/* Labels are left out when crowded, but never the focused ones. */
static void query_and_key_are_named_among_64_tokens(void **state) {
  (void)state;
  char text[64 * 8] = "";
  for (int i = 0; i < 64; i++) sprintf(text + strlen(text), "w%02d ", i);
  Desk desk = desk_make(text, NULL);
  for (int query = 0; query < 64; query++)
    for (int key = query > 0 ? query - 1 : 0; key < 64; key += 7) {
      desk.view.query = query;
      desk.view.key = key;
      Scene scene = fresh_scene(&desk, 1400, 640);
      overview_draw(&scene, (Box){0, 0, 1400, 640});
      char name[16];
      /* the query beside Q too, the key beside K; beside V the key, or the heaviest one where that
      ** has next to nothing */
      int once = query == key;
      sprintf(name, "w%02d", query);
      assert_in_range(count_text(&desk.list, name), 2 + once, 3 + once);
      sprintf(name, "w%02d", key);
      assert_in_range(count_text(&desk.list, name), 2 + once, 3 + once);
      CountReport report = count_list(&desk.list, &METRICS, desk.frame_arena);
      assert_int_equal(report.texts_outside + report.texts_overlapping, 0);
    }
  desk_free(&desk);
}

static void a_row_that_attends_to_nothing_points_at_no_key(void **state) {
  (void)state;
  Desk desk = desk_make("a b c", "padding:3");
  desk.view.query = 1;
  desk.view.key = 1;
  Scene scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  assert_int_equal(count_text_containing(&desk.list, "→ b"), 0);
  desk_free(&desk);
}

static void an_empty_sentence_asks_for_one(void **state) {
  (void)state;
  Desk desk = desk_make("", NULL);
  Scene scene = fresh_scene(&desk, 1000, 500);
  overview_draw(&scene, (Box){0, 0, 1000, 500});
  heads_draw_panel(&scene, (Box){0, 0, 160, 500});
  heads_draw_figure(&scene, (Box){0, 0, 1000, 500});
  heads_draw_grid(&scene, (Box){0, 0, 1000, 500});
  assert_int_equal(count_text(&desk.list, "Type a sentence"), 1);
  desk_free(&desk);
}

static int count_text_ending(const DrawList *list, const char *end) {
  int count = 0;
  size_t bytes = strlen(end);
  for (int i = 0; i < list->item_count; i++) {
    Str text = list->items[i].kind == DRAW_TEXT ? list->items[i].as.text.text : (Str){"", 0};
    count += text.bytes >= bytes && memcmp(text.at + text.bytes - bytes, end, bytes) == 0;
  }
  return count;
}

/* A figure names the matrix and the heads it shows; roles are written in full for
** all heads or for none. */
static void a_figure_of_heads_says_what_it_is(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  desk.view.kind = VIEW_HEADS;
  desk.view.stage = STAGE_WEIGHTS;
  static const float widths[] = {240, 493, 1200};
  for (int w = 0; w < 3; w++) {
    Scene scene = fresh_scene(&desk, widths[w], widths[w]);
    scene.interactive = false;
    scene.pen.text_scale = 0.7f;
    heads_draw_figure(&scene, (Box){0, 0, widths[w], widths[w]});
    assert_int_equal(count_text(&desk.list, "Weights"), 1);
    assert_int_equal(count_text(&desk.list, "all heads of layer 1"), 1);
    assert_int_equal(count_text_containing(&desk.list, "Head 1"), 1);
    assert_int_equal(count_text_ending(&desk.list, "…"), 0);
    assert_int_equal(count_text_containing(&desk.list, " · looks"), w == 2 ? 4 : 0);
  }
  desk_free(&desk);
}

static void a_click_on_a_matrix_opens_its_stage(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  Scene scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  const char *const wanted[] = {"stage qkv",    "stage scores",  "stage scaled",
                                "stage masked", "stage weights", "stage output"};
  for (int w = 0; w < 6; w++) {
    int found = 0;
    for (int i = 0; i < desk.list.hit_count; i++)
      found += desk.list.hits[i].click && strcmp(desk.list.hits[i].click, wanted[w]) == 0;
    assert_true(found >= 1);
  }
  Box scores = overview_matrix_box(&scene, (Box){0, 0, 1400, 640}, STAGE_SCORES);
  bool is_drawn_there = false;
  for (int i = 0; i < desk.list.item_count; i++)
    if (desk.list.items[i].kind == DRAW_HEATMAP)
      is_drawn_there |= memcmp(&desk.list.items[i].as.heatmap.box, &scores, sizeof scores) == 0;
  assert_true(is_drawn_there);
  desk_free(&desk);
}

static void heads_share_one_scale_when_asked(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  desk.view.kind = VIEW_HEADS;
  desk.view.stage = STAGE_SCORES;
  for (int mode = RANGE_OWN; mode <= RANGE_SHARED; mode++) {
    desk.view.range = (RangeMode)mode;
    Scene scene = fresh_scene(&desk, 1200, 700);
    heads_draw_figure(&scene, (Box){0, 0, 1200, 700});
    float highs[4];
    int found = 0;
    for (int i = 0; i < desk.list.item_count && found < 4; i++)
      if (desk.list.items[i].kind == DRAW_HEATMAP)
        highs[found++] = desk.list.items[i].as.heatmap.range.high;
    assert_int_equal(found, 4);
    bool is_one = highs[0] == highs[1] && highs[1] == highs[2] && highs[2] == highs[3];
    assert_int_equal(is_one, mode == RANGE_SHARED);
  }
  desk_free(&desk);
}

/* The number at its right end included. */
static void the_bar_of_the_grid_ends_where_the_thumbnails_end(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  desk.view.kind = VIEW_GRID;
  for (int by_role = 0; by_role < 2; by_role++) {
    desk.view.grid_order = by_role ? GRID_BY_ROLE : GRID_BY_LAYER;
    Scene scene = fresh_scene(&desk, 1400, 700);
    heads_draw_grid(&scene, (Box){0, 0, 1400, 700});
    float of_thumbnails = 0, of_bar = 0;
    for (int i = 0; i < desk.list.item_count; i++) {
      const DrawItem *item = &desk.list.items[i];
      if (item->kind == DRAW_TEXT && str_equal(item->as.text.text, STR("1")))
        of_bar = item->as.text.at.x + item->as.text.width_pt;
      if (item->kind != DRAW_HEATMAP || item->as.heatmap.box.h < 50) continue;
      of_thumbnails = fmaxf(of_thumbnails, item->as.heatmap.box.x + item->as.heatmap.box.w);
    }
    assert_true(of_thumbnails > 500);
    assert_float_equal(of_bar, of_thumbnails, 1);
  }
  desk_free(&desk);
}

static void nothing_is_cut_covered_or_outside_at_any_size(void **state) {
  (void)state;
  static const char *const sentences[] = {
      TEXT, "hello", "动物没有过马路，因为它太累了", "سلام دنیا و همه مردم جهان",
      "Donaudampfschifffahrtsgesellschaft internationalisation antidisestablishmentarianism"};
  Desk desk = desk_make(TEXT, NULL);
  Rng rng = rng_make(7);
  char longer[64 * 8] = "";
  for (int i = 0; i < 64; i++) strcat(longer, i % 3 ? "word " : "at ");
  for (int round = 0; round < 600; round++) {
    int which = rng_below(&rng, 6);
    run(&desk, which < 5 ? sentences[which] : longer, rng_below(&rng, 2) ? "causal" : NULL);
    desk.view.text_scale = 1 + (float)rng_uniform(&rng) * 2;
    desk.view.stage = common_stage(rng_below(&rng, common_stage_count()));
    desk.view.head = rng_below(&rng, 4);
    desk.view.query = rng_below(&rng, trace_token_count(desk.trace) + 1) - 1;
    desk.view.key = rng_below(&rng, trace_token_count(desk.trace));
    desk.view.range = (RangeMode)rng_below(&rng, 2);
    float width = 440 * desk.view.text_scale + (float)rng_uniform(&rng) * 2400,
          height = 330 * desk.view.text_scale + (float)rng_uniform(&rng) * 1200;
    Box box = {0, 0, width, height};
    for (int kind = 0; kind < 4; kind++) {
      desk.view.kind = kind == 0   ? VIEW_OVERVIEW
                       : kind == 1 ? VIEW_HEADS
                       : kind == 2 ? VIEW_GRID
                                   : VIEW_STAGE;
      Scene scene = fresh_scene(&desk, width, height);
      if (kind == 0) overview_draw(&scene, box);
      if (kind == 1) heads_draw_figure(&scene, box);
      if (kind == 2) heads_draw_grid(&scene, box);
      if (kind == 3) heads_draw_panel(&scene, (Box){0, 0, 130 * desk.view.text_scale, height});
      CountReport report = count_list(&desk.list, &METRICS, desk.frame_arena);
      if (report.texts_outside + report.texts_clipped + report.texts_overlapping +
              report.heatmaps_outside >
          0)
        fail_msg("round %d, %s, %.0f × %.0f, text %.2f: %.*s", round,
                 view_kind_name(desk.view.kind), (double)width, (double)height,
                 (double)desk.view.text_scale, (int)report.first_complaint.bytes,
                 report.first_complaint.at);
    }
  }
  desk_free(&desk);
}

/* Without digits cells are square, as many heads stand in a row as makes them largest, and the bar
** ends where the cells do. */
static void heads_of_64_tokens_have_square_cells(void **state) {
  (void)state;
  char text[64 * 8] = "";
  for (int i = 0; i < 64; i++) sprintf(text + strlen(text), "w%02d ", i % 8);
  Desk desk = desk_make(text, NULL);
  desk.view.kind = VIEW_HEADS;
  Scene scene = fresh_scene(&desk, 1440, 660);
  heads_draw_figure(&scene, (Box){0, 0, 1440, 660});
  float right = 0, of_bar = 0;
  for (int i = 0; i < desk.list.item_count; i++) {
    const DrawItem *item = &desk.list.items[i];
    Box box = item->as.heatmap.box;
    if (item->kind == DRAW_TEXT && str_equal(item->as.text.text, STR("≥ 0.2")))
      of_bar = item->as.text.at.x + item->as.text.width_pt;
    if (item->kind != DRAW_HEATMAP || box.h < 50) continue;
    assert_float_equal(box.w, box.h, 1);
    assert_true(box.w > 250);
    right = fmaxf(right, box.x + box.w);
  }
  assert_true(right > 1200);
  assert_float_equal(of_bar, right, 1);
  int placed = 0; /* words with their places, as in the stages */
  for (int i = 0; i < desk.list.item_count; i++) {
    Str words =
        desk.list.items[i].kind == DRAW_TEXT ? desk.list.items[i].as.text.text : (Str){"", 0};
    if (words.bytes < 3 || words.at[0] != 'w' || words.at[1] != '0') continue;
    assert_true(words.bytes > 4 && words.at[3] == ' ');
    placed++;
  }
  assert_true(placed > 20);
  desk_free(&desk);
}

/* The mark of the chosen key ends at the frame, above cells that may be heavier. */
static void no_line_crosses_the_weights(void **state) {
  (void)state;
  Desk desk = desk_make(TEXT, NULL);
  desk.view.query = 7;
  desk.view.key = 1;
  Scene scene = fresh_scene(&desk, 1400, 640);
  overview_draw(&scene, (Box){0, 0, 1400, 640});
  MatView weights = trace_matrix(desk.trace, TRACE_WEIGHTS, 0, 0);
  Box cells = {0};
  for (int i = 0; i < desk.list.item_count; i++)
    if (desk.list.items[i].kind == DRAW_HEATMAP &&
        desk.list.items[i].as.heatmap.values.at == weights.at && cells.w < 100)
      cells = desk.list.items[i].as.heatmap.box;
  assert_true(cells.w > 100);
  int ticks = 0;
  for (int i = 0; i < desk.list.item_count; i++) {
    const DrawCurve *curve = &desk.list.items[i].as.curve;
    if (desk.list.items[i].kind != DRAW_CURVE) continue;
    for (int k = 0; k < curve->point_count; k++) {
      Point at = curve->points[k];
      bool is_above = at.x > cells.x && at.x < cells.x + cells.w && at.y > cells.y - 30;
      assert_false(is_above && at.y > cells.y && at.y < cells.y + cells.h);
      ticks += is_above && at.y <= cells.y;
    }
  }
  assert_true(ticks > 0);
  desk_free(&desk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_overview_shows_the_numbers_of_the_head_on_show),
      cmocka_unit_test(large_cells_of_the_overview_have_numbers),
      cmocka_unit_test(scores_scaled_and_masked_share_one_scale_in_the_overview),
      cmocka_unit_test(a_mask_that_hides_nothing_is_folded_away),
      cmocka_unit_test(the_mark_of_the_folded_mask_is_there_in_a_low_window),
      cmocka_unit_test(ribbons_of_few_words_end_at_their_names),
      cmocka_unit_test(the_ribbons_of_v_end_as_wide_as_their_weights),
      cmocka_unit_test(the_rows_of_q_k_and_v_are_named),
      cmocka_unit_test(the_layers_before_open_with_a_click),
      cmocka_unit_test(the_chosen_cell_is_framed_on_four_matrices_and_a_chosen_row_on_five),
      cmocka_unit_test(query_and_key_are_named_among_64_tokens),
      cmocka_unit_test(a_row_that_attends_to_nothing_points_at_no_key),
      cmocka_unit_test(an_empty_sentence_asks_for_one),
      cmocka_unit_test(a_click_on_a_matrix_opens_its_stage),
      cmocka_unit_test(a_figure_of_heads_says_what_it_is),
      cmocka_unit_test(heads_share_one_scale_when_asked),
      cmocka_unit_test(the_bar_of_the_grid_ends_where_the_thumbnails_end),
      cmocka_unit_test(nothing_is_cut_covered_or_outside_at_any_size),
      cmocka_unit_test(heads_of_64_tokens_have_square_cells),
      cmocka_unit_test(no_line_crosses_the_weights),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
