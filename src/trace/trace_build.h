/* trace/trace_build.h -- writing a trace. For model/ and trace/ only.
**
**   trace_begin → trace_place (a Mat to write into, for each part) → trace_seal → const Trace
**
** Memory  All on the arena given to trace_begin, except weights given by trace_lend….
** Errors  Out of memory; and at sealing a NaN or infinity where none may be (−inf is right in
**         masked only): the sentence names part, layer, head, row and column, unless the shape says
**         that the model may break.
*/
#ifndef TRACE_TRACE_BUILD_H
#define TRACE_TRACE_BUILD_H

#include "base/arena.h"
#include "base/status.h"
#include "core/mask.h"
#include "trace/trace.h"

/* Sets of parts. */
#define TRACE_BIT(part) (UINT64_C(1) << (part))
uint64_t trace_pair_bits(void); /* all parts by pair */
#define TRACE_WORD_BITS (TRACE_BIT(TRACE_LOGITS) | TRACE_BIT(TRACE_PROBABILITIES))

/* How large a trace is and which parts it has; read by trace_begin alone. What is 0 is the
** common case: self-attention, as many heads of K and V as of Q, no norm, no words, all of it
** stored. */
typedef struct TraceShape {
  int token_count, layer_count, head_count, d_model, d_head, d_value;
  int key_count;      /* S of cross-attention; 0: the tokens themselves */
  int key_head_count; /* heads of K and V; 0: head_count */
  NormPlace norm_place;
  bool has_mlp;
  bool has_segments, has_embedding_norm, has_last_norm; /* last: FINAL is not the last BLOCK */
  int word_count;                                       /* of LOGITS; 0: none */
  uint64_t of_kind;    /* parts with NEED_KIND that the kind of attention makes */
  uint64_t absent;     /* parts this trace has not, besides those it cannot have */
  uint64_t when_asked; /* parts the source makes; LOGITS among them: row by row */
  int block_every;     /* BLOCK made when asked for: of every n-th layer and the last it is stored
                       ** all the same; 0: of none */
  bool may_break;      /* NaN and infinities are counted at sealing, not refused */
} TraceShape;

/* A token as the tokenizer gives it; trace_begin copies the texts. group is −1 for a token that
** shares no character. */
typedef struct TraceTokenText {
  Str text;
  int first_byte, bytes;
  Str match; /* compared to find tokens that occur more than once; empty: text */
  int id;    /* in the model's table, where it has one; else −1 */
  Str shown; /* for the label; empty: text */
  Str raw;
  int group, segment;
  bool special;
} TraceTokenText;

/* The words of a model, which are its own memory. Ids unknown_first … + unknown_count − 1 stand for
** words it does not know. */
typedef struct TraceWords {
  const Str *shown; /* [word_count]; NULL: word tells */
  int unknown_first, unknown_count;
  const bool *asked; /* [word_count] the model was trained to answer there; NULL: everywhere */
  Str (*word)(const void *self, int id);
  const void *self;
  bool continues; /* the words are those that follow the sentence */
  bool has_gap;   /* the word gap_id stands for one that is hidden */
  int gap_id;
} TraceWords;

/* What a trace is called and what its rows and columns are. Texts are copied, word tables are
** lent. keys NULL: the tokens themselves. mask_name is what mask_spec prints. */
typedef struct TraceNames {
  Str sentence, model_name, model_label, mask_name;
  AttentionKind kind;
  const TraceTokenText *tokens;
  const TraceTokenText *keys; /* [key_count] where they are others; NULL: the tokens */
  bool keys_are_kept;         /* of the same sentence: the tokens and those before, kept (K/V) */
  uint64_t model_serial;      /* 0: it ran elsewhere */
  int cut_count, bad_byte_count;
  bool is_recorded;
  TraceWords words;
} TraceNames;

/* Makes numbers when they are asked for: the matrix of a part, layer and head into `to`, or rows of
** LOGITS from `first` on. Called by one thread at a time, which may be any. False with a status:
** the numbers become NaN. It may read of the trace what is stored. */
typedef struct TraceSource {
  bool (*fill)(void *self, TracePart part, int layer, int head, Mat to, Status *status);
  bool (*fill_logits)(void *self, int first, Mat to, Status *status); /* NULL: fill does it */
  void *self;
} TraceSource;

/* The bound of the cache where none is given, 256 MiB: a head of 1,024 tokens takes 16 of it. */
enum { TRACE_CACHE_BYTES = 256 << 20 }; /* unless told otherwise */

/* Whether a trace of that shape has the part, unless it is listed as absent; lent parts may be. */
bool trace_shape_can_have(const TraceShape *shape, TracePart part);

/* Lays out all parts of the shape, with numbers of 0 where they are stored. mask [T,S] is lent,
** hidden NULL for none, and must outlive the trace. A shape that contradicts itself asserts.
** NULL: out of memory. */
Trace *trace_begin(Arena *arena, const TraceShape *shape, const TraceNames *names, MaskView mask,
                   Status *status);

/* The matrix to be written: [rows, cols] of the part, layer and head from 0. Not for parts that
** are absent, made when asked for, or lent. Heads that lie side by side have a stride wider than
** their columns. */
Mat trace_place(Trace *trace, TracePart part, int layer, int head);

/* Whether the trace has this part and keeps its numbers, in every layer; and in this one. */
bool trace_is_stored(const Trace *trace, TracePart part);
bool trace_keeps(const Trace *trace, TracePart part, int layer);

/* Needed when shape.when_asked is not 0. cache_bytes 0: TRACE_CACHE_BYTES. */
bool trace_set_source(Trace *trace, const TraceSource *source, size_t cache_bytes, Status *status);

/* The largest finite |x| of a matrix whose numbers are all as they should be, noted by whoever
** has them at hand; sealing then does not look again. */
void trace_note_largest(Trace *trace, TracePart part, int layer, int head, float largest);

/* Why a stage cannot be shown; kept by pointer. */
void trace_set_missing(Trace *trace, StageId stage, Str why);

/* A mask of that layer alone, lent like that of trace_begin; the others keep theirs. */
bool trace_set_layer_mask(Trace *trace, int layer, MaskView mask, Str name, Status *status);

/* What SCALED is SCORES divided by in a layer, where that is not √D (M-45). */
void trace_set_score_divisor(Trace *trace, int layer, float divisor);

/* The model's own matrices, W_Q … B_O, biases as [1,D]; then norms and MLP of a layer, and the
** table of words. Nothing is copied: the model must outlive the trace. */
void trace_lend(Trace *trace, TracePart part, int layer, int head, MatView weights);
void trace_lend_block(Trace *trace, int layer, TraceBlockWeights weights);
void trace_lend_words(Trace *trace, TraceWordWeights weights);

/* The serial of the model that ran, as in its names. */
uint64_t trace_model_serial(const Trace *trace);

/* The label of a head that was built to do something; kept by pointer. */
void trace_set_head_role(Trace *trace, int layer, int head, Str role);

/* Labels and notes of all heads that may still be in the making: finish returns when they are there
** and may be called by any thread, again and again. Without finish nobody waits: they are NULL
** until whoever lent them puts them in, between two pictures. Where only notes are measured, the
** labels of trace_set_head_role stand, and reading them never waits. */
typedef struct TraceRoles {
  void (*finish)(void *self);
  void *self;
  bool only_notes;
  const Str *labels, *notes; /* [L · H], valid after finish; NULL: none, or not yet */
  const float *scores;       /* [L · H], of each label; NULL: none */
} TraceRoles;

/* Kept by pointer; asked as long as the trace lives. */
void trace_lend_roles(Trace *trace, const TraceRoles *roles);

/* Looks through every stored matrix whose largest number was not noted, then *sealed is the trace,
** const and with a serial of its own. False: a number is NaN or infinite where it may not be. */
bool trace_seal(Trace *trace, const Trace **sealed, Status *status);

#endif
