/* scene/stages/output.h -- what the files of the weighted sum share. Private to stages/output*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_OUTPUT_H
#define SCENE_STAGES_OUTPUT_H

#include "scene/stages/stage_view.h"

enum { OUTPUT_TERMS_MOST = 4 };                 /* how many keys the sum names */
static const float OUTPUT_TERM_LEAST = 0.0005f; /* a smaller weight would be written as 0.000 */

/* In points of the window or figure. */
typedef struct OutputPlace {
  Box weights, v, output;
  Box shares; /* the numbers and bars left of the rows of V */
  float label_width, label_height, v_label_width, sign;
  Box blend;    /* h = 0: one line only */
  float foot_y; /* y of the colour bars below V and the output */
  bool is_narrow;
  bool names_shares; /* the rows of V are those of the weights: only shares are named beside them */
} OutputPlace;

Box output_values_box(const Scene *scene, Box box); /* where V is drawn */

/* The weight of a key for a query, 0 to 1. */
float output_share(const Scene *scene, int row, int key);
/* The keys of a row with weights of `least` or more, in descending order, equal ones by position;
** returns how many, `most` at most. */
int output_heaviest(const Scene *scene, int row, float least, int *keys, int most);
/* weights[row, key] · V[key], [keys, columns], what the blend of that row is the sum of. Empty, and
** the draw list failed, without memory. */
MatView output_weighted_values(const Scene *scene, int row);

/* The row as a sum, at place->blend: a line of words and, where there is room for them, the strips
** that add up. */
bool output_tells_chosen(const Scene *scene); /* its line adds up the chosen number */
void output_blend_draw(const Scene *scene, const OutputPlace *place, int row);

void output_inspect(Panel *panel); /* for a focused row or number */
void output_question(Panel *panel);
/* The chosen number in words (output_words.c). */
CellWords output_cell_words(const Panel *panel);

#endif
