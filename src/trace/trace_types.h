/* trace/trace_types.h -- the data types of trace/trace.h: tokens, words and weights. Included
** there.
**
** Memory  Every Str and pointer in these structs belongs to the trace, or to the model that lent
**         it, and is valid as long as the trace.
** Errors  None.
*/
#ifndef TRACE_TRACE_TYPES_H
#define TRACE_TRACE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "core/activation.h"
#include "core/matrix.h"
#include "core/norm.h"
#include "trace/parts.h"

/* The position of a layer's norms (M-10): none (hand-made, random), after the residual sum of a
** sublayer (post-norm: M-15, M-16), or before the sublayer (pre-norm: M-42). */
typedef enum NormPlace {
  NORM_NONE,
  NORM_AFTER, /* post-norm: models trained here, BERT */
  NORM_BEFORE /* pre-norm: GPT-2 */
} NormPlace;

/* What the layers of a trace are. An encoder and a decoder are one stack of layers over two
** sentences: those of the encoder, then two for each layer of the decoder. */
typedef enum TraceHalf {
  HALF_NONE,   /* one sentence, or a second one laid over */
  HALF_SOURCE, /* encoder: the source asks itself */
  HALF_TARGET, /* decoder: the target asks itself */
  HALF_CROSS,  /* decoder: the target asks the source */
  HALF_COUNT
} TraceHalf;

/* One token of the sentence, or one key of cross-attention. Bytes count from 0 in
** trace_sentence; several tokens may share the bytes of one character (group). */
typedef struct TraceToken {
  Str text; /* as typed */
  /* As read: with its position where the same occurs more than once, "the·5"; isolated if it runs
  ** right to left (i18n_isolated), so that it can stand in any sentence. A token that was shuffled
  ** keeps the position in the sentence as typed. */
  Str label;
  int first_byte, bytes; /* in the sentence */
  int occurrences;       /* how often this token occurs in the sentence */
  int id;                /* in the model's table; −1: it has none */
  Str raw;               /* the bytes the token stands for; "": those of text */
  int group;             /* tokens of one character share a number ≥ 0; −1: stands alone */
  int segment;           /* the sentence of a pair: 0 or 1 */
  bool special;          /* [CLS], <|endoftext|> … */
  Str read_as;           /* of a word the model does not know: "unknown 7", "[UNK]"; else "" */
} TraceToken;

/* What a sentence must have for the role of a head to show in it. */
typedef enum TraceRoleNeed {
  ROLE_NEEDS_NOTHING,
  ROLE_NEEDS_PRONOUN,
  ROLE_NEEDS_REPEAT /* the same token twice */
} TraceRoleNeed;

/* One measured score of a head: the role's name, marked for translation, and the score from which
** on a head is named after it. */
typedef struct TraceRoleScore {
  const char *name;
  float score, threshold; /* score −1: not measured */
} TraceRoleScore;

/* A word the model may predict at a token, and its probability. */
typedef struct TraceCandidate {
  int word; /* its id */
  float logit, probability;
} TraceCandidate;

/* How many candidates are computed at most, and how many the stage logits shows for a token. */
enum { TRACE_CANDIDATES_MOST = 16, TRACE_CANDIDATES_SHOWN = 5 };

/* The norms and the MLP of a layer, the model's own memory: gains and biases [d_model], w_1 and
** w_gate [d_model,F], b_1 [F], w_2 [F,d_model], b_2 [d_model]; a bias may be NULL. Without an MLP
** these and norm_2 are empty; without a gate w_gate is. With one the units are
** f(x W_gate) ⊙ (x W_1) (M-72). */
typedef struct TraceBlockWeights {
  const float *norm_1_gain, *norm_1_bias, *norm_2_gain, *norm_2_bias;
  MatView w_1, w_gate, w_2;
  const float *b_1, *b_2;
  float epsilon; /* of the norms */
  NormMethod norm_method;
  Activation activation;
} TraceBlockWeights;

/* The output layer: logits = x · embeddingᵀ + bias. embedding [V,d_model], bias [V] or NULL. */
typedef struct TraceWordWeights {
  MatView embedding;
  const float *bias;
} TraceWordWeights;

#endif
