/* trace/thumbnails.h -- downsamples matrices and masks for thumbnails. For trace/ only.
**
** small (r, c) is the mean over rows ⌊r·R/n⌋ … ⌊(r+1)·R/n⌋ − 1 and columns alike, n and m at most
** TRACE_SMALL. The mean is over finite numbers; a block without any has its first number: −∞ for
** hidden cells, NaN for broken numbers.
**
** Memory  n · m numbers on the arena given; a small matrix is copied.
** Errors  An empty view: out of memory.
*/
#ifndef TRACE_THUMBNAILS_H
#define TRACE_THUMBNAILS_H

#include "base/arena.h"
#include "core/mask_view.h"
#include "core/matrix.h"

/* Means of whole [R,C] as [min(R, TRACE_SMALL), min(C, TRACE_SMALL)], on the arena given. Reads
** every number of whole once. */
MatView trace_thumbnail_of(Arena *arena, MatView whole);

/* The same of a mask: 1 where all cells of the block are hidden. whole.hidden is not NULL. */
MaskView trace_thumbnail_mask_of(Arena *arena, MaskView whole);

#endif
