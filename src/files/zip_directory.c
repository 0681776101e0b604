/* files/zip_directory.c -- see zip_directory.h.
**
** Every number here comes from the file. Before it is used as an offset or a length it is checked
** against the file's size, without overflow.
*/
#include "files/zip_directory.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "files/excerpt.h"

enum {
  END_BYTES = 22,
  COMMENT_BYTES_MOST = 65535,
  LOCATOR_BYTES = 20,
  RECORD64_BYTES = 56,
  ENTRY_BYTES = 46,
  LOCAL_BYTES = 30,
  DIRECTORY_BYTES_MOST = 16 << 20,
  FLAG_ENCRYPTED = 1,
  FLAG_SIZES_FOLLOW = 8, /* behind the data; the local header has none */
  EXTRA_ZIP64 = 1,
  DEFLATE_MOST = 1032 /* bytes that deflate can make of one */
};

static const uint64_t in_zip64 = 0xFFFFFFFFu; /* the value stands in the Zip64 part */

typedef struct Reading {
  Arena *arena;
  const FileBytes *file;
  uint64_t directory_first, directory_bytes, count;
  const unsigned char *bytes; /* of the directory */
  Status *status;
} Reading;

/* Little-endian, as all of a zip is. */
static uint64_t number_at(const unsigned char *at, int bytes) {
  uint64_t number = 0;
  for (int i = bytes - 1; i >= 0; i--) number = number << 8 | at[i];
  return number;
}

static bool is_mark(const unsigned char *at, char third, char fourth) {
  return at[0] == 'P' && at[1] == 'K' && at[2] == third && at[3] == fourth;
}

static bool fail_zip(const Reading *reading, const char *what) {
  return status_fail(reading->status, STATUS_COULD_NOT, "%s: %s", reading->file->path, what);
}

static bool fail_member(const Reading *reading, const char *name, const char *what) {
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s: member “%s”: %s"),
                     reading->file->path, excerpt(name).text, what);
}

/* ---- the end of the archive ---- */

/* Finds the end record, in the last END_BYTES and a comment: it is where the record's comment ends
** with the file. */
static bool find_end(const Reading *reading, uint64_t *place, unsigned char end[END_BYTES]) {
  uint64_t size = reading->file->size, most = END_BYTES + COMMENT_BYTES_MOST;
  size_t count = (size_t)(size < most ? size : most);
  unsigned char *tail = arena_take(reading->arena, count, 1);
  if (!tail) return status_no_memory(reading->status);
  if (count < END_BYTES) return fail_zip(reading, _("this zip archive is too short"));
  if (!file_bytes_read(reading->file, size - count, tail, count))
    return file_bytes_fail(reading->file, reading->status);
  for (size_t at = count - END_BYTES + 1; at-- > 0;) {
    if (!is_mark(tail + at, 5, 6) || number_at(tail + at + 20, 2) != count - at - END_BYTES)
      continue;
    *place = size - count + at;
    memcpy(end, tail + at, END_BYTES);
    return true;
  }
  return fail_zip(reading, _("this zip archive has no end; it was cut short"));
}

/* Large archives have a second record before the end; a locator says where. */
static bool read_zip64(Reading *reading, uint64_t *end_place) {
  unsigned char locator[LOCATOR_BYTES], record[RECORD64_BYTES];
  if (*end_place < LOCATOR_BYTES ||
      !file_bytes_read(reading->file, *end_place - LOCATOR_BYTES, locator, LOCATOR_BYTES) ||
      !is_mark(locator, 6, 7))
    return true;
  uint64_t place = number_at(locator + 8, 8);
  if (place > *end_place || *end_place - place < RECORD64_BYTES + LOCATOR_BYTES ||
      !file_bytes_read(reading->file, place, record, RECORD64_BYTES) || !is_mark(record, 6, 6))
    return fail_zip(reading, _("the Zip64 record of this zip archive is not where it should be"));
  reading->count = number_at(record + 32, 8);
  reading->directory_bytes = number_at(record + 40, 8);
  reading->directory_first = number_at(record + 48, 8);
  *end_place = place;
  return true;
}

/* The directory must end exactly where the end record begins, so nothing is hidden between them. */
static bool read_end(Reading *reading) {
  unsigned char end[END_BYTES];
  uint64_t place = 0;
  if (!find_end(reading, &place, end)) return false;
  reading->count = number_at(end + 10, 2);
  reading->directory_bytes = number_at(end + 12, 4);
  reading->directory_first = number_at(end + 16, 4);
  if (!read_zip64(reading, &place)) return false;
  if (reading->count > ZIP_MEMBERS_MOST)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: this zip archive has %llu member; the limit is %d",
                          "%s: this zip archive has %llu members; the limit is %d", reading->count),
                       reading->file->path, (unsigned long long)reading->count, ZIP_MEMBERS_MOST);
  if (reading->directory_first > place ||
      reading->directory_bytes != place - reading->directory_first ||
      reading->directory_bytes > DIRECTORY_BYTES_MOST)
    return fail_zip(reading, _("the directory of this zip archive is not where it should be"));
  return true;
}

/* ---- one member ---- */

/* Puts the values of the Zip64 part in the place of those that did not fit, in this order. */
static bool widen(const unsigned char *extra, size_t extra_bytes, uint64_t *const values[3]) {
  bool needed = false;
  for (int i = 0; i < 3; i++) needed = needed || *values[i] == in_zip64;
  if (!needed) return true;
  while (extra_bytes >= 4) {
    size_t bytes = (size_t)number_at(extra + 2, 2);
    if (bytes > extra_bytes - 4) return false;
    const unsigned char *at = extra + 4, *end = at + bytes;
    if (number_at(extra, 2) == EXTRA_ZIP64) {
      for (int i = 0; i < 3; i++) {
        if (*values[i] != in_zip64) continue;
        if (end - at < 8) return false;
        *values[i] = number_at(at, 8);
        at += 8;
      }
      return true;
    }
    extra = end;
    extra_bytes -= 4 + bytes;
  }
  return false;
}

/* Refuses a member's name that leads out of a folder: it is never opened as a path, but such an
** archive is hostile. A backslash separates folders on other systems. */
static bool is_harmless(const char *name) {
  if (name[0] == '/' || strchr(name, '\\')) return false;
  for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
    if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2])) return false;
  return true;
}

/* The local header stands before the data and says some things again. */
static bool check_local(const Reading *reading, const unsigned char *entry, ZipMember *member) {
  unsigned char local[LOCAL_BYTES];
  Arena *arena = reading->arena;
  size_t name_bytes = strlen(member->name);
  char *name = arena_take(arena, name_bytes, 1);
  if (!name) return status_no_memory(reading->status);
  uint64_t first = member->header_first, size = reading->file->size;
  bool is_inside = first <= size && size - first >= LOCAL_BYTES + name_bytes;
  if (is_inside && (!file_bytes_read(reading->file, first, local, LOCAL_BYTES) ||
                    !file_bytes_read(reading->file, first + LOCAL_BYTES, name, name_bytes)))
    return file_bytes_fail(reading->file, reading->status);
  if (!is_inside || !is_mark(local, 3, 4) || number_at(local + 26, 2) != name_bytes ||
      memcmp(name, member->name, name_bytes) != 0)
    return fail_member(reading, member->name, _("it is not where the directory says"));
  member->data_first = member->header_first + LOCAL_BYTES + name_bytes + number_at(local + 28, 2);
  bool same = number_at(local + 8, 2) == (uint64_t)member->method;
  bool has_sizes = !(number_at(local + 6, 2) & FLAG_SIZES_FOLLOW);
  for (int field = 14; has_sizes && field <= 22; field += 4) /* sum, packed, unpacked */
    same = same && (memcmp(local + field, entry + field + 2, 4) == 0 ||
                    (field > 14 && number_at(local + field, 4) == in_zip64));
  if (!same) return fail_member(reading, member->name, _("its two headers disagree"));
  if (member->data_first <= reading->directory_first &&
      member->packed_bytes <= reading->directory_first - member->data_first)
    return true;
  return fail_member(reading, member->name, _("it is longer than the archive"));
}

static bool check_kind(const Reading *reading, const ZipMember *member, uint64_t flags) {
  if (flags & FLAG_ENCRYPTED) return fail_member(reading, member->name, _("it is encrypted"));
  if (member->method != ZIP_STORED && member->method != ZIP_DEFLATED)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: member “%s” is packed by method %d; 0 (stored) and 8 (deflated) are "
                         "supported"),
                       reading->file->path, excerpt(member->name).text, member->method);
  if (!is_harmless(member->name))
    return fail_member(reading, member->name, _("its name leads out of the archive"));
  if (member->method == ZIP_STORED && member->packed_bytes != member->unpacked_bytes)
    return fail_member(reading, member->name, _("its two sizes disagree"));
  if (member->method == ZIP_DEFLATED &&
      member->unpacked_bytes / DEFLATE_MOST > member->packed_bytes)
    return fail_member(reading, member->name, _("so many bytes cannot come out of so few"));
  return true;
}

/* One entry of the directory; *at moves behind it. */
static bool read_entry(const Reading *reading, size_t *at, ZipMember *member) {
  const unsigned char *entry = reading->bytes + *at;
  size_t left = (size_t)reading->directory_bytes - *at;
  if (left < ENTRY_BYTES || !is_mark(entry, 1, 2))
    return fail_zip(reading, _("the directory of this zip archive is damaged"));
  size_t name_bytes = (size_t)number_at(entry + 28, 2), extra = (size_t)number_at(entry + 30, 2);
  size_t total = ENTRY_BYTES + name_bytes + extra + (size_t)number_at(entry + 32, 2);
  if (total > left || memchr(entry + ENTRY_BYTES, 0, name_bytes))
    return fail_zip(reading, _("the directory of this zip archive is damaged"));
  *at += total;
  member->name = str_copy(reading->arena, (Str){(const char *)entry + ENTRY_BYTES, name_bytes});
  if (!member->name) return status_no_memory(reading->status);
  member->method = (int)number_at(entry + 10, 2);
  member->packed_bytes = number_at(entry + 20, 4);
  member->unpacked_bytes = number_at(entry + 24, 4);
  member->header_first = number_at(entry + 42, 4);
  uint64_t *const values[] = {&member->unpacked_bytes, &member->packed_bytes,
                              &member->header_first};
  if (!widen(entry + ENTRY_BYTES + name_bytes, extra, values))
    return fail_member(reading, member->name, _("its Zip64 sizes are missing"));
  return check_kind(reading, member, number_at(entry + 8, 2)) &&
         check_local(reading, entry, member);
}

/* ---- all members ---- */

static int by_name(const void *a, const void *b) {
  const ZipMember *const *first = a, *const *second = b;
  return strcmp((*first)->name, (*second)->name);
}

static int by_place(const void *a, const void *b) {
  const ZipMember *const *first = a, *const *second = b;
  return ((*first)->header_first > (*second)->header_first) -
         ((*first)->header_first < (*second)->header_first);
}

/* Refuses members that share bytes, by which a small archive unpacks to a huge one (a zip bomb
** without nesting). */
static bool check_together(const Reading *reading, const ZipDirectory *directory) {
  size_t count = (size_t)directory->count;
  const ZipMember **sorted = arena_take(reading->arena, count, sizeof *sorted);
  if (!sorted) return status_no_memory(reading->status);
  for (size_t i = 0; i < count; i++) sorted[i] = &directory->members[i];
  if (count > 0) qsort(sorted, count, sizeof *sorted, by_name);
  for (size_t i = 1; i < count; i++)
    if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
      return fail_member(reading, sorted[i]->name, _("its name stands twice"));
  if (count > 0) qsort(sorted, count, sizeof *sorted, by_place);
  for (size_t i = 1; i < count; i++)
    if (sorted[i]->header_first < sorted[i - 1]->data_first + sorted[i - 1]->packed_bytes)
      return fail_member(reading, sorted[i]->name, _("it overlaps another member"));
  return true;
}

/* Entries must fill the directory to its last byte. */
static bool read_entries(const Reading *reading, ZipDirectory *directory) {
  size_t at = 0;
  for (int i = 0; i < directory->count; i++)
    if (!read_entry(reading, &at, &directory->members[i])) return false;
  if (at != reading->directory_bytes)
    return fail_zip(reading, _("the directory of this zip archive is damaged"));
  return check_together(reading, directory);
}

bool zip_starts(Str beginning) {
  const unsigned char *at = (const unsigned char *)beginning.at;
  return beginning.bytes >= 4 && (is_mark(at, 3, 4) || is_mark(at, 5, 6));
}

bool zip_directory_read(Arena *arena, const FileBytes *file, ZipDirectory *directory,
                        Status *status) {
  Reading reading = {.arena = arena, .file = file, .status = status};
  if (!read_end(&reading)) return false;
  unsigned char *bytes = arena_take(arena, (size_t)reading.directory_bytes, 1);
  directory->count = (int)reading.count;
  directory->members = arena_take(arena, (size_t)reading.count, sizeof *directory->members);
  if (!bytes || !directory->members) return status_no_memory(status);
  if (!file_bytes_read(file, reading.directory_first, bytes, (size_t)reading.directory_bytes))
    return file_bytes_fail(file, status);
  reading.bytes = bytes;
  return read_entries(&reading, directory);
}
