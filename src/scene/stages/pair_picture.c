/* scene/stages/pair_picture.c -- the picture of the pair stages at rest: one matrix at one place.
**
**                 Kᵀ  D × S        at scores: the product where a row of Q meets a column of Kᵀ
**   labels  Q     [T,S]   rail  name, size, bar
**           T × D
**
** At the other stages labels and a caption take the place of the strips. If the headline of the
** screen says what the stage does, the strips are narrow and the matrix gets the room.
*/
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/arcs.h"
#include "scene/matrix/grid_rows.h"
#include "scene/matrix/lens.h"
#include "scene/matrix/open_row.h"
#include "scene/matrix/threshold.h"
#include "scene/number.h"
#include "scene/stages/mistake_marks.h"
#include "scene/stages/pair_place.h"

/* What is shown, and whether Q and Kᵀ are beside the matrix, or the labels are. */
typedef struct Shown {
  TracePart part, before;
  bool has_strips;
} Shown;

/* A recording may have scores without the Q and K they were made from. */
static Shown shown_of(const Scene *scene) {
  TracePart part = stage_result(scene->view->stage);
  bool are_there = trace_has_part(scene->trace, trace_score_queries(scene->trace)) &&
                   trace_has_part(scene->trace, trace_score_keys(scene->trace));
  assert(trace_part_info(part)->by_pair);
  return (Shown){part, trace_pair_part_before(scene->trace, part),
                 pair_stage_of(part)->is_product && are_there};
}

Box pair_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  arcs_place(&fitted, &box);
  return pair_place(&fitted, box, shown_of(&fitted).has_strips).cells;
}

float pair_page_height(const Scene *scene, float width, float most) {
  Box box = {0, 0, width, most};
  Scene fitted = stage_fitted(scene, box);
  PairPlace place = pair_place(&fitted, box, shown_of(&fitted).has_strips);
  float margins = most - (place.whole.y + place.whole.h) + place.whole.y;
  float trimmed = most - fmaxf(margins - 2 * pair_margin(&fitted) * fitted.pen.text_scale, 0);
  return fmaxf(trimmed, fitted.pen.text_scale * STAGE_HEIGHT_LEAST);
}

/* -- the matrix -------------------------------------------------------------------------------- */

/* With a headline there is no caption, so labels get the room of the strip, as far as the slanted
** ones stay in the picture at the right. */
static float label_height(const Scene *scene, const PairPlace *place, const Shown *shown) {
  const float rightwards = 0.85f; /* of a slanted label, relative to its height */
  float free_above = scene->headline && !shown->has_strips ? place->strip_h + place->gap : 0;
  float right = place->whole.x + place->whole.w - place->cells.x - place->cells.w;
  float most = fmaxf(place->label_height, right / rightwards);
  return fminf(place->label_height + free_above, most);
}

/* That of the outline, while nothing is chosen; −1: none. */
static int outlined_row(const Scene *scene) {
  const View *view = scene->view;
  int query, key;
  view_focus(view, &query, &key);
  bool is_chosen = query >= 0 || key >= 0 || view->key_alone >= 0 || view->hover_key_alone >= 0;
  return is_chosen || view->filled >= 0 || view->mask_editor ? -1 : pair_telling_row(scene);
}

/* The same matrix at all of these stages: only its part, its strips and its words differ. */
static MatrixWidget product_view(const Scene *scene, const PairPlace *place, const Shown *shown) {
  bool edits = scene->view->mask_editor;
  MatrixWidget matrix = {.part = shown->part,
                         .before = shown->before,
                         .mix = 1,
                         .cells = place->cells,
                         .row_labels = true,
                         .col_labels = true,
                         .named_row = outlined_row(scene) + 1,
                         .axis_titles = true,
                         .label_width = place->label_width,
                         .label_height = label_height(scene, place, shown),
                         .label_gap_left = shown->has_strips ? place->strip_w + place->gap : 0,
                         .label_gap_top = shown->has_strips ? place->strip_h + place->gap : 0,
                         .digits = true,
                         .ghosts = shown->before != shown->part,
                         .filled = scene->view->filled,
                         .click = edits ? "mask %r %c toggle" : "cell %r %c",
                         .drag = edits ? "mask %r %c stroke" : NULL,
                         .hover = "hover %r %c",
                         .row_click = "cell %r row",
                         .row_hover = "hover %r row",
                         .hidden_row_words = place->rail.w <= 0,
                         .opens_row = true,
                         .scrolls = true};
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  return matrix;
}

/* -- Q and Kᵀ at scores ------------------------------------------------------------------------ */

/* As many cells as a head has numbers in Q and K; their focus is a row of Q and a column of Kᵀ. */
static MatrixWidget strip_view(const Scene *scene, TracePart part, Box cells) {
  int row, col;
  stage_focus(scene, &row, &col);
  bool is_key = trace_part_info(part)->per_key_head;
  float cell = (is_key ? cells.h : cells.w) / (float)trace_d_head(scene->trace);
  return (MatrixWidget){.part = part,
                        .cells = cells,
                        .transposed = is_key,
                        .mix = 1,
                        .filled = -1,
                        .focus_row = is_key ? -1 : row,
                        .focus_col = is_key ? col : -1,
                        .digits = scene->interactive && trace_d_head(scene->trace) <= BY_HAND_MOST,
                        .plain_focus = true,
                        .scrolls = true,
                        .cell_gap_design = fminf(1, 0.12f * cell)};
}

/* Opened where the matrix beside it is. */
static void draw_query_strip(const Scene *scene, const PairPlace *place, const MatrixGrid *scores) {
  MatrixWidget matrix = strip_view(scene, trace_score_queries(scene->trace), place->q);
  matrix.click = "cell %r row";
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  if (grid_is_open(scores)) grid_open_row(&grid, scores->open_row, scores->open_h);
  matrix_cells_draw(scene, &matrix, &grid);
  matrix_lit_draw(scene, matrix.part, matrix.cells, &grid);
  if (matrix.focus_row < 0) return;
  if (grid_is_open(&grid)) open_row_draw_vector(scene, &grid);
  matrix_outline(scene, matrix_row_box(&matrix, &grid, matrix.focus_row), scene->pen.theme->query,
                 2.5f);
}

static void draw_key_strip(const Scene *scene, const PairPlace *place) {
  MatrixWidget matrix = strip_view(scene, trace_score_keys(scene->trace), place->k);
  int row, col;
  stage_focus(scene, &row, &col);
  if (row >= 0) matrix.click = str_format(scene->pen.list->arena, "cell %d %%c", row + 1);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  matrix_cells_draw(scene, &matrix, &grid);
  matrix_lit_draw(scene, matrix.part, matrix.cells, &grid);
  if (col >= 0 && col < grid.cols)
    matrix_outline(scene, matrix_col_box(&matrix, &grid, col), scene->pen.theme->key, 2.5f);
}

/* Q and Kᵀ have scales of their own, while the bar is that of the scores. In the corner above Q
** there is a line for its ends if Kᵀ is high enough. */
static bool draw_ends_of_queries(const Scene *scene, const PairPlace *place) {
  TextStyle style = {FACE_MONO, stage_small_print(scene), scene->pen.theme->muted, ALIGN_MIDDLE};
  TracePart part = trace_score_queries(scene->trace);
  Str ends = stage_ends_words(scene, part);
  float line = stage_points(scene, style.size * 1.3f), name = stage_points(scene, 26);
  Box q = place->q, box = {q.x, q.y - line - stage_points(scene, 2), q.w, line};
  if (line + name > place->k.h || pen_width(&scene->pen, style, ends) > q.w) return false;
  pen_text_in(&scene->pen, style, box, ends);
  return true;
}

/* Below the name of Kᵀ, which makes room for them; returns how far it goes up. */
static float draw_ends_of_keys(const Scene *scene, const PairPlace *place, float x) {
  TextStyle style = {FACE_MONO, stage_small_print(scene), scene->pen.theme->muted, ALIGN_START};
  float line = stage_points(scene, style.size * 1.3f), room = place->whole.x + place->whole.w - x;
  float name = stage_points(scene, 26), middle = place->k.y + place->k.h / 2;
  Str ends = stage_ends_words(scene, trace_score_keys(scene->trace));
  if (line + name > place->k.h || pen_width(&scene->pen, style, ends) > room) return 0;
  pen_text_in(&scene->pen, style, (Box){x, middle + stage_points(scene, 10) - line / 2, room, line},
              ends);
  return line / 2;
}

static void draw_strip_names(const Scene *scene, const PairPlace *place) {
  float gap = stage_points(scene, 8), up = stage_points(scene, 6);
  Box q = place->q, k = place->k;
  if (draw_ends_of_queries(scene, place))
    up += stage_points(scene, stage_small_print(scene) * 1.3f);
  const char *keys = str_format(scene->pen.list->arena, "%sᵀ", stage_keys_symbol(scene));
  stage_name_draw(scene, &(StageName){.baseline = {q.x + q.w / 2, q.y - up},
                                      .align = ALIGN_MIDDLE,
                                      .room = q.w,
                                      .symbol = stage_queries_symbol(scene),
                                      .size = 18,
                                      .part = trace_score_queries(scene->trace)});
  float right = place->whole.x + place->whole.w, middle = k.y + k.h / 2;
  float raised = draw_ends_of_keys(scene, place, k.x + k.w + gap);
  stage_name_draw(
      scene, &(StageName){.baseline = {k.x + k.w + gap, middle + stage_points(scene, 6) - raised},
                          .room = right - k.x - k.w - gap,
                          .symbol = keys ? keys : "",
                          .size = 18,
                          .part = trace_score_keys(scene->trace)});
}

static void draw_strips(const Scene *scene, const PairPlace *place, const MatrixGrid *scores) {
  draw_query_strip(scene, place, scores);
  draw_key_strip(scene, place);
  draw_strip_names(scene, place);
}

/* -- the caption above ------------------------------------------------------------------------- */

static TextStyle caption_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, 12, scene->pen.theme->muted, ALIGN_START};
}

/* Of what makes the matrix, behind its name. */
static TextStyle how_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, 14, scene->pen.theme->ink, ALIGN_START};
}

/* Where there is no room for both what is blank comes first: nothing else says it. */
static const char *caption_words(const Scene *scene, const PairPlace *place, const PairStage *pair,
                                 float room) {
  Arena *arena = scene->pen.list->arena;
  assert(pair->note);
  if (threshold_is_on(scene->view, pair->part))
    return str_format(arena, _("shown: the keys that hold %g %% of each row"),
                      (double)scene->view->threshold);
  if (place->blank_below <= 0) return pair->note(scene);
  const char *both =
      str_format(arena, _("%s · blank: below %g"), pair->note(scene), (double)place->blank_below);
  if (!both || pen_width(&scene->pen, caption_style(scene), str_from(both)) <= room) return both;
  return str_format(arena, _("blank: weights below %g"), (double)place->blank_below);
}

/* It begins with the cells, or before them where its words would not be whole. */
static void draw_caption(const Scene *scene, const PairPlace *place, const PairStage *pair) {
  const Pen *pen = &scene->pen;
  Color color = scene_part_color(pen->theme, pair->part);
  TextStyle title = {FACE_BOLD, 18, color, ALIGN_START};
  float left = place->whole.x, right = left + place->whole.w;
  float room = pen_is_of_print(pen) ? right - place->cells.x - 1 : place->whole.w;
  Str below = str_from(caption_words(scene, place, pair, room));
  Str name = str_from(stage_part_title(pair->part)), how = str_from(pair->title(scene));
  float gap = stage_points(scene, 10), first = pen_width(pen, title, name) + gap;
  float width = fmaxf(pen_width(pen, caption_style(scene), below),
                      first + pen_width(pen, how_style(scene), how));
  left = fmaxf(left, fminf(place->cells.x, right - width - 1));
  float foot = place->cells.y - place->label_height - stage_points(scene, 8);
  Box words = {left, foot - stage_points(scene, 16), right - left, stage_points(scene, 16)};
  pen_text_in(pen, caption_style(scene), words, below);
  Box top = {words.x, words.y - stage_points(scene, 24), words.w, stage_points(scene, 22)};
  bool has_both = first + pen_width(pen, how_style(scene), how) <= top.w;
  pen_text_in(pen, title, top, name);
  cut_left(&top, first);
  if (has_both) pen_text_in(pen, how_style(scene), top, how);
}

/* -- the end of each row ----------------------------------------------------------------------- */

static bool is_share(TracePart part) { return trace_part_info(part)->scale == SCALE_SHARES; }

static float row_maximum(MatView m, int row) {
  assert(row >= 0 && row < m.rows && m.cols > 0);
  float largest = mat_get(m, row, 0);
  for (int col = 1; col < m.cols; col++) largest = fmaxf(largest, mat_get(m, row, col));
  return largest;
}

/* The summary of a row at this stage: its largest score, how many keys it sees, or that
** its shares sum to 1. */
static const char *row_summary(const Scene *scene, TracePart part, int row) {
  assert(trace_part_info(part)->by_pair && row >= 0);
  const PairStage *pair = pair_stage_of(part);
  MatView values = stage_matrix(scene, part);
  if (scene_is_hatched(scene->trace, part) && scene_row_hidden(scene, row))
    return _("attends to nothing");
  if (threshold_is_on(scene->view, part)) return threshold_words(scene, values, row);
  if (pair->row_end) return pair->row_end(scene, values, row);
  float most = row_maximum(values, row);
  bool is_whole = numbers_are_whole(mat_view_rows(values, row, 1));
  int decimals = number_end_decimals(mat_largest(values)); /* as in its cells */
  return str_format(scene->pen.list->arena, _("max %s"),
                    is_whole       ? number_whole(most).at
                    : decimals > 1 ? number_decimals(most, decimals).at
                                   : number_short(most).at);
}

static const float RAIL_SIZE = 10.5f, RAIL_LINE = 12;

/* With many rows, "Σ = 1.00" once says as much as in every row. */
static bool summary_is_left_out(const Scene *scene, TracePart part, int row) {
  const int few = 16;
  int focus, col;
  stage_focus(scene, &focus, &col);
  if (!scene->interactive || !is_share(part) || threshold_is_on(scene->view, part)) return false;
  if (trace_token_count(scene->trace) <= few || focus < 0) return false;
  return row != focus && !scene_row_hidden(scene, row);
}

static double row_sum(const Scene *scene, TracePart part, int row) {
  MatView values = stage_matrix(scene, part);
  double sum = 0;
  for (int col = 0; row < values.rows && col < values.cols; col++)
    sum += (double)mat_get(values, row, col);
  return sum;
}

/* In fewer words where the rail is narrow. */
static const char *summary_in(const Scene *scene, const PairPlace *place, TracePart part, int row) {
  TextStyle style = {FACE_MONO_BOLD, RAIL_SIZE, COLOR_NONE, ALIGN_START};
  const char *words = row_summary(scene, part, row);
  if (!words || !mistake_marks_row_sums(scene, part)) return words;
  if (pen_width(&scene->pen, style, str_from(words)) <= place->rail.w) return words;
  bool is_sum = str_starts(str_from(words), "Σ");
  return is_sum ? mistake_marks_row_words(scene, row_sum(scene, part, row)) : words;
}

/* How much larger the summaries may be than their usual size: as far as the longest fits. */
static float rail_growth(const Scene *scene, const PairPlace *place, const MatrixGrid *grid,
                         TracePart part) {
  float most = matrix_names_most(scene), widest = 1;
  if (most <= 1) return 1;
  TextStyle style = {FACE_MONO_BOLD, RAIL_SIZE, COLOR_NONE, ALIGN_START};
  for (int row = grid->first_row; row <= grid->last_row; row++) {
    const char *words = summary_in(scene, place, part, row);
    if (words) widest = fmaxf(widest, pen_width(&scene->pen, style, str_from(words)));
  }
  float high = grid->cell_h / stage_points(scene, RAIL_LINE);
  const float used = 0.92f; /* of the width: the bar beside has a bracket at its left */
  return float_clamp(fminf(used * place->rail.w / widest, high), 1, most);
}

/* A row of shares that a mistake leaves without a sum of 1. */
static bool row_is_off(const Scene *scene, TracePart part, int row) {
  return mistake_marks_sum(scene, row_sum(scene, part, row));
}

static void draw_row_summary(const Scene *scene, const PairPlace *place, TracePart part, Box box,
                             int row, float growth) {
  const Pen *pen = &scene->pen;
  int focus, col;
  stage_focus(scene, &focus, &col);
  bool nothing = scene_is_hatched(scene->trace, part) && scene_row_hidden(scene, row);
  bool focused = row == focus;
  FaceId face = nothing ? FACE_MEDIUM : focused ? FACE_MONO_BOLD : FACE_MONO;
  Color color = nothing || focused ? pen->theme->ink : pen->theme->muted;
  if (!nothing && is_share(part) && row_is_off(scene, part, row)) color = pen->theme->warning;
  const char *words = summary_in(scene, place, part, row);
  box.w = place->rail.w;
  TextStyle style = {face, RAIL_SIZE * growth, color, ALIGN_START};
  if (words) pen_text_in(pen, style, box, str_from(words));
}

/* Only rows with a label have a summary, so that both can be read together. */
static void draw_rail(const Scene *scene, const PairPlace *place, const MatrixWidget *matrix,
                      TracePart part) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  Box window = place->cells;
  if (place->rail.w <= 0) return;
  float growth = rail_growth(scene, place, &grid, part);
  float line = stage_points(scene, RAIL_LINE) * growth;
  for (int row = grid.first_row; row <= grid.last_row; row++) {
    bool is_filled = matrix->filled < 0 || (row + 1) * grid.cols <= matrix->filled;
    Box across = grid_row(&grid, row);
    float top = across.y + (across.h - line) / 2;
    if (!is_filled || !matrix_row_is_labelled(scene, matrix, &grid, row)) continue;
    if (summary_is_left_out(scene, part, row)) continue;
    if (grid.is_cut && (top < window.y || top + line > window.y + window.h)) continue;
    draw_row_summary(scene, place, part, (Box){place->rail.x, top, 0, line}, row, growth);
  }
}

/* -- all --------------------------------------------------------------------------------------- */

/* The lens stays over cells and off the name of the matrix and its bar, as long as it has room. */
static Box lens_room(const Scene *scene, const PairPlace *place, Box box) {
  Box least = lens_least(scene);
  float width = place->side.x - place->gap - box.x, height = place->below.y - place->gap - box.y;
  if (place->side.w > 0 && width >= least.w) box.w = width;
  if (place->below.w > 0 && height >= least.h) box.h = height;
  return box;
}

/* Where the cells have digits a lens would cover them, unless it was put at a cell. */
static bool lens_is_vain(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  bool is_put = scene->view->lens && scene->view->lens_query >= 0;
  return !is_put && matrix_digits_size(scene, matrix, grid) > 0;
}

static void draw_lens(const Scene *scene, const PairPlace *place, const MatrixWidget *matrix,
                      Box box) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  if (!scene->view->lens || lens_is_vain(scene, matrix, &grid)) return;
  if (grid.rows > 0 && grid.cols > 0) lens_draw(scene, matrix, &grid, lens_room(scene, place, box));
}

static void draw_words(const Scene *scene, const PairPlace *place, const MatrixWidget *matrix,
                       const Shown *shown) {
  const PairStage *pair = pair_stage_of(shown->part);
  draw_rail(scene, place, matrix, shown->part);
  if (pair_has_caption(scene, place, shown->part)) draw_caption(scene, place, pair);
  if (place->side.w > 0) pair_side_draw(scene, place, shown->part);
  else pair_below_draw(scene, place, shown->part);
}

static void draw_arcs(const Scene *scene, const Shown *shown, Box box, Box cells) {
  if (box.w <= 0) return;
  if (is_share(shown->part)) {
    arcs_draw_beside(scene, box, cells);
    return;
  }
  TextStyle style = {FACE_REGULAR, 12, scene->pen.theme->muted, ALIGN_MIDDLE};
  Box line = {box.x, box.y + box.h / 2, box.w, stage_points(scene, 18)};
  pen_text_in(&scene->pen, style, line, str_from(_("arcs come with the weights")));
}

/* Says that a click on a cell hides or shows it now. */
static void draw_editor_frame(const Scene *scene, const PairPlace *place) {
  matrix_outline(scene, box_inset(place->cells, -stage_points(scene, 2)), scene->pen.theme->ink,
                 3.5f);
}

static MatrixWidget product_in(const Scene *fitted, Box box) {
  arcs_place(fitted, &box);
  Shown shown = shown_of(fitted);
  PairPlace place = pair_place(fitted, box, shown.has_strips);
  return product_view(fitted, &place, &shown);
}

bool pair_row_is_open(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  MatrixWidget matrix = product_in(&fitted, box);
  MatrixGrid grid = matrix_widget_grid(&fitted, &matrix);
  return grid_is_open(&grid);
}

bool pair_lens_is_vain(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  MatrixWidget matrix = product_in(&fitted, box);
  MatrixGrid grid = matrix_widget_grid(&fitted, &matrix);
  return lens_is_vain(&fitted, &matrix, &grid);
}

/* Thin and in ink, as the row that pictures of vectors follow: the focus is for what a person
** chose. */
static void draw_telling_row(const Scene *scene, const MatrixWidget *matrix,
                             const MatrixGrid *grid) {
  int row = matrix->named_row - 1;
  if (row < 0 || row >= grid->rows || grid_is_open(grid)) return;
  draw_group_begin(scene->pen.list, "followed", NULL);
  matrix_outline(scene, matrix_row_box(matrix, grid, row), scene->pen.theme->ink, 1.5f);
  draw_group_end(scene->pen.list);
}

void pair_draw(const Scene *scene, Box box) {
  assert(stage_info(scene->view->stage)->by_pair);
  Box rest = box, arcs = arcs_place(scene, &rest);
  Shown shown = shown_of(scene);
  PairPlace place = pair_place(scene, rest, shown.has_strips);
  MatrixWidget matrix = product_view(scene, &place, &shown);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  place.blank_below = matrix_digits_from(scene, &matrix, &grid);
  place.tells_largest = matrix_tells_largest(scene, &matrix, &grid);
  if (shown.has_strips) draw_strips(scene, &place, &grid);
  matrix.draw_over = pair_stage_of(shown.part)->draw_over;
  matrix_widget_draw(scene, &matrix);
  draw_telling_row(scene, &matrix, &grid);
  mistake_marks_draw(scene, &matrix, &grid);
  open_row_draw(scene, &matrix, &grid);
  if (scene->view->mask_editor && scene->interactive) draw_editor_frame(scene, &place);
  draw_words(scene, &place, &matrix, &shown);
  draw_arcs(scene, &shown, arcs, place.cells);
  draw_lens(scene, &place, &matrix, box);
}
