/* scene/overview/figure.h -- the overview as a figure: above the path of a head its title, as in
** the window ("“it” gathers mostly from “animal”: 0.774", or what all rows gather most), and below
** it, where the matrices are too small for bars of their own, what the colours stand for.
**
** Units   points.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_OVERVIEW_FIGURE_H
#define SCENE_OVERVIEW_FIGURE_H

#include "scene/scene.h"

/* What title and colours take of the height of a figure of that width. */
float overview_figure_more(const Scene *scene, float width);
/* Of a figure as wide as one column of a page: all of its height. 0: it is wider. */
float overview_figure_upright_height(const Scene *scene, float width);
void overview_figure_draw(const Scene *scene, Box box);

#endif
