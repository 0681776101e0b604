/* What is laid over a model, on the screen: the bar of chips below the formula, and exact attention
** beside it. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/number.h"
#include "scene/scene.h"
#include "scene/theme.h"

static const Window window = {1440, 900};

static const DrawHit *find_hit(const DrawList *list, const char *command) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].click && strcmp(list->hits[i].click, command) == 0) return &list->hits[i];
  return NULL;
}

static bool says(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words)) return true;
  return false;
}

/* Matrices whose cells answer a click. */
static int heatmap_count(const DrawList *list, TabStop stop) {
  int count = 0;
  for (int i = 0; i < list->hit_count; i++)
    count += list->hits[i].rows > 1 && list->hits[i].cols > 1 && list->hits[i].tab_stop == stop;
  return count;
}

static void each_thing_laid_over_has_a_chip_that_takes_it_away(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; stage weights; mask window 3; positions alibi; kv_heads 1; cell none");
  DrawList list = screen_list(session, arena, window);
  static const char *const away[] = {"mask own", "positions own", "kv_heads own"};
  for (int i = 0; i < 3; i++) {
    const DrawHit *hit = find_hit(&list, away[i]);
    assert_non_null(hit);
    assert_int_equal(hit->tab_stop, TAB_LAID_OVER);
    run(session, hit->click);
    arena_reset(arena);
    list = screen_list(session, arena, window);
    assert_null(find_hit(&list, away[i]));
  }
  assert_false(says(&list, "laid over"));
  session_free(session);
  arena_free(arena);
}

static const DrawHit *cells_hit(const DrawList *list) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].rows > 1 && list->hits[i].cols > 1) return &list->hits[i];
  return NULL;
}

/* "While a mask is edited no cell moves below the pointer": the bar is there before the first cell
** is hidden, and after the last one is shown again. */
static void the_first_hidden_cell_moves_none(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "masked", "weights"};
  for (int i = 0; i < 3; i++) {
    Arena *arena = arena_make(0);
    Session *session = session_after("motion off; cell none; mask editor on");
    run(session, str_format(arena, "stage %s", stages[i]));
    DrawList list = screen_list(session, arena, window);
    const DrawHit *before = cells_hit(&list);
    assert_non_null(before);
    assert_true(says(&list, "laid over"));
    for (int turn = 0; turn < 2; turn++) {
      run(session, "mask 2 1 toggle");
      list = screen_list(session, arena, window);
      const DrawHit *now = cells_hit(&list);
      assert_non_null(now);
      assert_memory_equal(&now->box, &before->box, sizeof now->box);
    }
    run(session, "mask editor off");
    list = screen_list(session, arena, window);
    assert_false(says(&list, "laid over"));
    session_free(session);
    arena_free(arena);
  }
}

/* A chip is no query, key, value, weight or output. */
static void a_chip_has_the_tint_of_no_role(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage masked; mask causal; cell none");
  static const char *const themes[] = {"theme light", "theme dark"};
  for (int t = 0; t < 2; t++) {
    DrawList list = list_after(session, arena, window, themes[t]);
    const Theme *theme = theme_get(session_view(session)->theme);
    const Color soft[] = {theme->query_soft, theme->key_soft, theme->value_soft,
                          theme->weights_soft, theme->output_soft};
    const DrawHit *hit = find_hit(&list, "mask own");
    assert_non_null(hit);
    for (int i = 0; i < list.item_count; i++) {
      const DrawBox *box = &list.items[i].as.box;
      if (list.items[i].kind != DRAW_BOX || memcmp(&box->box, &hit->box, sizeof(Box)) != 0)
        continue;
      for (int k = 0; k < 5; k++) assert_memory_not_equal(&box->fill, &soft[k], sizeof(Color));
    }
  }
  session_free(session);
  arena_free(arena);
}

/* Only the bar moves anything, and it is there only with something laid over. */
static void the_bar_takes_its_room_only_while_something_is_laid_over(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model writer; stage weights; cell 2 1");
  DrawList list = screen_list(session, arena, window);
  const DrawHit *before = find_hit(&list, "cell %r %c");
  assert_non_null(before);
  Box cells = before->box;
  assert_null(find_hit(&list, "compare toggle"));
  run(session, "mask causal"); /* the model's own */
  list = screen_list(session, arena, window);
  assert_null(find_hit(&list, "compare toggle"));
  run(session, "positions alibi");
  list = screen_list(session, arena, window);
  assert_non_null(find_hit(&list, "compare toggle"));
  assert_true(says(&list, "ALiBi"));
  assert_true(find_hit(&list, "cell %r %c")->box.h < cells.h); /* the bar takes room */
  run(session, "positions own");
  list = screen_list(session, arena, window);
  Box after = find_hit(&list, "cell %r %c")->box;
  assert_true(fabsf(after.x - cells.x) + fabsf(after.y - cells.y) < 0.01f);
  assert_true(fabsf(after.w - cells.w) + fabsf(after.h - cells.h) < 0.01f);
  session_free(session);
  arena_free(arena);
}

/* The kind's name is said once: by its chip, or by the words of the top bar where there is none. */
static void what_a_chip_names_the_top_bar_leaves_out(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; positions alibi; cell none");
  DrawList list = screen_list(session, arena, window);
  assert_true(says(&list, "self · no mask"));
  run(session, "presenter on");
  list = screen_list(session, arena, window);
  assert_null(find_hit(&list, "positions own"));
  session_free(session);
  arena_free(arena);
}

/* "A chip says what it is and takes it away." */
static void a_kept_run_has_a_chip_that_lets_it_go(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; freeze toggle; example swap");
  DrawList list = screen_list(session, arena, window);
  assert_true(says(&list, "kept · “tired”") && says(&list, "now · “wide”"));
  assert_true(says(&list, "difference"));
  assert_false(says(&list, "laid over"));
  assert_non_null(find_hit(&list, "cell %r %c beside"));
  run(session, find_hit(&list, "compare off")->click);
  list = screen_list(session, arena, window);
  assert_true(says(&list, "kept · “tired”") && !says(&list, "now · “wide”"));
  run(session, find_hit(&list, "compare kept")->click);
  run(session, find_hit(&list, "freeze swap")->click);
  list = screen_list(session, arena, window);
  assert_true(says(&list, "kept · “wide”") && says(&list, "now · “tired”"));
  assert_int_equal(find_hit(&list, "freeze off")->tab_stop, TAB_LAID_OVER);
  run(session, find_hit(&list, "freeze off")->click);
  list = screen_list(session, arena, window);
  assert_null(find_hit(&list, "freeze off"));
  session_free(session);
  arena_free(arena);
}

/* In a small window, too, each of the three matrices has its digits. */
static void two_runs_have_digits_in_a_small_window(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("model reader; motion off; stage weights; freeze; example swap; compare kept");
  const Window small = {960, 600};
  DrawList list = screen_list(session, arena, small);
  assert_true(says(&list, ".83") && says(&list, ".77") && says(&list, "+.64"));
  run(session, "compare off"); /* thumbnails and panel are back */
  list = screen_list(session, arena, small);
  assert_true(says(&list, "Attention weights"));
  session_free(session);
  arena_free(arena);
}

/* "Where do the two runs differ most: one click leads there." */
static void a_click_leads_to_the_head_that_differs_most(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; stage weights; layer 1; head 1; freeze; example swap; view grid; sort toggle");
  run(session, "sort toggle");
  assert_int_equal(session_view(session)->grid_order, GRID_BY_DIFFERENCE);
  const HeadDifferences *made = session_head_differences(session);
  assert_non_null(made);
  HeadPlace most = made->order[0];
  DrawList list = screen_list(session, arena, window);
  const char *click = str_format(arena, "layer %d; head %d; stage weights; view stage",
                                 most.layer + 1, most.head + 1);
  assert_non_null(find_hit(&list, click));
  run(session, click);
  assert_int_equal(session_view(session)->layer, most.layer);
  assert_int_equal(session_view(session)->head, most.head);
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  list = screen_list(session, arena, window);
  assert_true(says(&list, "now · “wide”") && says(&list, "kept · “tired”"));
  session_free(session);
  arena_free(arena);
}

static bool begins_with(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words))
      return true;
  return false;
}

static void the_comparison_shows_three_matrices_of_the_stage(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights", "output"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; positions t5; mask window 3; compare exact");
  for (int i = 0; i < 5; i++) {
    run(session, str_format(arena, "stage %s; cell 3 2", stages[i]));
    DrawList list = screen_list(session, arena, window);
    assert_int_equal(heatmap_count(&list, TAB_PICTURE), 3);
    assert_true(says(&list, "exact attention") && begins_with(&list, "difference"));
  }
  run(session, "compare off");
  DrawList list = screen_list(session, arena, window);
  assert_false(begins_with(&list, "difference"));
  session_free(session);
  arena_free(arena);
}

/* Numbers in the mono face within a named part of the picture. */
static int numbers_within(const DrawList *list, const char *group) {
  int count = 0, depth = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP && depth > 0) depth += item->as.group.name ? 1 : -1;
    else if (item->kind == DRAW_GROUP && item->as.group.name && !strcmp(item->as.group.name, group))
      depth = 1;
    count += depth > 0 && item->kind == DRAW_TEXT && item->as.text.face == FACE_MONO &&
             memchr(item->as.text.text.at, '.', item->as.text.text.bytes) != NULL;
  }
  return count;
}

/* The least size of numbers in the mono face within a named part of the picture. */
static float least_size_within(const DrawList *list, const char *group) {
  float least = 1000;
  int depth = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP && depth > 0) depth += item->as.group.name ? 1 : -1;
    else if (item->kind == DRAW_GROUP && item->as.group.name && !strcmp(item->as.group.name, group))
      depth = 1;
    if (depth > 0 && item->kind == DRAW_TEXT && item->as.text.face == FACE_MONO &&
        memchr(item->as.text.text.at, '.', item->as.text.text.bytes) != NULL)
      least = fminf(least, item->as.text.size_pt);
  }
  return least;
}

/* A weight that dropout left out is exactly 0, in the panel as in the picture. */
static void a_dropped_weight_is_written_0(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; sentence \"a b c d e f g h\"; model random; "
                                   "dropout 0.5 seed 2; stage output; cell 3 row");
  DrawList list = screen_list(session, arena, window);
  assert_true(says(&list, "0"));
  assert_false(says(&list, "0.000"));
  session_free(session);
  arena_free(arena);
}

/* A difference is no value: its colours tell its size alone, a line what is below 0, but where it has
** the colour of 0, and the bar says so. */
static void a_difference_has_the_colours_of_a_size(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; sentence \"a b c d e f g h i j k\"; model random; "
                                   "approximate performer 16; stage weights; compare exact");
  for (ThemeId theme = 0; theme <= THEME_DARK; theme++) {
    run(session, str_format(arena, "theme %s", theme_name(theme)));
    DrawList list = screen_list(session, arena, window);
    const DrawHeatmap *cells = NULL;
    int marks = 0, below = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawItem *item = &list.items[i];
      bool is_square = item->kind == DRAW_HEATMAP && item->as.heatmap.values.rows == 11 &&
                       item->as.heatmap.palette == PALETTE_SIZE;
      if (is_square) cells = &item->as.heatmap;
      marks += cells && item->kind == DRAW_CURVE && item->as.curve.width == 1.25f;
    }
    assert_non_null(cells);
    assert_true(cells->range.low == -cells->range.high);
    for (int row = 0; row < 11; row++)
      for (int col = 0; col < 11; col++)
        below += mat_get(cells->values, row, col) < -0.05f * cells->range.high;
    assert_in_range(below, 10, 90);
    assert_int_equal(marks, below);
    assert_true(says(&list, "– below 0"));
    assert_true(says(&list, str_format(arena, "±%s", number_end(cells->range.high).at)));
  }
  session_free(session);
  arena_free(arena);
}

/* Layers × heads beside a kept run tell the sign of a difference as a comparison does. */
static void thumbnails_of_differences_mark_what_is_below_0(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; freeze; example swap; sort difference; view grid");
  DrawList list = screen_list(session, arena, window);
  int marks = 0, below = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    marks += item->kind == DRAW_CURVE && item->as.curve.width == 1.25f;
    const DrawHeatmap *map = &item->as.heatmap;
    bool is_bar = item->kind == DRAW_HEATMAP && map->values.rows == 1;
    if (item->kind != DRAW_HEATMAP || map->palette != PALETTE_SIZE || is_bar) continue;
    for (int row = 0; row < map->values.rows; row++)
      for (int col = 0; col < map->values.cols; col++)
        below += mat_get(map->values, row, col) < -0.05f * map->range.high;
  }
  assert_true(below > 3);
  assert_int_equal(marks, below);
  session_free(session);
  arena_free(arena);
}

/* The followed row of both and of the difference is read from afar, and no matrix below it has
** hundreds of small numbers: only the two at the ends of its bar, of shares 0 and 1. */
static void the_followed_row_is_compared_in_large_digits(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    Window window;
    int numbers;
    float least;
  } pictures[] = {
      {"approximate linformer 4; stage output; cell 3 2", {1440, 900}, 3 * 16, 14},
      {"approximate performer 16; stage weights; cell 3 2", {1440, 900}, 3 * 11, 16},
      {"approximate performer 16; stage weights; cell none", {1440, 900}, 3 * 11, 16},
      {"approximate performer 16; stage weights; cell 3 2; presenter on", {1920, 1080}, 33, 26},
      {"approximate performer 16; stage weights; cell 3 2", {960, 600}, 3 * 11, 12},
      {"approximate performer 16; stage weights; cell 3 2", {640, 400}, 3 * 11, 10}};
  const int count = sizeof pictures / sizeof *pictures;
  enum { OF_BAR = 2, OF_SIZES = 1, BLANK_MOST = 6 };
  Arena *arena = arena_make(0);
  for (int i = 0; i < count; i++) {
    Session *session =
        session_after("motion off; model random; sentence \"a b c d e f g h i j k\"");
    run(session, pictures[i].commands);
    run(session, "compare exact");
    DrawList list = screen_list(session, arena, pictures[i].window);
    int numbers = numbers_within(&list, "rows"); /* but for shares next to nothing */
    assert_in_range(numbers, pictures[i].numbers - BLANK_MOST, pictures[i].numbers);
    assert_true(least_size_within(&list, "rows") >= pictures[i].least);
    bool are_shares = strstr(pictures[i].commands, "stage weights") != NULL;
    assert_int_equal(numbers_within(&list, "laid-over"), are_shares ? 0 : OF_BAR);
    assert_int_equal(numbers_within(&list, "difference"), OF_SIZES);
    session_free(session);
    arena_reset(arena);
  }
  arena_free(arena);
}

static void the_line_of_the_cell_has_the_exact_number_and_the_difference(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; stage weights; mask window 1; cell 8 2; compare exact");
  Str line = screen_focus_line(session, fonts_metrics(support_fonts()), arena);
  MatView laid = trace_matrix(session_trace(session), TRACE_WEIGHTS, session_view(session)->layer,
                              session_view(session)->head);
  const Exact *exact = exact_make(
      arena, session_trace(session),
      (TraceMatrixId){TRACE_WEIGHTS, session_view(session)->layer, session_view(session)->head},
      NULL);
  Number of_exact = number_weight(mat_get(exact->weights, 7, 1));
  Number apart = number_weight(mat_get(laid, 7, 1) - mat_get(exact->weights, 7, 1));
  const char *end = str_format(arena, "exact %s, difference %s", of_exact.at, apart.at);
  if (!str_ends(line, end)) fail_msg("%.*s does not end in %s", (int)line.bytes, line.at, end);
  session_free(session);
  arena_free(arena);
}

static void with_nothing_laid_over_one_sentence_says_so(void **state) {
  (void)state;
  Session *session = session_after("motion off; stage weights; compare exact");
  assert_true(str_starts(session_message(session), "Nothing is laid over this model"));
  session_free(session);
}

/* What a person shuffles is seen: from a view without rows the stage of the weights comes; while it
** is put back nothing is told of the difference. */
static void shuffling_goes_where_rows_are_put_back(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("positions none; view overview; shuffle");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  assert_int_equal(session_view(session)->stage, stage_of_part(TRACE_WEIGHTS));
  DrawList list = screen_list(session, arena, window);
  assert_true(begins_with(&list, "No number differs") || begins_with(&list, "Largest difference"));
  run(session, "moment 0.3 weights");
  list = screen_list(session, arena, window);
  assert_true(says(&list, "shuffled, put back"));
  assert_false(begins_with(&list, "No number differs") || begins_with(&list, "difference"));
  run(session, "moment 1 weights; view overview; shuffle seed 3"); /* as in a state */
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  session_free(session);
  arena_free(arena);
}

/* As every part of the view: undo leaves it as it is. */
static void it_is_kept_in_the_state(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("positions alibi; compare exact");
  assert_non_null(strstr(session_script(session, arena).at, "compare exact"));
  run(session, "undo"); /* of the positions: what is shown stays */
  assert_int_equal(session_view(session)->compare, COMPARE_EXACT);
  session_free(session);
  arena_free(arena);
}

/* The followed row in large digits is blank where two decimals say nothing, as a matrix is, but for
** the column of the chosen cell, which the line below tells. */
static void a_compared_row_is_blank_where_a_matrix_is(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; shuffle seed 5; cell 8 2 placed");
  DrawList list = screen_list(session, arena, window);
  int cells = 0, told = 0, told_chosen = 0;
  for (int i = 0; i < list.hit_count; i++) {
    const DrawHit *hit = &list.hits[i];
    bool is_cell = hit->click && str_ends(str_from(hit->click), " placed");
    if (!is_cell || hit->rows > 1 || hit->cols > 1 || hit->box.h < 30) continue;
    bool is_chosen = str_is(str_from(hit->click), "cell 8 2 placed");
    cells++;
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_in = list.items[k].kind == DRAW_TEXT && text->face == FACE_MONO;
      if (!is_in || !box_holds(hit->box, text->at)) continue;
      told++;
      told_chosen += is_chosen;
      assert_true(is_chosen || !str_is(text->text, ".00"));
    }
  }
  assert_int_equal(cells, 3 * trace_token_count(session_trace(session)));
  assert_int_equal(told_chosen, 3);
  assert_true(told > 6 && told < cells);
  session_free(session);
  arena_free(arena);
}

/* The order experiment: a chip, three matrices, one sentence; undo takes it back whole. */
static void a_shuffled_sentence_is_compared_with_itself_in_order(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions none", "positions own"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; cell none");
  for (int i = 0; i < 2; i++) {
    run(session, kinds[i]);
    run(session, "shuffle seed 5; stage weights");
    DrawList list = screen_list(session, arena, window);
    assert_non_null(find_hit(&list, "shuffle off"));
    assert_int_equal(heatmap_count(&list, TAB_PICTURE), 3);
    run(session, "cell 3 1 placed"); /* a click there, by the places in the sentence */
    assert_int_equal(trace_place_in_order(session_trace(session), session_view(session)->query), 2);
    assert_int_equal(trace_place_in_order(session_trace(session), session_view(session)->key), 0);
    run(session, "cell none");
    assert_true(says(&list, "in order") && says(&list, "shuffled, put back"));
    assert_non_null(strstr(session_script(session, arena).at, "shuffle seed 5"));
    const OrderBack *back =
        order_make(arena, session_trace(session), (TraceMatrixId){TRACE_WEIGHTS, 0, 0}, NULL);
    assert_true((back->largest <= ORDER_ROUNDING * back->size) == (i == 0));
    run(session, "undo");
    assert_null(trace_in_order(session_trace(session)));
    run(session, "redo");
    assert_non_null(trace_in_order(session_trace(session)));
    run(session, "shuffle off");
    assert_null(trace_in_order(session_trace(session)));
    assert_false(session_do(session, "cell 3 1 placed", NULL));
    assert_int_equal(session_view(session)->compare, COMPARE_OFF);
  }
  session_free(session);
  arena_free(arena);
}

/* The menu lies over the line of messages. */
static void the_menu_says_why_what_was_clicked_is_refused(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model writer; mask causal; menu attention");
  DrawList list = screen_list(session, arena, window);
  const DrawHit *hit = find_hit(&list, "approximate linformer 4");
  Status status;
  assert_non_null(hit);
  assert_false(session_do(session, hit->click, &status));
  assert_false(says(&list, status.sentence));
  list = screen_list(session, arena, window);
  assert_true(says(&list, status.sentence));
  session_free(session);
  arena_free(arena);
}

static bool mentions(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++) {
    Str text = list->items[i].as.text.text;
    if (list->items[i].kind != DRAW_TEXT) continue;
    for (; text.bytes > 0; text.at++, text.bytes--)
      if (str_starts(text, words)) return true;
  }
  return false;
}

/* "A title too long for its line has two, and the size of the others." */
static void the_menu_of_models_cuts_no_title(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; menu model");
  DrawList list = screen_list(session, arena, window);
  float of_reader = 0, of_demo = 1;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT) continue;
    if (str_starts(text->text, "reader · ")) of_reader = text->size_pt;
    if (str_starts(text->text, "cache-demo · ")) of_demo = text->size_pt;
    bool is_title = text->size_pt > 12;
    assert_false(is_title && str_ends(text->text, "…"));
  }
  assert_true(of_reader > 0 && fabsf(of_reader - of_demo) < 0.01f);
  session_free(session);
  arena_free(arena);
}

/* Opened by its command while it has nothing to choose. */
static void an_empty_menu_says_what_to_do_instead(void **state) {
  (void)state;
  static const char *const menus[][2] = {{"menu quiz", "No quiz is on"},
                                         {"menu question", "Nothing is asked"},
                                         {"menu script", "No script asks"}};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 3; i++) {
    Session *session = session_after("motion off");
    run(session, menus[i][0]);
    DrawList list = screen_list(session, arena, window);
    assert_true(mentions(&list, menus[i][1]));
    session_free(session);
    arena_reset(arena);
  }
  arena_free(arena);
}

/* Of numbers that are not finite no error of 0 is told. */
static void what_is_nan_is_not_called_no_error(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model random; sentence \"a b c d\"; scale 0.01; "
                                   "mistake no-max; layer 1; stage output; compare exact");
  DrawList list = screen_list(session, arena, window);
  assert_true(begins_with(&list, "Weighted sum: no number is finite in both."));
  run(session, "layer 2");
  list = screen_list(session, arena, window);
  assert_true(begins_with(&list, "No number differs where both are finite."));
  assert_false(mentions(&list, "largest error"));
  run(session, "mistake off; scale on; set weights 3 2 nan layer 1 head 1; mask causal; layer 1; "
               "head 1");
  list = screen_list(session, arena, window);
  assert_true(begins_with(&list, "Weighted sum: largest error"));
  assert_false(mentions(&list, "mean error NaN"));
  session_free(session);
  arena_free(arena);
}

/* The upright line of a bracket of heads at the left. */
static const Point *bracket_of(const DrawItem *item) {
  const Point *at = item->as.curve.points;
  if (item->kind != DRAW_CURVE || item->as.curve.point_count != 4) return NULL;
  bool is_upright = at[0].x == at[3].x && at[0].x < 159 && at[3].y - at[0].y > 100;
  return is_upright ? at : NULL;
}

/* Frames of words, as of “> .99”, and not of thumbnails. */
static int badges_across(const DrawList *list, const Point *bracket, int *badges) {
  int across = 0;
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.box.box;
    if (list->items[i].kind != DRAW_BOX || box.h > 16 || box.x > 159 || box.y < bracket[0].y ||
        box.y > bracket[3].y)
      continue;
    *badges += 1;
    across += box.x + box.w > bracket[0].x;
  }
  return across;
}

static void no_badge_stands_on_the_bracket_of_a_group(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model writer; sentence \"the dog ran home because "
                    "it was hungry\"; positions rope; kv_heads 2; layer 1; stage weights");
  DrawList list = screen_list(session, arena, window);
  int brackets = 0, badges = 0, across = 0;
  for (int i = 0; i < list.item_count; i++) {
    const Point *bracket = bracket_of(&list.items[i]);
    brackets += bracket != NULL;
    if (bracket) across += badges_across(&list, bracket, &badges);
  }
  assert_int_equal(brackets, 2);
  assert_true(badges > 0);
  assert_int_equal(across, 0);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_menu_of_models_cuts_no_title),
      cmocka_unit_test(an_empty_menu_says_what_to_do_instead),
      cmocka_unit_test(the_menu_says_why_what_was_clicked_is_refused),
      cmocka_unit_test(what_is_nan_is_not_called_no_error),
      cmocka_unit_test(no_badge_stands_on_the_bracket_of_a_group),
      cmocka_unit_test(each_thing_laid_over_has_a_chip_that_takes_it_away),
      cmocka_unit_test(the_first_hidden_cell_moves_none),
      cmocka_unit_test(a_chip_has_the_tint_of_no_role),
      cmocka_unit_test(the_bar_takes_its_room_only_while_something_is_laid_over),
      cmocka_unit_test(what_a_chip_names_the_top_bar_leaves_out),
      cmocka_unit_test(a_kept_run_has_a_chip_that_lets_it_go),
      cmocka_unit_test(two_runs_have_digits_in_a_small_window),
      cmocka_unit_test(a_click_leads_to_the_head_that_differs_most),
      cmocka_unit_test(the_comparison_shows_three_matrices_of_the_stage),
      cmocka_unit_test(a_dropped_weight_is_written_0),
      cmocka_unit_test(a_difference_has_the_colours_of_a_size),
      cmocka_unit_test(thumbnails_of_differences_mark_what_is_below_0),
      cmocka_unit_test(the_line_of_the_cell_has_the_exact_number_and_the_difference),
      cmocka_unit_test(the_followed_row_is_compared_in_large_digits),
      cmocka_unit_test(with_nothing_laid_over_one_sentence_says_so),
      cmocka_unit_test(it_is_kept_in_the_state),
      cmocka_unit_test(shuffling_goes_where_rows_are_put_back),
      cmocka_unit_test(a_compared_row_is_blank_where_a_matrix_is),
      cmocka_unit_test(a_shuffled_sentence_is_compared_with_itself_in_order),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
