/* scene/stages/block_path.h -- the lines of one row on its way through a layer: what came in, what
** the heads joined, their sum, and what norms and MLP make of it. Private to stages/block*.c.
**
**   input x₂   0.76   2.01   …   │ −11.3 ▬▬▬ 11.3
**   + joined  −0.33  −0.15   …   │ up to ±0.62
**   = sum      0.43   1.86   …   │ mean 0.0157, σ 1.42
**
**   norm       0.12  −0.14   …   │ −4.4 ▬▬▬ 4.4
**
** What is added together has one scale. Where a norm begins another, there is a break, and the bar
** of the lines below stands beside the first of them.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_BLOCK_PATH_H
#define SCENE_STAGES_BLOCK_PATH_H

#include "scene/stages/stage.h"

/* Whether the sum is more than added up: a norm before an MLP that is not there norms nothing. */
bool block_bends(const Trace *trace);
/* A norm after the sum puts the output on a scale of its own. */
bool block_has_two_scales(const Scene *scene);

int block_path_rows(const Scene *scene);     /* how many lines */
int block_path_breaks(const Scene *scene);   /* between lines of different scales */
float block_path_height(const Scene *scene); /* as strips */
float block_path_names(const Scene *scene);  /* width of their names, before digits */

/* The followed row: in digits whose cells begin at left, or as strips. Computed only for it, in one
** pass through norm and MLP. */
void block_path_draw(const Scene *scene, Box box, float left, bool has_digits);

#endif
