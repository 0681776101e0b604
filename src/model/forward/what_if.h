/* model/forward/what_if.h -- what a person changed of a pass, done at the place that it names. For
** model/ only.
**
**   swap           tokens.texts and ids, behind forward_tokenize
**   key, query     the mask, before the kind of attention reads it
**   W              a copy of the matrix, and of the list of layers, that the pass and the trace use
**   input          the block of the layer before, or X
**   q, k, v        behind the projections, before they are turned or mixed
**   by pair        each stage of a band, before the next one is made of it; also when a large trace
**                  makes a stage again
**   head off       its output, behind the heads
**
** Memory  Copies are on the trace's arena. A pass without what-ifs has none and does none of this.
** Errors  Memory; what-ifs and a kind of attention that makes no cell to set.
*/
#ifndef MODEL_FORWARD_WHAT_IF_H
#define MODEL_FORWARD_WHAT_IF_H

#include "model/forward/forward.h"

/* The parts that model_run makes of an order with what-ifs. Weights and heads are those of the
** model, so a second sentence is run with them, too. NULL: nothing is left, or memory is out. */
const WhatIfs *forward_what_ifs_of_model(Arena *arena, const WhatIfs *ifs);

bool forward_swap_tokens(Forward *forward, Status *status);
/* rows_without of the trace; NULL: nothing was swapped. */
bool forward_rows_without(const Forward *forward, const int **rows, Status *status);
bool forward_take_from_mask(Forward *forward, Status *status);
bool forward_bend_weights(Forward *forward, Status *status);
/* False: attention of this kind has no scores that could be set. */
bool forward_check_what_ifs(const Forward *forward, Status *status);

/* Sets the numbers of a part whose rows from `first` on are `rows`. */
void forward_bend(const Trace *trace, TraceMatrixId of, int first, Mat rows);
/* The input of the layer behind `layer`, which is what leaves it; −1: of the first one. */
void forward_bend_next_input(const Trace *trace, int layer, int first, Mat rows);
/* Outputs of heads that are off, of all rows: a band makes reused ones again. */
void forward_switch_off(const Forward *forward, int layer);

/* How many of the first `count` rows of a run without what-ifs, or with the same ones, are those of
** this one, where each row depends on those up to it alone; is_same: it had the same what-ifs, of
** which some were beyond its sentence. */
int forward_rows_before_what_ifs(const WhatIfs *ifs, bool is_same, int count);

#endif
