/* trace/trace_masks.c -- what is hidden: of a pair, a row, a layer and a head, also where a mistake
** masks in another way. */
#include "trace/trace.h"

#include "core/attention.h"
#include "core/mistaken.h"
#include "trace/trace_cache.h"
#include "trace/trace_mistake.h"
#include "trace/trace_storage.h"

bool trace_hidden(const Trace *trace, int query, int key) {
  assert(query >= 0 && query < trace->shape.token_count);
  assert(key >= 0 && key < trace->shape.key_count);
  return mask_hides(trace->mask, query, key);
}

/* Under a mask of 0 every query has a share of every key: nothing is hidden, whatever was meant. */
static bool hides_nothing(const Trace *trace) {
  return trace_mistake(trace) == MISTAKE_MASK_WITH_ZERO;
}

bool trace_row_hidden(const Trace *trace, int query) {
  assert(query >= 0 && query < trace->shape.token_count);
  return trace->row_hidden[query] && !hides_nothing(trace);
}

/* The layer's own mask, else the one of all layers. */
static TraceLayerMask mask_of(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  if (trace->layer_masks) return trace->layer_masks[layer];
  return (TraceLayerMask){trace->mask, trace->row_hidden, trace->hidden_count,
                          trace->names.mask_name};
}

bool trace_layer_hides(const Trace *trace, int layer, int query, int key) {
  assert(query >= 0 && query < trace->shape.token_count);
  assert(key >= 0 && key < trace->shape.key_count);
  return !hides_nothing(trace) && mask_hides(mask_of(trace, layer).mask, query, key);
}

bool trace_layer_row_hidden(const Trace *trace, int layer, int query) {
  assert(query >= 0 && query < trace->shape.token_count);
  return mask_of(trace, layer).row_hidden[query] && !hides_nothing(trace);
}

long trace_layer_hidden_count(const Trace *trace, int layer) {
  return hides_nothing(trace) ? 0 : mask_of(trace, layer).hidden_count;
}

Str trace_layer_mask_name(const Trace *trace, int layer) { return mask_of(trace, layer).name; }

/* ---- of heads ---- */

MaskView trace_meant_mask(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  (void)head; /* of a recording, the heads of a layer together */
  return mask_of(trace, layer).mask;
}

void trace_mask_row(const Trace *trace, MatView unmasked, MaskView mask, Mat masked) {
  MistakeKind mistake = trace_mistake(trace);
  if (mistake == MISTAKE_MASK_WITH_ZERO) mistaken_hide_with_zero(unmasked, mask, masked);
  else if (mistake == MISTAKE_MASK_AFTER_SOFTMAX) mat_copy(unmasked, masked);
  else attn_mask(unmasked, mask, masked);
}

bool trace_part_hides(const Trace *trace, TracePart part) {
  bool is_late = trace_mistake(trace) == MISTAKE_MASK_AFTER_SOFTMAX;
  return trace_part_info(part)->is_hatched && !(part == TRACE_MASKED && is_late);
}

MaskView trace_head_mask(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  if (hides_nothing(trace)) return (MaskView){0};
  if (!trace_is_recorded(trace)) return mask_of(trace, layer).mask;
  if (!trace_has_part(trace, TRACE_MASKED) || trace->shape.token_count == 0) return (MaskView){0};
  return trace_cache_recorded_mask(trace, layer, head);
}

long trace_head_hidden_count(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  bool is_by_head = trace_is_recorded(trace) && trace_has_part(trace, TRACE_MASKED);
  if (!is_by_head || trace->shape.token_count == 0) return trace_layer_hidden_count(trace, layer);
  return trace_cache_recorded_hidden_count(trace, layer, head);
}

MaskView trace_thumbnail_mask(const Trace *trace, int layer, int head) {
  int rows, cols;
  trace_matrix_shape(trace, TRACE_MASKED, layer, &rows, &cols);
  if (rows <= TRACE_SMALL && cols <= TRACE_SMALL) return trace_head_mask(trace, layer, head);
  bool is_recorded = trace_is_recorded(trace);
  if (hides_nothing(trace)) return (MaskView){0};
  MaskView mask = is_recorded ? (MaskView){0} : mask_of(trace, layer).mask;
  if (!mask.hidden && (!is_recorded || !trace_has_part(trace, TRACE_MASKED))) return mask;
  /* The heads of a model share a mask, and so do layers without one of their own. */
  if (!is_recorded) head = 0;
  return trace_cache_thumbnail_mask(trace, mask, is_recorded || trace->layer_masks ? layer : 0,
                                    head);
}
