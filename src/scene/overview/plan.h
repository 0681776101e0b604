/* scene/overview/plan.h -- the places of the overview's parts. Private to overview/.
**
** Everything is measured in M, the height of a matrix by pair, and in design points. Matrices are
** as wide as high, up to 1.45 times wider where the place is low and wide.
** Units  points as drawn; OVERVIEW_… are design points.   Memory, errors  none.
*/
#ifndef SCENE_OVERVIEW_PLAN_H
#define SCENE_OVERVIEW_PLAN_H

#include "scene/scene.h"

enum { OVERVIEW_TITLE = 26, OVERVIEW_CAPTION = 46, OVERVIEW_BAR_LINE = 16, OVERVIEW_FUNNEL = 20 };

/* Every box in points of the scene's own box, bars and captions outside of them. */
typedef struct OverviewPlan {
  /* Text scale used here, M, and the width of a matrix by pair: M, or more where that is free. */
  float scale, side, width;
  float arrow_gap;
  Box tokens, k, q, v, output;
  /* Words of another sentence; h = 0: the keys are the tokens. */
  Box keys;
  /* The matrices by pair of this trace, in the order of the computation. */
  TracePart pair_parts[TRACE_PAIR_PARTS_MOST];
  Box pairs[TRACE_PAIR_PARTS_MOST];
  int pair_count;
  Box strip;
  /* A row of the layer's output, and what the model answers; h = 0: neither. */
  Box layer, answer;
} OverviewPlan;

/* The sentence has tokens. A pure function of the scene and the box, so the motion between views
** can ask for it twice. */
OverviewPlan overview_plan(const Scene *scene, Box box);

/* The words, with the query and the key in focus, −1 for none. */
void overview_tokens(const Scene *scene, const OverviewPlan *plan, int query, int key);

/* The parts between the matrices: from words to Q, K and V, from V to the output, and from the
** matrices to one row. */
void overview_token_ribbons(const Scene *scene, const OverviewPlan *plan);
void overview_value_ribbon(const Scene *scene, const OverviewPlan *plan);
void overview_funnel(const Scene *scene, const OverviewPlan *plan);
void overview_flows(const Scene *scene, const OverviewPlan *plan, int query, int key);

#endif
