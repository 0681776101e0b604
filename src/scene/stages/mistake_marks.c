/* scene/stages/mistake_marks.c -- draws the marks of mistakes. */
#include "scene/stages/mistake_marks.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/matrix/grid_rows.h"
#include "scene/number.h"
#include "scene/stages/mistake_words.h"
#include "trace/trace_mistake.h"

static const float FOOT = 18, SUM_SIZE = 10.5f, SUM_LEAST = 8, SUM_OFF = 0.005f;
static const float MARK_SIDE = 0.3f, MARK_MOST = 11; /* of a cell; design points */

/* ---- sums of columns ---- */

static const float FROM_AFAR = 1.6f; /* how much larger sums are that a class reads */

float mistake_marks_growth(const Scene *scene) { return stage_is_for_afar(scene) ? FROM_AFAR : 1; }

static float foot_of(const Scene *scene) {
  return stage_points(scene, FOOT) * mistake_marks_growth(scene);
}

static bool has_sums(const Scene *scene, TracePart part) {
  return trace_mistake(scene->trace) != MISTAKE_NONE && scene_is_share(part);
}

float mistake_marks_foot(const Scene *scene) {
  return trace_mistake(scene->trace) != MISTAKE_NONE ? foot_of(scene) : 0;
}

bool mistake_marks_sum(const Scene *scene, double sum) {
  return trace_mistake(scene->trace) != MISTAKE_NONE && !(fabs(sum - 1) <= (double)SUM_OFF) &&
         sum != 0;
}

bool mistake_marks_row_sums(const Scene *scene, TracePart part) { return has_sums(scene, part); }

const char *mistake_marks_row_words(const Scene *scene, double sum) {
  if (isnan(sum)) return "NaN";
  return str_format(scene->pen.list->arena, mistake_marks_sum(scene, sum) ? "%.2f ≠ 1" : "%.2f",
                    sum);
}

static Str sum_words(const Scene *scene, double sum, bool is_short) {
  if (isnan(sum)) return STR("NaN");
  return str_from(str_format(scene->pen.list->arena, is_short ? "%.1f" : "%.2f", sum));
}

/* The widest of all sums, at that size. */
static float widest_sum(const Scene *scene, MatView values, TextStyle style, bool is_short) {
  float widest = 0;
  for (int col = 0; col < values.cols; col++)
    widest = fmaxf(widest, pen_width(&scene->pen, style,
                                     sum_words(scene, evidence_column_sum(values, col), is_short)));
  return widest;
}

/* Where columns are narrow, one decimal and smaller digits; then every second sum, every third … */
typedef struct SumLook {
  TextStyle style;
  bool is_short;
  int every;
} SumLook;

static SumLook look_of(const Scene *scene, MatView values, float cell_w) {
  float size = SUM_SIZE * mistake_marks_growth(scene);
  SumLook look = {{FACE_MONO, size, scene->pen.theme->muted, ALIGN_MIDDLE}, false, 1};
  const float apart = 6;
  float room = cell_w - stage_points(scene, apart);
  if (widest_sum(scene, values, look.style, false) <= room) return look;
  look.is_short = true;
  float wide = widest_sum(scene, values, look.style, true);
  if (wide > room) {
    look.style.size = fmaxf(SUM_LEAST, size * room / wide);
    wide = widest_sum(scene, values, look.style, true);
  }
  look.every = (int)ceilf((wide + stage_points(scene, apart)) / fmaxf(cell_w, 0.1f));
  if (look.every < 1) look.every = 1;
  return look;
}

static void draw_column_sums(const Scene *scene, const MatrixWidget *matrix,
                             const MatrixGrid *grid) {
  const Pen *pen = &scene->pen;
  MatView values = matrix_widget_values(scene, matrix, matrix->part);
  float gap = stage_points(scene, 3), high = foot_of(scene) - gap;
  SumLook look = look_of(scene, values, grid->cell_w);
  Box line = {0, matrix->cells.y + matrix->cells.h + gap, 0, high};
  TextStyle head = {FACE_MONO, SUM_SIZE * mistake_marks_growth(scene), pen->theme->muted,
                    ALIGN_END};
  float beyond = (float)(look.every - 1) * grid->cell_w / 2; /* of the first sum */
  float right = matrix->cells.x - stage_points(scene, 6) - beyond;
  pen_text_in(pen, head, (Box){right - matrix->label_width, line.y, matrix->label_width, high},
              str_from(_("Σ column")));
  for (int col = grid->first_col + look.every - 1; col <= grid->last_col; col += look.every) {
    Box cell = draw_heatmap_cell(&grid->heatmap, 0, col);
    double sum = evidence_column_sum(values, col);
    float room = cell.w * (float)look.every, middle = cell.x + cell.w / 2;
    if (middle - room / 2 < matrix->cells.x - room / 2 ||
        middle + cell.w / 2 > matrix->cells.x + matrix->cells.w + 0.5f)
      continue;
    look.style.face = fabs(sum - 1) <= (double)SUM_OFF ? FACE_MONO_BOLD : FACE_MONO;
    look.style.color = fabs(sum - 1) <= (double)SUM_OFF ? pen->theme->ink : pen->theme->muted;
    pen_text_in(pen, look.style, (Box){middle - room / 2, line.y, room, high},
                sum_words(scene, sum, look.is_short));
  }
}

/* ---- hidden keys that got a share ---- */

static bool marks_leaks(const Scene *scene, TracePart part) {
  return mistake_is_said(scene) && trace_mistake(scene->trace) == MISTAKE_MASK_WITH_ZERO &&
         (part == TRACE_MASKED || scene_is_share(part));
}

/* A corner in the colour of warnings, whose shape tells it apart without colour. */
static void draw_corner(const Scene *scene, Box cell) {
  float side = fminf(fminf(cell.w, cell.h) * MARK_SIDE, stage_points(scene, MARK_MOST));
  Point corner[] = {{cell.x + cell.w - side, cell.y}, {cell.x + cell.w, cell.y + side}};
  const float lines = 5;
  for (float i = 0; i < lines; i++) {
    float at = (i + 0.5f) / lines;
    Point from = {corner[0].x + side * at, cell.y};
    Point to = {cell.x + cell.w, cell.y + side * (1 - at)};
    draw_line(scene->pen.list, from, to, fmaxf(side / lines, 1), scene->pen.theme->warning);
  }
}

static void draw_leaks(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  MaskView meant = trace_meant_mask(scene->trace, scene->view->layer, scene->view->head);
  const float least = 5; /* below it a mark would be the cell */
  if (!meant.hidden || fminf(grid->cell_w, grid->cell_h) < least) return;
  for (int row = grid->first_row; row <= grid->last_row && row < meant.rows; row++)
    for (int col = grid->first_col; col <= grid->last_col && col < meant.cols; col++) {
      Box cell = grid_cell(grid, row, col), window = matrix->cells;
      bool is_inside = cell.x >= window.x - 0.5f && cell.y >= window.y - 0.5f &&
                       cell.x + cell.w <= window.x + window.w + 0.5f &&
                       cell.y + cell.h <= window.y + window.h + 0.5f;
      bool is_filled = matrix->filled < 0 || (long)row * grid->cols + col < matrix->filled;
      if (mask_hides(meant, row, col) && is_inside && is_filled) draw_corner(scene, cell);
    }
}

void mistake_marks_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (grid->rows == 0 || grid->cols == 0) return;
  if (has_sums(scene, matrix->part) && matrix->filled < 0) draw_column_sums(scene, matrix, grid);
  if (marks_leaks(scene, matrix->part)) draw_leaks(scene, matrix, grid);
}

/* ---- a product that is refused ---- */

bool mistake_marks_refuses(const Scene *scene) {
  return trace_mistake(scene->trace) == MISTAKE_VALUES_FIRST && !trace_values_fit(scene->trace) &&
         mistake_is_said(scene);
}

typedef struct RefusedLine {
  FaceId face;
  const char *words;
} RefusedLine;

enum { REFUSED_LINES = 5 };
static const float REFUSED_SIZE = 14, REFUSED_LEAST = 9, REFUSED_GAP = 1.2f, REFUSED_APART = 0.3f;

static float refused_height(const Scene *scene, const RefusedLine *lines, float size, float width) {
  float height = 0;
  for (int i = 0; i < REFUSED_LINES; i++) {
    TextStyle style = {lines[i].face, size, COLOR_NONE, ALIGN_MIDDLE};
    height += pen_wrapped_height(&scene->pen, style, width, REFUSED_GAP, str_from(lines[i].words)) +
              REFUSED_APART * size;
  }
  return height;
}

void mistake_marks_draw_refused(const Scene *scene, Box box) {
  const Trace *trace = scene->trace;
  const Pen *pen = &scene->pen;
  int queries = trace_token_count(trace), keys = trace_source_count(trace);
  int width = trace_d_head(trace);
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = stage_points(scene, 6),
                                .fill = pen->theme->panel,
                                .stroke = pen->theme->warning,
                                .stroke_width = 1.5f});
  const char *shapes = str_format(pen->list->arena, "[%d × %d]", keys, width);
  const char *others = str_format(pen->list->arena, "· [%d × %d]", queries, keys);
  const char *unequal = str_format(pen->list->arena, "%d ≠ %d", width, queries);
  const RefusedLine lines[] = {{FACE_SEMIBOLD, _("V A has no shape.")},
                               {FACE_MONO, shapes ? shapes : ""},
                               {FACE_MONO, others ? others : ""},
                               {FACE_MONO, unequal ? unequal : ""},
                               {FACE_SEMIBOLD, _("The product is refused.")}};
  float pad = stage_points(scene, 8), size = REFUSED_SIZE;
  Box inside = box_inset(box, pad);
  while (size > REFUSED_LEAST && refused_height(scene, lines, size, inside.w) > inside.h) size--;
  float high = refused_height(scene, lines, size, inside.w);
  inside.y += fmaxf(inside.h - high, 0) / 2;
  for (int i = 0; i < REFUSED_LINES; i++) {
    TextStyle style = {lines[i].face, size, pen->theme->ink, ALIGN_MIDDLE};
    float line = pen_wrapped_height(pen, style, inside.w, REFUSED_GAP, str_from(lines[i].words));
    pen_text_wrapped(pen, style, (Box){inside.x, inside.y, inside.w, line}, REFUSED_GAP,
                     str_from(lines[i].words));
    inside.y += line + REFUSED_APART * size;
  }
}
