/* Menus: every group has a heading, what is set is said once, and the button of attention names the
** mask that is on. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/layout.h"
#include "scene/theme.h"
#include "session/menu/items.h"
#include "session/menu/menu.h"

static DrawList list_of_menu(Session *session, Arena *arena, const char *commands) {
  return list_after(session, arena, (Window){1440, 900}, commands);
}

static int count_of(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

static bool is_color(Color a, Color b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Boxes with the ground of what is laid over, in an outline of ink. */
static int laid_over_tiles(const DrawList *list) {
  const Theme *theme = theme_get(THEME_LIGHT);
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawBox *box = &list->items[i].as.box;
    count += list->items[i].kind == DRAW_BOX && is_color(box->fill, theme->line) &&
             is_color(box->stroke, theme->ink) && box->stroke_width > 0;
  }
  return count;
}

static void groups_of_attention_have_headings(void **state) {
  (void)state;
  static const char *const headings[] = {"MASK: WHICH KEYS A QUERY SEES",
                                         "LOCAL PARTS: ONE OF THEM IS ENOUGH",
                                         "POSITIONS",
                                         "HEADS OF K AND V",
                                         "FEWER NUMBERS",
                                         "SCORES",
                                         "TO LOOK AT: COMPARISONS",
                                         "TO LOOK AT: HEADS AND LAYERS",
                                         "TO LOOK AT: BESIDE ATTENTION"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light");
  DrawList list = list_of_menu(session, arena, "menu attention");
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    if (count_of(&list, headings[i]) != 1) fail_msg("no heading %s", headings[i]);
  assert_int_equal(count_of(&list, "every query sees every key"), 1);
  session_free(session);
  arena_free(arena);
}

/* Of nearly fifty entries those with which one begins, and what is set, are heavier. */
static void what_one_begins_with_stands_out(void **state) {
  (void)state;
  static const struct {
    const char *label;
    FaceId face;
  } cases[] = {{"causal", FACE_SEMIBOLD},      {"window", FACE_SEMIBOLD},
               {"sinusoidal", FACE_SEMIBOLD},  {"what if …", FACE_SEMIBOLD},
               {"dot product", FACE_SEMIBOLD}, /* it is set */
               {"blocks", FACE_REGULAR},       {"ALiBi", FACE_REGULAR},
               {"Performer", FACE_REGULAR},    {"rollout", FACE_REGULAR}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light");
  DrawList list = list_of_menu(session, arena, "menu attention");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int found = 0;
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_it = list.items[k].kind == DRAW_TEXT && str_is(text->text, cases[i].label);
      if (is_it && text->face != cases[i].face) fail_msg("%s", cases[i].label);
      found += is_it;
    }
    assert_true(found >= 1);
  }
  session_free(session);
  arena_free(arena);
}

static void only_what_is_laid_over_stands_out(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light");
  DrawList list = list_of_menu(session, arena, "menu attention");
  assert_int_equal(laid_over_tiles(&list), 0);
  list = list_of_menu(session, arena, "positions rope; kv_heads 2");
  assert_int_equal(laid_over_tiles(&list), 2);
  list = list_of_menu(session, arena, "positions own; kv_heads own");
  assert_int_equal(laid_over_tiles(&list), 0);
  session_free(session);
  arena_free(arena);
}

static void the_button_names_the_mask_that_is_on(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader");
  DrawList list = list_of_menu(session, arena, "mask none");
  assert_int_equal(count_of(&list, "self · no mask"), 1);
  list = list_of_menu(session, arena, "mask causal");
  assert_int_equal(count_of(&list, "self · causal"), 1);
  list = list_of_menu(session, arena, "mask causal window 3; positions rope");
  assert_int_equal(count_of(&list, "self · 2 parts"), 1);
  session_free(session);
  arena_free(arena);
}

/* "No mask" is marked in both menus where nothing is hidden, whether the model is so or was made so. */
static void no_mask_is_marked_alike_in_both_menus(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    bool is_marked;
  } cases[] = {{"mask own", true},
               {"mask causal", false},
               {"mask none", true},
               {"mask none; mask 2 5 hide", false},
               {"mask own; model writer", false},
               {"mask none", true}};
  Session *session = session_after("motion off; model reader");
  int item = 0;
  while (strcmp(menu_item(MENU_WHAT_IF, item)->command, "mask none") != 0) item++;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    run(session, cases[i].commands);
    bool has_edits = session_inputs(session)->mask.edit_count > 0;
    assert_int_equal(menu_is_set(session, MENU_WHAT_IF, item), cases[i].is_marked);
    if (!has_edits) assert_int_equal(menu_is_set(session, MENU_ATTENTION, 0), cases[i].is_marked);
  }
  session_free(session);
}

static void groups_of_models_have_headings(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader");
  DrawList list = list_of_menu(session, arena, "menu model");
  assert_int_equal(count_of(&list, "TRAINED HERE"), 1);
  assert_int_equal(count_of(&list, "BY RULES, BY CHANCE, BY HAND"), 1);
  session_free(session);
  arena_free(arena);
}

/* Words of what is set, of what is not and of groups without a mark begin on one line, and the
** headings with the title on another. */
static void choices_of_what_if_share_an_edge(void **state) {
  (void)state;
  static const char *const words[] = {"as it is", "none", "over queries", "this head off",
                                      "what is wrong?"};
  static const char *const headings[] = {"SCALING", "SOFTMAX", "MISTAKES, MADE ON PURPOSE", "QUIZ"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light");
  DrawList list = list_of_menu(session, arena, "menu whatif");
  float left = text_of(&list, "the model's own")->at.x, title = text_of(&list, "What if …")->at.x;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    assert_float_equal(text_of(&list, words[i])->at.x, left, 0.1f);
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    assert_float_equal(text_of(&list, headings[i])->at.x, title, 0.1f);
  session_free(session);
  arena_free(arena);
}

/* Whether some shade lies over a point. */
static bool is_dimmed(const DrawList *list, float x, float y) {
  const Theme *theme = theme_get(THEME_LIGHT);
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.box.box;
    bool is_shade =
        list->items[i].kind == DRAW_BOX && is_color(list->items[i].as.box.fill, theme->shade);
    if (is_shade && x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h) return true;
  }
  return false;
}

/* The lowest line of what is open. */
static float end_of_panel(const DrawList *list) {
  const Theme *theme = theme_get(THEME_LIGHT);
  for (int i = list->item_count - 1; i >= 0; i--) {
    const DrawBox *box = &list->items[i].as.box;
    if (list->items[i].kind == DRAW_BOX && is_color(box->fill, theme->panel) && box->box.w > 300 &&
        box->box.h > 100)
      return box->box.y + box->box.h;
  }
  fail_msg("no panel");
  return 0;
}

/* What-ifs change the formula and the numbers: both can be read while they are chosen, where the
** window has the room. All else is dimmed as behind other menus; the sums have some air, and the
** buttons below the picture are not cut. */
static void what_if_leaves_formula_and_picture_free(void **state) {
  (void)state;
  static const Window windows[] = {{1440, 900}, {1920, 1080}};
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model reader; theme light; stage weights; menu whatif");
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    DrawList list = screen_list(session, arena, windows[i]);
    ScreenLayout layout =
        layout_screen(windows[i].width, windows[i].height, session_view(session), NULL);
    const DrawText *title = text_of(&list, "What if …");
    assert_true(title->at.y - title->size_pt > layout.formula.y + layout.formula.h);
    float sums_end = 0;
    for (int j = 0; j < list.item_count; j++) {
      const DrawText *text = &list.items[j].as.text;
      if (list.items[j].kind == DRAW_TEXT && str_is(text->text, "Σ = 1.00"))
        sums_end = fmaxf(sums_end, text->at.x + text->width_pt);
    }
    assert_true(sums_end > 0 && sums_end + 24 < title->at.x);
    assert_true(end_of_panel(&list) < text_of(&list, "all keys")->at.y - 12);
    Box heads = layout.heads, centre = layout.centre, bottom = layout.bottom;
    assert_true(is_dimmed(&list, heads.x + 2, heads.y + 2));
    assert_true(is_dimmed(&list, bottom.x + 2, bottom.y + 2));
    assert_true(is_dimmed(&list, centre.x + 2, bottom.y - 2));
    assert_false(is_dimmed(&list, centre.x + 2, centre.y + 2));
    assert_false(is_dimmed(&list, sums_end, text_of(&list, "Σ = 1.00")->at.y));
    assert_false(is_dimmed(&list, 2, layout.formula.y + 2));
  }
  session_free(session);
  arena_free(arena);
}

/* Where it has no room beside the picture, the picture is dimmed behind it. */
static void what_if_dims_what_it_covers(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light; menu whatif");
  DrawList list = screen_list(session, arena, (Window){640, 400});
  assert_true(is_dimmed(&list, 320, 200));
  list = list_after(session, arena, (Window){1440, 900}, "textscale 1.6");
  assert_true(is_dimmed(&list, 320, 300));
  list = list_after(session, arena, (Window){1920, 1080}, "textscale 1; presenter on; menu whatif");
  assert_true(is_dimmed(&list, 320, 300));
  session_free(session);
  arena_free(arena);
}

/* The least window has the form in readable words, which scrolls: the wheel leads from its beginning
** to its last section, and the buttons stay below it. */
static void a_form_too_high_for_the_window_scrolls(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; menu export");
  DrawList list = screen_list(session, arena, (Window){640, 400});
  assert_true(text_of(&list, "Format")->size_pt > 9);
  assert_int_equal(count_of(&list, "Background"), 0);
  run(session, "menu wheel -100");
  list = screen_list(session, arena, (Window){640, 400});
  assert_true(text_of(&list, "Background")->size_pt > 9);
  assert_int_equal(count_of(&list, "Format"), 0);
  assert_int_equal(count_of(&list, "Cancel"), 1);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_of_attention_have_headings),
      cmocka_unit_test(what_one_begins_with_stands_out),
      cmocka_unit_test(only_what_is_laid_over_stands_out),
      cmocka_unit_test(the_button_names_the_mask_that_is_on),
      cmocka_unit_test(groups_of_models_have_headings),
      cmocka_unit_test(choices_of_what_if_share_an_edge),
      cmocka_unit_test(what_if_leaves_formula_and_picture_free),
      cmocka_unit_test(what_if_dims_what_it_covers),
      cmocka_unit_test(no_mask_is_marked_alike_in_both_menus),
      cmocka_unit_test(a_form_too_high_for_the_window_scrolls),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
