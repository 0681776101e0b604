/* scene/stages/fit.c -- the text scale of a stage in its box. */
#include <assert.h>
#include <math.h>

#include "scene/stages/stage.h"

/* Labels grow in a box at least GROWS_FROM times as large as the least, up to GROWS_MOST
** times the size asked for. */
static const float GROWS_FROM = 2, GROWS_MOST = 2;

static float scale_in(Box box, float asked) {
  float most = fminf(box.w / STAGE_WIDTH_LEAST, box.h / STAGE_HEIGHT_LEAST);
  float grown = fminf(most / GROWS_FROM, asked * GROWS_MOST);
  return fmaxf(fminf(fmaxf(asked, grown), most), 0.4f);
}

static Scene at_scale(const Scene *scene, float text_scale) {
  assert(text_scale > 0);
  Scene fitted = *scene;
  fitted.pen.text_scale = text_scale;
  fitted.is_fitted = true;
  return fitted;
}

/* The same stage in the same window at text scale 1, and its box there. */
static Scene at_plain_text(const Scene *scene, View *view, Box *box) {
  const DrawList *list = scene->pen.list;
  *view = *scene->view;
  view->kind = VIEW_STAGE;
  view->text_scale = 1;
  ScreenLayout layout = layout_screen(list->width_pt, list->height_pt, view, scene->pen.metrics);
  *box = layout.centre;
  box->h = fmaxf(box->h - layout_status_bar_height(layout.text_scale), 1);
  Scene plain = *scene;
  plain.view = view;
  plain.headline = layout.formula.h > 0;
  return at_scale(&plain, scale_in(*box, layout.text_scale));
}

static Scene at_larger_text(const Scene *scene, float text_scale, const Scene *plain) {
  Scene larger = at_scale(scene, text_scale);
  larger.plain_text_scale = plain->pen.text_scale;
  return larger;
}

/* Larger names leave less room for the matrix: finds, by bisection, the largest scale at which the
** matrix keeps the size that it has at text scale 1. */
static Scene fitted_to_larger_text(const Scene *scene, Box box) {
  View view;
  Box plain_box;
  Scene plain = at_plain_text(scene, &view, &plain_box);
  Box least = stage_matrix_box(&plain, plain_box, scene->view->stage);
  float growth = layout_matrix_growth(scene->view->text_scale);
  float low = plain.pen.text_scale, high = fmaxf(scale_in(box, scene->pen.text_scale), low);
  const int halvings = 5;
  for (int i = 0; i <= halvings; i++) {
    float scale = i == 0 ? high : (low + high) / 2;
    Scene tried = at_larger_text(scene, scale, &plain);
    Box matrix = stage_matrix_box(&tried, box, scene->view->stage);
    bool fits = matrix.w >= least.w * growth - 0.5f && matrix.h >= least.h * growth - 0.5f;
    if (fits) low = scale;
    else high = scale;
    if (fits && i == 0) break;
  }
  return at_larger_text(scene, low, &plain);
}

Scene stage_fitted(const Scene *scene, Box box) {
  if (scene->is_fitted) return *scene;
  bool is_larger = scene->interactive && !scene->view->presenter &&
                   scene->view->kind != VIEW_TRAINING && scene->view->text_scale > 1 &&
                   trace_token_count(scene->trace) > 0;
  if (is_larger) return fitted_to_larger_text(scene, box);
  return at_scale(scene, scale_in(box, scene->pen.text_scale));
}
