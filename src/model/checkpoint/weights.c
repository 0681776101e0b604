/* model/checkpoint/weights.c -- opens the weight files of a checkpoint and makes one table of their
** tensors.
**
** The folder is not trusted: the index must agree with the headers of the files, and a file name
** must not lead out of the folder. */
#include "model/checkpoint/weights.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/json.h"
#include "model/checkpoint/folder_file.h"
#include "model/checkpoint/unsupported.h"

/* HEADERS_BYTES_MOST: all headers together may take what the most tensors of one file take. */
enum { FILES_MOST = 256, INDEX_BYTES_MOST = 16 << 20, HEADERS_BYTES_MOST = 32 << 20 };

static const char single_name[] = "model.safetensors";
static const char index_name[] = "model.safetensors.index.json";

struct Weights {
  Arena *arena;
  const char *folder, *named_file;
  SafetensorsFile *files[FILES_MOST];
  OsFile known[FILES_MOST]; /* device and number identify a file; closed again */
  const char *names[FILES_MOST];
  int file_count, count;
  uint64_t bytes, header_bytes; /* of all files */
  /* Further names of files that are open already. */
  const char *aliases[FILES_MOST];
  int alias_of[FILES_MOST], alias_count;
  WeightTensor *tensors; /* in order of their names */
};

/* ---- files ---- */

/* The header length that the file claims; the file may be of any format. */
static uint64_t claimed_header_bytes(OsFile file) {
  unsigned char prefix[8] = {0};
  uint64_t bytes = 0;
  os_read_at(file, 0, prefix, sizeof prefix);
  for (int i = 7; i >= 0; i--) bytes = bytes << 8 | prefix[i];
  return bytes;
}

/* Checks the sum of the header lengths before a header is read. A length beyond the file's size is
** left to safetensors_open, which reports what such a file is. */
static bool check_headers(Weights *weights, const char *path, OsFile file, Status *status) {
  uint64_t bytes = claimed_header_bytes(file);
  if (bytes > file.bytes) return true;
  weights->header_bytes += bytes;
  if (weights->file_count == 0 || weights->header_bytes <= HEADERS_BYTES_MOST) return true;
  return status_fail(
      status, STATUS_COULD_NOT,
      P_("%s: the headers of the files up to this one together have more than the %d byte allowed",
         "%s: the headers of the files up to this one together have more than the %d bytes allowed",
         HEADERS_BYTES_MOST),
      path, HEADERS_BYTES_MOST);
}

/* The index of the same file opened under another name, or −1. */
static int same_file(const Weights *weights, OsFile file) {
  for (int i = 0; i < weights->file_count; i++)
    if (weights->known[i].device == file.device && weights->known[i].number == file.number)
      return i;
  return -1;
}

/* *at becomes the file's index. */
static bool open_new(Weights *weights, const char *name, const char *path, OsFile file, int *at,
                     Status *status) {
  *at = weights->file_count;
  if (!check_headers(weights, path, file, status) ||
      !safetensors_open(weights->arena, path, &weights->files[*at], status))
    return false;
  weights->names[*at] = name;
  weights->known[*at] = file;
  weights->bytes += file.bytes;
  weights->file_count++;
  return true;
}

static bool open_one(Weights *weights, const char *name, int *at, Status *status) {
  assert(weights->file_count + weights->alias_count < FILES_MOST);
  const char *path = str_format(weights->arena, "%s/%s", weights->folder, name);
  const char *kept = str_copy(weights->arena, str_from(name));
  OsFile file;
  if (!path || !kept) return status_no_memory(status);
  if (!folder_file_check(weights->arena, weights->folder, path, status) ||
      !os_open_file(path, &file, status))
    return false;
  *at = same_file(weights, file);
  bool opened = *at >= 0;
  if (opened) {
    weights->aliases[weights->alias_count] = kept;
    weights->alias_of[weights->alias_count++] = *at;
  } else opened = open_new(weights, kept, path, file, at, status);
  os_close_file(file);
  return opened;
}

static int file_of(const Weights *weights, const char *name) {
  for (int i = 0; i < weights->file_count; i++)
    if (strcmp(weights->names[i], name) == 0) return i;
  for (int i = 0; i < weights->alias_count; i++)
    if (strcmp(weights->aliases[i], name) == 0) return weights->alias_of[i];
  return -1;
}

/* ---- the index ---- */

/* Is it the name of a file in the same folder, without any path? */
static bool is_plain_name(const char *name) {
  size_t bytes = strlen(name);
  if (bytes == 0 || bytes > 255 || name[0] == '.') return false;
  for (const char *at = name; *at; at++)
    if (*at == '/' || *at == '\\' || (unsigned char)*at < ' ') return false;
  return true;
}

typedef struct IndexReading {
  Weights *weights;
  const char *path;
  Status *status;
} IndexReading;

static bool open_listed(const IndexReading *reading, const char *tensor, const json_t *value,
                        const SafetensorsFile **file) {
  Weights *weights = reading->weights;
  const char *name = json_string_value(value);
  if (!name)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: weight_map names no file for “%.60s”; allowed is the name of a file "
                         "in the same folder"),
                       reading->path, tensor);
  if (!is_plain_name(name))
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: weight_map says “%.60s” is in “%.60s”; allowed is the name of a file "
                         "in the same folder, without /"),
                       reading->path, tensor, name);
  int at = file_of(weights, name);
  if (at < 0 && weights->file_count + weights->alias_count == FILES_MOST)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: weight_map names more than %d file",
                          "%s: weight_map names more than %d files", FILES_MOST),
                       reading->path, FILES_MOST);
  /* A file is opened when its first tensor is listed. */
  if (at < 0 && !open_one(weights, name, &at, reading->status)) return false;
  *file = weights->files[at];
  return true;
}

static bool read_map(const IndexReading *reading, const json_t *root) {
  const json_t *value;
  json_t *map = json_object_get(root, "weight_map");
  const char *tensor;
  if (json_object_size(map) == 0)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s has no weight_map that says which tensor is in which file"),
                       reading->path);
  json_object_foreach(map, tensor, value) {
    const SafetensorsFile *file = NULL;
    if (!open_listed(reading, tensor, value, &file)) return false;
    if (!safetensors_find(file, tensor))
      return status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s: weight_map says “%.60s” is in %.60s, which has no such tensor"),
                         reading->path, tensor, json_string_value(value));
  }
  return true;
}

static bool open_index(Weights *weights, const char *path, Status *status) {
  const IndexReading reading = {weights, path, status};
  json_t *root;
  weights->named_file = index_name;
  if (!folder_file_check(weights->arena, weights->folder, path, status) ||
      !json_read_file(path, INDEX_BYTES_MOST, &root, status))
    return false;
  bool read = read_map(&reading, root);
  json_decref(root);
  return read;
}

static bool open_files(Weights *weights, Status *status) {
  const char *single = str_format(weights->arena, "%s/%s", weights->folder, single_name);
  const char *index = str_format(weights->arena, "%s/%s", weights->folder, index_name);
  if (!single || !index) return status_no_memory(status);
  weights->named_file = single_name;
  int first;
  if (os_kind(single) != OS_MISSING) return open_one(weights, single_name, &first, status);
  if (os_kind(index) != OS_MISSING) return open_index(weights, index, status);
  return refuse_weights(weights->arena, weights->folder, status);
}

/* ---- the table ---- */

static int by_name(const void *a, const void *b) {
  const WeightTensor *first = a, *second = b;
  return strcmp(first->tensor->name, second->tensor->name);
}

/* The table is sorted, so equal names are neighbours. */
static bool check_once(const Weights *weights, Status *status) {
  for (int i = 1; i < weights->count; i++) {
    const WeightTensor *one = &weights->tensors[i - 1], *two = &weights->tensors[i];
    if (strcmp(one->tensor->name, two->tensor->name) == 0)
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s/%s: tensor “%.60s” stands in %.60s and in %.60s; each may be there "
                           "once"),
                         weights->folder, weights->named_file, one->tensor->name, one->file_name,
                         two->file_name);
  }
  return true;
}

static bool fill_table(Weights *weights, Status *status) {
  size_t total = 0;
  for (int i = 0; i < weights->file_count; i++)
    total += (size_t)safetensors_count(weights->files[i]);
  weights->tensors = arena_take(weights->arena, total, sizeof *weights->tensors);
  if (!weights->tensors) return status_no_memory(status);
  for (int i = 0; i < weights->file_count; i++)
    for (int j = 0; j < safetensors_count(weights->files[i]); j++)
      weights->tensors[weights->count++] = (WeightTensor){safetensors_at(weights->files[i], j),
                                                          weights->files[i], weights->names[i]};
  /* qsort of nothing at NULL is undefined. */
  if (total > 0) qsort(weights->tensors, total, sizeof *weights->tensors, by_name);
  return check_once(weights, status);
}

bool weights_open(Arena *arena, const char *folder, Weights **opened, Status *status) {
  Weights *weights = arena_take(arena, 1, sizeof *weights);
  if (!weights) return status_no_memory(status);
  *weights = (Weights){.arena = arena, .folder = folder};
  if (open_files(weights, status) && fill_table(weights, status)) {
    *opened = weights;
    return true;
  }
  weights_close(weights);
  return false;
}

void weights_close(Weights *weights) {
  for (int i = 0; weights && i < weights->file_count; i++) safetensors_close(weights->files[i]);
}

int weights_count(const Weights *weights) { return weights->count; }

const WeightTensor *weights_at(const Weights *weights, int index) {
  assert(index >= 0 && index < weights->count);
  return &weights->tensors[index];
}

static int name_against(const void *name, const void *tensor) {
  return strcmp(name, ((const WeightTensor *)tensor)->tensor->name);
}

const WeightTensor *weights_find(const Weights *weights, const char *name) {
  if (weights->count == 0) return NULL;
  return bsearch(name, weights->tensors, (size_t)weights->count, sizeof *weights->tensors,
                 name_against);
}

const char *weights_file(const Weights *weights) { return weights->named_file; }
int weights_file_count(const Weights *weights) { return weights->file_count; }
uint64_t weights_bytes(const Weights *weights) { return weights->bytes; }
