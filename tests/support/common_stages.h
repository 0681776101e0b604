/* tests/support/common_stages.h -- the stages that every model has, and that of words, in order: those
** that only some models have are left out. The last is that of words: models that name none have
** the others alone. */
#ifndef TESTS_SUPPORT_COMMON_STAGES_H
#define TESTS_SUPPORT_COMMON_STAGES_H

#include <assert.h>

#include "trace/stages.h"

static inline bool stage_is_common(StageId stage) {
  return !stage_info(stage)->absent || stage == STAGE_LOGITS;
}

static inline int common_stage_count(void) {
  int count = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++) count += stage_is_common((StageId)stage);
  return count;
}

static inline StageId common_stage(int index) {
  int stage = 0;
  while (stage < STAGE_COUNT && (!stage_is_common((StageId)stage) || index-- > 0)) stage++;
  assert(stage < STAGE_COUNT);
  return (StageId)stage;
}

#endif
