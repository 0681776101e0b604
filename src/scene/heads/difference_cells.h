/* scene/heads/difference_cells.h -- layers × heads beside a kept run: the difference of the weights
** of each head as a thumbnail, all on one scale, and which heads differ most.
**
** A click on a thumbnail leads to the weights of that head, beside those of the kept run. The
** heads that differ most have a frame, the thicker the more.
**
** Units   Points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_HEADS_DIFFERENCE_CELLS_H
#define SCENE_HEADS_DIFFERENCE_CELLS_H

#include "scene/scene.h"
#include "trace/workings/head_differences.h"

/* The scene has differences. layer and head from 0. */
void difference_cells_draw(const Scene *scene, Box box, int layer, int head);
void difference_rank_draw(const Scene *scene, Box box, int layer, int head);
/* "mean 0.027 · KL 0.21 bits" and "layer 2 · head 4", below a thumbnail. */
void difference_words_draw(const Scene *scene, Box box, int layer, int head);
/* Which runs, and where they differ most. */
const char *difference_heading(const Scene *scene);
/* What a thumbnail is, and the bar of all. */
void difference_foot_draw(const Scene *scene, Box line);
/* −x … x, the largest of all heads. */
ColorRange difference_range(const Scene *scene);

#endif
