/* measure/bench_kinds.h -- what a kind of attention costs: every value of every setting of
** trace/attention_kind.h, laid over a model, against the model as it is.
**
** The list is that of the table of settings, so a value that is added there is measured, with the
** numbers that it starts with.
**
** Figures  kinds.window.NAME  from a key to the new frame, reader, 64 tokens, 1440×900, in ms
**          kinds.window.open.NAME   a view of many heads opened (measure/window_views.h)
**          kinds.gpt2.plain   one pass over 256 tokens of a checkpoint of the size of GPT-2 small,
**                             two threads, in ms
**          kinds.gpt2.NAME    the same with the value laid over it, as a ratio of that
**          kinds.gpt2.next.kept, .anew   one token more at 256, with kept rows and without, in ms
** NAME is plain, or SETTING.VALUE: positions.rope. Runs with and without a value take turns, so
** that other work on the machine falls on both. With HEADSUP_MEASURE_CPU set all are processor
** time.
**
** Errors  As in bench_model.h. A value that this model does not take is left out, with its reason
**         on the standard error.
*/
#ifndef MEASURE_BENCH_KINDS_H
#define MEASURE_BENCH_KINDS_H

#include "model/model.h"

enum { BENCH_KIND_BYTES = 64 };

typedef struct BenchKind {
  char name[BENCH_KIND_BYTES];    /* "positions.rope" */
  char command[BENCH_KIND_BYTES]; /* "positions rope" */
  AttentionKind kind;
} BenchKind;

/* The index-th value that is not the model's own, from 0. False: there are no more, or memory is
** out. */
bool bench_kind_at(int index, BenchKind *kind);

typedef void BenchTell(const char *name, double value, const char *unit);

/* What is measured, and who gets each figure as soon as it is there. */
typedef struct BenchKinds {
  const char *folder;
  const char *beginning; /* of the names of the figures that are wanted */
  BenchTell *tell;
} BenchKinds;
bool bench_kinds_measure(const BenchKinds *order, Status *status);

#endif
