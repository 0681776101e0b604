/* files/arrays.c -- opens a file of arrays: finds its container format and lists its arrays.
**
** The first bytes decide the format, not the name: people rename files, and a browser may save an
** error page as model.safetensors. The name matters only for the error about an unknown file.
*/
#include "files/arrays.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "files/arrays_internal.h"
#include "files/file_magic.h"
#include "files/npy.h"
#include "files/safetensors_internal.h"
#include "files/excerpt.h"

_Static_assert((int)ARRAYS_RANK_MOST == (int)SAFETENSORS_RANK_MOST, "a shape has one length");

/* The parameters of opening a file. */
typedef struct Opening {
  Arena *arena;
  Arrays *arrays;
  const Progress *progress;
  Status *status;
} Opening;

/* count was checked against the file's size, so the memory is in proportion to the file. */
static bool make_room(const Opening *opening, int count) {
  Arrays *arrays = opening->arrays;
  arrays->entries = arena_take(opening->arena, (size_t)count, sizeof *arrays->entries);
  arrays->by_name = arena_take(opening->arena, (size_t)count, sizeof *arrays->by_name);
  return (arrays->entries && arrays->by_name) || status_no_memory(opening->status);
}

/* ---- safetensors ---- */

static bool list_safetensors(const Opening *opening) {
  Arrays *arrays = opening->arrays;
  SafetensorsFile *file;
  if (!safetensors_from(opening->arena, &arrays->file, &file, opening->status) ||
      !make_room(opening, file->count))
    return false;
  arrays->safetensors = file;
  for (; arrays->count < file->count; arrays->count++) {
    const SafetensorsTensor *tensor = &file->tensors[arrays->count];
    ArrayEntry *entry = &arrays->entries[arrays->count];
    entry->info = (ArrayInfo){
        .name = tensor->name, .type = tensor->type, .rank = tensor->rank, .count = tensor->count};
    memcpy(entry->info.shape, tensor->shape, sizeof tensor->shape);
    entry->elements.type = tensor->type;
    entry->item_bytes = array_type_bytes(tensor->type);
    entry->data_first = file->data_first + tensor->begin;
    entry->member = -1;
  }
  return true;
}

/* ---- NumPy ---- */

/* An array of rank 1 has the same order in Fortran and C. */
static ArrayEntry *add_npy(Arrays *arrays, const char *name, const NpyHeader *header) {
  ArrayEntry *entry = &arrays->entries[arrays->count++];
  entry->info = header->info;
  entry->info.name = name;
  entry->elements = (ArrayElements){header->info.type, header->big_endian};
  entry->is_fortran = header->is_fortran && header->info.rank > 1;
  entry->is_wide = header->is_wide;
  entry->item_bytes = header->item_bytes;
  entry->data_first = header->data_first;
  entry->member = -1;
  return entry;
}

/* The file name without folder and extension. */
static const char *bare_name(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/'), *first = slash ? slash + 1 : path;
  const char *dot = strrchr(first, '.');
  return str_copy(arena, (Str){first, dot && dot > first ? (size_t)(dot - first) : strlen(first)});
}

/* NumPy can write several arrays to one .npy and reads the first; so does this program, with a
** note. */
static bool note_rest(const Opening *opening, const NpyHeader *header) {
  Arrays *arrays = opening->arrays;
  uint64_t rest = arrays->file.size - header->data_first - header->data_bytes;
  if (rest == 0) return true;
  arrays->note = str_format(opening->arena,
                            P_("%llu byte behind the array is not read",
                               "%llu bytes behind the array are not read", rest),
                            (unsigned long long)rest);
  return arrays->note || status_no_memory(opening->status);
}

static bool list_npy(const Opening *opening, char *beginning) {
  Arrays *arrays = opening->arrays;
  const FileBytes *file = &arrays->file;
  NpyHeader header;
  size_t count = file->size < NPY_BEGINNING_BYTES ? (size_t)file->size : NPY_BEGINNING_BYTES;
  if (!file_bytes_read(file, 0, beginning, count)) return file_bytes_fail(file, opening->status);
  if (!npy_parse((Str){beginning, count}, file->size, file->path, &header, opening->status) ||
      !make_room(opening, 1))
    return false;
  const char *name = bare_name(opening->arena, file->path);
  if (!name) return status_no_memory(opening->status);
  add_npy(arrays, name, &header);
  return note_rest(opening, &header);
}

static bool ends_with(const char *text, const char *end) {
  size_t bytes = strlen(text), end_bytes = strlen(end);
  return bytes >= end_bytes && strcmp(text + bytes - end_bytes, end) == 0;
}

/* torch.save also writes a zip, with a pickle in it. */
static bool refuse_pickle(const Opening *opening) {
  const Npz *npz = opening->arrays->npz;
  for (int i = 0; i < npz_count(npz); i++)
    if (ends_with(npz_member(npz, i)->name, "/data.pkl"))
      return file_magic_fail_pickle(opening->arrays->file.path, STR(""), opening->status);
  return true;
}

/* An .npz contains only arrays: a member that is none is refused, not skipped. */
static bool list_member(const Opening *opening, int index, char *beginning) {
  Arrays *arrays = opening->arrays;
  const ZipMember *member = npz_member(arrays->npz, index);
  size_t count = NPY_BEGINNING_BYTES, name_bytes = strlen(member->name);
  NpyHeader header;
  const char *subject = str_format(opening->arena, _("%s: member “%s”"), arrays->file.path,
                                   excerpt(member->name).text);
  if (!subject) return status_no_memory(opening->status);
  if (!npz_beginning(arrays->npz, index, beginning, &count, opening->status)) return false;
  if (!ends_with(member->name, ".npy") || !npy_starts((Str){beginning, count}))
    return status_fail(opening->status, STATUS_COULD_NOT,
                       _("%s is no .npy file, as all members of an .npz are"), subject);
  if (!npy_parse((Str){beginning, count}, member->unpacked_bytes, subject, &header,
                 opening->status))
    return false;
  const char *name = str_copy(opening->arena, (Str){member->name, name_bytes - strlen(".npy")});
  if (!name) return status_no_memory(opening->status);
  add_npy(arrays, name, &header)->member = index;
  return header.data_first + header.data_bytes == member->unpacked_bytes ||
         status_fail(opening->status, STATUS_COULD_NOT, _("%s is longer than its array"), subject);
}

/* Can be stopped by progress: an archive may have thousands of headers to unpack. */
static bool list_npz(const Opening *opening, char *beginning) {
  Arrays *arrays = opening->arrays;
  arrays->kind = ARRAYS_NPZ;
  if (!npz_open(opening->arena, &arrays->file, &arrays->npz, opening->status) ||
      !refuse_pickle(opening) || !make_room(opening, npz_count(arrays->npz)))
    return false;
  for (int i = 0, count = npz_count(arrays->npz); i < count; i++)
    if (!progress_check(opening->progress, (double)i / count, arrays->file.path, opening->status) ||
        !list_member(opening, i, beginning))
      return false;
  return progress_check(opening->progress, 1, arrays->file.path, opening->status);
}

/* ---- opening ---- */

static bool fail_unknown(const Opening *opening, Str beginning) {
  const char *advice = file_magic_by_name(opening->arrays->file.path);
  char shown[17] = {0};
  if (advice)
    return status_fail(opening->status, STATUS_COULD_NOT, "%s: %s", opening->arrays->file.path,
                       advice);
  size_t count = beginning.bytes < sizeof shown ? beginning.bytes : sizeof shown - 1;
  for (size_t i = 0; i < count; i++) shown[i] = beginning.at[i] ? beginning.at[i] : '.';
  return status_fail(opening->status, STATUS_COULD_NOT,
                     _("%s is no .safetensors, .npy or .npz file; it begins with “%s”"),
                     opening->arrays->file.path, shown);
}

/* Works also if the zip's directory, at its end, is damaged or missing. */
static bool refuse_packed_pickle(const Opening *opening, Str beginning) {
  return !file_magic_is_packed_pickle(beginning) ||
         file_magic_fail_pickle(opening->arrays->file.path, beginning, opening->status);
}

/* A damaged file with the extension .safetensors gets the error of a safetensors file. */
static bool is_known(const FileBytes *file, Str beginning) {
  return looks_like_safetensors(beginning, file->size) || file_magic_name(beginning, file->size) ||
         file_magic_is_pickle(beginning, file->size) || ends_with(file->path, ".safetensors") ||
         file->size == 0;
}

/* One buffer for all headers: each is parsed before the next is read. */
static bool list(const Opening *opening) {
  Arrays *arrays = opening->arrays;
  const FileBytes *file = &arrays->file;
  Arena *scratch = arena_make(NPY_BEGINNING_BYTES);
  char *beginning = scratch ? arena_take(scratch, NPY_BEGINNING_BYTES, 1) : NULL;
  Str first = {beginning, file->size < FILE_MAGIC_BYTES ? (size_t)file->size : FILE_MAGIC_BYTES};
  bool done = beginning || status_no_memory(opening->status);
  if (done && !file_bytes_read(file, 0, beginning, first.bytes))
    done = file_bytes_fail(file, opening->status);
  else if (done && npy_starts(first)) {
    arrays->kind = ARRAYS_NPY;
    done = list_npy(opening, beginning);
  } else if (done && zip_starts(first))
    done = refuse_packed_pickle(opening, first) && list_npz(opening, beginning);
  else if (done)
    done = is_known(file, first) ? list_safetensors(opening) : fail_unknown(opening, first);
  arena_free(scratch);
  return done;
}

static int by_name(const void *a, const void *b) {
  const ArrayEntry *const *first = a, *const *second = b;
  return strcmp((*first)->info.name, (*second)->info.name);
}

static void sort_names(Arrays *arrays) {
  for (int i = 0; i < arrays->count; i++) arrays->by_name[i] = &arrays->entries[i];
  if (arrays->count > 0)
    qsort(arrays->by_name, (size_t)arrays->count, sizeof *arrays->by_name, by_name);
}

static bool finish(const Opening *opening, Arrays **arrays) {
  if (!list(opening)) {
    arrays_close(opening->arrays);
    return false;
  }
  sort_names(opening->arrays);
  *arrays = opening->arrays;
  return true;
}

bool arrays_open(Arena *arena, const char *path, const Progress *progress, Arrays **arrays,
                 Status *status) {
  Opening opening = {arena, arena_take(arena, 1, sizeof **arrays), progress, status};
  if (!opening.arrays) return status_no_memory(status);
  return file_bytes_open(arena, path, &opening.arrays->file, status) && finish(&opening, arrays);
}

bool arrays_over(Arena *arena, const char *path, Str bytes, Arrays **arrays, Status *status) {
  Opening opening = {arena, arena_take(arena, 1, sizeof **arrays), NULL, status};
  if (!opening.arrays) return status_no_memory(status);
  return file_bytes_over(arena, path, bytes, &opening.arrays->file, status) &&
         finish(&opening, arrays);
}

void arrays_close(Arrays *arrays) {
  if (!arrays) return;
  if (arrays->npz) npz_close(arrays->npz);
  arrays->npz = NULL;
  file_bytes_close(&arrays->file);
}

/* ---- looking ---- */

ArraysKind arrays_kind(const Arrays *arrays) { return arrays->kind; }

int arrays_count(const Arrays *arrays) { return arrays->count; }

const ArrayInfo *arrays_at(const Arrays *arrays, int index) {
  assert(index >= 0 && index < arrays->count);
  return &arrays->entries[index].info;
}

static int name_against(const void *name, const void *entry) {
  const ArrayEntry *const *found = entry;
  return strcmp(name, (*found)->info.name);
}

const ArrayInfo *arrays_find(const Arrays *arrays, const char *name) {
  if (arrays->count == 0) return NULL;
  const ArrayEntry *const *found =
      bsearch(name, arrays->by_name, (size_t)arrays->count, sizeof *arrays->by_name, name_against);
  return found ? &(*found)->info : NULL;
}

const char *arrays_metadata(const Arrays *arrays, const char *key) {
  return arrays->safetensors ? safetensors_metadata(arrays->safetensors, key) : NULL;
}

const char *arrays_note(const Arrays *arrays) { return arrays->note; }

bool arrays_check_sums(const Arrays *arrays, const Progress *progress, Status *status) {
  int count = arrays->npz ? npz_count(arrays->npz) : 0;
  for (int i = 0; i < count; i++)
    if (!npz_check_sum(arrays->npz, i, status) ||
        !progress_check(progress, (double)(i + 1) / count, _("reading"), status))
      return false;
  return true;
}
