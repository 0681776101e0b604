/* scene/matrix/matrix_widget.h -- a matrix with everything a reader needs: cells, digits, labels,
** axis titles, outline of the selection, hatching and, if it is too large, scrolling and thinned
** labels.
**
** Digits are drawn when a cell is wide enough for them (NUMBERS_AUTO) or always (NUMBERS_ON, at the
** size that fits, down to 5 pt). The selection is an amber outline and a bold label; nothing is
** dimmed. Labels have the distance label_gap from the cells, so that a strip (Q beside, Kᵀ above)
** fits between.
**
** Units  Points as drawn; sizes named design are multiplied by the text scale.
** Memory  On the list's arena.   Errors  None: what does not fit is left out or ends in “…”.
*/
#ifndef SCENE_MATRIX_MATRIX_WIDGET_H
#define SCENE_MATRIX_MATRIX_WIDGET_H

#include "scene/scene.h"

/* Rows and columns that are lines of two runs, instead of tokens of the trace: what names them, and
** which of them the matrix has not. col_tokens is NULL where columns are no tokens. ending: of a
** command that names a cell by its lines, NULL: there is none. */
typedef struct MatrixLines {
  const TraceToken *const *row_tokens, *const *col_tokens;
  const bool *no_row, *no_col; /* left empty */
  const char *ending;
} MatrixLines;

typedef enum MatrixVectors {
  VECTORS_NOT_TOLD,
  VECTORS_ARE_ROWS,
  VECTORS_ARE_COLUMNS
} MatrixVectors;

struct MatrixGrid;

/* Zero gives bare cells without hits. */
typedef struct MatrixWidget {
  TracePart part;
  /* The cells alone; the visible window when it scrolls. */
  Box cells;
  /* Tokens at the left; above, slanted, where columns are tokens. */
  bool row_labels, col_labels;
  bool focus_name_alone; /* of rows, which are too low for the names of all */
  int named_row;         /* its place from 1: it has a name, whichever others have; 0: none */
  /* Room at the left of cells for row labels. */
  float label_width;
  /* Room above cells for column labels. */
  float label_height;
  bool transposed; /* Kᵀ */
  /* Digits may be drawn (depending on the view's numbers mode). */
  bool digits;
  /* The selected row also shows the values before the stage, small. */
  bool ghosts;
  /* The part before, for ghosts and cross-fading. */
  TracePart before;
  float mix;                 /* 1: at rest */
  int filled;                /* −1 all */
  int focus_row, focus_col;  /* −1 none */
  const char *click, *hover; /* grid commands, or NULL */

  /* Further properties; zero leaves them out. */
  /* Grid command sent while the pressed pointer moves. */
  const char *drag;
  const char *row_hover;
  /* Command of the row labels; %r is the row. */
  const char *row_click;
  /* Every n-th column's number above, where columns are not tokens. */
  bool col_numbers;
  /* "query ↓ asks, key → is asked", in the corner at the upper left. */
  bool axis_titles;
  bool name_above_titles; /* which then keep their size */
  /* Follows zoom and scroll of the view. */
  bool scrolls;
  /* V beside the weights: its rows scroll as their columns do. */
  bool rows_are_keys;
  /* A hidden row contains the words that it attends to nothing. */
  bool hidden_row_words;
  /* The chosen number stands in another matrix: what belongs to it here is outlined thin. */
  bool belongs;
  /* No amber outline: only the labels show the selection. */
  bool plain_focus;
  /* The column of a focused cell is framed in the picture already, above these cells. */
  bool column_is_framed;
  /* In motion between two places: no digits, labels or hits. */
  bool moving;
  /* The only matrix of its picture: its parts are named "matrix" and "labels" in files, otherwise
  ** "weights-matrix" and so on. */
  bool alone;
  /* Room between row labels and cells. */
  float label_gap_left;
  /* Room between column labels and cells. */
  float label_gap_top;
  /* If low < high: used instead of scene_range. */
  ColorRange own_range;
  /* at != NULL: numbers made from those of the part, in its shape and range: weight × V. */
  MatView own_values;
  /* Columns are keys, though mixtures stand for them in the trace. */
  bool cols_are_sources;
  /* Instead of the mask of the head on show; NULL: that one. */
  const MaskView *own_mask;
  /* The numbers are differences; of shares they have two decimals and a sign. One that is not
  ** finite, of hidden cells, is hatched alone. is_of_shares alone: digits are those of weights. */
  bool is_difference, is_of_shares;
  /* > 1: so many decimals, or fewer, where they make no digit smaller; of other numbers than
  ** shares. */
  int decimals;
  /* > 0: digits show so many times the number, as a title says; colours do not. */
  float digits_times;
  /* Digits as words write the number: two decimals, and more of a small one. */
  bool digits_are_full;
  /* NULL: rows and columns are those of the trace. Needs own_values and own_mask. */
  const MatrixLines *lines;
  /* Before a class its chosen row may open: scene/matrix/open_row.h. */
  bool opens_row;
  /* > 0: the size of digits, instead of the largest that fits. */
  float digit_size_pt;
  /* > 0: the gap between cells, instead of the usual one. */
  float cell_gap_design;
  /* Rows or columns are vectors, of which one is followed: the others are half as high or wide,
  ** where no cell has digits. So the followed one is seen and no colour is paler, which would be
  ** another number. −1, and of rows that are keys: none is. */
  MatrixVectors vectors;
  int followed;
  /* NULL, or what lies over the cells and below the outline of the focus. */
  void (*draw_over)(const Scene *scene, const struct MatrixWidget *matrix,
                    const struct MatrixGrid *grid);
} MatrixWidget;

/* Where the cells lie after zooming and scrolling. Rows and columns as drawn. */
typedef struct MatrixGrid {
  /* Its box is the whole content, which may be larger than the visible window. */
  DrawHeatmap heatmap;
  int rows, cols;
  float cell_w, cell_h;
  /* open_h > 0: a row that is higher than the others, whose height is cell_h then
  ** (scene/matrix/grid_rows.h). */
  int open_row;
  float open_h;
  /* Visible rows and columns, last included. */
  int first_row, last_row, first_col, last_col;
  /* The content is larger than the window. */
  bool is_cut;
} MatrixGrid;

/* Computes the grid without drawing. rows or cols 0: the trace has no such matrix (yet), and the
** other fields are meaningless. */
MatrixGrid matrix_widget_grid(const Scene *scene, const MatrixWidget *matrix);

/* A whole matrix at rest with digits, whose cells and rows are chosen by a click; nothing is in
** focus and no name stands beside it yet. */
MatrixWidget matrix_widget_clickable(TracePart part, Box cells);

/* The numbers of the matrix, or of the part before it. */
MatView matrix_widget_values(const Scene *scene, const MatrixWidget *matrix, TracePart part);

/* A difference is no value: its colours tell its size, its digits or marks its sign. */
PaletteId matrix_widget_palette(const Scene *scene, const MatrixWidget *matrix);

/* Whether hidden cells are hatched: in its part, or in the one that still fades out. */
bool matrix_widget_hatches(const Scene *scene, const MatrixWidget *matrix);

/* Draws cells, digits, labels, outline and scroll bars, in that order; hits only in
** an interactive scene. */
void matrix_widget_draw(const Scene *scene, const MatrixWidget *matrix);

/* The parts of matrix_widget_draw. */
void matrix_cells_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The largest size at which every number fits its cell; 0: no digits. */
float matrix_digits_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The least weight that has a number, of cells that no one asked for: smaller ones are blank. 0: no
** cell has a number, or the numbers are no weights. */
float matrix_digits_from(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* Whether of scores the largest of each row alone have numbers (scene/matrix/row_largest.h). */
bool matrix_tells_largest(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
void matrix_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* What a person changed, what moved with it, and the field that is typed into; on the cells. */
void matrix_what_if_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
void matrix_labels_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* Whether that row has a label: every one, or every n-th if there are many. */
bool matrix_row_is_labelled(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                            int row);

/* The smallest of the round steps 1, 2, 5, 10 … that is at least `least`. */
int matrix_counting_step(float least);

/* The room that the labels of this trace need, limited: for the widest token, and
** for the same slanted. */
float matrix_label_width(const Scene *scene, float most_design);
float matrix_label_height(const Scene *scene, float most_design);
/* How far slanted names above columns of that width reach beyond the last one, if none is cut. */
float matrix_labels_lean(const Scene *scene, float cell_w);
/* What both titles of the axes need in the corner of the names. */
float matrix_axis_titles_height(const Scene *scene);
float matrix_axis_titles_width(const Scene *scene); /* of those of a page; 0: others */
/* How much larger than their usual size the names beside and above a matrix may be: more than 1 for
** larger text and in the presenter view, where they take what room the matrix leaves. */
float matrix_names_most(const Scene *scene);
/* Whether every column label fits above a cell of that width without a slant. */
bool matrix_labels_are_upright(const Scene *scene, float cell_w);

/* An outline around a part of the grid, whose box is clipped to its window already. */
void matrix_outline(const Scene *scene, Box box, Color color, float width_design);
/* The outline of the focus, seen on every ground. Around cells narrower than 10 points it stands
** outside them; a column that narrow has a tick at each end, so that no colour is covered. */
void matrix_focus_outline(const Scene *scene, Box box, float width_design);
/* The same in ink and thin, around what belongs to the chosen number: its row, column and parts. */
void matrix_belonging_outline(const Scene *scene, Box box);
/* The outline of a matrix that a word of a lesson points at; nothing of another part. grid NULL:
** the cells fill their box. */
void matrix_lit_draw(const Scene *scene, TracePart part, Box cells, const MatrixGrid *grid);
/* Of differences, and in themes with patterns, where cells have no digits: a minus in every cell
** below 0 that has room for one (matrix/sign_marks.c). */
void matrix_sign_marks_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
/* The same of a difference that is no widget. */
void difference_marks_draw(const Scene *scene, const DrawHeatmap *map);
/* Clipped to the visible window; w or h 0: not visible. */
Box matrix_row_box(const MatrixWidget *matrix, const MatrixGrid *grid, int row);
Box matrix_col_box(const MatrixWidget *matrix, const MatrixGrid *grid, int col);

#endif
