/* scene/stages/followed_columns.h -- how large the followed rows are, and which of their columns
** have room. Private to followed_*.c.
**
** Units  points as drawn; FollowedSizes are design sizes.
*/
#ifndef SCENE_STAGES_FOLLOWED_COLUMNS_H
#define SCENE_STAGES_FOLLOWED_COLUMNS_H

#include "scene/stages/followed_rows.h"

#define FOLLOWED_DIGITS_OF_CELL 0.86f /* of its width */

/* Before a class or with much larger text, and else; many rows are lower. */
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

/* Where box holds the rows. */
FollowedColumns followed_columns(const Scene *scene, Box box, const FollowedRows *rows);
/* How many rows begin another scale than the first. */
int followed_breaks(const FollowedRows *rows);

#endif
