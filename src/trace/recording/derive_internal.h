/* trace/recording/derive_internal.h -- what follows from a recording (follows.c), and its making
** (derive.c, derive_features.c).
**
** Shapes  Those of the parts.
** Memory  The order's scratch, which lives for one call of recording_derive or recording_compute.
** Errors  False: memory is out, or the file cannot be read; the order's status says it.
*/
#ifndef TRACE_RECORDING_DERIVE_INTERNAL_H
#define TRACE_RECORDING_DERIVE_INTERNAL_H

#include "trace/recording/recording_internal.h"

/* ---- follows.c ---- */

ScoreKind recording_score(const Recording *recording);
/* The query and the key of a score; what keys are mixed from; and the values. */
TracePart recording_score_queries(const Recording *recording);
TracePart recording_score_keys(const Recording *recording);
TracePart recording_placed_keys(const Recording *recording);
TracePart recording_values(const Recording *recording);
/* What V is multiplied by. */
TracePart recording_shares(const Recording *recording);

/* Whether the part is read from the file and not made. */
bool recording_is_read(const Recording *recording, TracePart part, int layer);
/* Whether there is all that scores are made from. */
bool recording_has_operands(const Recording *recording, int layer);

/* ---- derive.c ---- */

typedef struct DeriveOrder { /* one matrix to make */
  const Recording *recording;
  int layer, head;
  Arena *scratch;
  Status *status;
} DeriveOrder;

/* Makes another part, in memory of its own. */
bool derive_operand(const DeriveOrder *order, TracePart part, Mat *made);

/* ---- derive_features.c ---- */

bool derive_features(const DeriveOrder *order, TracePart part, Mat to);
bool derive_feature_weights(const DeriveOrder *order, Mat to);
bool derive_feature_output(const DeriveOrder *order, Mat to);

#endif
