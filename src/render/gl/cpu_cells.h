/* render/gl/cpu_cells.h -- draws heatmaps of small rounded cells on the CPU, for software drivers.
**
** A software driver sets up two triangles for each cell and works out gap, corner and hatching for
** every pixel, in each frame of a motion. Nearly all pixels lie in the middle of a cell: here they
** are stored without arithmetic, by the formula of shaders/heatmap.frag:
**
**   coverage = that across · that down, at a corner at most the rounding's
**   colour   = the cell's, mixed with the hatching's where a line goes
**
** What depends on the column or row of pixels alone is computed once.
** Units   pixels, y down.
** Memory  Some rows on the arena given.
** Errors  False when memory is out.
*/
#ifndef RENDER_GL_CPU_CELLS_H
#define RENDER_GL_CPU_CELLS_H

#include "render/gl/cpu_heatmap.h"

/* Whether it draws the heatmap, and faster than the driver: small cells without a threshold. */
bool cpu_cells_can_draw(const DrawHeatmap *heatmap, float scale);

/* Blends the heatmap over the pixels. */
bool cpu_cells_draw(Arena *arena, const DrawHeatmap *heatmap, float scale, CpuHeatmapPixels pixels);

#endif
