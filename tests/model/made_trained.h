/* tests/model/made_trained.h -- a small model as training leaves it, without the training: random
** numbers, norms, an MLP and two dozen words. Its answers mean nothing; their arithmetic is that of
** any trained model. */
#ifndef TESTS_MODEL_MADE_TRAINED_H
#define TESTS_MODEL_MADE_TRAINED_H

#include "model/checkpoint/checkpoint.h"

enum { MADE_LAYERS = 2, MADE_HEADS = 4, MADE_WIDTH = 32, MADE_HIDDEN = 24 };

typedef enum MadeKind {
  MADE_READER,     /* asked at "it" and at the hidden word */
  MADE_WRITER,     /* causal, asked everywhere */
  MADE_WITHOUT_MLP /* as the reader */
} MadeKind;

void made_trained(Arena *arena, MadeKind kind, Checkpoint *checkpoint);

#endif
