/* scene/views/board_tables.h -- what the tables of a typed model hold, and where they lie. Private
** to the board.
**
** Units   Sizes of a table are design points at scale 1; its box is points as drawn.
** Memory  On the arena of the draw list.   Errors  None.
*/
#ifndef SCENE_VIEWS_BOARD_TABLES_H
#define SCENE_VIEWS_BOARD_TABLES_H

#include "scene/stages/stage_view.h"
#include "trace/workings/board_table.h"

/* Design points. */
static const float BOARD_NAME = 20, BOARD_CELL_H = 22, BOARD_CELL_PAD = 10, BOARD_DIGITS = 13,
                   BOARD_LABEL = 12;

enum { BOARD_COMPUTED = 7, BOARD_TABLES_MOST = BOARD_PART_COUNT + BOARD_COMPUTED };

/* One table: typed, or a matrix of the trace. */
typedef struct BoardShown {
  const char *name;
  Color color, soft;
  int part;               /* a BoardPart; −1: computed */
  const BoardWord *words; /* typed */
  MatView numbers;        /* computed */
  bool are_weights, has_keys;
  int rows, cols;
  float label_w, cell_w, name_w; /* design points at scale 1 */
  int column; /* below a typed table what is made with it, or −1: the next one that is free */
  bool begins_line;
  int first_row, first_col, rows_shown, cols_shown;
  Box box; /* as drawn */
} BoardShown;

typedef struct BoardPicture {
  const Scene *scene;
  BoardShown tables[BOARD_TABLES_MOST];
  int count;
  float scale;
  bool in_columns;
} BoardPicture;

/* The largest tables that fit: in columns, unless they are larger without; without what is computed
** if they would be too small, and then a part of one table. */
void board_place(BoardPicture *picture, Box box);

/* NULL: rows of that table have no name. */
const char *board_row_name(const BoardPicture *picture, const BoardShown *table, int row);
Str board_cell_text(const BoardPicture *picture, const BoardShown *table, int row, int col);
float board_cell_value(const BoardShown *table, int row, int col);

#endif
