/* scene/views/layout_boxes.c -- where the box of each number lies in the tensor and in memory. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/stage.h"
#include "scene/views/memory_layout.h"

/* Design points; gaps in sides of a box. */
static const float SIDE_MOST = 132, LABEL = 15, LABEL_SIZE = 10.5f, DIGITS_MOST = 44, ADDRESS = 15;
static const float BLOCK_GAP = 0.4f, MEMORY_SIDE_LEAST = 10, ADDRESS_MOST = 13;
static const float STRIDES = 26;         /* above a tensor of one or two axes */
static const float SIDE_OF_STRIDES = 40; /* lower rows have no words about them */
static const float SIDE_OF_WORDS = 52;   /* lower rows have words about strides at their first */

/* ---- the tensor ---- */

/* How its boxes are laid out: blocks of rows × columns, down × across of them. */
typedef struct Grid {
  int down, across, rows, columns;
  float side, label; /* points; label: above each row of blocks */
  Point at;
} Grid;

/* Blocks of the first axis down and of the second across, or all across. */
static Grid grid_with(const Scene *scene, const Strided *tensor, Box box, bool is_flat) {
  const int *shape = tensor->shape;
  int axes = tensor->axes, first = axes > 2 ? shape[0] : 1, second = axes > 3 ? shape[1] : 1;
  Grid grid = {.down = is_flat ? 1 : first,
               .across = is_flat ? first * second : second,
               .rows = axes > 1 ? shape[axes - 2] : 1,
               .columns = shape[axes - 1],
               .label = stage_points(scene, axes > 2 ? LABEL : STRIDES)};
  float wide = (float)(grid.across * grid.columns) + BLOCK_GAP * (float)(grid.across - 1);
  float high = (float)(grid.down * grid.rows) + BLOCK_GAP * (float)(grid.down - 1);
  bool is_low = axes <= 2 && box.h / high < stage_points(scene, SIDE_OF_STRIDES);
  if (is_low) grid.label = 0;
  float room = box.h - grid.label * (float)grid.down;
  grid.side = fmaxf(fminf(fminf(box.w / wide, room / high), stage_points(scene, SIDE_MOST)), 0);
  grid.at = (Point){box.x + (box.w - wide * grid.side) / 2, box.y + (room - high * grid.side) / 2};
  return grid;
}

static float grid_height(const Grid *grid) {
  float high = (float)(grid->down * grid->rows) + BLOCK_GAP * (float)(grid->down - 1);
  return high * grid->side + grid->label * (float)grid->down;
}

/* The larger boxes. */
static Grid grid_of(const Scene *scene, const Strided *tensor, Box box) {
  Grid grid = grid_with(scene, tensor, box, false), flat = grid_with(scene, tensor, box, true);
  return flat.side > grid.side ? flat : grid;
}

/* A block counted over all that are down and across. */
static Box block_box(const Grid *grid, int block) {
  int down = block / grid->across, across = block % grid->across;
  float side = grid->side;
  return (Box){grid->at.x + side * ((float)(across * grid->columns) + BLOCK_GAP * (float)across),
               grid->at.y + side * ((float)(down * grid->rows) + BLOCK_GAP * (float)down) +
                   grid->label * (float)(down + 1),
               side * (float)grid->columns, side * (float)grid->rows};
}

static Box element_box(const Grid *grid, const Strided *tensor, int element) {
  int index[STRIDED_AXES_MOST], axes = tensor->axes;
  strided_index(tensor, element, index);
  int first = axes > 2 ? index[0] : 0;
  Box block = block_box(grid, axes > 3 ? first * tensor->shape[1] + index[1] : first);
  int row = axes > 1 ? index[axes - 2] : 0;
  return (Box){block.x + grid->side * (float)index[axes - 1], block.y + grid->side * (float)row,
               grid->side, grid->side};
}

/* ---- boxes ---- */

static Box between(Box a, Box b, float t) {
  return (Box){float_lerp(a.x, b.x, t), float_lerp(a.y, b.y, t), float_lerp(a.w, b.w, t),
               float_lerp(a.h, b.h, t)};
}

/* The row of the matrix, or the head, that a number belongs to at first, as a share of all. */
static float group_of(const LayoutShown *shown, int number) {
  const Strided *first = &shown->layout.steps[0].tensor;
  int width = first->shape[first->axes - 1], place = number - 1;
  int heads = shown->layout.heads;
  int group = heads > 0 ? place % width / shown->layout.head_width : place / width;
  int groups = heads > 0 ? heads : first->shape[0];
  return groups > 1 ? (float)group / (float)(groups - 1) : 0;
}

/* Greys, because a group is no weight. */
static Color color_of(const Scene *scene, const LayoutShown *shown, int number) {
  const float first = 0.54f, last = 0.8f; /* of a scale that is pale in its middle */
  float place = float_lerp(first, last, group_of(shown, number));
  return palette_color(PALETTE_SIZE, scene->pen.theme->id, place);
}

static void draw_number(const Scene *scene, const LayoutShown *shown, int number, Box box) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  Color ground = color_of(scene, shown, number);
  bool is_followed = scene->view->layout_number == number;
  DrawBox drawn = {.box = box_inset(box, fminf(1, box.w / 12)),
                   .corner = fminf(3, box.w / 6),
                   .fill = ground,
                   .stroke = pen->theme->line,
                   .stroke_width = 0.5f};
  draw_box(pen->list, drawn);
  if (is_followed) {
    drawn.stroke_width = fmaxf(2, stage_points(scene, 2));
    pen_focus_outline(pen, drawn);
  }
  float size = fminf(DIGITS_MOST, box.h / stage_points(scene, 1) * 0.5f);
  TextStyle style = {FACE_MONO_BOLD, size, palette_digit(ground), ALIGN_MIDDLE};
  Str digits = str_from(str_format(arena, "%d", number));
  if (stage_points(scene, size) >= 5 && pen_width(pen, style, digits) <= box.w)
    pen_text_in(pen, style, box, digits);
  if (!scene->interactive) return;
  draw_hit(pen->list,
           (DrawHit){.box = box,
                     .cursor = CURSOR_HAND,
                     .is_now = is_followed,
                     .click = is_followed ? "layout number none"
                                          : str_format(arena, "layout number %d", number)});
}

/* "b1 h2": which block it is, from 1; s for the tokens. */
static const char *block_words(const Scene *scene, const LayoutStep *step, int block) {
  Arena *arena = scene->pen.list->arena;
  const Strided *tensor = &step->tensor;
  if (tensor->axes < 4) return str_format(arena, "b%d", block + 1);
  int batch = block / tensor->shape[1] + 1, second = block % tensor->shape[1] + 1;
  return step->is_by_head ? str_format(arena, "b%d h%d", batch, second)
                          : str_format(arena, "b%d s%d", batch, second);
}

static void draw_block_labels(const Scene *scene, const LayoutStep *step, const Grid *grid) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, LABEL_SIZE, pen->theme->muted, ALIGN_START};
  for (int i = 0; i < grid->down * grid->across; i++) {
    Box block = block_box(grid, i);
    Str words = str_from(block_words(scene, step, i));
    Box above = {block.x, block.y - grid->label, block.w + BLOCK_GAP * grid->side, grid->label};
    if (pen_width(pen, style, words) <= above.w) pen_text_in(pen, style, above, words);
  }
}

float layout_tensor_height(const Scene *scene, const LayoutShown *shown, Box box) {
  float highest = 0;
  for (int step = 0; step < shown->layout.step_count; step++) {
    Grid grid = grid_of(scene, &shown->layout.steps[step].tensor, box);
    highest = fmaxf(highest, grid_height(&grid));
  }
  return highest;
}

float layout_tensor_left(const Scene *scene, const LayoutShown *shown, Box box) {
  float left = box.x + box.w;
  for (int step = shown->from; step <= shown->to; step++) {
    const Strided *tensor = &shown->layout.steps[step].tensor;
    Grid grid = grid_of(scene, tensor, box);
    bool is_free = tensor->axes <= 2 && grid.side >= stage_points(scene, SIDE_OF_WORDS);
    left = is_free ? fminf(left, grid.at.x) : box.x;
    if (!is_free) break;
  }
  return left;
}

void layout_tensor_draw(const Scene *scene, const LayoutShown *shown, Box box) {
  const LayoutStep *a = &shown->layout.steps[shown->from], *b = &shown->layout.steps[shown->to];
  Grid from = grid_of(scene, &a->tensor, box), to = grid_of(scene, &b->tensor, box);
  bool is_at_rest = shown->from == shown->to;
  draw_group_begin(scene->pen.list, "tensor", NULL);
  if (is_at_rest && a->tensor.axes > 2) draw_block_labels(scene, a, &from);
  if (is_at_rest && a->tensor.axes <= 2 && from.label > 0)
    layout_strides_draw(scene, &a->tensor, block_box(&from, 0), box);
  for (int i = 0; i < shown->layout.number_count; i++)
    draw_number(scene, shown, i + 1,
                between(element_box(&from, &a->tensor, a->element[i]),
                        element_box(&to, &b->tensor, b->element[i]), shown->t));
  draw_group_end(scene->pen.list);
}

/* ---- memory ---- */

typedef struct Lines {
  float side;
  int per_line;
  Point at;
} Lines;

/* The largest boxes with which all lines fit. */
static Lines lines_of(const Scene *scene, int count, Box box, float side_most) {
  float address = stage_points(scene, ADDRESS), least = stage_points(scene, MEMORY_SIDE_LEAST);
  Lines lines = {.side = stage_points(scene, side_most)};
  for (;; lines.side -= 1) {
    lines.per_line = int_clamp((int)(box.w / lines.side), 1, count);
    int rows = (count + lines.per_line - 1) / lines.per_line;
    if ((float)rows * (lines.side + address) <= box.h || lines.side <= least) break;
  }
  int rows = (count + lines.per_line - 1) / lines.per_line;
  lines.per_line = (count + rows - 1) / rows; /* lines as long as each other */
  lines.at = (Point){box.x + (box.w - lines.side * (float)lines.per_line) / 2, box.y};
  return lines;
}

static Box address_box(const Scene *scene, const Lines *lines, int address) {
  float high = lines->side + stage_points(scene, ADDRESS);
  int line = address / lines->per_line, place = address % lines->per_line;
  return (Box){lines->at.x + lines->side * (float)place,
               lines->at.y + high * (float)line + stage_points(scene, ADDRESS), lines->side,
               lines->side};
}

static void draw_addresses(const Scene *scene, const Lines *lines, int count) {
  const Pen *pen = &scene->pen;
  float size = float_clamp(lines->side / stage_points(scene, 4), LABEL_SIZE, ADDRESS_MOST);
  TextStyle style = {FACE_MONO, size, pen->theme->muted, ALIGN_MIDDLE};
  for (int i = 0; i < count; i++) {
    Box box = address_box(scene, lines, i);
    Str digits = str_from(str_format(pen->list->arena, "%d", i));
    Box above = {box.x, box.y - stage_points(scene, ADDRESS), box.w, stage_points(scene, ADDRESS)};
    if (pen_width(pen, style, digits) <= box.w) pen_text_in(pen, style, above, digits);
    draw_box(pen->list, (DrawBox){.box = box_inset(box, fminf(1, box.w / 12)),
                                  .corner = fminf(3, box.w / 6),
                                  .fill = pen->theme->empty_cell});
  }
}

float layout_memory_height(const Scene *scene, const LayoutShown *shown, Box box, float side_most) {
  int count = shown->layout.number_count;
  Lines lines = lines_of(scene, count, box, side_most);
  int rows = (count + lines.per_line - 1) / lines.per_line;
  return fminf((float)rows * (lines.side + stage_points(scene, ADDRESS)), box.h);
}

void layout_memory_draw(const Scene *scene, const LayoutShown *shown, Box box) {
  const LayoutStep *a = &shown->layout.steps[shown->from], *b = &shown->layout.steps[shown->to];
  int count = shown->layout.number_count;
  Lines lines = lines_of(scene, count, box, LAYOUT_MEMORY_SIDE);
  draw_group_begin(scene->pen.list, "memory", NULL);
  draw_addresses(scene, &lines, count);
  for (int i = 0; i < count; i++)
    draw_number(scene, shown, i + 1,
                between(address_box(scene, &lines, a->address[i]),
                        address_box(scene, &lines, b->address[i]), shown->t));
  draw_group_end(scene->pen.list);
}
