/* scene/stages/rotated.h -- what the files of the stage of rotated queries and keys share. Private
** to stages/rotated*.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_ROTATED_H
#define SCENE_STAGES_ROTATED_H

#include "scene/stages/stage_view.h"
#include "trace/workings/rotated.h"

/* The part of the focused number: rotated queries or keys. */
TracePart rotated_part(const Scene *scene);

/* Degrees of an angle: "57.3°", "0.057°". */
const char *rotated_degrees(Arena *arena, double angle);

/* The inspector of the stage, and the chosen number in words: scene/stages/rotated_panel.c. */
void rotated_inspect(Panel *panel);
CellWords rotated_cell_words(const Panel *panel);

#endif
