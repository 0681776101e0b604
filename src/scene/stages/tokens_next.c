/* scene/stages/tokens_next.c -- what the tokens become next: the rows of X in outline, without
** numbers. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/tokens.h"
#include "scene/token_shown.h"

/* Design points. */
static const float WORDS = 14, WORDS_LINE = 28, ABOVE = 16;
static const float ROW_MOST = 30, ROW_LEAST = 8, CELL_LEAST = 5;
static const float NAME_MOST = 14, NAME_MOST_FROM_AFAR = 20, NAME_LEAST = 10.5f, NAME_GAP = 10,
                   NAMES_MOST = 130;
static const float LINE = 1.05f, LINE_FROM_AFAR = 1, GAP_OF_ROW = 0.16f;

static float words_height(const Scene *scene) { return stage_points(scene, ABOVE + WORDS_LINE); }

/* Rows of many tokens are too low for their names: these are left out first, then the rows. */
static bool has_names(const Scene *scene, float row) {
  return row >= stage_points(scene, NAME_LEAST * LINE);
}

float tokens_next_height(const Scene *scene, float room) {
  const Trace *trace = scene->trace;
  bool is_told = scene->interactive && !trace_is_recorded(trace) && trace_d_model(trace) > 0;
  float count = (float)trace_token_count(trace);
  float row = fminf((room - words_height(scene)) / count, stage_points(scene, ROW_MOST));
  if (!is_told || room < words_height(scene)) return 0;
  bool has_rows = has_names(scene, row) || row >= stage_points(scene, ROW_LEAST);
  return words_height(scene) + (has_rows ? floorf(row) * count : 0);
}

/* The rows, and left of them their names. */
typedef struct Rows {
  Box cells;
  float row, cell, name,
      names; /* name: the design size; names: their width, 0: they are left out */
} Rows;

static Str name_of(const Scene *scene, int index) {
  const TraceToken *token = trace_token(scene->trace, index);
  return token->occurrences > 1 ? token->label : token_shown(token);
}

/* Of the widest in bold, up to a share of the picture. */
static float names_width(const Scene *scene, float size) {
  TextStyle style = {FACE_BOLD, size, COLOR_NONE, ALIGN_END};
  float widest = 0;
  for (int i = 0; i < trace_token_count(scene->trace); i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, name_of(scene, i)));
  return fminf(widest, stage_points(scene, NAMES_MOST));
}

/* As wide as the picture. */
static Rows rows_in(const Scene *scene, Box box) {
  float count = (float)trace_token_count(scene->trace);
  Rows rows = {.cells = box};
  rows.cells.y += words_height(scene);
  rows.cells.h -= words_height(scene);
  rows.row = rows.cells.h / count;
  bool is_afar = scene_is_presented(scene);
  float most = is_afar ? NAME_MOST_FROM_AFAR : NAME_MOST, line = is_afar ? LINE_FROM_AFAR : LINE;
  rows.name = fmaxf(fminf(rows.row / stage_points(scene, line), most), NAME_LEAST);
  if (has_names(scene, rows.row)) {
    rows.names = names_width(scene, rows.name);
    cut_left(&rows.cells, floorf(rows.names + stage_points(scene, NAME_GAP)));
  }
  rows.cell = rows.cells.w / (float)trace_d_model(scene->trace);
  return rows;
}

/* Its id stands below its chip. */
static void draw_name(const Scene *scene, const Rows *rows, Box row, int index, bool is_chosen) {
  const Pen *pen = &scene->pen;
  float gap = stage_points(scene, NAME_GAP);
  TextStyle style = {is_chosen ? FACE_BOLD : FACE_REGULAR, rows->name, pen->theme->ink, ALIGN_END};
  Box box = {row.x - gap - rows->names, row.y, rows->names + 1, row.h};
  pen_text_in(pen, style, box, name_of(scene, index));
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
    float x = roundf(row.x + (float)col * rows->cell);
    draw_line(pen->list, (Point){x, row.y}, (Point){x, row.y + row.h}, 1, pen->theme->line);
  }
  box.fill = COLOR_NONE;
  box.stroke_width = 2;
  if (is_chosen) pen_focus_outline(pen, box);
  if (rows->names > 0) draw_name(scene, rows, row, index, is_chosen);
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
