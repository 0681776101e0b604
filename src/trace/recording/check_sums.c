/* trace/recording/check_sums.c -- do rows of weights sum to 1, and are hidden pairs 0?
**
** What a mistake of the file breaks of that is said to be the mistake. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/mistakes.h"
#include "trace/recording/check_internal.h"
#include "trace/workings/evidence.h"

/* ---- rows ---- */

typedef struct Sums {
  double worst;
  int layer, head, row, count;
  double worst_sum;
  int64_t hidden_rows, broken;
  int64_t set_rows;    /* with a weight that was set by hand */
  double on_hidden;    /* largest weight of a hidden pair, in rows with a visible key */
  int64_t spread_rows; /* rows without a visible key that have weights */
} Sums;

/* A row of zeros is allowed: it attends to no key. */
static void add_row(Sums *sums, const float *weights, int count, int row) {
  double sum = 0;
  bool any = false;
  for (int i = 0; i < count; i++) {
    sum += (double)weights[i];
    any |= weights[i] != 0;
    sums->broken += !isfinite(weights[i]);
  }
  if (!any) {
    sums->hidden_rows++;
    return;
  }
  double off = fabs(sum - 1);
  /* Also skips NaN; broken numbers are counted above. */
  if (!(off > sums->worst)) return;
  sums->worst = off;
  sums->worst_sum = sum;
  sums->row = row;
}

/* In a row without a visible key, models that add a large negative number to all scores spread the
** weight over all keys. */
static void add_hidden_row(Sums *sums, const unsigned char *hidden, const float *weights,
                           int count) {
  double largest = 0;
  bool sees = false;
  for (int i = 0; i < count; i++) {
    sees |= !hidden[i];
    if (hidden[i]) largest = fmax(largest, fabs((double)weights[i]));
  }
  if (sees) sums->on_hidden = fmax(sums->on_hidden, largest);
  else sums->spread_rows += largest > 0;
}

/* A pair that was given a number behind the mask is no longer hidden. */
static void show_set_cells(const Recording *recording, int layer, int head, MatView weights,
                           unsigned char *hidden) {
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++) {
      const RecordedCell at = {layer, head, row, col};
      if (recording_is_set(recording, TRACE_MASKED, at) ||
          recording_is_set(recording, TRACE_WEIGHTS, at))
        hidden[(size_t)row * (size_t)weights.cols + (size_t)col] = 0;
    }
}

static bool add_hidden(const CheckRound *round, Sums *sums, MatView weights, int layer, int head) {
  size_t cells = (size_t)weights.rows * (size_t)weights.cols;
  unsigned char *hidden = arena_take(round->scratch, cells, 1);
  if (!hidden) return status_no_memory(round->status);
  if (!recording_hidden(round->recording, layer, head, hidden, round->status)) return false;
  show_set_cells(round->recording, layer, head, weights, hidden);
  for (int row = 0; row < weights.rows; row++)
    add_hidden_row(sums, hidden + (size_t)row * (size_t)weights.cols, mat_row(weights, row),
                   weights.cols);
  return true;
}

/* The weights of a head that the recording has. False: the status says why. */
static bool read_weights(const CheckRound *round, int layer, int head, Mat *weights) {
  return check_take_part(round, TRACE_WEIGHTS, weights) &&
         recording_read(round->recording, (RecordedMatrixId){RECORDED_WEIGHTS, layer, head},
                        *weights, round->status);
}

static bool sum_head(CheckRound *round, void *self, int layer, int head) {
  Sums *sums = self;
  const Recording *recording = round->recording;
  Mat weights;
  if (!recording_array(recording, RECORDED_WEIGHTS, layer)) return true;
  if (!read_weights(round, layer, head, &weights)) return false;
  double before = sums->worst;
  for (int row = 0; row < weights.rows; row++)
    if (recording_is_set(recording, TRACE_WEIGHTS, (RecordedCell){layer, head, row, -1}))
      sums->set_rows++;
    else add_row(sums, mat_row_of(weights, row), weights.cols, row);
  if (sums->worst > before) sums->layer = layer, sums->head = head;
  sums->count++;
  return add_hidden(round, sums, mat_view(weights), layer, head);
}

/* ---- what a mistake does to the sums ---- */

static bool sum_columns_of_head(CheckRound *round, void *self, int layer, int head) {
  double *worst = self;
  const Recording *recording = round->recording;
  Mat weights;
  if (!recording_array(recording, RECORDED_WEIGHTS, layer)) return true;
  if (!read_weights(round, layer, head, &weights)) return false;
  for (int col = 0; col < weights.cols; col++) {
    if (recording_is_set(recording, TRACE_WEIGHTS, (RecordedCell){layer, head, -1, col})) continue;
    double off = fabs(evidence_column_sum(mat_view(weights), col) - 1);
    if (off < 1) *worst = fmax(*worst, off); /* a column of zeros: no query sees the key */
  }
  return true;
}

static bool sum_columns(CheckRound *round) {
  double worst = 0;
  if (mistake_of(&round->recording->kind) != MISTAKE_SOFTMAX_OVER_QUERIES) return true;
  if (!check_matrices(round, sum_columns_of_head, &worst)) return false;
  bool near = recording_is_near(round->recording, RECORDED_WEIGHTS, (RecordingDistance){worst, 1});
  recording_say(round->recording, !near,
                _("columns of weights sum to 1, where rows should: largest difference %.1e"),
                worst);
  return true;
}

/* Does the mistake that the file says leave rows that do not sum to 1, or weights where the mask
** hides? */
static bool breaks_sums(const Recording *recording) {
  MistakeKind mistake = mistake_of(&recording->kind);
  return mistake == MISTAKE_SOFTMAX_OVER_QUERIES || mistake == MISTAKE_MASK_AFTER_SOFTMAX;
}

static bool leaks(const Recording *recording) {
  return mistake_of(&recording->kind) == MISTAKE_MASK_WITH_ZERO;
}

bool check_sums(CheckRound *round) {
  Sums sums = {0};
  Recording *recording = round->recording;
  if (!check_matrices(round, sum_head, &sums)) return false;
  if (sums.count == 0) return true;
  bool near = recording_is_near(recording, RECORDED_WEIGHTS, (RecordingDistance){sums.worst, 1});
  if (near)
    recording_say(recording, false, _("rows of weights sum to 1: largest difference %.1e"),
                  sums.worst);
  else if (breaks_sums(recording))
    recording_say(
        recording, false,
        _("rows of weights do not sum to 1, as the file's mistake has it: row %d of layer "
          "%d, head %d sums to %.6g"),
        sums.row + 1, sums.layer + 1, sums.head + 1, sums.worst_sum);
  else
    recording_say(
        recording, true,
        _("rows of weights do not sum to 1: row %d of layer %d, head %d sums to %.6g; they "
          "are shown as they were recorded"),
        sums.row + 1, sums.layer + 1, sums.head + 1, sums.worst_sum);
  if (sums.set_rows > 0)
    recording_say(recording, false,
                  P_("%lld row of weights has a number set by hand, and need not sum to 1",
                     "%lld rows of weights have a number set by hand, and need not sum to 1",
                     sums.set_rows),
                  (long long)sums.set_rows);
  if (sums.hidden_rows > 0)
    recording_say(recording, false,
                  P_("%lld row of weights is all 0: it attends to nothing",
                     "%lld rows of weights are all 0: they attend to nothing", sums.hidden_rows),
                  (long long)sums.hidden_rows);
  if (sums.spread_rows > 0)
    recording_say(
        recording, false,
        P_("%lld row sees no key, and has weights all the same: it is shown as it was recorded",
           "%lld rows see no key, and have weights all the same: they are shown as they were "
           "recorded",
           sums.spread_rows),
        (long long)sums.spread_rows);
  if (sums.on_hidden > 1e-3)
    recording_say(recording, !leaks(recording),
                  leaks(recording)
                      ? _("the mask was to hide pairs whose weight is up to %.3g, as the file's "
                          "mistake has it")
                      : _("the mask hides pairs whose weight is up to %.3g"),
                  sums.on_hidden);
  return sum_columns(round);
}
