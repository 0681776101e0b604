/* trace/trace_matrices.c -- where the numbers of a trace are. Most functions only look up a slot; a
** matrix that may have to be computed comes from the cache (trace/trace_cache.c), which has the
** lock. */
#include "trace/trace.h"

#include "trace/trace_cache.h"
#include "trace/trace_storage.h"

int trace_key_head(const Trace *trace, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  return head / (trace->shape.head_count / trace->shape.key_head_count);
}

int trace_key_head_count(const Trace *trace) { return trace->shape.key_head_count; }

size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head) {
  const TracePartInfo *info = trace_part_info(part);
  if (!info->per_layer) layer = 0;
  if (!info->per_head) head = 0;
  else if (info->per_key_head) head = trace_key_head(trace, head);
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  /* Parts without layers or heads leave slots unused, for the sake of one formula. */
  int row = (int)part * trace->shape.layer_count + layer;
  return (size_t)row * (size_t)trace->shape.head_count + (size_t)head;
}

static const TraceSlot *slot_at(const Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

bool trace_is_lazy(const Trace *trace, TracePart part) { return trace->shape.lazy >> part & 1u; }

bool trace_is_stored(const Trace *trace, TracePart part) {
  return trace_has_part(trace, part) && !trace_is_lazy(trace, part);
}

bool trace_keeps(const Trace *trace, TracePart part, int layer) {
  return trace_has_part(trace, part) && slot_at(trace, part, layer, 0)->view.at != NULL;
}

MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head) {
  const TraceSlot *slot = slot_at(trace, part, layer, head);
  /* A lazy part has a view with a shape but without numbers. A view without rows is just empty. */
  bool is_made = !slot->view.at && slot->view.rows > 0 && trace_is_lazy(trace, part);
  return is_made ? trace_cache_matrix(trace, part, layer, head) : slot->view;
}

void trace_copy_matrix(const Trace *trace, TracePart part, int layer, int head, Mat to) {
  MatView from = slot_at(trace, part, layer, head)->view;
  assert(to.rows == from.rows && to.cols == from.cols);
  if (!from.at && from.rows > 0) trace_cache_copy(trace, part, layer, head, to);
  if (from.at) mat_copy(from, to);
}

void trace_matrix_shape(const Trace *trace, TracePart part, int layer, int *rows, int *cols) {
  const TraceSlot *slot = slot_at(trace, part, layer, 0);
  *rows = slot->view.rows;
  *cols = slot->view.cols;
}

float trace_largest(const Trace *trace, TracePart part, int layer, int head) {
  const TraceSlot *slot = slot_at(trace, part, layer, head);
  bool is_made = !slot->view.at && slot->view.rows > 0 && trace_is_lazy(trace, part);
  if (is_made) return trace_cache_largest(trace, part, layer, head);
  /* Weights that are checked on demand are not known at sealing. */
  if (slot->view.at && trace_part_info(part)->is_weights && trace->shape.may_break)
    return trace_cache_note_largest(trace, part, layer, head);
  return slot->has_largest ? slot->largest : mat_largest(slot->view);
}

/* All heads share one colour scale, so that their shades can be compared. */
float trace_largest_of_heads(const Trace *trace, TracePart part, int layer) {
  float largest = 0;
  for (int head = 0; head < trace->shape.head_count; head++) {
    float of_head = trace_largest(trace, part, layer, head);
    if (of_head > largest) largest = of_head;
  }
  return largest;
}

void trace_frame_begin(const Trace *trace) {
  trace_cache_frame_begin(trace->cache);
  if (trace->names.in_order) trace_frame_begin(trace->names.in_order);
  if (trace->names.without) trace_frame_begin(trace->names.without);
}
void trace_limit_cache(const Trace *trace, size_t most_bytes) {
  trace_cache_limit(trace->cache, most_bytes);
}

size_t trace_cache_bound(const Trace *trace) { return trace_cache_most(trace->cache); }

uint64_t trace_frame_count(const Trace *trace) { return trace_cache_dropped(trace->cache); }

MatView trace_thumbnail(const Trace *trace, TracePart part, int layer, int head) {
  MatView stored = slot_at(trace, part, layer, head)->view;
  bool is_small = stored.rows <= TRACE_SMALL && stored.cols <= TRACE_SMALL;
  if (is_small && (stored.at || !trace_is_lazy(trace, part))) return stored;
  return trace_cache_thumbnail(trace, part, layer, head);
}

/* A matrix no larger than a thumbnail is its own thumbnail. */
bool trace_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head) {
  MatView stored = slot_at(trace, part, layer, head)->view;
  bool is_small = stored.rows <= TRACE_SMALL && stored.cols <= TRACE_SMALL;
  return (is_small && stored.at) || trace_cache_thumbnail_ready(trace, part, layer, head);
}

void trace_thumbnail_limit(const Trace *trace, double most_ms) {
  trace_cache_thumbnail_limit(trace->cache, most_ms);
}
bool trace_thumbnail_waits(const Trace *trace) { return trace_cache_thumbnail_waits(trace->cache); }
const char *trace_problem(const Trace *trace) { return trace_cache_problem(trace->cache); }

bool trace_check(const Trace *trace, Status *status) {
  const char *problem = trace_problem(trace);
  return !*problem || status_fail(status, STATUS_COULD_NOT, "%s", problem);
}

long trace_broken_count(const Trace *trace) {
  return trace->broken_count + trace_cache_broken_count(trace->cache);
}
