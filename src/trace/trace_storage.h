/* trace/trace_storage.h -- how a trace keeps its numbers. For trace/ only.
**
** Everyone else reads a matrix through trace_matrix(), so that a later kind of trace may compute
** the T×T stages of a head when they are asked for instead of keeping them all.
**
** Storage  One slot for each part, layer and head; parts without layers or heads use index 0.
**          Q, K, V of a layer are [T, H·D] with the heads side by side; OUTPUT is a view into
**          CONCAT; INPUT is X in layer 1 and the BLOCK of the layer before in others; BLOCK is
**          NORM_1 without an MLP and RESIDUAL without norms.
*/
#ifndef TRACE_TRACE_STORAGE_H
#define TRACE_TRACE_STORAGE_H

#include "trace/trace_build.h"

typedef struct TraceSlot {
  Mat numbers;   /* at is NULL for lent weights */
  MatView view;  /* what is read */
  float largest; /* finite |x|, filled at sealing */
} TraceSlot;

struct Trace {
  Arena *arena;
  uint64_t serial;
  TraceShape shape;
  TraceNames names;
  TraceToken *tokens;
  Str *roles;                   /* [L][H] */
  const TraceRoles *lent_roles; /* NULL: those above */
  int *ids;                     /* [T] */
  TraceBlockWeights *blocks;    /* [L] */
  TraceWordWeights words;
  MaskView mask;
  bool *row_hidden; /* [T] */
  TraceSlot *slots; /* [part][L][H] */
};

size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head);

#endif
