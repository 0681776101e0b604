/* model/checkpoint/tensor_map.h -- which tensor of a file goes to which slot of a model. For model/
** only.
**
** The same matrices have other names and layouts in each program that writes checkpoints: GPT-2
** stores projections as [in, out], BERT as [out, in]; one has Q, K and V as one matrix, the other
** as three. The map hides these differences from the rest of model/.
**
** Slots   A slot is a set of numbers of a model, the same for every family: SLOT_QKV is [E, 3E], Q,
**         K and V side by side, whether the file has one matrix (GPT-2) or three transposed ones
**         (BERT). In memory matrices are [in, out]: y = x W + b.
** Names   GPT-2 h.0.attn.c_attn.weight …, BERT encoder.layer.0.attention.self.query.weight …, with
**         the prefixes of some writers (transformer. and bert.; module. and model. outside), and
**         gamma and beta for weight and bias of a norm. Buffers, poolers and the heads of other
**         tasks are ignored.
** Output  The table of the logits. Tied: the embedding, unless the file has an output table that
**         differs from it. Not tied: the file's own; without one there are no logits.
** Memory  Lists of orders and places on the arena; all numbers in one block, where each slot begins
**         on a cache line. What tensor_map_at returns lives as long as the arena.
** Errors  The tensors that are missing, ten by name; a shape with the keys that ask for another;
**         other layers than config.json says; quantised weights and cross-attention by name.
** Source  docs/formats.md, "Checkpoint folders".
*/
#ifndef MODEL_CHECKPOINT_TENSOR_MAP_H
#define MODEL_CHECKPOINT_TENSOR_MAP_H

#include "model/checkpoint/config.h"
#include "model/checkpoint/weights.h"

/* First the slots that a model has once, then those of each layer. OFFSET is the bias of a product,
** BIAS that of a norm. */
typedef enum TensorSlot {
  /* once a model */
  SLOT_TOKENS,    /* [V, E] */
  SLOT_POSITIONS, /* [P, E] */
  SLOT_SEGMENTS,  /* [S, E] */
  SLOT_EMBEDDING_GAIN,
  SLOT_EMBEDDING_BIAS,
  SLOT_FINAL_GAIN,
  SLOT_FINAL_BIAS,
  /* BERT's head for masked words (M-44), if the file has it. */
  SLOT_ANSWER, /* [E, E] */
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

/* Filled by tensor_map_find, except once and layers, whose memory tensor_map_read takes. */
typedef struct TensorMap {
  const Config *config;
  const Weights *weights;
  WeightOrder *orders;    /* that of SLOT_TOKENS comes first */
  TensorMapPlace *places; /* of the orders */
  int order_count;
  const WeightTensor *twin; /* the file's output table; NULL: it has none */
  int comparison;           /* the order that compares it with the embedding; −1: none */
  bool has_answer;          /* the file has BERT's head */
  bool has_output, output_is_tied;
  float *once[SLOT_LAYER_FIRST]; /* NULL: not there */
  float *(*layers)[LAYER_SLOTS]; /* [L] */
} TensorMap;

/* In memory, [in, out]; a vector has one row. */
typedef struct TensorSlotShape {
  int rows, cols;
} TensorSlotShape;

/* The shape of a slot by the sizes of a config. */
TensorSlotShape tensor_map_shape(const Config *config, TensorSlot slot);

/* The family by the names of the tensors; FAMILY_UNKNOWN: neither. */
ModelFamily tensor_map_family(const Weights *weights);

/* Is the tensor a mask or a counter, not weights of the model? */
bool tensor_map_is_buffer(const char *name);

/* Finds every tensor and checks its shape; folder is for errors. Neither reads numbers nor takes
** memory for them, so the memory taken later is no more than the files contain. */
bool tensor_map_find(Arena *arena, const char *folder, const Config *config, const Weights *weights,
                     TensorMap *layout, Status *status);

/* Takes the memory and reads the numbers into it. */
bool tensor_map_read(Arena *arena, TensorMap *layout, Pool *pool, const Progress *progress,
                     Status *status);

/* The numbers of a slot, of the shape tensor_map_shape; layer −1 for slots that a model has once.
** NULL: this model does not have it. */
float *tensor_map_at(const TensorMap *layout, int layer, TensorSlot slot);

#endif
