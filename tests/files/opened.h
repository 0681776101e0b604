/* tests/files/opened.h -- arrays for one test: from a file of tests/reference/numpy, or from bytes. */
#ifndef TESTS_FILES_OPENED_H
#define TESTS_FILES_OPENED_H

#include "files/arrays.h"

typedef struct Opened {
  Arena *arena;
  Arrays *arrays;
} Opened;

const char *reference_path(Arena *arena, const char *name);
Str reference_bytes(Arena *arena, const char *name);

Opened opened_reference(const char *name); /* fails the test when it cannot be opened */
Opened opened_bytes(Str bytes);            /* the same; bytes must outlive it */
void opened_close(Opened *opened);
const ArrayInfo *opened_find(const Opened *opened, const char *name);

/* Fails the test unless the bytes, and a file of them, are refused with this part of a sentence. */
void check_arrays_refused(Str bytes, const char *part);

/* Element i in C order is i / 2 − 1, i % 2, i or i − 1, as make_numpy_files.py says. */
double reference_value(const ArrayInfo *array, int64_t index);
void check_all_values(const Opened *opened, const ArrayInfo *array);

#endif
