/* scene/overview/plan.h -- the places of the overview's parts. Private to overview/.
**
** Sizes are multiples of M, the height of a matrix by pair, or design points. Matrices are as wide
** as high, up to 1.45 times wider in a low and wide box.
**
** Units  Points as drawn; OVERVIEW_… are design points.   Memory, errors  None.
*/
#ifndef SCENE_OVERVIEW_PLAN_H
#define SCENE_OVERVIEW_PLAN_H

#include "scene/scene.h"

enum { OVERVIEW_TITLE = 26, OVERVIEW_CAPTION = 46, OVERVIEW_BAR_LINE = 16, OVERVIEW_FUNNEL = 20 };

/* Boxes in points, without bars and captions. */
typedef struct OverviewPlan {
  /* The text scale, M, and the width of a matrix by pair: M, or more if there is room. */
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
  /* A row of the layer's output, and the model's answer; h = 0: neither. */
  Box layer, answer;
} OverviewPlan;

/* The sentence must have tokens. Depends only on the scene and the box, so the transition between
** views can call it twice. */
OverviewPlan overview_plan(const Scene *scene, Box box);

/* The words, with the selected query and key, −1 for none. */
void overview_tokens(const Scene *scene, const OverviewPlan *plan, int query, int key);

/* The connections between the matrices: from words to Q, K and V, from V to the output, and from
** the matrices to one row. */
void overview_token_ribbons(const Scene *scene, const OverviewPlan *plan);
void overview_value_ribbon(const Scene *scene, const OverviewPlan *plan);
void overview_funnel(const Scene *scene, const OverviewPlan *plan);
void overview_flows(const Scene *scene, const OverviewPlan *plan, int query, int key);

#endif
