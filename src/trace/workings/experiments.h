/* trace/workings/experiments.h -- what the three small experiments beside attention are asked: why
** scores are divided by √d, look-up by similarity, and how a tensor lies in memory.
**
** They need no sentence and no model. Inputs and View hold one value of this type; what follows
** from it is in saturation.h, lookup.h and memory_layout.h.
**
** Memory  Plain data without pointers.   Errors  None; the commands check the limits.
*/
#ifndef TRACE_WORKINGS_EXPERIMENTS_H
#define TRACE_WORKINGS_EXPERIMENTS_H

#include <stdbool.h>

/* Limits of the numbers below, all allowed. */
enum {
  SATURATION_WIDTH_MOST = 1024,
  SATURATION_KEYS_LEAST = 2,
  SATURATION_KEYS_MOST = 16,
  SATURATION_DRAWS_LEAST = 10,
  SATURATION_DRAWS_MOST = 1000,
  SATURATION_SEED_MOST = 999999,
  LOOKUP_QUERY_MOST = 3,      /* in size */
  LOOKUP_SHARPNESS_MOST = 50, /* from 0 */
  LAYOUT_ROWS_MOST = 5,
  LAYOUT_COLUMNS_MOST = 6,
  LAYOUT_BATCH_MOST = 2,
  LAYOUT_TOKENS_MOST = 4,
  LAYOUT_HEADS_MOST = 4,
  LAYOUT_HEAD_WIDTH_MOST = 3
};

/* The chains of operations of the memory layout. */
typedef enum LayoutExample {
  LAYOUT_MATRIX, /* a matrix transposed */
  LAYOUT_HEADS,  /* heads split and joined again */
  LAYOUT_WRONG,  /* heads split by another shape alone: the wrong numbers */
  LAYOUT_EXAMPLE_COUNT
} LayoutExample;

typedef struct Experiments {
  /* Saturation: numbers of a query, d; keys of a draw; draws; where chance begins. */
  int width, keys, draws, seed;
  /* Look-up: the query, and what scores are multiplied by. */
  float cooking, travel, sharpness;
  /* Memory layout: sizes of the matrix, and of [batch, tokens, heads · head_width]. */
  LayoutExample example;
  int rows, columns, batch, tokens, heads, head_width;
  /* Right words by length: the tokens of the sentence that is said (lengths.h). */
  int length;
} Experiments;

#define EXPERIMENTS_DEFAULT                                                                        \
  ((Experiments){.width = 64,                                                                      \
                 .keys = 5,                                                                        \
                 .draws = 500,                                                                     \
                 .seed = 1,                                                                        \
                 .cooking = 1,                                                                     \
                 .sharpness = 1,                                                                   \
                 .rows = 2,                                                                        \
                 .columns = 3,                                                                     \
                 .batch = 2,                                                                       \
                 .tokens = 3,                                                                      \
                 .heads = 2,                                                                       \
                 .head_width = 2,                                                                  \
                 .length = 20})

bool experiments_equal(const Experiments *a, const Experiments *b);

/* "matrix", "heads", "wrong", as in the command; constant. */
const char *layout_example_name(LayoutExample example);

#endif
