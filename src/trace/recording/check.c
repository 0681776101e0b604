/* trace/recording/check.c -- compares recorded parts with computed ones, and checks that rows sum
** to 1.
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
#include "trace/recording/recording_internal.h"

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

/* One kind of check, over some of the matrices. */
typedef struct Round {
  Recording *recording;
  int matrices_most;
  const Progress *progress;
  double share_before, share_of_all; /* of the progress of all rounds */
  Status *status;
  Arena *scratch;
} Round;

typedef bool (*CheckOne)(Round *round, void *self, int layer, int head);

/* Runs the check on matrices spread evenly over all layers and heads. */
static bool check_some(Round *round, CheckOne check, void *self) {
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

static bool allocate_part(const Round *round, TracePart part, Mat *made) {
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

static bool compare_head(Round *round, void *self, int layer, int head) {
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
  bool done = allocate_part(round, part, &read) && allocate_part(round, part, &made) &&
              recording_read(recording, recorded, layer, stored, read, round->status) &&
              recording_compute(recording, part, layer, head, made, round->status);
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
static bool compare_part(Round *round, const Formula *formula) {
  Compared compared = {.formula = formula};
  if (!check_some(round, compare_head, &compared)) return false;
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
static bool compare_scaled_head(Round *round, void *self, int layer, int head) {
  Compared *compared = self;
  const Recording *recording = round->recording;
  Mat read, made;
  if (!recording_array(recording, RECORDED_SCORES, layer) ||
      !recording_array(recording, RECORDED_Q, layer) ||
      !recording_array(recording, RECORDED_K, layer))
    return true;
  bool done = allocate_part(round, TRACE_SCORES, &read) &&
              allocate_part(round, TRACE_SCORES, &made) &&
              recording_read(recording, RECORDED_SCORES, layer, head, read, round->status) &&
              recording_compute(recording, TRACE_SCORES, layer, head, made, round->status);
  float factor = (float)(1 / recording->divisors[layer]);
  for (int row = 0; done && row < made.rows; row++)
    for (int col = 0; col < made.cols; col++) mat_row_of(made, row)[col] *= factor;
  if (done) recording_compare(mat_view(read), mat_view(made), &compared->distance);
  compared->count += done;
  return done;
}

static bool compare_scaled(Round *round) {
  Compared compared = {.count = 0};
  if (!round->recording->scores_are_scaled) return true;
  if (!check_some(round, compare_scaled_head, &compared)) return false;
  if (compared.count == 0) return true;
  bool near = recording_is_near(round->recording, RECORDED_SCORES, compared.distance);
  recording_say(round->recording, !near,
                near ? _("%s: largest difference %.1e")
                     : _("%s does not hold: they differ by up to %.3g"),
                "scores = Q·Kᵀ / √d", compared.distance.difference);
  return true;
}

/* ---- rows of weights ---- */

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

static bool add_hidden(const Round *round, Sums *sums, MatView weights, int layer, int head) {
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

static bool sum_head(Round *round, void *self, int layer, int head) {
  Sums *sums = self;
  const Recording *recording = round->recording;
  Mat weights;
  if (!recording_array(recording, RECORDED_WEIGHTS, layer)) return true;
  if (!allocate_part(round, TRACE_WEIGHTS, &weights) ||
      !recording_read(recording, RECORDED_WEIGHTS, layer, head, weights, round->status))
    return false;
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

static double column_sum(MatView weights, int col) {
  double sum = 0;
  for (int row = 0; row < weights.rows; row++) sum += (double)mat_get(weights, row, col);
  return sum;
}

static bool sum_columns_of_head(Round *round, void *self, int layer, int head) {
  double *worst = self;
  const Recording *recording = round->recording;
  Mat weights;
  if (!recording_array(recording, RECORDED_WEIGHTS, layer)) return true;
  if (!allocate_part(round, TRACE_WEIGHTS, &weights) ||
      !recording_read(recording, RECORDED_WEIGHTS, layer, head, weights, round->status))
    return false;
  for (int col = 0; col < weights.cols; col++) {
    if (recording_is_set(recording, TRACE_WEIGHTS, (RecordedCell){layer, head, -1, col})) continue;
    double off = fabs(column_sum(mat_view(weights), col) - 1);
    if (off < 1) *worst = fmax(*worst, off); /* a column of zeros: no query sees the key */
  }
  return true;
}

static bool sum_columns(Round *round) {
  double worst = 0;
  if (mistake_of(&round->recording->kind) != MISTAKE_SOFTMAX_OVER_QUERIES) return true;
  if (!check_some(round, sum_columns_of_head, &worst)) return false;
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

static bool sum_rows(Round *round) {
  Sums sums = {0};
  Recording *recording = round->recording;
  if (!check_some(round, sum_head, &sums)) return false;
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

/* ---- NaN and infinities ---- */

/* Counts in recorded parts only: a number computed from a broken one would be counted again. */
static bool count_broken_head(Round *round, void *self, int layer, int head) {
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
    if (!allocate_part(round, made, &read) ||
        !recording_derive(round->recording, made, layer, head, read, round->status))
      return false;
    for (int row = 0; row < read.rows; row++)
      for (int col = 0; col < read.cols; col++) *broken += !isfinite(mat_row_of(read, row)[col]);
  }
  return true;
}

static bool count_broken(Round *round) {
  int64_t broken = 0;
  if (!check_some(round, count_broken_head, &broken)) return false;
  if (broken > 0)
    recording_say(round->recording, !recording_may_break(round->recording),
                  P_("%lld number is NaN or infinite", "%lld numbers are NaN or infinite", broken),
                  (long long)broken);
  return true;
}

static bool check_all(Round *round) {
  int rounds = FORMULA_COUNT + 3, at = 0;
  round->share_of_all = 1.0 / rounds;
  bool done = sum_rows(round);
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
  Round round = {.recording = recording,
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
