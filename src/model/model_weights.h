/* model/model_weights.h -- the inside of a model. For model/ and its tests only.
**
** Shapes  E = d_model, H heads of D columns: W_Q, W_K, W_V [E, H·D], W_O [H·D, E] for each layer;
**         head h owns columns h·D … h·D+D−1 of the first three and the same rows of W_O.
**
** A model made by hand or at random has rules for embeddings in place of a table, and no norms, no
** MLP and no words to name. A trained one has all of them, in a Network.
*/
#ifndef MODEL_MODEL_WEIGHTS_H
#define MODEL_MODEL_WEIGHTS_H

#include "core/matrix.h"
#include "model/checkpoint.h"
#include "model/model.h"
#include "model/role_work.h"
#include "text/tokens.h"
#include "trace/trace_build.h"

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

  /* Of a trained model; NULL for the others. */
  const Network *network;
  const Vocabulary *vocabulary;
  const bool *asked; /* [V] see Checkpoint */

  RoleWork *role_work;      /* NULL: no labels but those of roles */
  bool measured_when_asked; /* its roles; otherwise beside it, from the start */
  bool names_no_words;      /* a copy for measuring, which needs weights only */
};

/* An empty model of the built-in shape with zero weights; NULL when memory is out. */
Model *model_make(const ModelInfo *info);

/* The numbers of the built-in models, written into a model of model_make. */
void hand_made_fill(Model *model);
void random_model_fill(Model *model);

/* A model over a checkpoint that lives on the same arena, which the model owns from then on. NULL
** when memory is out. */
Model *trained_make(Arena *arena, const Checkpoint *checkpoint, const ModelInfo *info);

/* What comes before and after the heads, of any model. */
bool model_split(const Model *model, Arena *arena, Str sentence, Tokens *tokens, const int **ids,
                 Status *status);
/* ids may be NULL for a model without words. */
void model_embed(const Model *model, const Tokens *tokens, const int *ids, Trace *trace);
/* joined → residual, norm_1, mlp, block. bends [T,F] is room for the MLP. */
void model_close_layer(const Model *model, int layer, Mat bends, Trace *trace);
void model_lend_block(const Model *model, Trace *trace); /* for showing how they came about */
void model_name_words(const Model *model, Trace *trace); /* logits and probabilities */

/* False with a sentence naming the tensor and the index of the first NaN or infinity. model_open
** ends with this check. */
bool model_check_finite(const Model *model, Status *status);

/* The columns of one head in W_Q, W_K, W_V, and its rows in W_O. */
Mat model_head_columns(Mat weights, int head);
Mat model_head_rows(Mat weights, int head);

#endif
