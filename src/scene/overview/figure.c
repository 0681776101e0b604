/* scene/overview/figure.c -- the overview as a figure: its title, the path, and what its colours
** stand for where matrices have no bars; in one column of a page (upright.h) all below each other.
*/
#include "scene/overview/figure.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/layer_words.h"
#include "scene/overview/plan.h"
#include "scene/overview/upright.h"
#include "scene/stages/stage.h"

static const float EDGE = 16, TITLE_HIGH = 34, TITLE_SIZE = 15, PLACE_SIZE = 12; /* design */
static const float TITLE_LEAST = 0.7f; /* of its size, before it is cut */
static const float SCALE_SIZE = 10.5f, SCALE_LINE = 18, BAR_WIDE = 40, BAR_HIGH = 7, BAR_GAP = 8,
                   BETWEEN = 28, BAR_UPRIGHT = 30, BETWEEN_UPRIGHT = 18;

enum { SCALES = 2 };

typedef struct Scales {
  const char *words[SCALES];
  TracePart parts[SCALES];
  float widths[SCALES], bar, between;
} Scales;

static bool has_title(const Scene *scene) {
  return !scene->headline && !scene->view->export_look.figure.no_title;
}

static TextStyle scale_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, SCALE_SIZE, scene->pen.theme->muted, ALIGN_START};
}

/* An upright picture tells the ends beside the names of its matrices. */
static Scales scales_of(const Scene *scene, bool is_upright) {
  Scales scales = {
      .words = {_("− to + of each matrix; scores share one scale"), _("weights, 0 to 1")},
      .parts = {TRACE_Q, TRACE_WEIGHTS},
      .bar = stage_points(scene, is_upright ? BAR_UPRIGHT : BAR_WIDE),
      .between = stage_points(scene, is_upright ? BETWEEN_UPRIGHT : BETWEEN)};
  if (is_upright) scales.words[0] = _("− to + of each matrix");
  for (int i = 0; i < SCALES; i++)
    scales.widths[i] = scales.bar + stage_points(scene, BAR_GAP) +
                       pen_width(&scene->pen, scale_style(scene), str_from(scales.words[i]));
  return scales;
}

/* On one line if both have room. */
static int scale_lines(const Scene *scene, const Scales *scales, float width) {
  float both = scales->widths[0] + scales->widths[1] + scales->between;
  return both <= width - 2 * stage_points(scene, EDGE) ? 1 : SCALES;
}

static float scales_height(const Scene *scene, float width, bool is_upright) {
  Scales scales = scales_of(scene, is_upright);
  return stage_points(scene, SCALE_LINE * (float)scale_lines(scene, &scales, width) + EDGE / 2);
}

static void draw_scales(const Scene *scene, Box box, bool is_upright) {
  Scales scales = scales_of(scene, is_upright);
  int lines = scale_lines(scene, &scales, box.w);
  float line = stage_points(scene, SCALE_LINE), bar = scales.bar;
  float high = stage_points(scene, BAR_HIGH), x = box.x + stage_points(scene, EDGE);
  draw_group_begin(scene->pen.list, "scales", NULL);
  for (int i = 0; i < SCALES; i++) {
    float y = box.y + (lines > 1 ? line * (float)i : 0);
    pen_sample(&scene->pen, scene_palette(scene, scales.parts[i]),
               (Box){x, y + (line - high) / 2, bar, high});
    float words = x + bar + stage_points(scene, BAR_GAP);
    pen_text_in(&scene->pen, scale_style(scene), (Box){words, y, box.x + box.w - words, line},
                str_from(scales.words[i]));
    if (lines == 1) x += scales.widths[i] + scales.between;
  }
  draw_group_end(scene->pen.list);
}

static TextStyle title_style(const Scene *scene) {
  return (TextStyle){FACE_BOLD, TITLE_SIZE, scene->pen.theme->ink, ALIGN_START};
}

static TextStyle place_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, PLACE_SIZE, scene->pen.theme->muted, ALIGN_START};
}

static Str title_of(const Scene *scene) {
  const char *said = overview_title(scene);
  return str_from(said ? said : _("Overview"));
}

static Str place_of(const Scene *scene) {
  return str_from(layer_head_words(scene->pen.list->arena, scene->trace, scene->view->layer,
                                   scene->view->head));
}

static void draw_title(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  TextStyle bold = title_style(scene), small = place_style(scene);
  cut_left(&box, stage_points(scene, EDGE));
  cut_right(&box, stage_points(scene, EDGE));
  draw_group_begin(pen->list, "title", NULL);
  Str title = title_of(scene), place = place_of(scene);
  float natural = pen_width(pen, bold, title);
  if (natural > box.w) bold.size *= fmaxf(TITLE_LEAST, 0.99f * box.w / natural);
  float width = pen_text_in(pen, bold, box, title);
  cut_left(&box, width + stage_points(scene, 10));
  if (pen_width(pen, small, place) <= box.w) pen_text_in(pen, small, box, place);
  draw_group_end(pen->list);
}

/* ---- one column of a page ---- */

static const float UPRIGHT_TOP = 10, UPRIGHT_LINE = 1.15f, UPRIGHT_BELOW = 8;

/* The title has as many lines as it takes, and the head stands below it. */
static float upright_title_height(const Scene *scene, float width) {
  const Pen *pen = &scene->pen;
  if (!has_title(scene)) return stage_points(scene, UPRIGHT_TOP);
  return stage_points(scene, UPRIGHT_TOP + UPRIGHT_BELOW) +
         pen_wrapped_height(pen, title_style(scene), width - 2 * stage_points(scene, EDGE),
                            UPRIGHT_LINE, title_of(scene)) +
         pen_line_height(pen, PLACE_SIZE);
}

static void draw_upright_title(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  TextStyle bold = title_style(scene), small = place_style(scene);
  cut_left(&box, stage_points(scene, EDGE));
  cut_right(&box, stage_points(scene, EDGE));
  cut_top(&box, stage_points(scene, UPRIGHT_TOP));
  draw_group_begin(pen->list, "title", NULL);
  cut_top(&box, pen_text_wrapped(pen, bold, box, UPRIGHT_LINE, title_of(scene)));
  pen_text_in(pen, small, cut_top(&box, pen_line_height(pen, PLACE_SIZE)), place_of(scene));
  draw_group_end(pen->list);
}

static float upright_more(const Scene *scene, float width) {
  return upright_title_height(scene, width) + scales_height(scene, width, true);
}

float overview_figure_upright_height(const Scene *scene, float width) {
  if (!overview_is_upright_at(scene, width)) return 0;
  Scene fitted = *scene;
  fitted.pen.text_scale = overview_upright_scale(scene, width);
  return overview_upright_height(scene, width) + upright_more(&fitted, width);
}

/* Whether there is room for it. */
static bool draw_upright(const Scene *scene, Box box) {
  if (!overview_is_upright_at(scene, box.w)) return false;
  Scene fitted = *scene;
  fitted.pen.text_scale = overview_upright_scale(scene, box.w);
  float title = upright_title_height(&fitted, box.w), scales = scales_height(&fitted, box.w, true);
  if (!overview_is_upright(scene, (Box){box.x, box.y, box.w, box.h - title - scales})) return false;
  Box top = cut_top(&box, title);
  if (has_title(scene)) draw_upright_title(&fitted, top);
  draw_scales(&fitted, cut_bottom(&box, scales), true);
  overview_draw(scene, box);
  return true;
}

/* ---- all ---- */

float overview_figure_more(const Scene *scene, float width) {
  return scales_height(scene, width, false) +
         (has_title(scene) ? stage_points(scene, TITLE_HIGH) : 0);
}

void overview_figure_draw(const Scene *scene, Box box) {
  assert(!scene->interactive);
  if (trace_token_count(scene->trace) == 0) {
    overview_draw(scene, box);
    return;
  }
  if (draw_upright(scene, box)) return;
  if (has_title(scene)) draw_title(scene, cut_top(&box, stage_points(scene, TITLE_HIGH)));
  if (!overview_plan(scene, box).has_bars)
    draw_scales(scene, cut_bottom(&box, scales_height(scene, box.w, false)), false);
  overview_draw(scene, box);
}
