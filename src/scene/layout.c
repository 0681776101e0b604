/* scene/layout.c -- chooses the text scale, and folds panels until everything fits. */
#include "scene/layout.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

/* Design sizes in points at text scale 1. */
static const float TOP_BAR_HEIGHT = 64, FORMULA_HEIGHT = 80, BOTTOM_HEIGHT = 92;
static const float TOP_BAR_LEAST = 52, FORMULA_LEAST = 64, BOTTOM_LEAST = 80;
static const float HEADS_WIDTH = 160, HEADS_WIDTH_LEAST = 136;
static const float TRAINING_WIDTH = 216, TRAINING_WIDTH_LEAST = 188; /* replaces the heads */
static const float INSPECTOR_WIDTH = 368, INSPECTOR_WIDTH_LEAST = 288;
static const float CENTRE_WIDTH_LEAST = 440, CENTRE_HEIGHT_LEAST = 300;
static const float CENTRE_WIDTH_WITH_ARCS = 740; /* a matrix and the arcs beside it */
/* The overview and the views of many heads use their full height, so they need
** more than one stage. */
static const float WHOLE_BELOW_FORMULA_LEAST = 340;
/* The bars cannot be folded: they need this width at text scale 1. */
static const float BARS_WIDTH_LEAST = 780;
static const float FOOT_HEIGHT = 30;
/* Around a matrix: names at the left and above, its bar and words at the right. */
static const float MATRIX_WIDTH_BESIDE = 300, MATRIX_HEIGHT_BESIDE = 78;
/* A text scale this near to the largest possible one is accepted if fewer parts are folded. */
static const float NEAR_ENOUGH = 0.85f;
static const float TEXT_SCALE_STEP = 0.05f, TEXT_SCALE_LEAST = 0.5f;
/* The window for which the design sizes were chosen; everything grows in a larger one. */
static const float DESIGN_WIDTH = 1440, DESIGN_HEIGHT = 900, GROWTH_STEP = 0.025f;

/* What is folded away: each step includes those before it. */
typedef enum Fold { FOLD_NOTHING, FOLD_HEADS, FOLD_INSPECTOR, FOLD_FORMULA, FOLD_COUNT } Fold;

/* A panel gets a share of the window, between its least and its full width,
** in steps of 4 points. */
static float panel_width(float window, float share, float least, float full, float scale) {
  return floorf(float_clamp(window * share, least * scale, full * scale * 1.25f) / 4) * 4;
}

static bool shows_one_head(const View *view) { return view->kind == VIEW_STAGE; }

/* Its left panel is never folded, because it starts the training and names the task. */
static bool shows_training(const View *view) { return view->kind == VIEW_TRAINING; }

static float centre_height_least(const View *view, Fold fold) {
  bool is_below = !shows_one_head(view) && (fold < FOLD_FORMULA || shows_training(view));
  return is_below ? WHOLE_BELOW_FORMULA_LEAST : CENTRE_HEIGHT_LEAST;
}

/* The height of the bars between least (0) and full (1): they are lowered
** before anything is folded. */
static float bars_fullness(float height, float centre, Fold fold) {
  bool has_formula = fold < FOLD_FORMULA;
  float full = TOP_BAR_HEIGHT + BOTTOM_HEIGHT + (has_formula ? FORMULA_HEIGHT : 0);
  float least = TOP_BAR_LEAST + BOTTOM_LEAST + (has_formula ? FORMULA_LEAST : 0);
  return float_clamp((height - centre - least) / (full - least), 0, 1);
}

static float bar_height(float least, float full, float fullness, float scale) {
  return floorf(float_lerp(least, full, fullness) * scale);
}

float layout_matrix_growth(float text_scale) {
  const float from = 1.35f, growth = 1.1f;
  return text_scale >= from ? growth : 1;
}

float layout_status_bar_height(float text_scale) { return FOOT_HEIGHT * text_scale; }

/* What a layout with larger text must leave: 0 if the text is not larger. */
typedef struct Needs {
  float matrix;        /* the side of a square matrix beside its names */
  float width, height; /* of the centre above the status bar, if it shows no single matrix */
} Needs;

static float height_needed(const Needs *needs, float scale) {
  float foot = layout_status_bar_height(scale);
  if (needs->matrix > 0) return needs->matrix + MATRIX_HEIGHT_BESIDE * scale + foot;
  return needs->height > 0 ? needs->height + foot : 0;
}

static float width_needed(const Needs *needs, float scale) {
  return needs->matrix > 0 ? needs->matrix + MATRIX_WIDTH_BESIDE * scale : needs->width;
}

/* Heights first, because bars are lowered before panels are folded; whole points, so that
** hairlines stay sharp. */
static ScreenLayout lay_out(float width, float height, const View *view, float scale, Fold fold,
                            const Needs *needs) {
  assert(scale > 0);
  float centre = fmaxf(centre_height_least(view, fold), height_needed(needs, scale) / scale);
  float fullness = bars_fullness(height / scale, centre, fold);
  float top = bar_height(TOP_BAR_LEAST, TOP_BAR_HEIGHT, fullness, scale);
  float bottom = bar_height(BOTTOM_LEAST, BOTTOM_HEIGHT, fullness, scale);
  float formula = bar_height(FORMULA_LEAST, FORMULA_HEIGHT, fullness, scale);
  bool trains = shows_training(view);
  if (fold >= FOLD_FORMULA || trains) formula = 0;
  bool has_heads = trains || (shows_one_head(view) && !view->solo && fold < FOLD_HEADS);
  bool has_inspector = trains ? fold < FOLD_HEADS : shows_one_head(view) && fold < FOLD_INSPECTOR;
  float heads = has_heads ? panel_width(width, 0.112f, HEADS_WIDTH_LEAST, HEADS_WIDTH, scale) : 0;
  if (trains) heads = panel_width(width, 0.15f, TRAINING_WIDTH_LEAST, TRAINING_WIDTH, scale);
  float inspector =
      has_inspector ? panel_width(width, 0.256f, INSPECTOR_WIDTH_LEAST, INSPECTOR_WIDTH, scale) : 0;
  float y = top + formula, middle = height - y - bottom;
  return (ScreenLayout){.text_scale = scale,
                        .window = {0, 0, width, height},
                        .top_bar = {0, 0, width, top},
                        .formula = {0, top, width, formula},
                        .heads = {0, y, heads, middle},
                        .centre = {heads, y, width - heads - inspector, middle},
                        .inspector = {width - inspector, y, inspector, middle},
                        .bottom = {0, height - bottom, width, bottom}};
}

static float centre_width_least(const View *view) {
  bool beside = shows_one_head(view) && view->arcs && stage_info(view->stage)->by_pair;
  return beside ? CENTRE_WIDTH_WITH_ARCS : CENTRE_WIDTH_LEAST;
}

static Needs needs_of(const ScreenLayout *plain, const View *view) {
  float scale = plain->text_scale, height = plain->centre.h - layout_status_bar_height(scale);
  if (!shows_one_head(view)) return (Needs){.width = plain->centre.w, .height = height};
  float side =
      fminf(plain->centre.w - MATRIX_WIDTH_BESIDE * scale, height - MATRIX_HEIGHT_BESIDE * scale);
  return (Needs){.matrix = side * layout_matrix_growth(view->text_scale)};
}

/* The conditions of layout.h, with a tolerance of a point because bars have whole points. */
static bool fits(const ScreenLayout *layout, const View *view, Fold fold, const Needs *needs) {
  float scale = layout->text_scale;
  bool has_room = layout->centre.w >= width_needed(needs, scale) - 1 &&
                  layout->centre.h >= height_needed(needs, scale) - 1;
  return has_room && layout->window.w >= BARS_WIDTH_LEAST * scale &&
         layout->centre.w >= centre_width_least(view) * scale &&
         layout->centre.h >= centre_height_least(view, fold) * scale;
}

float layout_growth(float width, float height) {
  return fmaxf(1, fminf(width / DESIGN_WIDTH, height / DESIGN_HEIGHT));
}

/* The largest scale up to most, in steps, at which this fold fits; false: none does. */
static bool find_largest_scale(float width, float height, const View *view, float most, float step,
                               Fold fold, const Needs *needs, ScreenLayout *layout) {
  int steps = (int)ceilf((most - TEXT_SCALE_LEAST) / step - 1e-4f);
  for (; steps >= 0; steps--) {
    float scale = fminf(TEXT_SCALE_LEAST + (float)steps * step, most);
    *layout = lay_out(width, height, view, scale, fold, needs);
    if (fits(layout, view, fold, needs)) return true;
  }
  return false;
}

/* As large as the window allows without folding another part. */
static ScreenLayout grow_layout(const ScreenLayout *small, const View *view, Fold fold) {
  const Needs none = {0};
  float width = small->window.w, height = small->window.h;
  int steps = (int)((layout_growth(width, height) - 1) / GROWTH_STEP + 1e-3f);
  for (int step = steps; step > 0; step--) {
    float scale = view->text_scale * (1 + GROWTH_STEP * (float)step);
    ScreenLayout layout = lay_out(width, height, view, scale, fold, &none);
    if (fits(&layout, view, fold, &none)) return layout;
  }
  return *small;
}

/* Folding comes before smaller text, so the scale is the largest at which any fold fits. */
static ScreenLayout plain_layout(float width, float height, const View *view) {
  assert(view->text_scale >= TEXT_SCALE_LEAST);
  const Needs none = {0};
  ScreenLayout layout, best = {0};
  Fold best_fold = FOLD_FORMULA;
  for (int fold = FOLD_NOTHING; fold < FOLD_COUNT; fold++) {
    float most = view->text_scale;
    if (!find_largest_scale(width, height, view, most, TEXT_SCALE_STEP, (Fold)fold, &none, &layout))
      continue;
    if (layout.text_scale <= best.text_scale + 0.001f) continue;
    best = layout;
    best_fold = (Fold)fold;
  }
  if (best.text_scale <= 0) return layout;
  best.text_scale_reduced = best.text_scale < view->text_scale - 0.001f;
  return best.text_scale_reduced ? best : grow_layout(&best, view, best_fold);
}

/* If the largest scale is hardly above that without larger text, the layout
** of text scale 1 stays. */
static ScreenLayout larger_layout(const ScreenLayout *plain, const View *view) {
  assert(view->text_scale > 1);
  ScreenLayout layouts[FOLD_COUNT] = {{0}};
  float width = plain->window.w, height = plain->window.h, best = 0;
  float most = view->text_scale * layout_growth(width, height);
  Needs needs = needs_of(plain, view);
  for (int fold = FOLD_NOTHING; fold < FOLD_COUNT; fold++) {
    ScreenLayout *layout = &layouts[fold];
    if (!find_largest_scale(width, height, view, most, GROWTH_STEP, (Fold)fold, &needs, layout))
      layout->text_scale = 0;
    best = fmaxf(best, layout->text_scale);
  }
  int fold = FOLD_NOTHING;
  while (fold < FOLD_FORMULA && layouts[fold].text_scale < best * NEAR_ENOUGH) fold++;
  ScreenLayout layout = best > plain->text_scale ? layouts[fold] : *plain;
  layout.text_scale_reduced = layout.text_scale < view->text_scale - 0.001f;
  return layout;
}

ScreenLayout layout_screen(float width, float height, const View *view,
                           const TextMetrics *metrics) {
  (void)metrics;
  if (view->presenter) return layout_presenter(width, height, view);
  if (view->text_scale <= 1 || shows_training(view)) return plain_layout(width, height, view);
  View small = *view;
  small.text_scale = 1;
  ScreenLayout plain = plain_layout(width, height, &small);
  return larger_layout(&plain, view);
}
