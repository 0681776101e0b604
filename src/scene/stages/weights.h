/* scene/stages/weights.h -- what the files of the weights share. Private to stages/weights*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_WEIGHTS_H
#define SCENE_STAGES_WEIGHTS_H

#include "scene/stages/pair_stage.h"

/* ---- weights_panel.c ---- */

/* Whether weights are products of features instead of a softmax (M-59). */
bool weights_are_of_features(const Scene *scene);
/* The focused row or cell worked out. */
void weights_inspect(Panel *panel);
void weights_legend(Panel *panel);
/* What the step to the weights does, and the question which share a cell will get. */
Str weights_announce(const Panel *panel);
void weights_ask(Panel *panel);

/* The chosen weight in words (weights_words.c). */
CellWords weights_cell_words(const Panel *panel);

#endif
