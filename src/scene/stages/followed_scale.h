/* scene/stages/followed_scale.h -- the scale of rows that have not that of the rows above them: a
** small bar in a line, or its end alone. Private to stages/.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_FOLLOWED_SCALE_H
#define SCENE_STAGES_FOLLOWED_SCALE_H

#include "scene/stages/stage.h"

/* The width that such a bar wants. */
float followed_scale_width(const Scene *scene, TracePart part, ColorRange range);

/* At the left of box: "−11.3 ▬▬▬ 11.3", or "±11.3" where it is narrow; nothing where it is
** narrower still. Bars one below the other are as long as that of the widest numbers. */
void followed_scale_draw(const Scene *scene, Box box, TracePart part, ColorRange range,
                         float widest);

/* A line beside the rows of one scale, from the first to the last of them. */
void followed_scale_tie(const Scene *scene, float x, float from, float to);

#endif
