/* tests/files/test_json.c -- JSON as other programs write it, and JSON that is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "files/json.h"
#include "support/folder.h"

static json_t *read_text(const char *text) {
  json_t *value = NULL;
  Status status = {0};
  if (!json_read(str_from(text), "j", &value, &status)) fail_msg("%s", status.sentence);
  return value;
}

static void check_refused(Str text, const char *part) {
  json_t *value;
  Status status = {0};
  assert_false(json_read(text, "config.json", &value, &status));
  check_sentence(&status, part);
  check_sentence(&status, "config.json");
}

static void what_python_writes_is_read(void **state) {
  (void)state;
  json_t *value =
      read_text("\xEF\xBB\xBF{\"big\": 1000000000000000019884624838656, \"nan\": NaN,"
                "\"far\": [-Infinity, Infinity], \"text\": \"NaN \\\" 12345678901234567890\","
                "\"most\": 9223372036854775807, \"least\": -9223372036854775808,"
                "\"above\": 9223372036854775808, \"below\": -9223372036854775809}");
  assert_true(json_real_value(json_object_get(value, "big")) == 1e30);
  assert_true(json_is_null(json_object_get(value, "nan")));
  assert_true(json_is_null(json_array_get(json_object_get(value, "far"), 1)));
  assert_string_equal(json_string_value(json_object_get(value, "text")),
                      "NaN \" 12345678901234567890");
  assert_true(json_integer_value(json_object_get(value, "most")) == INT64_MAX);
  assert_true(json_integer_value(json_object_get(value, "least")) == INT64_MIN);
  assert_true(json_real_value(json_object_get(value, "above")) == 0x1p63);
  assert_true(json_real_value(json_object_get(value, "below")) == -0x1p63);
  json_decref(value);
}

static void a_number_beyond_any_double_is_the_largest(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, 1000003, 1);
  memset(text, '9', 1000002);
  text[0] = '[', text[1] = '-', text[1000001] = ']', text[1000002] = 0;
  double start_ms = os_process_cpu_ms();
  json_t *value = read_text(text);
  assert_true(json_real_value(json_array_get(value, 0)) < -1.7e308);
  assert_true(os_process_cpu_ms() - start_ms < 1000);
  json_decref(value);
  arena_free(arena);
}

static void what_is_no_json_is_named_with_its_line(void **state) {
  (void)state;
  check_refused(STR(""), "config.json, line 1, is not JSON");
  check_refused(STR("{\n\"a\": 1\n\"b\": 2}"), "config.json, line 3, is not JSON");
  check_refused(STR("{\"a\": 1, \"a\": 2}"), "duplicate object key");
  check_refused(STR("{} 1"), "line 1, is not JSON");
  check_refused(STR("{\"a\": 01234567890123456789012}"), "is not JSON");
  check_refused(STR("{\"a\": 1\0}"), "line 1, is not JSON: a 0 byte");
  check_refused(STR("{}\0"), "is not JSON: a 0 byte");
  check_refused(STR("{\"a\": nan}"), "is not JSON");
  check_refused(STR("{\"a\": -NaN}"), "is not JSON");
  check_refused(STR("{\"a\": \"\xFF\"}"), "is not JSON");
  check_refused(STR("{\"a\": \"no end"), "is not JSON");
  check_refused(STR("{\"a\": \"\\"), "is not JSON");
  check_refused(STR("{\"a\": \x1B]0;title\x07"), "is not JSON");
}

static void depth_is_limited(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, 100002, 1);
  memset(text, '[', 100000);
  text[40000] = '\n';
  check_refused((Str){text, 100000}, "line 1: lists or objects stand more than 64 deep");
  memset(text + 64, ']', 64);
  text[128] = 0;
  json_decref(read_text(text));
  memset(text, ' ', 100000); /* brackets in strings are none */
  memset(text + 2, '[', 500);
  text[0] = '[', text[1] = '"', text[99998] = '"', text[99999] = ']';
  json_decref(read_text(text));
  arena_free(arena);
}

/* A tokenizer.json of a large vocabulary. */
static void ten_megabytes_are_read_quickly(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, STR("{\"model\": {\"vocab\": {\"\": 1000000000000000019884624838656"));
  for (int i = 0; text.bytes < 10 << 20; i++)
    strbuf_format(&text, ",\n  \"\\u0120word%d\": %d", i, i);
  strbuf_add(&text, STR("}}}"));
  Folder folder = folder_make();
  folder_write(&folder, "t.json", strbuf_str(&text));
  json_t *value = NULL;
  double start_ms = os_process_cpu_ms();
  assert_true(json_read_file(folder_file(&folder, "t.json"), 1 << 24, &value, NULL));
  double took_ms = os_process_cpu_ms() - start_ms;
  print_message("10 MiB of JSON: %.0f ms\n", took_ms);
  assert_true(took_ms < 3000);
  json_t *vocab = json_object_get(json_object_get(value, "model"), "vocab");
  assert_int_equal(json_integer_value(json_object_get(vocab, "Ġword77")), 77);
  json_decref(value);
  Status status = {0};
  assert_false(json_read_file(folder_file(&folder, "t.json"), 1 << 20, &value, &status));
  check_sentence(&status, "larger than the 1048576 bytes");
  folder_remove(&folder);
  arena_free(arena);
}

static Str repeated(Arena *arena, const char *piece, int count) {
  StrBuf text = strbuf_make(arena);
  strbuf_add_char(&text, '[');
  for (int i = 0; i < count; i++) strbuf_format(&text, "%s%s", i ? "," : "", piece);
  strbuf_add_char(&text, ']');
  return strbuf_str(&text);
}

/* Checked before the memory is taken: a list of {} would take 75 times its text. */
static void what_the_values_take_is_counted_first(void **state) {
  (void)state;
  static const char *const pieces[] = {"{}", "[]", "{\"a\":{}}"};
  Arena *arena = arena_make(0);
  json_t *value;
  Status status;
  for (int i = 0; i < 3; i++) {
    Str text = repeated(arena, pieces[i], 3000000);
    double before_mb = os_peak_memory_mb();
    assert_false(json_read(text, "many.json", &value, &status));
    assert_non_null(strstr(status.sentence, "many.json: its values would take "));
    assert_true(os_peak_memory_mb() - before_mb < 100); /* 670 MB were they made */
  }
  arena_free(arena);
}

/* Merges as in tokenizer.json, without any space: the densest JSON in use. */
static void dense_files_in_use_are_read(void **state) {
  (void)state;
  static const char *const pieces[] = {"[\"t\",\"h\"]", "\"t h\"", "{\"id\":1,\"a\":\"b\"}", "1"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 4; i++) {
    json_t *value;
    Status status;
    if (!json_read(repeated(arena, pieces[i], 400000), "dense.json", &value, &status))
      fail_msg("%s: %s", pieces[i], status.sentence);
    assert_int_equal(json_array_size(value), 400000);
    json_decref(value);
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_python_writes_is_read),
      cmocka_unit_test(a_number_beyond_any_double_is_the_largest),
      cmocka_unit_test(what_is_no_json_is_named_with_its_line),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(ten_megabytes_are_read_quickly),
      cmocka_unit_test(what_the_values_take_is_counted_first),
      cmocka_unit_test(dense_files_in_use_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
