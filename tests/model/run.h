/* tests/model/run.h -- one built-in model, one sentence, one trace, for tests of model/ and
** trace/. */
#ifndef TESTS_MODEL_RUN_H
#define TESTS_MODEL_RUN_H

#include "model/model.h"

typedef enum Script { SCRIPT_LATIN, SCRIPT_CHINESE, SCRIPT_ARABIC, SCRIPT_COUNT } Script;

typedef struct Run {
  Model *model;
  Arena *arena;
  const Trace *trace;
} Run;

/* Fails the test when the model or the sentence does not run. mask "own": the model's own. Besides
** the built-in models there are those of made_trained.h: "made-reader", "made-writer" and
** "made-without-mlp". */
Run run_make(const char *model_name, const char *mask_name, Str sentence);
/* The same of a kind laid over the model, as files write it: "positions none". */
Run run_make_kind(const char *model_name, const char *mask_name, const char *kind, Str sentence);
/* Of two sentences: the tokens of the second are the keys. */
Run run_make_cross(const char *model_name, const char *kind, Str sentence, Str second);
void run_free(Run *run);

/* A sentence of word_count invented words drawn from a list of vocabulary_size different ones; each
** is used once when vocabulary_size is 0. The same seed gives the same sentence. */
Str run_sentence(Arena *arena, Script script, int word_count, int vocabulary_size, unsigned seed);

float run_get(const Run *run, TracePart part, int layer, int head, int row, int col);

#endif
