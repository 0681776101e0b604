/* trace/trace_mask.h -- the masks of a trace: hidden pairs, and cells drawn as hidden. Included by
** trace/trace.h.
**
** Shapes  Queries from 0 to T − 1, keys from 0 to S − 1.
** Memory  Names are the trace's.   Errors  None; an index out of range asserts.
*/
#ifndef TRACE_TRACE_MASK_H
#define TRACE_TRACE_MASK_H

#include "base/str.h"
#include "core/mask_view.h"

typedef struct Trace Trace;

bool trace_hidden(const Trace *trace, int query, int key); /* hidden by the mask */
bool trace_row_hidden(const Trace *trace, int query);      /* "attends to nothing" */

/* The same for one layer: in a recording each layer may have its own mask. A pair that only some
** heads of the layer hide does not count as hidden. */
bool trace_layer_hides(const Trace *trace, int layer, int query, int key);
bool trace_layer_row_hidden(const Trace *trace, int layer, int query);
long trace_layer_hidden_count(const Trace *trace, int layer); /* pairs */
Str trace_layer_mask_name(const Trace *trace, int layer);

/* The cells of a head [T,S] that are drawn as hidden; hidden NULL: none. For a model they are its
** mask, the same for all heads of a layer, valid as long as the trace. For a recording they are the
** cells whose MASKED is not finite, since each head may have its own mask and the scores of a file
** may hold −∞: this computes MASKED and is valid as long as it. A recording without MASKED has no
** hidden cells. */
MaskView trace_head_mask(const Trace *trace, int layer, int head);
/* How many cells that are; of a recording without MASKED, whose heads cannot be told apart, those
** of its layer. */
long trace_head_hidden_count(const Trace *trace, int layer, int head);

/* The same for the blocks of trace_thumbnail: 1 where every cell of a block is hidden. Valid as
** long as the trace. For a recording it counts as one more thumbnail, and is NULL when the time is
** used up. */
MaskView trace_thumbnail_mask(const Trace *trace, int layer, int head);

#endif
