/* export/parallel_png.h -- many small pictures at once, a few for each thread.
**
**   lay out    one after the other, by the caller: widths of words come from one Fonts, and numbers
**              from the trace
**   draw       in pieces on the pool: each hand draws and packs with Fonts of its own
**   save       by the caller, in the order of the plan
**
** Only PNGs of figures that are not large: those are most of an export of every head, and nearly
** all of their time is drawing and packing. Everything else is written as before, by itself.
** Same bytes  whichever hand draws: pictures do not depend on what was drawn before.
** Memory  PARALLEL_PNG_MOST pictures of SHEET_PIXELS_MOST pixels at a time.
** Threads Called from one thread; the pool's threads read the lists and the numbers of the trace,
**         which lets nothing go meanwhile.
** Errors  The first in the order of the plan: the files before it are written, none behind it is.
*/
#ifndef EXPORT_PARALLEL_PNG_H
#define EXPORT_PARALLEL_PNG_H

#include "export/picture.h"

enum { PARALLEL_PNG_MOST = 16, SHEET_PIXELS_MOST = 4000000 };

typedef struct ParallelPng ParallelPng;

/* NULL where there is one thread only, or no memory, or a limit on it: then all is written one by
** one. */
ParallelPng *parallel_png_make(const FilePainter *painter);
void parallel_png_free(ParallelPng *sheets); /* NULL is allowed */

/* Writes as many files from `first` on as are fit to be drawn at once, and returns how many; 0
** where the next one is not, or few are left; below 0 where one failed. *written counts up by those
** that are there now. */
int parallel_png_write(ParallelPng *sheets, const Plan *plan, int first, int *written,
                       Status *status);

#endif
