/* model/model.h -- weights and the order of operations; the arithmetic is core's.
**
**   x = embedding + position                              (M-01)
**   per layer:  Q, K, V = x W_Q, x W_K, x W_V   five stages per head   joined = concat · W_O
**               x ← x + joined          by rules: no MLP, no norm     (M-18)
**               x ← norms and MLP       trained: model/network.h
**   trained     logits = x · embeddingᵀ + bias at every token             (M-17)
**
** Models  hand-made  two layers of four heads, d_head 16, weights written from rules, any word in
**                    any script
**         random     the same shape with seeded random weights: attention that means nothing
**         reader, writer   trained here, from assets/models; listed when they are built in
**         a folder   any path with a / or the name of a folder: model/checkpoint.h
**
** Memory  A model owns one arena. A trace keeps pointing at the weights: free the trace first.
** Errors  An unknown name (the nearest one is named); NaN or infinity in weights (tensor
**         and index); what is wrong with a folder (file, field, value).
*/
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/arena.h"
#include "base/pool.h"
#include "base/status.h"
#include "base/str.h"
#include "model/mask_spec.h"
#include "trace/trace.h"

enum { MODEL_TOKENS_MOST = 1024 };

typedef struct Model Model;

typedef struct ModelInfo {
  const char *name;        /* "hand-made" */
  const char *label;       /* marked for translation: what it honestly is, in a few words */
  const char *explanation; /* marked for translation: one or two sentences */
} ModelInfo;

int model_builtin_count(void);
const ModelInfo *model_builtin(int index);

bool model_open(const char *name, Model **model, Status *status);
void model_free(Model *model);
const ModelInfo *model_info(const Model *model);
int model_layer_count(const Model *model);
int model_head_count(const Model *model);
MaskKind model_own_mask(const Model *model);

/* What a head was built to do, such as "looks back one word", marked for translation; "" when
** nothing is known. A head that looks by distance where there is no such word (back from the first,
** ahead from the last) looks at the nearest there is, as a rule the word itself. */
const char *model_head_role(const Model *model, int layer, int head);

/* One forward pass of a sentence. Every stage of every head is kept in the trace. */
bool model_run(const Model *model, Str sentence, const MaskSpec *mask, Pool *pool, Arena *arena,
               const Trace **trace, Status *status);

#endif
