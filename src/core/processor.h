/* core/processor.h -- which instructions of the processor the core uses.
**
** Loops are compiled for up to three levels of x86-64 (the psABI's micro-architecture levels), and
** the highest one that the processor has runs:
**   x86-64      SSE2: 4 floats at a time, a product and its sum rounded apart
**   x86-64-v3   AVX2 and FMA: 8 floats, a product fused with its sum
**   x86-64-v4   AVX-512: 16 floats; only core/product_in_blocks.c is compiled for it
** Elsewhere there is one level, plain.
**
** Results  Functions say which of their numbers depend on the level. Those of the models that ship
**          do not: docs/exactness.md.
** Memory   None.   Errors  None.
** Source   System V ABI, AMD64 supplement 1.0, table 3.1.
*/
#ifndef CORE_PROCESSOR_H
#define CORE_PROCESSOR_H

#include <stdbool.h>

typedef enum ProcessorLevel {
  PROCESSOR_PLAIN,
  PROCESSOR_V3,
  PROCESSOR_V4,
  PROCESSOR_LEVEL_COUNT
} ProcessorLevel;

/* "x86-64", "x86-64-v3", "x86-64-v4"; "plain" where the processor is no x86-64. Lives on. */
const char *processor_level_name(ProcessorLevel level);

/* Whether this processor can run loops of a level, and this build has them: those by clang have
** the lowest alone. */
bool processor_has(ProcessorLevel level);

/* For core/lanes.h: the level in use. It is the highest from before main on. */
extern ProcessorLevel processor_level_in_use;

static inline ProcessorLevel processor_level(void) { return processor_level_in_use; }

/* Goes down to a level, or up again; processor_has it. While no other thread computes. */
void processor_use(ProcessorLevel level);

#endif
