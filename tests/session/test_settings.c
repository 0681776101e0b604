/* A person's settings are there at the next start; those of a script or a state are not. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "session/say.h"
#include "support/folder.h"

static Session *start(const char *config_folder) {
  Session *session = NULL;
  SessionOptions options = {
      .model = "hand-made", .sentence = STR("the cat"), .config_folder = config_folder};
  assert_true(session_make(&options, &session, NULL));
  return session;
}

static void assert_kept(const Folder *folder, const char *expected) {
  char path[512], text[1024] = "";
  snprintf(path, sizeof path, "%s/settings", folder->path);
  FILE *file = fopen(path, "r");
  size_t bytes = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  text[bytes] = 0;
  assert_string_equal(text, expected);
}

static void what_is_set_is_there_at_the_next_start(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_file(&folder, "settings");
  Session *session = start(folder.path);
  session_tick(session, 1);
  say(session, "theme dark; textscale 1.5; cache 64; stage weights; temperature 2; range -1,1");
  session_free(session);
  assert_kept(&folder, "theme dark\ntextscale 1.5\ncache 64\n");
  session = start(folder.path);
  const View *view = session_view(session);
  assert_int_equal(view->theme, THEME_DARK);
  assert_true(view->text_scale > 1.49f && view->text_scale < 1.51f);
  assert_int_equal(session_cache_mb(session), 64);
  assert_true(sampling_is_plain(&view->sampling));
  session_tick(session, 1);
  say(session, "theme light");
  session_free(session);
  assert_kept(&folder, "theme light\ntextscale 1.5\ncache 64\n");
  folder_remove(&folder);
}

/* Options are commands before the first tick. */
static void what_options_and_scripts_set_is_of_that_run(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_file(&folder, "settings");
  Session *session = start(folder.path);
  say(session, "theme dark");
  session_tick(session, 1);
  assert_true(session_run_script(
      session, &(Script){.path = "script", .text = STR("textscale 2\nnumbers off\n")}, NULL));
  say(session, "motion off");
  session_free(session);
  assert_kept(&folder, "motion off\n");
  folder_remove(&folder);
}

static void other_lines_are_passed_over(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "settings",
               STR("quit\ntheme dark; quit\nsentence \"x\"\ntextscale 99\n\nspeed 4\n"));
  Session *session = start(folder.path);
  assert_int_equal(session_view(session)->theme, THEME_LIGHT);
  assert_true(session_view(session)->speed > 3.9f);
  assert_true(str_is(session_inputs(session)->streams[0], "the cat"));
  assert_false(session_has_quit(session));
  assert_int_equal(session_message(session).bytes, 0);
  session_tick(session, 1);
  say(session, "theme dark");
  session_free(session);
  assert_kept(&folder, "quit\ntheme dark\nsentence \"x\"\ntextscale 99\n\nspeed 4\n");
  folder_remove(&folder);
}

/* Settings of a newer version are kept although they are ignored, and so are lines
** written by a person. */
static void lines_it_does_not_know_stay(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "settings",
               STR("# mine\nspotlight on 3\ntheme light\ntheme light\ntextscale 9"));
  Session *session = start(folder.path);
  session_tick(session, 1);
  say(session, "theme dark; cache 64");
  session_free(session);
  assert_kept(&folder, "# mine\nspotlight on 3\ntheme dark\ntextscale 9\ncache 64\n");
  folder_remove(&folder);
}

static void two_windows_keep_what_each_of_them_changed(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *one = start(folder.path), *other = start(folder.path);
  session_tick(one, 1);
  session_tick(other, 1);
  say(one, "theme dark");
  say(other, "textscale 1.5");
  assert_kept(&folder, "theme dark\ntextscale 1.5\n");
  assert_int_equal(session_view(other)->theme, THEME_LIGHT); /* until its next start */
  say(one, "motion off");
  say(other, "textscale 2");
  assert_kept(&folder, "theme dark\ntextscale 2\nmotion off\n");
  session_free(one);
  session_free(other);
  folder_remove(&folder);
}

/* Two processes change two settings a hundred times each, at the same time. */
static void windows_at_the_same_moment_lose_nothing(void **state) {
  (void)state;
  Folder folder = folder_make();
  static const char *const lines[] = {"speed %d", "cache %d"};
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    children[i] = fork();
    if (children[i] != 0) continue;
    Session *session = start(folder.path);
    session_tick(session, 1);
    for (int n = 0; n < 100; n++) {
      char line[32];
      snprintf(line, sizeof line, lines[i], i == 0 ? 2 + n % 8 : 64 + n);
      if (!session_do(session, line, NULL)) _exit(1);
    }
    session_free(session);
    _exit(0);
  }
  for (int i = 0; i < 2; i++) {
    int ended = -1;
    waitpid(children[i], &ended, 0);
    assert_int_equal(ended, 0);
  }
  Str text = folder_read(&folder, "settings");
  assert_non_null(strstr(text.at, "speed 5\n"));
  assert_non_null(strstr(text.at, "cache 163\n"));
  folder_remove(&folder);
}

static void what_could_not_be_written_is_written_at_the_end(void **state) {
  (void)state;
  Folder folder = folder_make();
  struct rlimit limit;
  Session *session = start(folder.path);
  session_tick(session, 1);
  say(session, "theme dark");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = 8;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  say(session, "textscale 1.5");
  limit.rlim_cur = limit.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  assert_non_null(strstr(session_message(session).at, "settings"));
  assert_kept(&folder, "theme dark\n");
  session_free(session);
  assert_kept(&folder, "theme dark\ntextscale 1.5\n");
  folder_remove(&folder);
}

/* One message; what a person may still need is kept under another name, also the second time. */
static void a_file_that_is_no_settings_is_moved_aside(void **state) {
  (void)state;
  static char long_text[5000];
  memset(long_text, '#', sizeof long_text);
  const Str wrong[] = {STR("\x7F"
                           "ELF\1\1\0\0"),
                       STR("theme dark\n\xFF\xFE\n"),
                       {long_text, sizeof long_text}};
  Folder folder = folder_make();
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    folder_write(&folder, "settings", wrong[i]);
    Session *session = start(folder.path);
    assert_int_equal(session_view(session)->theme, THEME_LIGHT);
    const char *name = i == 0 ? "settings.bad" : i == 1 ? "settings.bad2" : "settings.bad3";
    assert_non_null(strstr(session_message(session).at, name));
    assert_int_equal(os_kind(folder_file(&folder, "settings")), OS_MISSING);
    assert_true(str_equal(folder_read(&folder, name), wrong[i]));
    session_tick(session, 1);
    say(session, "theme dark");
    session_free(session);
    assert_kept(&folder, "theme dark\n");
    session = start(folder.path);
    assert_int_equal(session_message(session).bytes, 0);
    session_free(session);
  }
  folder_remove(&folder);
}

/* A file of a gigabyte is detected by its size and not read. */
static void a_gigabyte_of_settings_is_moved_aside_at_once(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "settings", STR("theme dark\n"));
  assert_int_equal(truncate(folder_file(&folder, "settings"), (off_t)1 << 30), 0);
  Session *session = start(folder.path);
  assert_non_null(strstr(session_message(session).at, "settings.bad"));
  session_free(session);
  assert_int_equal(os_kind(folder_file(&folder, "settings.bad")), OS_FILE);
  folder_remove(&folder);
}

/* Both notices, since both files are moved only once. */
static void autosave_and_settings_that_are_broken_are_both_told(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = NULL;
  SessionOptions options = {.model = "hand-made",
                            .sentence = STR("the cat"),
                            .state_folder = folder.path,
                            .config_folder = folder.path};
  folder_write(&folder, "settings", STR("theme dark\n\xFF\n"));
  folder_write(&folder, "journal-4194305", STR("teleport\n"));
  assert_true(session_make(&options, &session, NULL));
  assert_non_null(strstr(session_message(session).at, "journal-4194305.bad"));
  assert_non_null(strstr(session_message(session).at, "settings.bad"));
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_set_is_there_at_the_next_start),
      cmocka_unit_test(what_options_and_scripts_set_is_of_that_run),
      cmocka_unit_test(other_lines_are_passed_over),
      cmocka_unit_test(lines_it_does_not_know_stay),
      cmocka_unit_test(two_windows_keep_what_each_of_them_changed),
      cmocka_unit_test(windows_at_the_same_moment_lose_nothing),
      cmocka_unit_test(what_could_not_be_written_is_written_at_the_end),
      cmocka_unit_test(a_file_that_is_no_settings_is_moved_aside),
      cmocka_unit_test(a_gigabyte_of_settings_is_moved_aside_at_once),
      cmocka_unit_test(autosave_and_settings_that_are_broken_are_both_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
