/* tests/text/test_bpe.c -- the byte alphabet, and merging by rank and position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "text/bpe.h"
#include "text/byte_alphabet.h"

static void each_byte_has_a_character_of_its_own(void **state) {
  (void)state;
  bool seen[0x200] = {false};
  for (int byte = 0; byte < 256; byte++) {
    uint32_t character = byte_alphabet_character((unsigned char)byte);
    assert_true(character > ' ' && character < 0x144 && !seen[character]);
    seen[character] = true;
    assert_int_equal(byte_alphabet_byte(character), byte);
  }
  assert_int_equal(byte_alphabet_character(' '), 0x120);
  assert_int_equal(byte_alphabet_character('\n'), 0x10A);
  assert_int_equal(byte_alphabet_character('\t'), 0x109);
  assert_int_equal(byte_alphabet_character(0x7F), 0x121);
  assert_int_equal(byte_alphabet_character(0xA0), 0x142);
  assert_int_equal(byte_alphabet_character(0xAD), 0x143);
  assert_int_equal(byte_alphabet_byte(' '), -1);
  assert_int_equal(byte_alphabet_byte(0xAD), -1);
  assert_int_equal(byte_alphabet_byte(0x144), -1);
}

static void bytes_are_written_and_read_back(void **state) {
  (void)state;
  char bytes[256], text[512], back[512];
  size_t count;
  for (int i = 0; i < 256; i++) bytes[i] = (char)i;
  size_t written = byte_alphabet_write((Str){bytes, 256}, text);
  assert_true(byte_alphabet_read((Str){text, written}, back, &count));
  assert_int_equal(count, 256);
  assert_memory_equal(back, bytes, 256);
  assert_int_equal(byte_alphabet_write(STR(" the"), text), 5);
  assert_memory_equal(text, "Ġthe", 5);
  assert_false(byte_alphabet_read(STR("a b"), back, &count));
  assert_false(byte_alphabet_read(STR("中"), back, &count));
  assert_false(byte_alphabet_read(STR("\xC4"), back, &count));
}

/* Ids are letters of `text`, or what `made` says: merges are written "ab>c". */
static void check_merge(const char *const *rules, const char *text, const char *wanted) {
  Arena *arena = arena_make(0);
  BpeMerge merges[8];
  BpeSymbol symbols[32];
  int rule_count = 0, count = (int)strlen(text), covered = 0;
  const Bpe *bpe;
  for (; rules[rule_count]; rule_count++)
    merges[rule_count] =
        (BpeMerge){rules[rule_count][0], rules[rule_count][1], rules[rule_count][3]};
  for (int i = 0; i < count; i++) symbols[i] = (BpeSymbol){text[i], 1};
  assert_true(bpe_make(arena, merges, rule_count, &bpe, NULL));
  assert_true(bpe_merge(bpe, arena, symbols, &count, NULL));
  assert_int_equal(count, strlen(wanted));
  for (int i = 0; i < count; i++) {
    assert_int_equal(symbols[i].id, wanted[i]);
    covered += symbols[i].bytes;
  }
  assert_int_equal(covered, strlen(text));
  arena_free(arena);
}

#define MERGES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void the_lowest_rank_merges_first_and_from_the_left(void **state) {
  (void)state;
  check_merge(MERGES("aa>A"), "aaa", "Aa");
  check_merge(MERGES("aa>A"), "aaaaa", "AAa");
  check_merge(MERGES("aa>A", "AA>B"), "aaaaa", "Ba");
  check_merge(MERGES("lo>1", "1w>2", "er>3"), "lower", "23");
  check_merge(MERGES("bc>X", "ab>Y"), "abc", "aX");
  check_merge(MERGES("ab>Y", "bc>X"), "abc", "Yc");
  check_merge(MERGES("ab>C", "Ca>A"), "ababa", "CA");
  check_merge(MERGES("ab>C"), "", "");
  check_merge(MERGES("ab>C"), "a", "a");
}

/* Merges in an order in which they cannot have been learned: rank still comes before position. */
static void merges_in_any_order_go_by_rank_and_place(void **state) {
  (void)state;
  check_merge(MERGES("Xc>Z", "ab>X"), "abcabc", "ZZ");
  check_merge(MERGES("aX>Z", "aa>X"), "aaaa", "XX");
  check_merge(MERGES("Xa>Z", "aa>X"), "aaaa", "Za");
}

static void the_same_pair_again_takes_the_later_rank(void **state) {
  (void)state;
  check_merge(MERGES("ab>X", "bc>Y", "ab>Z"), "abc", "aY");
}

/* ---- against looking for the best pair anew each time ---- */

static int best_pair(const BpeMerge *merges, int merge_count, const BpeSymbol *symbols, int count,
                     int *rank) {
  int best = -1;
  *rank = merge_count;
  for (int i = 0; i + 1 < count; i++)
    for (int m = 0; m < *rank; m++)
      if (merges[m].left == symbols[i].id && merges[m].right == symbols[i + 1].id) {
        *rank = m;
        best = i;
      }
  return best;
}

static int merge_plainly(const BpeMerge *merges, int merge_count, BpeSymbol *symbols, int count) {
  int rank, at;
  while ((at = best_pair(merges, merge_count, symbols, count, &rank)) >= 0) {
    symbols[at] = (BpeSymbol){merges[rank].made, symbols[at].bytes + symbols[at + 1].bytes};
    memmove(symbols + at + 1, symbols + at + 2, (size_t)(count - at - 2) * sizeof *symbols);
    count--;
  }
  return count;
}

static void the_heap_does_what_looking_anew_does(void **state) {
  (void)state;
  enum { LETTERS = 4, MERGES = 24, LENGTH = 40, TABLES = 2000 };
  Rng rng = rng_make(11);
  for (int table = 0; table < TABLES; table++) {
    Arena *arena = arena_make(0);
    BpeMerge merges[MERGES];
    BpeSymbol symbols[LENGTH], plain[LENGTH];
    const Bpe *bpe;
    int merge_count = 0;
    for (int i = 0; i < MERGES; i++) {
      BpeMerge merge = {(int)(rng_next(&rng) % (LETTERS + (unsigned)i)),
                        (int)(rng_next(&rng) % (LETTERS + (unsigned)i)), LETTERS + i};
      bool again = false;
      for (int j = 0; j < merge_count; j++)
        again = again || (merges[j].left == merge.left && merges[j].right == merge.right);
      if (!again) merges[merge_count++] = merge;
    }
    for (int i = merge_count - 1; i > 0; i--) { /* half of the tables shuffled */
      int j = table % 2 ? (int)(rng_next(&rng) % (unsigned)(i + 1)) : i;
      BpeMerge swapped = merges[i];
      merges[i] = merges[j];
      merges[j] = swapped;
    }
    int count = LENGTH;
    for (int i = 0; i < LENGTH; i++)
      plain[i] = symbols[i] = (BpeSymbol){(int)(rng_next(&rng) % LETTERS), 1};
    assert_true(bpe_make(arena, merges, merge_count, &bpe, NULL));
    assert_true(bpe_merge(bpe, arena, symbols, &count, NULL));
    assert_int_equal(count, merge_plainly(merges, merge_count, plain, LENGTH));
    assert_memory_equal(symbols, plain, (size_t)count * sizeof *plain);
    arena_free(arena);
  }
}

/* Quadratic time would be ten thousand times that of a word of a thousand bytes. */
static void a_word_of_100_kB_takes_less_than_a_second(void **state) {
  (void)state;
  enum { BYTES = 100000, LEVELS = 16 };
  Arena *arena = arena_make(0);
  BpeMerge merges[LEVELS];
  BpeSymbol *symbols = arena_take(arena, BYTES, sizeof *symbols);
  const Bpe *bpe;
  int count = BYTES;
  for (int i = 0; i < LEVELS; i++) merges[i] = (BpeMerge){i, i, i + 1};
  for (int i = 0; i < BYTES; i++) symbols[i] = (BpeSymbol){0, 1};
  assert_true(bpe_make(arena, merges, LEVELS, &bpe, NULL));
  double start_ms = os_process_cpu_ms();
  assert_true(bpe_merge(bpe, arena, symbols, &count, NULL));
  assert_true(os_process_cpu_ms() - start_ms < 1000);
  assert_int_equal(symbols[0].bytes, 1 << LEVELS);
  int covered = 0;
  for (int i = 0; i < count; i++) covered += symbols[i].bytes;
  assert_int_equal(covered, BYTES);
  arena_free(arena);
}

/* A file cannot be made so that its pairs collide. These pairs collide under a product by the
** golden ratio, which anybody can compute: they would begin in 512 of 65,536 slots. */
static void pairs_made_to_collide_do_not(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  Arena *own = arena_make(0);
  const Bpe *bpe;
  BpeMerge *merges = arena_take(own, COUNT, sizeof *merges);
  for (int number = 0, found = 0; found < COUNT; number++) {
    BpeMerge merge = {number / 4096, number % 4096, 1};
    uint64_t pair = (uint64_t)merge.left << 32 | (uint64_t)merge.right;
    pair *= UINT64_C(0x9E3779B97F4A7C15);
    if (((pair ^ pair >> 32) & 0xFFFF) < 512) merges[found++] = merge;
  }
  assert_true(bpe_make(own, merges, COUNT, &bpe, NULL));
  assert_in_range(bpe_longest_walk(bpe), 1, 500);
  arena_free(own);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_byte_has_a_character_of_its_own),
      cmocka_unit_test(bytes_are_written_and_read_back),
      cmocka_unit_test(the_lowest_rank_merges_first_and_from_the_left),
      cmocka_unit_test(merges_in_any_order_go_by_rank_and_place),
      cmocka_unit_test(the_same_pair_again_takes_the_later_rank),
      cmocka_unit_test(the_heap_does_what_looking_anew_does),
      cmocka_unit_test(a_word_of_100_kB_takes_less_than_a_second),
      cmocka_unit_test(pairs_made_to_collide_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
