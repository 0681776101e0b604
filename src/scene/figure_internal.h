/* scene/figure_internal.h -- a figure while it is drawn. For figure*.c only.
**
**   figure.c           the view, theme and sizes of words of a figure; to the size asked for
**   figure_heatmap.c   one matrix with its title, labels and bar
**   figure_box.c       pictures that fill a box: heads, a stage, the overview, views
**   figure_frame.c     margins and caption, which both have
*/
#ifndef SCENE_FIGURE_INTERNAL_H
#define SCENE_FIGURE_INTERNAL_H

#include "scene/figure_view.h"
#include "scene/scene.h"

/* Of labels at text scale 1, where a figure has one size of words. */
static const float FIGURE_FONT_SIZE_PT = 13;

/* The margin around a picture. Figures with a size of words stand among the text of a page, which
** has margins itself. */
float figure_pad(const Scene *scene);
bool figure_has_title(const Scene *scene);

/* Of the caption wrapped to that width; 0: the figure has none. */
float figure_caption_height(const Scene *scene, const Figure *figure, float width);
void figure_draw_caption(const Scene *scene, const Figure *figure, Box box);

/* They set the size of the list: that of the figure, or what the picture needs. */
void figure_draw_heatmap(const Scene *scene, const Figure *figure, DrawList *list);
void figure_draw_box(const Scene *scene, const Figure *figure, DrawList *list);

#endif
