/* trace/trace_cache_internal.h -- the entries of the cache. For trace/trace_cache*.c only.
**
** All fields are accessed with the cache's lock held, except those that do not change after
** trace_cache_set_source.
**
** Memory  As in trace/trace_cache.h.   Errors  A NULL entry: out of memory, noted in problem.
*/
#ifndef TRACE_TRACE_CACHE_INTERNAL_H
#define TRACE_TRACE_CACHE_INTERNAL_H

#include "base/lock.h"
#include "trace/trace_cache.h"

/* One matrix, or one row of words. */
typedef struct CacheEntry {
  struct CacheEntry *newer, *older;
  struct CacheEntry **place; /* the pointer to this entry in of_slots or of_rows */
  Arena *arena;
  Mat numbers;
  unsigned char *hidden; /* of MASKED of a recording: its cells that are not finite; else NULL */
  long hidden_count;     /* of them */
  float largest;
  size_t bytes;
  uint64_t frame;                             /* of its last use; 0: by cache_glance only */
  TraceCandidate best[TRACE_CANDIDATES_MOST]; /* of a row of PROBABILITIES */
  int best_count;
  double sum;        /* of a row of PROBABILITIES */
  Sampling sampling; /* of a row of LOGITS: what sampled was worked out for; temperature 0: none */
  SampledSet sampled;
} CacheEntry;

/* Rows of LOGITS, and of PROBABILITIES made from them. */
enum { CACHE_LOGITS, CACHE_PROBABILITIES, CACHE_WORD_PARTS };

struct TraceCache {
  const Trace *trace;
  TraceSource source;
  Lock *lock;
  Arena *smalls;
  CacheEntry *newest, *oldest;
  CacheEntry **of_slots;                  /* [part][L][H], as the slots of the trace */
  CacheEntry **of_rows[CACHE_WORD_PARTS]; /* [T] each; NULL: no rows of words are made */
  CacheEntry **of_worked;                 /* [L][T]; NULL: none was asked for */
  MatView *small_of_slots;                /* [part][L][H] */
  MaskView *small_masks;                  /* [L][H]; NULL: none was asked for */
  float *nan_row;                         /* as wide as the widest matrix */
  size_t bytes, most_bytes;
  uint64_t frame, dropped_count;
  double small_end_ms; /* 0: no limit */
  bool small_waits;
  long broken_count;
  Status problem;
};

/* Returns the entry of a slot, computed if missing, and marks it as used. */
CacheEntry *cache_entry(TraceCache *cache, TracePart part, int layer, int head);

/* The same for a use that ends before the lock is released. A new entry becomes the first to be
** dropped, since thumbnails need every head once. Call cache_make_room afterwards: the entry may
** exceed the limit. */
const CacheEntry *cache_glance(TraceCache *cache, TracePart part, int layer, int head);

/* Drops the least recently used entries until `bytes` more fit in the limit, but no entry of this
** frame, since the picture being built may point to its numbers. */
void cache_make_room(TraceCache *cache, size_t bytes);

/* An entry for rows × cols numbers, the pointer to it at place; NULL: out of memory. */
CacheEntry *cache_add_entry(TraceCache *cache, CacheEntry **place, int rows, int cols);
void cache_mark_used(TraceCache *cache, CacheEntry *entry);

/* Memory that stays until the trace ends; NULL: there is none. */
Arena *cache_smalls(TraceCache *cache);

/* The row of LOGITS or PROBABILITIES of a token, where rows are computed. */
CacheEntry *cache_row_entry(TraceCache *cache, TracePart part, int token);

#endif
