/* scene/matrix/vector_cells.h -- limits of a vector file (SVG, PDF), and the image used beyond
** them.
**
**   a rectangle per cell   up to VECTOR_CELLS_A_SIDE_MOST rows and columns visible, and
**                          VECTOR_CELLS_MOST cells in all matrices of the file
**   an image per matrix    beyond that, and if touching cells are under CELL_AS_VECTOR_LEAST_PT
**
** An image has a pixel per cell, and at most CELL_IMAGE_SIDE_MOST of them a side. If there are more
** cells, a pixel is the mean colour of up to 4 x 4 evenly spread samples of them.
**
** Units   Pixels of the image; rows and columns as drawn, from 0.
** Memory  None.
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

/* False if the list has too many items, with a sentence that names the limit and what helps. */
bool vector_items_fit(const DrawList *list, Status *status);

/* Whether all matrices that are small enough for rectangles have few enough cells together. */
bool vector_cells_fit(const DrawList *list);

/* fits: the result of vector_cells_fit for the list. */
bool vector_cells_are_image(const DrawHeatmap *heatmap, bool fits);

/* The size of a matrix's image. */
typedef struct CellImage {
  int width, height;
} CellImage;
CellImage cell_image_of(const DrawHeatmap *heatmap);
/* Computes one row: width opaque colours. */
void cell_image_row(const DrawHeatmap *heatmap, CellImage image, int y, Color *row);

#endif
