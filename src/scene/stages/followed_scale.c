/* scene/stages/followed_scale.c -- the scale of some of the rows with digits. */
#include "scene/stages/followed_scale.h"

#include <assert.h>
#include <math.h>

#include "scene/number.h"

float followed_scale_width(const Scene *scene, TracePart part, ColorRange range) {
  Pen numbers = stage_bar_pen(scene);
  return pen_inline_bar_width(&numbers, scene_palette(scene, part), range);
}

void followed_scale_draw(const Scene *scene, Box box, TracePart part, ColorRange range,
                         float widest) {
  assert(range.low < range.high);
  const float shorter_most = 50; /* than a bar in a line */
  const Pen *pen = &scene->pen, numbers = stage_bar_pen(scene);
  float own = followed_scale_width(scene, part, range), spared = (fmaxf(widest, own) - own) / 2;
  if (box.w >= widest - stage_points(scene, shorter_most)) {
    float whole = fminf(box.w, widest);
    Box place = {box.x + spared, box.y, whole - 2 * spared, box.h};
    pen_inline_bar(
        &numbers, &(ColorBar){.box = place, .palette = scene_palette(scene, part), .range = range});
    return;
  }
  TextStyle style = {FACE_MONO, stage_small_print(scene), pen->theme->muted, ALIGN_START};
  Number end = number_end(range.high);
  Str words = str_from(str_format(pen->list->arena, range.low < 0 ? "±%s" : "0–%s", end.at));
  if (pen_width(pen, style, words) <= box.w) pen_text_in(pen, style, box, words);
}

void followed_scale_tie(const Scene *scene, float x, float from, float to) {
  assert(from <= to);
  draw_line(scene->pen.list, (Point){x, from}, (Point){x, to}, stage_points(scene, 1.5f),
            scene->pen.theme->muted);
}
