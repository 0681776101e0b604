/* train/trainer/workspace.c -- takes the memory of the matrices that one shard works in. */
#include "train/trainer/step.h"

#include "core/position.h"

static Mat take_matrix(Arena *arena, int rows, int cols, bool *held) {
  Mat matrix = {arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
  if (!matrix.at) *held = false;
  return matrix;
}

static size_t weights_count(const NetworkShape *shape, StepSizes sizes) {
  size_t length = (size_t)sizes.tokens_of_sequence;
  return (size_t)sizes.sequences * (size_t)shape->head_count * length * length;
}

/* Counts the matrices that are taken below: eight [N,E] per layer, ten for all layers together;
** those of shared keys and values are counted as if each head had its own. */
double step_workspace_bytes(const NetworkShape *shape, StepSizes sizes) {
  double wide = (double)sizes.tokens * shape->d_model,
         activation = (double)sizes.tokens * shape->d_ff;
  double layer = 8 * wide + activation + (double)weights_count(shape, sizes);
  double words = (double)sizes.tokens * shape->word_count;
  return sizeof(float) * (network_stack_count(shape) * layer + 10 * wide + activation + words);
}

static bool take_layer(Arena *arena, const NetworkShape *shape, StepSizes sizes, StepLayer *layer) {
  bool held = true;
  int rows = sizes.tokens, wide = shape->d_model, of_keys = network_key_width(shape);
  Mat *const wides[] = {&layer->x,     &layer->q, &layer->concat,
                        &layer->sum_1, &layer->h, &layer->sum_2};
  for (size_t i = 0; i < sizeof wides / sizeof wides[0]; i++)
    *wides[i] = take_matrix(arena, rows, wide, &held);
  layer->k = take_matrix(arena, rows, of_keys, &held);
  layer->v = take_matrix(arena, rows, of_keys, &held);
  layer->activation = take_matrix(arena, rows, shape->d_ff, &held);
  layer->weights = arena_take(arena, weights_count(shape, sizes), sizeof(float));
  return held && layer->weights;
}

static bool take_backward(Arena *arena, const NetworkShape *shape, StepWorkspace *workspace) {
  bool held = true;
  int rows = workspace->sizes.tokens, wide = shape->d_model,
      length = workspace->sizes.tokens_of_sequence, of_keys = network_key_width(shape);
  Mat *const wides[] = {&workspace->x,        &workspace->asked_x, &workspace->d_asked_x,
                        &workspace->d_x,      &workspace->d_sum,   &workspace->d_q,
                        &workspace->d_concat, &workspace->d_source};
  for (size_t i = 0; i < sizeof wides / sizeof wides[0]; i++)
    *wides[i] = take_matrix(arena, rows, wide, &held);
  workspace->d_k = take_matrix(arena, rows, of_keys, &held);
  workspace->d_v = take_matrix(arena, rows, of_keys, &held);
  workspace->d_key = take_matrix(arena, length, wide / shape->head_count, &held);
  workspace->d_activation = take_matrix(arena, rows, shape->d_ff, &held);
  workspace->logits = take_matrix(arena, rows, shape->word_count, &held);
  workspace->d_weights = take_matrix(arena, length, length, &held);
  workspace->position = take_matrix(arena, length, wide, &held);
  if (held) position_sinusoidal(workspace->position);
  return held;
}

static bool take_turns(Arena *arena, const NetworkShape *shape, StepWorkspace *workspace) {
  int length = workspace->sizes.tokens_of_sequence, width = shape->d_model / shape->head_count;
  if (!kind_rotates(&shape->own_kind)) return true;
  size_t count = (size_t)length * (size_t)(width / 2);
  RotaryTurn *turns = arena_take(arena, count, sizeof *turns);
  if (turns) rotary_turns(network_rotary(shape), width, length, turns);
  workspace->turns = turns;
  return turns != NULL;
}

static bool take_offsets(Arena *arena, const NetworkShape *shape, StepWorkspace *workspace) {
  if (shape->own_kind.of[KIND_POSITIONS] != POSITIONS_T5) return true;
  size_t length = (size_t)workspace->sizes.tokens_of_sequence;
  workspace->offsets = arena_take(arena, 2 * length, sizeof *workspace->offsets);
  return workspace->offsets != NULL;
}

/* The mask of the longest sequence; that of a shorter one is its upper left corner, with the same
** stride. */
static bool take_mask(Arena *arena, const NetworkShape *shape, StepWorkspace *workspace) {
  int length = workspace->sizes.tokens_of_sequence;
  const MaskParts mask = shape->encoder_layers > 0 ? mask_only(MASK_CAUSAL, 0) : shape->mask;
  if (mask.named == 0) return true;
  unsigned char *hidden = arena_take(arena, (size_t)length, (size_t)length);
  if (hidden) mask_fill(&mask, 0, hidden, length, length);
  workspace->hidden = hidden;
  return hidden != NULL;
}

StepWorkspace *step_workspace_make(Arena *arena, const NetworkShape *shape, StepSizes sizes,
                                   Status *status) {
  StepWorkspace *workspace = arena_take(arena, 1, sizeof *workspace);
  bool held = workspace != NULL;
  if (held) workspace->sizes = sizes;
  for (int i = 0; held && i < network_stack_count(shape); i++)
    held = take_layer(arena, shape, sizes, &workspace->layers[i]);
  held = held && take_backward(arena, shape, workspace) && take_mask(arena, shape, workspace) &&
         take_turns(arena, shape, workspace) && take_offsets(arena, shape, workspace);
  if (held) {
    workspace->asked = arena_take(arena, (size_t)sizes.tokens, sizeof *workspace->asked);
    workspace->targets = arena_take(arena, (size_t)sizes.tokens, sizeof *workspace->targets);
    workspace->tokens = arena_take(arena, (size_t)sizes.tokens, sizeof *workspace->tokens);
    workspace->ids = arena_take(arena, (size_t)sizes.tokens, sizeof *workspace->ids);
    held = workspace->asked && workspace->targets && workspace->tokens && workspace->ids;
  }
  if (held) return workspace;
  status_no_memory(status);
  return NULL;
}
