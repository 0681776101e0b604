/* trace/file/tensor_file.h -- a safetensors file of float32 matrices, written matrix by matrix.
**
**   8 bytes   N, the length of the header, little-endian
**   N bytes   JSON, padded with spaces to a multiple of 8
**   the rest  the tensors one after the other, in the order given
**
** The caller lists the tensors and makes each matrix when it is asked for, in file order and head
** by head, so that a file may be larger than memory. The same numbers give the same bytes.
**
** Memory  One matrix at a time, twice; tensor_file_bytes the whole file.
** Errors  Out of memory, saving (base/os.h), stopped, and what the fill function fails with.
** Source  huggingface/safetensors, README "Format".
*/
#ifndef TRACE_FILE_TENSOR_FILE_H
#define TRACE_FILE_TENSOR_FILE_H

#include "base/progress.h"
#include "base/str.h"
#include "core/matrix.h"

/* One tensor: [heads, rows, cols] or [rows, cols] of float32. name is written as it is, with
** JSON escapes. */
typedef struct TensorFileEntry {
  const char *name;
  int head_count; /* 0: [rows, cols] without an axis of heads */
  int rows, cols;
  int rows_at_once; /* without heads: fill makes so many, head counts these blocks; 0: all rows */
  int part, layer;  /* the caller's own */
} TensorFileEntry;

/* One entry of __metadata__; values of safetensors metadata are always texts. */
typedef struct TensorFilePair {
  const char *key;
  Str value;
} TensorFilePair;

/* What is to be written. The order of the file is that of the entries, which callers list by
** name. fill makes the matrix `head` of an entry, or its block of rows, into `to`; false with
** status ends the writing. progress may be NULL. */
typedef struct TensorFile {
  const TensorFileEntry *entries;
  int entry_count;
  const TensorFilePair *pairs; /* metadata, in this order */
  int pair_count;
  bool (*fill)(void *self, const TensorFileEntry *entry, int head, Mat to, Status *status);
  void *self;
  const Progress *progress;
} TensorFile;

/* Writes it to path: the file is replaced whole or stays as it was. False: status names path or
** the cause. */
bool tensor_file_save(const char *path, const TensorFile *file, Status *status);

/* The same as bytes on the arena, which must hold the whole file. */
bool tensor_file_bytes(Arena *arena, const TensorFile *file, Str *bytes, Status *status);

/* Sorts numbers as their decimal texts are sorted: layer 10 stands before layer 2, as in names. */
void tensor_file_order(int *numbers, int count);

#endif
