/* A model too large for memory: one sentence, and the current model stays and works. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "model/made_checkpoint.h"
#include "session/say.h"

enum { WORDS = 40000, WIDTH = 252 }; /* 40 MB of words */

/* The address space of this process now. */
static rlim_t held_bytes(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%lu", &pages), 1);
  fclose(file);
  return (rlim_t)pages * 4096;
}

static void too_little_memory_leaves_the_model_on_show(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeSizes sizes = {1, WIDTH, 20, WORDS, 16, 2};
  char config[300], line[200];
  snprintf(config, sizeof config,
           "{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 3, \"n_embd\": %d, "
           "\"n_inner\": 20, \"n_positions\": 16, \"vocab_size\": %d}",
           WIDTH, WORDS);
  folder_write(&folder, "config.json", str_from(config));
  Arena *arena = arena_make(0);
  made_write(made_gpt2(arena, sizes), &folder);
  arena_free(arena);
  SessionOptions options = {.model = "hand-made", .sentence = STR("the cat sat")};
  Session *session;
  Status status = {0};
  assert_true(session_make(&options, &session, &status));
  snprintf(line, sizeof line, "model \"%s\"", folder.path);
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  const struct rlimit limit = {held_bytes() + (24 << 20), before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
  bool done = session_do(session, line, &status);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_false(done);
  check_sentence(&status, "memory");
  assert_true(str_is(trace_model_name(session_trace(session)), "hand-made"));
  assert_true(session_do(session, "sentence \"a dog ran off\"", &status));
  assert_int_equal(trace_token_count(session_trace(session)), 4);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(too_little_memory_leaves_the_model_on_show)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
