/* model/forward/kind.h -- what a kind of attention needs besides the model's weights. For model/
** only.
**
**   positions t5   a table b [N,H], shared by all layers, as in T5: the model's own where it has
**                  one of N buckets, else normal numbers drawn for the kind. Spread 1, as large as
**                  undivided scores of a model that was trained with such a table.
**   positions rope nothing: pairs are turned by angles that the place alone gives.
**   positions shaw tables [2K+1,D] of relative keys and values, drawn for each layer.
**   score          W [H,D,D] of general scores; W and U [H,D,D] and v [H,D] of additive ones, drawn
**                  for each layer.
**   kv_heads G     maps of K and V that are averaged over the heads that share them (M-49); a model
**                  that was made with fewer has maps of its own.
**   approximate linformer R    the recipes E and F [R,S], drawn; keys that the mask hides from
**                              every query are left out, and nothing is hidden after that (M-58)
**   approximate performer M    the directions ω [M,D], drawn, and what each query sees (M-59)
**   All layers and heads share what is drawn.
**
** Shapes  bias_offsets [H, 2S−1], core/bucket_bias.h; w_k and w_v [E, G·D], b_k and b_v [G·D];
**         ends [T], left_out [S], core/features.h.
** Memory  The trace's arena: parts made later read it too.
**         What is drawn for each layer are parts of the trace, and is normal with σ = 1/√D.
** Errors  A number of heads that the model's heads cannot share, or more than it has maps for;
**         rotary positions over heads of an odd number of columns; relative vectors with scores
**         that are no products; masks, positions, scores and dropout that an approximation cannot
**         be made with.
** Source  docs/maths.md, M-48 to M-50, M-58 to M-64.
*/
#ifndef MODEL_FORWARD_KIND_H
#define MODEL_FORWARD_KIND_H

#include "core/bucket_bias.h"
#include "core/features.h"
#include "core/mask.h"
#include "model/model_weights.h"

/* What the keys and values of a layer are made with. */
typedef struct KeyMaps {
  MatView w_k, w_v;
  const float *b_k, *b_v; /* NULL: the model has no biases */
} KeyMaps;

typedef struct ForwardKind {
  AttentionKind of;     /* what is done: laid over, else the model's own */
  MatView bias_offsets; /* at NULL: no buckets */
  int key_head_count;   /* G */
  KeyMaps *key_maps;    /* [L]; NULL: the model's own */
  MatView e, f, omega;  /* at NULL: not of this kind */
  FeatureKeys keys;     /* what queries see, for features */
  MaskView exact_mask;  /* what exact attention would hide */
} ForwardKind;

/* What a pass is of: is_causal, no query sees a key behind it; is_cross, the keys are of another
** sentence. Between two sentences there are no distances, and so no biases. */
typedef struct ForwardKindOf {
  const Model *model;
  int query_count, key_count;
  bool is_causal, is_cross;
  const MaskParts *parts; /* of the mask, which is hidden after cells of it were edited */
  MaskView mask;
} ForwardKindOf;

/* NULL: the kind does not fit the model, or memory is out. */
const ForwardKind *forward_kind_make(Arena *arena, const AttentionKind *kind,
                                     const ForwardKindOf *of, Status *status);

/* The offsets [H, 2S−1] of a model whose own positions are t5, under its own mask. False: memory is
** out. */
bool forward_own_buckets(Arena *arena, const Model *model, int key_count, MatView *offsets);

/* Whether forward_kind_make would refuse the kind, with its sentence. False: it would, or memory is
** out; what is on the arena is of no use. */
bool forward_kind_check(Arena *arena, const AttentionKind *kind, const ForwardKindOf *of,
                        Status *status);

/* False: the kind, or NULL, is none of attention between two sentences, whatever their masks. */
bool forward_check_two_sentences(const AttentionKind *kind, Status *status);

/* The recipes E and F [R,S], or directions ω [M,D], of `count` rows: those of the kind have the
** same first rows, E and F but for 1/√R. room: D · D doubles. */
void forward_draw_recipes(const MaskView *mask, Mat e, Mat f);
void forward_draw_directions(Mat omega, double *room);

/* How features are made in a layer whose scores are divided by `divisor`; for kinds that have
** them. */
static inline Features forward_features(const ForwardKind *kind, double divisor) {
  double temperature = kind_temperature(&kind->of);
  return (Features){kind->omega, temperature > 0 ? 1 / temperature : divisor, temperature > 0};
}

/* Draws what the kind needs for each layer into the trace: the same numbers for every sentence.
** What the model has of itself, of the same size, is copied. */
void forward_kind_draw(const Model *model, Trace *trace);

KeyMaps forward_key_maps(const ForwardKind *kind, const Model *model, int layer);

#endif
