/* The grammar of commands: words, strings, ';' and '#', and any bytes written down and read
** back. */
#include <string.h>

#include "session/say.h"
#include "session/commands/line.h"

static Arena *arena;

static int set_up(void **state) { return (void)state, (arena = arena_make(0)) ? 0 : -1; }
static int tear_down(void **state) { return (void)state, arena_free(arena), 0; }

static void words_of(const char *text, CommandWords *words) {
  Str rest = str_from(text);
  Status status = {0};
  if (!line_next(arena, &rest, words, &status)) fail_msg("%s", status.sentence);
}

static void strings_keep_semicolons_and_hashes(void **state) {
  (void)state;
  CommandWords words;
  words_of("sentence \"a; b # c\"", &words);
  assert_int_equal(words.count, 2);
  assert_true(words.at[1].quoted);
  assert_true(str_is(words.at[1].text, "a; b # c"));
}

static void commands_are_parted_and_comments_dropped(void **state) {
  (void)state;
  Str rest = STR("  head 3;;  stage weights # the rest; head 4\n quit");
  const char *expected[] = {"head", "stage", "quit"};
  CommandWords words;
  int seen = 0;
  while (rest.bytes > 0) {
    assert_true(line_next(arena, &rest, &words, NULL));
    if (words.count > 0) assert_true(line_is(&words, 0, expected[seen++]));
  }
  assert_int_equal(seen, 3);
}

static void strings_are_json(void **state) {
  (void)state;
  CommandWords words;
  words_of("x \"a\\\"b\\\\\\u00e9\\n\\ud83d\\ude00\"", &words);
  assert_true(str_is(words.at[1].text, "a\"b\\\xC3\xA9\n\xF0\x9F\x98\x80"));
  Status status;
  Str open = STR("x \"abc"), wrong = STR("x \"\\q\"");
  assert_false(line_next(arena, &open, &words, &status));
  assert_non_null(strstr(status.sentence, "closing quotation mark"));
  assert_false(line_next(arena, &wrong, &words, &status));
  assert_non_null(strstr(status.sentence, "JSON"));
}

/* Any bytes can be read back: NUL, broken UTF-8, quotation marks, the escapes themselves. */
static void any_bytes_are_read_back(void **state) {
  (void)state;
  Rng rng = rng_make(7);
  static const char *const pieces[] = {
      "\"",           "\\",   "\\udce9", "\xC3", "\xA9", "é",  "😀", "\xF0\x9F",
      "\xED\xA0\x80", "\xFF", ";",       "#",    " ",    "\n", "a", "\x7F"};
  for (int round = 0; round < 5000; round++) {
    ArenaMark mark = arena_mark(arena);
    StrBuf bytes = strbuf_make(arena), line = strbuf_make(arena);
    for (int i = rng_below(&rng, 12); i > 0; i--)
      if (rng_below(&rng, 8) == 0) strbuf_add_char(&bytes, (char)rng_below(&rng, 256));
      else strbuf_add(&bytes, str_from(pieces[rng_below(&rng, 16)]));
    line_add_string(&line, strbuf_str(&bytes));
    Str rest = strbuf_str(&line);
    CommandWords words;
    Status status = {0};
    if (!line_next(arena, &rest, &words, &status)) fail_msg("%s: %s", line.at, status.sentence);
    assert_int_equal(words.count, 1);
    assert_true(str_equal(words.at[0].text, strbuf_str(&bytes)));
    arena_rewind(arena, mark);
  }
}

/* Whatever the bytes, reading ends without an error in memory, and accepts
** all of them or refuses. */
static void no_bytes_are_too_strange(void **state) {
  (void)state;
  Rng rng = rng_make(11);
  static const char letters[] = "ab\"\\;# \n\xC3\xA9u0d89";
  for (int round = 0; round < 20000; round++) {
    ArenaMark mark = arena_mark(arena);
    char line[40];
    Str rest = {line, (size_t)rng_below(&rng, sizeof line)};
    for (size_t i = 0; i < rest.bytes; i++) line[i] = letters[rng_below(&rng, sizeof letters - 1)];
    CommandWords words;
    Status status = {STATUS_OK, ""};
    bool taken = true;
    while (taken && rest.bytes > 0) {
      size_t before = rest.bytes;
      taken = line_next(arena, &rest, &words, &status);
      assert_true(taken ? rest.bytes < before : status.kind == STATUS_USAGE);
    }
    arena_rewind(arena, mark);
  }
}

static void a_wrong_name_gets_the_nearest_and_the_list(void **state) {
  (void)state;
  static const char *const names[] = {"scores", "weights"};
  const Names list = {"there is no stage “%.*s”; it is one of: %s",
                      "there is no stage “%.*s”; did you mean “%s”? It is one of: %s", names, 2};
  Status status;
  assert_false(names_refuse(&list, STR("wieghts"), &status));
  assert_string_equal(
      status.sentence,
      "there is no stage “wieghts”; did you mean “weights”? It is one of: scores, weights");
  assert_false(names_refuse(&list, STR("nowhere"), &status));
  assert_string_equal(status.sentence,
                      "there is no stage “nowhere”; it is one of: scores, weights");
}

/* The list is cut between two names. */
static void a_long_list_ends_in_dots(void **state) {
  (void)state;
  const char *names[60];
  for (int i = 0; i < 60; i++) names[i] = "ten-letter";
  Status status;
  assert_false(names_refuse(&(Names){"there is no name “%.*s”; it is one of: %s", "", names, 60},
                            STR("x"), &status));
  static const char end[] = ", ten-letter, …";
  assert_true(str_ends(str_from(status.sentence), end));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strings_keep_semicolons_and_hashes),
      cmocka_unit_test(commands_are_parted_and_comments_dropped),
      cmocka_unit_test(strings_are_json),
      cmocka_unit_test(any_bytes_are_read_back),
      cmocka_unit_test(no_bytes_are_too_strange),
      cmocka_unit_test(a_wrong_name_gets_the_nearest_and_the_list),
      cmocka_unit_test(a_long_list_ends_in_dots),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
