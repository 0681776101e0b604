/* trace/trace_types.h -- the parts of a trace, and what it says of tokens, words and weights.
**
** Plain data; trace/trace.h tells what the parts are and how to ask for them. Include that.
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

/* One kind of matrix each; trace/trace.h has the formula and the shape of every one. The order
** is that of the computation, but NORM_2 stands beside NORM_1; the weights of the maps come
** last. Files name parts as trace_part_info does, never by these numbers. */
typedef enum TracePart {
  /* Of the whole trace: what is added up to the input of the first layer. */
  TRACE_TOKEN_EMBEDDING, /* [T,E] rows of the table, or by rule */
  TRACE_POSITION,        /* [T,E] what tells places apart (M-01) */
  TRACE_SEGMENT,         /* [T,E] first or second sentence (M-46) */
  TRACE_EMBEDDED,        /* [T,E] their sum, before its norm */
  TRACE_X,               /* [T,E] what the first layer receives */
  /* Of every layer, those from Q to OUTPUT of every head. */
  TRACE_INPUT, /* [T,E] X, or the BLOCK before */
  TRACE_Q,     /* [T,D] */
  TRACE_K,     /* [S,D] */
  TRACE_V,     /* [S,Dv] */
  /* The five stages of a head, [T,S] but for the last. */
  TRACE_SCORES,  /* M-03 */
  TRACE_SCALED,  /* M-04 */
  TRACE_MASKED,  /* M-05 */
  TRACE_WEIGHTS, /* M-06 */
  TRACE_OUTPUT,  /* [T,Dv] M-07 */
  /* From the heads to what leaves the layer. */
  TRACE_CONCAT,    /* [T,H·Dv] the outputs side by side */
  TRACE_ATTN_PROJ, /* [T,E] CONCAT · W_O (M-09) */
  TRACE_RESIDUAL,  /* [T,E] INPUT + JOINED */
  TRACE_NORM_1,    /* [T,E] of the sum, or before the heads */
  TRACE_NORM_2,    /* [T,E] */
  TRACE_MLP,       /* [T,E] what it adds */
  TRACE_BLOCK,     /* [T,E] what leaves the layer */
  /* Of the whole trace again: from the last layer to the words. */
  TRACE_FINAL,         /* [T,E] what the logits are made from */
  TRACE_LOGITS,        /* [T,V] M-17 */
  TRACE_PROBABILITIES, /* [T,V] their softmax by row */
  /* The model's own weights, only lent. */
  TRACE_W_Q, /* [E,D] */
  TRACE_W_K, /* [E,D] */
  TRACE_W_V, /* [E,Dv] */
  TRACE_W_O, /* [H·Dv,E] */
  TRACE_B_Q, /* [1,D] */
  TRACE_B_K, /* [1,D] */
  TRACE_B_V, /* [1,Dv] */
  TRACE_B_O, /* [1,E] */
  TRACE_PART_COUNT
} TracePart;

/* Where a layer has its norms (M-10): nowhere (hand-made, random), behind the sum that a
** sublayer ends with (M-15, M-16), or before the sublayer, beside the sum (M-42). */
typedef enum NormPlace {
  NORM_NONE,
  NORM_AFTER, /* of the sum: trained here, BERT */
  NORM_BEFORE /* of the heads and of the MLP: GPT-2 */
} NormPlace;

/* What is the same for a part in every trace. Its [rows, cols] are those of trace_matrix_shape. */
typedef struct TracePartInfo {
  const char *name; /* in file names and tensor names: "q", "weights" */
  bool per_layer, per_head;
  bool by_pair;    /* [T,S] */
  bool is_weights; /* of the model: its rows are no tokens */
} TracePartInfo;

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
