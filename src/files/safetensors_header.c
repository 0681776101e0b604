/* files/safetensors_header.c -- reads and checks the JSON header of a safetensors file.
**
** Sizes in the file are compared with the file, multiplied without wrapping, and never used to take
** memory before that. The first walk over the text checks its grammar and counts what there is to
** keep; the second decodes it.
*/
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json_scan.h"
#include "files/safetensors_internal.h"
#include "files/excerpt.h"

/* Limits far above those of files in use, against files with millions of empty tensors. */
enum { TENSORS_MOST = SAFETENSORS_TENSORS_MOST, PAIRS_MOST = 1 << 16 };

static const char metadata_name[] = "__metadata__";

static const char *const quantised[] = {"F8_E4M3",     "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ",
                                        "F8_E5M2FNUZ", "F4",      "F6_E2M3", "F6_E3M2"};

/* One header being read; handed down instead of five parameters. */
typedef struct Parsing {
  Arena *arena;
  SafetensorsFile *file;
  JsonScan scan;
  Status *status;
} Parsing;

static bool fail_header(const Parsing *parsing, const char *what) {
  return status_fail(parsing->status, STATUS_COULD_NOT, "%s: %s", parsing->file->file.path, what);
}

static bool fail_tensor(const Parsing *parsing, const char *name, const char *what) {
  return status_fail(parsing->status, STATUS_COULD_NOT, "%s: %s “%s”: %s", parsing->file->file.path,
                     _("tensor"), excerpt(name).text, what);
}

/* ---- the fields of a tensor ---- */

/* The names are those of array_type.c, so both formats share one table; TEXT is not among them. */
static bool find_type(const char *name, ArrayType *type) {
  for (int i = 0; i < ARRAY_TEXT; i++) {
    *type = (ArrayType)i;
    if (strcmp(name, array_type_name(*type)) == 0) return true;
  }
  return false;
}

/* For the common quantised types the error says that weights must not be quantised. */
static bool fail_dtype(const Parsing *parsing, const char *tensor, const char *dtype) {
  const char *format = _("%s: tensor “%s”: dtype %s is not supported; F32, F16, BF16 and F64 are");
  for (size_t i = 0; i < sizeof quantised / sizeof quantised[0]; i++)
    if (strcmp(dtype, quantised[i]) == 0)
      format = _("%s: tensor “%s”: dtype %s is not supported: weights must not be quantised, but "
                 "F32, F16, BF16 or F64");
  return status_fail(parsing->status, STATUS_COULD_NOT, format, parsing->file->file.path,
                     excerpt(tensor).text, excerpt(dtype).text);
}

static bool read_dtype(Parsing *parsing, SafetensorsTensor *tensor) {
  char *name;
  if (!json_scan_string(&parsing->scan, &name))
    return fail_tensor(parsing, tensor->name, _("its dtype is not a string"));
  if (!find_type(name, &tensor->type)) return fail_dtype(parsing, tensor->name, name);
  tensor->dtype = array_type_name(tensor->type);
  return true;
}

static bool read_size(Parsing *parsing, SafetensorsTensor *tensor) {
  uint64_t size;
  if (tensor->rank == SAFETENSORS_RANK_MOST)
    return status_fail(parsing->status, STATUS_COULD_NOT,
                       P_("%s: tensor “%s” has more than %d dimension",
                          "%s: tensor “%s” has more than %d dimensions", SAFETENSORS_RANK_MOST),
                       parsing->file->file.path, excerpt(tensor->name).text, SAFETENSORS_RANK_MOST);
  if (!json_scan_whole(&parsing->scan, &size))
    return fail_tensor(parsing, tensor->name,
                       _("its shape is not made of whole numbers from 0 that fit in 64 bits"));
  if (size > INT64_MAX || __builtin_mul_overflow(tensor->count, (int64_t)size, &tensor->count))
    return fail_tensor(parsing, tensor->name, _("its shape is too large for any file"));
  tensor->shape[tensor->rank++] = (int64_t)size;
  return true;
}

static bool read_shape(Parsing *parsing, SafetensorsTensor *tensor) {
  JsonScan *scan = &parsing->scan;
  if (!json_scan_take(scan, '['))
    return fail_tensor(parsing, tensor->name, _("its shape is no list"));
  tensor->count = 1;
  if (json_scan_take(scan, ']')) return true;
  do
    if (!read_size(parsing, tensor)) return false;
  while (json_scan_take(scan, ','));
  return json_scan_take(scan, ']') ||
         fail_tensor(parsing, tensor->name, _("its shape is not made of whole numbers from 0"));
}

static bool read_offsets(Parsing *parsing, SafetensorsTensor *tensor) {
  JsonScan *scan = &parsing->scan;
  return (json_scan_take(scan, '[') && json_scan_whole(scan, &tensor->begin) &&
          json_scan_take(scan, ',') && json_scan_whole(scan, &tensor->end) &&
          json_scan_take(scan, ']')) ||
         fail_tensor(parsing, tensor->name, _("its data_offsets are not two whole numbers from 0"));
}

/* ---- tensors ---- */

typedef struct Field {
  const char *name;
  bool (*read)(Parsing *parsing, SafetensorsTensor *tensor);
  const char *missing;
} Field;

static const Field fields[] = {
    {"dtype", read_dtype, N_("its dtype is missing")},
    {"shape", read_shape, N_("its shape is missing")},
    {"data_offsets", read_offsets, N_("its data_offsets are missing")},
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* Fields in any order; unknown ones are passed over, as the format's own reader does. */
static bool read_field(Parsing *parsing, SafetensorsTensor *tensor, bool found[FIELD_COUNT]) {
  char *name;
  if (!json_scan_string(&parsing->scan, &name) || !json_scan_take(&parsing->scan, ':'))
    return fail_tensor(parsing, tensor->name, _("its entry is damaged"));
  for (int i = 0; i < FIELD_COUNT; i++) {
    if (strcmp(name, fields[i].name) != 0) continue;
    if (found[i]) return fail_tensor(parsing, tensor->name, _("it has a field that stands twice"));
    found[i] = true;
    return fields[i].read(parsing, tensor);
  }
  return json_scan_skip(&parsing->scan);
}

static bool read_tensor(Parsing *parsing, const char *name) {
  SafetensorsTensor *tensor = &parsing->file->tensors[parsing->file->count];
  bool found[FIELD_COUNT] = {0};
  tensor->name = name;
  if (!json_scan_take(&parsing->scan, '{'))
    return fail_tensor(parsing, name, _("its entry is no object"));
  if (!json_scan_take(&parsing->scan, '}')) {
    do
      if (!read_field(parsing, tensor, found)) return false;
    while (json_scan_take(&parsing->scan, ','));
    if (!json_scan_take(&parsing->scan, '}'))
      return fail_tensor(parsing, name, _("its entry is damaged"));
  }
  for (int i = 0; i < FIELD_COUNT; i++)
    if (!found[i]) return fail_tensor(parsing, name, _(fields[i].missing));
  parsing->file->count++;
  return true;
}

/* ---- metadata ---- */

static bool read_pair(Parsing *parsing) {
  SafetensorsFile *file = parsing->file;
  char *name, *value;
  if (!json_scan_string(&parsing->scan, &name) || !json_scan_take(&parsing->scan, ':'))
    return fail_header(parsing, _("__metadata__ is damaged"));
  if (!json_scan_string(&parsing->scan, &value))
    return status_fail(parsing->status, STATUS_COULD_NOT,
                       _("%s: __metadata__ “%s” is not a string"), file->file.path,
                       excerpt(name).text);
  file->metadata[file->metadata_count++] = (SafetensorsPair){name, value};
  return true;
}

/* The number of keys of the object at the scan, whose grammar is checked already. */
static size_t count_names(JsonScan scan) {
  size_t count = 0;
  if (!json_scan_take(&scan, '{') || json_scan_take(&scan, '}')) return 0;
  do {
    json_scan_skip(&scan);
    json_scan_take(&scan, ':');
    json_scan_skip(&scan);
    count++;
  } while (json_scan_take(&scan, ','));
  return count;
}

static int by_pair_name(const void *a, const void *b) {
  return strcmp(((const SafetensorsPair *)a)->name, ((const SafetensorsPair *)b)->name);
}

static bool sort_metadata(const Parsing *parsing) {
  SafetensorsPair *pairs = parsing->file->metadata;
  size_t count = (size_t)parsing->file->metadata_count;
  if (count > 0) qsort(pairs, count, sizeof *pairs, by_pair_name);
  for (size_t i = 1; i < count; i++)
    if (strcmp(pairs[i - 1].name, pairs[i].name) == 0)
      return status_fail(parsing->status, STATUS_COULD_NOT, _("%s: __metadata__ “%s” stands twice"),
                         parsing->file->file.path, excerpt(pairs[i].name).text);
  return true;
}

static bool read_metadata(Parsing *parsing) {
  SafetensorsFile *file = parsing->file;
  if (file->metadata) return fail_header(parsing, _("__metadata__ stands twice"));
  size_t room = count_names(parsing->scan);
  if (room > PAIRS_MOST) return fail_header(parsing, _("__metadata__ has more than 65536 names"));
  file->metadata = arena_take(parsing->arena, room, sizeof *file->metadata);
  if (!file->metadata) return status_no_memory(parsing->status);
  if (!json_scan_take(&parsing->scan, '{'))
    return fail_header(parsing, _("__metadata__ is no object"));
  if (json_scan_take(&parsing->scan, '}')) return true;
  do
    if (!read_pair(parsing)) return false;
  while (json_scan_take(&parsing->scan, ','));
  return (json_scan_take(&parsing->scan, '}') ||
          fail_header(parsing, _("__metadata__ is damaged"))) &&
         sort_metadata(parsing);
}

/* ---- the whole ---- */

static bool read_entry(Parsing *parsing) {
  char *name;
  if (!json_scan_string(&parsing->scan, &name) || !json_scan_take(&parsing->scan, ':'))
    return fail_header(parsing, _("its header is damaged"));
  return strcmp(name, metadata_name) == 0 ? read_metadata(parsing) : read_tensor(parsing, name);
}

static bool read_entries(Parsing *parsing) {
  if (!json_scan_take(&parsing->scan, '{'))
    return fail_header(parsing, _("the header is no object"));
  if (json_scan_take(&parsing->scan, '}')) return true;
  do
    if (!read_entry(parsing)) return false;
  while (json_scan_take(&parsing->scan, ','));
  return true;
}

/* An empty tensor begins where the next one does, and comes before it by its end. */
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

/* Sorts by position, for the check and for reading forwards, and by name, for look-up and to find
** duplicates. */
static bool sort_tensors(const Parsing *parsing) {
  SafetensorsFile *file = parsing->file;
  size_t count = (size_t)file->count;
  if (count > 0) qsort(file->tensors, count, sizeof *file->tensors, by_place);
  for (size_t i = 0; i < count; i++) file->by_name[i] = &file->tensors[i];
  if (count > 0) qsort(file->by_name, count, sizeof *file->by_name, by_name);
  for (size_t i = 1; i < count; i++)
    if (strcmp(file->by_name[i - 1]->name, file->by_name[i]->name) == 0)
      return fail_tensor(parsing, file->by_name[i]->name, _("its name stands twice"));
  return true;
}

/* One test for holes, overlaps and wrong order: each tensor begins where the one before ended. */
static bool check_places(const Parsing *parsing) {
  const SafetensorsFile *file = parsing->file;
  uint64_t expected = 0, room = file->file.size - file->data_first;
  for (int i = 0; i < file->count; i++) {
    const SafetensorsTensor *tensor = &file->tensors[i];
    uint64_t bytes;
    if (tensor->begin != expected || tensor->end < tensor->begin)
      return status_fail(
          parsing->status, STATUS_COULD_NOT,
          _("%s: tensor “%s” has data_offsets %llu to %llu where byte %llu comes next"),
          file->file.path, excerpt(tensor->name).text, (unsigned long long)tensor->begin,
          (unsigned long long)tensor->end, (unsigned long long)expected);
    uint64_t size = (uint64_t)array_type_bytes(tensor->type);
    if (__builtin_mul_overflow((uint64_t)tensor->count, size, &bytes) ||
        bytes != tensor->end - tensor->begin)
      return fail_tensor(parsing, tensor->name, _("its shape and its data_offsets disagree"));
    expected = tensor->end;
  }
  if (expected == room) return true;
  return status_fail(parsing->status, STATUS_COULD_NOT,
                     P_("%s: its tensors take %llu byte, but there is room for %llu; the file is "
                        "damaged or was cut short",
                        "%s: its tensors take %llu bytes, but there is room for %llu; the file is "
                        "damaged or was cut short",
                        expected),
                     file->file.path, (unsigned long long)expected, (unsigned long long)room);
}

/* Checks the grammar of the whole text with a copy of the scan, before anything is decoded in
** place. */
static bool check_grammar(const Parsing *parsing) {
  JsonScan scan = parsing->scan;
  const char *first = scan.at;
  bool right = json_scan_skip(&scan);
  if (right && json_scan_at_end(&scan)) return true;
  return status_fail(parsing->status, STATUS_COULD_NOT,
                     _("%s: its header is not JSON at its byte %zu: %s"), parsing->file->file.path,
                     (size_t)(scan.at - first), right ? _("something follows it") : scan.problem);
}

static bool make_room(const Parsing *parsing) {
  SafetensorsFile *file = parsing->file;
  size_t room = count_names(parsing->scan);
  if (room > TENSORS_MOST)
    return status_fail(parsing->status, STATUS_COULD_NOT,
                       P_("%s: its header names %zu tensor; the limit is %d",
                          "%s: its header names %zu tensors; the limit is %d", room),
                       file->file.path, room, TENSORS_MOST);
  file->tensors = arena_take(parsing->arena, room, sizeof *file->tensors);
  file->by_name = arena_take(parsing->arena, room, sizeof *file->by_name);
  return (file->tensors && file->by_name) || status_no_memory(parsing->status);
}

bool safetensors_parse(Arena *arena, SafetensorsFile *file, char *header, size_t header_bytes,
                       Status *status) {
  Parsing parsing = {arena, file, {header, header + header_bytes, NULL}, status};
  return check_grammar(&parsing) && make_room(&parsing) && read_entries(&parsing) &&
         sort_tensors(&parsing) && check_places(&parsing);
}
