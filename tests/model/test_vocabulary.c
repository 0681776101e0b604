/* tests/model/test_vocabulary.c -- the words a model knows, and the ids of unknown words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/vocabulary.h"

static const char words[] =
    "[MASK]\nunknown 1\nunknown 2\nunknown 3\nanimal\ndidn't\tdidn\xE2\x80\x99t\nit\n.\n"
    "马路\t馬路\n动物\t動物\n马\n它\n，\n";
enum { UNKNOWN = 3, ANIMAL = 4, DIDNT, IT, STOP, ROAD, ANIMAL_ZH, HORSE, IT_ZH, COMMA };

static const Vocabulary *read_words(Arena *arena) {
  Status status = {0};
  const Vocabulary *vocabulary;
  if (!vocabulary_read(arena, "vocab.txt", str_from(words), UNKNOWN, &vocabulary, &status))
    fail_msg("%s", status.sentence);
  return vocabulary;
}

static void check_ids(const char *sentence, int count, const int *wanted) {
  Arena *arena = arena_make(0);
  Tokens tokens;
  const int *ids;
  assert_true(
      vocabulary_split(read_words(arena), arena, str_from(sentence), 1024, &tokens, &ids, NULL));
  assert_int_equal(tokens.count, count);
  for (int i = 0; i < count; i++)
    if (ids[i] != wanted[i])
      fail_msg("%s: token %d has id %d, wanted %d", sentence, i, ids[i], wanted[i]);
  arena_free(arena);
}

#define CHECK_IDS(sentence, ...)                                                                   \
  check_ids(sentence, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (const int[]){__VA_ARGS__})

static void every_spelling_leads_to_its_id(void **state) {
  (void)state;
  CHECK_IDS("Animal DIDN'T didn\xE2\x80\x99t it.", ANIMAL, DIDNT, DIDNT, IT, STOP);
}

static void chinese_words_are_found_by_the_longest_match_in_both_scripts(void **state) {
  (void)state;
  CHECK_IDS("动物马路，马它", ANIMAL_ZH, ROAD, COMMA, HORSE, IT_ZH);
  CHECK_IDS("動物馬路", ANIMAL_ZH, ROAD);
}

static void a_hidden_word_is_one_token_however_it_is_typed(void **state) {
  (void)state;
  CHECK_IDS("animal [MASK] it", ANIMAL, 0, IT);
  CHECK_IDS("[mask].___ _____", 0, STOP, 0, 0);
  CHECK_IDS("动物___马路[MASK]它", ANIMAL_ZH, 0, ROAD, 0, IT_ZH);
}

static void
the_same_unknown_word_has_the_same_id_and_others_differ_while_there_is_room(void **state) {
  (void)state;
  static const char *const sentences[] = {"wombat zebra wombat gnu Wombat", "a b a c A",
                                          "x1 x2 x1 x3 X1"};
  for (int i = 0; i < 3; i++) {
    Arena *arena = arena_make(0);
    Tokens tokens;
    const int *ids;
    const Vocabulary *vocabulary = read_words(arena);
    assert_true(
        vocabulary_split(vocabulary, arena, str_from(sentences[i]), 99, &tokens, &ids, NULL));
    assert_int_equal(tokens.count, 5);
    for (int t = 0; t < 5; t++) assert_in_range(ids[t], VOCABULARY_UNKNOWN_FIRST, UNKNOWN);
    assert_int_equal(ids[0], ids[2]);
    assert_int_equal(ids[0], ids[4]);
    assert_true(ids[0] != ids[1] && ids[0] != ids[3] && ids[1] != ids[3]);
    arena_free(arena);
  }
}

static void more_unknown_words_than_embeddings_share_them(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Tokens tokens;
  const int *ids;
  assert_true(vocabulary_split(read_words(arena), arena, STR("q w e r t y q w e r t y"), 99,
                               &tokens, &ids, NULL));
  for (int i = 0; i < 6; i++) {
    assert_in_range(ids[i], VOCABULARY_UNKNOWN_FIRST, UNKNOWN);
    assert_int_equal(ids[i], ids[i + 6]);
  }
  arena_free(arena);
}

static void without_unknown_embeddings_a_strange_word_counts_as_hidden(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Vocabulary *vocabulary;
  Tokens tokens;
  const int *ids;
  assert_true(vocabulary_read(arena, "v", STR("[MASK]\na\nb"), 0, &vocabulary, NULL));
  assert_int_equal(vocabulary->count, 3);
  assert_true(vocabulary_split(vocabulary, arena, STR("a z b"), 99, &tokens, &ids, NULL));
  assert_int_equal(ids[0], 1);
  assert_int_equal(ids[1], VOCABULARY_HIDDEN_ID);
  assert_int_equal(ids[2], 2);
  arena_free(arena);
}

static void a_word_is_found_as_typed(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Vocabulary *vocabulary = read_words(arena);
  assert_int_equal(vocabulary_find(vocabulary, STR("ANIMAL")), ANIMAL);
  assert_int_equal(vocabulary_find(vocabulary, STR("馬路")), ROAD);
  assert_int_equal(vocabulary_find(vocabulary, STR("[MASK]")), VOCABULARY_HIDDEN_ID);
  assert_int_equal(vocabulary_find(vocabulary, STR("___")), VOCABULARY_HIDDEN_ID);
  assert_int_equal(vocabulary_find(vocabulary, STR("wombat")), -1);
  assert_int_equal(vocabulary_find(vocabulary, STR("unknown 1")), -1);
  assert_true(str_is(vocabulary->shown[2], "unknown 2"));
  assert_true(str_is(vocabulary->shown[DIDNT], "didn't"));
  assert_true(str_is(vocabulary->file, words));
  arena_free(arena);
}

static void check_refused(const char *file, int unknown, const char *sentence) {
  Arena *arena = arena_make(0);
  const Vocabulary *vocabulary;
  Status status = {0};
  assert_false(vocabulary_read(arena, "v.txt", str_from(file), unknown, &vocabulary, &status));
  if (!strstr(status.sentence, sentence)) fail_msg("“%s” is not “%s”", status.sentence, sentence);
  arena_free(arena);
}

static void a_wrong_file_is_refused_by_line(void **state) {
  (void)state;
  check_refused("", 0, "v.txt: 0 lines, but the hidden word");
  check_refused("[MASK]\nunknown 1\n", 2,
                "v.txt: 2 lines, but the hidden word and the unknown ones (2)");
  check_refused("cat\n", 0, "v.txt:1: “cat” stands where “[MASK]” must");
  check_refused("[MASK]\ncat\n", 1, "v.txt:2: “cat” stands where “unknown 1” must");
  check_refused("[MASK]\ncat\n\ndog\n", 0, "v.txt:3: the line is empty");
  check_refused("[MASK]\ncat\t\tkitten\n", 0, "v.txt:2: an empty word");
  check_refused("[MASK]\ncat\ndog\tCat\n", 0, "v.txt:3: “cat” stands on line 2 already");
  check_refused("[MASK]\nc\xFFt\n", 0, "v.txt:2: bytes that are not UTF-8");
  check_refused("[MASK]\nice cream\n", 0, "v.txt:2: a word must be one token");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_spelling_leads_to_its_id),
      cmocka_unit_test(chinese_words_are_found_by_the_longest_match_in_both_scripts),
      cmocka_unit_test(a_hidden_word_is_one_token_however_it_is_typed),
      cmocka_unit_test(the_same_unknown_word_has_the_same_id_and_others_differ_while_there_is_room),
      cmocka_unit_test(more_unknown_words_than_embeddings_share_them),
      cmocka_unit_test(without_unknown_embeddings_a_strange_word_counts_as_hidden),
      cmocka_unit_test(a_word_is_found_as_typed),
      cmocka_unit_test(a_wrong_file_is_refused_by_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
