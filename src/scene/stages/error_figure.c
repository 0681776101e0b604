/* scene/stages/error_figure.c -- the curve of errors, with its axes. */
#include "scene/stages/error_figure.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static const float PAD = 18, TITLE = 34, LEFT = 46, BELOW = 44, TICK = 18, WORDS = 12, DOT = 7,
                   RING = 15;
enum { LEVELS_MOST = 5 };

typedef struct Plot {
  MatView curve; /* [P,2] a number and its error */
  Box box;
  float step, most; /* of the levels; the highest of them */
  int own;          /* the point that is laid over */
} Plot;

static float count_at(const Plot *plot, int i) { return mat_get(plot->curve, i, 0); }
static float error_at(const Plot *plot, int i) { return mat_get(plot->curve, i, 1); }

bool error_figure_can(const Scene *scene) {
  if (!trace_has_part(scene->trace, TRACE_ERROR_CURVE)) return false;
  MatView curve = stage_matrix(scene, TRACE_ERROR_CURVE);
  for (int i = 0; i < curve.rows; i++)
    if (!isfinite(mat_get(curve, i, 1))) return false;
  return curve.rows > 0;
}

/* 1, 2 or 5 times a power of ten, so that there are few levels. */
static float level_step(float most) {
  static const float mantissas[] = {1, 2, 5};
  for (float power = 1e-6f; power < 1e6f; power *= 10)
    for (int i = 0; i < 3; i++)
      if (most <= power * mantissas[i] * LEVELS_MOST) return power * mantissas[i];
  return most;
}

static Plot plot_of(const Scene *scene, Box box) {
  Plot plot = {.curve = stage_matrix(scene, TRACE_ERROR_CURVE), .box = box};
  int laid_over = kind_fewer(trace_kind(scene->trace));
  float most = 0;
  for (int i = 0; i < plot.curve.rows; i++) {
    most = fmaxf(most, error_at(&plot, i));
    if ((int)count_at(&plot, i) == laid_over) plot.own = i;
  }
  plot.step = most > 0 ? level_step(most) : 1;
  plot.most = plot.step * fmaxf(1, ceilf(most / plot.step - 0.001f));
  return plot;
}

/* Numbers double from point to point. */
static Point point_of(const Plot *plot, int i) {
  double last = log2(fmax((double)count_at(plot, plot->curve.rows - 1), 2));
  return (Point){plot->box.x + plot->box.w * (float)(log2((double)count_at(plot, i)) / last),
                 plot->box.y + plot->box.h * (1 - error_at(plot, i) / plot->most)};
}

static TextStyle words_style(const Scene *scene, Align align) {
  return (TextStyle){FACE_REGULAR, WORDS, scene->pen.theme->muted, align};
}

static void draw_levels(const Scene *scene, const Plot *plot) {
  const Pen *pen = &scene->pen;
  int levels = (int)lrintf(plot->most / plot->step);
  float high = pen_line_height(pen, WORDS), gap = stage_points(scene, 8);
  for (int i = 0; i <= levels; i++) {
    float level = plot->step * (float)i;
    float y = plot->box.y + plot->box.h * (1 - level / plot->most);
    draw_line(pen->list, (Point){plot->box.x, y}, (Point){plot->box.x + plot->box.w, y}, 1,
              i == 0 ? pen->theme->muted : pen->theme->line);
    Box line = {plot->box.x - stage_points(scene, LEFT), y - high / 2,
                stage_points(scene, LEFT) - gap, high};
    pen_text_in(pen, words_style(scene, ALIGN_END), line,
                str_from(str_format(pen->list->arena, "%g", (double)level)));
  }
}

static void draw_counts(const Scene *scene, const Plot *plot) {
  const Pen *pen = &scene->pen;
  TextStyle style = words_style(scene, ALIGN_MIDDLE);
  float baseline = plot->box.y + plot->box.h + stage_points(scene, TICK), free_from = -1e9f;
  for (int i = 0; i < plot->curve.rows; i++) {
    Str words = str_from(str_format(pen->list->arena, "%d", (int)count_at(plot, i)));
    float width = pen_width(pen, style, words), x = point_of(plot, i).x;
    if (x - width / 2 < free_from) continue;
    pen_text(pen, style, (Point){x, baseline}, words);
    free_from = x + width / 2 + stage_points(scene, 6);
  }
  bool is_mixed = trace_keys_are_mixtures(scene->trace);
  pen_text(pen, style,
           (Point){plot->box.x + plot->box.w / 2, baseline + stage_points(scene, TICK + 2)},
           str_from(is_mixed ? _("mixtures K") : _("random features M")));
}

static void draw_dot(const Scene *scene, Point at, float size, Color fill, float edge) {
  float side = stage_points(scene, size);
  draw_box(scene->pen.list, (DrawBox){.box = {at.x - side / 2, at.y - side / 2, side, side},
                                      .corner = side / 2,
                                      .fill = fill,
                                      .stroke = scene->pen.theme->ink,
                                      .stroke_width = stage_points(scene, edge)});
}

static void draw_points(const Scene *scene, const Plot *plot) {
  const Theme *theme = scene->pen.theme;
  for (int i = 1; i < plot->curve.rows; i++)
    draw_line(scene->pen.list, point_of(plot, i - 1), point_of(plot, i), stage_points(scene, 2),
              theme->output);
  for (int i = 0; i < plot->curve.rows; i++) {
    bool is_own = i == plot->own;
    draw_dot(scene, point_of(plot, i), is_own ? RING : DOT, is_own ? theme->focus : theme->output,
             is_own ? 1.5f : 0);
  }
  Point own = point_of(plot, plot->own);
  Str words = str_from(number_full(error_at(plot, plot->own)).at);
  TextStyle style = {FACE_SEMIBOLD, WORDS + 1, theme->ink, ALIGN_MIDDLE};
  float half = pen_width(&scene->pen, style, words) / 2;
  own.x = fmaxf(plot->box.x + half, fminf(own.x, plot->box.x + plot->box.w - half));
  pen_text(&scene->pen, style, (Point){own.x, own.y - stage_points(scene, 14)}, words);
}

void error_figure_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (!error_figure_can(scene)) return;
  bool has_title = !scene->view->export_look.figure.no_title;
  Box inner = box_inset(box, stage_points(scene, PAD));
  Box title = cut_top(&inner, has_title ? stage_points(scene, TITLE) : stage_points(scene, 8));
  TextStyle style = {FACE_BOLD, 14, scene_part_color(pen->theme, TRACE_OUTPUT), ALIGN_START};
  draw_group_begin(pen->list, "curve", NULL);
  if (has_title) pen_text_in(pen, style, title, str_from(_("Error of the weighted sum")));
  cut_left(&inner, stage_points(scene, LEFT));
  cut_bottom(&inner, stage_points(scene, BELOW));
  cut_right(&inner, stage_points(scene, 10));
  Plot plot = plot_of(scene, inner);
  draw_levels(scene, &plot);
  draw_counts(scene, &plot);
  draw_points(scene, &plot);
  draw_group_end(pen->list);
}

const char *error_figure_words(const Scene *scene, Arena *arena) {
  if (!error_figure_can(scene)) return "";
  Plot plot = plot_of(scene, (Box){0, 0, 1, 1});
  StrBuf words = strbuf_make(arena);
  Str model = trace_model_name(scene->trace);
  bool is_mixed = trace_keys_are_mixtures(scene->trace);
  i18n_add_sentence(
      &words,
      str_format(arena,
                 is_mixed ? _("Error of the weighted sum of head %d in layer %d of the "
                              "model %.*s against the number of mixtures K.")
                          : _("Error of the weighted sum of head %d in layer %d of the "
                              "model %.*s against the number of random features M."),
                 scene->view->head + 1, scene->view->layer + 1, (int)model.bytes, model.at));
  i18n_add_sentence(&words, _("It is Σ |approximate − exact| / Σ |exact| over the numbers of the "
                              "weighted sum."));
  i18n_add_sentence(&words, str_format(arena, _("The ring is what is laid over, %s = %d: %s."),
                                       is_mixed ? "K" : "M", (int)count_at(&plot, plot.own),
                                       number_full(error_at(&plot, plot.own)).at));
  return words.at && !words.failed ? words.at : "";
}
