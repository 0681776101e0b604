/* trace/file/tensor_file.h -- a safetensors file of float32 matrices, written matrix by matrix.
**
**   8 bytes   N, the length of the header, little-endian
**   N bytes   JSON, padded with spaces to a multiple of 8
**   the rest  the tensors one after the other, in the order given
**
** The caller lists the tensors; a callback fills each matrix, in file order and head by head, so a
** file may be larger than memory. The same numbers give the same bytes.
**
** Memory  Two copies of one matrix; tensor_file_bytes: the whole file.
** Errors  Out of memory, saving (base/os.h), stopped, and errors of the fill function.
** Source  huggingface/safetensors, README "Format".
*/
#ifndef TRACE_FILE_TENSOR_FILE_H
#define TRACE_FILE_TENSOR_FILE_H

#include "base/progress.h"
#include "base/str.h"
#include "core/matrix.h"

/* One tensor: [heads, rows, cols] or [rows, cols] of float32. name is JSON-escaped. */
typedef struct TensorFileEntry {
  const char *name;
  int head_count; /* 0: [rows, cols] without an axis of heads */
  int rows, cols;
  int rows_at_once; /* without heads: rows per call of fill, head counts the blocks; 0: all rows */
  int part, layer;  /* for the caller */
} TensorFileEntry;

/* One entry of __metadata__; its values are always strings. */
typedef struct TensorFilePair {
  const char *key;
  Str value;
} TensorFilePair;

/* The content of the file, in the order of entries, which callers sort by name. fill writes matrix
** `head` of an entry, or its block of rows, to `to`; false stops the writing. progress may be
** NULL. */
typedef struct TensorFile {
  const TensorFileEntry *entries;
  int entry_count;
  const TensorFilePair *pairs; /* metadata, in this order */
  int pair_count;
  bool (*fill)(void *self, const TensorFileEntry *entry, int head, Mat to, Status *status);
  void *self;
  const Progress *progress;
} TensorFile;

/* Saves to path, whose old file is replaced whole or stays. False: status names path or the
** cause. */
bool tensor_file_save(const char *path, const TensorFile *file, Status *status);

/* The same as bytes on the arena: the whole file in memory. */
bool tensor_file_bytes(Arena *arena, const TensorFile *file, Str *bytes, Status *status);

/* Sorts numbers as decimal texts: layer 10 comes before layer 2, as in names. */
void tensor_file_order(int *numbers, int count);

#endif
