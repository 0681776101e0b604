/* render/gl/primitives.h -- from an item of the draw list to elements of the frame.
**
**   box      a rounded rectangle by signed distance; the inside of a large one is plain triangles,
**            which cost a software driver a fifth
**   text     words from the atlas, set on whole pixels when upright
**   heatmap  one quad a cell, whose number and colour the vertex shader looks up; matrices whose
**            cells are tiny are one quad, looked up pixel by pixel
**   curve    a strip along the path with rounded corners
**   ribbon   slabs between two sides of the path
**
** Every element carries what its shader needs to measure the distance to an edge, so edges are
** smooth at any scale without multisampling.
** Units   pixels.   Memory: the frame's arena.   Errors: the frame's failed.
*/
#ifndef RENDER_GL_PRIMITIVES_H
#define RENDER_GL_PRIMITIVES_H

#include "render/gl/frame.h"
#include "render/gl/matrix_textures.h"
#include "render/gl/program.h"
#include "render/gl/glyph_atlas.h"

/* How the elements of each layer lie in memory; each is in the file named after it. */
extern const ProgramLayout BOX_LAYOUT, TEXT_LAYOUT, CURVE_LAYOUT, RIBBON_LAYOUT, PLAIN_LAYOUT;

/* Items in points, added where they stand in the order of the list. What cannot be seen (no colour,
** outside the clip) adds nothing. */
void box_add(Frame *frame, const DrawBox *box);
/* false: the atlas is full and has to be emptied before the frame is gathered again. */
bool text_add(Frame *frame, GlyphAtlas *atlas, const DrawText *text);
void curve_add(Frame *frame, const DrawCurve *curve);
void ribbon_add(Frame *frame, const DrawRibbon *ribbon);
void plain_add(Frame *frame, PxBox box, Color color); /* whole pixels, no smooth edge */
/* The pixels a heatmap may touch, edges included; the clip is not looked at. */
PxBox heatmap_bounds(const Frame *frame, const DrawHeatmap *heatmap);
/* Whether it is drawn pixel by pixel, and then how many cells across are averaged in one. */
bool heatmap_is_dense(const DrawHeatmap *heatmap, float scale);
int heatmap_samples(const DrawHeatmap *heatmap, float scale);
void heatmap_add(Frame *frame, const DrawHeatmap *heatmap); /* the list must outlive the frame */

/* A heatmap program and where it keeps its uniforms. */
typedef struct HeatmapProgram {
  Program program;
  GLint quad, box, grid, tile, first, flags, steps, range, mix, cell, hatch_size, empty, hatch,
      ground, paper, has_kept, outline;
} HeatmapProgram;

/* cells draws a quad a cell; dense one quad for all, where cells are under 3 pixels. palettes is
** one texture, a row for each theme and palette, filled when it is first used. */
typedef struct Heatmaps {
  HeatmapProgram cells, dense;
  GLuint palettes;
  bool has_palette[THEME_COUNT][PALETTE_COUNT];
} Heatmaps;

/* After false heatmaps_free still has something to do. */
bool heatmaps_make(Heatmaps *heatmaps, Status *status);
void heatmaps_free(Heatmaps *heatmaps);
/* Draws now, uploading what is new: a call or more each, since every one has its own textures. A
** matrix larger than the driver's textures goes in tiles. */
void heatmaps_draw(Heatmaps *heatmaps, MatrixTextures *textures, const Frame *frame,
                   const DrawHeatmap *heatmap);

#endif
