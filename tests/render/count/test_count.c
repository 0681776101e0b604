/* render/count/count.h: a planted overlap, clip, or text outside is each reported,
** and nothing else; half a point is tolerated. The metrics here are simple: every
** byte is half the size wide. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/count/count.h"

static float half_width(void *self, FaceId face, float size_pt, Str text) {
  (void)self, (void)face;
  return size_pt / 2 * (float)text.bytes;
}

static const TextMetrics METRICS = {NULL, half_width};
static const Color INK = {0, 0, 0, 255};

static int set_up(void **state) { return (*state = arena_make(0)) ? 0 : -1; }

static int tear_down(void **state) {
  arena_free(*state);
  return 0;
}

static void put(DrawList *list, const char *words, float x, float y, float angle_deg) {
  Str text = str_from(words);
  draw_text(list, (DrawText){.text = text,
                             .at = {x, y},
                             .size_pt = 10,
                             .angle_deg = angle_deg,
                             .width_pt = half_width(NULL, FACE_REGULAR, 10, text),
                             .color = INK});
}

static int complaints(const CountReport *report) {
  return report->texts_outside + report->texts_clipped + report->texts_overlapping +
         report->heatmaps_outside;
}

static CountReport count(void **state, const DrawList *list) {
  return count_list(list, &METRICS, *state);
}

static void a_clean_picture_has_no_complaint(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "first", 10, 20, 0);     /* 10 … 35 */
  put(&list, "second", 35.4f, 20, 0); /* begins where the first ends */
  put(&list, "below", 10, 30, 0);     /* 22.73 … 32.5 under 12.73 … 22.5 */
  CountReport report = count(state, &list);
  assert_int_equal(complaints(&report), 0);
  assert_int_equal(report.first_complaint.bytes, 0);
  assert_int_equal(report.texts, 3);
}

static void text_over_text_is_reported(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "first", 10, 20, 0);
  put(&list, "second", 33, 20, 0); /* two points into the first */
  CountReport report = count(state, &list);
  assert_int_equal(report.texts_overlapping, 1);
  assert_float_equal(report.worst_overlap_pt, 2, 0.01);
  assert_int_equal(complaints(&report), 1);
  assert_non_null(strstr(report.first_complaint.at, "second"));
}

static void the_same_text_twice_in_one_place_is_an_overlap(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "twice", 10, 20, 0);
  put(&list, "twice", 10, 20, 0);
  assert_int_equal(count(state, &list).texts_overlapping, 1);
}

static void half_a_point_is_forgiven(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "first", 10, 20, 0);
  put(&list, "second", 34.6f, 20, 0);
  put(&list, "edge", -0.4f, 60, 0);
  CountReport report = count(state, &list);
  assert_int_equal(complaints(&report), 0);
}

static void text_outside_the_picture_is_reported(void **state) {
  const Point places[] = {{-2, 50}, {190, 50}, {50, 5}, {50, 99}};
  for (int i = 0; i < 4; i++) {
    DrawList list = draw_list_make(*state, 200, 100);
    put(&list, "word", places[i].x, places[i].y, 0);
    assert_int_equal(count(state, &list).texts_outside, 1);
  }
}

static void a_heatmap_outside_the_picture_is_reported(void **state) {
  static const float numbers[4] = {0, 1, -INFINITY, 2};
  DrawList list = draw_list_make(*state, 200, 100);
  draw_heatmap(&list, (DrawHeatmap){.box = {150, 10, 60, 60},
                                    .values = {numbers, 2, 2, 2},
                                    .filled = -1,
                                    .hatch_mix = 1});
  CountReport report = count(state, &list);
  assert_int_equal(report.heatmaps_outside, 1);
  assert_int_equal(report.cells, 4);
  assert_int_equal(report.hatched_cells, 1);
}

static void a_clip_that_cuts_text_is_reported_but_not_at_a_scroll_edge(void **state) {
  for (int scrolls = 0; scrolls < 2; scrolls++) {
    DrawList list = draw_list_make(*state, 200, 100);
    list.at_scroll_edge = scrolls;
    draw_clip(&list, (Box){0, 0, 30, 100});
    put(&list, "clipped", 10, 20, 0);
    put(&list, "gone", 50, 50, 0);
    draw_clip_end(&list);
    put(&list, "free", 50, 80, 0);
    CountReport report = count(state, &list);
    assert_int_equal(report.texts_clipped, scrolls ? 0 : 2);
    assert_int_equal(complaints(&report), scrolls ? 0 : 2);
  }
}

/* Only the contents of a scrolling area may be over something. */
static void the_part_cut_away_does_not_overlap(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "beside", 31, 20, 0);
  list.at_scroll_edge = true;
  draw_clip(&list, (Box){0, 0, 30, 100});
  put(&list, "scrolled", 10, 20, 0);
  draw_clip_end(&list);
  assert_int_equal(count(state, &list).texts_overlapping, 0);
}

/* Slanted labels are close: their upright bounds overlap, they do not. */
static void turned_texts_are_compared_as_turned(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "slanted", 20, 80, 45);
  put(&list, "slanted", 38, 80, 45); /* 18 apart along x: 12.7 across, a line is 9.8 high */
  assert_int_equal(count(state, &list).texts_overlapping, 0);
  put(&list, "slanted", 46, 80, 45); /* 5.7 across: 4.1 too close to the one before */
  CountReport report = count(state, &list);
  assert_int_equal(report.texts_overlapping, 1);
  assert_float_equal(report.worst_overlap_pt, 9.77f - 8 / sqrtf(2), 0.05);
}

static void a_slanted_text_may_leave_the_picture_by_its_end(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "a long slanted label", 20, 40, 60);
  assert_int_equal(count(state, &list).texts_outside, 1);
}

static void what_is_half_faded_is_not_there(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "now", 10, 20, 0);
  list.opacity = 0.49f;
  put(&list, "then", 10, 20, 0);
  CountReport report = count(state, &list);
  assert_int_equal(report.texts, 1);
  assert_int_equal(complaints(&report), 0);
  assert_int_equal(count_text(&list, "then"), 0);
}

/* A menu hides what is below it: that is not an overlap, but is counted as covered. */
static void an_opaque_box_between_hides(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "under", 10, 20, 0);
  draw_box(&list, (DrawBox){.box = {5, 5, 100, 50}, .fill = {255, 255, 255, 255}});
  put(&list, "over", 10, 20, 0);
  CountReport report = count(state, &list);
  assert_int_equal(report.texts_overlapping, 0);
  assert_int_equal(report.texts_covered, 1);
  DrawList glass = draw_list_make(*state, 200, 100);
  put(&glass, "under", 10, 20, 0);
  draw_box(&glass, (DrawBox){.box = {5, 5, 100, 50}, .fill = {255, 255, 255, 200}});
  put(&glass, "over", 10, 20, 0);
  assert_int_equal(count(state, &glass).texts_overlapping, 1);
}

static void a_wrong_width_is_noticed(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  draw_text(
      &list,
      (DrawText){.text = STR("wide"), .at = {10, 20}, .size_pt = 10, .width_pt = 25, .color = INK});
  assert_int_equal(count(state, &list).widths_wrong, 1);
}

static void texts_are_found_by_their_words(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  put(&list, "the", 10, 20, 0);
  put(&list, "other", 50, 20, 0);
  put(&list, "-12.5", 10, 60, 0);
  assert_int_equal(count_text(&list, "the"), 1);
  assert_int_equal(count_text_containing(&list, "the"), 2);
  assert_int_equal(count(state, &list).digits, 1);
}

static void an_incomplete_list_is_a_complaint(void **state) {
  DrawList list = draw_list_make(*state, 200, 100);
  list.failed = true;
  assert_true(count(state, &list).first_complaint.bytes > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_clean_picture_has_no_complaint),
      cmocka_unit_test(text_over_text_is_reported),
      cmocka_unit_test(the_same_text_twice_in_one_place_is_an_overlap),
      cmocka_unit_test(half_a_point_is_forgiven),
      cmocka_unit_test(text_outside_the_picture_is_reported),
      cmocka_unit_test(a_heatmap_outside_the_picture_is_reported),
      cmocka_unit_test(a_clip_that_cuts_text_is_reported_but_not_at_a_scroll_edge),
      cmocka_unit_test(the_part_cut_away_does_not_overlap),
      cmocka_unit_test(turned_texts_are_compared_as_turned),
      cmocka_unit_test(a_slanted_text_may_leave_the_picture_by_its_end),
      cmocka_unit_test(what_is_half_faded_is_not_there),
      cmocka_unit_test(an_opaque_box_between_hides),
      cmocka_unit_test(a_wrong_width_is_noticed),
      cmocka_unit_test(texts_are_found_by_their_words),
      cmocka_unit_test(an_incomplete_list_is_a_complaint),
  };
  return cmocka_run_group_tests_name("count", tests, set_up, tear_down);
}
