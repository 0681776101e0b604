/* files/safetensors_header.c -- the JSON of a safetensors file, checked whole.
**
** Sizes in the file are compared with the file, multiplied without wrapping, and never used to take
** memory before that.
*/
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "files/safetensors_inside.h"

static const char metadata_name[] = "__metadata__";

static const DtypeInfo dtypes[] = {
    {"F32", 4, true},      {"F16", 2, true},          {"BF16", 2, true},
    {"F64", 8, true},      {"BOOL", 1, false},        {"U8", 1, false},
    {"I8", 1, false},      {"U16", 2, false},         {"I16", 2, false},
    {"U32", 4, false},     {"I32", 4, false},         {"U64", 8, false},
    {"I64", 8, false},     {"F8_E4M3", 0, false},     {"F8_E5M2", 0, false},
    {"F8_E8M0", 0, false}, {"F8_E4M3FNUZ", 0, false}, {"F8_E5M2FNUZ", 0, false},
    {"F4", 0, false},      {"F6_E2M3", 0, false},     {"F6_E3M2", 0, false},
    {"C64", 0, false},
};

/* One header being read; handed down instead of five parameters. */
typedef struct Parsing {
  Arena *arena;
  SafetensorsFile *file;
  Status *status;
} Parsing;

ShownText shown_text(const char *text) {
  ShownText shown;
  size_t most = sizeof shown.text - sizeof "…", bytes = strlen(text);
  bool cut = bytes > most;
  if (cut)
    for (bytes = most; bytes > 0 && ((unsigned char)text[bytes] & 0xC0) == 0x80;) bytes--;
  memcpy(shown.text, text, bytes);
  memcpy(shown.text + bytes, cut ? "…" : "", cut ? sizeof "…" : 1);
  return shown;
}

const DtypeInfo *dtype_find(const char *name) {
  for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
    if (strcmp(name, dtypes[i].name) == 0) return &dtypes[i];
  return NULL;
}

static bool fail_tensor(const Parsing *parsing, const char *name, const char *what) {
  return status_fail(parsing->status, STATUS_COULD_NOT, "%s: %s “%s”: %s", parsing->file->path,
                     _("tensor"), shown_text(name).text, what);
}

static bool read_dtype(const Parsing *parsing, const json_t *entry, SafetensorsTensor *tensor) {
  const char *name = json_string_value(json_object_get(entry, "dtype"));
  if (!name) return fail_tensor(parsing, tensor->name, _("its dtype is not a string"));
  const DtypeInfo *dtype = dtype_find(name);
  if (dtype && dtype->bytes > 0) {
    tensor->dtype = dtype->name;
    return true;
  }
  return status_fail(parsing->status, STATUS_COULD_NOT,
                     _("%s: tensor “%s”: dtype %s is not supported; F32, F16, BF16 and F64 are"),
                     parsing->file->path, shown_text(tensor->name).text, shown_text(name).text);
}

static bool is_size(const json_t *value) {
  return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool read_shape(const Parsing *parsing, const json_t *entry, SafetensorsTensor *tensor) {
  const json_t *shape = json_object_get(entry, "shape");
  if (!json_is_array(shape)) return fail_tensor(parsing, tensor->name, _("its shape is no list"));
  if (json_array_size(shape) > SAFETENSORS_RANK_MOST)
    return status_fail(parsing->status, STATUS_COULD_NOT,
                       _("%s: tensor “%s” has %zu dimensions; at most %d are supported"),
                       parsing->file->path, shown_text(tensor->name).text, json_array_size(shape),
                       SAFETENSORS_RANK_MOST);
  tensor->rank = (int)json_array_size(shape);
  tensor->count = 1;
  bool wraps = false;
  for (int i = 0; i < tensor->rank; i++) {
    const json_t *size = json_array_get(shape, (size_t)i);
    if (!is_size(size))
      return fail_tensor(parsing, tensor->name, _("its shape is not made of whole numbers from 0"));
    tensor->shape[i] = json_integer_value(size);
    wraps = wraps || __builtin_mul_overflow(tensor->count, tensor->shape[i], &tensor->count);
  }
  return !wraps || fail_tensor(parsing, tensor->name, _("its shape is too large for any file"));
}

static bool read_offsets(const Parsing *parsing, const json_t *entry, SafetensorsTensor *tensor) {
  const json_t *offsets = json_object_get(entry, "data_offsets");
  const json_t *begin = json_array_get(offsets, 0), *end = json_array_get(offsets, 1);
  if (json_array_size(offsets) != 2 || !is_size(begin) || !is_size(end))
    return fail_tensor(parsing, tensor->name,
                       _("its data_offsets are not two whole numbers from 0"));
  tensor->begin = (uint64_t)json_integer_value(begin);
  tensor->end = (uint64_t)json_integer_value(end);
  return true;
}

static bool read_tensor(const Parsing *parsing, const char *name, const json_t *entry) {
  SafetensorsTensor *tensor = &parsing->file->tensors[parsing->file->count];
  tensor->name = str_copy(parsing->arena, str_from(name));
  if (!tensor->name) return status_no_memory(parsing->status);
  if (!json_is_object(entry)) return fail_tensor(parsing, name, _("its entry is no object"));
  parsing->file->by_name[parsing->file->count++] = tensor;
  return read_dtype(parsing, entry, tensor) && read_shape(parsing, entry, tensor) &&
         read_offsets(parsing, entry, tensor);
}

static bool read_metadata(const Parsing *parsing, json_t *pairs) {
  SafetensorsFile *file = parsing->file;
  const char *name;
  json_t *value;
  if (!json_is_object(pairs))
    return status_fail(parsing->status, STATUS_COULD_NOT, _("%s: __metadata__ is no object"),
                       file->path);
  file->metadata = arena_take(parsing->arena, json_object_size(pairs), sizeof *file->metadata);
  if (!file->metadata) return status_no_memory(parsing->status);
  json_object_foreach(pairs, name, value) {
    if (!json_is_string(value))
      return status_fail(parsing->status, STATUS_COULD_NOT,
                         _("%s: __metadata__ “%s” is not a string"), file->path,
                         shown_text(name).text);
    SafetensorsPair pair = {str_copy(parsing->arena, str_from(name)),
                            str_copy(parsing->arena, str_from(json_string_value(value)))};
    if (!pair.name || !pair.value) return status_no_memory(parsing->status);
    file->metadata[file->metadata_count++] = pair;
  }
  return true;
}

static bool read_entries(const Parsing *parsing, json_t *root) {
  SafetensorsFile *file = parsing->file;
  const char *name;
  json_t *entry;
  size_t room = json_object_size(root);
  file->tensors = arena_take(parsing->arena, room, sizeof *file->tensors);
  file->by_name = arena_take(parsing->arena, room, sizeof *file->by_name);
  if (!file->tensors || !file->by_name) return status_no_memory(parsing->status);
  json_object_foreach(root, name, entry) {
    bool read = strcmp(name, metadata_name) == 0 ? read_metadata(parsing, entry)
                                                 : read_tensor(parsing, name, entry);
    if (!read) return false;
  }
  return true;
}

/* An empty tensor shares its beginning with the next one; by its end it comes first. */
static int by_place(const void *a, const void *b) {
  const SafetensorsTensor *first = a, *second = b;
  if (first->begin != second->begin) return first->begin < second->begin ? -1 : 1;
  if (first->end != second->end) return first->end < second->end ? -1 : 1;
  return strcmp(first->name, second->name);
}

static int by_name(const void *a, const void *b) {
  const SafetensorsTensor *const *first = a, *const *second = b;
  return strcmp((*first)->name, (*second)->name);
}

/* One test for holes, overlaps and wrong order: each tensor begins where the one before ended. */
static bool check_places(const Parsing *parsing) {
  const SafetensorsFile *file = parsing->file;
  uint64_t expected = 0, room = file->size - file->data_first;
  for (int i = 0; i < file->count; i++) {
    const SafetensorsTensor *tensor = &file->tensors[i];
    uint64_t bytes;
    if (tensor->begin != expected || tensor->end < tensor->begin)
      return status_fail(
          parsing->status, STATUS_COULD_NOT,
          _("%s: tensor “%s” has data_offsets %llu to %llu where byte %llu comes next"), file->path,
          shown_text(tensor->name).text, (unsigned long long)tensor->begin,
          (unsigned long long)tensor->end, (unsigned long long)expected);
    int size = dtype_find(tensor->dtype)->bytes;
    if (__builtin_mul_overflow((uint64_t)tensor->count, (uint64_t)size, &bytes) ||
        bytes != tensor->end - tensor->begin)
      return fail_tensor(parsing, tensor->name, _("its shape and its data_offsets disagree"));
    expected = tensor->end;
  }
  if (expected == room) return true;
  return status_fail(parsing->status, STATUS_COULD_NOT,
                     _("%s: its tensors take %llu bytes, but %llu are there; the file is damaged "
                       "or was cut short"),
                     file->path, (unsigned long long)expected, (unsigned long long)room);
}

static bool read_root(const Parsing *parsing, json_t *root) {
  SafetensorsFile *file = parsing->file;
  if (!json_is_object(root))
    return status_fail(parsing->status, STATUS_COULD_NOT, _("%s: the header is no object"),
                       file->path);
  if (!read_entries(parsing, root)) return false;
  if (file->count > 0) qsort(file->tensors, (size_t)file->count, sizeof *file->tensors, by_place);
  for (int i = 0; i < file->count; i++) file->by_name[i] = &file->tensors[i];
  if (file->count > 0) qsort(file->by_name, (size_t)file->count, sizeof *file->by_name, by_name);
  return check_places(parsing);
}

bool safetensors_parse(Arena *arena, SafetensorsFile *file, Str header, Status *status) {
  const Parsing parsing = {arena, file, status};
  json_error_t error;
  json_t *root = json_loadb(header.at, header.bytes, JSON_REJECT_DUPLICATES, &error);
  if (!root)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: the header is not what it must be: %s, at its byte %d"), file->path,
                       error.text, error.position);
  bool read = read_root(&parsing, root);
  json_decref(root);
  return read;
}
