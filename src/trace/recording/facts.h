/* trace/recording/facts.h -- what a recording holds, for its card: which arrays of which types, and
** what is computed from them.
**
** Units   bytes: of the numbers in the file that are understood.
** Memory  Texts on the arena given, or the program's own; path is the recording's.
** Errors  Without memory texts are "".
*/
#ifndef TRACE_RECORDING_FACTS_H
#define TRACE_RECORDING_FACTS_H

#include "trace/recording/recording.h"

/* One line of the card each; names in the middle of a list are those of the format, in its
** order. */
typedef struct RecordingFacts {
  const char *path, *kind;
  const char *attention; /* "self-attention" */
  const char *others;    /* "cross-attention": also in the file, not on show; or "" */
  const char *recorded;  /* "q, k, v, mask" */
  const char *computed;  /* "scores, scaled, masked, weights, output"; or "" */
  const char *some_only; /* "v": recorded, but not in every layer; or "" */
  const char *types;     /* "F16, I64" */
  const char *reading;   /* "q as HTD": the axes of arrays whose names do not say; or "" */
  uint64_t bytes;
  int words; /* columns of the logits; 0: none */
} RecordingFacts;

/* Of an open recording; counts and lists, and reads nothing more of the file. */
RecordingFacts recording_facts(const Recording *recording, Arena *arena);

#endif
