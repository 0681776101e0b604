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

float view_room_title_height(const Scene *scene) {
  const float title = 46;
  bool is_elsewhere = scene->headline || scene->view->export_look.figure.no_title;
  return is_elsewhere ? 0 : stage_points(scene, title);
}

void view_room_title_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  Captions captions = captions_of(scene);
  TextStyle bold = {FACE_BOLD, 18, pen->theme->ink, ALIGN_START};
  TextStyle plain = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  if (box.h <= 0) return;
  draw_group_begin(pen->list, "title", NULL);
  Box line = cut_top(&box, stage_points(scene, 24));
  pen_text_in(pen, bold, line, str_from(captions.headline));
  pen_text_in(pen, plain, cut_top(&box, stage_points(scene, 16)), str_from(captions.shapes));
  draw_group_end(pen->list);
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
