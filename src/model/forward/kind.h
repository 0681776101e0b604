/* model/forward/kind.h -- what a kind of attention needs besides the model's weights. For model/
** only.
**
**   positions t5   a table b [N,H] of normal numbers, drawn for the kind: no model here has one.
**                  All layers share it, as in T5. Spread 1, as large as undivided scores of a model
**                  that was trained with such a table.
**
** Shapes  bias_offsets [H, 2S−1], core/bucket_bias.h.
** Memory  The trace's arena: parts made later read it too.
** Errors  NULL: out of memory.
** Source  docs/maths.md, M-48.
*/
#ifndef MODEL_FORWARD_KIND_H
#define MODEL_FORWARD_KIND_H

#include "core/bucket_bias.h"
#include "model/model.h"

typedef struct ForwardKind {
  AttentionKind of;
  MatView bias_offsets; /* at NULL: no buckets */
} ForwardKind;

/* is_causal: no query sees a key behind it. Between two sentences (is_cross) there are no
** distances, and so no biases. */
const ForwardKind *forward_kind_make(Arena *arena, const AttentionKind *kind, int head_count,
                                     int key_count, bool is_causal, bool is_cross);

#endif
