/* scene/stages/error_curve.c -- the error of the output against the number of mixtures or features,
** as a line in the panel. */
#include "scene/stages/error_curve.h"

#include <math.h>

#include "base/i18n.h"

static const float HEIGHT = 118, LABEL = 16, TICKS = 16, SMALL = 10.5f;
enum { TICKS_MOST = 6 };

/* Where the numbers of the curve lie in its box. */
typedef struct Plot {
  MatView curve; /* [P,2] a number and its error */
  Box box;
  float most; /* the largest error */
  int own;    /* the number that is laid over */
} Plot;

static float count_at(const Plot *plot, int i) { return mat_get(plot->curve, i, 0); }
static float error_at(const Plot *plot, int i) { return mat_get(plot->curve, i, 1); }

static int own_point(const Plot *plot) {
  int i = 0;
  while (i < plot->curve.rows - 1 && (int)count_at(plot, i) != plot->own) i++;
  return i;
}

/* Numbers double from step to step. */
static Point point_of(const Plot *plot, int i) {
  float last = (float)log2((double)fmaxf(count_at(plot, plot->curve.rows - 1), 2));
  return (Point){plot->box.x + plot->box.w * (float)log2((double)count_at(plot, i)) / last,
                 plot->box.y + plot->box.h * (1 - error_at(plot, i) / plot->most)};
}

static void draw_frame(const Panel *panel, const Plot *plot) {
  const Theme *theme = panel->pen->theme;
  Box box = plot->box;
  draw_line(panel->pen->list, (Point){box.x, box.y + box.h}, (Point){box.x + box.w, box.y + box.h},
            1, theme->muted);
  if (plot->most <= 1) return;
  float one = box.y + box.h * (1 - 1 / plot->most);
  draw_line(panel->pen->list, (Point){box.x, one}, (Point){box.x + box.w, one}, 1, theme->line);
}

static void draw_ticks(const Panel *panel, const Plot *plot) {
  const Pen *pen = panel->pen;
  TextStyle style = {FACE_MONO, SMALL, pen->theme->muted, ALIGN_MIDDLE};
  int step = (plot->curve.rows + TICKS_MOST - 1) / TICKS_MOST;
  float baseline = plot->box.y + plot->box.h + panel_pt(panel, TICKS - 4), free_from = 0;
  for (int i = 0; i < plot->curve.rows; i++) {
    Str words = panel_words(panel, "%d", (int)count_at(plot, i));
    float width = pen_width(pen, style, words);
    float x = fminf(point_of(plot, i).x, plot->box.x + plot->box.w - width / 2);
    x = fmaxf(x, plot->box.x + width / 2);
    if (i % step != 0 || x - width / 2 < free_from) continue;
    pen_text(pen, style, (Point){x, baseline}, words);
    free_from = x + width / 2 + panel_pt(panel, 6);
  }
}

static void draw_points(const Panel *panel, const Plot *plot) {
  const Theme *theme = panel->pen->theme;
  DrawList *list = panel->pen->list;
  int own = own_point(plot);
  for (int i = 0; i < plot->curve.rows; i++) {
    Point at = point_of(plot, i);
    if (i > 0) draw_line(list, point_of(plot, i - 1), at, panel_pt(panel, 1.5f), theme->output);
  }
  for (int i = 0; i < plot->curve.rows; i++) {
    Point at = point_of(plot, i);
    float dot = panel_pt(panel, i == own ? 10 : 4);
    draw_box(list, (DrawBox){.box = {at.x - dot / 2, at.y - dot / 2, dot, dot},
                             .corner = dot / 2,
                             .fill = i == own ? theme->focus : theme->output,
                             .stroke = theme->ink,
                             .stroke_width = i == own ? panel_pt(panel, 1.5f) : 0});
    if (!panel->scene->interactive) continue;
    float reach = panel_pt(panel, 8);
    draw_hit(list,
             (DrawHit){.box = {at.x - reach, plot->box.y, 2 * reach, plot->box.h},
                       .tip = panel_words(panel, _("%d: mean error %s of the mean output"),
                                          (int)count_at(plot, i), number_full(error_at(plot, i)).at)
                                  .at});
  }
}

static void draw_curve_section(const Panel *panel, const void *data, Box box) {
  Plot plot = *(const Plot *)data;
  const Pen *pen = panel->pen;
  bool is_mixed = trace_keys_are_mixtures(panel->scene->trace);
  TextStyle style = {FACE_SEMIBOLD, SMALL, pen->theme->muted, ALIGN_START};
  float label = panel_pt(panel, LABEL), inset = panel_pt(panel, 6);
  pen_text_in(
      pen, style, (Box){box.x, box.y, box.w, label},
      str_from(is_mixed ? _("error of the output against K") : _("error of the output against M")));
  plot.box = (Box){box.x + inset, box.y + label + inset, box.w - 2 * inset,
                   box.h - label - 2 * inset - panel_pt(panel, TICKS)};
  draw_frame(panel, &plot);
  draw_ticks(panel, &plot);
  draw_points(panel, &plot);
}

static bool is_finite(MatView curve) {
  for (int i = 0; i < curve.rows; i++)
    if (!isfinite(mat_get(curve, i, 1))) return false;
  return true;
}

static void add_words(Panel *panel, const Plot *plot) {
  bool is_mixed = trace_keys_are_mixtures(panel->scene->trace);
  Number error = number_full(error_at(plot, own_point(plot)));
  panel_add_fact(panel,
                 panel_words(panel,
                             is_mixed ? _("mean error at K = %d") : _("mean error at M = %d"),
                             plot->own),
                 panel_words(panel, _("%s of the mean output"), error.at), RANK_FACTS);
  if (is_mixed)
    panel_add_note(panel,
                   str_from(_("E and F are drawn here and not learned, so more mixtures do not "
                              "bring the output nearer: that is what Linformer trains them for.")),
                   RANK_NEXT);
}

void error_curve_add(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  if (!trace_has_part(trace, TRACE_ERROR_CURVE)) return;
  Plot plot = {.curve = panel_matrix(panel, TRACE_ERROR_CURVE),
               .own = kind_fewer(trace_kind(trace))};
  if (plot.curve.rows == 0 || !is_finite(plot.curve)) return;
  for (int i = 0; i < plot.curve.rows; i++) plot.most = fmaxf(plot.most, error_at(&plot, i));
  if (plot.most <= 0) plot.most = 1;
  panel_add(panel, (Section){.draw = draw_curve_section,
                             .data = panel_keep(panel, &plot, sizeof plot),
                             .least = panel_pt(panel, HEIGHT * 0.7f),
                             .wanted = panel_pt(panel, HEIGHT),
                             .gap = panel_pt(panel, 12),
                             .rank = RANK_BODY});
  add_words(panel, &plot);
}
