/* trace/recording/facts.h -- the summary of a recording: recorded arrays, their types, and computed
** parts.
**
** Units   bytes: of all recognised arrays.
** Memory  Texts on the arena given, or constants; path is the recording's.
** Errors  When memory is out, texts are "".
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

/* Summarises an open recording without reading numbers of the file. */
RecordingFacts recording_facts(const Recording *recording, Arena *arena);

#endif
