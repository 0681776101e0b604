/* scene/stages/tiles_scores.c -- the tiles of the scores.
**
** Only the tile on show has colours and numbers: that of the steps or, of a whole stage, that of
** the chosen cell or row. What was thrown away are empty outlines, what comes is pale, and a tile
** that the mask hides whole is hatched. */
#include "scene/stages/tiles_picture.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static MatrixWidget matrix_of(const Scene *scene, const TilesPlace *place) {
  MatrixWidget matrix = matrix_widget_clickable(TRACE_MASKED, place->cells);
  matrix.row_labels = matrix.col_labels = matrix.axis_titles = true;
  matrix.label_width = place->label_width;
  matrix.label_height = place->label_height;
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  return matrix;
}

TilesPicture tiles_picture(const Scene *scene, Box box) {
  TilesPicture picture = {.scene = scene,
                          .place = tiles_place(scene, box),
                          .tiling = tiling_of(scene->trace),
                          .now = tiles_on_show(scene)};
  picture.opened = picture.now;
  picture.matrix = matrix_of(scene, &picture.place);
  picture.grid = matrix_widget_grid(scene, &picture.matrix);
  return picture;
}

Box tiles_box(const TilesPicture *picture, int row, int col, int rows, int cols) {
  const MatrixGrid *grid = &picture->grid;
  return (Box){grid->heatmap.box.x + (float)col * grid->cell_w,
               grid->heatmap.box.y + (float)row * grid->cell_h, (float)cols * grid->cell_w,
               (float)rows * grid->cell_h};
}

/* -- what is not on show ----------------------------------------------------------------------- */

static void fill(const TilesPicture *picture, int row, int col, int rows, int cols) {
  if (rows <= 0 || cols <= 0) return;
  draw_box(picture->scene->pen.list, (DrawBox){.box = tiles_box(picture, row, col, rows, cols),
                                               .fill = picture->scene->pen.theme->empty_cell});
}

/* What comes: the rest of the row of tiles, and all below it. */
static void draw_to_come(const TilesPicture *picture) {
  const Tiling *tiling = &picture->tiling;
  if (picture->now < 0) return;
  Tile now = tiling_tile(tiling, picture->now);
  int end_row = now.first_row + now.rows, end_col = now.first_col + now.cols;
  fill(picture, now.first_row, end_col, now.rows, tiling->cols - end_col);
  fill(picture, end_row, 0, tiling->rows - end_row, tiling->cols);
}

/* One cell without a finite number is hatched. */
static void hatch(const TilesPicture *picture, Tile from, Tile to) {
  const Scene *scene = picture->scene;
  float *nothing = arena_take(scene->pen.list->arena, 1, sizeof *nothing);
  if (!nothing) {
    scene->pen.list->failed = true;
    return;
  }
  *nothing = -INFINITY;
  DrawHeatmap hatched = picture->grid.heatmap;
  hatched.box = tiles_box(picture, from.first_row, from.first_col, from.rows,
                          to.first_col + to.cols - from.first_col);
  hatched.values = (MatView){nothing, 1, 1, 1};
  hatched.mask = (MaskView){0};
  hatched.kept = (MatView){0};
  hatched.corner = 0;
  draw_heatmap(scene->pen.list, hatched);
}

/* Neighbours in a row of tiles are hatched as one. */
static void draw_skipped(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  const Tiling *tiling = &picture->tiling;
  if (!scene_hides_something(scene) || picture->grid.cell_h * (float)tiling->tile_rows < 1) return;
  for (int down = 0; down < tiling->down; down++)
    for (int across = 0; across < tiling->across; across++) {
      int first = down * tiling->across + across, last = first;
      if (!tiles_is_skipped(scene->trace, scene->view->layer, first)) continue;
      while (++across < tiling->across &&
             tiles_is_skipped(scene->trace, scene->view->layer, last + 1))
        last++;
      hatch(picture, tiling_tile(tiling, first), tiling_tile(tiling, last));
    }
}

/* Where the cells of tiles were that came and went: `rows` rows up to the column `end`. */
static void draw_gone(const TilesPicture *picture, int first_row, int rows, int end) {
  const float apart = 7;
  const Scene *scene = picture->scene;
  const MatrixGrid *grid = &picture->grid;
  if (rows <= 0 || end <= 0 || fminf(grid->cell_w, grid->cell_h) < apart) return;
  Box box = tiles_box(picture, first_row, 0, rows, end);
  Color color = scene->pen.theme->line;
  float width = fminf(scene->pen.text_scale, 1.5f);
  for (int i = 1; i < rows; i++) {
    float y = box.y + (float)i * grid->cell_h;
    draw_line(scene->pen.list, (Point){box.x, y}, (Point){box.x + box.w, y}, width, color);
  }
  for (int i = 1; i < end; i++) {
    float x = box.x + (float)i * grid->cell_w;
    draw_line(scene->pen.list, (Point){x, box.y}, (Point){x, box.y + box.h}, width, color);
  }
}

static void draw_all_gone(const TilesPicture *picture) {
  if (picture->now < 0 || picture->is_plain) return;
  Tile now = tiling_tile(&picture->tiling, picture->now);
  draw_gone(picture, 0, now.first_row, picture->tiling.cols);
  draw_gone(picture, now.first_row, now.rows, now.first_col);
}

/* Between tiles, while they are large enough to be told apart. */
static void draw_grid(const TilesPicture *picture) {
  const float apart = 4;
  const Tiling *tiling = &picture->tiling;
  const MatrixGrid *grid = &picture->grid;
  DrawList *list = picture->scene->pen.list;
  Color color = picture->scene->pen.theme->muted;
  Box all = tiles_box(picture, 0, 0, tiling->rows, tiling->cols);
  float width = fminf(picture->scene->pen.text_scale, 1.5f);
  for (int i = 1; i < tiling->down && grid->cell_h * (float)tiling->tile_rows >= apart; i++) {
    float y = all.y + (float)(i * tiling->tile_rows) * grid->cell_h;
    draw_line(list, (Point){all.x, y}, (Point){all.x + all.w, y}, width, color);
  }
  for (int i = 1; i < tiling->across && grid->cell_w * (float)tiling->tile_cols >= apart; i++) {
    float x = all.x + (float)(i * tiling->tile_cols) * grid->cell_w;
    draw_line(list, (Point){x, all.y}, (Point){x, all.y + all.h}, width, color);
  }
  draw_box(list, (DrawBox){.box = all, .stroke = color, .stroke_width = width});
}

/* -- the tile on show -------------------------------------------------------------------------- */

/* The scores of the tile, on memory of the frame: they are no matrix of the trace that could
** travel. */
static MatView scores_of(const TilesPicture *picture, Tile tile) {
  DrawList *list = picture->scene->pen.list;
  MatView all = stage_matrix(picture->scene, TRACE_MASKED);
  float *at = arena_take(list->arena, (size_t)tile.rows * (size_t)tile.cols, sizeof *at);
  if (!at) list->failed = true;
  if (!at || !all.at) return (MatView){0};
  Mat copy = {at, tile.rows, tile.cols, tile.cols};
  mat_copy(mat_view_cols(mat_view_rows(all, tile.first_row, tile.rows), tile.first_col, tile.cols),
           copy);
  return mat_view(copy);
}

static int clamped(int at, int first, int count) { return int_clamp(at - first, 0, count - 1); }

/* Whether the grid of all cells has the tile on show; grid and widget become those of the tile. */
static bool becomes_now(const TilesPicture *picture, MatrixWidget *matrix, MatrixGrid *grid) {
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  matrix->own_values = scores_of(picture, tile);
  if (!matrix->own_values.at) return false;
  matrix->click = matrix->hover = NULL;
  grid->heatmap.values = matrix->own_values;
  grid->heatmap.kept = (MatView){0};
  grid->heatmap.box = tiles_box(picture, tile.first_row, tile.first_col, tile.rows, tile.cols);
  grid->heatmap.mask = mask_cols(mask_rows(grid->heatmap.mask, tile.first_row, tile.rows),
                                 tile.first_col, tile.cols);
  grid->rows = tile.rows, grid->cols = tile.cols;
  bool is_seen = grid->first_row < tile.first_row + tile.rows && grid->last_row >= tile.first_row &&
                 grid->first_col < tile.first_col + tile.cols && grid->last_col >= tile.first_col;
  grid->first_row = clamped(grid->first_row, tile.first_row, tile.rows);
  grid->last_row = clamped(grid->last_row, tile.first_row, tile.rows);
  grid->first_col = clamped(grid->first_col, tile.first_col, tile.cols);
  grid->last_col = clamped(grid->last_col, tile.first_col, tile.cols);
  return is_seen;
}

void tiles_now_draw_in(const TilesPicture *picture, Box box) {
  const Scene *scene = picture->scene;
  MatrixWidget matrix = picture->matrix;
  MatrixGrid grid = picture->grid;
  if (picture->now < 0) return;
  becomes_now(picture, &matrix, &grid);
  if (!matrix.own_values.at) return;
  grid.heatmap.box = matrix.cells = box;
  grid.cell_w = box.w / (float)grid.cols, grid.cell_h = box.h / (float)grid.rows;
  grid.first_row = grid.first_col = 0, grid.is_cut = false;
  grid.last_row = grid.rows - 1, grid.last_col = grid.cols - 1;
  grid.heatmap.gap = 1;
  draw_heatmap(scene->pen.list, grid.heatmap);
  matrix_digits_draw(scene, &matrix, &grid);
  matrix_outline(scene, box, scene->pen.theme->ink, 2.5f);
}

void tiles_now_draw(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  MatrixWidget matrix = picture->matrix;
  MatrixGrid grid = picture->grid;
  if (picture->now < 0 || !becomes_now(picture, &matrix, &grid)) return;
  if (picture->aside.w > 0) grid.heatmap.box = picture->aside;
  grid.heatmap.passing = picture->is_plain;
  draw_heatmap(scene->pen.list, grid.heatmap);
  if (picture->aside.w > 0) return;
  if (!picture->is_plain && picture->place.opened.w <= 0) matrix_digits_draw(scene, &matrix, &grid);
  matrix_outline(scene, box_common(grid.heatmap.box, picture->place.cells), scene->pen.theme->ink,
                 2.5f);
}

/* -- all --------------------------------------------------------------------------------------- */

static void add_hits(const TilesPicture *picture) {
  const MatrixGrid *grid = &picture->grid;
  if (!picture->scene->interactive || picture->is_plain) return;
  draw_hit(picture->scene->pen.list, (DrawHit){.box = grid->heatmap.box,
                                               .rows = grid->rows,
                                               .cols = grid->cols,
                                               .cursor = CURSOR_CROSS,
                                               .tab_stop = TAB_CELLS,
                                               .click = picture->matrix.click,
                                               .hover = picture->matrix.hover,
                                               .wheel = "zoom by %f"});
}

/* A focused cell in the tile on show, or the part of its row that this tile has; of a row whose
** tiles came and went the place of the cell, or the whole row. */
static Box focus_box(const TilesPicture *picture) {
  int row = picture->matrix.focus_row, col = picture->matrix.focus_col;
  Tile now = picture->now >= 0 ? tiling_tile(&picture->tiling, picture->now) : (Tile){0};
  bool is_at_work = row >= now.first_row && row < now.first_row + now.rows;
  bool is_in_tile = is_at_work && col >= now.first_col && col < now.first_col + now.cols;
  if (is_at_work && !is_in_tile) return tiles_box(picture, row, now.first_col, 1, now.cols);
  if (col < 0) return tiles_box(picture, row, 0, 1, picture->tiling.cols);
  return tiles_box(picture, row, col, 1, 1);
}

static void draw_focus(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  if (picture->matrix.focus_row < 0) return;
  draw_group_begin(scene->pen.list, "focus", NULL);
  Box box = box_common(focus_box(picture), picture->place.cells);
  if (picture->place.opened.w > 0) matrix_belonging_outline(scene, box); /* it is large beside */
  else matrix_focus_outline(scene, box, 3);
  draw_group_end(scene->pen.list);
}

void tiles_scores_draw(const TilesPicture *picture) {
  DrawList *list = picture->scene->pen.list;
  draw_group_begin(list, "tiles", _("Tiles of the scores"));
  bool was_at_edge = list->at_scroll_edge, is_cut = picture->grid.is_cut;
  if (is_cut) {
    draw_clip(list, picture->place.cells);
    list->at_scroll_edge = true;
  }
  draw_to_come(picture);
  draw_all_gone(picture);
  draw_skipped(picture);
  draw_grid(picture);
  add_hits(picture);
  if (!picture->hides_now) tiles_now_draw(picture);
  list->at_scroll_edge = was_at_edge;
  if (is_cut) draw_clip_end(list);
  if (!picture->is_plain) {
    matrix_labels_draw(picture->scene, &picture->matrix, &picture->grid);
    draw_focus(picture);
  }
  draw_group_end(list);
}
