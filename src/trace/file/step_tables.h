/* trace/file/step_tables.h -- tables as CSV that are no matrices: kept keys step by step, the cost
** of attention, and right words by length.
**
**   cache  step, token, kept, computed, multiplications_kept, multiplications_anew, bytes, and the
**          same three of all layers and heads. Step 1 is the prompt.
**   cost   method, tokens, multiplications, bytes, ms; tokens are powers of two, and the number of
**          the sentence; ms is empty where nothing was measured
**   length model, tokens, trained, sentences, sentences_right, words, words_right; trained is 1 up
**          to the longest source of training (trace/workings/lengths.h)
**
** Numbers as in trace_file.h; counts are written whole.
** Memory  On the arena given.   Errors  Out of memory.
*/
#ifndef TRACE_FILE_STEP_TABLES_H
#define TRACE_FILE_STEP_TABLES_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/cost.h"
#include "trace/workings/lengths.h"

/* Layer from 0; prompt as asked for, 0: half of the tokens. */
typedef struct CachePlace {
  int layer, prompt;
} CachePlace;

/* The rows of a trace whose keys can be kept (cache_refusal). */
bool cache_to_csv(Arena *arena, const Trace *trace, CachePlace place, Str *bytes, Status *status);

/* times NULL: none were measured. */
bool cost_to_csv(Arena *arena, const Trace *trace, const CostTimes *times, Str *bytes,
                 Status *status);

/* The measured points of both models; a problem is the error. */
bool lengths_to_csv(Arena *arena, const Lengths *lengths, Str *bytes, Status *status);

#endif
