/* trace/trace.h -- every name, shape and number of one forward pass, sealed.
**
** A trace is made by model/ through trace_build.h and is const from then on. Whatever draws reads
** it here; nothing that draws can change a number.
**
** Shapes  T tokens, S = T in self-attention, D = d_head, H heads.
**   per trace   TOKEN_EMBEDDING, POSITION, X   [T, d_model]   X = TOKEN_EMBEDDING + POSITION
**   per layer   INPUT [T, d_model] (layer 1: X)   CONCAT [T, H·Dv]   JOINED = CONCAT · W_O
**               RESIDUAL [T, d_model], what the next layer receives   W_O [H·Dv, d_model]
**   per head    Q [T,D]  K [S,D]  V [S,Dv]  SCORES SCALED MASKED WEIGHTS [T,S]  OUTPUT [T,Dv]
**               W_Q W_K W_V [d_model, D]
** Layer and head indices count from 0 here; people read them from 1.
** Memory  One arena, owned by whoever called trace_begin. Weights are the model's own memory.
** Errors  None after sealing.
*/
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "core/matrix.h"
#include "trace/stages.h"

typedef enum TracePart {
  TRACE_TOKEN_EMBEDDING,
  TRACE_POSITION,
  TRACE_X,
  TRACE_INPUT,
  TRACE_Q,
  TRACE_K,
  TRACE_V,
  TRACE_SCORES,
  TRACE_SCALED,
  TRACE_MASKED,
  TRACE_WEIGHTS,
  TRACE_OUTPUT,
  TRACE_CONCAT,
  TRACE_JOINED,
  TRACE_RESIDUAL,
  TRACE_W_Q,
  TRACE_W_K,
  TRACE_W_V,
  TRACE_W_O,
  TRACE_PART_COUNT
} TracePart;

typedef struct TracePartInfo {
  const char *name; /* in file names and tensor names: "q", "weights" */
  bool per_layer, per_head;
  bool by_pair; /* [T,S] */
} TracePartInfo;

typedef struct TraceToken {
  Str text;  /* as typed */
  Str label; /* text, or text·position where the same token occurs more than once: "the·5" */
  int first_byte, bytes; /* in the sentence */
  int occurrences;       /* how often this token occurs in the sentence */
} TraceToken;

typedef struct Trace Trace;

const TracePartInfo *trace_part_info(TracePart part);

uint64_t
trace_serial(const Trace *trace); /* differs for every trace made by this process, from 1 */
Str trace_sentence(const Trace *trace);
int trace_token_count(const Trace *trace);
const TraceToken *trace_token(const Trace *trace, int index);
int trace_cut_count(const Trace *trace);      /* tokens that did not fit the model */
int trace_bad_byte_count(const Trace *trace); /* bytes that were not UTF-8 */

Str trace_model_name(const Trace *trace);  /* "hand-made" */
Str trace_model_label(const Trace *trace); /* "hand-made · written as rules, not trained" */
Str trace_mask_name(const Trace *trace);   /* none, causal, padding:2, window:1, prefix:3, edited */
Str trace_head_role(const Trace *trace, int layer,
                    int head); /* what it was built to do, or empty */

int trace_layer_count(const Trace *trace);
int trace_head_count(const Trace *trace, int layer);
int trace_d_model(const Trace *trace);
int trace_d_head(const Trace *trace);

/* layer and head are ignored for parts that have none. Empty view when the sentence is empty. */
MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head);

/* Largest finite |x| of that matrix, computed once when the trace was sealed. */
float trace_largest(const Trace *trace, TracePart part, int layer, int head);

/* The same over every head of the layer. */
float trace_largest_of_heads(const Trace *trace, TracePart part, int layer);

bool trace_hidden(const Trace *trace, int query, int key); /* hidden by the mask */
bool trace_row_hidden(const Trace *trace, int query);      /* "attends to nothing" */

/* The parts a stage consists of, in drawing order: qkv gives Q, K, V. Returns how many (at most 4);
** tokens has none. The last one listed is the stage's result. */
int trace_stage_parts(StageId stage, TracePart parts[4]);

/* Rows and columns a learner steps through at a stage: the result's shape; T x 1 for tokens. */
void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols);

#endif
