/* scene/matrix/matrix_widget.h -- a matrix with everything a reader needs: cells, digits, labels,
** axis titles, focus outline, hatching and, beyond what fits, scrolling and thinned labels.
**
** Digits are drawn when a cell is wide enough for them (NUMBERS_AUTO) or always (NUMBERS_ON, at the
** size that fits, down to 5 pt). Nothing is dimmed; focus is an amber outline and a bold label.
** Labels stand label_gap away from the cells, so that a strip (Q beside, Kᵀ above) fits between.
**
** Units  points as drawn; sizes named design are multiplied by the text scale.
** Memory  on the list's arena.   Errors  none: what does not fit is left out or ends in ….
*/
#ifndef SCENE_MATRIX_MATRIX_WIDGET_H
#define SCENE_MATRIX_MATRIX_WIDGET_H

#include "scene/scene.h"

/* The zero of it is bare cells without hands; whoever draws a matrix says what it has besides. */
typedef struct MatrixWidget {
  TracePart part;
  /* Of the cells alone; the window onto them when it scrolls. */
  Box cells;
  /* Tokens at the left; above, slanted, where columns are tokens. */
  bool row_labels, col_labels;
  /* Room at the left of cells for row labels. */
  float label_width;
  /* Room above cells for column labels. */
  float label_height;
  bool transposed; /* Kᵀ */
  /* Digits may be drawn (subject to the view's numbers mode). */
  bool digits;
  /* The focused row shows each value before the stage, small. */
  bool ghosts;
  /* The part before, for ghosts and cross-fading. */
  TracePart before;
  float mix;                 /* 1: at rest */
  int filled;                /* −1 all */
  int focus_row, focus_col;  /* −1 none */
  const char *click, *hover; /* grid commands, or NULL */

  /* Beyond the plain matrix; zero leaves it out. */
  /* Grid command sent while the pressed pointer moves. */
  const char *drag;
  const char *row_hover;
  /* Command of the row labels, %r the row. */
  const char *row_click;
  /* Every n-th column's number above, where columns are not tokens. */
  bool col_numbers;
  /* "query ↓ asks, key → is asked", in the corner at the upper left. */
  bool axis_titles;
  /* Obeys zoom and scroll of the view. */
  bool scrolls;
  /* V beside the weights: rows scroll as the columns there. */
  bool rows_are_keys;
  /* A hidden row says inside that it attends to nothing. */
  bool hidden_row_words;
  /* No amber outline: only the labels show the focus. */
  bool plain_focus;
  /* On its way from another place: no digits, labels or hits. */
  bool moving;
  /* The only matrix of its picture: its parts are named "matrix" and "labels" in files, otherwise
  ** "weights-matrix" and so on. */
  bool alone;
  /* Room kept free between row labels and cells. */
  float label_gap_left;
  /* Room kept free between column labels and cells. */
  float label_gap_top;
  /* Where low < high: instead of scene_range. */
  ColorRange own_range;
  /* > 0: of the digits, instead of the largest that fits. */
  float digit_size_pt;
  /* > 0: the gap between cells instead of the usual one. */
  float cell_gap_design;
} MatrixWidget;

/* Where the cells really lie, after zooming and scrolling. Rows and columns as drawn. */
typedef struct MatrixGrid {
  /* Its box is the whole content and may exceed the window onto it. */
  DrawHeatmap heatmap;
  int rows, cols;
  float cell_w, cell_h;
  /* Those that show, last included. */
  int first_row, last_row, first_col, last_col;
  /* Content exceeds the window. */
  bool is_cut;
} MatrixGrid;

/* Computes and draws nothing. rows or cols 0: the trace has no such matrix (yet), and nothing else
** of the grid counts. */
MatrixGrid matrix_widget_grid(const Scene *scene, const MatrixWidget *matrix);

/* Whether hidden cells are hatched in it: by its part, or by the one that still fades. */
bool matrix_widget_hatches(const MatrixWidget *matrix);

/* Cells, digits, labels, focus and scroll bars, in that order; hits only in a scene for hands. */
void matrix_widget_draw(const Scene *scene, const MatrixWidget *matrix);

/* The parts of it. matrix_widget_draw calls them all. */
void matrix_cells_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The largest size at which every number fits its cell; 0: there are to be no digits. */
float matrix_digits_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
void matrix_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
void matrix_labels_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* Whether that row carries its label: every one, or every n-th when there are many. */
bool matrix_row_is_labelled(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                            int row);

/* At least so many, of the steps people count in: 1, 2, 5, 10 … */
int matrix_counting_step(float least);

/* Room that labels of this trace want, capped: the widest token, and the same slanted. */
float matrix_label_width(const Scene *scene, float most_design);
float matrix_label_height(const Scene *scene, float most_design);

/* An amber outline round a part of the grid, cut to its window. */
void matrix_outline(const Scene *scene, Box box, Color color, float width_design);
/* Cut to the window the matrix scrolls in; w or h 0: it is out of sight. */
Box matrix_row_box(const MatrixWidget *matrix, const MatrixGrid *grid, int row);
Box matrix_col_box(const MatrixWidget *matrix, const MatrixGrid *grid, int col);

#endif
