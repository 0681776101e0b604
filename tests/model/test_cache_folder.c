/* tests/model/test_cache_folder.c -- names of the HuggingFace cache become folders, links are
** followed, and nothing in it is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "model/checkpoint/cache_folder.h"
#include "support/folder.h"

static const char hash[] = "607a30d783dfa663caf39e06633721c8d4cfcd7e";

/* Every folder and file made, so that it can be taken away again, the last first. */
static const char *made[256];
static int made_count;
static Folder root;

static const char *keep(const char *path) {
  assert_true(made_count < (int)(sizeof made / sizeof made[0]));
  made[made_count++] = path;
  return path;
}

static void make_folder(const char *below) {
  assert_int_equal(mkdir(keep(folder_file(&root, below)), 0700), 0);
}

static void make_file(const char *below, const char *text) {
  Status status = {0};
  const char *path = keep(folder_file(&root, below));
  assert_true(os_save_draft(path, text, strlen(text), &status));
}

static const char *at(const char *entry, const char *below) {
  return str_format(root.arena, "%s%s", entry, below);
}

/* A model as the hub's client leaves it: files are links from the snapshot into blobs. */
static void make_model(const char *entry) {
  make_folder(entry);
  make_folder(at(entry, "/refs"));
  make_folder(at(entry, "/blobs"));
  make_folder(at(entry, "/snapshots"));
  make_folder(at(entry, at("/snapshots/", hash)));
  make_file(at(entry, "/blobs/abc"), "{}");
  make_file(at(entry, "/refs/main"), hash);
  const char *config = at(entry, at("/snapshots/", at(hash, "/config.json")));
  assert_int_equal(symlink("../../blobs/abc", keep(folder_file(&root, config))), 0);
}

static int set_up(void **state) {
  (void)state;
  root = folder_make();
  made_count = 0;
  setenv("HF_HUB_CACHE", root.path, 1);
  make_model("models--openai--gpt2");
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  while (made_count > 0) remove(made[--made_count]);
  unsetenv("HF_HUB_CACHE");
  folder_remove(&root);
  return 0;
}

static const char *find(const char *name) {
  const char *folder = NULL;
  Status status = {0};
  if (!cache_folder_find(root.arena, name, &folder, &status)) fail_msg("%s", status.sentence);
  return folder;
}

static void check_refused(const char *name, const char *part) {
  const char *folder = NULL;
  Status status = {0};
  assert_false(cache_folder_find(root.arena, name, &folder, &status));
  check_sentence(&status, part);
}

static const char *snapshot(const char *entry) {
  return folder_file(&root, at(entry, at("/snapshots/", hash)));
}

static void a_name_leads_to_its_snapshot(void **state) {
  (void)state;
  make_model("models--gpt2");
  assert_string_equal(find("openai/gpt2"), snapshot("models--openai--gpt2"));
  assert_string_equal(find("gpt2"), snapshot("models--gpt2"));
}

static void other_names_are_not_in_the_cache(void **state) {
  (void)state;
  static const char *const names[] = {
      "gpt2",    "openai/gpt3", "../openai/gpt2", "/gpt2",        "openai/../x", "",
      "openai/", "a/b/c",       "openai--gpt2 x", "openai/.gpt2", "\xFF"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) assert_null(find(names[i]));
}

static void without_refs_the_only_snapshot_is_taken(void **state) {
  (void)state;
  remove(folder_file(&root, "models--openai--gpt2/refs/main"));
  assert_string_equal(find("openai/gpt2"), snapshot("models--openai--gpt2"));
  make_folder("models--openai--gpt2/snapshots/another");
  check_refused("openai/gpt2", "holds 2 snapshots and refs/main names none of them");
}

static void refs_that_lead_elsewhere_are_not_followed(void **state) {
  (void)state;
  make_folder("elsewhere");
  make_file("elsewhere/config.json", "{}");
  make_file("models--openai--gpt2/refs/main", "../../elsewhere\n");
  assert_string_equal(find("openai/gpt2"), snapshot("models--openai--gpt2"));
}

static void an_unfinished_download_is_said(void **state) {
  (void)state;
  remove(folder_file(&root, "models--openai--gpt2/blobs/abc"));
  check_refused("openai/gpt2", "config.json is missing: the download was not finished");
  make_folder("models--a--b");
  check_refused("a/b", "models--a--b holds no snapshot");
}

static void the_list_holds_what_can_be_opened(void **state) {
  (void)state;
  ModelPlaces places;
  Status status = {0};
  make_model("models--bert-base-uncased");
  make_model("models--zed--one--two");
  make_folder("models--half--done");
  make_folder("datasets--a--b");
  make_folder(".locks");
  assert_true(cache_folder_list(root.arena, &places, &status));
  assert_int_equal(places.count, 3);
  assert_string_equal(places.at[0].name, "bert-base-uncased");
  assert_string_equal(places.at[1].name, "openai/gpt2");
  assert_string_equal(places.at[2].name, "zed/one--two");
  assert_string_equal(places.at[1].path, snapshot("models--openai--gpt2"));
}

static void a_model_folder_holds_a_config(void **state) {
  (void)state;
  make_folder("one");
  make_file("one/config.json", "{}");
  make_folder("two");
  assert_true(model_folder_is(root.arena, folder_file(&root, "one")));
  assert_false(model_folder_is(root.arena, folder_file(&root, "two")));
}

/* More than the list has room for at first. */
static void many_are_listed_too(void **state) {
  (void)state;
  ModelPlaces places;
  Status status = {0};
  for (int i = 0; i < 20; i++) make_model(str_format(root.arena, "models--m--%02d", i));
  assert_true(cache_folder_list(root.arena, &places, &status));
  assert_int_equal(places.count, 21);
  assert_string_equal(places.at[19].name, "m/19");
}

/* The first variable that is a path from the root decides. */
static void the_root_is_where_the_hub_puts_it(void **state) {
  (void)state;
  Arena *arena = root.arena;
  static const char *const names[] = {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME",
                                      "XDG_CACHE_HOME"};
  char home[400] = "";
  if (getenv("HOME")) strncat(home, getenv("HOME"), sizeof home - 1);
  for (int i = 0; i < 4; i++) unsetenv(names[i]);
  setenv("HOME", "/home/someone", 1);
  assert_string_equal(cache_folder_root(arena), "/home/someone/.cache/huggingface/hub");
  setenv("XDG_CACHE_HOME", "/x", 1);
  assert_string_equal(cache_folder_root(arena), "/x/huggingface/hub");
  setenv("HF_HOME", "~/hf", 1);
  assert_string_equal(cache_folder_root(arena), "/home/someone/hf/hub");
  setenv("HUGGINGFACE_HUB_CACHE", "/old", 1);
  assert_string_equal(cache_folder_root(arena), "/old");
  setenv("HF_HUB_CACHE", "relative", 1);
  assert_string_equal(cache_folder_root(arena), "/old");
  setenv("HF_HUB_CACHE", "/new", 1);
  assert_string_equal(cache_folder_root(arena), "/new");
  for (int i = 0; i < 4; i++) unsetenv(names[i]);
  if (*home) setenv("HOME", home, 1);
}

static void no_cache_is_an_empty_list(void **state) {
  (void)state;
  ModelPlaces places;
  Status status = {0};
  setenv("HF_HUB_CACHE", "/tmp/headsup-no-such-folder", 1);
  assert_true(cache_folder_list(root.arena, &places, &status));
  assert_int_equal(places.count, 0);
  assert_null(find("gpt2"));
}

#define IN_CACHE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_CACHE(a_name_leads_to_its_snapshot),
      IN_CACHE(other_names_are_not_in_the_cache),
      IN_CACHE(without_refs_the_only_snapshot_is_taken),
      IN_CACHE(refs_that_lead_elsewhere_are_not_followed),
      IN_CACHE(an_unfinished_download_is_said),
      IN_CACHE(the_list_holds_what_can_be_opened),
      IN_CACHE(a_model_folder_holds_a_config),
      IN_CACHE(many_are_listed_too),
      IN_CACHE(the_root_is_where_the_hub_puts_it),
      IN_CACHE(no_cache_is_an_empty_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
