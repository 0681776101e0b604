/* trace/stages.h -- the stages of attention, one table for everyone.
**
** A stage is one state of the computation that a learner can stand on. Rail labels, --help, file
** names, the key map and the "every stage is tested" checks all read this table. Two are not
** there for every model: norm, where the norm stands before the heads, and logits, where words
** are named (trace_stage_at).
**
**   tokens  embed  (norm)  qkv   scores  scaled  masked  weights  output  joined  block  (logits)
**           M-14   M-42    M-02  M-03    M-04    M-05    M-06     M-07    M-09    M-18   M-17
**
** Memory  Constant tables; what they point at lives as long as the program.
** Errors  None but stage_find, which says false.
*/
#ifndef TRACE_STAGES_H
#define TRACE_STAGES_H

#include <stdbool.h>

#include "base/str.h"

/* The number of a stage is not its place: norm came later and stands last here. Whoever wants
** the order asks stage_at, or trace_stage_at for those of one trace. */
typedef enum StageId {
  /* What goes into the layers. */
  STAGE_TOKENS,
  STAGE_EMBED,
  /* Attention in each head. */
  STAGE_QKV,
  STAGE_SCORES,
  STAGE_SCALED,
  STAGE_MASKED,
  STAGE_WEIGHTS,
  STAGE_OUTPUT,
  /* What the layer makes of it, and after the last the words. */
  STAGE_JOINED,
  STAGE_BLOCK,
  STAGE_LOGITS,
  STAGE_NORM, /* before STAGE_QKV: see stage_at */
  STAGE_COUNT
} StageId;

/* What is the same for a stage in every trace. title and rail are English here; who shows them
** translates them with _(…). */
typedef struct StageInfo {
  const char *name;   /* in commands and file names: "weights" */
  const char *alias;  /* another accepted name, or NULL: "softmax" */
  const char *title;  /* marked for translation: "Attention weights" */
  const char *rail;   /* marked for translation: "Softmax" */
  const char *symbol; /* never translated: "softmax", "Q Kᵀ" */
  bool per_layer;     /* false: the same for every layer (tokens, embed) */
  bool per_head;      /* one matrix a head */
  bool by_pair;       /* the matrix is [T,S]: rows are queries, columns keys */
} StageInfo;

/* Of any stage, also one that a trace does not have. Never NULL. */
const StageInfo *stage_info(StageId stage);
/* The stage at a place in the order of the computation, 0 … STAGE_COUNT − 1. */
StageId stage_at(int index);

/* Whether its picture is that of one matrix: not of words (tokens, logits), nor of Q, K and V. */
bool stage_is_one_matrix(StageId stage);

/* By name or alias, letter by letter. False: there is no such stage, and *stage stays as it was. */
bool stage_find(Str name, StageId *stage);

#endif
