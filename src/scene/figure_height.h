/* scene/figure_height.h -- how high a figure is whose width and size of words are given.
**
** A window gives a picture the room that there is. A figure of a page's width has a height of its
** own: what stands beside each other in a wide picture stands below each other in a narrow one,
** and rows are as high as their names.
**
** Units   points as drawn; the scene has the text scale asked for.   Memory, errors  None.
*/
#ifndef SCENE_FIGURE_HEIGHT_H
#define SCENE_FIGURE_HEIGHT_H

#include "scene/figure.h"

/* Of a stage, a comparison, the whole path or a view with a room, natural_h by natural_w design
** points where nothing is asked for. */
float figure_height_of_print(const Scene *scene, const Figure *figure, float width, Point natural);

#endif
