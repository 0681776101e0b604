/* scene/matrix/matrix_widget.c -- the cells of a matrix: where they lie, their values, and all
** together. Digits are in digits.c, labels in labels.c. */
#include "scene/matrix/matrix_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/grid_rows.h"
#include "scene/matrix/open_row.h"
#include "scene/matrix/threshold.h"
#include "scene/stages/stage.h"

static const float ZOOM_MOST = 256;

/* -- geometry ---------------------------------------------------------------------------------- */

static bool rows_are_tokens(const MatrixWidget *matrix) {
  return !matrix->transposed && !trace_part_info(matrix->part)->is_weights;
}

static bool cols_are_tokens(const MatrixWidget *matrix) {
  if (matrix->lines) return matrix->lines->col_tokens != NULL;
  return matrix->transposed || trace_part_info(matrix->part)->by_pair;
}

/* As many whole cells as the zoom shows, at least one: a cell that the window cuts would have no
** digits, which says that its number is near 0. */
static float content_length(const Scene *scene, float window, int count) {
  float seen = (float)count / float_clamp(scene->view->zoom, 1, ZOOM_MOST);
  return window * (float)count / fmaxf(floorf(seen + 0.01f), 1);
}

static float at_cell_edge(float start, float cell) { return roundf(start / cell) * cell; }

/* Where the content begins: as scrolled, but the whole of the selected cell, with its outline,
** stays visible; at the edge of a cell. */
static float content_start(float window, float content, float scroll, int focus, int count) {
  const float outline = 3;
  float beyond = content - window;
  if (beyond <= 0.01f) return 0;
  float start = float_clamp(scroll, 0, 1) * beyond;
  if (focus >= 0 && focus < count) {
    float cell = content / (float)count, focus_middle = ((float)focus + 0.5f) * cell;
    float margin = fminf(window / 2, fmaxf(fminf(window * 0.2f, 40), cell / 2 + outline));
    start = float_clamp(start, focus_middle - window + margin, focus_middle - margin);
  }
  return at_cell_edge(float_clamp(start, 0, beyond), content / (float)count);
}

/* After scrolling by hand the selected cell may leave the window, until another one is selected. */
static bool is_scrolled_away(const View *view) {
  return view->query >= 0 && view->query == view->left_query && view->key == view->left_key;
}

/* The row or column that is selected, not the one hovered at the moment: nothing may
** move under the pointer. */
static int not_hovered(int focus, int hovered, int stands) {
  return focus == hovered ? stands : focus;
}

static int selected_row(const View *view, const MatrixWidget *matrix) {
  bool hovers = !view->locked && view->hover_query >= 0;
  return hovers ? not_hovered(matrix->focus_row, view->hover_query, view->query)
                : matrix->focus_row;
}

static int selected_col(const View *view, const MatrixWidget *matrix) {
  bool hovers = !view->locked && view->hover_query >= 0;
  return hovers ? not_hovered(matrix->focus_col, view->hover_key, view->key) : matrix->focus_col;
}

static void place_content(const Scene *scene, const MatrixWidget *matrix, MatrixGrid *grid) {
  Box window = matrix->cells, content = window;
  const View *view = scene->view;
  int row = is_scrolled_away(view) ? -1 : selected_row(view, matrix);
  int col = is_scrolled_away(view) ? -1 : selected_col(view, matrix);
  if (matrix->scrolls && rows_are_tokens(matrix)) {
    content.h = content_length(scene, window.h, grid->rows);
    int focus = matrix->rows_are_keys ? -1 : row;
    float scroll = matrix->rows_are_keys ? view->scroll_x : view->scroll_y;
    content.y -= content_start(window.h, content.h, scroll, focus, grid->rows);
  }
  if (matrix->scrolls && cols_are_tokens(matrix)) {
    content.w = content_length(scene, window.w, grid->cols);
    content.x -= content_start(window.w, content.w, view->scroll_x, col, grid->cols);
  }
  grid->heatmap.box = content;
  grid->is_cut = content.w > window.w + 0.01f || content.h > window.h + 0.01f;
}

/* The tolerance keeps a cell that ends exactly at the edge from counting as the next one. */
static void find_visible(const MatrixWidget *matrix, MatrixGrid *grid) {
  assert(grid->rows > 0 && grid->cols > 0);
  Box window = matrix->cells, content = grid->heatmap.box;
  grid->cell_w = content.w / (float)grid->cols;
  grid->cell_h = content.h / (float)grid->rows;
  grid->first_row = (int)fmaxf(0, floorf((window.y - content.y) / grid->cell_h + 0.001f));
  grid->first_col = (int)fmaxf(0, floorf((window.x - content.x) / grid->cell_w + 0.001f));
  float below = (window.y + window.h - content.y) / grid->cell_h - 0.001f;
  float right = (window.x + window.w - content.x) / grid->cell_w - 0.001f;
  grid->last_row = (int)fminf((float)grid->rows - 1, floorf(below));
  grid->last_col = (int)fminf((float)grid->cols - 1, floorf(right));
}

/* Cells under 5 points have no gap, which would be a fifth of them. None grows with larger text.
** Before a class small cells need their room for digits. */
static float gap_of(const Scene *scene, const MatrixWidget *matrix, float side) {
  float plain = scene->plain_text_scale, scale = plain > 0 ? plain : scene->pen.text_scale;
  scale = fminf(scale, 1.5f);
  if (matrix->cell_gap_design > 0) return fminf(matrix->cell_gap_design * scale, side * 0.25f);
  float large = scene_is_presented(scene) ? 20 * scale : 20;
  return side >= large ? 2 * scale : side >= 8 ? 1 : side >= 5 ? 0.5f : 0;
}

/* No vector is thinner than `least`, and each by whole points on both sides, so that its edges are
** as sharp as before. */
static DrawThin thin_but(int whole, float size, float gap) {
  const float others = 0.5f, least = 4;
  float usual = size - gap, thin = fmaxf(usual * others, fminf(usual, least));
  float share = 2 * floorf(fmaxf(usual - thin, 0) / 2) / size;
  return share > 0 ? (DrawThin){share, whole} : (DrawThin){0}; /* one picture for every row */
}

/* Whether cells have digits is asked last: it may read every number. */
static void thin_others(const Scene *scene, const MatrixWidget *matrix, MatrixGrid *grid) {
  bool are_rows = matrix->vectors == VECTORS_ARE_ROWS;
  if (matrix->vectors == VECTORS_NOT_TOLD || matrix->transposed) return;
  if ((are_rows ? grid->rows : grid->cols) < 2) return;
  float size = are_rows ? grid->cell_h : grid->cell_w;
  int whole = matrix->rows_are_keys ? -1 : matrix->followed;
  DrawThin thin = thin_but(whole, size, grid->heatmap.gap);
  if (thin.share <= 0 || (matrix->digits && matrix_digits_size(scene, matrix, grid) > 0)) return;
  if (are_rows) grid->heatmap.thin_rows = thin;
  else grid->heatmap.thin_cols = thin;
}

/* -- values ------------------------------------------------------------------------------------ */

MatView matrix_widget_values(const Scene *scene, const MatrixWidget *matrix, TracePart part) {
  if (part == matrix->part && matrix->own_values.at) return matrix->own_values;
  return trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
}

static ColorRange range_of(const Scene *scene, const MatrixWidget *matrix, TracePart part) {
  if (matrix->own_range.low < matrix->own_range.high) return matrix->own_range;
  return scene_range(scene, part, scene->view->layer, scene->view->head);
}

bool matrix_widget_hatches(const Scene *scene, const MatrixWidget *matrix) {
  return scene_is_hatched(scene->trace, matrix->part) ||
         (matrix->mix < 1 && scene_is_hatched(scene->trace, matrix->before));
}

PaletteId matrix_widget_palette(const Scene *scene, const MatrixWidget *matrix) {
  return matrix->is_difference ? PALETTE_SIZE : scene_palette(scene, matrix->part);
}

/* In a fade between two stages the hatching fades too. */
static void fill_values(const Scene *scene, const MatrixWidget *matrix, DrawHeatmap *heatmap) {
  bool fades = matrix->mix < 1;
  bool hatched = scene_is_hatched(scene->trace, matrix->part);
  bool was_hatched = fades && scene_is_hatched(scene->trace, matrix->before);
  heatmap->values = matrix_widget_values(scene, matrix, matrix->part);
  heatmap->range = range_of(scene, matrix, matrix->part);
  heatmap->palette = matrix_widget_palette(scene, matrix);
  if (fades) {
    heatmap->before = matrix_widget_values(scene, matrix, matrix->before);
    heatmap->range_before = range_of(scene, matrix, matrix->before);
    heatmap->palette_before = scene_palette(scene, matrix->before);
  }
  if (matrix_widget_hatches(scene, matrix) && matrix->own_mask) heatmap->mask = *matrix->own_mask;
  else if (matrix_widget_hatches(scene, matrix))
    heatmap->mask = trace_head_mask(scene->trace, scene->view->layer, scene->view->head);
  heatmap->hatch_mix = hatched == was_hatched || !fades ? 1
                       : hatched                        ? matrix->mix
                                                        : 1 - matrix->mix;
}

MatrixGrid matrix_widget_grid(const Scene *scene, const MatrixWidget *matrix) {
  MatrixGrid grid = {.heatmap = {.mix = matrix->mix,
                                 .transposed = matrix->transposed,
                                 .filled = matrix->filled,
                                 .theme = scene->pen.theme->id}};
  fill_values(scene, matrix, &grid.heatmap);
  MatView values = grid.heatmap.values;
  grid.rows = matrix->transposed ? values.cols : values.rows;
  grid.cols = matrix->transposed ? values.rows : values.cols;
  if (grid.rows <= 0 || grid.cols <= 0) return grid;
  place_content(scene, matrix, &grid);
  find_visible(matrix, &grid);
  float side = fminf(grid.cell_w, grid.cell_h);
  grid.heatmap.gap = gap_of(scene, matrix, side);
  grid.heatmap.corner = side >= 20 ? 3 : side >= 10 ? 2 : 0;
  if (threshold_is_on(scene->view, matrix->part) && matrix->mix >= 1 && !matrix->moving)
    grid.heatmap.kept = threshold_cuts(scene->pen.list->arena, values, scene->view->threshold,
                                       grid.first_row, grid.last_row + 1);
  thin_others(scene, matrix, &grid);
  open_row_find(scene, matrix, &grid);
  return grid;
}

/* -- drawing ----------------------------------------------------------------------------------- */

static void cover(const Scene *scene, Box band, float gap) {
  draw_box(scene->pen.list,
           (DrawBox){.box = box_inset(band, -gap / 2), .fill = scene->pen.theme->paper});
}

/* Lines that this matrix has not are as empty as the paper. */
static void cover_lines(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Box content = grid->heatmap.box;
  float gap = grid->heatmap.gap;
  for (int row = grid->first_row; row <= grid->last_row; row++)
    if (matrix->lines->no_row[row]) cover(scene, grid_row(grid, row), gap);
  for (int col = grid->first_col; col <= grid->last_col; col++)
    if (matrix->lines->no_col[col])
      cover(scene, (Box){content.x + (float)col * grid->cell_w, content.y, grid->cell_w, content.h},
            gap);
}

/* This hit comes before the digits and labels, whose own hits lie above it. */
void matrix_cells_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  DrawList *list = scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  if (grid->is_cut) {
    draw_clip(list, matrix->cells);
    list->at_scroll_edge = true;
  }
  grid_cells_draw(scene, grid);
  if (matrix->lines) cover_lines(scene, matrix, grid);
  matrix_hit_draw(scene, matrix, grid);
  if (!matrix->moving) matrix_digits_draw(scene, matrix, grid);
  matrix_what_if_draw(scene, matrix, grid);
  if (grid->is_cut) {
    list->at_scroll_edge = was_at_edge;
    draw_clip_end(list);
  }
}

MatrixWidget matrix_widget_clickable(TracePart part, Box cells) {
  return (MatrixWidget){.part = part,
                        .before = part,
                        .cells = cells,
                        .mix = 1,
                        .digits = true,
                        .filled = -1,
                        .focus_row = -1,
                        .focus_col = -1,
                        .click = "cell %r %c",
                        .hover = "hover %r %c",
                        .row_click = "cell %r row",
                        .row_hover = "hover %r row",
                        .scrolls = true};
}

void matrix_widget_draw(const Scene *scene, const MatrixWidget *matrix) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  if (grid.rows <= 0 || grid.cols <= 0 || matrix->cells.w <= 0 || matrix->cells.h <= 0) return;
  DrawList *list = scene->pen.list;
  if (!matrix->alone) draw_group_begin(list, trace_part_info(matrix->part)->name, NULL);
  draw_group_begin(list, "matrix", stage_part_title(matrix->part));
  matrix_cells_draw(scene, matrix, &grid);
  draw_group_end(list);
  draw_group_begin(list, "labels", NULL);
  if (!matrix->moving) matrix_labels_draw(scene, matrix, &grid);
  draw_group_end(list);
  if (matrix->draw_over) matrix->draw_over(scene, matrix, &grid);
  matrix_focus_draw(scene, matrix, &grid);
  if (!matrix->moving) matrix_lit_draw(scene, matrix->part, matrix->cells, &grid);
  matrix_asked_key_draw(scene, matrix, &grid);
  if (!matrix->alone) draw_group_end(list);
  matrix_bars_draw(scene, matrix, &grid);
}
