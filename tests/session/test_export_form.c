/* The fields of the export form take typed text by the rules of the command line. */
#include <string.h>

#include "session/menu/export_fields.h"
#include "session/session_internal.h"
#include "session/say.h"

static const ExportLook *look_of(const Session *session) {
  return &session_view(session)->export_look;
}

/* The words of the selected item. */
static bool shows(const Session *session, const char *words) {
  Arena *arena = arena_make(0);
  Str shown = export_field_words(session, session_view(session)->menu_item, arena);
  bool same = str_is(shown, words);
  if (!same) print_message("“%.*s” is shown, not “%s”\n", (int)shown.bytes, shown.at, words);
  arena_free(arena);
  return same;
}

static void a_width_is_typed(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "menu export");
  assert_false(session_takes_text(session));
  say(session, "menu field width");
  assert_true(session_takes_text(session));
  assert_true(shows(session, "| mm"));
  say(session, "menu type \"1\"");
  assert_true(shows(session, "1| mm"));
  assert_float_equal(look_of(session)->width_mm, 0, 0);
  assert_true(session_export_problem(session).bytes > 0);
  say(session, "menu type \"2e0\"; menu type \".5\"");
  assert_true(shows(session, "120.5| mm"));
  assert_float_equal(look_of(session)->width_mm, 120.5, 1e-4);
  assert_int_equal(session_export_problem(session).bytes, 0);
  say(session, "menu erase; menu erase");
  assert_float_equal(look_of(session)->width_mm, 120, 1e-4);
  say(session, "menu up");
  assert_false(session_takes_text(session));
  assert_float_equal(look_of(session)->width_mm, 120, 1e-4);
  say(session, "menu field width");
  assert_true(shows(session, "120| mm"));
  say(session, "menu erase");
  assert_float_equal(look_of(session)->width_mm, 0, 0);
  session_free(session);
}

static void enter_confirms_and_selects_the_button(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "menu export; menu field width; menu type \"99\"; menu choose");
  assert_int_equal(session_view(session)->menu, MENU_EXPORT);
  assert_int_equal(session_view(session)->menu_item, export_menu_first());
  assert_float_equal(look_of(session)->width_mm, 99, 1e-4);
  session_free(session);
}

static void what_is_chosen_ends_the_typing(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "menu export; menu field width; menu type \"9\"; export width 84");
  assert_float_equal(look_of(session)->width_mm, 84, 1e-4);
  assert_int_equal(session_export_problem(session).bytes, 0);
  assert_false(session_takes_text(session));
  assert_int_equal(session_view(session)->menu_item, export_menu_first());
  session_free(session);
}

static bool applies(const Session *session, const char *command) {
  for (int i = 0; i < export_menu_count(); i++)
    if (strcmp(export_menu_command(i), command) == 0) return export_menu_applies(session, i);
  fail_msg("no item “%s”", command);
  return false;
}

/* What changes nothing of the file is pale: pixels of a PDF, colours of a table, the format of a
** moving picture. Keys pass over it. */
static void what_changes_nothing_is_pale(void **state) {
  (void)state;
  static const struct {
    const char *set, *item;
    bool applies;
  } cases[] = {{"export format png", "export scale 2", true},
               {"export format pdf", "export scale 2", false},
               {"export format pdf", "export width 84", true},
               {"export format csv", "export width 84", false},
               {"export format csv", "export theme dark", false},
               {"export format pdf", "export letters on", false},
               {"export what heads", "export letters on", true},
               {"export format png", "export pace 300", false},
               {"export moves rows", "export pace 300", true},
               {"export moves rows", "export format pdf", false},
               {"export moves rows", "export scale 2", true},
               {"export what page", "export format pdf", false},
               {"export what sheet", "export paper a4", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = session_of("the cat sat");
    say(session, "menu export; %s", cases[i].set);
    if (applies(session, cases[i].item) != cases[i].applies)
      fail_msg("%s: %s", cases[i].set, cases[i].item);
    for (int step = 0; step < SECTION_COUNT; step++) {
      assert_true(export_menu_applies(session, session_view(session)->menu_item));
      say(session, "menu next");
    }
    session_free(session);
  }
}

/* A press on an item does not leave the ring where the keys have been: Enter exports. */
static void a_press_gives_the_selection_to_the_button(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "menu export; menu next; menu next; menu right; menu choose");
  int item = session_view(session)->menu_item;
  assert_true(item < export_menu_first());
  assert_true(export_menu_is_set(session, item));
  say(session, "export width 84");
  assert_int_equal(session_view(session)->menu_item, export_menu_first());
  session_free(session);
}

static void heads_and_least_weights_are_typed(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "menu export; menu field heads; menu type \"1,\"");
  assert_true(session_export_problem(session).bytes > 0);
  assert_int_equal(look_of(session)->figure.heads.count, 0);
  say(session, "menu type \"2.1\"");
  assert_int_equal(session_export_problem(session).bytes, 0);
  assert_int_equal(look_of(session)->figure.heads.count, 2);
  say(session, "menu field numbers; menu type \".2\"");
  assert_float_equal(look_of(session)->figure.numbers_from, 0.2, 1e-6);
  say(session, "menu field font; menu type \"9\"");
  assert_float_equal(look_of(session)->font_size_pt, 9, 1e-6);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_width_is_typed),
      cmocka_unit_test(enter_confirms_and_selects_the_button),
      cmocka_unit_test(what_is_chosen_ends_the_typing),
      cmocka_unit_test(what_changes_nothing_is_pale),
      cmocka_unit_test(a_press_gives_the_selection_to_the_button),
      cmocka_unit_test(heads_and_least_weights_are_typed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
