/* trace/workings/layer_answers.h -- the answer layer by layer, called the logit lens: what the
** model would say at a token if the rows after a layer were the last ones.
**
**   x_0 the input of the first layer, x_l the output of layer l, at one token
**   logits_l = final(x_l) · embeddingᵀ + bias     p_l = softmax(logits_l)             (M-106)
**   entropy_l = −Σ p log₂ p                                                           (M-13)
**
** final is what the model does with the rows of its last layer: its last norm, BERT's transform
** (M-44), or nothing. The last p_l is the model's own prediction. No layer before was trained to be
** read so: a word there says what a row is near to, as the output table sees it.
**
** Of an encoder and a decoder the layers are those of the decoder, which says the words.
**
** model/forward/layer_answers.h makes it.
** Units   Entropy in bits; ranks from 1.   Memory  Its maker's arena.
** Source  nostalgebraist 2020, interpreting GPT: the logit lens.
*/
#ifndef TRACE_WORKINGS_LAYER_ANSWERS_H
#define TRACE_WORKINGS_LAYER_ANSWERS_H

#include "trace/trace.h"

enum { LAYER_ANSWERS_BEST = 5 };

typedef enum LayerAnswersRefusal {
  LAYER_ANSWERS_CAN,
  LAYER_ANSWERS_NO_TOKENS,
  LAYER_ANSWERS_NO_WORDS,      /* the model names none */
  LAYER_ANSWERS_NO_MODEL,      /* a recording has no output table */
  LAYER_ANSWERS_OF_THE_SOURCE, /* a layer of an encoder, whose tokens are not answered */
  LAYER_ANSWERS_UNDER_WAY      /* they are being made */
} LayerAnswersRefusal;

/* The words at one token after one layer. */
typedef struct LayerAnswer {
  TraceCandidate best[LAYER_ANSWERS_BEST]; /* the likeliest first */
  int best_count;                          /* 0: a number is not finite */
  float entropy_bits;
  /* Of the word that the model says after its last layer. */
  float final_probability;
  int final_rank;
} LayerAnswer;

typedef struct LayerAnswers {
  LayerAnswersRefusal refusal; /* the rest is there if it is LAYER_ANSWERS_CAN */
  uint64_t serial;             /* of the trace */
  /* Of a large table words are named at some tokens alone: from first_token on. */
  int first_token, token_count;
  int point_count;         /* the input and every layer */
  const int *layers;       /* [point_count] which layer, from 0; −1: the input of the first */
  const LayerAnswer *made; /* [token_count, point_count] */
  /* [token_count] the model's own prediction in the same run without what-ifs: before a head was
  ** switched off. NULL: nothing was changed. */
  const LayerAnswer *unchanged;
} LayerAnswers;

/* Whether words are named at that token; then those after a point, from 0. */
static inline bool layer_answers_has(const LayerAnswers *answers, int token) {
  int place = token - answers->first_token;
  return answers->refusal == LAYER_ANSWERS_CAN && place >= 0 && place < answers->token_count;
}
static inline const LayerAnswer *layer_answer_at(const LayerAnswers *answers, int token,
                                                 int point) {
  assert(layer_answers_has(answers, token) && point >= 0 && point < answers->point_count);
  return &answers->made[(token - answers->first_token) * answers->point_count + point];
}
/* The place of a layer among the points; the last one for a layer that is none of them. */
int layer_answers_point(const LayerAnswers *answers, int layer);
/* The first point from which on the likeliest word stays the final one. */
int layer_answers_settled(const LayerAnswers *answers, int token);

#endif
