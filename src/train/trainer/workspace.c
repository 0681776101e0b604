/* train/trainer/workspace.c -- the matrices one shard works in, taken once. */
#include "train/trainer/step.h"

#include "core/position.h"

static Mat take_matrix(Arena *arena, int rows, int cols, bool *held) {
  Mat matrix = {arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
  if (!matrix.at) *held = false;
  return matrix;
}

static size_t weights_room(const NetworkShape *shape, StepSizes sizes) {
  size_t length = (size_t)sizes.tokens_of_sequence;
  return (size_t)sizes.sequences * (size_t)shape->head_count * length * length;
}

/* The same matrices as are taken below, counted: eight [N,E] of each layer, nine for all. */
double step_workspace_bytes(const NetworkShape *shape, StepSizes sizes) {
  double wide = (double)sizes.tokens * shape->d_model, bend = (double)sizes.tokens * shape->d_ff;
  double layer = 8 * wide + bend + (double)weights_room(shape, sizes);
  double words = (double)sizes.tokens * shape->word_count;
  return sizeof(float) * (shape->layer_count * layer + 9 * wide + bend + words);
}

static bool take_layer(Arena *arena, const NetworkShape *shape, StepSizes sizes, StepLayer *layer) {
  bool held = true;
  int rows = sizes.tokens, wide = shape->d_model;
  Mat *const wides[] = {&layer->x,      &layer->q,     &layer->k, &layer->v,
                        &layer->concat, &layer->sum_1, &layer->h, &layer->sum_2};
  for (size_t i = 0; i < sizeof wides / sizeof wides[0]; i++)
    *wides[i] = take_matrix(arena, rows, wide, &held);
  layer->bend = take_matrix(arena, rows, shape->d_ff, &held);
  layer->weights = arena_take(arena, weights_room(shape, sizes), sizeof(float));
  return held && layer->weights;
}

static bool take_backward(Arena *arena, const NetworkShape *shape, StepWorkspace *room) {
  bool held = true;
  int rows = room->sizes.tokens, wide = shape->d_model, length = room->sizes.tokens_of_sequence;
  Mat *const wides[] = {&room->x,   &room->asked_x, &room->d_asked_x, &room->d_x,     &room->d_sum,
                        &room->d_q, &room->d_k,     &room->d_v,       &room->d_concat};
  for (size_t i = 0; i < sizeof wides / sizeof wides[0]; i++)
    *wides[i] = take_matrix(arena, rows, wide, &held);
  room->d_bend = take_matrix(arena, rows, shape->d_ff, &held);
  room->logits = take_matrix(arena, rows, shape->word_count, &held);
  room->d_weights = take_matrix(arena, length, length, &held);
  room->position = take_matrix(arena, length, wide, &held);
  if (held) position_sinusoidal(room->position);
  return held;
}

/* One mask of the longest sequence; a shorter one's is its upper left corner, and the rows' stride
** stays. */
static bool take_mask(Arena *arena, const NetworkShape *shape, StepWorkspace *room) {
  int length = room->sizes.tokens_of_sequence;
  if (!shape->causal) return true;
  unsigned char *hidden = arena_take(arena, (size_t)length, (size_t)length);
  const MaskParts causal = mask_only(MASK_CAUSAL, 0);
  if (hidden) mask_fill(&causal, 0, hidden, length, length);
  room->hidden = hidden;
  return hidden != NULL;
}

StepWorkspace *step_workspace_make(Arena *arena, const NetworkShape *shape, StepSizes sizes,
                                   Status *status) {
  StepWorkspace *room = arena_take(arena, 1, sizeof *room);
  bool held = room != NULL;
  if (held) room->sizes = sizes;
  for (int i = 0; held && i < shape->layer_count; i++)
    held = take_layer(arena, shape, sizes, &room->layers[i]);
  held = held && take_backward(arena, shape, room) && take_mask(arena, shape, room);
  if (held) {
    room->asked = arena_take(arena, (size_t)sizes.tokens, sizeof *room->asked);
    room->targets = arena_take(arena, (size_t)sizes.tokens, sizeof *room->targets);
    held = room->asked && room->targets;
  }
  if (held) return room;
  status_no_memory(status);
  return NULL;
}
