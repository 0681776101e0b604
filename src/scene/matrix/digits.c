/* scene/matrix/digits.c -- the numbers in the cells, and the small numbers of the stage before. */
#include "scene/matrix/digits_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/matrix/grid_rows.h"
#include "scene/matrix/row_largest.h"
#include "scene/stages/stage.h"

/* relative to the digits */
static const float GHOST_SIZE = 0.72f, GHOST_SPACE_ON_SCREEN = 0.4f;

/* −∞ is drawn in the text face, which has a larger ∞ than the mono face. In a figure all numbers
** have one size. */
static const float INFINITE_SIZE_ON_SCREEN = 1.15f;

typedef struct Digits {
  const Scene *scene;
  const MatrixWidget *matrix;
  const MatrixGrid *grid;
  float size_pt, ghost_size_pt;
  float advance; /* width of one digit at 1 pt */
  /* the stage's own numbers or, in the first half of a transition, those of the stage before */
  TracePart part;
  float alpha;
  DigitFormat format;
  FaceId face; /* mono, or that of a figure's letters */
} Digits;

static MatView values_of(const Digits *digits, TracePart part) {
  return matrix_widget_values(digits->scene, digits->matrix, part);
}

/* The number of a cell, at the other place of a transposed matrix. False: there is none. */
static bool find_value(const Digits *digits, TracePart part, int row, int col, float *value) {
  MatView values = values_of(digits, part);
  bool is_turned = digits->matrix->transposed;
  int at_row = is_turned ? col : row, at_col = is_turned ? row : col;
  if (!values.at || at_row >= values.rows || at_col >= values.cols) return false;
  *value = mat_get(values, at_row, at_col);
  return true;
}

static bool hides_cell(const Digits *digits, int row, int col) {
  const MaskView *own = digits->matrix->own_mask;
  return own ? mask_hides(*own, row, col) : scene_hides(digits->scene, row, col);
}

/* -- drawing a number -------------------------------------------------------------------------- */

/* The width of digits and the minus is known; only −∞ and powers of ten need the metrics. */
static float text_width(const Digits *digits, float size_pt, Str text) {
  static const char minus[] = "\xE2\x88\x92";
  const TextMetrics *metrics = digits->scene->pen.metrics;
  bool is_negative = str_starts(text, minus), is_plain = true;
  size_t digits_from = is_negative ? sizeof minus - 1 : 0;
  for (size_t i = digits_from; i < text.bytes; i++)
    is_plain = is_plain && (unsigned char)text.at[i] < 0x80;
  float characters = (float)(text.bytes - digits_from) + (is_negative ? 1 : 0);
  if (is_plain && digits->face == FACE_MONO) return digits->advance * size_pt * characters;
  return metrics->width_pt(metrics->self, digits->face, size_pt, text);
}

/* The middle of the capitals is the middle of the cell. */
static void draw_centred(const Digits *digits, DrawText text, Point middle) {
  text.at = (Point){middle.x - text.width_pt / 2, middle.y + TEXT_CAP_HEIGHT * text.size_pt / 2};
  text.color = color_fade(text.color, digits->alpha);
  draw_text(digits->scene->pen.list, text);
}

static void draw_infinite(const Digits *digits, Point middle, float room, Color color, Str text) {
  const TextMetrics *metrics = digits->scene->pen.metrics;
  float size = digits->size_pt * (digits->scene->interactive ? INFINITE_SIZE_ON_SCREEN : 1);
  FaceId face = pen_face(&digits->scene->pen, FACE_SEMIBOLD);
  float width = metrics->width_pt(metrics->self, face, size, text);
  if (width > room) size *= room / width;
  width = fminf(width, room);
  DrawText drawn = {.text = text, .face = face, .size_pt = size, .width_pt = width, .color = color};
  draw_centred(digits, drawn, middle);
}

/* How far a number that begins with a point is moved left, so that its ink is in the middle: a
** point has more room around it than a digit. Of heads beside each other, whose cells have no room
** to spare. */
static float of_point(const Digits *digits, float size_pt, Str text) {
  const float share = 0.1f; /* of the width of a digit */
  bool is_narrow = digits->scene->interactive && digits->scene->view->kind == VIEW_HEADS;
  return is_narrow && text.at[0] == '.' ? share * digits->advance * size_pt : 0;
}

static void draw_number(const Digits *digits, Point middle, float size_pt, Color color,
                        const char *words) {
  Str text = str_from(words);
  if (text.bytes == 0) return;
  float width = text_width(digits, size_pt, text);
  middle.x -= of_point(digits, size_pt, text);
  DrawText drawn = {
      .text = text, .face = digits->face, .size_pt = size_pt, .width_pt = width, .color = color};
  draw_centred(digits, drawn, middle);
}

/* The hatch is interrupted behind a number, so that it can be read. */
static void clear_behind(const Digits *digits, Box cell, Point middle, const char *words) {
  if (!*words || digits->alpha < 1) return;
  float width = text_width(digits, digits->size_pt, str_from(words)) + 0.5f * digits->size_pt;
  Box ground = {.w = fminf(width, cell.w), .h = fminf(digits->size_pt, cell.h)};
  ground.x = middle.x - ground.w / 2;
  ground.y = middle.y - ground.h / 2;
  draw_box(digits->scene->pen.list, (DrawBox){.box = ground,
                                              .corner = fminf(3, ground.h / 4),
                                              .fill = digits->scene->pen.theme->hatch_ground});
}

/* The number before is not what the cell has any more. */
static void strike(const Digits *digits, Point middle, const char *words, Color color) {
  float half = text_width(digits, digits->ghost_size_pt, str_from(words)) / 2 + 2;
  if (*words)
    draw_line(digits->scene->pen.list, (Point){middle.x - half, middle.y},
              (Point){middle.x + half, middle.y}, 1, color);
}

/* -- which number a cell has ------------------------------------------------------------------- */

/* A hidden weight is exactly 0, not a small number rounded; its hatching says so, which half a
** matrix of noughts would interrupt: only the row that is read has them, on a screen. */
static Number cell_number(const Digits *digits, TracePart part, DigitFormat format, int row,
                          int col) {
  float value;
  if (!find_value(digits, part, row, col, &value)) return (Number){""}; /* not recorded */
  if (digits->matrix->is_difference && !isfinite(value)) return (Number){""};
  if (format.is_weight && hides_cell(digits, row, col))
    return digits->scene->interactive && row == digits->matrix->focus_row ? (Number){"0"}
                                                                          : (Number){""};
  return digits_number(value, format);
}

/* A figure may be asked for the numbers of large weights alone. Small type has them alone outside
** the focused row, or hundreds of numbers near 0 would hide the others. */
static bool is_left_out(const Digits *digits, int row, int col) {
  const Scene *scene = digits->scene;
  if (digits->format.only_largest) return !row_largest_has(digits->matrix, digits->grid, row, col);
  if (!digits->format.is_weight) return false;
  MatView weights = values_of(digits, digits->part);
  bool has_weight = row < weights.rows && col < weights.cols && weights.at;
  float least = scene->view->export_look.figure.numbers_from;
  bool is_small_type = digits->size_pt < DIGITS_SMALL_PT && row != digits->matrix->focus_row;
  if (scene->interactive)
    least = is_small_type || digits->format.has_tenths ? DIGITS_SMALL_WEIGHT : 0;
  return has_weight && mat_get(weights, row, col) < least;
}

/* A minus may need more room than the numbers by which the size was chosen. */
static bool is_too_wide(const Digits *digits, Box cell, Number number) {
  const float side = 1;
  return digits->format.only_largest &&
         text_width(digits, digits->size_pt, number_str(&number)) > cell.w - 2 * side;
}

/* Which stands in the middle of cells below 0 that most numbers are left out of. */
static bool has_sign_mark(const Digits *digits, float value) {
  return digits->format.only_largest && digits->scene->pen.theme->has_patterns && value < 0;
}

/* A line of two runs that this one has not. */
static bool is_of_no_line(const Digits *digits, int row, int col) {
  const MatrixLines *lines = digits->matrix->lines;
  return lines && (lines->no_row[row] || lines->no_col[col]);
}

/* The cell that the line below tells; it tells none of those that belong to it in other heads. */
static bool is_chosen(const Digits *digits, int row, int col) {
  return row == digits->matrix->focus_row && col == digits->matrix->focus_col &&
         !digits->matrix->belongs;
}

/* A share, or a difference of shares, that two decimals round to 0; with one decimal ".00" is not
** what 0.04 is. */
static bool is_next_to_nothing(const Digits *digits, Number number, bool hidden) {
  bool is_none = number.at[0] == 0 || strcmp(number.at, ".00") == 0;
  bool is_share = digits->format.is_weight || digits->format.is_difference;
  return is_share && !digits->format.has_tenths && !hidden && is_none;
}

/* Left blank, or half of the matrix would be noughts: only the cell that is asked for has a number,
** and one with the number of the stage before above it, which would seem its own. Nothing at all is
** "0". */
static Number small_share(const Digits *digits, float value, bool is_told) {
  assert(digits->format.is_weight || digits->format.is_difference);
  if (value == 0) return (Number){"0"};
  return is_told ? (Number){".00"} : (Number){""};
}

/* Pale ink, of a contrast that can still be read, for what is next to nothing: the graded weights
** stand out. */
static float ink_of(const Digits *digits, float value, bool is_hidden) {
  const float of_none = 0.6f, of_little = 0.75f;
  if (!digits->format.is_weight || (!is_hidden && value >= DIGITS_SMALL_WEIGHT_WRITTEN)) return 1;
  return is_hidden || value < 0.005f ? of_none : of_little;
}

/* -- the number before ------------------------------------------------------------------------- */

/* The space above, between and below the two numbers of a cell. */
static float ghost_space(const Digits *digits, float cell_h) {
  return (cell_h - TEXT_CAP_HEIGHT * (digits->size_pt + digits->ghost_size_pt)) / 3;
}

/* Not where nothing changed from one stage to the next, as in the cells that a mask lets see. */
static bool cell_has_changed(const Digits *digits, int row, int col) {
  MatView now = values_of(digits, digits->part), before = values_of(digits, digits->matrix->before);
  if (!now.at || !before.at || row >= before.rows || now.cols != before.cols) return true;
  return mat_get(now, row, col) != mat_get(before, row, col);
}

/* On a screen only where two numbers of full size had room, so that the focused row, which is read
** most, is not the most crowded one: the panel has the number of the stage before. */
static bool has_ghost(const Digits *digits, int row, int col, float cell_h) {
  if (!digits->matrix->ghosts || digits->part != digits->matrix->part) return false;
  if (pen_is_of_print(&digits->scene->pen))
    return false; /* it would be smaller than the words of the page */
  if (row != digits->matrix->focus_row || !cell_has_changed(digits, row, col)) return false;
  if (digits->scene->interactive)
    return cell_h >= digits->size_pt * (2 * TEXT_CAP_HEIGHT + 3 * GHOST_SPACE_ON_SCREEN);
  return ghost_space(digits, cell_h) >= fmaxf(0.6f * digits->ghost_size_pt, 4);
}

static DigitFormat ghost_format(const Scene *scene, const MatrixWidget *matrix) {
  if (scene_is_share(matrix->before)) return (DigitFormat){.is_weight = true};
  float largest = mat_largest(stage_matrix(scene, matrix->before));
  return (DigitFormat){.decimals = number_end_decimals(largest)};
}

/* The numbers of the stage before are as large as the width of their cells permits on a screen. */
static float ghost_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                        float size) {
  if (!scene->interactive || !matrix->ghosts || matrix->focus_row < 0) return size * GHOST_SIZE;
  MatView before = stage_matrix(scene, matrix->before);
  DigitFormat format = ghost_format(scene, matrix);
  float room = grid->cell_w - grid->heatmap.gap - DIGIT_PADDING_PT / 2;
  float wide =
      room / ((float)digits_longest(digits_extremes(before, false), format) * DIGIT_ADVANCE);
  return fminf(wide, size * GHOST_SIZE);
}

/* -- cells ------------------------------------------------------------------------------------- */

/* For the caption of a figure. */
static void note_blank(const Digits *digits, float least) {
  DrawList *list = digits->scene->pen.list;
  float *below = digits->format.is_difference ? &list->no_difference_below : &list->no_weight_below;
  *below = fmaxf(*below, least);
  if (digits->format.is_difference) return;
  float *in_wide = &list->no_weight_in_wide_below;
  *in_wide = *in_wide > 0 ? fminf(*in_wide, least) : least;
}

static bool is_blank_share(const Digits *digits, Number number, float value) {
  bool is_share = digits->format.is_weight || digits->format.is_difference;
  return is_share && number.at[0] == 0 && isfinite(value);
}

static void draw_cell(const Digits *digits, int row, int col) {
  if (is_of_no_line(digits, row, col)) return;
  if (is_left_out(digits, row, col)) {
    if (!hides_cell(digits, row, col))
      note_blank(digits, digits->scene->view->export_look.figure.numbers_from);
    return;
  }
  const DrawHeatmap *heatmap = &digits->grid->heatmap;
  Box cell = grid_cell(digits->grid, row, col);
  bool hidden = matrix_widget_hatches(digits->scene, digits->matrix) &&
                draw_heatmap_hatched(heatmap, row, col);
  Color ground = draw_heatmap_color(heatmap, row, col);
  Color color = hidden ? digits->scene->pen.theme->ink : palette_digit(ground);
  Point middle = {cell.x + cell.w / 2, cell.y + cell.h / 2};
  Number number = cell_number(digits, digits->part, digits->format, row, col);
  float value = 0;
  bool is_known = find_value(digits, digits->part, row, col, &value);
  if (is_too_wide(digits, cell, number) || (is_known && has_sign_mark(digits, value))) return;
  bool has_before = has_ghost(digits, row, col, cell.h);
  if (is_known && is_next_to_nothing(digits, number, hidden))
    number = small_share(digits, value, is_chosen(digits, row, col) || has_before);
  if (is_known && !hidden && is_blank_share(digits, number, value))
    note_blank(digits, digits->format.has_tenths ? DIGITS_SMALL_WEIGHT : NUMBER_SHARE_LEAST);
  if (has_before) {
    DigitFormat before = ghost_format(digits->scene, digits->matrix);
    Number ghost = cell_number(digits, digits->matrix->before, before, row, col);
    float space = ghost_space(digits, cell.h);
    Point above = {middle.x, cell.y + space + TEXT_CAP_HEIGHT * digits->ghost_size_pt / 2};
    draw_number(digits, above, digits->ghost_size_pt, color, ghost.at);
    if (hidden) strike(digits, above, ghost.at, color);
    middle.y = cell.y + cell.h - space - TEXT_CAP_HEIGHT * digits->size_pt / 2;
  }
  if (hidden) clear_behind(digits, cell, middle, number.at);
  if (hidden && isinf(value)) draw_infinite(digits, middle, cell.w - 2, color, str_from(number.at));
  else
    draw_number(digits, middle, digits->size_pt, color_fade(color, ink_of(digits, value, hidden)),
                number.at);
}

/* A number cut by the edge could be misread: a cell that is cut has its number while all of it is
** in the window, with the longest number's width. */
static bool is_whole(const Digits *digits, int row, int col) {
  const MatrixGrid *grid = digits->grid;
  if (!grid->is_cut) return true;
  Box cell = draw_heatmap_cell(&grid->heatmap, row, col), window = digits->matrix->cells;
  float spare_x = 0, spare_y = 0;
  if (!has_ghost(digits, row, col, cell.h)) {
    spare_x = fminf(DIGIT_PADDING_PT, DIGIT_PADDING_OF_WIDTH * cell.w) / 2;
    spare_y = fmaxf(0, (cell.h - digits->size_pt) / 2);
  }
  return cell.x + spare_x >= window.x && cell.y + spare_y >= window.y &&
         cell.x + cell.w - spare_x <= window.x + window.w &&
         cell.y + cell.h - spare_y <= window.y + window.h;
}

static bool says_words(const Scene *scene, const MatrixWidget *matrix, int row) {
  bool hatched = scene_is_hatched(scene->trace, matrix->part) && matrix->mix >= 1;
  return matrix->hidden_row_words && hatched && scene_row_hidden(scene, row);
}

static void draw_row_words(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                           int row) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->ink, ALIGN_MIDDLE};
  Box box = matrix_row_box(matrix, grid, row);
  Str words = str_from(_("attends to nothing"));
  float width = pen_width(pen, style, words) + 8, line = style.size * pen->text_scale;
  bool is_filled = matrix->filled < 0 || (row + 1) * grid->cols <= matrix->filled;
  if (!is_filled || width > box.w || line > box.h) return;
  Box ground = {box.x + (box.w - width) / 2, box.y + (box.h - line) / 2, width, line};
  draw_box(pen->list, (DrawBox){.box = ground, .corner = 3, .fill = pen->theme->hatch_ground});
  pen_text_in(pen, style, ground, words);
}

/* size_pt 0: there is no room for them. */
static Digits digits_of(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  DigitFormat format;
  float size = digits_size_and_format(scene, matrix, grid, &format);
  if (size <= 0) size = digits_size_of_largest(scene, matrix, grid, &format);
  if (matrix->digit_size_pt > 0) size = matrix->digit_size_pt;
  if (size <= 0) return (Digits){0};
  format.has_tenths = digits_have_tenths(scene, grid, format, size);
  bool shows_before = matrix->mix < 0.5f;
  const TextMetrics *metrics = scene->pen.metrics;
  return (Digits){.scene = scene,
                  .matrix = matrix,
                  .grid = grid,
                  .size_pt = size,
                  .ghost_size_pt = ghost_size(scene, matrix, grid, size),
                  .face = pen_face(&scene->pen, FACE_MONO),
                  .advance = metrics->width_pt(metrics->self, FACE_MONO, 1, STR("0")),
                  .part = digits_part(matrix),
                  .format = format,
                  .alpha = shows_before ? 1 - 2 * matrix->mix : 2 * matrix->mix - 1};
}

/* Drawn for matrices by pair and any other with large cells. */
void matrix_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (matrix->hidden_row_words)
    for (int row = grid->first_row; row <= grid->last_row; row++)
      if (says_words(scene, matrix, row)) draw_row_words(scene, matrix, grid, row);
  Digits digits = digits_of(scene, matrix, grid);
  if (digits.size_pt <= 0 || digits.format.only_largest)
    matrix_sign_marks_draw(scene, matrix, grid);
  if (digits.size_pt <= 0) return;
  assert(grid->first_row >= 0 && grid->last_row < grid->rows && grid->last_col < grid->cols);
  int opened = grid_is_open(grid) ? grid->open_row : -1; /* which draws its own */
  for (int row = grid->first_row; row <= grid->last_row; row++)
    for (int col = grid->first_col; col <= grid->last_col; col++) {
      if (says_words(scene, matrix, row) || row == opened) continue;
      bool is_filled = matrix->filled < 0 || row * grid->cols + col < matrix->filled;
      if (!is_filled || draw_heatmap_covered(&grid->heatmap, row, col)) continue;
      if (is_whole(&digits, row, col)) draw_cell(&digits, row, col);
    }
}
