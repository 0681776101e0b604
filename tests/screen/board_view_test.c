/* A model that is typed in: where its tables stand, how large its digits are, and its name. */
#include "screen/state.h"

#include <math.h>

static const Window WINDOW = {1440, 900}, PROJECTOR = {1920, 1080};

/* Where a text begins that has this beginning, right of the names of rows; NAN: nowhere. */
static Point begin_of(const DrawList *list, const char *words) {
  const float below_bar = 150;
  Str wanted = str_from(words);
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && text->at.y > below_bar &&
        text->text.bytes >= wanted.bytes && str_equal((Str){text->text.at, wanted.bytes}, wanted))
      return text->at;
  }
  return (Point){NAN, NAN};
}

/* What is made with a typed table stands below it: Q below W_Q. */
static void tables_stand_in_one_set_of_columns(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"E", "X"}, {"W", "Q = X"}, {"X", "softmax"}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; board new");
  for (int i = 0; i < 2; i++) {
    DrawList list =
        list_after(session, arena, i ? PROJECTOR : WINDOW, i ? "presenter on" : "presenter off");
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
      Point upper = begin_of(&list, pairs[p][0]), lower = begin_of(&list, pairs[p][1]);
      if (!(fabsf(upper.x - lower.x) <= 0.5f) || !(upper.y < lower.y))
        fail_msg("%s at %.1f, %s at %.1f", pairs[p][0], (double)upper.x, pairs[p][1],
                 (double)lower.x);
    }
    assert_float_equal(begin_of(&list, "softmax · V").x, begin_of(&list, "K = X").x, 0.5f);
  }
  session_free(session);
  arena_free(arena);
}

static float size_of_number(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.face == FACE_MONO &&
        str_is(list->items[i].as.text.text, words))
      return list->items[i].as.text.size_pt;
  return 0;
}

static void digits_can_be_read_from_afar(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; board new");
  DrawList list = list_after(session, arena, WINDOW, "presenter off");
  assert_true(size_of_number(&list, "1.41") >= 22);
  list = list_after(session, arena, PROJECTOR, "presenter on");
  assert_true(size_of_number(&list, "1.41") >= 34);
  session_free(session);
  arena_free(arena);
}

/* A long name is not written smaller than a short one beside a sentence that leaves it room. */
static void a_long_name_of_a_model_takes_the_room_of_a_short_sentence(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; board new");
  DrawList list = list_after(session, arena, WINDOW, "presenter off");
  float name = 0, attention = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT || text->at.y > 62) continue;
    if (str_is(text->text, "On paper: three words, two columns")) name = text->size_pt;
    if (str_is(text->text, "self · no mask")) attention = text->size_pt;
  }
  assert_true(attention > 0);
  assert_float_equal(name, attention, 0.01f);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_stand_in_one_set_of_columns),
      cmocka_unit_test(digits_can_be_read_from_afar),
      cmocka_unit_test(a_long_name_of_a_model_takes_the_room_of_a_short_sentence),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
