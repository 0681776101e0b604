/* scene/said_word.c -- in the cross-attention of a decoder, the word that a row is about to say. */
#include "scene/said_word.h"

#include <assert.h>

#include "scene/token_shown.h"

Str said_word(const Scene *scene, int query) {
  const Trace *trace = scene->trace;
  assert(query >= 0 && query < trace_token_count(trace));
  TraceCandidate best;
  if (trace_half(trace) != HALF_CROSS) return (Str){"", 0};
  if (query + 1 < trace_token_count(trace)) return token_shown(trace_token(trace, query + 1));
  if (!trace_is_asked(trace, query) || trace_candidates(trace, query, &best, 1) < 1)
    return (Str){"", 0};
  return trace_word(trace, best.word);
}
