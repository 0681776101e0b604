/* trace/recording/scores.c -- decides by the numbers what a plain file leaves open about its
** scores.
**
** "scores" may be Q·Kᵀ or divided already, and the file may lack its mask. If there are Q and K, or
** weights, each possibility is computed for one head and compared with the recorded numbers. If
** that does not decide, the person is asked.
*/
#include <math.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

typedef struct Probe {
  Recording *recording;
  int layer;
  Mat recorded, computed;
  Status *status;
  bool failed; /* the file cannot be read */
} Probe;

/* Takes memory for one head, recorded and computed. */
static bool probe_begin(Probe *probe, Arena *scratch) {
  int rows, cols;
  recording_shape_of(probe->recording, RECORDED_SCORES, &rows, &cols);
  size_t cells = (size_t)rows * (size_t)cols;
  float *at = scratch ? arena_take(scratch, 2 * cells, sizeof *at) : NULL;
  if (!at) return status_no_memory(probe->status);
  probe->recorded = (Mat){at, rows, cols, cols};
  probe->computed = (Mat){at + cells, rows, cols, cols};
  return true;
}

/* Is the recorded part equal to the computed one under the present assumptions? The computed
** numbers are multiplied by factor first, for divided scores. */
static bool agrees(Probe *probe, TracePart part, double factor) {
  const Recording *recording = probe->recording;
  RecordedPart recorded = recording_part_of(part);
  RecordingDistance distance = {0};
  if (!recording_follows(recording, part, probe->layer)) return false;
  probe->failed = !recording_read(recording, (RecordedMatrixId){recorded, probe->layer, 0},
                                  probe->recorded, probe->status) ||
                  !recording_compute(recording, (TraceMatrixId){part, probe->layer, 0},
                                     probe->computed, probe->status);
  if (probe->failed) return false;
  assert(probe->recorded.at && probe->computed.at); /* taken by probe_begin */
  for (int row = 0; row < probe->computed.rows; row++)
    for (int col = 0; col < probe->computed.cols; col++)
      mat_row_of(probe->computed, row)[col] *= (float)factor;
  recording_compare(mat_view(probe->recorded), mat_view(probe->computed), &distance);
  return recording_is_near(recording, recorded, distance);
}

/* Sets the masks that the file does not mention. */
static void set_masks(Recording *recording, bool causal, bool known) {
  for (int layer = 0; layer < recording->layer_count; layer++) {
    RecordingMask *mask = &recording->masks[layer];
    if (!mask->assumed) continue;
    mask->parts = causal ? mask_only(MASK_CAUSAL, 0) : (MaskParts){0};
    mask->is_known = known;
    mask->name = !known ? "not recorded" : causal ? "causal" : "none";
  }
}

/* Do the weights follow from the scores with the file's mask or, if it has none, with no mask or a
** causal one? */
static bool weights_agree(Probe *probe) {
  Recording *recording = probe->recording;
  if (!recording_array(recording, RECORDED_WEIGHTS, probe->layer)) return false;
  if (agrees(probe, TRACE_WEIGHTS, 1)) return true;
  if (!recording->masks[probe->layer].assumed || probe->failed) return false;
  set_masks(recording, true, true);
  if (agrees(probe, TRACE_WEIGHTS, 1)) return true;
  set_masks(recording, false, true);
  return false;
}

/* Decides by Q·Kᵀ whether scores are divided; false if Q and K do not decide. */
static bool settle_by_product(Probe *probe) {
  Recording *recording = probe->recording;
  double divisor = recording->divisors[probe->layer];
  /* Both may agree if D is small or scores are near 0: then raw scores are assumed, and either is
  ** right. */
  bool raw = agrees(probe, TRACE_SCORES, 1);
  bool scaled = !probe->failed && divisor > 0 && agrees(probe, TRACE_SCORES, 1 / divisor);
  recording->scores_are_scaled = scaled && !raw;
  return raw || scaled;
}

/* Decides by the weights; true if exactly one of raw and scaled scores gives them. */
static bool settle_by_weights(Probe *probe) {
  Recording *recording = probe->recording;
  if (!recording_array(recording, RECORDED_WEIGHTS, probe->layer)) return false;
  bool raw = recording->divisors[probe->layer] > 0 && weights_agree(probe);
  if (probe->failed) return false;
  /* The second try starts from the same masks. */
  set_masks(recording, false, true);
  recording->scores_are_scaled = true;
  bool scaled = weights_agree(probe);
  recording->scores_are_scaled = scaled && !raw;
  return !probe->failed && raw != scaled;
}

static bool ask_divisor(Recording *recording, Status *status) {
  recording_add_choice(recording, "raw", _("Q·Kᵀ, not divided yet"));
  recording_add_choice(recording, "scaled", _("divided by √d already"));
  return recording_ask(
      recording, status, "raw, scaled",
      _("%s: are the scores Q·Kᵀ or divided by √d already? Nothing in the file tells"),
      recording->path);
}

static void note_divisor(Recording *recording, const char *how) {
  recording_say(recording, false,
                recording->scores_are_scaled ? _("the scores are divided by √d already, as %s")
                                             : _("the scores are Q·Kᵀ, not divided, as %s"),
                how);
}

static bool settle_kind(Probe *probe, Status *status) {
  Recording *recording = probe->recording;
  int said = recording->answers.scores_kind;
  /* heads-up-trace-1 defines its scores. */
  if (recording->is_native) return true;
  if (said) {
    recording->scores_are_scaled = said == 2;
    return true;
  }
  if (recording->sizes['D'] == 1) return true; /* both are the same */
  bool tells = recording_is_comparable(recording) && settle_by_product(probe);
  if (tells) note_divisor(recording, _("Q and K tell"));
  if (tells || probe->failed) return !probe->failed;
  tells = recording_is_comparable(recording) && settle_by_weights(probe);
  if (tells) note_divisor(recording, _("the weights tell"));
  if (tells || probe->failed) return !probe->failed;
  return ask_divisor(recording, status);
}

/* Decides by the weights about a mask that the file does not mention. */
static void settle_mask(Probe *probe) {
  Recording *recording = probe->recording;
  bool has_weights = recording_array(recording, RECORDED_WEIGHTS, probe->layer) != NULL;
  if (!recording->masks[probe->layer].assumed) return;
  if (!has_weights || !recording_is_comparable(recording)) {
    recording_say(recording, false, _("no mask is recorded: no key is taken as hidden"));
    return;
  }
  if (!recording_follows(recording, TRACE_WEIGHTS, probe->layer)) {
    set_masks(recording, false, false);
    return;
  }
  bool agree = weights_agree(probe);
  if (probe->failed) return;
  if (!agree) set_masks(recording, false, false);
  recording_say(recording, false,
                !agree
                    ? _("no mask is recorded, and neither none nor a causal one gives the weights")
                : mask_names(&recording->masks[probe->layer].parts, MASK_CAUSAL)
                    ? _("no mask is recorded; the weights are those of a causal one")
                    : _("no mask is recorded; the weights are those without one"));
}

/* One layer decides for all: a file is written by one program. */
static int first_layer_with(const Recording *recording, RecordedPart part) {
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (recording_array(recording, part, layer)) return layer;
  return -1;
}

bool recording_settle_scores(Recording *recording, Status *status) {
  int with_scores = first_layer_with(recording, RECORDED_SCORES);
  Probe probe = {
      .recording = recording, .layer = with_scores < 0 ? 0 : with_scores, .status = status};
  Arena *scratch = NULL;
  bool done = true;
  bool recorded = with_scores >= 0 || first_layer_with(recording, RECORDED_WEIGHTS) >= 0;
  if (recorded && recording_is_comparable(recording)) {
    scratch = arena_make(0);
    done = probe_begin(&probe, scratch);
  }
  if (done && with_scores >= 0) done = settle_kind(&probe, status);
  if (done) settle_mask(&probe);
  arena_free(scratch);
  return done && !probe.failed;
}
