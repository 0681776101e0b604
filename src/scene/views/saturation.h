/* scene/views/saturation.h -- why scores are divided by √d.
**
**   Dot products            Weights of one draw
**      ▂▅█▅▂                k₁  −9.5 ▏       −1.2 ▇
**    ▂▅█████▅▂              k₂  12.1 ▇▇▇▇▇▇   1.5 ▇▇▇
**   ──┆──────┆──            one query, five keys: as they are, and divided
**    d    √d     σ    largest       entropy       gradient
**    8   2.83   2.84   .74   .45    0.86  1.96    0.27  0.40
**   numbers d ──⬤──   keys ──⬤──   draws ──⬤──   seed − 1 +   draw − 1 +
**
** Grey bars are counts; the curve is the bell of deviation √d. Upright lines are the deviation
** measured and, broken, expected. Marks below are the products of the draw at the right.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_SATURATION_H
#define SCENE_VIEWS_SATURATION_H

#include "scene/inspector/inspector.h"
#include "trace/workings/saturation.h"

/* The draw on show, from 0, within those that there are. */
SaturationDraw saturation_draw_on_show(const Scene *scene);

/* Its parts: scene/views/saturation_chart.c. The scene is fitted and has a saturation. */
void saturation_histogram_draw(const Scene *scene, Box box);
void saturation_weights_draw(const Scene *scene, const SaturationDraw *draw, Box box);
float saturation_table_height(const Scene *scene, float width);
void saturation_table_draw(const Scene *scene, Box box);

/* Its panel: scene/views/saturation_panel.c. */
void saturation_inspect(Panel *panel);

#endif
