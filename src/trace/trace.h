/* trace/trace.h -- every name, shape and number of one forward pass, sealed.
**
** A trace is made by model/ through trace_build.h and is const from then on. Whatever draws reads
** it here; nothing that draws can change a number.
**
** Shapes  T tokens, S = T in self-attention, D = d_head, H heads.
**   per trace   TOKEN_EMBEDDING, POSITION, X   [T, d_model]   X = TOKEN_EMBEDDING + POSITION
**   per layer   INPUT [T, d_model] (layer 1: X)   CONCAT [T, H·Dv]   JOINED = CONCAT · W_O
**               RESIDUAL = INPUT + JOINED   BLOCK, what the next layer receives   W_O [H·Dv,
*d_model]
**   with norms  NORM_1 = norm_1(RESIDUAL)                                             (M-15)
**   with an MLP MLP, what it adds to NORM_1    BLOCK = norm_2(NORM_1 + MLP)           (M-16)
**               Without an MLP BLOCK is NORM_1, without norms it is RESIDUAL: the same numbers.
**   with words  LOGITS [T,V] of the last BLOCK and PROBABILITIES, their softmax by row (M-17)
**   per head    Q [T,D]  K [S,D]  V [S,Dv]  SCORES SCALED MASKED WEIGHTS [T,S]  OUTPUT [T,Dv]
**               W_Q W_K W_V [d_model, D]
** Layer and head indices count from 0 here; people read them from 1.
** Memory  One arena, owned by whoever called trace_begin. Weights are the model's own memory.
** Errors  None after sealing.
*/
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "core/matrix.h"
#include "trace/stages.h"

typedef enum TracePart {
  TRACE_TOKEN_EMBEDDING,
  TRACE_POSITION,
  TRACE_X,
  TRACE_INPUT,
  TRACE_Q,
  TRACE_K,
  TRACE_V,
  TRACE_SCORES,
  TRACE_SCALED,
  TRACE_MASKED,
  TRACE_WEIGHTS,
  TRACE_OUTPUT,
  TRACE_CONCAT,
  TRACE_JOINED,
  TRACE_RESIDUAL,
  TRACE_NORM_1,
  TRACE_MLP,
  TRACE_BLOCK,
  TRACE_LOGITS,
  TRACE_PROBABILITIES,
  TRACE_W_Q,
  TRACE_W_K,
  TRACE_W_V,
  TRACE_W_O,
  TRACE_PART_COUNT
} TracePart;

typedef struct TracePartInfo {
  const char *name; /* in file names and tensor names: "q", "weights" */
  bool per_layer, per_head;
  bool by_pair; /* [T,S] */
} TracePartInfo;

typedef struct TraceToken {
  Str text;  /* as typed */
  Str label; /* text, or text·position where the same token occurs more than once: "the·5" */
  int first_byte, bytes; /* in the sentence */
  int occurrences;       /* how often this token occurs in the sentence */
} TraceToken;

/* A word the model could name at a token, and how much it would bet on it. */
typedef struct TraceCandidate {
  int word; /* its id */
  float logit, probability;
} TraceCandidate;

/* Computed at most; and shown beside every token, where one steps through them. */
enum { TRACE_CANDIDATES_MOST = 16, TRACE_CANDIDATES_SHOWN = 5 };

/* What follows the heads of a layer, the model's own memory: gains and biases [d_model],
** w_1 [d_model,F], b_1 [F], w_2 [F,d_model], b_2 [d_model]. Without an MLP these and norm_2 are
** empty. */
typedef struct TraceBlockWeights {
  const float *norm_1_gain, *norm_1_bias, *norm_2_gain, *norm_2_bias;
  MatView w_1, w_2;
  const float *b_1, *b_2;
  float epsilon; /* of the norms */
} TraceBlockWeights;

/* What names the words: logits = x · embeddingᵀ + bias. embedding [V,d_model], bias [V]. */
typedef struct TraceWordWeights {
  MatView embedding;
  const float *bias;
} TraceWordWeights;

typedef struct Trace Trace;

const TracePartInfo *trace_part_info(TracePart part);

uint64_t
trace_serial(const Trace *trace); /* differs for every trace made by this process, from 1 */
Str trace_sentence(const Trace *trace);
int trace_token_count(const Trace *trace);
const TraceToken *trace_token(const Trace *trace, int index);
int trace_cut_count(const Trace *trace);      /* tokens that did not fit the model */
int trace_bad_byte_count(const Trace *trace); /* bytes that were not UTF-8 */

Str trace_model_name(const Trace *trace);  /* "hand-made" */
Str trace_model_label(const Trace *trace); /* "hand-made · written as rules, not trained" */
Str trace_mask_name(const Trace *trace);   /* none, causal, padding:2, window:1, prefix:3, edited */
/* What it does by its measured score, or was built to do; empty: nothing is known. The note has
** the scores in a sentence, empty when nothing was measured. The first to ask waits while the
** measuring goes on. */
Str trace_head_role(const Trace *trace, int layer, int head);
Str trace_head_role_note(const Trace *trace, int layer, int head);

/* Words the model can name; without them LOGITS and PROBABILITIES are empty. */
bool trace_has_words(const Trace *trace);
int trace_word_count(const Trace *trace);
/* The word of an id as a person reads it; of an unknown embedding that a token of this sentence
*has,
** the token as typed. */
Str trace_word(const Trace *trace, int id);
int trace_token_id(const Trace *trace, int index); /* −1 without words */
/* Was the model trained to name a word at such a token? And is that so at every one? Both false
** without words. */
bool trace_is_asked(const Trace *trace, int index);
bool trace_asks_all(const Trace *trace);
/* The most probable words at a token, first the likeliest, ties by id; returns how many: the
** smallest of most, TRACE_CANDIDATES_MOST and the words there are. Computed when asked for. */
int trace_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most);

int trace_layer_count(const Trace *trace);
int trace_head_count(const Trace *trace, int layer);
int trace_d_model(const Trace *trace);
int trace_d_head(const Trace *trace);

/* False for parts this model has not, such as MLP: their matrices are empty. */
bool trace_has_part(const Trace *trace, TracePart part);

/* NULL for a model without norms, or without words. */
const TraceBlockWeights *trace_block_weights(const Trace *trace, int layer);
const TraceWordWeights *trace_word_weights(const Trace *trace);

/* layer and head are ignored for parts that have none. Empty view when the sentence is empty. */
MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head);

/* Largest finite |x| of that matrix, computed once when the trace was sealed. */
float trace_largest(const Trace *trace, TracePart part, int layer, int head);

/* The same over every head of the layer. */
float trace_largest_of_heads(const Trace *trace, TracePart part, int layer);

bool trace_hidden(const Trace *trace, int query, int key); /* hidden by the mask */
bool trace_row_hidden(const Trace *trace, int query);      /* "attends to nothing" */

/* The stages this trace has are the first so many of the table: all of them, or all but logits. */
int trace_stage_count(const Trace *trace);

/* The parts a stage consists of, in drawing order: qkv gives Q, K, V. Returns how many (at most 4);
** tokens has none. The last one listed is the stage's result. */
int trace_stage_parts(StageId stage, TracePart parts[4]);

/* Rows and columns a learner steps through at a stage: the result's shape; T x 1 for tokens; at
** logits a column is a rank among the likeliest words, at most TRACE_CANDIDATES_SHOWN of them. */
void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols);

#endif
