/* scene/stages/compare_sides.h -- the matrices of a comparison: their numbers, colours and titles.
** Private to compare.c and what draws it.
**
** The three sides are what is laid over, exact attention, and their difference; or the sentence in
** order, shuffled and put back, and the difference; or a run, a kept one, and the difference.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_COMPARE_SIDES_H
#define SCENE_STAGES_COMPARE_SIDES_H

#include "scene/stages/stage_view.h"

enum { SIDES = 3 };
typedef enum SideId { SIDE_LAID_OVER, SIDE_EXACT, SIDE_DIFFERENCE } SideId;

bool compare_is_by_pair(const Scene *scene);
/* Mixtures stand for the keys: the exact numbers have other columns (M-58). */
bool compare_has_other_columns(const Scene *scene);
int compare_side_count(const Scene *scene);
/* The part whose colours and format of digits a panel has. A difference is signed, whatever it is
** of, and the mask hides no cell of it. */
TracePart compare_part(const Scene *scene, SideId side);
MatView compare_values(const Scene *scene, SideId side);
/* One for the first two, so that equal numbers have equal colours. */
ColorRange compare_range(const Scene *scene, SideId side);
const char *compare_title(const Scene *scene, SideId side, bool has_digits);

float compare_largest(MatView values); /* the largest finite |x| */
/* Small differences are told in smaller units, so that their digits say something: the power of ten
** that makes the largest one of one digit before the point, or behind it of shares. */
typedef struct CompareUnit {
  float times; /* 1: as they are */
  const char *words;
} CompareUnit;
CompareUnit compare_unit(const Scene *scene, MatView difference);

/* Beside a kept run the view of the scene has lines. */
void compare_focus(const Scene *scene, int *row, int *col);
/* The focused cell of all three: "it → animal: 0.393 − 0.396 = −0.003". Empty without one. */
const char *compare_cell_sentence(const Scene *scene);

#endif
