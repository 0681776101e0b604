/* tests/text/test_tokens.c -- how sentences fall into tokens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "text/tokens.h"

/* wanted: the tokens with a bar between them. */
static void assert_tokens_with(const Vocab *vocab, Str sentence, const char *wanted) {
  Arena *arena = arena_make(0);
  Tokens tokens;
  assert_true(tokens_split(arena, sentence, vocab, 1024, &tokens, NULL));
  StrBuf got = strbuf_make(arena);
  for (int i = 0; i < tokens.count; i++) {
    if (i > 0) strbuf_add_char(&got, '|');
    strbuf_add(&got, tokens.at[i].text);
    Str there = {tokens.sentence.at + tokens.at[i].first_byte, (size_t)tokens.at[i].bytes};
    assert_true(str_equal(there, tokens.at[i].text));
  }
  assert_string_equal(got.at ? got.at : "", wanted);
  arena_free(arena);
}

static void assert_tokens(const char *sentence, const char *wanted) {
  assert_tokens_with(NULL, str_from(sentence), wanted);
}

static void words_split_at_white_space_and_punctuation_stands_apart(void **state) {
  (void)state;
  assert_tokens("The cat sat.", "The|cat|sat|.");
  assert_tokens("  two\t\n words \u3000 here\u00A0now ", "two|words|here|now");
  assert_tokens("\"Wait!?\" (he said)…", "\"|Wait|!|?|\"|(|he|said|)|…");
  assert_tokens("«Où ?» ¿qué?", "«|Où|?|»|¿|qué|?");
  assert_tokens("3.14 $5 50% a+b=c snake_case", "3|.|14|$|5|50|%|a|+|b|=|c|snake_case");
  assert_tokens("?! …", "?|!|…");
}

static void an_apostrophe_or_hyphen_inside_a_word_stays(void **state) {
  (void)state;
  assert_tokens("didn't well-known it’s", "didn't|well-known|it’s");
  assert_tokens("rock-'n'-roll", "rock|-|'|n|'|-|roll");
  assert_tokens("'quoted' -dash- end'", "'|quoted|'|-|dash|-|end|'");
  assert_tokens("a--b mother-in-law's", "a|-|-|b|mother-in-law's");
  assert_tokens("well\u2010known צה״ל ג׳ירפה", "well\u2010known|צה״ל|ג׳ירפה");
}

static void each_han_or_kana_character_is_a_token(void **state) {
  (void)state;
  assert_tokens("我爱北京。", "我|爱|北|京|。");
  assert_tokens("GPT 用 attention 看 the 世界", "GPT|用|attention|看|the|世|界");
  assert_tokens("GPT用attention看", "GPT|用|attention|看");
  assert_tokens("ひらがなカタカナー々", "ひ|ら|が|な|カ|タ|カ|ナ|ー|々");
  assert_tokens("か\u3099x", "か\u3099|x");
  assert_tokens("𠀀𠀁", "𠀀|𠀁");
  assert_tokens("한국어 단어", "한국어|단어");
}

static void the_vocabulary_may_have_a_longer_match(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str words[] = {STR("北京"), STR("我"), STR("the")};
  Vocab *vocab;
  assert_true(vocab_make(arena, words, 3, &vocab, NULL));
  assert_tokens_with(vocab, STR("我爱北京"), "我|爱|北京");
  Tokens tokens;
  assert_true(tokens_split(arena, STR("我爱北京 THE thing"), vocab, 10, &tokens, NULL));
  static const int ids[] = {1, -1, 0, 2, -1};
  assert_int_equal(tokens.count, 5);
  for (int i = 0; i < 5; i++) assert_int_equal(tokens.at[i].id, ids[i]);
  arena_free(arena);
}

static void a_word_that_begins_with_a_mark_is_one_token_where_the_vocabulary_has_it(void **state) {
  (void)state;
  Str words[] = {STR("[mask]"), STR("___")};
  Arena *arena = arena_make(0);
  Vocab *vocab;
  assert_true(vocab_make(arena, words, 2, &vocab, NULL));
  assert_tokens_with(vocab, STR("the [MASK] sat. 动物[Mask]走"),
                     "the|[MASK]|sat|.|动|物|[Mask]|走");
  assert_tokens_with(NULL, STR("the [MASK]"), "the|[|MASK|]");
  assert_tokens_with(vocab, STR("the ___.它___走 [MAS"), "the|___|.|它|___|走|[|MAS");
  arena_free(arena);
}

static void an_emoji_with_its_joiners_is_one_token(void **state) {
  (void)state;
  assert_tokens("a 👩‍👩‍👧 b", "a|👩‍👩‍👧|b");
  assert_tokens("hi👍🏽👍ok", "hi|👍🏽|👍|ok");
  assert_tokens("🇩🇪🇫🇷", "🇩🇪|🇫🇷");
  assert_tokens("❤️1️⃣", "❤️|1️⃣");
}

static void marks_stay_with_their_letter(void **state) {
  (void)state;
  assert_tokens("cafe\u0301 nai\u0308ve", "cafe\u0301|nai\u0308ve");
  assert_tokens("हिन्दी भाषा", "हिन्दी|भाषा");
  assert_tokens("สวัสดี ชาวโลก", "สวัสดี|ชาวโลก");
  assert_tokens("\u0301", "\u0301");
  assert_tokens("a \u0301 b", "a|\u0301|b");
}

static void words_written_from_right_to_left(void **state) {
  (void)state;
  assert_tokens("سلام دنیا؟", "سلام|دنیا|؟");
  assert_tokens("שלום עולם", "שלום|עולם");
  assert_tokens("می\u200Cخواهم", "می\u200Cخواهم");
  assert_tokens("\u200F \u202B\u202C a", "a");
  assert_tokens("end'\u200F ok", "end|'|ok");
}

static void what_cannot_be_seen_is_no_token(void **state) {
  (void)state;
  assert_tokens("", "");
  assert_tokens(" \t\n\v\u2003\u200B", "");
  assert_tokens("\uFEFFthe\x1B end", "the|end");
  assert_tokens("\u200D \uFE0F", "");
}

static void bad_bytes_stay_in_their_word_and_are_counted(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Tokens tokens;
  assert_true(tokens_split(arena, STR("caf\xE9 \xFF\xFE a\0b"), NULL, 10, &tokens, NULL));
  assert_int_equal(tokens.bad_byte_count, 4);
  assert_int_equal(tokens.count, 3);
  assert_true(str_is(tokens.at[0].text, "caf\uFFFD"));
  assert_true(str_is(tokens.at[1].text, "\uFFFD\uFFFD"));
  assert_true(str_is(tokens.at[2].text, "a\uFFFD"
                                        "b"));
  arena_free(arena);
}

static void tokens_beyond_the_limit_are_cut_and_counted(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Tokens tokens;
  assert_true(tokens_split(arena, STR("one two three four"), NULL, 3, &tokens, NULL));
  assert_int_equal(tokens.count, 3);
  assert_int_equal(tokens.cut_count, 1);
  assert_true(str_is(tokens.sentence, "one two three four"));
  arena_free(arena);
}

static void shown_as_typed_and_matched_without_case(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Tokens tokens;
  assert_true(tokens_split(arena, STR("The THE CAFE\u0301"), NULL, 9, &tokens, NULL));
  assert_true(str_is(tokens.at[1].text, "THE"));
  assert_true(str_is(tokens.at[0].match, "the") && str_is(tokens.at[1].match, "the"));
  assert_true(str_is(tokens.at[2].match, "café"));
  arena_free(arena);
}

/* No token is longer than TOKEN_BYTES_MOST, none is cut inside a character, and nothing is lost. */
static void endless_words_go_on_as_the_next_token(void **state) {
  (void)state;
  static const char *const pieces[] = {"x",       "é",    "e\u0301", "\u0301\u0323",
                                       "ก\u0E31", "🏽", "\xFF"};
  Arena *arena = arena_make(0);
  for (int piece = 0; piece < 7; piece++) {
    StrBuf text = strbuf_make(arena);
    for (int i = 0; i < 700; i++) strbuf_add(&text, str_from(pieces[piece]));
    Tokens tokens;
    assert_true(tokens_split(arena, strbuf_str(&text), NULL, 1024, &tokens, NULL));
    size_t sum = 0;
    for (int i = 0; i < tokens.count; i++) {
      assert_true(tokens.at[i].bytes <= TOKEN_BYTES_MOST);
      assert_false((tokens.at[i].text.at[0] & 0xC0) == 0x80 && tokens.at[i].text.at[0] < 0);
      sum += tokens.at[i].text.bytes;
    }
    assert_int_equal(sum, tokens.sentence.bytes);
  }
  arena_free(arena);
}

/* Any bytes at all: every token is valid, in order, and inside the sentence. */
static void any_bytes_give_tokens(void **state) {
  (void)state;
  Rng rng = rng_make(11);
  for (int round = 0; round < 5000; round++) {
    char bytes[80];
    int count = rng_below(&rng, 80);
    for (int i = 0; i < count; i++)
      bytes[i] = (char)(round % 2 ? rng_below(&rng, 256)
                                  : "a' -\xE2\x80\x8D\xF0\x9F\x91\xA9"[rng_below(&rng, 11)]);
    Arena *arena = arena_make(0);
    Tokens tokens;
    assert_true(tokens_split(arena, (Str){bytes, (size_t)count}, NULL, 50, &tokens, NULL));
    int end = 0;
    for (int i = 0; i < tokens.count; i++) {
      assert_true(tokens.at[i].bytes > 0 && tokens.at[i].first_byte >= end);
      end = tokens.at[i].first_byte + tokens.at[i].bytes;
    }
    assert_true(end <= (int)tokens.sentence.bytes);
    arena_free(arena);
  }
}

/* Linear time: see test_utf8.c. Long runs of one thing are the cases that could be quadratic. */
static void ten_megabytes_on_one_line(void **state) {
  (void)state;
  enum { BYTES = 10000000 };
  static const char *const pieces[] = {"a",      "我", "a\u0301", "\u0301\u0323", "\xFF", "word ",
                                       "\u200D", "'",  "a'",      "🏽",         "\0"};
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, BYTES + 8, 1);
  for (int piece = 0; piece < 11; piece++) {
    size_t used = 0, length = piece == 10 ? 1 : strlen(pieces[piece]);
    size_t wanted = piece < 2 ? BYTES : BYTES / 10;
    for (; used < wanted; used += length) memcpy(text + used, pieces[piece], length);
    double start_ms = os_process_cpu_ms();
    Arena *round = arena_make(0);
    Tokens tokens;
    assert_true(tokens_split(round, (Str){text, used}, NULL, 1024, &tokens, NULL));
    double took_ms = os_process_cpu_ms() - start_ms;
    if (took_ms > 20000) fail_msg("%.0f ms for %s", took_ms, pieces[piece]);
    arena_free(round);
  }
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  bool done = false;
  for (size_t bytes = 64; !done; bytes += 64) {
    Arena *arena = arena_make(bytes);
    Tokens tokens;
    Status status = {0};
    arena_fail_at(1);
    done = tokens_split(arena, STR("the cat caf\xE9 THE CAT"), NULL, 9, &tokens, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_split_at_white_space_and_punctuation_stands_apart),
      cmocka_unit_test(an_apostrophe_or_hyphen_inside_a_word_stays),
      cmocka_unit_test(each_han_or_kana_character_is_a_token),
      cmocka_unit_test(the_vocabulary_may_have_a_longer_match),
      cmocka_unit_test(a_word_that_begins_with_a_mark_is_one_token_where_the_vocabulary_has_it),
      cmocka_unit_test(an_emoji_with_its_joiners_is_one_token),
      cmocka_unit_test(marks_stay_with_their_letter),
      cmocka_unit_test(words_written_from_right_to_left),
      cmocka_unit_test(what_cannot_be_seen_is_no_token),
      cmocka_unit_test(bad_bytes_stay_in_their_word_and_are_counted),
      cmocka_unit_test(tokens_beyond_the_limit_are_cut_and_counted),
      cmocka_unit_test(shown_as_typed_and_matched_without_case),
      cmocka_unit_test(endless_words_go_on_as_the_next_token),
      cmocka_unit_test(any_bytes_give_tokens),
      cmocka_unit_test(ten_megabytes_on_one_line),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
