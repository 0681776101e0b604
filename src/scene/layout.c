/* scene/layout.c -- choosing text scale and folding panels until everything has its place. */
#include "scene/layout.h"

#include <math.h>

/* Design sizes in points at text scale 1. */
static const float TOP_BAR_HEIGHT = 64, FORMULA_HEIGHT = 80, BOTTOM_HEIGHT = 92;
static const float HEADS_WIDTH = 160, HEADS_WIDTH_LEAST = 112;
static const float INSPECTOR_WIDTH = 368, INSPECTOR_WIDTH_LEAST = 288;
static const float CENTRE_WIDTH_LEAST = 440, CENTRE_HEIGHT_LEAST = 340;
/* The bars cannot fold: they need this much at text scale 1. */
static const float BARS_WIDTH_LEAST = 860, BARS_HEIGHT_LEAST = 500;
static const float TEXT_SCALE_STEP = 0.05f;

static float clamp(float value, float low, float high) {
  return value < low ? low : value > high ? high : value;
}

/* The largest scale at which top bar, bottom bar and a small centre still fit. */
static float fitting_scale(float width, float height, float asked) {
  float most = fminf(width / BARS_WIDTH_LEAST, height / BARS_HEIGHT_LEAST);
  if (asked <= most) return asked;
  float stepped = floorf(most / TEXT_SCALE_STEP + 1e-4f) * TEXT_SCALE_STEP;
  return fmaxf(stepped, 0.5f);
}

/* A panel takes a share of the window between its least and its full width, in steps of 4 points.
 */
static float panel_width(float window, float share, float least, float full, float scale) {
  return floorf(clamp(window * share, least * scale, full * scale * 1.25f) / 4) * 4;
}

ScreenLayout layout_screen(float width, float height, const View *view,
                           const TextMetrics *metrics) {
  (void)metrics;
  ScreenLayout layout = {.window = {0, 0, width, height}};
  float scale = fitting_scale(width, height, view->text_scale);
  layout.text_scale = scale;
  layout.text_scale_reduced = scale < view->text_scale - 0.001f;

  float top = TOP_BAR_HEIGHT * scale, bottom = BOTTOM_HEIGHT * scale,
        formula = FORMULA_HEIGHT * scale;
  float heads = panel_width(width, 0.112f, HEADS_WIDTH_LEAST, HEADS_WIDTH, scale);
  float inspector = panel_width(width, 0.256f, INSPECTOR_WIDTH_LEAST, INSPECTOR_WIDTH, scale);
  float centre_least = CENTRE_WIDTH_LEAST * scale;

  bool is_overview = view->kind == VIEW_OVERVIEW;
  bool is_many_heads = view->kind == VIEW_HEADS || view->kind == VIEW_GRID;
  if (is_overview || is_many_heads || view->solo) heads = 0;
  if (is_overview || is_many_heads) inspector = 0;
  if (heads + inspector + centre_least > width) heads = 0;
  if (inspector + centre_least > width) inspector = 0;
  if (top + bottom + formula + CENTRE_HEIGHT_LEAST * scale * 0.8f > height) formula = 0;

  float middle_top = top + formula, middle_height = height - middle_top - bottom;
  layout.top_bar = (Box){0, 0, width, top};
  layout.formula = (Box){0, top, width, formula};
  layout.heads = (Box){0, middle_top, heads, middle_height};
  layout.centre = (Box){heads, middle_top, width - heads - inspector, middle_height};
  layout.inspector = (Box){width - inspector, middle_top, inspector, middle_height};
  layout.bottom = (Box){0, height - bottom, width, bottom};
  return layout;
}
