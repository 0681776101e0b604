/* export/parallel_png.h -- draws small PNGs in parallel on the thread pool.
**
**   lay out    by the caller, one after the other, with one Fonts for text widths and the trace
**   draw       on the pool: each worker draws and compresses with its own Fonts
**   save       by the caller, in the order of the plan
**
** Only PNGs of figures that are not large: they are most of an export of all heads, and nearly all
** of their time is drawing and compressing. Other files are written one by one.
**
** Results The bytes do not depend on the worker: pictures are independent of each other.
** Memory  PARALLEL_PNG_MOST pictures of SHEET_PIXELS_MOST pixels at a time.
** Threads Called from one thread; the pool's threads read the lists and the numbers of the trace,
**         which frees none meanwhile.
** Errors  The first failure in the order of the plan: the files before it are written, none after
**         it.
*/
#ifndef EXPORT_PARALLEL_PNG_H
#define EXPORT_PARALLEL_PNG_H

#include "export/picture.h"

enum { PARALLEL_PNG_MOST = 16, SHEET_PIXELS_MOST = 4000000 };

typedef struct ParallelPng ParallelPng;

/* NULL if there is only one thread, no memory, or a memory limit: then all
** files are written singly. */
ParallelPng *parallel_png_make(const FilePainter *painter);
void parallel_png_free(ParallelPng *sheets); /* NULL is allowed */

/* Writes the next files of the plan, from `first`, that can be drawn in parallel, and returns how
** many; 0 if the next one cannot or too few are left; below 0 on failure. *written counts the
** files that exist now. */
int parallel_png_write(ParallelPng *sheets, const Plan *plan, int first, int *written,
                       Status *status);

#endif
