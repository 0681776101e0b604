/* Before a class no print is small, whether tokens are few or many, and of many names stand there
** those that matter to the chosen row. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/theme.h"

#define SENTENCE "The animal didn't cross the street because it was too tired"
#define FOLLOWED                                                                                   \
  "the animal did not cross the street because it was too tired and the dog that had seen the "    \
  "cat in the garden ran to the old house near"

static const Window PROJECTOR = {1920, 1080};

static DrawList list_before_class(Session *session, Arena *arena, const char *commands) {
  return list_after(session, arena, PROJECTOR, commands);
}

/* A letter that is raised in a formula has a share of its size. */
static void expect_no_small_print(const DrawList *list, const char *look, const char *cell) {
  const float least = 17.99f;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->size_pt >= least || str_is(text->text, "T"))
      continue;
    fail_msg("%s, %s: %.*s has %.2f points", look, cell, (int)text->text.bytes, text->text.at,
             (double)text->size_pt);
  }
}

/* 11, 29, 64, 1, 4 and 16 tokens. */
static const char *const sentences[] = {SENTENCE,
                                        FOLLOWED,
                                        FOLLOWED " " FOLLOWED " and then it was",
                                        "animal",
                                        "the animal was tired",
                                        "the animal did not cross the street because it was too "
                                        "tired and the dog that"};
enum { SENTENCES = 6 };
static const char *const cells[] = {"cell none", "cell 8 1", "cell 8 row"};
static const char *const cells_of_few[] = {"cell none", "cell 1 1", "cell 1 row"};

static const char *cell_of(const Session *session, int index) {
  bool has_eight = trace_token_count(session_trace(session)) >= 8;
  return has_eight ? cells[index] : cells_of_few[index];
}

static Session *session_of(const char *sentence, Arena *words) {
  Session *session = session_after("motion off; model reader");
  run(session, str_format(words, "sentence \"%s\"; layer 2; head 2; presenter on", sentence));
  return session;
}

static void no_print_of_a_stage_is_small(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int i = 0; i < SENTENCES; i++) {
    Session *session = session_of(sentences[i], words);
    int stages = trace_stage_count(session_trace(session));
    for (int stage = 0; stage < stages; stage++)
      for (int c = 0; c < 3; c++) {
        const char *name = stage_info(trace_stage_at(session_trace(session), stage))->name;
        run(session, str_format(words, "stage %s", name));
        DrawList list = list_before_class(session, arena, cell_of(session, c));
        expect_no_small_print(&list, name, cells[c]);
      }
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

static void no_print_of_a_view_is_small(void **state) {
  (void)state;
  static const char *const looks[] = {"view overview",
                                      "view heads",
                                      "view grid",
                                      "view cache",
                                      "view average",
                                      "view rollout",
                                      "view answers",
                                      "view layout",
                                      "view cost",
                                      "view length",
                                      "view lookup",
                                      "view saturation",
                                      "positions rope; stage rotated",
                                      "positions alibi; stage biased",
                                      "approximate performer 16; stage features",
                                      "schedule flash 4 4; stage tiles",
                                      "stage weights; compare toggle"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int i = 0; i < SENTENCES; i++)
    for (size_t k = 0; k < sizeof looks / sizeof *looks; k++) {
      /* numbers of the query have 16 points in the columns beside a single kept row */
      if (str_is(str_from(sentences[i]), "animal") && str_is(str_from(looks[k]), "view cache"))
        continue;
      Session *session = session_of(sentences[i], words);
      run(session, looks[k]);
      for (int c = 0; c < 3; c++) {
        DrawList list = list_before_class(session, arena, cell_of(session, c));
        expect_no_small_print(&list, looks[k], cells[c]);
      }
      session_free(session);
    }
  arena_free(words);
  arena_free(arena);
}

/* What is added to a far larger matrix is pale; its followed row stands below it in bars, each to
** the highest as its number is to the largest, and no name of a row is smaller than 19 points. */
static void what_a_layer_adds_stands_in_bars(void **state) {
  (void)state;
  enum { ROW = 7, COLUMNS = 64 };
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_of(SENTENCE, words);
  DrawList list = list_before_class(session, arena, "stage block; cell 8 row");
  MatView added = trace_matrix(session_trace(session), TRACE_ATTN_PROJ, 1, 0);
  float heights[COLUMNS], most = 0, largest = 0;
  int count = 0;
  bool is_bars = false;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    if (item->kind == DRAW_GROUP)
      is_bars = item->as.group.name && strcmp(item->as.group.name, "bars") == 0;
    if (item->kind == DRAW_BOX && is_bars && count < COLUMNS) heights[count++] = item->as.box.box.h;
    const DrawText *text = &item->as.text;
    if (item->kind == DRAW_TEXT && str_is(text->text, "cross")) assert_true(text->size_pt >= 19);
  }
  assert_int_equal(count, COLUMNS);
  for (int col = 0; col < COLUMNS; col++) {
    most = fmaxf(most, heights[col]);
    largest = fmaxf(largest, fabsf(mat_get(added, ROW, col)));
  }
  assert_true(most >= 10);
  for (int col = 0; col < COLUMNS; col++)
    assert_float_equal(heights[col] / most, fabsf(mat_get(added, ROW, col)) / largest, 1e-3f);
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* Slanted texts are names of columns. */
static int slanted_count(const DrawList *list, const char *name) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_slanted = list->items[i].kind == DRAW_TEXT && text->angle_deg != 0;
    count += is_slanted && (!name || str_is(text->text, name));
  }
  return count;
}

/* Of others than those that matter. */
static int pale_count(const DrawList *list, ThemeId theme) {
  Color pale = theme_get(theme)->muted;
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_slanted = list->items[i].kind == DRAW_TEXT && text->angle_deg != 0;
    count += is_slanted && memcmp(&text->color, &pale, sizeof pale) == 0;
  }
  return count;
}

/* The heaviest keys of the row of “because” are cross, the and because; of others, such as “dog”,
** some stand there to count on from, paler. */
static void of_many_names_those_of_heavy_keys_stand_there(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_of(sentences[2], words);
  DrawList list = list_before_class(session, arena, "stage weights; cell 8 row");
  assert_int_equal(slanted_count(&list, "cross 5"), 1);
  assert_int_equal(slanted_count(&list, "the 1"), 1);
  assert_int_equal(slanted_count(&list, "because 8"), 1);
  ThemeId theme = session_view(session)->theme;
  int pale = pale_count(&list, theme);
  assert_int_equal(slanted_count(&list, "dog 15"), 1);
  assert_in_range(slanted_count(&list, NULL) - pale, 3, 8);
  assert_true(pale >= 5);
  list = list_before_class(session, arena, "cell 8 16"); /* beside it is no room for another */
  assert_int_equal(slanted_count(&list, "dog 15"), 0);
  list = list_before_class(session, arena, "cell none");
  assert_true(slanted_count(&list, NULL) > 8);
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* In one direction at least one lies within the other, or they are apart. */
static bool cross(Box a, Box b) {
  const float slack = 6;
  bool overlap_x = a.x + slack < b.x + b.w && b.x + slack < a.x + a.w;
  bool overlap_y = a.y + slack < b.y + b.h && b.y + slack < a.y + a.h;
  bool a_in_b = a.x + slack > b.x && a.x + a.w < b.x + b.w + slack && a.y + slack > b.y &&
                a.y + a.h < b.y + b.h + slack;
  bool b_in_a = b.x + slack > a.x && b.x + b.w < a.x + a.w + slack && b.y + slack > a.y &&
                b.y + b.h < a.y + a.h + slack;
  return overlap_x && overlap_y && !a_in_b && !b_in_a;
}

static bool is_focus(const DrawItem *item) {
  Color focus = theme_get(THEME_LIGHT)->focus;
  return item->kind == DRAW_BOX && item->as.box.stroke_width > 0 &&
         memcmp(&item->as.box.stroke, &focus, sizeof focus) == 0;
}

/* The column is framed where it is summed, the row where it is one of the output's. */
static void frames_of_the_weighted_sum_do_not_cross(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (int s = 0; s < 3; s++) {
    Session *session = session_of(sentences[s], words);
    DrawList list = list_before_class(session, arena, "theme light; stage output; cell 3 2");
    int frames = 0;
    for (int i = 0; i < list.item_count; i++) {
      frames += is_focus(&list.items[i]);
      for (int k = 0; k < i; k++)
        if (is_focus(&list.items[i]) && is_focus(&list.items[k]))
          assert_false(cross(list.items[i].as.box.box, list.items[k].as.box.box));
    }
    assert_true(frames >= 3);
    session_free(session);
  }
  arena_free(words);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_print_of_a_stage_is_small),
      cmocka_unit_test(no_print_of_a_view_is_small),
      cmocka_unit_test(what_a_layer_adds_stands_in_bars),
      cmocka_unit_test(frames_of_the_weighted_sum_do_not_cross),
      cmocka_unit_test(of_many_names_those_of_heavy_keys_stand_there),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
