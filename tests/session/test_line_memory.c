/* Every allocation of a command may fail: the message never calls the command wrong. */
#include "session/say.h"
#include "support/failing_memory.h"

static void a_command_without_memory_is_no_wrong_command(void **state) {
  (void)state;
  Session *session = session_of("a b");
  Status status = {STATUS_OK, ""};
  bool done = false;
  for (long nth = 1; !done; nth++) {
    failing_memory_at(nth, false);
    done = session_do(session, "sentence \"a \\u00e9 b\"", &status);
    failing_memory_at(0, false);
    if (!done && status.kind != STATUS_COULD_NOT) fail_msg("%ld: %s", nth, status.sentence);
    assert_true(nth < 10000);
  }
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_command_without_memory_is_no_wrong_command),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
