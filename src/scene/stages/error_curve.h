/* scene/stages/error_curve.h -- the curve of errors in the panel of a stage whose outputs are
** approximate (M-75). Private to stages/.
**
** Units  points as drawn.   Memory, errors  as scene/inspector/panel_sections.h.
*/
#ifndef SCENE_STAGES_ERROR_CURVE_H
#define SCENE_STAGES_ERROR_CURVE_H

#include "scene/inspector/panel_sections.h"

/* A line through the errors of 1, 2, 4, … mixtures or features of the head on show, with the number
** that is laid over marked, and its error in words. Nothing where attention is exact. */
void error_curve_add(Panel *panel);

#endif
