/* model/forward/forward.h -- the state of one forward pass, shared by its files. For model/ only.
**
**   forward.c         runs the steps in order
**   begin_trace.c     the shape of the trace, what of it is stored, its names
**   lend_weights.c    what the trace borrows of the model
**   memory.c          buffers of the pass, and the source of what is not stored
**   tokenize.c        a sentence or ids
**   layer.c           embedding, norms, projections, MLP
**   heads.c           all heads of a layer, band by band over the pool; also made lazily
**   band.h            the stages of a head in a band of 64 rows, or its tiles
**   error_curve.c     how far approximate outputs are from exact ones
**   logits.c          the last norm or transform, logits
**   halves.c          an encoder and a decoder, and what the decoder says
**   prefix_reuse.c    copies rows from an earlier trace
**   recompute.c       the parts that a large trace does not store
**
** In wide models (d_model above FORWARD_NARROW) a row's numbers do not depend on the other rows and
** keys (core/product_in_blocks.h); only these reuse rows of an earlier trace. Narrow models are
** quick without that; they run head by head, in products that are summed in double where they are
** small enough (core/product.h).
**
** Order   forward_tokenize → trace_begin → scratch → forward_reuse_prefix → forward_embed → each
**         forward_layer → forward_note_largest → forward_last → forward_last_logits → trace_seal
** Sources Q is computed from the rows of the tokens, K and V from those of the keys: the same rows
** or, in cross-attention, the rows that another trace of the model has before the same projections.
** These are copied to KEY_INPUT, and what its first layer receives to Y; a large trace reads them
** from the other trace whenever they are asked for.
** Shapes  T tokens, S keys, E = d_model, F = d_ff, V words; rows before first_row are not computed.
**         R rows at a time: a large trace goes through a layer in bands of FORWARD_ROWS.
** Memory  The trace's arena; what only the pass needs is freed at its end.
** Errors  Only of splitting, memory and progress; trace_seal finds numbers that are not finite.
** Threads Each function uses all threads of the pool and returns when they are done.
*/
#ifndef MODEL_FORWARD_FORWARD_H
#define MODEL_FORWARD_FORWARD_H

#include "core/attention.h"
#include "core/mask.h"
#include "model/forward/kind.h"
#include "model/forward/scratch.h"
#include "model/model_weights.h"

enum { FORWARD_NARROW = 256, FORWARD_BAND = ATTN_BAND, FORWARD_ROWS = 256 };
/* Of two runs that a trace holds, the cache is for the one on show; the other, of the sentence in
** order or without what-ifs, gets one part in so many. */
enum { FORWARD_OTHER_RUN_SHARE = 4 };

/* The largest |x| of scores, scaled, masked and weights in a band, as bits. */
typedef struct ForwardLargest {
  uint32_t of[TRACE_PAIR_PARTS_MOST];
} ForwardLargest;

/* The tokens of a sentence. */
typedef struct ForwardTokens {
  TraceTokenText *texts; /* [count] */
  const int *ids;        /* NULL: the model has rules instead of a table */
  int *places; /* [count] of a shuffled sentence: where each token stood; NULL: as typed */
  int count, cut_count, bad_byte_count;
  bool has_segments;
  Str sentence;
} ForwardTokens;

/* What the lazy parts of a trace are computed from; on the trace's arena. The model must live as
** long as the trace. */
typedef struct ForwardSource {
  const Model *model;
  const Trace *trace;
  MaskView mask;
  const ForwardKind *kind;
  const Trace *keys;    /* of the second sentence, as long-lived as the trace; NULL: none */
  ScratchPool *scratch; /* one buffer */
  float *last_logits;   /* [V] of the last token; NULL: not computed */
} ForwardSource;

/* One pass. scratch, largest, activations, ungated, passing, places and stream are freed at its
** end. */
typedef struct Forward {
  const Model *model;
  const RunOrder *order;
  ForwardTokens tokens;
  Str source_sentence, said; /* of an encoder and a decoder; said.at NULL: another model */
  MaskView mask;
  Str mask_name;
  const ForwardKind *kind;
  Arena *arena;
  Pool *pool;
  Trace *trace;
  ScratchPool *scratch;
  ForwardSource *source;
  ForwardLargest *largest; /* [H · bands] of the layer at work */
  Mat activations;         /* [R,F] */
  Mat ungated;             /* [R,F] of an MLP with a gate */
  Mat passing[2];          /* [R,E] buffers of unstored parts: ATTN_PROJ, then RESIDUAL; a norm */
  Mat places;              /* [T,E] sinusoidal positions that the trace does not store */
  float *unsplit;          /* [T or S, H·D] under heads-in-wrong-order; else NULL */
  Mat stream;              /* [T,E] INPUT, then BLOCK of a layer, where the trace has none */
  bool stores_pairs, stores_words, stores_sums;
  bool keeps_keys; /* order->keys lives as long as the trace */
  int first_row;   /* the present rows: those before are copied from order->before or done */
  int end_row;     /* the end of the present rows, T at most */
} Forward;

/* Are position vectors added to the rows of the tokens? */
static inline bool forward_adds_positions(const AttentionKind *kind) {
  int positions = kind->of[KIND_POSITIONS];
  return positions == POSITIONS_OWN || positions == POSITIONS_SINUSOIDAL;
}

/* Are they sinusoidal ones (M-01) instead of the model's own? */
static inline bool forward_replaces_positions(const AttentionKind *kind) {
  return kind->of[KIND_POSITIONS] == POSITIONS_SINUSOIDAL;
}

/* S, the number of keys. */
static inline int forward_key_count(const Forward *forward) {
  const Trace *keys = forward->order->keys;
  return keys ? trace_token_count(keys) : forward->tokens.count;
}

/* What queries meet: the keys, or mixtures of them. */
static inline int forward_column_count(const Forward *forward) {
  bool is_mixed = kind_mixes_keys(&forward->kind->of);
  return is_mixed ? forward->kind->e.rows : forward_key_count(forward);
}

static inline bool forward_is_wide(const Model *model) { return model->d_model > FORWARD_NARROW; }

/* The present rows of a matrix. */
static inline Mat forward_rows(const Forward *forward, Mat m) {
  return mat_rows(m, forward->first_row, forward->end_row - forward->first_row);
}
static inline MatView forward_view(const Forward *forward, MatView m) {
  return mat_view_rows(m, forward->first_row, forward->end_row - forward->first_row);
}

/* What recompute.c computes from. */
typedef struct ForwardRecompute {
  const Model *model;
  const Trace *trace;
} ForwardRecompute;

/* The parts that can be recomputed, as bits; of BLOCK only the layers between stored ones. The
** second function computes as many rows as `to` has; false when memory is out. */
uint64_t forward_recompute_parts(const Model *model, const AttentionKind *kind);
bool forward_recompute(const ForwardRecompute *again, TracePart part, int layer, Mat to);

/* The scaled embedding [E] of a token. For models with a table. */
void forward_token_row(const Model *model, int id, float *row);

/* The trace of a pass whose mask and kind are known; the source of its lazy parts, with the buffers
** they need; the weights that it borrows, and the model's own mask and divisors. In this order. */
bool forward_begin_trace(Forward *forward, Status *status);
bool forward_make_source(Forward *forward, Status *status);
bool forward_lend_weights(const Forward *forward, Status *status);

/* Mask, kind, trace and weights of a pass whose tokens are known; and the memory that it needs
** while it runs, on the trace's arena behind the trace. */
bool forward_prepare(Forward *forward, Status *status);
bool forward_take_memory(Forward *forward, Status *status);

/* model_run of a model of two halves. */
bool forward_run_halves(const Model *model, const RunOrder *order, Arena *arena,
                        const Trace **trace, Status *status);

/* Makes the order's sentence or ids into tokens. False: an id is not in the table, or memory is
** out. */
bool forward_tokenize(Forward *forward, Status *status);

/* The input of the first layer (M-14, M-46); then the layers in order, from 0. They write to the
** trace and use the pool. */
void forward_embed(const Forward *forward);
void forward_layer(const Forward *forward, int layer);

/* The divisor of the scores of a layer (M-04, M-45); in double, so that √D is rounded only once. 1
** where the kind leaves the scores as they are; of cosines 1/τ, though they are multiplied. */
double forward_score_divisor(const Model *model, const AttentionKind *kind, int layer);

/* M-03 to M-07 of all heads of a layer, in bands of FORWARD_BAND queries over the pool; before them
** the mixtures of M-58; of M-59 every head at once. */
void forward_heads(const Forward *forward, int layer);

/* Finds the largest number of every part with all threads; sealing would do it with one. */
void forward_note_largest(const Forward *forward);

/* How many points the curve of errors has, and the curve of a head [P,2] (M-75). */
int forward_curve_points(const Forward *forward);
bool forward_fill_curve(const ForwardSource *source, int layer, int head, Mat to, Status *status);

/* Computes a lazy part of a head again, to the same bits. self is a ForwardSource. */
bool forward_fill(void *self, TraceMatrixId of, Mat to, Status *status);

/* What the logits are made from, of rows x [n,E] that leave a layer: the last norm, BERT's
** transform (M-44), or x itself. y does not overlap x; pool NULL: on this thread. */
void forward_final_rows(const Model *model, Pool *pool, MatView x, Mat y);

/* FINAL, and the logits that are stored. */
void forward_last(const Forward *forward);

/* Rows of logits [n,V] from token `first` on; self is a ForwardSource. */
bool forward_fill_logits(void *self, int first, Mat to, Status *status);

/* Logits of the last token, with the pool: these are shown first. */
void forward_last_logits(const Forward *forward);

/* Copies the first rows that order->before has in common with this pass; returns how many. */
int forward_reuse_prefix(const Forward *forward);

#endif
