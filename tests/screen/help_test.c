/* The help is searched by what its rows say, by keys, commands and headings, and fits at every
** size. */
#include "screen/state.h"

#include <stdio.h>

#include "render/count/count.h"
#include "session/commands/commands.h"
#include "session/menu/help_search.h"

static int shown(const Session *session, const char *text) {
  Arena *arena = arena_make(0);
  DrawList list = screen_list(session, arena, (Window){1440, 1200});
  int count = count_text(&list, text);
  arena_free(arena);
  return count;
}

static void only_what_has_the_words_is_shown(void **state) {
  (void)state;
  static const struct {
    const char *search, *shown, *not_shown;
  } cases[] = {{"mask editor", "mask editor", "next step"},
               {"MASK  EDI", "mask editor", "a lens on cells without digits"},
               {"editor mask", "mask editor", "full screen and back"},
               {"F11", "full screen and back", "mask editor"},
               {"textscale", "larger text", "next palette"}, /* its command */
               {"views", "overview and back", "mask editor"},
               {"alibi", "positions", "mask editor"}, /* what a command takes */
               {"wheel", "Shift wheel", "redo"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = session_after("motion off; model hand-made");
    run(session, "help");
    assert_true(shown(session, cases[i].not_shown) > 0);
    run(session, "menu none");
    char line[64];
    snprintf(line, sizeof line, "help search \"%s\"", cases[i].search);
    run(session, line);
    assert_true(shown(session, cases[i].shown) > 0);
    assert_int_equal(shown(session, cases[i].not_shown), 0);
    session_free(session);
  }
}

/* A heading stands where something below it is found, even if the first of its rows is not. */
static void headings_follow_what_is_found(void **state) {
  (void)state;
  Session *session = session_after("motion off; model hand-made; help search \"layers × heads\"");
  assert_int_equal(shown(session, "Views"), 1);
  assert_int_equal(shown(session, "Picture"), 1);
  assert_int_equal(shown(session, "Steps"), 0);
  assert_int_equal(shown(session, "Wheel"), 0);
  run(session, "help search \"layers × heads by role\"");
  assert_int_equal(shown(session, "1 found"), 1);
  assert_int_equal(shown(session, "Views"), 0);
  run(session, "help search \"xyzzy\"");
  assert_int_equal(shown(session, "0 found"), 1);
  session_free(session);
}

static void typing_and_taking_back(void **state) {
  (void)state;
  Session *session = session_after("motion off; model hand-made; help; menu wheel -3");
  run(session, "help type \"le\"; help type \"ns\u00e9\"");
  assert_true(str_is(session_help_search(session), "lens\u00e9"));
  assert_int_equal(session_view(session)->menu_item, 0); /* what is found begins at the top */
  run(session, "help erase");
  assert_true(str_is(session_help_search(session), "lens"));
  run(session, "escape");
  assert_int_equal(session_help_search(session).bytes, 0);
  assert_int_equal(session_view(session)->menu, MENU_HELP);
  run(session, "escape");
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  run(session, "help search \"mask\"; menu none; help");
  assert_int_equal(session_help_search(session).bytes, 0); /* begins anew */
  session_free(session);
}

static void what_is_found_fits(void **state) {
  (void)state;
  static const Window windows[] = {{640, 400}, {1440, 900}};
  static const char *const searches[] = {"e", "a long search that finds nothing at all, wherever"};
  static const char *const scales[] = {"1", "3"};
  Session *session = session_after("motion off; model hand-made");
  for (size_t w = 0; w < 2; w++)
    for (size_t s = 0; s < 2; s++)
      for (size_t t = 0; t < 2; t++) {
        Arena *arena = arena_make(0);
        run(session, str_format(arena, "textscale %s; help search \"%s\"", scales[t], searches[s]));
        DrawList list = screen_list(session, arena, windows[w]);
        CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
        if (report.first_complaint.bytes > 0)
          fail_msg("“%s” at %g, text %s: %s", searches[s], (double)windows[w].width, scales[t],
                   report.first_complaint.at);
        arena_free(arena);
      }
  session_free(session);
}

/* Rows at the edge are left out: at another place of the page each of them is shown. */
static void every_row_is_shown_at_some_place(void **state) {
  (void)state;
  static const Window windows[] = {{640, 400}, {960, 600}, {1440, 900}};
  static const char *const scales[] = {"1", "3"};
  Session *session = session_after("motion off; model hand-made");
  for (size_t w = 0; w < 3; w++)
    for (size_t t = 0; t < 2; t++) {
      Arena *arena = arena_make(0);
      run(session, str_format(arena, "menu none; textscale %s; help", scales[t]));
      DrawList places[HELP_SCROLL_STOPS + 1];
      for (int i = 0; i <= HELP_SCROLL_STOPS; i++) {
        places[i] = screen_list(session, arena, windows[w]);
        run(session, "menu down");
      }
      for (int i = 0; i < commands_key_count(); i++) {
        const char *key, *command, *help;
        bool is_shown = false;
        commands_key(i, &key, &command, &help);
        for (int j = 0; j <= HELP_SCROLL_STOPS && !is_shown; j++)
          is_shown = !*help || count_text(&places[j], help) > 0 ||
                     count_text_containing(&places[j], key) > 0;
        if (!is_shown) fail_msg("%s at %g, text %s", key, (double)windows[w].width, scales[t]);
      }
      arena_free(arena);
    }
  session_free(session);
}

/* Where the last row of the column that begins at x ends, from the top of the page at its end. */
static float end_of_column(const DrawList *list, float x, float width) {
  float end = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && text->at.x >= x && text->at.x < x + width &&
        text->at.y < 880)
      end = fmaxf(end, text->at.y);
  }
  return end;
}

/* A subject goes on in the next column, so that no column is a third longer than another. */
static void columns_are_equally_long(void **state) {
  (void)state;
  const float left = 90, width = 420, rows = 80; /* of a group's begin that stays together */
  Session *session = session_after("motion off; model hand-made; textscale 1; help");
  Arena *arena = arena_make(0);
  for (int i = 0; i <= HELP_SCROLL_STOPS; i++) run(session, "menu down");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  float first = end_of_column(&list, left, width);
  for (int column = 1; column < 3; column++)
    assert_float_equal(end_of_column(&list, left + width * (float)column, width), first, rows);
  arena_free(arena);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_what_has_the_words_is_shown),
      cmocka_unit_test(headings_follow_what_is_found),
      cmocka_unit_test(typing_and_taking_back),
      cmocka_unit_test(what_is_found_fits),
      cmocka_unit_test(columns_are_equally_long),
      cmocka_unit_test(every_row_is_shown_at_some_place),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
