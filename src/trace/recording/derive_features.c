/* trace/recording/derive_features.c -- random features of a recording, and what is made of them
** (M-59). */
#include "core/features.h"
#include "core/attention.h"
#include "trace/recording/derive_internal.h"

typedef struct Featured {
  Features features;
  FeatureInputs inputs;
  double *room;
} Featured;

/* What queries see by the mask. A mask of the parts that recording_follows allows is always one
** that can be summed up. */
static bool find_seen(const DeriveOrder *order, Featured *of) {
  int rows = recording_size(order->recording, 'T'), cols = recording_size(order->recording, 'S');
  size_t cells = (size_t)rows * (size_t)cols;
  int *ends = arena_take(order->scratch, (size_t)rows, sizeof *ends);
  unsigned char *left_out = arena_take(order->scratch, (size_t)cols, 1);
  unsigned char *hidden = arena_take(order->scratch, cells, 1);
  if (!ends || !left_out || !hidden) return status_no_memory(order->status);
  if (order->recording->masks[order->layer].parts.named == 0) return true;
  if (!recording_hidden(order->recording, order->layer, order->head, hidden, order->status))
    return false;
  bool can = features_can_mask((MaskView){hidden, rows, cols, cols}, ends, left_out);
  assert(can);
  (void)can;
  of->inputs.keys = (FeatureKeys){ends, left_out};
  return true;
}

/* How features are made in the order's layer. */
static Features features_with(const DeriveOrder *order, Mat omega) {
  double temperature = kind_temperature(&order->recording->kind);
  if (temperature > 0) return (Features){mat_view(omega), 1 / temperature, true};
  return (Features){mat_view(omega), order->recording->divisors[order->layer], false};
}

static bool take_features(const DeriveOrder *order, bool needs_values, Featured *of) {
  const Recording *recording = order->recording;
  Mat omega, q, k, v = {0};
  if (!derive_operand(order, TRACE_OMEGA, &omega) ||
      !derive_operand(order, recording_score_queries(recording), &q) ||
      !derive_operand(order, recording_score_keys(recording), &k) ||
      (needs_values && !derive_operand(order, recording_values(recording), &v)))
    return false;
  if (!needs_values) v.rows = k.rows;
  *of = (Featured){.features = features_with(order, omega),
                   .inputs = {mat_view(q), mat_view(k), mat_view(v), {NULL, NULL}}};
  of->room = arena_take(order->scratch, features_room(omega.rows, v.cols), sizeof *of->room);
  return of->room ? find_seen(order, of) : status_no_memory(order->status);
}

bool derive_features(const DeriveOrder *order, TracePart part, Mat to) {
  const Recording *recording = order->recording;
  bool is_query = part == TRACE_FEATURES_Q;
  Mat omega, x;
  if (!derive_operand(order, TRACE_OMEGA, &omega) ||
      !derive_operand(
          order, is_query ? recording_score_queries(recording) : recording_score_keys(recording),
          &x))
    return false;
  Features features = features_with(order, omega);
  features_fill(&features, mat_view(x), to);
  return true;
}

bool derive_feature_weights(const DeriveOrder *order, Mat to) {
  Featured of;
  if (!take_features(order, false, &of)) return false;
  for (int first = 0; first < to.rows; first += FEATURES_BAND) {
    int rows = to.rows - first < FEATURES_BAND ? to.rows - first : FEATURES_BAND;
    features_weights(&of.features, &of.inputs, first, of.room, mat_rows(to, first, rows));
  }
  return true;
}

bool derive_feature_output(const DeriveOrder *order, Mat to) {
  Featured of;
  if (!take_features(order, true, &of)) return false;
  features_output(&of.features, &of.inputs, 0, of.room, to);
  return true;
}
