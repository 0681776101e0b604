/* trace/recording/save.c -- writes a recording, with all parts that follow from it, as
** heads-up-trace-1.
**
** Recorded parts are written with their own bits; parts that follow are computed, so that a reader
** of the file need not compute them. A recording of this program's own traces is written
** unchanged. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"
#include "trace/file/tensor_file.h"

enum { FIXED_PAIRS = 10 };

typedef struct Content {
  Arena *arena;
  Recording *recording;
  const char *version;
  TensorFileEntry *entries;
  int count;
  TensorFilePair *pairs;
  int pair_count;
} Content;

/* ---- tensors ---- */

/* The number of heads of the tensor; 0: no axis of heads; −1: the part is not there. */
static int heads_of(const Recording *recording, RecordedPart part, int layer) {
  const RecordedArray *array = recording_array(recording, part, layer);
  if (part == RECORDED_MASK) {
    if (!array || !recording->masks[layer].is_array) return -1;
    return strchr(array->axes, 'H') ? recording_size(recording, 'H') : 0;
  }
  if (!recorded_part_info(part)->is_attention) return array ? 0 : -1;
  bool there = recording_is_there(recording, recorded_part_info(part)->trace_part, layer);
  bool grouped = recorded_part_info(part)->head == 'G';
  return there ? recording_size(recording, grouped ? 'G' : 'H') : -1;
}

static bool add_entry(Content *content, RecordedPart part, int layer) {
  const Recording *recording = content->recording;
  int heads = heads_of(recording, part, layer);
  TensorFileEntry entry = {
      .name = recording_part_name(part), .head_count = heads, .part = (int)part, .layer = layer};
  if (heads < 0) return true;
  recording_shape_of(recording, part, &entry.rows, &entry.cols);
  if (recorded_part_info(part)->by_layer)
    entry.name = str_format(content->arena, "%s.%d.%s", recording_group_name(recording->group),
                            recording->layer_numbers[layer], recording_part_name(part));
  assert(content->count < recording->layer_count * RECORDED_PART_COUNT + 3);
  content->entries[content->count++] = entry;
  return entry.name != NULL;
}

/* The index of the layer with this number; the numbers of a file need not begin at 0. */
static int layer_with(const Recording *recording, int number) {
  int layer = 0;
  while (layer < recording->layer_count && recording->layer_numbers[layer] != number) layer++;
  assert(layer < recording->layer_count);
  return layer;
}

/* The parts of a layer sorted by name, with the mask, which is not a part of a trace. */
static int list_layer_parts(RecordedPart parts[RECORDED_PART_COUNT]) {
  int count = 0;
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    if (!recorded_part_info(part)->by_layer) continue;
    int place = count++;
    while (place > 0 &&
           strcmp(recording_part_name(parts[place - 1]), recording_part_name(part)) > 0) {
      parts[place] = parts[place - 1];
      place--;
    }
    parts[place] = part;
  }
  return count;
}

static bool list_entries(Content *content) {
  const Recording *recording = content->recording;
  size_t layers = (size_t)recording->layer_count;
  int *numbers = arena_take(content->arena, layers, sizeof *numbers);
  RecordedPart parts[RECORDED_PART_COUNT];
  int part_count = list_layer_parts(parts);
  content->entries =
      arena_take(content->arena, layers * RECORDED_PART_COUNT + 3, sizeof *content->entries);
  bool done = numbers && content->entries;
  if (!done) return false;
  memcpy(numbers, recording->layer_numbers, layers * sizeof *numbers);
  tensor_file_order(numbers, recording->layer_count);
  for (size_t i = 0; i < layers; i++)
    for (int part = 0; done && part < part_count; part++)
      done = add_entry(content, parts[part], layer_with(recording, numbers[i]));
  return done && add_entry(content, RECORDED_LOGITS, 0) && add_entry(content, RECORDED_X, 0) &&
         add_entry(content, RECORDED_Y, 0);
}

/* Writes a mask as the numbers that are added: 0, −∞, and any bias. */
static bool fill_mask(const Content *content, int layer, int head, Mat to, Status *status) {
  for (int row = 0; row < to.rows; row++)
    memset(mat_row_of(to, row), 0, (size_t)to.cols * sizeof *to.at);
  return recording_add_mask(content->recording, layer, head, to, status);
}

/* K and V are copied with their own number of heads. */
static bool copy_entry(void *self, const TensorFileEntry *entry, int head, Mat to, Status *status) {
  const Content *content = self;
  const Recording *recording = content->recording;
  RecordedPart part = (RecordedPart)entry->part;
  if (part == RECORDED_MASK) return fill_mask(content, entry->layer, head, to, status);
  const RecordedPartInfo *info = recorded_part_info(part);
  if (info->head == 'G' || !info->is_attention)
    return recording_read(recording, (RecordedMatrixId){part, entry->layer, head}, to, status);
  return recording_derive(recording, (TraceMatrixId){info->trace_part, entry->layer, head}, to,
                          status);
}

/* ---- metadata ---- */

static void add_pair(Content *content, const char *key, Str value) {
  if (value.bytes > 0) content->pairs[content->pair_count++] = (TensorFilePair){key, value};
}

/* The list of words as the file has it, else made from the words shown. */
static Str words_as_json(const Content *content, const char *key, const TraceTokenText *words,
                         char letter) {
  const char *kept = arrays_metadata(content->recording->arrays, key);
  int count = recording_size(content->recording, letter);
  StrBuf list = strbuf_make(content->arena);
  /* The file's own text, so that the copy has the same escapes. */
  if (kept) return str_from(kept);
  strbuf_add_char(&list, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) strbuf_add_char(&list, ',');
    strbuf_add_json(&list, words[i].text);
  }
  strbuf_add_char(&list, ']');
  return strbuf_str(&list);
}

static bool same_mask(const Recording *recording) {
  for (int layer = 1; layer < recording->layer_count; layer++)
    if (strcmp(recording->masks[layer].name, recording->masks[0].name) != 0) return false;
  return true;
}

static bool is_named(const RecordingMask *mask) {
  return mask->is_known || strcmp(mask->name, "edited") == 0;
}

/* Adds metadata for a layer only where it differs: a divisor other than √d_head, a mask of its
** own. */
static bool add_layer_pairs(Content *content, int layer, bool one_mask) {
  const Recording *recording = content->recording;
  const RecordingMask *mask = &recording->masks[layer];
  const char *group = recording_group_name(recording->group);
  const char *width = arrays_metadata(recording->arrays, "d_head");
  int number = recording->layer_numbers[layer];
  double columns = recording_size(recording, 'D'), usual = 0;
  if (width) (void)str_to_double(str_from(width), &columns);
  usual = sqrt(columns);
  double divisor = recording->divisors[layer];
  /* A divisor of √d_head is left out. */
  bool odd = divisor > 0 && fabs(divisor - usual) > 1e-9 * divisor;
  const char *divisor_key = odd ? str_format(content->arena, "%s.%d.divisor", group, number) : "";
  const char *value = odd ? recording_metadata(recording, layer, "divisor") : NULL;
  /* 17 digits read back as the same double. */
  if (odd && !value) value = str_format(content->arena, "%.17g", divisor);
  const char *mask_key = one_mask ? "" : str_format(content->arena, "%s.%d.mask", group, number);
  if (!divisor_key || !mask_key || (odd && !value)) return false;
  if (odd) add_pair(content, divisor_key, str_from(value));
  if (!one_mask && is_named(mask)) add_pair(content, mask_key, str_from(mask->name));
  return true;
}

static bool list_pairs(Content *content) {
  const Recording *recording = content->recording;
  const Arrays *arrays = recording->arrays;
  bool encoder = recording->group == RECORDING_ENCODER, one_mask = same_mask(recording);
  const char *width = arrays_metadata(arrays, "d_head"), *model = arrays_metadata(arrays, "model");
  const char *ids = arrays_metadata(arrays, "ids");
  size_t most = FIXED_PAIRS + 2 * (size_t)recording->layer_count;
  content->pairs = arena_take(content->arena, most, sizeof *content->pairs);
  if (!content->pairs) return false;
  if (!width && recording->sizes['D'] > 0)
    width = str_format(content->arena, "%d", recording_size(recording, 'D'));
  add_pair(content, "format", STR("heads-up-trace-1"));
  add_pair(content, "d_head", str_from(width));
  add_pair(content, "ids", str_from(ids));
  const char *kind = kind_write_cross(content->arena, &recording->kind, recording->second);
  if (!kind) return false;
  add_pair(content, "kind", str_from(kind));
  bool has_keys = recording->keys != recording->tokens && !recording_is_mixed(recording);
  if (encoder || has_keys)
    add_pair(content, "key_tokens", words_as_json(content, "key_tokens", recording->keys, 'S'));
  if (one_mask && is_named(&recording->masks[0]))
    add_pair(content, "mask", str_from(recording->masks[0].name));
  add_pair(content, "model", str_from(model ? model : "recorded"));
  if (!encoder)
    add_pair(content, "tokens", words_as_json(content, "tokens", recording->tokens, 'T'));
  add_pair(content, "version", str_from(content->version));
  const char *what_if = what_ifs_write(content->arena, &recording->what_ifs);
  if (!what_if) return false;
  add_pair(content, "what_if", str_from(what_if));
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (!add_layer_pairs(content, layer, one_mask)) return false;
  return true;
}

bool recording_save(Recording *recording, const char *path, const char *version,
                    const Progress *progress, Status *status) {
  Content content = {.arena = arena_make(0), .recording = recording, .version = version};
  bool done = content.arena && list_entries(&content) && list_pairs(&content);
  if (!done) status_no_memory(status);
  TensorFile file = {.entries = content.entries,
                     .entry_count = content.count,
                     .pairs = content.pairs,
                     .pair_count = content.pair_count,
                     .fill = copy_entry,
                     .self = &content,
                     .progress = progress};
  done = done && tensor_file_save(path, &file, status);
  arena_free(content.arena);
  return done;
}
