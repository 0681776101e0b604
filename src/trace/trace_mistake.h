/* trace/trace_mistake.h -- the mistake that a trace was made with, also where a quiz hides it.
**
** trace_kind() is what is said of a trace: while a quiz asks, without the mistake. What is computed
** or written to a trace file goes by trace_true_kind().
**
** Memory  The trace's.   Errors  None.
*/
#ifndef TRACE_TRACE_MISTAKE_H
#define TRACE_TRACE_MISTAKE_H

#include "trace/mistakes.h"
#include "trace/trace.h"

const AttentionKind *trace_true_kind(const Trace *trace);
float trace_true_divisor(const Trace *trace, int layer);
/* What the model divides by where nothing is laid over it. */
double trace_own_divisor(const Trace *trace, int layer);
MistakeKind trace_mistake(const Trace *trace);
const MistakeQuiz *trace_quiz(const Trace *trace);

/* What a large trace keeps no row of: M-05 of one row, or what the mistake does instead. mask: of
** the row. */
void trace_mask_row(const Trace *trace, MatView unmasked, MaskView mask, Mat masked);

/* What the mask was meant to hide, also where a mistake hides nothing of it. */
MaskView trace_meant_mask(const Trace *trace, int layer, int head);

/* Whether V A has a shape, and that of the output (M-99). */
bool trace_values_fit(const Trace *trace);

/* Where the row of a token in a head was taken from, where heads were split wrongly (M-103). */
typedef struct TraceRow {
  int head, row;
} TraceRow;
TraceRow trace_row_from(const Trace *trace, int layer, int head, int row);

/* Whether cells that the mask hides are drawn so in a part: not where the mistake leaves them their
** numbers. */
bool trace_part_hides(const Trace *trace, TracePart part);

#endif
