/* scene/views/cost_curves.c -- the curves and the measured times of a chart of costs, their marks,
** and their names behind them. */
#include "scene/views/cost_chart.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage.h"
#include "scene/views/amounts.h"
#include "scene/views/cost.h"
#include "scene/views/dashes.h"

/* Design points. */
static const float LINE = 2, BOLD_LINE = 3.5f, MARK = 4, MARK_AFAR = 2.8f, MARK_ROOM = 16,
                   LABEL_GAP = 8, RATIO_GAP = 6;
enum { POINTS_A_CURVE = 96 };

/* -- curves ------------------------------------------------------------------------------------ */

double cost_curve_value(const CostPicture *picture, const CostChart *chart, int curve,
                        double tokens) {
  assert(curve >= 0 && curve < COST_CURVE_COUNT);
  const CostSizes *sizes = &picture->sizes;
  if (curve < COST_METHOD_COUNT) return cost_of((CostMethod)curve, chart->quantity, sizes, tokens);
  if (curve == COST_CURVE_OWN) return cost_of_own(chart->quantity, sizes, tokens);
  return cost_of_kept(sizes, curve == COST_CURVE_KEPT_SHARED, tokens);
}

bool cost_curve_is_drawn(const CostPicture *picture, const CostChart *chart, int curve) {
  const CostSizes *sizes = &picture->sizes;
  if (curve < COST_METHOD_COUNT) return true;
  if (curve == COST_CURVE_OWN)
    return chart->quantity == COST_MULTIPLICATIONS && cost_has_more(sizes);
  return chart->quantity == COST_BYTES && cost_shares_keys(sizes);
}

/* Where nothing more is multiplied, bold is the method itself. What is laid over is not measured,
** so no time is that of this trace then. */
static bool is_bold(const CostPicture *picture, const CostChart *chart, int curve) {
  if (picture->is_own && chart->quantity == COST_QUANTITY_COUNT) return false;
  bool is_own = picture->is_own && chart->quantity == COST_MULTIPLICATIONS;
  return curve == (is_own ? COST_CURVE_OWN : (int)picture->shown);
}

static const char *curve_title(int curve) {
  if (curve < COST_METHOD_COUNT) return cost_method_title((CostMethod)curve);
  if (curve == COST_CURVE_OWN) return C_("a way to attend", "laid over");
  if (curve == COST_CURVE_KEPT) return _("K, V kept");
  return _("K, V shared");
}

/* Each way has its own, and marks of its own, so that curves are told apart without their names. */
static Dashes dashes_of(const Scene *scene, int curve) {
  static const Dashes dashes[COST_CURVE_COUNT] = {
      [COST_WINDOW] = {{2, 4}},           [COST_LINFORMER] = {{12, 4}},
      [COST_PERFORMER] = {{6, 4}},        [COST_FLASH] = {{12, 4, 2, 4}},
      [COST_CURVE_OWN] = {{0}},           [COST_CURVE_KEPT] = {{4, 8}},
      [COST_CURVE_KEPT_SHARED] = {{2, 8}}};
  Dashes as_drawn = dashes[curve];
  for (int i = 0; i < 4; i++) as_drawn.lengths[i] = stage_points(scene, as_drawn.lengths[i]);
  return as_drawn;
}

/* The way told of is a whole, strong line in ink and has none. */
typedef enum Mark { MARK_NONE, MARK_DISC, MARK_SQUARE, MARK_RING, MARK_FRAME } Mark;

static Mark mark_of(int curve) {
  static const Mark marks[COST_CURVE_COUNT] = {[COST_WINDOW] = MARK_DISC,
                                               [COST_LINFORMER] = MARK_SQUARE,
                                               [COST_PERFORMER] = MARK_RING,
                                               [COST_FLASH] = MARK_FRAME};
  return marks[curve];
}

/* Hollow ones hide the line in them. */
static void draw_mark(const CostPicture *picture, int curve, Point at, Color color) {
  const Scene *scene = picture->scene;
  Mark mark = mark_of(curve);
  float radius = stage_points(scene, picture->is_afar ? MARK_AFAR : MARK);
  bool is_hollow = mark == MARK_RING || mark == MARK_FRAME;
  if (mark == MARK_NONE) return;
  DrawBox box = {.box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius},
                 .corner = mark == MARK_DISC || mark == MARK_RING ? radius : 0,
                 .fill = is_hollow ? scene->pen.theme->paper : color};
  if (is_hollow) box.stroke = color, box.stroke_width = stage_points(scene, 1.75f);
  draw_box(scene->pen.list, box);
}

/* At every number of tokens that the axis may name but the last, where the name has its mark; where
** they would touch, only the names have them. */
static void draw_marks(const CostPicture *picture, const CostChart *chart, int curve, Color color) {
  if (cost_chart_x(chart, 64) - cost_chart_x(chart, 16) < 5 * stage_points(picture->scene, MARK))
    return;
  for (int tokens = COST_TOKENS_MOST / 4; cost_chart_x(chart, tokens) > chart->plot.x; tokens /= 4)
    draw_mark(picture, curve,
              (Point){cost_chart_x(chart, tokens),
                      cost_chart_y(chart, cost_curve_value(picture, chart, curve, tokens))},
              color);
}

/* Each piece is straight: the ends of the formulas are what bends. */
static void draw_curve_of(const CostPicture *picture, const CostChart *chart, int curve) {
  const Scene *scene = picture->scene;
  Point points[POINTS_A_CURVE + 1];
  int count = 0;
  bool bold = is_bold(picture, chart, curve);
  for (int i = 0; i <= POINTS_A_CURVE; i++) {
    double power = chart->x_low + (chart->x_high - chart->x_low) * i / POINTS_A_CURVE;
    double tokens = fmax(pow(10, power), 1);
    points[count++] = (Point){cost_chart_x(chart, tokens),
                              cost_chart_y(chart, cost_curve_value(picture, chart, curve, tokens))};
  }
  dashes_draw(scene->pen.list, points, count, stage_points(scene, bold ? BOLD_LINE : LINE),
              bold ? scene->pen.theme->ink : scene->pen.theme->muted,
              bold ? (Dashes){{0}} : dashes_of(scene, curve));
  if (!bold) draw_marks(picture, chart, curve, scene->pen.theme->muted);
}

typedef struct Label {
  int curve;
  float y;
} Label;

/* From the top down, each at least a line below the one before, and all within the plot. */
static void part_labels(Label *labels, int count, Box plot, float line) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && labels[j].y < labels[j - 1].y; j--) {
      Label label = labels[j];
      labels[j] = labels[j - 1];
      labels[j - 1] = label;
    }
  for (int i = 0; i < count; i++) {
    float least = i > 0 ? labels[i - 1].y + line : plot.y + line / 2;
    labels[i].y = fmaxf(labels[i].y, least);
  }
  for (int i = count - 1; i >= 0; i--) {
    float most = i < count - 1 ? labels[i + 1].y - line : plot.y + plot.h - line / 2;
    labels[i].y = fminf(labels[i].y, most);
  }
}

/* "÷ 66": how many times less than exact attention with the most tokens; "" for no less, and for
** times, which are not of so many. */
static const char *saved_words(const CostPicture *picture, const CostChart *chart, int curve) {
  Arena *arena = picture->scene->pen.list->arena;
  if (chart->quantity == COST_QUANTITY_COUNT || curve >= COST_METHOD_COUNT) return "";
  double ratio = cost_curve_value(picture, chart, COST_EXACT, COST_TOKENS_MOST) /
                 cost_curve_value(picture, chart, curve, COST_TOKENS_MOST);
  if (!(ratio >= 1.05)) return "";
  if (ratio < 10) return str_format(arena, "÷ %.1f", ratio);
  return str_format(arena, "÷ %s", amount_count(arena, round(ratio)));
}

/* What the ratios behind the names are of, above the highest of them. */
static void draw_saved_head(const CostPicture *picture, const CostChart *chart, float top) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, cost_tick_size(picture), pen->theme->muted, ALIGN_START};
  float line = pen_line_height(pen, cost_tick_size(picture));
  Box box = {chart->plot.x + chart->plot.w + stage_points(scene, 8), top - line,
             chart->labels_w - stage_points(scene, 8), line};
  const char *words =
      str_format(pen->list->arena, P_("at %s token", "at %s tokens", COST_TOKENS_MOST),
                 amount_count(pen->list->arena, COST_TOKENS_MOST));
  if (chart->quantity != COST_QUANTITY_COUNT && pen_width(pen, style, str_from(words)) <= box.w)
    pen_text_in(pen, style, box, str_from(words));
}

/* A method, or what is laid over it, is chosen by a click. */
static void add_label_hit(const Scene *scene, Box box, int curve, bool is_now) {
  bool is_method = curve < COST_METHOD_COUNT, is_own = curve == COST_CURVE_OWN;
  if (!scene->interactive || !(is_method || is_own)) return;
  const char *name = is_own ? "own" : cost_method_name((CostMethod)curve);
  draw_hit(scene->pen.list,
           (DrawHit){.box = box,
                     .cursor = CURSOR_HAND,
                     .is_now = is_now,
                     .click = str_format(scene->pen.list->arena, "cost %s", name)});
}

/* Its mark, or a piece of a line that has none: of times each way has marks. */
static void draw_label_mark(const CostPicture *picture, const CostChart *chart, Box box,
                            int curve) {
  const Scene *scene = picture->scene;
  bool bold = is_bold(picture, chart, curve), is_marked = mark_of(curve) != MARK_NONE;
  bool is_time = chart->quantity == COST_QUANTITY_COUNT;
  Color color = bold ? scene->pen.theme->ink : scene->pen.theme->muted;
  float radius = stage_points(scene, MARK), y = box.y + box.h / 2;
  Point middle = {box.x + radius, y};
  if (is_marked && (is_time || !bold)) {
    draw_mark(picture, curve, middle, color);
  } else if (is_time) {
    draw_box(scene->pen.list, (DrawBox){.box = {box.x, y - radius, 2 * radius, 2 * radius},
                                        .corner = radius,
                                        .fill = color});
  } else {
    float length = box.w - stage_points(scene, 4);
    dashes_draw(scene->pen.list, (Point[]){{box.x, y}, {box.x + length, y}}, 2,
                stage_points(scene, bold ? BOLD_LINE : LINE), color,
                bold ? (Dashes){{0}} : dashes_of(scene, curve));
  }
}

static TextStyle name_style(const CostPicture *picture, bool is_bold) {
  const Theme *theme = picture->scene->pen.theme;
  return (TextStyle){is_bold ? FACE_BOLD : FACE_MEDIUM, COST_LABEL_SIZE,
                     is_bold ? theme->ink : theme->muted, ALIGN_START};
}

/* On paper in narrower digits. */
static TextStyle saved_style(const CostPicture *picture) {
  const Pen *pen = &picture->scene->pen;
  return (TextStyle){pen_is_of_print(pen) ? FACE_REGULAR : FACE_MONO, cost_tick_size(picture),
                     pen->theme->muted, ALIGN_START};
}

float cost_labels_width(const CostPicture *picture, const CostChart *chart) {
  const Scene *scene = picture->scene;
  float around = stage_points(scene, LABEL_GAP + MARK_ROOM + RATIO_GAP), widest = 0;
  for (int curve = 0; curve < COST_CURVE_COUNT; curve++) {
    if (!cost_curve_is_drawn(picture, chart, curve)) continue;
    Str name = str_from(curve_title(curve)), ratio = str_from(saved_words(picture, chart, curve));
    TextStyle style = name_style(picture, is_bold(picture, chart, curve));
    float wide =
        pen_width(&scene->pen, style, name) + pen_width(&scene->pen, saved_style(picture), ratio);
    widest = fmaxf(widest, wide);
  }
  return around + widest + 1;
}

/* "∘ window  ÷ 66", as far as there is room. */
static void draw_label(const CostPicture *picture, const CostChart *chart, Box box, int curve,
                       float mark_room) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  bool bold = is_bold(picture, chart, curve);
  TextStyle style = name_style(picture, bold), saved = saved_style(picture);
  Box named = box, mark = cut_left(&named, mark_room);
  if (mark_room > 0) draw_label_mark(picture, chart, mark, curve);
  float used = mark.w + pen_text_in(pen, style, named, str_from(curve_title(curve)));
  Str ratio = str_from(saved_words(picture, chart, curve));
  Box behind = {box.x + used + stage_points(scene, RATIO_GAP), box.y, box.w, box.h};
  if (picture->is_afar) behind = (Box){named.x, named.y + named.h, named.w, named.h};
  behind.w = box.x + box.w - behind.x;
  if (pen_width(pen, saved, ratio) <= behind.w) pen_text_in(pen, saved, behind, ratio);
  if (picture->is_afar && ratio.bytes > 0) box.h *= 2;
  add_label_hit(scene, box, curve, bold);
}

static void draw_labels(const CostPicture *picture, const CostChart *chart, Label *labels,
                        int count) {
  const Scene *scene = picture->scene;
  float line = pen_line_height(&scene->pen, COST_LABEL_SIZE), gap = stage_points(scene, LABEL_GAP);
  float x = chart->plot.x + chart->plot.w + gap, wide = chart->labels_w - gap;
  bool has_marks = false;
  for (int i = 0; i < count; i++) has_marks |= mark_of(labels[i].curve) != MARK_NONE;
  float high = line * (picture->is_afar ? 2 : 1); /* a ratio stands below its name */
  part_labels(labels, count, chart->plot, high);
  for (int i = 0; i < count; i++) {
    Box box = {x, labels[i].y - high / 2, wide, line};
    float mark_room = has_marks ? stage_points(scene, MARK_ROOM) : 0;
    draw_label(picture, chart, box, labels[i].curve, mark_room);
    if (i == 0) draw_saved_head(picture, chart, box.y);
  }
}

void cost_curves_draw(const CostPicture *picture, const CostChart *chart) {
  Label labels[COST_CURVE_COUNT];
  int count = 0, bold = 0;
  for (int curve = 0; curve < COST_CURVE_COUNT; curve++) {
    if (!cost_curve_is_drawn(picture, chart, curve)) continue;
    if (is_bold(picture, chart, curve)) bold = curve;
    else draw_curve_of(picture, chart, curve);
    labels[count++] = (Label){
        curve, cost_chart_y(chart, cost_curve_value(picture, chart, curve, COST_TOKENS_MOST))};
  }
  draw_curve_of(picture, chart, bold);
  draw_labels(picture, chart, labels, count);
}

/* -- times ------------------------------------------------------------------------------------- */

/* Exact times are discs, larger where that way is told of. */
static void draw_time(const CostPicture *picture, const CostChart *chart, const CostTime *time) {
  const Scene *scene = picture->scene;
  bool bold = is_bold(picture, chart, (int)time->method);
  Color color = bold ? scene->pen.theme->ink : scene->pen.theme->muted;
  Point at = {cost_chart_x(chart, time->token_count), cost_chart_y(chart, time->ms)};
  float radius = stage_points(scene, bold ? MARK + 1 : MARK);
  if (mark_of((int)time->method) != MARK_NONE) draw_mark(picture, (int)time->method, at, color);
  else
    draw_box(scene->pen.list,
             (DrawBox){.box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius},
                       .corner = radius,
                       .fill = color});
}

/* The times of one way, joined by lines, and in *label the last of them. False: there is none. */
static bool draw_times_of(const CostPicture *picture, const CostChart *chart, CostMethod method,
                          Label *label) {
  const Scene *scene = picture->scene;
  const CostTime *before = NULL;
  bool bold = is_bold(picture, chart, (int)method);
  Color color = bold ? scene->pen.theme->ink : scene->pen.theme->muted;
  for (int i = 0; i < picture->times->count; i++) {
    const CostTime *time = &picture->times->at[i];
    if (time->method != method) continue;
    if (before)
      draw_line(scene->pen.list,
                (Point){cost_chart_x(chart, before->token_count), cost_chart_y(chart, before->ms)},
                (Point){cost_chart_x(chart, time->token_count), cost_chart_y(chart, time->ms)},
                stage_points(scene, 1.25f), color);
    before = time;
  }
  for (int i = 0; i < picture->times->count; i++)
    if (picture->times->at[i].method == method) draw_time(picture, chart, &picture->times->at[i]);
  if (before) *label = (Label){(int)method, cost_chart_y(chart, before->ms)};
  return before != NULL;
}

static void draw_waiting(const CostPicture *picture, const CostChart *chart) {
  const Scene *scene = picture->scene;
  TextStyle style = {FACE_REGULAR, 12, scene->pen.theme->muted, ALIGN_START};
  if (picture->times->count > 0) return;
  Box box = box_inset(chart->plot, stage_points(scene, 12));
  pen_text_wrapped(&scene->pen, style, box, 1.2f,
                   str_from(_("Measured here in a moment, beside your work.")));
}

void cost_times_draw(const CostPicture *picture, const CostChart *chart) {
  Label labels[COST_METHOD_COUNT];
  int count = 0;
  for (int method = 0; method < COST_METHOD_COUNT; method++)
    count += draw_times_of(picture, chart, (CostMethod)method, &labels[count]);
  draw_labels(picture, chart, labels, count);
  draw_waiting(picture, chart);
}
