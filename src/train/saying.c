/* train/saying.c -- see saying.h. */
#include "train/saying.h"

#include <assert.h>
#include <string.h>

bool saying_make(Arena *arena, const SayingModel *model, int words_most, Saying *saying,
                 Status *status) {
  const NetworkShape *shape = model->shape;
  int tokens = 2 * words_most;
  *saying = (Saying){.shape = shape,
                     .numbers = model->numbers,
                     .end = vocabulary_find(model->vocabulary, STR("。")),
                     .words_most = words_most};
  assert(shape->encoder_layers > 0);
  saying->workspace = step_workspace_make(arena, shape, (StepSizes){1, tokens, tokens}, status);
  return saying->workspace && batch_make(arena, 1, tokens, &saying->batch, status);
}

/* The source, then the words of the target behind the hidden word. */
static void fill_batch(Saying *saying, const int *source, int source_count, const int *target,
                       int rows) {
  Batch *batch = &saying->batch;
  assert(source_count <= saying->words_most && rows > 0 && rows <= saying->words_most);
  batch_clear(batch);
  memcpy(batch->tokens, source, (size_t)source_count * sizeof *source);
  batch->sources[0] = source_count;
  batch->token_count = source_count + rows;
  for (int i = 0; i < rows; i++)
    batch->tokens[source_count + i] = i == 0 ? VOCABULARY_HIDDEN_ID : target[i - 1];
  for (int i = 0; i < batch->token_count; i++)
    batch->targets[i] = TARGET_NONE, batch->attn_targets[i] = -1;
  batch->starts[1] = batch->token_count;
  batch->sequence_count = 1;
}

/* Asks the rows of the target from `first` on. Which word they are told as the right one does not
** matter, as it changes no other's rank. */
static void run(Saying *saying, int first) {
  Batch *batch = &saying->batch;
  for (int i = batch->sources[0] + first; i < batch->token_count; i++)
    batch->targets[i] = VOCABULARY_HIDDEN_ID;
  step_run(saying->workspace, &(StepOrder){.shape = saying->shape,
                                           .numbers = saying->numbers,
                                           .batch = batch,
                                           .sequence_count = 1,
                                           .loss_scale = 1});
}

/* A row holds probabilities, less 1 at the hidden word, which is never said. */
static int likeliest_word(const Saying *saying, int row) {
  MatView logits = mat_view(saying->workspace->logits);
  int word = VOCABULARY_HIDDEN_ID + 1;
  for (int i = word; i < logits.cols; i++)
    if (mat_get(logits, row, i) > mat_get(logits, row, word)) word = i;
  return word;
}

int saying_go_on(Saying *saying, const int *source, int source_count, int *target, int said) {
  for (bool is_over = said == saying->words_most; !is_over;) {
    fill_batch(saying, source, source_count, target, said + 1);
    run(saying, said);
    target[said++] = likeliest_word(saying, 0);
    is_over = target[said - 1] == saying->end || said == saying->words_most;
  }
  return said;
}

int saying_agrees(Saying *saying, const int *source, int source_count, const int *target,
                  int target_count) {
  int agreed = 0;
  fill_batch(saying, source, source_count, target, target_count);
  run(saying, 0);
  while (agreed < target_count && likeliest_word(saying, agreed) == target[agreed]) agreed++;
  return agreed;
}
