/* scene/heads/cells.c -- what is drawn over the cells of a head in a list: digits and the
** selection.
**
** The same cell is outlined in every head, so that they can be compared; on a screen in the colour
** of the focus in the head on show alone.
*/
#include <assert.h>
#include <math.h>

#include "scene/heads/heads.h"
#include "scene/matrix/matrix_widget.h"

/* A thumbnail never scrolls, so its grid is complete. */
static MatrixGrid grid_of(const DrawHeatmap *heatmap) {
  assert(heatmap->values.rows > 0 && heatmap->values.cols > 0);
  int rows = heatmap->values.rows, cols = heatmap->values.cols;
  return (MatrixGrid){.heatmap = *heatmap,
                      .rows = rows,
                      .cols = cols,
                      .cell_w = heatmap->box.w / (float)cols,
                      .cell_h = heatmap->box.h / (float)rows,
                      .last_row = rows - 1,
                      .last_col = cols - 1};
}

/* Columns that are no tokens are selected only at their own stage. */
static void find_focus(const Scene *scene, MatrixWidget *matrix, const MatrixGrid *grid) {
  int query, key;
  view_focus(scene->view, &query, &key);
  if (!trace_part_info(matrix->part)->by_pair || !stage_info(scene->view->stage)->by_pair) return;
  if (query < 0 || query >= grid->rows || key >= grid->cols) return;
  matrix->focus_row = query;
  matrix->focus_col = key;
}

static void focus_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int query = matrix->focus_row, key = matrix->focus_col;
  if (query < 0) return;
  Box box = matrix_row_box(matrix, grid, query);
  if (key >= 0) box = draw_heatmap_cell(&grid->heatmap, query, key);
  if (matrix->belongs) matrix_belonging_outline(scene, box);
  else matrix_focus_outline(scene, box, grid->cell_w > 12 ? 2 : 1.25f);
}

static MatrixWidget matrix_of(const DrawHeatmap *heatmap, TracePart part) {
  return (MatrixWidget){.part = part,
                        .before = part,
                        .cells = heatmap->box,
                        .digits = true,
                        .mix = 1,
                        .filled = -1,
                        .focus_row = -1,
                        .focus_col = -1};
}

/* Whether cells of the heatmap are means of several cells of the matrix. */
static bool is_means(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells) {
  int rows, cols;
  trace_matrix_shape(scene->trace, cells->part, cells->layer, &rows, &cols);
  return heatmap->values.rows != rows || heatmap->values.cols != cols;
}

static bool has_cells(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells) {
  assert(cells->head >= 0 && cells->head < trace_head_count(scene->trace, cells->layer));
  if (heatmap->values.rows == 0 || heatmap->values.cols == 0) return false;
  return !is_means(scene, heatmap, cells);
}

float heads_digit_size(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells) {
  View view = *scene->view;
  Scene of_head = *scene;
  if (!has_cells(scene, heatmap, cells)) return 0;
  MatrixWidget matrix = matrix_of(heatmap, cells->part);
  MatrixGrid grid = grid_of(heatmap);
  view.layer = cells->layer;
  view.head = cells->head;
  of_head.view = &view;
  return matrix_digits_size(&of_head, &matrix, &grid);
}

void heads_cells_draw(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells) {
  View view = *scene->view;
  Scene of_head = *scene;
  if (!has_cells(scene, heatmap, cells)) return;
  view.layer = cells->layer;
  view.head = cells->head;
  of_head.view = &view;
  MatrixGrid grid = grid_of(heatmap);
  MatrixWidget matrix = matrix_of(heatmap, cells->part);
  matrix.digit_size_pt = cells->digit_size_pt;
  matrix.belongs = scene->interactive && !heads_is_on_show(scene, cells->layer, cells->head);
  find_focus(scene, &matrix, &grid);
  if (cells->digit_size_pt > 0) matrix_digits_draw(&of_head, &matrix, &grid);
  focus_draw(scene, &matrix, &grid);
}

void heads_chosen_cell_draw(const Scene *scene, const Thumbnail *thumbnail) {
  const float least_pt = 6;
  DrawHeatmap heatmap = heads_heatmap(scene, thumbnail);
  HeadCells cells = {heads_part_on_show(scene), thumbnail->layer, thumbnail->head, 0};
  if (!has_cells(scene, &heatmap, &cells)) return;
  MatrixGrid grid = grid_of(&heatmap);
  MatrixWidget matrix = matrix_of(&heatmap, cells.part);
  matrix.belongs = !heads_is_on_show(scene, thumbnail->layer, thumbnail->head);
  find_focus(scene, &matrix, &grid);
  if (grid.cell_w >= least_pt) focus_draw(scene, &matrix, &grid);
}
