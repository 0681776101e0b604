/* trace/trace_cache_thumbnails.c -- caches the thumbnails of matrices and of their masks. */
#include "trace/trace_cache_internal.h"

#include <math.h>

#include "base/os.h"
#include "trace/thumbnails.h"

enum { SMALLS_BLOCK_BYTES = 4096 };

/* ---- means ---- */

static void note_no_memory(TraceCache *cache) {
  if (!cache->problem.kind) status_no_memory(&cache->problem);
}

Arena *cache_smalls(TraceCache *cache) {
  if (!cache->smalls) cache->smalls = arena_make(SMALLS_BLOCK_BYTES);
  return cache->smalls;
}

/* Checked before a thumbnail is made, so a frame may exceed its time by that of one matrix. */
static bool has_time(TraceCache *cache) {
  if (cache->small_end_ms == 0 || os_now_ms() < cache->small_end_ms) return true;
  cache->small_waits = true;
  return false;
}

static MatView make_small(TraceCache *cache, TracePart part, int layer, int head) {
  const Trace *trace = cache->trace;
  const TraceSlot *slot = &trace->slots[trace_slot_index(trace, part, layer, head)];
  MatView whole = slot->view;
  if (!whole.at) {
    const CacheEntry *entry = cache_glance(cache, part, layer, head);
    if (!entry) return (MatView){0};
    whole = mat_view(entry->numbers);
  }
  Arena *smalls = cache_smalls(cache);
  MatView small = smalls ? trace_thumbnail_of(smalls, whole) : (MatView){0};
  if (!small.at) note_no_memory(cache);
  return small;
}

/* Empty when memory is out or the time of this frame is used up. */
static MatView find_small(TraceCache *cache, TracePart part, int layer, int head) {
  MatView *small = &cache->small_of_slots[trace_slot_index(cache->trace, part, layer, head)];
  if (!small->at && has_time(cache)) {
    *small = make_small(cache, part, layer, head);
    cache_make_room(cache, 0);
  }
  return *small;
}

MatView trace_cache_thumbnail(const Trace *trace, TracePart part, int layer, int head) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  MatView small = find_small(cache, part, layer, head);
  lock_give(cache->lock);
  return small;
}

bool trace_cache_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  bool ready = cache->small_of_slots[trace_slot_index(trace, part, layer, head)].at != NULL;
  lock_give(cache->lock);
  return ready;
}

void trace_cache_thumbnail_limit(TraceCache *cache, double most_ms) {
  lock_take(cache->lock);
  cache->small_end_ms = most_ms > 0 ? os_now_ms() + most_ms : 0;
  cache->small_waits = false;
  lock_give(cache->lock);
}

bool trace_cache_thumbnail_waits(const TraceCache *cache) {
  lock_take(cache->lock);
  bool waits = cache->small_waits;
  lock_give(cache->lock);
  return waits;
}

/* ---- which cells are hidden ---- */

/* 1 where a number is not finite, row after row without gaps. */
static void fill_hidden(MatView masked, unsigned char *hidden) {
  for (int row = 0; row < masked.rows; row++)
    for (int col = 0; col < masked.cols; col++)
      *hidden++ = (unsigned char)!isfinite(mat_row(masked, row)[col]);
}

/* On the arena of the entry, so that it is freed with the numbers. */
static const unsigned char *hidden_of(TraceCache *cache, CacheEntry *entry) {
  if (entry->hidden) return entry->hidden;
  MatView masked = mat_view(entry->numbers);
  entry->hidden = arena_take(entry->arena, (size_t)masked.rows * (size_t)masked.cols, 1);
  if (!entry->hidden) {
    note_no_memory(cache);
    return NULL;
  }
  assert(cache->bytes >= entry->bytes);
  fill_hidden(masked, entry->hidden);
  entry->hidden_count = 0;
  for (size_t i = 0; i < (size_t)masked.rows * (size_t)masked.cols; i++)
    entry->hidden_count += entry->hidden[i];
  cache->bytes -= entry->bytes;
  entry->bytes = arena_held_bytes(entry->arena);
  cache->bytes += entry->bytes;
  return entry->hidden;
}

MaskView trace_cache_recorded_mask(const Trace *trace, int layer, int head) {
  TraceCache *cache = trace->cache;
  MaskView mask = {0};
  assert(trace_is_lazy(trace, TRACE_MASKED));
  lock_take(cache->lock);
  CacheEntry *entry = cache_entry(cache, TRACE_MASKED, layer, head);
  if (entry)
    mask = (MaskView){hidden_of(cache, entry), entry->numbers.rows, entry->numbers.cols,
                      entry->numbers.cols};
  lock_give(cache->lock);
  return mask;
}

long trace_cache_recorded_hidden_count(const Trace *trace, int layer, int head) {
  TraceCache *cache = trace->cache;
  assert(trace_is_lazy(trace, TRACE_MASKED));
  lock_take(cache->lock);
  CacheEntry *entry = cache_entry(cache, TRACE_MASKED, layer, head);
  long count = entry && hidden_of(cache, entry) ? entry->hidden_count : 0;
  lock_give(cache->lock);
  return count;
}

/* The mask of a recording from the means of MASKED: the mean of a block whose cells are all hidden
** is not finite. */
static MaskView mask_of_means(TraceCache *cache, MatView masked) {
  size_t cells = (size_t)masked.rows * (size_t)masked.cols;
  unsigned char *hidden = arena_take(cache->smalls, cells, 1);
  if (hidden) fill_hidden(masked, hidden);
  return (MaskView){hidden, masked.rows, masked.cols, masked.cols};
}

static MaskView make_small_mask(TraceCache *cache, MaskView whole, int layer, int head) {
  MatView masked = {0};
  bool is_recorded = trace_is_recorded(cache->trace);
  if (is_recorded) masked = find_small(cache, TRACE_MASKED, layer, head);
  if (is_recorded && !masked.at) return (MaskView){0};
  MaskView made =
      is_recorded ? mask_of_means(cache, masked) : trace_thumbnail_mask_of(cache->smalls, whole);
  if (!made.hidden) note_no_memory(cache);
  return made;
}

/* Where a head's mask is cached; NULL when memory is out. */
static MaskView *small_mask_at(TraceCache *cache, int layer, int head) {
  size_t layers = (size_t)cache->trace->shape.layer_count;
  size_t heads = (size_t)cache->trace->shape.head_count;
  assert(layer >= 0 && (size_t)layer < layers && head >= 0 && (size_t)head < heads);
  Arena *smalls = cache_smalls(cache);
  if (smalls && !cache->small_masks)
    cache->small_masks = arena_take(smalls, layers * heads, sizeof *cache->small_masks);
  if (cache->small_masks) return &cache->small_masks[(size_t)layer * heads + (size_t)head];
  note_no_memory(cache);
  return NULL;
}

MaskView trace_cache_thumbnail_mask(const Trace *trace, MaskView whole, int layer, int head) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  MaskView *place = small_mask_at(cache, layer, head);
  if (place && !place->hidden) *place = make_small_mask(cache, whole, layer, head);
  MaskView mask = place ? *place : (MaskView){0};
  lock_give(cache->lock);
  return mask;
}
