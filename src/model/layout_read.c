/* model/layout_read.c -- the memory of a model, and its numbers into it. */
#include "base/words.h"
#include "model/layout.h"

float *layout_at(const Layout *layout, int layer, Slot slot) {
  return layer < 0 ? layout->once[slot] : layout->layers[layer][slot - SLOT_LAYER_FIRST];
}

static float **place_of(Layout *layout, LayoutPlace where) {
  if (where.layer < 0) return &layout->once[where.slot];
  return &layout->layers[where.layer][where.slot - SLOT_LAYER_FIRST];
}

static bool take_place(Arena *arena, Layout *layout, int index) {
  LayoutPlace where = layout->places[index];
  float **place = place_of(layout, where);
  SlotShape shape = layout_shape(layout->config, where.slot);
  if (!*place) *place = arena_take(arena, (size_t)shape.rows * (size_t)shape.cols, sizeof **place);
  if (!*place) return false;
  layout->orders[index].to = *place + (size_t)where.part * (size_t)layout->config->d_model;
  return true;
}

static bool take_places(Arena *arena, Layout *layout, Status *status) {
  size_t layers = (size_t)layout->config->layer_count;
  layout->layers = arena_take(arena, layers, sizeof *layout->layers);
  if (!layout->layers) return status_no_memory(status);
  for (int i = 0; i < layout->order_count; i++) {
    if (i != layout->comparison && !take_place(arena, layout, i)) return status_no_memory(status);
  }
  return true;
}

/* A tied model whose output table is another after all keeps both. */
static bool settle_output(Arena *arena, Layout *layout, Pool *pool, Status *status) {
  if (layout->comparison < 0 || !layout->orders[layout->comparison].differs) {
    if (layout->output_is_tied) layout->once[SLOT_OUTPUT] = layout->once[SLOT_TOKENS];
    return true;
  }
  layout->output_is_tied = false;
  layout->orders[layout->comparison].same_as = NULL;
  if (!take_place(arena, layout, layout->comparison)) return status_no_memory(status);
  return weights_read(&layout->orders[layout->comparison], 1, pool, NULL, status);
}

bool layout_read(Arena *arena, Layout *layout, Pool *pool, const Progress *progress,
                 Status *status) {
  return take_places(arena, layout, status) &&
         weights_read(layout->orders, layout->order_count, pool, progress, status) &&
         settle_output(arena, layout, pool, status);
}
