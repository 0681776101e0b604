/* core/processor.h -- run-time selection of the instruction set (CPU dispatch).
**
** Loops are compiled for up to three levels of x86-64 (the psABI's micro-architecture levels), and
** the highest level that the processor supports runs:
**   x86-64      SSE2: 4 floats at a time, multiplication and addition rounded separately
**   x86-64-v3   AVX2 and FMA: 8 floats, fused multiply-add
**   x86-64-v4   AVX-512: 16 floats; only core/product_in_blocks.c is compiled for it
** Other processors have one level, plain.
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

/* "x86-64", "x86-64-v3", "x86-64-v4"; "plain" where the processor is no x86-64. A constant. */
const char *processor_level_name(ProcessorLevel level);

/* Whether the processor and this build support a level: builds by clang have only the lowest. */
bool processor_has(ProcessorLevel level);

/* For core/lanes.h: the level in use. A constructor sets it to the highest before main. */
extern ProcessorLevel processor_level_in_use;

static inline ProcessorLevel processor_level(void) { return processor_level_in_use; }

/* Selects a level, for tests; processor_has(level) must hold, and no other thread may compute. */
void processor_use(ProcessorLevel level);

#endif
