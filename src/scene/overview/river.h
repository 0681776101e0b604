/* scene/overview/river.h -- the bar in which the ribbons of V end. Private to scene/overview.
**
** Units  points as drawn.   Memory, errors  none.
*/
#ifndef SCENE_OVERVIEW_RIVER_H
#define SCENE_OVERVIEW_RIVER_H

#include "scene/overview/plan.h"

/* Whether values, weights and output are there, so that ribbons have shares. */
bool overview_gathers(const Scene *scene);
/* 1, or what shares add up to that dropout made larger: ribbons fill the bar, and no more. */
float overview_shares_whole(const float *shares, int count);
/* The end of a ribbon in the bar of shares, which begins at `done` of it. */
Box overview_share_end(const OverviewPlan *plan, float done, float share);

#endif
