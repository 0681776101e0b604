/* model/network.h -- the shape of a trained Transformer and the layout of its numbers.
**
**   x₁ = √E · embedding[id] + position         positions sinusoidal, else without   (M-14)
**   per layer   a = attention(x)           five stages per head, concat · W_O, no biases
**               h = norm_1(x + a)                                                   (M-15)
**               x ← norm_2(h + relu(h W_1 + b_1) W_2 + b_2)     d_ff 0: x ← h       (M-16)
**   logits = x · embeddingᵀ + b            the table is used at both ends           (M-17)
**
** With encoder layers there are two sentences and one stack of layers behind the other:
**
**   encoder_layers times   as above, over the source; its last rows are y
**   layer_count times      two layers, over the target:
**     h = norm_1(x + attention(x)), causal                 no MLP: the next layer has it
**     h = norm_1(x + attention with Q of x, K and V of y)  then the MLP as above
**
** The logits are those of the target. Layers are numbered through the stack.
**
** Of one sentence attention can be of another kind: positions none, rope (M-50), alibi (M-47), t5
** (M-48) or shaw (M-63), G heads of K and V for the H of Q (M-49), and masks put together from
** parts (core/mask.h).
**
** Shapes  E = d_model, H heads of D = E/H columns, G of K and V, F = d_ff, V words.
**         embedding [V,E]  logits.bias [V]   per layer W_Q W_O [E,E], W_K W_V [E, G·D], norm gains
**         and biases [E], W_1 [E,F], b_1 [F], W_2 [F,E], b_2 [E]; of positions t5 buckets [N,H], of
**         shaw relative_key and relative_value [2K+1,D] per layer.
** Order   embedding, buckets; for each layer w_q w_k w_v w_o relative_key relative_value
**         norm_1.gain norm_1.bias, and with an MLP w_1 b_1 w_2 b_2 norm_2.gain norm_2.bias;
**         logits.bias last.
** Memory  All numbers are in one flat array in the order of network_tensor; a Network points into
**         it and owns nothing. The gradient and both moments of the optimiser have the same layout.
** Errors  network_check names the value that is not allowed, and the range.
** Source  Vaswani et al. 2017, section 3 (norm after the sum); Press and Wolf 2017 for one table.
*/
#ifndef MODEL_NETWORK_H
#define MODEL_NETWORK_H

#include "base/arena.h"
#include "base/status.h"
#include "core/bucket_bias.h"
#include "core/mask.h"
#include "core/matrix.h"
#include "core/rotary.h"
#include "trace/attention_kind.h"

/* The largest model that is trained here: 1.3 million numbers. */
enum {
  NETWORK_LAYERS_MOST = 4,
  NETWORK_STACK_MOST = 3 * NETWORK_LAYERS_MOST, /* with an encoder */
  NETWORK_HEADS_MOST = 8,
  NETWORK_WIDTH_LEAST = 8, /* d_model */
  NETWORK_WIDTH_MOST = 128,
  NETWORK_FF_MOST = 512,
  NETWORK_WORDS_MOST = 4096,
  NETWORK_TENSOR_NAME_BYTES = 48
};

/* ε of every norm (M-10); PyTorch's default. */
static const float network_norm_epsilon = 1e-5f;

/* All that determines the layout and the computation. Zeros behind word_count: every key is seen,
** positions are sinusoidal, each head has its own keys and values, and there is one sentence. */
typedef struct NetworkShape {
  int layer_count, head_count, d_model, d_ff, word_count;
  MaskParts mask;
  AttentionKind own_kind; /* its positions; every other setting is own */
  int key_head_count;     /* G; 0: as many as of Q */
  int encoder_layers;     /* 0: one stack over one sentence */
} NetworkShape;

/* What a layer of the stack does. */
typedef enum NetworkLayerKind {
  LAYER_ALONE,   /* there is one sentence */
  LAYER_ENCODER, /* the rows of the source attend to each other */
  LAYER_DECODER, /* the rows of the target attend to those before them */
  LAYER_CROSS    /* the rows of the target ask those of the source */
} NetworkLayerKind;

/* One named tensor in the flat array. */
typedef struct NetworkTensor {
  char name[NETWORK_TENSOR_NAME_BYTES]; /* "layers.0.w_q", as in the file */
  int rows, cols;                       /* rows 0: a vector of cols numbers */
  size_t first;                         /* of the flat array */
  bool decays;                          /* matrices do, gains and biases do not */
} NetworkTensor;

/* One layer as views of the flat array. Without an MLP w_1, w_2 and norm_2 are empty. */
typedef struct NetworkLayer {
  Mat w_q, w_k, w_v, w_o;
  Mat relative_key, relative_value; /* of positions shaw, else at NULL */
  float *norm_1_gain, *norm_1_bias;
  Mat w_1, w_2;
  float *b_1, *b_2, *norm_2_gain, *norm_2_bias;
} NetworkLayer;

/* The whole model as views; a plain value, valid as long as the array. embedding [V,E] is used at
** both ends (M-14, M-17). */
typedef struct Network {
  NetworkShape shape;
  Mat embedding;
  Mat buckets; /* of positions t5, else at NULL */
  float *logits_bias;
  NetworkLayer layers[NETWORK_STACK_MOST];
} Network;

/* False: status names the size that is not allowed and its range. The functions below need a shape
** that passed. */
bool network_check(const NetworkShape *shape, Status *status);
/* Parts of network_check, for what has lines of a file to name: STATUS_USAGE, whether the heads of
** K and V divide those of Q, whether such positions are trained and fit the heads, whether a mask
** is one that sequences of any length can be trained with, and whether an encoder is alone. */
bool network_check_key_heads(const NetworkShape *shape, Status *status);
bool network_check_positions(const NetworkShape *shape, Status *status);
bool network_check_mask(const NetworkShape *shape, Status *status);
bool network_check_encoder(const NetworkShape *shape, Status *status);

/* Sets the positions by their words in recipes and config.json: "rope base 500", "sinusoidal".
** False, with the shape unchanged: the words are none. */
bool network_set_positions(NetworkShape *shape, Str words, Status *status);
/* Those words. NULL: out of memory. */
const char *network_positions(Arena *arena, const NetworkShape *shape);
/* Which positions are trained, "rope", without their numbers: index from 0, 0 is sinusoidal. */
int network_position_count(void);
const char *network_position_name(int index);
int network_position_index(const NetworkShape *shape);
/* Sets those of an index, with the numbers that they start with. */
bool network_choose_positions(NetworkShape *shape, int index, Status *status);
bool network_adds_positions(const NetworkShape *shape); /* sinusoidal */
/* Of positions rope, and of t5. */
Rotary network_rotary(const NetworkShape *shape);
Buckets network_buckets(const NetworkShape *shape);

/* G, and the columns G·D of W_K and W_V. */
int network_key_heads(const NetworkShape *shape);
int network_key_width(const NetworkShape *shape);

/* How many layers there are in all, and what one of them is; index from 0. */
int network_stack_count(const NetworkShape *shape);
NetworkLayerKind network_layer_kind(const NetworkShape *shape, int layer);
/* Which layer of the decoder one of the stack belongs to, from 0: each has two of them. */
int network_decoder_layer(const NetworkShape *shape, int layer);
bool network_layer_has_mlp(const NetworkShape *shape, int layer);

/* How many tensors the shape has; index from 0, in the order of the array. */
int network_tensor_count(const NetworkShape *shape);

/* Name, shape and place of one of them; index from 0. */
NetworkTensor network_tensor(const NetworkShape *shape, int index);

/* The count of floats in the array, and the views of an array of that length. */
size_t network_number_count(const NetworkShape *shape);
Network network_over(const NetworkShape *shape, float *numbers);

/* "12 layers × 12 heads", for a person; NULL: no memory. */
const char *network_size_words(Arena *arena, int layers, int heads);

#endif
