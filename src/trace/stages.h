/* trace/stages.h -- the stages of attention, one table for everyone.
**
** A stage is one state of the computation that a learner can stand on. Rail labels, --help, file
** names, the key map and the "every stage is tested" checks all read this table. Two are not
** there for every model: norm, where the norm stands before the heads, and logits, where words are
** named (trace_stage_at).
*/
#ifndef TRACE_STAGES_H
#define TRACE_STAGES_H

#include <stdbool.h>

#include "base/str.h"

typedef enum StageId {
  STAGE_TOKENS,
  STAGE_EMBED,
  STAGE_QKV,
  STAGE_SCORES,
  STAGE_SCALED,
  STAGE_MASKED,
  STAGE_WEIGHTS,
  STAGE_OUTPUT,
  STAGE_JOINED,
  STAGE_BLOCK,
  STAGE_LOGITS,
  STAGE_NORM, /* before STAGE_QKV: see stage_at */
  STAGE_COUNT
} StageId;

typedef struct StageInfo {
  const char *name;   /* in commands and file names: "weights" */
  const char *alias;  /* another accepted name, or NULL: "softmax" */
  const char *title;  /* marked for translation: "Attention weights" */
  const char *rail;   /* marked for translation: "Softmax" */
  const char *symbol; /* never translated: "softmax", "Q Kᵀ" */
  bool per_layer;     /* false: the same for every layer (tokens, embed) */
  bool per_head;      /* one matrix a head */
  bool by_pair;       /* the matrix is [T,S]: rows are queries, columns keys */
} StageInfo;

const StageInfo *stage_info(StageId stage);
StageId stage_at(int index); /* in the order of the computation, 0 … STAGE_COUNT − 1 */
/* Is its picture that of one matrix alone? Not words (tokens, logits), nor Q, K and V. */
bool stage_is_one_matrix(StageId stage);
bool stage_find(Str name, StageId *stage); /* by name or alias */

#endif
