/* The arena: aligned, zeroed, given back, and every failure is a NULL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static void memory_is_aligned_and_zeroed(void **state) {
  (void)state;
  Arena *arena = arena_make(128);
  for (size_t bytes = 0; bytes < 3000; bytes += 37) {
    unsigned char *at = arena_take(arena, bytes, 1);
    assert_non_null(at);
    assert_int_equal((uintptr_t)at % 64, 0);
    for (size_t i = 0; i < bytes; i++) assert_int_equal(at[i], 0);
    memset(at, 0xAB, bytes);
  }
  arena_free(arena);
}

static void memory_handed_out_again_is_zeroed_again(void **state) {
  (void)state;
  Arena *arena = arena_make(4096);
  for (int round = 0; round < 3; round++) {
    unsigned char *at = arena_take(arena, 100, 10);
    for (int i = 0; i < 1000; i++) assert_int_equal(at[i], 0);
    memset(at, 0xFF, 1000);
    ArenaMark mark = arena_mark(arena);
    unsigned char *more = arena_take(arena, 50, 10);
    for (int i = 0; i < 500; i++) assert_int_equal(more[i], 0);
    memset(more, 0xFF, 500);
    arena_rewind(arena, mark);
    assert_ptr_equal(arena_take(arena, 500, 1), more);
    for (int i = 0; i < 500; i++) assert_int_equal(more[i], 0);
    arena_reset(arena);
  }
  arena_free(arena);
}

/* Memory taken unset is at a place of its own, and what is taken later is zeroed all the same. */
static void unset_memory_leaves_no_bytes_to_others(void **state) {
  (void)state;
  Arena *arena = arena_make(4096);
  for (int round = 0; round < 3; round++) {
    unsigned char *unset = arena_take_unset(arena, 100, 10), *zeroed = arena_take(arena, 10, 10);
    assert_non_null(unset);
    assert_int_equal((uintptr_t)unset % 64, 0);
    assert_true(zeroed >= unset + 1000);
    for (int i = 0; i < 100; i++) assert_int_equal(zeroed[i], 0);
    memset(unset, 0xAB, 1000);
    memset(zeroed, 0xCD, 100);
    arena_reset(arena);
    zeroed = arena_take(arena, 1, 2000);
    for (int i = 0; i < 2000; i++) assert_int_equal(zeroed[i], 0);
    memset(zeroed, 0xEF, 2000);
    arena_reset(arena);
  }
  assert_null(arena_take_unset(arena, SIZE_MAX / 2, 3));
  arena_free(arena);
}

static void too_much_is_null_and_the_arena_lives_on(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  assert_null(arena_take(arena, SIZE_MAX / 2, 3));
  assert_null(arena_take(arena, SIZE_MAX, 1));
  assert_null(arena_take(arena, SIZE_MAX - 70, 1));
  assert_null(arena_take(arena, (size_t)1 << 62, 1));
  assert_non_null(arena_take(arena, 10, 10));
  arena_free(arena);
  arena_free(NULL);
}

static void the_system_gets_everything_back(void **state) {
  (void)state;
  Arena *arena = arena_make(1024);
  size_t at_start = arena_held_bytes(arena);
  ArenaMark mark = arena_mark(arena);
  assert_non_null(arena_take(arena, 1, 1 << 20));
  assert_non_null(arena_take(arena, 1, 1 << 22));
  assert_true(arena_held_bytes(arena) > (1 << 22) + (1 << 20));
  arena_rewind(arena, mark);
  assert_int_equal(arena_held_bytes(arena), at_start);
  assert_non_null(arena_take(arena, 1, 1 << 20));
  assert_non_null(arena_take(arena, 1, 1 << 22));
  arena_reset(arena); /* keeps the largest block only */
  size_t kept = arena_held_bytes(arena);
  assert_true(kept > 1 << 22 && kept < (1 << 22) + 4096);
  assert_non_null(arena_take(arena, 1, 1 << 22));
  assert_int_equal(arena_held_bytes(arena), kept);
  arena_free(arena);
}

/* Taking the same after each rewind requests the same memory from the system each time. */
static void a_loop_that_rewinds_takes_no_more_each_time(void **state) {
  (void)state;
  Arena *arena = arena_make(1024);
  ArenaMark mark = arena_mark(arena);
  size_t first = 0;
  for (int round = 0; round < 20; round++) {
    assert_non_null(arena_take(arena, 1, 600));
    assert_non_null(arena_take(arena, 1, 600));
    if (round == 0) first = arena_held_bytes(arena);
    assert_int_equal(arena_held_bytes(arena), first);
    arena_rewind(arena, mark);
  }
  arena_free(arena);
}

/* The n-th system allocation and all after it fail, for every n of a short sequence. */
static void the_nth_allocation_fails(void **state) {
  (void)state;
  for (long n = 1; n <= 6; n++) {
    arena_fail_at(n);
    Arena *arena = arena_make(64);
    assert_true((arena != NULL) == (n > 2));
    bool failed = false;
    for (int i = 0; arena && i < 3; i++) {
      bool fails = arena_take(arena, 1, (size_t)8 << 20) == NULL;
      assert_true(fails == (i + 3 >= n));
      failed = failed || fails;
    }
    arena_fail_at(0);
    if (arena) assert_non_null(arena_take(arena, 1, (size_t)8 << 20));
    arena_free(arena);
    assert_true(failed == (n > 2 && n < 6));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_aligned_and_zeroed),
      cmocka_unit_test(memory_handed_out_again_is_zeroed_again),
      cmocka_unit_test(unset_memory_leaves_no_bytes_to_others),
      cmocka_unit_test(too_much_is_null_and_the_arena_lives_on),
      cmocka_unit_test(the_system_gets_everything_back),
      cmocka_unit_test(a_loop_that_rewinds_takes_no_more_each_time),
      cmocka_unit_test(the_nth_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
