/* trace/stages.h -- the table of the stages of attention.
**
** A stage is one state of the computation that a learner can stand on. Rail labels, --help, file
** names, the key map and the "every stage is tested" checks all read this table. Two are not
** there for every model: norm, where the norm stands before the heads, and logits, where words
** are named (trace_stage_at).
**
**   tokens  embed  (norm)  qkv   scores  scaled  masked  weights  output  joined  block  (logits)
**           M-14   M-42    M-02  M-03    M-04    M-05    M-06     M-07    M-09    M-18   M-17
**
** and a kind of attention may add its own: rotated (M-50), projected (M-58) and features (M-59)
** behind qkv, biased (M-47) behind scaled, dropped (M-64) and tiles (M-65) behind weights.
**
** What is seen of a stage is in scene/stages/, one file each. A new one is a line of STAGE_LIST, a
** row in stages.c and such a file.
**
** Memory  Constant tables; what they point at lives as long as the program.
** Errors  None but stage_find, which says false.
*/
#ifndef TRACE_STAGES_H
#define TRACE_STAGES_H

#include <stdbool.h>

#include "base/str.h"
#include "trace/attention_kind.h"
#include "trace/trace_types.h"

/* In the order of the computation: STAGE(identifier, name). */
#define STAGE_LIST(STAGE)                                                                          \
  STAGE(TOKENS, tokens)                                                                            \
  STAGE(EMBED, embed)                                                                              \
  STAGE(NORM, norm)                                                                                \
  STAGE(QKV, qkv)                                                                                  \
  STAGE(ROTATED, rotated)                                                                          \
  STAGE(PROJECTED, projected)                                                                      \
  STAGE(FEATURES, features)                                                                        \
  STAGE(SCORES, scores)                                                                            \
  STAGE(SCALED, scaled)                                                                            \
  STAGE(BIASED, biased)                                                                            \
  STAGE(MASKED, masked)                                                                            \
  STAGE(WEIGHTS, weights)                                                                          \
  STAGE(DROPPED, dropped)                                                                          \
  STAGE(TILES, tiles)                                                                              \
  STAGE(OUTPUT, output)                                                                            \
  STAGE(JOINED, joined)                                                                            \
  STAGE(BLOCK, block)                                                                              \
  STAGE(LOGITS, logits)

/* Who wants those of one trace goes by trace_stage_at. */
#define STAGE_ID(ID, name) STAGE_##ID,
typedef enum StageId { STAGE_LIST(STAGE_ID) STAGE_COUNT, STAGE_FIRST = 0 } StageId;
#undef STAGE_ID

typedef struct Trace Trace;

enum { TRACE_STAGE_PARTS = 5, STAGE_ONE_SCALE_MOST = 6, STAGE_MAPS_MOST = 3 };

/* The properties of a stage that are the same in every trace. title and rail are English; code that
** shows them translates them with _(…). */
typedef struct StageInfo {
  const char *name;       /* in commands and file names: "weights" */
  const char *alias;      /* another accepted name, or NULL: "softmax" */
  const char *title;      /* marked for translation: "Attention weights" */
  const char *rail;       /* marked for translation: "Softmax" */
  const char *rail_short; /* the same for a narrow window, or NULL: rail is short */
  const char *symbol;     /* never translated: "softmax", "Q Kᵀ" */
  const char *noun; /* of one of several matrices or none, in the caption of a figure, marked for
                         translation: "Queries, keys and values" */

  /* In drawing order, the result last; a trace may have only some of them. */
  TracePart parts[TRACE_STAGE_PARTS];
  int part_count;
  int result_count; /* the last parts, of equal rank: 3 of qkv, 0 of tokens, else 1 */

  /* Parts drawn with one colour range at this stage, since they are added or joined. */
  TracePart one_scale[STAGE_ONE_SCALE_MOST];
  int one_scale_count;

  /* What a term of a number is multiplied by, of each result; 0: no map that is shown. */
  TracePart maps[STAGE_MAPS_MOST];
  int map_count;

  bool per_layer;       /* false: the same for every layer (tokens, embed) */
  bool per_head;        /* one matrix a head */
  bool by_pair;         /* the matrix is [T,S]: rows are queries, columns keys */
  bool by_key;          /* rows of the cursor are tokens, columns keys, whatever is drawn */
  bool by_word;         /* a column is a rank among the likeliest words */
  bool shows_mask;      /* what the mask hides is hatched */
  bool by_tile;         /* its cells are filled tile by tile (trace/workings/tiles.h) */
  bool has_projections; /* the results are Q, K and V, or Q and K: a cell belongs to one of them */

  /* NULL: in every trace, or where the kind of attention makes its result (trace/kind_parts.h). */
  bool (*is_there)(const Trace *trace);
  /* Why a model has no such stage, of the model's and the stage's name; marked for translation. */
  const char *absent;
  /* Why a recording without any of its results cannot show it, marked for translation; NULL: the
  ** recording says it. */
  const char *unrecorded;
} StageInfo;

/* Of any stage, also one that a trace does not have. Never NULL. */
const StageInfo *stage_info(StageId stage);

/* Whether its picture is that of one matrix: not of words (tokens, logits), nor of Q, K and V. */
bool stage_is_one_matrix(StageId stage);
/* Whether its results are drawn as cells: one matrix, or Q, K and V. */
bool stage_has_cells(StageId stage);

/* The stage whose result a part is, else the first it belongs to: weights, and qkv of
** TRACE_Q. STAGE_COUNT: none shows it. */
StageId stage_of_part(TracePart part);

/* By name or alias, letter by letter. False: there is no such stage, and *stage stays as it was. */
bool stage_find(Str name, StageId *stage);

#endif
