/* scene/matrix/row_labels.c -- tokens and numbers at the left of the rows, and their hits. */
#include "scene/matrix/labels_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/grid_rows.h"
#include "scene/token_shown.h"

static float row_numbers_width(const Labels *labels) {
  if (labels->step == 1 || labels->is_second) return 0;
  TextStyle style = {FACE_MONO, LABEL_NUMBER, COLOR_NONE, ALIGN_END};
  const Pen *pen = &labels->scene->pen;
  Str widest = str_from(str_format(pen->list->arena, "%d", labels->grid->rows));
  return pen_width(pen, style, widest) + stage_points(labels->scene, 6);
}

static void row_number(const Labels *labels, Box box, int row) {
  const Pen *pen = &labels->scene->pen;
  TextStyle style = {FACE_MONO, LABEL_NUMBER, pen->theme->muted, ALIGN_END};
  pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%d", row + 1)));
}

/* The name of the open row is as large as it and the room beside it permit. */
static float size_of_open(const Labels *labels, TextStyle style, Box box, Str text) {
  const Pen *pen = &labels->scene->pen;
  const float of_height = 0.5f;
  float high = box.h * of_height / pen_points(pen, 1);
  float wide = style.size * box.w / fmaxf(pen_width(pen, style, text), 1);
  return fmaxf(style.size, fminf(high, wide * 0.98f));
}

/* The chosen name is larger than the others, as far as it stays whole. */
static float size_of_focused(const Labels *labels, TextStyle style, float width, Str text) {
  const float safety = 0.99f;
  float wide = pen_width(&labels->scene->pen, style, text);
  if (wide <= width) return style.size;
  return fmaxf(style.size * width * safety / wide, fminf(LABEL_SMALL, style.size));
}

/* The number stands at the edge and the name before it, so that both form columns. */
static void draw_row_label(const Labels *labels, Box box, float numbers_width, int row) {
  const Scene *scene = labels->scene;
  Str text = token_shown(label_row_token(labels, row));
  if (numbers_width > 0) row_number(labels, box, row);
  box.w -= numbers_width;
  TextStyle style = label_style(labels, row, false, ALIGN_END);
  if (grid_is_open(labels->grid) && row == labels->focus)
    style.size = size_of_open(labels, style, box, text);
  else if (row == labels->focus) style.size = size_of_focused(labels, style, box.w, text);
  Str shown = pen_fit(&scene->pen, style, box.w, text);
  Point baseline = {box.x + box.w,
                    box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(&scene->pen, style.size)) / 2};
  pen_text(&scene->pen, style, baseline, shown);
  if (scene->interactive && !str_equal(shown, text)) label_tip(labels, box, row, false, text);
}

/* One grid of hits for the whole column, including labels left out. */
static void row_hits(const Labels *labels, Box column) {
  const MatrixWidget *matrix = labels->matrix;
  if (!labels->scene->interactive || !matrix->row_click) return;
  DrawList *list = labels->scene->pen.list;
  bool is_cut = labels->grid->is_cut;
  if (is_cut) draw_clip(list, column);
  grid_rows_hit(labels->scene, labels->grid,
                (DrawHit){.box = {.x = column.x, .w = column.w},
                          .cols = 1,
                          .cursor = CURSOR_HAND,
                          .click = matrix->row_click,
                          .twice = stage_hides(labels->scene) ? "hide %r" : NULL,
                          .hover = matrix->row_hover});
  if (is_cut) draw_clip_end(list);
}

/* Before a class, where all names would be smaller than small print: that of the followed row
** alone, or every second where none is followed. */
static void choose_few(Labels *labels) {
  const float most = 19, of_two_rows = 0.85f;
  float most_alone = labels->matrix->axis_titles ? 23 : 26; /* below the title of the names */
  float row = labels->spacing_pt / pen_points(&labels->scene->pen, LABEL_LINE);
  float two_rows = 2 * row * of_two_rows;
  const MatrixWidget *matrix = labels->matrix;
  if (!scene_is_presented(labels->scene) || matrix->focus_name_alone || matrix->opens_row) return;
  if (labels->step > 1 || row >= LABEL_AFAR || two_rows < LABEL_AFAR) return;
  float width = matrix->label_width - stage_points(labels->scene, LABEL_GAP);
  float wide = LABEL_SIZE * width / fmaxf(label_widest_token(labels->scene), 1);
  if (wide < LABEL_AFAR) return;
  labels->focus_alone = labels->focus >= 0;
  labels->is_second = !labels->focus_alone;
  labels->step = labels->is_second ? 2 : 1;
  labels->size =
      labels->focus_alone ? most_alone / LABEL_SPOTLIGHT : fminf(fminf(two_rows, most), wide);
}

static void prepare_rows(Labels *labels) {
  labels->spacing_pt = labels->grid->cell_h;
  labels->focus = labels->matrix->focus_row;
  bool is_open = grid_is_open(labels->grid);
  labels->pushed_pt = is_open ? (labels->grid->open_h - labels->grid->cell_h) / 2 : 0;
  label_choose_size(labels);
  bool is_one_of_many = scene_is_presented(labels->scene) && labels->step > 1 && labels->focus >= 0;
  if (is_one_of_many) label_count_on(labels);
  choose_few(labels);
  if (labels->matrix->focus_name_alone)
    labels->focus_alone = true, labels->size = LABEL_SMALL, labels->step = 1;
  labels->spotlight = label_spotlight(labels);
  int named = labels->matrix->named_row - 1;
  if (named >= 0 && labels->step > 1) labels->named[labels->named_count++] = named;
}

bool matrix_row_is_labelled(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                            int row) {
  assert(row >= 0);
  Labels labels = {.scene = scene, .matrix = matrix, .grid = grid};
  prepare_rows(&labels);
  return label_is_shown(&labels, row);
}

/* Before a class names are as large as their lines and the room beside the cells, even if then the
** focused one is no larger. */
static void enlarge_rows(Labels *labels, float width) {
  float line = stage_points(labels->scene, labels->size) * LABEL_LINE;
  float wide = width / fmaxf(label_widest_drawn(labels), 1);
  float by = fminf(wide, labels->spacing_pt / (line * labels->spotlight));
  if (scene_is_presented(labels->scene)) {
    float room = width / fmaxf(label_widest_token(labels->scene), 1);
    by = fmaxf(by, fminf(room, labels->spacing_pt / line));
  }
  label_enlarge(labels, by);
  labels->spotlight = fminf(labels->spotlight, label_spotlight(labels));
}

void label_rows_draw(Labels labels) {
  const MatrixWidget *matrix = labels.matrix;
  float gap = stage_points(labels.scene, LABEL_GAP);
  float right = matrix->cells.x - matrix->label_gap_left - gap;
  Box column = {right - (matrix->label_width - gap), matrix->cells.y, matrix->label_width - gap,
                matrix->cells.h};
  prepare_rows(&labels);
  enlarge_rows(&labels, column.w);
  row_hits(&labels, column);
  float numbers_width = row_numbers_width(&labels);
  float line = pen_points(&labels.scene->pen, labels.size);
  for (int row = labels.grid->first_row; row <= labels.grid->last_row; row++) {
    Box across = grid_row(labels.grid, row);
    float middle = across.y + across.h / 2;
    bool leaves = middle - line * 0.4f < column.y || middle + line * 0.4f > column.y + column.h;
    if (!label_is_shown(&labels, row) || (labels.grid->is_cut && leaves)) continue;
    bool is_open = grid_is_open(labels.grid) && row == labels.grid->open_row;
    Box box = {column.x, middle - line / 2, column.w, line};
    if (is_open) box = (Box){column.x, across.y, column.w, across.h};
    draw_row_label(&labels, box, numbers_width, row);
  }
}
