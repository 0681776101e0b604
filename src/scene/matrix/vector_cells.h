/* scene/matrix/vector_cells.h -- how much a vector file (SVG, PDF) may hold, and the image that
** stands for more.
**
**   a rectangle a cell   up to VECTOR_CELLS_A_SIDE_MOST rows and columns on show, and
**                        VECTOR_CELLS_MOST cells in all matrices of the file
**   one image a matrix   beyond that, and where touching cells are under CELL_AS_VECTOR_LEAST_PT
**
** An image has a pixel a cell, and at most CELL_IMAGE_SIDE_MOST of them a side. Where there are
** more cells, a pixel is the mean colour of up to 4 x 4 of those in it, evenly spread.
**
** Units   pixels of the image; rows and columns as drawn, from 0.
** Memory  None of its own.
** Errors  More than VECTOR_ITEMS_MOST items (words, boxes, curves): no editor opens such a file.
*/
#ifndef SCENE_MATRIX_VECTOR_CELLS_H
#define SCENE_MATRIX_VECTOR_CELLS_H

#include "base/status.h"
#include "scene/draw_list.h"

#define CELL_AS_VECTOR_LEAST_PT 1.5f

enum {
  VECTOR_CELLS_A_SIDE_MOST = 64,
  VECTOR_CELLS_MOST = 200000,
  VECTOR_ITEMS_MOST = 250000,
  CELL_IMAGE_SIDE_MOST = 8192
};

/* False, with a sentence that says the bound and what helps: the list has too many items. */
bool vector_items_fit(const DrawList *list, Status *status);

/* Whether the cells of all matrices that are small enough for rectangles are few enough, too. */
bool vector_cells_fit(const DrawList *list);

/* fits: what vector_cells_fit said of the list. */
bool vector_cells_are_image(const DrawHeatmap *heatmap, bool fits);

/* How large the image of a matrix is. */
typedef struct CellImage {
  int width, height;
} CellImage;
CellImage cell_image_of(const DrawHeatmap *heatmap);
/* One row of it: width opaque colours. */
void cell_image_row(const DrawHeatmap *heatmap, CellImage image, int y, Color *row);

#endif
