/* tests/files/test_safetensors.c -- files that are right, and every way a file can be wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/pool.h"
#include "support/folder.h"
#include "files/safetensors.h"

/* Size of the header, header, data. */
static Str file_of(Arena *arena, Str header, Str data) {
  StrBuf bytes = strbuf_make(arena);
  for (int i = 0; i < 8; i++)
    strbuf_add_char(&bytes, (char)(unsigned char)(header.bytes >> (8 * i)));
  strbuf_add(&bytes, header);
  strbuf_add(&bytes, data);
  return strbuf_str(&bytes);
}

static Str zeros(Arena *arena, size_t count) {
  return (Str){arena_take(arena, count + 1, 1), count};
}

static void check_bytes_refused(Str bytes, const char *part) {
  Arena *arena = arena_make(0);
  SafetensorsFile *file = NULL;
  Status status = {0};
  double start_ms = os_process_cpu_ms();
  assert_false(safetensors_over(arena, "w.safetensors", bytes, &file, &status));
  check_sentence(&status, part);
  check_sentence(&status, "w.safetensors");
  assert_true(os_process_cpu_ms() - start_ms < 1000);
  arena_free(arena);
}

static void check_refused(const char *header, size_t data_bytes, const char *part) {
  Arena *arena = arena_make(0);
  check_bytes_refused(file_of(arena, str_from(header), zeros(arena, data_bytes)), part);
  arena_free(arena);
}

static SafetensorsFile *open_header(Arena *arena, const char *header, Str data) {
  SafetensorsFile *file = NULL;
  Status status = {0};
  if (!safetensors_over(arena, "w", file_of(arena, str_from(header), data), &file, &status))
    fail_msg("%s", status.sentence);
  return file;
}

#define ONE(dtype, shape, offsets)                                                                 \
  "{\"t\":{\"dtype\":" dtype ",\"shape\":" shape ",\"data_offsets\":" offsets "}}"

static void numbers_of_every_float_type_are_read(void **state) {
  (void)state;
  static const char header[] =
      "  {\"a\":{\"dtype\":\"F16\",\"shape\":[9],\"data_offsets\":[0,18]},"
      "\"b\":{\"dtype\":\"BF16\",\"shape\":[5],\"data_offsets\":[18,28]},"
      "\"c\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[28,44],\"more\":1},"
      "\"d\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[44,48]}} \n ";
  static const unsigned char data[48] = {0x00, 0x3C, 0x00, 0xBC, 0x55, 0x35, 0x01, 0x00, 0x00, 0x04,
                                         0xFF, 0x7B, 0x00, 0x7C, 0x00, 0x7E, 0x00, 0x80, 0x80, 0x3F,
                                         0x49, 0x40, 0x80, 0x7F, 0xC0, 0x7F, 0x01, 0x00, 0,    0,
                                         0,    0,    0,    0,    0xF8, 0x3F, 0,    0,    0,    0,
                                         0,    0,    0x00, 0xC0, 0,    0,    0x20, 0xC1};
  static const float halves[] = {1, -1, 0.33325195f, 5.9604645e-8f, 6.1035156e-5f, 65504, INFINITY};
  Arena *arena = arena_make(0);
  SafetensorsFile *file = open_header(arena, header, (Str){(const char *)data, sizeof data});
  float x[9];
  assert_true(safetensors_read(file, safetensors_find(file, "a"), x, NULL));
  for (int i = 0; i < 7; i++) assert_true(x[i] == halves[i]);
  assert_true(isnan(x[7]) && x[8] == 0 && signbit(x[8]));
  assert_true(safetensors_read(file, safetensors_find(file, "b"), x, NULL));
  assert_true(x[0] == 1 && x[1] == 3.140625f && x[2] == INFINITY && isnan(x[3]));
  assert_true(fabsf(x[4] / 9.1835e-41f - 1) < 1e-4f);
  assert_true(safetensors_read(file, safetensors_find(file, "c"), x, NULL));
  assert_true(x[0] == 1.5f && x[1] == -2);
  assert_true(safetensors_read(file, safetensors_find(file, "d"), x, NULL));
  assert_true(x[0] == -10);
  assert_null(safetensors_find(file, "e"));
  assert_int_equal(safetensors_count(file), 4);
  arena_free(arena);
}

/* formats.md 1.2: a 0 in the shape takes no bytes and may share its beginning; no shape is one. */
static void empty_tensors_and_scalars_are_right(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  SafetensorsFile *file =
      open_header(arena,
                  "{\"full\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
                  "\"none\":{\"dtype\":\"F32\",\"shape\":[3,0],\"data_offsets\":[0,0]},"
                  "\"\":{\"dtype\":\"I64\",\"shape\":[0],\"data_offsets\":[4,4]}}",
                  zeros(arena, 4));
  assert_int_equal(safetensors_find(file, "full")->count, 1);
  assert_int_equal(safetensors_find(file, "none")->count, 0);
  assert_non_null(safetensors_find(file, ""));
  assert_string_equal(safetensors_at(file, 0)->name, "none");
  file = open_header(arena, "{}", zeros(arena, 0));
  assert_int_equal(safetensors_count(file), 0);
  arena_free(arena);
}

static void a_file_shorter_than_its_beginning_is_refused(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  check_bytes_refused(zeros(arena, 0), "this one has 0 bytes");
  check_bytes_refused(zeros(arena, 7), "this one has 7 bytes");
  check_bytes_refused(zeros(arena, 8), "said to have 0 bytes");
  arena_free(arena);
}

static void an_impossible_header_size_is_refused_before_memory_is_taken(void **state) {
  (void)state;
  static const uint64_t sizes[] = {0,          100,       (uint64_t)1 << 63,
                                   UINT64_MAX, 100000001, UINT64_MAX - 7};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    unsigned char bytes[100] = {0};
    for (int b = 0; b < 8; b++) bytes[b] = (unsigned char)(sizes[i] >> (8 * b));
    check_bytes_refused((Str){(const char *)bytes, sizeof bytes}, "its header is said to have");
  }
}

static void a_header_that_is_not_json_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *header, *part;
  } cases[] = {
      {"{\"t\xFF\":1}", "not JSON at its byte 3: a string holds what is not UTF-8 text"},
      {"{\"t\xC0\xAF\":1}", "what is not UTF-8 text"},
      {"{\"t\xED\xA0\x80\":1}", "what is not UTF-8 text"},
      {"{\"t\n\":1}", "what is not UTF-8 text"},
      {"{\"t\\x41\":1}", "an escape in a string is not one"},
      {"{\"t\\u12g4\":1}", "an escape in a string is not one"},
      {"{\"t\\ud800\":1}", "an escape in a string is not one"},
      {"{\"t\\udc00\\ud800\":1}", "an escape in a string is not one"},
      {"{\"t\\udc00\":1}", "an escape in a string is not one"},
      {"{\"t\\u0000\":1}", "an escape in a string is not one"},
      {"{\"t\\", "an escape in a string is not one"},
      {"{\"t\":{\"dtype", "a string does not end"},
      {"{\"t\":{\"dtype\"", "a colon is missing"},
      {"{\"t\" 1}", "a colon is missing"},
      {"{t:1}", "a name is missing"},
      {"{\"t\":1,}", "a name is missing"},
      {"{\"t\":[1,]}", "a value is missing"},
      {"{\"t\":nul}", "a value is missing"},
      {"{\"t\":NaN}", "a value is missing"},
      {"{\"t\":01}", "a comma or a closing bracket is missing"},
      {"{\"t\":[1}", "a comma or a closing bracket is missing"},
      {"{\"t\":-}", "a number lacks a digit"},
      {"{\"t\":1.}", "a number lacks a digit"},
      {"{\"t\":1e+}", "a number lacks a digit"},
      {"{} {}", "not JSON at its byte 3: something follows it"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    check_refused(cases[i].header, 0, cases[i].part);
  check_refused("[1, 2]", 0, "the header is no object");
  check_refused("{\"t\":1}", 0, "tensor “t”: its entry is no object");
  Arena *arena = arena_make(0);
  char *deep = arena_take(arena, 100001, 1);
  memset(deep, '[', 100000);
  check_refused(deep, 0, "lists stand too deep in each other");
  memcpy(deep, "{\"t\":", 5);
  check_refused(deep, 0, "lists stand too deep in each other");
  arena_free(arena);
}

static void a_header_of_many_keys_ends_in_a_second(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf header = strbuf_make(arena);
  strbuf_add_char(&header, '{');
  for (int i = 0; i < 100000; i++)
    strbuf_format(&header, "%s\"k%d\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}",
                  i ? "," : "", i);
  strbuf_add_char(&header, '}');
  double start_ms = os_process_cpu_ms();
  SafetensorsFile *file = open_header(arena, header.at, zeros(arena, 0));
  assert_int_equal(safetensors_count(file), 100000);
  assert_non_null(safetensors_find(file, "k77777"));
  assert_true(os_process_cpu_ms() - start_ms < 2000);
  arena_free(arena);
}

static void a_name_twice_is_refused_and_strange_names_are_shown_escaped(void **state) {
  (void)state;
#define EMPTY_TENSOR "{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}"
  check_refused("{\"t\":" EMPTY_TENSOR ",\"t\":" EMPTY_TENSOR "}", 0,
                "tensor “t”: its name stands twice");
  check_refused("{\"t\":" EMPTY_TENSOR ",\"\\u0074\":" EMPTY_TENSOR "}", 0, "stands twice");
  check_refused(
      "{\"t\":{\"dtype\":\"F32\",\"dtype\":\"F16\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0,
      "tensor “t”: it has a field that stands twice");

  check_refused("{\"a\\nb\\u001b[31m\\u202e\":{}}", 0,
                "tensor “a\\nb\\x1B[31m\\u202E”: its dtype is missing");
  Arena *arena = arena_make(0);
  StrBuf header = strbuf_make(arena);
  strbuf_add(&header, STR("{\""));
  for (int i = 0; i < 300000; i++) strbuf_add(&header, STR("动"));
  strbuf_add(&header, STR("\":{}}"));
  check_refused(header.at, 0, "…”: its dtype is missing");
  arena_free(arena);
}

static void offsets_that_do_not_follow_each_other_are_refused(void **state) {
  (void)state;
  check_refused(ONE("\"F32\"", "[1]", "[4,0]"), 4, "tensor “t” has data_offsets 4 to 0");
  check_refused(ONE("\"F32\"", "[1]", "[4,8]"), 8, "where byte 0 comes next");
  check_refused(ONE("\"F32\"", "[1]", "[0,4]"), 5, "take 4 bytes, but there is room for 5");
  check_refused(ONE("\"F32\"", "[2]", "[0,8]"), 7, "take 8 bytes, but there is room for 7");
  check_refused(ONE("\"F32\"", "[2]", "[0,4]"), 4, "its shape and its data_offsets disagree");
  static const char *const wrong[] = {"[0]",     "[0,4,8]", "[-4,0]", "[0,4.5]",
                                      "[0,4e0]", "\"0,4\"", "null",   "[\"0\",4]"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char header[200];
    snprintf(header, sizeof header, "{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":%s}}",
             wrong[i]);
    check_refused(header, 4, "tensor “t”: its data_offsets are not two whole numbers from 0");
  }
  Arena *arena = arena_make(0);
  StrBuf header = strbuf_make(arena);
  for (int i = 0; i < 10; i++)
    strbuf_format(&header, "%c\"t%d\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}",
                  i ? ',' : '{', i);
  strbuf_add_char(&header, '}');
  check_refused(header.at, 4, "tensor “t1” has data_offsets 0 to 4 where byte 4 comes next");
  arena_free(arena);
}

static void impossible_shapes_are_refused(void **state) {
  (void)state;
  check_refused(ONE("\"F32\"", "[2,18446744073709551614]", "[0,4]"), 4, "too large for any file");
  check_refused(ONE("\"F32\"", "[18446744073709551616]", "[0,4]"), 4, "that fit in 64 bits");
  check_refused(ONE("\"F32\"", "[9223372036854775808]", "[0,4]"), 4, "too large for any file");
  check_refused(ONE("\"F32\"", "[4611686018427387904,4,0]", "[0,0]"), 0, "too large for any file");
  check_refused(ONE("\"F32\"", "[2,9223372036854775807]", "[0,4]"), 4, "too large for any file");
  check_refused(ONE("\"F64\"", "[4611686018427387904]", "[0,0]"), 0,
                "its shape and its data_offsets disagree");
  check_refused(ONE("\"F32\"", "[-1]", "[0,4]"), 4, "not made of whole numbers");
  check_refused(ONE("\"F32\"", "[1.0]", "[0,4]"), 4, "not made of whole numbers");
  check_refused(ONE("\"F32\"", "4", "[0,4]"), 4, "its shape is no list");
  check_refused(ONE("\"F32\"", "[1,1,1,1,1,1,1,1,1]", "[0,4]"), 4, "has more than 8 dimensions");
}

static void types_that_cannot_be_read_are_named(void **state) {
  (void)state;
  check_refused(ONE("\"F8_E4M3\"", "[4]", "[0,4]"), 4, "dtype F8_E4M3 is not supported");
  check_refused(ONE("\"C64\"", "[1]", "[0,8]"), 8, "dtype C64 is not supported");
  check_refused(ONE("\"Q4_0\"", "[1]", "[0,4]"), 4, "dtype Q4_0 is not supported");
  check_refused(ONE("7", "[1]", "[0,4]"), 4, "its dtype is not a string");
  Arena *arena = arena_make(0);
  SafetensorsFile *file = open_header(arena, ONE("\"I32\"", "[1]", "[0,4]"), zeros(arena, 4));
  Status status = {0};
  float x;
  assert_false(safetensors_read(file, safetensors_at(file, 0), &x, &status));
  check_sentence(&status, "holds whole numbers (I32)");
  arena_free(arena);
}

static void metadata_is_texts_by_name_or_refused(void **state) {
  (void)state;
  check_refused("{\"__metadata__\":{\"step\":3}}", 0, "__metadata__ “step” is not a string");
  check_refused("{\"__metadata__\":{\"a\":{}}}", 0, "__metadata__ “a” is not a string");
  check_refused("{\"__metadata__\":[]}", 0, "__metadata__ is no object");
  check_refused("{\"__metadata__\":{},\"__metadata__\":{}}", 0, "__metadata__ stands twice");
  check_refused("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", 0, "__metadata__ “a” stands twice");
  Arena *arena = arena_make(0);
  StrBuf header = strbuf_make(arena);
  strbuf_add(&header, STR("{\"__metadata__\":{\"format\":\"pt\",\"long\":\""));
  for (int i = 0; i < 10 << 20; i++) strbuf_add_char(&header, 'x');
  strbuf_add(&header, STR("\"}}"));
  SafetensorsFile *file = open_header(arena, header.at, zeros(arena, 0));
  assert_string_equal(safetensors_metadata(file, "format"), "pt");
  assert_int_equal(strlen(safetensors_metadata(file, "long")), 10 << 20);
  assert_null(safetensors_metadata(file, "step"));
  arena_free(arena);
}

static void other_files_are_recognised_by_their_content(void **state) {
  (void)state;
  check_bytes_refused(STR("version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 9\n"),
                      "git lfs pull");
  check_bytes_refused(STR("<!DOCTYPE html><html></html>"), "this is a web page");
  check_bytes_refused(STR("<HTML><body>404</body></HTML>"), "this is a web page");
  check_bytes_refused(STR("PK\x03\x04............"), "this is a zip archive");
  check_bytes_refused(STR("PK\x03\x04..........................archive/data.pkl"),
                      "record_trace.py convert");
  check_bytes_refused(STR("\x80\x02}q............"), "PyTorch pickle");
  check_bytes_refused(STR("\x80\x04\x95\x1c\0\0\0\0\0\0\0}....."), "PyTorch pickle");
  check_bytes_refused(STR("\x89HDF\r\n\x1a\n........"), "HDF5");
  check_bytes_refused(STR("\x1F\x8B\x08............."), "gzip");
  check_bytes_refused(STR("{\n  \"model_type\": \"gpt2\"}"), "this is a JSON text");
  check_bytes_refused(STR("\xEF\xBB\xBF{\n  \"model_type\": \"gpt2\"}"), "this is a JSON text");
  check_bytes_refused(STR("GGUF\x03............"), "GGUF");
}

static void check_path_refused(const char *path, const char *part) {
  Arena *arena = arena_make(0);
  SafetensorsFile *file;
  Status status = {0};
  assert_false(safetensors_open(arena, path, &file, &status));
  check_sentence(&status, part);
  arena_free(arena);
}

static void what_is_no_file_is_refused_without_waiting(void **state) {
  (void)state;
  Folder folder = folder_make();
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", folder_file(&folder, "socket"));
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(mkfifo(folder_file(&folder, "pipe"), 0600), 0);
  assert_int_equal(symlink("nowhere", folder_file(&folder, "link")), 0);
  check_path_refused(folder.path, "it is a folder");
  check_path_refused(folder_file(&folder, "pipe"), "a device, a pipe or a socket");
  check_path_refused(folder_file(&folder, "socket"), "a device, a pipe or a socket");
  check_path_refused("/dev/zero", "a device, a pipe or a socket");
  check_path_refused(folder_file(&folder, "link"), "No such file");
  check_path_refused("/proc/self/status", "has 0 bytes");
  close(listener);
  folder_remove(&folder);
}

static void a_file_cut_short_while_open_is_an_error(void **state) {
  (void)state;
  Folder folder = folder_make();
  static float numbers[100000], back[100000];
  SafetensorsFloats tensor = {"t", 1, {100000}, numbers};
  Status status = {0};
  SafetensorsFile *file;
  assert_true(safetensors_save(folder.arena, folder_file(&folder, "w"),
                               &(SafetensorsContent){&tensor, 1, NULL, 0}, NULL));
  assert_true(safetensors_open(folder.arena, folder_file(&folder, "w"), &file, NULL));
  assert_true(safetensors_read(file, safetensors_at(file, 0), back, NULL));
  assert_int_equal(truncate(folder_file(&folder, "w"), 5000), 0);
  assert_false(safetensors_read(file, safetensors_at(file, 0), back, &status));
  check_sentence(&status, "tensor “t” cannot be read; the file was cut short");
  safetensors_close(file);
  check_path_refused(folder_file(&folder, "w"), "; the file is damaged or was cut short");
  folder_remove(&folder);
}

static void what_was_saved_comes_back_and_the_same_content_gives_the_same_bytes(void **state) {
  (void)state;
  Folder folder = folder_make();
  static const float a[] = {1.5f, -0.0f, 3e-45f}, b[] = {7, 8, 9, 10, 11, 12};
  const SafetensorsFloats tensors[] = {
      {"b", 2, {2, 3}, b}, {"a\"\n动", 1, {3}, a}, {"e", 2, {0, 4}, a}};
  const SafetensorsFloats turned[] = {tensors[2], tensors[1], tensors[0]};
  const SafetensorsPair pairs[] = {{"format", "heads-up"}, {"step", "12"}};
  assert_true(safetensors_save(folder.arena, folder_file(&folder, "1"),
                               &(SafetensorsContent){tensors, 3, pairs, 2}, NULL));
  assert_true(safetensors_save(folder.arena, folder_file(&folder, "2"),
                               &(SafetensorsContent){turned, 3, pairs, 2}, NULL));
  assert_true(str_equal(folder_read(&folder, "1"), folder_read(&folder, "2")));
  SafetensorsFile *file;
  float x[6];
  assert_true(safetensors_open(folder.arena, folder_file(&folder, "1"), &file, NULL));
  assert_true(safetensors_read(file, safetensors_find(file, "b"), x, NULL));
  assert_memory_equal(x, b, sizeof b);
  assert_true(safetensors_read(file, safetensors_find(file, "a\"\n动"), x, NULL));
  assert_memory_equal(x, a, sizeof a);
  assert_string_equal(safetensors_metadata(file, "step"), "12");
  assert_int_equal(safetensors_find(file, "b")->shape[1], 3);
  safetensors_close(file);
  folder_remove(&folder);
}

/* A header of 640 bytes begins with 80 02, as a pickle does. */
static void a_header_that_begins_like_a_pickle_is_read(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char *header = arena_take(arena, 641, 1);
  memset(header, ' ', 640);
  memcpy(header + 100, "{}", 2);
  assert_int_equal(safetensors_count(open_header(arena, header, zeros(arena, 0))), 0);
  arena_free(arena);
}

/* The memory kept for a header is the header and a record per tensor, whatever it contains. */
static void a_header_of_ninety_megabytes_is_bounded_in_memory_and_time(void **state) {
  (void)state;
  enum { BYTES = 90000000 };
  static const char *const fillings[] = {
      "\"k%07d\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},", "\"%d\":[[],[],[{}]],",
      "\"%d\":\"\\u0041\\n\","};
  for (size_t f = 0; f < sizeof fillings / sizeof fillings[0]; f++) {
    Arena *outer = arena_make(BYTES + 1000), *arena = arena_make(0);
    char *bytes = arena_take(outer, BYTES + 8, 1);
    size_t used = 9;
    bytes[8] = '{';
    for (int i = 0; used < BYTES - 200; i++)
      used += (size_t)snprintf(bytes + used, 100, fillings[f], i);
    bytes[used - 1] = '}';
    for (int i = 0; i < 8; i++) bytes[i] = (char)(unsigned char)((used - 8) >> (8 * i));
    SafetensorsFile *file;
    Status status = {0};
    double start_ms = os_process_cpu_ms();
    assert_false(safetensors_over(arena, "w", (Str){bytes, used}, &file, &status));
    assert_true(os_process_cpu_ms() - start_ms < 3000);
    check_sentence(&status, f == 0 ? "tensors; the limit is 262144" : "the limit is 262144");
    assert_true(arena_held_bytes(arena) < BYTES + (1 << 20));
    arena_free(arena);
    arena_free(outer);
  }
}

static const char *nested(Arena *arena, int depth) {
  StrBuf header = strbuf_make(arena);
  strbuf_add(&header, STR("{\"t\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0],\"x\":"));
  for (int i = 0; i < depth; i++) strbuf_add_char(&header, '[');
  for (int i = 0; i < depth; i++) strbuf_add_char(&header, ']');
  strbuf_add(&header, STR("}}"));
  return header.at;
}

static void lists_may_stand_sixty_four_deep(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  open_header(arena, nested(arena, 62), zeros(arena, 0)); /* and the two objects around them */
  check_refused(nested(arena, 63), 0, "lists stand too deep");
  arena_free(arena);
}

static void parts_of_a_tensor_are_read_and_whole_numbers_refused(void **state) {
  (void)state;
  static const unsigned char data[12] = {0, 0x3C, 0, 0x40, 0, 0x42, 0, 0x44, 1, 2, 3, 4};
  Arena *arena = arena_make(0);
  SafetensorsFile *file =
      open_header(arena,
                  "{\"h\":{\"dtype\":\"F16\",\"shape\":[4],\"data_offsets\":[0,8]},"
                  "\"u\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[8,12]}}",
                  (Str){(const char *)data, sizeof data});
  float x[2];
  Status status = {0};
  const SafetensorsTensor *h = safetensors_find(file, "h"), *u = safetensors_find(file, "u");
  assert_true(safetensors_read_range(file, h, (SafetensorsRange){1, 2}, x, NULL));
  assert_true(x[0] == 2 && x[1] == 3);
  assert_true(safetensors_read_range(file, h, (SafetensorsRange){4, 0}, x, NULL));
  assert_false(safetensors_read_range(file, u, (SafetensorsRange){1, 1}, x, &status));
  check_sentence(&status, "holds whole numbers (U8)");
  arena_free(arena);
}

typedef struct Slice {
  const SafetensorsFile *file;
  float *to;
  int wrong[16];
} Slice;

static void read_slice(void *self, int index) {
  Slice *slice = self;
  SafetensorsRange range = {index * 6250, 6250};
  const SafetensorsTensor *tensor = safetensors_at(slice->file, 0);
  slice->wrong[index] =
      !safetensors_read_range(slice->file, tensor, range, slice->to + range.first, NULL);
}

static void two_threads_may_read_one_file(void **state) {
  (void)state;
  Folder folder = folder_make();
  static float numbers[100000], back[100000];
  for (int i = 0; i < 100000; i++) numbers[i] = (float)i / 7;
  SafetensorsFloats tensor = {"t", 1, {100000}, numbers};
  SafetensorsFile *file;
  assert_true(safetensors_save(folder.arena, folder_file(&folder, "w"),
                               &(SafetensorsContent){&tensor, 1, NULL, 0}, NULL));
  assert_true(safetensors_open(folder.arena, folder_file(&folder, "w"), &file, NULL));
  Slice slice = {.file = file, .to = back};
  Pool *pool = pool_make(2);
  pool_run(pool, 16, read_slice, &slice);
  pool_free(pool);
  for (int i = 0; i < 16; i++) assert_false(slice.wrong[i]);
  assert_memory_equal(numbers, back, sizeof back);
  safetensors_close(file);
  folder_remove(&folder);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Arena *outer = arena_make(0);
  Str bytes = file_of(outer,
                      STR("{\"__metadata__\":{\"a\":\"b\"},\"t\":{\"dtype\":\"F32\",\"shape\":[1],"
                          "\"data_offsets\":[0,4]}}"),
                      zeros(outer, 4));
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    SafetensorsFile *file;
    Status status = {0};
    arena_fail_at(nth);
    done = safetensors_over(arena, "w", bytes, &file, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
  arena_free(outer);
}

/* A file with random changes is read or refused with a sentence; memory is never misused. */
static void changed_bytes_are_survived(void **state) {
  (void)state;
  Arena *outer = arena_make(0);
  Str right = file_of(outer,
                      STR("{\"__metadata__\":{\"a\":\"b\"},\"t\":{\"dtype\":\"F16\",\"shape\":[2,2]"
                          ",\"data_offsets\":[0,8]},"
                          "\"u\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[8,16]}}"),
                      zeros(outer, 16));
  uint64_t random = 88172645463325252u;
  for (int round = 0; round < 20000; round++) {
    Arena *arena = arena_make(4096);
    char *bytes = str_copy(arena, right);
    for (int i = 0; i < 1 + round % 3; i++) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      bytes[random % right.bytes] = (char)(unsigned char)(random >> 32);
    }
    SafetensorsFile *file;
    Status status = {0};
    size_t size = round % 7 ? right.bytes : (size_t)(random >> 40) % right.bytes;
    if (safetensors_over(arena, "w", (Str){bytes, size}, &file, &status)) {
      float x[64];
      for (int i = 0; i < safetensors_count(file); i++)
        if (safetensors_at(file, i)->count <= 64)
          safetensors_read(file, safetensors_at(file, i), x, &status);
    } else assert_true(status.sentence[0]);
    arena_free(arena);
  }
  arena_free(outer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_every_float_type_are_read),
      cmocka_unit_test(empty_tensors_and_scalars_are_right),
      cmocka_unit_test(a_file_shorter_than_its_beginning_is_refused),
      cmocka_unit_test(an_impossible_header_size_is_refused_before_memory_is_taken),
      cmocka_unit_test(a_header_that_is_not_json_is_refused),
      cmocka_unit_test(a_header_of_many_keys_ends_in_a_second),
      cmocka_unit_test(a_name_twice_is_refused_and_strange_names_are_shown_escaped),
      cmocka_unit_test(offsets_that_do_not_follow_each_other_are_refused),
      cmocka_unit_test(impossible_shapes_are_refused),
      cmocka_unit_test(types_that_cannot_be_read_are_named),
      cmocka_unit_test(metadata_is_texts_by_name_or_refused),
      cmocka_unit_test(other_files_are_recognised_by_their_content),
      cmocka_unit_test(what_is_no_file_is_refused_without_waiting),
      cmocka_unit_test(a_file_cut_short_while_open_is_an_error),
      cmocka_unit_test(what_was_saved_comes_back_and_the_same_content_gives_the_same_bytes),
      cmocka_unit_test(a_header_that_begins_like_a_pickle_is_read),
      cmocka_unit_test(a_header_of_ninety_megabytes_is_bounded_in_memory_and_time),
      cmocka_unit_test(lists_may_stand_sixty_four_deep),
      cmocka_unit_test(parts_of_a_tensor_are_read_and_whole_numbers_refused),
      cmocka_unit_test(two_threads_may_read_one_file),
      cmocka_unit_test(memory_may_run_out_at_any_place),
      cmocka_unit_test(changed_bytes_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
