/* trace/file/trace_file.h -- writes the numbers of a trace to files.
**
**   safetensors  the whole trace, format "heads-up-trace-1" (docs/formats.md)
**   CSV          one matrix; header row and column of tokens, RFC 4180 quoting, '.', 9 digits, -inf
**   NPY          one matrix or vector, version 1.0, little-endian float32, C order
**   JSON         one matrix with its tokens, shape and names; −∞ is null
**
** A number has 7, 8 or 9 significant digits, the fewest that read back as the same float, without
** trailing zeros, whatever the locale. Layers and heads count from 1 in JSON, from 0 in tensor
** names. The header of a column is its key, or its word in logits and probabilities, else 1, 2, 3
** …, behind m and l those of O; in JSON these words are a list.
**
** Shapes as in trace.h. Memory: bytes on the arena given. Errors: out of memory.
** Source  RFC 4180; NumPy format 1.0; the safetensors README.
*/
#ifndef TRACE_FILE_TRACE_FILE_H
#define TRACE_FILE_TRACE_FILE_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/status.h"
#include "trace/trace.h"

/* One matrix of a trace. layer and head are ignored for parts that have none. is_kept: instead of
** a part what the rows keep behind a tile (trace/workings/tiles.h), [T, 2 + Dv]: m, l and O. */
typedef struct TraceSelection {
  TracePart part;
  int layer, head; /* from 0 */
  bool is_kept;
  int tile; /* from 0; −1: before the first */
} TraceSelection;

/* The whole trace as one file in memory, on the arena. version is that of the program, written into
** the file. False: out of memory, or a number could not be computed or read. */
bool trace_to_safetensors(Arena *arena, const Trace *trace, const char *version, Str *bytes,
                          Status *status);

/* One matrix as text or bytes on the arena. An empty sentence gives a header and no rows. False:
** out of memory. */
bool trace_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                  Status *status);
/* Exact attention beside what is laid over, a row for each cell: query, key, laid_over, exact,
** difference; or token, column of the weighted sum. what.part is by pair or OUTPUT, and the trace
** has no exact_problem (trace/workings/exact.h). Where the two have other columns only those of the
** exact one are written. Rows of measures follow, their names in the first column and their numbers
** in the last: output_largest, output_mean, weights_largest, kl_bits_mean, kl_infinite_rows,
** and where there is a curve of errors output_error_at_N for each of its points (M-75). */
bool trace_comparison_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                             Status *status);
/* The order experiment (trace/workings/order.h) in the same way: in_order, put_back, difference, by
** the places in the sentence, then the measure largest. order_can(trace). */
bool trace_order_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                        Status *status);
/* That curve alone, of a head: mixtures or features, output_error. The trace has it. */
bool trace_curve_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                        Status *status);
bool trace_to_npy(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                  Status *status);
bool trace_to_json(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                   Status *status);

/* The tokens, since their stage has no matrix: position from 1, token, first byte from 0, bytes. */
bool trace_tokens_to_csv(Arena *arena, const Trace *trace, Str *bytes, Status *status);
bool trace_tokens_to_json(Arena *arena, const Trace *trace, Str *bytes, Status *status);

/* Writes the whole trace to a file, one matrix at a time, so it may be larger than memory. The file
** at path is replaced when all is written, or left as it was. False: it cannot be written (the
** sentence names path), a number could not be computed or read, memory is out, or progress stopped
** it. */
bool trace_save_safetensors(const Trace *trace, const char *path, const char *version,
                            const Progress *progress, Status *status);

#endif
