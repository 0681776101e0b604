/* scene/matrix/digit_size.c -- how large the digits of a matrix are, and for how many decimals
** there is room: on a screen, before a class, and in a figure, whose digits have the size of its
** words. */
#include "scene/matrix/digits_internal.h"

#include <math.h>

#include "scene/matrix/open_row.h"
#include "scene/matrix/row_largest.h"
#include "scene/stages/stage.h"

static const float SIZE_MOST_DESIGN = 13, SIZE_LEAST_DESIGN = 7.25f, SIZE_LEAST_PT = 5;

/* Smaller ones are misread on a screen. Where columns are too narrow for two decimals of the second
** size a weight has one, which is never larger: more room makes no number smaller. */
static const float SIZE_READ_PT = 8, SIZE_OF_TWO_DECIMALS = 10;

/* On a screen, at text scale 1 in a window of the design's size. */
static const float SIZE_MOST_ON_SCREEN = 40, SIZE_OF_ONE_DECIMAL = 18, SIZE_FROM_AFAR = 36;

static const float LEAST_FOR_AUDIENCE_PT = 16;

/* Of heads beside each other before a class: as SIZE_OF_TWO_DECIMALS; smaller ones than the
** other are no digits from afar. */
static const float HEADS_FROM_AFAR = 24, HEADS_FROM_AFAR_LEAST = 15;

static const float SIZE_OF_HEIGHT = 0.7f, SIZE_OF_HEIGHT_ON_SCREEN = 0.8f,
                   SIZE_OF_HEIGHT_FROM_AFAR = 0.9f;

static const float PADDING_OF_HEADS_PT = 3, PADDING_OF_HEADS = 0.1f;

/* In a transition the former values are shown for the first half. */
TracePart digits_part(const MatrixWidget *matrix) {
  return matrix->mix < 0.5f ? matrix->before : matrix->part;
}

/* -- figures with a size of words -------------------------------------------------------------- */

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
  float size = print_room(grid) / ((float)characters * DIGIT_ADVANCE);
  size = fminf(size, (grid->cell_h - grid->heatmap.gap) * 0.8f);
  return fminf(size, words_size(scene));
}

/* At the size of words, a weight with two decimals or with one; else smaller, by a quarter at most,
** or down to 5 points where numbers are asked for. */
static float print_digits_size(const Scene *scene, const MatrixGrid *grid, Extremes extremes,
                               DigitFormat format) {
  float words = words_size(scene);
  float least = scene->view->numbers == NUMBERS_ON ? SIZE_LEAST_PT : words * PRINT_LEAST;
  float whole = print_size(scene, grid, digits_longest(extremes, format));
  int tenths = digits_length_in_tenths(format);
  float tenth = tenths > 0 ? print_size(scene, grid, tenths) : whole;
  if (whole >= words * PRINT_NEARLY) return whole;
  return tenth >= least ? tenth : 0;
}

/* Where a decimal has no room numbers are whole, if most of them then still say something. */
static float print_whole_size(const Scene *scene, const MatrixGrid *grid, Extremes extremes,
                              DigitFormat *format) {
  const float largest_least = 4.95f;
  float size = print_digits_size(scene, grid, extremes, *format);
  bool is_wide = fmaxf(extremes.high, -extremes.low) >= largest_least;
  if (scene->view->kind == VIEW_HEADS) return size; /* all of them have decimals, or none digits */
  if (size > 0 || format->is_whole || digits_length_in_tenths(*format) > 0 || !is_wide) return size;
  format->is_whole = true;
  return print_digits_size(scene, grid, extremes, *format);
}

/* -- screens ----------------------------------------------------------------------------------- */

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

static float screen_room(const Scene *scene, const MatrixGrid *grid) {
  bool is_heads = scene->view->kind == VIEW_HEADS; /* their cells are nearly square */
  float least = is_heads && scene->interactive ? PADDING_OF_HEADS_PT : DIGIT_PADDING_PT;
  float padding = least * fminf(scene->pen.text_scale, 1);
  float of_width = is_heads ? PADDING_OF_HEADS : DIGIT_PADDING_OF_WIDTH;
  if (scene->interactive) padding = fmaxf(padding, of_width * grid->cell_w);
  return grid->cell_w - grid->heatmap.gap - padding;
}

/* Where a row opens for its digits before a class, all others have none; heads open none. */
static bool may_have_tenths(const Scene *scene, DigitFormat format) {
  bool opens = scene->view->presenter && scene->view->kind != VIEW_HEADS;
  bool is_screen = scene->interactive && !opens;
  return (is_screen || is_print(scene)) && digits_length_in_tenths(format) > 0;
}

bool digits_have_tenths(const Scene *scene, const MatrixGrid *grid, DigitFormat format,
                        float size) {
  float room = is_print(scene) ? print_room(grid) : screen_room(scene, grid);
  float longest = (float)(digits_length_in_tenths(format) + 1) * DIGIT_ADVANCE * size;
  return may_have_tenths(scene, format) && longest > room + 0.01f;
}

/* At which so many characters fit; multiples of a quarter point, so that neighbours of nearly one
** size look alike. */
static float fitting_size(const Scene *scene, const MatrixGrid *grid, int characters) {
  float height = !scene->interactive        ? SIZE_OF_HEIGHT
                 : stage_is_for_afar(scene) ? SIZE_OF_HEIGHT_FROM_AFAR
                                            : SIZE_OF_HEIGHT_ON_SCREEN;
  float size = screen_room(scene, grid) / ((float)characters * DIGIT_ADVANCE);
  size = fminf(size, (grid->cell_h - grid->heatmap.gap) * height);
  size = fminf(size, size_most(scene, grid));
  return floorf(size * 4) / 4;
}

/* Of heads before a class, at a design size; 0: another view. */
static float heads_from_afar(const Scene *scene, float size) {
  const DrawList *list = scene->pen.list;
  bool is_afar = scene_is_presented(scene) && scene->view->kind == VIEW_HEADS;
  return is_afar ? size * layout_growth(list->width_pt, list->height_pt) : 0;
}

static float size_of_two_decimals(const Scene *scene) {
  return fmaxf(heads_from_afar(scene, HEADS_FROM_AFAR), SIZE_OF_TWO_DECIMALS);
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
  float room = cell - fmaxf(DIGIT_PADDING_PT, DIGIT_PADDING_OF_WIDTH * cell);
  float plain = room / ((float)digits_longest(extremes, (DigitFormat){0}) * DIGIT_ADVANCE);
  return plain < SIZE_OF_ONE_DECIMAL * scene->plain_text_scale;
}

/* Larger text is asked for to be read from afar, where hundreds of small digits are noise: those of
** queries, keys and values are left out, and one number is told large. */
static bool is_for_an_audience(const Scene *scene, const MatrixWidget *matrix) {
  return scene->interactive && scene->view->text_scale > 1 && scene->view->kind == VIEW_STAGE &&
         !trace_part_info(matrix->part)->by_pair;
}

/* What a mistake makes of weights may be none, and one decimal is not enough for it. */
static bool are_shares(MatView values, DigitFormat format) {
  const float most = 1.001f;
  Extremes found = digits_extremes(values, false);
  float least = format.is_weight ? 0 : -most;
  return !found.has_nan && found.low >= least && found.high <= most;
}

/* Such numbers go from nearly 0 to some 100, so that few decimals are worth their room. */
static bool is_from_zero(TracePart part) { return trace_part_info(part)->scale == SCALE_FROM_ZERO; }

DigitFormat digits_format(const MatrixWidget *matrix) {
  TracePart part = digits_part(matrix);
  bool is_share = matrix->is_of_shares && !matrix->is_difference; /* of words as well */
  return (DigitFormat){.is_weight = is_share || scene_is_share(part),
                       .is_short = is_from_zero(part),
                       .is_difference = matrix->is_difference && matrix->is_of_shares,
                       .has_plus = matrix->is_difference && !matrix->is_of_shares,
                       .is_full = matrix->digits_are_full,
                       .times = matrix->digits_times};
}

/* Numbers that are all next to 0 have the decimals of their colour bar, since "0.0" on its last
** colour says nothing; smaller digits than others, while these are large. Returns their size. */
static float size_next_to_zero(const Scene *scene, const MatrixGrid *grid, Extremes extremes,
                               DigitFormat *format, float size) {
  const float share = 0.55f, least = 18;
  int decimals = number_end_decimals(fmaxf(extremes.high, -extremes.low));
  if (decimals <= format->decimals) return size;
  DigitFormat fine = *format;
  fine.decimals = decimals;
  float smaller = fitting_size(scene, grid, digits_longest(extremes, fine));
  if (smaller < size && smaller < fmaxf(size * share, least)) return size;
  *format = fine;
  return fminf(size, smaller);
}

/* More decimals where the digits stay as large. */
static float add_decimals(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                          Extremes extremes, DigitFormat *format, float size) {
  if (format->is_weight || format->is_whole || format->is_short || matrix->is_difference)
    return size;
  for (format->decimals = matrix->decimals; format->decimals > 1; format->decimals--)
    if (fitting_size(scene, grid, digits_longest(extremes, *format)) >= size) break;
  return size_next_to_zero(scene, grid, extremes, format, size);
}

float digits_size_and_format(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                             DigitFormat *format) {
  NumbersMode mode = scene->view->numbers;
  *format = digits_format(matrix);
  if (!matrix->digits || mode == NUMBERS_OFF) return 0;
  if (is_print(scene)) {
    MatView printed = matrix_widget_values(scene, matrix, digits_part(matrix));
    Extremes found = digits_extremes(printed, format->is_full);
    format->is_whole = digits_are_whole(*format, found);
    return print_whole_size(scene, grid, found, format);
  }
  float scale = scene->pen.text_scale;
  float plain = scene->plain_text_scale > 0 ? scene->plain_text_scale : scale;
  float least = mode == NUMBERS_ON ? SIZE_LEAST_PT : SIZE_LEAST_DESIGN * fminf(plain, scale);
  if (mode == NUMBERS_AUTO && scene->interactive) least = fmaxf(least, SIZE_READ_PT);
  if (mode == NUMBERS_AUTO && is_for_an_audience(scene, matrix)) least = LEAST_FOR_AUDIENCE_PT;
  if (mode == NUMBERS_AUTO) least = fmaxf(least, heads_from_afar(scene, HEADS_FROM_AFAR_LEAST));
  bool is_large = scene->view->kind != VIEW_HEADS; /* of heads beside each other all are small */
  bool opens = is_large && !matrix->is_difference; /* which is told by its digits alone */
  if (mode == NUMBERS_AUTO && opens) least = fmaxf(least, open_row_digits_least(scene));
  if (screen_room(scene, grid) < 2 * DIGIT_ADVANCE * least)
    return 0; /* checked before every number is read */
  TracePart part = digits_part(matrix);
  MatView values = matrix_widget_values(scene, matrix, part);
  Extremes extremes =
      format->is_weight ? (Extremes){.high = 1} : digits_extremes(values, format->is_full);
  format->is_whole = digits_are_whole(*format, extremes);
  float size = fitting_size(scene, grid, digits_longest(extremes, *format));
  if (!format->is_weight && leaves_decimals_out(scene, matrix, extremes, size)) {
    format->is_whole = true;
    size = fitting_size(scene, grid, digits_longest(extremes, *format));
  }
  float two = size_of_two_decimals(scene);
  if (size < two && may_have_tenths(scene, *format) && are_shares(values, *format))
    size = fminf(two, fitting_size(scene, grid, digits_length_in_tenths(*format)));
  size = add_decimals(scene, matrix, grid, extremes, format, size);
  return size >= least ? size : 0;
}

/* -- the largest of each row before a class ---------------------------------------------------- */

/* Of the height of a cell: a digit has 0.73 of its size, and lines of digits no descent. Nearer to
** the edges only before they are left out. */
static const float SIZE_OF_HEIGHT_OF_LARGEST = 1.05f, SIZE_OF_HEIGHT_AT_MOST = 1.2f;

static bool may_tell_largest(const Scene *scene, const MatrixWidget *matrix) {
  return scene_is_presented(scene) && matrix->opens_row && matrix->digits &&
         !matrix->is_difference && !matrix->transposed && scene->view->numbers == NUMBERS_AUTO;
}

float digits_size_of_largest(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                             DigitFormat *format) {
  const float whole_from = 4.95f; /* smaller numbers say too little without a decimal */
  if (!may_tell_largest(scene, matrix)) return 0;
  float height = grid->is_cut ? grid->cell_h : open_row_others_height(scene, grid);
  float least = open_row_small_print(scene), room = screen_room(scene, grid);
  float cell_h = height - grid->heatmap.gap;
  float most =
      fmaxf(cell_h * SIZE_OF_HEIGHT_OF_LARGEST, fminf(cell_h * SIZE_OF_HEIGHT_AT_MOST, least));
  if (most < least || room < 2 * DIGIT_ADVANCE * least) return 0;
  *format = digits_format(matrix);
  format->only_largest = true;
  Extremes told = {.high = row_largest_of_all(grid)};
  for (int whole = 0; whole < 2; whole++) {
    format->is_whole = whole > 0;
    if (whole > 0 && (format->is_weight || told.high < whole_from)) break;
    float size = fminf(most, room / ((float)digits_longest(told, *format) * DIGIT_ADVANCE));
    if (size >= least) return fmaxf(floorf(size * 4) / 4, least);
  }
  return 0;
}

float matrix_digits_size(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  DigitFormat format = {0};
  return digits_size_and_format(scene, matrix, grid, &format);
}

bool matrix_tells_largest(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  DigitFormat format = {0};
  return digits_size_and_format(scene, matrix, grid, &format) <= 0 && !format.is_weight &&
         digits_size_of_largest(scene, matrix, grid, &format) > 0;
}

float matrix_digits_from(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  DigitFormat format = {0};
  float size = digits_size_and_format(scene, matrix, grid, &format);
  bool only_largest = size <= 0 && digits_size_of_largest(scene, matrix, grid, &format) > 0;
  if ((size <= 0 && !only_largest) || !format.is_weight) return 0;
  if (only_largest) return DIGITS_SMALL_WEIGHT;
  bool is_rough = digits_have_tenths(scene, grid, format, size) ||
                  (scene->interactive && size < DIGITS_SMALL_PT && grid->rows > 1);
  float asked = scene->interactive ? 0 : scene->view->export_look.figure.numbers_from;
  return fmaxf(is_rough ? DIGITS_SMALL_WEIGHT : NUMBER_SHARE_LEAST, asked);
}
