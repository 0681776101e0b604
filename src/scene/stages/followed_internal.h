/* scene/stages/followed_internal.h -- what the files of the followed rows share: where their
** columns stand and how large everything is.
**
** followed_columns.c places, followed_head.c draws the line above the cells and followed_cells.c
** the cells.
**
** Units   points as drawn; sizes of FollowedSizes and _design: multiplied by the text scale.
** Memory  On the list's arena.   Errors  None: what has no room is left out.
*/
#ifndef SCENE_STAGES_FOLLOWED_INTERNAL_H
#define SCENE_STAGES_FOLLOWED_INTERNAL_H

#include "scene/stages/followed_rows.h"

static const float FOLLOWED_DIGITS_OF_CELL = 0.86f; /* of its width, at most */
/* Of the name above the rows, before a class or with much larger text and else; design. */
static const float FOLLOWED_TITLE_AFAR = 15, FOLLOWED_TITLE_NEAR = 12, FOLLOWED_TITLE_GAP = 10;

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

FollowedColumns followed_columns(const Scene *scene, Box box, const FollowedRows *rows);
/* How many rows begin another scale than the one above. */
int followed_breaks(const FollowedRows *rows);
/* The token, the numbers or names of the columns, and how many have no room. */
void followed_head_draw(const Scene *scene, Box box, const FollowedColumns *columns,
                        const FollowedRows *rows);
/* The cells of the page in box, with their numbers and hits. */
void followed_cells_draw(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                         const FollowedColumns *columns, Box box);

#endif
