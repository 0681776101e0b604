/* render/cairo/shape_cache.h -- caches the coverage of small shapes that are drawn many times.
**
** A heatmap with round corners has thousands of cells of one size, and cairo takes three
** microseconds for each, nearly all of it to rasterise the path. Cells at the same position within
** a pixel have the same coverage, so it is rasterised once:
**
**   key       the positions of the shape's corners in 256ths of a pixel, from the pixel it begins
**   in coverage  of each pixel, 0 … 255, drawn by cairo into an A8 surface
**   a pixel   colour * coverage / 255 + old pixel * (255 - coverage) / 255, both rounded as cairo
**             does for an opaque colour, so that pixels are bit-identical
**
** Memory  On the painter's arena, for at most SHAPE_CACHE_MOST shapes.
** Errors  False: not drawn, and cairo must draw it (a transparent colour, too many shapes, out of
**         memory).
*/
#ifndef RENDER_CAIRO_SHAPE_CACHE_H
#define RENDER_CAIRO_SHAPE_CACHE_H

#include "render/cairo/painter.h"

enum { SHAPE_CACHE_MOST = 160 };

/* The shapes of one heatmap: cells of one corner radius, or its hatching. */
typedef struct ShapeCache ShapeCache;

ShapeCache *shape_cache_make(const CairoPainter *painter,
                             float corner); /* NULL: no pixels, or no memory */

/* Draws a cell with round corners. The caller has flushed cairo's surface. */
bool shape_cache_cell(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color);

/* Draws the hatching of a hidden cell that shares no pixel with the hatching of another. */
bool shape_cache_hatching(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color);

#endif
