/* trace/trace_types.h -- what a trace says of tokens, words and weights.
**
** Plain data; trace/trace.h tells how to ask for it. Include that.
**
** Memory  Every Str and pointer in these structs is the trace's, or the model's that lent it: valid
**         as long as the trace.   Errors  None. */
#ifndef TRACE_TRACE_TYPES_H
#define TRACE_TRACE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "core/activation.h"
#include "core/matrix.h"
#include "trace/parts.h"

/* Where a layer has its norms (M-10): nowhere (hand-made, random), behind the sum that a
** sublayer ends with (M-15, M-16), or before the sublayer, beside the sum (M-42). */
typedef enum NormPlace {
  NORM_NONE,
  NORM_AFTER, /* of the sum: trained here, BERT */
  NORM_BEFORE /* of the heads and of the MLP: GPT-2 */
} NormPlace;

/* One token of the sentence, or one key of cross-attention. Bytes count from 0 in
** trace_sentence; several tokens may share the bytes of one character (group). */
typedef struct TraceToken {
  Str text;  /* as typed */
  Str label; /* as read; with its position where the same occurs more than once: "the·5" */
  int first_byte, bytes; /* in the sentence */
  int occurrences;       /* how often this token occurs in the sentence */
  int id;                /* in the model's table; −1: it has none */
  Str raw;               /* the bytes the token stands for; "": those of text */
  int group;             /* tokens of one character share a number ≥ 0; −1: stands alone */
  int segment;           /* the sentence of a pair: 0 or 1 */
  bool special;          /* [CLS], <|endoftext|> … */
} TraceToken;

/* A word the model could name at a token, and how much it would bet on it. */
typedef struct TraceCandidate {
  int word; /* its id */
  float logit, probability;
} TraceCandidate;

/* How many candidates are computed at most, and how many are shown beside every token where one
** steps through them. */
enum { TRACE_CANDIDATES_MOST = 16, TRACE_CANDIDATES_SHOWN = 5 };

/* The norms and the MLP of a layer, the model's own memory: gains and biases [d_model],
** w_1 [d_model,F], b_1 [F], w_2 [F,d_model], b_2 [d_model]; a bias may be NULL. Without an MLP
** these and norm_2 are empty. */
typedef struct TraceBlockWeights {
  const float *norm_1_gain, *norm_1_bias, *norm_2_gain, *norm_2_bias;
  MatView w_1, w_2;
  const float *b_1, *b_2;
  float epsilon; /* of the norms */
  Activation activation;
} TraceBlockWeights;

/* What names the words: logits = x · embeddingᵀ + bias. embedding [V,d_model], bias [V] or NULL. */
typedef struct TraceWordWeights {
  MatView embedding;
  const float *bias;
} TraceWordWeights;

#endif
