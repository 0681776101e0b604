/* Editing the sentence: by graphemes, with selection, clipboard and composition; the caret never
** lands inside a character. */
#include <string.h>

#include "session/say.h"
#include "text/utf8.h"

typedef struct Clipboard {
  char text[256];
  size_t bytes;
} Clipboard;

static bool copy_text(void *self, Str text, Status *status) {
  Clipboard *clipboard = self;
  (void)status;
  clipboard->bytes = text.bytes < 255 ? text.bytes : 255;
  memcpy(clipboard->text, text.at, clipboard->bytes);
  clipboard->text[clipboard->bytes] = 0;
  return true;
}

static bool paste_text(void *self, PasteFrom from, Arena *arena, Str *text, Status *status) {
  const Clipboard *clipboard = self;
  (void)status;
  if (from == PASTE_SELECTED) {
    *text = STR("selected");
    return true;
  }
  if (clipboard->bytes > sizeof clipboard->text) { /* as long as it says */
    char *many = arena_take(arena, clipboard->bytes, 1);
    assert_non_null(many);
    memset(many, 'x', clipboard->bytes);
    *text = (Str){many, clipboard->bytes};
  } else *text = (Str){clipboard->text, clipboard->bytes};
  return true;
}

static Session *with_clipboard(const char *sentence, Clipboard *clipboard) {
  Session *session;
  Status status;
  SessionOptions options = {
      .sentence = str_from(sentence),
      .hooks = {.self = clipboard, .copy_text = copy_text, .paste_text = paste_text}};
  assert_true(session_make(&options, &session, &status));
  return session;
}

static void assert_text(const Session *session, const char *text, size_t caret) {
  Str now = session_inputs(session)->streams[0];
  if (!str_is(now, text)) fail_msg("“%.*s” is not “%s”", (int)now.bytes, now.at, text);
  assert_int_equal(session_edit(session)->caret, caret);
}

static void typing_makes_a_new_trace_at_once(void **state) {
  (void)state;
  Session *session = session_of("");
  say(session, "edit begin");
  uint64_t serial = trace_serial(session_trace(session));
  say(session, "edit insert \"a\"; edit insert \" b\"");
  assert_text(session, "a b", 3);
  assert_int_equal(trace_token_count(session_trace(session)), 2);
  assert_int_not_equal(serial, trace_serial(session_trace(session)));
  session_free(session);
}

static void letters_with_marks_and_families_are_one_character(void **state) {
  (void)state;
  Session *session = session_of("e\xCC\x81👩‍👩‍👧x");
  say(session, "edit begin; edit left; edit backspace");
  assert_text(session, "e\xCC\x81x", 3);
  say(session, "edit left");
  assert_int_equal(session_edit(session)->caret, 0);
  say(session, "edit delete");
  assert_text(session, "x", 0);
  say(session, "edit delete; edit delete; edit backspace");
  assert_text(session, "", 0);
  session_free(session);
}

static void selections_are_replaced_and_collapse(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "edit begin; edit word-left select; edit insert \"ran\"");
  assert_text(session, "the cat ran", 11);
  say(session, "edit home; edit right select; edit right select; edit right");
  assert_int_equal(session_edit(session)->caret, 2);
  assert_int_equal(session_edit(session)->anchor, 2);
  say(session, "edit select-word 5; edit delete");
  assert_text(session, "the  ran", 4);
  say(session,
      "edit place 3; edit place 0 select; edit backspace; edit end-of-line; edit word-backspace");
  assert_text(session, "  ", 2);
  say(session, "edit select-all; edit insert \"\"");
  assert_text(session, "", 0);
  session_free(session);
}

static void a_place_inside_a_character_is_before_it(void **state) {
  (void)state;
  Session *session = session_of("a我b");
  for (int byte = 0; byte < 9; byte++) {
    say(session, "edit place %d", byte);
    size_t caret = session_edit(session)->caret;
    assert_true(caret == 0 || caret == 1 || caret == 4 || caret == 5);
  }
  session_free(session);
}

static void the_clipboard_goes_both_ways(void **state) {
  (void)state;
  Clipboard clipboard = {0};
  Session *session = with_clipboard("one two", &clipboard);
  say(session, "edit select-word 0; edit copy");
  assert_string_equal(clipboard.text, "one");
  say(session, "edit end-of-line; edit paste");
  assert_text(session, "one twoone", 10);
  say(session, "edit select-word 4; edit cut");
  assert_string_equal(clipboard.text, "twoone");
  assert_text(session, "one ", 4);
  memcpy(clipboard.text, "x\ny\xFF\r\n", 7);
  clipboard.bytes = 6;
  say(session, "edit paste"); /* the line end of the last line is dropped */
  assert_text(session, "one x\ny\xEF\xBF\xBD", 10);
  session_free(session);
}

/* Outside the editor, as one step of undo; an empty clipboard changes nothing. */
static void the_clipboard_becomes_the_sentence(void **state) {
  (void)state;
  Clipboard clipboard = {0};
  Session *session = with_clipboard("one two", &clipboard);
  say(session, "edit replace");
  assert_text(session, "one two", 0);
  memcpy(clipboard.text, "  three four\n", 13);
  clipboard.bytes = 13;
  say(session, "edit replace");
  assert_text(session, "three four", 10);
  assert_false(session_edit(session)->active);
  assert_non_null(strstr(session_message(session).at, "Ctrl-Z"));
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "one two"));
  clipboard.bytes = 100 * 1000 * 1000;
  refused(session, "edit replace", "100000000 bytes; at most 100000 can be pasted");
  session_free(session);
}

static void what_is_selected_elsewhere_comes_in_at_the_caret(void **state) {
  (void)state;
  Clipboard clipboard = {.text = "copied", .bytes = 6};
  Session *session = with_clipboard("one two", &clipboard);
  say(session, "edit begin; edit place 4; edit paste selected");
  assert_text(session, "one selectedtwo", 12);
  refused(session, "edit paste nothing", "edit takes");
  session_free(session);
}

static void too_much_to_paste_is_said_and_the_text_is_intact(void **state) {
  (void)state;
  Clipboard clipboard = {.bytes = 100 * 1000 * 1000};
  Session *session = with_clipboard("one two", &clipboard);
  refused(session, "edit paste", "100000000 bytes; at most 100000 can be pasted");
  assert_true(str_is(session_inputs(session)->streams[0], "one two"));
  session_free(session);
}

static void composing_is_not_part_of_the_sentence(void **state) {
  (void)state;
  Session *session = session_of("a");
  say(session, "edit begin; edit compose \"你好\" 1");
  assert_text(session, "a", 1);
  assert_string_equal(session_edit(session)->composition, "你好");
  assert_int_equal(session_edit(session)->composition_caret, 3);
  /* an input method sends a long text in pieces */
  say(session, "edit insert \"你\"; edit insert \"好\"");
  assert_text(session, "a你好", 7);
  assert_string_equal(session_edit(session)->composition, "");
  say(session, "edit compose \"x\" 9; edit end");
  assert_string_equal(session_edit(session)->composition, "");
  assert_text(session, "a你好", 7);
  session_free(session);
}

static void a_long_composition_is_cut_between_characters(void **state) {
  (void)state;
  Session *session = session_of("");
  char line[1200] = "edit compose \"";
  for (int i = 0; i < 200; i++) strcat(line, "你");
  strcat(line, "\" 500");
  say(session, "%s", line);
  size_t bytes = strlen(session_edit(session)->composition);
  assert_true(bytes < EDIT_COMPOSITION_BYTES && bytes % 3 == 0 && bytes > 240);
  session_free(session);
}

/* The first edit of bytes that are not UTF-8 stores the characters that were shown instead. */
static void editing_works_on_what_is_shown(void **state) {
  (void)state;
  Session *session = session_of("a\xFF");
  say(session, "edit begin");
  assert_text(session, "a\xFF", 4);
  say(session, "edit insert \"b\"");
  assert_text(session,
              "a\xEF\xBF\xBD"
              "b",
              5);
  session_free(session);
}

/* Random edits: the caret stays at a boundary of valid UTF-8. */
static void any_edits_keep_the_caret_on_a_boundary(void **state) {
  (void)state;
  static const char *const edits[] = {"left",
                                      "right",
                                      "left select",
                                      "right select",
                                      "word-left",
                                      "word-right select",
                                      "home",
                                      "end-of-line select",
                                      "backspace",
                                      "delete",
                                      "word-backspace",
                                      "word-delete",
                                      "select-all",
                                      "place 3",
                                      "place 7 select",
                                      "select-word 4",
                                      "insert \"\\u0301\"",
                                      "insert \"e\"",
                                      "insert \"👩\"",
                                      "insert \"\\u200d\"",
                                      "insert \"你 \"",
                                      "insert \"سلام\"",
                                      "insert \"🇩🇪\"",
                                      "compose \"ab\" 1",
                                      "cut",
                                      "insert \"\\ud83c\\udde9\""};
  Rng rng = rng_make(9);
  Session *session = session_of("a");
  for (int round = 0; round < 4000; round++) {
    if (round % 200 == 0) say(session, "sentence \"\"");
    say(session, "edit %s", edits[rng_below(&rng, sizeof edits / sizeof edits[0])]);
    if (rng_below(&rng, 20) == 0 && session_can_undo(session)) say(session, "undo");
    Str text = session_inputs(session)->streams[0];
    const Edit *edit = session_edit(session);
    size_t ends[] = {edit->caret, edit->anchor};
    for (int i = 0; i < 2; i++) {
      assert_true(ends[i] <= text.bytes);
      if (edit_boundary(text, ends[i]) != ends[i])
        fail_msg("round %d: %zu of “%.*s”", round, ends[i], (int)text.bytes, text.at);
    }
    for (size_t at = 0; at < text.bytes;) {
      uint32_t code;
      size_t taken = str_decode(text, at, &code);
      assert_true(taken > 0);
      at += taken;
    }
  }
  session_free(session);
}

/* "The focus follows its word, is let go when the word is gone, and comes back with it." The sentence before is "the
** cat sat on it", with sat → cat in focus; "" is no word. */
static void the_focus_follows_its_word(void **state) {
  (void)state;
  static const struct {
    const char *edit, *query, *key;
  } cases[] = {
      {"edit home; edit insert \"so then \"", "sat", "cat"},
      {"edit end-of-line; edit insert \" now\"", "sat", "cat"},
      {"edit home; edit word-delete; edit word-delete", "sat", ""},
      {"edit home; edit delete; edit delete; edit delete; edit delete", "sat", "cat"},
      {"edit place 11; edit insert \"s\"", "sats", "cat"},
      {"edit place 11; edit backspace", "sa", "cat"},
      {"edit place 9; edit backspace", "at", "cat"},
      {"edit place 11; edit word-backspace", "", ""},
      {"edit place 11; edit word-backspace; edit insert \"ran \"", "", ""},
      {"sentence \"the cat ran on it\"", "", ""},
      {"sentence \"it sat: the cat sat on it\"", "sat", "cat"},
      {"sentence \"hello\"", "", ""},
      {"sentence \"\"", "", ""},
      {"edit select-all; edit insert \"我爱北京\"", "", ""},
      {"edit home; edit insert \"so then \"; undo", "sat", "cat"},
      {"example 7; undo", "sat", "cat"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = session_of("the cat sat on it");
    say(session, "view stage; stage weights; cell 3 2; edit begin; %s", cases[i].edit);
    const View *view = session_view(session);
    const Trace *trace = session_trace(session);
    Str query = view->query < 0 ? STR("") : trace_token(trace, view->query)->text;
    Str key = view->key < 0 ? STR("") : trace_token(trace, view->key)->text;
    if (!str_is(query, cases[i].query) || !str_is(key, cases[i].key))
      fail_msg("%s: %.*s and %.*s are in focus", cases[i].edit, (int)query.bytes, query.at,
               (int)key.bytes, key.at);
    assert_int_equal(view->locked, view->query >= 0);
    session_free(session);
  }
}

/* The cell of the key that wins its row is that of the winner after the change; another cell stays at
** its words. */
static void the_winner_of_a_row_stays_in_focus(void **state) {
  (void)state;
  Session *session = session_of("The animal didn't cross the street because it was too tired");
  const View *view = session_view(session);
  say(session, "model reader");
  int query, key;
  assert_true(session_first_row(session, &query, &key));
  say(session, "view stage; stage weights; cell %d %d; example swap", query + 1, key + 1);
  const Trace *trace = session_trace(session);
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, view->layer, view->head);
  assert_int_equal(view->query, query);
  assert_int_not_equal(view->key, key);
  for (int i = 0; i < weights.cols; i++)
    assert_true(mat_get(weights, query, i) <= mat_get(weights, query, view->key));
  say(session, "example swap");
  assert_int_equal(view->key, key);
  say(session, "cell %d 1; example swap", query + 1);
  assert_int_equal(view->key, 0);
  session_free(session);
}

/* The same for a key alone and the place of the lens; the column of a stage without keys stays. */
static void whatever_names_a_word_follows_it(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  const View *view = session_view(session);
  say(session, "view stage; stage weights; cell key 3; lens 3 2; edit home; edit insert \"so \"");
  assert_int_equal(view->key_alone, 3);
  assert_int_equal(view->lens_query, 3);
  assert_int_equal(view->lens_key, 2);
  say(session, "stage output; cell 4 7; edit insert \"now \"");
  assert_int_equal(view->query, 4);
  assert_int_equal(view->key, 6);
  session_free(session);
}

/* "Esc takes back to what stood before the edit, Enter keeps", as if nothing had been typed: undo
** goes to what was before the edit, and the chosen row is chosen again. */
static void escape_takes_the_edit_back(void **state) {
  (void)state;
  static const char *const begins[] = {"edit begin", "edit place 3", "edit select-word 5"};
  static const char *const leaves[] = {"edit cancel", "escape"};
  for (int i = 0; i < 6; i++) {
    Session *session = session_of("so");
    say(session, "sentence \"the cat\"; view stage; stage weights; cell 2 1");
    say(session, "%s; edit select-all; edit insert \"a \"; edit insert \"dog\"", begins[i % 3]);
    say(session, "edit place 1; %s", leaves[i / 3]);
    assert_false(session_edit(session)->active);
    assert_true(str_is(session_inputs(session)->streams[0], "the cat"));
    assert_int_equal(session_view(session)->query, 1);
    assert_int_equal(session_view(session)->key, 0);
    assert_false(session_can_redo(session));
    say(session, "undo");
    assert_true(str_is(session_inputs(session)->streams[0], "so"));
    say(session, "edit begin; %s", leaves[i / 3]); /* nothing was changed since */
    assert_true(session_can_redo(session));
    say(session, "redo; edit begin; edit insert \" s\"; edit end; escape");
    assert_true(str_is(session_inputs(session)->streams[0], "the cat s"));
    say(session, "edit begin; edit insert \"!\"; mask causal; %s", leaves[i / 3]);
    assert_true(str_is(session_inputs(session)->streams[0], "the cat s"));
    assert_true(str_is(trace_mask_name(session_trace(session)), "causal")); /* it stays */
    session_free(session);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(typing_makes_a_new_trace_at_once),
      cmocka_unit_test(letters_with_marks_and_families_are_one_character),
      cmocka_unit_test(selections_are_replaced_and_collapse),
      cmocka_unit_test(a_place_inside_a_character_is_before_it),
      cmocka_unit_test(the_clipboard_goes_both_ways),
      cmocka_unit_test(the_clipboard_becomes_the_sentence),
      cmocka_unit_test(what_is_selected_elsewhere_comes_in_at_the_caret),
      cmocka_unit_test(too_much_to_paste_is_said_and_the_text_is_intact),
      cmocka_unit_test(composing_is_not_part_of_the_sentence),
      cmocka_unit_test(a_long_composition_is_cut_between_characters),
      cmocka_unit_test(editing_works_on_what_is_shown),
      cmocka_unit_test(any_edits_keep_the_caret_on_a_boundary),
      cmocka_unit_test(the_focus_follows_its_word),
      cmocka_unit_test(the_winner_of_a_row_stays_in_focus),
      cmocka_unit_test(whatever_names_a_word_follows_it),
      cmocka_unit_test(escape_takes_the_edit_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
