/* Every allocation of the JSON library may fail: the error is then memory, not the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "files/json.h"
#include "support/failing_memory.h"

static const char text[] =
    "{\"name\": \"the cat\", \"list\": [1, 2.5, \"\\u00e9\", {}], \"n\": 12}";

static void memory_that_is_out_is_said_as_that(void **state) {
  (void)state;
  Status status = {STATUS_OK, ""};
  json_t *value;
  failing_memory_at(0, false);
  assert_true(json_read(str_from(text), "a.json", &value, &status));
  long count = failing_memory_count();
  json_decref(value);
  assert_true(count > 10);
  for (int after = 0; after < 2; after++)
    for (long nth = 1; nth <= count; nth++) {
      failing_memory_at(nth, after);
      bool read = json_read(str_from(text), "a.json", &value, &status);
      failing_memory_at(0, false);
      if (read) json_decref(value); /* the library did without */
      else if (!status_is_no_memory(&status)) fail_msg("allocation %ld: %s", nth, status.sentence);
    }
}

static void what_is_no_json_is_still_said_as_that(void **state) {
  (void)state;
  Status status = {STATUS_OK, ""};
  json_t *value;
  failing_memory_at(1, false);
  assert_false(json_read(str_from("{}"), "a.json", &value, &status));
  failing_memory_at(0, false);
  assert_false(json_read(str_from("{\"a\": }"), "a.json", &value, &status));
  assert_non_null(strstr(status.sentence, "a.json, line 1, is not JSON"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_that_is_out_is_said_as_that),
      cmocka_unit_test(what_is_no_json_is_still_said_as_that),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
