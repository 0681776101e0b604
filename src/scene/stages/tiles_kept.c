/* scene/stages/tiles_kept.c -- what is kept of every row beside the tiles: m and ℓ, numbers without
** colours, O, and at the end O / ℓ. */
#include "scene/stages/tiles_picture.h"

#include <float.h>

#include "base/number.h"

static const float NAME_DESIGN = 8, NAME_SIZE = 14, NAME_SIZE_OPENED = 21;

/* Rows that were begun. */
static int rows_begun(const TilesPicture *picture) {
  if (picture->now < 0) return 0;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  return tile.first_row + tile.rows;
}

/* Rows whose last tile was worked out. */
static int rows_done(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  if (picture->now < 0) return 0;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  int next = tiles_next(scene->trace, scene->view->layer, picture->now, 1);
  bool ends = next < 0 || next / picture->tiling.across > tile.index / picture->tiling.across;
  return tile.first_row + (ends ? tile.rows : 0);
}

static MatView rounded(const Scene *scene, const double *from, int rows, int cols) {
  size_t count = (size_t)rows * (size_t)cols;
  float *at = arena_take(scene->pen.list->arena, count, sizeof *at);
  if (!at) scene->pen.list->failed = true;
  for (size_t i = 0; at && i < count; i++) at[i] = (float)from[i];
  return at ? (MatView){at, rows, cols, cols} : (MatView){0};
}

static ColorRange around_zero(MatView values) {
  return color_range_around_zero(mat_largest(values));
}

/* One column or matrix beside the tiles. */
typedef struct Kept {
  const char *name, *group;
  Box cells;
  MatView values;
  ColorRange range; /* low = high: numbers without colours */
  int rows;         /* so many are there */
  int first_row;    /* the token of the first; clicks are of whole columns only */
} Kept;

/* m and ℓ are of no matrix that has a role: only O becomes the output. */
static void draw_name(const TilesPicture *picture, const Kept *kept, bool is_output) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  const char *name = kept->name;
  Box cells = kept->cells;
  float size = picture->place.opened.w > 0 ? NAME_SIZE_OPENED : NAME_SIZE;
  TextStyle style = {FACE_BOLD, size, is_output ? theme->output : theme->ink, ALIGN_START};
  Box line = {cells.x, cells.y - stage_points(scene, NAME_DESIGN + 18), cells.w,
              stage_points(scene, 18)};
  if (pen_width(&scene->pen, style, str_from(name)) <= cells.w)
    pen_symbol(&scene->pen, style, (Point){line.x, line.y + stage_points(scene, 14)},
               str_from(name));
}

/* Every number is as pale as 0. */
static const ColorRange WITHOUT_COLORS = {-FLT_MAX, FLT_MAX};

static void draw_bar_of(const TilesPicture *picture, const Kept *kept) {
  const Scene *scene = picture->scene;
  Box box = {kept->cells.x, picture->place.kept_foot_y + stage_points(scene, 4), kept->cells.w,
             stage_points(scene, 28)};
  const Pen numbers = stage_bar_pen(scene);
  pen_wide_bar(&numbers, box, scene_palette(scene, TRACE_OUTPUT), kept->range);
}

/* As the panel and the line below write them, where digits are not much smaller so. */
static bool has_room_for_full(const Scene *scene, MatrixWidget matrix, const MatrixGrid *grid) {
  const float least = 0.6f;
  float rough = matrix_digits_size(scene, &matrix, grid);
  matrix.digits_are_full = true;
  float full = matrix_digits_size(scene, &matrix, grid);
  return full > 0 && full >= rough * least;
}

/* Where the chosen score is large, it alone has the colour of the focus. */
static void draw_focus(const TilesPicture *picture, Box row) {
  bool belongs = picture->place.opened.w > 0 && picture->matrix.focus_col >= 0;
  if (belongs) matrix_belonging_outline(picture->scene, row);
  else matrix_focus_outline(picture->scene, row, 2);
}

static void draw_kept(const TilesPicture *picture, const Kept *kept) {
  const Scene *scene = picture->scene;
  DrawList *list = scene->pen.list;
  bool has_clicks = !picture->is_plain && picture->place.opened.w <= 0;
  if (kept->cells.w <= 0 || !kept->values.at) return;
  MatrixWidget matrix = {.part = TRACE_OUTPUT,
                         .before = TRACE_OUTPUT,
                         .mix = 1,
                         .cells = kept->cells,
                         .own_values = kept->values,
                         .own_range = kept->range,
                         .digits = !picture->is_plain,
                         .filled = kept->rows * kept->values.cols,
                         .focus_row = picture->matrix.focus_row - kept->first_row,
                         .focus_col = -1,
                         .click = has_clicks ? "cell %r row" : NULL,
                         .hover = has_clicks ? "hover %r row" : NULL,
                         .scrolls = picture->place.opened.w <= 0};
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  bool has_colors = kept->range.low < kept->range.high;
  if (!has_colors) matrix.digits_are_full = has_room_for_full(scene, matrix, &grid);
  if (!has_colors) grid.heatmap.range = WITHOUT_COLORS;
  draw_group_begin(list, kept->group, NULL);
  matrix_cells_draw(scene, &matrix, &grid);
  if (!picture->is_plain) draw_name(picture, kept, has_colors);
  if (!picture->is_plain && has_colors) draw_bar_of(picture, kept);
  if (!picture->is_plain && matrix.focus_row >= 0 && matrix.focus_row < grid.rows)
    draw_focus(picture, matrix_row_box(&matrix, &grid, matrix.focus_row));
  draw_group_end(list);
}

/* Where a tile is opened, what is kept of its rows. */
static Kept of_opened_tile(const TilesPicture *picture, Kept kept) {
  if (picture->place.opened.w <= 0 || picture->opened < 0) return kept;
  Tile tile = tiling_tile(&picture->tiling, picture->opened);
  kept.values = mat_view_rows(kept.values, tile.first_row, tile.rows);
  kept.cells = tiles_part_of(picture, kept.cells, tile, true);
  kept.rows = int_clamp(kept.rows - tile.first_row, 0, tile.rows);
  kept.first_row = tile.first_row;
  return kept;
}

void tiles_kept_draw(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  const View *view = scene->view;
  Arena *arena = scene->pen.list->arena;
  int last = tiling_count(&picture->tiling) - 1, begun = rows_begun(picture);
  const TilesKept *now =
      tiles_kept(arena, scene->trace, (TilePlace){view->layer, view->head, picture->now});
  const TilesKept *end = now;
  if (picture->now < last)
    end = tiles_kept(arena, scene->trace, (TilePlace){view->layer, view->head, last});
  if (!now || !end) {
    scene->pen.list->failed = true;
    return;
  }
  MatView max = {now->max, now->rows, 1, 1};
  MatView sum = rounded(scene, now->sum, now->rows, 1);
  MatView output = rounded(scene, now->output, now->rows, now->cols);
  /* ranges are those of the end, so that a number keeps its colour from step to step */
  ColorRange outputs = around_zero(rounded(scene, end->output, end->rows, end->cols));
  ColorRange done = scene_range(scene, TRACE_OUTPUT, view->layer, view->head);
  const TilesPlace *place = &picture->place;
  const Kept kept[] = {
      {"m", "m", place->max, max, {0, 0}, begun, 0},
      {"ℓ", "l", place->sum, sum, {0, 0}, begun, 0},
      {"O", "o", place->output, output, outputs, begun, 0},
      {"O / ℓ", "o-by-l", place->done, stage_matrix(scene, TRACE_OUTPUT), done, rows_done(picture),
       0},
  };
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
    Kept shown = of_opened_tile(picture, kept[i]);
    draw_kept(picture, &shown);
  }
}
