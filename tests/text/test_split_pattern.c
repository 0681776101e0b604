/* tests/text/test_split_pattern.c -- what a split does with matches and with the gaps between
** them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/split_pattern.h"

static void check(SplitBehavior behavior, bool inverted, const char *pattern, const char *text,
                  const char *wanted) {
  Arena *arena = arena_make(0);
  SplitPattern cut = {.behavior = behavior, .inverted = inverted};
  PatternSearch search;
  Status status = {0};
  StrBuf pieces = strbuf_make(arena);
  size_t first, end;
  assert_true(pattern_make(arena, PATTERN_RUBY, str_from(pattern), &cut.pattern, &status));
  assert_true(pattern_begin(cut.pattern, arena, NULL, &search, &status));
  SplitPatternWalk walk = split_pattern_begin(&cut, search, str_from(text));
  while (split_pattern_next(&walk, &first, &end))
    strbuf_format(&pieces, "%s%.*s", pieces.bytes > 0 ? "|" : "", (int)(end - first), text + first);
  assert_false(walk.failed);
  if (!str_is(strbuf_str(&pieces), wanted))
    fail_msg("“%s” by %s is %s, not %s", text, pattern, pieces.at, wanted);
  arena_free(arena);
}

/* The published vectors of the tokenizers library, and the ends of a text. */
static void a_match_goes_where_it_is_said(void **state) {
  (void)state;
  const char *text = "the-final--countdown";
  check(SPLIT_REMOVED, false, "-", text, "the|final|countdown");
  check(SPLIT_ISOLATED, false, "-", text, "the|-|final|-|-|countdown");
  check(SPLIT_MERGED_PREVIOUS, false, "-", text, "the-|final-|-|countdown");
  check(SPLIT_MERGED_NEXT, false, "-", text, "the|-final|-|-countdown");
  check(SPLIT_CONTIGUOUS, false, "-", text, "the|-|final|--|countdown");
  check(SPLIT_REMOVED, false, "-", "--a-", "a");
  check(SPLIT_MERGED_PREVIOUS, false, "-", "--a-", "-|-|a-");
  check(SPLIT_MERGED_NEXT, false, "-", "--a-", "-|-a|-");
  check(SPLIT_CONTIGUOUS, false, "-", "--a-", "--|a|-");
}

static void inverted_what_lies_between_is_the_match(void **state) {
  (void)state;
  check(SPLIT_REMOVED, true, "\\w+", "how are, you", "how|are|you");
  check(SPLIT_ISOLATED, true, "\\w+", "a, b", "a|, |b");
  check(SPLIT_MERGED_PREVIOUS, true, "\\w+", "a, b", "a, |b");
  check(SPLIT_MERGED_NEXT, true, "\\w+", "a, b", "a|, b");
}

static void nothing_and_matches_of_nothing(void **state) {
  (void)state;
  check(SPLIT_ISOLATED, false, "-", "", "");
  check(SPLIT_REMOVED, false, "-", "---", "");
  check(SPLIT_ISOLATED, false, "x*", "axxb", "a|xx|b");
  check(SPLIT_ISOLATED, false, "x*", "中é", "中é");
}

/* What Llama 3 and its like cut by: at most three digits, line ends with what is before them. */
static void a_pattern_of_today_cuts_as_it_says(void **state) {
  (void)state;
  static const char pattern[] =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
      " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  check(SPLIT_ISOLATED, false, pattern, "I'LL pay 12345 €!\n\n  ok",
        "I|'LL| pay| |123|45| €!\n\n| | ok");
  check(SPLIT_ISOLATED, false, pattern, "中文(测试)  x", "中文|(测试|)| | x");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_match_goes_where_it_is_said),
      cmocka_unit_test(inverted_what_lies_between_is_the_match),
      cmocka_unit_test(nothing_and_matches_of_nothing),
      cmocka_unit_test(a_pattern_of_today_cuts_as_it_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
