/* tests/support/every_level.h -- the tests of a program, once for each level of the processor. */
#ifndef SUPPORT_EVERY_LEVEL_H
#define SUPPORT_EVERY_LEVEL_H

#include <cmocka.h>

#include "core/processor.h"

/* How many failed, of an array of CMUnitTest; what it prints names the level. A macro, since cmocka
** counts the tests of an array. */
#define RUN_AT_EVERY_LEVEL(tests, failed)                                                          \
  for (int level = 0; level < PROCESSOR_LEVEL_COUNT; level++) {                                    \
    if (!processor_has((ProcessorLevel)level)) continue;                                           \
    processor_use((ProcessorLevel)level);                                                          \
    failed += cmocka_run_group_tests_name(processor_level_name((ProcessorLevel)level), tests,      \
                                          NULL, NULL);                                             \
  }

#endif
