/* trace/workings/memory_layout.h -- a chain of operations on a tensor, and where its numbers lie in
** memory after each.
**
**   matrix  x [r,c]  → transpose(0, 1)  → contiguous()  → view(r · c)
**   heads   x [B,S,d]  → view(B, S, H, d/H)  → transpose(1, 2)  → contiguous()
**           → transpose(1, 2)  → reshape(B, S, d), which must copy
**   wrong   x [B,S,d]  → view(B, H, S, d/H): the shape of split heads, with other numbers in it
**
** The numbers are 1, 2, 3 … in the order of memory at first, so that each names itself. Views and
** transposes leave memory as it is; a copy puts it into the order of the shape (M-91).
**
** Memory  Plain data.   Errors  None. Steps count from 0, the first is x itself.
*/
#ifndef TRACE_WORKINGS_MEMORY_LAYOUT_H
#define TRACE_WORKINGS_MEMORY_LAYOUT_H

#include "core/strided.h"
#include "trace/workings/experiments.h"

enum {
  LAYOUT_STEPS_MOST = 6,
  LAYOUT_NUMBERS_MOST =
      LAYOUT_BATCH_MOST * LAYOUT_TOKENS_MOST * LAYOUT_HEADS_MOST * LAYOUT_HEAD_WIDTH_MOST
};

typedef enum LayoutOperation {
  LAYOUT_START,
  LAYOUT_TRANSPOSE,
  LAYOUT_VIEW,
  LAYOUT_CONTIGUOUS,
  LAYOUT_RESHAPE
} LayoutOperation;

typedef struct LayoutStep {
  LayoutOperation operation;
  int axes[2]; /* of a transpose, from 0 */
  Strided tensor;
  bool is_copied, is_contiguous;
  bool is_by_head;                  /* four axes, the second of which are heads */
  int memory[LAYOUT_NUMBERS_MOST];  /* the number at each address */
  int address[LAYOUT_NUMBERS_MOST]; /* where number n lies, at n − 1 */
  int element[LAYOUT_NUMBERS_MOST]; /* which element of the shape it is */
} LayoutStep;

typedef struct MemoryLayout {
  LayoutStep steps[LAYOUT_STEPS_MOST];
  int step_count, number_count;
  int heads, head_width; /* 0 of a matrix */
} MemoryLayout;

void memory_layout_of(const Experiments *asked, MemoryLayout *made);

#endif
