/* trace/trace_cache.h -- what a trace makes when it is asked for. For trace/ only.
**
** An entry is one matrix, or one row of words. Entries stand in the order of their last use; when
** all together are larger than the bound, the oldest go, but none that was used since the last
** trace_cache_let_go. Small pictures (trace_small) are kept beside it until the trace ends.
**
** Memory  Each entry has an arena of its own, so that its memory is given back at once. All ends
**         with the trace's arena.
** Errors  A fill that fails leaves NaN, kept like numbers, and the first sentence in problem.
**         Without memory for an entry the view is a row of NaN that stands for every row.
** Threads One lock; a fill runs while it is held.
*/
#ifndef TRACE_TRACE_CACHE_H
#define TRACE_TRACE_CACHE_H

#include "trace/trace_storage.h"

/* Before the source is set nothing can be asked for but small pictures of what is stored. */
TraceCache *trace_cache_make(const Trace *trace);
bool trace_cache_set_source(TraceCache *cache, const TraceSource *source, size_t most_bytes);

MatView trace_cache_matrix(const Trace *trace, TracePart part, int layer, int head);
float trace_cache_largest(const Trace *trace, TracePart part, int layer, int head);
void trace_cache_copy(const Trace *trace, TracePart part, int layer, int head, Mat to);
const float *trace_cache_word_row(const Trace *trace, TracePart part, int token);
bool trace_cache_makes_rows(const TraceCache *cache);           /* rows of words one by one */
void trace_cache_logits(const Trace *trace, int first, Mat to); /* some rows, not kept */
void trace_cache_let_go(TraceCache *cache);
void trace_cache_limit(TraceCache *cache, size_t most_bytes);

MatView trace_cache_small(const Trace *trace, TracePart part, int layer, int head);
bool trace_cache_small_ready(const Trace *trace, TracePart part, int layer, int head);
void trace_cache_small_limit(TraceCache *cache, double most_ms);
bool trace_cache_small_waits(TraceCache *cache);

const char *trace_cache_problem(TraceCache *cache);
long trace_cache_broken_count(TraceCache *cache);
uint64_t trace_cache_dropped(TraceCache *cache);
size_t trace_cache_bytes(TraceCache *cache); /* held now; for tests */

#endif
