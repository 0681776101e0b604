/* scene/stages/motion_legend.c -- the scales of what is on its way, in one place with the names of
** what has them: "Q  -3.1 [=====] 3.1" in lines below each other. */
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/motion_way.h"

/* One scale. */
typedef struct Line {
  TextStyle style;
  Str name;
  float name_width, bar_width;
} Line;

enum { LINES_MOST = 8 };

/* The widest name and bar give all lines one middle. */
typedef struct Legend {
  Line lines[LINES_MOST];
  int count;
  float name_width, bar_width, gap, high; /* high: of a line */
  bool is_above;                          /* names stand above their bars */
} Legend;

/* As in formulas, or what it is called as a matrix. */
static const char *part_name(const Way *way, TracePart part) {
  const char *symbol = stage_part_symbol(part);
  return symbol ? symbol : stage_part_name(way->later_scene, part);
}

static Str names_of(const Way *way, const NamedScale *scale) {
  Arena *arena = way->scene->pen.list->arena;
  const char *all = scale->part_count == 0 && scale->is_of_rows ? _("numbers above") : "";
  for (int i = 0; all && i < scale->part_count; i++)
    all = i > 0 ? str_format(arena, "%s, %s", all, part_name(way, scale->parts[i]))
                : part_name(way, scale->parts[i]);
  return str_from(all);
}

static Legend legend_of(const Way *way, const NamedScale *scales, int count) {
  const Scene *scene = way->scene;
  const Pen *pen = &scene->pen;
  Pen numbers = stage_bar_pen(scene);
  Legend legend = {.gap = stage_points(scene, 8), .high = pen_line_height(&numbers, 13)};
  for (int i = 0; i < count && i < LINES_MOST; i++) {
    bool is_one = scales[i].part_count == 1;
    Color color = is_one ? scene_part_color(pen->theme, scales[i].parts[0]) : pen->theme->ink;
    Line line = {.style = {FACE_SEMIBOLD, stage_small_print(scene), color, ALIGN_START},
                 .name = names_of(way, &scales[i])};
    line.name_width = pen_symbol_width(pen, line.style, line.name);
    line.bar_width =
        pen_inline_bar_width(&numbers, scales[i].colors->palette, scales[i].colors->range);
    legend.name_width = fmaxf(legend.name_width, line.name_width);
    legend.bar_width = fmaxf(legend.bar_width, line.bar_width);
    legend.lines[legend.count++] = line;
  }
  return legend;
}

static float legend_width(const Legend *legend) {
  if (legend->is_above) return fmaxf(legend->name_width, legend->bar_width);
  return legend->name_width + legend->gap + legend->bar_width;
}

static float legend_height(const Legend *legend) {
  return legend->high * (float)(legend->count * (legend->is_above ? 2 : 1));
}

/* So much is free around it that no other bar seems to be of the list. */
static Box around(const Scene *scene, Box place) {
  float beside = stage_points(scene, 20), below = stage_points(scene, 4);
  return (Box){place.x - beside, place.y - below, place.w + 2 * beside, place.h + 2 * below};
}

/* The lowest free place in the lower half, as far to the right as there is one; w 0: none. */
static Box place_of(const Way *way, const Legend *legend, int first_drawn) {
  const Scene *scene = way->scene;
  float edge = stage_points(scene, 12), step = stage_points(scene, 8);
  Box box = way->box, place = {.w = legend_width(legend), .h = legend_height(legend)};
  for (place.y = box.y + box.h - place.h - edge / 2; place.y > box.y + box.h / 4; place.y -= step)
    for (place.x = box.x + box.w - edge - place.w; place.x >= box.x + edge; place.x -= step)
      if (motion_place_is_free(scene->pen.list, first_drawn, around(scene, place))) return place;
  return (Box){0};
}

static void draw_scale(const Way *way, const Legend *legend, const NamedScale *scale, int i,
                       Box place) {
  const Pen *pen = &way->scene->pen;
  Pen numbers = stage_bar_pen(way->scene);
  const Line *line = &legend->lines[i];
  float below = legend->is_above ? legend->high : 0;
  Box at = {place.x, place.y + (legend->high + below) * (float)i, place.w, legend->high};
  float size = pen_points(pen, line->style.size);
  float end = legend->is_above ? at.x + line->name_width : at.x + legend->name_width;
  Point baseline = {end - line->name_width, at.y + (at.h + TEXT_CAP_HEIGHT * size) / 2};
  pen_symbol(pen, line->style, baseline, line->name);
  float left = legend->is_above ? at.x : end + legend->gap;
  Box bar = {left + (legend->bar_width - line->bar_width) / 2, at.y + below, line->bar_width, at.h};
  pen_inline_bar(
      &numbers,
      &(ColorBar){.box = bar, .palette = scale->colors->palette, .range = scale->colors->range});
}

void motion_legend_draw(const Way *way, const NamedScale *scales, int count, int first_drawn) {
  Legend legend = legend_of(way, scales, count);
  Box place = place_of(way, &legend, first_drawn);
  if (place.w <= 0) {
    legend.is_above = true;
    place = place_of(way, &legend, first_drawn);
  }
  for (int i = 0; place.w > 0 && i < legend.count; i++)
    draw_scale(way, &legend, &scales[i], i, place);
}
