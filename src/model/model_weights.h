/* model/model_weights.h -- the inside of a model. For model/ and its tests only.
**
** Shapes  E = d_model, H heads of D columns: W_Q, W_K, W_V [E, H·D], W_O [H·D, E] for each layer;
**         head h owns columns h·D … h·D+D−1 of the first three and the same rows of W_O.
*/
#ifndef MODEL_MODEL_WEIGHTS_H
#define MODEL_MODEL_WEIGHTS_H

#include "core/matrix.h"
#include "model/model.h"

enum { BUILTIN_LAYERS = 2, BUILTIN_HEADS = 4, BUILTIN_D_HEAD = 16, BUILTIN_D_MODEL = 64 };

typedef struct LayerWeights {
  Mat w_q, w_k, w_v, w_o;
} LayerWeights;

struct Model {
  const ModelInfo *info;
  Arena *arena;
  int layer_count, head_count, d_model, d_head;
  MaskKind own_mask;
  LayerWeights *layers;
  const char *const *roles; /* [L][H], marked for translation; NULL: none is known */

  /* The embedding of one token, E numbers that start as zeros, from what it is matched by. */
  void (*embed_token)(Str match, float *row);
  /* The positions of T tokens, [T, E], from zeros. */
  void (*embed_positions)(Mat positions);
};

/* An empty model of the built-in shape with zero weights; NULL when memory is out. */
Model *model_make(const ModelInfo *info);

/* The numbers of the built-in models, written into a model of model_make. */
void hand_made_fill(Model *model);
void random_model_fill(Model *model);

/* False with a sentence naming the tensor and the index of the first NaN or infinity. model_open
** ends with this check. */
bool model_check_finite(const Model *model, Status *status);

/* The columns of one head in W_Q, W_K, W_V, and its rows in W_O. */
Mat model_head_columns(Mat weights, int head);
Mat model_head_rows(Mat weights, int head);

#endif
