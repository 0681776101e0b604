/* scene/stages/compare_rows.c -- the followed row of what is compared, in large digits above. */
#include "scene/stages/compare_sides.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/compare_kept.h"

/* What the three matrices below and the words need. */
static const float LEAST_DESIGN = 250, LEAST_OF_LOW = 216;            /* of a low window */
static const float NAMES_MOST = 0.17f, NAME_SIZE = 14, NAME_GAP = 13; /* of the width; design */
static const float WIDTH_LEAST = 0.6f;                                /* of the room */

static bool has_rows(const Scene *scene) {
  return scene->interactive && compare_side_count(scene) == SIDES &&
         (!scene->beside || !scene->beside->next);
}

Box compare_rows_take(const Scene *scene, Box *room, bool *is_low) {
  if (!has_rows(scene)) return (Box){0};
  Box rows =
      followed_rows_take(scene, room, (FollowedRoom){.count = SIDES, .least_design = LEAST_DESIGN});
  if (rows.h > 0) return rows;
  rows = followed_rows_take_low(scene, room, SIDES, LEAST_OF_LOW);
  *is_low = rows.h > 0;
  return rows;
}

/* Of two numbers and their difference of one size. */
static const char *usual_number(const Scene *scene) {
  float largest = fmaxf(compare_largest(compare_values(scene, SIDE_LAID_OVER)),
                        compare_largest(compare_values(scene, SIDE_EXACT)));
  bool is_share = trace_part_info(compare_own_part(scene))->scale == SCALE_SHARES;
  return is_share ? "+.00" : largest >= 9.95f ? "−00.0" : "−0.0";
}

/* Only the row that is followed; NULL: no memory, or columns have numbers. */
static const Str *names_of(const Scene *scene, int cols) {
  if (!compare_names_cols(scene)) return NULL;
  Str *names = arena_take(scene->pen.list->arena, (size_t)cols, sizeof *names);
  if (!names) scene->pen.list->failed = true;
  for (int i = 0; names && i < cols; i++) names[i] = compare_col_name(scene, i);
  return names;
}

/* The reading order of the steps, in which a row is filled from the left. */
static int reached_of(const MatrixWidget *matrix, int row, int cols) {
  return matrix->filled < 0 ? cols : int_clamp(matrix->filled - row * cols, 0, cols);
}

static void add_row(const Scene *scene, const ComparePlace *place, SideId side,
                    FollowedRows *rows) {
  MatrixWidget matrix = compare_widget(scene, place, side);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  MatView values = grid.heatmap.values;
  bool is_difference = side == SIDE_DIFFERENCE;
  if (!values.at || rows->token >= values.rows) return;
  if (matrix.lines && matrix.lines->no_row[rows->token]) return;
  const char *ending = scene->order ? "placed" : scene->beside ? compare_kept_ending(scene) : NULL;
  Arena *arena = scene->pen.list->arena;
  rows->rows[rows->count++] = (FollowedRow){
      .name = compare_title(scene, side, true),
      .part = matrix.part,
      .values = {mat_row(values, rows->token), 1, values.cols, values.stride},
      .range = matrix.own_range,
      .reached = reached_of(&matrix, rows->token, values.cols),
      .of = ending ? str_format(arena, " %s", ending) : NULL,
      .number = matrix.is_of_shares ? is_difference ? FOLLOWED_OF_SHARES : FOLLOWED_SHARE
                : is_difference     ? FOLLOWED_DIFFERENCE
                                    : FOLLOWED_PLAIN,
      .times = matrix.digits_times,
      .mask = mask_rows(grid.heatmap.mask, rows->token, 1),
      .no_col = matrix.lines ? matrix.lines->no_col : NULL,
      .is_plain = is_difference,
      .has_focus = true};
}

float compare_rows_names(const Scene *scene, const ComparePlace *place) {
  float widest = 0, most = NAMES_MOST * place->rows.w;
  if (place->rows.h <= 0) return 0;
  for (int i = 0; i < SIDES; i++) {
    TextStyle style = {FACE_BOLD, NAME_SIZE, COLOR_NONE, ALIGN_END};
    Str name = str_from(compare_title(scene, (SideId)i, true));
    widest = fmaxf(widest, pen_width(&scene->pen, style, name));
  }
  return fminf(widest + stage_points(scene, NAME_GAP), most);
}

/* As wide as the matrices below, unless these are narrow. */
static Box box_of(const ComparePlace *place) {
  Box rows = place->rows, first = place->cells[0], last = place->cells[place->across - 1];
  float left = first.x - place->label_width, right = last.x + last.w;
  float room = rows.x + rows.w;
  if (right - first.x < WIDTH_LEAST * (room - first.x)) right = room;
  return (Box){left, rows.y, right - left, rows.h};
}

void compare_rows_draw(const Scene *scene, const ComparePlace *place, int row) {
  int focus_row, focus_col;
  MatView values = compare_values(scene, SIDE_EXACT);
  if (place->rows.h <= 0 || row < 0 || row >= values.rows) return;
  compare_focus(scene, &focus_row, &focus_col);
  FollowedRows rows = {.token = row,
                       .title = compare_row_name(scene, row),
                       .col_names = names_of(scene, values.cols),
                       .column = focus_row >= 0 && focus_col >= 0 ? focus_col + 1 : -1,
                       .answers_by_row = compare_is_of_rows(scene),
                       .usual = usual_number(scene)};
  for (int i = 0; i < SIDES; i++) add_row(scene, place, (SideId)i, &rows);
  rows.name_design = place->label_width / stage_points(scene, 1);
  followed_rows_draw(scene, box_of(place), &rows);
}
