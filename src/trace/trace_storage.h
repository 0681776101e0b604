/* trace/trace_storage.h -- how a trace keeps its numbers. For trace/ only.
**
** Storage  One slot for each part, layer and head; parts without layers or heads use index 0, heads
**          that share K and V share a slot. Q, K, V of a layer are [T, H·D] with the heads side by
**          side; OUTPUT is a view into CONCAT; INPUT is X in layer 1 and the BLOCK of the layer
**          before in others; BLOCK is NORM_1 (norm after) or RESIDUAL where there is no MLP, and
**          NORM_2 is BLOCK where the norm comes after; FINAL is the last BLOCK without a last norm.
** Asked    A slot whose view has a shape but no numbers is filled by the source into the cache
**          (trace_cache.h).
*/
#ifndef TRACE_TRACE_STORAGE_H
#define TRACE_TRACE_STORAGE_H

#include "trace/trace_build.h"

typedef struct TraceCache TraceCache;

typedef struct TraceSlot {
  Mat numbers;   /* at is NULL for lent weights and what is made when asked for */
  MatView view;  /* what is read */
  float largest; /* finite |x| */
  bool has_largest;
} TraceSlot;

typedef struct TraceLayerMask {
  MaskView mask;
  const bool *row_hidden; /* [T] */
  Str name;
} TraceLayerMask;

struct Trace {
  Arena *arena;
  uint64_t serial;
  TraceShape shape;
  TraceNames names;
  TraceToken *tokens, *keys;
  Str *roles;                   /* [L][H] */
  const TraceRoles *lent_roles; /* NULL: those above */
  TraceBlockWeights *blocks;    /* [L] */
  TraceWordWeights words;
  float *score_divisors; /* [L] */
  Str missing[STAGE_COUNT];
  long broken_count;
  TraceCache *cache; /* NULL: everything is stored */
  MaskView mask;
  bool *row_hidden;            /* [T] */
  TraceLayerMask *layer_masks; /* [L]; NULL: every layer has the one above */
  TraceSlot *slots;            /* [part][L][H] */
};

bool trace_is_asked_for(const Trace *trace, TracePart part); /* made by the source */
size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head);

#endif
