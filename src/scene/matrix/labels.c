/* scene/matrix/labels.c -- tokens beside and above a matrix, thinned out if there are many, and
** axis titles. A thinned label includes its position, so that the reader can count on. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/grapheme_breaks.h"
#include "scene/matrix/grid_rows.h"
#include "scene/matrix/key_names.h"
#include "scene/stages/stage.h"

static const float SLANT_DEG = 50, SLANT_SIN = 0.766f, SLANT_COS = 0.643f;
static const float SIZE_DESIGN = 13, SIZE_SMALL_DESIGN = 10.5f, SIZE_NUMBER_DESIGN = 10.5f;
static const float SPOTLIGHT = 1.3f; /* at most: the size of the focused label to the others' */
static const float LINE = 1.12f;     /* least distance of two lines, relative to the size */
static const float LINE_OF_PRINT = 0.95f; /* the same where the size is given */
static const float LINE_FROM_AFAR = 1;    /* the same before a class, of names smaller than usual */
static const float GAP_DESIGN = 8;        /* between labels and cells */
static const float SLANT_GAP_DESIGN = 6;

static float widest_token(const Scene *scene);

typedef struct Labels {
  const Scene *scene;
  const MatrixWidget *matrix;
  const MatrixGrid *grid;
  int step, focus;           /* every step-th label; the selected one always */
  int least_step;            /* of rows and columns alike; 0: each has its own */
  float size;                /* a design size */
  float spacing_pt;          /* between neighbours, across the text */
  float spotlight;           /* how much larger the focused label is */
  float pushed_pt;           /* how much further the names around an open row are from its own */
  bool focus_alone;          /* of rows: one is chosen, and there is no room for the names of all */
  int named[KEY_NAMES_MOST]; /* of columns: which have a name, where not all do */
  int named_count;           /* 0: every step-th */
} Labels;

static float points(const Scene *scene, float design) { return design * scene->pen.text_scale; }

/* Round steps: 1, 2, 5, 10 … */
int matrix_counting_step(float least) {
  static const int steps[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if ((float)steps[i] >= least - 0.001f) return steps[i];
  return 2000;
}

/* The least distance of the baselines of two labels, in points. */
static float line_of(const Labels *labels) {
  const Pen *pen = &labels->scene->pen;
  bool is_tight = scene_is_presented(labels->scene) && labels->size <= SIZE_SMALL_DESIGN;
  float line = pen_is_of_print(pen) ? LINE_OF_PRINT : is_tight ? LINE_FROM_AFAR : LINE;
  return pen_points(pen, labels->size) * line;
}

/* For an audience names are as large as their lines, and never smaller than small print. */
static float size_of_all(const Labels *labels) {
  float room = labels->spacing_pt / pen_points(&labels->scene->pen, 1);
  if (!scene_is_presented(labels->scene)) return SIZE_SMALL_DESIGN;
  return fmaxf(room / LINE, SIZE_SMALL_DESIGN);
}

/* The focused label is as large as its neighbours leave it room, before they are left out. */
static float fitting_spotlight(const Labels *labels) {
  if (!scene_has_spotlight(labels->scene)) return 1;
  if (labels->step > 1 || labels->focus_alone) return SPOTLIGHT;
  float most = 2 * labels->spacing_pt / line_of(labels) - 1; /* half of the line is another's */
  return float_clamp(most, 1, SPOTLIGHT);
}

/* The smaller size is tried before thinning out. */
static void choose_size(Labels *labels) {
  const Pen *pen = &labels->scene->pen;
  bool is_large = labels->spacing_pt >= pen_points(pen, SIZE_DESIGN) * LINE;
  labels->size = is_large ? SIZE_DESIGN : size_of_all(labels);
  int step = matrix_counting_step(line_of(labels) / fmaxf(labels->spacing_pt, 0.001f));
  labels->step = int_max(step, labels->least_step);
  labels->spotlight = fitting_spotlight(labels);
}

static bool is_named(const Labels *labels, int col) {
  for (int i = 0; i < labels->named_count; i++)
    if (labels->named[i] == col) return true;
  return false;
}

/* The selected label is always shown, and neighbours that would touch it are left out. */
static bool is_shown(const Labels *labels, int index) {
  if (index == labels->focus || labels->focus_alone) return index == labels->focus;
  if (labels->named_count > 0) return is_named(labels, index);
  float line = line_of(labels);
  float from_focus = fabsf((float)(index - labels->focus)) * labels->spacing_pt + labels->pushed_pt;
  float apart = line * (1 + labels->spotlight) / 2;
  if (labels->focus >= 0 && from_focus < apart - 0.01f) return false;
  if (labels->step == 1 || (index + 1) % labels->step == 0) return true;
  return index == 0 && (float)(labels->step - 1) * labels->spacing_pt >= line;
}

/* If columns are keys, the colours of query and key; else that of a head's matrix, or ink. A row of
** the output is that of a query. */
static Color focus_color(const Labels *labels, bool is_key) {
  const Theme *theme = labels->scene->pen.theme;
  TracePart part = labels->matrix->part;
  if (trace_part_info(part)->by_pair) return is_key ? theme->key : theme->query;
  if (part == TRACE_OUTPUT && !is_key) return theme->query;
  return trace_part_info(part)->per_head ? scene_part_color(theme, part) : theme->ink;
}

static TextStyle style_of(const Labels *labels, int index, bool is_key, Align align) {
  bool focused = index == labels->focus;
  bool stands_out = labels->focus >= 0 && scene_has_spotlight(labels->scene);
  bool is_pale = stands_out && !labels->scene->view->presenter; /* all are read from afar */
  const Theme *theme = labels->scene->pen.theme;
  return (TextStyle){focused ? FACE_BOLD : FACE_REGULAR,
                     focused && stands_out ? labels->size * labels->spotlight : labels->size,
                     focused   ? focus_color(labels, is_key)
                     : is_pale ? theme->muted
                               : theme->ink,
                     align};
}

/* K and V have rows for keys, which in cross-attention are tokens of another sentence. */
static bool rows_are_keys(const Labels *labels) {
  TraceSize rows = trace_part_info(labels->matrix->part)->rows;
  bool are_mixed = trace_keys_are_mixtures(labels->scene->trace);
  return (rows == SIZE_KEYS || (rows == SIZE_SOURCES && !are_mixed)) && !labels->matrix->transposed;
}

static const TraceToken *token_of(const Labels *labels, int index, bool is_key) {
  const Trace *trace = labels->scene->trace;
  if (is_key && labels->matrix->cols_are_sources) return trace_source(trace, index);
  return is_key ? trace_key(trace, index) : trace_token(trace, index);
}

static const TraceToken *row_token(const Labels *labels, int row) {
  const MatrixLines *lines = labels->matrix->lines;
  return lines ? lines->row_tokens[row] : token_of(labels, row, rows_are_keys(labels));
}

static const TraceToken *col_token(const Labels *labels, int col) {
  const MatrixLines *lines = labels->matrix->lines;
  return lines ? lines->col_tokens[col] : token_of(labels, col, true);
}

/* The command of a key: selects its cell for the locked query or, beside arcs, the key alone. `key`
** is its number, or "%c". */
static const char *command_of_key(const Labels *labels, const char *what, const char *key) {
  const View *view = labels->scene->view;
  Arena *arena = labels->scene->pen.list->arena;
  const MatrixLines *lines = labels->matrix->lines;
  if (!labels->matrix->click) return NULL;
  if (view->locked && view->query >= 0)
    return str_format(arena, "%s %d %s%s%s", what, view->query + 1, key, lines ? " " : "",
                      lines ? lines->ending : "");
  if (lines) return NULL;
  return view->arcs ? str_format(arena, "%s key %s", what, key) : NULL;
}

static const char *click_on(const Labels *labels, int index, bool is_key) {
  Arena *arena = labels->scene->pen.list->arena;
  if (is_key) return command_of_key(labels, "cell", str_format(arena, "%d", index + 1));
  if (!labels->matrix->row_click) return NULL;
  const MatrixLines *lines = labels->matrix->lines;
  return str_format(arena, "cell %d row%s%s", index + 1, lines ? " " : "",
                    lines ? lines->ending : "");
}

/* A shortened label is shown whole on hover, and still answers a click. */
static void tip_label(const Labels *labels, Box box, int index, bool is_key, Str text) {
  const Scene *scene = labels->scene;
  Arena *arena = scene->pen.list->arena;
  draw_hit(scene->pen.list,
           (DrawHit){.box = box,
                     .cursor = CURSOR_HAND,
                     .click = click_on(labels, index, is_key),
                     .twice = stage_hides(scene) ? str_format(arena, "hide %d", index + 1) : NULL,
                     .tip = str_copy(arena, text)});
}

/* -- rows -------------------------------------------------------------------------------------- */

static float row_numbers_width(const Labels *labels) {
  if (labels->step == 1) return 0;
  TextStyle style = {FACE_MONO, SIZE_NUMBER_DESIGN, COLOR_NONE, ALIGN_END};
  const Pen *pen = &labels->scene->pen;
  Str widest = str_from(str_format(pen->list->arena, "%d", labels->grid->rows));
  return pen_width(pen, style, widest) + points(labels->scene, 6);
}

static void row_number(const Labels *labels, Box box, int row) {
  const Pen *pen = &labels->scene->pen;
  TextStyle style = {FACE_MONO, SIZE_NUMBER_DESIGN, pen->theme->muted, ALIGN_END};
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

/* The number stands at the edge and the name before it, so that both form columns. */
static void draw_row_label(const Labels *labels, Box box, float numbers_width, int row) {
  const Scene *scene = labels->scene;
  Str text = grapheme_token_shown(row_token(labels, row));
  if (numbers_width > 0) row_number(labels, box, row);
  box.w -= numbers_width;
  TextStyle style = style_of(labels, row, false, ALIGN_END);
  if (grid_is_open(labels->grid) && row == labels->focus)
    style.size = size_of_open(labels, style, box, text);
  Str shown = pen_fit(&scene->pen, style, box.w, text);
  Point baseline = {box.x + box.w,
                    box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(&scene->pen, style.size)) / 2};
  pen_text(&scene->pen, style, baseline, shown);
  if (scene->interactive && !str_equal(shown, text)) tip_label(labels, box, row, false, text);
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

static void prepare_rows(Labels *labels) {
  labels->spacing_pt = labels->grid->cell_h;
  labels->focus = labels->matrix->focus_row;
  bool is_open = grid_is_open(labels->grid);
  labels->pushed_pt = is_open ? (labels->grid->open_h - labels->grid->cell_h) / 2 : 0;
  choose_size(labels);
  bool is_one_of_many = scene_is_presented(labels->scene) && labels->step > 1 && labels->focus >= 0;
  labels->focus_alone = labels->matrix->focus_name_alone || is_one_of_many;
  if (labels->matrix->focus_name_alone) labels->size = SIZE_SMALL_DESIGN, labels->step = 1;
  labels->spotlight = fitting_spotlight(labels);
}

bool matrix_row_is_labelled(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                            int row) {
  assert(row >= 0);
  Labels labels = {.scene = scene, .matrix = matrix, .grid = grid};
  prepare_rows(&labels);
  return is_shown(&labels, row);
}

float matrix_names_most(const Scene *scene) {
  const float presenting = 2;
  const View *view = scene->view;
  const DrawList *list = scene->pen.list;
  if (!scene->interactive || view->kind == VIEW_TRAINING) return 1;
  if (view->presenter) return presenting;
  if (scene->plain_text_scale <= 0) return 1;
  float asked = view->text_scale * layout_growth(list->width_pt, list->height_pt);
  return fmaxf(asked / scene->pen.text_scale, 1);
}

/* Of the widest name, whichever is focused, so that a choice changes no size. */
static float widest_drawn(const Labels *labels) {
  return widest_token(labels->scene) * labels->spotlight;
}

static float upright_width(const Labels *labels, int col) {
  TextStyle style = {FACE_BOLD, SIZE_DESIGN, COLOR_NONE, ALIGN_START};
  Str name = grapheme_token_shown(col_token(labels, col));
  return fmaxf(pen_width(&labels->scene->pen, style, name), 1);
}

/* Where not all columns are seen, of every token, so that scrolling changes no size. */
static float widest_upright(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  if (grid->is_cut) return fmaxf(widest_token(labels->scene), 1);
  float widest = 1;
  for (int col = grid->first_col; col <= grid->last_col; col++)
    widest = fmaxf(widest, upright_width(labels, col));
  return widest;
}

/* Names take the room that the matrix leaves, when all of them stand there. */
static void enlarge(Labels *labels, float by) {
  const float safety = 0.98f;
  float most = matrix_names_most(labels->scene);
  if (labels->step == 1 && labels->size >= SIZE_DESIGN)
    labels->size *= float_clamp(by * safety, 1, most);
}

static void enlarge_rows(Labels *labels, float width) {
  float line = points(labels->scene, labels->size) * LINE * labels->spotlight;
  float wide = width / fmaxf(widest_drawn(labels), 1);
  enlarge(labels, fminf(wide, labels->spacing_pt / line));
}

/* Slanted names are as high as their room. */
static void enlarge_cols(Labels *labels) {
  const Scene *scene = labels->scene;
  float spotlight = labels->spotlight, size = points(scene, SIZE_DESIGN);
  float rise = labels->matrix->label_height - points(scene, SLANT_GAP_DESIGN);
  float widest = fmaxf(widest_drawn(labels), 1);
  float high = rise / (widest * SLANT_SIN + TEXT_CAP_HEIGHT * size * spotlight * SLANT_COS + 1);
  enlarge(labels, fminf(high, labels->spacing_pt / (size * LINE * spotlight)));
}

/* Upright names stay as wide as a cell, the focused one as well. */
static void enlarge_upright(Labels *labels) {
  const Scene *scene = labels->scene;
  float room = labels->grid->cell_w - 4, size = points(scene, SIZE_DESIGN);
  float spotlight = scene_has_spotlight(scene) ? SPOTLIGHT : 1;
  float rise = labels->matrix->label_height - points(scene, SLANT_GAP_DESIGN);
  labels->size = SIZE_DESIGN;
  enlarge(labels, fminf(room / widest_upright(labels), rise / (size * spotlight)));
  labels->spotlight = spotlight;
  if (labels->focus < labels->grid->first_col || labels->focus > labels->grid->last_col) return;
  float focused = upright_width(labels, labels->focus) * labels->size / SIZE_DESIGN;
  labels->spotlight = float_clamp(room / focused, 1, spotlight);
}

static void draw_row_labels(Labels labels) {
  const MatrixWidget *matrix = labels.matrix;
  float gap = points(labels.scene, GAP_DESIGN);
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
    if (!is_shown(&labels, row) || (labels.grid->is_cut && leaves)) continue;
    bool is_open = grid_is_open(labels.grid) && row == labels.grid->open_row;
    Box box = {column.x, middle - line / 2, column.w, line};
    if (is_open) box = (Box){column.x, across.y, column.w, across.h};
    draw_row_label(&labels, box, numbers_width, row);
  }
}

/* -- columns ----------------------------------------------------------------------------------- */

/* Hits at the feet of the names, where neighbours do not cross; slanted ones lean to the right. */
static void col_hits(const Labels *labels, float height, float lean) {
  const Scene *scene = labels->scene;
  const MatrixWidget *matrix = labels->matrix;
  const Box cells = labels->grid->heatmap.box;
  const char *click = command_of_key(labels, "cell", "%c");
  bool answers = click || stage_hides(scene);
  if (!scene->interactive || !answers || !trace_part_info(matrix->part)->by_pair) return;
  float foot = matrix->cells.y - matrix->label_gap_top;
  Box seen = {matrix->cells.x + lean, foot - height, matrix->cells.w, height};
  Box all = {cells.x + lean, seen.y, cells.w, height};
  if (labels->grid->is_cut) draw_clip(scene->pen.list, seen);
  draw_hit(scene->pen.list, (DrawHit){.box = all,
                                      .rows = 1,
                                      .cols = labels->grid->cols,
                                      .cursor = CURSOR_HAND,
                                      .click = click,
                                      .twice = stage_hides(scene) ? "hide %c" : NULL,
                                      .hover = command_of_key(labels, "hover", "%c")});
  if (labels->grid->is_cut) draw_clip_end(scene->pen.list);
}

/* The name, and of thinned names the number behind it, which a name too long does not cost. */
static Str col_words(const Labels *labels, TextStyle style, int col, float length) {
  const Pen *pen = &labels->scene->pen;
  Str name = grapheme_token_shown(col_token(labels, col));
  if (labels->step == 1) return pen_fit(pen, style, length, name);
  const char *number = str_format(pen->list->arena, " %d", col + 1);
  name = pen_fit(pen, style, length - pen_width(pen, style, str_from(number)), name);
  return str_from(str_format(pen->list->arena, "%.*s%s", (int)name.bytes, name.at, number));
}

/* The chosen name is larger than the others, as far as it stays whole. */
static TextStyle col_style(const Labels *labels, int col, float length) {
  const Pen *pen = &labels->scene->pen;
  TextStyle style = style_of(labels, col, true, ALIGN_START);
  if (col != labels->focus) return style;
  float wide = pen_width(pen, style, grapheme_token_shown(col_token(labels, col)));
  if (labels->step > 1)
    wide += pen_width(pen, style, str_from(str_format(pen->list->arena, " %d", col + 1)));
  const float safety = 0.99f;
  if (wide > length)
    style.size = fmaxf(style.size * length * safety / wide, fminf(labels->size, style.size));
  return style;
}

static void draw_col_label(const Labels *labels, int col, float length) {
  const Scene *scene = labels->scene;
  const MatrixWidget *matrix = labels->matrix;
  TextStyle style = col_style(labels, col, length);
  float size = pen_points(&scene->pen, style.size);
  Point foot = {labels->grid->heatmap.box.x + ((float)col + 0.5f) * labels->grid->cell_w,
                matrix->cells.y - matrix->label_gap_top - points(scene, SLANT_GAP_DESIGN)};
  Str name = grapheme_token_shown(col_token(labels, col));
  Str shown = col_words(labels, style, col, length);
  SlantedLine line = {{foot.x + 0.3f * size, foot.y}, SLANT_DEG, length + 1};
  pen_text_rotated(&scene->pen, style, line, shown);
  bool is_whole = shown.bytes >= name.bytes && memcmp(shown.at, name.at, name.bytes) == 0;
  if (!scene->interactive || is_whole) return;
  float width = fminf(labels->grid->cell_w, size * 2), height = length * SLANT_SIN * 0.5f;
  Box box = {foot.x - width / 2 + height * 0.4f, foot.y - height, width, height};
  tip_label(labels, box, col, true, name);
}

/* Short tokens, such as single Han characters, are written upright. */
static bool draw_upright_labels(Labels labels) {
  const Scene *scene = labels.scene;
  const MatrixWidget *matrix = labels.matrix;
  const MatrixGrid *grid = labels.grid;
  if (!matrix_labels_are_upright(scene, grid->cell_w)) return false;
  labels.focus = matrix->focus_col;
  enlarge_upright(&labels);
  col_hits(&labels, points(scene, SLANT_GAP_DESIGN + labels.size * LINE), 0);
  float baseline = matrix->cells.y - matrix->label_gap_top - points(scene, SLANT_GAP_DESIGN + 1);
  for (int col = grid->first_col; col <= grid->last_col; col++) {
    float middle = grid->heatmap.box.x + ((float)col + 0.5f) * grid->cell_w;
    /* above what is seen of a column that the edge cuts, if the name fits there */
    float left = fmaxf(middle - grid->cell_w / 2, matrix->cells.x) + 0.5f;
    float right = fminf(middle + grid->cell_w / 2, matrix->cells.x + matrix->cells.w) - 0.5f;
    TextStyle style = style_of(&labels, col, true, ALIGN_MIDDLE);
    Str name = grapheme_token_shown(col_token(&labels, col));
    if (pen_width(&scene->pen, style, name) > right - left) continue;
    pen_text(&scene->pen, style, (Point){(left + right) / 2, baseline}, name);
  }
  return true;
}

/* Before a class, of many keys those that matter to the chosen row, in the usual size. */
static void choose_named(Labels *labels) {
  if (!scene_is_presented(labels->scene) || labels->step == 1) return;
  float line = pen_points(&labels->scene->pen, SIZE_DESIGN) * LINE / SLANT_SIN;
  labels->named_count = key_names_choose(labels->matrix, labels->grid, line, labels->named);
  if (labels->named_count > 0) labels->size = SIZE_DESIGN, labels->spotlight = 1;
}

/* Smaller print before a name that matters is cut. */
static void shrink_named(Labels *labels, float length) {
  for (int i = 0; i < labels->named_count; i++) {
    int col = labels->named[i];
    TextStyle style = style_of(labels, col, true, ALIGN_START);
    Str name = grapheme_token_shown(col_token(labels, col));
    Str words = str_from(
        str_format(labels->scene->pen.list->arena, "%.*s %d", (int)name.bytes, name.at, col + 1));
    if (pen_width(&labels->scene->pen, style, words) > length) labels->size = SIZE_SMALL_DESIGN;
  }
}

static void draw_col_labels(Labels labels) {
  const MatrixWidget *matrix = labels.matrix;
  if (draw_upright_labels(labels)) return;
  labels.spacing_pt = labels.grid->cell_w * SLANT_SIN;
  labels.focus = matrix->focus_col;
  choose_size(&labels);
  choose_named(&labels);
  enlarge_cols(&labels);
  float size = pen_points(&labels.scene->pen, labels.size);
  float rise = matrix->label_height - points(labels.scene, SLANT_GAP_DESIGN);
  float length = (rise - TEXT_CAP_HEIGHT * size * SLANT_COS) / SLANT_SIN;
  shrink_named(&labels, length);
  float height = points(labels.scene, SLANT_GAP_DESIGN) + length * SLANT_SIN * 0.5f;
  col_hits(&labels, height, height * 0.4f);
  float left = matrix->cells.x - 0.5f, right = matrix->cells.x + matrix->cells.w + 0.5f;
  for (int col = labels.grid->first_col; col <= labels.grid->last_col; col++) {
    float middle = labels.grid->heatmap.box.x + ((float)col + 0.5f) * labels.grid->cell_w;
    if (is_shown(&labels, col) && middle >= left && middle <= right)
      draw_col_label(&labels, col, length);
  }
}

/* Numbers of columns that are dimensions, every 2ⁿ-th. */
static void draw_col_numbers(Labels labels) {
  const Scene *scene = labels.scene;
  const Pen *pen = &scene->pen;
  const MatrixWidget *matrix = labels.matrix;
  TextStyle style = {FACE_MONO, stage_small_print(scene), pen->theme->muted, ALIGN_MIDDLE};
  Str widest = str_from(str_format(pen->list->arena, "%d", labels.grid->cols));
  float least = pen_width(pen, style, widest) + points(scene, 6), cell = labels.grid->cell_w;
  int step = 1, focus = matrix->focus_col;
  while ((float)step * cell < least) step *= 2;
  float baseline = matrix->cells.y - matrix->label_gap_top - points(scene, 8); /* above a tick */
  for (int col = 0; col < labels.grid->cols; col++) {
    bool on_step = (col + 1) % step == 0 || (col == 0 && (float)(step - 1) * cell >= least);
    bool near_focus = focus >= 0 && fabsf((float)(col - focus)) * cell < least;
    if (col != focus && (!on_step || near_focus)) continue;
    style.face = col == focus ? FACE_MONO_BOLD : FACE_MONO;
    style.color = col == focus ? pen->theme->ink : pen->theme->muted;
    Point at = {matrix->cells.x + ((float)col + 0.5f) * cell, baseline};
    pen_text(pen, style, at, str_from(str_format(pen->list->arena, "%d", col + 1)));
  }
}

/* -- axis titles ------------------------------------------------------------------------------- */

float matrix_axis_titles_height(const Scene *scene) {
  float size = pen_points(&scene->pen, SIZE_SMALL_DESIGN);
  return points(scene, 6 + 2) + fmaxf(points(scene, 15), size * 1.15f) + size * 0.8f;
}

/* Of the query and of the key: whole, and short. */
typedef struct AxisTitles {
  Str query[2], key[2];
  float query_room, key_room;
} AxisTitles;

static AxisTitles axis_titles(const Scene *scene, const MatrixWidget *matrix) {
  bool plain = scene_axis_is_plain(scene);
  float room = matrix->label_width - points(scene, GAP_DESIGN);
  Str query = str_from(_("Query")), key = str_from(_("Key"));
  AxisTitles titles = {{query, query}, {key, key}, room, room + matrix->label_gap_left};
  if (plain) return titles;
  titles.query[0] = str_from(_("query (asks) ↓")), titles.query[1] = str_from(_("query ↓"));
  titles.key[0] = str_from(_("key (is asked) →")), titles.key[1] = str_from(_("key →"));
  return titles;
}

static const float TITLES_FOOT = 6; /* design, below them */

/* Times the usual size: as large as the words and two lines of them fit in the corner; short words
** before small ones. */
static float axis_titles_scale(const Scene *scene, const MatrixWidget *matrix,
                               const AxisTitles *titles) {
  const float corner = 35, lines = 1.15f + 0.78f; /* two of them, without the descent */
  const float apart_most = 1.7f;                  /* where a strip lies between the two */
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_SEMIBOLD, SIZE_SMALL_DESIGN, COLOR_NONE, ALIGN_END};
  float high = points(scene, corner - TITLES_FOOT) / (pen_points(pen, SIZE_SMALL_DESIGN) * lines);
  if (matrix->label_gap_top > 0) high = apart_most;
  if (matrix->name_above_titles) high = 1;
  float most = float_clamp(high, 1, matrix_names_most(scene)), by = 1;
  for (int words = 0; words < 2 && by < most; words++) {
    float query = titles->query_room / fmaxf(pen_width(pen, style, titles->query[words]), 1);
    float key = titles->key_room / fmaxf(pen_width(pen, style, titles->key[words]), 1);
    by = float_clamp(fminf(query, key), 1, most);
  }
  return by;
}

/* Columns of mixtures, which are no keys, have no title.
** In the corner: the key's title below the column labels, the query's above the row labels; one
** above the other if there is no gap between labels and cells. Both are whole, or both short. */
static void draw_axis_titles(const Scene *scene, const MatrixWidget *matrix,
                             const MatrixGrid *grid) {
  const Pen *pen = &scene->pen;
  AxisTitles titles = axis_titles(scene, matrix);
  float by = axis_titles_scale(scene, matrix, &titles), gap = points(scene, GAP_DESIGN);
  float small_size = pen_points(pen, SIZE_SMALL_DESIGN);
  TextStyle query = {FACE_SEMIBOLD, SIZE_SMALL_DESIGN * by, pen->theme->query, ALIGN_END};
  TextStyle key = {FACE_SEMIBOLD, SIZE_SMALL_DESIGN * by, pen->theme->key, ALIGN_END};
  bool are_whole = pen_width(pen, query, titles.query[0]) <= titles.query_room &&
                   pen_width(pen, key, titles.key[0]) <= titles.key_room;
  int words = are_whole ? 0 : 1;
  /* a row's name may be higher than the row */
  float higher = fmaxf(small_size * LINE - grid->cell_h, 0);
  float line = fmaxf(points(scene, 15), small_size * by * 1.15f);
  float baseline = matrix->cells.y - points(scene, TITLES_FOOT) - higher / 2;
  Point at = {matrix->cells.x - matrix->label_gap_left - gap, baseline};
  pen_text(pen, query, at, pen_fit(pen, query, titles.query_room, titles.query[words]));
  if (trace_keys_are_mixtures(scene->trace) && !matrix->cols_are_sources) return;
  at = (Point){matrix->cells.x - gap, baseline - fmaxf(matrix->label_gap_top, line)};
  pen_text(pen, key, at, pen_fit(pen, key, titles.key_room, titles.key[words]));
}

/* -- all --------------------------------------------------------------------------------------- */

static float widest_of(const Scene *scene, const Trace *trace) {
  enum { LOOKED_AT = 256 };
  int tokens = trace_token_count(trace);
  int count = trace_is_cross(trace) ? tokens + trace_key_count(trace) : tokens;
  TextStyle style = {FACE_BOLD, SIZE_DESIGN, COLOR_NONE, ALIGN_START};
  float widest = 0;
  for (int i = 0; i < count && i < LOOKED_AT; i++) {
    Str text =
        grapheme_token_shown(i < tokens ? trace_token(trace, i) : trace_key(trace, i - tokens));
    if (text.bytes > 64) text = pen_fit(&scene->pen, style, points(scene, 200), text);
    widest = fmaxf(widest, pen_width(&scene->pen, style, text));
  }
  return widest;
}

/* Beside a kept run the names of both stand there, and of words that are compared. */
static float widest_token(const Scene *scene) {
  const TwoRuns *beside = scene->beside;
  float widest = widest_of(scene, scene->trace);
  if (beside) widest = fmaxf(widest, widest_of(scene, beside->kept_trace));
  TextStyle style = {FACE_BOLD, SIZE_DESIGN, COLOR_NONE, ALIGN_START};
  for (int i = 0; beside && beside->words && i < beside->cols.count; i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, beside->words[i]->text));
  return widest;
}

/* Where no word is smaller than a page asks for, names have as much more room. */
static float grown_by_print(const Scene *scene) {
  float plain = points(scene, SIZE_SMALL_DESIGN);
  return fmaxf(scene->pen.least_pt / fmaxf(plain, 0.01f), 1);
}

float matrix_label_width(const Scene *scene, float most_design) {
  float numbers = trace_token_count(scene->trace) > 12 ? 28 : 0;
  float wanted = widest_token(scene) + points(scene, GAP_DESIGN + 2 + numbers);
  return ceilf(fminf(wanted, points(scene, most_design) * grown_by_print(scene)));
}

/* Thinned labels are smaller, with a number behind the token. */
static float widest_col_words(const Scene *scene) {
  enum { THINNED_FROM = 32 };
  int count = trace_token_count(scene->trace);
  float widest = widest_token(scene);
  if (count < THINNED_FROM) return widest;
  TextStyle style = {FACE_BOLD, SIZE_SMALL_DESIGN, COLOR_NONE, ALIGN_START};
  Str number = str_from(str_format(scene->pen.list->arena, "%d ", count));
  float thinned = widest * SIZE_SMALL_DESIGN / SIZE_DESIGN;
  return fmaxf(widest, thinned + pen_width(&scene->pen, style, number));
}

bool matrix_labels_are_upright(const Scene *scene, float cell_w) {
  return cell_w >= points(scene, 14) && widest_token(scene) <= cell_w - 4;
}

float matrix_label_height(const Scene *scene, float most_design) {
  float wanted = widest_col_words(scene) * SLANT_SIN + points(scene, SIZE_DESIGN * 0.5f + 8);
  return ceilf(fminf(wanted, points(scene, most_design) * grown_by_print(scene)));
}

static int step_at(Labels labels, float spacing_pt) {
  labels.spacing_pt = spacing_pt;
  choose_size(&labels);
  return labels.step;
}

/* On paper rows and columns that are the same tokens name the same ones of them. */
static int shared_step(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  bool names_both = labels->matrix->row_labels && labels->matrix->col_labels;
  if (labels->scene->interactive || !names_both || grid->rows != grid->cols) return 0;
  if (matrix_labels_are_upright(labels->scene, grid->cell_w)) return 0;
  return int_max(step_at(*labels, grid->cell_h), step_at(*labels, grid->cell_w * SLANT_SIN));
}

void matrix_labels_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Labels labels = {.scene = scene, .matrix = matrix, .grid = grid, .step = 1, .focus = -1};
  const MatrixLines *lines = matrix->lines;
  bool has_token_cols = lines ? lines->col_tokens != NULL
                              : matrix->transposed || trace_part_info(matrix->part)->by_pair;
  if (has_token_cols) labels.least_step = shared_step(&labels);
  if (matrix->row_labels) draw_row_labels(labels);
  if (matrix->col_labels && has_token_cols) draw_col_labels(labels);
  if (matrix->col_numbers && !has_token_cols) draw_col_numbers(labels);
  if (matrix->axis_titles) draw_axis_titles(scene, matrix, grid);
}
