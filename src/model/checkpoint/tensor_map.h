/* model/checkpoint/tensor_map.h -- which tensor goes to which place of a model. For model/ only.
**
** The same arithmetic has other names and orders in every program that writes checkpoints: GPT-2's
** maps are stored [in, out], BERT's [out, in]; one file has Q, K and V as one matrix, the other as
** three. Here all of that ends: behind it there is one kind of model.
**
** Places  A place is what a model calls its numbers, the same for every family: SLOT_QKV is
**         [E, 3E], Q, K and V side by side, whether the file has them as one matrix (GPT-2) or as
**         three that are turned (BERT). Matrices lie in memory as [in, out]: y = x W + b.
** Names   GPT-2 h.0.attn.c_attn.weight …, BERT encoder.layer.0.attention.self.query.weight …, with
**         what some writers put before them (transformer. and bert.; module. and model. outside),
**         and gamma and beta for weight and bias of a norm. Buffers, poolers and the heads of other
**         tasks are left alone.
** Output  The table logits are made with. Tied: that of the words, unless the file has one of its
**         own that is another; not tied: the file's own, and without one there are no logits.
** Memory  Lists of orders and places on the arena; the numbers in one piece, each place on a line
**         of the cache. What tensor_map_at gives lives as long.
** Errors  The tensors that are missing, ten by name; a shape with the keys that ask for another;
**         other layers than config.json says; quantised weights and cross-attention by name.
** Source  docs/formats.md, "Checkpoint folders".
*/
#ifndef MODEL_CHECKPOINT_TENSOR_MAP_H
#define MODEL_CHECKPOINT_TENSOR_MAP_H

#include "model/checkpoint/config.h"
#include "model/checkpoint/weights.h"

/* What a model calls its numbers. First those it has once, then those of each layer; OFFSET is
** what is added to a product (the file's bias), BIAS what is added in a norm. */
typedef enum TensorSlot {
  /* once a model */
  SLOT_TOKENS,    /* [V, E] */
  SLOT_POSITIONS, /* [P, E] */
  SLOT_SEGMENTS,  /* [S, E] */
  SLOT_EMBEDDING_GAIN,
  SLOT_EMBEDDING_BIAS,
  SLOT_FINAL_GAIN,
  SLOT_FINAL_BIAS,
  /* BERT's head for hidden words (M-44), where the file has it. */
  SLOT_ANSWER, /* [E, E] BERT's head for hidden words */
  SLOT_ANSWER_OFFSET,
  SLOT_ANSWER_GAIN,
  SLOT_ANSWER_BIAS,
  /* The table logits are made with (M-17). */
  SLOT_OUTPUT, /* [V, E]; that of SLOT_TOKENS when it is tied */
  SLOT_OUTPUT_OFFSET,
  /* once a layer */
  SLOT_NORM_1_GAIN,
  SLOT_NORM_1_BIAS,
  /* Attention (M-02, M-09). */
  SLOT_QKV, /* [E, 3E] */
  SLOT_QKV_OFFSET,
  SLOT_JOIN, /* [E, E] */
  SLOT_JOIN_OFFSET,
  SLOT_NORM_2_GAIN,
  SLOT_NORM_2_BIAS,
  /* The MLP (M-16). */
  SLOT_WIDE, /* [E, F] */
  SLOT_WIDE_OFFSET,
  SLOT_NARROW, /* [F, E] */
  SLOT_NARROW_OFFSET,
  SLOT_COUNT,
  SLOT_LAYER_FIRST = SLOT_NORM_1_GAIN
} TensorSlot;

enum { LAYER_SLOTS = SLOT_COUNT - SLOT_LAYER_FIRST };

/* Where the numbers of one order belong. */
typedef struct TensorMapPlace {
  TensorSlot slot;
  int layer, part; /* part: of SLOT_QKV and its offset, from 0 */
} TensorMapPlace;

/* Filled by tensor_map_find but for once and layers, which tensor_map_read takes memory for. */
typedef struct TensorMap {
  const Config *config;
  const Weights *weights;
  WeightOrder *orders;    /* that of SLOT_TOKENS comes first */
  TensorMapPlace *places; /* of the orders */
  int order_count;
  const WeightTensor *twin; /* an output table, NULL: none is in the file */
  int comparison;           /* the order that compares it with the word table; −1: none */
  bool has_answer;          /* BERT's head is there */
  bool has_output, output_is_tied;
  float *once[SLOT_LAYER_FIRST]; /* NULL: not there */
  float *(*layers)[LAYER_SLOTS]; /* [L] */
} TensorMap;

/* As it lies in memory, [in, out]; a vector has one row. */
typedef struct TensorSlotShape {
  int rows, cols;
} TensorSlotShape;

/* What the sizes of a config ask of a place. */
TensorSlotShape tensor_map_shape(const Config *config, TensorSlot slot);

/* The family by the names of the tensors; FAMILY_UNKNOWN: neither. */
ModelFamily tensor_map_family(const Weights *weights);

/* A tensor that is no number of the model: masks and counters that are kept as tensors. */
bool tensor_map_is_buffer(const char *name);

/* Finds every tensor and checks its shape; folder is for sentences. No numbers are read, and no
** memory is taken for them: what is asked for after this is no more than the files hold. */
bool tensor_map_find(Arena *arena, const char *folder, const Config *config, const Weights *weights,
                     TensorMap *layout, Status *status);

/* Takes the memory and reads the numbers into it. */
bool tensor_map_read(Arena *arena, TensorMap *layout, Pool *pool, const Progress *progress,
                     Status *status);

/* The numbers of a place, as tensor_map_shape has them; layer −1: those that are there once a
** model. NULL: this model has none. */
float *tensor_map_at(const TensorMap *layout, int layer, TensorSlot slot);

#endif
