/* model/forward/layer_rows.h -- the rows of a part that a pass works on, and sums and norms of them
** on several threads. For embed.c and layer.c.
**
** Matrices are named by their part. A part is in the trace or, in a large trace, only in a buffer
** for some rows: all but attention works on rows separately, so a large trace passes through a
** layer some rows at a time, and the buffers are no larger than these.
**
** Memory  Views into the trace or the buffers of the pass.   Errors  None.
*/
#ifndef MODEL_FORWARD_LAYER_ROWS_H
#define MODEL_FORWARD_LAYER_ROWS_H

#include "core/norm.h"
#include "model/forward/forward.h"

/* The rows first_row … end_row − 1 of a part, to read or to write. */
MatView layer_rows_view(const Forward *forward, TracePart part, int layer);
Mat layer_rows_part(const Forward *forward, TracePart part, int layer);

/* Rows of sum = a + b, or of a norm of it, in pieces of a few rows. */
typedef struct LayerRows {
  MatView a, b; /* b.at NULL: no sum */
  Mat sum;
  const NormWeights *weights; /* of a norm; NULL: none */
  Norm norm;
  Mat normed;
} LayerRows;
void layer_rows_run(const Forward *forward, LayerRows *work);
void layer_rows_norm(const Forward *forward, MatView x, const NormWeights *weights, Mat y);
void layer_rows_add(const Forward *forward, MatView a, MatView b, Mat sum);

#endif
