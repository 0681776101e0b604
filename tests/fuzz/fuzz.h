/* tests/fuzz/fuzz.h -- what every fuzz target shares.
**
** A target is a file fuzz_NAME.c with LLVMFuzzerTestOneInput: it gives the bytes to one reader and
** looks at what must hold for any bytes. AddressSanitizer and UndefinedBehaviorSanitizer look at
** the rest. A rule that is broken ends the process with abort, and libFuzzer keeps the input.
**
** Source  LLVM, "libFuzzer – a library for coverage-guided fuzz testing".
*/
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Aborts with these words unless the rule holds. */
void fuzz_check(bool holds, const char *rule);

/* A reader that failed says why in one line that drives no terminal; one that did not, nothing. */
void fuzz_check_status(bool done, const Status *status);

/* What is kept of an input follows its size: at most times as many bytes, and a mebibyte. */
void fuzz_check_memory(const Arena *arena, size_t size, size_t times);

/* For readers that take a path: the input as a file of this name, in a folder of this process that
** goes with it. Gives the folder. */
const char *fuzz_folder_with(const char *name, const uint8_t *bytes, size_t size);

#endif
