/* scene/training/charts.c -- the curves of a training over its steps. */
#include "scene/training/charts.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float GAP = 28, NAME_SIZE = 12, VALUE_SIZE = 18, TICK_SIZE = 10.5f, HEADER = 26,
                   FOOT = 16;
/* Of the figure, whose charts stand one below the other. */
static const float FIGURE_PAD = 20, FIGURE_TITLE = 30, FIGURE_GAP = 20;
enum { CHARTS = 3, DRAWN_MOST = 240, SLICES_LEAST = 2 };

/* The last value at or before a step; NaN when there is none. */
static float training_curve_at(const TrainingCurve *curve, int step) {
  float value = NAN;
  for (int i = 0; i < curve->count && curve->steps[i] <= (float)step; i++) value = curve->values[i];
  return value;
}

/* ---- one chart ---- */

typedef struct Chart {
  const char *name, *short_name;
  const TrainingCurve *curve;
  float high; /* upper end of the axis; the lower is 0 */
  float now;
  bool percent;
  Color color;
} Chart;

typedef struct Plot {
  Box box;
  int steps;
  float high;
} Plot;

static Point plot_point(const Plot *plot, float step, float value) {
  assert(plot->steps > 0 && plot->high > 0);
  float share = float_clamp(value / plot->high, 0, 1);
  return (Point){plot->box.x + plot->box.w * step / (float)plot->steps,
                 plot->box.y + plot->box.h * (1 - share)};
}

/* Draws a curve. If it has more points than can be told apart, neighbours are replaced by their
** mean, so that 10,000 noisy steps still show a trend. */
static void curve_draw(const Scene *scene, const Plot *plot, const Chart *chart) {
  const TrainingCurve *curve = chart->curve;
  int join = (curve->count + DRAWN_MOST - 1) / DRAWN_MOST, count = 0;
  Point *points = arena_take(scene->pen.list->arena, 3 * (DRAWN_MOST + 2), sizeof *points);
  if (!points) scene->pen.list->failed = true;
  if (!points || curve->count < 2) return;
  for (int i = 0; i < curve->count; i += join) {
    float value = 0;
    int end = i + join < curve->count ? i + join : curve->count;
    for (int j = i; j < end; j++) value += curve->values[j];
    Point at = plot_point(plot, curve->steps[end - 1], value / (float)(end - i));
    if (count > 0) {
      Point from = points[count - 1];
      points[count++] = (Point){from.x + (at.x - from.x) / 3, from.y + (at.y - from.y) / 3};
      points[count++] = (Point){at.x + (from.x - at.x) / 3, at.y + (from.y - at.y) / 3};
    }
    points[count++] = at;
  }
  if (count > 3)
    draw_curve(scene->pen.list, points, count, 2 * scene->pen.text_scale, chart->color);
}

static void tick(const Scene *scene, float right, float middle, const char *words) {
  TextStyle style = {FACE_MONO, TICK_SIZE, scene->pen.theme->muted, ALIGN_END};
  float baseline = middle + TEXT_CAP_HEIGHT * stage_points(scene, TICK_SIZE) / 2;
  pen_text(&scene->pen, style, (Point){right, baseline}, str_from(words));
}

static const char *axis_number(const Scene *scene, const Chart *chart, float value) {
  Arena *arena = scene->pen.list->arena;
  if (chart->percent) return str_format(arena, "%.0f %%", (double)(100 * value));
  return str_format(arena, "%.3g", (double)value);
}

/* Three hairlines with their numbers, the steps below, and the title of the axis. The word "steps"
** is left out first if it would touch a number. */
static void axes_draw(const Scene *scene, const Plot *plot, const Chart *chart) {
  const Pen *pen = &scene->pen;
  Box box = plot->box;
  float space = stage_points(scene, 8), size = stage_points(scene, TICK_SIZE);
  for (int i = 0; i <= 2; i++) {
    float value = plot->high * (float)i / 2, y = box.y + box.h * (1 - (float)i / 2);
    pen_rule(pen, (Point){box.x, y}, (Point){box.x + box.w, y});
    tick(scene, box.x - space, y, axis_number(scene, chart, value));
  }
  TextStyle style = {FACE_MONO, TICK_SIZE, pen->theme->muted, ALIGN_START};
  float baseline = box.y + box.h + size * 1.4f;
  pen_text(pen, style, (Point){box.x, baseline}, STR("0"));
  style.align = ALIGN_END;
  Str last =
      str_from(number_grouped(pen->list->arena, str_format(pen->list->arena, "%d", plot->steps)));
  float used = pen_text(pen, style, (Point){box.x + box.w, baseline}, last);
  TextStyle name = {FACE_REGULAR, TICK_SIZE, pen->theme->muted, ALIGN_MIDDLE};
  Str steps = str_from(_("steps"));
  if (pen_width(pen, name, steps) + 2 * used + 2 * space < box.w)
    pen_text(pen, name, (Point){box.x + box.w / 2, baseline}, steps);
}

/* A step without a value has only the line. */
static void marker_draw(const Scene *scene, const Plot *plot, const Chart *chart, int step) {
  const Pen *pen = &scene->pen;
  float x = plot_point(plot, (float)step, 0).x, radius = stage_points(scene, 4.5f);
  draw_line(pen->list, (Point){x, plot->box.y}, (Point){x, plot->box.y + plot->box.h},
            1.5f * pen->text_scale, pen->theme->focus);
  if (!isfinite(chart->now)) return;
  Point at = plot_point(plot, (float)step, chart->now);
  draw_box(pen->list, (DrawBox){.box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius},
                                .corner = radius,
                                .fill = pen->theme->focus,
                                .stroke = pen->theme->ink,
                                .stroke_width = 1.5f * pen->text_scale});
}

/* A click or drag anywhere in the plot selects that step. Slices are three points wide, as
** fine as a hand can aim. */
static void plot_hits(const Scene *scene, const Plot *plot, int steps_done) {
  if (!scene->interactive) return;
  int slices = (int)fmaxf(SLICES_LEAST, roundf(plot->box.w / 3));
  float width = plot->box.w / (float)slices;
  for (int i = 0; i < slices; i++) {
    int step = (int)lround(((double)i + 0.5) / slices * plot->steps);
    if (step > steps_done) break;
    const char *command = str_format(scene->pen.list->arena, "timeline %d", step);
    Box slice = {plot->box.x + (float)i * width, plot->box.y, width, plot->box.h};
    control_stop(&scene->pen, (TrackStop){.box = slice, .command = command});
  }
}

/* Very large losses, just before a training diverges, are written in powers of ten. */
static const char *loss_words(Arena *arena, float loss) {
  static const float plain_most = 1e4f;
  Number large = number_full(loss);
  return loss < plain_most ? str_format(arena, "%.3f", (double)loss)
                           : str_format(arena, "%s", large.at);
}

/* Name and value are on one line; a narrow chart uses the shorter name. */
static void header_draw(const Scene *scene, const Chart *chart, Box box) {
  const Pen *pen = &scene->pen;
  TextStyle name = {FACE_SEMIBOLD, NAME_SIZE, pen->theme->muted, ALIGN_START};
  TextStyle value = {FACE_MONO_BOLD, VALUE_SIZE, chart->color, ALIGN_END};
  const char *words = "–";
  if (isfinite(chart->now) && chart->percent)
    words = str_format(pen->list->arena, "%.0f %%", (double)(100 * chart->now));
  else if (isfinite(chart->now)) words = loss_words(pen->list->arena, chart->now);
  float used = pen_text_in(pen, value, box, str_from(words)) + stage_points(scene, 8);
  Str label = str_from(chart->name);
  if (pen_width(pen, name, label) > box.w - used) label = str_from(chart->short_name);
  pen_text_in(pen, name, (Box){box.x, box.y, fmaxf(0, box.w - used), box.h}, label);
}

/* A chart too small to read keeps its name and its number. */
static void chart_draw(const Scene *scene, const Chart *chart, Box box) {
  const TrainingPicture *picture = scene->training;
  float header = stage_points(scene, HEADER), foot = stage_points(scene, FOOT);
  TextStyle number = {FACE_MONO, TICK_SIZE, scene->pen.theme->muted, ALIGN_END};
  float axis = fmaxf(stage_points(scene, 40),
                     pen_width(&scene->pen, number, STR("100 %")) + stage_points(scene, 8));
  header_draw(scene, chart, (Box){box.x, box.y, box.w, header});
  Plot plot = {.box = {box.x + axis, box.y + header + stage_points(scene, 8), box.w - axis,
                       box.h - header - foot - stage_points(scene, 8)},
               .steps = picture->axis_steps,
               .high = chart->high};
  if (plot.box.h < stage_points(scene, 20) || plot.box.w < stage_points(scene, 40)) return;
  axes_draw(scene, &plot, chart);
  curve_draw(scene, &plot, chart);
  marker_draw(scene, &plot, chart, picture->step);
  plot_hits(scene, &plot, picture->steps_done);
}

/* The next larger of 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten, so that axes
** end at simple numbers. */
static float round_up(float value) {
  static const float rungs[] = {1, 2, 3, 4, 5, 6, 8, 10};
  float power = (float)pow(10, floor(log10((double)fmaxf(value, 1e-3f))));
  for (int i = 0; i < 8; i++)
    if (value <= rungs[i] * power) return rungs[i] * power;
  return 10 * power;
}

/* The axis includes every point, even if a peak at the start flattens the rest. */
static float largest_value(const TrainingCurve *curve) {
  float most = 0;
  for (int i = 0; i < curve->count; i++)
    if (isfinite(curve->values[i])) most = fmaxf(most, curve->values[i]);
  return most;
}

static void charts_of(const Scene *scene, Chart charts[CHARTS]) {
  const TrainingPicture *picture = scene->training;
  const Theme *theme = scene->pen.theme;
  float high = picture->loss.count > 0 ? largest_value(&picture->loss) : 1;
  const Chart all[CHARTS] = {
      {.name = _("Loss"),
       .short_name = _("Loss"),
       .curve = &picture->loss,
       .high = round_up(high),
       .color = theme->ink},
      {.name = _("Right answers"),
       .short_name = _("Right"),
       .curve = &picture->accuracy,
       .high = 1,
       .percent = true,
       .color = theme->ink},
      {.name = _("Best head on the pattern"),
       .short_name = _("Pattern"),
       .curve = &picture->look,
       .high = 1,
       .percent = true,
       .color = theme->weights},
  };
  for (int i = 0; i < CHARTS; i++) {
    charts[i] = all[i];
    charts[i].now = training_curve_at(charts[i].curve, picture->step);
  }
}

void training_charts_draw(const Scene *scene, Box box) {
  Chart charts[CHARTS];
  charts_of(scene, charts);
  for (int i = 0; i < CHARTS; i++)
    chart_draw(scene, &charts[i], box_column(box, i, CHARTS, stage_points(scene, GAP)));
}

/* ---- the figure ---- */

/* A task without a pattern to look at has no curve of it. */
static int chart_count(const TrainingPicture *picture) {
  return picture->look.count > 0 ? CHARTS : CHARTS - 1;
}

float training_figure_height(const TrainingPicture *picture) {
  return 60 + 180 * (float)chart_count(picture);
}

void training_figure_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  const TrainingPicture *picture = scene->training;
  Chart charts[CHARTS];
  int count = chart_count(picture);
  bool has_title = !scene->view->export_look.figure.no_title;
  float gap = stage_points(scene, FIGURE_GAP);
  Box inner = box_inset(box, stage_points(scene, FIGURE_PAD));
  Box title = cut_top(&inner, has_title ? stage_points(scene, FIGURE_TITLE) : 0);
  charts_of(scene, charts);
  draw_group_begin(pen->list, "training", NULL);
  if (has_title)
    pen_text_in(pen, (TextStyle){FACE_BOLD, 14, pen->theme->ink, ALIGN_START},
                (Box){title.x, title.y, title.w, title.h * 0.7f},
                str_from(str_format(pen->list->arena, _("Training of %.*s"),
                                    (int)picture->name.bytes, picture->name.at)));
  float height = (inner.h - gap * (float)(count - 1)) / (float)count;
  for (int i = 0; i < count; i++)
    chart_draw(scene, &charts[i],
               (Box){inner.x, inner.y + (height + gap) * (float)i, inner.w, height});
  draw_group_end(pen->list);
}

static void add_curve(StrBuf *words, const TrainingPicture *picture) {
  Arena *arena = words->arena;
  float loss = training_curve_at(&picture->loss, picture->step);
  float right = training_curve_at(&picture->accuracy, picture->step);
  float look = training_curve_at(&picture->look, picture->step);
  const char *step = number_grouped(arena, str_format(arena, "%d", picture->step));
  if (isfinite(loss) && isfinite(right))
    i18n_add_sentence(words, str_format(arena,
                                        _("At step %s, which the line marks, the loss is %s and "
                                          "%.0f %% of the answers are right."),
                                        step, number_full(loss).at, (double)(100 * right)));
  if (isfinite(look))
    i18n_add_sentence(words, str_format(arena,
                                        _("The best head gives %.0f %% of its weight to the places "
                                          "that the task asks for."),
                                        (double)(100 * look)));
}

const char *training_figure_words(const TrainingPicture *picture, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  const char *done = str_format(arena, "%d", picture->steps_done),
             *wanted = str_format(arena, "%d", picture->steps_wanted);
  i18n_add_sentence(&words, str_format(arena, _("Training of %.*s up to step %s of %s."),
                                       (int)picture->name.bytes, picture->name.at,
                                       number_grouped(arena, done), number_grouped(arena, wanted)));
  add_curve(&words, picture);
  i18n_add_sentence(&words, _("The loss is the mean cross-entropy of the batch of a step."));
  if (picture->loss.count > DRAWN_MOST)
    i18n_add_sentence(&words, _("The curves are means over neighbouring steps."));
  return words.at && !words.failed ? words.at : "";
}
