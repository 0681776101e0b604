/* trace/trace_mask.h -- which pairs of a query and a key are hidden, and which cells are drawn as
** hidden. Part of trace/trace.h: include that.
**
** Shapes  Queries count from 0 below T, keys from 0 below S.
** Memory  Names are the trace's.   Errors  None that are told; another place asserts.
*/
#ifndef TRACE_TRACE_MASK_H
#define TRACE_TRACE_MASK_H

#include "base/str.h"
#include "core/mask_view.h"

typedef struct Trace Trace;

bool trace_hidden(const Trace *trace, int query, int key); /* hidden by the mask */
bool trace_row_hidden(const Trace *trace, int query);      /* "attends to nothing" */

/* The same of one layer: in a recording each may have a mask of its own. A pair that only some
** heads of the layer hide does not count as hidden. */
bool trace_layer_hides(const Trace *trace, int layer, int query, int key);
bool trace_layer_row_hidden(const Trace *trace, int layer, int query);
long trace_layer_hidden_count(const Trace *trace, int layer); /* pairs; counted once */
Str trace_layer_mask_name(const Trace *trace, int layer);

/* The cells of a head [T,S] that are drawn as hidden; hidden NULL: none. Of a model they are its
** mask, the same for every head of a layer, as long as the trace: no matrix is made for it. Of a
** recording they are those whose MASKED is not finite, since each head may have a mask of its own
** and the scores of a file may hold −∞: MASKED is made, and they stay as long as it does. A
** recording without MASKED has none. */
MaskView trace_head_mask(const Trace *trace, int layer, int head);

/* The same by the blocks of trace_thumbnail: 1 where every cell of a block is hidden. As long as
** the trace. Of a recording it takes the time of one more small matrix, and is NULL when that is
** used up; of a model it is there at once. */
MaskView trace_thumbnail_mask(const Trace *trace, int layer, int head);

#endif
