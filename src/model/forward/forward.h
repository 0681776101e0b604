/* model/forward/forward.h -- one forward pass on its way, shared by its files. For model/ only.
**
**   forward.c         the trace, what comes after what
**   tokenize.c        a sentence or ids
**   layer.c           embedding, norms, projections, MLP
**   heads.c           the five stages of a head, in bands of 64 rows; also made lazily
**   logits.c          the last norm or transform, logits
**   prefix_reuse.c    rows taken from an earlier trace
**   recompute.c       what a large trace does not keep by row
**
** Wide models (d_model above FORWARD_NARROW) run so that a row's numbers do not depend on the rows
** and keys beside it (core/product_in_blocks.h); only those take rows from an earlier trace.
** Narrow ones are quick anyway, and run head by head, in products that are summed in double where
** they are small enough (core/product.h).
**
** Order   forward_tokenize → trace_begin → scratch → forward_reuse_prefix → forward_embed → each
**         forward_layer → forward_note_largest → forward_last → forward_last_logits → trace_seal
** Sources Q is made from the rows of the tokens, K and V from those of the keys: the same rows, or
**         in cross-attention those that another trace of the model has before the same maps.
** Shapes  T tokens, S keys, E = d_model, F = d_ff, V words; rows before first_row are not
**         computed. R rows at work: a large trace goes through a layer in bands of FORWARD_ROWS.
** Memory  The trace's arena; what only the pass needs goes back when it is over.
** Errors  Only of splitting, memory and progress; numbers that broke are found at sealing.
** Threads All of the pool at once within a function, none between two of them.
*/
#ifndef MODEL_FORWARD_FORWARD_H
#define MODEL_FORWARD_FORWARD_H

#include "core/mask.h"
#include "model/forward/scratch.h"
#include "model/model_weights.h"

enum { FORWARD_NARROW = 256, FORWARD_BAND = 64, FORWARD_ROWS = 256 };

/* The largest |x| of scores, scaled, masked and weights in a band, as bits. */
typedef struct ForwardLargest {
  uint32_t of[TRACE_PAIR_PARTS_MOST];
} ForwardLargest;

/* A sentence as the model takes it. */
typedef struct ForwardTokens {
  TraceTokenText *texts; /* [count] */
  const int *ids;        /* NULL: the model has rules instead of a table */
  int count, cut_count, bad_byte_count;
  bool has_segments;
  Str sentence;
} ForwardTokens;

/* What numbers made later need; lives as long as the trace, on its arena. The model must live as
** long. */
typedef struct ForwardSource {
  const Model *model;
  const Trace *trace;
  MaskView mask;
  ScratchPool *scratch; /* one buffer */
  float *last_logits;   /* [V] of the last token; NULL: not made */
} ForwardSource;

/* One pass from beginning to end. What is not the trace's goes when the pass is over: scratch,
** largest, activations and passing are scratch of the arena. */
typedef struct Forward {
  const Model *model;
  const RunOrder *order;
  ForwardTokens tokens;
  MaskView mask;
  Str mask_name;
  AttentionKind kind;
  Arena *arena;
  Pool *pool;
  Trace *trace;
  ScratchPool *scratch;
  ForwardSource *source;
  ForwardLargest *largest; /* [H · bands] of the layer at work */
  Mat activations;         /* [R,F] */
  Mat passing[2];          /* [R,E] of rows at work: JOINED, then RESIDUAL; a norm */
  Mat stream;              /* [T,E] what goes into a layer and out of it, where it is not kept */
  bool stores_pairs, stores_words, stores_sums;
  int first_row; /* those before are taken from order->before, or had their turn */
  int end_row;   /* T, or where the rows at work end */
} Forward;

/* Whether something is added to the rows of the tokens for their places. */
static inline bool forward_adds_positions(const AttentionKind *kind) {
  return kind->of[KIND_POSITIONS] == POSITIONS_OWN;
}

/* S: how many keys there are. */
static inline int forward_key_count(const Forward *forward) {
  const Trace *keys = forward->order->keys;
  return keys ? trace_token_count(keys) : forward->tokens.count;
}

/* Whether linear biases are added to the scores. */
static inline bool forward_adds_alibi(const AttentionKind *kind) {
  return kind->of[KIND_POSITIONS] == POSITIONS_ALIBI;
}

static inline bool forward_is_wide(const Model *model) { return model->d_model > FORWARD_NARROW; }

/* The rows to be computed. */
static inline Mat forward_rows(const Forward *forward, Mat m) {
  return mat_rows(m, forward->first_row, forward->end_row - forward->first_row);
}
static inline MatView forward_view(const Forward *forward, MatView m) {
  return mat_view_rows(m, forward->first_row, forward->end_row - forward->first_row);
}

/* What rows are made again from. */
typedef struct ForwardRecompute {
  const Model *model;
  const Trace *trace;
} ForwardRecompute;

/* Parts that can be made again, as bits; of BLOCK those between two that are kept. Making them, in
** as many rows as `to` has. False: out of memory. */
uint64_t forward_recompute_parts(const Model *model);
bool forward_recompute(const ForwardRecompute *again, TracePart part, int layer, Mat to);

/* The row [E] of a token, as it goes into the sum. For models with a table. */
void forward_token_row(const Model *model, int id, float *row);

/* The sentence or the ids of the order as tokens. False: ids that are not in the table, out of
** memory. */
bool forward_tokenize(Forward *forward, Status *status);

/* What goes into the first layer (M-14, M-46), then one layer after the other, from 0. All of
** them write into the trace and use the pool. */
void forward_embed(const Forward *forward);
void forward_layer(const Forward *forward, int layer);

/* What the scores of a layer are divided by (M-04, M-45); as double, since √D is rounded only
** once. */
double forward_score_divisor(const Model *model, int layer);

/* Numbers (not bytes) that one band needs as scratch. */
size_t forward_heads_scratch(int key_count);

/* M-03 to M-07 of all heads of a layer, in bands of FORWARD_BAND queries over the pool. */
void forward_heads(const Forward *forward, int layer);

/* By all threads, what sealing would do by one: the largest number of every part. */
void forward_note_largest(const Forward *forward);

/* The source of a large trace: any part of any head again, to the same bits. self: a
** ForwardSource. */
bool forward_fill(void *self, TracePart part, int layer, int head, Mat to, Status *status);

/* FINAL, and the logits that are stored. */
void forward_last(const Forward *forward);

/* Rows of logits [n,V] from token `first` on; self: a ForwardSource. */
bool forward_fill_logits(void *self, int first, Mat to, Status *status);

/* Logits of the last token, with the pool: those asked for first. */
void forward_last_logits(const Forward *forward);

/* How many rows of `before` stand, copied; 0: none. */
int forward_reuse_prefix(const Forward *forward);

#endif
