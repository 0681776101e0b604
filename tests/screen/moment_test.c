/* Between two stages the whole screen has one voice: all words say from which stage to which, and
** none tells a number that is not there yet. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/stages/motion.h"
#include "scene/theme.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
#define READER "motion off; model reader; sentence " SENTENCE "; layer 2; head 2; cell 8 2"
static const Window DESIGN = {1440, 900}, PROJECTOR = {1920, 1080}, SMALL = {640, 400};

static int count_of(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

static bool contains(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++) {
    Str text = list->items[i].as.text.text;
    if (list->items[i].kind != DRAW_TEXT) continue;
    for (size_t at = 0; at + strlen(words) <= text.bytes; at++)
      if (memcmp(text.at + at, words, strlen(words)) == 0) return true;
  }
  return false;
}

/* In the picture of the stage, left of the panel and below the formula. */
static int count_in_picture(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    count += list->items[i].kind == DRAW_TEXT && str_is(text->text, words) && text->at.x < 1060 &&
             text->at.y > 160;
  }
  return count;
}

/* Its rows are where the heads stand, not where those of the stage before are on their way to. */
static void a_row_of_heads_has_one_name(void **state) {
  (void)state;
  static const char *const names[] = {"didn't", "cross", "because", "was", "tired"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; layer 2; head 4; stage joined");
  for (int hundredth = 22; hundredth < 100; hundredth += 6) {
    char command[32];
    snprintf(command, sizeof command, "moment 0.%d joined", hundredth);
    DrawList list = list_after(session, arena, DESIGN, command);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      assert_int_equal(count_in_picture(&list, names[i]), 1);
  }
  session_free(session);
  arena_free(arena);
}

/* The round boxes of the rail: dots, and the knob in the colour of the focus. −1: there is none. */
static float middle_of_dot(const DrawList *list, Color fill, float radius_least) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawBox *box = &list->items[i].as.box;
    bool is_round = list->items[i].kind == DRAW_BOX && box->box.w == box->box.h &&
                    box->corner >= box->box.w / 2 - 0.01f && box->box.w >= 2 * radius_least;
    if (is_round && box->box.y > 700 && memcmp(&box->fill, &fill, sizeof fill) == 0)
      return box->box.x + box->box.w / 2;
  }
  return -1;
}

static float knob_at(Session *session, Arena *arena, const char *commands) {
  DrawList list = list_after(session, arena, DESIGN, commands);
  float x = middle_of_dot(&list, theme_get(THEME_LIGHT)->focus, 8);
  assert_true(x > 0);
  return x;
}

static void all_words_say_from_which_stage_to_which(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  DrawList list = list_after(session, arena, DESIGN, "stage weights");
  assert_false(contains(&list, "Mask → Softmax"));
  for (int tenth = 1; tenth < 8; tenth++) {
    char command[32];
    snprintf(command, sizeof command, "moment 0.%d weights", tenth);
    list = list_after(session, arena, DESIGN, command);
    assert_int_equal(count_of(&list, "Mask → Softmax"), 1);    /* beside the formula */
    assert_true(contains(&list, "Mask → Softmax · query it")); /* the line */
    assert_int_equal(count_of(&list, "Happening now"), 1);     /* the panel */
    assert_int_equal(count_of(&list, "Mask"), 2);              /* its title, and the rail */
    assert_int_equal(count_of(&list, "Each row becomes shares of 1."), 2);
  }
  list = list_after(session, arena, DESIGN, "moment 0.9 weights");
  assert_false(contains(&list, "Mask → Softmax") || contains(&list, "Happening now"));
  list = list_after(session, arena, DESIGN, "moment 0.5 masked from weights");
  assert_true(contains(&list, "Softmax → Mask · query it") && contains(&list, "Going back"));
  assert_int_equal(count_of(&list, "Back to the numbers before."), 2);
  list = list_after(session, arena, SMALL, "cell none; moment 0.5 weights");
  assert_true(contains(&list, "Mask → Softmax"));
  list = list_after(session, arena, PROJECTOR, "presenter on; moment 0.5 weights");
  assert_true(contains(&list, "stage 6 → 7 of 11") && contains(&list, "Mask → Softmax"));
  list = list_after(session, arena, PROJECTOR, "moment 0.9 weights");
  assert_true(contains(&list, "stage 7 of 11"));
  session_free(session);
  arena_free(arena);
}

static void the_knob_is_between_both_stages(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  float from = knob_at(session, arena, "stage masked"),
        to = knob_at(session, arena, "stage weights");
  assert_true(to > from + 20);
  for (float t = 0.1f; t < 1; t += 0.2f) {
    char command[48];
    snprintf(command, sizeof command, "moment %.1f weights", (double)t);
    assert_float_equal(knob_at(session, arena, command), from + t * (to - from), 0.6f);
    snprintf(command, sizeof command, "moment %.1f masked from weights", (double)t);
    assert_float_equal(knob_at(session, arena, command), to + t * (from - to), 0.6f);
  }
  session_free(session);
  arena_free(arena);
}

/* In the picture, in panel and line, in what is copied and what is said aloud. */
static void no_number_comes_before_its_step(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  run(session, "stage weights");
  Str line = screen_focus_line(session, fonts_metrics(support_fonts()), arena);
  const char *weight = strstr(str_copy(arena, line), "weight ");
  assert_non_null(weight);
  char number[16];
  snprintf(number, sizeof number, "%.5s", weight + strlen("weight "));
  DrawList list = list_after(session, arena, DESIGN, "stage weights");
  assert_true(contains(&list, number));
  run(session, "moment 0.5 weights");
  list = list_after(session, arena, DESIGN, "moment 0.5 weights");
  assert_false(contains(&list, number));
  line = screen_focus_line(session, fonts_metrics(support_fonts()), arena);
  assert_null(strstr(str_copy(arena, line), "weight"));
  assert_non_null(strstr(str_copy(arena, line), "masked"));
  session_free(session);
  arena_free(arena);
}

/* At a moment that is held the panel is there to be read: nothing lies over it. */
static void a_held_panel_is_not_pale(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  static const char *const moments[] = {"moment 0.03 weights", "moment 0.1 weights",
                                        "moment 0.8 weights"};
  for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
    DrawList list = list_after(session, arena, DESIGN, moments[i]);
    Color panel = theme_get(THEME_LIGHT)->panel;
    for (int k = 0; k < list.item_count; k++) {
      const DrawBox *box = &list.items[k].as.box;
      bool is_veil = list.items[k].kind == DRAW_BOX && box->fill.a > 0 && box->fill.a < 255 &&
                     box->fill.r == panel.r && box->fill.g == panel.g && box->box.h > 300;
      assert_false(is_veil);
    }
  }
  session_free(session);
  arena_free(arena);
}

/* Held on the way out of the overview the panels are there beside the matrix, which has no part in
** them, and words say from where to where. */
static void the_way_out_of_the_overview_is_told(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  DrawList list = list_after(session, arena, DESIGN, "moment 0.5 weights from overview");
  assert_int_equal(count_of(&list, "Overview → Softmax"), 1); /* beside the formula */
  assert_true(contains(&list, "Overview → Softmax · query it"));
  assert_int_equal(count_of(&list, "Happening now"), 1);
  const float panel_x = 1440 - 368;
  for (int i = 0; i < list.item_count; i++) {
    Box box = list.items[i].as.heatmap.box;
    if (list.items[i].kind == DRAW_HEATMAP && box.w > 300) assert_true(box.x + box.w < panel_x);
  }
  float knob = knob_at(session, arena, "moment 0.5 weights from overview");
  assert_float_equal(knob, knob_at(session, arena, "stage weights"), 0.6f);
  list = list_after(session, arena, DESIGN, "moment 0.9 weights from overview");
  assert_false(contains(&list, "Overview → Softmax") || contains(&list, "Happening now"));
  session_free(session);
  arena_free(arena);
}

/* How far left of a number the next word before it ends on its line; far if there is none. */
static float gap_before(const DrawList *list, const DrawText *number) {
  float gap = 1000;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *word = &list->items[i].as.text;
    bool is_name = list->items[i].kind == DRAW_TEXT && word->face == FACE_SEMIBOLD &&
                   word->color.a > 0 && fabsf(word->at.y - number->at.y) < 0.5f;
    if (is_name && word->at.x < number->at.x)
      gap = fminf(gap, number->at.x - word->at.x - word->width_pt);
  }
  return gap;
}

/* While bars lie in a row the name of a key comes only where there is a space before its number. */
static void no_name_touches_the_number_of_its_bar(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  int found = 0;
  for (int step = 42; step < 86; step++) {
    char command[32];
    snprintf(command, sizeof command, "moment 0.%d weights", step);
    DrawList list = list_after(session, arena, DESIGN, command);
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *number = &list.items[i].as.text;
      if (list.items[i].kind != DRAW_TEXT || number->face != FACE_MONO) continue;
      float gap = gap_before(&list, number);
      found += gap < number->size_pt;
      if (gap < 0.24f * number->size_pt) fail_msg("%s: %.1f before a number", command, (double)gap);
    }
  }
  assert_true(found > 100);
  session_free(session);
  arena_free(arena);
}

static void the_number_of_the_chosen_column_stays(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  DrawList list = list_after(session, arena, DESIGN, "moment 0.5 qkv");
  int bold = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    bold += list.items[i].kind == DRAW_TEXT && text->face == FACE_MONO_BOLD && text->size_pt < 14 &&
            str_is(text->text, "2");
  }
  assert_int_equal(bold, 1);
  session_free(session);
  arena_free(arena);
}

/* The lowest bar that a point is in; h 0: it is in none. */
static Box bar_at(const DrawList *list, Point at) {
  const float highest = 60;
  Box found = {0};
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.box.box;
    bool is_bar = list->items[i].kind == DRAW_BOX && list->items[i].as.box.fill.a > 0;
    if (is_bar && box.h < highest && box_holds(box, at) && (found.h <= 0 || box.h < found.h))
      found = box;
  }
  return found;
}

static void no_number_is_higher_than_its_bar(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; head 4");
  DrawList list = list_after(session, arena, DESIGN, "moment 0.5 weights");
  int checked = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    bool is_number = list.items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                     text->text.bytes == 3 && text->size_pt > 14;
    float high = text->size_pt * TEXT_CAP_HEIGHT;
    if (!is_number) continue;
    Box bar = bar_at(&list, (Point){text->at.x + text->width_pt / 2, text->at.y - high / 2});
    if (bar.h <= 0) continue;
    checked++;
    assert_true(bar.y < text->at.y - 1.08f * high && text->at.y + 0.08f * high < bar.y + bar.h);
  }
  assert_true(checked > 10);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_words_say_from_which_stage_to_which),
      cmocka_unit_test(a_row_of_heads_has_one_name),
      cmocka_unit_test(the_knob_is_between_both_stages),
      cmocka_unit_test(no_number_comes_before_its_step),
      cmocka_unit_test(a_held_panel_is_not_pale),
      cmocka_unit_test(no_name_touches_the_number_of_its_bar),
      cmocka_unit_test(the_way_out_of_the_overview_is_told),
      cmocka_unit_test(the_number_of_the_chosen_column_stays),
      cmocka_unit_test(no_number_is_higher_than_its_bar),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
