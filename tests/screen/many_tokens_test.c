/* Before a class many tokens leave small cells: the numbers that matter are read in them all the
** same, names are whole, and the sentence is as large as the names beside the picture. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/number.h"

#define WORDS "the animal crossed the street because it was too tired and "
#define OF_31 WORDS WORDS "the animal crossed the street because it was too"
#define OF_29 WORDS WORDS "the animal crossed the street because it"

enum { TOKENS = 31 };
static const Window PROJECTOR = {1920, 1080}, LAPTOP = {1440, 900};

static Session *presented(const char *commands) {
  Session *session = session_after("motion off; model reader; presenter on");
  run(session, commands);
  return session;
}

/* Rows of the matrix by pair, above or below the open one. */
static bool are_rows(const DrawItem *item) {
  const DrawHeatmap *map = &item->as.heatmap;
  return item->kind == DRAW_HEATMAP && !map->transposed && map->values.cols == TOKENS &&
         map->values.rows > 1;
}

static int larger_in_row(MatView values, int row, float value) {
  int larger = 0;
  for (int col = 0; col < values.cols; col++) larger += mat_get(values, row, col) > value;
  return larger;
}

/* As a cell has it: a share, a number with a decimal, or a whole one. */
static bool tells(Str text, float value, bool is_share) {
  Number number = number_cell(value, is_share), whole = number_whole(value);
  return str_equal(text, number_str(&number)) || (!is_share && str_equal(text, number_str(&whole)));
}

/* Of which row in these a text is the number; −1: of none. Fails if it is not what its cell has. */
static int row_of_number(const DrawText *text, const DrawHeatmap *map, bool is_share) {
  Box box = map->box;
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - 0.36f * text->size_pt};
  if (text->face != FACE_MONO || text->angle_deg != 0 || !box_holds(box, middle)) return -1;
  float cell_w = box.w / (float)map->values.cols, cell_h = box.h / (float)map->values.rows;
  int row = (int)((middle.y - box.y) / cell_h), col = (int)((middle.x - box.x) / cell_w);
  float value = mat_get(map->values, row, col);
  if (!tells(text->text, value, is_share))
    fail_msg("%.*s is not %g", (int)text->text.bytes, text->text.at, (double)value);
  assert_true(text->width_pt <= cell_w && 0.73f * text->size_pt <= cell_h);
  if (is_share) assert_true(value >= 0.05f);
  else assert_in_range(larger_in_row(map->values, row, value), 0, 2);
  return row;
}

/* How many rows of the matrix tell their largest number, at that size or larger. */
static int rows_told(const DrawList *list, bool is_share, float size_least) {
  int told = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (!are_rows(&list->items[i])) continue;
    bool has_number[TOKENS] = {false};
    for (int k = 0; k < list->item_count; k++) {
      const DrawText *text = &list->items[k].as.text;
      if (list->items[k].kind != DRAW_TEXT) continue;
      int row = row_of_number(text, &list->items[i].as.heatmap, is_share);
      if (row < 0) continue;
      if (text->size_pt < size_least) fail_msg("%.2f points", (double)text->size_pt);
      has_number[row] = true;
    }
    for (int row = 0; row < TOKENS; row++) told += has_number[row];
  }
  return told;
}

static const char *const stages[] = {"scores", "scaled", "masked", "weights"};

static void of_31_tokens_each_row_tells_its_largest_numbers(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = presented("sentence \"" OF_31 "\"; layer 2; head 4");
  for (int i = 0; i < 4; i++) {
    bool is_share = i == 3;
    run(session, str_format(words, "stage %s", stages[i]));
    DrawList list = list_after(session, arena, PROJECTOR, "cell none");
    assert_int_equal(rows_told(&list, is_share, 18), TOKENS);
    list = list_after(session, arena, PROJECTOR, "cell 7 2");
    assert_int_equal(rows_told(&list, is_share, 18), TOKENS - 1);
    list = list_after(session, arena, PROJECTOR, "textscale 1.3");
    assert_int_equal(rows_told(&list, is_share, 18), TOKENS - 1);
    list = list_after(session, arena, LAPTOP, "textscale 1; cell 7 row");
    assert_int_equal(rows_told(&list, is_share, 13.7f), TOKENS - 1);
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* A cell below 0 has a mark in themes with patterns, over which no number lies. */
static int negative_count(const DrawList *list) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    for (int k = 0; are_rows(&list->items[i]) && k < list->item_count; k++) {
      const DrawText *text = &list->items[k].as.text;
      if (list->items[k].kind != DRAW_TEXT) continue;
      bool is_told = row_of_number(text, &list->items[i].as.heatmap, false) >= 0;
      count += is_told && str_starts(text->text, "−");
    }
  return count;
}

static void no_number_lies_over_a_mark(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = presented("sentence \"" OF_31 "\"; layer 2; head 4; scale off; mask causal");
  DrawList list = list_after(session, arena, PROJECTOR, "theme light; stage masked; cell none");
  assert_true(negative_count(&list) > 0);
  list = list_after(session, arena, PROJECTOR, "theme contrast");
  assert_int_equal(negative_count(&list), 0);
  session_free(session);
  arena_free(arena);
}

static bool has_words(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words)) return true;
  return false;
}

/* Where not all numbers stand in their cells the words at the bar say which do, also where the
** stage has words of its own there. */
static void it_is_said_which_numbers_stand_there(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = presented("sentence \"" OF_31 "\"; layer 2; head 4");
  DrawList list = list_after(session, arena, PROJECTOR, "stage scores");
  assert_true(has_words(&list, "numbers: the") || has_words(&list, "and masked; numbers:") ||
              has_words(&list, "masked; numbers:"));
  list = list_after(session, arena, PROJECTOR, "stage masked; mask causal");
  assert_true(has_words(&list, "numbers:") || has_words(&list, "numbers: the"));
  assert_true(has_words(&list, "Pairs seen"));
  list = list_after(session, arena, PROJECTOR, "stage weights; mask none");
  assert_true(has_words(&list, "below 0.05"));
  list = list_after(session, arena, PROJECTOR, "sentence \"" WORDS "\"; stage scores");
  assert_false(has_words(&list, "numbers: the"));
  session_free(session);
  arena_free(arena);
}

static void expect_whole_names(const DrawList *list, const char *of) {
  static const char dots[] = "…";
  for (int i = 0; i < list->item_count; i++) {
    Str text = list->items[i].as.text.text;
    if (list->items[i].kind == DRAW_TEXT && str_ends(text, dots))
      fail_msg("%s: %.*s", of, (int)text.bytes, text.at);
  }
}

static void no_name_is_cut(void **state) {
  (void)state;
  static const char *const named[] = {"embed", "qkv", "scores", "weights", "joined", "block"};
  static const char *const looks[][2] = {
      {"animal", "cell 1 1"}, {WORDS, "cell 6 2"}, {OF_29, "cell 6 2"}, {OF_31, "cell 6 2"}};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int s = 0; s < 4; s++) {
    Session *session = presented(str_format(words, "sentence \"%s\"", looks[s][0]));
    for (int i = 0; i < 6; i++) {
      run(session, str_format(words, "stage %s", named[i]));
      DrawList list = list_after(session, arena, PROJECTOR, looks[s][1]);
      expect_whole_names(&list, named[i]);
      list = list_after(session, arena, LAPTOP, looks[s][1]);
      expect_whole_names(&list, named[i]);
      if (s < 3) continue;
      list = list_after(session, arena, PROJECTOR, "cell 14 10"); /* its plates are of long words */
      expect_whole_names(&list, named[i]);
    }
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* The name above the followed rows: the uppermost one in bold. */
static const DrawText *name_of_rows(const DrawList *list, const char *name) {
  const DrawText *found = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_it =
        list->items[i].kind == DRAW_TEXT && text->face == FACE_BOLD && str_starts(text->text, name);
    if (is_it && (!found || text->at.y < found->at.y)) found = text;
  }
  return found;
}

/* It takes the room that cells have beside their digits: the longest word, too, has its number. */
static void the_name_of_followed_rows_is_whole(void **state) {
  (void)state;
  static const struct {
    const char *words, *name;
    float least;
  } names[] = {{OF_29, "because·6", 25},
               {"it saw disappointments because disappointments", "disappointments·3", 25},
               {"it saw floccinaucinihilipilification because floccinaucinihilipilification",
                "floccinaucinihilipilification·3", 25}};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int i = 0; i < 3; i++) {
    Session *session = presented(str_format(words, "sentence \"%s\"; stage qkv", names[i].words));
    DrawList list = list_after(session, arena, PROJECTOR, i == 0 ? "cell 6 2" : "cell 3 2");
    const DrawText *name = name_of_rows(&list, i == 0 ? "because" : i == 1 ? "disa" : "floc");
    assert_non_null(name);
    if (!str_is(name->text, names[i].name) || name->size_pt < names[i].least)
      fail_msg("%.*s has %.2f points", (int)name->text.bytes, name->text.at, (double)name->size_pt);
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* As far as they have room: with 40 tokens no cell has a number but those of the opened row. */
static void more_tokens_make_no_number_smaller_than_small_print(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  StrBuf sentence = strbuf_make(words);
  for (int count = 1; count <= 40; count++) {
    strbuf_format(&sentence, "%s ", count % 3 == 1 ? "animal" : count % 3 ? "street" : "it");
    if (count < 32) continue;
    Session *session = presented(str_format(words, "sentence \"%s\"", sentence.at));
    for (int i = 0; i < 4; i++) {
      const char *look = str_format(words, "stage %s; cell 4 2", stages[i]);
      DrawList list = list_after(session, arena, PROJECTOR, look);
      for (int k = 0; k < list.item_count; k++)
        if (list.items[k].kind == DRAW_TEXT && list.items[k].as.text.face == FACE_MONO)
          assert_true(list.items[k].as.text.size_pt >= 18);
    }
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* A word of the sentence has its chip's face, a name of a row or column the plain one. */
static float size_of(const DrawList *list, const char *word, FaceId face, bool largest) {
  float size = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != face || !str_is(text->text, word))
      continue;
    size = size == 0 ? text->size_pt
           : largest ? fmaxf(size, text->size_pt)
                     : fminf(size, text->size_pt);
  }
  return size;
}

/* With 12 to 15 tokens names are as large as digits, and the sentence as the width allows. */
static void the_sentence_is_as_large_as_the_names_of_rows(void **state) {
  (void)state;
  static const char *const sentences[] = {"the animal crossed", "the animal crossed the street",
                                          WORDS, OF_29, OF_31};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int s = 0; s < 5; s++) {
    Session *session = presented(str_format(words, "sentence \"%s\"; cell none", sentences[s]));
    for (int i = 0; i < 4; i++) {
      const char *stage = str_format(words, "stage %s", stages[i]);
      DrawList list = list_after(session, arena, s % 2 ? LAPTOP : PROJECTOR, stage);
      float chip = size_of(&list, "animal", FACE_MEDIUM, false);
      float name = size_of(&list, "animal", FACE_REGULAR, true);
      assert_true(chip > 0 && name > 0);
      bool is_between = s == 2 && chip >= 36;
      if (chip < name && !is_between)
        fail_msg("%s, %s: %.2f, %.2f", sentences[s], stage, (double)chip, (double)name);
    }
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* Two lines leave them this size; one line would be as small as 23 points. */
static void from_12_to_16_tokens_the_sentence_stays_large(void **state) {
  (void)state;
  static const char *const more[] = {"the", "the animal", "the animal crossed",
                                     "the animal crossed the", "the animal crossed the street"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int i = 0; i < 5; i++) {
    Session *session = presented(str_format(words, "sentence \"" WORDS "%s\"", more[i]));
    DrawList list = list_after(session, arena, PROJECTOR, "stage weights; cell none");
    assert_true(size_of(&list, "animal", FACE_MEDIUM, false) >= 30);
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* Words in the strip of the sentence, in the face of chips or, if chosen, bold. Those beside it,
** of the step and the head, have spaces. */
static int chip_count(const DrawList *list, float strip, const char **hidden) {
  int count = 0;
  *hidden = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->at.y > strip) continue;
    bool has_space = memchr(text->text.at, ' ', text->text.bytes);
    count += !has_space && (text->face == FACE_MEDIUM || text->face == FACE_SEMIBOLD);
    if (str_starts(text->text, "+")) *hidden = text->text.at;
  }
  return count;
}

static void a_sentence_of_31_tokens_is_shown_whole_in_two_lines(void **state) {
  (void)state;
  const char *hidden;
  const float strip = 96;
  Arena *arena = arena_make(0);
  Session *session = presented("sentence \"" OF_31 "\"; layer 2; head 4; stage weights");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 12");
  assert_int_equal(chip_count(&list, strip, &hidden), TOKENS);
  assert_null(hidden);
  list = list_after(session, arena, PROJECTOR, "cell none; sentence \"" OF_31 " " OF_31 "\"");
  chip_count(&list, strip, &hidden);
  assert_non_null(hidden);
  session_free(session);
  arena_free(arena);
}

/* The strokes across corners of cells aside. */
static void expect_clear(const DrawList *list, const DrawCurve *dash) {
  const float gap = 2, half = dash->width / 2 + gap;
  Point a = dash->points[0], b = dash->points[dash->point_count - 1];
  if (a.x != b.x && a.y != b.y) return;
  float along_x = a.y == b.y ? gap : half, along_y = a.y == b.y ? half : gap;
  float left = fminf(a.x, b.x) - along_x, right = fmaxf(a.x, b.x) + along_x;
  float top = fminf(a.y, b.y) - along_y, foot = fmaxf(a.y, b.y) + along_y;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    bool is_apart = right <= text->at.x || text->at.x + text->width_pt <= left ||
                    foot <= text->at.y - 0.73f * text->size_pt || text->at.y <= top;
    if (!is_apart) fail_msg("a dash is at %.*s", (int)text->text.bytes, text->text.at);
  }
}

static void no_dash_of_a_mask_touches_a_number(void **state) {
  (void)state;
  static const char *const sentences[] = {WORDS, OF_31};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int s = 0; s < 2; s++) {
    Session *session = presented(str_format(words, "sentence \"%s\"; layer 2", sentences[s]));
    DrawList list = list_after(session, arena, PROJECTOR, "mask none; stage masked; cell none");
    bool is_ghost = false;
    int dashes = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawItem *item = &list.items[i];
      const char *group = item->kind == DRAW_GROUP ? item->as.group.name : NULL;
      if (item->kind == DRAW_GROUP) is_ghost = group && strcmp(group, "ghost") == 0;
      if (item->kind != DRAW_CURVE || !is_ghost) continue;
      expect_clear(&list, &item->as.curve);
      dashes++;
    }
    assert_true(dashes > TOKENS);
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* The button of the lens is one only where a lens that is on is seen; else it says why not. */
static void no_button_is_lit_for_a_lens_that_is_not_seen(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    bool is_seen;
  } cases[] = {
      {"sentence \"the animal was tired\"; cell 3 2; lens on", false},
      {"sentence \"" OF_31 "\"; cell 8 2", false},
      {"lens 8 2", true},
      {"lens off", false},
      {"sentence \"" WORDS WORDS WORDS WORDS WORDS WORDS WORDS "\"; cell 8 2; lens on", true},
      {"shuffle", false},
      {"shuffle off; lens off", true}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; head 4; stage weights");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    DrawList list = list_after(session, arena, LAPTOP, cases[i].commands);
    bool has_button = false, says_why = false;
    for (int at = 0; at < list.hit_count; at++) {
      const DrawHit *hit = &list.hits[at];
      has_button |= hit->click && strcmp(hit->click, "lens toggle") == 0;
      says_why |=
          hit->tip && (strstr(hit->tip, "digits of their own") || strstr(hit->tip, "no lens over"));
    }
    if (has_button != cases[i].is_seen || says_why == has_button)
      fail_msg("%.60s: %s", cases[i].commands, has_button ? "a button" : "no button");
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_31_tokens_each_row_tells_its_largest_numbers),
      cmocka_unit_test(no_number_lies_over_a_mark),
      cmocka_unit_test(it_is_said_which_numbers_stand_there),
      cmocka_unit_test(no_name_is_cut),
      cmocka_unit_test(the_name_of_followed_rows_is_whole),
      cmocka_unit_test(more_tokens_make_no_number_smaller_than_small_print),
      cmocka_unit_test(the_sentence_is_as_large_as_the_names_of_rows),
      cmocka_unit_test(from_12_to_16_tokens_the_sentence_stays_large),
      cmocka_unit_test(no_button_is_lit_for_a_lens_that_is_not_seen),
      cmocka_unit_test(no_dash_of_a_mask_touches_a_number),
      cmocka_unit_test(a_sentence_of_31_tokens_is_shown_whole_in_two_lines),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
