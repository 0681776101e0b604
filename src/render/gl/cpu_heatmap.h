/* render/gl/cpu_heatmap.h -- heatmaps of tiny cells worked out by the processor.
**
** Where the driver is a program itself (llvmpipe), a shader that looks numbers up under each pixel
** takes ten times as long as a loop: a matrix of 1,024 x 1,024 cells some thirty milliseconds. So
** there the pixels of a picture (render/gl/heatmap_cache.h) are made here, by the formula of
** shaders/dense.frag:
**
**   colour of a pixel = mean of samples x samples cells in it, channels as whole numbers
**   alpha             = the share of the pixel that lies within the matrix
**
** Each row of cells is turned into colours once (draw_heatmap_row_colors), and rows of pixels add
** up what they need of it.
** Units   pixels, y down.
** Memory  Some rows on the arena given.
** Errors  False when memory is out.
*/
#ifndef RENDER_GL_CPU_HEATMAP_H
#define RENDER_GL_CPU_HEATMAP_H

#include <stdint.h>

#include "render/gl/frame.h"

/* Bytes red, green, blue, alpha, multiplied by alpha, in the order of memory; the lowest row of
** pixels first, as textures have them. */
typedef struct CpuHeatmapPixels {
  uint32_t *at; /* [seen's height, seen's width] */
  PxBox seen;   /* whole pixels of the window */
} CpuHeatmapPixels;

/* Lays the heatmap over the pixels. */
bool cpu_heatmap_draw(Arena *arena, const DrawHeatmap *heatmap, float scale, int samples,
                      CpuHeatmapPixels pixels);

#endif
