/* session/inputs.h -- what makes a new trace when it changes. */
#ifndef SESSION_INPUTS_H
#define SESSION_INPUTS_H

#include "base/arena.h"
#include "base/str.h"
#include "model/mask_spec.h"

enum { INPUTS_SENTENCE_BYTES_MOST = 100000, INPUTS_MASK_EDITS_MOST = 16384 };

typedef struct Inputs {
  Str sentence;   /* as typed, line ends as spaces; may hold bytes that are not UTF-8 */
  char model[64]; /* "hand-made" */
  MaskSpec mask;  /* no cell twice; kind and size are 0 with the model's own mask */
} Inputs;

bool inputs_copy(Arena *arena, const Inputs *from, Inputs *to); /* false: out of memory */
bool inputs_equal(const Inputs *a, const Inputs *b);

#endif
