/* Status sentences, strings, numbers under every locale, growing text, random numbers. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/status.h"
#include "base/str.h"
#include "support/german_locale.h"

/* A hostile name cannot control a terminal: control and escape characters, direction marks and
** broken bytes are escaped. */
static void a_sentence_is_safe(void **state) {
  (void)state;
  Status status = {0};
  assert_false(status_fail(&status, STATUS_USAGE, "a\x1b[2J\n\r\t\x7f b"));
  assert_string_equal(status.sentence, "a\\x1B[2J\\n\\r\\t\\x7F b");
  assert_int_equal(status.kind, STATUS_USAGE);
  status_fail(&status, STATUS_COULD_NOT, "%s|%s|%s", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xC2\x9B");
  assert_string_equal(status.sentence, "\\u202E|\\u2066|\\x9B");
  status_fail(&status, STATUS_COULD_NOT, "%s", "\xFF\xC0\xAF\xED\xA0\x80 \xE4\xBD\xA0 end\n\n");
  assert_string_equal(status.sentence, "\\xFF\\xC0\\xAF\\xED\\xA0\\x80 \xE4\xBD\xA0 end");
  assert_false(status_fail(NULL, STATUS_COULD_NOT, "dropped"));
}

static bool ends_in_ellipsis(const char *text) {
  size_t bytes = strlen(text);
  return bytes >= 3 && strcmp(text + bytes - 3, "\xE2\x80\xA6") == 0;
}

static bool is_utf8(const char *text) {
  Str s = str_from(text);
  uint32_t code;
  for (size_t at = 0, taken; at < s.bytes; at += taken)
    if ((taken = str_decode(s, at, &code)) == 0) return false;
  return true;
}

static void a_long_sentence_is_cut_at_a_character(void **state) {
  (void)state;
  char name[6000];
  Status status = {0};
  for (size_t shift = 0; shift < 4; shift++) {
    memset(name, 'x', shift);
    for (size_t at = shift; at + 4 < sizeof name; at += 3) memcpy(name + at, "\xE4\xBD\xA0", 4);
    status_fail(&status, STATUS_COULD_NOT, "%s", name);
    assert_true(ends_in_ellipsis(status.sentence) && is_utf8(status.sentence));
    assert_true(strlen(status.sentence) > STATUS_SENTENCE_BYTES - 8);
    assert_null(strchr(status.sentence, '\\'));
  }
  memset(name, 'y', STATUS_SENTENCE_BYTES - 1);
  name[STATUS_SENTENCE_BYTES - 1] = 0; /* fits to the last byte */
  status_fail(&status, STATUS_COULD_NOT, "%s", name);
  assert_string_equal(status.sentence, name);
}

static void a_sentence_may_quote_itself(void **state) {
  (void)state;
  Status status = {0};
  status_fail(&status, STATUS_COULD_NOT, "inner \x1b");
  status_fail(&status, STATUS_COULD_NOT, "outer: %s", status.sentence);
  assert_string_equal(status.sentence, "outer: inner \\x1B");
  status_no_memory(&status);
  assert_true(strlen(status.sentence) > 10 && status.kind == STATUS_COULD_NOT);
}

static bool reads(const char *text, double expected) {
  double value = -1.0;
  return str_to_double(str_from(text), &value) && value == expected;
}

static void numbers_use_a_point_in_every_locale(void **state) {
  (void)state;
  for (int german = 0; german < 2; german++) {
    if (german) german_locale_begin();
    assert_true(reads("1.5", 1.5) && reads("-0.25e2", -25.0) && reads("+.5", 0.5));
    assert_true(reads("7.", 7.0) && reads("1e-320", 1e-320) && reads("0.1", 0.1));
  }
  (void)setlocale(LC_ALL, "C");
  const char *bad[] = {"",    "1,5", ".",  "e5",  "1e",    "1e+",   "0x10", "inf",
                       "nan", "1 ",  " 1", "--1", "1.2.3", "1e999", "1f"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double value;
    if (str_to_double(str_from(bad[i]), &value)) fail_msg("\"%s\" was taken", bad[i]);
  }
  double value;
  assert_false(str_to_double((Str){"1\0"
                                   "2",
                                   3},
                             &value));
  assert_true(str_to_double((Str){"12345", 2}, &value) && value == 12.0);
}

static void whole_numbers_do_not_overflow(void **state) {
  (void)state;
  long value = 0;
  assert_true(str_to_long(STR("-42"), &value) && value == -42);
  assert_true(str_to_long(STR("9223372036854775807"), &value) && value == INT64_MAX);
  assert_false(str_to_long(STR("9223372036854775808"), &value));
  assert_false(str_to_long(STR("4.0"), &value) || str_to_long(STR(""), &value));
  assert_false(str_to_long(STR("-"), &value) || str_to_long(STR(" 4"), &value));
}

static void a_leading_number_ends_where_its_digits_do(void **state) {
  (void)state;
  long value = -1;
  assert_int_equal(str_leading_number(STR("12,4"), &value), 2);
  assert_int_equal(value, 12);
  assert_int_equal(str_leading_number((Str){"123", 2}, &value), 2);
  assert_int_equal(value, 12);
  assert_int_equal(str_leading_number(STR("0099999999999999999999x"), &value), 22);
  assert_true(value == INT64_MAX);
  const Str none[] = {STR(""), STR("-1"), STR("+1"), STR(" 1"), STR("x1")};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    assert_int_equal(str_leading_number(none[i], &value), 0);
    assert_int_equal(value, 0);
  }
}

static void the_nearest_name_is_found(void **state) {
  (void)state;
  const char *const names[] = {"scores", "scaled", "masked", "weights", "output"};
  assert_int_equal(str_nearest(STR("wieghts"), names, 5), 3); /* neighbours swapped */
  assert_int_equal(str_nearest(STR("score"), names, 5), 0);
  assert_int_equal(str_nearest(STR("OUTPUT"), names, 5), 4);
  assert_int_equal(str_nearest(STR("weig"), names, 5), 3); /* its beginning */
  assert_int_equal(str_nearest(STR("maskd"), names, 5), 2);
  assert_int_equal(str_nearest(STR("banana"), names, 5), -1);
  assert_int_equal(str_nearest(STR("x"), names, 5), -1);
  assert_int_equal(str_nearest(STR(""), names, 5), -1);
}

static void pieces_of_text(void **state) {
  (void)state;
  assert_true(str_is(str_trim(STR(" \t a b \r\n")), "a b"));
  assert_int_equal(str_trim(STR("  ")).bytes, 0);
  assert_true(str_is(str_without_mark(STR("\xEF\xBB\xBFx")), "x"));
  assert_true(str_is(str_without_mark(STR("x\xEF\xBB\xBF")), "x\xEF\xBB\xBF"));
  Str text = STR("a\n\nbc"), empty = STR("");
  assert_true(str_is(str_take_line(&text), "a") && str_is(text, "\nbc"));
  assert_true(str_is(str_take_line(&text), "") && str_is(text, "bc"));
  assert_true(str_is(str_take_line(&text), "bc") && text.bytes == 0);
  assert_true(str_take_line(&empty).bytes == 0 && empty.bytes == 0);
  assert_true(str_starts(STR("models--x"), "models--") && !str_starts(STR("mod"), "models"));
  assert_true(str_equal(str_from(NULL), STR("")));
  assert_true(str_ends(STR("a.npy"), ".npy") && str_ends(STR(""), "") && !str_ends(STR("y"), "py"));
  assert_true(str_equal(str_head(STR("naïve"), 3), STR("na"))); /* ï is two bytes */
  assert_true(str_equal(str_head(STR("naïve"), 4), STR("naï")));
  assert_true(str_equal(str_head(STR("naïve"), 99), STR("naïve")));
  assert_int_equal(str_characters(STR("naïve €")), 7);
  assert_true(str_compare(STR("ab"), STR("ab")) == 0 && str_compare(STR(""), STR("")) == 0);
  assert_true(str_compare(STR("ab"), STR("abc")) < 0 && str_compare(STR("b"), STR("abc")) > 0);
  assert_true(str_compare(STR("z"), STR("é")) < 0); /* bytes count as 0 to 255 */
}

static void text_grows_and_stays_closed(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf buf = strbuf_make(arena);
  assert_string_equal(buf.at, "");
  for (int i = 0; i < 1000; i++) strbuf_format(&buf, "%d,", i % 10);
  assert_int_equal(buf.bytes, 2000);
  assert_int_equal(strlen(buf.at), 2000);
  assert_false(buf.failed);
  buf = strbuf_make(arena);
  strbuf_add_json(&buf, STR("a\"\\\n\x01\x0B\xE4\xBD\xA0\xFF/"));
  assert_string_equal(buf.at, "\"a\\\"\\\\\\n\\u0001\\u000b\xE4\xBD\xA0\xEF\xBF\xBD/\"");
  assert_string_equal(str_format(arena, "%s-%d", "x", 7), "x-7");
  assert_string_equal(str_copy(arena, (Str){"abc", 2}), "ab");
  arena_free(arena);
}

static void text_without_memory_fails_and_stays_readable(void **state) {
  (void)state;
  Arena *arena = arena_make(64);
  arena_fail_at(1);
  StrBuf buf = strbuf_make(arena);
  for (int i = 0; i < 100; i++) strbuf_add(&buf, STR("word "));
  assert_true(buf.failed);
  assert_int_equal(strlen(buf.at), buf.bytes);
  assert_null(str_format(arena, "%0200d", 1));
  arena_fail_at(0);
  arena_free(arena);
}

/* The first numbers of xoshiro256** for the state splitmix64 makes of 0 and of 1. */
static void random_numbers_are_the_same_everywhere(void **state) {
  (void)state;
  Rng zero = rng_make(0);
  assert_true(zero.state[0] == UINT64_C(0xE220A8397B1DCDAF)); /* splitmix64's own test value */
  assert_true(zero.state[1] == UINT64_C(0x6E789E6AA1B965F4));
  Rng fixed = {{1, 2, 3, 4}};
  const uint64_t expected[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240)};
  for (int i = 0; i < 4; i++) assert_true(rng_next(&fixed) == expected[i]);
  assert_true(rng_hash("", 0) == UINT64_C(0xCBF29CE484222325));
  assert_true(rng_hash("a", 1) == UINT64_C(0xAF63DC4C8601EC8C));
}

static void random_numbers_have_their_distribution(void **state) {
  (void)state;
  Rng rng = rng_make(5);
  double sum = 0.0, squares = 0.0, uniform = 0.0;
  int counts[6] = {0};
  const int draws = 60000;
  for (int i = 0; i < draws; i++) {
    double normal = rng_normal(&rng), u = rng_uniform(&rng);
    assert_true(u >= 0.0 && u < 1.0 && isfinite(normal));
    sum += normal, squares += normal * normal, uniform += u;
    counts[rng_below(&rng, 6)]++;
  }
  assert_true(fabs(sum / draws) < 0.02 && fabs(squares / draws - 1.0) < 0.03);
  assert_true(fabs(uniform / draws - 0.5) < 0.01);
  for (int i = 0; i < 6; i++) assert_true(counts[i] > 9500 && counts[i] < 10500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sentence_is_safe),
      cmocka_unit_test(a_long_sentence_is_cut_at_a_character),
      cmocka_unit_test(a_sentence_may_quote_itself),
      cmocka_unit_test(numbers_use_a_point_in_every_locale),
      cmocka_unit_test(whole_numbers_do_not_overflow),
      cmocka_unit_test(a_leading_number_ends_where_its_digits_do),
      cmocka_unit_test(the_nearest_name_is_found),
      cmocka_unit_test(pieces_of_text),
      cmocka_unit_test(text_grows_and_stays_closed),
      cmocka_unit_test(text_without_memory_fails_and_stays_readable),
      cmocka_unit_test(random_numbers_are_the_same_everywhere),
      cmocka_unit_test(random_numbers_have_their_distribution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
