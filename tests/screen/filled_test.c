/* Embed, Join heads and Layer output fill their picture, with many tokens and with few: rows with
** digits and matrices are as high as there is room. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/layout.h"

static const Window DESIGN = {1440, 900}, LARGE = {1920, 1080};

/* The heights of the rows with digits and of the matrices, as a share of the picture's. */
static float filled_share(const Session *session, Arena *arena, Window window) {
  DrawList list = screen_list(session, arena, window);
  const View *view = session_view(session);
  Box centre =
      layout_screen(window.width, window.height, view, fonts_metrics(support_fonts())).centre;
  Box rows = {0, centre.y + centre.h, 0, 0}, cells = {0, centre.y + centre.h, 0, 0};
  int depth = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    const char *group = item->kind == DRAW_GROUP ? item->as.group.name : NULL;
    if (item->kind == DRAW_GROUP && (depth > 0 || (group && strcmp(group, "rows") == 0)))
      depth += group ? 1 : -1;
    Box box = item->kind == DRAW_HEATMAP ? item->as.heatmap.box : item->as.box.box;
    bool is_cell = depth > 0 && item->kind == DRAW_BOX && item->as.box.fill.a > 0;
    bool is_matrix = item->kind == DRAW_HEATMAP && depth == 0 && box.x >= centre.x &&
                     box.x + box.w <= centre.x + centre.w && item->as.heatmap.values.cols == 64;
    Box *of = is_cell ? &rows : &cells;
    if (!is_cell && !is_matrix) continue;
    float foot = fmaxf(of->h > 0 ? of->y + of->h : 0, box.y + box.h);
    of->y = fminf(of->y, box.y);
    of->h = of->h > 0 ? foot - of->y : box.h;
  }
  return (fmaxf(rows.h, 0) + fmaxf(cells.h, 0)) / centre.h;
}

static void few_tokens_leave_no_empty_third(void **state) {
  (void)state;
  static const char *const stages[] = {"stage embed", "stage joined", "stage block"};
  static const char *const sentences[] = {
      "sentence it", "sentence \"the animal was tired\"",
      "sentence \"The animal didn't cross the street because it was too tired\""};
  const Window windows[] = {DESIGN, LARGE};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2");
  for (size_t s = 0; s < 3; s++) {
    run(session, sentences[s]);
    run(session, "cell 1 row");
    for (size_t i = 0; i < 6; i++) {
      run(session, stages[i / 2]);
      arena_reset(arena);
      float share = filled_share(session, arena, windows[i % 2]);
      if (share < (s == 0 ? 0.48f : 0.64f)) /* one row alone would be a block of colour */
        fail_msg("%s, %s, %.0f wide: %.2f", stages[i / 2], sentences[s],
                 (double)windows[i % 2].width, (double)share);
    }
  }
  session_free(session);
  arena_free(arena);
}

/* Names above the columns get the height that whole cells leave before one of them is cut. */
static void no_name_is_cut_in_a_small_window(void **state) {
  (void)state;
  const Window windows[] = {{640, 400}, {960, 600}, {1280, 720}, DESIGN};
  static const char *const stages[] = {"stage scores", "stage scaled", "stage masked",
                                       "stage weights"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader");
  for (size_t i = 0; i < 16; i++) {
    run(session, stages[i / 4]);
    arena_reset(arena);
    DrawList list = screen_list(session, arena, windows[i % 4]);
    for (int k = 0; k < list.item_count; k++) {
      if (list.items[k].kind != DRAW_TEXT) continue;
      const char *words = str_copy(arena, list.items[k].as.text.text);
      if (strncmp(words, "bec", 3) == 0 && strcmp(words, "because") != 0)
        fail_msg("%s, %.0f wide: %s", stages[i / 4], (double)windows[i % 4].width, words);
    }
  }
  session_free(session);
  arena_free(arena);
}

/* The rows that the tokens become go down to the foot before a class, where no line stands below. */
static void tokens_fill_the_picture_before_a_class(void **state) {
  (void)state;
  const float least = 0.93f; /* of the window's height */
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model reader; sentence \"The animal didn't cross the street because it was too "
      "tired\"; stage tokens; presenter on");
  DrawList list = screen_list(session, arena, LARGE);
  float foot = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    if (item->kind == DRAW_TEXT && str_is(item->as.text.text, "tired"))
      foot = fmaxf(foot, item->as.text.at.y);
  }
  assert_in_range((int)foot, (int)(least * LARGE.height), (int)LARGE.height);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(few_tokens_leave_no_empty_third),
                                     cmocka_unit_test(tokens_fill_the_picture_before_a_class),
                                     cmocka_unit_test(no_name_is_cut_in_a_small_window)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
