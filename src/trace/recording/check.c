/* trace/recording/check.c -- compares recorded parts with computed ones.
**
** A part that is recorded and also follows from other recorded parts is computed and compared,
** within the precision of the file's numbers. A finding says how near the two are, or that they
** contradict each other. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "base/i18n.h"
#include "trace/mistakes.h"
#include "trace/recording/check_internal.h"

/* The formula that a part is computed by; %s: what the kind of attention decides (right_side). */
typedef struct Formula {
  TracePart part;
  const char *text;
} Formula;

static const Formula formulas[] = {
    {TRACE_Q_ROTATED, "q_rotated = q turned by its place"},
    {TRACE_K_ROTATED, "k_rotated = k turned by its place"},
    {TRACE_K_PROJECTED, "k_projected = E·K"},
    {TRACE_V_PROJECTED, "v_projected = F·V"},
    {TRACE_FEATURES_Q, "features_q = φ(Q)"},
    {TRACE_FEATURES_K, "features_k = φ(K)"},
    {TRACE_SCORES, "scores = %s"},
    {TRACE_SCALED, "scaled = %s"},
    {TRACE_BIAS, "bias = −m·|i − j|"},
    {TRACE_BIASED, "biased = scaled + bias"},
    {TRACE_MASKED, "masked = %s"},
    {TRACE_WEIGHTS, "weights = %s"},
    {TRACE_DROPPED, "dropped = weights, kept or 0, / (1 − P)"},
    {TRACE_OUTPUT, "output = %s"},
};

enum { QUICK_CELLS_MOST = 1 << 23 };
enum { FORMULA_COUNT = sizeof formulas / sizeof formulas[0] };

bool check_matrices(CheckRound *round, CheckMatrix check, void *self) {
  int heads = recording_size(round->recording, 'H'), total = round->recording->layer_count * heads;
  int count = total < round->matrices_most ? total : round->matrices_most;
  assert(heads > 0 && count > 0);
  for (int i = 0; i < count; i++) {
    /* Evenly spread, not at random: the same file gives the same findings. */
    int index = (int)((int64_t)i * total / count);
    /* Progress over all rounds, each an equal share. */
    double done = round->share_before + round->share_of_all * i / count;
    if (!progress_goes_on(round->progress, done))
      return status_fail(round->status, STATUS_STOPPED, _("checking %s was stopped"),
                         recording_path(round->recording));
    ArenaMark mark = arena_mark(round->scratch);
    bool fine = check(round, self, index / heads, index % heads);
    arena_rewind(round->scratch, mark);
    if (!fine) return false;
  }
  return true;
}

bool check_take_part(const CheckRound *round, TracePart part, Mat *made) {
  int rows, cols;
  recording_part_shape(round->recording, part, &rows, &cols);
  float *at = arena_take(round->scratch, (size_t)rows * (size_t)cols, sizeof *at);
  *made = (Mat){at, rows, cols, cols};
  return at || status_no_memory(round->status);
}

/* ---- recorded against computed ---- */

typedef struct Compared {
  const Formula *formula;
  RecordingDistance distance;
  int count;
} Compared;

/* A row without a visible key has computed weights of 0, but models give it any weights: copies the
** recorded ones, so that it is not compared. */
static void skip_unseeing_rows(MatView read, Mat made) {
  assert(read.rows == made.rows && read.cols == made.cols);
  for (int row = 0; row < made.rows; row++) {
    float *at = mat_row_of(made, row);
    bool sees = false;
    for (int col = 0; col < made.cols; col++) sees |= at[col] != 0;
    if (!sees) memcpy(at, mat_row(read, row), (size_t)made.cols * sizeof *at);
  }
}

/* Of a file that says that its numbers break: a NaN agrees with a NaN, and inf with inf. */
static void skip_broken(Mat read, Mat made) {
  for (int row = 0; row < made.rows; row++) {
    float *a = mat_row_of(read, row), *b = mat_row_of(made, row);
    for (int col = 0; col < made.cols; col++)
      if ((isnan(a[col]) && isnan(b[col])) || (isinf(a[col]) && a[col] == b[col]))
        a[col] = b[col] = 0;
  }
}

static bool compare_head(CheckRound *round, void *self, int layer, int head) {
  Compared *compared = self;
  const Recording *recording = round->recording;
  TracePart part = compared->formula->part;
  RecordedPart recorded = recording_part_of(part);
  Mat read, made;
  if (!recording_array(recording, recorded, layer) || !recording_follows(recording, part, layer) ||
      (recording->scores_are_scaled && recorded == RECORDED_SCORES))
    return true;
  int shared = recording_size(recording, 'H') / recording_size(recording, 'G');
  int stored = trace_part_info(part)->per_key_head ? head / shared : head;
  /* Memory for one head, recorded and computed. */
  bool done =
      check_take_part(round, part, &read) && check_take_part(round, part, &made) &&
      recording_read(recording, (RecordedMatrixId){recorded, layer, stored}, read, round->status) &&
      recording_compute(recording, (TraceMatrixId){part, layer, head}, made, round->status);
  if (done && recording_may_break(recording)) skip_broken(read, made);
  /* After masking, a row without a visible key is where frameworks differ: uniform, NaN, or 0. */
  if (done && part == TRACE_WEIGHTS) skip_unseeing_rows(mat_view(read), made);
  if (done) recording_compare(mat_view(read), mat_view(made), &compared->distance);
  compared->count += done;
  return done;
}

static const char *score_formula(const Recording *recording) {
  bool is_relative = recording_is_relative(recording);
  switch (recording->kind.of[KIND_SCORE]) {
  case SCORE_GENERAL:
    return is_relative ? "Q·W·(K + R)ᵀ" : "Q·W·Kᵀ";
  case SCORE_COSINE:
    return "cos(Q, K)";
  case SCORE_ADDITIVE:
    return "vᵀ·tanh(Q·W + K·U)";
  default:
    return is_relative ? "Q·(K + R)ᵀ" : "Q·Kᵀ";
  }
}

/* Divided by √d, unless something else is laid over or said of the layers. */
static const char *scaled_formula(Arena *arena, const AttentionKind *kind) {
  if (kind_temperature(kind) > 0) return "scores · temperature";
  if (kind_leaves_scores(kind)) return "scores";
  if (mistake_of(kind) == MISTAKE_DIVIDE_BY_D_MODEL) return "scores / √d_model";
  if (kind_divisor(kind) > 0) return str_format(arena, "scores / %g", kind_divisor(kind));
  return "scores / √d";
}

static const char *masked_formula(Arena *arena, const Recording *recording) {
  const char *unmasked = trace_part_info(recording_unmasked(recording))->name;
  MistakeKind mistake = mistake_of(&recording->kind);
  if (mistake == MISTAKE_MASK_AFTER_SOFTMAX) return unmasked;
  return str_format(arena, mistake == MISTAKE_MASK_WITH_ZERO ? "%s, 0 where hidden" : "%s + mask",
                    unmasked);
}

static const char *weights_formula(Arena *arena, const AttentionKind *kind) {
  double temperature = kind_softmax_temperature(kind);
  const char *masked = "masked";
  if (temperature != 1) masked = str_format(arena, "masked / %g", temperature);
  if (!masked) return NULL;
  switch (mistake_of(kind)) {
  case MISTAKE_SOFTMAX_OVER_QUERIES:
    return str_format(arena, "softmax of the columns of %s", masked);
  case MISTAKE_NO_MAX:
    return str_format(arena, "e^x / Σ e^x of %s", masked);
  case MISTAKE_MASK_AFTER_SOFTMAX:
    return str_format(arena, "softmax(%s), 0 where hidden", masked);
  default:
    return str_format(arena, "softmax(%s)", masked);
  }
}

/* What stands for %s in the formula of a part. NULL: memory is out. */
static const char *right_side(Arena *arena, const Recording *recording, TracePart part) {
  const AttentionKind *kind = &recording->kind;
  bool is_relative = recording_is_relative(recording), drops = kind_drops(kind);
  bool has_features = kind_has_features(kind);
  switch (part) {
  case TRACE_SCORES:
    return score_formula(recording);
  case TRACE_SCALED:
    return scaled_formula(arena, kind);
  case TRACE_MASKED:
    return masked_formula(arena, recording);
  case TRACE_WEIGHTS:
    return has_features ? "φ(Q)·φ(K)ᵀ by rows" : weights_formula(arena, kind);
  case TRACE_OUTPUT:
    if (has_features) return "φ(Q)·(φ(K)ᵀ·V) / φ(Q)·(φ(K)ᵀ·1)";
    if (mistake_of(kind) == MISTAKE_VALUES_FIRST) return drops ? "V · dropped" : "V · weights";
    if (recording_is_by_tiles(recording, 0)) return "softmax(masked) · V, by tiles";
    return is_relative ? drops ? "dropped · (V + R)" : "weights · (V + R)"
           : drops     ? "dropped · V"
                       : "weights · V";
  default:
    return trace_part_info(recording_unmasked(recording))->name;
  }
}

/* One finding for all layers and heads that were compared: the largest distance. */
static bool compare_part(CheckRound *round, const Formula *formula) {
  Compared compared = {.formula = formula};
  if (!check_matrices(round, compare_head, &compared)) return false;
  if (compared.count == 0) return true;
  bool near =
      recording_is_near(round->recording, recording_part_of(formula->part), compared.distance);
  const char *right = right_side(round->scratch, round->recording, formula->part);
  const char *text = right ? str_format(round->scratch, formula->text, right) : NULL;
  if (!text) return status_no_memory(round->status);
  recording_say(round->recording, !near,
                near ? _("%s: largest difference %.1e")
                     : _("%s does not hold: they differ by up to %.3g"),
                text, compared.distance.difference);
  return true;
}

/* Compares recorded scores that are divided already with Q·Kᵀ / √d. */
static bool compare_scaled_head(CheckRound *round, void *self, int layer, int head) {
  Compared *compared = self;
  const Recording *recording = round->recording;
  Mat read, made;
  if (!recording_array(recording, RECORDED_SCORES, layer) ||
      !recording_array(recording, RECORDED_Q, layer) ||
      !recording_array(recording, RECORDED_K, layer))
    return true;
  bool done =
      check_take_part(round, TRACE_SCORES, &read) && check_take_part(round, TRACE_SCORES, &made) &&
      recording_read(recording, (RecordedMatrixId){RECORDED_SCORES, layer, head}, read,
                     round->status) &&
      recording_compute(recording, (TraceMatrixId){TRACE_SCORES, layer, head}, made, round->status);
  float factor = (float)(1 / recording->divisors[layer]);
  for (int row = 0; done && row < made.rows; row++)
    for (int col = 0; col < made.cols; col++) mat_row_of(made, row)[col] *= factor;
  if (done) recording_compare(mat_view(read), mat_view(made), &compared->distance);
  compared->count += done;
  return done;
}

static bool compare_scaled(CheckRound *round) {
  Compared compared = {.count = 0};
  if (!round->recording->scores_are_scaled) return true;
  if (!check_matrices(round, compare_scaled_head, &compared)) return false;
  if (compared.count == 0) return true;
  bool near = recording_is_near(round->recording, RECORDED_SCORES, compared.distance);
  recording_say(round->recording, !near,
                near ? _("%s: largest difference %.1e")
                     : _("%s does not hold: they differ by up to %.3g"),
                "scores = Q·Kᵀ / √d", compared.distance.difference);
  return true;
}

/* ---- NaN and infinities ---- */

/* Counts in recorded parts only: a number computed from a broken one would be counted again. */
static bool count_broken_head(CheckRound *round, void *self, int layer, int head) {
  int64_t *broken = self;
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    TracePart made = recorded_part_info(part)->trace_part;
    Mat read;
    /* MASKED has −∞ by design. */
    if (!recorded_part_info(part)->is_attention || part == RECORDED_MASKED ||
        !recording_array(round->recording, part, layer) ||
        (part == RECORDED_SCORES && round->recording->scores_are_scaled) ||
        !recording_is_there(round->recording, made, layer))
      continue;
    if (!check_take_part(round, made, &read) ||
        !recording_derive(round->recording, (TraceMatrixId){made, layer, head}, read,
                          round->status))
      return false;
    for (int row = 0; row < read.rows; row++)
      for (int col = 0; col < read.cols; col++) *broken += !isfinite(mat_row_of(read, row)[col]);
  }
  return true;
}

static bool count_broken(CheckRound *round) {
  int64_t broken = 0;
  if (!check_matrices(round, count_broken_head, &broken)) return false;
  if (broken > 0)
    recording_say(round->recording, !recording_may_break(round->recording),
                  P_("%lld number is NaN or infinite", "%lld numbers are NaN or infinite", broken),
                  (long long)broken);
  return true;
}

static bool check_all(CheckRound *round) {
  int rounds = FORMULA_COUNT + 3, at = 0;
  round->share_of_all = 1.0 / rounds;
  bool done = check_sums(round);
  for (; done && at < FORMULA_COUNT; at++) {
    round->share_before = (double)(at + 1) / rounds;
    done = compare_part(round, &formulas[at]);
  }
  round->share_before = (double)(rounds - 2) / rounds;
  done = done && compare_scaled(round);
  round->share_before = (double)(rounds - 1) / rounds;
  return done && count_broken(round);
}

/* How many matrices to check. Unless all are asked for (INT_MAX), somebody waits for the answer: of
** large matrices only a few are checked, or none. */
static int count_to_look_at(const Recording *recording, int matrices_most) {
  int64_t cells = recording->sizes['T'] * recording->sizes['S'];
  int64_t fitting = cells > 0 ? QUICK_CELLS_MOST / cells : 0;
  return matrices_most == INT_MAX || fitting > matrices_most ? matrices_most : (int)fitting;
}

bool recording_check(Recording *recording, int matrices_most, const Progress *progress,
                     Status *status) {
  matrices_most = count_to_look_at(recording, matrices_most);
  int total = recording->layer_count * recording_size(recording, 'H');
  CheckRound round = {.recording = recording,
                      .matrices_most = matrices_most,
                      .progress = progress,
                      .status = status};
  /* An empty sentence has nothing to compare. */
  if (recording->sizes['T'] == 0 || recording->sizes['S'] == 0) return true;
  if (!recording_is_comparable(recording))
    return recording_say(recording, false, _("the matrices are too large to be compared whole")) ||
           status_no_memory(status);
  if (matrices_most == 0)
    return recording_say(recording, false,
                         _("the matrices are large: headsup check compares them")) ||
           status_no_memory(status);
  if (total > matrices_most)
    recording_say(recording, false,
                  P_("compared: %d of %d head", "compared: %d of %d heads", total), matrices_most,
                  total);
  round.scratch = arena_make(0);
  if (!round.scratch) return status_no_memory(status);
  bool done = check_all(&round);
  arena_free(round.scratch);
  return done;
}
