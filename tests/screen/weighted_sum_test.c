/* The numbers of the weighted sum can be checked: they stand apart, have two decimals, and add up. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/theme.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""

enum { NUMBERS_MOST = 256, COLUMNS_LEAST = 8 };

/* "−0.27": two decimals. */
static bool is_fine_number(const DrawItem *item) {
  Str text = item->as.text.text;
  if (item->kind != DRAW_TEXT || item->as.text.face != FACE_MONO) return false;
  return text.bytes >= 4 && text.at[text.bytes - 3] == '.' && text.at[0] != '.';
}

static double value_of(Str text) {
  char digits[16] = "";
  const size_t minus = strlen("−");
  bool is_negative = text.bytes > minus && memcmp(text.at, "−", minus) == 0;
  size_t from = is_negative ? minus : 0;
  assert_true(text.bytes - from < sizeof digits);
  memcpy(digits, text.at + from, text.bytes - from);
  return is_negative ? -atof(digits) : atof(digits);
}

static float middle_of(const DrawText *text) { return text->at.x + text->width_pt / 2; }

/* The large numbers of two decimals: those of terms and of their sum. */
static int take_numbers(const DrawList *list, float size_least, const DrawText **numbers) {
  int count = 0;
  for (int i = 0; i < list->item_count && count < NUMBERS_MOST; i++)
    if (is_fine_number(&list->items[i]) && list->items[i].as.text.size_pt >= size_least)
      numbers[count++] = &list->items[i].as.text;
  return count;
}

/* What stands above the lowest number of the column adds up to it, as far as digits are rounded. */
static void check_column(const DrawText *const *numbers, int count, const DrawText *lowest) {
  const double rounded = 0.005;
  double sum = 0;
  int terms = 0;
  for (int i = 0; i < count; i++) {
    if (numbers[i] == lowest || fabsf(middle_of(numbers[i]) - middle_of(lowest)) > 8) continue;
    sum += value_of(numbers[i]->text);
    terms++;
  }
  assert_true(terms >= 2);
  if (fabs(sum - value_of(lowest->text)) > rounded * (terms + 1) + 1e-6)
    fail_msg("%f is not %.*s", sum, (int)lowest->text.bytes, lowest->text.at);
}

static bool has_words(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words)) return true;
  return false;
}

static void check(Session *session, Arena *arena, Window window, float size_least) {
  const DrawText *numbers[NUMBERS_MOST];
  DrawList list = screen_list(session, arena, window);
  int count = take_numbers(&list, size_least, numbers), columns = 0;
  float lowest = 0;
  for (int i = 0; i < count; i++) lowest = fmaxf(lowest, numbers[i]->at.y);
  for (int i = 0; i < count; i++) {
    if (numbers[i]->at.y < lowest - 1) continue;
    check_column(numbers, count, numbers[i]);
    columns++;
  }
  if (columns < COLUMNS_LEAST) fail_msg("%d columns of %d numbers", columns, count);
  assert_true(has_words(&list, "digits are rounded"));
  arena_reset(arena);
}

/* A digit is 0.73 of its size high: 34 pixels before a class, 15.2 minutes of arc at 8 m. */
static void a_sum_can_be_checked_by_its_digits(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage output; cell 8 2");
  check(session, arena, (Window){1440, 900}, 18);
  run(session, "cell 8 9");
  check(session, arena, (Window){1440, 900}, 18);
  check(session, arena, (Window){1920, 1080}, 20 / 0.73f);
  run(session, "presenter on");
  check(session, arena, (Window){1920, 1080}, 34 / 0.73f);
  run(session, "theme dark; cell 3 16");
  check(session, arena, (Window){1920, 1080}, 34 / 0.73f);
  session_free(session);
  arena_free(arena);
}

/* The whole output has its numbers where next to nothing of the values is shown. */
static void the_output_has_numbers_below_its_sum(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage output; cell 8 2");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  int count = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT || text->face != FACE_MONO || text->size_pt < 11) continue;
    count += text->text.bytes >= 3 && text->text.at[text->text.bytes - 2] == '.';
  }
  assert_true(count >= 11 * 16);
  session_free(session);
  arena_free(arena);
}

static const DrawText *text_like(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words))
      return &list->items[i].as.text;
  return NULL;
}

/* The eye goes to single keys: what many weigh together has not the colour of weights. */
static void what_many_keys_weigh_has_no_colour_of_weights(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage output; cell 8 2; theme dark");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  const DrawText *name = text_like(&list, "9 more"), *share = text_like(&list, ".04");
  assert_true(name && share && fabsf(name->at.y - share->at.y) < 8);
  Color grey = theme_get(session_view(session)->theme)->empty_cell;
  int found = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawBox *box = &list.items[i].as.box;
    if (list.items[i].kind != DRAW_BOX || box->box.w > 100) continue;
    if (!box_holds(box->box, (Point){share->at.x + 1, share->at.y - 4})) continue;
    found += memcmp(&box->fill, &grey, sizeof grey) == 0;
  }
  assert_int_equal(found, 1);
  session_free(session);
  arena_free(arena);
}

static bool is_of(const DrawText *text, Color role) {
  return text && memcmp(&text->color, &role, sizeof role) == 0;
}

/* One role, one colour: what is weighed is the value of a key, in heading, names and the symbol of
** the products, whose factor has the colour of the weights. */
static void words_of_terms_have_the_colours_of_their_roles(void **state) {
  (void)state;
  static const char *const looks[] = {"theme light", "theme dark", "presenter on", "theme light"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage output; cell 8 row");
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    DrawList list = list_after(session, arena, (Window){1440, 900}, looks[i]);
    const Theme *theme = theme_get(session_view(session)->theme);
    const DrawText *head = text_like(&list, "value of"), *weight = text_like(&list, "weight");
    assert_true(is_of(head, theme->value) && is_of(weight, theme->weights));
    assert_true(is_of(text_like(&list, "A·"), theme->weights));
    int names = 0;
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_name = list.items[k].kind == DRAW_TEXT && fabsf(text->at.x - head->at.x) < 1 &&
                     text->at.y > head->at.y && text->face != FACE_MONO;
      names += is_name;
      if (is_name) assert_true(is_of(text, theme->value));
    }
    assert_int_equal(names, 3);
    arena_reset(arena);
  }
  session_free(session);
  arena_free(arena);
}

/* At 960x600, too, Q, K and V have the asked row in digits. */
static void low_windows_have_the_row_of_queries_keys_and_values(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage qkv; cell 8 2");
  DrawList list = screen_list(session, arena, (Window){960, 600});
  static const char *const numbers[] = {"1.2", "−0.8", "1.7"};
  for (int i = 0; i < 3; i++) {
    const DrawText *number = text_like(&list, numbers[i]);
    assert_true(number && number->size_pt >= 12);
  }
  session_free(session);
  arena_free(arena);
}

/* A number of the output reads alike in the sum that makes it and in its matrix, where there is
** room for its decimals. */
static void one_number_reads_alike(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model on-paper; stage output; cell 2 1");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  int fine = 0, rough = 0;
  for (int i = 0; i < list.item_count; i++) {
    if (list.items[i].kind != DRAW_TEXT || list.items[i].as.text.face != FACE_MONO) continue;
    fine += str_is(list.items[i].as.text.text, "0.752");
    rough += str_is(list.items[i].as.text.text, "0.8");
  }
  assert_true(fine >= 2 && rough == 0);
  session_free(session);
  arena_free(arena);
}

/* With a column chosen, the value that goes into its product stands below the name of its key, where
** the row has room for both, and not before the steps tell the number. */
static void the_value_of_a_product_is_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "stage output");
  DrawList list = list_after(session, arena, (Window){1440, 900}, "cell 8 2");
  assert_true(has_words(&list, "V −0.523") && has_words(&list, "V −0.055"));
  list = list_after(session, arena, (Window){1440, 900}, "row 8");
  assert_false(has_words(&list, "V −0.523"));
  run(session, "step by row; seek output 0.4");
  list = list_after(session, arena, (Window){1440, 900}, "cell 8 2");
  assert_false(has_words(&list, "V −0.523"));
  session_free(session);
  arena_free(arena);
}

/* The nearest text below another that begins where it does. */
static const DrawText *next_below(const DrawList *list, const DrawText *above) {
  const DrawText *next = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_text = list->items[i].kind == DRAW_TEXT && fabsf(text->at.x - above->at.x) < 1;
    if (is_text && text->at.y > above->at.y && (!next || text->at.y < next->at.y)) next = text;
  }
  return next;
}

/* From the foot of the letters of one text to the head of those of the text below it. */
static float air_below(const DrawList *list, const DrawText *above) {
  const DrawText *next = next_below(list, above);
  assert_non_null(next);
  return next->at.y - TEXT_CAP_HEIGHT * next->size_pt - above->at.y;
}

/* A value is nearer to the name of its key than to the next key's. */
static void a_value_belongs_to_the_name_above_it(void **state) {
  (void)state;
  static const char *const keys[] = {"animal", "didn't", "street", "was"};
  static const char *const values[] = {"V −0.028", "V 0.334", "V 0.256", "V 0.534"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "layer 2; head 4; positions shaw 3; stage output; cell 8 2");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  for (int i = 0; i < 4; i++) {
    const DrawText *value = text_like(&list, values[i]), *name = NULL;
    assert_non_null(value);
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      if (list.items[k].kind == DRAW_TEXT && next_below(&list, text) == value) name = text;
    }
    assert_true(name && str_is(name->text, keys[i]));
    assert_true(air_below(&list, name) < 0.8f * air_below(&list, value));
    assert_true(air_below(&list, value) >= 5);
  }
  session_free(session);
  arena_free(arena);
}

/* As the line below and the panel tell them; what many others weigh together stands last. */
static void the_heaviest_row_stands_first(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model reader; layer 2; head 4; stage output; sentence \"The small red fox that "
      "lived near the old stone bridge by the river did not want to cross it because it was afraid "
      "of the big dog that slept there\"");
  int rows_seen = 0;
  for (int row = 1; row <= 31; row++) {
    char command[32];
    snprintf(command, sizeof command, "cell %d row", row);
    DrawList list = list_after(session, arena, (Window){1440, 900}, command);
    double last = 1;
    float above = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      bool is_share = list.items[i].kind == DRAW_TEXT && text->text.bytes == 3 &&
                      text->text.at[0] == '.' && text->at.x < 320;
      if (!is_share) continue;
      bool is_of_others = false;
      for (int k = 0; k < list.item_count; k++) {
        const DrawText *name = &list.items[k].as.text;
        is_of_others =
            is_of_others || (list.items[k].kind == DRAW_TEXT && name->at.x < 420 &&
                             str_ends(name->text, " more") && fabsf(name->at.y - text->at.y) < 6);
      }
      double share = value_of(text->text);
      assert_true(text->at.y > above);
      if (!is_of_others && share > last) fail_msg("%s: %g below %g", command, share, last);
      above = text->at.y;
      last = share;
      rows_seen++;
    }
  }
  assert_true(rows_seen > 62);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sum_can_be_checked_by_its_digits),
      cmocka_unit_test(the_output_has_numbers_below_its_sum),
      cmocka_unit_test(words_of_terms_have_the_colours_of_their_roles),
      cmocka_unit_test(what_many_keys_weigh_has_no_colour_of_weights),
      cmocka_unit_test(low_windows_have_the_row_of_queries_keys_and_values),
      cmocka_unit_test(one_number_reads_alike),
      cmocka_unit_test(the_value_of_a_product_is_named),
      cmocka_unit_test(the_heaviest_row_stands_first),
      cmocka_unit_test(a_value_belongs_to_the_name_above_it)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
