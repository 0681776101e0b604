/* Before a class the chosen row of many tokens: its largest numbers fill the width, each below the
** name of its key, and of all rows and columns some have their names. */
#include "screen/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS "the animal crossed the street because it was too tired and "
#define OF_66 WORDS WORDS WORDS WORDS WORDS WORDS
#define OF_31 WORDS WORDS "the animal crossed the street because it was too"

static const Window PROJECTOR = {1920, 1080};
static const char *const stages[] = {"scores", "scaled", "weights"};

static Session *presented(const char *commands) {
  Session *session = session_after("motion off; model reader; presenter on");
  run(session, commands);
  return session;
}

/* Of the largest numbers of the cells: 34 pixels are 15 minutes of arc at 8 m. */
typedef struct Plates {
  int count;
  float left, right; /* of the names above them */
} Plates;

static Plates plates_of(const DrawList *list, Box cells) {
  Plates plates = {0, INFINITY, -INFINITY};
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_number = list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                     0.73f * text->size_pt >= 34 && text->at.x > cells.x &&
                     text->at.x < cells.x + cells.w;
    if (!is_number) continue;
    float middle = text->at.x + text->width_pt / 2;
    plates.count++;
    plates.left = fminf(plates.left, middle);
    plates.right = fmaxf(plates.right, middle);
  }
  return plates;
}

/* Eight are so far apart that they fill it. */
static void the_largest_numbers_fill_the_width(void **state) {
  (void)state;
  static const char *const sentences[] = {OF_31, OF_66};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int s = 0; s < 2; s++) {
    Session *session = presented(str_format(words, "sentence \"%s\"; layer 2", sentences[s]));
    for (int i = 0; i < 3; i++) {
      const char *look = str_format(words, "stage %s; cell 8 2", stages[i]);
      DrawList list = list_after(session, arena, PROJECTOR, look);
      Box cells = largest_heatmap(&list);
      Plates plates = plates_of(&list, cells);
      assert_in_range(plates.count, 4, 8);
      float between = (plates.right - plates.left) / (float)(plates.count - 1);
      bool fills = fabsf(between * (float)plates.count - cells.w) < 0.02f * cells.w;
      if (plates.count == 8 && !fills) fail_msg("%s: %.1f apart", look, (double)between);
      if (i == 2) assert_int_equal(plates.count, 8);
    }
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

/* Lines that go neither down nor across: the names say which column a number is of. */
static void no_line_leads_to_a_number(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = presented("sentence \"" OF_66 "\"; layer 2");
  for (int i = 0; i < 3; i++) {
    DrawList list =
        list_after(session, arena, PROJECTOR, str_format(words, "stage %s; cell 8 2", stages[i]));
    Box cells = largest_heatmap(&list);
    for (int k = 0; k < list.item_count; k++) {
      const DrawCurve *line = &list.items[k].as.curve;
      if (list.items[k].kind != DRAW_CURVE || line->points[0].y < cells.y - 200) continue;
      Point from = line->points[0], to = line->points[line->point_count - 1];
      assert_false(fabsf(from.x - to.x) > 2 && fabsf(from.y - to.y) > 2);
    }
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* How many names with a number behind them stand above the cells: slanted ones. */
static int names_above(const DrawList *list) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    count += list->items[i].kind == DRAW_TEXT && text->angle_deg != 0;
  }
  return count;
}

/* Numbers of rows, left of the cells, of 18 pixels at least. */
static int rows_numbered(const DrawList *list, Box cells) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_left = list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                   text->at.x + text->width_pt < cells.x && text->at.y > 280;
    if (!is_left || atoi(text->text.at) == 0) continue;
    assert_true(text->size_pt >= 18);
    count++;
  }
  return count;
}

/* With 66 tokens not only those that matter: there are others to count on from. */
static void some_names_of_all_rows_and_columns_stand_there(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = presented("sentence \"" OF_66 "\"; layer 2");
  for (int i = 0; i < 3; i++) {
    DrawList list =
        list_after(session, arena, PROJECTOR, str_format(words, "stage %s; cell 41 30", stages[i]));
    assert_true(names_above(&list) >= 12);
    int rows = rows_numbered(&list, largest_heatmap(&list));
    if (rows < 6) fail_msg("%s: %d rows", stages[i], rows);
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_largest_numbers_fill_the_width),
      cmocka_unit_test(no_line_leads_to_a_number),
      cmocka_unit_test(some_names_of_all_rows_and_columns_stand_there),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
