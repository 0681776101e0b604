/* trace/trace_build.h -- writing a trace. For model/ and trace/ only.
**
**   trace_begin → trace_place (a Mat to write into, for each part) → trace_seal → const Trace
**
** Memory  All on the arena given to trace_begin, except weights given by trace_lend….
** Errors  Out of memory; and at sealing a NaN or infinity where none may be (−inf is right in
**         masked only): the sentence names part, layer, head, row and column.
*/
#ifndef TRACE_TRACE_BUILD_H
#define TRACE_TRACE_BUILD_H

#include "base/arena.h"
#include "base/status.h"
#include "core/mask.h"
#include "trace/trace.h"

typedef struct TraceShape {
  int token_count, layer_count, head_count, d_model, d_head, d_value;
  bool has_norms, has_mlp; /* an MLP only with norms */
  int word_count;          /* of LOGITS; 0: none */
} TraceShape;

typedef struct TraceTokenText {
  Str text;
  int first_byte, bytes;
  Str match; /* compared to find tokens that occur more than once; empty: text */
  int id;    /* of the word, where the model has words */
} TraceTokenText;

/* The words of a model, which are its own memory. Ids unknown_first … + unknown_count − 1 stand for
** words it does not know. */
typedef struct TraceWords {
  const Str *shown; /* [word_count] */
  int unknown_first, unknown_count;
  const bool *asked; /* [word_count] the model was trained to answer there; NULL: everywhere */
} TraceWords;

typedef struct TraceNames {
  Str sentence, model_name, model_label, mask_name;
  const TraceTokenText *tokens;
  int cut_count, bad_byte_count;
  TraceWords words;
} TraceNames;

Trace *trace_begin(Arena *arena, const TraceShape *shape, const TraceNames *names, MaskView mask,
                   Status *status);
Mat trace_place(Trace *trace, TracePart part, int layer, int head);
void trace_lend(Trace *trace, TracePart part, int layer, int head, MatView weights);
void trace_lend_block(Trace *trace, int layer, TraceBlockWeights weights);
void trace_lend_words(Trace *trace, TraceWordWeights weights);
void trace_set_head_role(Trace *trace, int layer, int head, Str role);

/* Labels and notes of all heads that may still be in the making: finish returns when they are there
** (NULL: they are), and may be called by any thread, again and again. Where only notes are
** measured, the labels of trace_set_head_role stand, and reading them never waits. */
typedef struct TraceRoles {
  void (*finish)(void *self);
  void *self;
  bool only_notes;
  const Str *labels, *notes; /* [L · H], valid after finish; NULL: none */
} TraceRoles;

void trace_lend_roles(Trace *trace, const TraceRoles *roles);
bool trace_seal(Trace *trace, const Trace **sealed, Status *status);

#endif
