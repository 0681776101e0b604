/* model/model_weights.h -- the inside of a model. For model/ and its tests only.
**
** Shapes  E = d_model, H heads of D columns, F = d_ff, V words, P positions. All weights stand as
**         [in, out], y = x W + b: W_Q, W_K, W_V [E, H·D], W_O [H·D, E], W_1 [E,F], W_2 [F,E]; head
**         h owns columns h·D … h·D+D−1 of the first three and the same rows of W_O. A bias is NULL
**         where there is none. They may be parts of a wider matrix: W_Q, W_K and W_V of GPT-2 are
**         one [E,3E].
**
** Memory  Everything on the model's arena; the matrices may be windows into one another.
** Errors  None here: whoever fills a model checks what it fills it with.
**
** One struct for all: made by rules (embeddings are functions), trained here (a Network) and read
** from a checkpoint folder. What a model has not is zero.
*/
#ifndef MODEL_MODEL_WEIGHTS_H
#define MODEL_MODEL_WEIGHTS_H

#include "core/activation.h"
#include "core/matrix.h"
#include "model/checkpoint/checkpoint.h"
#include "model/model.h"
#include "model/roles/role_work.h"
#include "model/tokenizer/tokenizer.h"
#include "text/tokens.h"
#include "trace/trace_build.h"

/* The shape of the models by rules. */
enum { BUILTIN_LAYERS = 2, BUILTIN_HEADS = 4, BUILTIN_D_HEAD = 16, BUILTIN_D_MODEL = 64 };

/* Lent by the arena of the model, like every pointer here. */
typedef struct NormWeights {
  const float *gain, *bias; /* [E]; gain NULL: there is no norm */
} NormWeights;

/* One layer. w_1 and w_2 are empty (at NULL) without an MLP, norm_1 and norm_2 as NORM_NONE has
** it. */
typedef struct LayerWeights {
  MatView w_q, w_k, w_v, w_o, w_1, w_2;
  const float *b_q, *b_k, *b_v, *b_o, *b_1, *b_2;
  NormWeights norm_1, norm_2;
  float score_divisor; /* besides √D; 0 is 1 */
} LayerWeights;

/* The same weights of a model by rules, to write. */
typedef struct RuleWeights {
  Mat w_q, w_k, w_v, w_o;
} RuleWeights;

/* Filled by whoever made it and then const, but for role_work. */
struct Model {
  const ModelInfo *info;
  Arena *arena;
  int more_holders; /* besides the first: see model_hold */
  uint64_t serial;  /* no other model's, of those that are gone neither (base/serial.h) */
  int layer_count, head_count, d_model, d_head;
  int d_ff;           /* 0: no MLP */
  int word_count;     /* of logits; 0: it names none */
  int position_count; /* tokens at most; 0: MODEL_TOKENS_MOST */
  MaskParts own_mask;
  NormPlace norm_place;
  Activation activation;
  float epsilon;              /* of every norm */
  bool scores_stay_undivided; /* no √D (scale_attn_weights false) */
  LayerWeights *layers;
  RuleWeights *rules;       /* NULL: no model by rules */
  const char *const *roles; /* [L][H], marked for translation; NULL: none is known */

  /* Rows of a table [V,E] times embedding_scale (0 is 1), or a rule from what a token matches,
  ** into a row of zeros. */
  MatView token_table;
  float embedding_scale;
  void (*embed_token)(Str match, float *row);
  /* The same of places: [P,E], or T rows from zeros. */
  MatView position_table;
  void (*embed_positions)(Mat positions);
  MatView segment_table; /* [S,E] of BERT */
  NormWeights embedding_norm;

  /* After the last layer: a norm (GPT-2), or BERT's transform norm(f(x W + b)); then the words. */
  NormWeights final_norm;
  MatView answer_w; /* [E,E] */
  const float *answer_b;
  NormWeights answer_norm;
  MatView output_table; /* [V,E] */
  const float *output_bias;

  const Vocabulary *vocabulary; /* trained here */
  const bool *asked;            /* [V] see Checkpoint */
  const Tokenizer *tokenizer;   /* of a checkpoint folder; NULL: ids alone */
  const char *tokenizer_fault;  /* why it has none though there are files; NULL: no such reason */
  const ModelCard *card;
  long broken_count; /* numbers among the weights that are NaN or infinite */
  bool may_break;    /* so it is no reason to refuse a sentence */

  RoleWork *role_work;      /* NULL: no labels but those of roles */
  bool measured_lazily;     /* its roles; otherwise beside it, from the start … */
  bool measured_when_begun; /* … or from model_roles_begin on */
  bool names_no_words;      /* a copy for measuring, which needs weights only */
};

/* The numbers of the built-in models, written into an empty model of their shape: the same
** every time. */
void rule_model_fill(Model *model);
void random_model_fill(Model *model);

/* A model over a checkpoint that lives on the same arena, which the model owns from then on. NULL
** when memory is out. */
Model *trained_make(Arena *arena, const Checkpoint *checkpoint, const ModelInfo *info);

/* False with a sentence naming the tensor and the index of the first NaN or infinity. model_open
** ends with this check for models by rules. */
bool model_check_finite(const Model *model, Status *status);

/* The columns [E, D] of one head in W_Q, W_K, W_V of a model by rules, and its rows [D, E] in
** W_O; head from 0. Both are windows to be written. */
Mat model_head_columns(Mat weights, int head);
Mat model_head_rows(Mat weights, int head);

#endif
