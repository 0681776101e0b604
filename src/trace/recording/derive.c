/* trace/recording/derive.c -- any part of any head: read where it was recorded, else computed.
**
** recording_follows decides per layer whether a part can be computed; computing takes the same
** steps back to recorded parts, in memory that lives for one call.
*/
#include <string.h>

#include "base/i18n.h"
#include "core/additive_score.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/dropout.h"
#include "core/features.h"
#include "core/flash.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "core/relative.h"
#include "core/rotary.h"
#include "trace/kind_parts.h"
#include "trace/mistakes.h"
#include "trace/recording/recording_internal.h"

RecordedPart recording_part_of(TracePart part) {
  int recorded = 0;
  while (recorded < RECORDED_PART_COUNT &&
         recorded_part_info((RecordedPart)recorded)->trace_part != part)
    recorded++;
  return (RecordedPart)recorded;
}

/* Is the part a matrix of a layer that a trace shows? */
static bool is_shown(RecordedPart part) {
  const RecordedPartInfo *info = recorded_part_info(part);
  return info->by_layer && info->trace_part != TRACE_PART_COUNT;
}

int recording_shown_count(void) {
  int count = 0;
  for (int i = 0; i < RECORDED_PART_COUNT; i++) count += is_shown(recorded_part_order[i]);
  return count;
}

TracePart recording_shown(int index) {
  assert(index >= 0 && index < recording_shown_count());
  int at = 0;
  for (;; at++)
    if (is_shown(recorded_part_order[at]) && index-- == 0) break;
  return recorded_part_info(recorded_part_order[at])->trace_part;
}

/* Two sentences have no places relative to each other. */
static bool has_places(const Recording *recording) {
  return recording->keys == recording->tokens || recording_keeps_keys(recording) ||
         recording_is_mixed(recording);
}

/* Only where the file's kind says so. */
static bool makes(const Recording *recording, TracePart part) {
  return kind_makes(&recording->kind, has_places(recording), part);
}

static bool has_bias(const Recording *recording) { return makes(recording, TRACE_BIASED); }

static bool is_turned(const Recording *recording) { return makes(recording, TRACE_K_ROTATED); }

static ScoreKind score_of(const Recording *recording) {
  return (ScoreKind)recording->kind.of[KIND_SCORE];
}

bool recording_is_relative(const Recording *recording) {
  return makes(recording, TRACE_RELATIVE_KEY);
}

/* Does the kind of the file make the part? A table of another shape than the kind says is none. */
static bool is_of_kind(const Recording *recording, TracePart part) {
  if (trace_part_info(part)->need == NEED_KIND && !makes(recording, part)) return false;
  switch (part) {
  case TRACE_SCORE_W:
    return score_of(recording) == SCORE_ADDITIVE ||
           recording_size(recording, 'A') == recording_size(recording, 'D');
  case TRACE_SCORE_U:
  case TRACE_SCORE_V:
    return recording_size(recording, 'A') <= ADDITIVE_WIDTH_MOST;
  case TRACE_RELATIVE_KEY:
  case TRACE_RELATIVE_VALUE:
    return recording_size(recording, 'R') == kind_relative_rows(&recording->kind);
  default:
    return true;
  }
}

static bool is_recorded(const Recording *recording, TracePart part, int layer) {
  RecordedPart recorded = recording_part_of(part);
  if (!is_of_kind(recording, part)) return false;
  if (recorded == RECORDED_PART_COUNT || !recording_array(recording, recorded, layer)) return false;
  /* Scores that are divided already are SCALED. */
  return recorded != RECORDED_SCORES || !recording->scores_are_scaled;
}

bool recording_is_there(const Recording *recording, TracePart part, int layer) {
  return is_recorded(recording, part, layer) || recording_follows(recording, part, layer);
}

TracePart recording_unmasked(const Recording *recording) {
  return has_bias(recording) ? TRACE_BIASED : TRACE_SCALED;
}

/* The query and the key of a score. */
static TracePart queries_of(const Recording *recording) {
  return is_turned(recording) ? TRACE_Q_ROTATED : TRACE_Q;
}

/* What keys are mixed from. */
static TracePart placed_keys(const Recording *recording) {
  return is_turned(recording) ? TRACE_K_ROTATED : TRACE_K;
}

static TracePart keys_of(const Recording *recording) {
  return recording_is_mixed(recording) ? TRACE_K_PROJECTED : placed_keys(recording);
}

static TracePart values_of(const Recording *recording) {
  return recording_is_mixed(recording) ? TRACE_V_PROJECTED : TRACE_V;
}

/* What a score is made from besides the query and the key. */
static bool has_tables(const Recording *recording, int layer) {
  ScoreKind score = score_of(recording);
  bool is_mapped = score == SCORE_GENERAL || score == SCORE_ADDITIVE;
  if (is_mapped && !is_recorded(recording, TRACE_SCORE_W, layer)) return false;
  if (score == SCORE_ADDITIVE && (!is_recorded(recording, TRACE_SCORE_U, layer) ||
                                  !is_recorded(recording, TRACE_SCORE_V, layer)))
    return false;
  return !recording_is_relative(recording) || is_recorded(recording, TRACE_RELATIVE_KEY, layer);
}

static bool has_operands(const Recording *recording, int layer) {
  return recording_is_there(recording, queries_of(recording), layer) &&
         recording_is_there(recording, keys_of(recording), layer) && has_tables(recording, layer);
}

/* What V is multiplied by. */
static TracePart shares_of(const Recording *recording) {
  return kind_drops(&recording->kind) ? TRACE_DROPPED : TRACE_WEIGHTS;
}

/* Can weights and outputs be made from features (M-59)? */
static bool has_features(const Recording *recording, int layer) {
  const RecordingMask *mask = &recording->masks[layer];
  return mask->is_known && !mask->is_array && mask_parts_show_beginnings(&mask->parts) &&
         recording->divisors[layer] > 0 && is_recorded(recording, TRACE_OMEGA, layer) &&
         has_operands(recording, layer);
}

/* Recursively asks for the parts that a part is computed from (M-03 to M-07), down to recorded
** ones. */
bool recording_follows(const Recording *recording, TracePart part, int layer) {
  switch (part) {
  case TRACE_Q_ROTATED:
    return is_turned(recording) && is_recorded(recording, TRACE_Q, layer) &&
           recording_size(recording, 'D') % 2 == 0;
  case TRACE_K_ROTATED:
    return is_turned(recording) && is_recorded(recording, TRACE_K, layer) &&
           recording_size(recording, 'D') % 2 == 0;
  case TRACE_K_PROJECTED:
    return is_recorded(recording, TRACE_E, layer) &&
           recording_is_there(recording, placed_keys(recording), layer);
  case TRACE_V_PROJECTED:
    return is_recorded(recording, TRACE_F, layer) && is_recorded(recording, TRACE_V, layer);
  case TRACE_FEATURES_Q:
    return is_recorded(recording, TRACE_OMEGA, layer) && recording->divisors[layer] > 0 &&
           recording_is_there(recording, queries_of(recording), layer);
  case TRACE_FEATURES_K:
    return is_recorded(recording, TRACE_OMEGA, layer) && recording->divisors[layer] > 0 &&
           recording_is_there(recording, keys_of(recording), layer);
  case TRACE_SCORES:
    if (has_operands(recording, layer)) return true;
    return recording->scores_are_scaled && recording->divisors[layer] > 0 &&
           recording_array(recording, RECORDED_SCORES, layer);
  case TRACE_SCALED:
    if (recording->scores_are_scaled && recording_array(recording, RECORDED_SCORES, layer))
      return true;
    return recording->divisors[layer] > 0 && recording_is_there(recording, TRACE_SCORES, layer);
  case TRACE_BIAS: /* that of buckets is a table, which no file has */
    return has_bias(recording) && recording->kind.of[KIND_POSITIONS] == POSITIONS_ALIBI;
  case TRACE_BIASED:
    return recording_is_there(recording, TRACE_BIAS, layer) &&
           recording_is_there(recording, TRACE_SCALED, layer);
  case TRACE_MASKED:
    return (recording->masks[layer].is_known ||
            mistake_of(&recording->kind) == MISTAKE_MASK_AFTER_SOFTMAX) &&
           recording_is_there(recording, recording_unmasked(recording), layer);
  case TRACE_WEIGHTS:
    if (kind_has_features(&recording->kind)) return has_features(recording, layer);
    return recording_is_there(recording, TRACE_MASKED, layer) &&
           (recording->masks[layer].is_known ||
            mistake_of(&recording->kind) != MISTAKE_MASK_AFTER_SOFTMAX);
  case TRACE_DROPPED:
    return kind_drops(&recording->kind) && recording_is_there(recording, TRACE_WEIGHTS, layer);
  case TRACE_OUTPUT:
    if (!recording_is_there(recording, values_of(recording), layer)) return false;
    if (kind_has_features(&recording->kind)) return has_features(recording, layer);
    return recording_is_there(recording, shares_of(recording), layer) &&
           (!recording_is_relative(recording) ||
            is_recorded(recording, TRACE_RELATIVE_VALUE, layer));
  case TRACE_CONCAT:
    return recording_is_there(recording, TRACE_OUTPUT, layer);
  default:
    return false;
  }
}

bool recording_has(const Recording *recording, TracePart part) {
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (!recording_is_there(recording, part, layer)) return false;
  return true;
}

/* ---- why not ---- */

/* The sentence that is shown instead of a part's picture. */
static const char *missing_words(TracePart part) {
  switch (part) {
  case TRACE_Q:
    return _("Q was not recorded");
  case TRACE_K:
    return _("K was not recorded");
  case TRACE_V:
    return _("V was not recorded");
  case TRACE_Q_ROTATED:
  case TRACE_K_ROTATED:
    return _("rotated queries and keys were not recorded, nor Q and K");
  case TRACE_K_PROJECTED:
  case TRACE_V_PROJECTED:
    return _("mixed keys and values were not recorded, nor K and V");
  case TRACE_FEATURES_Q:
  case TRACE_FEATURES_K:
    return _("features were not recorded, nor Q and K");
  case TRACE_SCORES:
    return _("the scores were not recorded, nor both Q and K");
  case TRACE_SCALED:
    return _("the scores were not recorded, nor what they are divided by");
  case TRACE_BIASED:
    return _("the biased scores were not recorded, nor the scaled ones");
  case TRACE_MASKED:
    return _("the masked scores were not recorded, nor the mask");
  case TRACE_WEIGHTS:
    return _("the weights were not recorded, nor the scores");
  case TRACE_DROPPED:
    return _("the dropped weights were not recorded, nor the weights");
  case TRACE_OUTPUT:
  case TRACE_CONCAT:
    return _("V was not recorded, nor the output");
  case TRACE_ATTN_PROJ:
    return _("the joined heads were not recorded");
  case TRACE_BLOCK:
    return _("the output of the layer was not recorded");
  case TRACE_LOGITS:
  case TRACE_PROBABILITIES:
    return _("the logits were not recorded");
  default:
    return _("this was not recorded");
  }
}

/* For SCALED and MASKED names what is missing before them: the scores or the divisor. */
static const char *why_not(const Recording *recording, TracePart part, int layer) {
  bool scores = recording_is_there(recording, TRACE_SCORES, layer);
  if (part == TRACE_SCALED && scores) return _("what the scores are divided by was not recorded");
  if ((part == TRACE_SCALED || part == TRACE_MASKED) && !scores &&
      !recording_is_there(recording, TRACE_SCALED, layer))
    return missing_words(TRACE_SCORES);
  return missing_words(part);
}

static bool is_in_some_layer(const Recording *recording, TracePart part) {
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (recording_is_there(recording, part, layer)) return true;
  return false;
}

static bool is_partly_there(const Recording *recording, TracePart part) {
  return is_in_some_layer(recording, part) && !recording_has(recording, part);
}

/* A stage is shown for all layers or for none; the sentence names the vectors that only some layers
** have. */
static const char *partly_words(const Recording *recording, TracePart part) {
  bool by_pair = trace_part_info(part)->by_pair && trace_part_info(part)->scale == SCALE_SIGNED;
  if (part == TRACE_Q || (by_pair && is_partly_there(recording, TRACE_Q)))
    return _("Q was recorded in some layers only");
  if (part == TRACE_K || (by_pair && is_partly_there(recording, TRACE_K)))
    return _("K was recorded in some layers only");
  if (part == TRACE_V ||
      ((part == TRACE_OUTPUT || part == TRACE_CONCAT) && is_partly_there(recording, TRACE_V)))
    return _("V was recorded in some layers only");
  return _("what this needs was recorded in some layers only");
}

Str recording_missing(const Recording *recording, TracePart part) {
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (!recording_is_there(recording, part, layer))
      return str_from(is_in_some_layer(recording, part) ? partly_words(recording, part)
                                                        : why_not(recording, part, layer));
  return STR("");
}

/* ---- computing ---- */

typedef struct Order { /* one matrix to make */
  const Recording *recording;
  int layer, head;
  Arena *scratch;
  Status *status;
} Order;

static bool derive_part(const Order *order, TracePart part, Mat to);

static Mat allocate_part(const Order *order, TracePart part) {
  int rows, cols;
  recording_part_shape(order->recording, part, &rows, &cols);
  float *at = arena_take(order->scratch, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) status_no_memory(order->status);
  return (Mat){at, rows, cols, cols};
}

/* Makes another part, in memory of its own. */
static bool derive_operand(const Order *order, TracePart part, Mat *made) {
  *made = allocate_part(order, part);
  return made->at && derive_part(order, part, *made);
}

/* In double, as core's attn_divide, so that each number is rounded once. */
static void multiply(Mat numbers, double factor) {
  for (int row = 0; row < numbers.rows; row++) {
    float *at = mat_row_of(numbers, row);
    for (int col = 0; col < numbers.cols; col++) at[col] = (float)((double)at[col] * factor);
  }
}

/* Where keys are kept, the queries are at the places of the last keys. */
static int first_place(const Recording *recording) {
  if (!recording_keeps_keys(recording)) return 0;
  return recording_size(recording, 'S') - recording_size(recording, 'T');
}

/* x times a recorded map, in memory of its own. */
static bool map_rows(const Order *order, MatView x, TracePart map, MatView *mapped) {
  Mat by;
  if (!derive_operand(order, map, &by)) return false;
  float *at = arena_take(order->scratch, (size_t)x.rows * (size_t)by.cols, sizeof *at);
  Mat to = {at, x.rows, by.cols, by.cols};
  if (!at) return status_no_memory(order->status);
  linear(x, mat_view(by), NULL, to);
  *mapped = mat_view(to);
  return true;
}

/* M-03, M-60 to M-63. */
static bool score_pairs(const Order *order, MatView q, MatView k, Mat to) {
  const Recording *recording = order->recording;
  ScoreKind score = score_of(recording);
  Mat v, relative;
  bool is_mapped = score == SCORE_GENERAL || score == SCORE_ADDITIVE;
  if (is_mapped && !map_rows(order, q, TRACE_SCORE_W, &q)) return false;
  if (score == SCORE_ADDITIVE) {
    if (!map_rows(order, k, TRACE_SCORE_U, &k) || !derive_operand(order, TRACE_SCORE_V, &v))
      return false;
    additive_scores(q, k, mat_row_of(v, order->head), to);
    return true;
  }
  attn_scores(q, k, to);
  if (score == SCORE_COSINE) cosine_scores(q, k, to);
  if (!recording_is_relative(recording)) return true;
  if (!derive_operand(order, TRACE_RELATIVE_KEY, &relative)) return false;
  relative_add_scores(q, mat_view(relative), first_place(recording), to);
  return true;
}

static bool compute_scores(const Order *order, Mat to) {
  const Recording *recording = order->recording;
  Mat q, k;
  if (!has_operands(recording, order->layer)) {
    bool read =
        recording_read(recording, RECORDED_SCORES, order->layer, order->head, to, order->status);
    if (read) multiply(to, recording->divisors[order->layer]);
    return read;
  }
  return derive_operand(order, queries_of(recording), &q) &&
         derive_operand(order, keys_of(recording), &k) &&
         score_pairs(order, mat_view(q), mat_view(k), to);
}

/* Divides the scores by the recording's divisor, unless the recorded scores are divided already. */
static bool compute_scaled(const Order *order, Mat to) {
  const Recording *recording = order->recording;
  double divisor = recording->divisors[order->layer];
  assert(divisor > 0 || recording->scores_are_scaled);
  if (recording->scores_are_scaled && recording_array(recording, RECORDED_SCORES, order->layer))
    return recording_read(recording, RECORDED_SCORES, order->layer, order->head, to, order->status);
  if (!derive_part(order, TRACE_SCORES, to)) return false;
  double temperature = kind_temperature(&recording->kind);
  if (temperature > 0) {
    cosine_scale(mat_view(to), temperature, to);
    return true;
  }
  /* One that is laid over is written to metadata as a float. */
  double laid_over = kind_divisor(&recording->kind);
  if (laid_over > 0) {
    attn_divide(mat_view(to), laid_over, to);
    return true;
  }
  double square = divisor * divisor, nearest = (double)(int)(square + 0.5);
  /* If the divisor is √D of a whole D, attn_scale gives the same bits as in a model. */
  bool is_root = nearest >= 1 && square - nearest < 1e-9 && nearest - square < 1e-9;
  if (is_root) attn_scale(mat_view(to), (int)nearest, to);
  else multiply(to, 1 / divisor);
  return true;
}

/* M-58: what is mixed, by its recipes. */
static bool compute_mixed(const Order *order, TracePart recipes, TracePart from, Mat to) {
  Mat mix, x;
  if (!derive_operand(order, recipes, &mix) || !derive_operand(order, from, &x)) return false;
  linear(mat_view(mix), mat_view(x), NULL, to);
  return true;
}

/* ---- random features (M-59) ---- */

typedef struct Featured {
  Features features;
  FeatureInputs inputs;
  double *room;
} Featured;

/* What queries see by the mask. A mask of the parts that recording_follows allows is always one
** that can be summed up. */
static bool find_seen(const Order *order, Featured *of) {
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
static Features features_with(const Order *order, Mat omega) {
  double temperature = kind_temperature(&order->recording->kind);
  if (temperature > 0) return (Features){mat_view(omega), 1 / temperature, true};
  return (Features){mat_view(omega), order->recording->divisors[order->layer], false};
}

static bool take_features(const Order *order, bool needs_values, Featured *of) {
  const Recording *recording = order->recording;
  Mat omega, q, k, v = {0};
  if (!derive_operand(order, TRACE_OMEGA, &omega) ||
      !derive_operand(order, queries_of(recording), &q) ||
      !derive_operand(order, keys_of(recording), &k) ||
      (needs_values && !derive_operand(order, values_of(recording), &v)))
    return false;
  if (!needs_values) v.rows = k.rows;
  *of = (Featured){.features = features_with(order, omega),
                   .inputs = {mat_view(q), mat_view(k), mat_view(v), {NULL, NULL}}};
  of->room = arena_take(order->scratch, features_room(omega.rows, v.cols), sizeof *of->room);
  return of->room ? find_seen(order, of) : status_no_memory(order->status);
}

static bool compute_features(const Order *order, TracePart part, Mat to) {
  const Recording *recording = order->recording;
  bool is_query = part == TRACE_FEATURES_Q;
  Mat omega, x;
  if (!derive_operand(order, TRACE_OMEGA, &omega) ||
      !derive_operand(order, is_query ? queries_of(recording) : keys_of(recording), &x))
    return false;
  Features features = features_with(order, omega);
  features_fill(&features, mat_view(x), to);
  return true;
}

static bool compute_feature_weights(const Order *order, Mat to) {
  Featured of;
  if (!take_features(order, false, &of)) return false;
  for (int first = 0; first < to.rows; first += FEATURES_BAND) {
    int rows = to.rows - first < FEATURES_BAND ? to.rows - first : FEATURES_BAND;
    features_weights(&of.features, &of.inputs, first, of.room, mat_rows(to, first, rows));
  }
  return true;
}

static bool compute_feature_output(const Order *order, Mat to) {
  Featured of;
  if (!take_features(order, true, &of)) return false;
  features_output(&of.features, &of.inputs, 0, of.room, to);
  return true;
}

static Dropout dropout_of(const Order *order) {
  static const TraceHalf halves[RECORDING_GROUP_COUNT] = {[RECORDING_LAYERS] = HALF_NONE,
                                                          [RECORDING_CROSS] = HALF_CROSS,
                                                          [RECORDING_ENCODER] = HALF_SOURCE};
  const Recording *recording = order->recording;
  int number = recording->layer_numbers[order->layer];
  return (Dropout){kind_dropped_share(&recording->kind),
                   recording->kind.numbers[KIND_DROPOUT][DROPOUT_SEED],
                   trace_drawn_layer(halves[recording->group], number), order->head};
}

/* The pairs that dropout leaves out, of tiles. */
static bool leave_out(const Order *order, MatView masked, FlashValues *of) {
  Dropout dropout = dropout_of(order);
  if (!kind_drops(&order->recording->kind)) return true;
  size_t pairs = (size_t)masked.rows * (size_t)masked.cols;
  unsigned char *left_out = arena_take(order->scratch, pairs, 1);
  if (!left_out) return status_no_memory(order->status);
  for (int row = 0; row < masked.rows; row++)
    for (int key = 0; key < masked.cols; key++)
      left_out[(size_t)row * (size_t)masked.cols + (size_t)key] =
          !dropout_keeps(&dropout, of->offset + row, key);
  of->left_out = (MaskView){left_out, masked.rows, masked.cols, masked.cols};
  of->kept = 1 - dropout.share;
  return true;
}

static bool take_tile_values(const Order *order, MatView masked, FlashValues *of) {
  Mat v, relative = {0};
  if (!derive_operand(order, TRACE_V, &v)) return false;
  if (recording_is_relative(order->recording) &&
      !derive_operand(order, TRACE_RELATIVE_VALUE, &relative))
    return false;
  *of = (FlashValues){.values = mat_view(v),
                      .relative = mat_view(relative),
                      .offset = first_place(order->recording)};
  return leave_out(order, masked, of);
}

/* M-65: in the order of the tiles, so that the bits are those of a pass. */
static bool compute_output_by_tiles(const Order *order, Mat to) {
  Mat masked;
  FlashValues of;
  if (!derive_operand(order, TRACE_MASKED, &masked) ||
      !take_tile_values(order, mat_view(masked), &of))
    return false;
  size_t count = (size_t)to.rows, cells = count * (size_t)to.cols;
  FlashRows rows = {arena_take(order->scratch, count, sizeof(float)),
                    arena_take(order->scratch, count, sizeof(double)),
                    arena_take(order->scratch, cells, sizeof(double)), to.rows, to.cols};
  if (!rows.max || !rows.sum || !rows.output) return status_no_memory(order->status);
  flash_begin(rows);
  flash_tiles(mat_view(masked), &of, order->recording->kind.numbers[KIND_SCHEDULE][FLASH_COLS],
              rows);
  flash_end(rows, to);
  return true;
}

bool recording_is_by_tiles(const Recording *recording, int layer) {
  return kind_is_tiled(&recording->kind) && recording_is_there(recording, TRACE_MASKED, layer);
}

/* M-07, M-63. */
static bool compute_output(const Order *order, Mat to) {
  const Recording *recording = order->recording;
  Mat weights, v, relative;
  if (kind_has_features(&recording->kind)) return compute_feature_output(order, to);
  if (recording_is_by_tiles(recording, order->layer)) return compute_output_by_tiles(order, to);
  if (!derive_operand(order, shares_of(recording), &weights) ||
      !derive_operand(order, values_of(recording), &v))
    return false;
  if (mistake_of(&recording->kind) == MISTAKE_VALUES_FIRST) {
    mistaken_values_first(mat_view(v), mat_view(weights), to);
    return true;
  }
  attn_output(mat_view(weights), mat_view(v), to);
  if (!recording_is_relative(recording)) return true;
  if (!derive_operand(order, TRACE_RELATIVE_VALUE, &relative)) return false;
  relative_add_output(mat_view(weights), mat_view(relative), first_place(recording), to);
  return true;
}

/* M-64. */
static bool compute_dropped(const Order *order, Mat to) {
  const Recording *recording = order->recording;
  Dropout dropout = dropout_of(order);
  if (!derive_part(order, TRACE_WEIGHTS, to)) return false;
  dropout_apply(&dropout, mat_view(to), first_place(recording), to);
  return true;
}

/* M-09 without W_O: the heads' outputs side by side. */
static bool compute_concat(const Order *order, Mat to) {
  int heads = recording_size(order->recording, 'H'), width = heads ? to.cols / heads : 0;
  for (int head = 0; head < heads; head++) {
    Order one = *order;
    one.head = head;
    if (!derive_part(&one, TRACE_OUTPUT, mat_cols(to, head * width, width))) return false;
  }
  return true;
}

/* M-47. */
static void compute_bias(const Order *order, Mat to) {
  const Recording *recording = order->recording;
  alibi_fill(alibi_slope(order->head, recording_size(recording, 'H')), first_place(recording), to);
}

/* M-50. */
static bool compute_rotated(const Order *order, TracePart part, Mat to) {
  Rotary rotary = kind_rotary(&order->recording->kind);
  bool is_query = part == TRACE_Q_ROTATED;
  if (!derive_part(order, is_query ? TRACE_Q : TRACE_K, to)) return false;
  rotary_turn(rotary, mat_view(to), is_query ? first_place(order->recording) : 0, to);
  return true;
}

static bool compute_biased(const Order *order, Mat to) {
  Mat bias;
  if (!derive_operand(order, TRACE_BIAS, &bias) || !derive_part(order, TRACE_SCALED, to))
    return false;
  mat_add(mat_view(to), mat_view(bias), to);
  return true;
}

/* ---- masks and softmax, and the mistakes with them ---- */

/* Hidden cells become 0 instead of what a mask makes of them (M-97, M-98). */
static bool hide_with_zero(const Order *order, Mat to) {
  size_t cells = (size_t)to.rows * (size_t)to.cols;
  unsigned char *hidden = arena_take(order->scratch, cells, 1);
  if (!hidden) return status_no_memory(order->status);
  if (!recording_hidden(order->recording, order->layer, order->head, hidden, order->status))
    return false;
  mistaken_hide_with_zero(mat_view(to), (MaskView){hidden, to.rows, to.cols, to.cols}, to);
  return true;
}

/* M-05. */
static bool compute_masked(const Order *order, Mat to) {
  switch (mistake_of(&order->recording->kind)) {
  case MISTAKE_MASK_AFTER_SOFTMAX:
    return true;
  case MISTAKE_MASK_WITH_ZERO:
    return hide_with_zero(order, to);
  default:
    return recording_add_mask(order->recording, order->layer, order->head, to, order->status);
  }
}

/* M-96. */
static bool share_columns(const Order *order, Mat to) {
  size_t count = (size_t)to.cols;
  MistakenColumns columns = {arena_take(order->scratch, count, sizeof(float)),
                             arena_take(order->scratch, count, sizeof(double)), to.cols};
  if (!columns.max || !columns.sum) return status_no_memory(order->status);
  mistaken_columns_begin(columns);
  mistaken_columns_max(mat_view(to), columns);
  mistaken_columns_add(mat_view(to), columns);
  mistaken_columns_share(mat_view(to), columns, to);
  return true;
}

/* M-06, M-94. */
static bool compute_weights(const Order *order, Mat to) {
  const AttentionKind *kind = &order->recording->kind;
  double temperature = kind_softmax_temperature(kind);
  MistakeKind mistake = mistake_of(kind);
  if (temperature != 1) attn_divide(mat_view(to), temperature, to);
  if (mistake == MISTAKE_SOFTMAX_OVER_QUERIES) return share_columns(order, to);
  if (mistake == MISTAKE_NO_MAX) mistaken_no_max(mat_view(to), to);
  else attn_weights(mat_view(to), to, NULL);
  return mistake != MISTAKE_MASK_AFTER_SOFTMAX || hide_with_zero(order, to);
}

static bool compute_unchanged(const Order *order, TracePart part, Mat to) {
  switch (part) {
  case TRACE_Q_ROTATED:
  case TRACE_K_ROTATED:
    return compute_rotated(order, part, to);
  case TRACE_K_PROJECTED:
    return compute_mixed(order, TRACE_E, placed_keys(order->recording), to);
  case TRACE_V_PROJECTED:
    return compute_mixed(order, TRACE_F, TRACE_V, to);
  case TRACE_FEATURES_Q:
  case TRACE_FEATURES_K:
    return compute_features(order, part, to);
  case TRACE_SCORES:
    return compute_scores(order, to);
  case TRACE_SCALED:
    return compute_scaled(order, to);
  case TRACE_BIAS:
    return compute_bias(order, to), true;
  case TRACE_BIASED:
    return compute_biased(order, to);
  case TRACE_MASKED:
    return derive_part(order, recording_unmasked(order->recording), to) &&
           compute_masked(order, to);
  case TRACE_WEIGHTS:
    if (kind_has_features(&order->recording->kind)) return compute_feature_weights(order, to);
    return derive_part(order, TRACE_MASKED, to) && compute_weights(order, to);
  case TRACE_DROPPED:
    return compute_dropped(order, to);
  case TRACE_OUTPUT:
    return compute_output(order, to);
  default:
    return compute_concat(order, to);
  }
}

/* Numbers that a person set, and heads that are off, are no result of what stands before. */
static bool compute(const Order *order, TracePart part, Mat to) {
  const WhatIfs *ifs = &order->recording->what_ifs;
  if (!compute_unchanged(order, part, to)) return false;
  for (int i = 0; i < ifs->count; i++) {
    const WhatIf *one = &ifs->of[i];
    if (one->layer != order->layer || one->head != order->head) continue;
    bool is_there = one->row < to.rows && one->col < to.cols;
    if (one->kind == WHAT_IF_NUMBER && one->part == part && is_there)
      mat_row_of(to, one->row)[one->col] = one->value;
    for (int row = 0; one->kind == WHAT_IF_HEAD_OFF && part == TRACE_OUTPUT && row < to.rows; row++)
      memset(mat_row_of(to, row), 0, (size_t)to.cols * sizeof(float));
  }
  return true;
}

static bool derive_part(const Order *order, TracePart part, Mat to) {
  const Recording *recording = order->recording;
  int grouped = recording_size(recording, 'H') / recording_size(recording, 'G');
  assert(order->layer >= 0 && order->layer < recording->layer_count);
  if (!is_recorded(recording, part, order->layer)) return compute(order, part, to);
  /* `grouped` heads of Q share one head of K and V. */
  int head = trace_part_info(part)->per_key_head ? order->head / grouped : order->head;
  return recording_read(order->recording, recording_part_of(part), order->layer, head, to,
                        order->status);
}

typedef bool (*Derive)(const Order *order, TracePart part, Mat to);

static bool derive_by(Derive derive, Order *order, TracePart part, Mat to) {
  order->scratch = arena_make(0);
  if (!order->scratch) return status_no_memory(order->status);
  bool done = derive(order, part, to);
  arena_free(order->scratch);
  return done;
}

bool recording_derive(const Recording *recording, TracePart part, int layer, int head, Mat to,
                      Status *status) {
  assert(recording_is_there(recording, part, layer));
  Order order = {.recording = recording, .layer = layer, .head = head, .status = status};
  return derive_by(derive_part, &order, part, to);
}

bool recording_compute(const Recording *recording, TracePart part, int layer, int head, Mat to,
                       Status *status) {
  assert(recording_follows(recording, part, layer));
  Order order = {.recording = recording, .layer = layer, .head = head, .status = status};
  return derive_by(compute, &order, part, to);
}

void recording_part_shape(const Recording *recording, TracePart part, int *rows, int *cols) {
  RecordedPart recorded = recording_part_of(part);
  if (recorded != RECORDED_PART_COUNT) {
    recording_shape_of(recording, recorded, rows, cols);
    return;
  }
  *rows = recording_size(recording, 'T');
  *cols =
      part == TRACE_CONCAT ? recording_size(recording, 'H') * recording_size(recording, 'F') : 0;
}
