/* tests/session/test_end.c -- closing does not wait for work that cannot be
** stopped, and saves first. */
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "session/say.h"
#include "support/folder.h"
#include "support/patience.h"

static atomic_bool runs, may_end;

static bool open_any(void *self, const EngineOrder *order, Model **model, Status *status) {
  (void)self;
  (void)order;
  return model_open("hand-made", model, status);
}

/* The model on disk never reports progress. */
static bool run_deaf(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                     const Trace **trace, Status *status) {
  RunOrder run = {.sentence = order->inputs->streams[0], .mask = &order->inputs->mask};
  (void)self;
  if (order->inputs->model[0] == '/') {
    atomic_store(&runs, true);
    while (!atomic_load(&may_end)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return model_run(model, &run, arena, trace, status);
}

static void count_autosaves(void *self, const char *name) {
  *(int *)self += strncmp(name, "journal-", 8) == 0;
}

static int autosaves_in(Arena *arena, const char *folder) {
  int count = 0;
  os_list_folder(arena, folder, count_autosaves, &count);
  return count;
}

static void work_that_does_not_stop_is_left_after_the_autosave(void **state) {
  (void)state;
  static const SessionEngine deaf = {NULL, open_any, run_deaf};
  Folder folder = folder_make(), model = folder_make();
  folder_write(&model, "config.json", STR("{}"));
  SessionOptions options = {
      .sentence = STR("the cat"), .state_folder = folder.path, .background = true, .engine = &deaf};
  Session *session;
  Status status;
  assert_true(session_make(&options, &session, &status));
  say(session, "sentence \"the dog\"");
  say(session, "model %s", model.path);
  session_tick(session, os_now_ms());
  WAIT_UNTIL(atomic_load(&runs));
  session_keep_autosave(session);
  assert_false(session_finish(session, 50));
  assert_int_equal(autosaves_in(folder.arena, folder.path), 1);
  atomic_store(&may_end, true);
  assert_true(session_finish(session, PATIENCE_MS));
  session_free(session);
  assert_int_equal(autosaves_in(folder.arena, folder.path), 1);
  folder_remove(&folder);
  folder_remove(&model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(work_that_does_not_stop_is_left_after_the_autosave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
