/* trace/trace_cache.h -- what a trace makes when it is asked for. For trace/ only.
**
** An entry is one matrix, or one row of words. Entries stand in the order of their last use; when
** all together are larger than the bound, the oldest go, but none that was used since the last
** trace_cache_frame_begin: only what one frame itself shows goes beyond the bound. What is made for
** a largest number or a small picture alone goes before all that was shown. Small pictures
** (trace_thumbnail) are kept beside it until the trace ends.
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

/* The cache of a new trace, on its arena; NULL without memory. Before the source is set nothing
** can be asked for but small pictures of what is stored. */
TraceCache *trace_cache_make(const Trace *trace);

/* Takes a copy of source and the bound, in bytes of all entries together; 0 stands for
** TRACE_CACHE_BYTES. False: out of memory. Once, before the trace is sealed. */
bool trace_cache_set_source(TraceCache *cache, const TraceSource *source, size_t most_bytes);

/* The matrix of a part that is made when asked for, from the cache or made now: some
** milliseconds for a head of 1,024 tokens. It stays until the next let_go at least. Numbers that
** could not be had are NaN. */
MatView trace_cache_matrix(const Trace *trace, TracePart part, int layer, int head);

/* Its largest finite |x|. Known from the pass, or the matrix is made and may go at once; of
** LOGITS made row by row it is that of the last token's row. */
float trace_cache_largest(const Trace *trace, TracePart part, int layer, int head);

/* The matrix into `to` [rows, cols], past the cache: files take each number once. */
void trace_cache_copy(const Trace *trace, TracePart part, int layer, int head, Mat to);

/* One token's row [V] of LOGITS or PROBABILITIES, as long as a matrix stays. */
const float *trace_cache_word_row(const Trace *trace, TracePart part, int token);

/* Makes the rows of LOGITS that are not there, of tokens from first to before end, together: that
** takes a fraction of the time of one after the other. Only where rows are made one by one. */
void trace_cache_expect_rows(const Trace *trace, int first, int end);

/* The likeliest words of that token, looked for once and kept with the row of PROBABILITIES;
** returns how many, at most TRACE_CANDIDATES_MOST. Only where rows are made one by one. */
int trace_cache_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most);

/* Whether the source makes rows of words one by one, so that no [T,V] is ever whole. */
bool trace_cache_makes_rows(const TraceCache *cache);

/* Rows of LOGITS from `first` on into to [n,V]; nothing of it is kept. */
void trace_cache_logits(const Trace *trace, int first, Mat to);

/* A frame begins: what was asked for before may go, and goes down to the bound. */
void trace_cache_frame_begin(TraceCache *cache);

/* Another bound, in bytes. Nothing goes before the next matrix or let_go. */
void trace_cache_limit(TraceCache *cache, size_t most_bytes);
size_t trace_cache_most(const TraceCache *cache);

/* Means of a matrix for thumbnails (trace/thumbnails.h), made once and kept beside the bound:
** at most 16 KiB each. Empty when the time of this frame is used up or memory is out. */
MatView trace_cache_thumbnail(const Trace *trace, TracePart part, int layer, int head);
bool trace_cache_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head);

/* Which cells of a head of a recording are hidden: those whose MASKED is not finite. Made with
** MASKED and as long there; hidden NULL: no memory. */
MaskView trace_cache_recorded_mask(const Trace *trace, int layer, int head);

/* The mask of a thumbnail, of `whole`, or in a recording of MASKED; kept with the means. hidden
** NULL: no memory, or no time. */
MaskView trace_cache_thumbnail_mask(const Trace *trace, MaskView whole, int layer, int head);

/* From now on nothing new is made after so many milliseconds; 0: no limit. waits says whether
** something was asked for since then and not made. */
void trace_cache_thumbnail_limit(TraceCache *cache, double most_ms);
bool trace_cache_thumbnail_waits(const TraceCache *cache);

/* The first sentence of a source that failed, "" while none has; what was returned never changes,
** and is there as long as the cache. How many numbers are broken;
** how often an entry has gone. */
const char *trace_cache_problem(const TraceCache *cache);
long trace_cache_broken_count(const TraceCache *cache);
uint64_t trace_cache_dropped(const TraceCache *cache);

/* Bytes that the entries hold now, small pictures not counted; for tests. */
size_t trace_cache_bytes(const TraceCache *cache);

#endif
