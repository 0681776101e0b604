/* trace/workings/workings.c -- the steps between the numbers of a trace (M-03 to M-07, M-13).
**
** Each step is computed by the same function of core as in the run, from the numbers of the trace,
** so that the two cannot differ. */
#include "trace/workings/workings.h"

#include <math.h>

#include "core/attention.h"
#include "core/softmax.h"
#include "trace/trace_build.h"

/* The struct and its arrays in one allocation. Rows of the trace are not copied: they live as long
** as the trace. */
typedef struct WorkingsBlock {
  Workings workings;
  /* products [D], running [D], exponentials, scratch, masked [S] each; then int order [S] */
  float numbers[];
} WorkingsBlock;

static bool is_heavier(const float *weights, int a, int b) {
  return weights[a] > weights[b] || (weights[a] == weights[b] && a < b);
}

const float *workings_row(const Workings *w, TracePart part) {
  const float *row = w->rows[trace_pair_place(part)];
  assert(row);
  return row;
}

/* Shell sort: short, in place, and quick enough for the 1,024 keys of the longest row. Ties are
** sorted by index, so stability does not matter. */
static void sort_by_weight(const float *weights, int *order, int count) {
  for (int i = 0; i < count; i++) order[i] = i;
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int i = gap; i < count; i++) {
      int moved = order[i], place = i;
      for (; place >= gap && is_heavier(weights, moved, order[place - gap]); place -= gap)
        order[place] = order[place - gap];
      order[place] = moved;
    }
}

/* A product of two floats is exact in double; the number shown is rounded once, and so is each step
** of the running sum. */
static void work_out_products(Workings *w, float *products, float *running) {
  double sum = 0;
  for (int c = 0; c < w->d_head; c++) {
    double product = (double)w->q[c] * (double)w->k[c];
    sum += product;
    products[c] = (float)product;
    running[c] = (float)sum;
  }
  w->products = products;
  w->running = running;
}

/* A head of a recording may hide pairs that not all heads of its layer hide: then a finite number
** became −∞. */
static bool hides(const Workings *w, const Trace *trace, int key) {
  return trace_layer_hides(trace, w->layer, w->query, key) ||
         (w->row_masked[key] == -INFINITY && isfinite(w->row_unmasked[key]));
}

/* The softmax goes to scratch: it equals the trace's weights; only maximum and sum are needed. */
static void work_out_row(Workings *w, const Trace *trace, float *exponentials, float *scratch) {
  SoftmaxParts parts = softmax_row(w->row_masked, scratch, w->key_count);
  softmax_exponentials(w->row_masked, parts.max, exponentials, w->key_count);
  w->row_exponentials = exponentials;
  w->row_max = parts.max;
  w->exponential_sum = parts.sum;
  for (int key = 0; key < w->key_count; key++)
    if (!hides(w, trace, key)) w->visible_count++;
  w->entropy_bits = softmax_entropy_bits(w->row_weights, w->key_count);
  w->entropy_most_bits = w->visible_count > 0 ? (float)log2(w->visible_count) : 0;
  w->attends_to_nothing = w->visible_count == 0;
}

/* Softmax (M-06) of scores that are not divided (M-04), for the sentence "without dividing this
** weight would be …". Biases of the scaled scores are added to these too. */
static void work_out_unscaled(Workings *w, const Trace *trace, float *scratch) {
  bool is_biased = w->row_unmasked != w->row_scaled;
  for (int key = 0; key < w->key_count; key++) {
    float bias = is_biased ? w->row_unmasked[key] - w->row_scaled[key] : 0;
    scratch[key] = hides(w, trace, key) ? -INFINITY : w->row_scores[key] + bias;
  }
  softmax_row(scratch, scratch, w->key_count);
  for (int key = 0; key < w->key_count; key++)
    if (scratch[key] > scratch[w->unscaled_largest_key]) w->unscaled_largest_key = key;
  w->unscaled_largest_weight = scratch[w->unscaled_largest_key];
  if (w->key >= 0) w->unscaled_weight = scratch[w->key];
}

static void work_out_cell(Workings *w, const Trace *trace) {
  assert(w->key >= 0 && w->key < w->key_count && w->row_exponentials);
  w->score = w->row_scores[w->key];
  w->scaled = w->row_scaled[w->key];
  w->masked = w->row_masked[w->key];
  w->exponential = w->row_exponentials[w->key];
  w->weight = w->row_weights[w->key];
  w->hidden = hides(w, trace, w->key);
}

static const float *row_of(const Workings *w, const Trace *trace, TracePart part) {
  return mat_row(trace_matrix(trace, part, w->layer, w->head), w->query);
}

/* M-05 for one row. A large trace of a model does not store masked scores; one row is computed from
** the row before it and the mask, instead of the whole matrix. */
static const float *masked_row(const Workings *w, const Trace *trace, float *room) {
  bool is_kept = trace_keeps(trace, TRACE_MASKED, w->layer);
  if (is_kept || trace_is_recorded(trace)) return row_of(w, trace, TRACE_MASKED);
  MaskView mask = mask_rows(trace_head_mask(trace, w->layer, w->head), w->query, 1);
  assert(!mask.hidden || mask.cols == w->key_count);
  attn_mask((MatView){w->row_unmasked, 1, w->key_count, w->key_count}, mask,
            (Mat){room, 1, w->key_count, w->key_count});
  return room;
}

/* room: [S] numbers for the masked row. */
static void read_trace(Workings *w, const Trace *trace, float *room) {
  w->d_head = trace_d_head(trace);
  w->key_count = trace_key_count(trace);
  w->d_value = trace_matrix(trace, trace_values(trace), w->layer, w->head).cols;
  w->divisor = trace_score_divisor(trace, w->layer);
  w->q = row_of(w, trace, trace_score_queries(trace));
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  for (int i = 0; i < count; i++) {
    bool is_masked = parts[i] == TRACE_MASKED;
    if (is_masked) w->row_unmasked = workings_row(w, trace_pair_part_before(trace, parts[i]));
    w->rows[trace_pair_place(parts[i])] =
        is_masked ? masked_row(w, trace, room) : row_of(w, trace, parts[i]);
  }
  w->row_scores = workings_row(w, TRACE_SCORES);
  w->row_scaled = workings_row(w, TRACE_SCALED);
  w->row_masked = workings_row(w, TRACE_MASKED);
  w->row_weights = workings_row(w, TRACE_WEIGHTS);
  if (trace_has_part(trace, TRACE_OUTPUT)) w->output = row_of(w, trace, TRACE_OUTPUT);
}

bool workings_can(const Trace *trace) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  for (int i = 0; i < count; i++)
    if (!trace_has_part(trace, parts[i])) return false;
  return trace_has_part(trace, trace_score_queries(trace)) &&
         trace_has_part(trace, trace_score_keys(trace));
}

const Workings *workings_make(Arena *arena, const Trace *trace, int layer, int head, int query,
                              int key, Status *status) {
  if (!workings_can(trace)) return NULL;
  size_t keys = (size_t)trace_key_count(trace);
  size_t d_head = (size_t)trace_d_head(trace);
  assert(query >= 0 && query < trace_token_count(trace) && key >= -1 && key < (int)keys);
  /* ints behind floats: both need four bytes of alignment. */
  size_t bytes = sizeof(WorkingsBlock) + (2 * d_head + 3 * keys) * sizeof(float);
  WorkingsBlock *block = arena_take(arena, 1, bytes + keys * sizeof(int));
  if (!block) {
    status_no_memory(status);
    return NULL;
  }
  Workings *w = &block->workings;
  *w = (Workings){.layer = layer, .head = head, .query = query, .key = key};
  float *exponentials = block->numbers + 2 * d_head, *scratch = exponentials + keys;
  float *masked = scratch + keys;
  int *order = (int *)(void *)(masked + keys);
  read_trace(w, trace, masked);
  work_out_row(w, trace, exponentials, scratch);
  work_out_unscaled(w, trace, scratch);
  sort_by_weight(w->row_weights, order, w->key_count);
  w->by_weight = order;
  if (key < 0) return w;
  w->k = mat_row(trace_matrix(trace, trace_score_keys(trace), layer, head), key);
  work_out_products(w, block->numbers, block->numbers + d_head);
  work_out_cell(w, trace);
  return w;
}
