/* core/processor.c -- asks the processor once, when the program starts. */
#include "core/processor.h"

#include <assert.h>

#include "core/lanes.h"

ProcessorLevel processor_level_in_use = PROCESSOR_PLAIN;

#ifdef CORE_HAS_LEVELS
static const char *const names[PROCESSOR_LEVEL_COUNT] = {"x86-64", "x86-64-v3", "x86-64-v4"};

bool processor_has(ProcessorLevel level) {
  /* __builtin_cpu_supports takes only literals. */
  if (level == PROCESSOR_V4) return __builtin_cpu_supports("x86-64-v4");
  return level == PROCESSOR_PLAIN || __builtin_cpu_supports("x86-64-v3");
}

/* Runs before main, so that the level is always set. */
__attribute__((constructor)) static void use_the_highest(void) {
  __builtin_cpu_init();
  for (int level = PROCESSOR_PLAIN; level < PROCESSOR_LEVEL_COUNT; level++)
    if (processor_has((ProcessorLevel)level)) processor_level_in_use = (ProcessorLevel)level;
}
#else
#ifdef __x86_64__
static const char *const names[PROCESSOR_LEVEL_COUNT] = {"x86-64", "x86-64-v3", "x86-64-v4"};
#else
static const char *const names[PROCESSOR_LEVEL_COUNT] = {"plain", "x86-64-v3", "x86-64-v4"};
#endif

bool processor_has(ProcessorLevel level) { return level == PROCESSOR_PLAIN; }
#endif

const char *processor_level_name(ProcessorLevel level) {
  assert(level >= 0 && level < PROCESSOR_LEVEL_COUNT);
  return names[level];
}

void processor_use(ProcessorLevel level) {
  assert(processor_has(level));
  processor_level_in_use = level;
}
