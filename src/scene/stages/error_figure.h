/* scene/stages/error_figure.h -- the curve of errors as a figure of its own (M-75).
**
**   error   |\.                      of the weighted sum of the head on show, divided by the mean
**    1 ─────┼──\.───────             of the exact one
**           |    `-(o)-.__           the ring: the number that is laid over
**         0 +-------------  1 2 4 8 … mixtures K or features M, by powers of two
**
** Units   points as drawn.   Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_STAGES_ERROR_FIGURE_H
#define SCENE_STAGES_ERROR_FIGURE_H

#include "scene/stages/stage.h"

/* Whether the head on show has such a curve, of finite numbers. */
bool error_figure_can(const Scene *scene);
/* A trace that has none leaves the box empty. */
void error_figure_draw(const Scene *scene, Box box);
/* The caption, whole sentences on arena. */
const char *error_figure_words(const Scene *scene, Arena *arena);

#endif
