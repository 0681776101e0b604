/* trace/recording/follows.c -- which parts a recording has, in each layer, and why not others.
**
** It has those that were recorded, and those that follow from these. */
#include <string.h>

#include "base/i18n.h"
#include "core/additive_score.h"
#include "trace/kind_parts.h"
#include "trace/mistakes.h"
#include "trace/recording/derive_internal.h"

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

ScoreKind recording_score(const Recording *recording) {
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
    return recording_score(recording) == SCORE_ADDITIVE ||
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

bool recording_is_read(const Recording *recording, TracePart part, int layer) {
  RecordedPart recorded = recording_part_of(part);
  if (!is_of_kind(recording, part)) return false;
  if (recorded == RECORDED_PART_COUNT || !recording_array(recording, recorded, layer)) return false;
  /* Scores that are divided already are SCALED. */
  return recorded != RECORDED_SCORES || !recording->scores_are_scaled;
}

bool recording_is_there(const Recording *recording, TracePart part, int layer) {
  return recording_is_read(recording, part, layer) || recording_follows(recording, part, layer);
}

TracePart recording_unmasked(const Recording *recording) {
  return has_bias(recording) ? TRACE_BIASED : TRACE_SCALED;
}

/* The query and the key of a score. */
TracePart recording_score_queries(const Recording *recording) {
  return is_turned(recording) ? TRACE_Q_ROTATED : TRACE_Q;
}

/* What keys are mixed from. */
TracePart recording_placed_keys(const Recording *recording) {
  return is_turned(recording) ? TRACE_K_ROTATED : TRACE_K;
}

TracePart recording_score_keys(const Recording *recording) {
  return recording_is_mixed(recording) ? TRACE_K_PROJECTED : recording_placed_keys(recording);
}

TracePart recording_values(const Recording *recording) {
  return recording_is_mixed(recording) ? TRACE_V_PROJECTED : TRACE_V;
}

/* What a score is made from besides the query and the key. */
static bool has_tables(const Recording *recording, int layer) {
  ScoreKind score = recording_score(recording);
  bool is_mapped = score == SCORE_GENERAL || score == SCORE_ADDITIVE;
  if (is_mapped && !recording_is_read(recording, TRACE_SCORE_W, layer)) return false;
  if (score == SCORE_ADDITIVE && (!recording_is_read(recording, TRACE_SCORE_U, layer) ||
                                  !recording_is_read(recording, TRACE_SCORE_V, layer)))
    return false;
  return !recording_is_relative(recording) ||
         recording_is_read(recording, TRACE_RELATIVE_KEY, layer);
}

bool recording_has_operands(const Recording *recording, int layer) {
  return recording_is_there(recording, recording_score_queries(recording), layer) &&
         recording_is_there(recording, recording_score_keys(recording), layer) &&
         has_tables(recording, layer);
}

/* What V is multiplied by. */
TracePart recording_shares(const Recording *recording) {
  return kind_drops(&recording->kind) ? TRACE_DROPPED : TRACE_WEIGHTS;
}

/* Can weights and outputs be made from features (M-59)? */
static bool has_features(const Recording *recording, int layer) {
  const RecordingMask *mask = &recording->masks[layer];
  return mask->is_known && !mask->is_array && mask_parts_show_beginnings(&mask->parts) &&
         recording->divisors[layer] > 0 && recording_is_read(recording, TRACE_OMEGA, layer) &&
         recording_has_operands(recording, layer);
}

/* Recursively asks for the parts that a part is computed from (M-03 to M-07), down to recorded
** ones. */
bool recording_follows(const Recording *recording, TracePart part, int layer) {
  switch (part) {
  case TRACE_Q_ROTATED:
    return is_turned(recording) && recording_is_read(recording, TRACE_Q, layer) &&
           recording_size(recording, 'D') % 2 == 0;
  case TRACE_K_ROTATED:
    return is_turned(recording) && recording_is_read(recording, TRACE_K, layer) &&
           recording_size(recording, 'D') % 2 == 0;
  case TRACE_K_PROJECTED:
    return recording_is_read(recording, TRACE_E, layer) &&
           recording_is_there(recording, recording_placed_keys(recording), layer);
  case TRACE_V_PROJECTED:
    return recording_is_read(recording, TRACE_F, layer) &&
           recording_is_read(recording, TRACE_V, layer);
  case TRACE_FEATURES_Q:
    return recording_is_read(recording, TRACE_OMEGA, layer) && recording->divisors[layer] > 0 &&
           recording_is_there(recording, recording_score_queries(recording), layer);
  case TRACE_FEATURES_K:
    return recording_is_read(recording, TRACE_OMEGA, layer) && recording->divisors[layer] > 0 &&
           recording_is_there(recording, recording_score_keys(recording), layer);
  case TRACE_SCORES:
    if (recording_has_operands(recording, layer)) return true;
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
    if (!recording_is_there(recording, recording_values(recording), layer)) return false;
    if (kind_has_features(&recording->kind)) return has_features(recording, layer);
    return recording_is_there(recording, recording_shares(recording), layer) &&
           (!recording_is_relative(recording) ||
            recording_is_read(recording, TRACE_RELATIVE_VALUE, layer));
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
