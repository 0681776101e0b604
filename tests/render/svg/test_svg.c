/* render/svg/svg.h: text is text with its measured width, cells are rectangles up to 64 x 64 and an
** image above, identical lists give identical bytes, and no words can break out of the file. The
** golden picture is written anew when HEADSUP_WRITE_GOLDEN is set. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "render/sample.h"
#include "render/svg/svg.h"
#include "scene/matrix/vector_cells.h"
#include "support/german_locale.h"
#include "support/occurrences.h"

static const char golden_path[] = TEST_SOURCE_FOLDER "/golden/hand_made.svg";

static Str render(const Sample *sample, const DrawList *list) {
  Str svg;
  Status status;
  if (!svg_render(list, sample->fonts, "A hand-made picture", sample->arena, &svg, &status))
    fail_msg("%s", status.sentence);
  return svg;
}

static void the_picture_is_the_golden_one(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 3);
  Str svg = render(sample, &list);
  Status status;
  if (getenv("HEADSUP_WRITE_GOLDEN"))
    assert_true(os_save_file(golden_path, svg.at, svg.bytes, &status));
  char path[] = "/tmp/headsup-svg-XXXXXX", command[1024];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  assert_true(os_save_file(path, svg.at, svg.bytes, &status));
  snprintf(command, sizeof command, SVG_COMPARE " '%s' %s", golden_path, path);
  int difference = system(command);
  unlink(path);
  assert_int_equal(difference, 0);
}

static void identical_lists_give_identical_bytes(void **state) {
  const Sample *sample = *state;
  Sample other = {.arena = sample->arena};
  Status status;
  assert_true(fonts_open(&other.fonts, &status));
  DrawList first = sample_list(sample, 0), second = sample_list(&other, 0);
  assert_true(str_equal(render(sample, &first), render(&other, &second)));
  fonts_close(other.fonts);
}

/* A group holds what was drawn in it, whatever clips begin or end around and inside it. */
static void groups_are_elements_with_names(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 100);
  Box box = {1, 2, 3, 4};
  Color ink = {0, 0, 0, 255};
  draw_clip(&list, (Box){0, 0, 50, 50});
  draw_box(&list, (DrawBox){.box = box, .fill = ink});
  draw_group_begin(&list, "layer-1-head-1", NULL);
  draw_box(&list, (DrawBox){.box = box, .fill = ink});
  draw_clip(&list, (Box){0, 0, 20, 20});
  draw_box(&list, (DrawBox){.box = box, .fill = ink});
  draw_group_end(&list);
  draw_group_begin(&list, "layer-1-head-2", NULL);
  draw_box(&list, (DrawBox){.box = box, .fill = ink});
  draw_clip_end(&list);
  draw_group_end(&list);
  draw_box(&list, (DrawBox){.box = box, .fill = ink});
  static const char *const tags[] = {"<g clip-path=\"url(#clip1)\">",
                                     "<rect x",
                                     "</g>",
                                     "<g id=\"layer-1-head-1\">",
                                     "<g clip-path=\"url(#clip1)\">",
                                     "<rect x",
                                     "</g>",
                                     "<g clip-path=\"url(#clip2)\">",
                                     "<rect x",
                                     "</g>",
                                     "</g>",
                                     "<g id=\"layer-1-head-2\">",
                                     "<g clip-path=\"url(#clip2)\">",
                                     "<rect x",
                                     "</g>",
                                     "</g>",
                                     "<rect x",
                                     "</svg>"};
  const char *at = strstr(render(sample, &list).at, "</desc>");
  for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
    const char *next = at;
    do next = strpbrk(next + 1, "\n") + 1;
    while (strncmp(next, "<clipPath", 9) == 0);
    if (strncmp(next, tags[i], strlen(tags[i])) != 0)
      fail_msg("element %d is %.30s, not %s", (int)i, next, tags[i]);
    at = next;
  }
}

static void numbers_have_a_point_in_every_locale(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 3);
  Str before = render(sample, &list);
  german_locale_begin();
  Str after = render(sample, &list);
  setlocale(LC_ALL, "C");
  assert_true(str_equal(before, after));
}

static Str render_words(const Sample *sample, const char *words, float angle_deg) {
  DrawList list = draw_list_make(sample->arena, 300, 50);
  sample_text(
      &list, fonts_metrics(sample->fonts),
      (DrawText){.at = {10, 30}, .size_pt = 12, .angle_deg = angle_deg, .color = {1, 2, 3, 255}},
      words);
  return render(sample, &list);
}

static void every_script_carries_its_measured_width(void **state) {
  const Sample *sample = *state;
  static const char *const words[] = {"the animal", "你好，世界", "السلام عليكم", "e\u0301 x\u0301",
                                      "שלום 12"};
  for (int i = 0; i < 5; i++) {
    Str svg = render_words(sample, words[i], 0);
    const TextMetrics *metrics = fonts_metrics(sample->fonts);
    float width = metrics->width_pt(metrics->self, FACE_REGULAR, 12, str_from(words[i]));
    const char *length = strstr(svg.at, "textLength=\"");
    assert_non_null(length);
    assert_float_equal(strtod(length + 12, NULL), width, 0.01);
    assert_non_null(strstr(svg.at, "lengthAdjust=\"spacingAndGlyphs\""));
    assert_non_null(strstr(svg.at, words[i])); /* text is text */
  }
}

static void families_and_direction_are_named(void **state) {
  const Sample *sample = *state;
  Str han = render_words(sample, "it 中", 0), hebrew = render_words(sample, "שלום", 0);
  assert_non_null(strstr(han.at, "font-family=\"'Inter', 'Noto Sans CJK SC', sans-serif\""));
  assert_null(strstr(han.at, "direction"));
  assert_non_null(strstr(hebrew.at, "direction=\"rtl\" text-anchor=\"end\""));
  assert_non_null(strstr(render_words(sample, "up", 45).at, "transform=\"rotate(-45 10 30)\""));
}

static void no_words_break_out(void **state) {
  const Sample *sample = *state;
  Str svg = render_words(sample, "</text><script>&\"'\x01\x1b\xff\xef\xbf\xbe\u202E", 0);
  assert_int_equal(occurrences(svg, "<script"), 0);
  assert_non_null(strstr(svg.at, ">&lt;/text&gt;&lt;script&gt;&amp;&quot;'␁␛\uFFFD\uFFFD<"));
  for (size_t i = 0; i < svg.bytes; i++)
    assert_true((unsigned char)svg.at[i] >= 0x20 || svg.at[i] == '\n');
}

static DrawList square(const Sample *sample, int tokens) {
  DrawList list = draw_list_make(sample->arena, 300, 300);
  draw_heatmap(&list, (DrawHeatmap){.box = {10, 10, 280, 280},
                                    .values = sample_numbers(sample->arena, tokens, tokens),
                                    .palette = PALETTE_VIRIDIS,
                                    .range = {-1, 1},
                                    .filled = -1});
  return list;
}

static void cells_are_vectors_up_to_64_and_an_image_above(void **state) {
  const Sample *sample = *state;
  DrawList small = square(sample, 64), large = square(sample, 65);
  Str vectors = render(sample, &small), image = render(sample, &large);
  assert_int_equal(occurrences(vectors, "<rect"), 64 * 64);
  assert_int_equal(occurrences(vectors, "<image"), 0);
  assert_int_equal(occurrences(image, "<rect"), 0);
  assert_int_equal(occurrences(image, "<image"), 1);
  assert_non_null(strstr(image.at, "image-rendering:pixelated"));
  assert_non_null(strstr(image.at, "base64,iVBORw0KGgo")); /* the first bytes of a PNG */
}

static DrawList thin_square(const Sample *sample, int tokens, int whole) {
  DrawList list = square(sample, tokens);
  list.items[0].as.heatmap.thin_rows = (DrawThin){0.5f, whole};
  return list;
}

/* An author who opens the file finds low rows, not paper laid over high ones. */
static void cells_of_thin_rows_are_low_rectangles(void **state) {
  const Sample *sample = *state;
  DrawList few = thin_square(sample, 5, 3), many = thin_square(sample, 70, 3);
  Str vectors = render(sample, &few), images = render(sample, &many);
  assert_int_equal(occurrences(vectors, "<rect"), 25);
  assert_int_equal(occurrences(vectors, "height=\"56\""), 5);
  assert_int_equal(occurrences(vectors, "height=\"28\""), 20);
  assert_int_equal(occurrences(vectors, "y=\"24\" width=\"56\""), 5);
  assert_int_equal(occurrences(images, "<image"), 70);
  assert_int_equal(occurrences(images, "height=\"2\""), 69);
  assert_int_equal(occurrences(images, "height=\"4\""), 1);
}

/* More cells than an image has pixels are averaged: the first bytes of the PNG say 8192 x 1. */
static void an_image_has_at_most_8192_pixels_a_side(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 300, 300);
  draw_heatmap(&list, (DrawHeatmap){.box = {10, 10, 280, 280},
                                    .values = sample_numbers(sample->arena, 1, 1 << 20),
                                    .palette = PALETTE_VIRIDIS,
                                    .range = {-1, 1},
                                    .filled = -1});
  Str svg = render(sample, &list);
  assert_non_null(strstr(svg.at, "base64,iVBORw0KGgoAAAANSUhEUgAAIAAAAAAB"));
}

/* So many matrices of 64 x 64 cells, each by itself small enough for rectangles. */
static Str render_matrices(const Sample *sample, int count) {
  DrawList list = draw_list_make(sample->arena, 300, 300);
  MatView values = sample_numbers(sample->arena, 64, 64);
  for (int i = 0; i < count; i++)
    draw_heatmap(&list, (DrawHeatmap){.box = {10, 10, 280, 280},
                                      .values = values,
                                      .palette = PALETTE_VIRIDIS,
                                      .range = {-1, 1},
                                      .filled = -1});
  return render(sample, &list);
}

static void the_cells_of_many_matrices_are_images(void **state) {
  const Sample *sample = *state;
  Str few = render_matrices(sample, 48), many = render_matrices(sample, 49);
  assert_int_equal(occurrences(few, "<rect"), 48 * 64 * 64);
  assert_int_equal(occurrences(few, "<image"), 0);
  assert_int_equal(occurrences(many, "<rect"), 0);
  assert_int_equal(occurrences(many, "<image"), 49);
}

static void a_picture_of_too_many_parts_is_refused(void **state) {
  const Sample *sample = *state;
  Arena *arena = arena_make(0);
  DrawList list = draw_list_make(arena, 300, 300);
  Str svg;
  Status status = {0};
  for (int i = 0; i <= VECTOR_ITEMS_MOST; i++)
    draw_box(&list, (DrawBox){.box = {0, 0, 1, 1}, .fill = {0, 0, 0, 255}});
  assert_false(svg_render(&list, sample->fonts, "too many", arena, &svg, &status));
  assert_non_null(strstr(status.sentence, "250001 parts"));
  assert_non_null(strstr(status.sentence, "at most 250000"));
  list.item_count = VECTOR_ITEMS_MOST;
  assert_true(svg_render(&list, sample->fonts, "as many as can be", arena, &svg, &status));
  arena_free(arena);
}

static void a_cell_has_the_colour_of_its_number(void **state) {
  const Sample *sample = *state;
  DrawList list = square(sample, 5);
  Str svg = render(sample, &list);
  const DrawHeatmap *heatmap = &list.items[0].as.heatmap;
  const char *at = svg.at;
  for (int i = 0; i < 25; i++) {
    char fill[32];
    Color color = draw_heatmap_color(heatmap, i / 5, i % 5);
    snprintf(fill, sizeof fill, "fill=\"#%02x%02x%02x\"", color.r, color.g, color.b);
    at = strstr(at, "<rect") + 1;
    const char *found = strstr(at, fill);
    assert_non_null(found);
    assert_true(found < strchr(at, '>'));
  }
}

static void a_transparent_picture_has_no_ground(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  assert_int_equal(occurrences(render(sample, &list), "width=\"400\" height=\"300\" fill"), 1);
  list.background.a = 0;
  assert_int_equal(occurrences(render(sample, &list), "width=\"400\" height=\"300\" fill"), 0);
}

/* Neighbours with the same colours share their gradient; one colour needs none. */
static void ribbons_share_a_gradient(void **state) {
  const Sample *sample = *state;
  const Point points[] = {{10, 10}, {20, 10}, {30, 10}, {40, 10}, {40, 12}, {40, 14}, {10, 10}};
  const Color red = {200, 0, 0, 255}, faint = {0, 0, 200, 51}, none = {0, 9, 0, 0};
  DrawGradient gradient = {{10, 0}, {40, 0}, red, faint}, other = {{10, 0}, {40, 0}, none, red};
  DrawList list = draw_list_make(sample->arena, 100, 100);
  draw_gradient_ribbon(&list, points, 7, gradient);
  draw_gradient_ribbon(&list, points, 7, gradient);
  draw_gradient_ribbon(&list, points, 7, other);
  draw_ribbon(&list, points, 7, red);
  Str svg = render(sample, &list);
  assert_int_equal(occurrences(svg, "<linearGradient "), 2);
  assert_int_equal(occurrences(svg, "fill=\"url(#gradient-1)\""), 2);
  assert_int_equal(occurrences(svg, "fill=\"url(#gradient-2)\""), 1);
  assert_int_equal(occurrences(svg, "<path fill=\"#c80000\""), 1);
  assert_int_equal(occurrences(svg, "<stop offset=\"0\" stop-color=\"#c80000\"/>"), 1);
  assert_int_equal(
      occurrences(svg, "<stop offset=\"1\" stop-color=\"#0000c8\" stop-opacity=\"0.2\"/>"), 1);
  assert_int_equal(
      occurrences(svg, "<stop offset=\"0\" stop-color=\"#000900\" stop-opacity=\"0\"/>"), 1);
}

static void groups_of_clips_are_closed(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 100);
  for (int i = 0; i < 3; i++) {
    draw_clip(&list, (Box){10, 10, 20, 20});
    draw_box(&list, (DrawBox){.box = {0, 0, 90, 90}, .fill = {9, 9, 9, 255}});
  }
  Str svg = render(sample, &list);
  assert_int_equal(occurrences(svg, "<g "), 3);
  assert_int_equal(occurrences(svg, "</g>"), 3);
  assert_int_equal(occurrences(svg, "<clipPath"), 3);
}

static void box(DrawList *list) {
  draw_box(list, (DrawBox){.box = {0, 0, 90, 90}, .fill = {9, 9, 9, 255}});
}

/* Names stand behind those of the groups around them, and twice the same name is numbered. */
static void groups_have_ids_of_their_own_and_titles(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 100);
  for (int i = 0; i < 2; i++) {
    draw_group_begin(&list, "head-1", "Head 1 <a>");
    draw_group_begin(&list, "matrix", NULL);
    box(&list);
    draw_group_end(&list);
    draw_group_end(&list);
  }
  draw_group_begin(&list, "head-1-2", NULL);
  draw_group_end(&list);
  Str svg = render(sample, &list);
  assert_non_null(strstr(svg.at, "<g id=\"head-1\"><title>Head 1 &lt;a&gt;</title>\n"
                                 "<g id=\"head-1-matrix\">\n<rect"));
  assert_non_null(strstr(svg.at, "<g id=\"head-1-2\"><title>"));
  assert_non_null(strstr(svg.at, "<g id=\"head-1-2-matrix\">\n<rect"));
  assert_non_null(strstr(svg.at, "<g id=\"head-1-2-2\">\n</g>"));
  assert_int_equal(occurrences(svg, "<g "), occurrences(svg, "</g>"));
}

/* Every item but clips, alone and within a part of its own. */
static DrawList without_clips(const Sample *sample, const DrawList *list, bool is_marked) {
  DrawList made = *list;
  made.items = arena_take(sample->arena, (size_t)list->item_count * 3, sizeof *made.items);
  made.item_count = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind == DRAW_CLIP) continue;
    DrawItem begin = {.kind = DRAW_GROUP, .as.group = {"part", NULL}}, end = {.kind = DRAW_GROUP};
    if (is_marked) made.items[made.item_count++] = begin;
    made.items[made.item_count++] = list->items[i];
    if (is_marked) made.items[made.item_count++] = end;
  }
  return made;
}

/* The file without the lines that begin and end those parts. */
static Str without_parts(const Sample *sample, Str svg) {
  StrBuf kept = strbuf_make(sample->arena);
  bool is_part[8] = {false};
  int depth = 0;
  for (const char *at = svg.at, *end; (end = strchr(at, '\n')); at = end + 1) {
    bool begins = strncmp(at, "<g", 2) == 0, ends = strncmp(at, "</g>", 4) == 0;
    if (begins) is_part[depth++] = strncmp(at, "<g id=\"part", 11) == 0;
    if (ends) depth--;
    if (!((begins && is_part[depth - 1]) || (ends && is_part[depth])))
      strbuf_add(&kept, (Str){at, (size_t)(end + 1 - at)});
  }
  return strbuf_str(&kept);
}

static void groups_change_nothing_inside(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 3);
  DrawList plain = without_clips(sample, &list, false);
  DrawList marked = without_clips(sample, &list, true);
  Str svg = render(sample, &marked);
  assert_int_equal(occurrences(svg, "<g id=\"part"), plain.item_count);
  assert_true(str_equal(without_parts(sample, svg), render(sample, &plain)));
}

/* A clip holds on when a group begins or ends, and no group is cut in two by it. */
static void groups_and_clips_are_inside_each_other(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 100, 100);
  draw_clip(&list, (Box){10, 10, 20, 20});
  draw_group_begin(&list, "inner", NULL);
  box(&list);
  draw_clip_end(&list);
  box(&list);
  draw_clip(&list, (Box){30, 30, 20, 20});
  draw_group_end(&list);
  box(&list);
  Str svg = render(sample, &list);
  assert_non_null(strstr(svg.at, "<g id=\"inner\">\n<g clip-path=\"url(#clip1)\">\n<rect"));
  assert_non_null(strstr(svg.at, "</clipPath>\n</g>\n<g clip-path=\"url(#clip2)\">\n<rect"));
  assert_int_equal(occurrences(svg, "<g "), occurrences(svg, "</g>"));
  assert_int_equal(occurrences(svg, "<clipPath"), 2);
}

static void memory_may_run_out_anywhere(void **state) {
  const Sample *sample = *state;
  DrawList list = square(sample, 65);
  int failed = 0;
  for (long n = 1; n < 12; n++) {
    Status status = {0};
    Str svg;
    Arena *arena = arena_make(0);
    arena_fail_at(n);
    bool done = svg_render(&list, sample->fonts, "t", arena, &svg, &status);
    arena_fail_at(0);
    if (!done) assert_int_equal(status.kind, STATUS_COULD_NOT), failed++;
    arena_free(arena);
  }
  assert_true(failed >= 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_picture_is_the_golden_one),
      cmocka_unit_test(identical_lists_give_identical_bytes),
      cmocka_unit_test(groups_are_elements_with_names),
      cmocka_unit_test(numbers_have_a_point_in_every_locale),
      cmocka_unit_test(every_script_carries_its_measured_width),
      cmocka_unit_test(families_and_direction_are_named),
      cmocka_unit_test(no_words_break_out),
      cmocka_unit_test(cells_are_vectors_up_to_64_and_an_image_above),
      cmocka_unit_test(cells_of_thin_rows_are_low_rectangles),
      cmocka_unit_test(an_image_has_at_most_8192_pixels_a_side),
      cmocka_unit_test(the_cells_of_many_matrices_are_images),
      cmocka_unit_test(a_picture_of_too_many_parts_is_refused),
      cmocka_unit_test(a_cell_has_the_colour_of_its_number),
      cmocka_unit_test(a_transparent_picture_has_no_ground),
      cmocka_unit_test(ribbons_share_a_gradient),
      cmocka_unit_test(groups_of_clips_are_closed),
      cmocka_unit_test(groups_have_ids_of_their_own_and_titles),
      cmocka_unit_test(groups_change_nothing_inside),
      cmocka_unit_test(groups_and_clips_are_inside_each_other),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests_name("svg", tests, sample_set_up, sample_tear_down);
}
