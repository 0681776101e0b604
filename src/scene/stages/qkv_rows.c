/* scene/stages/qkv_rows.c -- the followed row of Q, K and V below their matrices, in cells that are
** read from afar: before a class these numbers stand there, and the matrices have none.
**
**        1     2     3   …          the columns; it: the row
**   Q   0.1   0.6   1.1  …
**   K  −0.5   0.1  −0.5  …
**   V  −0.2  −0.3   0.1  …
*/
#include "scene/stages/qkv.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/motion.h"

enum { ROWS = 3 };
static const float NAME_DESIGN = 64, HEAD_DESIGN = 19, ROW_DESIGN = 34, BETWEEN_DESIGN = 8;
static const float CELL_LEAST_DESIGN = 42, CELL_MOST_DESIGN = 88;
static const float DIGITS_DESIGN = 22, DIGITS_OF_CELL = 0.86f;
static const float ROOM_MOST = 0.34f; /* of the height of the stage */

bool qkv_has_rows(const Scene *scene) {
  return stage_is_for_afar(scene) && scene->view->numbers != NUMBERS_OFF &&
         !trace_is_recorded(scene->trace);
}

float qkv_rows_height(const Scene *scene, float height) {
  if (!qkv_has_rows(scene)) return 0;
  float wanted = stage_points(scene, HEAD_DESIGN + ROWS * (ROW_DESIGN + BETWEEN_DESIGN));
  return fminf(wanted, height * ROOM_MOST);
}

/* The columns that have room: all, or those around the chosen one. */
typedef struct Columns {
  int first, count;
  float x, cell;
} Columns;

static Columns columns_in(const Scene *scene, Box box) {
  int row, col, all = 1;
  static const TracePart parts[ROWS] = {TRACE_Q, TRACE_K, TRACE_V};
  for (int i = 0; i < ROWS; i++) all = int_max(all, stage_matrix(scene, parts[i]).cols);
  stage_focus(scene, &row, &col);
  float name = stage_points(scene, NAME_DESIGN), room = box.w - 2 * name;
  int most = int_max(1, (int)(room / stage_points(scene, CELL_LEAST_DESIGN)));
  Columns columns = {.count = int_clamp(all, 1, most)};
  columns.first = int_clamp(col - columns.count / 2, 0, all - columns.count);
  columns.cell = floorf(fminf(room / (float)columns.count, stage_points(scene, CELL_MOST_DESIGN)));
  columns.x = floorf(box.x + (box.w - columns.cell * (float)columns.count) / 2);
  return columns;
}

static float row_height(const Scene *scene, Box box) {
  float rows = box.h - stage_points(scene, HEAD_DESIGN);
  return floorf(fmaxf(rows / ROWS - stage_points(scene, BETWEEN_DESIGN), 1));
}

static Box row_box(const Scene *scene, Box box, const Columns *columns, int index) {
  float height = row_height(scene, box), between = stage_points(scene, BETWEEN_DESIGN);
  return (Box){columns->x,
               box.y + stage_points(scene, HEAD_DESIGN) + (float)index * (height + between),
               columns->cell * (float)columns->count, height};
}

/* The name of the row, and the numbers of the columns. */
static void draw_head(const Scene *scene, Box box, const Columns *columns, int token) {
  const Pen *pen = &scene->pen;
  int row, col;
  stage_focus(scene, &row, &col);
  Box line = {box.x, box.y, columns->x - box.x - stage_points(scene, 10),
              stage_points(scene, HEAD_DESIGN - 4)};
  pen_text_in(pen, (TextStyle){FACE_BOLD, 15, pen->theme->ink, ALIGN_END}, line,
              scene_label(scene, token));
  for (int i = 0; i < columns->count; i++) {
    bool is_chosen = columns->first + i == col;
    TextStyle style = {is_chosen ? FACE_MONO_BOLD : FACE_MONO, 12,
                       is_chosen ? pen->theme->ink : pen->theme->muted, ALIGN_MIDDLE};
    Box cell = {columns->x + columns->cell * (float)i, box.y, columns->cell, line.h};
    pen_text_in(pen, style, cell,
                str_from(str_format(pen->list->arena, "%d", columns->first + i + 1)));
  }
}

/* How many numbers of the row the steps have filled. */
static int reached_of(const Scene *scene, TracePart part, MatView values, int token) {
  int filled = scene_filled_of(scene, part, values.rows, values.cols);
  return filled < 0 ? values.cols : int_clamp(filled - token * values.cols, 0, values.cols);
}

static void add_hit(const Scene *scene, const QkvRow *row, Box cell, int token, int col) {
  Arena *arena = scene->pen.list->arena;
  const char *name = view_projection_name(row->id);
  draw_hit(scene->pen.list,
           (DrawHit){.box = cell,
                     .cursor = CURSOR_HAND,
                     .hover = str_format(arena, "hover %d %d %s", token + 1, col + 1, name),
                     .click = str_format(arena, "cell %d %d %s", token + 1, col + 1, name)});
}

/* All of one size, at which two digits with a minus fit. */
static void draw_digits(const Scene *scene, Box cell, Color ground, Number number) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, DIGITS_DESIGN, palette_digit(ground), ALIGN_MIDDLE};
  float usual = pen_width(pen, style, STR("−0.0")),
        own = pen_width(pen, style, str_from(number.at));
  float room = cell.w * DIGITS_OF_CELL;
  style.size *=
      fminf(1, fminf(room / fmaxf(usual, own), cell.h / pen_line_height(pen, style.size)));
  pen_text_in(pen, style, cell, str_from(number.at));
}

static void draw_cells(const Scene *scene, const QkvRow *row, const Columns *columns, Box box,
                       int token) {
  MatView values = stage_matrix(scene, row->part);
  int reached = reached_of(scene, row->part, values, token);
  DrawHeatmap colors = {.values = values,
                        .box = box,
                        .mix = 1,
                        .hatch_mix = 1,
                        .palette = scene_palette(scene, row->part),
                        .range =
                            scene_range(scene, row->part, scene->view->layer, scene->view->head),
                        .filled = -1,
                        .theme = scene->pen.theme->id};
  for (int i = 0; i < columns->count; i++) {
    int col = columns->first + i;
    Box cell = {box.x + columns->cell * (float)i, box.y, columns->cell, box.h};
    if (col >= values.cols) break;
    if (scene->interactive) add_hit(scene, row, cell, token, col);
    if (col >= reached) {
      motion_cell(scene, cell, scene->pen.theme->empty_cell, NULL);
      continue;
    }
    Color color = draw_heatmap_color(&colors, token, col);
    motion_cell(scene, cell, color, NULL);
    draw_digits(scene, cell, color, number_cell(mat_get(values, token, col), false));
  }
}

static void draw_row(const Scene *scene, const QkvRow *row, const Columns *columns, Box box,
                     int token) {
  const Pen *pen = &scene->pen;
  MatView values = stage_matrix(scene, row->part);
  if (!values.at || token >= values.rows || columns->first >= values.cols) return;
  if (trace_is_cross(scene->trace) && row->id != PROJECTION_Q) return; /* of another sentence */
  Color role = scene_part_color(pen->theme, row->part);
  int focus, col, shown = int_min(columns->count, values.cols - columns->first);
  stage_focus(scene, &focus, &col);
  Box cells = {box.x, box.y, columns->cell * (float)shown, box.h};
  draw_cells(scene, row, columns, cells, token);
  draw_box(pen->list, (DrawBox){.box = box_inset(cells, -2),
                                .corner = 4,
                                .stroke = role,
                                .stroke_width = stage_points(scene, 1.5f)});
  TextStyle name = {FACE_BOLD, 20, role, ALIGN_END};
  Point at = {box.x - stage_points(scene, 12),
              box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, name.size)) / 2};
  pen_text(pen, name, at, str_from(row->symbol));
  TextStyle more = {FACE_SEMIBOLD, 18, pen->theme->muted, ALIGN_START};
  Point end = {cells.x + cells.w + stage_points(scene, 8), at.y};
  if (columns->first + shown < values.cols) pen_text(pen, more, end, STR("…"));
  bool is_chosen = focus >= 0 && col >= columns->first && col < columns->first + shown &&
                   qkv_projection(scene, NULL) == row->id;
  if (!is_chosen) return;
  float x = cells.x + columns->cell * (float)(col - columns->first);
  matrix_focus_outline(scene, (Box){x, cells.y, columns->cell, cells.h}, 2);
}

void qkv_rows_draw(const Scene *scene, Box box, const QkvRow rows[3]) {
  int token = stage_followed_row(scene);
  if (box.h <= 0 || token < 0) return;
  Columns columns = columns_in(scene, box);
  draw_group_begin(scene->pen.list, "rows", NULL);
  draw_head(scene, box, &columns, token);
  for (int i = 0; i < ROWS; i++)
    draw_row(scene, &rows[i], &columns, row_box(scene, box, &columns, i), token);
  draw_group_end(scene->pen.list);
}
