/* files/file_bytes.c -- see file_bytes.h. */
#include "files/file_bytes.h"

#include <string.h>

#include "base/i18n.h"

enum { PART_BYTES = 1 << 15, PATH_SHOWN = 200, ESCAPED_SHOWN = 50 };

/* The end of a very long path, so that the error fits into the sentence; a byte that will be
** escaped takes four. */
static const char *shown_path(Arena *arena, const char *path) {
  size_t bytes = strlen(path), most = PATH_SHOWN;
  for (const char *at = path; *at; at++)
    if ((unsigned char)*at < ' ' || *at == 0x7F) most = ESCAPED_SHOWN;
  if (bytes <= most) return str_copy(arena, str_from(path));
  path += bytes - most;
  while (((unsigned char)*path & 0xC0) == 0x80) path++;
  return str_format(arena, "…%s", path);
}

bool file_bytes_open(Arena *arena, const char *path, FileBytes *file, Status *status) {
  *file = (FileBytes){.path = shown_path(arena, path), .opened = {.descriptor = -1}};
  if (!file->path) return status_no_memory(status);
  if (!os_open_file(path, &file->opened, status)) {
    file->opened.descriptor = -1;
    return false;
  }
  file->size = file->opened.bytes;
  return true;
}

bool file_bytes_over(Arena *arena, const char *path, Str bytes, FileBytes *file, Status *status) {
  *file = (FileBytes){shown_path(arena, path), {.descriptor = -1}, bytes.at, bytes.bytes};
  return file->path || status_no_memory(status);
}

void file_bytes_close(FileBytes *file) {
  if (file->opened.descriptor >= 0) os_close_file(file->opened);
  file->opened.descriptor = -1;
  file->size = 0; /* bytes in memory are not read after this either */
}

bool file_bytes_read(const FileBytes *file, uint64_t place, void *to, size_t count) {
  if (place > file->size || count > file->size - place) return false;
  if (file->opened.descriptor >= 0) return os_read_at(file->opened, place, to, count);
  if (count > 0) memcpy(to, file->at + place, count);
  return true;
}

bool file_bytes_fail(const FileBytes *file, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s cannot be read; the file was cut short or the disk fails"), file->path);
}

/* Are they floats in this machine's byte order, which need no conversion? */
static bool is_plain(ArrayElements elements) {
  return elements.type == ARRAY_F32 &&
         elements.big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* 32 KiB at a time on the stack, so that reading takes no memory and stays in the cache. */
bool file_bytes_floats(const FileBytes *file, uint64_t place, ArrayElements elements,
                       uint64_t count, float *to) {
  unsigned char part[PART_BYTES];
  size_t size = (size_t)array_type_bytes(elements.type), most = PART_BYTES / size;
  if (is_plain(elements)) return file_bytes_read(file, place, to, (size_t)count * size);
  while (count > 0) {
    size_t taken = count < most ? (size_t)count : most;
    if (!file_bytes_read(file, place, part, taken * size)) return false;
    array_to_floats(elements, part, taken, to);
    place += taken * size;
    to += taken;
    count -= taken;
  }
  return true;
}

bool file_bytes_integers(const FileBytes *file, uint64_t place, ArrayElements elements,
                         uint64_t count, int64_t *to) {
  unsigned char part[PART_BYTES];
  size_t size = (size_t)array_type_bytes(elements.type), most = PART_BYTES / size;
  while (count > 0) {
    size_t taken = count < most ? (size_t)count : most;
    if (!file_bytes_read(file, place, part, taken * size)) return false;
    array_to_integers(elements, part, taken, to);
    place += taken * size;
    to += taken;
    count -= taken;
  }
  return true;
}
