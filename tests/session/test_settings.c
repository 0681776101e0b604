/* What a person sets is there at the next start; what a script or a state says is not. */
#include <stdio.h>
#include <string.h>

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
  char path[512], text[512] = "";
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
  assert_true(session_run_script(session, "script", STR("textscale 2\nnumbers off\n"), NULL));
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
  assert_true(str_is(session_inputs(session)->sentence, "the cat"));
  assert_false(session_has_quit(session));
  assert_int_equal(session_message(session).bytes, 0);
  session_tick(session, 1);
  say(session, "theme dark");
  session_free(session);
  assert_kept(&folder, "theme dark\nspeed 4\n");
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_set_is_there_at_the_next_start),
      cmocka_unit_test(what_options_and_scripts_set_is_of_that_run),
      cmocka_unit_test(other_lines_are_passed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
