/* scene/stages/block_reach.c -- a matrix that is added to a far larger one: pale on the scale they
** share, so its followed row stands below it as bars, whose height is the number.
*/
#include "scene/stages/block.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"

/* Design: above the bars, and how high they are at least. */
static const float GAP = 7, BARS_LEAST = 12;
static const float BAR_OF_COLUMN = 0.7f;

bool block_is_pale(const Scene *scene, TracePart part) {
  const float pale = 0.5f; /* of the scale */
  float largest = scene_largest(scene, part);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  return largest > 0 && largest < pale * range.high;
}

static TextStyle small_style(const Scene *scene) {
  return (TextStyle){FACE_MEDIUM, stage_small_print(scene), scene->pen.theme->muted, ALIGN_MIDDLE};
}

static bool fits(const Scene *scene, Box box, const char *words) {
  return pen_width(&scene->pen, small_style(scene), str_from(words)) <= box.w;
}

void block_small_draw(const Scene *scene, Box box, const char *words) {
  if (fits(scene, box, words)) pen_text_in(&scene->pen, small_style(scene), box, str_from(words));
}

/* Around a line of 0; the largest is half as high as the box. */
static void draw_bars(const Scene *scene, TracePart part, int row, Box box) {
  MatView values = stage_matrix(scene, part);
  const float *numbers = mat_row(values, row);
  float end = block_own_range(numbers, values.cols).high, column = box.w / (float)values.cols;
  float zero = box.y + box.h / 2, width = fmaxf(column * BAR_OF_COLUMN, 0.5f);
  DrawList *list = scene->pen.list;
  draw_group_begin(list, "bars", NULL);
  for (int col = 0; col < values.cols; col++) {
    float high = numbers[col] / end * box.h / 2;
    if (!isfinite(high)) continue;
    float x = box.x + column * (float)col + (column - width) / 2;
    draw_box(list, (DrawBox){.box = {x, zero - fmaxf(high, 0), width, fabsf(high)},
                             .fill = scene_part_line(scene->pen.theme, part)});
  }
  draw_line(list, (Point){box.x, zero}, (Point){box.x + box.w, zero}, 1, scene->pen.theme->muted);
  draw_group_end(list);
}

/* "up to ±2.2; bars: it, up to ±0.62", or what of it has room; NULL: not even what the bars are. */
static const char *words_of_bars(const Scene *scene, TracePart part, int row, Box line) {
  Arena *arena = scene->pen.list->arena;
  MatView values = stage_matrix(scene, part);
  Number all = number_end(scene_largest(scene, part));
  Number own = number_full(block_own_range(mat_row(values, row), values.cols).high);
  Str name = scene_named(scene, row);
  const char *whole = str_format(arena, _("up to ±%s; bars: %.*s, up to ±%s"), all.at,
                                 (int)name.bytes, name.at, own.at);
  const char *bars =
      str_format(arena, _("bars: %.*s, up to ±%s"), (int)name.bytes, name.at, own.at);
  return fits(scene, line, whole) ? whole : fits(scene, line, bars) ? bars : NULL;
}

void block_reach_draw(const Scene *scene, TracePart part, Box cells, Box foot) {
  assert(foot.y >= cells.y + cells.h);
  int row = stage_followed_row(scene);
  if (!block_is_pale(scene, part)) return;
  float line = pen_line_height(&scene->pen, stage_small_print(scene));
  float top = cells.y + cells.h + stage_points(scene, GAP), foot_y = foot.y + foot.h;
  Box bars = {cells.x, top, cells.w, foot_y - line - top};
  Box below = {cells.x, foot_y - line, cells.w, line};
  bool has_bars = scene->interactive && row >= 0 && bars.h >= stage_points(scene, BARS_LEAST);
  const char *words = has_bars ? words_of_bars(scene, part, row, below) : NULL;
  if (words) {
    draw_bars(scene, part, row, bars);
    block_small_draw(scene, below, words);
    return;
  }
  Number most = number_end(scene_largest(scene, part));
  Box beside = {cells.x, foot.y, cells.w, fminf(foot.h, stage_points(scene, 16))};
  block_small_draw(scene, beside,
                   str_format(scene->pen.list->arena, _("up to ±%s on this scale"), most.at));
}
