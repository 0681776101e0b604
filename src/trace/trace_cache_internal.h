/* trace/trace_cache_internal.h -- the entries of the cache. For trace/trace_cache*.c only.
**
** Everything here is read and changed while the cache's lock is held, but for what never changes
** after trace_cache_set_source.
**
** Memory  trace/trace_cache.h tells.   Errors  An entry that is NULL: no memory; problem says it.
*/
#ifndef TRACE_TRACE_CACHE_INTERNAL_H
#define TRACE_TRACE_CACHE_INTERNAL_H

#include "base/lock.h"
#include "trace/trace_cache.h"

/* One matrix, or one row of words. */
typedef struct CacheEntry {
  struct CacheEntry *newer, *older;
  struct CacheEntry **place; /* what points here */
  Arena *arena;
  Mat numbers;
  unsigned char *hidden; /* of MASKED of a recording: its cells that are not finite; else NULL */
  float largest;
  size_t bytes;
  uint64_t frame;                             /* of its last use; 0: only looked at */
  TraceCandidate best[TRACE_CANDIDATES_MOST]; /* of a row of PROBABILITIES */
  int best_count;
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

/* The entry of a slot, made if it is not there and used from now on. */
CacheEntry *cache_entry(TraceCache *cache, TracePart part, int layer, int head);

/* The same for a look that lasts no longer than the lock: what is made for it goes before all that
** was shown, since thumbnails look at every head. Then cache_make_room: it may be beyond the
** bound. */
const CacheEntry *cache_glance(TraceCache *cache, TracePart part, int layer, int head);

/* Drops the oldest until so many bytes more stay below the bound, but never an entry of this
** frame: a picture that is being built may point at its numbers. So one frame may go beyond the
** bound, by what it draws itself. */
void cache_make_room(TraceCache *cache, size_t bytes);

#endif
