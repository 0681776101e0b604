/* trace/parts.h -- the table of parts: the properties of a part that are the same in every trace.
**
** Code that treats some parts differently tests a flag here; it does not list parts or compare enum
** values.
**
** Memory  Constant tables.   Errors  None: a value that is no part asserts.
*/
#ifndef TRACE_PARTS_H
#define TRACE_PARTS_H

#include <stdbool.h>

#include "trace/part_list.h"

#define TRACE_PART_ID(name) TRACE_##name,
typedef enum TracePart { TRACE_PART_LIST(TRACE_PART_ID) TRACE_PART_COUNT } TracePart;
#undef TRACE_PART_ID

/* Rows or columns of one matrix of a part, in the sizes of a trace. */
typedef enum TraceSize {
  SIZE_LENT, /* that of the model's own matrix */
  SIZE_TOKENS,
  SIZE_KEYS,    /* what queries meet: keys, or mixtures of keys */
  SIZE_SOURCES, /* rows of K and V: the same, or what was mixed */
  SIZE_FEATURES,
  SIZE_POINTS, /* of the curve of errors */
  SIZE_TWO,
  SIZE_D_MODEL,
  SIZE_D_HEAD,
  SIZE_D_VALUE,
  SIZE_D_SCORE,   /* a, of what additive scores are summed over */
  SIZE_ALL_HEADS, /* H · Dv */
  SIZE_HEADS,
  SIZE_DISTANCES, /* 2K+1, those that relative vectors tell apart */
  SIZE_WORDS
} TraceSize;

/* What a model must have so that a trace has the part. */
typedef enum TraceNeed {
  NEED_NOTHING,
  NEED_NORM,
  NEED_NORM_AND_MLP,
  NEED_MLP,
  NEED_SEGMENTS,
  NEED_EMBEDDING_NORM,
  NEED_WORDS,
  NEED_CROSS, /* the rows of the second sentence (TraceShape.has_key_rows) */
  NEED_KIND,  /* where the attention kind makes it (TraceShape.of_kind) */
  NEED_LENT   /* where the model lends it */
} TraceNeed;

/* The colour of the part's name and frame (docs/vocabulary.md). */
typedef enum TraceRole {
  ROLE_NONE,
  ROLE_QUERY,
  ROLE_KEY,
  ROLE_VALUE,
  ROLE_WEIGHTS,
  ROLE_OUTPUT
} TraceRole;

/* The colour range: −m … +m for signed numbers, 0 … 1 for shares, and 0 … m for numbers that are
** never below 0. */
typedef enum TraceScale { SCALE_SIGNED, SCALE_SHARES, SCALE_FROM_ZERO } TraceScale;

typedef struct TracePartInfo {
  const char *name;  /* in file names and tensor names: "q", "weights" */
  const char *title; /* marked for translation: "Queries" */
  const char *noun;  /* in the caption of a figure, marked for translation; NULL: the title */
  const char *many;  /* of many heads, marked for translation: "queries"; NULL: never shown so */
  TraceSize rows, cols;
  TraceNeed need;
  TraceRole role;
  TraceScale scale;
  bool per_layer, per_head;
  bool per_key_head; /* one for each head of K and V; query heads may share it */
  bool by_pair;      /* [T,S] */
  bool is_lent;      /* a table of the kind of attention, lent like weights of the model */
  bool is_weights;   /* weights of the model: its rows are no tokens */
  bool is_of_words;  /* [T,V]; single rows may be computed */
  bool is_summand;   /* of the sum that becomes X, or the input of the norm before X */
  bool is_hatched;   /* hidden cells are hatched, since the mask has been applied */
  bool keeps_scale;  /* drawn with the colour range of the previous part by pair */
  bool ends_trace;   /* of the whole trace, computed after the last layer */
  bool is_in_file;   /* of a layer, written to trace files (docs/formats.md) */
} TracePartInfo;

/* Never NULL. */
const TracePartInfo *trace_part_info(TracePart part);

/* All parts in the order of the computation, the model's own weights last. */
extern const TracePart trace_part_order[];

/* The parts by pair in the order of the computation: each is made from the one before that the
** trace has (trace_pair_parts_of). */
enum { TRACE_PAIR_PARTS_MOST = 8 };
extern const int trace_pair_part_count;
extern const TracePart trace_pair_parts[];
/* The place of a part by pair in that order, from 0; of another part it asserts. */
int trace_pair_place(TracePart part);

#endif
