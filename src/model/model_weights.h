/* model/model_weights.h -- the fields of a Model. For model/ and its tests only.
**
** Shapes  E = d_model, H heads of D columns, F = d_ff, V words, P positions. All weights are [in,
**         out], y = x W + b: W_Q, W_K, W_V [E, H·D], W_O [H·D, E], W_1 [E,F], W_2 [F,E]; head h
**         owns columns h·D … h·D+D−1 of the first three and the same rows of W_O. A bias is NULL
**         where there is none. They may be parts of a wider matrix: W_Q, W_K and W_V of GPT-2 are
**         one [E,3E].
**
** Memory  Everything on the model's arena; matrices may be views of one another.
** Errors  None here: the code that fills a model checks its values.
**
** One struct serves all models: by rules (embeddings are functions), trained here (a Network) and
** read from a checkpoint folder. What a model does not have is zero.
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

/* On the model's arena, like all that pointers here point to. */
typedef struct NormWeights {
  const float *gain, *bias; /* [E]; gain NULL: there is no norm */
} NormWeights;

/* One layer. Without an MLP w_1 and w_2 are empty (at NULL), without a gate w_gate [E,F] is; with
** NORM_NONE so are norm_1 and norm_2. */
typedef struct LayerWeights {
  MatView w_q, w_k, w_v, w_o, w_1, w_gate, w_2;
  MatView relative_key, relative_value; /* [2K+1,D] of own positions shaw; at NULL: drawn */
  const float *b_q, *b_k, *b_v, *b_o, *b_1, *b_2;
  NormWeights norm_1, norm_2;
  float score_divisor; /* a further divisor besides √D; 0 means 1 */
} LayerWeights;

/* The same memory as in LayerWeights, writable; rule models only. */
typedef struct RuleWeights {
  Mat w_q, w_k, w_v, w_o;
} RuleWeights;

/* Const once it is filled, except role_work. */
struct Model {
  const ModelInfo *info;
  Arena *arena;
  int more_holders; /* besides the first: see model_hold */
  uint64_t serial;  /* unique, also among freed models (base/serial.h) */
  int layer_count, head_count, d_model, d_head;
  int key_head_count; /* of K and V, G; 0: as many as of Q */
  int d_ff;           /* 0: no MLP */
  int word_count;     /* of logits; 0: it predicts no words */
  /* An encoder and a decoder: the model as each of its halves sees it, with the mask, the MLP and
  ** the words of that half, and all layers of the stack. NULL: one stack over one sentence. */
  const Model *halves[HALF_COUNT];
  TraceHalf half;     /* which of them this is */
  int encoder_layers; /* 0: one stack */
  int position_count; /* tokens at most; 0: MODEL_TOKENS_MOST */
  MaskParts own_mask;
  NormPlace norm_place;
  NormMethod norm_method;
  Activation activation;      /* with w_gate: of the gate */
  float epsilon;              /* of every norm */
  bool scores_stay_undivided; /* no √D (scale_attn_weights false) */
  /* How its attention is done where nothing is laid over it; own: position vectors are added. */
  AttentionKind own_kind;
  MatView bucket_table; /* [N,H] of own positions t5 */
  LayerWeights *layers;
  RuleWeights *rules;           /* NULL: no model by rules */
  const char *const *roles;     /* [L][H], marked for translation; NULL: none is known */
  const TraceRoles *role_notes; /* what is said of them where no role is measured; NULL: nothing */

  /* Rows of a table [V,E] times embedding_scale (0 means 1), or a function that writes the row of a
  ** token's text into zeros. */
  MatView token_table;
  float embedding_scale;
  void (*embed_token)(const Model *model, Str match, float *row);
  uint64_t seed; /* what embed_token draws from */
  /* The same for positions: [P,E], or a function that writes T rows into zeros. */
  MatView position_table;
  void (*embed_positions)(Mat positions);
  MatView segment_table; /* [S,E] of BERT */
  /* "[SEP]", behind which words are of the second sentence; NULL: a tokenizer knows, or none is. */
  const Vocab *separators;
  NormWeights embedding_norm;

  /* After the last layer: a norm (GPT-2), or BERT's transform norm(f(x W + b)); then the logits. */
  NormWeights final_norm;
  MatView answer_w; /* [E,E] */
  const float *answer_b;
  NormWeights answer_norm;
  MatView output_table; /* [V,E] */
  const float *output_bias;

  const struct Board *board;    /* typed in; NULL: it is none */
  Str typed_text;               /* of a board, where it differs from its file; else at NULL */
  const Vocabulary *vocabulary; /* trained here */
  const Str *glosses;           /* [V] of its words (glosses.h); NULL: none has one */
  const Str *numbered_words;    /* [V] "w17": a word has the id that its letters hash to */
  /* The tokens of the demonstration, whose ids are rows of token_table; others are id 0. */
  const Vocab *listed;
  const Str *listed_words;
  const bool *asked;           /* [V] see Checkpoint */
  Readme readme;               /* of a model that this program trained; else empty */
  const Tokenizer *tokenizer;  /* of a checkpoint folder; NULL: ids alone */
  const char *tokenizer_fault; /* why it has none though there are files; NULL: no such reason */
  const ModelCard *card;
  long broken_count; /* numbers among the weights that are NaN or infinite */
  bool may_break;    /* numbers that are not finite are no error in a run */

  RoleWork *role_work;      /* NULL: no labels but those of `roles` */
  bool measured_lazily;     /* roles are measured on demand (model/roles/role_work.h) … */
  bool measured_when_begun; /* … or from model_roles_begin on; else from opening the model on */
  bool names_no_words;      /* a copy for measuring roles: runs make no logits */
};

/* G: the heads of K and V that the model was made with. */
static inline int model_key_heads(const Model *model) {
  return model->key_head_count > 0 ? model->key_head_count : model->head_count;
}

/* One of its norms, as core/norm.h does it. */
static inline Norm model_norm(const Model *model, const NormWeights *weights) {
  return (Norm){model->norm_method, weights->gain, weights->bias, model->epsilon};
}

/* Does a sentence become words, not pieces of a tokenizer or ids? */
static inline bool model_reads_words(const Model *model) {
  return model->vocabulary || model->listed || model->embed_token || model->numbered_words;
}

/* Writes the numbers of the model by rules into an empty model of its shape; the same every
** time. */
void rule_model_fill(Model *model);

/* Draws the model of a name such as "random like llama" (model/random_shape.h); alone is what the
** one without further words is called. False: the name is none, or memory is out. */
bool random_model_open(const char *name, const ModelInfo *alone, Model **model, Status *status);

/* Makes a model that uses the numbers of a checkpoint on the same arena, and owns that arena from
** then on. NULL when memory is out. */
Model *trained_make(Arena *arena, const Checkpoint *checkpoint, const ModelInfo *info);

/* False with a sentence naming the tensor and the index of the first NaN or infinity. model_open
** ends with this check for models by rules. */
bool model_check_finite(const Model *model, Status *status);

/* The columns [E, D] of one head in W_Q, W_K, W_V of a model by rules, and its rows [D, E] in W_O;
** head from 0. Both are writable views. */
Mat model_head_columns(Mat weights, int head);
Mat model_head_rows(Mat weights, int head);

#endif
