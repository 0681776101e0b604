/* trace/recording/types.h -- the data structures of a recording. For trace/recording/ only.
**
** The name of an array says what it is (RecordedName), its shape how it is laid out (axes); both
** give the place of a head in it (RecordedPlace). Numbers of the file are not stored.
**
** Axes    One letter for each axis of an array:
**           L layers   B sentences of the batch   H heads   G heads of K and V   T queries
**           S keys, or mixtures of them           N rows of K and V where they are mixed, else S
**           D columns of Q and K                  F columns of V   P features
**           E          H·D, G·D or G·F in one axis (the heads side by side)
**           A columns of the maps of scores       R distances of relative vectors
**           M d_model  W words                    1 an axis of length 1
** Memory  Everything on the arena of the recording, as long as that.
** Errors  None here; recording.c and layers.c keep to the limits.
*/
#ifndef TRACE_RECORDING_TYPES_H
#define TRACE_RECORDING_TYPES_H

#include "files/arrays.h"
#include "trace/recording/recorded_parts.h"
#include "trace/recording/recording.h"
#include "trace/trace_build.h"

/* Limits on memory and time: a header of a few bytes may claim any size. */
enum {
  RECORDING_TOKENS_MOST = 1 << 20,
  RECORDING_LAYERS_MOST = 4096,
  RECORDING_HEADS_MOST = 4096,
  RECORDING_WIDTH_MOST = 1 << 20,
  RECORDING_WORDS_MOST = 4000000, /* columns of logits */
  RECORDING_FINDINGS_MOST = 64,
  RECORDING_COMPARED_CELLS_MOST = 1 << 26, /* of a matrix that is looked at whole: 256 MiB */
  RECORDING_SIZES = 128                    /* by letter */
};

/* What the name of an array says. */
typedef struct RecordedName {
  RecordedPart part;
  RecordingGroup group;
  int layer;    /* as in the name; −1: none */
  bool of_keys; /* attention_mask: one entry per key, 1: visible */
} RecordedName;

/* A recognised array: its place in the file (files/arrays.h), its name, a letter for each axis. */
typedef struct RecordedArray {
  const ArrayInfo *info;
  RecordedName name;
  char axes[ARRAYS_RANK_MOST + 1];
} RecordedArray;

/* The place of one layer and head in an array, in elements from the first. row_step 0: one row is
** used for all. */
typedef struct RecordedPlace {
  int64_t first, row_step, col_step;
  int rows, cols;
} RecordedPlace;

/* The mask of one layer: an array, or parts. name, from the file or the program, is for the
** summary. */
typedef struct RecordingMask {
  bool is_known;
  bool is_array;  /* else by its parts */
  bool assumed;   /* none, because the file says nothing */
  bool ones_hide; /* of an array of 0 and 1; other arrays are added to the scores */
  bool ones_see;
  MaskParts parts;
  const char *name; /* none, causal, edited … */
} RecordingMask;

/* Filled from top to bottom while the file is opened; afterwards only findings change. */
struct Recording {
  Arena *arena;
  Arrays *arrays;
  const char *path;
  RecordingAnswers answers;
  RecordingQuestion *question;
  bool is_native; /* heads-up-trace-1 */
  RecordingGroup group;
  bool has_group[RECORDING_GROUP_COUNT]; /* with attention in the file */

  RecordedArray *list; /* what is understood, of every group */
  int list_count;
  const RecordedArray **of_part; /* [layer_count][RECORDED_PART_COUNT] of the group; NULL: not
                                    recorded */
  int *layer_numbers;            /* [layer_count] as the names have them */
  int layer_count;
  int64_t sizes[RECORDING_SIZES]; /* by letter; 0: not known */
  int batch;                      /* which sentence, from 0 */

  double *divisors;       /* [layer_count] of the scores; 0: not known */
  bool scores_are_scaled; /* plain files whose "scores" are divided already */
  RecordingMask *masks;   /* [layer_count] */
  AttentionKind kind;     /* own where the file says nothing */
  Str second;             /* the sentence of the keys; at NULL: the file does not say it */
  WhatIfs what_ifs;       /* what a person changed of it */
  bool has_set_numbers;   /* also in layers of another group */
  TraceTokenText *tokens; /* [T]; the words as they are shown */
  TraceTokenText *keys;   /* [S]; the same array where they are the same words */
  Str sentence;
  const Str *word_names; /* [W] "#318"; NULL: no logits */

  const char *findings[RECORDING_FINDINGS_MOST];
  int finding_count, contradiction; /* −1: none */
};

#endif
