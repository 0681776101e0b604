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
#include "trace/mistakes.h"
#include "trace/shared_trace.h"
#include "trace/trace.h"

/* Sets of parts. */
#define TRACE_BIT(part) (UINT64_C(1) << (part))
uint64_t trace_pair_bits(void); /* all parts by pair */
#define TRACE_WORD_BITS (TRACE_BIT(TRACE_LOGITS) | TRACE_BIT(TRACE_PROBABILITIES))

/* The sizes and parts of a trace, for trace_begin. Fields that are 0 stand for the common case:
** self-attention, as many heads of K and V as of Q, no norm, no words, all parts stored. */
typedef struct TraceShape {
  int token_count, layer_count, head_count, d_model, d_head, d_value;
  int key_count;      /* S of cross-attention; 0: the tokens themselves */
  int source_count;   /* rows of K and V where keys are mixtures of them; 0: key_count */
  int feature_count;  /* M of random features; 0: none */
  int point_count;    /* of the curve of errors, which is lazy */
  int key_head_count; /* heads of K and V; 0: head_count */
  NormPlace norm_place;
  bool has_mlp;
  bool has_segments, has_embedding_norm, has_last_norm; /* last: FINAL is not the last BLOCK */
  int word_count;                                       /* of LOGITS; 0: none */
  int d_score;                                          /* a of additive scores; 0: d_head */
  bool has_key_rows;                                    /* Y and KEY_INPUT of cross-attention */
  int distance_count; /* rows of relative vectors; 0: there are none */
  uint64_t of_kind;   /* parts with NEED_KIND that the kind of attention makes */
  uint64_t absent;    /* parts this trace lacks, besides those that its shape excludes */
  uint64_t lazy;      /* parts that the source computes; LOGITS row by row */
  int block_every;    /* with BLOCK lazy: it is stored for every n-th and the last layer; 0: for
                       ** none */
  TraceHalf half;     /* of an encoder and a decoder: the layers that are this trace's own */
  int encoder_layers; /* with a half */
  bool may_break;     /* sealing counts NaN and infinities instead of failing */
} TraceShape;

/* A token of the tokenizer; trace_begin copies the texts. group is −1 for a token that does not
** share a character with others. */
typedef struct TraceTokenText {
  Str text;
  int first_byte, bytes;
  Str match; /* compared to find tokens that occur more than once; empty: text */
  int id;    /* in the model's table, where it has one; else −1 */
  Str shown; /* for the label; empty: text */
  Str raw;
  int group, segment;
  bool special;
  Str read_as; /* the entry that stands for an unknown word; empty: the token is in the table */
} TraceTokenText;

/* The words a model predicts, in its own memory. Ids unknown_first … + unknown_count − 1 stand for
** unknown words. */
typedef struct TraceWords {
  const Str *shown;   /* [word_count] the texts; NULL: `word` returns them */
  const Str *glosses; /* [word_count] in another language of theirs, or empty; NULL: none has one */
  int unknown_first, unknown_count;
  const bool *asked; /* [word_count] trained to predict at these tokens; NULL: at all */
  Str (*word)(const void *self, int id);
  const void *self;
  bool continues; /* a language model: predicts the next word */
  bool has_gap;   /* gap_id is the mask word */
  int gap_id;
} TraceWords;

/* What the model does where nothing is laid over it: for exact attention beside what is
** (workings/exact.h). Zero: the trace has the model's own mask, and scores are divided by their own
** divisors. */
typedef struct TraceOwn {
  Str mask_name; /* of the model's own mask, as mask_name_write; at NULL: that of the trace */
  const double *divisors; /* [L], borrowed; NULL: those of the trace */
  /* [H, 2S−1] of the model's own buckets under its own mask, borrowed (core/bucket_bias.h): a
  ** causal mask that is laid over changes them. at NULL: biases are those of the trace. */
  MatView bias_offsets;
  /* [L] its own relative vectors [2K+1,D], borrowed, where other positions are laid over them;
  ** NULL: those of the trace. */
  const MatView *relative_key, *relative_value;
  bool in_blocks; /* products are summed in blocks (core/product_in_blocks.h) */
} TraceOwn;

/* The names of a trace, its tokens and its words. Texts are copied, word tables are lent. mask_name
** is that of mask_name_write. */
typedef struct TraceNames {
  Str sentence, model_name, model_label, mask_name;
  Str second; /* the sentence of the keys, where it is another that is known; at NULL: none */
  AttentionKind kind; /* what was done: the model's own settings, or those laid over it */
  /* What was done where that is more than what is said: a quiz hides its mistake. */
  AttentionKind true_kind;
  MistakeQuiz quiz;
  AttentionKind own_kind; /* of the model; of a recording all that it says */
  const TraceTokenText *tokens;
  const TraceTokenText *keys; /* [key_count] where they are others; NULL: the tokens */
  bool keys_are_kept;         /* of the same sentence: the tokens and those before, kept (K/V) */
  bool keys_are_mixtures;     /* of the tokens (M-58) */
  uint64_t model_serial;      /* 0: it ran elsewhere */
  int cut_count, bad_byte_count;
  bool is_recorded;
  TraceWords words;
  Str source, said; /* with a half: the two sentences, of which `sentence` is one */
  /* Of a shuffled sentence: the run of it as typed, which must outlive the trace, and [token_count]
  ** where each token stands in that; lent. NULL: not shuffled. */
  const Trace *in_order;
  const int *places;
  /* What a person changed, copied; NULL: nothing. The same run without that, which must outlive the
  ** trace, and [token_count] where the row of each token is in it, lent; NULL: there is none, and
  ** the same. */
  const WhatIfs *what_ifs;
  const Trace *without;
  SharedTrace *shared_without; /* that `without` is of, or a half of; held by the trace's arena */
  const int *rows_without;
} TraceNames;

/* Computes lazy numbers: the matrix of a part, layer and head into `to`, or rows of LOGITS from
** `first` on. Called by one thread at a time, which may be any. False with a status: the numbers
** become NaN. It may read the stored parts of the trace. */
typedef struct TraceSource {
  bool (*fill)(void *self, TraceMatrixId of, Mat to, Status *status);
  bool (*fill_logits)(void *self, int first, Mat to, Status *status); /* NULL: fill is used */
  void *self;
} TraceSource;

/* The default size limit of the cache: the parts [T,S] of a head of 1,024 tokens take 16 MiB. */
enum { TRACE_CACHE_BYTES = 256 << 20 };

/* Whether a trace of that shape has the part, unless it is listed as absent; lent parts may be. */
bool trace_shape_can_have(const TraceShape *shape, TracePart part);

/* Makes a trace with all parts of the shape; stored numbers are 0. mask [T,S] is lent and must
** outlive the trace; hidden NULL: none. An inconsistent shape asserts. NULL: out of memory. */
Trace *trace_begin(Arena *arena, const TraceShape *shape, const TraceNames *names, MaskView mask,
                   Status *status);

/* The matrix to write: [rows, cols] of the part, layer and head from 0. Not for absent, lazy or
** lent parts. Its stride may be larger than cols, since heads lie side by side. */
Mat trace_place(Trace *trace, TracePart part, int layer, int head);

/* Whether the trace has this part and stores its numbers: in every layer; in this layer. */
bool trace_is_stored(const Trace *trace, TracePart part);
bool trace_keeps(const Trace *trace, TracePart part, int layer);

/* Needed when shape.lazy is not 0. cache_bytes 0: TRACE_CACHE_BYTES. */
bool trace_set_source(Trace *trace, const TraceSource *source, size_t cache_bytes, Status *status);

/* Sets the largest finite |x| of a matrix without broken numbers, when the caller knows it; sealing
** then skips the matrix. */
void trace_note_largest(Trace *trace, TracePart part, int layer, int head, float largest);

/* Sets why a stage cannot be shown; the text is kept by pointer. */
void trace_set_missing(Trace *trace, StageId stage, Str why);

/* Sets the mask of one layer, lent like that of trace_begin. */
bool trace_set_layer_mask(Trace *trace, int layer, MaskView mask, Str name, Status *status);

/* Sets the divisor of the scores in a layer, when it is not √D (M-45). */
void trace_set_score_divisor(Trace *trace, int layer, float divisor);
/* What scores were really divided by, where a quiz says another number; [L], lent. */
void trace_lend_true_divisors(Trace *trace, const float *divisors);

/* The names of `count` mixtures of keys: "mix 1" … NULL: out of memory. */
TraceTokenText *trace_mixture_texts(Arena *arena, int count);

/* Sets what the model does of itself; the text is copied. */
bool trace_set_own(Trace *trace, const TraceOwn *own, Status *status);
const TraceOwn *trace_own(const Trace *trace);

/* Lend matrices W_Q … B_O, biases as [1,D], and tables of the kind; norms and MLP of a layer; the
** output layer. Nothing is copied: the model must outlive the trace. */
void trace_lend(Trace *trace, TracePart part, int layer, int head, MatView weights);
void trace_lend_block(Trace *trace, int layer, TraceBlockWeights weights);
void trace_lend_words(Trace *trace, TraceWordWeights weights);

/* What trace_without is of, or a half of; NULL: there is none. */
SharedTrace *trace_shared_without(const Trace *trace);

/* The serial of the model, from its names. */
uint64_t trace_model_serial(const Trace *trace);

/* Σ of a row of shares in double. */
double trace_sum_of_shares(const float *shares, int word_count);

/* Writes the most probable words of one token's rows [word_count] to list, the likeliest first,
** ties by id; returns how many: the smaller of most and word_count, 0 if a share is NaN. */
int trace_find_candidates(const float *logits, const float *shares, int word_count,
                          TraceCandidate *list, int most);

/* Sets the role of a head by construction; the text is kept by pointer. */
void trace_set_head_role(Trace *trace, int layer, int head, Str role);

/* Roles and notes of all heads, which may still be measured: finish waits until they are ready, and
** may be called by any thread, any number of times. finish NULL: readers do not wait; labels and
** notes are NULL until the owner sets them, between two frames. only_notes: the roles of
** trace_set_head_role are valid, and reading them never waits. */
typedef struct TraceRoles {
  void (*finish)(void *self);
  void *self;
  bool only_notes;
  const Str *labels; /* [L · H], valid after finish; NULL: none, or not yet */
  /* What is said of a head, in the language of now; NULL: nothing, or not yet. */
  Str (*note)(const void *note_self, Arena *arena, int layer, int head);
  const void *note_self;
  const float *scores;        /* [L · H], of each label; NULL: none */
  const TraceRoleNeed *needs; /* [L · H], of each label; NULL: nothing */
  const TraceRoleScore *all;  /* [L · H · role_count], every score; NULL: none */
  int role_count, text_count; /* text_count: measured over so many */
} TraceRoles;

/* roles is kept by pointer and must outlive the trace. */
void trace_lend_roles(Trace *trace, const TraceRoles *roles);

/* Checks every stored matrix whose largest number was not set, gives the trace a serial, and sets
** *sealed. False: a number is NaN or infinite where it may not be. */
bool trace_seal(Trace *trace, const Trace **sealed, Status *status);

/* An encoder and a decoder (trace/trace_halves.c). The input of a layer of one half is the BLOCK of
** the layer before, of another half: trace_lend_input points to it, when that is known. */
bool trace_has_lent_input(const Trace *trace, int layer);
void trace_lend_input(Trace *trace, int layer, const Trace *from);
/* Seals the three and joins them: each then reads the matrices of all layers. halves[half], without
** HALF_NONE; *sealed is the last one, as trace_seal gives it. */
bool trace_seal_halves(Trace *const halves[HALF_COUNT], const Trace **sealed, Status *status);

#endif
