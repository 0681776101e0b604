/* model/checkpoint/weights.h -- the tensors of a checkpoint folder, in one file or in several.
**
** Files   model.safetensors if it exists, else the files that model.safetensors.index.json names:
**         {"weight_map": {"tensor": "file in the same folder"}}. A file's name must not contain a
**         path, and links that leave the folder are not followed (folder_file.h). Every tensor of
**         the map must be in the file named, and no tensor in two files; a file under two names is
**         read once. The headers of all files together are limited. total_size is ignored.
** Reading By a list of orders, each a tensor and the destination of its numbers. The orders are cut
** into pieces for the threads of the pool; F16, BF16 and F64 are converted to float, and a matrix
** stored [out, in] is transposed to [in, out]. While the numbers are in the cache they are checked
** for NaN and infinity, zeros only, and subnormal numbers.
** Memory  What was opened on the arena given; the numbers where the orders say; a quarter of a MiB
**         of stack in each thread.
** Errors  File, tensor, what is wrong. A file cut short while it is read is an error.
** Source  docs/formats.md, "Checkpoint folders".
*/
#ifndef MODEL_CHECKPOINT_WEIGHTS_H
#define MODEL_CHECKPOINT_WEIGHTS_H

#include "base/arena.h"
#include "base/pool.h"
#include "base/progress.h"
#include "base/status.h"
#include "files/safetensors.h"

/* A tensor and its file, both valid as long as the Weights. */
typedef struct WeightTensor {
  const SafetensorsTensor *tensor;
  SafetensorsFile *file;
  const char *file_name; /* "model.safetensors" */
} WeightTensor;

typedef struct Weights Weights;

/* Reads the headers of all files of a folder, no number. False: nothing stays open. */
bool weights_open(Arena *arena, const char *folder, Weights **weights, Status *status);

/* Closes the files; nothing can be read from then on. NULL is allowed. */
void weights_close(Weights *weights);

/* All tensors of all files, by index from 0 or by name. */
int weights_count(const Weights *weights);

/* In the order of their names, index from 0. */
const WeightTensor *weights_at(const Weights *weights, int index);

/* By its whole name; NULL: there is no such tensor. */
const WeightTensor *weights_find(const Weights *weights, const char *name);

/* The file to name in an error about all weights: "model.safetensors" or the index. */
const char *weights_file(const Weights *weights);
int weights_file_count(const Weights *weights);

/* The size of all files together. */
uint64_t weights_bytes(const Weights *weights);

/* What the check of a tensor's numbers found. */
typedef struct WeightCondition {
  int64_t broken_count; /* NaN and infinities */
  int64_t first_broken; /* the index of the first one, in the file's order; −1: none */
  int64_t tiny_count;   /* subnormal numbers */
  bool all_zero;
} WeightCondition;

/* One tensor to be read. */
typedef struct WeightOrder {
  const WeightTensor *from;
  float *to;                   /* NULL: only checked */
  const WeightTensor *same_as; /* with `to` NULL: compared with this tensor, number by number */
  int rows, cols;              /* in memory; a vector has one row */
  int stride;                  /* in memory, from one row to the next */
  bool turned;                 /* transposed: the file has [cols, rows] */
  /* filled by reading */
  bool differs; /* from same_as */
  WeightCondition condition;
  int64_t first_piece; /* index among all pieces of the list; for weights_read only */
} WeightOrder;

/* Carries out all orders and fills in their results; pool NULL: on this thread. For orders with
** `to` NULL the sizes do not matter. False: a file is too short or cannot be read, or progress
** stopped it; the numbers written are then incomplete. */
bool weights_read(WeightOrder *orders, int order_count, Pool *pool, const Progress *progress,
                  Status *status);

/* A sentence about the worst that is wrong with these numbers, on the arena; "" when nothing is,
** NULL when memory is out. */
const char *weights_warning(Arena *arena, const WeightOrder *orders, int order_count);

#endif
