/* trace/trace_halves.c -- the three traces of an encoder and a decoder.
**
** Layers of one stack have different rows and columns: the encoder S × S, the decoder T × T, and
** T × S where it asks the encoder. A trace has one list of tokens and one of keys; so there is one
** for each, all with the layers of the whole stack. A half makes the matrices of its own layers.
** After sealing, the slots of the other layers are copied, so that every half reads every layer.
**
** Shapes  E encoder layers, then 2 · D: target, cross, target, cross …
** Memory  The arena of each trace; they are made and freed together.
*/
#include "trace/trace_storage.h"

TraceHalf trace_shape_half(const TraceShape *shape, int layer) {
  assert(layer >= 0 && layer < shape->layer_count);
  if (shape->half == HALF_NONE) return HALF_NONE;
  if (layer < shape->encoder_layers) return HALF_SOURCE;
  return (layer - shape->encoder_layers) % 2 == 0 ? HALF_TARGET : HALF_CROSS;
}

bool trace_shape_owns(const TraceShape *shape, int layer) {
  return trace_shape_half(shape, layer) == shape->half;
}

int trace_shape_first_layer(const TraceShape *shape) {
  return shape->half == HALF_TARGET || shape->half == HALF_CROSS ? shape->encoder_layers : 0;
}

/* ---- making ---- */

bool trace_has_lent_input(const Trace *trace, int layer) {
  const TraceShape *shape = &trace->shape;
  return shape->half != HALF_NONE && layer != trace_shape_first_layer(shape) &&
         !trace_shape_owns(shape, layer - 1);
}

static TraceSlot *slot_of(Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

void trace_lend_input(Trace *trace, int layer, const Trace *from) {
  assert(trace_has_lent_input(trace, layer) && trace_shape_owns(&from->shape, layer - 1));
  const TraceSlot *block = &from->slots[trace_slot_index(from, TRACE_BLOCK, layer - 1, 0)];
  assert(block->view.rows == trace->shape.token_count);
  *slot_of(trace, TRACE_INPUT, layer, 0) = *block;
}

static void copy_part(Trace *to, const Trace *from, TracePart part, int layer) {
  int heads = trace_part_info(part)->per_head ? to->shape.head_count : 1;
  for (int head = 0; head < heads; head++)
    *slot_of(to, part, layer, head) = from->slots[trace_slot_index(from, part, layer, head)];
}

static void copy_layer(Trace *to, const Trace *from, int layer) {
  for (int i = 0; i < TRACE_PART_COUNT; i++)
    if (trace_part_info(trace_part_order[i])->per_layer)
      copy_part(to, from, trace_part_order[i], layer);
  for (int head = 0; head < to->shape.head_count; head++) {
    int at = layer * to->shape.head_count + head;
    to->roles[at] = from->roles[at];
  }
  to->blocks[layer] = from->blocks[layer];
  to->score_divisors[layer] = from->score_divisors[layer];
  to->layer_masks[layer] =
      (TraceLayerMask){from->mask, from->row_hidden, from->hidden_count, from->names.mask_name};
}

/* What the decoder's halves have once: its first layer receives X, its last one ends the trace. */
static void copy_ends(Trace *target, Trace *cross) {
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    TracePart part = trace_part_order[i];
    const TracePartInfo *info = trace_part_info(part);
    if (info->per_layer || info->need == NEED_CROSS) continue;
    if (info->ends_trace) copy_part(target, cross, part, 0);
    else copy_part(cross, target, part, 0);
  }
}

bool trace_seal_halves(Trace *const halves[HALF_COUNT], const Trace **sealed, Status *status) {
  for (int half = HALF_SOURCE; half < HALF_COUNT; half++) {
    assert(halves[half]->shape.half == (TraceHalf)half && halves[half]->shape.lazy == 0);
    if (!trace_allocate_layer_masks(halves[half])) return status_no_memory(status);
    if (!trace_seal(halves[half], sealed, status)) return false;
  }
  for (int half = HALF_SOURCE; half < HALF_COUNT; half++)
    for (int other = HALF_SOURCE; other < HALF_COUNT; other++) {
      Trace *to = halves[half];
      to->halves[other] = halves[other];
      for (int layer = 0; layer < to->shape.layer_count; layer++)
        if (trace_shape_half(&to->shape, layer) == (TraceHalf)other)
          copy_layer(to, halves[other], layer);
    }
  copy_ends(halves[HALF_TARGET], halves[HALF_CROSS]);
  return true;
}

/* ---- reading ---- */

const Trace *trace_of_layer(const Trace *trace, int layer) {
  if (trace->shape.half == HALF_NONE || !trace->halves[HALF_CROSS]) return trace;
  if (layer < 0 || layer >= trace->shape.layer_count) return trace;
  return trace->halves[trace_shape_half(&trace->shape, layer)];
}

const Trace *trace_of_half(const Trace *trace, TraceHalf half) {
  assert(half > HALF_NONE && half < HALF_COUNT);
  return trace->halves[half] ? trace->halves[half] : trace;
}

TraceHalf trace_layer_half(const Trace *trace, int layer, int *number) {
  TraceHalf half = trace_shape_half(&trace->shape, layer);
  bool is_decoder = half == HALF_TARGET || half == HALF_CROSS;
  *number = is_decoder ? (layer - trace->shape.encoder_layers) / 2 + 1 : layer + 1;
  return half;
}

int trace_drawn_layer(TraceHalf half, int number) {
  static const int first[HALF_COUNT] = {[HALF_CROSS] = 1 << 16, [HALF_SOURCE] = 1 << 17};
  assert(number >= 0);
  return first[half] + number % (1 << 16); /* that of a file may be any */
}

TraceHalf trace_half(const Trace *trace) { return trace->shape.half; }

int trace_home_layer(const Trace *trace) {
  int layer = 0;
  while (!trace_shape_owns(&trace->shape, layer)) layer++;
  return layer;
}

int trace_first_layer(const Trace *trace) { return trace_shape_first_layer(&trace->shape); }

/* The last layer of an encoder is not followed by the first of a decoder. */
int trace_layer_after(const Trace *trace, int layer) {
  int next = layer + 1, number;
  if (next >= trace_layer_count(trace)) return -1;
  bool leaves_source = trace_layer_half(trace, layer, &number) == HALF_SOURCE &&
                       trace_layer_half(trace, next, &number) != HALF_SOURCE;
  return leaves_source ? -1 : next;
}

bool trace_owns_layer(const Trace *trace, int layer) {
  return trace_shape_owns(&trace->shape, layer);
}

Str trace_typed_sentence(const Trace *trace) {
  return trace->names.source.at ? trace->names.source : trace->names.sentence;
}

/* The encoder ran before anything was said. */
Str trace_said(const Trace *trace) { return trace_of_half(trace, HALF_CROSS)->names.said; }
