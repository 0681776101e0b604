/* tests/text/test_bert_text.c -- normalised text, its words, and the pieces of a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/bert_text.h"
#include "text/wordpiece.h"

static const BertTextOptions uncased = {true, true, true, true};
static const BertTextOptions cased = {true, true, false, false};

static void check_words(BertTextOptions options, Str text, const char *wanted) {
  Arena *arena = arena_make(0);
  BertText plain;
  size_t first = 0, end;
  StrBuf words = strbuf_make(arena);
  assert_true(bert_text_make(&options, arena, text, &plain, NULL));
  const WordCuts cuts = {.punctuation = true};
  for (; bert_text_next_word(&cuts, plain.text, &first, &end); first = end) {
    if (words.bytes > 0) strbuf_add_char(&words, ' ');
    strbuf_add(&words, (Str){plain.text.at + first, end - first});
  }
  if (!str_is(strbuf_str(&words), wanted))
    fail_msg("“%.*s” has “%s”, not “%s”", (int)text.bytes, text.at, words.at, wanted);
  arena_free(arena);
}

static void words_are_those_of_the_published_vectors(void **state) {
  (void)state;
  check_words(uncased, STR("Hello, World!"), "hello , world !");
  check_words(cased, STR("Hello, World!"), "Hello , World !");
  check_words(uncased, STR("naïve CAFÉ"), "naive cafe");
  check_words(cased, STR("naïve CAFÉ"), "naïve CAFÉ");
  check_words(uncased, STR("中文BERT测试"), "中 文 bert 测 试");
  check_words(cased, STR("中文BERT测试"), "中 文 BERT 测 试");
  check_words(uncased,
              STR("a\uFFFD"
                  "b\u200B"
                  "c\0d"),
              "abcd");
  check_words(uncased, STR("foo\u00A0bar\u2028baz"), "foo bar baz");
  check_words(uncased, STR("don't $5^2"), "don ' t $ 5 ^ 2");
  check_words(uncased, STR("Straße"), "straße");
  check_words(uncased, STR("\uFB01ne"), "\uFB01ne");
  check_words(uncased, STR("\u0130stanbul"), "istanbul");
  check_words(uncased, STR("\u3000全角，标点。"), "全 角 ， 标 点 。");
  check_words(uncased, STR("A\u00ADB"), "ab");
  check_words(uncased, STR("\U00020000x"), "\U00020000 x");
}

static void ambiguous_places_follow_the_fast_tokenizer(void **state) {
  (void)state;
  check_words(uncased, STR("ΟΔΟΣ"), "οδοσ");
  check_words(uncased, STR("a\U0002B830b"), "a\U0002B830b"); /* before its extension E */
  check_words(uncased, STR("a\U0002B930b"), "a \U0002B930 b");
  check_words(uncased,
              STR("a\uE000\x0B\xC2\x85"
                  "b"),
              "ab");
  check_words((BertTextOptions){true, true, false, true}, STR("\u0130É"), "i\u0307é");
  check_words((BertTextOptions){true, true, true, false}, STR("\u0130É"), "IE");
  check_words((BertTextOptions){false, false, false, false},
              STR("中a\x0B\xC2\x85"
                  "b"),
              "中a b");
  check_words(uncased, STR("あ한글"), "あ\u1112\u1161\u11AB\u1100\u1173\u11AF");
  check_words(uncased, STR("5€ «x» a_b"), "5€ « x » a _ b");
}

static void check_cuts(WordCuts cuts, Str text, const char *wanted) {
  Arena *arena = arena_make(0);
  size_t first = 0, end;
  StrBuf words = strbuf_make(arena);
  for (; bert_text_next_word(&cuts, text, &first, &end); first = end) {
    if (words.bytes > 0) strbuf_add_char(&words, '|');
    strbuf_add(&words, (Str){text.at + first, end - first});
  }
  if (!str_is(strbuf_str(&words), wanted)) fail_msg("“%s”, not “%s”", words.at, wanted);
  arena_free(arena);
}

/* Every cut is by classes of characters, so cuts combine in any order. */
static void words_end_where_a_class_ends(void **state) {
  (void)state;
  const Str text = STR(" a_b1½..€€ \u24D0\u0301x ");
  check_cuts((WordCuts){0}, text, "a_b1½..€€|\u24D0\u0301x");
  check_cuts((WordCuts){.punctuation = true}, text, "a|_|b1½|.|.|€€|\u24D0\u0301x");
  check_cuts((WordCuts){.signs = true}, text, "a_b1|½..€€|\u24D0\u0301x");
  check_cuts((WordCuts){.digits = DIGITS_PART}, text, "a_b|1½|..€€|\u24D0\u0301x");
  check_cuts((WordCuts){.digits = DIGITS_ALONE}, text, "a_b|1|½|..€€|\u24D0\u0301x");
  check_cuts((WordCuts){.punctuation = true, .signs = true, .digits = DIGITS_PART}, text,
             "a|_|b|1|½|.|.|€€|\u24D0\u0301x");
}

/* U+0903 is a spacing mark. */
static void nonspacing_marks_alone_go(void **state) {
  (void)state;
  check_words((BertTextOptions){false, false, true, false}, STR("a\u0301\u0903"), "a\u0903");
}

static void white_space_alone_has_no_words(void **state) {
  (void)state;
  check_words(uncased, STR(""), "");
  check_words(uncased, STR(" \t\n\u3000\u200B\uFEFF"), "");
  check_words(uncased, STR("\u0301"), "");
  check_words(cased, STR("\u0301"), "\u0301");
}

static void every_byte_knows_the_character_it_came_from(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  BertText plain;
  assert_true(bert_text_make(&uncased, arena, STR("É\u200B中\u0301X"), &plain, NULL));
  static const int wanted[] = {0, 5, 5, 5, 5, 5, 10};
  assert_true(str_is(plain.text, "e 中 x"));
  for (int i = 0; i < 7; i++) assert_int_equal(plain.source[i], wanted[i]);
  arena_free(arena);
}

static void check_pieces(const WordPieces *pieces, const char *word, const int *wanted, int count) {
  WordPiece found[256];
  assert_int_equal(wordpiece_split(pieces, str_from(word), NULL, found), count);
  for (int i = 0; i < count; i++) assert_int_equal(found[i].id, wanted[i]);
}

static void a_word_is_the_longest_pieces_or_unknown_as_a_whole(void **state) {
  (void)state;
  enum { UNK, UN, AFF, ABLE, HAN };
  Arena *arena = arena_make(0);
  TokenTable *first = token_table_make(arena, 8), *later = token_table_make(arena, 8);
  token_table_put(first, STR("un"), UN);
  token_table_put(first, STR("中文"), HAN);
  token_table_put(later, STR("aff"), AFF);
  token_table_put(later, STR("able"), ABLE);
  WordPieces pieces = {first, later, UNK, 100};
  check_pieces(&pieces, "unaffable", (const int[]){UN, AFF, ABLE}, 3);
  check_pieces(&pieces, "unaffablex", (const int[]){UNK}, 1);
  check_pieces(&pieces, "affable", (const int[]){UNK}, 1);
  check_pieces(&pieces, "un", (const int[]){UN}, 1);
  check_pieces(&pieces, "中文aff", (const int[]){HAN, AFF}, 2);
  check_pieces(&pieces, "中", (const int[]){UNK}, 1);
  pieces.most_characters = 5;
  check_pieces(&pieces, "unaff", (const int[]){UN, AFF}, 2);
  check_pieces(&pieces, "中文aff", (const int[]){HAN, AFF}, 2);
  check_pieces(&pieces, "unaffable", (const int[]){UNK}, 1);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_those_of_the_published_vectors),
      cmocka_unit_test(ambiguous_places_follow_the_fast_tokenizer),
      cmocka_unit_test(words_end_where_a_class_ends),
      cmocka_unit_test(nonspacing_marks_alone_go),
      cmocka_unit_test(white_space_alone_has_no_words),
      cmocka_unit_test(every_byte_knows_the_character_it_came_from),
      cmocka_unit_test(a_word_is_the_longest_pieces_or_unknown_as_a_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
