/* trace/recording/recorded_parts.h -- the table of array kinds in recordings.
**
** Memory  Constant tables.   Errors  None: a value that is no part asserts.
*/
#ifndef TRACE_RECORDING_RECORDED_PARTS_H
#define TRACE_RECORDING_RECORDED_PARTS_H

#include "trace/parts.h"
#include "trace/recording/recorded_part_list.h"

#define RECORDED_PART_ID(name) RECORDED_##name,
typedef enum RecordedPart { RECORDED_PART_LIST(RECORDED_PART_ID) RECORDED_PART_COUNT } RecordedPart;
#undef RECORDED_PART_ID

typedef struct RecordedPartInfo {
  const char *name;     /* in names of arrays: "q", "scores" */
  TracePart trace_part; /* TRACE_PART_COUNT: no part of a trace (a mask, words, ids) */
  char head, row, col;  /* the letters of its axes (types.h), N as if it were mixed; 0: none */
  bool is_attention;    /* of one head: Q to OUTPUT */
  bool is_pair;         /* [T,S] of each head, as recorded */
  bool is_in_options;   /* how its axes lie may be told by a reading */
  bool by_layer;        /* its name has a layer */
  bool is_text;         /* words and ids, which say no shape */
} RecordedPartInfo;

const RecordedPartInfo *recorded_part_info(RecordedPart part);

/* All of them in the order of the computation, words and ids last. */
extern const RecordedPart recorded_part_order[RECORDED_PART_COUNT];

#endif
