/* tests/model/made_checkpoint.h -- small checkpoints of GPT-2 and BERT, written byte by byte.
**
** The tensors lie in a list that a test may change before it writes them: rename, drop, reshape,
** another dtype. Numbers come from a seed and are such that every dtype holds them exactly.
*/
#ifndef TESTS_MODEL_MADE_CHECKPOINT_H
#define TESTS_MODEL_MADE_CHECKPOINT_H

#include "support/folder.h"

enum { MADE_TENSORS_MOST = 128 };

typedef struct MadeTensor {
  char name[96];
  const char *dtype; /* "F32", "F16", "BF16", "F64", "I8", "U8" */
  int rank;
  int64_t shape[4];
  float *numbers;
} MadeTensor;

typedef struct MadeSizes {
  int layers, width, ff, words, positions, segments;
} MadeSizes;

typedef struct MadeCheckpoint {
  Arena *arena;
  MadeSizes sizes;
  MadeTensor tensors[MADE_TENSORS_MOST];
  int count;
} MadeCheckpoint;

extern const MadeSizes
    made_sizes; /* 2 layers, width 12, ff 20, 17 words, 16 positions, 2 segments */

MadeCheckpoint *made_gpt2(Arena *arena, MadeSizes sizes);
MadeCheckpoint *made_bert(Arena *arena, MadeSizes sizes);
void made_add_head(MadeCheckpoint *bert); /* its head for hidden words, without a table */
MadeTensor *made_add(MadeCheckpoint *made, const char *name, int rows,
                     int cols); /* rows 0: vector */
MadeTensor *made_find(MadeCheckpoint *made, const char *name);
void made_drop(MadeCheckpoint *made, const char *name);
void made_prefix(MadeCheckpoint *made, const char *prefix); /* before every name */
void made_dtype(MadeCheckpoint *made, const char *dtype);   /* of every tensor */

/* One safetensors file with tensors first to first + count; or with all of them. */
void made_write_some(const MadeCheckpoint *made, const Folder *folder, const char *name, int first,
                     int count);
void made_write(const MadeCheckpoint *made, const Folder *folder);

extern const char made_gpt2_config[], made_bert_config[]; /* of made_sizes, 3 heads */

#endif
