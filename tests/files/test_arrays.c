/* tests/files/test_arrays.c -- what NumPy wrote is read, in any order, from any container. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/pool.h"
#include "files/opened.h"
#include "support/folder.h"

static void every_type_of_numpy_is_read(void **state) {
  (void)state;
  static const char *const files[] = {"every.npz", "packed.npz"};
  static const char *const types[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                      "i8", "u1", "u2", "u4", "u8", "b1"};
  static const ArrayType meant[] = {ARRAY_F16, ARRAY_F32, ARRAY_F64, ARRAY_I8,
                                    ARRAY_I16, ARRAY_I32, ARRAY_I64, ARRAY_U8,
                                    ARRAY_U16, ARRAY_U32, ARRAY_U64, ARRAY_BOOL};
  for (int f = 0; f < 2; f++) {
    Opened opened = opened_reference(files[f]);
    assert_int_equal(arrays_kind(opened.arrays), ARRAYS_NPZ);
    assert_int_equal(arrays_count(opened.arrays), 33);
    for (int i = 0; i < 24; i++) {
      const char *name = str_format(opened.arena, "%s%s", i % 2 ? "big" : "little", types[i / 2]);
      const ArrayInfo *array = opened_find(&opened, name);
      assert_int_equal(array->type, meant[i / 2]);
      assert_int_equal(array->rank, 2);
      assert_int_equal(array->shape[0], 2);
      assert_int_equal(array->shape[1], 3);
      check_all_values(&opened, array);
    }
    opened_close(&opened);
  }
}

static void scalars_and_empty_arrays_are_read(void **state) {
  (void)state;
  Opened opened = opened_reference("every.npz");
  const ArrayInfo *scalar = opened_find(&opened, "scalar"), *empty = opened_find(&opened, "empty");
  assert_int_equal(scalar->rank, 0);
  assert_int_equal(scalar->count, 1);
  check_all_values(&opened, scalar);
  assert_int_equal(empty->rank, 3);
  assert_int_equal(empty->count, 0);
  check_all_values(&opened, empty);
  opened_close(&opened);
  opened = opened_reference("none.npz");
  assert_int_equal(arrays_count(opened.arrays), 0);
  assert_null(arrays_find(opened.arrays, "x"));
  opened_close(&opened);
}

/* Every part of an array whose first index runs fastest comes out in C order. */
static void fortran_arrays_are_turned_for_any_range(void **state) {
  (void)state;
  Opened opened = opened_reference("turned.npy");
  const ArrayInfo *array = opened_find(&opened, "turned");
  float numbers[120];
  assert_int_equal(arrays_kind(opened.arrays), ARRAYS_NPY);
  assert_int_equal(array->count, 120);
  for (int first = 0; first <= 120; first++)
    for (int count = 0; first + count <= 120; count++) {
      assert_true(arrays_read(opened.arrays, (ArrayPart){array, first, count}, numbers, NULL));
      for (int i = 0; i < count; i++)
        assert_true((double)numbers[i] == reference_value(array, first + i));
    }
  opened_close(&opened);
  static const char *const names[] = {"layers/0/fortran", "big_fortran", "fortran_ids"};
  static const char *const files[] = {"every.npz", "packed.npz"};
  for (int i = 0; i < 6; i++) {
    opened = opened_reference(files[i % 2]);
    check_all_values(&opened, opened_find(&opened, names[i / 2]));
    opened_close(&opened);
  }
}

static void check_words(const Opened *opened, const char *name, const char *const *expected) {
  const ArrayInfo *array = opened_find(opened, name);
  Str words[6];
  assert_true(array->count <= 6);
  assert_int_equal(array->type, ARRAY_TEXT);
  assert_true(arrays_read_text(opened->arrays, array, opened->arena, words, NULL));
  for (int64_t i = 0; i < array->count; i++)
    if (!str_is(words[i], expected[i])) fail_msg("“%s” is not “%s”", words[i].at, expected[i]);
}

static void words_come_out_as_utf_8(void **state) {
  (void)state;
  static const char *const words[] = {"the", "cat", "", "猫", "🐈", "é"};
  static const char *const bytes[] = {"the", "é", "\xEF\xBF\xBD!", ""};
  Opened opened = opened_reference("packed.npz");
  check_words(&opened, "words", words);
  check_words(&opened, "big_words", words);
  check_words(&opened, "fortran_words", words);
  check_words(&opened, "bytes", bytes);
  opened_close(&opened);
}

static void the_wrong_kind_of_element_is_an_error(void **state) {
  (void)state;
  Opened opened = opened_reference("every.npz");
  Str words[6];
  float x[6];
  int64_t ids[6];
  Status status = {0};
  assert_false(
      arrays_read(opened.arrays, (ArrayPart){opened_find(&opened, "words"), 0, 6}, x, &status));
  check_sentence(&status, "every.npz: array “words” holds words where numbers are needed");
  assert_false(arrays_read_ids(opened.arrays, (ArrayPart){opened_find(&opened, "words"), 0, 6}, ids,
                               &status));
  check_sentence(&status, "holds words where whole numbers are needed");
  assert_false(arrays_read_ids(opened.arrays, (ArrayPart){opened_find(&opened, "bigf4"), 0, 6}, ids,
                               &status));
  check_sentence(&status, "“bigf4” holds floats where whole numbers are needed");
  assert_false(
      arrays_read_text(opened.arrays, opened_find(&opened, "bigf4"), opened.arena, words, &status));
  check_sentence(&status, "“bigf4” holds numbers where words are needed");
  opened_close(&opened);
}

static void every_version_of_npy_and_what_follows_it(void **state) {
  (void)state;
  static const char *const files[] = {"plain.npy", "version1.npy", "version2.npy", "version3.npy"};
  for (int i = 0; i < 4; i++) {
    Opened opened = opened_reference(files[i]);
    check_all_values(&opened, arrays_at(opened.arrays, 0));
    assert_null(arrays_note(opened.arrays));
    assert_null(arrays_metadata(opened.arrays, "format"));
    opened_close(&opened);
  }
  Arena *arena = arena_make(0);
  Str plain = reference_bytes(arena, "plain.npy");
  StrBuf twice = strbuf_make(arena);
  strbuf_add(&twice, plain);
  strbuf_add(&twice, plain);
  Opened opened = opened_bytes(strbuf_str(&twice));
  check_all_values(&opened, arrays_at(opened.arrays, 0));
  assert_string_equal(arrays_note(opened.arrays), "152 bytes behind the array are not read");
  opened_close(&opened);
  arena_free(arena);
}

static void safetensors_are_arrays_too(void **state) {
  (void)state;
  static const char bytes[] =
      "\x76\0\0\0\0\0\0\0{\"__metadata__\":{\"a\":\"b\"},\"w\":{\"dtype\":\"F32\",\"shape\":[2],"
      "\"data_offsets\":[0,8]},\"i\":{\"dtype\":\"I8\",\"shape\":[],\"data_offsets\":[8,9]}} "
      "\0\0\x80\xBF\0\0\0\xBF\xFF";
  char exact[sizeof bytes];
  memcpy(exact, bytes, sizeof bytes);
  exact[0] = (char)(sizeof bytes - 1 - 8 - 9);
  Opened opened = opened_bytes((Str){exact, sizeof bytes - 1});
  assert_int_equal(arrays_kind(opened.arrays), ARRAYS_SAFETENSORS);
  check_all_values(&opened, opened_find(&opened, "w"));
  check_all_values(&opened, opened_find(&opened, "i"));
  assert_string_equal(arrays_metadata(opened.arrays, "a"), "b");
  opened_close(&opened);
}

static void what_is_no_container_is_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  check_arrays_refused(STR(""), "begins with 8 bytes");
  check_arrays_refused(STR("hello, this is a text"), "no .safetensors, .npy or .npz file; it "
                                                     "begins with “hello, this is a”");
  check_arrays_refused(STR("\0\x1B[31m\xFF"), "begins with “.\\x1B[31m\\xFF”");
  check_arrays_refused(reference_bytes(arena, "zipped.pt"), "PyTorch pickle");
  check_arrays_refused(reference_bytes(arena, "legacy.pt"), "PyTorch pickle");
  check_arrays_refused(STR("version https://git-lfs.github.com/spec/v1\n"), "git lfs pull");
  arena_free(arena);
}

/* By the beginning where it has one, also when the rest is gone; else by the name. */
static void weights_of_other_programs_are_refused_as_what_they_are(void **state) {
  (void)state;
  const struct {
    const char *name;
    Str bytes;
    const char *part;
  } files[] = {
      {"a.gguf", STR("GGUF\x03............"), "gguf_file='FILE'"},
      {"a.gguf", STR("????????"), "does not begin as one"},
      {"a.h5", STR("\x89HDF\r\n\x1a\n........"), "from_tf=True"},
      {"a.npz", STR("\x08\x07\x12\x07pytorch\x1a\x03"), "this is an ONNX graph"},
      {"a.onnx", STR("????????"), "this is an ONNX graph"},
      {"a.msgpack", STR("\x81\xa1"), "from_flax=True"},
      {"a.bin", STR("????????"), "its name is that of a PyTorch pickle"},
      {"A.PTH", STR("????????"), "its name is that of a PyTorch pickle"},
      {"cut.zip",
       STR("PK\x03\x04..........................a name of thirty-five characters_"
           "/data.pklFB..ZZZZ"),
       "record_trace.py convert 'cut.zip' 'cut.safetensors'"},
  };
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    Arena *arena = arena_make(0);
    Arrays *arrays;
    Status status = {0};
    assert_false(arrays_over(arena, files[i].name, files[i].bytes, &arrays, &status));
    if (!strstr(status.sentence, files[i].part))
      fail_msg("%s: “%s” lacks “%s”", files[i].name, status.sentence, files[i].part);
    arena_free(arena);
  }
}

static void a_long_path_leaves_room_for_the_reason(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char *path = arena_take(arena, 3001, 1);
  memset(path, 'x', 3000);
  path[1000] = '\n';
  Arrays *arrays;
  Status status = {0};
  assert_false(arrays_over(arena, path, reference_bytes(arena, "legacy.pt"), &arrays, &status));
  check_sentence(&status, "record_trace.py convert new.pt 'OUT.safetensors'");
  arena_free(arena);
}

/* bad-inputs: the file gets shorter while it is open. */
static void a_file_cut_short_while_open_is_an_error(void **state) {
  (void)state;
  static const char *const files[] = {"turned.npy", "every.npz", "packed.npz"};
  static const char *const names[] = {"a", "big_fortran", "big_fortran"};
  for (int i = 0; i < 3; i++) {
    Folder folder = folder_make();
    folder_write(&folder, "a", reference_bytes(folder.arena, files[i]));
    Arrays *arrays;
    Status status = {0};
    float numbers[1200];
    assert_true(arrays_open(folder.arena, folder_file(&folder, "a"), NULL, &arrays, NULL));
    assert_int_equal(truncate(folder_file(&folder, "a"), 300), 0);
    const ArrayInfo *array = arrays_find(arrays, names[i]);
    assert_false(arrays_read(arrays, (ArrayPart){array, 0, array->count}, numbers, &status));
    check_sentence(&status, i == 0 ? "the file was cut short" : "cannot be unpacked");
    arrays_close(arrays);
    folder_remove(&folder);
  }
}

typedef struct Listener {
  double share;
  int left;
} Listener;

static void hear(void *self, double share) {
  assert_true(share >= ((Listener *)self)->share && share <= 1);
  ((Listener *)self)->share = share;
}

static bool has_enough(void *self) { return --((Listener *)self)->left < 0; }

static void opening_says_how_far_it_is_and_can_be_stopped(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Arrays *arrays;
  Status status = {0};
  Listener listener = {.left = 100};
  const Progress progress = {hear, has_enough, &listener};
  const char *path = reference_path(arena, "packed.npz");
  assert_true(arrays_open(arena, path, &progress, &arrays, NULL));
  assert_true(listener.share == 1);
  arrays_close(arrays);
  listener = (Listener){.left = 5};
  assert_false(arrays_open(arena, path, &progress, &arrays, &status));
  assert_int_equal(status.kind, STATUS_STOPPED);
  assert_true(listener.share > 0 && listener.share < 1);
  arena_free(arena);
}

typedef struct Readers {
  const Opened *opened;
  float numbers[33][1200];
  bool done[33];
} Readers;

static void read_one(void *self, int index) {
  Readers *readers = self;
  Arrays *arrays = readers->opened->arrays;
  const ArrayInfo *array = arrays_at(arrays, index % arrays_count(arrays));
  readers->done[index] =
      array->type == ARRAY_TEXT ||
      arrays_read(arrays, (ArrayPart){array, 0, array->count}, readers->numbers[index], NULL);
}

static void two_threads_may_unpack_and_read(void **state) {
  (void)state;
  static Readers readers;
  Opened opened = opened_reference("packed.npz");
  readers.opened = &opened;
  Pool *pool = pool_make(2);
  pool_run(pool, 33, read_one, &readers);
  pool_free(pool);
  for (int i = 0; i < 33; i++) {
    const ArrayInfo *array = arrays_at(opened.arrays, i);
    assert_true(readers.done[i]);
    for (int64_t at = 0; array->type != ARRAY_TEXT && at < array->count; at++)
      assert_true((double)readers.numbers[i][at] == reference_value(array, at));
  }
  opened_close(&opened);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  static const char *const files[] = {"plain.npy", "packed.npz"};
  Arena *outer = arena_make(0);
  for (int f = 0; f < 2; f++) {
    Str bytes = reference_bytes(outer, files[f]);
    bool done = false;
    for (long nth = 1; !done; nth++) {
      Arena *arena = arena_make(64);
      Arrays *arrays = NULL;
      Status status = {0};
      float numbers[1200];
      Str words[6];
      arena_fail_at(nth);
      done = arrays_over(arena, "w", bytes, &arrays, &status);
      for (int i = 0; done && i < arrays_count(arrays); i++) {
        const ArrayInfo *array = arrays_at(arrays, i);
        done = array->type == ARRAY_TEXT
                   ? arrays_read_text(arrays, array, arena, words, &status)
                   : arrays_read(arrays, (ArrayPart){array, 0, array->count}, numbers, &status);
      }
      arena_fail_at(0);
      if (!done) check_sentence(&status, "Out of memory");
      arrays_close(arrays);
      arena_free(arena);
    }
  }
  arena_free(outer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_type_of_numpy_is_read),
      cmocka_unit_test(scalars_and_empty_arrays_are_read),
      cmocka_unit_test(fortran_arrays_are_turned_for_any_range),
      cmocka_unit_test(words_come_out_as_utf_8),
      cmocka_unit_test(the_wrong_kind_of_element_is_an_error),
      cmocka_unit_test(every_version_of_npy_and_what_follows_it),
      cmocka_unit_test(safetensors_are_arrays_too),
      cmocka_unit_test(what_is_no_container_is_named),
      cmocka_unit_test(weights_of_other_programs_are_refused_as_what_they_are),
      cmocka_unit_test(a_long_path_leaves_room_for_the_reason),
      cmocka_unit_test(a_file_cut_short_while_open_is_an_error),
      cmocka_unit_test(opening_says_how_far_it_is_and_can_be_stopped),
      cmocka_unit_test(two_threads_may_unpack_and_read),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
