/* model/random_shape.h -- what a random model is made of, and the words that say so.
**
**   random                                   the model of that name, unchanged
**   random KEY VALUE …                       the same with other values
**   random like FAMILY KEY VALUE …           those of a family, with other values
**
**   random layers 2 heads 4 kv_heads 2 d_model 64 d_ff 128 vocabulary 1000 bias off norm rms
**   random like llama d_model 32 seed 3
**
** Each key stands in one table with its limits or words and what it is if nothing is said; a family
** is a line of the same words. Some keys follow others if nothing is said: kv_heads is heads;
** norm is after where there is an MLP, else none; a gated MLP has no biases, another has; there is
** a last norm where there are norms and words.
**
** Names   One model has one name: keys in the order of the table, none that is as it would be
**         anyway, so "random seed 2017" is "random" and "random like llama kv_heads 2" is "random
**         like llama".
** Memory  A shape is a plain value; a name is written to the caller's.
** Errors  A key that is none (the nearest one is named), named twice or without a value; a value
**         out of its limits or none of its words; numbers that do not fit together, such as heads
**         that do not divide d_model; more than RANDOM_PARAMETERS_MOST numbers. One sentence each.
** Source  docs/formats.md has the table, docs/maths.md (M-71 to M-73) what is new in the layers.
*/
#ifndef MODEL_RANDOM_SHAPE_H
#define MODEL_RANDOM_SHAPE_H

#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "core/mask.h"

typedef enum RandomKey {
  RANDOM_LAYERS,
  RANDOM_HEADS,
  RANDOM_KEY_HEADS,
  RANDOM_D_MODEL,
  RANDOM_D_FF,       /* 0: no MLP */
  RANDOM_VOCABULARY, /* 0: rows of words are made from their letters, and no word is named */
  RANDOM_CONTEXT,    /* tokens at most, and rows of learned positions */
  RANDOM_BIAS,       /* of Q, K, V and the joined heads */
  RANDOM_MLP_BIAS,
  RANDOM_NORM,
  RANDOM_LAST_NORM,
  RANDOM_EMBEDDING_NORM,
  RANDOM_EMBEDDING_SCALE, /* rows of words times √d_model */
  RANDOM_ACTIVATION,
  RANDOM_POSITIONS,
  RANDOM_SEGMENTS, /* 2: rows for a first and a second sentence, which [SEP] parts; 0: none */
  RANDOM_MASK,
  RANDOM_WORDS,
  RANDOM_ROPE_BASE, /* of positions rope */
  RANDOM_BUCKETS,   /* of positions t5 */
  RANDOM_FAR,
  RANDOM_SEED,
  RANDOM_KEY_COUNT
} RandomKey;

/* The places of the words of the keys that have some; of on and off 0 and 1. */
typedef enum RandomNorm {
  RANDOM_NORM_NONE,
  RANDOM_NORM_BEFORE,
  RANDOM_NORM_AFTER,
  RANDOM_NORM_RMS
} RandomNorm;
typedef enum RandomActivation {
  RANDOM_RELU,
  RANDOM_GELU,
  RANDOM_GELU_TANH,
  RANDOM_SILU_GATED
} RandomActivation;
typedef enum RandomPositions {
  RANDOM_SINUSOIDAL,
  RANDOM_NO_POSITIONS,
  RANDOM_LEARNED,
  RANDOM_ROPE,
  RANDOM_ALIBI,
  RANDOM_T5
} RandomPositions;
enum { RANDOM_TIED, RANDOM_UNTIED };

enum { RANDOM_PARAMETERS_MOST = 16000000, RANDOM_NAME_BYTES = 512, RANDOM_FAMILY_COUNT = 8 };

typedef struct RandomShape {
  int of[RANDOM_KEY_COUNT]; /* a number, or the place of a word; of RANDOM_MASK nothing */
  MaskParts mask;
  int family; /* from 1; 0: of none */
} RandomShape;

/* A family of published models. Texts are marked for translation. */
typedef struct RandomFamily {
  const char *name;        /* "llama" */
  const char *title;       /* "Llama", in every language */
  const char *label;       /* "like Llama · untrained numbers that mean nothing" */
  const char *explanation; /* what it is, with its source */
  const char *keys;        /* "norm rms …" */
} RandomFamily;

const RandomFamily *random_family(int index); /* from 0; random_family.c has the table */

/* "random", or "random" with words behind it: not a path. */
bool random_shape_is(Str name);

/* Reads such a name. Every key of *shape then has its value. */
bool random_shape_read(Str name, RandomShape *shape, Status *status);

/* The one name of the model that a name means. */
bool random_shape_name(Str name, char to[RANDOM_NAME_BYTES], Status *status);

/* The id of a word, folded as tokens are matched: of "w17" 17, of any other word that which its
** letters hash to, so that two may have the same (Weinberger et al. 2009). */
int random_shape_word(Str match, int word_count);

/* How many numbers the model would have. */
uint64_t random_shape_parameters(const RandomShape *shape);

#endif
