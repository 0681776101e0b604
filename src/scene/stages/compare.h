/* scene/stages/compare.h -- what is laid over a model beside exact attention over the same Q, K and
** V, and their difference: in place of the picture of a stage by pair or of the weighted sum. And
** the order experiment in the same way: the sentence in order, shuffled and put back, difference.
**
**   followed row of each, one below the other, in large digits      where a window has room
**      laid over            exact             difference
**   labels [ ]               [ ]                  [ ]           one below the other in a high box
**          bar               bar                  bar           the first two have one scale
**   how large the errors are, in words
**
** The third matrix has a scale of its own, symmetric around 0; small differences have digits in a
** smaller unit, which its title says. Where what is laid over has other columns than keys there is
** no third one, and the words say that only the weighted sums can be compared. Two rows stand below
** each other where that gives larger digits; the words then have the place that is left. Of a
** shuffled sentence the labels are those of the sentence, and its cells are named by their places
** there; while it is put back its rows travel (order_motion.h).
**
** Units   points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_COMPARE_H
#define SCENE_STAGES_COMPARE_H

#include "scene/stages/stage_view.h"

#define COMPARE_INSET 10.0f /* design, around all; of the caption of a figure too */

/* Whether the stage on show is drawn so: the view compares, and the trace has what it needs. */
bool compare_is_on(const Scene *scene);

/* The scene must be fitted. */
void compare_draw(const Scene *scene, Box box);
/* The cells of the first matrix; the scene need not be fitted. */
Box compare_cells(const Scene *scene, Box box);

/* The height of a figure of that width in which every row has its name, and cells their digits
** where there is room for them. The scene must be fitted. */
float compare_height(const Scene *scene, float width);

/* "ALiBi · causal": what is laid over, in few words, translated; on the list's arena. */
const char *compare_laid_over(const Scene *scene);
/* The errors in sentences; "" while steps have not reached every cell. */
const char *compare_words(const Scene *scene);
/* "exact 0.250, difference +0.127" of a cell of the stage on show; "" without one. */
const char *compare_cell_words(const Scene *scene, int row, int col);
/* The same in the panel of a cell: the exact number and the difference. */
void compare_add_facts(Panel *panel);

#endif
