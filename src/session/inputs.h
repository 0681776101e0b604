/* session/inputs.h -- what makes a new trace when it changes. */
#ifndef SESSION_INPUTS_H
#define SESSION_INPUTS_H

#include "base/str.h"
#include "model/mask_spec.h"

typedef struct Inputs {
  Str sentence;   /* as typed; may hold bytes that are not UTF-8 */
  char model[64]; /* "hand-made" */
  MaskSpec mask;
} Inputs;

#endif
