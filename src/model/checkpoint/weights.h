/* model/checkpoint/weights.h -- the tensors of a checkpoint folder, in one file or in several.
**
** Files   model.safetensors if it is there, else the files model.safetensors.index.json names:
**         {"weight_map": {"tensor": "file in the same folder"}}. A file's name must be plain: no
**         other folder is looked into, and links that leave the folder are not followed
**         (folder_file.h). Every tensor of the map must stand in the file named,
**         and no tensor in two of them; a file under two names is read once. The headers of several
**         files together are bounded. total_size is not believed, nor needed.
** Reading A list of orders, each a tensor and where its numbers go. They are cut into pieces that
**         the threads of the pool share out; F16, BF16 and F64 become float on the way, and a
**         matrix stored [out, in] is turned to [in, out]. While the numbers are hot they are
**         looked through: NaN and infinity, zeros only, numbers too small to be normal.
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

/* A tensor and the file it stands in, both as long as the Weights. */
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

/* The file to name in a sentence about the whole: "model.safetensors" or the index. */
const char *weights_file(const Weights *weights);
int weights_file_count(const Weights *weights);

/* The size of all files together. */
uint64_t weights_bytes(const Weights *weights);

/* What was seen in the numbers of a tensor while they were read. */
typedef struct WeightCondition {
  int64_t broken_count; /* NaN and infinities */
  int64_t first_broken; /* the place of one of them, in the file's order; −1: none */
  int64_t tiny_count;   /* numbers nearer to 0 than a normal float can be */
  bool all_zero;
} WeightCondition;

/* One tensor to be read. */
typedef struct WeightOrder {
  const WeightTensor *from;
  float *to;                   /* NULL: only looked through */
  const WeightTensor *same_as; /* with to NULL: compared with this one, number by number */
  int rows, cols;              /* as it lies in memory; a vector has one row */
  int stride;                  /* from one row in memory to the next; cols unless it is turned */
  bool turned;                 /* the file has [cols, rows] */
  /* filled by reading */
  bool differs; /* from same_as */
  WeightCondition condition;
  int64_t first_piece; /* of all pieces of the list; reading's own */
} WeightOrder;

/* Carries out all orders and fills in what each reading saw; pool NULL: on this thread. Orders
** with `to` NULL are only looked through, and their sizes do not matter. False: a file was cut
** short or cannot be read, or progress stopped it; what was written till then is worth nothing. */
bool weights_read(WeightOrder *orders, int order_count, Pool *pool, const Progress *progress,
                  Status *status);

/* In words, on the arena: what is wrong with these numbers, the worst first; "" when nothing is,
** NULL when memory is out. */
const char *weights_warning(Arena *arena, const WeightOrder *orders, int order_count);

#endif
