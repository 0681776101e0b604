/* scene/matrix/matrix_widget.c -- the cells of a matrix, their selection, and their hits. Digits
** are in digits.c, labels in labels.c. */
#include "scene/matrix/matrix_widget.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/stage.h"
#include "scene/matrix/grid_rows.h"
#include "scene/matrix/open_row.h"
#include "scene/matrix/threshold.h"

static const float ZOOM_MOST = 256;

/* -- geometry ---------------------------------------------------------------------------------- */

static bool rows_are_tokens(const MatrixWidget *matrix) {
  return !matrix->transposed && !trace_part_info(matrix->part)->is_weights;
}

static bool cols_are_tokens(const MatrixWidget *matrix) {
  if (matrix->lines) return matrix->lines->col_tokens != NULL;
  return matrix->transposed || trace_part_info(matrix->part)->by_pair;
}

static float content_length(const Scene *scene, float window) {
  return window * float_clamp(scene->view->zoom, 1, ZOOM_MOST);
}

/* Where the content begins: as scrolled, but the whole of the selected cell, with its outline,
** stays visible. */
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
  return float_clamp(start, 0, beyond);
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
    content.h = content_length(scene, window.h);
    int focus = matrix->rows_are_keys ? -1 : row;
    float scroll = matrix->rows_are_keys ? view->scroll_x : view->scroll_y;
    content.y -= content_start(window.h, content.h, scroll, focus, grid->rows);
  }
  if (matrix->scrolls && cols_are_tokens(matrix)) {
    content.w = content_length(scene, window.w);
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
  open_row_find(scene, matrix, &grid);
  return grid;
}

/* -- focus ------------------------------------------------------------------------------------- */

Box matrix_row_box(const MatrixWidget *matrix, const MatrixGrid *grid, int row) {
  assert(row >= 0);
  return box_common(grid_row(grid, row), matrix->cells);
}

Box matrix_col_box(const MatrixWidget *matrix, const MatrixGrid *grid, int col) {
  assert(col >= 0);
  Box content = grid->heatmap.box;
  Box whole = {content.x + (float)col * grid->cell_w, content.y, grid->cell_w, content.h};
  return box_common(whole, matrix->cells);
}

void matrix_outline(const Scene *scene, Box box, Color color, float width_design) {
  if (box.w <= 0 || box.h <= 0) return;
  float width = width_design * fminf(scene->pen.text_scale, 1.6f);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -width * 0.4f),
                                      .corner = fminf(6, box.h / 3 + 1),
                                      .stroke = color,
                                      .stroke_width = width});
}

/* Below NARROW points an outline stands outside its cells, whose colours it would cover; a narrow
** column has a tick at each end instead, since its neighbours are as narrow. */
enum { NARROW = 10, SMALL = 52 };
/* Around a cell among cells without digits the outline stands off, to be found. */
static const float BARE_ROOM = 2.5f;

static void draw_ticks(const Scene *scene, Box column, float width, bool is_focus) {
  float height = 2 * width, wide = fmaxf(column.w, width);
  float x = column.x + (column.w - wide) / 2;
  const float tops[2] = {column.y - height - 1, column.y + column.h + 1};
  for (int i = 0; i < 2; i++) {
    DrawBox tick = {.box = {x, tops[i], wide, height}, .fill = scene->pen.theme->ink};
    if (!is_focus) {
      draw_box(scene->pen.list, tick);
      continue;
    }
    tick.fill = scene->pen.theme->focus;
    tick.stroke_width = 1;
    pen_focus_outline(&scene->pen, tick);
  }
}

static bool is_narrow_column(Box box) { return box.w < NARROW && box.h > 3 * box.w; }

void matrix_belonging_outline(const Scene *scene, Box box) {
  const float thin = 1.5f;
  if (box.w <= 0 || box.h <= 0) return;
  if (is_narrow_column(box))
    draw_ticks(scene, box, thin * fminf(scene->pen.text_scale, 1.6f), false);
  else matrix_outline(scene, box, scene->pen.theme->ink, thin);
}

void matrix_focus_outline(const Scene *scene, Box box, float width_design) {
  if (box.w <= 0 || box.h <= 0) return;
  float scale = fminf(scene->pen.text_scale, 1.6f), width = width_design * scale;
  bool is_narrow = fminf(box.w, box.h) < NARROW;
  if (is_narrow_column(box)) {
    draw_ticks(scene, box, width, true);
    return;
  }
  /* in small cells the digits of the neighbours begin at the edge */
  bool is_small = fminf(box.w, box.h) < SMALL * scale;
  if (is_small) width = float_clamp(fminf(box.w, box.h) * 0.08f, fminf(1.5f, width), width);
  float outside = is_narrow ? width / 2 + fmaxf(scale, 1) : is_small ? 0 : width * 0.4f;
  pen_focus_outline(&scene->pen, (DrawBox){.box = box_inset(box, -outside),
                                           .corner = is_narrow ? 2 : fminf(6, box.h / 3 + 1),
                                           .stroke_width = width});
}

static bool is_vector(const MatrixWidget *matrix) {
  return !trace_part_info(matrix->part)->by_pair;
}

/* The row of a focused cell is framed too where rows are vectors, thin, and in the presenter view,
** as far as a person in the last row sees; there its column as well. A narrow column has its ticks
** above and below the matrix. */
static void draw_spotlight(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                           bool has_column) {
  bool is_open = grid_is_open(grid); /* an open row is framed by itself */
  Box row = matrix_row_box(matrix, grid, matrix->focus_row);
  Box col = has_column ? matrix_col_box(matrix, grid, matrix->focus_col) : (Box){0};
  if (is_vector(matrix)) {
    if (!is_open) matrix_belonging_outline(scene, row);
    matrix_belonging_outline(scene, col);
    return;
  }
  if (!is_open) matrix_focus_outline(scene, row, 2);
  matrix_focus_outline(scene, col, 2);
}

static void draw_focus(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int row = matrix->focus_row, col = matrix->focus_col;
  if (scene->view->sets_number && scene->interactive) return; /* a field stands there */
  if (matrix->plain_focus || row < 0 || row >= grid->rows || col >= grid->cols) return;
  Box box = matrix_row_box(matrix, grid, row);
  if (col >= 0) {
    Box across = matrix_col_box(matrix, grid, col);
    box.x = across.x;
    box.w = across.w;
  }
  float width = fminf(grid->cell_w, grid->cell_h) < 8 ? 2 : 3;
  bool has_light = scene_has_spotlight(scene);
  bool is_narrow = is_vector(matrix) && grid->cell_w < NARROW;
  bool covers_nothing = scene->interactive && col >= 0 && is_vector(matrix) && !matrix->digits;
  if (has_light) width = fminf(grid->cell_w, grid->cell_h) < 24 ? 3 : 5;
  draw_group_begin(scene->pen.list, "focus", NULL);
  if (col >= 0 && (has_light || is_vector(matrix)))
    draw_spotlight(scene, matrix, grid, (has_light && !matrix->column_is_framed) || is_narrow);
  if ((col < 0 || !is_narrow) && !grid_is_open(grid)) {
    if (matrix->belongs) matrix_belonging_outline(scene, box);
    else matrix_focus_outline(scene, box_inset(box, covers_nothing ? -BARE_ROOM : 0), width);
  }
  draw_group_end(scene->pen.list);
}

/* -- hands ------------------------------------------------------------------------------------- */

/* The scroll position, 0 to 1; a selected cell may keep it elsewhere than the view's scroll. */
static float scroll_now(float window, float window_length, float content, float content_length) {
  float beyond = content_length - window_length;
  return beyond > 0.01f ? (window - content) / beyond : 0;
}

/* Four decimals: a ten-thousandth of the content is less than a point of any window. */
static const char *scroll_command(const Scene *scene, float x, float y) {
  return str_format(scene->pen.list->arena, "scroll %.4f %.4f", (double)x, (double)y);
}

static void draw_thumb(const Scene *scene, Box track, bool vertical, float start, float share) {
  const Theme *theme = scene->pen.theme;
  float corner = fminf(track.w, track.h) / 2;
  draw_box(scene->pen.list, (DrawBox){.box = track, .corner = corner, .fill = theme->line});
  Box thumb = track;
  if (vertical) thumb.y += start * track.h, thumb.h = fmaxf(share * track.h, 8);
  else thumb.x += start * track.w, thumb.w = fmaxf(share * track.w, 8);
  draw_box(scene->pen.list, (DrawBox){.box = thumb, .corner = corner, .fill = theme->muted});
}

static void horizontal_bar(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Box window = matrix->cells, content = grid->heatmap.box;
  if (content.w <= window.w + 0.01f) return;
  Box track = {window.x, window.y + window.h + 4, window.w, 5};
  draw_thumb(scene, track, false, (window.x - content.x) / content.w, window.w / content.w);
  float y = scroll_now(window.y, window.h, content.y, content.h);
  const char *command = str_format(scene->pen.list->arena, "scroll %%f %.4f", (double)y);
  draw_hit(scene->pen.list, (DrawHit){.box = box_inset(track, -3),
                                      .slider = true,
                                      .cursor = CURSOR_DRAG,
                                      .click = command});
}

/* Sliders are horizontal, so the vertical one is a ladder of hits. */
static void vertical_bar(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  enum { RUNGS = 80 };
  Box window = matrix->cells, content = grid->heatmap.box;
  if (content.h <= window.h + 0.01f) return;
  Box track = {window.x + window.w + 5, window.y, 4, window.h}; /* outside a frame */
  draw_thumb(scene, track, true, (window.y - content.y) / content.h, window.h / content.h);
  float x = scroll_now(window.x, window.w, content.x, content.w);
  for (int i = 0; i < RUNGS; i++) {
    Box rung = {track.x - 3, track.y + track.h * (float)i / RUNGS, track.w + 6, track.h / RUNGS};
    const char *command = scroll_command(scene, x, (float)i / (RUNGS - 1));
    draw_hit(scene->pen.list, (DrawHit){.box = rung,
                                        .rows = 1,
                                        .cols = 1,
                                        .cursor = CURSOR_DRAG,
                                        .click = command,
                                        .drag = command});
  }
}

/* A notch scrolls by an eighth of the window. */
static float scroll_notch(float window_length, float content_length) {
  float beyond = content_length - window_length;
  return beyond > 0.01f ? window_length * 0.125f / beyond : 0;
}

static bool differs(float a, float b) { return fabsf(a - b) > 1e-4f; }

static void add_scroll(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                       DrawHit *hit) {
  const View *view = scene->view;
  Box window = matrix->cells, content = grid->heatmap.box;
  hit->scroll_notch = (Point){scroll_notch(window.w, content.w), scroll_notch(window.h, content.h)};
  hit->scroll = (Point){scroll_now(window.x, window.w, content.x, content.w),
                        scroll_now(window.y, window.h, content.y, content.h)};
  hit->is_held = (hit->scroll_notch.x > 0 && differs(hit->scroll.x, view->scroll_x)) ||
                 (hit->scroll_notch.y > 0 && differs(hit->scroll.y, view->scroll_y));
}

static void add_grid_hit(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!scene->interactive || matrix->moving || (!matrix->click && !matrix->hover)) return;
  DrawHit hit = {.box = grid->heatmap.box,
                 .cols = grid->cols,
                 .cursor = scene->view->mask_editor && matrix->drag ? CURSOR_HIDE : CURSOR_CROSS,
                 .click = matrix->click,
                 .hover = matrix->hover,
                 .drag = matrix->drag,
                 .wheel = matrix->scrolls ? "zoom by %f" : NULL};
  if (matrix->scrolls) add_scroll(scene, matrix, grid, &hit);
  grid_rows_hit(scene, grid, hit);
}

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
  add_grid_hit(scene, matrix, grid);
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

/* Of matrices side by side with the same rows, only the result has a bar. */
static bool has_bars(const Scene *scene, const MatrixWidget *matrix) {
  if (!matrix->scrolls || !scene->interactive || matrix->moving) return false;
  return trace_part_info(matrix->part)->by_pair || matrix->part == stage_result(scene->view->stage);
}

/* Beside a lesson a key without a query shows all who ask it: its column. */
static void draw_asked_key(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  int key = scene->view->lesson ? view_focus_key_alone(scene->view) : -1;
  bool has_it = trace_part_info(matrix->part)->by_pair && key >= 0 && key < grid->cols;
  if (!scene->interactive || matrix->moving || !has_it) return;
  matrix_focus_outline(scene, matrix_col_box(matrix, grid, key), 3);
}

void matrix_lit_draw(const Scene *scene, TracePart part, Box cells, const MatrixGrid *grid) {
  bool is_lit = scene->interactive && scene->view->lit_part == (int)part;
  Box seen = grid ? box_common(cells, grid->heatmap.box) : cells;
  if (is_lit) matrix_focus_outline(scene, box_inset(seen, -3), 3);
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
  draw_focus(scene, matrix, &grid);
  if (!matrix->moving) matrix_lit_draw(scene, matrix->part, matrix->cells, &grid);
  draw_asked_key(scene, matrix, &grid);
  if (!matrix->alone) draw_group_end(list);
  if (!has_bars(scene, matrix)) return;
  horizontal_bar(scene, matrix, &grid);
  vertical_bar(scene, matrix, &grid);
}
