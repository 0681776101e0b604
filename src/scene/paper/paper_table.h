/* scene/paper/paper_table.h -- a matrix on paper: names, thin lines, and numbers or empty cells.
**
** Cells that the mask hides are hatched whether they are filled in or not. With more columns than
** fit beside each other it goes on below.
**
** Units   Points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_PAPER_PAPER_TABLE_H
#define SCENE_PAPER_PAPER_TABLE_H

#include "scene/pen.h"

/* Zero leaves a property out. */
typedef struct PaperTable {
  int rows, cols;
  MatView values; /* at NULL: none, the cells stay empty */
  int decimals;
  bool is_written;      /* values are drawn; else the cells are empty */
  bool is_solution;     /* what is drawn was to be found: in the colour of the solution */
  bool marks_hidden;    /* cells with −∞ are hatched, and their number is −∞ */
  const Str *row_names; /* [rows] */
  const Str *col_names; /* [cols], or NULL */
  Str corner;           /* above the names of the rows */
  Color row_color, col_color;
  float name_width, cell_width, cell_height;
  bool last_row_is_result; /* a heavier line above it */
} PaperTable;

/* How many columns stand beside each other in that width. */
int paper_table_columns(const PaperTable *table, float width);
/* The height of the names above the columns, and of all with `cols` columns. */
float paper_table_head(const Pen *pen, const PaperTable *table);
float paper_table_height(const Pen *pen, const PaperTable *table);
float paper_table_width(const PaperTable *table, int cols);
/* Columns first … first + count − 1, from the upper left corner at. */
void paper_table_draw(const Pen *pen, const PaperTable *table, Point at, int first, int count);

#endif
