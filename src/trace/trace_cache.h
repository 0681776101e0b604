/* trace/trace_cache.h -- an LRU cache of the matrices that a trace computes on demand. For trace/
** only.
**
** An entry is one matrix, or one row of words. When the entries exceed the size limit, the least
** recently used are dropped, but none that was used since the last trace_cache_frame_begin: only
** the entries of one frame may exceed the limit. Entries computed only for a largest number or a
** thumbnail are dropped first. Thumbnails (trace_thumbnail) are kept outside the limit until the
** trace ends.
**
** Memory  Each entry has its own arena, so that dropping it frees its memory at once. All entries
**         are freed with the trace's arena.
** Errors  When a fill fails, the entry holds NaN, and `problem` has the sentence of the first
**         failure. Without memory for an entry the view has one row of NaN and stride 0.
** Threads One lock, which is held during a fill.
*/
#ifndef TRACE_TRACE_CACHE_H
#define TRACE_TRACE_CACHE_H

#include "trace/trace_storage.h"

/* The cache of a new trace, on its arena; NULL: out of memory. Before the source is set only
** thumbnails of stored matrices are available. */
TraceCache *trace_cache_make(const Trace *trace);

/* Sets the source and the size limit of all entries in bytes; 0: TRACE_CACHE_BYTES. False: out of
** memory. Call it once, before the trace is sealed. */
bool trace_cache_set_source(TraceCache *cache, const TraceSource *source, size_t most_bytes);

/* The matrix of a lazy part, from the cache or computed now: some milliseconds for a head of 1,024
** tokens. It is valid at least until the next trace_cache_frame_begin. Numbers that could not be
** computed or read are NaN. */
MatView trace_cache_matrix(const Trace *trace, TracePart part, int layer, int head);

/* Its largest finite |x|, noted before or from the matrix, which is computed and may be dropped at
** once. For LOGITS computed row by row: that of the last token's row. */
float trace_cache_largest(const Trace *trace, TracePart part, int layer, int head);

/* The same of a stored matrix that was not scanned at sealing: read once, then noted. */
float trace_cache_note_largest(const Trace *trace, TracePart part, int layer, int head);

/* Computes the matrix into `to` [rows, cols] without caching it: for files. */
void trace_cache_copy(const Trace *trace, TracePart part, int layer, int head, Mat to);

/* One token's row [V] of LOGITS or PROBABILITIES, valid as long as a matrix. */
const float *trace_cache_word_row(const Trace *trace, TracePart part, int token);

/* Computes the missing rows of LOGITS of tokens first … end − 1 together, which is several times
** faster than one by one. Requires trace_cache_makes_rows. */
void trace_cache_expect_rows(const Trace *trace, int first, int end);

/* The likeliest words of a token, cached with its row of PROBABILITIES; returns how many, at most
** TRACE_CANDIDATES_MOST. Requires trace_cache_makes_rows. */
int trace_cache_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most);

/* Σ of a token's row of PROBABILITIES, in double, and what sampling keeps of its words (M-40):
** worked out once and cached with the row. Both require trace_cache_makes_rows; false: out of
** memory. */
bool trace_cache_word_sum(const Trace *trace, int token, double *sum);
bool trace_cache_sampled(const Trace *trace, int token, const Sampling *sampling, SampledSet *set);

/* Numbers of one token in one layer that no part has, such as the hidden units of its MLP. make
** writes `count` numbers, from self and without reading the trace. */
typedef struct TraceWorkedRow {
  int layer, token, count;
  void (*make)(const void *self, float *to);
  const void *self;
} TraceWorkedRow;

/* Copies them to `to` [count] from the cache, where they are made when missing. Without memory they
** are made each time. */
void trace_cache_worked_row(const Trace *trace, const TraceWorkedRow *row, float *to);

/* Whether the source computes single rows of words, so that [T,V] is never whole in memory. */
bool trace_cache_makes_rows(const TraceCache *cache);

/* Computes rows of LOGITS from `first` on into to [n,V] without caching them. */
void trace_cache_logits(const Trace *trace, int first, Mat to);

/* Begins a frame: drops entries of earlier frames down to the limit. */
void trace_cache_frame_begin(TraceCache *cache);

/* Changes the limit, in bytes. Entries are dropped with the next matrix or frame. */
void trace_cache_limit(TraceCache *cache, size_t most_bytes);
size_t trace_cache_most(const TraceCache *cache);

/* The thumbnail of a matrix (trace/thumbnails.h), computed once and kept outside the limit: at most
** 16 KiB each. Empty when the time of this frame is used up or memory is out. */
MatView trace_cache_thumbnail(const Trace *trace, TracePart part, int layer, int head);
bool trace_cache_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head);

/* The hidden cells of a head of a recording: those whose MASKED is not finite. Valid as long as
** MASKED; hidden NULL: out of memory. */
MaskView trace_cache_recorded_mask(const Trace *trace, int layer, int head);
/* How many they are; 0: none, or out of memory. */
long trace_cache_recorded_hidden_count(const Trace *trace, int layer, int head);

/* The mask of a thumbnail: of `whole`, or for a recording of MASKED; kept like thumbnails. hidden
** NULL: out of memory, or no time left in this frame. */
MaskView trace_cache_thumbnail_mask(const Trace *trace, MaskView whole, int layer, int head);

/* Stops computing thumbnails most_ms milliseconds from now; 0: no limit. _waits says whether one
** was requested since then and not computed. */
void trace_cache_thumbnail_limit(TraceCache *cache, double most_ms);
bool trace_cache_thumbnail_waits(const TraceCache *cache);

/* The sentence of the first failure, or "": it never changes and lives as long as the cache. The
** number of broken numbers. The number of dropped entries. */
const char *trace_cache_problem(const TraceCache *cache);
long trace_cache_broken_count(const TraceCache *cache);
uint64_t trace_cache_dropped(const TraceCache *cache);

/* The bytes of all entries, without thumbnails; for tests. */
size_t trace_cache_bytes(const TraceCache *cache);

#endif
