/* measure/bench_export.h -- every head of a model of the disk as files.
**
** Figures  grid.png   all layers x heads of 64 tokens as one PNG
**          heads.png  the same, a PNG for every head, with labels
** From the sentence being typed, the model open, to the last file written: the pass counts.
** Seconds, the best of several.
** Errors   Those of the model and of exporting.
*/
#ifndef MEASURE_BENCH_EXPORT_H
#define MEASURE_BENCH_EXPORT_H

#include "base/status.h"

typedef enum BenchExport { BENCH_EXPORT_GRID, BENCH_EXPORT_HEADS, BENCH_EXPORTS } BenchExport;

bool bench_export_measure(const char *folder, double seconds[BENCH_EXPORTS], Status *status);

#endif
