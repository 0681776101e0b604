/* scene/views/cost.c -- what attention costs, as curves on logarithmic axes (M-52). */
#include "scene/views/cost.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/amounts.h"
#include "scene/views/cost_chart.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 20, HEAD = 24, UNDER_HEAD = 10, UNDER_HEAD_AFAR = 6, FOOT = 40,
                   FOOT_AFAR = 34, LABELS = 134, NAMES = 98, GAP = 26, CHART_WIDTH_LEAST = 290;
static const float AFAR_OF_THREE = 1.3f; /* times as large before a class, of three charts */
static const Box ENOUGH_AFAR = {.w = 960, .h = 430};
static const Box ENOUGH = {.w = 860, .h = 540}; /* a larger room has larger words */
/* Of the way that is told of, in the corner that curves leave free. */
static const float FORMULA_SIZE = 24, FORMULA_LEAST = 18, FORMULA_PAD = 14, FORMULA_FROM = 170,
                   FORMULA_SIZE_AFAR = 16, FORMULA_LEAST_AFAR = 13, FORMULA_PAD_AFAR = 6,
                   NAMES_AFAR = 93;
enum { CHARTS_MOST = 3 };

CostMethod cost_method_on_show(const Scene *scene, const CostSizes *sizes) {
  int chosen = scene->view->cost_method;
  return chosen > 0 && chosen <= COST_METHOD_COUNT ? (CostMethod)(chosen - 1) : sizes->now;
}

/* -- charts ------------------------------------------------------------------------------------ */

/* The number of tokens of the sentence. */
static void draw_now(const CostPicture *picture, const CostChart *chart) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  int tokens = picture->sizes.token_count;
  if (tokens < 1) return;
  float x = cost_chart_x(chart, tokens), width = stage_points(scene, 1.5f);
  draw_box(scene->pen.list, (DrawBox){.box = {x - width / 2, chart->plot.y, width, chart->plot.h},
                                      .fill = theme->focus});
  if (chart->quantity == COST_QUANTITY_COUNT) return;
  double cost = picture->is_own ? cost_of_own(chart->quantity, &picture->sizes, tokens)
                                : cost_of(picture->shown, chart->quantity, &picture->sizes, tokens);
  float y = cost_chart_y(chart, cost);
  float radius = stage_points(scene, 5);
  draw_box(scene->pen.list, (DrawBox){.box = {x - radius, y - radius, 2 * radius, 2 * radius},
                                      .corner = radius,
                                      .fill = theme->focus,
                                      .stroke = theme->ink,
                                      .stroke_width = stage_points(scene, 1.5f)});
}

/* Whether no curve comes above a height, up to the right edge of what stands there. */
static bool is_free_above(const CostPicture *picture, const CostChart *chart, Point corner) {
  double along = (double)((corner.x - chart->plot.x) / chart->plot.w);
  if (along > 1) return false;
  double tokens = pow(10, chart->x_low + (chart->x_high - chart->x_low) * along);
  for (int curve = 0; curve < COST_CURVE_COUNT; curve++)
    if (cost_curve_is_drawn(picture, chart, curve) &&
        cost_chart_y(chart, cost_curve_value(picture, chart, curve, tokens)) < corner.y)
      return false;
  return true;
}

/* "n = 11: 3,872" */
static Str cost_now(const CostPicture *picture, const CostChart *chart) {
  Arena *arena = picture->scene->pen.list->arena;
  int tokens = picture->sizes.token_count;
  double cost = cost_of(picture->shown, chart->quantity, &picture->sizes, tokens);
  bool is_bytes = chart->quantity == COST_BYTES;
  return str_from(str_format(arena, "n = %s: %s", amount_count(arena, tokens),
                             is_bytes ? amount_bytes(arena, cost) : amount_count(arena, cost)));
}

/* The formula of the way that is told of, large, and what it is for the sentence: behind the line
** of the sentence, or before it, where no curve is. False: it has no room of that size. */
static bool draw_formula_of(const CostPicture *picture, const CostChart *chart, float size) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  Box plot = chart->plot;
  float pad = stage_points(scene, picture->is_afar ? FORMULA_PAD_AFAR : FORMULA_PAD),
        line = pen_line_height(pen, size);
  TextStyle large = {FACE_BOLD, size, pen->theme->ink, ALIGN_START};
  TextStyle small = {FACE_MONO, COST_LABEL_SIZE * size / FORMULA_SIZE, pen->theme->muted,
                     ALIGN_START};
  Str formula = str_from(cost_method_formula(picture->shown, chart->quantity));
  Str number = picture->is_afar ? (Str){"", 0} : cost_now(picture, chart); /* above, too */
  float width = fmaxf(pen_symbol_width(pen, large, formula), pen_width(pen, small, number));
  float now = cost_chart_x(chart, picture->sizes.token_count), left = plot.x + pad;
  float high = line * (picture->is_afar ? 1 : 1.9f);
  if (now < left + width + pad) left = fmaxf(left, now + pad);
  if (!is_free_above(picture, chart, (Point){left + width + pad, plot.y + high + 2 * pad}))
    return false;
  Box ground = {left - pad / 2, plot.y + pad / 2, width + pad, high + pad / 2};
  draw_box(pen->list, (DrawBox){.box = ground, .fill = pen->theme->paper}); /* over the rules */
  pen_symbol(pen, large, (Point){left, plot.y + pad + line * 0.8f}, formula);
  pen_text(pen, small, (Point){left, plot.y + pad + line * 1.6f}, number);
  return true;
}

static void draw_formula(const CostPicture *picture, const CostChart *chart) {
  bool is_afar = picture->is_afar;
  float from = stage_points(picture->scene, FORMULA_FROM);
  float size = is_afar ? FORMULA_SIZE_AFAR : FORMULA_SIZE;
  float least = is_afar ? FORMULA_LEAST_AFAR : FORMULA_LEAST;
  if (picture->is_own || picture->sizes.token_count < 1 || chart->plot.h < from) return;
  while (size >= least && !draw_formula_of(picture, chart, size)) size -= 1;
}

static void draw_head(const CostPicture *picture, const CostChart *chart, Box box) {
  const Pen *pen = &picture->scene->pen;
  TextStyle style = {FACE_BOLD, 14, pen->theme->ink, ALIGN_START};
  Str name = str_from(chart->name), bare = str_from(_("Time without what is laid over"));
  bool is_bare = picture->is_own && chart->quantity == COST_QUANTITY_COUNT;
  pen_text_in(pen, style, box, is_bare && pen_width(pen, style, bare) <= box.w ? bare : name);
}

static void draw_chart(const CostPicture *picture, CostChart *chart, Box box) {
  const Scene *scene = picture->scene;
  draw_head(picture, chart, cut_top(&box, stage_points(scene, HEAD)));
  cut_top(&box, stage_points(scene, picture->is_afar ? UNDER_HEAD_AFAR : UNDER_HEAD));
  cut_bottom(&box, stage_points(scene, picture->is_afar ? FOOT_AFAR : FOOT));
  chart->axis_w = stage_points(scene, picture->is_afar ? COST_AXIS_AFAR : COST_AXIS);
  /* the ratios go before the curves do, but in a figure, which has no pointer to tell them */
  bool is_narrow = box.w - chart->axis_w < stage_points(scene, 2.1f * LABELS);
  chart->labels_w = stage_points(scene, picture->is_afar ? NAMES_AFAR : is_narrow ? NAMES : LABELS);
  float wanted = cost_labels_width(picture, chart);
  if (pen_is_of_print(&scene->pen) && wanted > chart->labels_w) {
    if (!picture->times) chart->axis_w = fminf(cost_axis_width(picture), chart->axis_w);
    chart->labels_w = fminf(wanted, box.w / 2);
  }
  cut_left(&box, chart->axis_w);
  cut_right(&box, chart->labels_w);
  chart->plot = box;
  if (box.w < stage_points(scene, 40) || box.h < stage_points(scene, 30)) return;
  cost_chart_set_scales(picture, chart);
  cost_axes_draw(picture, chart);
  if (chart->quantity == COST_QUANTITY_COUNT) cost_times_draw(picture, chart);
  else {
    draw_formula(picture, chart);
    cost_curves_draw(picture, chart);
  }
  draw_now(picture, chart);
}

/* Side by side where each has room, else in two rows, or one below the other. */
static Box chart_box(const Scene *scene, Box box, int index, int count) {
  assert(index >= 0 && index < count);
  float gap = stage_points(scene, GAP), least = stage_points(scene, CHART_WIDTH_LEAST);
  int cols = (int)float_clamp(floorf((box.w + gap) / (least + gap)), 1, (float)count);
  if (cols < count && cols * cols < count && box.h < box.w) cols = count;
  int rows = (count + cols - 1) / cols, row = index / cols;
  int in_row = row == rows - 1 ? count - row * cols : cols;
  float height = (box.h - gap * (float)(rows - 1)) / (float)rows;
  Box line = {box.x, box.y + (height + gap) * (float)row, box.w, height};
  return box_column(line, index % cols, in_row, gap);
}

static void draw_charts(const CostPicture *picture, Box box) {
  static const char *const groups[] = {"multiplications", "bytes", "times"};
  CostChart charts[CHARTS_MOST] = {
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

static float larger(const Scene *scene, Box box) {
  if (!scene_is_presented(scene)) return scene->times ? 1 : view_room_larger(scene, box, ENOUGH);
  return scene->times ? AFAR_OF_THREE : view_room_from_afar(scene, box, ENOUGH_AFAR);
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, chart_height);
  float pad = stage_points(&scene, PAD);
  scene.pen.text_scale *= larger(&scene, box);
  if (!scene_is_presented(&scene)) pad = stage_points(&scene, PAD);
  CostSizes sizes = cost_sizes_of(scene.trace);
  CostPicture picture = {.scene = &scene,
                         .sizes = sizes,
                         .shown = cost_method_on_show(&scene, &sizes),
                         .is_own = cost_shows_more(&scene, &sizes),
                         .times = scene.times,
                         .is_afar = scene_is_presented(&scene) && !scene.times};
  Box rest = box_inset(box, pad);
  view_room_title_draw(&scene, cut_top(&rest, view_room_title_height(&scene, rest.w)));
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
