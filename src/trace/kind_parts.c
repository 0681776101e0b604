/* trace/kind_parts.c -- the table of what each kind of attention makes. */
#include "trace/kind_parts.h"

#include <assert.h>

#include "trace/parts.h"
#include "trace/trace_build.h"

typedef struct KindParts {
  bool (*holds)(const AttentionKind *kind);
  uint64_t parts;
  bool is_of_places;
} KindParts;

static bool is_additive(const AttentionKind *kind) {
  return kind->of[KIND_SCORE] == SCORE_ADDITIVE;
}

static bool maps_queries(const AttentionKind *kind) {
  return kind->of[KIND_SCORE] == SCORE_GENERAL || is_additive(kind);
}

static bool is_relative(const AttentionKind *kind) { return kind_relative_rows(kind) > 0; }

static const KindParts table[] = {
    {.holds = kind_adds_bias,
     .parts = TRACE_BIT(TRACE_BIAS) | TRACE_BIT(TRACE_BIASED),
     .is_of_places = true},
    {.holds = kind_rotates,
     .parts = TRACE_BIT(TRACE_Q_ROTATED) | TRACE_BIT(TRACE_K_ROTATED),
     .is_of_places = true},
    {.holds = maps_queries, .parts = TRACE_BIT(TRACE_SCORE_W)},
    {.holds = is_additive, .parts = TRACE_BIT(TRACE_SCORE_U) | TRACE_BIT(TRACE_SCORE_V)},
    {.holds = is_relative,
     .parts = TRACE_BIT(TRACE_RELATIVE_KEY) | TRACE_BIT(TRACE_RELATIVE_VALUE),
     .is_of_places = true},
    {.holds = kind_mixes_keys,
     .parts = TRACE_BIT(TRACE_E) | TRACE_BIT(TRACE_F) | TRACE_BIT(TRACE_K_PROJECTED) |
              TRACE_BIT(TRACE_V_PROJECTED)},
    {.holds = kind_has_features,
     .parts = TRACE_BIT(TRACE_OMEGA) | TRACE_BIT(TRACE_FEATURES_Q) | TRACE_BIT(TRACE_FEATURES_K)},
    {.holds = kind_drops, .parts = TRACE_BIT(TRACE_DROPPED)},
};

uint64_t kind_parts(const AttentionKind *kind, bool has_places) {
  uint64_t parts = 0;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].holds(kind) && (has_places || !table[i].is_of_places)) parts |= table[i].parts;
  return parts;
}

bool kind_tells_places(const AttentionKind *kind) {
  return kind_parts(kind, true) != kind_parts(kind, false);
}

bool kind_makes(const AttentionKind *kind, bool has_places, TracePart part) {
  assert(trace_part_info(part)->need == NEED_KIND);
  return kind_parts(kind, has_places) >> part & 1u;
}
