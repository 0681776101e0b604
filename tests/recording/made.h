/* tests/recording/made.h -- writes and opens small recordings for a test. */
#ifndef TESTS_RECORDING_MADE_H
#define TESTS_RECORDING_MADE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/safetensors.h"
#include "support/folder.h"
#include "trace/recording/recording.h"

enum { MADE_TENSORS_MOST = 32, MADE_PAIRS_MOST = 12 };

typedef struct Made {
  Folder folder;
  SafetensorsFloats tensors[MADE_TENSORS_MOST];
  int count;
  SafetensorsPair pairs[MADE_PAIRS_MOST];
  int pair_count;
  Recording *recording; /* NULL: not open */
  RecordingQuestion question;
  Status status;
} Made;

Made made_begin(void);
Made made_begin_native(void); /* with format = heads-up-trace-1 */
void made_end(Made *made);

/* Numbers of a seed between −2 and 2. The axes end with 0. */
float *made_tensor(Made *made, const char *name, const int *shape, unsigned seed);
#define MADE_TENSOR(made, name, seed, ...)                                                         \
  made_tensor(made, name, (const int[]){__VA_ARGS__, 0}, seed)
void made_pair(Made *made, const char *key, const char *value);

/* Writes it as "r.safetensors" and opens it; false with made->status. */
bool made_open(Made *made, const char *reading);
/* Fails the test unless it opens. */
void made_must_open(Made *made, const char *reading);
/* Fails the test unless a question with these answers is asked: "LHTS BHTS". */
void made_must_ask(Made *made, const char *reading, const char *answers);

/* One number of a part. */
float made_get(Made *made, TracePart part, int layer, int head, int row, int col);
bool made_has_finding(const Made *made, const char *part);
/* Softmax by row of count × count numbers, of keys up to the query where causal. */
void made_softmax(const float *scores, float divisor, bool causal, int count, float *weights);

#endif
