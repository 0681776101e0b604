/* render/gl/cpu_heatmap.h -- draws heatmaps of tiny cells on the CPU, for software drivers.
**
** With a software driver (llvmpipe) a shader that looks up numbers for each pixel takes ten times
** as long as a loop in C: thirty milliseconds for 1,024 x 1,024 cells. There the pixels of a cached
** heatmap (render/gl/heatmap_cache.h) are computed here, by the formula of shaders/dense.frag:
**
**   colour of a pixel = mean of samples x samples cells in it, channels as integers
**   alpha             = the share of the pixel that is inside the matrix
**
** Each row of cells is converted to colours once (draw_heatmap_row_colors).
** Units   pixels, y down.
** Memory  Some rows on the arena given.
** Errors  False when memory is out.
*/
#ifndef RENDER_GL_CPU_HEATMAP_H
#define RENDER_GL_CPU_HEATMAP_H

#include <stdint.h>

#include "render/gl/frame.h"

/* Premultiplied RGBA bytes in memory order; the bottom row of pixels first, as in textures. */
typedef struct CpuHeatmapPixels {
  uint32_t *at; /* [seen's height, seen's width] */
  PxBox seen;   /* whole pixels of the window */
  bool is_bare; /* nothing was drawn yet */
} CpuHeatmapPixels;

/* Blends the heatmap over the pixels. */
bool cpu_heatmap_draw(Arena *arena, const DrawHeatmap *heatmap, float scale, int samples,
                      CpuHeatmapPixels pixels);

#endif
