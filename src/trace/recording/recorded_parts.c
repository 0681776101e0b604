/* trace/recording/recorded_parts.c -- the table of the parts that a recording may have. */
#include "trace/recording/recorded_parts.h"

#include <assert.h>

#define ATTENTION .is_attention = true, .is_in_options = true, .by_layer = true
#define OF_KIND .is_attention = true, .by_layer = true
#define PAIR .head = 'H', .row = 'T', .col = 'S', ATTENTION, .is_pair = true
#define TEXT .trace_part = TRACE_PART_COUNT, .is_text = true

static const RecordedPartInfo parts[RECORDED_PART_COUNT] = {
    [RECORDED_Q] = {"q", TRACE_Q, 'H', 'T', 'D', ATTENTION},
    [RECORDED_K] = {"k", TRACE_K, 'G', 'N', 'D', ATTENTION},
    [RECORDED_V] = {"v", TRACE_V, 'G', 'N', 'F', ATTENTION},
    [RECORDED_Q_ROTATED] = {"q_rotated", TRACE_Q_ROTATED, 'H', 'T', 'D', ATTENTION},
    [RECORDED_K_ROTATED] = {"k_rotated", TRACE_K_ROTATED, 'G', 'N', 'D', ATTENTION},
    [RECORDED_E] = {"e", TRACE_E, 0, 'S', 'N', .by_layer = true},
    [RECORDED_F] = {"f", TRACE_F, 0, 'S', 'N', .by_layer = true},
    [RECORDED_K_PROJECTED] = {"k_projected", TRACE_K_PROJECTED, 'G', 'S', 'D', OF_KIND},
    [RECORDED_V_PROJECTED] = {"v_projected", TRACE_V_PROJECTED, 'G', 'S', 'F', OF_KIND},
    [RECORDED_OMEGA] = {"omega", TRACE_OMEGA, 0, 'P', 'D', .by_layer = true},
    [RECORDED_FEATURES_Q] = {"features_q", TRACE_FEATURES_Q, 'H', 'T', 'P', OF_KIND},
    [RECORDED_FEATURES_K] = {"features_k", TRACE_FEATURES_K, 'G', 'N', 'P', OF_KIND},
    [RECORDED_SCORE_W] = {"score_w", TRACE_SCORE_W, 'H', 'D', 'A', ATTENTION},
    [RECORDED_SCORE_U] = {"score_u", TRACE_SCORE_U, 'H', 'D', 'A', ATTENTION},
    [RECORDED_SCORE_V] = {"score_v", TRACE_SCORE_V, 0, 'H', 'A', .by_layer = true},
    [RECORDED_RELATIVE_KEY] = {"relative_key", TRACE_RELATIVE_KEY, 0, 'R', 'D', .by_layer = true},
    [RECORDED_RELATIVE_VALUE] = {"relative_value", TRACE_RELATIVE_VALUE, 0, 'R', 'F',
                                 .by_layer = true},
    [RECORDED_SCORES] = {"scores", TRACE_SCORES, PAIR},
    [RECORDED_SCALED] = {"scaled", TRACE_SCALED, PAIR},
    [RECORDED_BIAS] = {"bias", TRACE_BIAS, PAIR},
    [RECORDED_BIASED] = {"biased", TRACE_BIASED, PAIR},
    [RECORDED_MASKED] = {"masked", TRACE_MASKED, PAIR},
    [RECORDED_WEIGHTS] = {"weights", TRACE_WEIGHTS, PAIR},
    [RECORDED_DROPPED] = {"dropped", TRACE_DROPPED, PAIR},
    [RECORDED_OUTPUT] = {"output", TRACE_OUTPUT, 'H', 'T', 'F', ATTENTION},
    [RECORDED_MASK] = {"mask", TRACE_PART_COUNT, 'H', 'T', 'S', .is_in_options = true,
                       .by_layer = true},
    [RECORDED_JOINED] = {"joined", TRACE_ATTN_PROJ, 0, 'T', 'M', .by_layer = true},
    [RECORDED_BLOCK] = {"block", TRACE_BLOCK, 0, 'T', 'M', .by_layer = true},
    [RECORDED_X] = {"x", TRACE_X, .row = 'T', .col = 'M'},
    [RECORDED_Y] = {"y", TRACE_Y, .row = 'S', .col = 'M'},
    [RECORDED_LOGITS] = {"logits", TRACE_LOGITS, .row = 'T', .col = 'W'},
    [RECORDED_TOKENS] = {"tokens", TEXT, .row = 'T'},
    [RECORDED_KEY_TOKENS] = {"key_tokens", TEXT, .row = 'S'},
    [RECORDED_IDS] = {"ids", TEXT, .row = 'T'},
};

const RecordedPart recorded_part_order[RECORDED_PART_COUNT] = {RECORDED_Q,
                                                               RECORDED_K,
                                                               RECORDED_V,
                                                               RECORDED_Q_ROTATED,
                                                               RECORDED_K_ROTATED,
                                                               RECORDED_E,
                                                               RECORDED_F,
                                                               RECORDED_K_PROJECTED,
                                                               RECORDED_V_PROJECTED,
                                                               RECORDED_OMEGA,
                                                               RECORDED_FEATURES_Q,
                                                               RECORDED_FEATURES_K,
                                                               RECORDED_SCORE_W,
                                                               RECORDED_SCORE_U,
                                                               RECORDED_SCORE_V,
                                                               RECORDED_RELATIVE_KEY,
                                                               RECORDED_RELATIVE_VALUE,
                                                               RECORDED_SCORES,
                                                               RECORDED_SCALED,
                                                               RECORDED_BIAS,
                                                               RECORDED_BIASED,
                                                               RECORDED_MASKED,
                                                               RECORDED_WEIGHTS,
                                                               RECORDED_DROPPED,
                                                               RECORDED_OUTPUT,
                                                               RECORDED_MASK,
                                                               RECORDED_JOINED,
                                                               RECORDED_BLOCK,
                                                               RECORDED_X,
                                                               RECORDED_Y,
                                                               RECORDED_LOGITS,
                                                               RECORDED_TOKENS,
                                                               RECORDED_KEY_TOKENS,
                                                               RECORDED_IDS};

const RecordedPartInfo *recorded_part_info(RecordedPart part) {
  assert((int)part >= 0 && part < RECORDED_PART_COUNT);
  return &parts[part];
}
