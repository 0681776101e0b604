/* Every hit of the whole window sends a command the session understands, and the pointer can choose
** what the keyboard can. */
#include "screen/state.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "render/count/count.h"
#include "scene/hit.h"
#include "session/browser/browser.h"
#include "session/menu/menu.h"
#include "support/folder.h"
#include "support/common_stages.h"
#include "support/sanitized.h"

enum { STATES = SHARE_OF_STATES(60), SAID_MOST = 4096 };

/* Commands already understood, so that each is tried once. */
typedef struct Said {
  Arena *arena;
  const char *commands[SAID_MOST];
  int count;
} Said;

static bool is_new(Said *said, const char *command) {
  for (int i = 0; i < said->count; i++)
    if (strcmp(said->commands[i], command) == 0) return false;
  if (said->count < SAID_MOST)
    said->commands[said->count++] = str_copy(said->arena, str_from(command));
  return true;
}

/* A command may be refused because of the state (nothing to undo), never for its syntax. */
static void try_command(Said *said, const char *state_commands, const char *command) {
  Status status = {0};
  if (!command[0] || !is_new(said, command)) return;
  Session *session = session_after(state_commands);
  if (!session_do(session, command, &status) && status.kind == STATUS_USAGE)
    fail_msg("%s\n  after %s\n  %s", command, state_commands, status.sentence);
  session_free(session);
}

static void try_hit(Said *said, const char *state_commands, const DrawHit *hit) {
  Point corners[] = {{hit->box.x + 0.01f, hit->box.y + 0.01f},
                     {hit->box.x + hit->box.w * 0.99f, hit->box.y + hit->box.h * 0.99f}};
  for (int corner = 0; corner < 2; corner++)
    for (HitAction action = HIT_CLICK; action <= HIT_DRAG; action++) {
      const char *command = hit_command(hit, action, corners[corner], 1, said->arena);
      try_command(said, state_commands, command);
    }
}

static void try_screen(Said *said, const char *state_commands) {
  Arena *arena = arena_make(0);
  Session *session = session_after(state_commands);
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  for (int i = 0; i < list.hit_count; i++) try_hit(said, state_commands, &list.hits[i]);
  session_free(session);
  arena_free(arena);
}

static void every_hit_is_a_command(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Said said = {.arena = arena};
  Rng rng = rng_make(3);
  for (int i = 0; i < STATES; i++) {
    const char *sentence = random_sentence(arena, &rng, 6);
    const char *model = random_model(&rng);
    bool names_words = strcmp(model, "hand-made") != 0;
    int stages = names_words ? common_stage_count() : common_stage_count() - 1;
    const char *view = random_view(arena, &rng, 6, common_stage(rng_below(&rng, stages)));
    int menu = rng_below(&rng, MENU_COUNT);
    try_screen(&said,
               str_format(arena, "motion off; model %s; sentence %s; %s; menu %s%s", model,
                          sentence, view, menu_name((MenuId)menu), i % 3 ? "" : "; edit begin"));
  }
  assert_true(said.count > 100);
  arena_free(arena);
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* A place in the window where a click sends a command with that ending. */
static bool can_be_clicked(const DrawList *list, const char *command) {
  for (int i = 0; i < list->hit_count; i++) {
    const DrawHit *hit = &list->hits[i];
    Point middle = {hit->box.x + hit->box.w / 2, hit->box.y + hit->box.h / 2};
    if (!hit->click || !ends_with(hit->click, command) || hit_at(list, middle) != hit) continue;
    if (box_holds((Box){0, 0, list->width_pt, list->height_pt}, middle)) return true;
  }
  return false;
}

/* The hit whose click has that form, and what it says in the middle of its cell row, col. */
static const char *said_by_cell(const DrawList *list, const char *form, int row, int col,
                                HitAction action, Arena *arena) {
  for (int i = 0; i < list->hit_count; i++) {
    const DrawHit *hit = &list->hits[i];
    if (!hit->click || strcmp(hit->click, form) != 0) continue;
    Point at = {hit->box.x + hit->box.w * ((float)col + 0.5f) / (float)hit->cols,
                hit->box.y + hit->box.h * ((float)row + 0.5f) / (float)hit->rows};
    assert_ptr_equal(hit_at(list, at), hit);
    return hit_command(hit, action, at, 0, arena);
  }
  fail_msg("no cells say %s", form);
  return "";
}

/* At Q·K·V a cell of X, of a weight matrix and of a result each lead to a number worked out. */
static void every_matrix_of_qkv_answers(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage qkv; cell 3 2 k");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  static const struct {
    const char *form, *click, *hover;
  } cases[] = {{"cell %r 2 k %c", "cell 5 2 k 7", "hover 5 2 k 7"},
               {"cell 3 %c v %r", "cell 3 7 v 5", "hover 3 7 v 5"},
               {"cell %r %c q", "cell 5 7 q", "hover 5 7 q"}};
  for (int i = 0; i < 3; i++) {
    const char *click = said_by_cell(&list, cases[i].form, 4, 6, HIT_CLICK, arena);
    assert_string_equal(click, cases[i].click);
    assert_string_equal(said_by_cell(&list, cases[i].form, 4, 6, HIT_HOVER, arena), cases[i].hover);
    run(session, click);
  }
  assert_int_equal(session_view(session)->projection, PROJECTION_Q);
  session_free(session);
  arena_free(arena);
}

static void menu_can_be_clicked(Arena *arena, MenuId menu, Window window) {
  Session *session =
      session_after(str_format(arena, "motion off; textscale 3; menu %s", menu_name(menu)));
  DrawList list = screen_list(session, arena, window);
  for (int item = 0; item < menu_count(session, menu); item++) {
    const char *command = menu_command(session, menu, item, arena);
    if (!can_be_clicked(&list, command)) {   /* a long menu scrolls to the item that is chosen */
      int count = menu_count(session, menu); /* behind the last one comes the first */
      for (int i = 0; i < count && session_view(session)->menu_item != item; i++)
        run(session, "menu next");
      list = screen_list(session, arena, window);
    }
    if (!can_be_clicked(&list, command))
      fail_msg("%.0fx%.0f: no place says “%s”", (double)window.width, (double)window.height,
               command);
  }
  assert_true(menu != MENU_PALETTE || can_be_clicked(&list, "language de"));
  session_free(session);
}

/* `menu choose` on item i does what a click on it does; every item can be clicked in the smallest
** and the flattest window too. */
static void pointer_and_keyboard_choose_the_same(void **state) {
  (void)state;
  static const Window windows[] = {{960, 600}, {1440, 900}, {3000, 600}, {3840, 2160}};
  Arena *arena = arena_make(0);
  for (int menu = MENU_MODEL; menu < MENU_COUNT; menu++)
    for (int i = 0; i < 4; i++) menu_can_be_clicked(arena, (MenuId)menu, windows[i]);
  arena_free(arena);
}

/* Names of folders that contain % work. */
/* A double click edits the word under it, also of the chosen token, which the first press of the two
** turns into a caret. */
static void a_double_click_edits_the_chosen_word_too(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int is_chosen = 0; is_chosen < 2; is_chosen++) {
    Session *session = session_after(is_chosen ? "sentence \"a cat sat\"; stage weights; cell 2 row"
                                               : "sentence \"a cat sat\"; stage weights");
    DrawList list = screen_list(session, arena, (Window){1440, 900});
    int words = 0;
    for (int i = 0; i < list.hit_count; i++) {
      const char *twice = list.hits[i].twice;
      words += twice && strcmp(twice, "edit select-word 2") == 0;
    }
    assert_int_equal(words, 2); /* both halves of the chip */
    session_free(session);
    arena_reset(arena);
  }
  arena_free(arena);
}

static void a_percent_in_a_name_is_a_percent(void **state) {
  (void)state;
  Folder folder = folder_make();
  const char *inner = folder_file(&folder, "caf%c3%a9 %r");
  assert_int_equal(mkdir(inner, 0700), 0);
  Session *session = session_after(str_format(folder.arena, "browse \"%s\"", folder.path));
  DrawList list = screen_list(session, folder.arena, (Window){1440, 900});
  const DrawHit *hit = NULL;
  for (int i = 0; i < list.hit_count; i++)
    if (list.hits[i].click && strstr(list.hits[i].click, "caf")) hit = &list.hits[i];
  assert_non_null(hit);
  Point at = {hit->box.x + 1, hit->box.y + 1};
  run(session, hit_command(hit, HIT_CLICK, at, 0, folder.arena));
  assert_string_equal(session_browser(session).folder, inner);
  session_free(session);
  assert_int_equal(rmdir(inner), 0);
  folder_remove(&folder);
}

/* When memory runs out anywhere in it, the list says so and nothing breaks. */
static void memory_may_run_out(void **state) {
  (void)state;
  Session *session = session_after("motion off; stage weights; cell 8 2; menu attention");
  for (long nth = 1; nth < 200; nth++) {
    Arena *arena = arena_make(1);
    arena_fail_at(nth);
    DrawList list = screen_list(session, arena, (Window){1440, 900});
    bool failed = list.failed;
    arena_fail_at(0);
    arena_free(arena);
    if (!failed) {
      session_free(session);
      return;
    }
  }
  fail_msg("still failing");
}

/* The focused cell is always also one line of text, and a click on it copies it. */
static void the_focused_cell_is_a_line_of_text(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights; cell 8 2");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  Str line = screen_focus_line(session, fonts_metrics(support_fonts()), arena);
  assert_true(line.bytes > 20);
  assert_int_equal(count_text(&list, str_copy(arena, line)), 1);
  bool copies = false;
  for (int i = 0; i < list.hit_count; i++)
    copies = copies || (list.hits[i].click && strcmp(list.hits[i].click, "copy") == 0);
  assert_true(copies);
  session_free(session);
  arena_free(arena);
}

/* The first start shows the overview with one line. */
static void first_start_says_how_to_begin(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off");
  DrawList list = draw_list_make(arena, 1440, 900);
  Screen screen = {.width_pt = 1440, .height_pt = 900, .first_start = true};
  screen_build(session, fonts_metrics(support_fonts()), &screen, &list, NULL);
  assert_int_equal(count_text(&list, "→ begins · F2: lessons"), 1);
  session_free(session);
  arena_free(arena);
}

/* Beside a covered stage nothing tells what is asked; there → turns pages and steps with Ctrl. */
static void a_lesson_tells_no_answer_and_names_its_keys(void **state) {
  (void)state;
  static const struct {
    const char *commands, *words;
    int times;
  } cases[] = {
      {"lesson pronoun page 5", "The answer at", 0},
      {"lesson pronoun page 6", "The answer at", 1},
      {"lesson order page 2", "No number differs", 0},
      {"lesson order page 2; lesson answer 3", "No number differs", 1},
      {"lesson look-up", "Ctrl-→ and Ctrl-← step here", 1},
      {"view lookup", "→ next book", 1},
      {"lesson root-d", "press Ctrl-← and Ctrl-→ in turn", 1},
      {"lesson flash page 3", "Ctrl-→ goes on", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Arena *arena = arena_make(0);
    char line[128];
    snprintf(line, sizeof line, "motion off; %s", cases[i].commands);
    Session *session = session_after(line);
    DrawList list = screen_list(session, arena, (Window){1440, 900});
    if (count_text_containing(&list, cases[i].words) != cases[i].times)
      fail_msg("%s: “%s” not %d times", line, cases[i].words, cases[i].times);
    session_free(session);
    arena_free(arena);
  }
}

/* The words of every button of the top bar are whole: texts of the sentence aside, none ends in …
** there, however many parts a mask has, and the tip has all of them. */
static void buttons_of_the_top_bar_are_whole(void **state) {
  (void)state;
  static const Window windows[] = {{960, 600}, {1280, 720}, {1440, 900}, {1920, 1080}};
  static const char *const scales[] = {"1", "1.6", "3"};
  static const char *const masks[] = {
      "mask none", "mask causal; positions alibi", "mask causal window 3; positions alibi",
      "mask dilated 10 2; positions none",
      "mask causal window 3 dilated 2 2 blocks 4 global 1,2,3 random 2 seed 77; positions alibi"};
  static const char *const models[] = {"hand-made", "random", "reader", "writer"};
  int cut = 0;
  for (int i = 0; i < 4 * 3 * 5 * 4; i++) {
    Arena *arena = arena_make(0);
    const Window window = windows[i % 4];
    const char *commands = str_format(
        arena, "model %s; textscale %s; %s; sentence \"the animal didn't cross the street\"",
        models[i / 60], scales[i / 4 % 3], masks[i / 12 % 5]);
    Session *session = session_after(commands);
    DrawList list = screen_list(session, arena, window);
    const DrawHit *attention = NULL;
    for (int k = 0; k < list.hit_count; k++)
      if (list.hits[k].click && strcmp(list.hits[k].click, "menu attention") == 0)
        attention = &list.hits[k];
    assert_non_null(attention);
    assert_true(attention->tip && !ends_with(attention->tip, "…"));
    assert_true(i / 12 % 5 != 4 || strstr(attention->tip, "random 2, seed 77"));
    float right = attention->box.x - 140, bottom = attention->box.y + attention->box.h;
    for (int k = 0; k < list.item_count; k++) {
      const DrawItem *item = &list.items[k];
      if (item->kind != DRAW_TEXT || item->as.text.at.y > bottom) continue;
      const char *text = str_copy(arena, item->as.text.text);
      if (item->as.text.at.x < right || !ends_with(text, "…")) continue;
      print_error("%.0fx%.0f: %s: %s\n", (double)window.width, (double)window.height, commands,
                  text);
      cut++;
    }
    session_free(session);
    arena_free(arena);
  }
  assert_int_equal(cut, 0);
}

static bool answers(const Session *session, Arena *arena, bool of_file, const char *command) {
  DrawList list = draw_list_make(arena, 960, 600);
  Screen screen = {.width_pt = 960, .height_pt = 600, .of_file = of_file};
  screen_build(session, fonts_metrics(support_fonts()), &screen, &list, NULL);
  return can_be_clicked(&list, command);
}

/* The first commands run at once, as many as their time allows; the others with the ticks. */
static void play_to_line(Session *session, const Script *script, int line) {
  double now_ms = 1;
  session_tick(session, now_ms);
  assert_true(session_begin_script(session, script, NULL));
  while (session_script_place(session).line < line) session_tick(session, now_ms += 20);
}

/* A window shows that a script plays or is stopped, and a click does the same as the keys; an
** exported picture shows none of it. */
static void a_script_has_a_sign(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights");
  Script script = {.path = "/a/tour.headsup", .text = STR("head 2\nwait 60000\nhead 3\n")};
  assert_false(answers(session, arena, false, "script stop"));
  play_to_line(session, &script, 2);
  assert_int_equal(session_script_place(session).state, SCRIPT_PLAYS);
  assert_true(answers(session, arena, false, "script stop"));
  assert_false(answers(session, arena, true, "script stop"));
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(count_text_containing(&list, "tour.headsup plays, line 2 · Esc stops it"), 1);
  run(session, "script stop");
  assert_false(answers(session, arena, false, "script stop"));
  assert_true(answers(session, arena, false, "script go"));
  assert_false(answers(session, arena, true, "script go"));
  run(session, "script go");
  assert_true(answers(session, arena, false, "script stop"));
  session_free(session);
  arena_free(arena);
}

/* They are no script with a name. */
static void the_commands_of_an_option_have_a_sign(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage weights");
  Script script = {.path = "--do", .text = STR("head 2\nwait 60000\nhead 3\n"), .is_option = true};
  play_to_line(session, &script, 2);
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(
      count_text_containing(&list, "the commands of --do run, line 2 · Esc stops them"), 1);
  run(session, "script stop");
  assert_string_equal(session_message(session).at,
                      "the commands of --do stopped at line 2; w lets them go on");
  session_tell(session, "");
  list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(
      count_text_containing(&list, "the commands of --do stopped at line 2 · w lets them go on"),
      1);
  session_free(session);
  arena_free(arena);
}

/* Same session, same list: texts, boxes and hits. */
static void the_screen_repeats(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage masked; mask causal; cell 4 row");
  DrawList a = screen_list(session, arena, (Window){1280, 800});
  DrawList b = screen_list(session, arena, (Window){1280, 800});
  assert_int_equal(a.item_count, b.item_count);
  assert_int_equal(a.hit_count, b.hit_count);
  for (int i = 0; i < a.item_count; i++) {
    assert_int_equal(a.items[i].kind, b.items[i].kind);
    if (a.items[i].kind == DRAW_TEXT)
      assert_true(str_equal(a.items[i].as.text.text, b.items[i].as.text.text));
  }
  session_free(session);
  arena_free(arena);
}

/* The card says in full what a model was trained for, not only its first and last words. */
static void the_card_has_its_whole_title(void **state) {
  (void)state;
  static const Window windows[] = {{960, 600}, {1440, 900}, {1920, 1080}};
  Session *session = session_after("model reader; menu card");
  for (int i = 0; i < 3; i++) {
    Arena *arena = arena_make(0);
    DrawList list = screen_list(session, arena, windows[i]);
    assert_true(count_text_containing(&list, "reader · trained here") > 0);
    assert_true(count_text_containing(&list, "stands for") > 0);
    assert_int_equal(count_text_containing(&list, "here…"), 0);
    arena_free(arena);
  }
  session_free(session);
}

/* The wheel walks through the sections of the export form, as it does through the rows of a menu. */
static void the_wheel_walks_through_the_export_form(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model hand-made; menu export");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  bool turns = false;
  for (int i = 0; i < list.hit_count; i++)
    turns |= list.hits[i].wheel && strcmp(list.hits[i].wheel, "menu wheel %f") == 0;
  assert_true(turns);
  int buttons = session_view(session)->menu_item;
  run(session, "menu wheel 1"); /* the form shows its beginning */
  assert_int_equal(session_view(session)->menu_item, buttons);
  run(session, "menu wheel -1");
  int first = session_view(session)->menu_item, last = first;
  assert_true(first < 8); /* within the first section */
  for (int i = 0; i < 30; i++) {
    run(session, "menu wheel -1");
    assert_true(session_view(session)->menu_item >= last);
    last = session_view(session)->menu_item;
  }
  assert_true(last > first && last < buttons); /* the last section */
  run(session, "menu wheel 1");
  assert_true(session_view(session)->menu_item < last);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_hit_is_a_command),
      cmocka_unit_test(every_matrix_of_qkv_answers),
      cmocka_unit_test(pointer_and_keyboard_choose_the_same),
      cmocka_unit_test(a_double_click_edits_the_chosen_word_too),
      cmocka_unit_test(a_percent_in_a_name_is_a_percent),
      cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(the_focused_cell_is_a_line_of_text),
      cmocka_unit_test(first_start_says_how_to_begin),
      cmocka_unit_test(a_lesson_tells_no_answer_and_names_its_keys),
      cmocka_unit_test(buttons_of_the_top_bar_are_whole),
      cmocka_unit_test(a_script_has_a_sign),
      cmocka_unit_test(the_commands_of_an_option_have_a_sign),
      cmocka_unit_test(the_screen_repeats),
      cmocka_unit_test(the_wheel_walks_through_the_export_form),
      cmocka_unit_test(the_card_has_its_whole_title),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
