/* scene/stages/compare_draw.c -- draws what compare_place.c has placed. */
#include "scene/stages/compare.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/compare_sides.h"
#include "scene/stages/order_motion.h"
#include "trace/workings/tiles.h"

static const float DIGITS_BELOW_ROWS = 11; /* design; smaller ones would be noise */
static const float NAMES_SIZE = 12;
static const float BAR_WITH_ENDS = 22, BAR_LEAST = 44;
static const float LINE_GAP = COMPARE_LINE_GAP, TITLE_GAP = COMPARE_TITLE_GAP;

/* -- drawing ----------------------------------------------------------------------------------- */

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

/* What its cells and rows choose beyond those of the stage: none of other columns, whole rows, or
** with another order places in the sentence. */
static void change_commands(const Scene *scene, SideId side, MatrixWidget *matrix) {
  if (side == SIDE_EXACT && compare_has_other_columns(scene)) {
    matrix->cols_are_sources = trace_keys_are_mixtures(scene->trace);
    matrix->click = matrix->hover = NULL;
    matrix->focus_col = -1;
  }
  if (compare_is_of_rows(scene)) {
    matrix->click = matrix->row_click;
    matrix->hover = matrix->row_hover;
  }
  if (scene->order) {
    bool is_of_rows = compare_is_of_rows(scene);
    matrix->row_click = "cell %r row placed";
    matrix->row_hover = "hover %r row placed";
    if (matrix->click) matrix->click = is_of_rows ? matrix->row_click : "cell %r %c placed";
    if (matrix->hover) matrix->hover = is_of_rows ? matrix->row_hover : "hover %r %c placed";
  }
}

/* Upright where each cell has room for its name. */
float compare_height_of_mixtures(const Scene *scene, float width) {
  const float slant_sin = 0.766f, upright = 22, around = 15; /* design */
  TextStyle style = {FACE_BOLD, NAMES_SIZE, COLOR_NONE, ALIGN_START};
  int count = trace_key_count(scene->trace);
  if (!compare_has_other_columns(scene) || count == 0) return 0;
  float name = pen_width(&scene->pen, style, scene_key_label(scene, count - 1));
  bool are_upright = name + stage_points(scene, 6) <= width / (float)count;
  return are_upright ? stage_points(scene, upright)
                     : name * slant_sin + stage_points(scene, around);
}

/* Of keys that stand below mixtures, too. */
static bool has_axis_titles(const Scene *scene, const ComparePlace *place, SideId side) {
  if (!compare_has_axis_titles(scene)) return false;
  if (place->is_wide_below) return side == SIDE_DIFFERENCE;
  bool names_keys = place->has_other_columns && place->across == 1 && side == SIDE_EXACT;
  return side == SIDE_LAID_OVER || names_keys;
}

MatrixWidget compare_widget(const Scene *scene, const ComparePlace *place, SideId side) {
  TracePart part = compare_part(scene, side);
  bool by_pair = compare_names_cols(scene);
  MatrixWidget matrix = matrix_widget_clickable(part, place->cells[side]);
  bool has_labels = compare_has_labels(place, side);
  matrix.row_labels = (int)side % place->across == 0;
  matrix.col_labels = by_pair && has_labels;
  matrix.col_numbers = !by_pair && has_labels;
  matrix.axis_titles = has_axis_titles(scene, place, side);
  matrix.label_width = place->label_width;
  matrix.label_height = compare_label_height(place, side);
  matrix.filled = filled_cells(scene);
  matrix.own_range = compare_range(scene, side);
  matrix.is_of_shares = trace_part_info(compare_own_part(scene))->scale == SCALE_SHARES;
  compare_focus(scene, &matrix.focus_row, &matrix.focus_col);
  if (side != SIDE_LAID_OVER || scene->beside) matrix.own_values = compare_values(scene, side);
  if (scene->beside) add_lines(scene, side, &matrix);
  else if (side == SIDE_EXACT)
    matrix.own_mask = scene->order ? &scene->order->mask : &scene->exact->mask;
  change_commands(scene, side, &matrix);
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
  float high = compare_title_high(scene, place);
  Color color = side == SIDE_DIFFERENCE ? theme->ink : scene_part_color(theme, part);
  float labels = compare_has_labels(place, side) ? compare_label_height(place, side) : 0;
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

/* Where digits have no room marks tell the sign, and the bar what they are. */
static void draw_bar(const Scene *scene, const MatrixWidget *matrix, bool has_digits) {
  const float gap = 8;
  Box cells = matrix->cells;
  float wide = fmaxf(cells.w, stage_points(scene, BAR_LEAST));
  Box bar = {cells.x + cells.w - wide, cells.y + cells.h + stage_points(scene, gap), wide,
             stage_points(scene, BAR_WITH_ENDS)};
  pen_wide_bar(&scene->pen, bar, matrix_widget_palette(scene, matrix), matrix->own_range);
  if (!matrix->is_difference || has_digits) return;
  const float ends = 3.2f; /* of the numbers at both ends, in heights */
  TextStyle style = {FACE_REGULAR, 10.5f, scene->pen.theme->muted, ALIGN_MIDDLE};
  Str words = str_from(_("– below 0"));
  Box below = {bar.x, bar.y, bar.w, bar.h};
  cut_top(&below, 10 * scene->pen.text_scale);
  float room = bar.w - 2 * ends * pen_line_height(&scene->pen, style.size);
  if (pen_width(&scene->pen, style, words) <= room) pen_text_in(&scene->pen, style, below, words);
}

/* given: of the shuffled trace, while its rows are on their way back; NULL: at rest. */
static void draw_side(const Scene *scene, const Scene *given, const ComparePlace *place,
                      SideId side, float digits) {
  static const char *const names[SIDES] = {"laid-over", "exact", "difference"};
  MatrixWidget matrix = compare_widget(scene, place, side);
  bool has_digits = compare_fit_digits(scene, &matrix, digits);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
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
  draw_bar(scene, &matrix, has_digits);
  draw_group_end(scene->pen.list);
}

static const float WHERE_SIZE = 12, WHERE_HIGH = 16;

float compare_where_height(const Scene *scene) {
  bool is_of_layer = trace_part_info(compare_own_part(scene))->per_layer;
  return is_of_layer && pen_is_of_print(&scene->pen) ? stage_points(scene, WHERE_HIGH) : 0;
}

static void draw_where(const Scene *scene, const ComparePlace *place) {
  if (place->where.h <= 0) return;
  const View *view = scene->view;
  Arena *arena = scene->pen.list->arena;
  bool is_of_head = trace_part_info(compare_own_part(scene))->per_head;
  const char *words = is_of_head ? layer_head_title(arena, scene->trace, view->layer, view->head)
                                 : layer_title(arena, scene->trace, view->layer);
  Box line = place->where;
  cut_left(&line, place->cells[0].x - line.x);
  pen_text_in(&scene->pen,
              (TextStyle){FACE_REGULAR, WHERE_SIZE, scene->pen.theme->muted, ALIGN_START}, line,
              str_from(words));
}

void compare_words_draw(const Scene *scene, const Scene *of_cell, const ComparePlace *place) {
  Box box = place->words;
  float line = pen_line_height(&scene->pen, compare_cell_size(scene, place)) * LINE_GAP;
  TextStyle cell = {FACE_SEMIBOLD, compare_cell_size(scene, place), scene->pen.theme->ink,
                    ALIGN_START};
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
  if (compare_has_bands(given)) {
    compare_bands_draw(given, box);
    return;
  }
  View view;
  Scene moved, *put_back = &moved;
  if (given->beside) moved = compare_kept_scene(given, &view);
  else if (given->order) moved = scene_in_order(given, &view);
  const Scene *scene = given->order || given->beside ? put_back : given;
  ComparePlace place = compare_place_in(scene, box);
  float digits = compare_digits_size(scene, &place);
  const Scene *moving = given->order && given->view->transition < 1 ? given : NULL;
  int count = moving ? SIDE_DIFFERENCE : place.count; /* what comes of it is told at rest */
  for (int i = 0; i < count; i++) {
    bool is_apart = place.is_wide_below && i == SIDE_DIFFERENCE; /* its cells have their own size */
    draw_side(scene, moving, &place, (SideId)i, is_apart ? place.cells[i].h : digits);
  }
  draw_where(scene, &place);
  if (moving) return;
  compare_words_draw(scene, scene, &place);
  compare_rows_draw(scene, &place, followed_row(given, scene));
}
