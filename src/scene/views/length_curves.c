/* scene/views/length_curves.c -- lines, points, and the chosen length. */
#include "scene/views/length_curves.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static const float LINE = 2.25f, CHOSEN_DOT = 5.5f;

static Color model_color(const Theme *theme, LengthModel model) {
  return model == LENGTH_ATTENDS ? theme->weights : theme->ink;
}

const LengthPoint *length_chosen_point(const Lengths *lengths, LengthModel model) {
  return length_point(&lengths->curves[model], lengths->tokens);
}

float length_x(const LengthPicture *picture, Box box, double tokens) {
  double share = (tokens - picture->least + 0.5) / (picture->most - picture->least + 1);
  return box.x + box.w * (float)share;
}

static Point point_at(const LengthPicture *picture, const LengthChart *chart,
                      const LengthPoint *point) {
  Box plot = chart->plot;
  return (Point){length_x(picture, plot, point->tokens),
                 plot.y + plot.h * (1 - (float)chart->share(point))};
}

void length_dot_draw(const LengthPicture *picture, LengthModel model, Point at, float size,
                     Color stroke) {
  const Scene *scene = picture->scene;
  float radius = stage_points(scene, size);
  DrawBox dot = {.box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius},
                 .corner = model == LENGTH_ATTENDS ? radius : 0,
                 .fill = model_color(scene->pen.theme, model)};
  if (stroke.a > 0) {
    dot.stroke = stroke;
    dot.stroke_width = stage_points(scene, 2);
  }
  draw_box(scene->pen.list, dot);
}

/* No line leads from the lengths of training to the others: those sentences are made otherwise. */
static void draw_line_of(const LengthPicture *picture, const LengthChart *chart,
                         LengthModel model) {
  const Scene *scene = picture->scene;
  const LengthCurve *curve = &picture->lengths->curves[model];
  for (int i = 1; i < curve->count; i++)
    if (curve->at[i].is_trained == curve->at[i - 1].is_trained)
      draw_line(scene->pen.list, point_at(picture, chart, &curve->at[i - 1]),
                point_at(picture, chart, &curve->at[i]), stage_points(scene, LINE),
                model_color(scene->pen.theme, model));
}

/* Of the two, as far as one sign would lie upon the other. */
static bool is_beside(const LengthPicture *picture, const LengthChart *chart, int tokens) {
  const LengthCurve *curves = picture->lengths->curves;
  const LengthPoint *one = length_point(&curves[LENGTH_ATTENDS], tokens);
  const LengthPoint *other = length_point(&curves[LENGTH_SQUEEZES], tokens);
  return one && other && fabs(chart->share(one) - chart->share(other)) * chart->plot.h < 2;
}

/* Where both models are as good, a square on a disc would be a third sign: they stand side by side,
** the disc at the left, and are smaller where lengths are close. */
static void draw_point(const LengthPicture *picture, const LengthChart *chart, LengthModel model,
                       const LengthPoint *point, Color stroke) {
  const Scene *scene = picture->scene;
  Point at = point_at(picture, chart, point);
  float size = stroke.a > 0 ? CHOSEN_DOT : LENGTH_DOT, radius = stage_points(scene, size);
  float each = chart->plot.w / (float)(picture->most - picture->least + 1);
  if (is_beside(picture, chart, point->tokens)) {
    float room = stroke.a > 0 ? radius : float_clamp(each * 0.24f, 0.6f * radius, radius);
    at.x += model == LENGTH_ATTENDS ? -room : room;
    size *= room / radius;
  }
  length_dot_draw(picture, model, at, size, stroke);
}

/* "both: 0 %" over the lengths that training did not have, where neither has a share of them. */
static void draw_both_words(const LengthPicture *picture, const LengthChart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  const LengthCurve *curve = &picture->lengths->curves[LENGTH_ATTENDS];
  int first = -1, last = -1;
  const LengthPoint *chosen = length_chosen_point(picture->lengths, LENGTH_ATTENDS);
  if (chosen && !chosen->is_trained) return; /* the legend says it, and the line of the focus */
  for (int i = 0; i < curve->count; i++) {
    const LengthPoint *point = &curve->at[i];
    if (point->is_trained) continue;
    if (chart->share(point) > 0 || !is_beside(picture, chart, point->tokens)) return;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return;
  TextStyle style = {FACE_SEMIBOLD, LENGTH_TICK_SIZE, pen->theme->ink, ALIGN_MIDDLE};
  Point from = point_at(picture, chart, &curve->at[first]);
  float line = pen_line_height(pen, LENGTH_TICK_SIZE);
  Box box = {from.x, from.y - line - stage_points(scene, LENGTH_DOT + 4),
             point_at(picture, chart, &curve->at[last]).x - from.x, line};
  Str words = str_from(_("both: 0 %"));
  if (pen_width(pen, style, words) <= box.w && chart->plot.h > 4 * line)
    pen_text_in(pen, style, box, words);
}

void length_curves_draw(const LengthPicture *picture, const LengthChart *chart) {
  for (int model = LENGTH_MODEL_COUNT; model-- > 0;)
    draw_line_of(picture, chart, (LengthModel)model);
  for (int model = LENGTH_MODEL_COUNT; model-- > 0;) {
    const LengthCurve *curve = &picture->lengths->curves[model];
    for (int i = 0; i < curve->count; i++)
      draw_point(picture, chart, (LengthModel)model, &curve->at[i], COLOR_NONE);
  }
  draw_both_words(picture, chart);
}

void length_chosen_draw(const LengthPicture *picture, const LengthChart *chart) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  Box plot = chart->plot;
  float x = length_x(picture, plot, picture->lengths->tokens), width = stage_points(scene, 1.5f);
  draw_box(scene->pen.list,
           (DrawBox){.box = {x - width / 2, plot.y, width, plot.h}, .fill = theme->focus});
  for (int model = LENGTH_MODEL_COUNT; model-- > 0;) {
    const LengthPoint *point = length_chosen_point(picture->lengths, (LengthModel)model);
    if (point) draw_point(picture, chart, (LengthModel)model, point, theme->focus);
  }
}
