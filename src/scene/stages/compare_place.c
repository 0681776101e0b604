/* scene/stages/compare_place.c -- where the matrices of a comparison stand. */
#include "scene/stages/compare.h"

#include <math.h>

#include "base/number.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/compare_sides.h"

static const float TITLE_SIZE = 14, TITLE_HIGH = 22, BAR_HIGH = 30, BAR_GAP = 8, WORDS_SIZE = 12,
                   WORDS_SIZE_AFAR = 17, CELL_SIZE_SPARE = 19, CELL_SIZE_AFAR = 24;
static const float LINE_GAP = COMPARE_LINE_GAP, TITLE_GAP = COMPARE_TITLE_GAP;
/* Matrices of few columns have wider cells, so that titles and bars have room. */
enum { FEW_COLUMNS = 4 };
static const float WIDER_OF_LOW = 2.6f, WIDER_OF_FEW = 2, WIDER_OF_WORDS = 4;

/* -- places ------------------------------------------------------------------------------------ */

typedef struct Sizes {
  float cell_w, cell_h;
} Sizes;

/* Around the cells of each side; between: of two beside each other; labels: above the first row,
** whose names are those of the columns below too; of other columns only what it needs less. */
typedef struct Margins {
  float left, right, between, labels, top, bottom;
} Margins;

static int rows_of(const ComparePlace *place) {
  return (place->count + place->across - 1) / place->across;
}

/* Mixtures and keys, one below the other. */
static bool names_each_row(const ComparePlace *place) {
  return place->has_other_columns && rows_of(place) > 1;
}

float compare_label_height(const ComparePlace *place, SideId side) {
  bool is_of_mixtures = side == SIDE_LAID_OVER && names_each_row(place);
  return is_of_mixtures ? place->label_height_of_mixtures : place->label_height;
}

/* On a page a title keeps off the numbers of the bar above it, and above a narrow matrix it may
** have two lines. */
float compare_title_high(const Scene *scene, const ComparePlace *place) {
  const float one_line = 30, two_lines = 46;
  if (!pen_is_of_print(&scene->pen)) return stage_points(scene, TITLE_HIGH);
  return stage_points(scene, place->across == 1 || place->has_short_titles ? one_line : two_lines);
}

static Margins margins_of(const Scene *scene, const ComparePlace *place) {
  bool has_tokens = compare_names_cols(scene), names_each = names_each_row(place);
  float first = compare_label_height(place, SIDE_LAID_OVER);
  return (Margins){.left = place->label_width,
                   .right = has_tokens && !place->names_rows_alone ? place->label_height * 0.85f
                                                                   : stage_points(scene, 8),
                   .between = stage_points(scene, has_tokens ? 22 : 14), /* of slanted names */
                   .labels = names_each ? first - place->label_height : first,
                   .top = compare_title_high(scene, place) + (names_each ? place->label_height : 0),
                   .bottom =
                       stage_points(scene, rows_of(place) > 1 ? BAR_HIGH + BAR_GAP : BAR_HIGH)};
}

bool compare_has_labels(const ComparePlace *place, SideId side) {
  if (place->names_rows_alone) return false;
  if (names_each_row(place)) return true;
  return place->is_wide_below ? side == SIDE_DIFFERENCE : (int)side < place->across;
}

static bool has_place_to_spare(const ComparePlace *place) {
  return !place->is_wide_below && place->across > 1 && place->count % place->across != 0;
}

/* The words are few before a class, and read from afar. */
static bool is_read_from_afar(const Scene *scene) { return scene_is_presented(scene); }

TextStyle compare_words_style(const Scene *scene) {
  float size = is_read_from_afar(scene) ? WORDS_SIZE_AFAR : WORDS_SIZE;
  return (TextStyle){FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_START};
}

/* Of the focused cell, which is the conclusion; larger in a place of its own. */
float compare_cell_size(const Scene *scene, const ComparePlace *place) {
  if (is_read_from_afar(scene)) return CELL_SIZE_AFAR;
  return has_place_to_spare(place) ? CELL_SIZE_SPARE : WORDS_SIZE;
}

float compare_words_height(const Scene *scene, const ComparePlace *place, float width) {
  Str words = str_from(compare_words(scene));
  float line = scene->interactive && compare_side_count(scene) == SIDES
                   ? pen_line_height(&scene->pen, compare_cell_size(scene, place)) * LINE_GAP
                   : 0;
  if (words.bytes == 0) return line;
  return line + pen_wrapped_height(&scene->pen, compare_words_style(scene), width, LINE_GAP, words);
}

/* Of the words below the matrices: in the window they begin where these do. */
static float words_room(const Scene *scene, const ComparePlace *place, Box room) {
  return scene->interactive ? room.w - place->label_width : room.w;
}

static Sizes sizes_in(const Scene *scene, const ComparePlace *place, Box room) {
  Margins margins = margins_of(scene, place);
  MatView values = compare_values(scene, SIDE_EXACT);
  float across = (float)place->across, down = (float)rows_of(place);
  float width = room.w - margins.left - margins.right - (across - 1) * margins.between;
  float height = room.h - margins.labels - down * (margins.top + margins.bottom);
  if (!has_place_to_spare(place))
    height -=
        compare_words_height(scene, place, words_room(scene, place, room)) + stage_points(scene, 6);
  float wide = fmaxf(width, 1) / across / (float)values.cols;
  float high = fmaxf(height, 1) / down / (float)values.rows;
  float side = fminf(fminf(wide, high), stage_points(scene, STAGE_CELL_MOST));
  float cell_h = compare_names_cols(scene) ? side : fminf(high, stage_points(scene, 44));
  float cell_w = compare_names_cols(scene) ? side : fminf(wide, stage_points(scene, 18));
  bool is_of_words = scene->beside && scene->beside->words; /* few, and long */
  float wider = is_of_words                 ? WIDER_OF_WORDS
                : values.cols < FEW_COLUMNS ? WIDER_OF_FEW
                                            : STAGE_WIDER_THAN_HIGH;
  if (place->names_rows_alone) wider = fmaxf(wider, WIDER_OF_LOW);
  if (scene->interactive) cell_w = fmaxf(cell_w, fminf(wide, side * wider));
  return (Sizes){stage_rounded_cell(cell_w), stage_rounded_cell(cell_h)};
}

/* How large digits can be in such cells: three of them beside each other, with room around. */
static float room_of_digits(Sizes sizes) {
  return fminf(sizes.cell_w / 2.1f, sizes.cell_h * 0.72f);
}

/* Below the followed row, whose digits are large, cells need none. */
static float worth_of(const ComparePlace *place, Sizes sizes) {
  return place->rows.h > 0 ? fminf(sizes.cell_w, sizes.cell_h) : room_of_digits(sizes);
}

/* Whether the words have room in the place to spare. */
static bool words_fit(const Scene *scene, const ComparePlace *place, Sizes sizes) {
  MatView values = compare_values(scene, SIDE_EXACT);
  float spare = (float)(place->across - place->count % place->across);
  float width = spare * sizes.cell_w * (float)values.cols - stage_points(scene, 8);
  return compare_words_height(scene, place, width) <=
         sizes.cell_h * (float)values.rows + stage_points(scene, 10);
}

/* The arrangement with room for the largest digits; the fewest rows of equal ones. */
static Sizes arrange(const Scene *scene, Box room, ComparePlace *place) {
  Sizes best = {0, 0};
  int chosen = place->count;
  for (int across = place->count; across > 0; across--) {
    place->across = across;
    Sizes sizes = sizes_in(scene, place, room);
    if (has_place_to_spare(place) && !words_fit(scene, place, sizes)) continue;
    if (worth_of(place, sizes) <= worth_of(place, best) * 1.05f) continue;
    best = sizes;
    chosen = across;
  }
  place->across = chosen;
  return best;
}

/* A figure has no strip of a formula that names its axes. */
bool compare_has_axis_titles(const Scene *scene) {
  return !scene->interactive && compare_names_cols(scene);
}

static float axis_titles_width(const Scene *scene) {
  TextStyle style = {FACE_SEMIBOLD, 10.5f, COLOR_NONE, ALIGN_END};
  const char *query = scene_axis_is_plain(scene) ? _("Query") : _("query ↓");
  return pen_width(&scene->pen, style, str_from(query)) + stage_points(scene, 9);
}

static void measure_labels(const Scene *scene, Box room, ComparePlace *place) {
  float least = stage_points(scene, 40);
  if (compare_has_axis_titles(scene)) least = fmaxf(least, axis_titles_width(scene));
  place->label_width =
      float_clamp(matrix_label_width(scene, 100), least, fmaxf(room.w * 0.16f, least));
  place->label_width = fmaxf(place->label_width, compare_rows_names(scene, place));
  place->label_height = stage_points(scene, 18);
  place->has_other_columns = compare_has_other_columns(scene);
  if (place->names_rows_alone) {
    place->label_height = 0;
    return;
  }
  if (compare_has_axis_titles(scene)) place->label_height = matrix_axis_titles_height(scene);
  if (compare_names_cols(scene))
    place->label_height =
        float_clamp(matrix_label_height(scene, 64), place->label_height,
                    fmaxf(room.h * 0.16f, fmaxf(place->label_height, stage_points(scene, 20))));
  place->label_height_of_mixtures = fminf(
      compare_height_of_mixtures(scene, 0.9f * (room.w - place->label_width)), place->label_height);
}

/* -- two beside each other, and below them a wide one ------------------------------------------ */

/* The least cell with a digit in it, the least row with a name, and with digits, in design
** points. */
static const float CELL_LEAST_DESIGN = 17.5f, ROW_DESIGN = 13.6f, DIGITS_DESIGN = 17;
enum { NAMED_ROWS_MOST = 16 }; /* rows as high as their names; of more, cells are square */

typedef struct WideSizes {
  float upper_w, upper_h, lower_w, lower_h; /* of a cell */
} WideSizes;

/* How far the last slanted names go beyond the columns. */
static float overhang(const Scene *scene, int cols, float cell) {
  const float slant_cos = 0.643f;
  TextStyle style = {FACE_REGULAR, WORDS_SIZE, COLOR_NONE, ALIGN_START};
  float most = stage_points(scene, 8);
  for (int i = cols - 1; i >= 0 && i >= cols - 4; i--) {
    float wide = (pen_width(&scene->pen, style, compare_col_name(scene, i)) +
                  stage_points(scene, WORDS_SIZE)) *
                 slant_cos;
    most = fmaxf(most, wide - ((float)(cols - 1 - i) + 0.5f) * cell);
  }
  return most;
}

static float wide_fixed(const Scene *scene, const ComparePlace *place, float width) {
  Margins margins = margins_of(scene, place);
  return margins.labels + 2 * (margins.top + margins.bottom) +
         compare_words_height(scene, place, width) + stage_points(scene, 6);
}

static WideSizes wide_sizes(const Scene *scene, const ComparePlace *place, Box room) {
  Margins margins = margins_of(scene, place);
  MatView values = compare_values(scene, SIDE_EXACT);
  float cols = (float)values.cols, rows = (float)values.rows;
  float width = room.w - margins.left;
  width -= overhang(scene, values.cols, width / cols);
  WideSizes sizes = {.upper_w = (width - margins.between) / 2 / cols, .lower_w = width / cols};
  float line = stage_points(scene, ROW_DESIGN);
  bool has_names = values.rows <= NAMED_ROWS_MOST;
  sizes.upper_h = has_names ? line : sizes.upper_w;
  sizes.lower_h = has_names ? stage_points(scene, DIGITS_DESIGN) : sizes.lower_w;
  float left = fmaxf(1, room.h - wide_fixed(scene, place, room.w));
  float smaller = fminf(1, left / (rows * (sizes.upper_h + sizes.lower_h)));
  sizes.upper_h *= smaller, sizes.lower_h *= smaller;
  return sizes;
}

static float wide_height(const Scene *scene, const ComparePlace *place, float width) {
  WideSizes sizes = wide_sizes(scene, place, (Box){0, 0, width, 1e6f});
  float rows = (float)compare_values(scene, SIDE_EXACT).rows;
  return wide_fixed(scene, place, width) + rows * (sizes.upper_h + sizes.lower_h);
}

static bool titles_fit(const Scene *scene, const ComparePlace *place, float width) {
  float room = (width - place->label_width) / (float)place->across - stage_points(scene, TITLE_GAP);
  for (int i = 0; i < place->count; i++) {
    float wide = i == SIDE_DIFFERENCE && place->is_wide_below ? 2 * room : room;
    TextStyle style = compare_title_style(COLOR_NONE);
    Str title = str_from(compare_title(scene, (SideId)i, true));
    if (pen_width(&scene->pen, style, title) > wide) return false;
  }
  return true;
}

static void place_wide(const Scene *scene, Box room, ComparePlace *place) {
  Margins margins = margins_of(scene, place);
  WideSizes sizes = wide_sizes(scene, place, room);
  MatView values = compare_values(scene, SIDE_EXACT);
  float cols = (float)values.cols, rows = (float)values.rows;
  Box upper = {room.x + margins.left, room.y + margins.top, sizes.upper_w * cols,
               sizes.upper_h * rows};
  float below = upper.y + upper.h + margins.bottom + margins.top + margins.labels;
  place->between = margins.between;
  place->cells[0] = place->cells[1] = upper;
  place->cells[1].x += upper.w + margins.between;
  place->cells[2] = (Box){upper.x, below, sizes.lower_w * cols, sizes.lower_h * rows};
  below += place->cells[2].h + margins.bottom + stage_points(scene, 6);
  place->words = (Box){room.x, below, room.w, fmaxf(room.y + room.h - below, 0)};
}

/* As wide as the room gives them; of rows that are no pairs as high as their names. */
static Sizes sizes_of_width(const Scene *scene, const ComparePlace *place, float width) {
  Box room = {0, 0, width, 1e6f};
  Sizes sizes = sizes_in(scene, place, room);
  if (!compare_names_cols(scene)) sizes.cell_h = stage_points(scene, ROW_DESIGN);
  return sizes;
}

/* Of a figure the fewest rows in which cells have digits; else two above a wide one, or one below
** the other. */
static void choose_across(const Scene *scene, float width, ComparePlace *place) {
  bool by_pair = compare_names_cols(scene);
  float least = stage_points(scene, by_pair ? CELL_LEAST_DESIGN : 4);
  for (place->across = place->count; place->across > 1; place->across--) {
    Sizes sizes = sizes_of_width(scene, place, width);
    if (sizes.cell_w < least) continue;
    if (has_place_to_spare(place) && !words_fit(scene, place, sizes)) continue;
    place->has_short_titles = titles_fit(scene, place, width);
    return;
  }
  place->is_wide_below = by_pair && place->count == SIDES;
  if (!place->is_wide_below) return;
  place->across = 2;
  place->has_short_titles = titles_fit(scene, place, width);
}

/* In the place to spare, else below all. */
static void place_words(const Scene *scene, Box room, ComparePlace *place, float below) {
  if (has_place_to_spare(place)) {
    Box last = place->cells[place->count - 1], first = place->cells[place->across - 1];
    float x = last.x + last.w + place->between;
    place->words = (Box){x, last.y, first.x + first.w - x, last.h + stage_points(scene, 10)};
    return;
  }
  /* They begin where the matrices do if that takes no more lines than there is room for. */
  bool is_in_line = scene->interactive || place->rows.h > 0;
  float x = is_in_line ? place->cells[0].x : room.x, wide = room.x + room.w - x;
  float high = compare_words_height(scene, place, words_room(scene, place, room));
  if (compare_words_height(scene, place, wide) > high) x = room.x, wide = room.w;
  float y = fminf(below + stage_points(scene, 6), room.y + room.h - high);
  place->words = (Box){x, y, wide, high};
}

TextStyle compare_title_style(Color color) {
  return (TextStyle){FACE_BOLD, TITLE_SIZE, color, ALIGN_END};
}

/* Between two matrices: for a title that is wider than its matrix, as far as there is room. */
static float widened_between(const Scene *scene, Box room, const ComparePlace *place, float w) {
  Margins margins = margins_of(scene, place);
  float across = (float)place->across, widest = 0;
  if (place->across < 2) return margins.between;
  for (int i = 0; i < place->count; i++) {
    Str title = str_from(compare_title(scene, (SideId)i, true));
    widest =
        fmaxf(widest, pen_width(&scene->pen, compare_title_style(scene->pen.theme->ink), title));
  }
  float most = (room.w - margins.left - margins.right - across * w) / (across - 1);
  float wanted = widest + stage_points(scene, TITLE_GAP) - w;
  return fmaxf(margins.between, fminf(most, wanted));
}

ComparePlace compare_place_in(const Scene *scene, Box box) {
  ComparePlace place = {.count = compare_side_count(scene)};
  Box room = box_inset(box, stage_points(scene, COMPARE_INSET));
  place.right = room.x + room.w;
  place.where = cut_top(&room, compare_where_height(scene));
  place.rows = compare_rows_take(scene, &room, &place.names_rows_alone);
  measure_labels(scene, room, &place);
  if (pen_is_of_print(&scene->pen)) choose_across(scene, room.w, &place);
  if (place.is_wide_below) {
    place_wide(scene, room, &place);
    return place;
  }
  Sizes sizes = arrange(scene, room, &place);
  Margins margins = margins_of(scene, &place);
  MatView values = compare_values(scene, SIDE_EXACT);
  float w = sizes.cell_w * (float)values.cols, h = sizes.cell_h * (float)values.rows;
  place.between = widened_between(scene, room, &place, w);
  float step_x = w + place.between, step_y = h + margins.top + margins.bottom;
  float whole_w = margins.left + w + (float)(place.across - 1) * step_x + margins.right;
  float whole_h = margins.labels + (float)rows_of(&place) * step_y, words = 0;
  if (!has_place_to_spare(&place))
    words = compare_words_height(scene, &place, words_room(scene, &place, room)) +
            stage_points(scene, 6);
  float x = floorf(room.x + (room.w - whole_w) / 2) + margins.left;
  float top = floorf(room.y + fmaxf(0, room.h - whole_h - words) / 2);
  float y = top + margins.labels + margins.top;
  for (int i = 0; i < place.count; i++)
    place.cells[i] =
        (Box){x + (float)(i % place.across) * step_x, y + (float)(i / place.across) * step_y, w, h};
  place_words(scene, room, &place, top + whole_h);
  return place;
}

/* A stage of several matrices. */
bool compare_has_bands(const Scene *scene) { return scene->beside && scene->beside->next; }

/* -- the height of a figure -------------------------------------------------------------------- */

static float height_across(const Scene *scene, ComparePlace *place, float width) {
  Sizes sizes = sizes_of_width(scene, place, width);
  Margins margins = margins_of(scene, place);
  float rows = (float)compare_values(scene, SIDE_EXACT).rows, down = (float)rows_of(place);
  float words = 0;
  if (!has_place_to_spare(place))
    words = compare_words_height(scene, place, width) + stage_points(scene, 6);
  return margins.labels + down * (sizes.cell_h * rows + margins.top + margins.bottom) + words;
}

float compare_height(const Scene *given, float width) {
  View view;
  Scene moved = *given;
  const Scene *scene = &moved;
  float inset = stage_points(given, COMPARE_INSET);
  Box room = {0, 0, width - 2 * inset, 1e6f};
  ComparePlace place = {.count = compare_side_count(given)};
  if (compare_has_bands(given)) return compare_bands_height(given, width);
  if (given->beside) moved = compare_kept_scene(given, &view);
  measure_labels(scene, room, &place);
  choose_across(scene, room.w, &place);
  float height = place.is_wide_below ? wide_height(scene, &place, room.w)
                                     : height_across(scene, &place, room.w);
  return ceilf(height + compare_where_height(scene) + 2 * inset + 1);
}

Box compare_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  if (compare_has_bands(scene)) return compare_bands_cells(&fitted, box);
  return compare_place_in(&fitted, box).cells[0];
}
