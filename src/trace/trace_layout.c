/* trace/trace_layout.c -- the shapes and the memory of the parts of a trace.
**
** Many parts share memory: the input of a layer is the block of the layer before, heads are columns
** of one wide matrix (M-08), and the outputs of the heads are side by side, as CONCAT needs them
** (M-09). */
#include "trace/trace_layout.h"

static TraceSlot *slot_of(Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

static void set_numbers(TraceSlot *slot, Mat numbers) {
  slot->numbers = numbers;
  slot->view = mat_view(numbers);
}

/* One size of a matrix; those of lent parts are the lender's. */
static int size_of(const TraceShape *shape, TraceSize size) {
  const int sizes[] = {
      [SIZE_TOKENS] = shape->token_count,   [SIZE_KEYS] = shape->key_count,
      [SIZE_SOURCES] = shape->source_count, [SIZE_FEATURES] = shape->feature_count,
      [SIZE_POINTS] = shape->point_count,   [SIZE_TWO] = 2,
      [SIZE_D_MODEL] = shape->d_model,      [SIZE_D_HEAD] = shape->d_head,
      [SIZE_D_VALUE] = shape->d_value,      [SIZE_ALL_HEADS] = shape->head_count * shape->d_value,
      [SIZE_WORDS] = shape->word_count,     [SIZE_D_SCORE] = shape->d_score,
      [SIZE_HEADS] = shape->head_count,     [SIZE_DISTANCES] = shape->distance_count};
  assert(size != SIZE_LENT && size <= SIZE_WORDS);
  return sizes[size];
}

static int heads_of(const Trace *trace, TracePart part) {
  const TracePartInfo *info = trace_part_info(part);
  if (!info->per_head) return 1;
  return info->per_key_head ? trace->shape.key_head_count : trace->shape.head_count;
}

/* The first query head that uses key head `head`; trace_slot_index maps the others to its slot. */
static int query_head(const Trace *trace, TracePart part, int head) {
  return head * (trace->shape.head_count / (heads_of(trace, part) > 1 ? heads_of(trace, part) : 1));
}

static Mat empty_of(const Trace *trace, TracePart part) {
  const TracePartInfo *info = trace_part_info(part);
  int rows = size_of(&trace->shape, info->rows), cols = size_of(&trace->shape, info->cols);
  return (Mat){NULL, rows, cols, cols};
}

/* Sets only the shape: the numbers are computed later, or are those of another part. */
static void place_shape(Trace *trace, TracePart part, int layer) {
  int heads = heads_of(trace, part);
  Mat shape = empty_of(trace, part);
  for (int head = 0; head < heads; head++)
    set_numbers(slot_of(trace, part, layer, query_head(trace, part, head)), shape);
}

/* Sets the views of heads that are side by side in one wide matrix. */
static void place_views(Trace *trace, TracePart part, int layer, Mat wide) {
  int heads = heads_of(trace, part), cols = wide.cols / heads;
  assert(wide.cols == heads * cols);
  for (int head = 0; head < heads; head++)
    set_numbers(slot_of(trace, part, layer, query_head(trace, part, head)),
                mat_cols(wide, head * cols, cols));
}

static bool take_mat(const Trace *trace, int rows, int cols, Mat *mat) {
  float *at = arena_take(trace->arena, (size_t)rows * (size_t)cols, sizeof *at);
  *mat = (Mat){at, rows, cols, cols};
  return at != NULL;
}

static bool place_pairs(Trace *trace, TracePart part, int layer) {
  Mat shape = empty_of(trace, part);
  for (int head = 0; head < trace->shape.head_count; head++) {
    Mat numbers;
    if (!take_mat(trace, shape.rows, shape.cols, &numbers)) return false;
    set_numbers(slot_of(trace, part, layer, head), numbers);
  }
  return true;
}

/* Takes memory for a part of a layer, or of the trace: one block for all heads side by side, but
** one per head for [T,S], which are drawn one at a time. */
static bool place_new(Trace *trace, TracePart part, int layer) {
  Mat shape = empty_of(trace, part), wide;
  if (trace_part_info(part)->by_pair) return place_pairs(trace, part, layer);
  if (!take_mat(trace, shape.rows, shape.cols * heads_of(trace, part), &wide)) return false;
  place_views(trace, part, layer, wide);
  return true;
}

/* The part whose numbers this one shares; itself if it has its own. */
static TracePart shared_with(const Trace *trace, TracePart part, int layer, int *of_layer) {
  const TraceShape *shape = &trace->shape;
  *of_layer = layer;
  if (part == TRACE_INPUT && layer == trace_shape_first_layer(shape)) return TRACE_X;
  if (part == TRACE_INPUT) {
    *of_layer = layer - 1;
    return TRACE_BLOCK;
  }
  if (part == TRACE_NORM_2 && shape->norm_place == NORM_AFTER) return TRACE_BLOCK;
  if (part == TRACE_BLOCK && !shape->has_mlp)
    return shape->norm_place == NORM_AFTER ? TRACE_NORM_1 : TRACE_RESIDUAL;
  if (part == TRACE_FINAL && !shape->has_last_norm) {
    *of_layer = shape->layer_count - 1;
    return TRACE_BLOCK;
  }
  return part;
}

/* Does the part have stored numbers, its own or shared ones? BLOCK may be stored in some layers
** only. */
static bool has_numbers(const Trace *trace, TracePart part, int layer) {
  int every = trace->shape.block_every, of_layer;
  if (trace_is_stored(trace, part)) return true;
  if (every == 0 || !trace_has_part(trace, part)) return false;
  if (part == TRACE_BLOCK) return (layer + 1) % every == 0 || layer == trace->shape.layer_count - 1;
  TracePart shared = shared_with(trace, part, layer, &of_layer);
  return shared != part && has_numbers(trace, shared, of_layer);
}

static bool is_placed(Trace *trace, TracePart part, int layer) {
  return slot_of(trace, part, layer, 0)->numbers.cols > 0;
}

/* What a part shares its numbers with comes before it: a part of the same layer here, one of
** another by the order of layers. */
static bool place_part(Trace *trace, TracePart part, int layer) {
  int of_layer;
  if (!trace_has_part(trace, part) || is_placed(trace, part, layer)) return true;
  if (trace_part_info(part)->is_lent && !trace_is_lazy(trace, part)) return true;
  if (part == TRACE_INPUT && trace_has_lent_input(trace, layer)) return true;
  TracePart shared = shared_with(trace, part, layer, &of_layer);
  bool is_of_layer = trace_part_info(shared)->per_layer && of_layer == layer;
  if (shared != part && part != TRACE_FINAL && is_of_layer && !place_part(trace, shared, layer))
    return false;
  if (part == TRACE_OUTPUT && !place_part(trace, TRACE_CONCAT, layer)) return false;
  bool is_kept = has_numbers(trace, part, layer);
  /* Shares the numbers only if the other part has them: in a large trace BLOCK may be stored while
  ** the part it equals is lazy. */
  if (is_kept && shared != part && has_numbers(trace, shared, of_layer)) {
    set_numbers(slot_of(trace, part, layer, 0), slot_of(trace, shared, of_layer, 0)->numbers);
    return true;
  }
  if (!is_kept) {
    place_shape(trace, part, layer);
    return true;
  }
  if (part == TRACE_OUTPUT && trace_is_stored(trace, TRACE_CONCAT)) {
    place_views(trace, part, layer, slot_of(trace, TRACE_CONCAT, layer, 0)->numbers);
    return true;
  }
  return place_new(trace, part, layer);
}

/* FINAL comes last, since it may share the block of the last layer; the parts by pair share nothing
** and come behind the others of their layer. */
static bool place_all(Trace *trace, bool per_layer, int layer) {
  for (int by_pair = 0; by_pair < 2; by_pair++)
    for (int i = 0; i < TRACE_PART_COUNT; i++) {
      TracePart part = trace_part_order[i];
      const TracePartInfo *info = trace_part_info(part);
      bool is_next = info->per_layer == per_layer && info->by_pair == (by_pair == 1);
      if (!is_next || info->is_weights || part == TRACE_FINAL) continue;
      if (!place_part(trace, part, layer)) return false;
    }
  return true;
}

bool trace_layout(Trace *trace) {
  if (!place_all(trace, false, 0)) return false;
  for (int layer = 0; layer < trace->shape.layer_count; layer++)
    if (trace_shape_owns(&trace->shape, layer) && !place_all(trace, true, layer)) return false;
  return place_part(trace, TRACE_FINAL, 0);
}
