/* model/checkpoint/folder_file.c -- checks that a file is inside its folder; paths are compared
** after the system has resolved links and “..”. */
#include "model/checkpoint/folder_file.h"

#include <string.h>

#include "base/os.h"
#include "base/i18n.h"

/* Is path inside folder? */
static bool is_below(const char *path, const char *folder) {
  size_t bytes = strlen(folder);
  if (bytes > 0 && folder[bytes - 1] == '/') return strncmp(path, folder, bytes) == 0;
  return strncmp(path, folder, bytes) == 0 && path[bytes] == '/';
}

/* The beginning of the last part of the path that ends at `end`. */
static const char *part_before(const char *path, const char *end) {
  while (end > path && end[-1] != '/') end--;
  return end;
}

/* …/models--o--n/blobs for …/models--o--n/snapshots/REVISION[/…]; NULL when the folder is no
** snapshot or memory is out. */
static const char *blobs_of(Arena *arena, const char *folder) {
  static const char snapshots[] = "/snapshots/", entry[] = "models--";
  const char *found = strstr(folder, snapshots);
  for (; found; found = strstr(found + 1, snapshots)) {
    const char *name = part_before(folder, found);
    if (strncmp(name, entry, sizeof entry - 1) == 0)
      return str_format(arena, "%.*s/blobs", (int)(found - folder), folder);
  }
  return NULL;
}

/* Blobs are files directly in the blobs folder. */
static bool is_blob(Arena *arena, const char *real, const char *folder) {
  const char *blobs = blobs_of(arena, folder);
  return blobs && is_below(real, blobs) && !strchr(real + strlen(blobs) + 1, '/');
}

bool folder_file_check(Arena *arena, const char *folder, const char *path, Status *status) {
  const char *target = os_link_target(arena, path);
  if (!target) return true;
  const char *real = os_real_path(arena, path), *real_folder = os_real_path(arena, folder);
  /* The path does not exist: opening it reports that. */
  if (!real || !real_folder) return true;
  if (is_below(real, real_folder) || is_blob(arena, real, real_folder)) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s is a link to %.200s, which is outside the folder; only links within it, "
                       "and to the blobs of the HuggingFace cache, are followed"),
                     path, target);
}
