/* trace/recording/facts.c -- facts about an open recording; reads no number of the file. */
#include "trace/recording/facts.h"

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

static const char *attention_words(const Recording *recording, const char *group) {
  if (recording_keeps_keys(recording))
    return recording->group == RECORDING_ENCODER
               ? _("self-attention of the encoder, with kept keys")
               : _("self-attention, with keys kept from earlier runs");
  return group;
}

static const char *group_words(RecordingGroup group) {
  if (group == RECORDING_CROSS) return _("cross-attention");
  return group == RECORDING_ENCODER ? _("self-attention of the encoder") : _("self-attention");
}

static void add_name(StrBuf *names, const char *name) {
  strbuf_format(names, "%s%s", names->bytes > 0 ? ", " : "", name);
}

static const char *text_of(const StrBuf *names) {
  return names->failed || !names->at ? "" : names->at;
}

/* How many layers of the group shown have the part. */
static int layers_with(const Recording *recording, RecordedPart part) {
  int count = 0;
  for (int layer = 0; layer < recording->layer_count; layer++)
    count += recording_array(recording, part, layer) != NULL;
  return count;
}

/* Words are in the metadata or in an array. */
static bool has_words(const Recording *recording, RecordedPart part) {
  if (arrays_metadata(recording->arrays, recording_part_name(part))) return true;
  for (int i = 0; i < recording->list_count; i++)
    if (recording->list[i].name.part == part) return true;
  return false;
}

/* In the order of the parts, which is that of the computation. */
static void list_parts(const Recording *recording, StrBuf *recorded, StrBuf *some) {
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    bool is_text = recorded_part_info(part)->is_text;
    int layers = is_text ? 0 : layers_with(recording, part);
    if (is_text ? has_words(recording, part) : layers > 0)
      add_name(recorded, recording_part_name(part));
    bool is_of_layers = recorded_part_info(part)->by_layer;
    if (is_of_layers && layers > 0 && layers < recording->layer_count)
      add_name(some, recording_part_name(part));
  }
}

/* Parts that are recorded in some layers only count as recorded. */
static void list_computed(const Recording *recording, StrBuf *computed) {
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    if (recorded_part_info(part)->is_attention && layers_with(recording, part) == 0 &&
        recording_has(recording, recorded_part_info(part)->trace_part))
      add_name(computed, recording_part_name(part));
  }
}

/* Lists the groups that have something to show; a mask alone does not count. */
static void list_groups(const Recording *recording, StrBuf *others) {
  bool seen[RECORDING_GROUP_COUNT] = {false};
  seen[recording->group] = true;
  for (int i = 0; i < recording->list_count; i++) {
    RecordedName name = recording->list[i].name;
    bool is_attention = recorded_part_info(name.part)->is_attention && name.part != RECORDED_OUTPUT;
    if (!is_attention || seen[name.group]) continue;
    seen[name.group] = true;
    add_name(others, group_words(name.group));
  }
}

/* Lists the types of the arrays that were understood, each once; returns their bytes. */
static uint64_t list_types(const Recording *recording, StrBuf *types) {
  uint64_t bytes = 0, seen = 0;
  for (int i = 0; i < recording->list_count; i++) {
    const ArrayInfo *info = recording->list[i].info;
    bytes += (uint64_t)info->count * (uint64_t)array_type_bytes(info->type);
    if (seen >> info->type & 1u) continue;
    seen |= UINT64_C(1) << info->type;
    add_name(types, array_type_name(info->type));
  }
  return bytes;
}

/* Lists the axes of one array of each part. */
static void list_axes(const Recording *recording, StrBuf *axes) {
  for (int i = 0; !recording->is_native && i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    if (!recorded_part_info(part)->is_in_options) continue;
    const RecordedArray *array = recording_array(recording, part, 0);
    if (array && array->info->rank > 2)
      add_name(axes,
               str_format(axes->arena, _("%s as %s"), recording_part_name(part), array->axes));
  }
}

RecordingFacts recording_facts(const Recording *recording, Arena *arena) {
  StrBuf recorded = strbuf_make(arena), some = strbuf_make(arena), computed = strbuf_make(arena);
  StrBuf others = strbuf_make(arena), types = strbuf_make(arena), axes = strbuf_make(arena);
  list_parts(recording, &recorded, &some);
  list_computed(recording, &computed);
  list_groups(recording, &others);
  list_axes(recording, &axes);
  uint64_t bytes = list_types(recording, &types);
  return (RecordingFacts){.path = recording_path(recording),
                          .kind = recording_kind(recording),
                          .attention = attention_words(recording, group_words(recording->group)),
                          .others = text_of(&others),
                          .recorded = text_of(&recorded),
                          .computed = text_of(&computed),
                          .some_only = text_of(&some),
                          .types = text_of(&types),
                          .reading = text_of(&axes),
                          .bytes = bytes,
                          .words = recording->word_names ? recording_size(recording, 'W') : 0};
}
