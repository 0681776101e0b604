/* tests/files/test_npy.c -- every way the header of a NumPy array can be wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/opened.h"
#include "support/folder.h"

#define DICT(descr, order, shape)                                                                  \
  "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape ", }\n"

static Str npy_of(Arena *arena, const char *header, size_t data_bytes) {
  StrBuf bytes = strbuf_make(arena);
  size_t length = strlen(header);
  strbuf_add(&bytes, STR("\x93NUMPY\x01\x00"));
  strbuf_add_char(&bytes, (char)(unsigned char)(length & 255));
  strbuf_add_char(&bytes, (char)(unsigned char)(length >> 8));
  strbuf_add(&bytes, str_from(header));
  for (size_t i = 0; i < data_bytes; i++) strbuf_add_char(&bytes, 0);
  return strbuf_str(&bytes);
}

static void check_header_refused(const char *header, size_t data_bytes, const char *part) {
  Arena *arena = arena_make(0);
  check_arrays_refused(npy_of(arena, header, data_bytes), part);
  arena_free(arena);
}

static void check_count(const char *header, size_t data_bytes, int rank, int64_t count) {
  Arena *arena = arena_make(0);
  Opened opened = opened_bytes(npy_of(arena, header, data_bytes));
  assert_int_equal(arrays_at(opened.arrays, 0)->rank, rank);
  assert_int_equal(arrays_at(opened.arrays, 0)->count, count);
  opened_close(&opened);
  arena_free(arena);
}

static void headers_may_be_spelled_in_some_ways(void **state) {
  (void)state;
  check_count(DICT("'<f4'", "False", "()"), 4, 0, 1);
  check_count(DICT("\"<f4\"", "False", "(3,)"), 12, 1, 3);
  check_count(DICT("'f4'", "True", "(3L, 2L)"), 24, 2, 6);
  check_count(DICT("'=i8'", "False", "(0, 9223372036854775807)"), 0, 2, 0);
  check_count("{'shape':(2,3,),'descr':'|u1','fortran_order':False}   \n", 6, 2, 6);
  check_count(DICT("'|S5'", "False", "(2,)"), 10, 1, 2);
  check_count(DICT("'<f4'", "False", "(1, 1, 1, 1, 1, 1, 1, 1)"), 4, 8, 1);
}

static void text_that_is_no_such_dict_is_refused_and_not_evaluated(void **state) {
  (void)state;
  static const char *const wrong[] = {
      DICT("'<f4'", "False", "(3)"),
      DICT("'<f4'", "False", "3"),
      DICT("'<f4'", "False", "[3]"),
      DICT("'<f4'", "False", "(-3,)"),
      DICT("'<f4'", "False", "(3 4,)"),
      DICT("'<f4'", "False", "(3,,)"),
      DICT("'<f4'", "False", "(,)"),
      DICT("'<f4'", "False", "(3.0,)"),
      DICT("'<f4'", "False", "(0x3,)"),
      DICT("'<f4'", "0", "(3,)"),
      DICT("'<f4'", "false", "(3,)"),
      DICT("__import__('os').system('true')", "False", "(3,)"),
      DICT("'<f4'", "__import__('os')", "(3,)"),
      DICT("'<f4'", "False", "(3,), 'more': 1"),
      DICT("'<f4'", "False", "(3,), 'shape': (3,)"),
      DICT("'<f4'", "False", "(3,)") "{}\n",
      "{'descr': '<f4' 'fortran_order': False, 'shape': (3,)}\n",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)\n",
      "{'descr': '<f4\n",
      "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}\n",
      "['descr']\n",
      "\n",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    check_header_refused(wrong[i], 12, "its header is not what NumPy writes, from its byte");
  check_header_refused("{}\n", 0, "its header lacks “descr”");
  check_header_refused("{'descr': '<f4', 'shape': ()}\n", 4, "its header lacks “fortran_order”");
  check_header_refused("{'descr': '<f4'}", 0, "its header does not end with a new line");
  check_header_refused("", 8, "its header does not end with a new line");
}

static void types_that_cannot_be_read_are_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  static const struct {
    const char *file, *part;
  } files[] = {
      {"objects.npy", "dtype “|O”: it holds Python objects, and loading them would run code"},
      {"complex.npy", "dtype “<c16”: complex numbers"},
      {"records.npy", "its elements are records"},
      {"dates.npy", "dtype “<M8[D]”: only floats, whole numbers, booleans and words"},
      {"raw.npy", "dtype “|V2”: raw bytes, maybe bfloat16: save the array with"},
  };
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    check_arrays_refused(reference_bytes(arena, files[i].file), files[i].part);
  static const char *const descrs[] = {"'<f16'", "'<f3'",           "'<i16'", "'<'",      "''",
                                       "'|S0'",  "'<U99999999999'", "'4f'",   "'<f4\xFF'"};
  for (size_t i = 0; i < sizeof descrs / sizeof descrs[0]; i++) {
    const char *header =
        str_format(arena, "{'descr': %s, 'fortran_order': False, 'shape': (1,), }\n", descrs[i]);
    check_arrays_refused(npy_of(arena, header, 64),
                         strchr(descrs[i], '\xFF') ? "its header" : "dtype");
  }
  arena_free(arena);
}

static void sizes_beyond_the_file_are_refused_before_memory_is_taken(void **state) {
  (void)state;
  check_header_refused(DICT("'<f4'", "False", "(1000000000000,)"), 8,
                       "its numbers take 4000000000000 bytes, but there is room for only 8");
  check_header_refused(DICT("'<f4'", "False", "(4294967296, 4294967296)"), 8,
                       "its shape is too large for any file");
  check_header_refused(DICT("'<f8'", "False", "(9223372036854775807,)"), 8,
                       "its shape is too large for any file");
  check_header_refused(DICT("'<f4'", "False", "(99999999999999999999,)"), 8,
                       "its shape is too large for any file");
  check_header_refused(DICT("'<f4'", "False", "(1, 1, 1, 1, 1, 1, 1, 1, 1)"), 4,
                       "has more than 8 dimensions");
  check_header_refused(DICT("'<f4'", "False", "(3,)"), 11,
                       "take 12 bytes, but there is room for only 11");
}

static void the_bytes_before_the_header_are_checked(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char *bytes = str_copy(arena, npy_of(arena, DICT("'<f4'", "False", "()"), 4));
  Str whole = {bytes, npy_of(arena, DICT("'<f4'", "False", "()"), 4).bytes};
  for (size_t count = 6; count < whole.bytes; count++) {
    Str part = {bytes, count};
    check_arrays_refused(part, count < 12                ? "it ends within its header"
                               : count + 4 < whole.bytes ? "its header is said to have"
                                                         : "the file was cut short");
  }
  bytes[6] = 9, bytes[7] = 9;
  check_arrays_refused(whole, "version 9.9 of the format; 1.0, 2.0 and 3.0 are supported");
  bytes[6] = 2, bytes[7] = 0;
  bytes[8] = bytes[9] = bytes[10] = bytes[11] = (char)0xFF;
  check_arrays_refused(whole, "its header is said to have 4294967295 bytes");
  bytes[6] = 1;
  check_arrays_refused(whole, "its header is said to have 65535 bytes; the limit is 10000");
  arena_free(arena);
}

/* NumPy itself reads no longer one. */
static void a_header_may_have_ten_thousand_bytes(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int bytes = 10000; bytes <= 10001; bytes++) {
    char *header = arena_take(arena, (size_t)bytes + 1, 1);
    memset(header, ' ', (size_t)bytes);
    memcpy(header, DICT("'<f4'", "False", "()"), strlen(DICT("'<f4'", "False", "()")) - 1);
    header[bytes - 1] = '\n';
    if (bytes == 10000) check_count(header, 4, 0, 1);
    else check_header_refused(header, 4, "said to have 10001 bytes; the limit is 10000");
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(headers_may_be_spelled_in_some_ways),
      cmocka_unit_test(text_that_is_no_such_dict_is_refused_and_not_evaluated),
      cmocka_unit_test(types_that_cannot_be_read_are_named),
      cmocka_unit_test(sizes_beyond_the_file_are_refused_before_memory_is_taken),
      cmocka_unit_test(a_header_may_have_ten_thousand_bytes),
      cmocka_unit_test(the_bytes_before_the_header_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
