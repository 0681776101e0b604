/* scene/matrix/open_row.c -- the chosen row of a large matrix, opened to be read from afar. */
#include "scene/matrix/open_row.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"

enum { NUMBERS_MOST = 32 };
enum { ROWS_LEAST = 3 };
static const float DIGITS_LEAST = 13, DIGITS = 25, PLATE_PAD = 4, PLATE_INSET = 2; /* design */

/* Larger text raises the least no further. */
static float design_point(const Scene *scene) {
  const DrawList *list = scene->pen.list;
  View plain = *scene->view;
  plain.text_scale = 1;
  return layout_presenter(list->width_pt, list->height_pt, &plain).text_scale;
}

float open_row_digits_least(const Scene *scene) {
  return scene_is_presented(scene) ? DIGITS_LEAST * design_point(scene) : 0;
}

typedef struct OpenRow {
  const Scene *scene;
  const MatrixWidget *matrix;
  DrawHeatmap heatmap; /* one row, as high as the band */
  int row, reached;
  float size_pt;
} OpenRow;

static bool is_open(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  return scene_is_presented(scene) && scene->view->locked && matrix->mix >= 1 &&
         matrix->opens_row && matrix->digits && scene->view->numbers == NUMBERS_AUTO &&
         matrix->focus_row >= 0 && matrix->focus_row < grid->rows && !grid->is_cut &&
         !matrix->transposed && matrix_digits_size(scene, matrix, grid) <= 0;
}

/* Whole rows, so that each name beside them is either covered or not. */
Box open_row_band(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!is_open(scene, matrix, grid)) return (Box){0};
  assert(grid->cell_h > 0);
  Box all = grid->heatmap.box;
  int rows = (int)ceilf(DIGITS * 1.45f * design_point(scene) / grid->cell_h);
  rows = int_min(int_max(rows | 1, ROWS_LEAST), grid->rows);
  int first = int_clamp(matrix->focus_row - rows / 2, 0, grid->rows - rows);
  return (Box){all.x, all.y + (float)first * grid->cell_h, all.w, (float)rows * grid->cell_h};
}

static DrawHeatmap row_of(const MatrixGrid *grid, int row, Box band) {
  DrawHeatmap one = grid->heatmap;
  MatView values = grid->heatmap.values;
  one.box = band;
  one.values = (MatView){mat_row(values, row), 1, values.cols, values.stride};
  one.before = (MatView){0};
  one.kept = (MatView){0};
  one.mask = mask_rows(grid->heatmap.mask, row, 1);
  if (one.filled >= 0) one.filled = int_clamp(one.filled - row * values.cols, 0, values.cols);
  return one;
}

static bool is_told(const OpenRow *open, int col) {
  float value = mat_get(open->heatmap.values, 0, col);
  if (col >= open->reached || !isfinite(value) || draw_heatmap_hatched(&open->heatmap, 0, col))
    return false;
  return open->matrix->part != TRACE_WEIGHTS || value >= NUMBER_SHARE_LEAST;
}

/* The column of the largest number that is not in `done`; −1: there is none. */
static int next_largest(const OpenRow *open, const bool *done) {
  int found = -1;
  for (int col = 0; col < open->heatmap.values.cols; col++) {
    if (done[col] || !is_told(open, col)) continue;
    float size = fabsf(mat_get(open->heatmap.values, 0, col));
    if (found < 0 || size > fabsf(mat_get(open->heatmap.values, 0, found))) found = col;
  }
  return found;
}

static Box plate_of(const OpenRow *open, int col, Number number) {
  const TextMetrics *metrics = open->scene->pen.metrics;
  Box cell = draw_heatmap_cell(&open->heatmap, 0, col), band = open->heatmap.box;
  float width = metrics->width_pt(metrics->self, FACE_MONO, open->size_pt, number_str(&number)) +
                2 * PLATE_PAD;
  Box plate = {cell.x + (cell.w - width) / 2, band.y + PLATE_INSET, width,
               band.h - 2 * PLATE_INSET};
  plate.x = float_clamp(plate.x, band.x, band.x + band.w - width);
  return plate;
}

static void draw_number(const OpenRow *open, Box plate, int col, Number number) {
  const Pen *pen = &open->scene->pen;
  Color color = draw_heatmap_color(&open->heatmap, 0, col);
  draw_box(pen->list, (DrawBox){.box = plate, .corner = 4, .fill = color});
  TextStyle style = {FACE_MONO, open->size_pt / pen->text_scale, palette_digit(color),
                     ALIGN_MIDDLE};
  pen_text_in(pen, style, plate, number_str(&number));
}

/* The chosen number comes first, however small. */
static void draw_numbers(const OpenRow *open) {
  int cols = open->heatmap.values.cols, count = 0, chosen = open->matrix->focus_col;
  Box plates[NUMBERS_MOST];
  bool *done = arena_take(open->scene->pen.list->arena, (size_t)cols + 1, sizeof *done);
  if (!done) {
    open->scene->pen.list->failed = true;
    return;
  }
  for (int col = 0; col < cols; col++) done[col] = false;
  for (int i = 0; i < cols && count < NUMBERS_MOST; i++) {
    bool is_chosen = i == 0 && chosen >= 0 && chosen < cols && chosen < open->reached;
    int col = is_chosen ? chosen : next_largest(open, done);
    if (col < 0) break;
    done[col] = true;
    float value = mat_get(open->heatmap.values, 0, col);
    if (!isfinite(value)) continue;
    Number number = number_cell(value, open->matrix->part == TRACE_WEIGHTS);
    if (!number.at[0]) number = (Number){".00"};
    Box plate = plate_of(open, col, number);
    bool is_free = true;
    for (int k = 0; k < count; k++)
      is_free = is_free &&
                (plate.x >= plates[k].x + plates[k].w + 1 || plate.x + plate.w + 1 <= plates[k].x);
    if (!is_free) continue;
    plates[count++] = plate;
    draw_number(open, plate, col, number);
    if (is_chosen) matrix_focus_outline(open->scene, plate, 3);
  }
}

static void add_hit(const OpenRow *open) {
  Arena *arena = open->scene->pen.list->arena;
  draw_hit(open->scene->pen.list,
           (DrawHit){.box = open->heatmap.box,
                     .rows = 1,
                     .cols = open->heatmap.values.cols,
                     .cursor = CURSOR_CROSS,
                     .click = str_format(arena, "cell %d %%c", open->row + 1),
                     .hover = str_format(arena, "hover %d %%c", open->row + 1)});
}

static void draw_ground(const Scene *scene, Box band) {
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(band, -3), .fill = scene->pen.theme->paper});
}

void open_row_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Box band = open_row_band(scene, matrix, grid);
  if (band.h <= 0) return;
  assert(grid->heatmap.values.rows > matrix->focus_row);
  OpenRow open = {.scene = scene,
                  .matrix = matrix,
                  .heatmap = row_of(grid, matrix->focus_row, band),
                  .row = matrix->focus_row,
                  .size_pt = fminf(DIGITS * design_point(scene), band.h * 0.8f)};
  open.reached = open.heatmap.filled < 0 ? grid->cols : open.heatmap.filled;
  DrawList *list = scene->pen.list;
  draw_group_begin(list, "row", NULL);
  draw_ground(scene, band);
  matrix_focus_outline(scene, band, 3);
  draw_numbers(&open);
  add_hit(&open);
  draw_group_end(list);
}

void open_row_draw_vector(const Scene *scene, const MatrixGrid *grid, int row, Box band) {
  assert(row >= 0 && row < grid->rows);
  band.x = grid->heatmap.box.x;
  band.w = grid->heatmap.box.w;
  draw_ground(scene, band);
  draw_heatmap(scene->pen.list, row_of(grid, row, band));
}
