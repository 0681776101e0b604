/* trace/kind_parts.h -- which parts of a trace a kind of attention makes, as one table.
**
** A row is a condition on the kind and the parts that are made where it holds:
**
**   adds a bias for the distance (M-47, M-48)   BIAS, BIASED                    made of places
**   turns queries and keys (M-50)               Q_ROTATED, K_ROTATED            made of places
**   maps them for a score (M-60, M-62)          SCORE_W
**   scores by a sum (M-62)                      SCORE_U, SCORE_V
**   has vectors for the distance (M-63)         RELATIVE_KEY, RELATIVE_VALUE    made of places
**   mixes keys and values (M-58)                E, F, K_PROJECTED, V_PROJECTED
**   has features (M-59)                         OMEGA, FEATURES_Q, FEATURES_K
**   leaves weights out (M-64)                   DROPPED
**
** What is made of places needs queries and keys of one sentence: two sentences have no places
** relative to each other. The forward pass, the stages of a trace, recordings and workings ask this
** table; ERROR_CURVE alone is made for what is laid over, not for the kind (model/forward).
**
** Memory  None.   Errors  None.
*/
#ifndef TRACE_KIND_PARTS_H
#define TRACE_KIND_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/attention_kind.h"
#include "trace/trace_types.h"

/* Whether the kind makes the part, which is one with NEED_KIND. has_places: queries and keys have
** places in one sentence (trace_has_places). */
bool kind_makes(const AttentionKind *kind, bool has_places, TracePart part);

/* All of them, part p as bit p. */
uint64_t kind_parts(const AttentionKind *kind, bool has_places);

/* Whether it makes something of places, which does nothing between two sentences. */
bool kind_tells_places(const AttentionKind *kind);

#endif
