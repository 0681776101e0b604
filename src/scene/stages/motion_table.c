/* scene/stages/motion_table.c -- the motions, a row for each pair of stages that may follow each
** other, in the order of the computation. */
#include "scene/stages/motion.h"

#include <stddef.h>

static const StageMotion stage_motions[] = {
    {.earlier = STAGE_TOKENS, .later = STAGE_EMBED, .sets_out = 0.1f, .arrives = 0.5f},
    {.earlier = STAGE_EMBED, .later = STAGE_NORM},
    /* a row of X goes through the columns of W_Q, W_K and W_V */
    {.earlier = STAGE_EMBED,
     .later = STAGE_QKV,
     .room = qkv_motion,
     .own = TRACE_V,
     .sets_out = 0.08f,
     .arrives = 0.38f},
    {.earlier = STAGE_NORM,
     .later = STAGE_QKV,
     .room = qkv_motion,
     .own = TRACE_V,
     .sets_out = 0.08f,
     .arrives = 0.38f},
    /* a row of Q and a column of Kᵀ are multiplied place by place */
    {.earlier = STAGE_QKV,
     .later = STAGE_SCORES,
     .room = scores_motion,
     .own = TRACE_SCORES,
     .may_be_cut = true,
     .sets_out = 0.1f,
     .arrives = 0.35f},
    /* arrows turn by the angle of their place */
    {.earlier = STAGE_QKV,
     .later = STAGE_ROTATED,
     .room = rotated_motion,
     .own = TRACE_Q,
     .own_is_earlier = true},
    {.earlier = STAGE_ROTATED,
     .later = STAGE_SCORES,
     .room = scores_motion,
     .own = TRACE_SCORES,
     .may_be_cut = true,
     .sets_out = 0.1f,
     .arrives = 0.35f},
    /* rows fold into mixtures */
    {.earlier = STAGE_QKV,
     .later = STAGE_PROJECTED,
     .room = projected_motion,
     .own = TRACE_K_PROJECTED},
    {.earlier = STAGE_ROTATED,
     .later = STAGE_PROJECTED,
     .room = projected_motion,
     .own = TRACE_K_PROJECTED},
    {.earlier = STAGE_PROJECTED, .later = STAGE_SCORES},
    /* one feature after another comes out of a row */
    {.earlier = STAGE_QKV,
     .later = STAGE_FEATURES,
     .room = features_motion,
     .own = TRACE_FEATURES_Q},
    {.earlier = STAGE_ROTATED,
     .later = STAGE_FEATURES,
     .room = features_motion,
     .own = TRACE_FEATURES_Q},
    {.earlier = STAGE_FEATURES, .later = STAGE_SCORES},
    /* a score rises in its cell, is divided, and gives way */
    {.earlier = STAGE_SCORES,
     .later = STAGE_SCALED,
     .sets_out = 0.08f,
     .arrives = 0.34f,
     .changes = 0.6f,
     .changed = 0.74f,
     .step = scaled_motion_step},
    /* biases stand beside the scores and fall into them */
    {.earlier = STAGE_SCALED, .later = STAGE_BIASED, .room = biased_motion, .own = TRACE_BIASED},
    {.earlier = STAGE_SCALED,
     .later = STAGE_MASKED,
     .sets_out = 0.08f,
     .arrives = 0.34f,
     .changes = 0.4f,
     .changed = 0.7f},
    {.earlier = STAGE_BIASED,
     .later = STAGE_MASKED,
     .sets_out = 0.08f,
     .arrives = 0.34f,
     .changes = 0.4f,
     .changed = 0.7f},
    /* bars become shares */
    {.earlier = STAGE_MASKED,
     .later = STAGE_WEIGHTS,
     .room = weights_motion,
     .own = TRACE_WEIGHTS,
     .numbers = true,
     .columns_seen = weights_motion_columns,
     .may_be_cut = true,
     .changes = 0.56f,
     .changed = 0.62f},
    /* some cells go out, the others grow */
    {.earlier = STAGE_WEIGHTS,
     .later = STAGE_DROPPED,
     .room = dropped_motion,
     .own = TRACE_DROPPED,
     .may_be_cut = true},
    {.earlier = STAGE_DROPPED,
     .later = STAGE_OUTPUT,
     .room = output_motion,
     .own = TRACE_OUTPUT,
     .sets_out = 0.2f,
     .arrives = 0.4f},
    /* tile after tile comes and goes into what is kept */
    {.earlier = STAGE_WEIGHTS,
     .later = STAGE_TILES,
     .room = tiles_motion,
     .own = TRACE_WEIGHTS,
     .own_is_earlier = true},
    {.earlier = STAGE_TILES, .later = STAGE_OUTPUT},
    /* the row of the weights stands up; the rows of V pale to their share and become one */
    {.earlier = STAGE_WEIGHTS,
     .later = STAGE_OUTPUT,
     .room = output_motion,
     .own = TRACE_OUTPUT,
     .sets_out = 0.2f,
     .arrives = 0.4f},
    /* heads slide together */
    {.earlier = STAGE_OUTPUT,
     .later = STAGE_JOINED,
     .room = joined_motion,
     .own = TRACE_CONCAT,
     .names_wait = true},
    /* what came in slides onto what is joined, and the sum becomes the output */
    {.earlier = STAGE_JOINED,
     .later = STAGE_BLOCK,
     .room = block_motion,
     .own = TRACE_BLOCK,
     .cells_most = 1 << 18,
     .sets_out = 0.08f,
     .arrives = 0.4f},
    /* rows become answers */
    {.earlier = STAGE_BLOCK,
     .later = STAGE_LOGITS,
     .room = logits_motion,
     .own = TRACE_BLOCK,
     .own_is_earlier = true,
     .boxes = logits_motion_boxes,
     .row_named = logits_motion_row,
     .sets_out = 0.08f,
     .arrives = 0.42f},
};
enum { MOTION_COUNT = sizeof stage_motions / sizeof stage_motions[0] };

const StageMotion *stage_motion_of(StageId earlier, StageId later) {
  for (int i = 0; i < MOTION_COUNT; i++)
    if (stage_motions[i].earlier == earlier && stage_motions[i].later == later)
      return &stage_motions[i];
  return NULL;
}
