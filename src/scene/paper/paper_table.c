/* scene/paper/paper_table.c -- cells with thin lines, names beside and above them. */
#include "scene/paper/paper_table.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/hatch.h"
#include "scene/number.h"

static const float NAME_SIZE = 9, DIGIT_SIZE = 9.5f, HEAD = 15, SLANT_DEG = 50;
static const float THIN = 0.5f, THICK = 1.1f;

static TextStyle name_style(Color color, Align align) {
  return (TextStyle){FACE_MEDIUM, NAME_SIZE, color, align};
}

int paper_table_columns(const PaperTable *table, float width) {
  int most = (int)((width - table->name_width) / table->cell_width);
  return int_clamp(most, 1, table->cols);
}

float paper_table_width(const PaperTable *table, int cols) {
  return table->name_width + table->cell_width * (float)cols;
}

static float widest_name(const Pen *pen, const PaperTable *table) {
  float widest = 0;
  for (int col = 0; table->col_names && col < table->cols; col++)
    widest = fmaxf(
        widest, pen_width(pen, name_style(table->col_color, ALIGN_START), table->col_names[col]));
  return widest;
}

static bool is_slanted(const Pen *pen, const PaperTable *table) {
  return widest_name(pen, table) > table->cell_width - 3;
}

float paper_table_head(const Pen *pen, const PaperTable *table) {
  const float sine = 0.767f; /* of SLANT_DEG */
  if (!table->col_names) return 0;
  if (!is_slanted(pen, table)) return HEAD;
  return widest_name(pen, table) * sine + NAME_SIZE * 0.9f;
}

float paper_table_height(const Pen *pen, const PaperTable *table) {
  return paper_table_head(pen, table) + table->cell_height * (float)table->rows;
}

/* ---- drawing ---- */

static bool hides(const PaperTable *table, int row, int col) {
  return table->marks_hidden && isinf(mat_get(table->values, row, col));
}

static Number number_of(const PaperTable *table, int row, int col) {
  return number_decimals(mat_get(table->values, row, col), table->decimals);
}

/* One size for all numbers of a table. */
static float digit_size(const Pen *pen, const PaperTable *table) {
  TextStyle style = {FACE_MONO, DIGIT_SIZE, COLOR_NONE, ALIGN_START};
  float widest = 0;
  for (int row = 0; row < table->rows; row++)
    for (int col = 0; col < table->cols; col++) {
      Number number = number_of(table, row, col);
      widest = fmaxf(widest, pen_width(pen, style, number_str(&number)));
    }
  return DIGIT_SIZE * fminf(1, (table->cell_width - 4) / fmaxf(widest, 1));
}

static void draw_hatch(const Pen *pen, Box cell) {
  Point from, to;
  for (int line = 0; hatch_line(cell, line, &from, &to); line++)
    draw_line(pen->list, from, to, THIN, pen->theme->hatch);
}

static void draw_cell(const Pen *pen, const PaperTable *table, Box cell, int row, int col,
                      float size) {
  Color color = table->is_solution ? pen->theme->weights : pen->theme->ink;
  bool is_hidden = hides(table, row, col);
  if (is_hidden) draw_hatch(pen, cell);
  if (!table->is_written) return;
  Number number = number_of(table, row, col);
  FaceId face = table->is_solution ? FACE_MONO_BOLD : FACE_MONO;
  if (is_hidden) /* its ground, on which it can be read */
    draw_box(pen->list,
             (DrawBox){.box = box_centred(cell, size * 2, size * 1.3f), .fill = pen->theme->paper});
  pen_text_in(pen, (TextStyle){face, size, color, ALIGN_MIDDLE}, cell, number_str(&number));
}

static void draw_lines(const Pen *pen, const PaperTable *table, Box cells, int count) {
  Color line = pen->theme->muted;
  for (int row = 0; row <= table->rows; row++) {
    bool is_edge = row == 0 || row == table->rows;
    bool is_heavy = is_edge || (table->last_row_is_result && row == table->rows - 1);
    float y = cells.y + table->cell_height * (float)row;
    draw_line(pen->list, (Point){cells.x, y}, (Point){cells.x + cells.w, y},
              is_heavy ? THICK : THIN, line);
  }
  for (int col = 0; col <= count; col++) {
    float x = cells.x + table->cell_width * (float)col;
    draw_line(pen->list, (Point){x, cells.y}, (Point){x, cells.y + cells.h},
              col == 0 || col == count ? THICK : THIN, line);
  }
}

static void draw_col_name(const Pen *pen, const PaperTable *table, Box cell, Str name,
                          bool slants) {
  if (!slants) {
    pen_text_in(pen, name_style(table->col_color, ALIGN_MIDDLE), cell, name);
    return;
  }
  Point at = {cell.x + cell.w / 2 + NAME_SIZE * 0.15f, cell.y + cell.h - 4};
  SlantedLine line = {at, SLANT_DEG, 400};
  pen_text_rotated(pen, name_style(table->col_color, ALIGN_START), line, name);
}

void paper_table_draw(const Pen *pen, const PaperTable *table, Point at, int first, int count) {
  assert(first >= 0 && count > 0 && first + count <= table->cols);
  float head = paper_table_head(pen, table), size = table->values.at ? digit_size(pen, table) : 0;
  bool slants = is_slanted(pen, table);
  Box cells = {at.x + table->name_width, at.y + head, table->cell_width * (float)count,
               table->cell_height * (float)table->rows};
  if (table->corner.bytes > 0)
    pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, NAME_SIZE, table->row_color, ALIGN_END},
                (Box){at.x, cells.y - HEAD, table->name_width - 6, HEAD}, table->corner);
  for (int col = 0; table->col_names && col < count; col++)
    draw_col_name(pen, table,
                  (Box){cells.x + table->cell_width * (float)col, at.y, table->cell_width, head},
                  table->col_names[first + col], slants);
  for (int row = 0; row < table->rows; row++) {
    float y = cells.y + table->cell_height * (float)row;
    if (table->row_names)
      pen_text_in(pen, name_style(table->row_color, ALIGN_END),
                  (Box){at.x, y, table->name_width - 6, table->cell_height}, table->row_names[row]);
    for (int col = 0; table->values.at && col < count; col++)
      draw_cell(
          pen, table,
          (Box){cells.x + table->cell_width * (float)col, y, table->cell_width, table->cell_height},
          row, first + col, size);
  }
  draw_lines(pen, table, cells, count);
}
