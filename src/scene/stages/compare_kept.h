/* scene/stages/compare_kept.h -- what compare.c shows of a run beside one that was kept: which two
** runs they are, the lines that both are drawn in, and what is said of them.
**
** Lines are those of trace/workings/beside.h. A line that a run has not is left empty in its
** matrix, and in the difference.
**
** Memory  On the list's arena.   Errors  "" without memory.
*/
#ifndef SCENE_STAGES_COMPARE_KEPT_H
#define SCENE_STAGES_COMPARE_KEPT_H

#include "scene/matrix/matrix_widget.h"

typedef enum KeptSide { KEPT_SIDE_NOW, KEPT_SIDE_KEPT, KEPT_SIDE_DIFFERENCE } KeptSide;

/* "now · “wide”", "kept · “tired”": a run by what the other has not, its words, its model or what
** is laid over it. Also without a comparison at the stage on show. */
const char *compare_kept_title(const Scene *scene, bool is_kept);
/* What is laid over the kept run, or that nothing is. */
const char *compare_kept_laid_over(const Scene *scene);
/* Names and empty lines of a side; NULL: no memory. */
const MatrixLines *compare_kept_lines(const Scene *scene, KeptSide side);
/* Of several matrices the one that the focused number is of, as the scene's; any other scene as it
** is. */
Scene compare_kept_focused(const Scene *scene);
/* The lines of a cell of the stage, −1: it has none. Of a prediction the column is a rank among the
** likeliest words. */
void compare_kept_find(const Scene *scene, int *row, int *col);
/* Whether the kept run has what is on these lines. */
bool compare_kept_has(const Scene *scene, int row, int col);
/* "beside", or "beside k": what a command ends with that names a cell by its lines; NULL: no cell
** of the stage is one of this matrix. */
const char *compare_kept_ending(const Scene *scene);
/* The scene in which rows and columns are lines, the chosen cell too; view is the one it then
** has. */
Scene compare_kept_scene(const Scene *scene, View *view);
/* How far the two are apart, what they predict, what has no partner, and how they are matched;
** before a class what they predict, or how far they are apart. */
const char *compare_kept_words(const Scene *scene);
/* What both predict where the first of now is asked, as a sentence or as a phrase; "" if one of
** them predicts no word. */
const char *compare_kept_answer(const Scene *scene, bool is_sentence);
/* Where no matrices stand beside each other: what both predict, or why the stage on show has
** nothing beside it; "" where they do, or nothing is compared. */
const char *compare_kept_note(const Scene *scene);

#endif
