/* scene/stages/compare_draw.c -- where the matrices of a comparison stand, and their drawing. */
#include "scene/stages/compare.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/compare_sides.h"
#include "scene/stages/order_motion.h"
#include "trace/workings/tiles.h"

static const float DIGITS_BELOW_ROWS = 11; /* design; smaller ones would be noise */
static const float TITLE_SIZE = 14, TITLE_HIGH = 22, BAR_HIGH = 30, BAR_GAP = 8, BAR_WITH_ENDS = 22,
                   WORDS_SIZE = 12, WORDS_SIZE_AFAR = 17, CELL_SIZE_SPARE = 19, CELL_SIZE_AFAR = 24,
                   TITLE_GAP = 14, BAR_LEAST = 44;
static const float LINE_GAP = 1.2f;
/* Matrices of few columns have wider cells, so that titles and bars have room. */
enum { FEW_COLUMNS = 4 };
static const float WIDER_OF_FEW = 2, WIDER_OF_WORDS = 4;

/* -- places ------------------------------------------------------------------------------------ */

typedef struct Sizes {
  float cell_w, cell_h;
} Sizes;

/* Around the cells of each side; between: of two beside each other; labels: above the first row,
** whose names are those of the columns below too. */
typedef struct Margins {
  float left, right, between, labels, top, bottom;
} Margins;

static int rows_of(const ComparePlace *place) {
  return (place->count + place->across - 1) / place->across;
}

/* On a page a title keeps off the numbers of the bar above it, and above a narrow matrix it may
** have two lines. */
static float title_high(const Scene *scene, const ComparePlace *place) {
  const float one_line = 30, two_lines = 46;
  if (!pen_is_of_print(&scene->pen)) return stage_points(scene, TITLE_HIGH);
  return stage_points(scene, place->across == 1 ? one_line : two_lines);
}

static Margins margins_of(const Scene *scene, const ComparePlace *place) {
  bool has_tokens = compare_names_cols(scene);
  return (Margins){.left = place->label_width,
                   .right = has_tokens ? place->label_height * 0.85f : stage_points(scene, 8),
                   .between = stage_points(scene, has_tokens ? 22 : 14), /* of slanted names */
                   .labels = place->label_height,
                   .top = title_high(scene, place),
                   .bottom =
                       stage_points(scene, rows_of(place) > 1 ? BAR_HIGH + BAR_GAP : BAR_HIGH)};
}

static bool has_place_to_spare(const ComparePlace *place) {
  return place->across > 1 && place->count % place->across != 0;
}

/* The words are few before a class, and read from afar. */
static bool is_read_from_afar(const Scene *scene) { return scene_is_presented(scene); }

TextStyle compare_words_style(const Scene *scene) {
  float size = is_read_from_afar(scene) ? WORDS_SIZE_AFAR : WORDS_SIZE;
  return (TextStyle){FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_START};
}

/* Of the focused cell, which is the conclusion; larger in a place of its own. */
static float cell_size(const Scene *scene, const ComparePlace *place) {
  if (is_read_from_afar(scene)) return CELL_SIZE_AFAR;
  return has_place_to_spare(place) ? CELL_SIZE_SPARE : WORDS_SIZE;
}

float compare_words_height(const Scene *scene, const ComparePlace *place, float width) {
  Str words = str_from(compare_words(scene));
  float line = scene->interactive && compare_side_count(scene) == SIDES
                   ? pen_line_height(&scene->pen, cell_size(scene, place)) * LINE_GAP
                   : 0;
  if (words.bytes == 0) return line;
  return line + pen_wrapped_height(&scene->pen, compare_words_style(scene), width, LINE_GAP, words);
}

static Sizes sizes_in(const Scene *scene, const ComparePlace *place, Box room) {
  Margins margins = margins_of(scene, place);
  MatView values = compare_values(scene, SIDE_EXACT);
  float across = (float)place->across, down = (float)rows_of(place);
  float width = room.w - margins.left - margins.right - (across - 1) * margins.between;
  float height = room.h - margins.labels - down * (margins.top + margins.bottom);
  if (!has_place_to_spare(place))
    height -= compare_words_height(scene, place, room.w) + stage_points(scene, 6);
  float wide = fmaxf(width, 1) / across / (float)values.cols;
  float high = fmaxf(height, 1) / down / (float)values.rows;
  float side = fminf(fminf(wide, high), stage_points(scene, STAGE_CELL_MOST));
  float cell_h = compare_names_cols(scene) ? side : fminf(high, stage_points(scene, 44));
  float cell_w = compare_names_cols(scene) ? side : fminf(wide, stage_points(scene, 18));
  bool is_of_words = scene->beside && scene->beside->words; /* few, and long */
  float wider = is_of_words                 ? WIDER_OF_WORDS
                : values.cols < FEW_COLUMNS ? WIDER_OF_FEW
                                            : STAGE_WIDER_THAN_HIGH;
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
static bool has_axis_titles(const Scene *scene) {
  return !scene->interactive && compare_names_cols(scene);
}

static float axis_titles_width(const Scene *scene) {
  TextStyle style = {FACE_SEMIBOLD, 10.5f, COLOR_NONE, ALIGN_END};
  const char *query = scene_axis_is_plain(scene) ? _("Query") : _("query ↓");
  return pen_width(&scene->pen, style, str_from(query)) + stage_points(scene, 9);
}

static void measure_labels(const Scene *scene, Box room, ComparePlace *place) {
  float least = stage_points(scene, 40);
  if (has_axis_titles(scene)) least = fmaxf(least, axis_titles_width(scene));
  place->label_width =
      float_clamp(matrix_label_width(scene, 100), least, fmaxf(room.w * 0.16f, least));
  place->label_width = fmaxf(place->label_width, compare_rows_names(scene, place));
  place->label_height = stage_points(scene, 18);
  if (has_axis_titles(scene)) place->label_height = matrix_axis_titles_height(scene);
  if (compare_names_cols(scene))
    place->label_height =
        float_clamp(matrix_label_height(scene, 64), place->label_height,
                    fmaxf(room.h * 0.16f, fmaxf(place->label_height, stage_points(scene, 20))));
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
  bool is_in_line = is_read_from_afar(scene) || place->rows.h > 0;
  float x = is_in_line ? place->cells[0].x : room.x, wide = room.x + room.w - x;
  float high = compare_words_height(scene, place, room.w);
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

static ComparePlace place_in(const Scene *scene, Box box) {
  ComparePlace place = {.count = compare_side_count(scene)};
  Box room = box_inset(box, stage_points(scene, 10));
  place.right = room.x + room.w;
  place.rows = compare_rows_take(scene, &room);
  measure_labels(scene, room, &place);
  Sizes sizes = arrange(scene, room, &place);
  Margins margins = margins_of(scene, &place);
  MatView values = compare_values(scene, SIDE_EXACT);
  float w = sizes.cell_w * (float)values.cols, h = sizes.cell_h * (float)values.rows;
  place.between = widened_between(scene, room, &place, w);
  float step_x = w + place.between, step_y = h + margins.top + margins.bottom;
  float whole_w = margins.left + w + (float)(place.across - 1) * step_x + margins.right;
  float whole_h = margins.labels + (float)rows_of(&place) * step_y, words = 0;
  if (!has_place_to_spare(&place))
    words = compare_words_height(scene, &place, room.w) + stage_points(scene, 6);
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
static bool has_bands(const Scene *scene) { return scene->beside && scene->beside->next; }

/* -- the height of a figure -------------------------------------------------------------------- */

/* The least cell with a digit in it, and the least row with a name, in design points. */
static const float CELL_LEAST_DESIGN = 17.5f, ROW_DESIGN = 13.6f;

/* As wide as the room gives them; of rows that are no pairs as high as their names. */
static Sizes sizes_of_width(const Scene *scene, const ComparePlace *place, float width) {
  Box room = {0, 0, width, 1e6f};
  Sizes sizes = sizes_in(scene, place, room);
  if (!compare_names_cols(scene)) sizes.cell_h = stage_points(scene, ROW_DESIGN);
  return sizes;
}

static float height_across(const Scene *scene, ComparePlace *place, float width) {
  Sizes sizes = sizes_of_width(scene, place, width);
  Margins margins = margins_of(scene, place);
  float rows = (float)compare_values(scene, SIDE_EXACT).rows, down = (float)rows_of(place);
  float words = 0;
  if (!has_place_to_spare(place))
    words = compare_words_height(scene, place, width) + stage_points(scene, 6);
  return margins.labels + down * (sizes.cell_h * rows + margins.top + margins.bottom) + words;
}

/* The fewest rows in which cells have digits, else one below the other. */
float compare_height(const Scene *given, float width) {
  View view;
  Scene moved = *given;
  const Scene *scene = &moved;
  float inset = stage_points(given, 10);
  Box room = {0, 0, width - 2 * inset, 1e6f};
  ComparePlace place = {.count = compare_side_count(given)};
  if (has_bands(given)) return compare_bands_height(given, width);
  if (given->beside) moved = compare_kept_scene(given, &view);
  measure_labels(scene, room, &place);
  for (place.across = place.count; place.across > 1; place.across--) {
    Sizes sizes = sizes_of_width(scene, &place, room.w);
    float least =
        compare_names_cols(scene) ? stage_points(scene, CELL_LEAST_DESIGN) : stage_points(scene, 4);
    if (sizes.cell_w < least) continue;
    if (!has_place_to_spare(&place) || words_fit(scene, &place, sizes)) break;
  }
  return ceilf(height_across(scene, &place, room.w) + 2 * inset + 1);
}

Box compare_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  if (has_bands(scene)) return compare_bands_cells(&fitted, box);
  return place_in(&fitted, box).cells[0];
}

/* -- drawing ----------------------------------------------------------------------------------- */

static bool is_at_left(const ComparePlace *place, SideId side) {
  return (int)side % place->across == 0;
}
static bool is_at_top(const ComparePlace *place, SideId side) { return (int)side < place->across; }

static void add_lines(const Scene *scene, SideId side, MatrixWidget *matrix) {
  static const KeptSide sides[SIDES] = {KEPT_SIDE_NOW, KEPT_SIDE_KEPT, KEPT_SIDE_DIFFERENCE};
  const TwoRuns *beside = scene->beside;
  matrix->lines = compare_kept_lines(scene, sides[side]);
  matrix->own_mask = side == SIDE_EXACT ? &beside->kept_mask : &beside->now_mask;
  const char *ending = compare_kept_ending(scene);
  Arena *arena = scene->pen.list->arena;
  if (!matrix->lines) scene->pen.list->failed = true;
  matrix->click = ending ? str_format(arena, "cell %%r %%c %s", ending) : NULL;
  matrix->hover = ending ? str_format(arena, "hover %%r %%c %s", ending) : NULL;
  matrix->row_click = ending ? str_format(arena, "cell %%r row %s", ending) : NULL;
  matrix->row_hover = ending ? str_format(arena, "hover %%r row %s", ending) : NULL;
}

/* By tiles a row of the output is there once the last of its tiles is. Scores, of a kept run, were
** there a stage before. */
static int filled_cells(const Scene *scene) {
  int filled = scene->view->filled, cols = compare_values(scene, SIDE_EXACT).cols;
  bool by_tile = stage_info(scene->view->stage)->by_tile;
  if (!by_tile || filled < 0) return filled;
  bool is_of_rows = compare_is_of_rows(scene);
  return is_of_rows ? tiles_finished_rows(scene->trace, scene->view->layer, filled) * cols : -1;
}

/* Below the followed row, which has large ones. */
static void leave_out_small_digits(const Scene *scene, MatrixWidget *matrix) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  bool is_auto = scene->view->numbers == NUMBERS_AUTO;
  float least = stage_points(scene, DIGITS_BELOW_ROWS);
  if (is_auto && matrix_digits_size(scene, matrix, &grid) < least) matrix->digits = false;
}

MatrixWidget compare_widget(const Scene *scene, const ComparePlace *place, SideId side) {
  TracePart part = compare_part(scene, side), shown = compare_own_part(scene);
  bool by_pair = compare_names_cols(scene),
       is_share = trace_part_info(shown)->scale == SCALE_SHARES;
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .mix = 1,
                         .cells = place->cells[side],
                         .row_labels = is_at_left(place, side),
                         .col_labels = by_pair && is_at_top(place, side),
                         .col_numbers = !by_pair && is_at_top(place, side),
                         .axis_titles = has_axis_titles(scene) && side == SIDE_LAID_OVER,
                         .label_width = place->label_width,
                         .label_height = place->label_height,
                         .digits = true,
                         .filled = filled_cells(scene),
                         .click = "cell %r %c",
                         .hover = "hover %r %c",
                         .row_click = "cell %r row",
                         .row_hover = "hover %r row",
                         .own_range = compare_range(scene, side),
                         .is_of_shares = is_share,
                         .scrolls = true};
  compare_focus(scene, &matrix.focus_row, &matrix.focus_col);
  if (side != SIDE_LAID_OVER || scene->beside) matrix.own_values = compare_values(scene, side);
  if (scene->beside) add_lines(scene, side, &matrix);
  else if (side == SIDE_EXACT)
    matrix.own_mask = scene->order ? &scene->order->mask : &scene->exact->mask;
  if (side == SIDE_EXACT && compare_has_other_columns(scene)) {
    matrix.cols_are_sources = trace_keys_are_mixtures(scene->trace);
    matrix.click = matrix.hover = NULL;
    matrix.focus_col = -1;
  }
  if (compare_is_of_rows(scene)) {
    matrix.click = matrix.row_click;
    matrix.hover = matrix.row_hover;
  }
  if (scene->order) { /* rows and columns are places in the sentence */
    bool is_of_rows = compare_is_of_rows(scene);
    matrix.row_click = "cell %r row placed";
    matrix.row_hover = "hover %r row placed";
    if (matrix.click) matrix.click = is_of_rows ? matrix.row_click : "cell %r %c placed";
    if (matrix.hover) matrix.hover = is_of_rows ? matrix.row_hover : "hover %r %c placed";
  }
  if (side == SIDE_DIFFERENCE) {
    matrix.is_difference = true;
    matrix.digits = compare_largest(matrix.own_values) > 0;
    matrix.digits_times = compare_unit(scene, matrix.own_values).times;
  }
  if (place->rows.h > 0) leave_out_small_digits(scene, &matrix);
  return matrix;
}

/* The last line stands on the names below it. */
static void draw_title_in(const Scene *scene, TextStyle style, Box line, Str title) {
  const Pen *pen = &scene->pen;
  const float gap = 1.1f, foot_design = 8;
  if (!pen_is_of_print(pen)) {
    pen_text_in(pen, style, line, title);
    return;
  }
  line.h -= stage_points(scene, foot_design);
  float high = pen_wrapped_height(pen, style, line.w, gap, title);
  float spare = fmaxf(line.h - high, 0);
  line.y += spare;
  line.h -= spare;
  pen_text_wrapped(pen, style, line, gap, title);
}

static void draw_title(const Scene *scene, const ComparePlace *place, SideId side, TracePart part,
                       bool has_digits) {
  const Theme *theme = scene->pen.theme;
  Box cells = place->cells[side];
  float high = title_high(scene, place);
  Color color = side == SIDE_DIFFERENCE ? theme->ink : scene_part_color(theme, part);
  float labels = is_at_top(place, side) ? place->label_height : 0;
  Box line = {cells.x, cells.y - labels - high, cells.w, high};
  bool is_last = (int)side % place->across == place->across - 1;
  line.w =
      is_last ? place->right - line.x : line.w + place->between - stage_points(scene, TITLE_GAP);
  TextStyle style = compare_title_style(color);
  style.align = ALIGN_START; /* where its columns begin */
  draw_title_in(scene, style, line, str_from(compare_title(scene, side, has_digits)));
}

float compare_digits_size(const Scene *scene, const ComparePlace *place) {
  float least = 0;
  for (int i = 0; i < SIDE_DIFFERENCE; i++) {
    MatrixWidget matrix = compare_widget(scene, place, (SideId)i);
    MatrixGrid grid = matrix_widget_grid(scene, &matrix);
    float size = matrix_digits_size(scene, &matrix, &grid);
    if (size <= 0 && scene->beside) return 0;
    if (size > 0 && (least <= 0 || size < least)) least = size;
  }
  return least;
}

bool compare_fit_digits(const Scene *scene, MatrixWidget *matrix, float digits) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  float fitting = matrix_digits_size(scene, matrix, &grid);
  if (fitting > digits) matrix->digit_size_pt = digits;
  if (scene->beside && digits <= 0) matrix->digits = false; /* none of two, rather than of one */
  return fitting > 0;
}

/* given: of the shuffled trace, while its rows are on their way back; NULL: at rest. */
static void draw_side(const Scene *scene, const Scene *given, const ComparePlace *place,
                      SideId side, float digits) {
  static const char *const names[SIDES] = {"laid-over", "exact", "difference"};
  MatrixWidget matrix = compare_widget(scene, place, side);
  bool has_digits = compare_fit_digits(scene, &matrix, digits);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  Box cells = place->cells[side];
  draw_group_begin(scene->pen.list, names[side], compare_title(scene, side, false));
  bool by_key = compare_names_cols(scene) && !trace_keys_are_mixtures(scene->trace);
  if (given && side == SIDE_EXACT) {
    DrawList *list = scene->pen.list;
    if (grid.is_cut) draw_clip(list, matrix.cells);
    list->at_scroll_edge = grid.is_cut;
    order_motion_draw(given, &grid.heatmap, by_key, !grid.is_cut, scene->view->transition);
    list->at_scroll_edge = false;
    if (grid.is_cut) draw_clip_end(list);
    if (matrix.col_labels) matrix_labels_draw(scene, &matrix, &grid);
  } else matrix_widget_draw(scene, &matrix);
  draw_title(scene, place, side, matrix.part, has_digits);
  float wide = fmaxf(cells.w, stage_points(scene, BAR_LEAST));
  Box bar = {cells.x + cells.w - wide, cells.y + cells.h + stage_points(scene, 8), wide,
             stage_points(scene, BAR_WITH_ENDS)};
  pen_wide_bar(&scene->pen, bar, scene_palette(scene, matrix.part), matrix.own_range);
  draw_group_end(scene->pen.list);
}

void compare_words_draw(const Scene *scene, const Scene *of_cell, const ComparePlace *place) {
  Box box = place->words;
  float line = pen_line_height(&scene->pen, cell_size(scene, place)) * LINE_GAP;
  TextStyle cell = {FACE_SEMIBOLD, cell_size(scene, place), scene->pen.theme->ink, ALIGN_START};
  if (scene->interactive && compare_side_count(scene) == SIDES)
    pen_text_in(&scene->pen, cell, cut_top(&box, line), str_from(compare_cell_sentence(of_cell)));
  pen_text_wrapped(&scene->pen, compare_words_style(scene), box, LINE_GAP,
                   str_from(compare_words(scene)));
}

/* A cell of the shuffled sentence is elsewhere in the sentence, whose words are the labels. */
static int place_of(const Scene *scene, int token) {
  bool is_there = token >= 0 && token < trace_token_count(scene->trace);
  return is_there ? trace_place_in_order(scene->trace, token) : -1;
}

static Scene scene_in_order(const Scene *scene, View *view) {
  Scene in_order = *scene;
  int row, col;
  stage_focus(scene, &row, &col);
  *view = *scene->view;
  view->hover_query = view->hover_key = -1;
  view->query = place_of(scene, row);
  bool is_key = compare_names_cols(scene) && !trace_keys_are_mixtures(scene->trace);
  view->key = is_key && col >= 0 ? place_of(scene, col) : col;
  view->filled = scene_is_covered(scene) ? 0 : -1;
  in_order.view = view;
  in_order.trace = trace_in_order(scene->trace);
  return in_order;
}

/* Of a scene in lines or places that of the stage, there. */
static int followed_row(const Scene *given, const Scene *scene) {
  int row, col = 0;
  compare_focus(scene, &row, &col);
  if (row >= 0) return row;
  row = stage_followed_row(given);
  if (row >= 0 && given->order) return place_of(given, row);
  if (row >= 0 && given->beside) compare_kept_find(given, &row, &col);
  return row;
}

void compare_draw(const Scene *given, Box box) {
  assert(compare_is_on(given));
  if (has_bands(given)) {
    compare_bands_draw(given, box);
    return;
  }
  View view;
  Scene moved, *put_back = &moved;
  if (given->beside) moved = compare_kept_scene(given, &view);
  else if (given->order) moved = scene_in_order(given, &view);
  const Scene *scene = given->order || given->beside ? put_back : given;
  ComparePlace place = place_in(scene, box);
  float digits = compare_digits_size(scene, &place);
  const Scene *moving = given->order && given->view->transition < 1 ? given : NULL;
  int count = moving ? SIDE_DIFFERENCE : place.count; /* what comes of it is told at rest */
  for (int i = 0; i < count; i++) draw_side(scene, moving, &place, (SideId)i, digits);
  if (moving) return;
  compare_words_draw(scene, scene, &place);
  compare_rows_draw(scene, &place, followed_row(given, scene));
}
