/* files/provenance.c -- marks, each looked for where its format has it. */
#define _GNU_SOURCE /* memmem */
#include "files/provenance.h"

#include <stdio.h>
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
    {BYTES("{\n  \"sentence\": \""), BYTES("\"first_byte\": ")},
    {BYTES("query\\key,"), {NULL, 0}},
    {BYTES("token\\word,"), {NULL, 0}},
    {BYTES("position,token,first_byte,bytes\r\n"), {NULL, 0}},
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

/* A CSV of a matrix whose columns have no names: they are counted, "token,1,2,3". */
static bool has_counted_columns(Str head, Str name) {
  char column[16];
  size_t at = name.bytes;
  if (!begins_with(head, name)) return false;
  for (int i = 1; at < head.bytes && head.at[at] == ','; i++) {
    Str rest = {head.at + at, head.bytes - at};
    size_t bytes = (size_t)snprintf(column, sizeof column, ",%d", i);
    if (!begins_with(rest, (Str){column, bytes})) return false;
    at += bytes;
  }
  return at > name.bytes && begins_with((Str){head.at + at, head.bytes - at}, STR("\r\n"));
}

static bool is_own(Str head, Str tail) {
  for (int i = 0; i < MARK_COUNT; i++)
    if (begins_with(head, marks[i].begins))
      return !marks[i].mark.at || holds(head, marks[i].mark) || holds(tail, marks[i].mark);
  return has_counted_columns(head, STR("token")) || has_counted_columns(head, STR("row")) ||
         is_own_tensors(head);
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
