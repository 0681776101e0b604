/* scene/stages/tiles_opened.c -- the tile on show before a class, large beside the map of all:
** its scores with the names of their rows and columns, and those of the rows of O. */
#include "scene/stages/tiles_picture.h"

#include <math.h>

#include "base/i18n.h"

static const float NAME_SIZE = 21, NAME_SIZE_OF_LOW_ROWS = 17.5f; /* design points */

/* As large as the room, and a followed one in bold and its role. */
static void draw_name(const Scene *scene, Box box, Str name, TextStyle style) {
  const float smallest = 0.6f;
  const Pen *pen = &scene->pen;
  style.size *= fminf(fmaxf(box.w / (pen_width(pen, style, name) + 1), smallest), 1);
  pen_text_in(pen, style, box, name);
}

static TextStyle name_style(const Scene *scene, float size, bool is_followed, Color role) {
  return (TextStyle){is_followed ? FACE_BOLD : FACE_REGULAR, size,
                     is_followed ? role : scene->pen.theme->ink, ALIGN_END};
}

/* At the left of rows of the tile, wherever they stand. */
static void draw_row_names(const TilesPicture *picture, Box cells, Tile tile, float size) {
  const Scene *scene = picture->scene;
  float high = cells.h / (float)tile.rows, gap = stage_points(scene, 10);
  float wide = picture->place.name_width;
  for (int i = 0; i < tile.rows; i++) {
    int token = tile.first_row + i;
    Box box = {cells.x - gap - wide, cells.y + high * (float)i, wide, high};
    draw_name(scene, box, scene_named(scene, token),
              name_style(scene, size, token == picture->matrix.focus_row, scene->pen.theme->query));
  }
}

static void draw_column_names(const TilesPicture *picture, Box cells, Tile tile) {
  const Scene *scene = picture->scene;
  float wide = cells.w / (float)tile.cols, high = stage_points(scene, NAME_SIZE * 1.5f);
  float between = stage_points(scene, 6);
  for (int i = 0; i < tile.cols; i++) {
    int key = tile.first_col + i;
    TextStyle style =
        name_style(scene, NAME_SIZE, key == picture->matrix.focus_col, scene->pen.theme->key);
    style.align = ALIGN_MIDDLE;
    Box box = {cells.x + wide * (float)i + between / 2, cells.y - high, wide - between, high};
    draw_name(scene, box, scene_key_named(scene, key), style);
  }
}

/* The chosen cell, or the chosen row in this tile. */
static void draw_focus(const TilesPicture *picture, Box cells, Tile tile) {
  int row = picture->matrix.focus_row - tile.first_row;
  int col = picture->matrix.focus_col - tile.first_col;
  if (picture->matrix.focus_row < 0 || row < 0 || row >= tile.rows) return;
  float wide = cells.w / (float)tile.cols, high = cells.h / (float)tile.rows;
  Box box = {cells.x, cells.y + high * (float)row, cells.w, high};
  bool has_cell = picture->matrix.focus_col >= 0 && col >= 0 && col < tile.cols;
  if (has_cell) box.x += wide * (float)col, box.w = wide;
  matrix_focus_outline(picture->scene, box, 3);
}

/* Of a tile of a few cells every one can be chosen. */
static void add_hits(const TilesPicture *picture, Box cells, Tile tile) {
  const Scene *scene = picture->scene;
  float wide = cells.w / (float)tile.cols, high = cells.h / (float)tile.rows;
  for (int row = 0; scene->interactive && row < tile.rows; row++)
    for (int col = 0; col < tile.cols; col++)
      draw_hit(
          scene->pen.list,
          (DrawHit){.box = {cells.x + wide * (float)col, cells.y + high * (float)row, wide, high},
                    .cursor = CURSOR_CROSS,
                    .click = str_format(scene->pen.list->arena, "cell %d %d",
                                        tile.first_row + row + 1, tile.first_col + col + 1)});
}

void tiles_opened_draw(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  if (picture->place.opened.w <= 0 || picture->now < 0) return;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  Box cells = tiles_part_of(picture, picture->place.opened, tile, false);
  Box rows = tiles_part_of(picture, picture->place.output, tile, true);
  draw_group_begin(scene->pen.list, "opened-tile", _("The tile at work"));
  draw_row_names(picture, cells, tile, NAME_SIZE);
  draw_column_names(picture, cells, tile);
  tiles_now_draw_in(picture, cells);
  draw_focus(picture, cells, tile);
  add_hits(picture, cells, tile);
  draw_row_names(picture, rows, tile, NAME_SIZE_OF_LOW_ROWS);
  draw_group_end(scene->pen.list);
}
