/* scene/stages/mistake_marks.h -- what breaks, marked in the pictures: sums of columns below the
** matrix, a row that does not sum to 1, hidden keys that got a share, a product that is refused.
**
** Sums are there whenever a mistake is made, also while a quiz hides which; the other marks only
** when it is said.
**
** Memory  The list's arena.   Errors  As in scene/pen.h.
*/
#ifndef SCENE_STAGES_MISTAKE_MARKS_H
#define SCENE_STAGES_MISTAKE_MARKS_H

#include "scene/matrix/matrix_widget.h"
#include "scene/stages/stage.h"

/* The height in points below the cells of all stages by pair, for sums of columns; 0: none. */
float mistake_marks_foot(const Scene *scene);

/* Draws them below the cells; of the matrix at rest. */
void mistake_marks_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

/* Whether rows of that part have their sums beside them in every arrangement. */
bool mistake_marks_row_sums(const Scene *scene, TracePart part);
/* How much larger than their usual size sums are where they are read from afar. */
float mistake_marks_growth(const Scene *scene);
/* The sum of a row in few words: "3.19 ≠ 1", "1.00". */
const char *mistake_marks_row_words(const Scene *scene, double sum);

/* Whether a sum of shares is to be marked: it is not 1, and a mistake is made. */
bool mistake_marks_sum(const Scene *scene, double sum);

/* Whether the product that makes the output has no shape, and it is said; then this stands for the
** output. */
bool mistake_marks_refuses(const Scene *scene);
void mistake_marks_draw_refused(const Scene *scene, Box box);

#endif
