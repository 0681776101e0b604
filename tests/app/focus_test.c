/* The circle that Tab goes through on the real screen, and what the keys do at its stops. */
#include "screen/state.h"

#include <stdio.h>
#include <string.h>

#include "app/input.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
enum { STOPS_MOST = 20, CONTROLS_MOST = 4000 };

typedef struct Hands {
  Session *session;
  Arena *arena;
  DrawList list;
  InputState input;
  Window window;
} Hands;

static void look(Hands *hands) {
  arena_reset(hands->arena);
  hands->list = screen_list(hands->session, hands->arena, hands->window);
  hands->input.list = &hands->list;
}

static void begin(Hands *hands, const char *commands, Window window) {
  *hands = (Hands){.session = session_after("motion off; model reader; sentence " SENTENCE),
                   .arena = arena_make(0),
                   .window = window};
  run(hands->session, commands);
  hands->input.session = hands->session;
  look(hands);
}

static void end(Hands *hands) {
  input_free(&hands->input);
  session_free(hands->session);
  arena_free(hands->arena);
}

static void press(Hands *hands, const char *key) {
  input_key(&hands->input, key);
  look(hands);
}

static void tab_to(Hands *hands, TabStop stop) {
  for (int i = 0; i < STOPS_MOST + 1; i++) {
    focus_move(&hands->input.focus, &hands->list, 1);
    if (hands->input.focus.stop == stop) return;
  }
  fail_msg("Tab does not come to stop %d", stop);
}

static const View *view_of(const Hands *hands) { return session_view(hands->session); }

static Box ring(const Hands *hands) { return focus_box(&hands->input.focus, &hands->list); }

/* Each stop once, all with a ring in the window, and back again the same way. */
static void go_round(Hands *hands, const char *commands) {
  Focus focus = {0}, seen[STOPS_MOST];
  int count = focus_stop_count(&hands->list);
  if (count > STOPS_MOST) fail_msg("%d stops after %s", count, commands);
  for (int i = 0; i < count; i++) {
    assert_true(focus_move(&focus, &hands->list, 1));
    Box box = focus_box(&focus, &hands->list);
    if (focus.stop == TAB_EACH)
      fail_msg("a control of no group at %.0f %.0f after %s", (double)box.x, (double)box.y,
               commands);
    assert_true(i == 0 || focus.stop > seen[i - 1].stop);
    bool is_inside = box.w > 0 && box.h > 0 && box.x >= -1 && box.y >= -1 &&
                     box.x + box.w <= hands->window.width + 1 &&
                     box.y + box.h <= hands->window.height + 1;
    if (!is_inside) fail_msg("the ring of stop %d is outside after %s", focus.stop, commands);
    seen[i] = focus;
  }
  assert_true(focus_move(&focus, &hands->list, 1)); /* and round */
  assert_int_equal(focus.stop, seen[0].stop);
  for (int i = count - 1; i >= 0; i--) {
    assert_true(focus_move(&focus, &hands->list, -1));
    assert_int_equal(focus.stop, seen[i].stop);
  }
}

static void tab_goes_in_a_circle_of_at_most_twenty_stops(void **state) {
  (void)state;
  static const Window windows[] = {{640, 400}, {1440, 900}, {1920, 1080}};
  static const char *const views[] = {"stage tokens",
                                      "stage embed",
                                      "stage qkv",
                                      "stage scores; cell 8 2",
                                      "stage weights",
                                      "stage joined",
                                      "stage weights; lens on; mask editor on; cell 8 row",
                                      "stage logits",
                                      "view overview",
                                      "view heads",
                                      "view grid",
                                      "presenter on",
                                      "zoom 2",
                                      "view training",
                                      "stage output; textscale 3",
                                      "theme contrast; stage scores; cell 8 2",
                                      "view cache",
                                      "view cost",
                                      "view length",
                                      "view saturation",
                                      "view lookup",
                                      "view layout",
                                      "stage masked; positions alibi; cell 8 2",
                                      "positions rope; stage rotated; cell 8 2",
                                      "schedule flash 4 4; stage tiles; cell 8 2",
                                      "approximate linformer 4; stage projected; cell 3 2",
                                      "approximate performer 8; stage features; cell 3 2",
                                      "dropout 0.3; stage dropped; cell 8 2",
                                      "positions none; stage weights; compare exact",
                                      "shuffle; stage weights",
                                      "stage scores; cell 8 2; products all",
                                      "stage weights; arcs on; tint on",
                                      "stage logits; cell 8 1; textscale 2"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    for (size_t size = 0; size < sizeof windows / sizeof *windows; size++) {
      Hands hands;
      begin(&hands, views[i], windows[size]);
      go_round(&hands, views[i]);
      end(&hands);
    }
}

/* Every control that a click can press is reached by arrows from where its group is entered. */
static void arrows_reach_all_of_a_group(void **state) {
  (void)state;
  static const TabStop groups[] = {TAB_ICONS, TAB_FORMULA, TAB_SIDE, TAB_SENTENCE, TAB_TRANSPORT};
  static const char *const keys[] = {"←", "→", "↑", "↓"};
  Hands hands;
  begin(&hands, "stage weights; cell none", (Window){1440, 900});
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    Focus found[CONTROLS_MOST];
    int count = 1, wanted = 0;
    hands.input.focus = (Focus){0};
    tab_to(&hands, groups[g]);
    found[0] = hands.input.focus;
    for (int i = 0; i < count; i++)
      for (int way = 0; way < 4; way++) {
        hands.input.focus = found[i];
        press(&hands, keys[way]);
        bool is_new = true;
        for (int j = 0; j < count; j++)
          is_new = is_new && found[j].index != hands.input.focus.index;
        assert_int_equal(hands.input.focus.stop, groups[g]);
        if (is_new && count < CONTROLS_MOST) found[count++] = hands.input.focus;
      }
    for (int i = 0; i < count; i++) wanted = found[i].index > wanted ? found[i].index : wanted;
    assert_true(count > 1);
    assert_int_equal(count, wanted + 1); /* none is left out */
  }
  end(&hands);
}

static void an_arrow_chooses_what_a_step_is(void **state) {
  (void)state;
  Hands hands;
  begin(&hands, "step by row", (Window){1440, 900});
  tab_to(&hands, TAB_STEP_BY);
  press(&hands, "→");
  assert_int_equal(view_of(&hands)->step_by, STEP_CELL);
  press(&hands, "→"); /* the end */
  assert_int_equal(view_of(&hands)->step_by, STEP_CELL);
  press(&hands, "←");
  press(&hands, "↑");
  assert_int_equal(view_of(&hands)->step_by, STEP_STAGE);
  end(&hands);
}

/* The arrows move the cell cursor; Enter hides or shows a cell in the mask editor alone, and never
** opens the sentence. */
static void over_cells_the_arrows_move_the_cursor(void **state) {
  (void)state;
  Hands hands;
  begin(&hands, "stage weights; cell none", (Window){1440, 900});
  tab_to(&hands, TAB_CELLS);
  press(&hands, "Enter"); /* in the row that the picture follows, at its heaviest key */
  int query = view_of(&hands)->query, key = view_of(&hands)->key;
  assert_int_equal(query, 7);
  assert_int_equal(key, 1);
  press(&hands, "↓");
  press(&hands, "→");
  assert_int_equal(view_of(&hands)->query, query + 1);
  assert_int_equal(view_of(&hands)->key, key + 1);
  assert_int_equal(view_of(&hands)->stage, stage_of_part(TRACE_WEIGHTS));
  press(&hands, "Enter");
  assert_false(session_edit(hands.session)->active);
  assert_false(trace_hidden(session_trace(hands.session), query + 1, key + 1));
  press(&hands, "m");
  press(&hands, "Enter");
  assert_true(trace_hidden(session_trace(hands.session), query + 1, key + 1));
  end(&hands);
}

/* A control whose command changes when it is run keeps the focus. */
static void a_button_keeps_the_focus(void **state) {
  (void)state;
  Hands hands;
  begin(&hands, "theme light", (Window){1440, 900});
  tab_to(&hands, TAB_ICONS);
  press(&hands, "→");
  Box before = ring(&hands);
  press(&hands, "Enter");
  assert_int_equal(view_of(&hands)->theme, THEME_DARK);
  Box after = ring(&hands);
  assert_memory_equal(&before, &after, sizeof before);
  press(&hands, "Space");
  assert_int_equal(view_of(&hands)->theme, THEME_LIGHT);
  end(&hands);
}

/* Tab stays in an open menu, and the button that opened it has the focus again. */
static void a_menu_keeps_the_focus_and_gives_it_back(void **state) {
  (void)state;
  static const TabStop buttons[] = {TAB_MODEL, TAB_ATTENTION, TAB_EXPORT};
  static const MenuId menus[] = {MENU_MODEL, MENU_ATTENTION, MENU_EXPORT};
  Hands hands;
  begin(&hands, "stage weights", (Window){1440, 900});
  for (int i = 0; i < 3; i++) {
    tab_to(&hands, buttons[i]);
    Box before = ring(&hands);
    press(&hands, "Enter");
    int first = view_of(&hands)->menu_item;
    for (int tab = 0; tab < 60; tab++) {
      press(&hands, "Tab");
      assert_int_equal(view_of(&hands)->menu, menus[i]);
      if (tab == 0) assert_int_not_equal(view_of(&hands)->menu_item, first);
    }
    press(&hands, "Shift Tab");
    assert_int_equal(view_of(&hands)->menu, menus[i]);
    press(&hands, "Esc");
    Box after = ring(&hands);
    assert_memory_equal(&before, &after, sizeof before);
  }
  end(&hands);
}

/* Terms share a command; each of them has a ring of its own, as high as its line. */
static void a_term_of_the_panel_has_a_ring_of_its_own(void **state) {
  (void)state;
  enum { LINE_MOST = 30, TERMS = 2 };
  Hands hands;
  begin(&hands, "stage logits; cell 8 row", (Window){1440, 900});
  tab_to(&hands, TAB_PANEL);
  for (int i = 0; i < TERMS; i++) {
    Box before = ring(&hands);
    assert_true(before.h > 0 && before.h < LINE_MOST);
    press(&hands, "↓");
    Box now = ring(&hands);
    assert_true(now.x != before.x || now.y != before.y);
  }
  end(&hands);
}

/* From the sentence Tab goes on, also where a click began its editing. */
static void tab_leaves_the_sentence(void **state) {
  (void)state;
  Hands hands;
  begin(&hands, "edit begin", (Window){1440, 900});
  hands.input.focus = (Focus){0};
  input_key(&hands.input, "Tab");
  assert_false(session_edit(hands.session)->active);
  assert_int_equal(hands.input.focus.stop, TAB_SENTENCE);
  look(&hands);
  assert_true(ring(&hands).w > 0);
  assert_true(focus_move(&hands.input.focus, &hands.list, 1));
  assert_int_equal(hands.input.focus.stop, TAB_EXAMPLES);
  end(&hands);
}

/* Sliders beside each other: each has a ring, and the arrows move its own number alone. */
static void sliders_are_moved_one_by_one(void **state) {
  (void)state;
  Hands hands;
  begin(&hands, "view lookup; lookup cooking 1; lookup travel 0", (Window){1440, 900});
  tab_to(&hands, TAB_PICTURE);
  const Experiments *asked = &view_of(&hands)->experiments;
  for (int i = 0; i < 9 && asked->travel <= 0; i++) {
    press(&hands, "↓");
    bool is_book = ring(&hands).h > 40;
    if (!is_book && asked->cooking == 1) press(&hands, "←");
    else if (!is_book) press(&hands, "→");
  }
  assert_true(asked->cooking < 1);
  assert_true(asked->travel > 0);
  assert_float_equal(asked->sharpness, 1, 0);
  end(&hands);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tab_goes_in_a_circle_of_at_most_twenty_stops),
                                     cmocka_unit_test(arrows_reach_all_of_a_group),
                                     cmocka_unit_test(an_arrow_chooses_what_a_step_is),
                                     cmocka_unit_test(over_cells_the_arrows_move_the_cursor),
                                     cmocka_unit_test(a_button_keeps_the_focus),
                                     cmocka_unit_test(a_menu_keeps_the_focus_and_gives_it_back),
                                     cmocka_unit_test(a_term_of_the_panel_has_a_ring_of_its_own),
                                     cmocka_unit_test(tab_leaves_the_sentence),
                                     cmocka_unit_test(sliders_are_moved_one_by_one)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
