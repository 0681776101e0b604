/* trace/workings/order.c -- puts the rows of a shuffled sentence back. */
#include "trace/workings/order.h"

#include <math.h>
#include <string.h>

bool order_can(const Trace *trace) {
  return trace_in_order(trace) && !trace_has_key_words(trace) && trace_token_count(trace) > 0;
}

static Mat take(Arena *arena, MatView like) {
  float *at = arena_take(arena, (size_t)like.rows * (size_t)like.cols, sizeof *at);
  return (Mat){at, like.rows, like.cols, like.cols};
}

/* Hidden cells go with their tokens. */
static bool put_mask_back(Arena *arena, const Trace *trace, int layer, int head, MaskView *mask) {
  MaskView from = trace_head_mask(trace, layer, head);
  int count = trace_token_count(trace);
  *mask = from;
  if (!from.hidden) return true;
  unsigned char *hidden = arena_take(arena, (size_t)count * (size_t)count, 1);
  if (!hidden) return false;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      size_t row = (size_t)trace_place_in_order(trace, i),
             col = (size_t)trace_place_in_order(trace, j);
      hidden[row * (size_t)count + col] = mask_hides(from, i, j);
    }
  *mask = (MaskView){hidden, count, count, count};
  return true;
}

/* Mixtures of keys have no place in the sentence. */
static void put_back(const Trace *trace, MatView from, bool by_pair, Mat to) {
  bool by_key = by_pair && !trace_keys_are_mixtures(trace);
  for (int row = 0; row < from.rows; row++) {
    float *back = mat_row_of(to, trace_place_in_order(trace, row));
    for (int col = 0; col < from.cols; col++)
      back[by_key ? trace_place_in_order(trace, col) : col] = mat_get(from, row, col);
  }
}

static void measure(OrderBack *made, Mat difference) {
  for (int row = 0; row < difference.rows; row++)
    for (int col = 0; col < difference.cols; col++) {
      float before = mat_get(made->in_order, row, col);
      float apart = before - mat_get(made->back, row, col);
      mat_row_of(difference, row)[col] = apart;
      if (isfinite(apart)) made->largest = fmaxf(made->largest, fabsf(apart));
      if (isfinite(before)) made->size = fmaxf(made->size, fabsf(before));
    }
  made->difference = mat_view(difference);
}

const OrderBack *order_make(Arena *arena, const Trace *trace, TraceMatrixId of, Status *status) {
  assert(order_can(trace) && (trace_part_info(of.part)->by_pair || of.part == TRACE_OUTPUT));
  MatView now = trace_matrix(trace, of.part, of.layer, of.head);
  OrderBack *made = arena_take(arena, 1, sizeof *made);
  Mat back = take(arena, now), difference = take(arena, now);
  if (!made || !back.at || !difference.at) return status_no_memory(status), NULL;
  *made = (OrderBack){.part = of.part,
                      .in_order = trace_matrix(trace_in_order(trace), of.part, of.layer, of.head),
                      .back = mat_view(back)};
  assert(made->in_order.rows == now.rows && made->in_order.cols == now.cols);
  put_back(trace, now, trace_part_info(of.part)->by_pair, back);
  measure(made, difference);
  if (!put_mask_back(arena, trace, of.layer, of.head, &made->mask))
    return status_no_memory(status), NULL;
  return made;
}
