/* trace/trace_storage.h -- the data structures of a trace. For trace/ only.
**
** Storage  One slot for each part, layer and head; parts without layers or heads use index 0, heads
**          that share K and V share a slot. Q, K, V of a layer are [T, H·D] with the heads side by
**          side; OUTPUT is a view into CONCAT; INPUT is X in layer 1 and the BLOCK of the layer
**          before in others; BLOCK is NORM_1 (norm after) or RESIDUAL where there is no MLP, and
**          NORM_2 is BLOCK where the norm comes after; FINAL is the last BLOCK without a last norm.
** Lazy     For a slot whose view has a shape but no numbers, the source computes them into the
**          cache (trace_cache.h).
** Memory   The trace's arena; weights and masks are lent.
** Errors   None. A layer, head or part out of range asserts.
*/
#ifndef TRACE_TRACE_STORAGE_H
#define TRACE_TRACE_STORAGE_H

#include "trace/trace_build.h"

typedef struct TraceCache TraceCache;

/* One matrix of one part, layer and head. The model writes numbers before sealing; readers use
** view, of the same shape. largest is known after sealing, or after the matrix was computed. */
typedef struct TraceSlot {
  Mat numbers;   /* at is NULL for lent weights and lazy parts */
  MatView view;  /* what is read */
  float largest; /* finite |x| */
  bool has_largest;
} TraceSlot;

/* The mask of one layer, when layers differ (recordings). The cells are lent. */
typedef struct TraceLayerMask {
  MaskView mask;
  const bool *row_hidden; /* [T] */
  long hidden_count;      /* pairs */
  Str name;
} TraceLayerMask;

/* After trace_seal only the cache and what it notes in slots (largest) change, under the cache's
** lock. So a const Trace can still compute a lazy matrix. */
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
  float *score_divisors;      /* [L] */
  const float *true_divisors; /* [L] while a quiz asks; else NULL */
  TraceOwn own;
  Str missing[STAGE_COUNT];
  long broken_count;
  TraceCache *cache; /* NULL: everything is stored */
  MaskView mask;
  bool *row_hidden;                /* [T] */
  long hidden_count;               /* pairs that mask hides */
  TraceLayerMask *layer_masks;     /* [L]; NULL: every layer has the one above */
  TraceSlot *slots;                /* [part][L][H] */
  const Trace *halves[HALF_COUNT]; /* of an encoder and a decoder, this one among them */
};

/* Gives every layer a mask of its own, at first that of all; false: memory is out. */
bool trace_allocate_layer_masks(Trace *trace);

/* What a layer is, where there are halves, and whether it is the shape's own. */
TraceHalf trace_shape_half(const TraceShape *shape, int layer);
bool trace_shape_owns(const TraceShape *shape, int layer);
/* The layer that receives X. */
int trace_shape_first_layer(const TraceShape *shape);

/* Whether the source computes this part on demand. */
bool trace_is_lazy(const Trace *trace, TracePart part);

/* The index of a matrix in slots [part][L][H]. layer or head counts as 0 where the part has none;
** heads that share K and V share a slot. */
size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head);

#endif
