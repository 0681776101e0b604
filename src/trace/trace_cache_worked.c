/* trace/trace_cache_worked.c -- what is worked out once from rows and matrices of the trace, and
** asked for in every frame: sums over a vocabulary, hidden units, the largest of a stored matrix.
*/
#include "trace/trace_cache_internal.h"

#include <string.h>

/* ---- rows of words ---- */

bool trace_cache_word_sum(const Trace *trace, int token, double *sum) {
  TraceCache *cache = trace->cache;
  assert(trace_cache_makes_rows(cache));
  lock_take(cache->lock);
  const CacheEntry *entry = cache_row_entry(cache, TRACE_PROBABILITIES, token);
  if (entry) *sum = entry->sum;
  lock_give(cache->lock);
  return entry != NULL;
}

/* Numbers that the search for what is kept needs at once, and never again. */
static bool work_out_sampled(CacheEntry *entry, const Sampling *sampling) {
  int words = entry->numbers.cols;
  Arena *arena = arena_make((size_t)words * sizeof(float));
  float *scratch = arena ? arena_take_unset(arena, (size_t)words, sizeof *scratch) : NULL;
  if (scratch) {
    entry->sampled = sampling_set(entry->numbers.at, words, sampling, scratch);
    entry->sampling = *sampling;
  }
  arena_free(arena);
  return scratch != NULL;
}

bool trace_cache_sampled(const Trace *trace, int token, const Sampling *sampling, SampledSet *set) {
  TraceCache *cache = trace->cache;
  assert(trace_cache_makes_rows(cache) && sampling->temperature > 0);
  lock_take(cache->lock);
  CacheEntry *entry = cache_row_entry(cache, TRACE_LOGITS, token);
  bool known =
      entry && (sampling_equal(&entry->sampling, sampling) || work_out_sampled(entry, sampling));
  if (known) *set = entry->sampled;
  lock_give(cache->lock);
  return known;
}

/* ---- rows of a layer ---- */

static CacheEntry **worked_place(TraceCache *cache, const TraceWorkedRow *row) {
  const TraceShape *shape = &cache->trace->shape;
  size_t tokens = (size_t)shape->token_count;
  assert(row->layer >= 0 && row->layer < shape->layer_count);
  assert(row->token >= 0 && row->token < shape->token_count);
  Arena *arena = cache->of_worked ? NULL : cache_smalls(cache);
  if (arena)
    cache->of_worked =
        arena_take(arena, (size_t)shape->layer_count * tokens, sizeof *cache->of_worked);
  if (!cache->of_worked) return NULL;
  return &cache->of_worked[(size_t)row->layer * tokens + (size_t)row->token];
}

void trace_cache_worked_row(const Trace *trace, const TraceWorkedRow *row, float *to) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  CacheEntry **place = worked_place(cache, row);
  CacheEntry *entry = place ? *place : NULL;
  if (entry) {
    assert(entry->numbers.cols == row->count);
    cache_mark_used(cache, entry);
    memcpy(to, entry->numbers.at, (size_t)row->count * sizeof *to);
  } else {
    row->make(row->self, to);
    entry = place ? cache_add_entry(cache, place, 1, row->count) : NULL;
    if (entry) memcpy(entry->numbers.at, to, (size_t)row->count * sizeof *to);
  }
  lock_give(cache->lock);
}

/* ---- the largest number ---- */

float trace_cache_note_largest(const Trace *trace, TracePart part, int layer, int head) {
  TraceCache *cache = trace->cache;
  TraceSlot *slot = &trace->slots[trace_slot_index(trace, part, layer, head)];
  lock_take(cache->lock);
  if (!slot->has_largest) slot->largest = mat_largest(slot->view);
  slot->has_largest = true;
  float largest = slot->largest;
  lock_give(cache->lock);
  return largest;
}
