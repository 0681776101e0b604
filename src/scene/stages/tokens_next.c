/* scene/stages/tokens_next.c -- what the tokens become next: the rows of X in outline, without
** numbers. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/tokens.h"
#include "scene/token_shown.h"

/* Design points. */
static const float WORDS = 14, WORDS_LINE = 30, ABOVE = 20;
static const float ROW_MOST = 28, CELL_LEAST = 5, CELL_MOST = 14;
static const float NAME_MOST = 14, NAME_LEAST = 10.5f, NAME_GAP = 10, NAMES_MOST = 130;
static const float LINE = 1.05f, GAP_OF_ROW = 0.16f;

static float words_height(const Scene *scene) { return stage_points(scene, ABOVE + WORDS_LINE); }

/* Rows too low for their names are left out. */
float tokens_next_height(const Scene *scene, float room) {
  const Trace *trace = scene->trace;
  bool is_told = scene->interactive && !trace_is_recorded(trace) && trace_d_model(trace) > 0;
  float count = (float)trace_token_count(trace);
  float row = fminf((room - words_height(scene)) / count, stage_points(scene, ROW_MOST));
  if (!is_told || room < words_height(scene)) return 0;
  bool has_names = row >= stage_points(scene, NAME_LEAST * LINE);
  return words_height(scene) + (has_names ? floorf(row) * count : 0);
}

/* The rows, as wide as their cells, and where their names end. */
typedef struct Rows {
  Box cells;
  float row, cell, name; /* name: the design size */
} Rows;

static Rows rows_in(const Scene *scene, Box box) {
  float count = (float)trace_token_count(scene->trace),
        columns = (float)trace_d_model(scene->trace);
  Rows rows = {.cells = box};
  rows.cells.y += words_height(scene);
  rows.cells.h -= words_height(scene);
  rows.row = rows.cells.h / count;
  rows.name = fmaxf(fminf(rows.row / stage_points(scene, LINE), NAME_MOST), NAME_LEAST);
  float wide = columns * stage_points(scene, CELL_MOST);
  wide = fminf(wide, box.w - 2 * stage_points(scene, NAMES_MOST));
  rows.cell = wide / columns;
  if (rows.cell >= 2) rows.cell = floorf(rows.cell);
  rows.cells.w = rows.cell * columns;
  rows.cells.x = floorf(box.x + (box.w - rows.cells.w) / 2);
  return rows;
}

/* Its id stands below its chip. */
static void draw_name(const Scene *scene, const Rows *rows, Box row, int index, bool is_chosen) {
  const Pen *pen = &scene->pen;
  const TraceToken *token = trace_token(scene->trace, index);
  float gap = stage_points(scene, NAME_GAP), room = stage_points(scene, NAMES_MOST) - gap;
  TextStyle style = {is_chosen ? FACE_BOLD : FACE_REGULAR, rows->name, pen->theme->ink, ALIGN_END};
  Str name = token->occurrences > 1 ? token->label : token_shown(token);
  pen_text_in(pen, style, (Box){row.x - gap - room, row.y, room, row.h}, name);
}

static void draw_row(const Scene *scene, const Rows *rows, int index, bool is_chosen) {
  const Pen *pen = &scene->pen;
  float gap = rows->row * GAP_OF_ROW, top = rows->cells.y + (float)index * rows->row;
  Box row = {rows->cells.x, top + gap / 2, rows->cells.w, rows->row - gap};
  DrawBox box = {.box = row,
                 .corner = fminf(4, row.h / 3),
                 .fill = pen->theme->panel,
                 .stroke = pen->theme->hatch,
                 .stroke_width = 1};
  draw_box(pen->list, box);
  bool has_cells = rows->cell >= stage_points(scene, CELL_LEAST);
  for (int col = 1; has_cells && col < trace_d_model(scene->trace); col++) {
    float x = row.x + (float)col * rows->cell;
    draw_line(pen->list, (Point){x, row.y}, (Point){x, row.y + row.h}, 1, pen->theme->line);
  }
  box.fill = COLOR_NONE;
  box.stroke_width = 2;
  if (is_chosen) pen_focus_outline(pen, box);
  draw_name(scene, rows, row, index, is_chosen);
}

void tokens_next_draw(const Scene *scene, Box box) {
  assert(box.h > 0);
  const Pen *pen = &scene->pen;
  int columns = trace_d_model(scene->trace), focus, col;
  Box line = {box.x, box.y + stage_points(scene, ABOVE), box.w, stage_points(scene, WORDS)};
  TextStyle style = {FACE_SEMIBOLD, WORDS, pen->theme->ink, ALIGN_MIDDLE};
  stage_focus(scene, &focus, &col);
  draw_group_begin(pen->list, "next", NULL);
  pen_text_in(pen, style, line,
              str_from(str_format(pen->list->arena,
                                  P_("Next: each becomes a row of %d number.",
                                     "Next: each becomes a row of %d numbers.", columns),
                                  columns)));
  if (box.h > words_height(scene)) {
    Rows rows = rows_in(scene, box);
    int count = trace_token_count(scene->trace), filled = scene->view->filled;
    for (int row = 0; row < count && (filled < 0 || row < filled); row++)
      draw_row(scene, &rows, row, row == focus);
  }
  draw_group_end(pen->list);
}
