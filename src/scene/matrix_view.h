/* scene/matrix_view.h -- a matrix with everything a reader needs: cells, digits, labels, axis
** titles, focus outline, colour bar, hatching and, beyond what fits, scrolling and thinned labels.
**
** Digits are drawn when a cell is wide enough for them (NUMBERS_AUTO) or always (NUMBERS_ON, at the
** size that fits, down to 5 pt). Nothing is dimmed; focus is an amber outline and a bold label.
*/
#ifndef SCENE_MATRIX_VIEW_H
#define SCENE_MATRIX_VIEW_H

#include "scene/scene.h"

typedef struct MatrixView {
  TracePart part;
  Box cells;                   /* of the cells alone */
  bool row_labels, col_labels; /* tokens at the left; above, slanted, where columns are tokens */
  float label_width;           /* room at the left of cells for row labels */
  float label_height;          /* room above cells for column labels */
  bool transposed;             /* Kᵀ */
  bool digits;                 /* digits may be drawn (subject to the view's numbers mode) */
  bool ghosts;                 /* the focused row shows each value before the stage, small */
  TracePart before;            /* the part before, for ghosts and cross-fading */
  float mix;                   /* 1: at rest */
  int filled;                  /* −1 all */
  int focus_row, focus_col;    /* −1 none */
  const char *click, *hover;   /* grid commands, or NULL */
} MatrixView;

void matrix_view_draw(const Scene *scene, const MatrixView *matrix);

#endif
