/* model/checkpoint/tensor_map_read.c -- takes the memory of a model and reads its numbers into it.
**
** Every shape was found in the files before, so a config.json that claims terabytes has failed
** already. */
#include <assert.h>

#include "base/os.h"
#include "model/checkpoint/tensor_map.h"

enum { LINE_NUMBERS = 16 };

float *tensor_map_at(const TensorMap *layout, int layer, TensorSlot slot) {
  assert((layer < 0) == (slot < SLOT_LAYER_FIRST) && slot < SLOT_COUNT);
  return layer < 0 ? layout->once[slot] : layout->layers[layer][slot - SLOT_LAYER_FIRST];
}

static float **tensor_pointer(TensorMap *layout, TensorMapPlace where) {
  assert((where.layer < 0) == (where.slot < SLOT_LAYER_FIRST));
  assert(where.layer < layout->config->layer_count);
  if (where.layer < 0) return &layout->once[where.slot];
  return &layout->layers[where.layer][where.slot - SLOT_LAYER_FIRST];
}

/* Rounded up to whole cache lines, so that no cache line belongs to two tensors. */
static size_t numbers_of(const TensorMap *layout, TensorSlot slot) {
  TensorSlotShape shape = tensor_map_shape(layout->config, slot);
  size_t numbers = (size_t)shape.rows * (size_t)shape.cols;
  return (numbers + LINE_NUMBERS - 1) / LINE_NUMBERS * LINE_NUMBERS;
}

/* Does this order get memory of its own? The parts after the first are in the memory of the
** first. */
static bool has_place(const TensorMap *layout, int index) {
  assert(index >= 0 && index < layout->order_count);
  return index != layout->comparison && layout->places[index].part == 0;
}

static float *take_numbers(Arena *arena, size_t count) {
  float *numbers = arena_take(arena, count, sizeof *numbers);
  /* Large pages: hundreds of megabytes in pages of 4 KiB would cost many address translations. */
  if (numbers) os_prefer_large_pages(numbers, count * sizeof *numbers);
  return numbers;
}

static size_t count_numbers(const TensorMap *layout) {
  size_t count = 0;
  for (int i = 0; i < layout->order_count; i++)
    if (has_place(layout, i)) count += numbers_of(layout, layout->places[i].slot);
  return count;
}

/* Takes one block of memory for all numbers and gives each slot its part. */
static bool take_places(Arena *arena, TensorMap *layout, Status *status) {
  size_t layers = (size_t)layout->config->layer_count;
  layout->layers = arena_take(arena, layers, sizeof *layout->layers);
  float *next = take_numbers(arena, count_numbers(layout));
  if (!layout->layers || !next) return status_no_memory(status);
  for (int i = 0; i < layout->order_count; i++) {
    TensorMapPlace where = layout->places[i];
    if (i == layout->comparison) continue;
    float **place = tensor_pointer(layout, where);
    if (has_place(layout, i)) {
      *place = next;
      next += numbers_of(layout, where.slot);
    }
    layout->orders[i].to = *place + (size_t)where.part * (size_t)layout->config->d_model;
  }
  return true;
}

/* A model that is tied by config.json, but whose output table differs, keeps both tables. */
static bool settle_output(Arena *arena, TensorMap *layout, Pool *pool, Status *status) {
  if (layout->comparison < 0 || !layout->orders[layout->comparison].differs) {
    if (layout->output_is_tied) layout->once[SLOT_OUTPUT] = layout->once[SLOT_TOKENS];
    return true;
  }
  layout->output_is_tied = false;
  WeightOrder *order = &layout->orders[layout->comparison];
  order->to = take_numbers(arena, numbers_of(layout, SLOT_OUTPUT));
  if (!order->to) return status_no_memory(status);
  /* So rare that the table is read twice instead of taking memory for it always. */
  order->same_as = NULL;
  layout->once[SLOT_OUTPUT] = order->to;
  return weights_read(order, 1, pool, NULL, status);
}

bool tensor_map_read(Arena *arena, TensorMap *layout, Pool *pool, const Progress *progress,
                     Status *status) {
  return take_places(arena, layout, status) &&
         weights_read(layout->orders, layout->order_count, pool, progress, status) &&
         settle_output(arena, layout, pool, status);
}
