/* scene/stages/output.h -- what the files of the weighted sum share. Private to stages/output*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_OUTPUT_H
#define SCENE_STAGES_OUTPUT_H

#include "scene/stages/stage_view.h"

Box output_values_box(const Scene *scene, Box box); /* where V is drawn */

void output_inspect(Panel *panel); /* for a focused row or number */

#endif
