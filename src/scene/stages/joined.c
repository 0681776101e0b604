/* scene/stages/joined.c -- the heads side by side, times W_O: one row for each token.
**
**   labels  [ head 1 | head 2 | … ]  ×  W_O  =  joined
*/
#include "scene/stages/joined.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/side_by_side.h"
#include "trace/workings/joined.h"

typedef struct Place {
  Box concat, weights, joined;
  float label_width, sign;
  float foot_y; /* of the bars below both wide matrices */
  Box rows;     /* of the numbers of the followed row; h 0: there is no room */
} Place;

static const float MAP_LEAST = 96, MAP_LEAST_BELOW_DIGITS = 64; /* sides of W_O */
static const float MATRIX_LEAST = 164; /* with names and bars, below the rows; design */
/* of names above the matrices and bars below; and of a row where there are none with digits */
static const float TOP = 52, FOOT = 48, ROW_MOST = 32;

/* Each of so many heads has a row; of more there is their sum alone. */
enum { HEADS_EACH_MOST = 4 };

static int row_count(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (heads > HEADS_EACH_MOST) return 1;
  return heads + 1 + (trace_has_part(scene->trace, TRACE_B_O) ? 1 : 0);
}

/* Of the names before the rows with digits. */
static float names_width(const Scene *scene) {
  return stage_points(scene, stage_is_for_afar(scene) ? 92 : 76);
}

/* Of the matrices without names and bars, if they have all the room that they want; design. */
static float wanted_height(const Scene *scene, float row_most) {
  return fmaxf(MAP_LEAST, row_most * (float)trace_token_count(scene->trace));
}

static Place place_joined(const Scene *scene, Box box) {
  Place place = {.sign = stage_points(scene, 34)};
  Box inner = box_inset(box, stage_points(scene, 20));
  float row_most = stage_row_most_below_rows(scene);
  place.rows = followed_rows_take(
      scene, &inner,
      (FollowedRoom){.count = row_count(scene),
                     .least_design = MATRIX_LEAST,
                     .wanted_design = TOP + FOOT + wanted_height(scene, row_most)});
  float top = stage_points(scene, TOP), foot = stage_points(scene, FOOT);
  float least = stage_points(scene, 48);
  if (place.rows.h > 0) least = names_width(scene);
  place.label_width = fminf(fmaxf(matrix_label_width(scene, 120), least), inner.w * 0.18f);
  float room = inner.w - place.label_width - 2 * place.sign;
  float most = (float)trace_d_model(scene->trace) * stage_points(scene, 12);
  float map_least = place.rows.h > 0 ? MAP_LEAST_BELOW_DIGITS : MAP_LEAST;
  float height =
      stage_rows_height(scene, inner.h - top - foot, place.rows.h > 0 ? row_most : ROW_MOST);
  float side =
      floorf(fminf(room * 0.26f, fminf(most, fmaxf(height, stage_points(scene, map_least)))));
  float wide = floorf(fminf((room - side) / 2, most));
  float whole = place.label_width + 2 * wide + side + 2 * place.sign;
  float x = floorf(inner.x + (inner.w - whole) / 2) + place.label_width;
  float block = fmaxf(height, side);
  float y = floorf(inner.y + (inner.h - top - block - foot) / 2 + top);
  place.concat = (Box){x, y, wide, height};
  place.weights = (Box){x + wide + place.sign, y + floorf((block - side) / 2), side, side};
  if (height > side) place.weights.y = y + floorf((height - side) / 2);
  place.joined = (Box){x + wide + side + 2 * place.sign, y, wide, height};
  place.foot_y = y + block + stage_points(scene, 20);
  return place;
}

static Box map_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_joined(&fitted, box).joined;
}

/* -- heads ------------------------------------------------------------------------------------- */

/* No wider than half a cell, and not across the outline of the focused row. */
static void draw_head_gap(const Scene *scene, Box concat, float x) {
  const float outline = 5;
  MatrixWidget matrix = stage_rows_view(scene, TRACE_CONCAT, concat);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  float width = fminf(stage_points(scene, 3), grid.cell_w / 2), end = concat.y + concat.h;
  float start = concat.y;
  DrawList *list = scene->pen.list;
  Color paper = scene->pen.theme->paper;
  if (matrix.focus_row >= 0 && matrix.focus_row < grid.rows) {
    Box row = box_inset(matrix_row_box(&matrix, &grid, matrix.focus_row), -outline);
    if (row.y > start) draw_line(list, (Point){x, start}, (Point){x, row.y}, width, paper);
    start = row.y + row.h;
  }
  if (start < end) draw_line(list, (Point){x, start}, (Point){x, end}, width, paper);
}

static void draw_head_names(const Scene *scene, const Place *place) {
  const Pen *pen = &scene->pen;
  int count = trace_head_count(scene->trace, scene->view->layer);
  Box concat = place->concat;
  float width = concat.w / (float)count;
  for (int head = 0; head < count; head++) {
    bool on_show = head == scene->view->head;
    Box part = {concat.x + (float)head * width, concat.y, width, concat.h};
    if (head > 0) draw_head_gap(scene, concat, part.x);
    TextStyle style = {on_show ? FACE_BOLD : FACE_REGULAR, stage_small_print(scene),
                       on_show ? pen->theme->output : pen->theme->muted, ALIGN_MIDDLE};
    const char *words = str_format(pen->list->arena, _("head %d"), head + 1);
    if (pen_width(pen, style, str_from(words)) > width - 4)
      words = str_format(pen->list->arena, "%d", head + 1);
    Box name = {part.x + 1, part.y - stage_points(scene, 20), width - 2, stage_points(scene, 14)};
    if (pen_width(pen, style, str_from(words)) <= name.w)
      pen_text_in(pen, style, name, str_from(words));
    if (scene->interactive)
      draw_hit(pen->list, (DrawHit){.box = name,
                                    .cursor = CURSOR_HAND,
                                    .click = str_format(pen->list->arena, "head %d", head + 1)});
  }
  Box own = {concat.x + (float)scene->view->head * width, concat.y, width, concat.h};
  matrix_outline(scene, own, pen->theme->output_line, 2);
}

/* -- all --------------------------------------------------------------------------------------- */

/* W_O has a symbol, the others have titles. */
static void draw_name(const Scene *scene, Box cells, TracePart part, float lift_design) {
  float lift = stage_points(scene, lift_design);
  stage_name_draw(scene, &(StageName){.baseline = {cells.x, cells.y - lift},
                                      .room = cells.w + stage_points(scene, 26),
                                      .cells_w = cells.w,
                                      .symbol = part == TRACE_W_O ? "W_O" : stage_part_title(part),
                                      .size = stage_name_size(scene),
                                      .part = part});
}

static void draw_signs(const Scene *scene, const Place *place) {
  Box concat = place->concat, weights = place->weights;
  Box times = {concat.x + concat.w, concat.y, place->sign, concat.h};
  Box equals = {weights.x + weights.w, concat.y, place->sign, concat.h};
  stage_sign_draw(scene, times, "×");
  stage_sign_draw(scene, equals, "=");
}

/* A column of the map makes a column of the result: selecting one works out that number
** of the followed row. The cell is the term that can be set. */
static MatrixWidget map_view(const Scene *scene, Box cells) {
  Arena *arena = scene->pen.list->arena;
  MatrixWidget map = {.part = TRACE_W_O,
                      .before = TRACE_W_O,
                      .cells = cells,
                      .mix = 1,
                      .filled = -1,
                      .focus_row = -1,
                      .focus_col = -1,
                      .plain_focus = true};
  int row = stage_followed_row(scene), focus;
  stage_focus(scene, &focus, &map.followed);
  map.vectors = scene->interactive ? VECTORS_ARE_COLUMNS : VECTORS_NOT_TOLD;
  map.click = str_format(arena, "cell %d %%c o %%r", row + 1);
  map.hover = str_format(arena, "hover %d %%c o %%r", row + 1);
  return map;
}

static void draw_map_column(const Scene *scene, const MatrixWidget *map) {
  int row, col, term;
  MatrixGrid grid = matrix_widget_grid(scene, map);
  stage_focus(scene, &row, &col);
  (void)view_projection(scene->view, &term);
  if (col < 0 || col >= grid.cols) return;
  Box column = matrix_col_box(map, &grid, col);
  matrix_belonging_outline(scene, column);
  if (term < 0 || term >= grid.rows) return;
  Box across = matrix_row_box(map, &grid, term);
  matrix_outline(scene, box_common(column, across), scene->pen.theme->ink, 1.5f);
}

/* -- the numbers of the followed row ----------------------------------------------------------- */

static void add_term(const Scene *scene, FollowedRows *rows, const char *name, const float *terms) {
  int columns = trace_d_model(scene->trace);
  ColorRange range = scene_range(scene, TRACE_ATTN_PROJ, scene->view->layer, 0);
  if (!terms || !name) {
    scene->pen.list->failed = true;
    return;
  }
  rows->rows[rows->count++] = (FollowedRow){.name = name,
                                            .part = TRACE_ATTN_PROJ,
                                            .values = {terms, 1, columns, columns},
                                            .range = range,
                                            .reached = columns};
}

/* "head 1", "+ head 2" */
static const char *head_name(const Scene *scene, int head) {
  Arena *arena = scene->pen.list->arena;
  const char *name = str_format(arena, _("head %d"), head + 1);
  return head > 0 ? str_format(arena, "+ %s", name) : name;
}

/* What each head adds, and what they become; of many heads the sum alone. */
static void draw_rows(const Scene *scene, const Place *place) {
  Box box = place->rows;
  FollowedRows rows = {.token = stage_followed_row(scene),
                       .is_fine = true,
                       .name_design = names_width(scene) / stage_points(scene, 1),
                       .columns_least = FOLLOWED_SOME,
                       .left = place->concat.x};
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (box.h <= 0 || rows.token < 0 || !stage_matrix(scene, TRACE_ATTN_PROJ).at) return;
  for (int head = 0; heads <= HEADS_EACH_MOST && head < heads; head++)
    add_term(scene, &rows, head_name(scene, head),
             joined_terms_make(scene->pen.list->arena, scene->trace, scene->view->layer, rows.token,
                               head));
  if (heads <= HEADS_EACH_MOST && trace_has_part(scene->trace, TRACE_B_O))
    add_term(scene, &rows, _("+ bias"), mat_row(stage_matrix(scene, TRACE_B_O), 0));
  followed_rows_add(scene, &rows, heads > HEADS_EACH_MOST ? _("joined") : _("= joined"),
                    TRACE_ATTN_PROJ);
  for (int i = 0; i < rows.count; i++) {
    rows.rows[i].has_focus = true;
    rows.rows[i].is_part = i + 1 < rows.count;
    rows.rows[i].reached = rows.rows[rows.count - 1].reached; /* no term before its sum */
    rows.rows[i].is_plain = i != scene->view->head && i + 1 < rows.count;
  }
  followed_rows_draw(scene, box, &rows);
}

static void draw_map_matrices(const Scene *scene, Box box) {
  assert(!trace_is_recorded(scene->trace));
  Place place = place_joined(scene, box);
  MatrixWidget concat = stage_rows_view(scene, TRACE_CONCAT, place.concat);
  concat.row_labels = true;
  concat.label_width = place.label_width;
  concat.click = "cell %r row";
  concat.hover = "hover %r row";
  concat.focus_col = -1;
  matrix_widget_draw(scene, &concat);
  if (scene->interactive) stage_outline_followed(scene, &concat);
  draw_head_names(scene, &place);
  MatrixWidget weights = map_view(scene, place.weights);
  matrix_widget_draw(scene, &weights);
  stage_frame(scene, place.weights, scene->pen.theme->line);
  draw_map_column(scene, &weights);
  MatrixWidget joined = stage_rows_view(scene, TRACE_ATTN_PROJ, place.joined);
  joined.col_numbers = true;
  joined.label_height = stage_points(scene, 18);
  matrix_widget_draw(scene, &joined);
  if (scene->interactive) stage_outline_followed(scene, &joined);
  draw_name(scene, place.concat, TRACE_CONCAT, 28);
  draw_name(scene, place.weights, TRACE_W_O, 10);
  draw_name(scene, place.joined, TRACE_ATTN_PROJ, 28);
  draw_signs(scene, &place);
  float high = stage_points(scene, 30);
  stage_bar_draw(scene, TRACE_W_O, (Box){place.weights.x, place.foot_y, place.weights.w, high});
  stage_bar_draw(scene, TRACE_ATTN_PROJ, (Box){place.joined.x, place.foot_y, place.joined.w, high});
  draw_rows(scene, &place);
}

/* A recording has no map between its matrices. */
static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_JOINED);
  if (trace_is_recorded(scene->trace)) side_by_side_draw(scene, STAGE_JOINED, box);
  else draw_map_matrices(scene, box);
}

static Box cells(const Scene *scene, Box box) {
  return trace_is_recorded(scene->trace) ? side_by_side_cells(scene, STAGE_JOINED, box)
                                         : map_cells(scene, box);
}

/* -- words ------------------------------------------------------------------------------------- */

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace), rows, concat;
  trace_matrix_shape(scene->trace, TRACE_CONCAT, scene->view->layer, &rows, &concat);
  out->headline = _("All heads, side by side, become one row.");
  out->shapes = str_format(scene->pen.list->arena, _("%d × %d times %d × %d → %d × %d"), tokens,
                           concat, concat, width, tokens, width);
  out->explanation = _("The outputs of all heads stand side by side as one long row. One more map "
                       "mixes them into a row as wide as the model.");
  out->hint = trace_is_recorded(scene->trace)
                  ? _("Try: click a row and compare the heads side by side with what they become.")
                  : _("Try: click a column and see how much each head adds to it.");
}

static const char *focus_line(const Scene *scene, int row, int col) {
  return str_format(scene->pen.list->arena, _("%s: joined %s"), stage_place_words(scene, row, col),
                    stage_number(scene, TRACE_ATTN_PROJ, row, col).at);
}

/* [ O_1 | O_2 ] for two heads, [ O_1 | … | O_8 ] for more; two digits from ten on. */
static const char *concat_symbol(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (heads == 1) return "[ O_1 ]";
  StrBuf words = strbuf_make(scene->pen.list->arena);
  strbuf_format(&words, "[ O_1 | %sO", heads > 2 ? "… | " : "");
  if (heads > 9) strbuf_format(&words, "_%d", heads / 10);
  strbuf_format(&words, "_%d ]", heads % 10);
  return words.at ? words.at : "";
}

static void formula(const Scene *scene, Formula *out) {
  formula_add_plain(out, _("joined"), 0, 0);
  formula_add_equals(out);
  formula_add(out, (FormulaPiece){.symbol = concat_symbol(scene),
                                  .stage = STAGE_OUTPUT,
                                  .role = TRACE_OUTPUT,
                                  .always_colored = true,
                                  .after = 0.65f});
  formula_add(out, (FormulaPiece){
                       .symbol = "W_O", .stage = STAGE_JOINED, .role = TRACE_W_O, .after = 1.2f});
  formula_add_plain(out, _("then"), 0, 0.35f);
  formula_add(out, (FormulaPiece){.symbol = stage_layer_words(scene),
                                  .stage = STAGE_BLOCK,
                                  .role = TRACE_PART_COUNT});
}

const StageView stage_joined_view = {.draw = draw,
                                     .digit_rows = row_count,
                                     .cells = cells,
                                     .captions = captions,
                                     .focus_line = focus_line,
                                     .row_line = joined_row_line,
                                     .formula = formula,
                                     .inspect = joined_inspect,
                                     .cell_words = joined_cell_words,
                                     .sum = joined_sum,
                                     .legend = joined_legend,
                                     .has_afar = true,
                                     .question = inspect_question_of_column,
                                     .heads_part = TRACE_OUTPUT,
                                     .overview_part = TRACE_OUTPUT};
