/* scene/stages/qkv_followed.c -- the row followed through Q, K and V: lines, name, outline. */
#include "scene/stages/qkv_place.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

static const float FOLLOWED_SIZE = 14, FOLLOWED_GAP_DESIGN = 9; /* a name before its row */

/* The x where the line of one row leaves a weight matrix, and the x where it ends. */
static float way_start(const QkvBand *band) {
  return band->weights_cells.x + band->weights_cells.w + 4;
}

float qkv_way_end(const Scene *scene, const QkvBand *band) {
  return way_start(band) - 4 + stage_points(scene, QKV_RIBBON_DESIGN);
}

/* Does the band map rows of another sentence, which are not those in focus? */
bool qkv_is_of_other(const QkvPlace *place, const QkvBand *band) {
  return place->y.h > 0 && band->id != PROJECTION_Q;
}

static float row_middle(const MatrixGrid *grid, int row) {
  assert(row >= 0 && row < grid->rows);
  return grid->heatmap.box.y + ((float)row + 0.5f) * grid->cell_h;
}

static void draw_path(const Scene *scene, Point from, Point to, Color color) {
  float middle = (from.x + to.x) / 2;
  Point points[] = {from, {middle, from.y}, {middle, to.y}, to};
  draw_curve(scene->pen.list, points, 4, 2 * fminf(scene->pen.text_scale, 1.5f), color);
}

/* Where not every row has room for its name only the followed one has it; X names them all. */
bool qkv_names_all_rows(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  const float line = 12; /* of a small name */
  float row = band->cells.h / (float)int_max(qkv_rows(scene, band->result), 1);
  if (pen_is_of_print(&scene->pen)) return place->names_results;
  return place->rows.h <= 0 && (!scene->interactive || row >= stage_points(scene, line));
}

/* Smaller before it is cut. */
static TextStyle followed_name_style(const Scene *scene, const QkvBand *band, int row) {
  const float least = 10.5f, safety = 0.99f;
  TextStyle style = {FACE_BOLD, FOLLOWED_SIZE, scene_part_color(scene->pen.theme, band->result),
                     ALIGN_END};
  float room = band->cells.x - stage_points(scene, FOLLOWED_GAP_DESIGN) - qkv_way_end(scene, band);
  float wide = pen_width(&scene->pen, style, scene_label(scene, row));
  if (wide > room) style.size = fmaxf(least, style.size * room * safety / wide);
  return style;
}

/* A line goes on to the one name that stands there, else it ends before the names. */
static float path_end(const Scene *scene, const QkvPlace *place, const QkvBand *band, int row) {
  float end = qkv_way_end(scene, band);
  if (qkv_names_all_rows(scene, place, band)) return end;
  float name =
      pen_width(&scene->pen, followed_name_style(scene, band, row), scene_label(scene, row));
  return fmaxf(end, band->cells.x - name - stage_points(scene, FOLLOWED_GAP_DESIGN + 6));
}

/* The focused row of X on its way through each weight matrix. */
void qkv_paths_draw(const Scene *scene, const QkvPlace *place, const MatrixGrid *input, int row) {
  Box x = place->x;
  Point from = {x.x + x.w + 4, row_middle(input, row)};
  if (from.y < x.y || from.y > x.y + x.h) return;
  for (int i = 0; i < 3; i++) {
    const QkvBand *band = &place->bands[i];
    if (qkv_is_of_other(place, band)) continue;
    MatrixWidget matrix = stage_rows_view(scene, band->result, band->cells);
    MatrixGrid grid = matrix_widget_grid(scene, &matrix);
    Box w = band->weights_cells;
    Color color = qkv_line_color(scene, band);
    float y = row_middle(&grid, row);
    draw_path(scene, from, (Point){w.x - 4, w.y + w.h / 2}, color);
    if (y >= band->cells.y && y <= band->cells.y + band->cells.h)
      draw_path(scene, (Point){way_start(band), w.y + w.h / 2},
                (Point){path_end(scene, place, band, row), y}, color);
  }
}

/* Where the followed row stands larger below, its rows are too low for names: it alone has one. */
void qkv_followed_name_draw(const Scene *scene, const QkvBand *band, const MatrixWidget *result) {
  const Pen *pen = &scene->pen;
  MatrixGrid grid = matrix_widget_grid(scene, result);
  int token = stage_followed_row(scene);
  Box row = matrix_row_box(result, &grid, token < 0 ? 0 : token);
  if (token < 0 || row.h <= 0) return;
  float room = qkv_way_end(scene, band), gap = stage_points(scene, FOLLOWED_GAP_DESIGN);
  Box line = {room, row.y, result->cells.x - gap - room, row.h};
  line.y += (row.h - pen_line_height(pen, FOLLOWED_SIZE)) / 2;
  line.h = pen_line_height(pen, FOLLOWED_SIZE);
  pen_text_in(pen, followed_name_style(scene, band, token), line, scene_label(scene, token));
}

/* Its numbers stand above, or its name alone before Q, K and V. */
bool qkv_leads_to_followed(const Scene *scene, const QkvPlace *place) {
  bool is_named_alone = !qkv_names_all_rows(scene, place, &place->bands[PROJECTION_Q]);
  return scene->interactive && (place->rows.h > 0 || is_named_alone);
}

/* Not over cells so low that there would be nothing but the outline: the line ends there. */
void qkv_followed_outline(const Scene *scene, const MatrixWidget *matrix) {
  const float least_pt = 5;
  if (matrix_widget_grid(scene, matrix).cell_h >= least_pt) stage_outline_followed(scene, matrix);
}

/* The row that the numbers above, and the names before Q, K and V, are of: also without a chosen
** one it is led to. */
int qkv_followed_row(const Scene *scene, const QkvPlace *place, const MatrixWidget *input) {
  bool is_chosen = input->focus_row >= 0 || !qkv_leads_to_followed(scene, place);
  return is_chosen ? input->focus_row : stage_followed_row(scene);
}
