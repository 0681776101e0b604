/* tests/scene/ground_test.c -- the basics of the scene: colours, numbers, hits,
** fitting text, layout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/hit.h"
#include "scene/layout.h"
#include "scene/number.h"
#include "scene/pen.h"

/* Measures text: every code point is 0.55 em wide. */
static float ruler(void *self, FaceId face, float size_pt, Str text) {
  (void)self, (void)face;
  int count = 0;
  for (size_t i = 0; i < text.bytes; i++) count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
  return 0.55f * size_pt * (float)count;
}

static const TextMetrics METRICS = {NULL, ruler};

typedef struct Bench {
  Arena *arena;
  DrawList list;
  Pen pen;
} Bench;

static Bench bench_make(void) {
  Bench bench = {.arena = arena_make(0)};
  bench.list = draw_list_make(bench.arena, 800, 600);
  return bench;
}

static Pen pen_of(Bench *bench) {
  return (Pen){&bench->list, &METRICS, theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
}

/* -- colours -- */

/* The color over a ground, as it is drawn. */
static Color over(Color color, Color ground) {
  int a = color.a;
  return (Color){(uint8_t)((color.r * a + ground.r * (255 - a) + 127) / 255),
                 (uint8_t)((color.g * a + ground.g * (255 - a) + 127) / 255),
                 (uint8_t)((color.b * a + ground.b * (255 - a) + 127) / 255), 255};
}

static float focus_contrast(const Theme *theme, Color ground) {
  return fmaxf(palette_contrast(theme->focus, ground),
               palette_contrast(over(theme->focus_edge, ground), ground));
}

/* Of the outline or its hairline, on paper and on a cell of any palette. */
static void the_focus_has_a_contrast_of_3_on_every_ground(void **state) {
  (void)state;
  for (int id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get((ThemeId)id);
    const Color plain[] = {t->paper, t->panel, t->focus_soft, t->empty_cell, t->hatch_ground};
    for (int i = 0; i < 5; i++) assert_true(focus_contrast(t, plain[i]) >= 3);
    for (int p = PALETTE_AUTO + 1; p < PALETTE_COUNT; p++)
      for (int step = 0; step < PALETTE_STEPS; step++) {
        float u = (float)step / (PALETTE_STEPS - 1);
        Color cell = palette_color((PaletteId)p, t->id, u);
        if (focus_contrast(t, cell) < 3)
          fail_msg("theme %d, %s at %.3f: %.2f", id, palette_info((PaletteId)p)->name, (double)u,
                   (double)focus_contrast(t, cell));
      }
  }
}

static void text_colors_have_contrast_of_at_least_4_5(void **state) {
  (void)state;
  for (int id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get((ThemeId)id);
    const Color texts[] = {t->ink,   t->muted,   t->query,  t->key,
                           t->value, t->weights, t->output, t->warning};
    const Color grounds[] = {t->paper, t->panel};
    for (int i = 0; i < 8; i++)
      for (int g = 0; g < 2; g++)
        if (palette_contrast(texts[i], grounds[g]) < 4.5f)
          fail_msg("theme %d text %d on ground %d: %.2f", id, i, g,
                   (double)palette_contrast(texts[i], grounds[g]));
    assert_true(palette_contrast(t->ink, t->query_soft) >= 4.5f);
    assert_true(palette_contrast(t->ink, t->key_soft) >= 4.5f);
    /* of large text, as in the formula */
    assert_true(palette_contrast(t->query, t->query_soft) >= 3);
    assert_true(palette_contrast(t->key, t->key_soft) >= 3);
    assert_true(palette_contrast(t->value, t->value_soft) >= 3);
    assert_true(palette_contrast(t->weights, t->weights_soft) >= 3);
    assert_true(palette_contrast(t->output, t->output_soft) >= 3);
    assert_true(palette_contrast(t->ink, t->focus_soft) >= 4.5f);
    assert_true(palette_contrast(t->button_ink, t->button) >= 4.5f);
  }
}

static void digits_have_contrast_of_at_least_4_5_on_every_cell(void **state) {
  (void)state;
  for (int theme = 0; theme < THEME_COUNT; theme++)
    for (int palette = PALETTE_DIVERGING; palette < PALETTE_COUNT; palette++)
      for (int i = 0; i <= 255; i++) {
        Color cell = palette_color((PaletteId)palette, (ThemeId)theme, (float)i / 255);
        Color digit = palette_digit(cell);
        assert_true(palette_contrast(digit, cell) >= 4.5f);
        assert_true((digit.r == 0 || digit.r == 255) && digit.r == digit.g && digit.g == digit.b);
      }
}

/* The signed scale in the dark rises fast near 0 and so slowly at its ends, by 11 steps of green over
** an eighth of it: there colours a little further apart differ. */
static void colors_two_255ths_apart_differ(void **state) {
  (void)state;
  for (int theme = 0; theme < THEME_COUNT; theme++)
    for (int palette = PALETTE_DIVERGING; palette < PALETTE_COUNT; palette++) {
      int apart = palette == PALETTE_DIVERGING ? 3 : 2;
      for (int i = 0; i < 256 - apart; i++) {
        Color a = palette_color((PaletteId)palette, (ThemeId)theme, (float)i / 255);
        Color b = palette_color((PaletteId)palette, (ThemeId)theme, (float)(i + apart) / 255);
        bool is_even = palette != PALETTE_GREY && palette != PALETTE_TENS; /* by powers of ten */
        if (is_even) assert_true(memcmp(&a, &b, sizeof a) != 0);
      }
    }
}

static void palette_table_is_what_single_colors_say(void **state) {
  (void)state;
  static Color table[PALETTE_STEPS];
  palette_fill(PALETTE_VIRIDIS, THEME_LIGHT, table);
  for (int i = 0; i < PALETTE_STEPS; i += 31) {
    Color one = palette_color(PALETTE_VIRIDIS, THEME_LIGHT, (float)i / (PALETTE_STEPS - 1));
    assert_memory_equal(&one, &table[i], sizeof one);
  }
  Color end = palette_color(PALETTE_DIVERGING, THEME_LIGHT, 1);
  Color wanted = theme_get(THEME_LIGHT)->positive;
  assert_memory_equal(&end, &wanted, sizeof end);
}

static void a_cell_fades_from_the_former_range_to_its_own(void **state) {
  (void)state;
  const float before[] = {8}, now[] = {2};
  DrawHeatmap heatmap = {.box = {0, 0, 10, 10},
                         .values = {now, 1, 1, 1},
                         .before = {before, 1, 1, 1},
                         .palette = PALETTE_DIVERGING,
                         .palette_before = PALETTE_DIVERGING,
                         .range = {-4, 4},
                         .range_before = {-16, 16},
                         .filled = -1};
  Color first = draw_heatmap_color(&heatmap, 0, 0),
        wanted = palette_color(PALETTE_DIVERGING, THEME_LIGHT, 24.0f / 32);
  assert_memory_equal(&first, &wanted, sizeof first);
  heatmap.mix = 1;
  Color last = draw_heatmap_color(&heatmap, 0, 0);
  wanted = palette_color(PALETTE_DIVERGING, THEME_LIGHT, 6.0f / 8);
  assert_memory_equal(&last, &wanted, sizeof last);
}

static void hidden_and_empty_cells_take_no_palette_color(void **state) {
  (void)state;
  const float values[] = {0.5f, 0, 0.5f, 0.5f};
  const unsigned char hides[] = {0, 1, 0, 0};
  DrawHeatmap heatmap = {.box = {0, 0, 10, 10},
                         .values = {values, 2, 2, 2},
                         .mask = {hides, 2, 2, 2},
                         .palette = PALETTE_PURPLE,
                         .mix = 1,
                         .hatch_mix = 1,
                         .range = {0, 1},
                         .filled = 3};
  const Theme *theme = theme_get(THEME_LIGHT);
  Color hidden = draw_heatmap_color(&heatmap, 0, 1), empty = draw_heatmap_color(&heatmap, 1, 1);
  assert_memory_equal(&hidden, &theme->hatch_ground, sizeof hidden);
  assert_memory_equal(&empty, &theme->empty_cell, sizeof empty);
  assert_true(draw_heatmap_hatched(&heatmap, 0, 1) && !draw_heatmap_hatched(&heatmap, 1, 0));
  heatmap.transposed = true;
  assert_true(draw_heatmap_hatched(&heatmap, 1, 0) && !draw_heatmap_hatched(&heatmap, 0, 1));
}

/* -- numbers -- */

static void numbers_read_the_same_everywhere(void **state) {
  (void)state;
  assert_string_equal(number_cell(19.92f, false).at, "19.9");
  assert_string_equal(number_whole(19.92f).at, "20");
  assert_string_equal(number_whole(-9.31f).at, "−9");
  assert_string_equal(number_cell(-17.44f, false).at, "−17.4");
  assert_string_equal(number_cell(-0.04f, false).at, "0.0");
  assert_string_equal(number_cell(-INFINITY, false).at, "−∞");
  assert_string_equal(number_cell(0.967f, true).at, ".97");
  assert_string_equal(number_cell(0.996f, true).at, "1.0");
  assert_string_equal(number_cell(0.004f, true).at, "");
  assert_string_equal(number_full(19.921f).at, "19.92");
  assert_string_equal(number_full(0.0512f).at, "0.0512");
  assert_string_equal(number_full(8.34e-7f).at, "8.34×10⁻⁷");
  assert_string_equal(number_full(-1e-38f).at, "−1.00×10⁻³⁸");
  assert_string_equal(number_raised(1047).at, "¹⁰⁴⁷");
  assert_string_equal(number_raised(-20).at, "⁻²⁰");
  assert_string_equal(number_full(123456).at, "1.23×10⁵");
  assert_string_equal(number_cell(-123456, false).at, "−1.2×10⁵");
  assert_string_equal(number_share(0.0004f, false).at, "0.000");
  assert_string_equal(number_share(0, true).at, "0"); /* hidden: not rounded */
  assert_string_equal(number_weight(0.9668f).at, "0.967");
  assert_string_equal(number_signed(25, 1).at, "+25.0");
  assert_string_equal(number_signed(-25, 1).at, "−25.0");
  assert_string_equal(number_end(0.02f).at, "0.02");
  assert_string_equal(number_end(-0.003f).at, "−0.003");
  assert_string_equal(number_end(25).at, "25.0");
  assert_string_equal(number_plus(number_end(0.02f)).at, "+0.02");
  assert_string_equal(number_plus(number_end(0)).at, "0.0");
  assert_string_equal(number_plus(number_end(-4)).at, "−4.0");
  assert_string_equal(number_short(0.25f).at, "0.3"); /* half away from zero */
  assert_string_equal(number_cell(NAN, false).at, "NaN");
}

/* -- hits -- */

static void the_topmost_hit_answers_with_its_command(void **state) {
  (void)state;
  Bench bench = bench_make();
  const char *command;
  draw_hit(&bench.list, (DrawHit){.box = {0, 0, 100, 100}, .click = "below"});
  draw_hit(&bench.list, (DrawHit){.box = {10, 10, 50, 40},
                                  .rows = 4,
                                  .cols = 5,
                                  .click = "cell %r %c",
                                  .hover = "hover %r %c"});
  draw_hit(&bench.list, (DrawHit){.box = {0, 200, 100, 10},
                                  .slider = true,
                                  .click = "seek scores %f",
                                  .wheel = "zoom %f"});
  Point in_cell = {25, 35};
  const DrawHit *hit = hit_at(&bench.list, in_cell);
  command = hit_command(hit, HIT_CLICK, in_cell, 0, bench.arena);
  assert_string_equal(command, "cell 3 2");
  Point beyond = {150, 205};
  command = hit_command(&bench.list.hits[2], HIT_DRAG, beyond, 0, bench.arena);
  assert_string_equal(command, "seek scores 1.0000");
  command = hit_command(&bench.list.hits[2], HIT_WHEEL, beyond, -1, bench.arena);
  assert_string_equal(command, "zoom -1.0000");
  assert_null(hit_at(&bench.list, (Point){300, 300}));
  command = hit_command(hit_at(&bench.list, (Point){5, 5}), HIT_TWICE, in_cell, 0, bench.arena);
  assert_string_equal(command, "");
  arena_free(bench.arena);
}

/* Only a grid has %r and %c, only a slider and a wheel %f: a path or a
** sentence is sent unchanged. */
static void a_plain_hit_sends_its_command_as_it_is(void **state) {
  (void)state;
  static const char folder[] = "browse \"/home/caf%c3%a9/100%free %r %f\"";
  Bench bench = bench_make();
  const char *command;
  draw_hit(&bench.list, (DrawHit){.box = {0, 0, 100, 100},
                                  .click = folder,
                                  .twice = folder,
                                  .hover = folder,
                                  .drag = folder,
                                  .wheel = "browse wheel %f"});
  static const HitAction literal[] = {HIT_CLICK, HIT_TWICE, HIT_HOVER, HIT_DRAG};
  const DrawHit *hit = hit_at(&bench.list, (Point){5, 5});
  for (int i = 0; i < 4; i++) {
    command = hit_command(hit, literal[i], (Point){5, 5}, 0, bench.arena);
    assert_string_equal(command, folder);
  }
  command = hit_command(hit, HIT_WHEEL, (Point){5, 5}, 1, bench.arena);
  assert_string_equal(command, "browse wheel 1.0000");
  arena_free(bench.arena);
}

static void a_hit_outside_the_clip_does_not_answer(void **state) {
  (void)state;
  Bench bench = bench_make();
  draw_clip(&bench.list, (Box){0, 0, 50, 50});
  draw_hit(&bench.list, (DrawHit){.box = {40, 40, 50, 50}, .click = "cut"});
  draw_hit(&bench.list, (DrawHit){.box = {60, 60, 50, 50}, .click = "gone"});
  assert_int_equal(bench.list.hit_count, 1);
  assert_null(hit_at(&bench.list, (Point){70, 70}));
  assert_non_null(hit_at(&bench.list, (Point){45, 45}));
  arena_free(bench.arena);
}

/* -- fitting text -- */

static void text_that_does_not_fit_ends_in_an_ellipsis_and_shows_whole_on_hover(void **state) {
  (void)state;
  Bench bench = bench_make();
  Pen pen = pen_of(&bench);
  TextStyle style = {FACE_REGULAR, 10, pen.theme->ink, ALIGN_START};
  float width = pen_text_in(&pen, style, (Box){0, 0, 40, 20}, STR("internationalisation"));
  assert_true(width <= 40.01f);
  Str shown = bench.list.items[0].as.text.text;
  assert_memory_equal(shown.at + shown.bytes - 3, "…", 3);
  assert_int_equal(bench.list.hit_count, 1);
  assert_string_equal(bench.list.hits[0].tip, "internationalisation");
  assert_true(str_is(pen_fit(&pen, style, 200, STR("short")), "short"));
  assert_int_equal(pen_fit(&pen, style, 2, STR("long")).bytes, 0);
  arena_free(bench.arena);
}

static void a_cut_never_parts_a_letter_from_its_mark(void **state) {
  (void)state;
  Bench bench = bench_make();
  Pen pen = pen_of(&bench);
  TextStyle style = {FACE_REGULAR, 10, pen.theme->ink, ALIGN_START};
  Str marked = STR("e\xCC\x81"
                   "e\xCC\x81"
                   "e\xCC\x81"
                   "e\xCC\x81"); /* é four times, as letter and mark */
  for (float width = 5; width < 50; width += 1) {
    Str shown = pen_fit(&pen, style, width, marked);
    if (shown.bytes == 0 || shown.bytes == marked.bytes) continue;
    assert_int_equal((shown.bytes - 3) % 3, 0);
  }
  arena_free(bench.arena);
}

static void wrapped_text_stays_in_its_box(void **state) {
  (void)state;
  Bench bench = bench_make();
  Pen pen = pen_of(&bench);
  TextStyle style = {FACE_REGULAR, 10, pen.theme->ink, ALIGN_START};
  Str words = STR(
      "A dot product is large when the two vectors are long and point the same way. 点积很大。");
  float used = pen_text_wrapped(&pen, style, (Box){10, 10, 120, 40}, 1.2f, words);
  assert_true(used <= 48);
  for (int i = 0; i < bench.list.item_count; i++) {
    DrawText text = bench.list.items[i].as.text;
    assert_true(text.at.x + text.width_pt <= 130.1f && text.at.y <= 50);
  }
  Str last = bench.list.items[bench.list.item_count - 1].as.text.text;
  assert_memory_equal(last.at + last.bytes - 3, "…", 3);
  float whole = pen_wrapped_height(&pen, style, 120, 1.2f, words);
  assert_true(whole > 60);
  arena_free(bench.arena);
}

static void symbols_raise_and_lower_their_letters(void **state) {
  (void)state;
  Bench bench = bench_make();
  Pen pen = pen_of(&bench);
  TextStyle style = {FACE_MONO, 20, pen.theme->ink, ALIGN_START};
  float width = pen_symbol(&pen, style, (Point){0, 100}, STR("Q Kᵀ W_O"));
  assert_float_equal(width, pen_symbol_width(&pen, style, STR("Q Kᵀ W_O")), 0.01f);
  assert_int_equal(bench.list.item_count, 4);
  assert_true(bench.list.items[1].as.text.at.y < 100 &&
              str_is(bench.list.items[1].as.text.text, "T"));
  assert_true(bench.list.items[3].as.text.at.y > 100 &&
              str_is(bench.list.items[3].as.text.text, "O"));
  arena_free(bench.arena);
}

static void a_list_without_memory_says_so_and_stays_whole(void **state) {
  (void)state;
  for (long nth = 1; nth < 40; nth++) {
    Arena *arena = arena_make(0);
    DrawList list = draw_list_make(arena, 100, 100);
    Pen pen = {&list, &METRICS, theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
    TextStyle style = {FACE_REGULAR, 10, pen.theme->ink, ALIGN_START};
    arena_fail_at(nth);
    for (int i = 0; i < 2000; i++)
      pen_text_in(&pen, style, (Box){0, 0, 30, 20}, STR("internationalisation"));
    arena_fail_at(0);
    for (int i = 0; i < list.item_count; i++)
      assert_true(list.failed || list.items[i].as.text.text.at != NULL);
    arena_free(arena);
    if (!list.failed) return;
  }
}

/* -- layout -- */

static bool overlap(Box a, Box b) {
  return a.w > 0 && a.h > 0 && b.w > 0 && b.h > 0 && a.x < b.x + b.w - 0.01f &&
         b.x < a.x + a.w - 0.01f && a.y < b.y + b.h - 0.01f && b.y < a.y + a.h - 0.01f;
}

static void the_parts_of_the_screen_tile_the_window(void **state) {
  (void)state;
  for (float width = 640; width <= 3840; width += 160)
    for (float height = 400; height <= 2160; height += 110)
      for (float scale = 1; scale <= 3; scale += 0.5f) {
        View view = view_default();
        view.kind = VIEW_STAGE;
        view.text_scale = scale;
        ScreenLayout l = layout_screen(width, height, &view, &METRICS);
        const Box parts[] = {l.top_bar, l.formula, l.heads, l.centre, l.inspector, l.bottom};
        float area = 0;
        for (int i = 0; i < 6; i++) {
          area += parts[i].w * parts[i].h;
          for (int j = 0; j < i; j++) assert_false(overlap(parts[i], parts[j]));
        }
        assert_float_equal(area / (width * height), 1, 1e-3);
        assert_true(l.text_scale <= scale * layout_growth(width, height) + 0.001f &&
                    l.text_scale_reduced == (l.text_scale < 1 - 0.001f));
        assert_true(l.picture_scale >= l.text_scale);
        assert_true(l.centre.w > 200 && l.centre.h > 150);
        /* thumbnails fold before the inspector */
        assert_false(l.inspector.w == 0 && l.heads.w > 0);
        /* and the inspector before the formula */
        assert_false(l.formula.h == 0 && l.inspector.w > 0);
      }
}

/* "The centre is never smaller at a larger text scale", in any view and window. */
static void larger_text_never_makes_the_centre_smaller(void **state) {
  (void)state;
  static const ViewKind kinds[] = {VIEW_STAGE, VIEW_OVERVIEW, VIEW_HEADS, VIEW_GRID};
  for (int kind = 0; kind < 4; kind++)
    for (float width = 640; width <= 3840; width += 160)
      for (float height = 400; height <= 2160; height += 110) {
        View view = view_default();
        float w = 0, h = 0;
        view.kind = kinds[kind];
        for (float scale = 1; scale <= 3; scale += 0.05f) {
          view.text_scale = scale;
          ScreenLayout l = layout_screen(width, height, &view, &METRICS);
          float high = l.centre.h - layout_status_bar_height(l.text_scale);
          assert_true(l.centre.w >= w && high >= h - 0.01f);
          w = l.centre.w;
          h = high;
        }
      }
}

static int parts_in_sight(const ScreenLayout *layout) {
  return (layout->formula.h > 0) + (layout->heads.w > 0) + (layout->inspector.w > 0);
}

/* layout.h: a window k times as large as the design, with the same shape, has the same picture k
** times as large, and no part folds away. */
static void a_larger_window_is_the_same_picture_larger(void **state) {
  (void)state;
  for (int asked = 0; asked < 3; asked++)
    for (float times = 1; times <= 2.4f; times += 0.1f) {
      View view = view_default();
      view.kind = VIEW_STAGE;
      view.text_scale = 1 + 0.25f * (float)asked;
      ScreenLayout design = layout_screen(1440, 900, &view, &METRICS);
      ScreenLayout large = layout_screen(1440 * times, 900 * times, &view, &METRICS);
      assert_true(parts_in_sight(&large) >= parts_in_sight(&design));
      assert_true(large.text_scale > design.text_scale * times * 0.95f || asked > 0);
      assert_true(large.text_scale >= design.text_scale);
      if (asked == 0) assert_float_equal(large.centre.w / times, design.centre.w, 24);
    }
}

/* Growing uses only free room: a window longer on one side alone changes no size. */
static void a_window_only_wider_or_only_higher_does_not_grow(void **state) {
  (void)state;
  assert_float_equal(layout_growth(3840, 900), 1, 1e-6);
  assert_float_equal(layout_growth(1440, 2160), 1, 1e-6);
  assert_float_equal(layout_growth(960, 600), 1, 1e-6);
  assert_float_equal(layout_growth(2880, 1800), 2, 1e-6);
}

/* Two characters at most: more would not fit a narrow cell. */
static void a_tenth_of_a_share_has_a_digit_or_nothing(void **state) {
  (void)state;
  assert_string_equal(number_share_tenth(0.94f).at, ".9");
  assert_string_equal(number_share_tenth(0.95f).at, "1");
  assert_string_equal(number_share_tenth(1.0001f).at, "1");
  assert_string_equal(number_share_tenth(0.05f).at, ".1");
  assert_string_equal(number_share_tenth(0.0499f).at, "");
  assert_string_equal(number_share_tenth(-0.3f).at, "");
  assert_string_equal(number_share_tenth(1.2f).at, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tenth_of_a_share_has_a_digit_or_nothing),
      cmocka_unit_test(larger_text_never_makes_the_centre_smaller),
      cmocka_unit_test(a_larger_window_is_the_same_picture_larger),
      cmocka_unit_test(a_window_only_wider_or_only_higher_does_not_grow),
      cmocka_unit_test(the_focus_has_a_contrast_of_3_on_every_ground),
      cmocka_unit_test(text_colors_have_contrast_of_at_least_4_5),
      cmocka_unit_test(digits_have_contrast_of_at_least_4_5_on_every_cell),
      cmocka_unit_test(colors_two_255ths_apart_differ),
      cmocka_unit_test(palette_table_is_what_single_colors_say),
      cmocka_unit_test(a_cell_fades_from_the_former_range_to_its_own),
      cmocka_unit_test(hidden_and_empty_cells_take_no_palette_color),
      cmocka_unit_test(numbers_read_the_same_everywhere),
      cmocka_unit_test(the_topmost_hit_answers_with_its_command),
      cmocka_unit_test(a_plain_hit_sends_its_command_as_it_is),
      cmocka_unit_test(a_hit_outside_the_clip_does_not_answer),
      cmocka_unit_test(text_that_does_not_fit_ends_in_an_ellipsis_and_shows_whole_on_hover),
      cmocka_unit_test(a_cut_never_parts_a_letter_from_its_mark),
      cmocka_unit_test(wrapped_text_stays_in_its_box),
      cmocka_unit_test(symbols_raise_and_lower_their_letters),
      cmocka_unit_test(a_list_without_memory_says_so_and_stays_whole),
      cmocka_unit_test(the_parts_of_the_screen_tile_the_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
