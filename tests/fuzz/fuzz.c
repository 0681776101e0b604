/* tests/fuzz/fuzz.c -- see fuzz.h. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/os.h"

static char folder[] = "/tmp/headsup-fuzz-XXXXXX";

void fuzz_check(bool holds, const char *rule) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", rule);
  abort();
}

void fuzz_check_status(bool done, const Status *status) {
  fuzz_check(done == (status->kind == STATUS_OK), "a reader fails if and only if it says why");
  fuzz_check(done == !status->sentence[0], "a sentence stands where a reader failed");
  for (const char *at = status->sentence; *at; at++)
    fuzz_check((unsigned char)*at >= ' ' && *at != 0x7F, "a sentence is one line of text");
}

void fuzz_check_memory(const Arena *arena, size_t size, size_t times) {
  fuzz_check(arena_held_bytes(arena) <= size * times + (1 << 20), "memory follows the file");
}

static void remove_one(void *self, const char *name) {
  char path[4096];
  (void)self;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  os_remove_file(path);
}

static void remove_folder(void) {
  Arena *arena = arena_make(0);
  if (arena) os_list_folder(arena, folder, remove_one, NULL);
  arena_free(arena);
  rmdir(folder);
}

const char *fuzz_folder_with(const char *name, const uint8_t *bytes, size_t size) {
  char path[4096];
  Status status = {0};
  static bool is_made; /* a made name may end in X as well */
  if (!is_made) {
    is_made = mkdtemp(folder) != NULL;
    fuzz_check(is_made, "a folder can be made in /tmp");
    atexit(remove_folder);
  }
  snprintf(path, sizeof path, "%s/%s", folder, name);
  fuzz_check(os_save_draft(path, bytes, size, &status), "a file can be written in /tmp");
  return folder;
}
