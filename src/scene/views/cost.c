/* scene/views/cost.c -- curves of cost on logarithmic axes (M-52). */
#include "scene/views/cost.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/amounts.h"
#include "scene/views/dashes.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 20, TITLE = 46, HEAD = 24, UNDER_HEAD = 10, FOOT = 40, AXIS = 66,
                   LABELS = 134, NAMES = 98, GAP = 26, LABEL_SIZE = 13, TICK_SIZE = 12, MARK = 4,
                   MARK_ROOM = 16, CHART_WIDTH_LEAST = 290;
static const float LINE = 2, BOLD_LINE = 3.5f, AFAR = 1.3f;
/* Of the way that is told of, in the corner that curves leave free. */
static const float FORMULA_SIZE = 24, FORMULA_PAD = 14, FORMULA_FROM = 170;
enum { CHARTS_MOST = 3, POINTS_A_CURVE = 96 };

/* A chart is one quantity; the last is the time. */
typedef struct Chart {
  const char *name;
  CostQuantity quantity; /* COST_QUANTITY_COUNT: the time */
  Box plot;
  float labels_w;
  double x_low, x_high, y_low, y_high; /* powers of ten of the ends */
} Chart;

typedef struct Picture {
  const Scene *scene;
  CostSizes sizes;
  CostMethod shown;
  bool is_own;            /* bold is the way of the trace with all that is laid over it */
  const CostTimes *times; /* NULL: no third chart */
} Picture;

CostMethod cost_method_on_show(const Scene *scene, const CostSizes *sizes) {
  int chosen = scene->view->cost_method;
  return chosen > 0 && chosen <= COST_METHOD_COUNT ? (CostMethod)(chosen - 1) : sizes->now;
}

/* -- scales ------------------------------------------------------------------------------------ */

static double log_of(double value) { return log10(fmax(value, 1e-9)); }

static float x_of(const Chart *chart, double tokens) {
  double share = (log_of(tokens) - chart->x_low) / (chart->x_high - chart->x_low);
  return chart->plot.x + chart->plot.w * (float)share;
}

static float y_of(const Chart *chart, double value) {
  double share = (log_of(value) - chart->y_low) / (chart->y_high - chart->y_low);
  return chart->plot.y + chart->plot.h * (1 - float_clamp((float)share, 0, 1));
}

static void widen(Chart *chart, double value) {
  chart->y_low = fmin(chart->y_low, log_of(value));
  chart->y_high = fmax(chart->y_high, log_of(value));
}

/* Whole powers of ten, at least two of them. */
static void round_ends(Chart *chart) {
  chart->y_low = floor(chart->y_low + 1e-9);
  chart->y_high = ceil(chart->y_high - 1e-9);
  if (chart->y_high < chart->y_low + 2) chart->y_high = chart->y_low + 2;
}

/* The sentence is within the axis, however short, and not at its end. */
static int least_tokens(int tokens) {
  if (tokens <= 0 || tokens / 2 >= COST_TOKENS_LEAST) return COST_TOKENS_LEAST;
  return int_max(tokens / 2, 1);
}

static void set_scales(const Picture *picture, Chart *chart) {
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

/* -- axes -------------------------------------------------------------------------------------- */

static const char *tick_words(const Picture *picture, const Chart *chart, double value) {
  Arena *arena = picture->scene->pen.list->arena;
  if (chart->quantity == COST_QUANTITY_COUNT) return amount_ms(arena, value);
  if (chart->quantity == COST_BYTES) return amount_bytes_short(arena, value);
  int power = (int)lround(log10(value));
  Number raised = number_raised(power);
  return power < 2 ? str_format(arena, "%.0f", value) : str_format(arena, "10%s", raised.at);
}

/* Bytes go by powers of 1024, all else by powers of ten. */
static double tick_base(const Chart *chart) { return chart->quantity == COST_BYTES ? 1024 : 10; }

static void draw_y_axis(const Picture *picture, const Chart *chart) {
  const Pen *pen = &picture->scene->pen;
  const Scene *scene = picture->scene;
  TextStyle style = {FACE_MONO, TICK_SIZE, pen->theme->muted, ALIGN_END};
  double base = tick_base(chart), step = log_of(base);
  float line = pen_line_height(pen, TICK_SIZE), free_from = 1e9f;
  for (double power = ceil(chart->y_low / step - 1e-9); power * step <= chart->y_high + 1e-9;
       power++) {
    float y = y_of(chart, pow(base, power));
    pen_rule(pen, (Point){chart->plot.x, y}, (Point){chart->plot.x + chart->plot.w, y});
    if (y + line / 2 > free_from) continue;
    Box box = {chart->plot.x - stage_points(scene, AXIS), y - line / 2,
               stage_points(scene, AXIS - 8), line};
    pen_text_in(pen, style, box, str_from(tick_words(picture, chart, pow(base, power))));
    free_from = y - line / 2;
  }
}

/* 16, 64, 256 … as far as they do not touch; then what they count. */
static void draw_x_axis(const Picture *picture, const Chart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, TICK_SIZE, pen->theme->muted, ALIGN_MIDDLE};
  float line = pen_line_height(pen, TICK_SIZE), y = chart->plot.y + chart->plot.h;
  float widest = pen_width(pen, style, str_from(amount_count(pen->list->arena, COST_TOKENS_MOST)));
  float unit = x_of(chart, 64) - x_of(chart, 16), pitch = unit;
  int step = 4;
  for (; widest + stage_points(scene, 6) > pitch && step < COST_TOKENS_MOST; pitch += unit)
    step *= 4;
  pen_rule(pen, (Point){chart->plot.x, y}, (Point){chart->plot.x + chart->plot.w, y});
  for (int tokens = COST_TOKENS_MOST; tokens >= 1; tokens /= step) {
    if (log_of(tokens) < chart->x_low - 1e-9) break;
    Str words = str_from(amount_count(pen->list->arena, tokens));
    Box box = {x_of(chart, tokens) - widest, y + stage_points(scene, 3), 2 * widest, line};
    pen_text_in(pen, style, box, words);
  }
  TextStyle name = {FACE_REGULAR, TICK_SIZE, pen->theme->muted, ALIGN_MIDDLE};
  Box below = {chart->plot.x, y + stage_points(scene, 5) + line, chart->plot.w, line};
  pen_text_in(pen, name, below, str_from(_("tokens n")));
}

/* The number of tokens of the sentence. */
static void draw_now(const Picture *picture, const Chart *chart) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  int tokens = picture->sizes.token_count;
  if (tokens < 1) return;
  float x = x_of(chart, tokens), width = stage_points(scene, 1.5f);
  draw_box(scene->pen.list, (DrawBox){.box = {x - width / 2, chart->plot.y, width, chart->plot.h},
                                      .fill = theme->focus});
  if (chart->quantity == COST_QUANTITY_COUNT) return;
  double cost = picture->is_own ? cost_of_own(chart->quantity, &picture->sizes, tokens)
                                : cost_of(picture->shown, chart->quantity, &picture->sizes, tokens);
  float y = y_of(chart, cost);
  float radius = stage_points(scene, 5);
  draw_box(scene->pen.list, (DrawBox){.box = {x - radius, y - radius, 2 * radius, 2 * radius},
                                      .corner = radius,
                                      .fill = theme->focus,
                                      .stroke = theme->ink,
                                      .stroke_width = stage_points(scene, 1.5f)});
}

/* -- curves ------------------------------------------------------------------------------------ */

/* The curves beside those of the methods: the way of the trace with all that is laid over it; what
** keys and values of a head keep, by themselves and shared. */
typedef enum MoreCurve { MORE_OWN, MORE_KEPT, MORE_KEPT_SHARED, MORE_CURVE_COUNT } MoreCurve;
enum { CURVES_MOST = (int)COST_METHOD_COUNT + (int)MORE_CURVE_COUNT };

static double value_of(const Picture *picture, const Chart *chart, int curve, double tokens) {
  const CostSizes *sizes = &picture->sizes;
  if (curve < COST_METHOD_COUNT) return cost_of((CostMethod)curve, chart->quantity, sizes, tokens);
  if (curve == COST_METHOD_COUNT + MORE_OWN) return cost_of_own(chart->quantity, sizes, tokens);
  return cost_of_kept(sizes, curve == COST_METHOD_COUNT + MORE_KEPT_SHARED, tokens);
}

static bool is_drawn(const Picture *picture, const Chart *chart, int curve) {
  const CostSizes *sizes = &picture->sizes;
  if (curve < COST_METHOD_COUNT) return true;
  if (curve == COST_METHOD_COUNT + MORE_OWN)
    return chart->quantity == COST_MULTIPLICATIONS && cost_has_more(sizes);
  return chart->quantity == COST_BYTES && cost_shares_keys(sizes);
}

/* Where nothing more is multiplied, bold is the method itself. What is laid over is not measured,
** so no time is that of this trace then. */
static bool is_bold(const Picture *picture, const Chart *chart, int curve) {
  if (picture->is_own && chart->quantity == COST_QUANTITY_COUNT) return false;
  bool is_own = picture->is_own && chart->quantity == COST_MULTIPLICATIONS;
  return curve == (is_own ? COST_METHOD_COUNT + MORE_OWN : (int)picture->shown);
}

static const char *curve_title(int curve) {
  if (curve < COST_METHOD_COUNT) return cost_method_title((CostMethod)curve);
  if (curve == COST_METHOD_COUNT + MORE_OWN) return C_("a way to attend", "laid over");
  if (curve == COST_METHOD_COUNT + MORE_KEPT) return _("K, V kept");
  return _("K, V shared");
}

/* Each way has its own, and marks of its own, so that curves are told apart without their names. */
static Dashes dashes_of(const Scene *scene, int curve) {
  static const Dashes dashes[CURVES_MOST] = {
      [COST_WINDOW] = {{2, 4}},
      [COST_LINFORMER] = {{12, 4}},
      [COST_PERFORMER] = {{6, 4}},
      [COST_FLASH] = {{12, 4, 2, 4}},
      [(int)COST_METHOD_COUNT + (int) MORE_OWN] = {{0}},
      [(int)COST_METHOD_COUNT + (int) MORE_KEPT] = {{4, 8}},
      [(int)COST_METHOD_COUNT + (int) MORE_KEPT_SHARED] = {{2, 8}}};
  Dashes as_drawn = dashes[curve];
  for (int i = 0; i < 4; i++) as_drawn.lengths[i] = stage_points(scene, as_drawn.lengths[i]);
  return as_drawn;
}

/* The way told of is a whole, strong line in ink and has none. */
typedef enum Mark { MARK_NONE, MARK_DISC, MARK_SQUARE, MARK_RING, MARK_FRAME } Mark;

static Mark mark_of(int curve) {
  static const Mark marks[CURVES_MOST] = {[COST_WINDOW] = MARK_DISC,
                                          [COST_LINFORMER] = MARK_SQUARE,
                                          [COST_PERFORMER] = MARK_RING,
                                          [COST_FLASH] = MARK_FRAME};
  return marks[curve];
}

/* Hollow ones hide the line in them. */
static void draw_mark(const Picture *picture, int curve, Point at, Color color) {
  const Scene *scene = picture->scene;
  Mark mark = mark_of(curve);
  float radius = stage_points(scene, MARK);
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
static void draw_marks(const Picture *picture, const Chart *chart, int curve, Color color) {
  if (x_of(chart, 64) - x_of(chart, 16) < 5 * stage_points(picture->scene, MARK)) return;
  for (int tokens = COST_TOKENS_MOST / 4; log_of(tokens) > chart->x_low; tokens /= 4)
    draw_mark(picture, curve,
              (Point){x_of(chart, tokens), y_of(chart, value_of(picture, chart, curve, tokens))},
              color);
}

/* Each piece is straight: the ends of the formulas are what bends. */
static void draw_curve_of(const Picture *picture, const Chart *chart, int curve) {
  const Scene *scene = picture->scene;
  Point points[POINTS_A_CURVE + 1];
  int count = 0;
  bool bold = is_bold(picture, chart, curve);
  for (int i = 0; i <= POINTS_A_CURVE; i++) {
    double power = chart->x_low + (chart->x_high - chart->x_low) * i / POINTS_A_CURVE;
    double tokens = fmax(pow(10, power), 1);
    points[count++] =
        (Point){x_of(chart, tokens), y_of(chart, value_of(picture, chart, curve, tokens))};
  }
  dashes_draw(scene->pen.list, points, count, stage_points(scene, bold ? BOLD_LINE : LINE),
              bold ? scene->pen.theme->ink : scene->pen.theme->muted,
              bold ? (Dashes){{0}} : dashes_of(scene, curve));
  if (!bold) draw_marks(picture, chart, curve, scene->pen.theme->muted);
}

typedef struct Label {
  int curve; /* a method, or behind these one of MoreCurve */
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
static const char *saved_words(const Picture *picture, const Chart *chart, int curve) {
  Arena *arena = picture->scene->pen.list->arena;
  if (chart->quantity == COST_QUANTITY_COUNT || curve >= COST_METHOD_COUNT) return "";
  double ratio = value_of(picture, chart, COST_EXACT, COST_TOKENS_MOST) /
                 value_of(picture, chart, curve, COST_TOKENS_MOST);
  if (!(ratio >= 1.05)) return "";
  if (ratio < 10) return str_format(arena, "÷ %.1f", ratio);
  return str_format(arena, "÷ %s", amount_count(arena, round(ratio)));
}

/* What the ratios behind the names are of, above the highest of them. */
static void draw_saved_head(const Picture *picture, const Chart *chart, float top) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, TICK_SIZE, pen->theme->muted, ALIGN_START};
  float line = pen_line_height(pen, TICK_SIZE);
  Box box = {chart->plot.x + chart->plot.w + stage_points(scene, 8), top - line,
             chart->labels_w - stage_points(scene, 8), line};
  const char *words =
      str_format(pen->list->arena, P_("at %s token", "at %s tokens", COST_TOKENS_MOST),
                 amount_count(pen->list->arena, COST_TOKENS_MOST));
  if (chart->quantity != COST_QUANTITY_COUNT && pen_width(pen, style, str_from(words)) <= box.w)
    pen_text_in(pen, style, box, str_from(words));
}

static void draw_labels(const Picture *picture, const Chart *chart, Label *labels, int count) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  float line = pen_line_height(pen, LABEL_SIZE), x = chart->plot.x + chart->plot.w;
  bool has_marks = false;
  for (int i = 0; i < count; i++) has_marks |= mark_of(labels[i].curve) != MARK_NONE;
  part_labels(labels, count, chart->plot, line);
  for (int i = 0; i < count; i++) {
    int curve = labels[i].curve;
    bool bold = is_bold(picture, chart, curve);
    TextStyle style = {bold ? FACE_BOLD : FACE_MEDIUM, LABEL_SIZE,
                       bold ? pen->theme->ink : pen->theme->muted, ALIGN_START};
    Box box = {x + stage_points(scene, 8), labels[i].y - line / 2,
               chart->labels_w - stage_points(scene, 8), line};
    Box named = box;
    Box mark = cut_left(&named, has_marks ? stage_points(scene, MARK_ROOM) : 0);
    if (!bold)
      draw_mark(picture, curve, (Point){mark.x + stage_points(scene, MARK), labels[i].y},
                style.color);
    float used = mark.w + pen_text_in(pen, style, named, str_from(curve_title(curve)));
    TextStyle saved = {FACE_MONO, TICK_SIZE, pen->theme->muted, ALIGN_START};
    Str ratio = str_from(saved_words(picture, chart, curve));
    Box behind = {box.x + used + stage_points(scene, 6), box.y, box.w, box.h};
    behind.w = box.x + box.w - behind.x;
    if (pen_width(pen, saved, ratio) <= behind.w) pen_text_in(pen, saved, behind, ratio);
    if (i == 0) draw_saved_head(picture, chart, box.y);
    bool is_method = curve < COST_METHOD_COUNT, is_own = curve == COST_METHOD_COUNT + MORE_OWN;
    if (!scene->interactive || !(is_method || is_own)) continue;
    draw_hit(pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_HAND,
                       .is_now = bold,
                       .click = str_format(pen->list->arena, "cost %s",
                                           is_own ? "own" : cost_method_name((CostMethod)curve))});
  }
}

static void draw_curves(const Picture *picture, const Chart *chart) {
  Label labels[CURVES_MOST];
  int count = 0, bold = 0;
  for (int curve = 0; curve < CURVES_MOST; curve++) {
    if (!is_drawn(picture, chart, curve)) continue;
    if (is_bold(picture, chart, curve)) bold = curve;
    else draw_curve_of(picture, chart, curve);
    labels[count++] =
        (Label){curve, y_of(chart, value_of(picture, chart, curve, COST_TOKENS_MOST))};
  }
  draw_curve_of(picture, chart, bold);
  draw_labels(picture, chart, labels, count);
}

/* -- times ------------------------------------------------------------------------------------- */

/* Exact times are discs, larger where that way is told of. */
static void draw_time(const Picture *picture, const Chart *chart, const CostTime *time) {
  const Scene *scene = picture->scene;
  bool bold = is_bold(picture, chart, (int)time->method);
  Color color = bold ? scene->pen.theme->ink : scene->pen.theme->muted;
  Point at = {x_of(chart, time->token_count), y_of(chart, time->ms)};
  float radius = stage_points(scene, bold ? MARK + 1 : MARK);
  if (mark_of((int)time->method) != MARK_NONE) draw_mark(picture, (int)time->method, at, color);
  else
    draw_box(scene->pen.list,
             (DrawBox){.box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius},
                       .corner = radius,
                       .fill = color});
}

/* The times of one way, joined by lines, and in *label the last of them. False: there is none. */
static bool draw_times_of(const Picture *picture, const Chart *chart, CostMethod method,
                          Label *label) {
  const Scene *scene = picture->scene;
  const CostTime *before = NULL;
  bool bold = is_bold(picture, chart, (int)method);
  Color color = bold ? scene->pen.theme->ink : scene->pen.theme->muted;
  for (int i = 0; i < picture->times->count; i++) {
    const CostTime *time = &picture->times->at[i];
    if (time->method != method) continue;
    if (before)
      draw_line(scene->pen.list, (Point){x_of(chart, before->token_count), y_of(chart, before->ms)},
                (Point){x_of(chart, time->token_count), y_of(chart, time->ms)},
                stage_points(scene, 1.25f), color);
    before = time;
  }
  for (int i = 0; i < picture->times->count; i++)
    if (picture->times->at[i].method == method) draw_time(picture, chart, &picture->times->at[i]);
  if (before) *label = (Label){(int)method, y_of(chart, before->ms)};
  return before != NULL;
}

static void draw_points(const Picture *picture, const Chart *chart) {
  Label labels[COST_METHOD_COUNT];
  int count = 0;
  for (int method = 0; method < COST_METHOD_COUNT; method++)
    count += draw_times_of(picture, chart, (CostMethod)method, &labels[count]);
  draw_labels(picture, chart, labels, count);
}

static void draw_waiting(const Picture *picture, const Chart *chart) {
  const Scene *scene = picture->scene;
  TextStyle style = {FACE_REGULAR, 12, scene->pen.theme->muted, ALIGN_START};
  if (picture->times->count > 0) return;
  Box box = box_inset(chart->plot, stage_points(scene, 12));
  pen_text_wrapped(&scene->pen, style, box, 1.2f,
                   str_from(_("Measured here in a moment, beside your work.")));
}

/* -- charts ------------------------------------------------------------------------------------ */

/* The formula of the way that is told of, large, and what it is for the sentence: behind the line
** of the sentence, or before it, where no curve is. */
static void draw_formula(const Picture *picture, const Chart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  float pad = stage_points(scene, FORMULA_PAD), line = pen_line_height(pen, FORMULA_SIZE);
  int tokens = picture->sizes.token_count;
  if (picture->is_own || tokens < 1 || chart->plot.h < stage_points(scene, FORMULA_FROM)) return;
  TextStyle large = {FACE_BOLD, FORMULA_SIZE, pen->theme->ink, ALIGN_START};
  TextStyle small = {FACE_MONO, LABEL_SIZE, pen->theme->muted, ALIGN_START};
  Str formula = str_from(cost_method_formula(picture->shown, chart->quantity));
  double cost = cost_of(picture->shown, chart->quantity, &picture->sizes, tokens);
  Str number = str_from(str_format(arena, "n = %s: %s", amount_count(arena, tokens),
                                   chart->quantity == COST_BYTES ? amount_bytes(arena, cost)
                                                                 : amount_count(arena, cost)));
  float width = fmaxf(pen_symbol_width(pen, large, formula), pen_width(pen, small, number));
  float now = x_of(chart, tokens), left = chart->plot.x + pad;
  if (now < left + width + pad) left = fmaxf(left, now + pad);
  float foot = chart->plot.y + pad + line * 1.9f, right = left + width + pad;
  if (right > chart->plot.x + chart->plot.w) return;
  double end = pow(10, chart->x_low + (chart->x_high - chart->x_low) *
                                          (double)((right - chart->plot.x) / chart->plot.w));
  for (int curve = 0; curve < CURVES_MOST; curve++)
    if (is_drawn(picture, chart, curve) &&
        y_of(chart, value_of(picture, chart, curve, end)) < foot + pad)
      return;
  Box ground = {left - pad / 2, chart->plot.y + pad / 2, width + pad, line * 1.9f + pad / 2};
  draw_box(pen->list, (DrawBox){.box = ground, .fill = pen->theme->paper}); /* over the rules */
  pen_symbol(pen, large, (Point){left, chart->plot.y + pad + line * 0.8f}, formula);
  pen_text(pen, small, (Point){left, chart->plot.y + pad + line * 1.6f}, number);
}

static void draw_head(const Picture *picture, const Chart *chart, Box box) {
  const Pen *pen = &picture->scene->pen;
  TextStyle style = {FACE_BOLD, 14, pen->theme->ink, ALIGN_START};
  Str name = str_from(chart->name), bare = str_from(_("Time without what is laid over"));
  bool is_bare = picture->is_own && chart->quantity == COST_QUANTITY_COUNT;
  pen_text_in(pen, style, box, is_bare && pen_width(pen, style, bare) <= box.w ? bare : name);
}

static void draw_chart(const Picture *picture, Chart *chart, Box box) {
  const Scene *scene = picture->scene;
  draw_head(picture, chart, cut_top(&box, stage_points(scene, HEAD)));
  cut_top(&box, stage_points(scene, UNDER_HEAD));
  cut_bottom(&box, stage_points(scene, FOOT));
  cut_left(&box, stage_points(scene, AXIS));
  /* the ratios go before the curves do */
  bool is_narrow = box.w < stage_points(scene, 2.1f * LABELS);
  chart->labels_w = stage_points(scene, is_narrow ? NAMES : LABELS);
  cut_right(&box, chart->labels_w);
  chart->plot = box;
  if (box.w < stage_points(scene, 40) || box.h < stage_points(scene, 30)) return;
  set_scales(picture, chart);
  draw_y_axis(picture, chart);
  draw_x_axis(picture, chart);
  if (chart->quantity == COST_QUANTITY_COUNT) {
    draw_points(picture, chart);
    draw_waiting(picture, chart);
  } else {
    draw_formula(picture, chart);
    draw_curves(picture, chart);
  }
  draw_now(picture, chart);
}

/* Side by side where each has room, else in two rows, or one below the other. */
static Box chart_box(const Scene *scene, Box box, int index, int count) {
  float gap = stage_points(scene, GAP), least = stage_points(scene, CHART_WIDTH_LEAST);
  int cols = (int)float_clamp(floorf((box.w + gap) / (least + gap)), 1, (float)count);
  if (cols < count && cols * cols < count && box.h < box.w) cols = count;
  int rows = (count + cols - 1) / cols, row = index / cols;
  int in_row = row == rows - 1 ? count - row * cols : cols;
  float height = (box.h - gap * (float)(rows - 1)) / (float)rows;
  Box line = {box.x, box.y + (height + gap) * (float)row, box.w, height};
  return box_column(line, index % cols, in_row, gap);
}

static void draw_charts(const Picture *picture, Box box) {
  static const char *const groups[] = {"multiplications", "bytes", "times"};
  Chart charts[CHARTS_MOST] = {
      {.name = _("Multiplications, one head"), .quantity = COST_MULTIPLICATIONS},
      {.name = _("Bytes held at once"), .quantity = COST_BYTES},
      {.name = _("Time on this machine"), .quantity = COST_QUANTITY_COUNT}};
  int count = picture->times ? 3 : 2;
  for (int i = 0; i < count; i++) {
    draw_group_begin(picture->scene->pen.list, groups[i], charts[i].name);
    draw_chart(picture, &charts[i], chart_box(picture->scene, box, i, count));
    draw_group_end(picture->scene->pen.list);
  }
}

/* -- all --------------------------------------------------------------------------------------- */

/* The height of a chart with its words. */
static float chart_height(const Scene *scene, Box box) {
  Box rest = box_inset(box, stage_points(scene, PAD));
  return chart_box(scene, rest, 0, scene->times ? CHARTS_MOST : CHARTS_MOST - 1).h -
         stage_points(scene, HEAD + UNDER_HEAD + FOOT);
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, chart_height);
  if (scene_is_presented(&scene)) scene.pen.text_scale *= AFAR;
  CostSizes sizes = cost_sizes_of(scene.trace);
  Picture picture = {.scene = &scene,
                     .sizes = sizes,
                     .shown = cost_method_on_show(&scene, &sizes),
                     .is_own = cost_shows_more(&scene, &sizes),
                     .times = scene.times};
  Box rest = box_inset(box, stage_points(&scene, PAD));
  if (!scene.headline && !scene.view->export_look.figure.no_title)
    view_room_title_draw(&scene, cut_top(&rest, stage_points(&scene, TITLE)));
  draw_charts(&picture, rest);
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  CostSizes sizes = cost_sizes_of(scene->trace);
  CostMethod shown = cost_method_on_show(scene, &sizes);
  int tokens = sizes.token_count;
  out->title = _("What attention costs");
  bool is_square = shown == COST_EXACT || shown == COST_FLASH;
  out->headline = is_square ? _("Twice the tokens, four times the work")
                            : _("Twice the tokens, twice the work");
  out->explanation = cost_method_words(arena, shown, &sizes);
  out->hint =
      _("Try: press → for the next way to attend, or lay a window over it (mask window 2).");
  if (tokens < 1) {
    out->shapes = str_format(arena,
                             P_("one head of %d column · both axes logarithmic",
                                "one head of %d columns · both axes logarithmic", sizes.d_query),
                             sizes.d_query);
    return;
  }
  bool is_own = cost_shows_more(scene, &sizes);
  double count = is_own ? cost_of_own(COST_MULTIPLICATIONS, &sizes, tokens)
                        : cost_of(shown, COST_MULTIPLICATIONS, &sizes, tokens);
  const char *title =
      is_own ? cost_own_title(arena, scene->trace, &sizes) : cost_method_title(shown);
  out->shapes = str_format(arena,
                           P_("%s at %d token: %s multiplications, %s at once",
                              "%s at %d tokens: %s multiplications, %s at once", tokens),
                           title, tokens, amount_count(arena, count),
                           amount_bytes(arena, cost_of(shown, COST_BYTES, &sizes, tokens)));
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  CostSizes sizes = cost_sizes_of(scene->trace);
  i18n_add_sentence(
      &words,
      str_format(arena,
                 _("Multiplications of one head, and bytes held at once beside Q, K, V and the "
                   "output, against the number of tokens n; D = %d, Dv = %d."),
                 sizes.d_query, sizes.d_value));
  for (int method = 0; method < COST_METHOD_COUNT; method++)
    i18n_add_sentence(&words, cost_method_words(arena, (CostMethod)method, &sizes));
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *more = cost_more_words(scene->trace, (KindSetting)i);
    if (more) i18n_add_sentence(&words, more);
  }
  if (cost_has_more(&sizes))
    i18n_add_sentence(&words, _("“Laid over” is the way on show with what these add."));
  if (cost_shares_keys(&sizes))
    i18n_add_sentence(&words,
                      _("“K, V kept” is what a head keeps of its keys and values, and below "
                        "it the share of a head of those that are shared."));
  i18n_add_sentence(&words, _("Both axes are logarithmic."));
  if (sizes.token_count > 0)
    i18n_add_sentence(
        &words, str_format(arena,
                           P_("The upright line is the sentence of %d token.",
                              "The upright line is the sentence of %d tokens.", sizes.token_count),
                           sizes.token_count));
  return words.failed ? "" : words.at;
}

const ViewRoom cost_room = {.draw = draw,
                            .captions = captions,
                            .inspect = cost_inspect,
                            .figure_caption = figure_words,
                            .width_design = 1080,
                            .height_design = 560};
