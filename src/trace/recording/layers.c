/* trace/recording/layers.c -- finds the layers, and the array of each part of each layer. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

static int by_number(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

/* What a file has once is of the decoder, where it has one: X and logits have its rows. The other
** sentence's rows are keys of cross-attention. */
static bool is_of_side(const Recording *recording, RecordedPart part) {
  const bool *has = recording->has_group;
  bool has_decoder = has[RECORDING_LAYERS] || has[RECORDING_CROSS];
  if (recorded_part_info(part)->is_text) return true;
  if (recording->group == RECORDING_ENCODER && has_decoder) return false;
  return part != RECORDED_Y || recording->group == RECORDING_CROSS || !has[RECORDING_CROSS];
}

bool recording_is_in_group(const Recording *recording, const RecordedArray *array) {
  RecordedPart part = array->name.part;
  return recorded_part_info(part)->by_layer ? array->name.group == recording->group
                                            : is_of_side(recording, part);
}

/* The layer numbers in the arrays' names, sorted, each once; returns how many. */
static int collect_numbers(const Recording *recording, int *numbers) {
  int count = 0, kept = 0;
  for (int i = 0; i < recording->list_count; i++)
    if (recording_is_in_group(recording, &recording->list[i]) && recording->list[i].name.layer >= 0)
      numbers[count++] = recording->list[i].name.layer;
  qsort(numbers, (size_t)count, sizeof *numbers, by_number);
  for (int i = 0; i < count; i++)
    if (kept == 0 || numbers[i] != numbers[kept - 1]) numbers[kept++] = numbers[i];
  return kept;
}

bool recording_take_layers(Recording *recording, Status *status) {
  int64_t counted = recording->sizes['L'];
  size_t room =
      (size_t)recording->list_count + (size_t)(counted < RECORDING_LAYERS_MOST ? counted : 0) + 1;
  int *numbers = arena_take(recording->arena, room, sizeof *numbers);
  if (!numbers) return status_no_memory(status);
  int count = collect_numbers(recording, numbers);
  if (counted > RECORDING_LAYERS_MOST || count > RECORDING_LAYERS_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s has %lld layer; the limit is %d",
                          "%s has %lld layers; the limit is %d", counted > count ? counted : count),
                       recording->path, (long long)(counted > count ? counted : count),
                       RECORDING_LAYERS_MOST);
  /* Numbers in names must be less than the size of an axis of layers. */
  if (counted > 0 && count > 0 && numbers[count - 1] >= counted)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: an array is of layer %d, others have %lld layer counted from 0",
                          "%s: an array is of layer %d, others have %lld layers counted from 0",
                          counted),
                       recording->path, numbers[count - 1], (long long)counted);
  /* An axis of layers has all layers from 0 on. */
  if (counted > 0)
    for (count = 0; count < counted; count++) numbers[count] = count;
  /* Neither names nor axes have layers: there is one. */
  if (count == 0) numbers[count++] = 0;
  recording->layer_numbers = numbers;
  recording->layer_count = count;
  return true;
}

/* A mask or X without a layer number belongs to all layers; another part to the first. */
static bool is_of_layer(const Recording *recording, const RecordedArray *array, int layer) {
  if (array->name.layer >= 0) return array->name.layer == recording->layer_numbers[layer];
  bool of_all =
      array->name.part == RECORDED_MASK || !recorded_part_info(array->name.part)->by_layer;
  return strchr(array->axes, 'L') || of_all || layer == 0;
}

bool recording_take_parts(Recording *recording, Status *status) {
  assert(recording->layer_count > 0 && !recording->of_part);
  size_t count = (size_t)recording->layer_count * RECORDED_PART_COUNT;
  recording->of_part = arena_take(recording->arena, count, sizeof *recording->of_part);
  if (!recording->of_part) return status_no_memory(status);
  for (int i = 0; i < recording->list_count; i++) {
    const RecordedArray *array = &recording->list[i];
    if (!recording_is_in_group(recording, array)) continue;
    for (int layer = 0; layer < recording->layer_count; layer++) {
      const RecordedArray **place =
          &recording->of_part[(size_t)layer * RECORDED_PART_COUNT + (size_t)array->name.part];
      if (!is_of_layer(recording, array, layer)) continue;
      /* Of several arrays of tokens the first is read. */
      if (*place && !recorded_part_info(array->name.part)->is_text)
        return status_fail(status, STATUS_COULD_NOT,
                           _("%s: “%.60s” and “%.60s” are both %s of layer %d"), recording->path,
                           (*place)->info->name, array->info->name,
                           recording_part_name(array->name.part), recording->layer_numbers[layer]);
      *place = array;
    }
  }
  return true;
}
