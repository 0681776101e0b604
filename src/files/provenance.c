/* files/provenance.c -- marks, each looked for where its format has it. */
#define _GNU_SOURCE /* memmem */
#include "files/provenance.h"

#include <string.h>

#include "base/arena.h"
#include "base/os.h"

enum { PART_BYTES = 64 << 10 };

/* begins: how files of that format begin. mark: what only those of this program hold, in the first
** or the last part; NULL: the beginning says enough. */
typedef struct Mark {
  Str begins, mark;
} Mark;

/* STR is no constant initialiser. */
#define BYTES(literal)                                                                             \
  { literal, sizeof(literal) - 1 }
static const Mark marks[] = {
    {BYTES("\x89PNG\r\n\x1a\n"), BYTES("Software\0Heads Up")},
    {BYTES("<?xml"), BYTES("headsup ")},
    {BYTES("%PDF-"), BYTES("/Creator (Heads Up")},
    {BYTES(STATE_BEGINS), {NULL, 0}},
    {BYTES("{\n  \"matrix\": \""), {NULL, 0}},
    {BYTES("query\\key,"), {NULL, 0}},
};
static const Str tensors_mark = BYTES("\"format\":\"heads-up");
enum { MARK_COUNT = sizeof marks / sizeof marks[0], TENSORS_PREFIX = 8 };

static bool holds(Str text, Str part) {
  return text.bytes >= part.bytes && memmem(text.at, text.bytes, part.at, part.bytes) != NULL;
}

static bool begins_with(Str text, Str start) {
  return text.bytes >= start.bytes && memcmp(text.at, start.at, start.bytes) == 0;
}

/* The header of safetensors is JSON behind eight bytes of its length. */
static bool is_own_tensors(Str head) {
  return head.bytes > TENSORS_PREFIX && head.at[TENSORS_PREFIX] == '{' && holds(head, tensors_mark);
}

static bool is_own(Str head, Str tail) {
  for (int i = 0; i < MARK_COUNT; i++)
    if (begins_with(head, marks[i].begins))
      return !marks[i].mark.at || holds(head, marks[i].mark) || holds(tail, marks[i].mark);
  return is_own_tensors(head);
}

static bool look_into(const OsFile *file, char *room) {
  size_t bytes = file->bytes < PART_BYTES ? (size_t)file->bytes : PART_BYTES;
  char *tail = room + PART_BYTES;
  return os_read_at(*file, 0, room, bytes) && os_read_at(*file, file->bytes - bytes, tail, bytes) &&
         is_own((Str){room, bytes}, (Str){tail, bytes});
}

bool file_is_own(const char *path) {
  OsFile file;
  if (os_kind(path) != OS_FILE || !os_open_file(path, &file, NULL)) return false;
  Arena *arena = arena_make(0);
  char *room = arena ? arena_take(arena, 2, PART_BYTES) : NULL;
  bool own = room && look_into(&file, room);
  arena_free(arena);
  os_close_file(file);
  return own;
}
