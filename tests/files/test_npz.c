/* tests/files/test_npz.c -- zip archives that are damaged, inconsistent or hostile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "files/opened.h"
#include "support/folder.h"

/* A zip archive of stored members, made here so that any of its fields can be wrong. */
typedef struct Made {
  const char *name;
  Str data;
  int method, flags; /* in both headers */
  int place_back;    /* the directory says so many bytes less than is true */
  bool zip64;        /* the sizes stand in the Zip64 part */
  uint32_t wrong_sum;
} Made;

typedef struct Writing {
  StrBuf zip;
  uint32_t places[8];
  int count;
} Writing;

static uint32_t sum_of(Str data) {
  uint32_t sum = ~0u;
  for (size_t i = 0; i < data.bytes; i++) {
    sum ^= (unsigned char)data.at[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
  }
  return ~sum;
}

/* Little-endian; behind the eighth byte come zeros. */
static void put(StrBuf *zip, uint64_t number, int bytes) {
  for (; bytes > 0; bytes--, number >>= 8) strbuf_add_char(zip, (char)(unsigned char)number);
}

/* The fields that both headers have: from the version needed to the length of the extra part. */
static void put_common(StrBuf *zip, const Made *made) {
  uint64_t size = made->zip64 ? 0xFFFFFFFFu : made->data.bytes;
  put(zip, 20, 2);
  put(zip, (uint64_t)made->flags, 2);
  put(zip, (uint64_t)made->method, 2);
  put(zip, 0, 4);
  put(zip, sum_of(made->data) ^ made->wrong_sum, 4);
  put(zip, size, 4);
  put(zip, size, 4);
  put(zip, strlen(made->name), 2);
  put(zip, made->zip64 ? 20 : 0, 2);
}

static void put_sizes(StrBuf *zip, const Made *made) {
  if (!made->zip64) return;
  put(zip, 1, 2);
  put(zip, 16, 2);
  put(zip, made->data.bytes, 8);
  put(zip, made->data.bytes, 8);
}

static void put_member(Writing *writing, const Made *made) {
  StrBuf *zip = &writing->zip;
  writing->places[writing->count++] = (uint32_t)zip->bytes;
  strbuf_add(zip, STR("PK\x03\x04"));
  put_common(zip, made);
  strbuf_add(zip, str_from(made->name));
  put_sizes(zip, made);
  strbuf_add(zip, made->data);
}

static void put_entry(Writing *writing, const Made *made, int index) {
  StrBuf *zip = &writing->zip;
  strbuf_add(zip, STR("PK\x01\x02"));
  put(zip, 20, 2);
  put_common(zip, made);
  put(zip, 0, 10);
  put(zip, writing->places[index] - (uint64_t)made->place_back, 4);
  strbuf_add(zip, str_from(made->name));
  put_sizes(zip, made);
}

static void put_end64(StrBuf *zip, uint64_t count, uint64_t first) {
  uint64_t place = zip->bytes;
  strbuf_add(zip, STR("PK\x06\x06"));
  put(zip, 44, 8);
  put(zip, 45, 4);
  put(zip, 0, 8);
  put(zip, count, 8);
  put(zip, count, 8);
  put(zip, place - first, 8);
  put(zip, first, 8);
  strbuf_add(zip, STR("PK\x06\x07"));
  put(zip, 0, 4);
  put(zip, place, 8);
  put(zip, 1, 4);
}

static void put_end(StrBuf *zip, uint64_t count, uint64_t bytes, uint64_t first) {
  strbuf_add(zip, STR("PK\x05\x06"));
  put(zip, 0, 4);
  put(zip, count, 2);
  put(zip, count, 2);
  put(zip, bytes, 4);
  put(zip, first, 4);
  put(zip, 0, 2);
}

static Str zip_of(Arena *arena, const Made *members, int count) {
  Writing writing = {.zip = strbuf_make(arena)};
  for (int i = 0; i < count; i++) put_member(&writing, &members[i]);
  uint64_t first = writing.zip.bytes;
  for (int i = 0; i < count; i++) put_entry(&writing, &members[i], i);
  uint64_t bytes = writing.zip.bytes - first;
  if (count > 0 && members[0].zip64) put_end64(&writing.zip, (uint64_t)count, first);
  put_end(&writing.zip, (uint64_t)count, bytes, first);
  return strbuf_str(&writing.zip);
}

typedef struct Ground {
  Arena *arena;
  Str npy; /* plain.npy */
} Ground;

static Ground ground_make(void) {
  Ground ground = {.arena = arena_make(0)};
  ground.npy = reference_bytes(ground.arena, "plain.npy");
  return ground;
}

/* ---- right ---- */

static void a_plain_archive_and_one_with_zip64_are_read(void **state) {
  (void)state;
  Ground ground = ground_make();
  for (int zip64 = 0; zip64 < 2; zip64++) {
    Made members[] = {{.name = "a.npy", .data = ground.npy, .zip64 = zip64},
                      {.name = "b/c.npy", .data = ground.npy, .zip64 = zip64}};
    Opened opened = opened_bytes(zip_of(ground.arena, members, 2));
    assert_int_equal(arrays_count(opened.arrays), 2);
    check_all_values(&opened, opened_find(&opened, "a"));
    check_all_values(&opened, opened_find(&opened, "b/c"));
    opened_close(&opened);
  }
  arena_free(ground.arena);
}

/* Sizes and sum behind the data, as a writer leaves them that cannot go back; and a comment. */
static void what_follows_the_data_or_the_end_does_no_harm(void **state) {
  (void)state;
  Opened opened = opened_reference("streamed.npz");
  check_all_values(&opened, opened_find(&opened, "a"));
  opened_close(&opened);
  Ground ground = ground_make();
  Str bytes = zip_of(ground.arena, &(Made){.name = "a.npy", .data = ground.npy}, 1);
  char *noted = str_copy(ground.arena, (Str){bytes.at, bytes.bytes});
  StrBuf zip = strbuf_make(ground.arena);
  noted[bytes.bytes - 2] = 22; /* the comment looks like another end */
  strbuf_add(&zip, (Str){noted, bytes.bytes});
  strbuf_add(&zip, STR("PK\x05\x06"));
  put(&zip, 7, 16);
  put(&zip, 7, 2); /* but it would need a comment of its own */
  opened = opened_bytes(strbuf_str(&zip));
  assert_int_equal(arrays_count(opened.arrays), 1);
  opened_close(&opened);
  arena_free(ground.arena);
}

/* ---- wrong ---- */

static void members_that_cannot_be_read_are_named(void **state) {
  (void)state;
  Ground ground = ground_make();
  const struct {
    Made made;
    const char *part;
  } cases[] = {
      {{.name = "a.npy", .flags = 1}, "member “a.npy”: it is encrypted"},
      {{.name = "a.npy", .method = 12}, "“a.npy” is packed by method 12; 0 (stored) and 8"},
      {{.name = "../a.npy"}, "“../a.npy”: its name leads out of the archive"},
      {{.name = "a/../../b.npy"}, "its name leads out of the archive"},
      {{.name = "/a.npy"}, "its name leads out of the archive"},
      {{.name = "..\\a.npy"}, "its name leads out of the archive"},
      {{.name = "a.txt"}, "member “a.txt” is no .npy file"},
      {{.name = ""}, "member “” is no .npy file"},
      {{.name = "a\x1B[31m.npy", .flags = 1}, "member “a\\x1B[31m.npy”: it is encrypted"},
      {{.name = "a.npy", .place_back = 1}, "is not where it should be"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Made members[] = {{.name = "first.npy", .data = ground.npy}, cases[i].made};
    members[1].data = ground.npy;
    if (cases[i].made.place_back)
      check_arrays_refused(zip_of(ground.arena, members, 2), "it is not where the directory says");
    else check_arrays_refused(zip_of(ground.arena, members, 2), cases[i].part);
  }
  Made text = {.name = "a.npy", .data = STR("no array at all")};
  check_arrays_refused(zip_of(ground.arena, &text, 1), "member “a.npy” is no .npy file");
  text.data = (Str){ground.npy.at, ground.npy.bytes - 1};
  check_arrays_refused(zip_of(ground.arena, &text, 1),
                       "take 24 bytes, but there is room for only 23");
  arena_free(ground.arena);
}

static void members_that_share_a_name_or_bytes_are_refused(void **state) {
  (void)state;
  Ground ground = ground_make();
  Made twice[] = {{.name = "a.npy", .data = ground.npy}, {.name = "a.npy", .data = ground.npy}};
  check_arrays_refused(zip_of(ground.arena, twice, 2), "member “a.npy”: its name stands twice");
  /* The second member lies whole inside the data of the first. */
  Str inner = zip_of(ground.arena, &(Made){.name = "b.npy", .data = ground.npy}, 1);
  size_t local_bytes = 30 + strlen("b.npy") + ground.npy.bytes;
  Made nested[] = {{.name = "a.npy", .data = {inner.at, local_bytes}},
                   {.name = "b.npy", .data = ground.npy, .place_back = (int)local_bytes}};
  check_arrays_refused(zip_of(ground.arena, nested, 2), "member “b.npy”: it overlaps another");
  arena_free(ground.arena);
}

static void a_wrong_sum_is_found_when_the_numbers_are_read(void **state) {
  (void)state;
  Ground ground = ground_make();
  Made member = {.name = "a.npy", .data = ground.npy, .wrong_sum = 1};
  Opened opened = opened_bytes(zip_of(ground.arena, &member, 1));
  Status status = {0};
  float x[6];
  assert_false(
      arrays_read(opened.arrays, (ArrayPart){arrays_at(opened.arrays, 0), 0, 6}, x, &status));
  check_sentence(&status, "bytes: member “a.npy” cannot be unpacked: CRC error");
  opened_close(&opened);
  arena_free(ground.arena);
}

/* Only the wanted part of a large stored member is read; its sum is checked on request. */
static void the_sum_of_a_large_member_is_compared_when_asked_for(void **state) {
  (void)state;
  enum { NUMBERS = 17 << 20 }; /* 68 MiB of float32 */
  for (unsigned wrong = 0; wrong < 2; wrong++) {
    Ground ground = ground_make();
    static const char header[] = "\x93NUMPY\x01\0\x48\0{'descr': '<f4', 'fortran_order': False, "
                                 "'shape': (17825792,)}         \n";
    size_t before = sizeof header - 1, bytes = before + sizeof(float) * (size_t)NUMBERS;
    char *npy = arena_take(ground.arena, bytes, 1);
    assert_non_null(npy);
    memcpy(npy, header, before);
    Made member = {.name = "a.npy", .data = {npy, bytes}, .wrong_sum = wrong};
    Opened opened = opened_bytes(zip_of(ground.arena, &member, 1));
    Status status = {0};
    float x = 1;
    assert_true(
        arrays_read(opened.arrays, (ArrayPart){arrays_at(opened.arrays, 0), 5, 1}, &x, &status));
    assert_true(x == 0);
    assert_int_equal(arrays_check_sums(opened.arrays, NULL, &status), !wrong);
    if (wrong) check_sentence(&status, "bytes: member “a.npy” cannot be unpacked: CRC error");
    opened_close(&opened);
    arena_free(ground.arena);
  }
}

/* Every field of both headers and of the end, set to what it must not be. */
static void any_changed_byte_is_survived(void **state) {
  (void)state;
  static const char *const files[] = {"streamed.npz", "none.npz", NULL};
  static const unsigned char bytes[] = {0, 1, 0x7F, 0x80, 0xFF};
  Ground ground = ground_make();
  for (int f = 0; f < 3; f++) {
    Made made[] = {{.name = "a.npy", .data = ground.npy, .zip64 = true},
                   {.name = "b.npy", .data = ground.npy, .zip64 = true}};
    Str right = files[f] ? reference_bytes(ground.arena, files[f]) : zip_of(ground.arena, made, 2);
    for (size_t at = 0; at < right.bytes; at++)
      for (size_t i = 0; i < sizeof bytes; i++) {
        Arena *arena = arena_make(0);
        char *changed = str_copy(arena, right);
        Arrays *arrays;
        Status status = {0};
        changed[at] = (char)bytes[i];
        if (arrays_over(arena, "z", (Str){changed, right.bytes}, &arrays, &status)) {
          float x[6];
          for (int n = 0; n < arrays_count(arrays); n++) {
            const ArrayInfo *array = arrays_at(arrays, n);
            if (array->count <= 6 && array->type != ARRAY_TEXT)
              arrays_read(arrays, (ArrayPart){array, 0, array->count}, x, &status);
          }
          arrays_close(arrays);
        } else check_sentence(&status, "z");
        assert_true(arena_held_bytes(arena) < 1 << 20);
        arena_free(arena);
      }
  }
  arena_free(ground.arena);
}

static void any_cut_is_an_error(void **state) {
  (void)state;
  Ground ground = ground_make();
  Str right = reference_bytes(ground.arena, "streamed.npz");
  for (size_t bytes = 4; bytes < right.bytes; bytes++) {
    Arena *arena = arena_make(0);
    Arrays *arrays;
    Status status = {0};
    assert_false(arrays_over(arena, "z", (Str){right.at, bytes}, &arrays, &status));
    check_sentence(&status, "z: this zip archive");
    arena_free(arena);
  }
  arena_free(ground.arena);
}

/* ---- bombs ---- */

/* The place of the one entry in the directory of streamed.npz. */
static size_t entry_place(Str zip) {
  for (size_t at = 0; at + 4 <= zip.bytes; at++)
    if (memcmp(zip.at + at, "PK\x01\x02", 4) == 0) return at;
  return 0;
}

static void set_unpacked(char *zip, size_t entry, uint32_t bytes) {
  for (int i = 0; i < 4; i++) zip[entry + 24 + (size_t)i] = (char)(unsigned char)(bytes >> (8 * i));
}

/* 71 packed bytes with wrong claims of their unpacked size. */
static void unpacking_stops_at_the_size_that_is_said(void **state) {
  (void)state;
  Ground ground = ground_make();
  Str right = reference_bytes(ground.arena, "streamed.npz");
  char *zip = str_copy(ground.arena, right);
  size_t entry = entry_place(right);
  Str bytes = {zip, right.bytes};
  set_unpacked(zip, entry, 4000000000u);
  check_arrays_refused(bytes, "so many bytes cannot come out of so few");
  set_unpacked(zip, entry, 100);
  check_arrays_refused(bytes, "its header is said to have 118 bytes");
  set_unpacked(zip, entry, 151);
  check_arrays_refused(bytes, "but there is room for only 23");
  set_unpacked(zip, entry, 153);
  check_arrays_refused(bytes, "it is shorter than it is said to be");
  arena_free(ground.arena);
}

/* Two megabytes that claim to become more than one gigabyte: a stored deflate block with the header
** of a large array, and nothing behind it. */
static void more_than_a_gigabyte_is_not_unpacked(void **state) {
  (void)state;
  enum { PACKED = 2 << 20, BLOCK = 5, HEADER = 128 };
  static const uint64_t unpacked = 1200000128;
  Ground ground = ground_make();
  char *packed = arena_take(ground.arena, PACKED, 1);
  memcpy(packed, "\0\xFF\xFF\0\0", BLOCK);
  memcpy(packed + BLOCK, ground.npy.at, HEADER);
  char *shape = strstr(packed + BLOCK + 10, "(2, 3), }     ");
  assert_non_null(shape);
  memcpy(shape, "(300000000,), }", 15);
  Made member = {.name = "a.npy", .data = {packed, PACKED}, .method = 8, .flags = 8};
  Str zip = zip_of(ground.arena, &member, 1);
  char *bytes = str_copy(ground.arena, zip);
  size_t entry = zip.bytes - 22 - 46 - strlen("a.npy");
  set_unpacked(bytes, entry, (uint32_t)unpacked);
  Opened opened = opened_bytes((Str){bytes, zip.bytes});
  Status status = {0};
  float x;
  assert_int_equal(arrays_at(opened.arrays, 0)->count, 300000000);
  assert_false(
      arrays_read(opened.arrays, (ArrayPart){arrays_at(opened.arrays, 0), 0, 1}, &x, &status));
  check_sentence(&status, "member “a.npy”: packed arrays may take 1 GiB of memory");
  opened_close(&opened);
  set_unpacked(bytes, entry, 0xFFFFFFF0u);
  check_arrays_refused((Str){bytes, zip.bytes}, "so many bytes cannot come out of so few");
  arena_free(ground.arena);
}

static void more_than_4096_members_are_refused(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf zip = strbuf_make(arena);
  strbuf_add(&zip, STR("PK\x03\x04"));
  put_end(&zip, 4097, 0, 4);
  check_arrays_refused(strbuf_str(&zip), "this zip archive has 4097 members; the limit is 4096");
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plain_archive_and_one_with_zip64_are_read),
      cmocka_unit_test(what_follows_the_data_or_the_end_does_no_harm),
      cmocka_unit_test(members_that_cannot_be_read_are_named),
      cmocka_unit_test(members_that_share_a_name_or_bytes_are_refused),
      cmocka_unit_test(a_wrong_sum_is_found_when_the_numbers_are_read),
      cmocka_unit_test(the_sum_of_a_large_member_is_compared_when_asked_for),
      cmocka_unit_test(any_changed_byte_is_survived),
      cmocka_unit_test(any_cut_is_an_error),
      cmocka_unit_test(unpacking_stops_at_the_size_that_is_said),
      cmocka_unit_test(more_than_a_gigabyte_is_not_unpacked),
      cmocka_unit_test(more_than_4096_members_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
