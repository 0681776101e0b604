/* The list of models and recordings on disk: what is listed, moving, typing, choosing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/model.h"
#include "session/browser/browser.h"
#include "session/menu/menu.h"
#include "session/say.h"
#include "support/folder.h"
#include "support/patience.h"

/* FOLDER/b-model/config.json, a-refused/config.json, plain/, .hidden/, one.npz, words.txt */
typedef struct Disk {
  Folder folder;
  const char *model, *refused, *plain, *hidden;
} Disk;

static void write_config(const char *folder, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/config.json", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static Disk disk_make(void) {
  Disk disk = {.folder = folder_make()};
  disk.model = folder_file(&disk.folder, "b-model");
  disk.refused = folder_file(&disk.folder, "a-refused");
  disk.plain = folder_file(&disk.folder, "plain");
  disk.hidden = folder_file(&disk.folder, ".hidden");
  const char *const folders[] = {disk.model, disk.refused, disk.plain, disk.hidden};
  for (int i = 0; i < 4; i++) assert_int_equal(mkdir(folders[i], 0700), 0);
  write_config(disk.model, "{\"model_type\":\"gpt2\",\"n_layer\":3,\"n_head\":4,\"n_embd\":64}");
  write_config(disk.refused, "{\"model_type\":\"roberta\"}");
  folder_write(&disk.folder, "one.npz", STR("x"));
  folder_write(&disk.folder, "words.txt", STR("x"));
  return disk;
}

static void disk_remove(Disk *disk) {
  const char *const folders[] = {disk->model, disk->refused, disk->plain, disk->hidden};
  char path[512];
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/config.json", folders[i]);
    unlink(path);
    rmdir(folders[i]);
  }
  folder_remove(&disk->folder);
}

static Session *session_in(const char *state_folder) {
  Session *session = NULL;
  SessionOptions options = {
      .model = "hand-made", .sentence = STR("the cat"), .state_folder = state_folder};
  assert_true(session_make(&options, &session, NULL));
  return session;
}

static void check_item(const Session *session, int index, ListingKind kind, const char *name) {
  ListingItem item = session_browser_item(session, index);
  assert_string_equal(item.name, name);
  assert_int_equal(item.kind, kind);
}

static void a_folder_lists_what_can_be_opened_first(void **state) {
  (void)state;
  Disk disk = disk_make();
  Session *session = session_of("the cat");
  say(session, "browse \"%s\"", disk.folder.path);
  assert_int_equal(session_view(session)->menu, MENU_BROWSE);
  assert_int_equal(session_browser(session).count, 5);
  check_item(session, 0, LISTING_UP, "..");
  check_item(session, 1, LISTING_MODEL, "a-refused");
  check_item(session, 2, LISTING_MODEL, "b-model");
  check_item(session, 3, LISTING_RECORDING, "one.npz");
  check_item(session, 4, LISTING_FOLDER, "plain");
  assert_non_null(strstr(session_browser_item(session, 2).note, "GPT-2"));
  assert_non_null(strstr(session_browser_item(session, 2).note, "3 layers × 4 heads"));
  assert_non_null(strstr(session_browser_item(session, 1).note, "not run here"));
  assert_int_equal(session_view(session)->menu_item, 1); /* what can be opened, not the way up */
  session_free(session);
  disk_remove(&disk);
}

static void what_is_typed_looks_for_names(void **state) {
  (void)state;
  Disk disk = disk_make();
  Session *session = session_of("the cat");
  say(session, "browse \"%s\"; browse type \"MOD\"", disk.folder.path);
  assert_int_equal(session_browser(session).count, 2);
  check_item(session, 0, LISTING_MODEL, "b-model");
  check_item(session, 1, LISTING_TYPED, "MOD");
  say(session, "browse type \"zz\"");
  assert_int_equal(session_browser(session).count, 1); /* what was typed, and no name */
  check_item(session, 0, LISTING_TYPED, "MODzz");
  say(session, "browse erase; browse erase; browse erase; browse erase; browse erase");
  assert_int_equal(session_browser(session).count, 5);
  session_free(session);
  disk_remove(&disk);
}

/* From the first page too: typing "/" after a path opens its folder, from the root, from home and
** from the current one; the last part searches for names there. */
static void a_typed_path_leads_to_its_folder(void **state) {
  (void)state;
  Disk disk = disk_make();
  Session *session = session_of("the cat");
  setenv("HOME", disk.folder.path, 1);
  say(session, "browse start; browse type \"%s/b-m\"", disk.folder.path);
  assert_string_equal(session_browser(session).folder, disk.folder.path);
  assert_string_equal(session_browser(session).typed, "b-m");
  check_item(session, 0, LISTING_MODEL, "b-model");
  say(session, "browse start");
  for (const char *c = "~/pl"; *c; c++) say(session, "browse type \"%c\"", *c);
  assert_string_equal(session_browser(session).folder, disk.folder.path);
  check_item(session, 0, LISTING_FOLDER, "plain");
  say(session, "menu choose; browse type \"../\"");
  assert_string_equal(session_browser(session).folder, disk.folder.path);
  assert_int_equal(chdir(disk.folder.path), 0);
  say(session, "browse start; browse type \"plain\"; browse open"); /* from where one started */
  assert_string_equal(session_browser(session).folder, disk.plain);
  assert_int_equal(chdir("/"), 0);
  session_free(session);
  disk_remove(&disk);
}

/* A name of the cache is not a path: it stays typed, and Enter says why it cannot be opened. */
static void a_typed_name_is_opened_as_it_is(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = session_of("the cat");
  setenv("HF_HUB_CACHE", folder.path, 1);
  say(session, "browse start; browse type \"nobody/nothing\"");
  assert_string_equal(session_browser(session).typed, "nobody/nothing");
  refused(session, "menu choose", "nobody/nothing");
  assert_int_equal(session_view(session)->menu, MENU_BROWSE);
  session_free(session);
  folder_remove(&folder);
}

/* The menu of models marks the one that was asked for, wherever it is. */
static void the_model_menu_has_what_was_opened_lately(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "recent", STR("/a/one\n/b/two\n/c/three\n/d/four\n"));
  Session *session = session_in(folder.path);
  int inside = menu_model_count();
  assert_int_equal(session_recent_count(session), SESSION_RECENT_MOST);
  assert_string_equal(menu_command(session, MENU_MODEL, inside + 1, folder.arena),
                      "model \"/b/two\"");
  say(session, "menu model");
  assert_true(menu_is_set(session, MENU_MODEL, session_view(session)->menu_item));
  int item = session_view(session)->menu_item;
  assert_string_equal(menu_command(session, MENU_MODEL, item, folder.arena), "model hand-made");
  session_free(session);
  folder_remove(&folder);
}

static void up_stands_on_where_one_came_from(void **state) {
  (void)state;
  Disk disk = disk_make();
  Session *session = session_of("the cat");
  say(session, "browse \"%s\"; browse type \"plain\"; menu choose", disk.folder.path);
  assert_string_equal(session_browser(session).folder, disk.plain);
  assert_int_equal(session_view(session)->menu, MENU_BROWSE);
  say(session, "browse erase"); /* nothing is typed: the way up */
  assert_string_equal(session_browser(session).folder, disk.folder.path);
  assert_string_equal(session_browser_item(session, session_view(session)->menu_item).name,
                      "plain");
  for (int i = 0; i < 20; i++) say(session, "browse up");
  assert_string_equal(session_browser(session).folder, "");
  session_free(session);
  disk_remove(&disk);
}

/* A refused model says why, and something else can be chosen. */
static void choosing_a_refused_model_leaves_the_list_open(void **state) {
  (void)state;
  Disk disk = disk_make();
  Session *session = session_of("the cat");
  Status status = {0};
  say(session, "browse \"%s\"", disk.folder.path);
  const char *command = menu_command(session, MENU_BROWSE, 1, disk.folder.arena);
  assert_non_null(strstr(command, "model \""));
  assert_false(session_do(session, "menu choose", &status));
  assert_non_null(strstr(status.sentence, "a-refused/config.json"));
  assert_int_equal(session_view(session)->menu, MENU_BROWSE);
  session_free(session);
  disk_remove(&disk);
}

/* A path has at most 4,095 bytes in Linux (PATH_MAX); the list stops at the
** last folder that exists. */
static void the_list_leads_into_folders_of_any_depth(void **state) {
  (void)state;
  Folder folder = folder_make();
  const char *deep = folder_make_deep(&folder, 4080);
  const char *last = str_format(folder.arena, "%s/the-last", deep);
  assert_int_equal(mkdir(last, 0700), 0);
  Session *session = session_of("the cat");
  const char *go = str_format(folder.arena, "browse \"%s\"", deep);
  assert_true(session_do(session, go, NULL));
  say(session, "browse type \"last\"; menu choose");
  assert_string_equal(session_browser(session).folder, last);
  session_free(session);
  assert_int_equal(rmdir(last), 0);
  folder_remove_deep(&folder, deep);
  folder_remove(&folder);
}

/* By its first line: a text file like any other is not listed. */
static void a_saved_state_is_listed_and_opens(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "notes.txt", STR("what I thought\n"));
  folder_write(&folder, "wrong.headsup", STR("what I thought\n"));
  Session *session = session_of("the cat");
  say(session, "sentence \"a saved state\"; head 3; save \"%s\"", folder_file(&folder, "s.txt"));
  say(session, "save \"%s\"", folder_file(&folder, "mine"));
  say(session, "sentence \"x\"; head 1; browse \"%s\"", folder.path);
  assert_int_equal(session_browser(session).count, 3);
  check_item(session, 1, LISTING_SCRIPT, "mine.headsup");
  check_item(session, 2, LISTING_SCRIPT, "s.txt");
  say(session, "menu choose");
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  assert_int_equal(session_view(session)->head, 2);
  assert_int_equal(session_view(session)->menu, MENU_NONE);
  say(session, "sentence \"x\"; browse \"%s\"; browse type \"s.txt\"; browse open", folder.path);
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  say(session, "browse \"%s\"; browse type \"wrong.headsup\"", folder.path);
  refused(session, "browse open", "is no saved state");
  session_free(session);
  folder_remove(&folder);
}

/* "Saved as …; Ctrl-O opens it": the first page has it, until the file is gone. */
static void what_was_saved_is_on_the_first_page(void **state) {
  (void)state;
  Disk disk = disk_make();
  const char *path = folder_file(&disk.folder, "mine.headsup");
  Session *session = session_of("the cat");
  say(session, "browse start");
  assert_int_not_equal(session_browser_item(session, 0).kind, LISTING_SCRIPT);
  say(session, "save \"%s\"; sentence \"a dog\"; browse start", path);
  check_item(session, 0, LISTING_SCRIPT, path);
  say(session, "enter");
  assert_true(str_is(session_inputs(session)->streams[0], "the cat"));
  say(session, "browse start");
  check_item(session, 0, LISTING_SCRIPT, path);
  unlink(path);
  say(session, "browse start");
  assert_int_not_equal(session_browser_item(session, 0).kind, LISTING_SCRIPT);
  session_free(session);
  disk_remove(&disk);
}

static void a_folder_that_is_none_is_refused(void **state) {
  (void)state;
  Session *session = session_of("the cat");
  refused(session, "browse \"/no/such/folder\"", "/no/such/folder");
  refused(session, "browse up down", "browse takes");
  session_free(session);
}

static double never_waits(void *self) { return *(double *)self; }

/* With a window the disk is read in the background: names come with ticks,
** and details after them. */
static void a_window_gets_the_list_by_its_tick(void **state) {
  (void)state;
  Disk disk = disk_make();
  double now = 0;
  Session *session = NULL;
  SessionOptions options = {.model = "hand-made",
                            .sentence = STR("the cat"),
                            .clock_ms = never_waits,
                            .clock_self = &now};
  assert_true(session_make(&options, &session, NULL));
  session_tick(session, now);
  say(session, "browse \"%s\"", disk.folder.path);
  double began_ms = os_now_ms();
  while (session_browser(session).is_busy && patience_lasts(began_ms))
    session_tick(session, now += 1);
  session_tick(session, now += 1);
  assert_int_equal(session_browser(session).count, 5);
  assert_non_null(strstr(session_browser_item(session, 2).note, "GPT-2"));
  assert_true(session_tick(session, now += 1e6) < 0); /* nothing goes on */
  session_free(session);
  disk_remove(&disk);
}

/* The newest first, each once, and still there at the next start. */
static void models_opened_lately_are_kept(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "recent", STR("/a/one\n/b/two\n/c/three\n"));
  Session *session = session_in(folder.path);
  say(session, "browse start");
  check_item(session, 0, LISTING_RECENT, "/a/one");
  check_item(session, 2, LISTING_RECENT, "/c/three");
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_folder_lists_what_can_be_opened_first),
      cmocka_unit_test(what_is_typed_looks_for_names),
      cmocka_unit_test(a_typed_path_leads_to_its_folder),
      cmocka_unit_test(a_typed_name_is_opened_as_it_is),
      cmocka_unit_test(the_model_menu_has_what_was_opened_lately),
      cmocka_unit_test(up_stands_on_where_one_came_from),
      cmocka_unit_test(choosing_a_refused_model_leaves_the_list_open),
      cmocka_unit_test(the_list_leads_into_folders_of_any_depth),
      cmocka_unit_test(a_saved_state_is_listed_and_opens),
      cmocka_unit_test(what_was_saved_is_on_the_first_page),
      cmocka_unit_test(a_folder_that_is_none_is_refused),
      cmocka_unit_test(a_window_gets_the_list_by_its_tick),
      cmocka_unit_test(models_opened_lately_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
