/* scene/stages/order_motion.h -- the rows of a shuffled sentence on their way back to the places
** that its tokens have in the sentence, then its columns where they are keys.
**
**   row i at   y = y_i + (y_{p_i} − y_i) · part of t      p_i the place of token i in the sentence
**
** Private to compare.c. Units  points as drawn; t 0 … 1.   Memory, errors  as the draw list.
*/
#ifndef SCENE_STAGES_ORDER_MOTION_H
#define SCENE_STAGES_ORDER_MOTION_H

#include "scene/stages/stage_view.h"

/* scene is of the shuffled trace, at_rest the matrix put back. by_key: its columns travel too.
** named: each row has its token's name while it travels. */
void order_motion_draw(const Scene *scene, const DrawHeatmap *at_rest, bool by_key, bool named,
                       float t);

#endif
