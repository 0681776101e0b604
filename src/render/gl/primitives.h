/* render/gl/primitives.h -- converts items of the draw list to elements of the frame.
**
**   box      a rounded rectangle by signed distance; the inside of a large one is plain triangles,
**            which cost a software driver a fifth
**   square   a rectangle with square corners, by what it covers of a pixel along both axes
**   text     words from the atlas, on whole pixels when upright
**   heatmap  one quad per cell, whose number and colour the vertex shader looks up; a matrix with
**            tiny cells is one quad, whose numbers the fragment shader looks up
**   curve    a strip along the path with rounded corners
**   ribbon   slabs between two sides of the path
**
** Every element has the data by which its shader computes the distance to an edge, so edges are
** antialiased at any scale without multisampling.
** Units   pixels.   Memory: the frame's arena.   Errors: the frame's failed.
*/
#ifndef RENDER_GL_PRIMITIVES_H
#define RENDER_GL_PRIMITIVES_H

#include "render/gl/frame.h"
#include "render/gl/matrix_textures.h"
#include "render/gl/program.h"
#include "render/gl/glyph_atlas.h"

/* The memory layout of each layer's elements; each is in the file named after it. */
extern const ProgramLayout BOX_LAYOUT, TEXT_LAYOUT, CURVE_LAYOUT, RIBBON_LAYOUT, PLAIN_LAYOUT,
    SQUARE_LAYOUT;

/* A quad as two triangles, of the corners top left, top right, bottom left, bottom right. */
enum { QUAD_ELEMENTS = 6 };
static const int QUAD_CORNERS[QUAD_ELEMENTS] = {0, 1, 2, 2, 1, 3};

/* Add an item, in points, in the order of the list. Invisible items (no colour, outside the clip)
** add nothing. */
void box_add(Frame *frame, const DrawBox *box);
/* False: the atlas is full; empty it and build the frame again. */
bool text_add(Frame *frame, GlyphAtlas *atlas, const DrawText *text);
void curve_add(Frame *frame, const DrawCurve *curve);
void ribbon_add(Frame *frame, const DrawRibbon *ribbon);
void plain_add(Frame *frame, PxBox box, Color color); /* whole pixels, opaque */
/* Draws the part, in whole pixels, of the rectangle with those edges. */
void square_add(Frame *frame, PxBox edges, PxBox part, Color color);
/* The pixels a heatmap may cover, antialiased edges included, without regard to the clip. */
PxBox heatmap_bounds(const Frame *frame, const DrawHeatmap *heatmap);
/* The shorter side of a cell, gap included. */
float heatmap_smaller_side_px(const DrawHeatmap *heatmap, float scale);
/* Whether it is drawn pixel by pixel; and how many cells a pixel then averages each way. */
bool heatmap_is_dense(const DrawHeatmap *heatmap, float scale);
int heatmap_samples(const DrawHeatmap *heatmap, float scale);
void heatmap_add(Frame *frame, const DrawHeatmap *heatmap); /* the list must outlive the frame */

/* A heatmap program and the locations of its uniforms. */
typedef struct HeatmapProgram {
  Program program;
  GLint quad, box, grid, tile, first, flags, steps, range, mix, cell, thin, hatch_size, empty,
      hatch, ground, paper, has_kept, outline;
} HeatmapProgram;

/* `cells` draws a quad per cell; `dense` one quad for all, for cells under 3 pixels. palettes is
** one texture with a row for each theme and palette, filled on first use. */
typedef struct Heatmaps {
  HeatmapProgram cells, dense;
  GLuint palettes;
  bool has_palette[THEME_COUNT][PALETTE_COUNT];
} Heatmaps;

/* After false, too, call heatmaps_free. */
bool heatmaps_make(Heatmaps *heatmaps, Status *status);
void heatmaps_free(Heatmaps *heatmaps);
/* Draws a heatmap immediately and uploads new matrices. A matrix larger than the driver's textures
** is drawn in tiles. */
void heatmaps_draw(Heatmaps *heatmaps, MatrixTextures *textures, const Frame *frame,
                   const DrawHeatmap *heatmap);

#endif
