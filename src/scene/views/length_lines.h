/* scene/views/length_lines.h -- one sentence in four lines of words: English, the right Chinese,
** and what both models say; a word that is not right is in a box. For scene/views/length.c.
**
** Lines are as many as the words need, and fewer where the box is lower: then the last that fits
** ends in “…”.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_LENGTH_LINES_H
#define SCENE_VIEWS_LENGTH_LINES_H

#include "scene/stages/stage_view.h"
#include "trace/workings/lengths.h"

/* Without anything left out; lengths has no problem. */
float length_lines_height(const Scene *scene, const Lengths *lengths, float width);
/* One line for each of the four. */
float length_lines_least(const Scene *scene);
void length_lines_draw(const Scene *scene, const Lengths *lengths, Box box);

#endif
