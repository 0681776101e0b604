/* tests/session/test_disk.c -- a failing disk destroys no settings and no autosave. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "session/say.h"
#include "support/failing_disk.h"
#include "support/folder.h"

static Session *start(const char *folder) {
  Session *session = NULL;
  SessionOptions options = {.model = "hand-made",
                            .sentence = STR("the cat"),
                            .config_folder = folder,
                            .state_folder = folder};
  Status status = {STATUS_OK, ""};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  return session;
}

static bool is(const Folder *folder, const char *name, const char *text) {
  return os_kind(folder_file(folder, name)) == OS_FILE && str_is(folder_read(folder, name), text);
}

/* Reported once; the file keeps its name, and settings changed meanwhile do not replace it. */
static void settings_that_cannot_be_read_stay(void **state) {
  (void)state;
  static const char text[] = "theme dark\n";
  Folder folder = folder_make();
  folder_write(&folder, "settings", STR("theme dark\n"));
  failing_disk_set("read", "/settings", 1);
  Session *session = start(folder.path);
  assert_true(failing_disk_count() > 0);
  assert_non_null(strstr(session_message(session).at, "settings"));
  session_tick(session, 1);
  say(session, "textscale 1.5");
  session_free(session);
  failing_disk_set(NULL, NULL, 0);
  assert_true(is(&folder, "settings", text));
  session = start(folder.path);
  assert_int_equal(session_view(session)->theme, THEME_DARK);
  session_free(session);
  folder_remove(&folder);
}

static void settings_that_cannot_be_written_stay(void **state) {
  (void)state;
  static const char *const calls[] = {"write", "close"};
  for (int i = 0; i < 2; i++) {
    Folder folder = folder_make();
    folder_write(&folder, "settings", STR("theme dark\n"));
    Session *session = start(folder.path);
    session_tick(session, 1);
    failing_disk_set(calls[i], folder.path, 1);
    say(session, "textscale 1.5");
    assert_true(failing_disk_count() > 0);
    session_free(session);
    failing_disk_set(NULL, NULL, 0);
    assert_true(is(&folder, "settings", "theme dark\n"));
    folder_remove(&folder);
  }
}

/* Offered at the next start with a working disk. */
static void an_autosave_that_cannot_be_read_stays(void **state) {
  (void)state;
  static const char name[] = "journal-4194305", text[] = "# saved 5\nsentence \"earlier\"\n";
  Folder folder = folder_make();
  folder_write(&folder, name, (Str){text, sizeof text - 1});
  failing_disk_set("read", "/journal-4194305", 1);
  Session *session = start(folder.path);
  assert_true(failing_disk_count() > 0);
  assert_false(session_has_left_autosave(session));
  session_free(session);
  failing_disk_set(NULL, NULL, 0);
  assert_true(is(&folder, name, text));
  session = start(folder.path);
  assert_true(session_has_left_autosave(session));
  say(session, "restore no");
  session_free(session);
  folder_remove(&folder);
}

/* A moment without memory does not make it invalid either. */
static void an_autosave_that_memory_was_not_enough_for_stays(void **state) {
  (void)state;
  static const char name[] = "journal-4194305", text[] = "# saved 5\nsentence \"earlier\"\n";
  SessionOptions options = {.model = "hand-made", .sentence = STR("the cat")};
  Folder folder = folder_make();
  folder_write(&folder, name, (Str){text, sizeof text - 1});
  options.state_folder = folder.path;
  bool found = false;
  for (long nth = 1; !found; nth++) {
    Session *session = NULL;
    arena_fail_at(nth);
    bool made = session_make(&options, &session, NULL);
    arena_fail_at(0);
    found = made && session_has_left_autosave(session);
    if (!found && !is(&folder, name, text)) fail_msg("moved when allocation %ld fails", nth);
    session_free(session);
  }
  folder_remove(&folder);
}

/* The last complete one stays until a newer one is written. */
static void an_autosave_that_cannot_be_written_stays(void **state) {
  (void)state;
  static const char *const calls[] = {"write", "close"};
  for (int i = 0; i < 2; i++) {
    Folder folder = folder_make();
    char name[64];
    snprintf(name, sizeof name, "journal-%d", os_process_id());
    Session *session = start(folder.path);
    say(session, "sentence \"first words\"");
    session_keep_autosave(session);
    failing_disk_set(calls[i], folder.path, 1);
    say(session, "sentence \"last words\"");
    session_keep_autosave(session);
    assert_true(failing_disk_count() > 0);
    failing_disk_set(NULL, NULL, 0);
    assert_non_null(strstr(folder_read(&folder, name).at, "first words"));
    session_keep_autosave(session);
    assert_non_null(strstr(folder_read(&folder, name).at, "last words"));
    session_free(session);
    folder_remove(&folder);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_that_cannot_be_read_stay),
      cmocka_unit_test(settings_that_cannot_be_written_stay),
      cmocka_unit_test(an_autosave_that_cannot_be_read_stays),
      cmocka_unit_test(an_autosave_that_memory_was_not_enough_for_stays),
      cmocka_unit_test(an_autosave_that_cannot_be_written_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
