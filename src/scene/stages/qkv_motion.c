/* scene/stages/qkv_motion.c -- how a query, a key and a value come about: a row of X turns upright
** before W_Q, W_K and W_V, goes through their columns, and each column gives its number.
**
**   t  .33 … .42 the weights and the empty results come     .42 … .54 the row turns
**      .6 … .8   it passes the columns                       .8 … .9  the other rows
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

enum { PIECES_MOST = 96 }; /* of a row: a wider one flies in pieces of several columns */

typedef struct Map {
  const Moment *moment;
  const DrawHeatmap *x, *w, *result;
  int row, piece, pieces; /* piece: columns of each */
  bool is_of_keys;        /* row is one of what keys are made from */
  Color role;
} Map;

/* From cells to the frame around them. */
static const float FRAME = 4;

static Box column_at(const Map *map, float x) {
  Box w = map->w->box;
  float width = fmaxf(w.w / (float)map->w->values.cols, 4);
  return (Box){x - width / 2, w.y, width, w.h};
}

/* A piece of the row where it leaves X, whose cells it never covers, and of the upright row. */
static Box piece_in_row(const Map *map, int i) {
  Box first = draw_heatmap_cell(map->x, map->row, 0), whole = map->x->box;
  float height = first.h / (float)map->pieces;
  return (Box){whole.x + whole.w, first.y + height * (float)i, first.h / 4, height};
}

static Box piece_in_column(const Map *map, int i, float x) {
  Box column = column_at(map, x);
  float height = column.h / (float)map->pieces;
  return (Box){column.x, column.y + height * (float)i, column.w, height};
}

/* In the middle between X and the frame of the weights. */
static float place_before(const Map *map) {
  Box x = map->x->box;
  return (x.x + x.w + map->w->box.x - FRAME) / 2;
}

/* Above the row that stands there, whose name it is, or X's where that has no room. */
static void draw_name(const Map *map) {
  const Scene *scene = &map->moment->later;
  const Pen *pen = &scene->pen;
  Box w = map->w->box;
  float middle = place_before(map), gap = stage_points(scene, 2);
  float room = 2 * (w.x - FRAME - middle) - gap;
  TextStyle style = {FACE_BOLD, stage_is_for_afar(scene) ? 16 : 12, map->role, ALIGN_MIDDLE};
  Str name = map->is_of_keys ? trace_source(scene->trace, map->row)->label
                             : trace_token(scene->trace, map->row)->label;
  if (pen_width(pen, style, name) > room) name = STR("x");
  float high = pen_line_height(pen, style.size);
  pen_text_in(pen, style, (Box){middle - room / 2, w.y - high - gap, room, high}, name);
}

static void draw_row(const Map *map, float turned, float passed) {
  DrawList *list = map->moment->later.pen.list;
  int cols = map->x->values.cols;
  float x = float_lerp(place_before(map), map->w->box.x + map->w->box.w, passed);
  for (int i = 0; i < map->pieces; i++) {
    int middle = (int)fminf((float)(i * map->piece) + (float)map->piece / 2, (float)(cols - 1));
    Box box = motion_box(piece_in_row(map, i), piece_in_column(map, i, x), turned);
    draw_box(list, (DrawBox){.box = box, .fill = draw_heatmap_color(map->x, map->row, middle)});
  }
  Box first = motion_box(piece_in_row(map, 0), piece_in_column(map, 0, x), turned);
  Box last = motion_box(piece_in_row(map, map->pieces - 1),
                        piece_in_column(map, map->pieces - 1, x), turned);
  matrix_outline(&map->moment->later, box_inset(motion_union(first, last), -1),
                 color_fade(map->role, turned), 1.5f);
  if (turned >= 1 && passed <= 0) draw_name(map);
}

/* The number of a column leaves it when the row has come there. */
static void draw_numbers(const Map *map) {
  const DrawHeatmap *result = map->result;
  DrawList *list = map->moment->later.pen.list;
  int cols = result->values.cols, reached = cols;
  float t = map->moment->t;
  if (result->filled >= 0) reached = result->filled - map->row * cols;
  for (int c = 0; c < cols && c < reached; c++) {
    float starts = 0.62f + 0.13f * (float)c / (float)cols;
    float done = motion_part(t, starts, starts + 0.05f);
    if (done <= 0) break;
    Box w = map->w->box, to = draw_heatmap_cell(result, map->row, c);
    float width = w.w / (float)cols;
    Box from = {w.x + width * (float)c, w.y + w.h / 2 - to.h / 2, width, to.h};
    draw_box(list, (DrawBox){.box = box_inset(motion_box(from, to, done), result->gap / 2),
                             .corner = result->corner,
                             .fill = draw_heatmap_color(result, map->row, c)});
  }
}

static void draw_map(const Map *map) {
  const Scene *scene = &map->moment->later;
  float t = map->moment->t, come = motion_part(t, 0.33f, 0.42f);
  DrawHeatmap result = *map->result;
  int all = result.filled < 0 ? result.values.rows * result.values.cols : result.filled;
  if (t < 0.9f) result.filled = (int)(motion_part(t, 0.8f, 0.9f) * (float)all);
  motion_faded(scene, map->w, come);
  motion_faded(scene, &result, come);
  if (come >= 1) { /* until those of the picture at rest come */
    float alpha = fminf(1, (1 - t) / (1 - MOTION_WORDS_COME));
    matrix_outline(scene, box_inset(map->w->box, -FRAME), color_fade(map->role, alpha), 1.5f);
    matrix_outline(scene, box_inset(map->result->box, -FRAME), color_fade(map->role, alpha), 1.5f);
  }
  if (t >= 0.9f) return;
  draw_numbers(map);
  float turned = motion_part(t, 0.42f, 0.54f), passed = motion_part(t, 0.6f, 0.8f);
  if (turned > 0 && passed < 1) draw_row(map, turned, passed);
}

void qkv_motion(const Moment *moment) {
  static const TracePart parts[3][2] = {
      {TRACE_W_Q, TRACE_Q}, {TRACE_W_K, TRACE_K}, {TRACE_W_V, TRACE_V}};
  const Scene *scene = &moment->later;
  assert(moment->own && !moment->own->transposed);
  TracePart input = trace_projection_input(scene->trace);
  Map map = {.moment = moment};
  for (int i = 0; i < 3; i++) {
    TracePart source = i > 0 ? trace_key_input(scene->trace) : input;
    map.x = motion_heatmap(scene, moment->later_list, source);
    map.w = motion_heatmap(scene, moment->later_list, parts[i][0]);
    map.result = motion_heatmap(scene, moment->later_list, parts[i][1]);
    map.is_of_keys = i > 0;
    map.role = scene_part_color(scene->pen.theme, parts[i][1]);
    if (!map.x || !map.w || !map.result) continue;
    int cols = map.x->values.cols, last = map.result->values.rows - 1;
    int row = stage_followed_row(scene);
    map.row = row < 0 ? 0 : row > last ? last : row;
    map.piece = (cols + PIECES_MOST - 1) / PIECES_MOST;
    map.pieces = (cols + map.piece - 1) / map.piece;
    draw_map(&map);
  }
  if (!map.x || !map.w)
    motion_faded(scene, moment->own, motion_part(moment->t, MOTION_WORDS_COME, 1));
}
