/* tests/fuzz/fuzz_arrays.h -- opens bytes as arrays and reads some of each. */
#ifndef TESTS_FUZZ_FUZZ_ARRAYS_H
#define TESTS_FUZZ_FUZZ_ARRAYS_H

#include "base/str.h"

void fuzz_arrays(Str bytes);

#endif
