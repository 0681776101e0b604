/* scene/stages/fit.c -- the text scale of a stage in its box. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/stage_view.h"

/* Labels grow in a box at least GROWS_FROM times as large as the least, up to GROWS_MOST
** times the size asked for. */
static const float GROWS_FROM = 2, GROWS_MOST = 2;

/* As much of the room that larger text gives the other stages is for their matrices. */
static const float GAIN_OF_OTHERS = 0.75f;

float stage_rounded_cell(float cell) {
  if (cell >= 16) return floorf(cell);
  return cell >= 6 ? floorf(cell * 4) / 4 : cell;
}

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
  layout = scene_layout_with_bar(scene, view, layout);
  *box = layout.centre;
  box->h = fmaxf(box->h - layout_status_bar_height(layout.text_scale), 1);
  Scene plain = *scene;
  plain.view = view;
  plain.headline = scene_leaves_words_out(view, &layout);
  return at_scale(&plain, scale_in(*box, layout.text_scale));
}

static Scene at_larger_text(const Scene *scene, float text_scale, const Scene *plain) {
  Scene larger = at_scale(scene, text_scale);
  larger.plain_text_scale = plain->pen.text_scale;
  return larger;
}

/* Between the matrix at text scale 1 and the largest in this box, GAIN of the way: the rest of the
** room is for larger labels. */
static float larger_length(float plain, float most, int cells) {
  const float gain = 0.9f;
  float cell = float_lerp(plain, fmaxf(most, plain), gain) / (float)cells;
  return stage_rounded_cell(cell) * (float)cells;
}

/* Larger names leave less room for the matrix, whose size comes first: finds, by bisection, the
** largest scale of the names beside it. At a pair stage that size depends on the box alone, which
** only grows with the text scale asked for; at the others it is that at text scale 1 or more. */
static Scene fitted_to_larger_text(const Scene *scene, Box box) {
  View view;
  Box plain_box;
  Scene plain = at_plain_text(scene, &view, &plain_box);
  StageId stage = scene->view->stage;
  Box least = stage_matrix_box(&plain, plain_box, stage);
  float low = plain.pen.text_scale, high = fmaxf(scale_in(box, scene->pen.text_scale), low);
  Scene larger = at_larger_text(scene, low, &plain);
  if (stage_info(stage)->by_pair) {
    larger.cells_least = (Point){least.w, least.h};
    Box most = stage_matrix_box(&larger, box, stage);
    least.w = larger_length(least.w, most.w, trace_key_count(scene->trace));
    least.h = larger_length(least.h, most.h, trace_token_count(scene->trace));
    larger.cells_most = (Point){least.w, least.h};
  } else {
    Box most = stage_matrix_box(&larger, box, stage);
    least.w = float_lerp(least.w, fmaxf(most.w, least.w), GAIN_OF_OTHERS);
    least.h = float_lerp(least.h, fmaxf(most.h, least.h), GAIN_OF_OTHERS);
  }
  const int halvings = 5;
  for (int i = 0; i <= halvings; i++) {
    float scale = i == 0 ? high : (low + high) / 2;
    larger.pen.text_scale = scale;
    Box matrix = stage_matrix_box(&larger, box, stage);
    bool fits = matrix.w >= least.w - 0.5f && matrix.h >= least.h - 0.5f;
    if (fits) low = scale;
    else high = scale;
    if (fits && i == 0) break;
  }
  larger.pen.text_scale = low;
  return larger;
}

bool stage_is_for_afar(const Scene *scene) {
  const float from_text = 1.45f;
  const View *view = scene->view;
  if (!scene->interactive || view->kind == VIEW_TRAINING) return false;
  return view->presenter || view->text_scale >= from_text;
}

/* As in the presenter view, whose strips are not there. */
static Scene fitted_for_afar(const Scene *scene, Box box) {
  const float width = 1240, height = 560;
  View view;
  Box plain_box;
  Scene plain = at_plain_text(scene, &view, &plain_box);
  float least = plain.pen.text_scale, most = fmaxf(scale_in(box, scene->pen.text_scale), least);
  float scale = float_clamp(fminf(box.w / width, box.h / height), least, most);
  return at_larger_text(scene, scale, &plain);
}

static bool is_for_larger_text(const Scene *scene) {
  return scene->interactive && !scene->view->presenter && scene->view->kind != VIEW_TRAINING &&
         scene->view->text_scale > 1 && trace_token_count(scene->trace) > 0;
}

bool stage_with_plain_text(const Scene *scene, View *view, Box *box, Scene *plain) {
  const DrawList *list = scene->pen.list;
  if (scene->is_fitted || !is_for_larger_text(scene)) return false;
  *view = *scene->view;
  view->text_scale = 1;
  ScreenLayout layout = layout_screen(list->width_pt, list->height_pt, view, scene->pen.metrics);
  layout = scene_layout_with_bar(scene, view, layout);
  *box = layout.centre;
  *plain = at_scale(scene, layout.picture_scale);
  plain->view = view;
  return true;
}

Scene stage_fitted_to_side(const Scene *scene, Box box, MatrixSide *side) {
  const int halvings = 6;
  View view;
  Box plain_box;
  Scene plain;
  if (!stage_with_plain_text(scene, &view, &plain_box, &plain)) return *scene;
  float least = side(&plain, plain_box) - 0.01f;
  Scene larger = at_larger_text(scene, scene->pen.text_scale, &plain);
  larger.cells_least = (Point){least, least};
  float low = plain.pen.text_scale, high = larger.pen.text_scale;
  if (high <= low || side(&larger, box) >= least) return larger;
  for (int i = 0; i < halvings; i++) {
    larger.pen.text_scale = (low + high) / 2;
    if (side(&larger, box) >= least) low = larger.pen.text_scale;
    else high = larger.pen.text_scale;
  }
  larger.pen.text_scale = low;
  return larger;
}

Scene stage_fitted(const Scene *scene, Box box) {
  if (scene->is_fitted) return *scene;
  if (is_for_larger_text(scene) && stage_is_for_afar(scene) &&
      stage_views[scene->view->stage]->has_afar)
    return fitted_for_afar(scene, box);
  if (is_for_larger_text(scene)) return fitted_to_larger_text(scene, box);
  return at_scale(scene, scale_in(box, scene->pen.text_scale));
}

float stage_fitted_size(const Pen *pen, TextStyle style, float least, float width, Str text) {
  float used = pen_width(pen, style, text);
  return used <= width ? style.size : fmaxf(style.size * width / used * 0.99f, least);
}
