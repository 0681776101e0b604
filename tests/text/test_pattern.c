/* tests/text/test_pattern.c -- patterns of tokenizer.json mean what Oniguruma means by them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "text/pattern.h"

static Arena *arena;

static int set_up(void **state) {
  (void)state;
  return (arena = arena_make(0)) ? 0 : 1;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(arena);
  return 0;
}

static PatternSearch begin_with(PatternGrammar grammar, const char *text, WorkBudget *budget) {
  const Pattern *pattern;
  PatternSearch search;
  Status status = {0};
  if (!pattern_make(arena, grammar, str_from(text), &pattern, &status))
    fail_msg("%s", status.sentence);
  assert_true(pattern_begin(pattern, arena, budget, &search, &status));
  return search;
}

static PatternSearch begin(PatternGrammar grammar, const char *text) {
  WorkBudget *budget = arena_take(arena, 1, sizeof *budget);
  *budget = work_budget_make(0, NULL);
  return begin_with(grammar, text, budget);
}

/* wanted: the first match; NULL: there is none. */
static void check_first(PatternGrammar grammar, const char *pattern, Str text, const char *wanted) {
  PatternSearch search = begin(grammar, pattern);
  size_t first, end;
  PatternFound found = pattern_find(&search, text, 0, &first, &end);
  if (!wanted) {
    if (found != PATTERN_NOT_FOUND) fail_msg("%s fits %s", pattern, text.at);
    return;
  }
  assert_int_equal(found, PATTERN_FOUND);
  Str match = {text.at + first, end - first};
  if (!str_is(match, wanted))
    fail_msg("%s finds “%.*s”, not “%s”", pattern, (int)match.bytes, match.at, wanted);
}

static void a_plain_text_has_no_signs(void **state) {
  (void)state;
  check_first(PATTERN_PLAIN, ".+", STR("a.+b"), ".+");
  check_first(PATTERN_PLAIN, ".+", STR("ab"), NULL);
}

static void rubys_letters_are_unicodes(void **state) {
  (void)state;
  check_first(PATTERN_RUBY, "\\s+", STR("a\u00A0\u3000b"), "\u00A0\u3000");
  check_first(PATTERN_RUBY, "\\s", STR("a\u180Eb"), NULL); /* White_Space no longer */
  check_first(PATTERN_RUBY, "[^\\s]+", STR(" a\u180Eb\u2003c"), "a\u180Eb");
  check_first(PATTERN_RUBY, "\\S+", STR("\u2003a\u180Eb c"), "a\u180Eb");
  check_first(PATTERN_RUBY, "[\\S\\n]+", STR(" a\nb c"), "a\nb");
  check_first(PATTERN_RUBY, "\\w+", STR("-e\u0301_\u24D0٣-"), "e\u0301_\u24D0٣");
  check_first(PATTERN_RUBY, "\\W+", STR("a·-b"), "·-");
  check_first(PATTERN_RUBY, "\\d+", STR("½²٣4"), "٣4");
  check_first(PATTERN_RUBY, "\\p{N}+", STR("a½²٣4"), "½²٣4");
  check_first(PATTERN_RUBY, "(?i:'S|'RE)", STR("you'rE"), "'rE");
  check_first(PATTERN_RUBY, "^b$", STR("a\nb\nc"), "b");
}

/* A script is its own characters: U+30FB is shared by Hiragana and Katakana and belongs to none. */
static void a_script_is_its_own_characters(void **state) {
  (void)state;
  check_first(PATTERN_RUBY, "\\p{Katakana}+", STR("・カナ"), "カナ");
  check_first(PATTERN_RUBY, "[\\p{Han}\\p{Hiragana}]+", STR("a中の・"), "中の");
  check_first(PATTERN_RUBY, "\\p{^Han}+", STR("中ab"), "ab");
  check_first(PATTERN_RUBY, "\\P{L}+", STR("a1-b"), "1-");
}

static void check_refused(const char *pattern, const char *part) {
  const Pattern *made;
  Status status = {0};
  assert_false(pattern_make(arena, PATTERN_RUBY, str_from(pattern), &made, &status));
  if (!strstr(status.sentence, part)) fail_msg("%s: %s", pattern, status.sentence);
}

static void what_would_mean_something_else_is_refused_by_its_sign(void **state) {
  (void)state;
  check_refused("\\h+", "\\h in the pattern “\\h+” is not supported");
  check_refused("a\\b", "\\b in the pattern");
  check_refused("\\v", "\\v in the pattern");
  check_refused("[a-z&&[^b]]", "&& in the pattern");
  check_refused("[[:alpha:]]", "[ [ in the pattern");
  check_refused("\\p{N}{1,3}+", "}+ in the pattern");
  check_refused("(?m:.)", "(?m in the pattern");
  check_refused("(?im:.)", "(?m in the pattern");
  check_refused("(?i-m)^a", "(?m in the pattern");
  check_refused("(?s)a", "(?s in the pattern");
  check_refused("(*CRLF)a$", "(* in the pattern");
  check_refused("(?P<a>.)(?P=a)", "(?P in the pattern");
  check_refused("(?R)?a", "(?R in the pattern");
  check_refused("(a)(?1)", "(?1 in the pattern");
  check_refused("[^\\W]", "\\W in the pattern");
  check_refused("a\\", "\\ in the pattern");
  check_refused("(a", "is no pattern");
  check_refused("\\p{Nothing}", "is no pattern");
  char *longest = arena_take(arena, PATTERN_BYTES_MOST + 2, 1);
  memset(longest, 'a', PATTERN_BYTES_MOST + 1);
  check_refused(longest, "the limit is 4096");
}

/* It would try 2^40 ways. */
static void a_search_that_takes_forever_fails(void **state) {
  (void)state;
  size_t first, end;
  PatternSearch search = begin(PATTERN_RUBY, "(a|aa)+$");
  Str text = STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
  assert_int_equal(pattern_find(&search, text, 0, &first, &end), PATTERN_FAILED);
}

static Str many(const char *piece, int count, const char *end) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < count; i++) strbuf_add(&text, str_from(piece));
  strbuf_add(&text, str_from(end));
  return strbuf_str(&text);
}

/* Few steps at each position, but each examines the whole text. */
static void a_search_that_is_slow_everywhere_fails_soon(void **state) {
  (void)state;
  static const char *const patterns[] = {"a*a*[bc]", "a{0,400}a*[bc]", "(?:a?){18}b|(?=.*b)c"};
  Str text = many("a", 50000, "d b");
  for (int i = 0; i < 3; i++) {
    size_t first, end;
    PatternSearch search = begin(PATTERN_RUBY, patterns[i]);
    double begin_ms = os_thread_cpu_ms();
    assert_int_equal(pattern_find(&search, text, 0, &first, &end), PATTERN_FAILED);
    assert_true(os_thread_cpu_ms() - begin_ms < 10000); /* a minute and more without a limit */
  }
}

/* Each search is quick, but there is one per character, and each examines all the rest. */
static void many_quick_searches_share_one_budget(void **state) {
  (void)state;
  static const char *const patterns[] = {"[^q]*[qz]", "[^q]*+q|.", "a{40000}q|a", "(?=[^q]*q)a|a"};
  Str text = many("a", 99000, "");
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    WorkBudget budget = work_budget_make(text.bytes, NULL);
    PatternSearch search = begin_with(PATTERN_RUBY, patterns[i], &budget);
    size_t first, end = 0;
    PatternFound found = PATTERN_FOUND;
    double begin_ms = os_thread_cpu_ms();
    while (found == PATTERN_FOUND) found = pattern_find(&search, text, end, &first, &end);
    assert_int_equal(found, PATTERN_FAILED);
    assert_true(budget.left < 0);
    assert_true(os_thread_cpu_ms() - begin_ms < 5000); /* 90 seconds without a budget */
  }
}

/* Counted in steps, not in time: the same on every machine, however busy. */
static void the_same_text_always_costs_the_same(void **state) {
  (void)state;
  Str text = many("a b, ", 200, "");
  int64_t left[2];
  for (int i = 0; i < 2; i++) {
    WorkBudget budget = work_budget_make(text.bytes, NULL);
    PatternSearch search = begin_with(PATTERN_RUBY, "\\w+|[^\\s]+|\\s+", &budget);
    size_t first, end = 0;
    while (pattern_find(&search, text, end, &first, &end) == PATTERN_FOUND) continue;
    left[i] = budget.left;
  }
  assert_true(left[0] == left[1]);
  assert_true(left[0] < work_budget_make(text.bytes, NULL).left);
}

/* The patterns of GPT-4, Llama 3 and DeepSeek, on the texts that cost most: even a budget without
** its free part would suffice. */
static void patterns_in_use_pass_on_any_text(void **state) {
  (void)state;
  static const char *const patterns[] = {
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
      " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
      "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+"
      "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}|"
      " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
      "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?"
      "[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  };
  static const char *const pieces[] = {"the cat, ", "A",       "aB",     " ",   "\n",
                                       " a",        "12",      "中文",   "'s ", "?!",
                                       "é",         "e\u0301", "\r\n  ", "😀",   "سلام "};
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
    for (size_t j = 0; j < sizeof pieces / sizeof pieces[0]; j++) {
      Str text = many(pieces[j], 5000, "");
      WorkBudget budget = {.left = (int64_t)text.bytes * WORK_BUDGET_PER_BYTE};
      PatternSearch search = begin_with(PATTERN_RUBY, patterns[i], &budget);
      size_t first, end = 0;
      PatternFound found = PATTERN_FOUND;
      while (found == PATTERN_FOUND) found = pattern_find(&search, text, end, &first, &end);
      if (found == PATTERN_FAILED) fail_msg("pattern %zu on “%s”…", i, pieces[j]);
    }
}

static bool says_stop(void *self) { return ++*(int *)self > 1; }

static void a_search_may_be_stopped(void **state) {
  (void)state;
  int asked = 0;
  size_t first, end;
  Progress progress = {.stopped = says_stop, .self = &asked};
  Str text = many("a", 30000, "");
  WorkBudget budget = work_budget_make(text.bytes, &progress);
  PatternSearch search = begin_with(PATTERN_RUBY, "[^q]*[qz]", &budget);
  assert_int_equal(pattern_find(&search, text, 0, &first, &end), PATTERN_FAILED);
  assert_true(budget.stopped && budget.left > 0);
  assert_int_equal(asked, 2);
}

/* A text is searched as a whole: what lies far behind is found. */
static void a_match_far_away_is_found_whole(void **state) {
  (void)state;
  size_t first, end;
  PatternSearch search = begin(PATTERN_RUBY, "(?<=é)x+|$");
  Str text = many("é", 3001, "xxx");
  assert_int_equal(pattern_find(&search, text, 0, &first, &end), PATTERN_FOUND);
  assert_int_equal(first, 6002);
  assert_int_equal(end, 6005);
  assert_int_equal(pattern_find(&search, text, 6005, &first, &end), PATTERN_FOUND);
  assert_int_equal(end, 6005); /* the end itself */
  search = begin(PATTERN_RUBY, "y");
  assert_int_equal(pattern_find(&search, text, 1000, &first, &end), PATTERN_NOT_FOUND);
  /* Thousands of steps at one place are allowed: white space that no line end follows. */
  search = begin(PATTERN_RUBY, "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");
  text = many(" ", 100000, "a");
  assert_int_equal(pattern_find(&search, text, 0, &first, &end), PATTERN_FOUND);
  assert_int_equal(first, 0);
  assert_int_equal(end, 99999);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plain_text_has_no_signs),
      cmocka_unit_test(rubys_letters_are_unicodes),
      cmocka_unit_test(a_script_is_its_own_characters),
      cmocka_unit_test(what_would_mean_something_else_is_refused_by_its_sign),
      cmocka_unit_test(a_search_that_takes_forever_fails),
      cmocka_unit_test(a_search_that_is_slow_everywhere_fails_soon),
      cmocka_unit_test(many_quick_searches_share_one_budget),
      cmocka_unit_test(the_same_text_always_costs_the_same),
      cmocka_unit_test(patterns_in_use_pass_on_any_text),
      cmocka_unit_test(a_search_may_be_stopped),
      cmocka_unit_test(a_match_far_away_is_found_whole),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
