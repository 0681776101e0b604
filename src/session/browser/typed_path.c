/* session/browser/typed_path.c -- joins folder and text, then resolves "." and "..". */
#include "session/browser/typed_path.h"

#include <string.h>

#include "base/os.h"

static bool is_home(Str typed) {
  return typed.bytes > 0 && typed.at[0] == '~' && (typed.bytes == 1 || typed.at[1] == '/');
}

static const char *joined(Arena *arena, const char *folder, Str typed) {
  if (typed.bytes > 0 && typed.at[0] == '/') return str_copy(arena, typed);
  if (is_home(typed)) {
    const char *path = os_path_from_home(arena, typed);
    return path && path[0] == '/' ? path : NULL; /* no home folder */
  }
  const char *from = folder[0] ? folder : os_absolute_path(arena, ".");
  return from ? str_format(arena, "%s/%.*s", from, (int)typed.bytes, typed.at) : NULL;
}

/* path[0 … bytes) without its last part. */
static size_t without_last(const char *path, size_t bytes) {
  while (bytes > 0 && path[bytes - 1] != '/') bytes--;
  return bytes > 0 ? bytes - 1 : 0;
}

const char *typed_path_whole(Arena *arena, const char *folder, Str typed) {
  const char *path = joined(arena, folder, typed);
  char *whole = path ? arena_take(arena, strlen(path) + 2, 1) : NULL;
  size_t bytes = 0;
  if (!whole) return NULL;
  while (*path) {
    size_t part = strcspn(path, "/");
    bool is_here = part == 0 || (part == 1 && path[0] == '.');
    if (part == 2 && path[0] == '.' && path[1] == '.') bytes = without_last(whole, bytes);
    else if (!is_here) {
      whole[bytes++] = '/';
      memcpy(whole + bytes, path, part);
      bytes += part;
    }
    path += part + (path[part] == '/');
  }
  if (bytes == 0) whole[bytes++] = '/';
  whole[bytes] = 0;
  return whole;
}
