/* scene/matrix/digits.c -- the numbers in the cells, and the small numbers of the stage before. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/matrix/open_row.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float SIZE_MOST_DESIGN = 13, SIZE_LEAST_DESIGN = 7.25f, SIZE_LEAST_PT = 5;
/* On a screen, at text scale 1 in a window of the design's size. */
static const float SIZE_MOST_ON_SCREEN = 40, SIZE_OF_ONE_DECIMAL = 14, SIZE_FROM_AFAR = 24;
static const float LEAST_FOR_AUDIENCE_PT = 16;
static const float SIZE_OF_HEIGHT = 0.7f, SIZE_OF_HEIGHT_ON_SCREEN = 0.8f;
/* relative to the digits */
static const float GHOST_SIZE = 0.72f, GHOST_SPACE_ON_SCREEN = 0.4f;
/* −∞ is drawn in the text face, which has a larger ∞ than the mono face. In a figure all numbers
** have one size. */
static const float INFINITE_SIZE_ON_SCREEN = 1.15f;
/* A weight that says little, and type too small for many of them. */
static const float SMALL_WEIGHT = 0.05f, SMALL_TYPE_PT = 9;
static const float MONO_ADVANCE = 0.6f; /* relative to the size, in the mono face */
static const float CELL_PADDING_PT = 4, PADDING_OF_WIDTH = 0.16f; /* on a screen */
static const float PADDING_FROM_AFAR = 0.12f;                     /* in the presenter view */

/* The numbers of a matrix all have one decimal, or all none; has_tenths: weights have one decimal
** instead of two. */
typedef struct Format {
  bool is_weight, is_whole, has_tenths;
  bool is_short;      /* no decimals from 10 on */
  bool is_difference; /* of weights: two decimals and a sign */
  bool has_plus;      /* of other differences */
  float times;        /* > 0: so many times the number is shown */
} Format;

typedef struct Digits {
  const Scene *scene;
  const MatrixWidget *matrix;
  const MatrixGrid *grid;
  float size_pt, ghost_size_pt;
  float advance; /* width of one digit at 1 pt */
  /* the stage's own numbers or, in the first half of a transition, those of the stage before */
  TracePart part;
  float alpha;
  Format format;
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

static Number number_of(float value, Format format) {
  if (format.times > 0) value *= format.times;
  if (format.is_difference && format.has_tenths) return number_difference_tenth(value);
  if (format.is_difference) return number_difference(value);
  if (format.is_weight && format.has_tenths) return number_tenth(value);
  if (format.is_short && !format.is_whole) return number_cell_short(value);
  Number number = format.is_whole ? number_whole(value) : number_cell(value, format.is_weight);
  return format.has_plus ? number_plus(number) : number;
}

/* In characters, which all have the same width in the mono face. */
static int number_length(float value, Format format) {
  Number number = number_of(value, format);
  int length = 0;
  for (const char *at = number.at; *at; at++) length += ((unsigned char)*at & 0xC0) != 0x80;
  return length;
}

typedef struct Extremes {
  float low, high; /* 0 or beyond */
  bool are_whole;  /* every finite number */
  bool has_nan;
} Extremes;

static Extremes extremes_of(MatView values) {
  Extremes found = {.are_whole = true};
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++) {
      float value = mat_get(values, row, col);
      found.has_nan = found.has_nan || isnan(value);
      if (!isfinite(value)) continue;
      found.low = fminf(found.low, value);
      found.high = fmaxf(found.high, value);
      found.are_whole = found.are_whole && !(floorf(value) < value);
    }
  return found;
}

/* A matrix of whole numbers, as one types them in, has no decimals. */
static bool writes_whole(Format format, Extremes extremes) {
  return extremes.are_whole && !format.is_weight && !format.is_difference && format.times <= 0;
}

/* The smallest or largest number is the longest, except that 999.4 is longer than 1000. One pass
** over the numbers is faster than measuring each text. */
static int longest_number(Extremes extremes, Format format) {
  const float longest_plain = format.is_short ? 9.4f : 999.4f;
  if (format.is_weight) return 3;
  int of_low = number_length(extremes.low, format), of_high = number_length(extremes.high, format);
  if (extremes.high > longest_plain)
    of_high = int_max(of_high, number_length(longest_plain, format));
  if (extremes.low < -longest_plain)
    of_low = int_max(of_low, number_length(-longest_plain, format));
  int most = int_max(of_low, of_high);
  return extremes.has_nan ? int_max(most, 3) : most; /* "NaN" */
}

/* In a transition the former values are shown for the first half. */
static TracePart shown_part(const MatrixWidget *matrix) {
  return matrix->mix < 0.5f ? matrix->before : matrix->part;
}

/* -- figures with a size of words -- */

static const float PRINT_PADDING_PT = 1, PRINT_NEARLY = 0.98f, PRINT_LEAST = 0.74f;

static bool is_print(const Scene *scene) { return pen_is_of_print(&scene->pen); }

static float words_size(const Scene *scene) {
  return fmaxf(scene->pen.words_pt, scene->pen.least_pt);
}

static float print_room(const MatrixGrid *grid) {
  return grid->cell_w - grid->heatmap.gap - PRINT_PADDING_PT;
}

/* At which that many characters fit; at most the size of words. */
static float print_size(const Scene *scene, const MatrixGrid *grid, int characters) {
  float size = print_room(grid) / ((float)characters * MONO_ADVANCE);
  size = fminf(size, (grid->cell_h - grid->heatmap.gap) * 0.8f);
  return fminf(size, words_size(scene));
}

/* ".9" of a weight, "+.9" of a difference of weights, where two decimals have no room; 0: others
** have one as it is. */
static int length_in_tenths(Format format) {
  return format.is_weight ? 2 : format.is_difference ? 3 : 0;
}

/* At the size of words, a weight with two decimals or with one; else smaller, by a quarter at most,
** or down to 5 points where numbers are asked for. */
static float print_digits_size(const Scene *scene, const MatrixGrid *grid, Extremes extremes,
                               Format format) {
  float words = words_size(scene);
  float least = scene->view->numbers == NUMBERS_ON ? SIZE_LEAST_PT : words * PRINT_LEAST;
  float whole = print_size(scene, grid, longest_number(extremes, format));
  int tenths = length_in_tenths(format);
  float tenth = tenths > 0 ? print_size(scene, grid, tenths) : whole;
  if (whole >= words * PRINT_NEARLY) return whole;
  return tenth >= least ? tenth : 0;
}

/* Where a decimal has no room numbers are whole, if most of them then still say something. */
static float print_whole_size(const Scene *scene, const MatrixGrid *grid, Extremes extremes,
                              Format *format) {
  const float largest_least = 4.95f;
  float size = print_digits_size(scene, grid, extremes, *format);
  bool is_wide = fmaxf(extremes.high, -extremes.low) >= largest_least;
  if (scene->view->kind == VIEW_HEADS) return size; /* all of them have decimals, or none digits */
  if (size > 0 || format->is_whole || length_in_tenths(*format) > 0 || !is_wide) return size;
  format->is_whole = true;
  return print_digits_size(scene, grid, extremes, *format);
}

static bool has_tenths(const Scene *scene, const MatrixGrid *grid, Format format, float size) {
  float longest = (float)(length_in_tenths(format) + 1) * MONO_ADVANCE * size;
  return is_print(scene) && length_in_tenths(format) > 0 && longest > print_room(grid) + 0.01f;
}

/* The largest that the window and the text scale asked for allow. */
static float size_most(const Scene *scene, const MatrixGrid *grid) {
  float scale = scene->pen.text_scale;
  if (!scene->interactive)
    return fmaxf(SIZE_MOST_DESIGN * scale, fminf(grid->cell_h * 0.24f, 24 * scale));
  const DrawList *list = scene->pen.list;
  if (scene->view->presenter) return grid->cell_h;
  return SIZE_MOST_ON_SCREEN * scene->view->text_scale *
         layout_growth(list->width_pt, list->height_pt);
}

/* At which every number of a format fits; multiples of a quarter point, so that neighbours of
** nearly one size look alike. */
static float fitting_size(const Scene *scene, const MatrixGrid *grid, float room, Extremes extremes,
                          Format format) {
  float height = scene->interactive ? SIZE_OF_HEIGHT_ON_SCREEN : SIZE_OF_HEIGHT;
  float size = room / ((float)longest_number(extremes, format) * MONO_ADVANCE);
  size = fminf(size, (grid->cell_h - grid->heatmap.gap) * height);
  size = fminf(size, size_most(scene, grid));
  return floorf(size * 4) / 4;
}

/* Where one decimal would make the digits small, the decimals of a matrix with numbers of two
** digits before the point are left out: in the matrix of a stage, which scrolls. Larger text
** decides as text scale 1 does, or digits would become smaller where the decimals come back. */
static bool leaves_decimals_out(const Scene *scene, const MatrixWidget *matrix, Extremes extremes,
                                float size_with_decimal) {
  if (!scene->interactive || !matrix->scrolls || !trace_part_info(matrix->part)->by_pair)
    return false;
  if (fmaxf(extremes.high, -extremes.low) < 9.95f) return false;
  const DrawList *list = scene->pen.list;
  if (scene->view->presenter)
    return size_with_decimal < SIZE_FROM_AFAR * layout_growth(list->width_pt, list->height_pt);
  if (scene->plain_text_scale <= 0)
    return size_with_decimal < SIZE_OF_ONE_DECIMAL * scene->pen.text_scale;
  float cell = scene->cells_least.x / (float)trace_key_count(scene->trace);
  float room = cell - fmaxf(CELL_PADDING_PT, PADDING_OF_WIDTH * cell);
  float plain = room / ((float)longest_number(extremes, (Format){0}) * MONO_ADVANCE);
  return plain < SIZE_OF_ONE_DECIMAL * scene->plain_text_scale;
}

/* Larger text is asked for to be read from afar, where hundreds of small digits are noise: those of
** queries, keys and values are left out, and one number is told large. */
static bool is_for_an_audience(const Scene *scene, const MatrixWidget *matrix) {
  return scene->interactive && scene->view->text_scale > 1 && scene->view->kind == VIEW_STAGE &&
         !trace_part_info(matrix->part)->by_pair;
}

/* Such numbers go from nearly 0 to some 100, so that few decimals are worth their room. */
static bool is_from_zero(TracePart part) { return trace_part_info(part)->scale == SCALE_FROM_ZERO; }

static float size_in(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                     Format *format) {
  NumbersMode mode = scene->view->numbers;
  if (!matrix->digits || mode == NUMBERS_OFF) return 0;
  bool is_share = matrix->is_of_shares && !matrix->is_difference; /* of words as well */
  *format = (Format){.is_weight = is_share || scene_is_share(shown_part(matrix)),
                     .is_short = is_from_zero(shown_part(matrix)),
                     .is_difference = matrix->is_difference && matrix->is_of_shares,
                     .has_plus = matrix->is_difference && !matrix->is_of_shares,
                     .times = matrix->digits_times};
  if (is_print(scene)) {
    MatView printed = matrix_widget_values(scene, matrix, shown_part(matrix));
    Extremes found = extremes_of(printed);
    format->is_whole = writes_whole(*format, found);
    return print_whole_size(scene, grid, found, format);
  }
  float scale = scene->pen.text_scale;
  float padding = CELL_PADDING_PT * fminf(scale, 1);
  float of_width = scene->view->presenter ? PADDING_FROM_AFAR : PADDING_OF_WIDTH;
  if (scene->interactive) padding = fmaxf(padding, of_width * grid->cell_w);
  float room = grid->cell_w - grid->heatmap.gap - padding;
  float plain = scene->plain_text_scale > 0 ? scene->plain_text_scale : scale;
  float least = mode == NUMBERS_ON ? SIZE_LEAST_PT : SIZE_LEAST_DESIGN * fminf(plain, scale);
  if (mode == NUMBERS_AUTO && is_for_an_audience(scene, matrix)) least = LEAST_FOR_AUDIENCE_PT;
  bool is_large = scene->view->kind != VIEW_HEADS; /* of heads beside each other all are small */
  bool opens = is_large && !matrix->is_difference; /* which is told by its digits alone */
  if (mode == NUMBERS_AUTO && opens) least = fmaxf(least, open_row_digits_least(scene));
  if (room < 2 * MONO_ADVANCE * least) return 0; /* checked before every number is read */
  TracePart part = shown_part(matrix);
  MatView values = matrix_widget_values(scene, matrix, part);
  Extremes extremes = format->is_weight ? (Extremes){.high = 1} : extremes_of(values);
  format->is_whole = writes_whole(*format, extremes);
  float size = fitting_size(scene, grid, room, extremes, *format);
  if (!format->is_weight && leaves_decimals_out(scene, matrix, extremes, size)) {
    format->is_whole = true;
    size = fitting_size(scene, grid, room, extremes, *format);
  }
  return size >= least ? size : 0;
}

float matrix_digits_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Format format = {0};
  return size_in(scene, matrix, grid, &format);
}

float matrix_digits_from(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Format format = {0};
  float size = size_in(scene, matrix, grid, &format);
  if (size <= 0 || !format.is_weight) return 0;
  bool is_rough = has_tenths(scene, grid, format, size) ||
                  (scene->interactive && size < SMALL_TYPE_PT && grid->rows > 1);
  float asked = scene->interactive ? 0 : scene->view->export_look.figure.numbers_from;
  return fmaxf(is_rough ? SMALL_WEIGHT : NUMBER_SHARE_LEAST, asked);
}

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

static void draw_number(const Digits *digits, Point middle, float size_pt, Color color,
                        const char *words) {
  Str text = str_from(words);
  if (text.bytes == 0) return;
  float width = text_width(digits, size_pt, text);
  DrawText drawn = {
      .text = text, .face = digits->face, .size_pt = size_pt, .width_pt = width, .color = color};
  draw_centred(digits, drawn, middle);
}

static bool hides_cell(const Digits *digits, int row, int col) {
  const MaskView *own = digits->matrix->own_mask;
  return own ? mask_hides(*own, row, col) : scene_hides(digits->scene, row, col);
}

/* A hidden weight is exactly 0, not a small number rounded; its hatching says so, which half a
** matrix of noughts would interrupt: only the row that is read has them, on a screen. */
static Number cell_number(const Digits *digits, TracePart part, Format format, int row, int col) {
  float value;
  if (!find_value(digits, part, row, col, &value)) return (Number){""}; /* not recorded */
  if (digits->matrix->is_difference && !isfinite(value)) return (Number){""};
  if (format.is_weight && hides_cell(digits, row, col))
    return digits->scene->interactive && row == digits->matrix->focus_row ? (Number){"0"}
                                                                          : (Number){""};
  return number_of(value, format);
}

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
  if (is_print(digits->scene)) return false; /* it would be smaller than the words of the page */
  if (row != digits->matrix->focus_row || !cell_has_changed(digits, row, col)) return false;
  if (digits->scene->interactive)
    return cell_h >= digits->size_pt * (2 * TEXT_CAP_HEIGHT + 3 * GHOST_SPACE_ON_SCREEN);
  return ghost_space(digits, cell_h) >= fmaxf(0.6f * digits->ghost_size_pt, 4);
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

/* A figure may be asked for the numbers of large weights alone. Small type has them alone outside
** the focused row, or hundreds of numbers near 0 would hide the others. */
static bool is_left_out(const Digits *digits, int row, int col) {
  const Scene *scene = digits->scene;
  if (!digits->format.is_weight) return false;
  MatView weights = values_of(digits, digits->part);
  bool has_weight = row < weights.rows && col < weights.cols && weights.at;
  float least = scene->view->export_look.figure.numbers_from;
  bool is_small_type = digits->size_pt < SMALL_TYPE_PT && row != digits->matrix->focus_row;
  if (scene->interactive) least = is_small_type ? SMALL_WEIGHT : 0;
  return has_weight && mat_get(weights, row, col) < least;
}

/* Pale ink, of a contrast that can still be read, for what is next to nothing: the graded weights
** stand out. */
static float ink_of(const Digits *digits, float value, bool is_hidden) {
  const float of_none = 0.6f, of_little = 0.75f;
  if (!digits->format.is_weight || (!is_hidden && value >= SMALL_WEIGHT)) return 1;
  return is_hidden || value < 0.005f ? of_none : of_little;
}

/* The number before is not what the cell has any more. */
static void strike(const Digits *digits, Point middle, const char *words, Color color) {
  float half = text_width(digits, digits->ghost_size_pt, str_from(words)) / 2 + 2;
  if (*words)
    draw_line(digits->scene->pen.list, (Point){middle.x - half, middle.y},
              (Point){middle.x + half, middle.y}, 1, color);
}

/* A line of two runs that this one has not. */
static bool is_of_no_line(const Digits *digits, int row, int col) {
  const MatrixLines *lines = digits->matrix->lines;
  return lines && (lines->no_row[row] || lines->no_col[col]);
}

static bool is_chosen(const Digits *digits, int row, int col) {
  return row == digits->matrix->focus_row && col == digits->matrix->focus_col;
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

/* For the caption of a figure. */
static void note_blank(const Digits *digits, float least) {
  DrawList *list = digits->scene->pen.list;
  float *below = digits->format.is_difference ? &list->no_difference_below : &list->no_weight_below;
  *below = fmaxf(*below, least);
}

static bool is_blank_share(const Digits *digits, Number number, float value) {
  bool is_share = digits->format.is_weight || digits->format.is_difference;
  return is_share && number.at[0] == 0 && isfinite(value);
}

static void draw_cell(const Digits *digits, int row, int col) {
  if (is_of_no_line(digits, row, col)) return;
  if (is_left_out(digits, row, col)) {
    note_blank(digits, digits->scene->view->export_look.figure.numbers_from);
    return;
  }
  const DrawHeatmap *heatmap = &digits->grid->heatmap;
  Box cell = draw_heatmap_cell(heatmap, row, col);
  bool hidden = matrix_widget_hatches(digits->scene, digits->matrix) &&
                draw_heatmap_hatched(heatmap, row, col);
  Color ground = draw_heatmap_color(heatmap, row, col);
  Color color = hidden ? digits->scene->pen.theme->ink : palette_digit(ground);
  Point middle = {cell.x + cell.w / 2, cell.y + cell.h / 2};
  Number number = cell_number(digits, digits->part, digits->format, row, col);
  float value = 0;
  bool is_known = find_value(digits, digits->part, row, col, &value);
  bool has_before = has_ghost(digits, row, col, cell.h);
  if (is_known && is_next_to_nothing(digits, number, hidden))
    number = small_share(digits, value, is_chosen(digits, row, col) || has_before);
  if (is_known && !hidden && is_blank_share(digits, number, value))
    note_blank(digits, digits->format.has_tenths ? SMALL_WEIGHT : NUMBER_SHARE_LEAST);
  if (has_before) {
    Format before = {.is_weight = scene_is_share(digits->matrix->before)};
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
    spare_x = fminf(CELL_PADDING_PT, PADDING_OF_WIDTH * cell.w) / 2;
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

/* The numbers of the stage before are as large as the width of their cells permits on a screen. */
static float ghost_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                        float size) {
  if (!scene->interactive || !matrix->ghosts || matrix->focus_row < 0) return size * GHOST_SIZE;
  MatView before =
      trace_matrix(scene->trace, matrix->before, scene->view->layer, scene->view->head);
  Format format = {.is_weight = scene_is_share(matrix->before)};
  float room = grid->cell_w - grid->heatmap.gap - CELL_PADDING_PT / 2;
  float wide = room / ((float)longest_number(extremes_of(before), format) * MONO_ADVANCE);
  return fminf(wide, size * GHOST_SIZE);
}

/* Drawn for matrices by pair and any other with large cells. */
void matrix_digits_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (matrix->hidden_row_words)
    for (int row = grid->first_row; row <= grid->last_row; row++)
      if (says_words(scene, matrix, row)) draw_row_words(scene, matrix, grid, row);
  Format format = {.is_weight = scene_is_share(shown_part(matrix))};
  format.is_difference = matrix->is_difference && matrix->is_of_shares;
  format.has_plus = matrix->is_difference && !matrix->is_of_shares;
  format.times = matrix->digits_times;
  float fitting = size_in(scene, matrix, grid, &format); /* the format too: with decimals or not */
  float size = matrix->digit_size_pt > 0 ? matrix->digit_size_pt : fitting;
  if (size <= 0) {
    matrix_sign_marks_draw(scene, matrix, grid);
    return;
  }
  format.has_tenths = has_tenths(scene, grid, format, size);
  assert(grid->first_row >= 0 && grid->last_row < grid->rows && grid->last_col < grid->cols);
  bool shows_before = matrix->mix < 0.5f;
  const TextMetrics *metrics = scene->pen.metrics;
  Digits digits = {.scene = scene,
                   .matrix = matrix,
                   .grid = grid,
                   .size_pt = size,
                   .ghost_size_pt = ghost_size(scene, matrix, grid, size),
                   .face = pen_face(&scene->pen, FACE_MONO),
                   .advance = metrics->width_pt(metrics->self, FACE_MONO, 1, STR("0")),
                   .part = shown_part(matrix),
                   .format = format,
                   .alpha = shows_before ? 1 - 2 * matrix->mix : 2 * matrix->mix - 1};
  for (int row = grid->first_row; row <= grid->last_row; row++)
    for (int col = grid->first_col; col <= grid->last_col; col++) {
      if (says_words(scene, matrix, row)) continue;
      bool is_filled = matrix->filled < 0 || row * grid->cols + col < matrix->filled;
      if (!is_filled || draw_heatmap_covered(&grid->heatmap, row, col)) continue;
      if (is_whole(&digits, row, col)) draw_cell(&digits, row, col);
    }
}
