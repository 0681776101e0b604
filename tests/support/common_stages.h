/* tests/support/common_stages.h -- the stages of a model without a norm before its heads, in order.
** The last is that of words: models that name none have the others alone. */
#ifndef TESTS_SUPPORT_COMMON_STAGES_H
#define TESTS_SUPPORT_COMMON_STAGES_H

#include "trace/stages.h"

enum { COMMON_STAGES = STAGE_COUNT - 1 };

static inline StageId common_stage(int index) {
  return (StageId)(index < STAGE_NORM ? index : index + 1);
}

#endif
