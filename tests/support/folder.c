/* tests/support/folder.c -- see folder.h. */
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"

Folder folder_make(void) {
  Folder folder = {.arena = arena_make(0)};
  char *path = str_copy(folder.arena, STR("/tmp/headsup-test-XXXXXX"));
  folder.path = mkdtemp(path);
  assert_non_null(folder.path);
  return folder;
}

static void remove_one(void *self, const char *name) { os_remove_file(folder_file(self, name)); }

void folder_remove(Folder *folder) {
  os_list_folder(folder->arena, folder->path, remove_one, folder);
  rmdir(folder->path);
  arena_free(folder->arena);
}

const char *folder_file(const Folder *folder, const char *name) {
  return str_format(folder->arena, "%s/%s", folder->path, name);
}

const char *folder_make_deep(const Folder *folder, size_t bytes) {
  enum { NAME_BYTES = 200 };
  char name[NAME_BYTES + 1] = "";
  const char *path = folder->path;
  for (size_t left; (left = bytes - strlen(path)) > 0;) {
    /* Never one byte alone is left, which would be a "/" without a name. */
    size_t taken = left > NAME_BYTES + 2 ? NAME_BYTES : left > NAME_BYTES ? left / 2 : left - 1;
    memset(name, 'd', taken);
    name[taken] = 0;
    path = str_format(folder->arena, "%s/%s", path, name);
    assert_int_equal(mkdir(path, 0700), 0);
  }
  return path;
}

void folder_remove_deep(const Folder *folder, const char *deep) {
  for (char *path = str_copy(folder->arena, str_from(deep)); strcmp(path, folder->path) != 0;) {
    assert_int_equal(rmdir(path), 0);
    *strrchr(path, '/') = 0;
  }
}

void folder_write(const Folder *folder, const char *name, Str bytes) {
  Status status = {0};
  if (!os_save_draft(folder_file(folder, name), bytes.at, bytes.bytes, &status))
    fail_msg("%s", status.sentence);
}

Str folder_read(const Folder *folder, const char *name) {
  Status status = {0};
  Str bytes = {0};
  if (!os_read_file(folder->arena, folder_file(folder, name), (size_t)1 << 26, &bytes, &status))
    fail_msg("%s", status.sentence);
  return bytes;
}

void check_sentence(const Status *status, const char *part) {
  assert_int_not_equal(status->kind, STATUS_OK);
  if (!strstr(status->sentence, part)) fail_msg("“%s” lacks “%s”", status->sentence, part);
  for (const char *at = status->sentence; *at; at++) assert_true((unsigned char)*at >= ' ');
}
