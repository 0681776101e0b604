/* trace/trace_storage.h -- how a trace keeps its numbers. For trace/ only.
**
** Storage  One slot for each part, layer and head; parts without layers or heads use index 0, heads
**          that share K and V share a slot. Q, K, V of a layer are [T, H·D] with the heads side by
**          side; OUTPUT is a view into CONCAT; INPUT is X in layer 1 and the BLOCK of the layer
**          before in others; BLOCK is NORM_1 (norm after) or RESIDUAL where there is no MLP, and
**          NORM_2 is BLOCK where the norm comes after; FINAL is the last BLOCK without a last norm.
** Asked    A slot whose view has a shape but no numbers is filled by the source into the cache
**          (trace_cache.h).
** Memory   The trace's arena, but for weights and masks, which are lent.
** Errors   None here. Another layer, head or part than there is asserts.
*/
#ifndef TRACE_TRACE_STORAGE_H
#define TRACE_TRACE_STORAGE_H

#include "trace/trace_build.h"

typedef struct TraceCache TraceCache;

/* One matrix of one part, layer and head. numbers is where the model writes before sealing; view
** is what everybody reads, of the same shape. largest is known after sealing, or once the matrix
** was made. */
typedef struct TraceSlot {
  Mat numbers;   /* at is NULL for lent weights and what is made when asked for */
  MatView view;  /* what is read */
  float largest; /* finite |x| */
  bool has_largest;
} TraceSlot;

/* What one layer hides, where layers differ (recordings). The cells are lent, the rest is ours. */
typedef struct TraceLayerMask {
  MaskView mask;
  const bool *row_hidden; /* [T] */
  long hidden_count;      /* pairs */
  Str name;
} TraceLayerMask;

/* The trace itself. Everything but the cache and what it notes in slots stays as trace_seal left
** it; those two change behind the cache's lock, which is why a const Trace may still make a
** matrix. */
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
  long hidden_count;           /* pairs that mask hides */
  TraceLayerMask *layer_masks; /* [L]; NULL: every layer has the one above */
  TraceSlot *slots;            /* [part][L][H] */
};

/* Whether the source makes this part when it is asked for. */
bool trace_is_lazy(const Trace *trace, TracePart part);

/* The most probable words of one token's rows [word_count], first the likeliest, ties by id, into
** list; returns how many: the smaller of most and word_count. */
int trace_find_candidates(const float *logits, const float *shares, int word_count,
                          TraceCandidate *list, int most);

/* The place of a matrix in slots: [part][L][H], with layer or head taken as 0 where the part has
** none, and one place for all heads that share K and V. */
size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head);

#endif
