/* model/timing/attention_head.h -- one head of attention in each of the ways whose cost is drawn.
**
** Made of the functions of core/ that also run models, in bands of ATTENTION_BAND rows as in the
** forward pass. All queries see all keys but those of a window.
**
**   exact      the matrix of all pairs is kept (M-03 to M-07)
**   window     each band meets the keys that its rows see, and no others
**   linformer  K' = E K and V' = F V, then exact attention over them (M-58)
**   performer  sums over features (M-59); no matrix
**   flash      tile by tile (M-65)
**
** What a method draws (E, F, ω) and its memory are taken once, before any run: a model, too, has
** them for all its heads.
**
** Shapes  q, k [n,D]; v, output [n,Dv].
** Memory  The arena given, some 20 MB for the largest run.
** Errors  False: no memory.
*/
#ifndef MODEL_TIMING_ATTENTION_HEAD_H
#define MODEL_TIMING_ATTENTION_HEAD_H

#include "core/features.h"
#include "core/flash.h"
#include "core/softmax.h"
#include "trace/workings/cost.h"

enum { ATTENTION_BAND = 64 };

/* What E, F and ω are drawn from (model/mixtures.h, model/directions.h). */
enum { ATTENTION_HEAD_E = 1, ATTENTION_HEAD_F, ATTENTION_HEAD_OMEGA };

typedef struct AttentionHead {
  CostMethod method;
  const CostSizes *sizes;
  MatView q, k, v;
  Mat output;
  /* Taken by attention_head_take. */
  float *scores;         /* n · n of exact, else a band */
  unsigned char *hidden; /* of a band of a window */
  SoftmaxParts *parts;   /* of a band */
  Mat e, f;              /* [K,n] of linformer */
  Mat keys, values;      /* [K,D] and [K,Dv], the mixtures */
  Mat omega;             /* [M,D] of performer */
  double *room;          /* of its sums */
  FlashRows running;     /* of flash, a band */
} AttentionHead;

/* Takes and draws what the method needs besides q, k, v and output. */
bool attention_head_take(Arena *arena, AttentionHead *head);

/* Writes all of output. */
void attention_head_run(const AttentionHead *head);

#endif
