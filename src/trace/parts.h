/* trace/parts.h -- what is the same for a part in every trace: one row of flags each.
**
** Who treats some parts differently asks a flag here instead of listing parts or comparing their
** numbers.
**
** Memory  Constant tables, as long as the program.
** Errors  None: a number that is no part asserts.
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
  SIZE_LENT, /* as the model's own matrix has it */
  SIZE_TOKENS,
  SIZE_KEYS,
  SIZE_D_MODEL,
  SIZE_D_HEAD,
  SIZE_D_VALUE,
  SIZE_ALL_HEADS, /* H · Dv */
  SIZE_WORDS
} TraceSize;

/* What a model must have for the part to be there. */
typedef enum TraceNeed {
  NEED_NOTHING,
  NEED_NORM,
  NEED_NORM_AND_MLP,
  NEED_MLP,
  NEED_SEGMENTS,
  NEED_EMBEDDING_NORM,
  NEED_WORDS,
  NEED_KIND, /* there where the attention laid over makes it (TraceShape.of_kind) */
  NEED_LENT  /* there where the model lends it */
} TraceNeed;

/* Whose colour names and frames of a part have (docs/vocabulary.md). */
typedef enum TraceRole {
  ROLE_NONE,
  ROLE_QUERY,
  ROLE_KEY,
  ROLE_VALUE,
  ROLE_WEIGHTS,
  ROLE_OUTPUT
} TraceRole;

/* Signed numbers are drawn on −m … +m, shares on 0 … 1. */
typedef enum TraceScale { SCALE_SIGNED, SCALE_SHARES } TraceScale;

typedef struct TracePartInfo {
  const char *name;  /* in file names and tensor names: "q", "weights" */
  const char *title; /* marked for translation: "Queries" */
  const char *many;  /* of many heads, marked for translation: "queries"; NULL: never shown so */
  TraceSize rows, cols;
  TraceNeed need;
  TraceRole role;
  TraceScale scale;
  bool per_layer, per_head;
  bool per_key_head; /* heads of Q that share K and V share these, too */
  bool by_pair;      /* [T,S] */
  bool is_weights;   /* of the model: its rows are no tokens */
  bool is_of_words;  /* a row of them may be made alone */
  bool is_summand;   /* of the sum that X, or the norm before X, is made from */
  bool is_hatched;   /* hidden cells are hatched, since the mask has been applied */
  bool keeps_scale;  /* drawn with the range of the part by pair before it */
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
