/* tests/app/input_test.c -- from input to commands, without a window: what a press, a drag, a wheel
** notch, a key and an input method send. The session is real; the hits are written here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/display_scale.h"
#include "app/input.h"
#include "app/keys.h"
#include "app/notes_window.h"
#include "app/reduced_motion.h"
#include "base/os.h"
#include "session/browser/browser.h"
#include "session/menu/help_search.h"
#include "session/menu/menu.h"
#include "support/folder.h"

/* A path has at most 4,095 bytes in Linux (PATH_MAX). */
enum { DEEP_BYTES = 4090 };

typedef struct World {
  Arena *arena;
  Session *session;
  DrawList list;
  InputState input;
} World;

static bool paste_text(void *self, PasteFrom from, Arena *text_arena, Str *text, Status *status) {
  (void)self, (void)text_arena, (void)status;
  *text = from == PASTE_SELECTED ? STR("selected") : STR("copied words");
  return true;
}

static void move_focus(void *self, int by) {
  World *world = self;
  input_focus(&world->input, by);
}

static int make_world(void **state) {
  Arena *arena = arena_make(0);
  World *world = arena_take(arena, 1, sizeof *world);
  Status status = {0};
  SessionOptions options = {
      .model = "hand-made",
      .sentence = STR("the cat sat on the mat"),
      .hooks = {.self = world, .move_focus = move_focus, .paste_text = paste_text}};
  world->arena = arena;
  world->list = draw_list_make(arena, 400, 300);
  if (!session_make(&options, &world->session, &status)) return -1;
  world->input = (InputState){.session = world->session, .list = &world->list};
  *state = world;
  return 0;
}

static int free_world(void **state) {
  World *world = *state;
  input_free(&world->input);
  session_free(world->session);
  arena_free(world->arena);
  return 0;
}

static const View *view_of(const World *world) { return session_view(world->session); }

static void assert_sentence(const World *world, const char *wanted) {
  Str sentence = session_inputs(world->session)->streams[0];
  if (!str_is(sentence, wanted)) print_message("%.*s\n", (int)sentence.bytes, sentence.at);
  assert_true(str_is(sentence, wanted));
}

static void click(World *world, float x, float y) {
  input_press(&world->input, (Point){x, y}, 1);
  input_release(&world->input, (Point){x, y});
}

/* ---- pointer ---- */

static void a_click_is_a_press_and_a_release_over_the_same_place(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 50, 50}, .click = "head 2"});
  draw_hit(&world->list, (DrawHit){.box = {60, 0, 50, 50}, .click = "head 3"});
  input_press(&world->input, (Point){10, 10}, 1);
  assert_int_equal(view_of(world)->head, 0); /* not yet */
  input_release(&world->input, (Point){70, 10});
  assert_int_equal(view_of(world)->head, 0); /* elsewhere: nothing */
  click(world, 10, 10);
  assert_int_equal(view_of(world)->head, 1);
}

static void the_second_press_is_twice(void **state) {
  World *world = *state;
  draw_hit(&world->list,
           (DrawHit){.box = {0, 0, 50, 50}, .click = "head 2", .twice = "head solo 3"});
  click(world, 10, 10);
  input_press(&world->input, (Point){10, 10}, 2);
  input_release(&world->input, (Point){10, 10});
  assert_int_equal(view_of(world)->head, 2);
  assert_true(view_of(world)->solo);
}

/* The help scrolls, by a line or a page, and keys behind it do nothing. */
static void keys_scroll_the_help(void **state) {
  World *world = *state;
  session_do(world->session, "menu help", NULL);
  input_key(&world->input, "↓");
  assert_int_equal(view_of(world)->menu_item, 1);
  input_key(&world->input, "PageDown");
  assert_int_equal(view_of(world)->menu_item, 5);
  input_key(&world->input, "End");
  assert_int_equal(view_of(world)->menu_item, HELP_SCROLL_STOPS);
  input_key(&world->input, "Home");
  assert_int_equal(view_of(world)->menu_item, 0);
  input_key(&world->input, "m");
  assert_false(view_of(world)->mask_editor);
  input_key(&world->input, "?");
  assert_int_equal(view_of(world)->menu, MENU_NONE);
}

/* Keys that print are searched for, but those that mean something until the first letter. */
static void typing_searches_the_help(void **state) {
  World *world = *state;
  float scale = view_of(world)->text_scale;
  const char *const keys[] = {"?", "+", "m", "+", "Space", "e"};
  const char *const texts[] = {"?", "+", "m", "+", " ", "e"};
  for (int i = 0; i < 6; i++) {
    input_key(&world->input, keys[i]);
    input_text(&world->input, texts[i]);
  }
  assert_true(str_is(session_help_search(world->session), "m+ e"));
  assert_true(view_of(world)->text_scale > scale); /* by the first of the two */
  assert_false(view_of(world)->mask_editor);
  assert_int_equal(view_of(world)->menu, MENU_HELP);
  input_key(&world->input, "Backspace");
  assert_true(str_is(session_help_search(world->session), "m+ "));
  input_key(&world->input, "Esc");
  assert_int_equal(session_help_search(world->session).bytes, 0);
  input_key(&world->input, "?");
  input_text(&world->input, "?");
  assert_int_equal(view_of(world)->menu, MENU_NONE);
}

/* A notice stays while the pointer moves, and goes with the next command that says nothing. */
static void a_command_takes_an_older_notice_away(void **state) {
  World *world = *state;
  session_do(world->session, "view stage; stage weights", NULL);
  input_key(&world->input, "d"); /* few keys: it says that nothing changes */
  assert_true(session_message(world->session).bytes > 0);
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 50, 50}, .hover = "hover 1 1"});
  input_move(&world->input, (Point){10, 10}, 0);
  assert_true(session_message(world->session).bytes > 0);
  input_key(&world->input, "k");
  assert_int_equal(session_message(world->session).bytes, 0);
  session_do(world->session, "stage nowhere", NULL);
  assert_true(session_failure(world->session).bytes > 0);
  input_key(&world->input, "]");
  assert_int_equal(session_message(world->session).bytes, 0);
}

/* The right button and Shift do what the hit says, or nothing. */
static void a_press_aside_has_a_command_of_its_own(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 50, 50}, .click = "head 2", .aside = "head 3"});
  draw_hit(&world->list, (DrawHit){.box = {60, 0, 50, 50}, .click = "head 2"});
  assert_false(input_aside(&world->input, (Point){70, 10}));
  assert_false(input_aside(&world->input, (Point){500, 10}));
  assert_int_equal(view_of(world)->head, 0);
  assert_true(input_aside(&world->input, (Point){10, 10}));
  assert_int_equal(view_of(world)->head, 2);
}

/* A press outside the sentence ends its editing and still has its effect, on a button, on a slider
** or on nothing; a press inside continues editing. */
static void a_press_beside_the_sentence_ends_editing_and_acts(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 50, 50}, .click = "head 2"});
  draw_hit(&world->list, (DrawHit){.box = {60, 0, 50, 50}, .click = "edit place 3"});
  draw_hit(&world->list, (DrawHit){.box = {120, 0, 50, 50}, .click = "menu palette"});
  draw_hit(&world->list,
           (DrawHit){.box = {0, 60, 100, 10}, .slider = true, .click = "seek scores %f"});
  session_do(world->session, "edit begin", NULL);
  click(world, 65, 10);
  assert_true(session_edit(world->session)->active);
  assert_int_equal(session_edit(world->session)->caret, 3);
  click(world, 10, 10);
  assert_false(session_edit(world->session)->active);
  assert_int_equal(view_of(world)->head, 1);
  session_do(world->session, "edit begin", NULL);
  click(world, 50, 65);
  assert_false(session_edit(world->session)->active);
  assert_int_equal(view_of(world)->stage, STAGE_SCORES);
  session_do(world->session, "edit begin", NULL);
  click(world, 130, 10);
  assert_false(session_edit(world->session)->active);
  assert_int_equal(view_of(world)->menu, MENU_PALETTE);
  session_do(world->session, "menu none; edit begin", NULL);
  click(world, 300, 200);
  assert_false(session_edit(world->session)->active);
}

static void a_slider_follows_the_pointer_beyond_its_ends(void **state) {
  World *world = *state;
  draw_hit(&world->list,
           (DrawHit){.box = {100, 0, 100, 10}, .slider = true, .click = "seek scores %f"});
  input_press(&world->input, (Point){150, 5}, 1);
  assert_int_equal(view_of(world)->stage, STAGE_SCORES); /* at once */
  assert_int_equal(view_of(world)->filled, 18);          /* half of 6 x 6 */
  world->input.list = NULL;                              /* the list of the press is gone */
  input_move(&world->input, (Point){125, 90}, 0);
  assert_int_equal(view_of(world)->filled, 9);
  input_move(&world->input, (Point){900, 5}, 0);
  assert_int_equal(view_of(world)->filled, -1);
  input_release(&world->input, (Point){900, 5});
  input_move(&world->input, (Point){125, 5}, 0);
  assert_int_equal(view_of(world)->filled, -1);
}

static void a_grid_drag_sends_every_further_cell_once(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 60, 60},
                                   .rows = 6,
                                   .cols = 6,
                                   .click = "mask %r %c hide",
                                   .drag = "mask %r %c hide"});
  input_press(&world->input, (Point){5, 5}, 1);
  for (float x = 5; x < 30; x += 2) input_move(&world->input, (Point){x, 5}, 0);
  input_release(&world->input, (Point){29, 5});
  const Trace *trace = session_trace(world->session);
  assert_true(trace_hidden(trace, 0, 0));
  assert_true(trace_hidden(trace, 0, 1));
  assert_true(trace_hidden(trace, 0, 2));
  assert_false(trace_hidden(trace, 0, 3));
  assert_false(trace_hidden(trace, 1, 0));
}

static void hovering_comes_and_goes(void **state) {
  World *world = *state;
  session_do(world->session, "stage scores", NULL);
  draw_hit(&world->list,
           (DrawHit){.box = {0, 0, 60, 60}, .rows = 6, .cols = 6, .hover = "hover %r %c"});
  input_move(&world->input, (Point){25, 15}, 0);
  assert_int_equal(view_of(world)->hover_query, 1);
  assert_int_equal(view_of(world)->hover_key, 2);
  unsigned long revision = session_revision(world->session);
  input_move(&world->input, (Point){26, 16}, 0);
  assert_int_equal(session_revision(world->session), revision); /* the same cell: nothing moves */
  input_move(&world->input, (Point){200, 200}, 0);
  assert_int_equal(view_of(world)->hover_query, -1);
  input_move(&world->input, (Point){25, 15}, 0);
  input_leave(&world->input);
  assert_int_equal(view_of(world)->hover_query, -1);
}

static void fine_wheels_add_up_to_notches(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 60, 60}, .wheel = "zoom by %f"});
  draw_hit(&world->list, (DrawHit){.box = {20, 20, 10, 10}, .click = "head 2"});
  input_move(&world->input, (Point){25, 25}, 0);
  input_wheel(&world->input, 0.5f);
  assert_float_equal(view_of(world)->zoom, 1, 1e-6);
  input_wheel(&world->input, 0.5f); /* through the button on top, which ignores the wheel */
  assert_true(view_of(world)->zoom > 1);
}

/* Goes to the start first, so that the folder is only the result of the input. */
static void assert_leads_to(World *world, void (*act)(World *world), const char *folder) {
  assert_true(session_do(world->session, "browse start", NULL));
  act(world);
  assert_string_equal(session_browser(world->session).folder, folder);
  input_release(&world->input, (Point){300, 200});
}

static void click_first(World *world) { click(world, 10, 10); }

static void click_second_twice(World *world) {
  click(world, 70, 10);
  input_press(&world->input, (Point){70, 10}, 2);
}

static void drag_from_third_to_fourth(World *world) {
  input_press(&world->input, (Point){130, 10}, 1);
  input_move(&world->input, (Point){190, 10}, 0);
}

static void point_at_fifth(World *world) { input_move(&world->input, (Point){250, 10}, 0); }

/* A path as long as the system allows is sent whole, by every kind of input. */
static void a_folder_of_any_depth_can_be_chosen(void **state) {
  World *world = *state;
  Folder folder = folder_make();
  const char *deep = folder_make_deep(&folder, DEEP_BYTES);
  const char *go = str_format(folder.arena, "browse \"%s\"", deep);
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 50, 50}, .click = go});
  draw_hit(&world->list, (DrawHit){.box = {60, 0, 50, 50}, .click = "head 2", .twice = go});
  draw_hit(&world->list, (DrawHit){.box = {120, 0, 50, 50}, .click = "head 2", .drag = "head 3"});
  draw_hit(&world->list, (DrawHit){.box = {180, 0, 50, 50}, .click = "head 2", .drag = go});
  draw_hit(&world->list, (DrawHit){.box = {240, 0, 50, 50}, .hover = go});
  assert_leads_to(world, click_first, deep);
  assert_leads_to(world, click_second_twice, deep);
  assert_leads_to(world, drag_from_third_to_fourth, deep);
  assert_leads_to(world, point_at_fifth, deep);
  folder_remove_deep(&folder, deep);
  folder_remove(&folder);
}

/* The third click selects the whole sentence, the fourth starts again; elsewhere every second
** click is a double click. */
static void three_clicks_select_the_sentence(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 60, 60},
                                   .click = "edit begin; edit place 5",
                                   .twice = "edit select-word 5"});
  const Edit *edit = session_edit(world->session);
  static const size_t selected[] = {0, 3, 22, 0, 3, 22};
  for (int clicks = 1; clicks <= 6; clicks++) {
    input_press(&world->input, (Point){25, 25}, clicks);
    input_release(&world->input, (Point){25, 25});
    size_t from = edit->caret < edit->anchor ? edit->caret : edit->anchor;
    size_t end = edit->caret < edit->anchor ? edit->anchor : edit->caret;
    assert_int_equal(end - from, selected[clicks - 1]);
  }
}

/* Sideways, up and down; a matrix that follows its focused cell scrolls from where it is, once. */
static void scrolling_moves_what_lies_under_the_pointer(void **state) {
  World *world = *state;
  DrawHit hit = {.box = {0, 0, 60, 60}, .scroll_notch = {0.1f, 0.05f}};
  draw_hit(&world->list, hit);
  input_move(&world->input, (Point){25, 25}, 0);
  input_scroll(&world->input, 2, 0);
  assert_float_equal(view_of(world)->scroll_x, 0.2, 1e-4);
  input_scroll(&world->input, 0, 4);
  assert_float_equal(view_of(world)->scroll_y, 0.2, 1e-4);
  session_do(world->session, "stage scores; cell 4 4", NULL);
  world->list.hits[0].scroll = (Point){0.5f, 0.6f};
  world->list.hits[0].is_held = true;
  input_scroll(&world->input, 1, 0);
  input_scroll(&world->input, 1, 0); /* the list is still the same */
  assert_float_equal(view_of(world)->scroll_x, 0.7, 1e-4);
  assert_float_equal(view_of(world)->scroll_y, 0.6, 1e-4);
  world->list.hits[0].scroll_notch.x = 0; /* nothing aside: down */
  input_scroll(&world->input, 2, 0);
  assert_float_equal(view_of(world)->scroll_x, 0.7, 1e-4);
  assert_float_equal(view_of(world)->scroll_y, 0.7, 1e-4);
}

/* Keys do not reach what is behind a question, the help or the export form. */
static void a_dialog_takes_all_keys(void **state) {
  World *world = *state;
  static const char *const menus[] = {"menu restore", "menu help", "menu export"};
  static const char *const behind[] = {"o", "h", "m",    "t",      "c",
                                       "3", "→", "Home", "Ctrl-Z", "Shift ↓"};
  for (size_t m = 0; m < sizeof menus / sizeof menus[0]; m++) {
    session_do(world->session, menus[m], NULL);
    View before = *view_of(world);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
      input_key(&world->input, behind[i]);
    View after = *view_of(world);
    after.menu_item = before.menu_item; /* arrows move in it */
    assert_memory_equal(&before, &after, sizeof before);
    input_key(&world->input, "Esc");
    assert_int_equal(view_of(world)->menu, MENU_NONE);
  }
}

static void leave(void *self) { ++*(int *)self; }

static void escape_leaves_full_screen_last(void **state) {
  int left = 0;
  Status status;
  Session *session;
  SessionOptions options = {.hooks = {.self = &left, .leave_full_screen = leave}};
  (void)state;
  assert_true(session_make(&options, &session, &status));
  session_do(session, "stage scores; head solo 2; cell 2 2; menu help", NULL);
  for (int i = 0; i < 3; i++) session_do(session, "escape", NULL); /* help, cell, solo */
  assert_int_equal(left, 0);
  session_do(session, "escape", NULL);
  assert_int_equal(left, 1);
  session_free(session);
}

static void the_wheel_does_not_reach_below_an_open_menu(void **state) {
  World *world = *state;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 60, 60}, .wheel = "zoom by %f"});
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 400, 300}, .click = "menu none"});
  input_move(&world->input, (Point){25, 25}, 0);
  input_wheel(&world->input, 3);
  assert_float_equal(view_of(world)->zoom, 1, 1e-6);
}

static void a_tip_waits_for_the_pointer_to_rest(void **state) {
  World *world = *state;
  double due;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 60, 60}, .tip = "words"});
  input_move(&world->input, (Point){25, 25}, 1000);
  assert_null(input_tip(&world->input, 1100, &due));
  assert_float_equal(due, 1500, 1e-6);
  assert_string_equal(input_tip(&world->input, 1500, &due), "words");
  assert_true(due < 0);          /* nothing more to wait for */
  input_key(&world->input, "→"); /* keys close it */
  assert_null(input_tip(&world->input, 3000, &due));
  assert_true(due < 0);
  input_move(&world->input, (Point){30, 25}, 4000);
  assert_string_equal(input_tip(&world->input, 4600, &due), "words");
  input_leave(&world->input);
  assert_null(input_tip(&world->input, 1600, &due));
}

static void a_button_under_the_pointer_is_outlined(void **state) {
  World *world = *state;
  Box button = {0, 0, 60, 20}, cells = {0, 40, 60, 60};
  draw_hit(&world->list, (DrawHit){.box = button, .cursor = CURSOR_HAND, .click = "play"});
  draw_hit(&world->list, (DrawHit){.box = cells, .rows = 6, .cols = 6, .click = "cell %r %c"});
  input_move(&world->input, (Point){25, 10}, 0);
  Box hovered = input_hovered(&world->input);
  assert_memory_equal(&hovered, &button, sizeof button);
  input_move(&world->input, (Point){25, 60}, 0); /* the focus shows the cell */
  assert_true(input_hovered(&world->input).w == 0);
  input_leave(&world->input);
  assert_true(input_hovered(&world->input).w == 0);
}

/* ---- text ---- */

/* In a field of the export form keys that print are text, and move, enlarge or close nothing. */
static void a_field_of_a_form_takes_text(void **state) {
  World *world = *state;
  session_do(world->session, "menu export; menu field width", NULL);
  float text_scale = view_of(world)->text_scale;
  const char *const typed[] = {"1", "0", "+", "e", "9"};
  for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
    input_key(&world->input, typed[i]);
    input_text(&world->input, typed[i]);
  }
  assert_int_equal(view_of(world)->menu, MENU_EXPORT);
  assert_float_equal(view_of(world)->text_scale, text_scale, 0);
  assert_float_equal(view_of(world)->export_look.width_mm, 109, 1e-4);
  input_key(&world->input, "Backspace");
  assert_float_equal(view_of(world)->export_look.width_mm, 109, 1e-4); /* 10 is too narrow */
  input_text(&world->input, "0");
  input_key(&world->input, "Enter");
  assert_float_equal(view_of(world)->export_look.width_mm, 100, 1e-4);
  assert_false(session_takes_text(world->session));
  input_key(&world->input, "Esc");
  assert_int_equal(view_of(world)->menu, MENU_NONE);
}

static void text_goes_in_only_while_editing(void **state) {
  World *world = *state;
  input_text(&world->input, "x");
  assert_sentence(world, "the cat sat on the mat");
  input_key(&world->input, "Enter");
  assert_true(session_edit(world->session)->active);
  input_text(&world->input, " \"坐\\");
  assert_sentence(world, "the cat sat on the mat \"坐\\");
  input_key(&world->input, "o"); /* a letter is text now, and comes as text */
  assert_int_equal(view_of(world)->kind, view_default().kind);
  input_key(&world->input, "Enter");
  assert_false(session_edit(world->session)->active);
}

/* SDL hands over at most 31 bytes an event; a longer commit comes in pieces. */
static void a_commit_in_pieces_is_one_text(void **state) {
  World *world = *state;
  session_do(world->session, "sentence \"\"; edit begin", NULL);
  input_text(&world->input, "我爱北京天安门我爱");
  input_text(&world->input, "北京天安门");
  assert_sentence(world, "我爱北京天安门我爱北京天安门");
}

static void a_composition_is_no_part_of_the_sentence_until_it_is_committed(void **state) {
  World *world = *state;
  session_do(world->session, "sentence \"ab\"; edit begin", NULL);
  input_key(&world->input, "←");
  input_compose(&world->input, "ni", 2);
  input_compose(&world->input, "ni hao", 6);
  assert_string_equal(session_edit(world->session)->composition, "ni hao");
  assert_sentence(world, "ab");
  input_key(&world->input, "Enter"); /* these keys are the input method's */
  input_key(&world->input, "Esc");
  input_key(&world->input, "←");
  assert_true(session_edit(world->session)->active);
  assert_int_equal(session_edit(world->session)->caret, 1);
  input_compose(&world->input, "", 0);
  input_text(&world->input, "你好");
  assert_sentence(world, "a你好b");
  assert_string_equal(session_edit(world->session)->composition, "");
}

static void a_composition_cut_off_leaves_the_text_whole(void **state) {
  World *world = *state;
  session_do(world->session, "sentence \"ab\"; edit begin", NULL);
  input_compose(&world->input, "ni", 99); /* backends disagree about the caret: it is held */
  input_compose(&world->input, "", 0);    /* the window lost the keyboard */
  assert_string_equal(session_edit(world->session)->composition, "");
  assert_sentence(world, "ab");
}

static void edit_keys_move_select_and_delete(void **state) {
  World *world = *state;
  session_do(world->session, "edit begin", NULL);
  input_key(&world->input, "Ctrl-Shift-←");
  assert_int_equal(session_edit(world->session)->anchor - session_edit(world->session)->caret, 3);
  input_key(&world->input, "Backspace");
  assert_sentence(world, "the cat sat on the ");
  input_key(&world->input, "Home");
  input_key(&world->input, "Shift →");
  input_key(&world->input, "Delete");
  assert_sentence(world, "he cat sat on the ");
  input_key(&world->input, "Ctrl-A");
  input_text(&world->input, "new");
  assert_sentence(world, "new");
  input_key(&world->input, "Ctrl-Z");
  assert_sentence(world, "he cat sat on the ");
}

/* A menu keeps the keyboard until it is left. */
static void tab_walks_through_a_menu(void **state) {
  World *world = *state;
  session_do(world->session, "stage scores; edit begin", NULL);
  input_key(&world->input, "Tab");
  assert_int_equal(view_of(world)->menu, MENU_EXAMPLES);
  input_key(&world->input, "Esc");
  session_do(world->session, "menu attention", NULL);
  int last = menu_count(world->session, MENU_ATTENTION) - 1;
  input_key(&world->input, "Tab");
  assert_int_equal(view_of(world)->menu_item, 1);
  input_key(&world->input, "Enter"); /* causal, beside which others may be chosen */
  assert_int_equal(view_of(world)->menu, MENU_ATTENTION);
  assert_true(trace_hidden(session_trace(world->session), 0, 1));
  input_key(&world->input, "Space"); /* takes it out again, and nothing plays behind the menu */
  assert_int_equal(view_of(world)->menu, MENU_ATTENTION);
  assert_false(trace_hidden(session_trace(world->session), 0, 1));
  assert_false(view_of(world)->playing);
  input_key(&world->input, "Shift Tab");
  input_key(&world->input, "Shift Tab");
  assert_int_equal(view_of(world)->menu_item, last);
  input_key(&world->input, "Tab");
  assert_int_equal(view_of(world)->menu_item, 0);
  input_key(&world->input, "Esc");
  assert_int_equal(view_of(world)->menu, MENU_NONE);
}

static void draw_controls(World *world) {
  static const char *const speeds[] = {"speed 0.5", "speed 1", "speed 2", "speed 4"};
  DrawList *list = &world->list;
  draw_hit(list, (DrawHit){.box = {0, 40, 60, 60}, .rows = 6, .cols = 6, .click = "cell %r %c"});
  for (int half = 0; half < 2; half++)
    draw_hit(list, (DrawHit){.box = {10 + 8 * (float)half, 2, 8, 8}, .click = "cell 2 row"});
  draw_hit(list, (DrawHit){.box = {40, 2, 8, 8}, .click = "menu model"});
  for (int i = 0; i < 4; i++)
    draw_hit(list, (DrawHit){.box = {10 * (float)i, 120, 10, 10},
                             .rows = 1,
                             .cols = 1,
                             .cursor = CURSOR_DRAG,
                             .is_now = i == 1,
                             .click = speeds[i],
                             .drag = speeds[i]});
  draw_hit(list, (DrawHit){.box = {70, 40, 20, 20}, .cursor = CURSOR_HAND, .click = "head 2"});
}

static Box ring(const World *world) { return focus_box(&world->input.focus, &world->list); }

/* "Tab walks over every control; Enter or Space does what a click does." */
static void tab_reaches_every_control(void **state) {
  World *world = *state;
  draw_controls(world);
  input_key(&world->input, "Tab");
  assert_float_equal(ring(world).w, 16, 0.01); /* both halves */
  input_key(&world->input, "Enter");
  assert_int_equal(view_of(world)->query, 1);
  input_key(&world->input, "Tab");
  input_key(&world->input, "Tab");
  assert_float_equal(ring(world).w, 40, 0.01); /* the slider, as one */
  input_key(&world->input, "Tab");
  input_key(&world->input, "Space");
  assert_int_equal(view_of(world)->head, 1);
  assert_false(view_of(world)->playing);
  input_key(&world->input, "Tab");
  assert_float_equal(ring(world).x, 10, 0.01); /* and round */
  input_key(&world->input, "Shift Tab");
  assert_float_equal(ring(world).x, 70, 0.01);
  input_key(&world->input, "Shift Tab");
  input_key(&world->input, "Shift Tab");
  input_key(&world->input, "Enter");
  assert_int_equal(view_of(world)->menu, MENU_MODEL);
}

/* Several controls may send the same command: Tab visits each of them. */
static void tab_goes_past_controls_of_one_command(void **state) {
  World *world = *state;
  static const char *const clicks[] = {"head 1", "head 2", "head 3", "head 1", "head 4"};
  for (int i = 0; i < 5; i++)
    draw_hit(&world->list, (DrawHit){.box = {20 * (float)i, 2, 10, 10}, .click = clicks[i]});
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 5; i++) {
      input_key(&world->input, "Tab");
      assert_float_equal(ring(world).x, 20 * (float)i, 0.01);
    }
  for (int i = 3; i >= 0; i--) {
    input_key(&world->input, "Shift Tab");
    assert_float_equal(ring(world).x, 20 * (float)i, 0.01);
  }
}

/* "← → move a slider"; elsewhere they step. */
static void arrows_move_the_slider_in_focus(void **state) {
  World *world = *state;
  draw_controls(world);
  session_do(world->session, "stage scores", NULL);
  for (int i = 0; i < 3; i++) input_key(&world->input, "Tab");
  input_key(&world->input, "→");
  assert_float_equal(view_of(world)->speed, 2, 0.001);
  input_key(&world->input, "→");
  assert_float_equal(view_of(world)->speed, 4, 0.001);
  input_key(&world->input, "→"); /* its end: the key is the slider's all the same */
  assert_int_equal(view_of(world)->stage, STAGE_SCORES);
  input_key(&world->input, "←");
  input_key(&world->input, "←");
  assert_float_equal(view_of(world)->speed, 1, 0.001);
  input_key(&world->input, "Tab");
  input_key(&world->input, "→");
  assert_int_equal(view_of(world)->stage, STAGE_SCALED);
}

/* The rings of hover and focus go around what is seen of a control, all of which answers. */
static void rings_go_around_what_is_seen(void **state) {
  World *world = *state;
  world->list.hit_count = 0;
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 24, 56},
                                   .shown = {4, 20, 16, 16},
                                   .cursor = CURSOR_HAND,
                                   .click = "theme dark"});
  input_key(&world->input, "Tab");
  Box focused = ring(world), seen = {4, 20, 16, 16};
  assert_memory_equal(&focused, &seen, sizeof seen);
  input_move(&world->input, (Point){1, 1}, 0);
  Box hovered = input_hovered(&world->input);
  assert_memory_equal(&hovered, &seen, sizeof seen);
}

/* A press, Esc, and the removal of the control end it; nothing behind an open menu is reached. */
static void the_focus_ends(void **state) {
  World *world = *state;
  draw_controls(world);
  input_key(&world->input, "Tab");
  input_key(&world->input, "Esc");
  assert_float_equal(ring(world).w, 0, 0.01);
  input_key(&world->input, "Tab");
  input_press(&world->input, (Point){390, 290}, 1);
  input_release(&world->input, (Point){390, 290});
  assert_float_equal(ring(world).w, 0, 0.01);
  input_key(&world->input, "Tab");
  world->list.hit_count = 1; /* the cells alone */
  input_key(&world->input, "Space");
  assert_true(view_of(world)->playing);
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 400, 300}, .click = "menu none"});
  draw_hit(&world->list, (DrawHit){.box = {5, 5, 5, 5}, .click = "theme dark"});
  world->input.focus = (Focus){0};
  for (int by = -1; by <= 1; by += 2) {
    assert_true(focus_move(&world->input.focus, &world->list, by));
    assert_float_equal(ring(world).x, 5, 0.01);
  }
}

/* On a token after the last word: in the editor the caret goes where it is pressed,
** elsewhere nothing happens. */
static void the_middle_button_pastes_what_is_selected(void **state) {
  World *world = *state;
  Box chip = {10, 10, 40, 20}, field = {10, 40, 40, 20}, cell = {10, 70, 40, 20};
  draw_hit(&world->list, (DrawHit){.box = chip, .click = "cell 1 row", .twice = "edit begin"});
  draw_hit(&world->list, (DrawHit){.box = field, .click = "edit place 3"});
  draw_hit(&world->list, (DrawHit){.box = cell, .click = "cell 1 1"});
  input_middle(&world->input, (Point){20, 80});
  assert_sentence(world, "the cat sat on the mat");
  input_middle(&world->input, (Point){20, 20});
  assert_sentence(world, "the cat sat on the matselected");
  input_middle(&world->input, (Point){20, 50});
  assert_sentence(world, "theselected cat sat on the matselected");
}

static void ctrl_v_and_ctrl_q_work_outside_the_editor(void **state) {
  World *world = *state;
  input_key(&world->input, "Ctrl-V");
  assert_sentence(world, "copied words");
  assert_false(session_edit(world->session)->active);
  input_key(&world->input, "Enter");
  input_key(&world->input, "Ctrl-Q"); /* in the editor too */
  assert_true(session_has_quit(world->session));
}

static void what_is_dropped_becomes_the_sentence(void **state) {
  World *world = *state;
  input_drop(&world->input, STR("  dropped; # \"words\"\n"));
  assert_sentence(world, "dropped; # \"words\"");
}

/* ---- names ---- */

static void assert_key(SDL_Keycode code, SDL_Scancode place, int mod, const char *wanted) {
  SDL_Keysym key = {.sym = code, .scancode = place, .mod = (Uint16)mod};
  char name[KEY_NAME_BYTES];
  key_name(&key, name);
  assert_string_equal(name, wanted);
}

static void keys_have_the_names_of_the_command_table(void **state) {
  (void)state;
  assert_key(SDLK_RIGHT, SDL_SCANCODE_RIGHT, 0, "→");
  assert_key(SDLK_UP, SDL_SCANCODE_UP, KMOD_LSHIFT, "Shift ↑");
  assert_key(SDLK_LEFT, SDL_SCANCODE_LEFT, KMOD_LSHIFT | KMOD_LCTRL, "Ctrl-Shift-←");
  assert_key(SDLK_z, SDL_SCANCODE_Z, KMOD_RCTRL, "Ctrl-Z");
  assert_key(SDLK_z, SDL_SCANCODE_Z, KMOD_LCTRL | KMOD_LSHIFT, "Ctrl-Shift-Z");
  assert_key(SDLK_o, SDL_SCANCODE_O, KMOD_CAPS, "o");
  assert_key(SDLK_EQUALS, SDL_SCANCODE_EQUALS, KMOD_LSHIFT, "+");
  assert_key(SDLK_EQUALS, SDL_SCANCODE_EQUALS, KMOD_LSHIFT | KMOD_LCTRL, "Ctrl-+");
  assert_key(SDLK_MINUS, SDL_SCANCODE_MINUS, KMOD_LCTRL, "Ctrl--");
  assert_key(SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, KMOD_LCTRL, "Ctrl-+");
  assert_key(SDLK_SLASH, SDL_SCANCODE_SLASH, KMOD_RSHIFT, "?");
  assert_key(0xDF, SDL_SCANCODE_MINUS, KMOD_LSHIFT, "?"); /* German ß */
  assert_key(0xFC, SDL_SCANCODE_LEFTBRACKET, 0, "[");     /* German ü */
  assert_key(SDLK_9, SDL_SCANCODE_9, KMOD_RALT, "]");     /* German AltGr-9 */
  assert_key(SDLK_AMPERSAND, SDL_SCANCODE_1, 0, "1");     /* French 1 */
  assert_key(SDLK_KP_3, SDL_SCANCODE_KP_3, KMOD_NUM, "3");
  assert_key(SDLK_TAB, SDL_SCANCODE_TAB, 0, "Tab");
  assert_key(SDLK_TAB, SDL_SCANCODE_TAB, KMOD_LSHIFT, "Shift Tab");
  assert_key(SDLK_F11, SDL_SCANCODE_F11, 0, "F11");
  assert_key(SDLK_F5, SDL_SCANCODE_F5, KMOD_LSHIFT, "Shift F5");
  assert_key(SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, 0, "PageDown");
  assert_key(SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, 0, "PageUp");
  assert_key(SDLK_s, SDL_SCANCODE_S, KMOD_LALT, "");
  assert_key(SDLK_LSHIFT, SDL_SCANCODE_LSHIFT, KMOD_LSHIFT, "");
}

/* Every key of the table can be pressed: some key has its name. */
static void every_key_of_the_table_has_a_command(void **state) {
  World *world = *state;
  for (int i = 0; i < commands_key_count(); i++) {
    const char *key, *command, *help;
    commands_key(i, &key, &command, &help);
    assert_non_null(commands_for_key(key));
    unsigned long revision = session_revision(world->session);
    input_key(&world->input, key);
    assert_true(session_revision(world->session) > revision);
    session_do(world->session, "edit end; menu none", NULL);
  }
}

/* Only there do they mean what clickers mean. */
static void keys_of_clickers_are_those_of_the_presenter_view(void **state) {
  World *world = *state;
  session_do(world->session, "stage scores; layer 1", NULL);
  input_key(&world->input, "F5");
  input_key(&world->input, ".");
  assert_int_equal(session_view(world->session)->blank, BLANK_BLACK);
  assert_int_equal(session_view(world->session)->layer, 0);
  input_key(&world->input, "w");
  assert_int_equal(session_view(world->session)->blank, BLANK_WHITE);
  input_key(&world->input, "Space"); /* nothing plays behind it */
  assert_int_equal(session_view(world->session)->blank, BLANK_OFF);
  assert_false(session_view(world->session)->playing);
  input_key(&world->input, "w");
  input_key(&world->input, "PageDown");
  assert_int_equal(session_view(world->session)->blank, BLANK_OFF);
  assert_int_equal(session_view(world->session)->stage, STAGE_SCORES);
  input_key(&world->input, "PageDown");
  assert_int_equal(session_view(world->session)->stage, STAGE_SCALED);
  input_key(&world->input, "Esc");
  assert_false(session_view(world->session)->presenter);
  input_key(&world->input, ".");
  assert_int_equal(session_view(world->session)->layer, 1);
  assert_int_equal(session_view(world->session)->blank, BLANK_OFF);
}

/* The class sees one display, the speaker another; mirrored ones are one. */
static void notes_take_a_display_that_shows_nothing_of_the_picture(void **state) {
  (void)state;
  const DisplayPlace beside[] = {{0, 0, 1440, 900}, {1440, 0, 1920, 1080}};
  const DisplayPlace mirrored[] = {{0, 0, 1920, 1080}, {0, 0, 1280, 720}};
  const DisplayPlace three[] = {
      {0, 0, 1440, 900}, {0, 0, 1440, 900}, {0, -1080, 0, 0}, {0, 900, 1024, 768}};
  assert_int_equal(notes_display(beside, 2, 0), 1);
  assert_int_equal(notes_display(beside, 2, 1), 0);
  assert_int_equal(notes_display(beside, 1, 0), -1);
  assert_int_equal(notes_display(mirrored, 2, 0), -1);
  assert_int_equal(notes_display(three, 4, 0), 3);
}

static void the_scale_comes_from_xft_dpi(void **state) {
  (void)state;
  assert_float_equal(display_scale_of_resources("Xcursor.size:\t24\nXft.dpi:\t144\n"), 1.5, 1e-6);
  assert_float_equal(display_scale_of_resources("Xft.dpi: 96"), 1, 1e-6);
  assert_float_equal(display_scale_of_resources("Xft.dpi:\tlarge\n"), 0, 1e-6);
  assert_float_equal(display_scale_of_resources(""), 0, 1e-6);
  assert_float_equal(display_scale_of_resources(NULL), 0, 1e-6);
}

static MotionWish wish_of(const char *text) { return reduced_motion_of(str_from(text)); }

static void the_desktop_may_ask_for_less_motion(void **state) {
  (void)state;
  assert_int_equal(wish_of("[Settings]\ngtk-enable-animations=0\n"), MOTION_REDUCED);
  assert_int_equal(wish_of("gtk-enable-animations = false"), MOTION_REDUCED);
  assert_int_equal(wish_of("gtk-enable-animations=true\n"), MOTION_WANTED);
  assert_int_equal(wish_of("[KDE]\nAnimationDurationFactor=0\n"), MOTION_REDUCED);
  assert_int_equal(wish_of("[KDE]\nAnimationDurationFactor=0.5\n"), MOTION_WANTED);
  assert_int_equal(wish_of("gtk-enable-animations-2=0\n# AnimationDurationFactor=0"),
                   MOTION_NOT_SAID);
  assert_int_equal(wish_of(""), MOTION_NOT_SAID);
  unsetenv("XDG_CURRENT_DESKTOP");
  assert_false(reduced_motion_is_asked_for(NULL));
}

/* A gsettings of its own, that answers with these lines of the shell. */
static bool asked_with(const char *folder, const char *shell) {
  Arena *arena = arena_make(0);
  char *was = str_copy(arena, str_from(getenv("PATH")));
  const char *program = str_format(arena, "%s/gsettings", folder);
  FILE *file = fopen(program, "w");
  assert_non_null(file);
  fprintf(file, "#!/bin/sh\n%s\n", shell);
  fclose(file);
  assert_int_equal(chmod(program, 0700), 0);
  setenv("PATH", str_format(arena, "%s:%s", folder, was), 1);
  bool asked = reduced_motion_is_asked_for("/nonexistent/headsup");
  setenv("PATH", was, 1);
  assert_int_equal(remove(program), 0);
  arena_free(arena);
  return asked;
}

static void the_settings_of_gnome_are_asked_for_a_short_time(void **state) {
  (void)state;
  Folder folder = folder_make();
  setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME", 1);
  assert_true(asked_with(folder.path, "echo false"));
  assert_true(asked_with(folder.path, "test \"$1 $3\" = 'get enable-animations' && echo false"));
  assert_false(asked_with(folder.path, "echo true"));
  assert_false(asked_with(folder.path, "echo false; exit 1"));
  assert_false(asked_with(folder.path, "yes false"));
  double start_ms = os_now_ms();
  assert_false(asked_with(folder.path, "exec sleep 20"));
  assert_true(os_now_ms() - start_ms < 10000);
  setenv("XDG_CURRENT_DESKTOP", "KDE", 1);
  assert_false(asked_with(folder.path, "echo false"));
  unsetenv("XDG_CURRENT_DESKTOP");
  folder_remove(&folder);
}

static void a_file_of_the_desktop_is_read(void **state) {
  (void)state;
  unsetenv("XDG_CURRENT_DESKTOP");
  Folder config = folder_make();
  Arena *arena = arena_make(0);
  const char *own = str_format(arena, "%s/headsup", config.path);
  const char *gtk = str_format(arena, "%s/gtk-3.0", config.path);
  assert_int_equal(mkdir(own, 0700), 0);
  assert_int_equal(mkdir(gtk, 0700), 0);
  assert_false(reduced_motion_is_asked_for(own));
  FILE *file = fopen(str_format(arena, "%s/settings.ini", gtk), "w");
  assert_non_null(file);
  fputs("[Settings]\ngtk-enable-animations=0\n", file);
  fclose(file);
  assert_true(reduced_motion_is_asked_for(own));
  assert_int_equal(remove(str_format(arena, "%s/settings.ini", gtk)), 0);
  assert_int_equal(rmdir(gtk), 0);
  assert_int_equal(rmdir(own), 0);
  arena_free(arena);
  folder_remove(&config);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_world, free_world)

/* Keys such as Ctrl-S write into the working folder. */
static Folder work;

static int enter_work(void **state) {
  (void)state;
  work = folder_make();
  return chdir(work.path);
}

static int leave_work(void **state) {
  (void)state;
  folder_remove(&work);
  return 0;
}

/* ---- numbers that are bent ---- */

static float number_of(const World *world) {
  return mat_get(trace_matrix(session_trace(world->session), TRACE_SCORES, 0, 0), 2, 1);
}

/* A drag to the side bends the focused number, in one step of undo; a press that does not move is a click. */
static void a_drag_on_a_result_bends_it(void **state) {
  World *world = *state;
  session_do(world->session, "layer 1; head 1; stage scores; cell 3 2", NULL);
  draw_hit(&world->list, (DrawHit){.box = {0, 0, 100, 40}, .bends = true, .click = "set field"});
  float before = number_of(world);
  input_press(&world->input, (Point){50, 20}, 1);
  for (int x = 51; x <= 90; x++) input_move(&world->input, (Point){(float)x, 20}, 0);
  float bent = number_of(world);
  input_release(&world->input, (Point){90, 20});
  assert_true(bent > before && number_of(world) == bent);
  assert_false(view_of(world)->sets_number);
  session_do(world->session, "undo", NULL);
  assert_true(number_of(world) == before);
  click(world, 50, 20);
  assert_true(view_of(world)->sets_number);
}

/* With Ctrl a cell is chosen and bent at once. */
static void a_drag_with_ctrl_bends_a_cell(void **state) {
  World *world = *state;
  session_do(world->session, "layer 1; head 1; stage scores", NULL);
  draw_hit(&world->list,
           (DrawHit){.box = {0, 0, 60, 60}, .rows = 6, .cols = 6, .click = "cell %r %c"});
  draw_hit(&world->list, (DrawHit){.box = {100, 0, 60, 60}, .click = "theme toggle"});
  float before = number_of(world);
  assert_true(input_bend(&world->input, (Point){15, 25}));
  input_move(&world->input, (Point){5, 25}, 0);
  input_release(&world->input, (Point){5, 25});
  assert_true(number_of(world) < before);
  assert_int_equal(view_of(world)->query, 2);
  assert_false(input_bend(&world->input, (Point){110, 25}));
}

/* Keys that print go into the field; Enter sets, Esc leaves. */
static void keys_type_a_number(void **state) {
  World *world = *state;
  session_do(world->session, "layer 1; head 1; stage scores; cell 3 2", NULL);
  input_key(&world->input, "=");
  input_text(&world->input, "=");
  input_key(&world->input, "4");
  input_text(&world->input, "4");
  input_text(&world->input, "2");
  input_key(&world->input, "Backspace");
  assert_string_equal(view_of(world)->number_typed, "4");
  assert_int_equal(view_of(world)->head, 0);
  input_key(&world->input, "Enter");
  assert_true(number_of(world) == 4);
  input_key(&world->input, "Enter");
  input_text(&world->input, "7");
  input_key(&world->input, "Ctrl-A"); /* all of it, not the arcs of all heads */
  assert_true(view_of(world)->sets_number && !view_of(world)->arcs_all);
  input_text(&world->input, "9");
  assert_string_equal(view_of(world)->number_typed, "9");
  static const char *const of_caret[] = {"Home", "End", "Delete", "←", "→", "Ctrl-→", "Space"};
  for (size_t i = 0; i < sizeof of_caret / sizeof *of_caret; i++) {
    input_key(&world->input, of_caret[i]);
    if (view_of(world)->stage != STAGE_SCORES || !view_of(world)->sets_number)
      fail_msg("%s leaves the field", of_caret[i]);
    assert_false(view_of(world)->playing);
  }
  input_key(&world->input, "Esc");
  assert_true(number_of(world) == 4 && !view_of(world)->sets_number);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_click_is_a_press_and_a_release_over_the_same_place),
      TEST(the_second_press_is_twice),
      TEST(keys_scroll_the_help),
      TEST(typing_searches_the_help),
      TEST(a_command_takes_an_older_notice_away),
      TEST(a_press_aside_has_a_command_of_its_own),
      TEST(a_press_beside_the_sentence_ends_editing_and_acts),
      TEST(a_slider_follows_the_pointer_beyond_its_ends),
      TEST(a_grid_drag_sends_every_further_cell_once),
      TEST(hovering_comes_and_goes),
      TEST(fine_wheels_add_up_to_notches),
      TEST(a_folder_of_any_depth_can_be_chosen),
      TEST(three_clicks_select_the_sentence),
      TEST(scrolling_moves_what_lies_under_the_pointer),
      TEST(a_dialog_takes_all_keys),
      TEST(escape_leaves_full_screen_last),
      TEST(the_wheel_does_not_reach_below_an_open_menu),
      TEST(a_tip_waits_for_the_pointer_to_rest),
      TEST(a_button_under_the_pointer_is_outlined),
      TEST(a_field_of_a_form_takes_text),
      TEST(text_goes_in_only_while_editing),
      TEST(a_commit_in_pieces_is_one_text),
      TEST(a_composition_is_no_part_of_the_sentence_until_it_is_committed),
      TEST(a_composition_cut_off_leaves_the_text_whole),
      TEST(edit_keys_move_select_and_delete),
      TEST(tab_walks_through_a_menu),
      TEST(tab_reaches_every_control),
      TEST(tab_goes_past_controls_of_one_command),
      TEST(arrows_move_the_slider_in_focus),
      TEST(the_focus_ends),
      TEST(a_drag_on_a_result_bends_it),
      TEST(a_drag_with_ctrl_bends_a_cell),
      TEST(keys_type_a_number),
      TEST(rings_go_around_what_is_seen),
      TEST(the_middle_button_pastes_what_is_selected),
      TEST(ctrl_v_and_ctrl_q_work_outside_the_editor),
      TEST(what_is_dropped_becomes_the_sentence),
      TEST(keys_have_the_names_of_the_command_table),
      TEST(every_key_of_the_table_has_a_command),
      TEST(keys_of_clickers_are_those_of_the_presenter_view),
      cmocka_unit_test(notes_take_a_display_that_shows_nothing_of_the_picture),
      TEST(the_scale_comes_from_xft_dpi),
      TEST(the_desktop_may_ask_for_less_motion),
      TEST(the_settings_of_gnome_are_asked_for_a_short_time),
      TEST(a_file_of_the_desktop_is_read),
  };
  return cmocka_run_group_tests(tests, enter_work, leave_work);
}
