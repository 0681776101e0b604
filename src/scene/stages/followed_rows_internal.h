/* scene/stages/followed_rows_internal.h -- the columns of rows with digits, and their cells.
** Private to followed_rows.c and followed_cells.c.
**
** Units  points as drawn, sizes in design points.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_FOLLOWED_ROWS_INTERNAL_H
#define SCENE_STAGES_FOLLOWED_ROWS_INTERNAL_H

#include "scene/stages/followed_rows.h"

static const float FOLLOWED_DIGITS_OF_CELL = 0.86f;

typedef struct FollowedSizes {
  float head, row, between, digits;
  float apart; /* above a row that begins a scale */
} FollowedSizes;

/* The page of columns with the chosen one, or all. */
typedef struct FollowedColumns {
  int first, count, all, chosen; /* chosen −1: none */
  float x, cell;
  FollowedSizes sizes;       /* as large as the box lets them be */
  const FollowedSizes *base; /* before they grow */
  Box box;                   /* of all rows with their words */
} FollowedColumns;

/* The cells of one row in box: numbers as far as the steps have come, and hits. */
void followed_cells_draw(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                         const FollowedColumns *columns, Box box);

#endif
