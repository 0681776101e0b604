/* measure/bench.h -- the sub-command bench: the figures of docs/performance.md, one line each.
**
**   name value unit
**
** The program links this folder for bench alone: neither cli nor app includes it, and main hands
** bench_run to the one and measure_child to the other.
**
** A figure is the best of at least 20 runs after 3 to warm up; the window's are measured by the
** window itself. One that takes minutes is measured once, and only when a name is given.
**
** Errors  A name that is no figure; what a figure needs and is not there (a display, a model, room
**         on the disk). Figures printed before stay printed.
*/
#ifndef MEASURE_BENCH_H
#define MEASURE_BENCH_H

#include "cli/args.h"

/* All figures that take no minutes, or those whose names begin as the one word of args. */
bool bench_run(const Args *args, Status *status);

#endif
