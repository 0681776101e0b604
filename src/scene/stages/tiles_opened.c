/* scene/stages/tiles_opened.c -- the tile on show before a class, large beside the map of all:
** its scores with the names of their rows and columns, and those of the rows of O. */
#include "scene/stages/tiles_picture.h"

#include <math.h>

#include "base/i18n.h"

static const float NAME_SIZE = 21, NAME_SIZE_OF_LOW_ROWS = 17.5f, NAME_LEAST = 10.5f; /* design */

/* Names of rows or of columns of the tile. */
typedef struct TileNames {
  int first, count, followed; /* followed: a token, or -1 */
  Color role;
  Align align;
  float size; /* design points, at most */
} TileNames;

static Str name_of(const Scene *scene, const TileNames *names, int i) {
  bool are_keys = names->align == ALIGN_MIDDLE;
  return are_keys ? scene_key_named(scene, names->first + i) : scene_named(scene, names->first + i);
}

static TextStyle style_of(const Scene *scene, const TileNames *names, int i) {
  bool is_followed = names->first + i == names->followed;
  return (TextStyle){is_followed ? FACE_BOLD : FACE_REGULAR, names->size,
                     is_followed ? names->role : scene->pen.theme->ink, names->align};
}

/* One size for all, with which the widest has room. */
static float size_within(const Scene *scene, const TileNames *names, float room) {
  float widest = 1;
  for (int i = 0; i < names->count; i++)
    widest =
        fmaxf(widest, pen_width(&scene->pen, style_of(scene, names, i), name_of(scene, names, i)));
  return fmaxf(names->size * fminf((room - 1) / widest, 1), fminf(names->size, NAME_LEAST));
}

static void draw_name(const Scene *scene, const TileNames *names, int i, Box box) {
  pen_text_in(&scene->pen, style_of(scene, names, i), box, name_of(scene, names, i));
}

/* At the left of rows of the tile, wherever they stand; none if they would be small. */
static void draw_row_names(const TilesPicture *picture, Box cells, Tile tile, float size) {
  const Scene *scene = picture->scene;
  const float lines = 1.25f; /* a row has of a name's size at least */
  float high = cells.h / (float)tile.rows, gap = stage_points(scene, 10);
  float wide = picture->place.name_width;
  TileNames names = {
      tile.first_row,          tile.rows, picture->matrix.focus_row,
      scene->pen.theme->query, ALIGN_END, fminf(size, high / lines / stage_points(scene, 1))};
  if (names.size < NAME_LEAST) return;
  names.size = size_within(scene, &names, wide);
  for (int i = 0; i < tile.rows; i++)
    draw_name(scene, &names, i, (Box){cells.x - gap - wide, cells.y + high * (float)i, wide, high});
}

static void draw_column_names(const TilesPicture *picture, Box cells, Tile tile) {
  const Scene *scene = picture->scene;
  float wide = cells.w / (float)tile.cols, high = stage_points(scene, NAME_SIZE * 1.5f);
  float between = stage_points(scene, 6);
  TileNames names = {tile.first_col,        tile.cols,    picture->matrix.focus_col,
                     scene->pen.theme->key, ALIGN_MIDDLE, NAME_SIZE};
  names.size = size_within(scene, &names, wide - between);
  for (int i = 0; i < tile.cols; i++)
    draw_name(scene, &names, i,
              (Box){cells.x + wide * (float)i + between / 2, cells.y - high, wide - between, high});
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
