/* scene/stages/features_motion.c -- how rows become features: Q and K go to their places, and grow
** narrow at the right as one feature after another comes from the left.
**
**   t  .1 … .4  Q and K go to the features     .45 … .78  features come
*/
#include "scene/stages/motion.h"

#include <assert.h>

/* What is there of the features, from the left. */
static void draw_features(const Moment *moment, const DrawHeatmap *features, float come) {
  DrawHeatmap part = *features;
  int count = (int)((float)features->values.cols * come);
  if (count <= 0) return;
  if (count < features->values.cols && features->filled < 0) {
    part.values = mat_view_cols(features->values, 0, count);
    part.box.w = features->box.w * (float)count / (float)features->values.cols;
  }
  draw_heatmap(moment->later.pen.list, part);
}

static void draw_side(const Moment *moment, TracePart before, TracePart after) {
  const Scene *scene = &moment->later;
  const DrawHeatmap *from = motion_heatmap(scene, moment->earlier_list, before);
  const DrawHeatmap *features = motion_heatmap(scene, moment->later_list, after);
  float come = motion_part(moment->t, 0.45f, 0.78f);
  if (!features) return;
  if (come > 0) draw_features(moment, features, come);
  if (!from || come >= 1) return;
  int count = (int)((float)features->values.cols * come);
  float done = features->box.w * (float)count / (float)features->values.cols;
  Box there = {features->box.x + done, features->box.y, features->box.w - done, features->box.h};
  DrawHeatmap rows = *from;
  rows.box = motion_beside(from->box, there, moment->t, after == TRACE_FEATURES_Q);
  rows.passing = true;
  if (rows.box.w >= 1) draw_heatmap(scene->pen.list, rows);
  motion_beside_name(scene, before, rows.box, moment->t);
}

void features_motion(const Moment *moment) {
  assert(moment->own);
  draw_side(moment, trace_score_queries(moment->later.trace), TRACE_FEATURES_Q);
  draw_side(moment, trace_placed_keys(moment->later.trace), TRACE_FEATURES_K);
}
