/* scene/training/training.c -- the centre of the training view: three curves above, every head
** below. */
#include "scene/layer_words.h"
#include "scene/training/training.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/heads/heads.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float SIDE_LEAST = 4, PAD = 20, CHART_SHARE = 0.24f, CHART_LEAST = 104,
                   CHART_MOST = 200, GAP = 28;
static const float NAME_SIZE = 12, VALUE_SIZE = 18, TICK_SIZE = 10.5f, HEADER = 26;
static const float FOOT = 16, HEAD_GAP = 16, HEAD_TITLE = 24, TITLE_FROM = 3, LABELS_FROM = 170,
                   BAR_LINE = 18, FOOT_BAR = 112; /* width of a labelled bar and its two numbers */
/* limit of text enlargement, since the tokens of every head need room too */
static const float GROWN_MOST = 1.35f;
enum { CHARTS = 3, DRAWN_MOST = 240, SLICES_LEAST = 2 };

/* The last value at or before a step; NaN when there is none. */
static float training_curve_at(const TrainingCurve *curve, int step) {
  float value = NAN;
  for (int i = 0; i < curve->count && curve->steps[i] <= (float)step; i++) value = curve->values[i];
  return value;
}

int training_axis_steps(int steps_done, int steps_wanted) {
  static const int ends[] = {50000, 20000, 10000, 5000, 2000, 1000};
  int end = steps_wanted;
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    if (ends[i] < end && steps_done < end / 10 && steps_done < ends[i]) end = ends[i];
  return end > 0 ? end : 1;
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
  float axis = stage_points(scene, 40);
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

static void charts_draw(const Scene *scene, Box box) {
  const TrainingPicture *picture = scene->training;
  const Theme *theme = scene->pen.theme;
  float high = picture->loss.count > 0 ? largest_value(&picture->loss) : 1;
  const Chart charts[CHARTS] = {
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
    Chart chart = charts[i];
    chart.now = training_curve_at(chart.curve, picture->step);
    chart_draw(scene, &chart, box_column(box, i, CHARTS, stage_points(scene, GAP)));
  }
}

/* ---- the heads ---- */

typedef struct HeadPlaces {
  int layers, heads;
  bool across; /* layers are columns, heads rows */
  float side, step_x, step_y, labels_w, labels_h, title, gap;
  Point first;
} HeadPlaces;

/* Square pictures as large as width and height allow, with labels of tokens if asked, and a title
** if there is room for one. */
static void size_of_heads(const Scene *scene, Box box, bool labelled, HeadPlaces *places) {
  assert(places->layers > 0 && places->heads > 0);
  float cols = (float)(places->across ? places->layers : places->heads);
  float rows = (float)(places->across ? places->heads : places->layers);
  float gap = fminf(stage_points(scene, HEAD_GAP), box.h / rows * 0.12f);
  float labels_w = matrix_label_width(scene, 72), labels_h = matrix_label_height(scene, 60);
  float lean = labelled ? labels_h * 0.7f : 0;
  places->gap = gap;
  places->labels_w = labelled ? labels_w + stage_points(scene, 8) : 0;
  places->labels_h = labelled ? labels_h + stage_points(scene, 6) : 0;
  places->title = stage_points(scene, HEAD_TITLE);
  if (box.h / rows < TITLE_FROM * places->title) places->title = 0;
  places->side = fminf((box.w - gap * (cols - 1)) / cols - places->labels_w - lean,
                       (box.h - gap * (rows - 1)) / rows - places->labels_h - places->title);
  places->step_x = places->side + places->labels_w + lean + gap;
  places->step_y = places->side + places->labels_h + places->title + gap;
  float used = places->step_x * cols - gap;
  places->first = (Point){box.x + (box.w - used) / 2, box.y};
}

/* With labels of tokens if the pictures stay large enough, otherwise without. */
static HeadPlaces place_heads_along(const Scene *scene, Box box, bool across) {
  HeadPlaces places = {.layers = trace_layer_count(scene->trace),
                       .heads = trace_head_count(scene->trace, 0),
                       .across = across};
  size_of_heads(scene, box, true, &places);
  if (places.side < stage_points(scene, LABELS_FROM)) size_of_heads(scene, box, false, &places);
  return places;
}

/* A layer is a row, because layers are read from the top down; a column only if that makes
** pictures clearly larger. */
static HeadPlaces place_heads(const Scene *scene, Box box) {
  HeadPlaces rows = place_heads_along(scene, box, false),
             columns = place_heads_along(scene, box, true);
  return columns.side > 1.2f * rows.side ? columns : rows;
}

/* The longest of three forms of the name of a head that fits. */
static Str head_name(const Trace *trace, const Pen *pen, TextStyle style, float width,
                     const int place[2]) {
  Arena *arena = pen->list->arena;
  const char *const ways[] = {layer_head_words(arena, trace, place[0], place[1]),
                              layer_head_short(arena, trace, place[0], place[1]),
                              layer_head_least(arena, trace, place[0], place[1])};
  Str words = {"", 0};
  for (int i = 0; i < 3; i++) {
    words = str_from(ways[i]);
    if (pen_width(pen, style, words) <= width) break;
  }
  return words;
}

static void head_title(const Scene *scene, Box box, int layer, int head) {
  const Pen *pen = &scene->pen;
  const TrainingPicture *picture = scene->training;
  TextStyle name = {FACE_SEMIBOLD, NAME_SIZE, pen->theme->ink, ALIGN_START};
  TextStyle share = {FACE_MONO, NAME_SIZE, pen->theme->weights, ALIGN_END};
  float used = 0;
  if (picture->head_attn_targets) {
    float look = picture->head_attn_targets[layer * trace_head_count(scene->trace, 0) + head];
    const char *percent = str_format(pen->list->arena, "%.0f %%", (double)(100 * look));
    Str words = look >= 0 ? str_from(percent) : (Str){"", 0};
    if (look >= 0 && pen_width(pen, share, words) < box.w * 0.6f) {
      pen_text_in(pen, share, box, words);
      /* the same for all heads, so that they use the same form */
      used = pen_width(pen, share, STR("100 %")) + stage_points(scene, 6);
    }
  }
  Box rest = {box.x, box.y, box.w - used, box.h};
  pen_text_in(pen, name, rest, head_name(scene->trace, pen, name, rest.w, (int[2]){layer, head}));
}

static const char *head_command(const Scene *scene, int layer, int head, const char *after) {
  return str_format(scene->pen.list->arena, "layer %d; head %d%s", layer + 1, head + 1, after);
}

/* A head with the labels of its tokens. It has its own view, so that the focus of the
** window is not marked here. */
static void labelled_head(const Scene *scene, const HeadPlaces *places, Box cells, int layer,
                          int head) {
  View view = *scene->view;
  Scene own = *scene;
  view.layer = layer;
  view.head = head;
  view.query = view.key = view.hover_query = view.hover_key = -1;
  view.stage = stage_of_part(TRACE_WEIGHTS);
  own.view = &view;
  own.trace = trace_of_layer(scene->trace, layer);
  own.interactive = false;
  matrix_widget_draw(&own, &(MatrixWidget){.part = TRACE_WEIGHTS,
                                           .before = TRACE_WEIGHTS,
                                           .cells = cells,
                                           .row_labels = true,
                                           .col_labels = true,
                                           .label_width = places->labels_w,
                                           .label_height = places->labels_h,
                                           .digits = true,
                                           .mix = 1,
                                           .filled = -1,
                                           .focus_row = -1,
                                           .focus_col = -1});
}

static void head_draw(const Scene *scene, const HeadPlaces *places, int layer, int head) {
  const Pen *pen = &scene->pen;
  Point at = {places->first.x + places->step_x * (float)(places->across ? layer : head),
              places->first.y + places->step_y * (float)(places->across ? head : layer)};
  Box cells = {at.x + places->labels_w, at.y + places->title + places->labels_h, places->side,
               places->side};
  const char *click = head_command(scene, layer, head, "");
  const char *twice = head_command(scene, layer, head, "; view stage; stage weights");
  Box title = {cells.x, at.y, cells.w, places->title - stage_points(scene, 5)};
  if (places->title > 0) head_title(scene, title, layer, head);
  if (places->labels_w > 0) {
    labelled_head(scene, places, cells, layer, head);
    if (scene->interactive)
      draw_hit(pen->list, (DrawHit){.box = cells,
                                    .cursor = CURSOR_HAND,
                                    .click = click,
                                    .twice = twice,
                                    .tip = _("a double click opens this head")});
  } else
    heads_thumbnail(
        scene,
        &(Thumbnail){.box = cells, .layer = layer, .head = head, .click = click, .twice = twice});
  bool is_chosen = scene->view->layer == layer && scene->view->head == head;
  bool alone = places->layers * places->heads == 1;
  if (is_chosen && !alone)
    pen_focus_outline(
        pen, (DrawBox){.box = box_inset(cells, -fminf(stage_points(scene, 4), places->gap / 2)),
                       .corner = 6,
                       .stroke_width = stage_points(scene, 2.5f)});
}

static void heads_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float line = stage_points(scene, BAR_LINE), gap = stage_points(scene, 10);
  Box foot = {box.x, box.y + box.h - line, box.w, line};
  box.h -= line + gap;
  if (trace_token_count(scene->trace) == 0) return;
  HeadPlaces places = place_heads(scene, box);
  if (places.side < SIDE_LEAST) return;
  for (int layer = 0; layer < places.layers; layer++)
    for (int head = 0; head < places.heads; head++) head_draw(scene, &places, layer, head);
  TextStyle words = {FACE_REGULAR, TICK_SIZE, pen->theme->muted, ALIGN_START};
  Str told = str_from(_("attention weights: a row is a query, a column a key"));
  float bar_width = stage_points(scene, FOOT_BAR);
  Box bar = {foot.x + foot.w - bar_width, foot.y, bar_width, foot.h};
  pen_text_in(pen, words, (Box){foot.x, foot.y, foot.w - bar_width, foot.h}, told);
  pen_inline_bar(
      pen,
      &(ColorBar){.box = bar, .palette = scene_palette(scene, TRACE_WEIGHTS), .range = {0, 1}});
}

void training_draw(const Scene *bare, Box box) {
  Scene scene = stage_fitted(bare, box);
  if (!scene.training) return;
  scene.pen.text_scale = fminf(scene.pen.text_scale, bare->pen.text_scale * GROWN_MOST);
  float pad = stage_points(&scene, PAD);
  Box inside = {box.x + pad, box.y + pad * 0.7f, box.w - 2 * pad, box.h - pad * 1.2f};
  float charts = float_clamp(inside.h * CHART_SHARE, stage_points(&scene, CHART_LEAST),
                             stage_points(&scene, CHART_MOST));
  charts_draw(&scene, (Box){inside.x, inside.y, inside.w, charts});
  float top = charts + stage_points(&scene, 22);
  heads_draw(&scene, (Box){inside.x, inside.y + top, inside.w, inside.h - top});
}
