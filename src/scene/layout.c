/* scene/layout.c -- chooses the text scale, and folds panels until everything fits. */
#include "scene/layout.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/view_kinds.h"

/* Design sizes in points at text scale 1. */
static const float TOP_BAR_HEIGHT = 64, FORMULA_HEIGHT = 80, BOTTOM_HEIGHT = 92;
static const float TOP_BAR_LEAST = 52, FORMULA_LEAST = 64, BOTTOM_LEAST = 80;
static const float HEADS_WIDTH = 160, HEADS_WIDTH_LEAST = 136;
static const float TRAINING_WIDTH = 216, TRAINING_WIDTH_LEAST = 188; /* replaces the heads */
static const float LESSON_WIDTH = 384, LESSON_WIDTH_LEAST = 264;     /* replaces the heads */
static const float INSPECTOR_WIDTH = 368, INSPECTOR_WIDTH_LEAST = 288;
static const float CENTRE_WIDTH_LEAST = 440, CENTRE_HEIGHT_LEAST = 300;
static const float CENTRE_WIDTH_WITH_ARCS = 740; /* a matrix and the arcs beside it */
/* The overview and the views of many heads use their full height, so they need
** more than one stage. */
static const float WHOLE_BELOW_FORMULA_LEAST = 340;
/* The bars cannot be folded: they need this width at text scale 1. */
static const float BARS_WIDTH_LEAST = 780;
static const float FOOT_HEIGHT = 30, LAID_OVER_HEIGHT = 32;
/* From these text scales on a part gives its room to the centre. */
static const float FOLDS_HEADS_FROM = 1.2f, FOLDS_INSPECTOR_FROM = 1.45f, FOLDS_FORMULA_FROM = 1.7f;
/* Of the folded formula's height, the share that goes to larger bars. */
static const float FORMULA_SHARE_OF_BARS = 0.3f;
static const float TEXT_SCALE_STEP = 0.05f, TEXT_SCALE_LEAST = 0.5f;
/* The window for which the design sizes were chosen; everything grows in a larger one. */
static const float DESIGN_WIDTH = 1440, DESIGN_HEIGHT = 900, GROWTH_STEP = 0.025f;

/* In a narrower window the thumbnails and the inspector are folded, in a lower one the formula too:
** what room there is belongs to the matrix. */
static const float SMALL_WIDTH = 800, SMALL_HEIGHT = 500;
/* In narrower ones three matrices beside each other take the room of the thumbnails, and of a kept
** run also that of the inspector: their cells have no digits otherwise. */
static const float WIDTH_OF_COMPARISON = 1200, WIDTH_OF_TWO_RUNS = 1100;

/* What is folded away: each step includes those before it. */
typedef enum Fold { FOLD_NOTHING, FOLD_HEADS, FOLD_INSPECTOR, FOLD_FORMULA, FOLD_COUNT } Fold;

/* A window to be cut into its parts, some of which are folded away. */
typedef struct FoldedWindow {
  float width, height;
  const View *view;
  Fold fold;
} FoldedWindow;

/* A panel gets a share of the window, between its least and its full width,
** in steps of 4 points. */
static float panel_width(float window, float share, float least, float full, float scale) {
  return floorf(float_clamp(window * share, least * scale, full * scale * 1.25f) / 4) * 4;
}

static bool shows_one_head(const View *view) {
  return view->kind == VIEW_STAGE || view->kind == VIEW_CACHE || view_is_of_layers(view->kind);
}

/* The panel of a view that shows nothing of the sentence says what a lesson beside it says. */
static bool has_panel(const View *view) {
  if (view->lesson && view_kind_info(view->kind)->is_apart) return false;
  return view->kind == VIEW_STAGE || view_kind_info(view->kind)->room;
}

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

bool layout_is_low(const ScreenLayout *layout) { return layout->window.h < SMALL_HEIGHT; }

float layout_status_bar_height(float text_scale) { return FOOT_HEIGHT * text_scale; }

ScreenLayout layout_with_laid_over(ScreenLayout layout) {
  float high = floorf(LAID_OVER_HEIGHT * layout.text_scale);
  Box *const below[] = {&layout.heads, &layout.centre, &layout.inspector, &layout.lesson};
  if (layout.formula.h <= 0 || layout.centre.h < 2 * high) return layout;
  layout.laid_over = (Box){0, layout.formula.y + layout.formula.h, layout.window.w, high};
  for (int i = 0; i < 4; i++) {
    below[i]->y += high;
    below[i]->h = fmaxf(below[i]->h - high, 0);
  }
  return layout;
}

/* The parts around bars of a given fullness; whole points, so that hairlines stay sharp. */
static ScreenLayout lay_out_around(const FoldedWindow *window, float scale, float fullness) {
  const View *view = window->view;
  float width = window->width, height = window->height;
  Fold fold = window->fold;
  assert(scale > 0 && fullness >= 0 && fullness <= 1);
  float top = bar_height(TOP_BAR_LEAST, TOP_BAR_HEIGHT, fullness, scale);
  float bottom = bar_height(BOTTOM_LEAST, BOTTOM_HEIGHT, fullness, scale);
  float formula = bar_height(FORMULA_LEAST, FORMULA_HEIGHT, fullness, scale);
  bool trains = shows_training(view);
  if (fold >= FOLD_FORMULA || trains) formula = 0;
  bool has_lesson = view->lesson && !trains;
  bool has_heads =
      !has_lesson && (trains || (shows_one_head(view) && !view->solo && fold < FOLD_HEADS));
  bool has_inspector = trains ? fold < FOLD_HEADS : has_panel(view) && fold < FOLD_INSPECTOR;
  float heads = has_heads ? panel_width(width, 0.112f, HEADS_WIDTH_LEAST, HEADS_WIDTH, scale) : 0;
  if (trains) heads = panel_width(width, 0.15f, TRAINING_WIDTH_LEAST, TRAINING_WIDTH, scale);
  float lesson =
      has_lesson ? panel_width(width, 0.27f, LESSON_WIDTH_LEAST, LESSON_WIDTH, scale) : 0;
  float inspector =
      has_inspector ? panel_width(width, 0.256f, INSPECTOR_WIDTH_LEAST, INSPECTOR_WIDTH, scale) : 0;
  float y = top + formula, middle = height - y - bottom;
  return (ScreenLayout){.text_scale = scale,
                        .picture_scale = scale,
                        .window = {0, 0, width, height},
                        .top_bar = {0, 0, width, top},
                        .formula = {0, top, width, formula},
                        .heads = {0, y, heads, middle},
                        .lesson = {0, y, lesson, middle},
                        .centre = {heads + lesson, y, width - heads - lesson - inspector, middle},
                        .inspector = {width - inspector, y, inspector, middle},
                        .bottom = {0, height - bottom, width, bottom}};
}

/* Heights first, because bars are lowered before panels are folded. */
static ScreenLayout lay_out(const FoldedWindow *window, float scale) {
  float centre = centre_height_least(window->view, window->fold);
  float fullness = bars_fullness(window->height / scale, centre, window->fold);
  return lay_out_around(window, scale, fullness);
}

static float centre_width_least(const View *view) {
  bool beside = view->kind == VIEW_STAGE && view->arcs && stage_info(view->stage)->by_pair;
  return beside ? CENTRE_WIDTH_WITH_ARCS : CENTRE_WIDTH_LEAST;
}

static bool fits(const ScreenLayout *layout, const FoldedWindow *window) {
  float scale = layout->text_scale;
  return layout->window.w >= BARS_WIDTH_LEAST * scale &&
         layout->centre.w >= centre_width_least(window->view) * scale &&
         layout->centre.h >= centre_height_least(window->view, window->fold) * scale;
}

float layout_growth(float width, float height) {
  return fmaxf(1, fminf(width / DESIGN_WIDTH, height / DESIGN_HEIGHT));
}

/* The largest scale up to that of the view, in steps, at which this fold fits; false: none does. */
static bool find_largest_scale(const FoldedWindow *window, ScreenLayout *layout) {
  float most = window->view->text_scale, step = TEXT_SCALE_STEP;
  int steps = (int)ceilf((most - TEXT_SCALE_LEAST) / step - 1e-4f);
  for (; steps >= 0; steps--) {
    float scale = fminf(TEXT_SCALE_LEAST + (float)steps * step, most);
    *layout = lay_out(window, scale);
    if (fits(layout, window)) return true;
  }
  return false;
}

/* As large as the window allows without folding another part. */
static ScreenLayout grow_layout(const ScreenLayout *small, const View *view, Fold fold) {
  FoldedWindow window = {small->window.w, small->window.h, view, fold};
  int steps = (int)((layout_growth(window.width, window.height) - 1) / GROWTH_STEP + 1e-3f);
  for (int step = steps; step > 0; step--) {
    float scale = view->text_scale * (1 + GROWTH_STEP * (float)step);
    ScreenLayout layout = lay_out(&window, scale);
    if (fits(&layout, &window)) return layout;
  }
  return *small;
}

/* What is folded whatever the text is. */
static Fold first_fold(float width, float height, const View *view) {
  if (!has_panel(view)) return FOLD_NOTHING;
  if (height < SMALL_HEIGHT) return FOLD_FORMULA;
  if (width < SMALL_WIDTH) return FOLD_INSPECTOR;
  if (view->kind != VIEW_STAGE || view->compare == COMPARE_OFF) return FOLD_NOTHING;
  if (view->compare == COMPARE_KEPT && width < WIDTH_OF_TWO_RUNS) return FOLD_INSPECTOR;
  return width < WIDTH_OF_COMPARISON ? FOLD_HEADS : FOLD_NOTHING;
}

/* Folding comes before smaller text, so the scale is the largest at which any fold fits. */
static ScreenLayout plain_layout(float width, float height, const View *view) {
  assert(view->text_scale >= TEXT_SCALE_LEAST);
  ScreenLayout layout, best = {0};
  Fold best_fold = FOLD_FORMULA;
  for (int fold = first_fold(width, height, view); fold < FOLD_COUNT; fold++) {
    FoldedWindow window = {width, height, view, (Fold)fold};
    if (!find_largest_scale(&window, &layout)) continue;
    if (layout.text_scale <= best.text_scale + 0.001f) continue;
    best = layout;
    best_fold = (Fold)fold;
  }
  if (best.text_scale <= 0) return layout;
  best.text_scale_reduced = best.text_scale < view->text_scale - 0.001f;
  return best.text_scale_reduced ? best : grow_layout(&best, view, best_fold);
}

static Fold fold_of(const ScreenLayout *layout, const View *view) {
  if (layout->formula.h <= 0) return FOLD_FORMULA;
  if (!has_panel(view)) return FOLD_NOTHING;
  if (layout->inspector.w <= 0) return FOLD_INSPECTOR;
  bool folds_heads = shows_one_head(view) && layout->heads.w <= 0 && !view->solo;
  return folds_heads ? FOLD_HEADS : FOLD_NOTHING;
}

static Fold fold_for_larger_text(float text_scale) {
  if (text_scale >= FOLDS_FORMULA_FROM) return FOLD_FORMULA;
  if (text_scale >= FOLDS_INSPECTOR_FROM) return FOLD_INSPECTOR;
  return text_scale >= FOLDS_HEADS_FROM ? FOLD_HEADS : FOLD_NOTHING;
}

/* The scale at which the bars, at their least height, take no more than that height. */
static float bars_scale_within(float height, bool has_formula) {
  float least = TOP_BAR_LEAST + BOTTOM_LEAST + FOOT_HEIGHT + (has_formula ? FORMULA_LEAST : 0);
  return height / least;
}

/* Whether the centre is at least as large as another one. */
static bool is_no_smaller(const ScreenLayout *layout, const ScreenLayout *than) {
  float height = layout->centre.h - layout_status_bar_height(layout->text_scale);
  float height_least = than->centre.h - layout_status_bar_height(than->text_scale);
  return height >= height_least && layout->centre.w >= than->centre.w;
}

/* Parts fold by the text scale asked for, so the centre only grows with it. The bars grow in
** the height they have, and in a share of the formula's. */
static ScreenLayout larger_layout(const ScreenLayout *plain, const View *view) {
  assert(view->text_scale > 1);
  float width = plain->window.w, height = plain->window.h, scale = plain->text_scale;
  float asked = view->text_scale * layout_growth(width, height);
  Fold plain_fold = fold_of(plain, view), fold = fold_for_larger_text(view->text_scale);
  if (fold < plain_fold) fold = plain_fold;
  bool has_formula = fold < FOLD_FORMULA;
  float bars = plain->top_bar.h + plain->bottom.h + layout_status_bar_height(scale);
  bars += plain->formula.h * (has_formula ? 1 : FORMULA_SHARE_OF_BARS);
  float larger =
      fminf(fminf(asked, width / BARS_WIDTH_LEAST), bars_scale_within(bars, has_formula));
  ScreenLayout layout = *plain;
  if (fold > plain_fold) {
    FoldedWindow window = {width, height, view, fold};
    ScreenLayout same = lay_out_around(&window, scale, 0);
    ScreenLayout wide = lay_out_around(&window, fmaxf(larger, scale), 0);
    layout = is_no_smaller(&wide, plain) ? wide : same;
  }
  float middle = layout.centre.h - layout_status_bar_height(layout.text_scale);
  float most = fminf(layout.centre.w / CENTRE_WIDTH_LEAST, middle / WHOLE_BELOW_FORMULA_LEAST);
  layout.picture_scale = fmaxf(fminf(asked, most), layout.text_scale);
  layout.text_scale_reduced = plain->text_scale_reduced;
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
