/* files/npz.c -- see npz.h.
**
** Two readers share an archive: zip_directory.c finds the bytes of its members and checks it,
** libzip unpacks. A crafted archive might look different to each, so both must see the same members
** (check_same).
*/
#include "files/npz.h"

#include <assert.h>
#include <string.h>
#include <zip.h>

#include "base/lock.h"
#include "base/i18n.h"
#include "files/excerpt.h"

static const uint64_t checked_bytes_most = (uint64_t)64 << 20;
static const uint64_t unpacked_bytes_most = (uint64_t)1 << 30;
/* A file may unpack to unpacked_bytes_free plus unpacked_growth times its size. Weights are
** compressed to a tenth at best, rows of one number to a thousandth. */
static const uint64_t unpacked_bytes_free = (uint64_t)64 << 20, unpacked_growth = 64;

enum { PART_BYTES = 1 << 16 };

/* What libzip reads the archive from. */
typedef struct Source {
  const FileBytes *file;
  uint64_t place;
  zip_error_t error;
} Source;

typedef struct Unpacked {
  bool is_ready;
  Arena *arena; /* of a deflated member */
  FileBytes bytes;
} Unpacked;

struct Npz {
  const FileBytes *file;
  ZipDirectory directory;
  Unpacked *unpacked; /* for each member */
  uint64_t unpacked_bytes;
  Source source;
  zip_t *zip;
  Lock *lock;
};

static bool fail_member(const Npz *npz, int index, const char *what, Status *status) {
  return status_fail(status, STATUS_COULD_NOT, _("%s: member “%s”: %s"), npz->file->path,
                     excerpt(npz->directory.members[index].name).text, what);
}

/* ---- the archive as libzip sees it ---- */

/* libzip reads through FileBytes, so that an archive in memory is read like one on disk, and the
** path is not opened a second time, when it could be another file. */
static zip_int64_t source_read(Source *source, void *to, zip_uint64_t most) {
  uint64_t left = source->file->size - source->place, count = most < left ? most : left;
  if (!file_bytes_read(source->file, source->place, to, (size_t)count)) {
    zip_error_set(&source->error, ZIP_ER_READ, 0);
    return -1;
  }
  source->place += count;
  return (zip_int64_t)count;
}

static zip_int64_t source_seek(Source *source, void *order, zip_uint64_t order_bytes) {
  zip_int64_t place = zip_source_seek_compute_offset(source->place, source->file->size, order,
                                                     order_bytes, &source->error);
  if (place >= 0) source->place = (uint64_t)place;
  return place < 0 ? -1 : 0;
}

static zip_int64_t source_size(const Source *source, zip_stat_t *answer) {
  zip_stat_init(answer);
  answer->size = source->file->size;
  answer->valid |= ZIP_STAT_SIZE;
  return sizeof *answer;
}

/* libzip first asks which commands are supported, and uses only those. */
static zip_int64_t source_do(void *self, void *data, zip_uint64_t bytes, zip_source_cmd_t command) {
  Source *source = self;
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                          ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                          ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, -1);
  case ZIP_SOURCE_OPEN:
    source->place = 0;
    return 0;
  case ZIP_SOURCE_READ:
    return source_read(source, data, bytes);
  case ZIP_SOURCE_SEEK:
    return source_seek(source, data, bytes);
  case ZIP_SOURCE_TELL:
    return (zip_int64_t)source->place;
  case ZIP_SOURCE_STAT:
    return source_size(source, data);
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&source->error, data, bytes);
  default:
    return 0;
  }
}

static bool open_zip(Npz *npz, Status *status) {
  zip_error_t error;
  npz->source.file = npz->file;
  zip_error_init(&npz->source.error);
  zip_error_init(&error);
  zip_source_t *source = zip_source_function_create(source_do, &npz->source, &error);
  if (source) npz->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (source && !npz->zip) zip_source_free(source);
  if (npz->zip) return true;
  if (zip_error_code_zip(&error) == ZIP_ER_READ) file_bytes_fail(npz->file, status);
  else
    status_fail(status, STATUS_COULD_NOT, _("%s: this zip archive cannot be read: %s"),
                npz->file->path, zip_error_strerror(&error));
  zip_error_fini(&error);
  return false;
}

/* Both readings of the directory must be of the same members. */
static bool check_same(const Npz *npz, Status *status) {
  bool same = zip_get_num_entries(npz->zip, 0) == npz->directory.count;
  for (int i = 0; same && i < npz->directory.count; i++) {
    const ZipMember *member = &npz->directory.members[i];
    const char *name = zip_get_name(npz->zip, (zip_uint64_t)i, ZIP_FL_ENC_RAW);
    zip_stat_t found;
    same = name && strcmp(name, member->name) == 0 &&
           zip_stat_index(npz->zip, (zip_uint64_t)i, 0, &found) == 0 &&
           found.size == member->unpacked_bytes && found.comp_size == member->packed_bytes;
  }
  return same ||
         status_fail(status, STATUS_COULD_NOT,
                     _("%s: the directory of this zip archive is damaged"), npz->file->path);
}

bool npz_open(Arena *arena, const FileBytes *file, Npz **npz, Status *status) {
  Npz *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  made->file = file;
  if (!zip_directory_read(arena, file, &made->directory, status)) return false;
  made->unpacked = arena_take(arena, (size_t)made->directory.count, sizeof *made->unpacked);
  made->lock = lock_make(arena);
  if (!made->unpacked || !made->lock) return status_no_memory(status);
  if (open_zip(made, status) && check_same(made, status)) {
    *npz = made;
    return true;
  }
  npz_close(made);
  return false;
}

void npz_close(Npz *npz) {
  if (npz->zip) zip_discard(npz->zip);
  npz->zip = NULL;
  for (int i = 0; i < npz->directory.count; i++) arena_free(npz->unpacked[i].arena);
  npz->directory.count = 0;
  zip_error_fini(&npz->source.error);
  lock_free(npz->lock);
}

int npz_count(const Npz *npz) { return npz->directory.count; }

const ZipMember *npz_member(const Npz *npz, int index) { return &npz->directory.members[index]; }

/* ---- unpacking ---- */

/* Replaces libzip's "Read error: Success" for a failing disk or an end of file. */
static bool fail_unpacking(const Npz *npz, int index, zip_error_t *why, Status *status) {
  int code = zip_error_code_zip(why);
  bool is_disk = code == ZIP_ER_READ || code == ZIP_ER_EOF;
  return status_fail(status, STATUS_COULD_NOT, _("%s: member “%s” cannot be unpacked: %s"),
                     npz->file->path, excerpt(npz->directory.members[index].name).text,
                     is_disk ? _("the file was cut short or the disk fails")
                             : zip_error_strerror(why));
}

/* Unpacks exactly to.bytes bytes; with to.at NULL they are only read, to check their sum. */
static bool unpack(const Npz *npz, int index, zip_file_t *member, Str to, Status *status) {
  char part[PART_BYTES];
  for (size_t done = 0; done < to.bytes;) {
    size_t left = to.bytes - done, most = to.at || left < PART_BYTES ? left : PART_BYTES;
    zip_int64_t got = zip_fread(member, to.at ? (char *)to.at + done : part, most);
    if (got < 0) return fail_unpacking(npz, index, zip_file_get_error(member), status);
    if (got == 0) return fail_member(npz, index, _("it is shorter than it is said to be"), status);
    done += (size_t)got;
  }
  return true;
}

/* Behind the last byte libzip compares the sum. */
static bool check_end(const Npz *npz, int index, zip_file_t *member, Status *status) {
  char one;
  zip_int64_t got = zip_fread(member, &one, 1);
  if (got < 0) return fail_unpacking(npz, index, zip_file_get_error(member), status);
  return got == 0 || fail_member(npz, index, _("it is longer than it is said to be"), status);
}

static bool unpack_member(const Npz *npz, int index, Str to, bool is_whole, Status *status) {
  zip_file_t *member = zip_fopen_index(npz->zip, (zip_uint64_t)index, 0);
  if (!member) return fail_unpacking(npz, index, zip_get_error(npz->zip), status);
  bool done = unpack(npz, index, member, to, status) &&
              (!is_whole || check_end(npz, index, member, status));
  zip_fclose(member);
  return done;
}

/* Before memory is taken. Deflate makes up to 1,032 bytes of one, so a small file may ask for
** much. */
static bool check_room(const Npz *npz, int index, Status *status) {
  const ZipMember *member = &npz->directory.members[index];
  bool is_large = npz->file->size > unpacked_bytes_most / unpacked_growth;
  uint64_t most =
      is_large ? unpacked_bytes_most : unpacked_bytes_free + unpacked_growth * npz->file->size;
  if (most > unpacked_bytes_most) most = unpacked_bytes_most;
  if (member->unpacked_bytes <= most - npz->unpacked_bytes) return true;
  return fail_member(npz, index,
                     _("packed arrays may take 1 GiB of memory, of a small file 64 MiB and 64 "
                       "times its size; save them with numpy.savez instead of savez_compressed"),
                     status);
}

/* A stored member is read once for its sum; above 64 MiB that would take longer than the parts that
** are shown. */
static bool make_ready(Npz *npz, int index, Status *status) {
  const ZipMember *member = &npz->directory.members[index];
  Unpacked *unpacked = &npz->unpacked[index];
  size_t bytes = (size_t)member->unpacked_bytes;
  if (member->method == ZIP_STORED) {
    unpacked->is_ready = member->unpacked_bytes > checked_bytes_most ||
                         unpack_member(npz, index, (Str){NULL, bytes}, true, status);
    return unpacked->is_ready;
  }
  if (!check_room(npz, index, status)) return false;
  Arena *arena = arena_make(bytes);
  char *to = arena ? arena_take(arena, bytes, 1) : NULL;
  bool done = to || status_no_memory(status);
  done = done && unpack_member(npz, index, (Str){to, bytes}, true, status);
  if (!done) {
    arena_free(arena);
    return false;
  }
  unpacked->arena = arena;
  unpacked->bytes = (FileBytes){npz->file->path, {.descriptor = -1}, to, bytes};
  npz->unpacked_bytes += bytes;
  return unpacked->is_ready = true;
}

/* libzip unpacks from the start and stops after the header, so no more than a few KiB are worked
** out. */
bool npz_beginning(const Npz *npz, int index, char *to, size_t *count, Status *status) {
  const ZipMember *member = &npz->directory.members[index];
  if (member->unpacked_bytes < *count) *count = (size_t)member->unpacked_bytes;
  if (member->method == ZIP_STORED)
    return file_bytes_read(npz->file, member->data_first, to, *count) ||
           fail_member(npz, index, _("it cannot be read; the file was cut short or the disk fails"),
                       status);
  lock_take(npz->lock);
  bool done = unpack_member(npz, index, (Str){to, *count}, false, status);
  lock_give(npz->lock);
  return done;
}

/* The lock is held while unpacking: a second thread that needs another member waits, since one
** zip_t is not for two. */
bool npz_bytes(Npz *npz, int index, const FileBytes **bytes, uint64_t *first, Status *status) {
  const ZipMember *member = &npz->directory.members[index];
  lock_take(npz->lock);
  bool done = npz->unpacked[index].is_ready || make_ready(npz, index, status);
  lock_give(npz->lock);
  *bytes = member->method == ZIP_STORED ? npz->file : &npz->unpacked[index].bytes;
  *first = member->method == ZIP_STORED ? member->data_first : 0;
  return done;
}

bool npz_check_sum(Npz *npz, int index, Status *status) {
  const ZipMember *member = &npz->directory.members[index];
  if (member->method != ZIP_STORED) return true;
  lock_take(npz->lock);
  bool done = unpack_member(npz, index, (Str){NULL, (size_t)member->unpacked_bytes}, true, status);
  lock_give(npz->lock);
  return done;
}
