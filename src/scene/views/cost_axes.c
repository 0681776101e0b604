/* scene/views/cost_axes.c -- the logarithmic axes of a chart of costs. */
#include "scene/views/cost_chart.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/views/amounts.h"

/* -- scales ------------------------------------------------------------------------------------ */

static double log_of(double value) { return log10(fmax(value, 1e-9)); }

float cost_chart_x(const CostChart *chart, double tokens) {
  assert(chart->x_low < chart->x_high);
  double share = (log_of(tokens) - chart->x_low) / (chart->x_high - chart->x_low);
  return chart->plot.x + chart->plot.w * (float)share;
}

float cost_chart_y(const CostChart *chart, double value) {
  assert(chart->y_low < chart->y_high);
  double share = (log_of(value) - chart->y_low) / (chart->y_high - chart->y_low);
  return chart->plot.y + chart->plot.h * (1 - float_clamp((float)share, 0, 1));
}

static void widen(CostChart *chart, double value) {
  chart->y_low = fmin(chart->y_low, log_of(value));
  chart->y_high = fmax(chart->y_high, log_of(value));
}

/* Whole powers of ten, at least two of them. */
static void round_ends(CostChart *chart) {
  chart->y_low = floor(chart->y_low + 1e-9);
  chart->y_high = ceil(chart->y_high - 1e-9);
  if (chart->y_high < chart->y_low + 2) chart->y_high = chart->y_low + 2;
}

/* The sentence is within the axis, however short, and not at its end. */
static int least_tokens(int tokens) {
  if (tokens <= 0 || tokens / 2 >= COST_TOKENS_LEAST) return COST_TOKENS_LEAST;
  return int_max(tokens / 2, 1);
}

void cost_chart_set_scales(const CostPicture *picture, CostChart *chart) {
  int least = least_tokens(picture->sizes.token_count);
  chart->x_low = log_of(least);
  chart->x_high = log_of(COST_TOKENS_MOST);
  chart->y_low = 1e9;
  chart->y_high = -1e9;
  if (chart->quantity == COST_QUANTITY_COUNT) {
    widen(chart, 0.01);
    widen(chart, 10);
    for (int i = 0; picture->times && i < picture->times->count; i++)
      widen(chart, picture->times->at[i].ms);
  } else
    for (int method = 0; method < COST_METHOD_COUNT; method++) {
      widen(chart, cost_of((CostMethod)method, chart->quantity, &picture->sizes, least));
      widen(chart, cost_of((CostMethod)method, chart->quantity, &picture->sizes, COST_TOKENS_MOST));
    }
  if (chart->quantity == COST_MULTIPLICATIONS)
    widen(chart, cost_of_own(COST_MULTIPLICATIONS, &picture->sizes, COST_TOKENS_MOST));
  round_ends(chart);
}

static const float TICK_GAP = 8; /* design points */

/* -- axes -------------------------------------------------------------------------------------- */

static const char *tick_words(const CostPicture *picture, const CostChart *chart, double value) {
  Arena *arena = picture->scene->pen.list->arena;
  if (chart->quantity == COST_QUANTITY_COUNT) return amount_ms(arena, value);
  if (chart->quantity == COST_BYTES) return amount_bytes_short(arena, value);
  int power = (int)lround(log10(value));
  Number raised = number_raised(power);
  return power < 2 ? str_format(arena, "%.0f", value) : str_format(arena, "10%s", raised.at);
}

/* Bytes go by powers of 1024, all else by powers of ten. */
static double tick_base(const CostChart *chart) {
  return chart->quantity == COST_BYTES ? 1024 : 10;
}

/* Raised digits of equal width would fall apart: 10¹⁰. */
static FaceId tick_face(const CostChart *chart) {
  return chart->quantity == COST_MULTIPLICATIONS ? FACE_REGULAR : FACE_MONO;
}

float cost_axis_width(const CostPicture *picture) {
  const Pen *pen = &picture->scene->pen;
  TextStyle style = {FACE_MONO, cost_tick_size(picture), COLOR_NONE, ALIGN_END};
  return pen_width(pen, style, STR("1 GiB")) + stage_points(picture->scene, TICK_GAP) + 1;
}

static void draw_y_axis(const CostPicture *picture, const CostChart *chart) {
  const Pen *pen = &picture->scene->pen;
  const Scene *scene = picture->scene;
  TextStyle style = {tick_face(chart), cost_tick_size(picture), pen->theme->ink, ALIGN_END};
  double base = tick_base(chart), step = log_of(base);
  float line = pen_line_height(pen, cost_tick_size(picture)), free_from = 1e9f;
  for (double power = ceil(chart->y_low / step - 1e-9); power * step <= chart->y_high + 1e-9;
       power++) {
    float y = cost_chart_y(chart, pow(base, power));
    pen_rule(pen, (Point){chart->plot.x, y}, (Point){chart->plot.x + chart->plot.w, y});
    if (y + line / 2 > free_from) continue;
    Box box = {chart->plot.x - chart->axis_w, y - line / 2,
               chart->axis_w - stage_points(scene, TICK_GAP), line};
    pen_text_in(pen, style, box, str_from(tick_words(picture, chart, pow(base, power))));
    free_from = y - line / 2;
  }
}

/* 16, 64, 256 … as far as they do not touch; then what they count. */
static void draw_x_axis(const CostPicture *picture, const CostChart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, cost_tick_size(picture), pen->theme->ink, ALIGN_MIDDLE};
  float line = pen_line_height(pen, cost_tick_size(picture)), y = chart->plot.y + chart->plot.h;
  float widest = pen_width(pen, style, str_from(amount_count(pen->list->arena, COST_TOKENS_MOST)));
  float unit = cost_chart_x(chart, 64) - cost_chart_x(chart, 16), pitch = unit;
  int step = 4;
  for (; widest + stage_points(scene, picture->is_afar ? 3 : 6) > pitch && step < COST_TOKENS_MOST;
       pitch += unit)
    step *= 4;
  const float tick = 4;
  draw_line(pen->list, (Point){chart->plot.x, y}, (Point){chart->plot.x + chart->plot.w, y}, 1.25f,
            pen->theme->muted);
  for (int tokens = COST_TOKENS_MOST; tokens >= 1; tokens /= step) {
    if (log_of(tokens) < chart->x_low - 1e-9) break;
    Str words = str_from(amount_count(pen->list->arena, tokens));
    float x = cost_chart_x(chart, tokens);
    draw_line(pen->list, (Point){x, y}, (Point){x, y + stage_points(scene, tick)}, 1.25f,
              pen->theme->muted);
    Box box = {x - widest, y + stage_points(scene, tick + 1), 2 * widest, line};
    pen_text_in(pen, style, box, words);
  }
  TextStyle name = {FACE_REGULAR, cost_tick_size(picture), pen->theme->muted, ALIGN_MIDDLE};
  Box below = {chart->plot.x, y + stage_points(scene, tick + 3) + line, chart->plot.w, line};
  pen_text_in(pen, name, below, str_from(_("tokens n")));
}

void cost_axes_draw(const CostPicture *picture, const CostChart *chart) {
  draw_y_axis(picture, chart);
  draw_x_axis(picture, chart);
}
