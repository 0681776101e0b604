/* The presenter view: what enters and leaves it, the keys of a clicker, scripts that wait for the
** speaker, and their notes. */
#include <math.h>
#include <string.h>

#include "scene/view.h"
#include "session/commands/commands.h"
#include "session/say.h"
#include "support/patience.h"
#include "base/os.h"

static double clock_now_ms;
static double read_clock(void *self) { return (void)self, clock_now_ms; }

static Session *begin_window(void) {
  Session *session = NULL;
  SessionOptions options = {.model = "hand-made", .clock_ms = read_clock};
  clock_now_ms = 1000;
  assert_true(session_make(&options, &session, NULL));
  session_tick(session, clock_now_ms);
  return session;
}

/* A press of the key in the presenter view. */
static void press(Session *session, const char *key) {
  const char *command = commands_for_presenter_key(key);
  assert_non_null(command);
  say(session, "%s", command);
}

/* The picture returns to how it was shown; the place is where the speaker stands. */
static void leaving_returns_to_how_it_came(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session,
      "view heads; stage scores; textscale 1.5; zoom 2; scroll 0.2 0.4; head 2; view heads");
  View before = *session_view(session);
  say(session, "presenter on");
  assert_true(session_view(session)->presenter);
  say(session,
      "textscale 3; zoom 1; scroll 0 0; view overview; stage weights; arcs on; head solo 2");
  say(session, "presenter off");
  const View *view = session_view(session);
  assert_false(view->presenter);
  assert_int_equal(view->kind, VIEW_HEADS);
  assert_true(view->text_scale == before.text_scale && view->zoom == before.zoom);
  assert_true(view->scroll_x == before.scroll_x && view->scroll_y == before.scroll_y);
  assert_int_equal(view->solo, before.solo);
  assert_int_equal(view->arcs, before.arcs);
  assert_string_equal(stage_info(view->stage)->name, "weights");
  say(session, "presenter toggle; presenter on; presenter toggle");
  assert_false(session_view(session)->presenter);
  say(session, "view overview; presenter on; presenter off");
  assert_int_equal(view->kind, VIEW_OVERVIEW);
  say(session, "presenter on; stage scores; presenter off"); /* not where no stage is shown */
  assert_int_equal(view->kind, VIEW_STAGE);
  session_free(session);
}

/* "+" changes nothing of a picture that is as large as it can be, and says so. */
static void text_that_cannot_grow_says_so(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "textscale +; presenter on; textscale 2");
  assert_int_equal(session_message(session).bytes, 0);
  say(session, "textscale +");
  assert_true(session_message(session).bytes > 0);
  session_free(session);
}

static void escape_leaves_at_once(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage weights; cell 2 2; presenter on; blank black; escape");
  assert_false(session_view(session)->presenter);
  assert_int_equal(session_view(session)->blank, BLANK_OFF);
  assert_int_equal(session_view(session)->query, 1);
  say(session, "presenter on; menu help; escape");
  assert_true(session_view(session)->presenter);
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  session_free(session);
}

static void only_the_presenter_view_is_blank(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  refused(session, "blank black", "only the presenter view can be blank");
  say(session, "blank off; presenter on; blank black toggle");
  assert_int_equal(session_view(session)->blank, BLANK_BLACK);
  say(session, "blank white toggle");
  assert_int_equal(session_view(session)->blank, BLANK_WHITE);
  say(session, "blank white toggle");
  assert_int_equal(session_view(session)->blank, BLANK_OFF);
  refused(session, "blank", "blank takes");
  refused(session, "blank grey", "blank takes");
  refused(session, "blank off toggle", "blank takes");
  session_free(session);
}

/* What clickers send means something else outside. */
static void keys_of_clickers_have_their_meaning_only_while_presenting(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage scores; presenter on");
  static const struct {
    const char *key;
    BlankId blank;
  } blanks[] = {{".", BLANK_BLACK}, {"b", BLANK_BLACK}, {"w", BLANK_WHITE}};
  for (size_t i = 0; i < 3; i++) {
    int layer = session_view(session)->layer;
    press(session, blanks[i].key);
    assert_int_equal(session_view(session)->blank, blanks[i].blank);
    press(session, i == 0 ? "PageDown" : i == 1 ? "PageUp" : "→"); /* only ends the blank */
    assert_int_equal(session_view(session)->blank, BLANK_OFF);
    assert_string_equal(stage_info(session_view(session)->stage)->name, "scores");
    assert_int_equal(session_view(session)->layer, layer);
  }
  press(session, "PageDown");
  assert_string_equal(stage_info(session_view(session)->stage)->name, "scaled");
  press(session, "PageUp");
  assert_string_equal(stage_info(session_view(session)->stage)->name, "scores");
  press(session, "F5");
  assert_false(session_view(session)->presenter);
  assert_string_equal(commands_for_key("."), "layer next");
  assert_string_equal(commands_for_key("b"), "step by next");
  assert_string_equal(commands_for_presenter_key("Shift F5"), "presenter toggle");
  assert_null(commands_for_presenter_key("F8"));
  session_free(session);
}

static void assert_page(const Session *session, int wanted, int wanted_count) {
  int page = 0, count = 0;
  assert_true(session_script_page(session, &page, &count));
  assert_int_equal(page, wanted);
  assert_int_equal(count, wanted_count);
}

static void tick_until_head(Session *session, int head) {
  double began_ms = os_now_ms();
  while (session_view(session)->head != head - 1 && patience_lasts(began_ms))
    session_tick(session, clock_now_ms);
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, head - 1);
}

static void assert_notes(const Session *session, const char *now, const char *next) {
  Arena *arena = arena_make(0);
  Str shown = session_note(session), later = session_next_note(session, arena);
  if (!str_is(shown, now) || !str_is(later, next))
    fail_msg("“%.*s”, next “%.*s”", (int)shown.bytes, shown.at, (int)later.bytes, later.at);
  arena_free(arena);
}

static const char LESSON[] = "presenter on\n"
                             "note \"one; # two\"\n"
                             "head 2; wait 500; head 3\n"
                             "note \"second\"; wait 10\n"
                             "# note \"none\"\n"
                             "head 4; note \"last\"\nwait 1\n";

/* The clock does not end a wait; the speaker does. */
static void a_script_waits_for_the_speaker(void **state) {
  (void)state;
  Session *session = begin_window();
  int page, count;
  Script script = {.path = "s", .text = str_from(LESSON)};
  assert_false(session_script_page(session, &page, &count));
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_head(session, 2);
  assert_page(session, 1, 3);
  assert_notes(session, "one; # two", "second");
  clock_now_ms += 100000;
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 1);
  press(session, "b");
  press(session, "PageDown"); /* ends the blank only */
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 1);
  press(session, "PageDown");
  tick_until_head(session, 3);
  assert_page(session, 2, 3);
  assert_notes(session, "second", "last");
  say(session, "step"); /* stops the script, with no words on the screen */
  assert_int_equal(session_message(session).bytes, 0);
  assert_int_equal(session_script_place(session).state, SCRIPT_STOPPED);
  press(session, "→");
  press(session, "→");
  tick_until_head(session, 4);
  assert_page(session, 3, 3);
  assert_notes(session, "last", "");
  press(session, "→");
  session_tick(session, clock_now_ms);
  assert_int_equal(session_script_place(session).state, SCRIPT_NONE);
  session_free(session);
}

/* Each page comes back as it was, its sentence too, and the script goes on from it. */
static void a_script_goes_back_page_by_page(void **state) {
  (void)state;
  Session *session = begin_window();
  Script script = {.path = "s",
                   .text = STR("presenter on; sentence \"a b c\"; head 2; note \"one\"; wait 1\n"
                               "head 3; sentence \"d e\"; note \"two\"; wait 1\n"
                               "head 4; note \"last\"\n")};
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_head(session, 2);
  press(session, "PageUp"); /* there is none before */
  session_tick(session, clock_now_ms);
  assert_page(session, 1, 3);
  press(session, "PageDown");
  tick_until_head(session, 3);
  press(session, "PageDown");
  tick_until_head(session, 4);
  assert_page(session, 3, 3); /* the last page stays, though no wait ends it */
  assert_notes(session, "last", "");
  press(session, "PageUp");
  tick_until_head(session, 3);
  assert_page(session, 2, 3);
  assert_notes(session, "two", "last");
  press(session, "PageUp");
  tick_until_head(session, 2);
  assert_page(session, 1, 3);
  assert_notes(session, "one", "two");
  assert_true(str_is(session_inputs(session)->streams[0], "a b c"));
  assert_true(session_view(session)->presenter);
  press(session, "PageDown");
  tick_until_head(session, 3);
  assert_true(str_is(session_inputs(session)->streams[0], "d e"));
  press(session, "PageDown");
  tick_until_head(session, 4);
  press(session, "PageDown");
  session_tick(session, clock_now_ms);
  assert_int_equal(session_script_place(session).state, SCRIPT_NONE);
  session_free(session);
}

/* The rest of a script plays by the clock once the presenter view is left. */
static void waits_end_again_outside(void **state) {
  (void)state;
  Session *session = begin_window();
  Script script = {.path = "s", .text = str_from(LESSON)};
  assert_true(session_begin_script(session, &script, NULL));
  tick_until_head(session, 2);
  press(session, "Esc");
  assert_int_equal(session_script_place(session).state, SCRIPT_PLAYS);
  clock_now_ms += 400;
  session_tick(session, clock_now_ms);
  assert_int_equal(session_view(session)->head, 1);
  clock_now_ms += 101;
  tick_until_head(session, 3);
  session_free(session);
}

static void a_state_keeps_it_and_a_restored_one_does_not(void **state) {
  (void)state;
  Session *session = session_of("a b c"), *other = session_of("a b c");
  Arena *arena = arena_make(0);
  say(session, "presenter on; blank black; spotlight off; notes on");
  Str text = session_script(session, arena);
  assert_non_null(strstr(text.at, "\npresenter on\n"));
  assert_null(strstr(text.at, "\nblank "));
  Script script = {.path = "s", .text = text};
  assert_true(session_run_script(other, &script, NULL));
  assert_true(session_view(other)->presenter && !session_view(other)->spotlight);
  say(other, "mask causal; undo; redo");
  assert_true(session_view(other)->presenter); /* undo leaves it as it is */
  say(other, "presenter off");
  script.takes_back = true;
  script.rights = SCRIPT_OPENS;
  assert_true(session_run_script(other, &script, NULL));
  assert_false(session_view(other)->presenter);
  arena_free(arena);
  session_free(session);
  session_free(other);
}

static void a_note_has_a_limit_and_advance_is_a_persons(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  Arena *arena = arena_make(0);
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "note \"%02047d\"", 7);
  say(session, "%s", line.at);
  assert_int_equal(session_note(session).bytes, 2047);
  line = strbuf_make(arena);
  strbuf_format(&line, "note \"%02048d\"", 7);
  refused(session, line.at, "a note has at most 2047 bytes");
  say(session, "note \"\"");
  assert_int_equal(session_note(session).bytes, 0);
  Status status = {0};
  Script script = {.path = "s", .text = STR("advance\n")};
  assert_false(session_run_script(session, &script, &status));
  assert_non_null(strstr(status.sentence, "a command for a person"));
  arena_free(arena);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaving_returns_to_how_it_came),
      cmocka_unit_test(text_that_cannot_grow_says_so),
      cmocka_unit_test(escape_leaves_at_once),
      cmocka_unit_test(only_the_presenter_view_is_blank),
      cmocka_unit_test(keys_of_clickers_have_their_meaning_only_while_presenting),
      cmocka_unit_test(a_script_waits_for_the_speaker),
      cmocka_unit_test(a_script_goes_back_page_by_page),
      cmocka_unit_test(waits_end_again_outside),
      cmocka_unit_test(a_state_keeps_it_and_a_restored_one_does_not),
      cmocka_unit_test(a_note_has_a_limit_and_advance_is_a_persons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
