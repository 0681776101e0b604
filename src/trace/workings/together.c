/* trace/workings/together.c -- see together.h. */
#include "trace/workings/together.h"

#include <math.h>
#include <string.h>

MatView together_result(const Together *made) {
  assert(made->refusal == TOGETHER_CAN);
  return made->kind == TOGETHER_AVERAGE ? made->average : made->rollouts[made->count - 1];
}

double together_mixed_sum(const Together *made, int row) {
  assert(made->refusal == TOGETHER_CAN && made->kind == TOGETHER_ROLLOUT);
  return rollout_mix_sum(made->average, row);
}

float together_own_share(const Together *made, int place) {
  assert(made->refusal == TOGETHER_CAN && made->kind == TOGETHER_ROLLOUT);
  assert(place >= 0 && place < made->count);
  return (float)rollout_mean_of_own(made->rollouts[place]);
}

/* The layers that a row goes through: those of its own half. */
static int first_of(const Trace *trace) { return trace_home_layer(trace); }

/* Layers of one half need not follow each other in the stack. */
static int layers_to(const Trace *trace, int layer) {
  int count = 0;
  for (int i = first_of(trace); i <= layer; i++) count += trace_owns_layer(trace, i);
  return count;
}

static bool has_weights(const Trace *trace, int layer) {
  int rows, cols;
  if (!trace_has_part(trace, TRACE_WEIGHTS)) return false;
  trace_matrix_shape(trace, TRACE_WEIGHTS, layer, &rows, &cols);
  return rows == trace_token_count(trace) && cols == trace_key_count(trace);
}

static TogetherRefusal refuse_rollout(const Trace *trace, int layer) {
  TraceHalf half = trace_half(trace);
  if (half == HALF_TARGET || half == HALF_CROSS) return TOGETHER_DECODER;
  if (trace_keys_are_mixtures(trace)) return TOGETHER_MIXED;
  if (trace_keys_are_kept(trace)) return TOGETHER_KEPT;
  if (trace_is_cross(trace)) return TOGETHER_OTHER_SENTENCE;
  if (trace_token_count(trace) > ROLLOUT_TOKENS_MOST) return TOGETHER_TOO_LONG;
  for (int i = first_of(trace); i <= layer; i++)
    if (trace_owns_layer(trace, i) && !has_weights(trace, i)) return TOGETHER_NOT_RECORDED;
  return TOGETHER_CAN;
}

TogetherRefusal together_refusal(const Trace *trace, int layer, TogetherKind kind) {
  if (trace_token_count(trace) == 0) return TOGETHER_NO_TOKENS;
  if (!has_weights(trace, layer)) return TOGETHER_NOT_RECORDED;
  return kind == TOGETHER_AVERAGE ? TOGETHER_CAN : refuse_rollout(trace, layer);
}

static bool take(Arena *arena, int rows, int cols, Mat *to) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  *to = (Mat){at, rows, cols, cols};
  return at != NULL;
}

/* Heads of a large trace are copied one after the other: its cache keeps what is on show. largest
** NULL: it is not asked for. */
static bool make_average(Arena *arena, const Trace *trace, int layer, const RolloutLargest *largest,
                         MatView *average) {
  int rows, cols, heads = trace_head_count(trace, layer);
  trace_matrix_shape(trace, TRACE_WEIGHTS, layer, &rows, &cols);
  size_t cells = (size_t)rows * (size_t)cols;
  Mat head, mean;
  double *sums = arena_take(arena, cells, sizeof *sums);
  if (!sums || !take(arena, rows, cols, &head) || !take(arena, rows, cols, &mean)) return false;
  memset(sums, 0, cells * sizeof *sums);
  for (int i = 0; i < heads; i++) {
    trace_copy_matrix(trace, TRACE_WEIGHTS, layer, i, head);
    rollout_add_head(mat_view(head), sums);
    if (largest) rollout_note_largest(mat_view(head), i, *largest);
  }
  rollout_mean(sums, heads, mean);
  *average = mat_view(mean);
  return true;
}

/* The largest of all heads is kept beside their sum, so that each head is made once: the mean that
** the peak stands above is known only after the last. */
static bool make_average_with_peak(Arena *arena, const Trace *trace, Together *made) {
  int rows, cols;
  trace_matrix_shape(trace, TRACE_WEIGHTS, made->layer, &rows, &cols);
  size_t cells = (size_t)rows * (size_t)cols;
  RolloutLargest largest = {arena_take(arena, cells, sizeof *largest.weights),
                            arena_take(arena, cells, sizeof *largest.heads)};
  if (!largest.weights || !largest.heads) return false;
  for (size_t i = 0; i < cells; i++) largest.weights[i] = -INFINITY;
  if (!make_average(arena, trace, made->layer, &largest, &made->average)) return false;
  made->peak = rollout_peak(largest, made->average);
  return true;
}

typedef struct Layers {
  MatView *averages, *mixed, *rollouts;
} Layers;

/* The layer at that place of the list. */
static bool make_layer(Arena *arena, const Trace *trace, int layer, int place, const Layers *to) {
  int count = trace_token_count(trace);
  Mat mixed, rollout;
  if (!make_average(arena, trace, layer, NULL, &to->averages[place])) return false;
  if (!take(arena, count, count, &mixed)) return false;
  rollout_mix(to->averages[place], mixed);
  to->mixed[place] = to->rollouts[place] = mat_view(mixed);
  if (place == 0) return true;
  if (!take(arena, count, count, &rollout)) return false;
  rollout_next(mat_view(mixed), to->rollouts[place - 1], rollout);
  to->rollouts[place] = mat_view(rollout);
  return true;
}

static bool make_rollout(Arena *arena, const Trace *trace, Together *made) {
  size_t count = (size_t)made->count;
  MatView *lists = arena_take(arena, 3 * count, sizeof *lists);
  int place = 0;
  if (!lists) return false;
  Layers to = {lists, lists + count, lists + 2 * count};
  for (int i = made->first; i <= made->layer; i++) {
    if (!trace_owns_layer(trace, i)) continue;
    if (!make_layer(arena, trace, i, place++, &to)) return false;
  }
  assert(place == made->count);
  made->averages = to.averages;
  made->mixed = to.mixed;
  made->rollouts = to.rollouts;
  made->average = to.averages[place - 1];
  return true;
}

bool together_make(Arena *arena, const Trace *trace, int layer, TogetherKind kind, Together *made) {
  assert(layer >= 0 && layer < trace_layer_count(trace) && trace_owns_layer(trace, layer));
  *made = (Together){.kind = kind,
                     .refusal = together_refusal(trace, layer, kind),
                     .serial = trace_serial(trace),
                     .layer = layer,
                     .first = first_of(trace),
                     .count = layers_to(trace, layer),
                     .head_count = trace_head_count(trace, layer)};
  if (made->refusal != TOGETHER_CAN) return true;
  if (kind == TOGETHER_ROLLOUT) return make_rollout(arena, trace, made);
  return make_average_with_peak(arena, trace, made);
}
