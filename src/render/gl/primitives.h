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
** Units pixels.   Memory: the frame's arena.
*/
#ifndef RENDER_GL_PRIMITIVES_H
#define RENDER_GL_PRIMITIVES_H

#include "render/gl/frame.h"
#include "render/gl/numbers.h"
#include "render/gl/program.h"
#include "render/gl/words.h"

extern const ProgramLayout BOX_LAYOUT, TEXT_LAYOUT, CURVE_LAYOUT, RIBBON_LAYOUT, PLAIN_LAYOUT;

void box_add(Frame *frame, const DrawBox *box);
/* false: the atlas is full and has to be emptied before the frame is gathered again. */
bool text_add(Frame *frame, Words *words, const DrawText *text);
void curve_add(Frame *frame, const DrawCurve *curve);
void ribbon_add(Frame *frame, const DrawRibbon *ribbon);
void plain_add(Frame *frame, PxBox box, Color color);
void heatmap_add(Frame *frame, const DrawHeatmap *heatmap);

/* A heatmap program and where it keeps its uniforms. */
typedef struct HeatmapProgram {
  Program program;
  GLint quad, box, grid, tile, first, flags, steps, range, mix, cell, hatch_size, empty, hatch,
      ground, paper, has_kept, outline;
} HeatmapProgram;

typedef struct Heatmaps {
  HeatmapProgram cells, dense;
  GLuint palettes;
  bool has_palette[THEME_COUNT][PALETTE_COUNT];
} Heatmaps;

bool heatmaps_make(Heatmaps *heatmaps, Status *status);
void heatmaps_free(Heatmaps *heatmaps);
void heatmaps_draw(Heatmaps *heatmaps, Numbers *numbers, const Frame *frame,
                   const DrawHeatmap *heatmap);

#endif
