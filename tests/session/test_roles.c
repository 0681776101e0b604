/* Roles of other people's models are measured while nothing changes, and a
** picture has all or none. */
#include <string.h>

#include "base/os.h"
#include "model/made_checkpoint.h"
#include "model/model.h"
#include "model/roles/roles.h"
#include "session/say.h"
#include "support/patience.h"

enum { QUIET_MS = 1000 }; /* more than a moment */

static Folder make_model(void) {
  Folder folder = folder_make();
  made_write(made_bert(folder.arena, made_sizes), &folder);
  folder_write(&folder, "config.json", str_from(made_bert_config));
  folder_write(&folder, "vocab.txt",
               STR("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\nsat\non\nmat\nit\nwas\ntoo\n"
                   "tired\ndog\nran\nfar\n"));
  return folder;
}

static Session *begin(const Folder *folder) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {
      .model = folder->path, .sentence = STR("the cat sat"), .background = true};
  if (!session_make(&options, &session, &status) || !session_wait(session, &status))
    fail_msg("%s", status.sentence);
  return session;
}

static bool are_known(const Session *session) {
  return trace_roles_are_known(session_trace(session));
}

static double wait_until_known(Session *session, double now_ms) {
  double began_ms = os_now_ms();
  while (!are_known(session) && patience_lasts(began_ms)) session_tick(session, now_ms += 1);
  assert_true(are_known(session));
  return now_ms;
}

static void they_are_measured_when_nothing_changes_and_drawn_once(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = begin(&folder);
  double now_ms = 5000, next_ms;
  session_tick(session, now_ms);
  for (int i = 0; i < 10; i++) { /* somebody is at work */
    say(session, "layer %d", 1 + i % 2);
    session_tick(session, now_ms += QUIET_MS / 2.0);
    assert_int_equal(model_roles_state(session_model(session)), ROLES_WAIT);
  }
  do next_ms = session_tick(session, now_ms += 100);
  while (next_ms != -1 && model_roles_state(session_model(session)) == ROLES_WAIT);
  assert_true(next_ms > 0); /* it asks to be called for measuring */
  now_ms = wait_until_known(session, now_ms);
  unsigned long revision = session_revision(session);
  Arena *arena = arena_make(0);
  assert_true(trace_head_role_note(arena, session_trace(session), 0, 0).bytes > 0);
  arena_free(arena);
  session_tick(session, now_ms + 100);
  assert_int_equal(session_revision(session), revision);
  session_free(session);
  folder_remove(&folder);
}

static void a_new_revision_says_that_labels_came(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = begin(&folder);
  double now_ms = 5000;
  session_tick(session, now_ms);
  session_tick(session, now_ms += QUIET_MS);
  unsigned long before = session_revision(session);
  wait_until_known(session, now_ms);
  assert_true(session_revision(session) > before);
  session_free(session);
  folder_remove(&folder);
}

/* Layers × heads ordered by role: exporting it waits for the roles; nothing else does. */
static void only_their_order_needs_them(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = begin(&folder);
  Status status = {0};
  say(session, "view heads");
  assert_true(session_finish_roles(session, NULL, &status));
  say(session, "view grid; sort layer");
  assert_true(session_finish_roles(session, NULL, &status));
  assert_false(are_known(session));
  say(session, "sort role");
  assert_true(session_finish_roles(session, NULL, &status));
  assert_true(are_known(session));
  session_free(session);
  folder_remove(&folder);
}

static void another_model_is_measured_anew_whatever_the_first_was_doing(void **state) {
  (void)state;
  Folder folder = make_model(), other = make_model();
  Session *session = begin(&folder);
  Status status = {0};
  double now_ms = 5000;
  session_tick(session, now_ms);
  session_tick(session, now_ms += QUIET_MS);
  say(session, "model \"%s\"", other.path);
  assert_true(session_wait(session, &status));
  assert_int_equal(model_roles_state(session_model(session)), ROLES_WAIT);
  session_tick(session, now_ms += QUIET_MS);
  session_tick(session, now_ms += QUIET_MS);
  wait_until_known(session, now_ms);
  session_free(session);
  folder_remove(&folder);
  folder_remove(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_measured_when_nothing_changes_and_drawn_once),
      cmocka_unit_test(a_new_revision_says_that_labels_came),
      cmocka_unit_test(only_their_order_needs_them),
      cmocka_unit_test(another_model_is_measured_anew_whatever_the_first_was_doing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
