/* scene/views/layout_strides.c -- what a stride means, at a tensor of one or two axes: how far in
** memory the next column and the next row are.
**
**                 ──► next column: +1 in memory
**                 ┌───┬───┬───┐
**   next row:  │  │ 1 │ 2 │ 3 │
**         +3   ▼  │ 4 │ 5 │ 6 │
*/
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage.h"
#include "scene/views/memory_layout.h"

/* Design points. */
static const float SIZE = 14, GAP = 8, ARROW_FROM = 14, HEAD = 6, WORDS_LEAST = 75,
                   WORDS_MOST = 220, LINE = 1.25f;

static void draw_arrow(const Scene *scene, Point from, Point to) {
  const Pen *pen = &scene->pen;
  float head = stage_points(scene, HEAD), width = stage_points(scene, 1.5f);
  float x = from.x < to.x ? head : 0, y = from.y < to.y ? head : 0;
  Color ink = pen->theme->ink;
  draw_line(pen->list, from, to, width, ink);
  draw_line(pen->list, to, (Point){to.x - x - y * 0.7f, to.y - y - x * 0.7f}, width, ink);
  draw_line(pen->list, to, (Point){to.x - x + y * 0.7f, to.y - y + x * 0.7f}, width, ink);
}

static TextStyle words_style(const Scene *scene, Align align) {
  return (TextStyle){FACE_MEDIUM, SIZE, scene->pen.theme->ink, align};
}

/* From the first column to the second, above them. */
static void draw_across(const Scene *scene, const Strided *tensor, Box cells, Box box) {
  Arena *arena = scene->pen.list->arena;
  int columns = tensor->shape[tensor->axes - 1], stride = tensor->stride[tensor->axes - 1];
  float side = cells.w / (float)columns, y = cells.y - stage_points(scene, ARROW_FROM);
  Point from = {cells.x + side * 0.5f, y}, to = {cells.x + side * 1.5f, y};
  TextStyle style = words_style(scene, ALIGN_START);
  const char *all = tensor->axes > 1 ? str_format(arena, _("next column: +%d in memory"), stride)
                                     : str_format(arena, _("next number: +%d in memory"), stride);
  const char *shorter = str_format(arena, "+%d", stride);
  float x = to.x + stage_points(scene, GAP), room = box.x + box.w - x;
  float high = pen_line_height(&scene->pen, SIZE);
  bool fits = all && pen_width(&scene->pen, style, str_from(all)) <= room;
  Str words = str_from(fits ? all : shorter);
  if (columns < 2 || pen_width(&scene->pen, style, words) > room) return;
  draw_arrow(scene, from, to);
  pen_text_in(&scene->pen, style, (Box){x, y - high / 2, room, high}, words);
}

/* From the first row to the second, left of them. */
static void draw_down(const Scene *scene, const Strided *tensor, Box cells, Box box) {
  Arena *arena = scene->pen.list->arena;
  int rows = tensor->shape[0], stride = tensor->stride[0];
  float side = cells.h / (float)rows, x = cells.x - stage_points(scene, ARROW_FROM);
  Point from = {x, cells.y + side * 0.5f}, to = {x, cells.y + side * 1.5f};
  TextStyle style = words_style(scene, ALIGN_END);
  const char *all = str_format(arena, _("next row: +%d in memory"), stride);
  const char *shorter = str_format(arena, "+%d", stride);
  float room = x - stage_points(scene, GAP) - box.x, least = stage_points(scene, WORDS_LEAST);
  Str words = str_from(room >= least ? all : shorter);
  room = fminf(room, stage_points(scene, WORDS_MOST));
  if (rows < 2 || pen_width(&scene->pen, style, str_from(shorter)) > room) return;
  float high = pen_wrapped_height(&scene->pen, style, room, LINE, words);
  draw_arrow(scene, from, to);
  Box at = {x - stage_points(scene, GAP) - room, (from.y + to.y - high) / 2, room, high};
  pen_text_wrapped(&scene->pen, style, at, LINE, words);
}

void layout_strides_draw(const Scene *scene, const Strided *tensor, Box cells, Box box) {
  draw_across(scene, tensor, cells, box);
  if (tensor->axes > 1) draw_down(scene, tensor, cells, box);
}
