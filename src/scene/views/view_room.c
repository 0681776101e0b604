/* scene/views/view_room.c -- what rooms have in common: size of text, title, refusal. */
#include "scene/views/view_room.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

Scene view_room_fitted(const Scene *scene, Box box, MatrixSide *side) {
  const View *view = scene->view;
  bool is_larger = scene->interactive && !view->presenter && view->text_scale > 1;
  if (is_larger && trace_token_count(scene->trace) > 0)
    return stage_fitted_to_side(scene, box, side);
  return stage_fitted(scene, box);
}

float view_room_larger(const Scene *scene, Box box, Box enough) {
  const float most = 1.3f;
  float wide = box.w / stage_points(scene, enough.w), high = box.h / stage_points(scene, enough.h);
  return scene->interactive ? float_clamp(fminf(wide, high), 1, most) : 1;
}

float view_room_from_afar(const Scene *scene, Box box, Box enough) {
  const float most = 1.75f; /* digits of 13 points are 28 pixels high on a projector */
  float wide = box.w / stage_points(scene, enough.w), high = box.h / stage_points(scene, enough.h);
  return scene_is_presented(scene) ? float_clamp(most * fminf(wide, high), 1, most) : 1;
}

typedef struct Title {
  TextStyle headline, shapes;
  Captions words;
} Title;

static const float HEADLINE = 24, SHAPES = 16, UNDER_TITLE = 6; /* design points */
static const float TITLE_LINE = 1.1f;

static Title title_of(const Scene *scene) {
  const Theme *theme = scene->pen.theme;
  return (Title){.headline = {FACE_BOLD, 18, theme->ink, ALIGN_START},
                 .shapes = {FACE_REGULAR, 12, theme->muted, ALIGN_START},
                 .words = captions_of(scene)};
}

static bool has_title(const Scene *scene) {
  return !scene->headline && !scene->view->export_look.figure.no_title;
}

/* By how much its lines are higher than the room of one. */
static float more_lines(const Scene *scene, float room, float width, TextStyle style,
                        const char *words) {
  const Pen *pen = &scene->pen;
  if (!pen_is_of_print(pen) || pen_width(pen, style, str_from(words)) <= width) return 0;
  float lines = pen_wrapped_height(pen, style, width, TITLE_LINE, str_from(words));
  return fmaxf(lines - stage_points(scene, room), 0);
}

float view_room_title_more(const Scene *scene, float width) {
  if (!has_title(scene)) return 0;
  Title title = title_of(scene);
  return more_lines(scene, HEADLINE, width, title.headline, title.words.headline) +
         more_lines(scene, SHAPES, width, title.shapes, title.words.shapes);
}

float view_room_title_height(const Scene *scene, float width) {
  if (!has_title(scene)) return 0;
  return stage_points(scene, HEADLINE + SHAPES + UNDER_TITLE) + view_room_title_more(scene, width);
}

/* The least width with as many lines, so that no line has a single word. */
static float balanced_width(const Pen *pen, TextStyle style, float width, Str words) {
  const float step = 0.04f, least = 0.6f; /* of the width */
  float lines = pen_wrapped_height(pen, style, width, TITLE_LINE, words), balanced = width;
  for (float tried = width; tried >= least * width; tried -= step * width)
    if (pen_wrapped_height(pen, style, tried, TITLE_LINE, words) <= lines) balanced = tried;
  return balanced;
}

static void draw_title_lines(const Scene *scene, Box *box, float room, TextStyle style,
                             const char *words) {
  float more = more_lines(scene, room, box->w, style, words);
  Box lines = cut_top(box, stage_points(scene, room) + more);
  if (more > 0) {
    lines.w = balanced_width(&scene->pen, style, lines.w, str_from(words));
    pen_text_wrapped(&scene->pen, style, lines, TITLE_LINE, str_from(words));
  } else pen_text_in(&scene->pen, style, lines, str_from(words));
}

void view_room_title_draw(const Scene *scene, Box box) {
  if (box.h <= 0) return;
  Title title = title_of(scene);
  draw_group_begin(scene->pen.list, "title", NULL);
  draw_title_lines(scene, &box, HEADLINE, title.headline, title.words.headline);
  draw_title_lines(scene, &box, SHAPES, title.shapes, title.words.shapes);
  draw_group_end(scene->pen.list);
}

void view_room_refusal_draw(const Scene *scene, Box box, const char *why) {
  const Pen *pen = &scene->pen;
  const float size = 14, most = 460, edge = 16, line = 1.3f;
  TextStyle style = {FACE_REGULAR, size, pen->theme->ink, ALIGN_START};
  float width = fminf(box.w - stage_points(scene, 2 * edge), stage_points(scene, most));
  Str words = str_from(why ? why : _("This is being worked out."));
  float height = pen_wrapped_height(pen, style, width, line, words);
  pen_text_wrapped(pen, style, box_centred(box, width, height), line, words);
}
