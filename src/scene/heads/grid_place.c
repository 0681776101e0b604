/* scene/heads/grid_place.c -- where the thumbnails of all heads lie: as large as all fit, or in
** rows that scroll. */
#include "scene/heads/grid_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/stages/stage.h"
#include "trace/workings/head_differences.h"

static const float HEADING = 34, FOOT = 28, TOP = 22, WORDS_BESIDE = 42;
static const float HEADING_AFAR = 36, FOOT_AFAR = 30, TOP_AFAR = 31;
static const float SIDE_MOST = 120, STEP_SCROLLED = 60, ROWS_SCROLLED = 5, WIDTH_MOST = 1000,
                   FIGURE_LEAST = 380; /* for figures */
static const float GAP_MOST = 16, GAP_LEAST = 4, GAP_SHARE = 0.16f;

static float gap_of(const Scene *scene, float step) {
  return float_clamp(step * GAP_SHARE, GAP_LEAST, stage_points(scene, GAP_MOST));
}

/* The step at which all thumbnails fit. If they would be too small the rows scroll, and can then
** have a comfortable size. */
static void fit_by_layer(Grid *grid) {
  assert(!grid->by_role && grid->cols > 0 && grid->rows > 0);
  const Scene *scene = grid->scene;
  float across = grid->window.w / (float)grid->cols, down = grid->window.h / (float)grid->rows;
  float step = fminf(across, down), least = stage_points(scene, GRID_SIDE_LEAST);
  float gap = gap_of(scene, step);
  if (scene->interactive && step - gap < least) {
    float calm = fmaxf(grid->window.h / ROWS_SCROLLED, least + gap);
    step = fminf(across, fminf(calm, stage_points(scene, STEP_SCROLLED)));
  }
  grid->side = step - gap_of(scene, step);
  grid->step_x = grid->step_y = step;
  float spare = fmaxf(0, grid->window.w - step * (float)grid->cols);
  if (step * (float)grid->rows <= grid->window.h + 0.5f) grid_plan_names(grid, spare);
  grid->window.x += (spare + grid->names_width) / 2;
}

static void place_by_role(Grid *grid, float side) {
  const Scene *scene = grid->scene;
  float gap = stage_points(scene, GAP_MOST);
  float wide = side + gap + stage_points(scene, WORDS_BESIDE); /* room for the words */
  grid->cols = (int)fmaxf(1, floorf(grid->window.w / wide));
  grid->rows = (grid->count + grid->cols - 1) / grid->cols;
  /* rows of equal length: 4 + 4 and not 5 + 3 */
  if (scene->interactive) grid->cols = (grid->count + grid->rows - 1) / grid->rows;
  grid->side = side;
  grid->step_x = grid->window.w / (float)grid->cols;
  grid->step_y = side + grid_role_lines(scene) + gap;
}

/* Few heads are enlarged as long as all fit; in a figure many are made smaller until they do. */
static void fit_by_role(Grid *grid) {
  float usual = stage_points(grid->scene, GRID_SIDE_IN_ROLE_ORDER);
  float side = grid->scene->interactive ? usual : usual / 16;
  float finer = grid_is_for_afar(grid->scene) ? 1.02f : 1.1f;
  for (float more = side; more < usual * 4; more *= finer) {
    place_by_role(grid, more);
    if (grid->step_y * (float)grid->rows <= grid->window.h + 0.5f) side = more;
  }
  place_by_role(grid, side);
}

static int index_on_show(const Grid *grid) {
  for (int i = 0; i < grid->count; i++)
    if (heads_is_on_show(grid->scene, grid->places[i].layer, grid->places[i].head)) return i;
  return 0;
}

static void cell_position(const Grid *grid, int index, int *row, int *col) {
  assert(index >= 0 && index < grid->count);
  *row = grid->by_role ? index / grid->cols : grid->places[index].layer;
  *col = grid->by_role ? index % grid->cols : grid->places[index].head;
}

/* Applies the scroll, but keeps the row of the head on show visible. */
static void apply_scroll(Grid *grid) {
  const View *view = grid->scene->view;
  float beyond = grid->step_y * (float)grid->rows - grid->window.h, start = 0;
  int row, col;
  grid->content = grid->step_y * (float)grid->rows;
  if (beyond > 0.5f) {
    start = float_clamp(view->grid_scroll, 0, 1) * beyond;
    cell_position(grid, index_on_show(grid), &row, &col);
    float at = grid->step_y * (float)row;
    float least = at + grid->step_y - grid->window.h;
    if (view->grid_follows) start = float_clamp(start, least, fmaxf(least, at));
  }
  grid->top = grid->window.y - start;
}

bool grid_is_sorted(const Scene *scene) {
  GridOrder order = scene->view->grid_order;
  return order == GRID_BY_ROLE || (order == GRID_BY_DIFFERENCE && scene->differences);
}

/* Layers may differ in their number of heads; the largest number gives the columns. */
static Grid grid_of(const Scene *scene) {
  Grid grid = {.scene = scene, .by_role = grid_is_sorted(scene)};
  grid.rows = trace_layer_count(scene->trace);
  for (int layer = 0; layer < grid.rows; layer++) {
    int heads = trace_head_count(scene->trace, layer);
    grid.cols = heads > grid.cols ? heads : grid.cols;
    grid.count += heads;
  }
  return grid;
}

/* Numbers at the edges get their room first; in role order there are none. */
Grid grid_arrange(const Scene *scene, Box inner) {
  Grid grid = grid_of(scene);
  if (scene->view->grid_order == GRID_BY_DIFFERENCE && scene->differences)
    grid.places = scene->differences->order;
  else grid.places = head_order(scene->trace, grid.by_role, scene->pen.list->arena, &grid.count);
  bool is_afar = grid_is_for_afar(scene);
  float left = grid.by_role ? 0 : grid_left(scene), bar = stage_points(scene, GRID_BAR + 8);
  float top = stage_points(scene, grid.by_role ? 6
                                  : is_afar    ? TOP_AFAR
                                               : TOP),
        foot = stage_points(scene, is_afar ? FOOT_AFAR : FOOT);
  grid.window = (Box){inner.x + left, inner.y + top, fmaxf(inner.w - left - bar, 1),
                      fmaxf(inner.h - top - foot, 1)};
  if (!grid.places) return grid;
  if (grid.by_role) fit_by_role(&grid);
  else fit_by_layer(&grid);
  apply_scroll(&grid);
  return grid;
}

Box grid_cell_box(const Grid *grid, int index) {
  int row, col;
  cell_position(grid, index, &row, &col);
  return (Box){grid->window.x + grid->step_x * (float)col, grid->top + grid->step_y * (float)row,
               grid->side, grid->side};
}

/* -- figures ----------------------------------------------------------------------------------- */

float grid_heading_height(const Scene *scene) {
  bool is_left_out = !scene->interactive && scene->view->export_look.figure.no_title;
  return is_left_out ? 0 : stage_points(scene, grid_is_for_afar(scene) ? HEADING_AFAR : HEADING);
}

float grid_natural_width(const Scene *scene) {
  Grid grid = grid_of(scene);
  float pads = 1.5f * GRID_PAD + GRID_BAR + 8, most = WIDTH_MOST / (float)grid.cols;
  float side = float_clamp(most, GRID_SIDE_LEAST, SIDE_MOST) * (1 + GAP_SHARE);
  float in_role_order = GRID_SIDE_IN_ROLE_ORDER + GAP_MOST + WORDS_BESIDE;
  float cols = fmaxf(ceilf(sqrtf((float)grid.count)), 3);
  return ceilf(pads + (grid.by_role ? cols * in_role_order
                                    : fmaxf(GRID_LEFT + side * (float)grid.cols, FIGURE_LEAST)));
}

/* The height that all thumbnails of that width need, since a figure does not scroll. */
float grid_height(const Scene *scene, float width) {
  Grid grid = grid_of(scene);
  float room = width - stage_points(scene, 1.5f * GRID_PAD + GRID_BAR + 8), edge = grid_left(scene);
  float around = stage_points(scene, 1.5f * GRID_PAD + FOOT + (grid.by_role ? 6 : TOP)) +
                 grid_heading_height(scene);
  grid.window.w = fmaxf(room - (grid.by_role ? 0 : edge), 1);
  if (grid.by_role) place_by_role(&grid, stage_points(scene, GRID_SIDE_IN_ROLE_ORDER));
  else grid.step_y = fminf(grid.window.w / (float)grid.cols, stage_points(scene, SIDE_MOST * 2));
  return ceilf(around + grid.step_y * (float)grid.rows);
}
