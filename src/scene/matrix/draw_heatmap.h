/* scene/matrix/draw_heatmap.h -- a matrix as coloured cells: the formula from numbers to colours.
**
** The formula exists twice: here, for cairo, SVG, the digits of a cell and the small cells of
** render/gl/cpu_*.c, and in shaders/heatmap.glsl with the same table of colours. A cell has
** the same colour everywhere, within 1 of 255 per channel (tests/render/gl/colors_test.c).
**
** Shapes  values [rows, cols]; before and mask the same; kept [rows, 2]
**         (scene/matrix/threshold.h). transposed swaps rows and columns of the picture, never of
**         the numbers.
** Units   Points; colours sRGB.
** Memory  None: views point into the trace, which must outlive what is drawn.
** Errors  None. A number that is not finite has no colour: it is hatched.
*/
#ifndef SCENE_MATRIX_DRAW_HEATMAP_H
#define SCENE_MATRIX_DRAW_HEATMAP_H

#include <stdbool.h>

#include "core/mask_view.h"
#include "core/matrix.h"
#include "scene/box.h"
#include "scene/palette.h"

/* How numbers become colours, the same for every cell of a matrix:
**
**   u = (value − low) / (high − low), clamped to 0 … 1     colour = palette_color(palette, theme,
**   u)
**
** An empty range (low = high) gives u = 1/2. Any two finite floats are a range: all three numbers
** are multiplied by COLOR_RANGE_SCALE first, so that no difference is infinite.
*/
typedef struct ColorRange {
  float low, high;
} ColorRange;

/* Signed numbers of which none is larger than that: 0 is the pale middle. Of zeros alone −1 … 1, so
** that the range is never empty. */
static inline ColorRange color_range_around_zero(float largest) {
  return largest > 0 ? (ColorRange){-largest, largest} : (ColorRange){-1, 1};
}

#define COLOR_RANGE_SCALE 0.125f /* a power of two; the same in shaders/heatmap.glsl */

/* Rows and columns as drawn, from 0, without the end. */
typedef struct DrawCells {
  int first_row, end_row, first_col, end_col;
} DrawCells;

/* Cells of every row, or column, but `whole` leave that share of its place bare, half of it on each
** side. Rows and columns as drawn; share 0: none does. */
typedef struct DrawThin {
  float share;
  int whole;
} DrawThin;

/* What is bare on each side of a row or column whose place has that size, besides the gap. */
static inline float draw_thin_inset(DrawThin thin, float size, int index) {
  return index == thin.whole ? 0 : thin.share * size / 2;
}

/* The one that is whole is that of the nearer end, if rows or columns are thin there at all. */
static inline DrawThin draw_thin_between(DrawThin a, DrawThin b, float s) {
  bool is_first = b.share <= 0 || (a.share > 0 && s < 0.5f);
  return (DrawThin){a.share + (b.share - a.share) * s, is_first ? a.whole : b.whole};
}

/* A matrix as cells. A cell (r, c) shows the first of these that holds:
**
**   r · cols + c >= filled            the theme's empty cell
**   not kept and not hatched          the theme's paper, with an outline
**   neither end finite                hatching alone
**   mix < 1                           colour(before) · (1 − mix) + colour(values) · mix, each with
**                                     its own range and palette
**   else                              colour(values)
**
** and over it hatching of strength hatch_mix, where values is not finite or the mask hides the
** cell.
*/
typedef struct DrawHeatmap {
  /* The whole matrix; a cell is box.w / columns wide, its gap included. */
  Box box;
  /* −inf and NaN are never coloured: they are hatched. */
  MatView values;
  /* at == NULL: none. Otherwise the same shape; its colours fade into those of values. */
  MatView before;
  /* hidden == NULL: none. Otherwise [T,S], trace_head_mask: the cells that it hides are hatched. */
  MaskView mask;
  /* at == NULL: all. Otherwise [rows,2], see scene/matrix/threshold.h. */
  MatView kept;
  float mix;       /* 0 shows before, 1 shows values */
  float hatch_mix; /* 0 hides the hatching, 1 shows it */
  bool transposed; /* draw element (r, c) in column r, row c */
  PaletteId palette, palette_before;
  ColorRange range, range_before;
  /* Points between cells, and the radius of their corners; 0 when cells are tiny. */
  float gap, corner;
  /* Rows are lower than their places, or columns narrower: vectors of which one is followed. */
  DrawThin thin_rows, thin_cols;
  /* The first `filled` cells in reading order have values, the others are empty; −1: all. */
  int filled;
  /* For the palette's paper, empty cells and hatching. */
  ThemeId theme;
  /* On its way between two places: no other frame shows it so, and it is not worth keeping. */
  bool passing;
  /* The cells within the clip, set by draw_heatmap: backends draw only these. */
  DrawCells seen;
} DrawHeatmap;

/* The box of a cell without its gap. Here and below, rows and columns are as drawn, from 0: in a
** transposed picture, row is a column of the matrix. */
Box draw_heatmap_cell(const DrawHeatmap *heatmap, int row, int col);
/* Some rows alone, at their place; of a matrix that is not transposed. */
DrawHeatmap draw_heatmap_rows(const DrawHeatmap *heatmap, int first, int count);
/* Of how many pieces an image consists, between which the paper is seen, and one of them: thin rows
** or columns each are one. Not of a transposed matrix with thin ones. */
int draw_heatmap_pieces(const DrawHeatmap *heatmap);
DrawHeatmap draw_heatmap_piece(const DrawHeatmap *heatmap, int index);

/* The colour of the cell without hatching and outline: opaque. */
Color draw_heatmap_color(const DrawHeatmap *heatmap, int row, int col);

/* For many cells: the palettes as tables, filled once. */
typedef struct HeatmapTables {
  Color values[PALETTE_STEPS], before[PALETTE_STEPS]; /* before: if there is a matrix before */
} HeatmapTables;
void draw_heatmap_tables(const DrawHeatmap *heatmap, HeatmapTables *tables);
/* draw_heatmap_color of the cells first … end − 1 of a row as drawn, into colors[first … end − 1].
** tables must be those of this heatmap. */
void draw_heatmap_row_colors(const DrawHeatmap *heatmap, const HeatmapTables *tables, int row,
                             int first, int end, Color *colors);
/* Whether the cell is hatched: the mask hides it, or its number is not finite. */
bool draw_heatmap_hatched(const DrawHeatmap *heatmap, int row, int col);
/* Whether the threshold drops the cell, which is then paper with an outline
** (scene/matrix/hatch.h). */
bool draw_heatmap_covered(const DrawHeatmap *heatmap, int row, int col);

#endif
