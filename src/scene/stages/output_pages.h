/* scene/stages/output_pages.h -- where the columns of the weighted sum are too narrow for digits:
** its heaviest rows and the sum, some of their columns in cells of their own. Private to
** stages/output*.c.
**
** Memory  On the list's arena.   Errors  As the draw list.
*/
#ifndef SCENE_STAGES_OUTPUT_PAGES_H
#define SCENE_STAGES_OUTPUT_PAGES_H

#include "scene/stages/followed_rows.h"
#include "scene/stages/motion.h"
#include "scene/stages/output.h"

typedef struct OutputPages {
  FollowedRows rows; /* the terms, then the sum */
  OutputShare shares[FOLLOWED_ROWS_MOST];
  int keys[FOLLOWED_ROWS_MOST]; /* of each term; −1: all others together */
  int count;                    /* of terms */
  Box box;
} OutputPages;

/* False: it has no products, or there is no memory. */
bool output_pages_make(const Scene *scene, const OutputPlace *place, int row, OutputPages *pages);
void output_pages_draw(const Scene *scene, const OutputPlace *place, const OutputPages *pages);

/* On the way to the weighted sum, whose matrices are there: pages in the place of V. False: the
** picture has none. */
bool output_pages_motion(const Moment *moment, int row);

#endif
