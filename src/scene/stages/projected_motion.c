/* scene/stages/projected_motion.c -- how keys are mixed: the rows of K and of V go to their places
** in the recipes, fold together, and come out below as the mixtures.
**
**   t  .2 … .4  the rows go to the recipes     .48 … .76  they fold into the mixtures, and the
**      recipes are seen behind them
*/
#include "scene/stages/motion.h"

#include <assert.h>

#include "base/number.h"

typedef struct Fold {
  TracePart from, recipes, mixed;
} Fold;

/* Rows that become lower and lower at the lower edge of the recipes. */
static void draw_rows(const Moment *moment, const DrawHeatmap *from, Box recipes, TracePart part) {
  float t = moment->t, gone = motion_part(t, 0.48f, 0.76f);
  Box there = {recipes.x, recipes.y + recipes.h * gone, recipes.w, recipes.h * (1 - gone)};
  DrawHeatmap rows = *from;
  rows.box = motion_beside(from->box, there, t, part != TRACE_V);
  rows.passing = true;
  if (rows.box.h < 1) return;
  draw_box(moment->later.pen.list, /* the recipes are behind them */
           (DrawBox){.box = box_inset(rows.box, -1), .fill = moment->later.pen.theme->paper});
  draw_heatmap(moment->later.pen.list, rows);
  motion_beside_name(&moment->later, part, rows.box, t - float_clamp(t - 0.4f, 0, 0.1f));
}

/* From its upper edge on. */
static void draw_mixture(const Moment *moment, const DrawHeatmap *mixed) {
  DrawList *list = moment->later.pen.list;
  float come = motion_part(moment->t, 0.5f, 0.78f);
  Box seen = mixed->box;
  seen.h *= come;
  if (seen.h < 1) return;
  if (come >= 1 || list->clip.w >= 0) {
    if (come >= 1) draw_heatmap(list, *mixed);
    return;
  }
  bool was_at_edge = list->at_scroll_edge;
  list->at_scroll_edge = true;
  draw_clip(list, seen);
  draw_heatmap(list, *mixed);
  draw_clip_end(list);
  list->at_scroll_edge = was_at_edge;
}

void projected_motion(const Moment *moment) {
  assert(moment->own);
  const Scene *scene = &moment->later;
  const Fold folds[] = {{trace_placed_keys(scene->trace), TRACE_E, TRACE_K_PROJECTED},
                        {TRACE_V, TRACE_F, TRACE_V_PROJECTED}};
  for (int i = 0; i < 2; i++) {
    const DrawHeatmap *from = motion_heatmap(scene, moment->earlier_list, folds[i].from);
    const DrawHeatmap *recipes = motion_heatmap(scene, moment->later_list, folds[i].recipes);
    const DrawHeatmap *mixed = motion_heatmap(scene, moment->later_list, folds[i].mixed);
    if (from && recipes && moment->t < 0.76f) draw_rows(moment, from, recipes->box, folds[i].from);
    if (mixed) draw_mixture(moment, mixed);
  }
}
