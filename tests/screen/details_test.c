/* What a picture must name, and what must not touch or stand alone. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/theme.h"

static const Window DESIGN = {1440, 900};

static const DrawText *text_beginning(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words))
      return &list->items[i].as.text;
  return NULL;
}

/* Whether a text ends shortly before this one on its line. */
static bool has_word_before(const DrawList *list, const DrawText *sign) {
  const float near = 1.2f * sign->size_pt;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *word = &list->items[i].as.text;
    float gap = sign->at.x - word->at.x - word->width_pt;
    if (list->items[i].kind == DRAW_TEXT && fabsf(word->at.y - sign->at.y) < 1 && gap > -1 &&
        gap < near)
      return true;
  }
  return false;
}

static void no_line_begins_with_a_sign(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; view length");
  static const Window windows[] = {{1440, 900}, {1920, 1080}, {960, 600}, {720, 900}, {640, 800}};
  static const char *const sizes[] = {"textscale 2", "textscale 3; presenter on", "textscale 1.6",
                                      "textscale 1", "textscale 1.4"};
  int signs = 0;
  for (int w = 0; w < 5; w++)
    for (int tokens = 5; tokens <= 36; tokens++) {
      char command[64];
      snprintf(command, sizeof command, "presenter off; %s; length %d", sizes[w], tokens);
      DrawList list = list_after(session, arena, windows[w], command);
      for (int i = 0; i < list.item_count; i++) {
        const DrawText *text = &list.items[i].as.text;
        bool is_sign = list.items[i].kind == DRAW_TEXT &&
                       (str_is(text->text, "。") || str_is(text->text, "，"));
        if (!is_sign) continue;
        signs++;
        if (!has_word_before(&list, text))
          fail_msg("%s, %.0f wide", command, (double)windows[w].width);
      }
    }
  assert_true(signs > 100);
  session_free(session);
  arena_free(arena);
}

/* A lens stands over pairs; where there are none it says so. */
static void a_lens_says_where_it_has_no_place(void **state) {
  (void)state;
  Session *session = session_after("motion off; stage qkv; cell 8 2");
  run(session, "lens on");
  assert_true(session_message(session).bytes > 0);
  session_free(session);
  session = session_after("motion off; stage weights; cell 8 2");
  run(session, "lens on");
  assert_int_equal(session_message(session).bytes, 0);
  session_free(session);
}

static void bars_and_lines_are_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model writer; stage logits");
  DrawList list = list_after(session, arena, DESIGN, "cell none");
  const DrawText *name = text_found(&list, "kept: 100 %");
  assert_non_null(name);
  list = list_after(session, arena, DESIGN, "view saturation");
  const DrawText *below = text_found(&list, "−8"), *above = text_found(&list, "+8"),
                 *zero = text_found(&list, "0");
  assert_true(below && above && zero);
  assert_true(below->at.x < zero->at.x && zero->at.x < above->at.x);
  session_free(session);
  arena_free(arena);
}

/* The layer on show is the chosen one, and its frame has no role. */
static void the_layer_of_a_rollout_has_the_frame_of_the_focus(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; view rollout");
  static const char *const themes[] = {"theme light", "theme dark"};
  for (int t = 0; t < 2; t++) {
    DrawList list = list_after(session, arena, DESIGN, themes[t]);
    const Theme *theme = theme_get(session_view(session)->theme);
    int frames = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawBox *box = &list.items[i].as.box;
      if (list.items[i].kind != DRAW_BOX || box->stroke_width <= 1 || box->box.w < 60) continue;
      assert_memory_not_equal(&box->stroke, &theme->weights, sizeof(Color));
      frames += memcmp(&box->stroke, &theme->focus, sizeof(Color)) == 0 && box->box.x > 170 &&
                box->box.x < 1000 && box->box.y > 600;
    }
    assert_true(frames > 0);
    const DrawText *title = text_found(&list, "a row and its own token");
    assert_non_null(title);
    assert_memory_equal(&title->color, &theme->ink, sizeof(Color));
  }
  session_free(session);
  arena_free(arena);
}

/* Without a chosen row the panel says how many rows have settled; after the last layer all have. */
static void answers_of_all_rows_have_a_title_and_a_count(void **state) {
  (void)state;
  const float panel = 1440 - 368;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; view answers");
  DrawList list = list_after(session, arena, DESIGN, "cell none");
  assert_non_null(text_found(&list, "all rows"));
  int wholes[3], count = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    bool is_number = list.items[i].kind == DRAW_TEXT && text->at.x > panel &&
                     (text->face == FACE_MONO || text->face == FACE_MONO_BOLD);
    if (is_number && count < 3) wholes[count++] = atoi(str_copy(arena, text->text));
  }
  assert_int_equal(count, 3); /* the input and two layers */
  assert_true(wholes[0] <= wholes[1] && wholes[1] <= wholes[2]);
  assert_int_equal(wholes[2], trace_token_count(session_trace(session)));
  session_free(session);
  arena_free(arena);
}

/* One score next to 0 has the last colour of its bar: its cell says the number of the bar. */
static void a_cell_does_not_contradict_its_colour(void **state) {
  (void)state;
  static const char *const views[] = {"stage scores; cell 1 1", "presenter on",
                                      "presenter off; view overview", "theme dark; stage scaled"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"hello\"");
  for (int i = 0; i < 4; i++) {
    DrawList list = list_after(session, arena, DESIGN, views[i]);
    assert_non_null(text_found(&list, i < 3 ? "−0.05" : "−0.01"));
    assert_null(text_found(&list, "0.0"));
  }
  session_free(session);
  arena_free(arena);
}

/* Of those that end right of a text, the strongest. */
static const DrawRibbon *ribbon_beside(const DrawList *list, const DrawText *text) {
  const float near = 30, right = text->at.x + text->width_pt;
  const DrawRibbon *found = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawRibbon *ribbon = &list->items[i].as.ribbon;
    if (list->items[i].kind != DRAW_RIBBON || ribbon->point_count != 13) continue;
    float x = ribbon->points[3].x, y = ribbon->points[3].y;
    bool is_there = x > right && x < right + near && fabsf(y - text->at.y) < near;
    if (is_there && (!found || ribbon->gradient.to.a > found->gradient.to.a)) found = ribbon;
  }
  return found;
}

static void a_name_lies_over_no_edge_of_a_lower_ribbon(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model reader; sentence \"The old captain told his crew that the storm would "
      "pass "
      "before dawn , but nobody on the ship believed him because the sky was still black\"");
  static const char *const views[] = {"view overview; theme light", "theme dark", "presenter on"};
  for (int i = 0; i < 3; i++) {
    DrawList list = list_after(session, arena, DESIGN, views[i]);
    const DrawText *name = text_beginning(&list, "The·1 0.");
    assert_non_null(name);
    const DrawRibbon *ribbon = ribbon_beside(&list, name);
    assert_non_null(ribbon);
    float top = ribbon->points[3].y;
    bool is_low = ribbon->points[5].y - top < name->size_pt;
    assert_true(is_low);
    assert_true(name->at.y <= top);
  }
  session_free(session);
  arena_free(arena);
}

/* The largest share has one size, whether its cell or its row is chosen. */
static void the_largest_ribbon_has_one_size_of_name(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader");
  DrawList list = list_after(session, arena, DESIGN, "view overview; cell 8 2");
  const DrawText *name = text_found(&list, "animal 0.774");
  assert_non_null(name);
  float size = name->size_pt;
  list = list_after(session, arena, DESIGN, "cell 8 row");
  name = text_found(&list, "animal 0.774");
  assert_non_null(name);
  assert_float_equal(name->size_pt, size, 0.01);
  session_free(session);
  arena_free(arena);
}

/* From the foot of a text to the first frame below it. */
static float above_frame(const DrawList *list, const DrawText *text) {
  const float near = 20;
  float least = near, middle = text->at.x + text->width_pt / 2;
  for (int i = 0; i < list->item_count; i++) {
    const DrawBox *frame = &list->items[i].as.box;
    if (list->items[i].kind != DRAW_BOX || frame->fill.a > 0 || frame->stroke_width <= 0) continue;
    float away = frame->box.y - frame->stroke_width / 2 - text->at.y;
    bool is_over = middle > frame->box.x && middle < frame->box.x + frame->box.w;
    if (is_over && away > -near / 2) least = fminf(least, away);
  }
  return least;
}

static void numbers_of_columns_stand_above_the_frame(void **state) {
  (void)state;
  static const Window windows[] = {{640, 400}, {640, 440}, {720, 450}, {1440, 900}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage qkv; cell 8 2");
  for (int i = 0; i < 4; i++) {
    DrawList list = list_after(session, arena, windows[i], i % 2 ? "theme dark" : "theme light");
    const DrawText *number = text_found(&list, "3");
    assert_non_null(number);
    if (above_frame(&list, number) < 2) fail_msg("%.0f wide", (double)windows[i].width);
  }
  session_free(session);
  arena_free(arena);
}

static void a_single_key_names_its_value(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"hello\"");
  DrawList list = list_after(session, arena, DESIGN, "stage output; cell 1 1");
  assert_non_null(text_found(&list, "V −0.441"));
  session_free(session);
  arena_free(arena);
}

static void the_ends_of_a_map_stand_on_the_line_of_its_name(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage qkv; cell 8 2; presenter on");
  DrawList list = list_after(session, arena, (Window){1920, 1080}, "theme dark");
  const DrawText *ends = text_found(&list, "±0.1");
  int names = 0;
  assert_non_null(ends);
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *name = &list.items[i].as.text;
    names += list.items[i].kind == DRAW_TEXT && name->face == FACE_BOLD &&
             str_starts(name->text, "W") && fabsf(name->at.y - ends->at.y) < 0.6f;
  }
  assert_int_equal(names, 1);
  session_free(session);
  arena_free(arena);
}

/* Beside a hint the line below a picture is whole. */
static void a_hint_never_cuts_the_line(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; cell 8 2; cell unlock");
  int hints = 0;
  for (float width = 1400; width <= 1500; width += 0.5f) {
    DrawList list = list_after(session, arena, (Window){width, 900}, "");
    if (!text_beginning(&list, "hover previews")) continue;
    hints++;
    const DrawText *line = text_beginning(&list, "query it, key animal: score");
    if (!line || str_ends(line->text, "…")) fail_msg("%.1f wide", (double)width);
  }
  assert_true(hints > 10);
  session_free(session);
  arena_free(arena);
}

/* In the field, where the names of chips stand. */
static bool is_in_field(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.at.y < 64 &&
        str_is(list->items[i].as.text.text, words))
      return true;
  return false;
}

/* Whatever is folded between them. */
static void query_and_key_stay_in_the_field(void **state) {
  (void)state;
  enum { TOKENS = 11 };
  static const char *const names[TOKENS] = {
      "The", "animal", "didn't", "cross", "that", "street", "because", "it", "was", "too", "tired"};
  static const struct {
    Window window;
    const char *size;
  } cases[] = {
      {{640, 400}, "textscale 1"}, {{960, 600}, "textscale 1"}, {{1440, 900}, "textscale 3"}};
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model reader; stage weights; "
                    "sentence \"The animal didn't cross that street because it was too tired\"");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int query = 0; query < TOKENS; query++)
      for (int key = 0; key < TOKENS; key++) {
        char command[64];
        snprintf(command, sizeof command, "%s; cell %d %d", cases[i].size, query + 1, key + 1);
        DrawList list = list_after(session, arena, cases[i].window, command);
        if (!is_in_field(&list, names[query]) || !is_in_field(&list, names[key]))
          fail_msg("%s, %.0f wide", command, (double)cases[i].window.width);
      }
  session_free(session);
  arena_free(arena);
}

/* As formulas are elsewhere. */
static void terms_are_set_as_formulas(void **state) {
  (void)state;
  static const char *const stages[] = {"qkv", "scores", "masked", "weights", "output"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; glossary on");
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    for (int german = 0; german < 2; german++) {
      char command[64];
      snprintf(command, sizeof command, "language %s; stage %s", german ? "de" : "en", stages[i]);
      DrawList list = list_after(session, arena, DESIGN, command);
      for (int k = 0; k < list.item_count; k++) {
        Str text = list.items[k].as.text.text;
        if (list.items[k].kind != DRAW_TEXT) continue;
        const char *words = str_copy(arena, text);
        if (strstr(words, "W_") || strstr(words, "^(") || str_ends(text, "q ·"))
          fail_msg("%s: %s", command, words);
      }
    }
  run(session, "language en");
  session_free(session);
  arena_free(arena);
}

static int count_of(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

#define ANIMAL "sentence \"The animal didn't cross the street because it was too tired\"; "

/* In all cells, frames and rows: only of the cell that the line below tells there are noughts. */
static void a_weight_of_nearly_nothing_is_blank(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; head 4; " ANIMAL);
  DrawList list = list_after(session, arena, DESIGN, "cell 8 2; stage weights; view heads");
  assert_int_equal(count_of(&list, ".00"), 0);
  list = list_after(session, arena, DESIGN, "cell 8 11");
  assert_int_equal(count_of(&list, ".00"), 1);
  list = list_after(session, arena, DESIGN, "view stage; cell 8 2; freeze; mask causal");
  assert_int_equal(count_of(&list, ".00"), 0);
  assert_true(count_of(&list, ".49") > 0 && count_of(&list, "−.28") > 0);
  list = list_after(session, arena, DESIGN, "cell 8 7");
  assert_true(count_of(&list, ".00") > 0);
  session_free(session);
  arena_free(arena);
}

/* All numbers of the last column, and the words above it, end at one edge; a word of another
** language is told behind it. */
static void the_prediction_has_one_edge(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage logits; cell 8 row; " ANIMAL);
  DrawList list = list_after(session, arena, DESIGN, "theme light");
  const DrawText *word = text_found(&list, "花园"), *gloss = text_found(&list, "garden");
  assert_true(word && gloss && gloss->at.x >= word->at.x + word->width_pt);
  float edge = 0;
  int ends = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      bool is_percent =
          list.items[i].kind == DRAW_TEXT && text->face == FACE_MONO && str_ends(text->text, "%");
      if (!is_percent) continue;
      if (pass == 0) edge = fmaxf(edge, text->at.x + text->width_pt);
      else ends += fabsf(text->at.x + text->width_pt - edge) < 0.6f;
    }
  assert_int_equal(ends, 6 + 5); /* five words and all others; the last column of tokens */
  session_free(session);
  arena_free(arena);
}

/* Beside Q, K and V, whose ribbons it would cut off, where a row is chosen. */
static void the_overview_names_the_rows_of_the_road(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; head 4; " ANIMAL);
  DrawList list = list_after(session, arena, DESIGN, "view overview; cell 8 2");
  assert_int_equal(count_of(&list, "didn't"), 2); /* in the field, at the left */
  assert_int_equal(count_of(&list, "animal"), 4); /* and beside K and V */
  assert_int_equal(count_of(&list, "it"), 3);
  list = list_after(session, arena, DESIGN, "cell none");
  assert_int_equal(count_of(&list, "didn't"), 5);
  session_free(session);
  arena_free(arena);
}

static void no_name_of_a_fact_is_cut(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage block; cell 8 row; " ANIMAL);
  DrawList list = list_after(session, arena, (Window){960, 600}, "theme light");
  assert_non_null(text_beginning(&list, "mean 0."));
  assert_non_null(text_found(&list, "norm"));
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_TEXT && str_starts(list.items[i].as.text.text, "the norm"))
      assert_false(str_ends(list.items[i].as.text.text, "…"));
  session_free(session);
  arena_free(arena);
}

/* What says so becomes shorter before that. */
static void unknown_words_fold_no_word(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model reader; view overview; "
                    "sentence \"Der Hund lief langsam den Weg entlang weil es kalt war\"");
  DrawList list = list_after(session, arena, DESIGN, "theme light");
  assert_non_null(text_beginning(&list, "knows 0 of "));
  assert_true(is_in_field(&list, "Der") && is_in_field(&list, "war"));
  list = list_after(session, arena, DESIGN, "sentence \"Der Hund lief los\"");
  assert_non_null(text_beginning(&list, "the model knows 0 of 4 words"));
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cell_does_not_contradict_its_colour),
      cmocka_unit_test(a_name_lies_over_no_edge_of_a_lower_ribbon),
      cmocka_unit_test(the_largest_ribbon_has_one_size_of_name),
      cmocka_unit_test(a_single_key_names_its_value),
      cmocka_unit_test(the_ends_of_a_map_stand_on_the_line_of_its_name),
      cmocka_unit_test(numbers_of_columns_stand_above_the_frame),
      cmocka_unit_test(no_line_begins_with_a_sign),
      cmocka_unit_test(a_hint_never_cuts_the_line),
      cmocka_unit_test(a_lens_says_where_it_has_no_place),
      cmocka_unit_test(answers_of_all_rows_have_a_title_and_a_count),
      cmocka_unit_test(bars_and_lines_are_named),
      cmocka_unit_test(query_and_key_stay_in_the_field),
      cmocka_unit_test(terms_are_set_as_formulas),
      cmocka_unit_test(a_weight_of_nearly_nothing_is_blank),
      cmocka_unit_test(the_prediction_has_one_edge),
      cmocka_unit_test(the_overview_names_the_rows_of_the_road),
      cmocka_unit_test(no_name_of_a_fact_is_cut),
      cmocka_unit_test(unknown_words_fold_no_word),
      cmocka_unit_test(the_layer_of_a_rollout_has_the_frame_of_the_focus),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
