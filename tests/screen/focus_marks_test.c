/* The eye is led to one place: a chosen number and what it is made into have the colour of the
** focus, what belongs to it is outlined in ink. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/box.h"
#include "scene/matrix/draw_heatmap.h"
#include "scene/theme.h"

#define READER                                                                                     \
  "motion off; model reader; sentence \"The animal didn't cross the street because it was too "    \
  "tired\""

static const Window WINDOW = {1440, 900};

static bool has_stroke(const DrawItem *item, Color color) {
  return item->kind == DRAW_BOX && item->as.box.stroke_width > 0 &&
         memcmp(&item->as.box.stroke, &color, sizeof color) == 0;
}

static Point corner_of(const DrawItem *item) {
  return (Point){item->as.box.box.x, item->as.box.box.y};
}

static int strokes_in(const DrawList *list, Color color, Box place) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (!has_stroke(&list->items[i], color)) continue;
    Box box = list->items[i].as.box.box;
    count += box_holds(place, (Point){box.x + box.w / 2, box.y + box.h / 2});
  }
  return count;
}

/* Formula, number in digits, its cell, its strip and its sum: five at most. Of these two are in the
** picture. */
static void a_chosen_number_alone_has_the_focus(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box all = {0, 0, 1440, 900}, picture = {165, 150, 900, 650};
  const char *const stages[] = {"embed", "qkv", "output", "joined", "block"};
  for (int theme = 0; theme < 2; theme++)
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
      run(session, theme ? "theme dark" : "theme light");
      run(session, str_format(arena, "stage %s; cell 8 2", stages[i]));
      DrawList list = screen_list(session, arena, WINDOW);
      const Theme *colors = theme_get(session_view(session)->theme);
      int marks = strokes_in(&list, colors->focus, all);
      int within = strokes_in(&list, colors->focus, picture);
      if (marks > 5) fail_msg("%s: %d marks", stages[i], marks);
      if (within < 1 || within > 2) fail_msg("%s: %d in the picture", stages[i], within);
      assert_true(strokes_in(&list, colors->ink, picture) >= 2); /* its row, its parts */
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

static Box matrix_cell(const DrawList *list, int rows, int columns, int row, int col) {
  for (int i = list->item_count - 1; i >= 0; i--) {
    const DrawHeatmap *map = &list->items[i].as.heatmap;
    bool is_it = list->items[i].kind == DRAW_HEATMAP && map->values.rows == rows &&
                 map->values.cols == columns && map->box.w > 160;
    if (is_it) return draw_heatmap_cell(map, row, col);
  }
  fail_msg("no matrix of %d × %d", rows, columns);
  return (Box){0};
}

/* In a narrow column, too, the chosen number is marked where it stands: around its cell, as high as
** its row, and around no other. */
static void a_chosen_number_is_marked_in_its_matrix(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const char *const stages[] = {"embed", "joined", "block"};
  for (int look = 0; look < 2; look++)
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
      run(session, str_format(arena, "presenter %s; stage %s", look ? "on" : "off", stages[i]));
      DrawList list = list_after(session, arena, WINDOW, "cell 8 20");
      Color focus = theme_get(session_view(session)->theme)->focus;
      Box cell = matrix_cell(&list, 11, 64, 7, 19);
      int marks = 0;
      for (int k = 0; k < list.item_count; k++) {
        if (!has_stroke(&list.items[k], focus)) continue;
        Box mark = list.items[k].as.box.box;
        marks += fabsf(mark.x + mark.w / 2 - cell.x - cell.w / 2) < 1 &&
                 fabsf(mark.y + mark.h / 2 - cell.y - cell.h / 2) < 1 && mark.w < 3 * cell.w + 1 &&
                 mark.h < cell.h + 3;
      }
      if (marks != 1) fail_msg("%s, look %d: %d marks", stages[i], look, marks);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* The row that one follows and its column stay when a cell is chosen, thin and in ink and grey: the
** cell alone has the colour of the focus. */
static void a_chosen_pair_keeps_its_row_and_column(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights", "biased"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; positions alibi");
  for (int theme = 0; theme < 2; theme++)
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
      run(session, theme ? "theme dark" : "theme light");
      run(session, str_format(arena, "stage %s", stages[i]));
      DrawList list = list_after(session, arena, WINDOW, "cell 8 2");
      const Theme *colors = theme_get(session_view(session)->theme);
      Box first = matrix_cell(&list, 11, 11, 0, 0), last = matrix_cell(&list, 11, 11, 10, 10);
      const Box cells = {first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
      int rows = 0, columns = 0;
      for (int k = 0; k < list.item_count; k++) {
        const DrawBox *box = &list.items[k].as.box;
        if (list.items[k].kind != DRAW_BOX || box->stroke_width > 2) continue;
        rows += has_stroke(&list.items[k], colors->ink) && fabsf(box->box.w - cells.w) < 6;
        columns += has_stroke(&list.items[k], colors->muted) && fabsf(box->box.h - cells.h) < 6;
      }
      if (rows != 1 || columns != 1)
        fail_msg("%s: %d rows, %d columns are framed", stages[i], rows, columns);
      assert_int_equal(strokes_in(&list, colors->focus, cells), 1);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* Before a choice the eye has one place, too: the row that the panel tells is outlined in ink, as the
** row that pictures of vectors follow; that of a chosen cell is. The outline goes with a chosen row,
** which has the colour of the focus, and while rows are filled. */
static void the_row_that_is_told_is_outlined(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    int outlines;
  } cases[] = {{"cell none", 1}, {"cell 8 2", 1}, {"cell 8 row", 0}, {"step by row; cell none", 0}};
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box picture = {165, 150, 900, 640};
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    for (int at = 0; at < 4; at++) {
      bool fills = at == 3;
      const char *seek = fills ? str_format(arena, "; seek %s 0.5", stages[i]) : "";
      run(session,
          str_format(arena, "step by stage; stage %s; %s%s", stages[i], cases[at].commands, seek));
      DrawList list = screen_list(session, arena, WINDOW);
      const Theme *theme = theme_get(session_view(session)->theme);
      int outlines = strokes_in(&list, theme->ink, picture);
      if (outlines != cases[at].outlines)
        fail_msg("%s, %s: %d outlines", stages[i], cases[at].commands, outlines);
      assert_true(at > 0 || strokes_in(&list, theme->focus, picture) == 0);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* Frames, lines and scales of the two maps that are not asked step back, in every look; their cells,
** whose colours are their numbers, do not. Without a chosen number no map does. */
static void maps_that_are_not_asked_are_quiet(void **state) {
  (void)state;
  static const char *const cells[] = {"cell 8 2 q", "cell 8 2 k", "cell 8 2 v", "cell none"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage qkv");
  const Box picture = {165, 150, 900, 650};
  for (int theme = 0; theme < 2; theme++)
    for (int asked = 0; asked < 4; asked++) {
      run(session, theme ? "theme dark" : "theme light");
      DrawList list = list_after(session, arena, WINDOW, cells[asked]);
      const Theme *colors = theme_get(session_view(session)->theme);
      const Color roles[] = {colors->query, colors->key, colors->value};
      int heatmaps = 0;
      for (int map = 0; map < 3; map++) {
        int frames = strokes_in(&list, roles[map], picture);
        bool is_loud = asked == 3 || asked == map;
        assert_int_equal(frames, is_loud ? 3 : 0); /* its weights, its numbers, its row in digits */
      }
      for (int i = 0; i < list.item_count; i++) {
        const DrawItem *item = &list.items[i];
        heatmaps += item->kind == DRAW_HEATMAP && item->as.heatmap.values.rows > 1 &&
                    box_holds(picture, (Point){item->as.heatmap.box.x, item->as.heatmap.box.y});
      }
      assert_true(heatmaps >= 7);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* A number of φ(Q) is worked out, or one of φ(K): its digit cell and its cell in the matrix have the
** focus, and no row of the other has it. */
static void a_feature_alone_has_the_focus(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; approximate performer 64; stage features");
  const Box picture = {165, 180, 900, 600}, rows = {165, 180, 900, 150};
  const char *const cells[] = {"cell 8 2 q", "cell 8 2 k"};
  float tops[2];
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, WINDOW, cells[i]);
    Color focus = theme_get(session_view(session)->theme)->focus;
    assert_int_equal(strokes_in(&list, focus, picture), 2);
    assert_int_equal(strokes_in(&list, focus, rows), 1);
    for (int k = 0; k < list.item_count; k++)
      if (has_stroke(&list.items[k], focus) && box_holds(rows, corner_of(&list.items[k])))
        tops[i] = corner_of(&list.items[k]).y;
  }
  assert_true(tops[1] > tops[0] + 30); /* φ(K) stands below φ(Q) */
  session_free(session);
  arena_free(arena);
}

/* Of queries and keys that are turned, too: the pair of columns that is worked out, no other. */
static void a_turned_number_alone_has_the_focus(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; positions rope; stage rotated");
  const Box picture = {165, 180, 900, 600}, panel = {1080, 180, 360, 610};
  const Box bar = {0, 64, 1440, 80};
  const char *const cells[] = {"cell 8 2 q", "cell 8 2 k"};
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, WINDOW, cells[i]);
    const Theme *theme = theme_get(session_view(session)->theme);
    Box half = {picture.x + (i ? picture.w / 2 : 0), picture.y, picture.w / 2, picture.h};
    assert_int_equal(strokes_in(&list, theme->focus, picture), 1);
    assert_int_equal(strokes_in(&list, theme->focus, half), 1);
    assert_int_equal(strokes_in(&list, theme->focus, panel), 2); /* its strip and its sum */
    assert_int_equal(strokes_in(&list, theme->focus, bar), 1);   /* its part of the formula */
  }
  session_free(session);
  arena_free(arena);
}

/* Also of the knob, which is filled. */
static int focus_marks(const DrawList *list, Color focus) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    bool is_filled =
        item->kind == DRAW_BOX && memcmp(&item->as.box.fill, &focus, sizeof focus) == 0;
    count += is_filled || has_stroke(item, focus);
  }
  return count;
}

/* A chosen row has the focus in one matrix, where it is made, or at Q·K·V where it is one; its rows
** in the others are outlined in ink. With the parts of the formula and the knob five marks. */
static void a_chosen_row_has_the_focus_once(void **state) {
  (void)state;
  static const struct {
    const char *stage;
    int outlines; /* of at least half a row's width or so */
  } cases[] = {{"embed", 2}, {"qkv", 3}, {"output", 1}, {"joined", 1}, {"block", 2}};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box pictures[] = {{165, 150, 900, 650}, {0, 150, 1440, 740}};
  for (int look = 0; look < 4; look++)
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      run(session, look % 2 ? "theme dark" : "theme light");
      run(session, str_format(arena, "presenter %s; stage %s; cell 8 row", look / 2 ? "on" : "off",
                              cases[i].stage));
      DrawList list = screen_list(session, arena, WINDOW);
      const Theme *theme = theme_get(session_view(session)->theme);
      int marks = focus_marks(&list, theme->focus);
      Box picture = pictures[look / 2];
      int within = strokes_in(&list, theme->focus, picture);
      int outlines = strokes_in(&list, theme->ink, picture);
      if (marks > 5) fail_msg("%s, look %d: %d marks", cases[i].stage, look, marks);
      if (within != 1) fail_msg("%s, look %d: %d in the picture", cases[i].stage, look, within);
      if (outlines != cases[i].outlines)
        fail_msg("%s, look %d: %d outlines", cases[i].stage, look, outlines);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* Also at the stages of kinds of attention, where two matrices may be made. */
static void a_chosen_row_of_a_kind_has_few_marks(void **state) {
  (void)state;
  static const char *const states[] = {"positions rope; stage rotated; cell 8 row",
                                       "approximate performer 64; stage features; cell 8 row",
                                       "approximate linformer 4; stage projected; cell 3 row",
                                       "approximate exact; positions own; stage tokens; cell 8 row",
                                       "stage weights; cell 8 row",
                                       "model translator; stage qkv; cell 3 row"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box picture = {165, 150, 900, 650};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    DrawList list = list_after(session, arena, WINDOW, states[i]);
    Color focus = theme_get(session_view(session)->theme)->focus;
    int marks = focus_marks(&list, focus), within = strokes_in(&list, focus, picture);
    if (marks > 5 || within < 1) fail_msg("%s: %d marks, %d", states[i], marks, within);
  }
  session_free(session);
  arena_free(arena);
}

static int thick_frames(const DrawList *list, Color color) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += has_stroke(&list->items[i], color) && list->items[i].as.box.stroke_width > 2 &&
             list->items[i].as.box.box.w > 60;
  return count;
}

/* What one chose to look at, a layer or a head, is in ink; what is worked out has the focus. */
static void the_head_on_show_is_framed_in_ink(void **state) {
  (void)state;
  static const char *const views[] = {"stage", "overview", "grid", "heads"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  run(session, "stage weights; cell none");
  for (int theme = 0; theme < 2; theme++)
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
      run(session, str_format(arena, "theme %s; view %s", theme ? "dark" : "light", views[i]));
      DrawList list = screen_list(session, arena, WINDOW);
      const Theme *colors = theme_get(session_view(session)->theme);
      int frames = thick_frames(&list, colors->ink), focus = thick_frames(&list, colors->focus);
      if (frames != 1 || focus != 0) fail_msg("%s: %d and %d frames", views[i], frames, focus);
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* A mean of all heads is the picture of none. */
static void no_head_is_framed_where_all_are_on_show(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box heads = {0, 150, 160, 650};
  const char *const views[] = {"average", "rollout", "answers"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
    run(session, "cell 8 2");
    run(session, str_format(arena, "view %s", views[i]));
    DrawList list = screen_list(session, arena, WINDOW);
    const Theme *theme = theme_get(session_view(session)->theme);
    assert_int_equal(thick_frames(&list, theme->ink), 0);
    assert_int_equal(strokes_in(&list, theme->focus, heads), 0);
    arena_reset(arena);
  }
  session_free(session);
  arena_free(arena);
}

/* The cell in the head on show has the focus, the same cell of the others an outline. */
static void the_grid_marks_the_chosen_cell(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box picture = {0, 200, 1440, 540};
  for (int chosen = 0; chosen < 2; chosen++) {
    run(session, "stage weights");
    run(session, chosen ? "cell 3 2; view grid" : "cell none; view grid");
    DrawList list = screen_list(session, arena, WINDOW);
    const Theme *colors = theme_get(session_view(session)->theme);
    assert_int_equal(strokes_in(&list, colors->focus, picture), chosen);
    assert_int_equal(strokes_in(&list, colors->ink, picture), chosen ? 8 : 1); /* and the head */
    arena_reset(arena);
  }
  session_free(session);
  arena_free(arena);
}

/* The name on the chip at the top that has the colour of a role. */
static Str marked(const DrawList *list, Color role) {
  const Box top = {0, 0, 1000, 62};
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (!has_stroke(item, role) || !box_holds(top, corner_of(item))) continue;
    for (int k = i; k < list->item_count; k++)
      if (list->items[k].kind == DRAW_TEXT &&
          box_holds(item->as.box.box, list->items[k].as.text.at))
        return list->items[k].as.text.text;
  }
  return (Str){"", 0};
}

/* Kept keys: the query that asks at the step on show, or the pair that looks ahead. */
static void the_sentence_marks_what_the_view_shows(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  run(session, "cell 8 2; mask causal; view cache");
  const Theme *theme = theme_get(session_view(session)->theme);
  DrawList list = screen_list(session, arena, WINDOW);
  assert_true(str_is(marked(&list, theme->query), "tired"));
  assert_int_equal(marked(&list, theme->key).bytes, 0);
  run(session, "mask none; view cache");
  list = screen_list(session, arena, WINDOW);
  assert_true(str_is(marked(&list, theme->query), "The"));
  assert_true(str_is(marked(&list, theme->key), "because"));
  session_free(session);
  arena_free(arena);
}

/* What shows nothing of the sentence marks no token of it, and colours none. */
static void views_beside_the_sentence_leave_it_unlit(void **state) {
  (void)state;
  static const char *const views[] = {"cost", "length", "saturation", "lookup", "layout"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box top = {0, 0, 1000, 62};
  run(session, "stage weights; cell 8 2; tint on");
  for (int look = 0; look < 2; look++)
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
      run(session, str_format(arena, "presenter %s; view %s", look ? "on" : "off", views[i]));
      DrawList list = screen_list(session, arena, WINDOW);
      const Theme *theme = theme_get(session_view(session)->theme);
      assert_int_equal(strokes_in(&list, theme->query, top), 0);
      assert_int_equal(strokes_in(&list, theme->key, top), 0);
      for (int k = 0; k < list.item_count; k++) {
        const DrawItem *item = &list.items[k];
        bool is_chip = item->kind == DRAW_BOX && box_holds(top, corner_of(item)) &&
                       has_stroke(item, theme->line) && item->as.box.box.h < 40 &&
                       item->as.box.box.w < 130;
        bool is_plain = memcmp(&item->as.box.fill, &theme->panel, sizeof(Color)) == 0;
        if (is_chip && !is_plain) fail_msg("%s: a chip is coloured", views[i]);
      }
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* Beside attention the rail has one dot that is not faint, the stage to come back to; beside the
** sentence it has none. */
static void the_rail_is_faint_beside_attention(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box rail = {250, 840, 860, 24};
  static const struct {
    const char *view;
    int faint, plain; /* of the stage to come back to the dot and the disc on it */
  } cases[] = {{"stage", 0, 4}, {"cache", 10, 2}, {"cost", 11, 0}, {"lookup", 11, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    run(session, "stage weights");
    run(session, str_format(arena, "view %s", cases[i].view));
    DrawList list = screen_list(session, arena, WINDOW);
    const Theme *theme = theme_get(session_view(session)->theme);
    int faint = strokes_in(&list, theme->line, rail), plain = strokes_in(&list, theme->muted, rail);
    assert_int_equal(faint, cases[i].faint);
    assert_int_equal(plain, cases[i].plain);
    arena_reset(arena);
  }
  session_free(session);
  arena_free(arena);
}

/* The overview shows all stages: whichever it was opened from, the rail claims none. */
static void the_rail_claims_no_stage_of_the_overview(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  const Box rail = {250, 780, 860, 120};
  const char *const from[] = {"tokens", "scores", "weights", "logits"};
  for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
    run(session, str_format(arena, "stage %s; view overview", from[i]));
    DrawList list = screen_list(session, arena, WINDOW);
    const Theme *theme = theme_get(session_view(session)->theme);
    int dots = 0;
    for (int k = 0; k < list.item_count; k++) {
      const DrawItem *item = &list.items[k];
      bool is_word = item->kind == DRAW_TEXT && box_holds(rail, item->as.text.at);
      if (is_word) assert_int_not_equal(item->as.text.face, FACE_BOLD);
      dots += has_stroke(item, theme->muted) && box_holds(rail, corner_of(item)) &&
              memcmp(&item->as.box.fill, &theme->panel, sizeof(Color)) == 0;
    }
    assert_int_equal(dots, 11);
    assert_int_equal(strokes_in(&list, theme->ink, rail), 0);
    arena_reset(arena);
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chosen_number_alone_has_the_focus),
      cmocka_unit_test(a_chosen_number_is_marked_in_its_matrix),
      cmocka_unit_test(a_chosen_pair_keeps_its_row_and_column),
      cmocka_unit_test(the_row_that_is_told_is_outlined),
      cmocka_unit_test(maps_that_are_not_asked_are_quiet),
      cmocka_unit_test(a_feature_alone_has_the_focus),
      cmocka_unit_test(a_turned_number_alone_has_the_focus),
      cmocka_unit_test(a_chosen_row_has_the_focus_once),
      cmocka_unit_test(a_chosen_row_of_a_kind_has_few_marks),
      cmocka_unit_test(the_head_on_show_is_framed_in_ink),
      cmocka_unit_test(no_head_is_framed_where_all_are_on_show),
      cmocka_unit_test(the_grid_marks_the_chosen_cell),
      cmocka_unit_test(the_sentence_marks_what_the_view_shows),
      cmocka_unit_test(views_beside_the_sentence_leave_it_unlit),
      cmocka_unit_test(the_rail_is_faint_beside_attention),
      cmocka_unit_test(the_rail_claims_no_stage_of_the_overview),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
