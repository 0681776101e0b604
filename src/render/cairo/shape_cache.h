/* render/cairo/shape_cache.h -- a small shape that is drawn many times, worked out by cairo once.
**
** A heatmap with round corners is thousands of cells of one size, and cairo takes three
** microseconds for each, nearly all of them for finding what a path covers. Two cells that stand at
** the same place within a pixel cover the same, so the coverage of the first is kept:
**
**   key       the places of the shape's corners in 256ths of a pixel, from the pixel it begins in
**   coverage  of each pixel, 0 ... 255, by cairo into a surface of coverage alone
**   a pixel   colour * coverage / 255 + what was there * (255 - coverage) / 255, both rounded: what
**             cairo does with one opaque colour, so that the pixels are the same to the bit
**
** Memory  On the painter's arena. At most SHAPE_CACHE_MOST shapes are kept.
** Errors  False: not drawn, and cairo is to draw it (a see-through colour, too many shapes, no
**         memory).
*/
#ifndef RENDER_CAIRO_SHAPE_CACHE_H
#define RENDER_CAIRO_SHAPE_CACHE_H

#include "render/cairo/painter.h"

enum { SHAPE_CACHE_MOST = 160 };

/* Shapes of one heatmap: cells of one corner, or its hatching. */
typedef struct ShapeCache ShapeCache;

ShapeCache *shape_cache_make(const CairoPainter *painter,
                             float corner); /* NULL: no pixels, or no memory */

/* A cell with its round corners. The pixels must be ours: cairo's surface flushed. */
bool shape_cache_cell(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color);

/* The lines of a hidden cell, none of whose pixels another one's lines touch. */
bool shape_cache_hatching(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color);

#endif
