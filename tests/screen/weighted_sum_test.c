/* The numbers of the weighted sum stand apart, and rows of noughts alone are pale. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/theme.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""

enum { NUMBERS_MOST = 1024, COLUMNS = 16 };

static bool is_number(const DrawItem *item) {
  Str text = item->as.text.text;
  if (item->kind != DRAW_TEXT || item->as.text.face != FACE_MONO) return false;
  return text.bytes >= 3 && text.at[text.bytes - 2] == '.' && text.at[0] != '.';
}

static bool is_in_row(const DrawText *a, const DrawText *b) {
  return fabsf(a->at.y - b->at.y) < 0.5f && fabsf(a->size_pt - b->size_pt) < 0.01f;
}

typedef struct Row {
  int count, noughts, muted;
} Row;

static Row row_of(const DrawText *const *numbers, int count, const DrawText *one, Color muted) {
  const float apart = 4;
  Row row = {0};
  for (int i = 0; i < count; i++) {
    const DrawText *other = numbers[i];
    if (!is_in_row(one, other)) continue;
    row.count++;
    row.noughts += str_is(other->text, "0.0");
    row.muted += memcmp(&other->color, &muted, sizeof muted) == 0;
    if (other->at.x > one->at.x) assert_true(other->at.x - one->at.x - one->width_pt >= apart);
  }
  return row;
}

static void check(Session *session, Arena *arena, Window window, const char *line) {
  const DrawText *numbers[NUMBERS_MOST];
  int count = 0, rows = 0, pale = 0;
  run(session, line);
  DrawList list = screen_list(session, arena, window);
  Color muted = theme_get(session_view(session)->theme)->muted;
  for (int i = 0; i < list.item_count && count < NUMBERS_MOST; i++)
    if (is_number(&list.items[i])) numbers[count++] = &list.items[i].as.text;
  for (int i = 0; i < count; i++) {
    Row row = row_of(numbers, count, numbers[i], muted);
    if (row.count < COLUMNS) continue;
    assert_int_equal(row.muted, row.noughts == row.count ? row.count : 0);
    rows++;
    pale += row.muted > 0;
  }
  assert_true(rows >= 4 * COLUMNS && pale >= COLUMNS && rows > pale);
  arena_reset(arena);
}

static void numbers_stand_apart_and_rows_of_noughts_are_pale(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; stage output; cell none");
  check(session, arena, (Window){1440, 900}, "theme light");
  check(session, arena, (Window){1440, 900}, "theme dark");
  check(session, arena, (Window){1920, 1080}, "presenter on");
  check(session, arena, (Window){1920, 1080}, "theme light");
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_stand_apart_and_rows_of_noughts_are_pale),
      cmocka_unit_test(one_number_reads_alike)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
