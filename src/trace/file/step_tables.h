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
**   saturation  d, expected, measured, and of unscaled and scaled weights the means of largest,
**          entropy in bits, and gradient (trace/workings/saturation.h)
**   lookup  book, cooking, travel, score, scaled, exponential, weight, recipes, maps; then the
**          answer
**   layout  step, operation, shape, strides, contiguous, copied, memory
**
**   average, rollout  layer, query, query_token, key, key_token, average; of rollout also mixed and
**          rollout, and every layer up to the one on show. Places count from 1
**   answers  token, token_text, layer (0: the input; "unchanged": the
**          prediction without what-ifs), rank, id, word, probability, entropy in bits,
**          and probability and rank of the final answer there
**
** Numbers as in trace_file.h; counts are written whole.
** Memory  On the arena given.   Errors  Out of memory.
*/
#ifndef TRACE_FILE_STEP_TABLES_H
#define TRACE_FILE_STEP_TABLES_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/cost.h"
#include "trace/workings/layer_answers.h"
#include "trace/workings/lengths.h"
#include "trace/workings/saturation.h"
#include "trace/workings/together.h"

/* Layer from 0; prompt as asked for, 0: half of the tokens. */
typedef struct CachePlace {
  int layer, prompt;
} CachePlace;

/* The rows of a trace whose keys can be kept (cache_refusal). */
bool cache_to_csv(Arena *arena, const Trace *trace, CachePlace place, Str *bytes, Status *status);

/* times NULL: none were measured. */
bool cost_to_csv(Arena *arena, const Trace *trace, const CostTimes *times, Str *bytes,
                 Status *status);

/* The heading, and a row for each step; cells that are no number are left empty. */
bool curves_to_csv(Arena *arena, const char *heading, MatView curves, Str *bytes, Status *status);

/* The measured points of both models; a problem is the error. */
bool lengths_to_csv(Arena *arena, const Lengths *lengths, Str *bytes, Status *status);

/* The widths of the table, the one asked for among them. */
bool saturation_to_csv(Arena *arena, const Saturation *made, Str *bytes, Status *status);
bool lookup_to_csv(Arena *arena, const Experiments *asked, Str *bytes, Status *status);
bool memory_layout_to_csv(Arena *arena, const Experiments *asked, Str *bytes, Status *status);

/* The weights of the heads of a layer, from 0, whose bit is not set; heads beyond the 64th are all
** there. one ≥ 0: that head alone. */
typedef struct HeadsOfLayer {
  int layer, one;
  uint64_t left_out;
} HeadsOfLayer;
bool arcs_to_csv(Arena *arena, const Trace *trace, HeadsOfLayer heads, Str *bytes, Status *status);

/* made of that trace, and not refused. */
bool together_to_csv(Arena *arena, const Trace *trace, const Together *made, Str *bytes,
                     Status *status);
bool answers_to_csv(Arena *arena, const Trace *trace, const LayerAnswers *made, Str *bytes,
                    Status *status);

#endif
