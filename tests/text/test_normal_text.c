/* tests/text/test_normal_text.c -- Unicode normal forms, and the source of each of their bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>
#include <utf8proc.h>

#include "text/normal_text.h"

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

static const NormalStep nfc = {.kind = NORMAL_FORM, .composed = true};
static const NormalStep nfd = {.kind = NORMAL_FORM};
static const NormalStep nfkc = {.kind = NORMAL_FORM, .composed = true, .compatible = true};
static const NormalStep nfkd = {.kind = NORMAL_FORM, .compatible = true};
static const NormalStep marks = {.kind = NORMAL_MARKS};
static const NormalStep lower = {.kind = NORMAL_BERT, .bert = {.lower = true}};

static BertText make(const NormalStep *steps, int count, Str text) {
  BertText made;
  assert_true(normal_text_make(steps, count, arena, text, &made, NULL));
  return made;
}

static void check(NormalStep step, Str text, const char *wanted) {
  BertText made = make(&step, 1, text);
  if (!str_is(made.text, wanted))
    fail_msg("“%.*s” is “%s”, not “%s”", (int)text.bytes, text.at, made.text.at, wanted);
}

static void forms_are_those_of_the_standard(void **state) {
  (void)state;
  check(nfc, STR("e\u0301 \u212B \uFB01"), "\u00E9 \u00C5 \uFB01");
  check(nfd, STR("\u00E9\u1E69"), "e\u0301s\u0323\u0307");
  check(nfkc, STR("\uFB01 \u2460 \uFF21\u00B2"), "fi 1 A2");
  check(nfkd, STR("\u1E9B\u0323"), "s\u0323\u0307");
  check(nfc, STR("\u1112\u1161\u11AB"), "한");
  check(nfd, STR("한"), "\u1112\u1161\u11AB");
  check(nfkc, STR("\u314E\u314F"), "\uD558"); /* letters of their own, which compose */
  check(nfkc, STR("\uFF76\uFF9E"), "\u30AC");
  check(nfc, STR("plain ASCII"), "plain ASCII");
}

static Str map_whole(Str text, NormalStep step) {
  utf8proc_uint8_t *bytes;
  int options = UTF8PROC_STABLE | (step.composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                (step.compatible ? UTF8PROC_COMPAT : 0);
  utf8proc_ssize_t count =
      utf8proc_map((const utf8proc_uint8_t *)text.at, (utf8proc_ssize_t)text.bytes, &bytes,
                   (utf8proc_option_t)options);
  assert_true(count >= 0);
  char *copy = str_copy(arena, (Str){(const char *)bytes, (size_t)count});
  free(bytes);
  return (Str){copy, (size_t)count};
}

/* Normalising cluster by cluster gives the same as normalising the whole text. */
static void clusters_make_the_form_of_the_whole(void **state) {
  (void)state;
  static const int codes[] = {'a',    'e',    ' ',     0x301,  0x327,  0x323,  0xE9,
                              0x1112, 0x1161, 0x11AB,  0x314E, 0x314F, 0xFFA1, 0xFFC2,
                              0xFF76, 0xFF9E, 0xFDFA,  0xFB01, 0x2460, 0x9C7,  0x9BE,
                              0xE33,  0xAC00, 0x1F468, 0x200D, 0x212B, 0x344};
  const NormalStep steps[] = {nfc, nfd, nfkc, nfkd};
  unsigned seed = 1;
  for (int round = 0; round < 4000; round++) {
    char text[64];
    size_t used = 0;
    for (int i = 0; i < 9; i++) {
      seed = seed * 1664525 + 1013904223;
      used += (size_t)utf8proc_encode_char(codes[(seed >> 16) % (sizeof codes / sizeof codes[0])],
                                           (utf8proc_uint8_t *)text + used);
    }
    for (int i = 0; i < 4; i++) {
      Str whole = map_whole((Str){text, used}, steps[i]);
      Str made = make(&steps[i], 1, (Str){text, used}).text;
      if (!str_equal(made, whole)) fail_msg("form %d of “%.*s”", i, (int)used, text);
    }
  }
}

static void places_are_carried_through_every_step(void **state) {
  (void)state;
  const NormalStep steps[] = {nfd, marks, lower};
  BertText made = make(steps, 3, STR("xÉ\u0903Z"));
  assert_true(str_is(made.text, "xez"));
  assert_int_equal(made.source[0], 0);
  assert_int_equal(made.source[2], 6);
  made = make(&nfc, 1, STR("xe\u0301z")); /* é: from its letter to its mark */
  assert_true(str_is(made.text, "x\u00E9z"));
  assert_int_equal(made.source[1], 1);
  assert_int_equal(made.source[2], 2);
  assert_int_equal(made.source[3], 4);
  made = make(NULL, 0, STR("aé"));
  assert_true(str_is(made.text, "aé"));
  assert_int_equal(made.source[2], 1);
}

/* Ordering them at once would take minutes. */
static void very_many_marks_take_no_time(void **state) {
  (void)state;
  enum { MARKS = 400000 };
  char *text = arena_take(arena, 1 + 2 * MARKS, 1);
  assert_non_null(text);
  text[0] = 'a';
  for (int i = 0; i < MARKS; i++) memcpy(text + 1 + 2 * i, i % 2 ? "\u0301" : "\u0327", 2);
  BertText made = make(&nfc, 1, (Str){text, 1 + 2 * MARKS});
  assert_true(made.text.bytes > MARKS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_are_those_of_the_standard),
      cmocka_unit_test(clusters_make_the_form_of_the_whole),
      cmocka_unit_test(places_are_carried_through_every_step),
      cmocka_unit_test(very_many_marks_take_no_time),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
