/* scene/stages/stage_matrices.c -- matrices that stand beside each other: rows of tokens, columns
** with their name and bar, strips of one row, frames and signs. */
#include "scene/stages/stage.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

void stage_frame(const Scene *scene, Box cells, Color color) {
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(cells, -4),
                                      .corner = 4,
                                      .stroke = color,
                                      .stroke_width = 1.5f * fminf(scene->pen.text_scale, 1.5f)});
}

float stage_rows_height(const Scene *scene, float room, float row_most_design) {
  assert(trace_token_count(scene->trace) > 0);
  int count = trace_token_count(scene->trace);
  float row = fminf(room / (float)count, stage_points(scene, row_most_design));
  if (row >= 12) row = floorf(row);
  return row * (float)count;
}

float stage_row_most_below_rows(const Scene *scene) {
  const float filled = 320, least = 18, most = 104;
  return float_clamp(filled / (float)trace_token_count(scene->trace), least, most);
}

void stage_sign_draw(const Scene *scene, Box box, const char *sign) {
  TextStyle style = {FACE_MEDIUM, 18, scene->pen.theme->muted, ALIGN_MIDDLE};
  Point at = {box.x + box.w / 2,
              box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, style.size)) / 2};
  pen_text(&scene->pen, style, at, str_from(sign));
}

/* -- bars -------------------------------------------------------------------------------------- */

/* The size of words and numbers at bars: before a class larger than the smallest that is read. */
static float bar_print(const Scene *scene) {
  const float of_smallest = 1.34f;
  return stage_small_print(scene) * (scene_is_presented(scene) ? of_smallest : 1);
}

/* Wide enough for the numbers at both ends. */
static float bar_width(const Scene *scene, TracePart part, ColorRange range, float room) {
  TextStyle style = {FACE_MONO, bar_print(scene), COLOR_NONE, ALIGN_START};
  Number low = number_plus(number_end(range.low)), high = number_plus(number_end(range.high));
  if (scene_range_is_capped(scene, part)) high = number_at_least(number_end(range.high));
  float least = pen_width(&scene->pen, style, number_str(&low)) +
                pen_width(&scene->pen, style, number_str(&high)) + stage_points(scene, 14);
  float wanted = fmaxf(room * 0.5f, fminf(room, stage_points(scene, 96)));
  return fmaxf(fminf(wanted, stage_points(scene, 132)), least);
}

/* Of powers of ten: each has a number. */
static float tens_width(const Scene *scene, float room) {
  return fminf(room * 0.55f, stage_points(scene, 220));
}

Pen stage_bar_pen(const Scene *scene) {
  Pen pen = scene->pen;
  pen.text_scale *= bar_print(scene) / 10.5f;
  return pen;
}

/* What is said left of a bar, if it has room. */
static void draw_bar_words(const Scene *scene, Box box, float bar, Str words, Str shorter) {
  TextStyle style = {FACE_REGULAR, bar_print(scene), scene->pen.theme->muted, ALIGN_END};
  Box text = {box.x, box.y, box.w - bar - stage_points(scene, 12), stage_points(scene, 18)};
  if (pen_width(&scene->pen, style, words) > text.w) words = shorter;
  if (pen_width(&scene->pen, style, words) <= text.w) pen_text_in(&scene->pen, style, text, words);
}

/* The bar is always drawn; returns its width. */
static float draw_bar(const Scene *scene, TracePart part, Box box) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  const Pen numbers = stage_bar_pen(scene);
  bool has_tens = scene_palette(scene, part) == PALETTE_TENS;
  float bar = has_tens ? tens_width(scene, box.w) : bar_width(scene, part, range, box.w);
  if (bar > box.w && range.low == -range.high) { /* ± stands for both ends */
    Box narrow = {box.x, box.y + stage_points(scene, 4), box.w, stage_points(scene, 22)};
    pen_wide_bar(&numbers, narrow, scene_palette(scene, part), range);
    return box.w;
  }
  Box place = {box.x + box.w - bar, box.y + stage_points(scene, 4), bar, stage_points(scene, 10)};
  pen_color_bar(&numbers, &(ColorBar){.box = place,
                                      .palette = scene_palette(scene, part),
                                      .range = range,
                                      .used = scene_range_used(scene, part),
                                      .is_capped = scene_range_is_capped(scene, part)});
  return bar;
}

void stage_bar_words_draw(const Scene *scene, TracePart part, Box box, const char *words) {
  float bar = draw_bar(scene, part, box);
  const char *used = scene_used_words(scene, part);
  bool has_tens = scene_palette(scene, part) == PALETTE_TENS;
  const char *shorter = used ? used : has_tens ? _("powers of ten") : "";
  draw_bar_words(scene, box, bar, str_from(words), str_from(shorter));
}

void stage_bar_draw(const Scene *scene, TracePart part, Box box) {
  const char *used = scene_used_words(scene, part), *rule = stage_range_rule(scene, part);
  const char *both = used ? str_format(scene->pen.list->arena, "%s; %s", rule, used) : rule;
  stage_bar_words_draw(scene, part, box, both);
}

/* -- strips ------------------------------------------------------------------------------------ */

Str stage_ends_words(const Scene *scene, TracePart part) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Arena *arena = scene->pen.list->arena;
  if (trace_part_info(part)->scale == SCALE_SHARES) return (Str){"", 0};
  if (range.low == -range.high)
    return str_from(str_format(arena, "±%s", number_end(range.high).at));
  return str_from(str_format(arena, "%s…%s", number_end(range.low).at, number_end(range.high).at));
}

void stage_values_draw(const Scene *scene, const StageStrip *strip, Box box) {
  assert(strip->values.rows == 1 && strip->range.low < strip->range.high);
  if (box.w <= 0 || strip->values.cols <= 0) return;
  float cell = box.w / (float)strip->values.cols;
  draw_heatmap(scene->pen.list, (DrawHeatmap){.box = box,
                                              .values = strip->values,
                                              .mix = 1,
                                              .hatch_mix = 1,
                                              .palette = scene_palette(scene, strip->part),
                                              .range = strip->range,
                                              .gap = cell >= 8   ? 1
                                                     : cell >= 4 ? 0.5f
                                                                 : 0,
                                              .corner = cell >= 10 ? 2 : 0,
                                              .filled = strip->filled,
                                              .theme = scene->pen.theme->id});
}

void stage_strip_draw(const Scene *scene, TracePart part, int row, Box box, ColorRange range) {
  MatView values = stage_matrix(scene, part);
  if (row < 0 || row >= values.rows) return;
  if (!(range.low < range.high))
    range = scene_range(scene, part, scene->view->layer, scene->view->head);
  StageStrip strip = {.part = part,
                      .values = {mat_row(values, row), 1, values.cols, values.stride},
                      .range = range,
                      .filled = -1};
  stage_values_draw(scene, &strip, box);
}

/* -- rows of tokens ---------------------------------------------------------------------------- */

/* Whether the part is one of several results of the current stage, such as Q, K and V. */
static bool is_result(const Scene *scene, TracePart part) {
  const StageInfo *info = stage_info(scene->view->stage);
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    if (info->parts[i] == part) return true;
  return part == stage_result(scene->view->stage);
}

static bool result_is_by_pair(const Scene *scene) {
  return trace_part_info(stage_result(scene->view->stage))->by_pair;
}

/* Steps count the cells of V; Q and K are filled row by row along with it, whatever their width. */
static int filled_of(const Scene *scene, TracePart part) {
  int rows, cols, filled = scene->view->filled, own = stage_matrix(scene, part).cols;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  if (filled < 0 || cols <= 0 || own == cols) return filled;
  int col = filled % cols;
  return filled / cols * own + (col < own ? col : own);
}

MatrixWidget stage_rows_view(const Scene *scene, TracePart part, Box cells) {
  MatrixWidget matrix = matrix_widget_clickable(part, cells);
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  if (scene->interactive && !trace_part_info(part)->by_pair) {
    matrix.vectors = VECTORS_ARE_ROWS;
    matrix.followed = stage_followed_row(scene);
  }
  if (is_result(scene, part)) matrix.filled = filled_of(scene, part);
  else matrix.belongs = !result_is_by_pair(scene);
  return matrix;
}

void stage_column_draw(const Scene *scene, const StageColumn *column) {
  assert(column->part < TRACE_PART_COUNT);
  MatrixWidget matrix = stage_rows_view(scene, column->part, column->cells);
  matrix.row_labels = column->label_width > 0;
  matrix.label_width = column->label_width;
  matrix.col_numbers = !column->is_bare;
  matrix.label_height = stage_points(scene, 18);
  matrix_widget_draw(scene, &matrix);
  if (scene->interactive) stage_outline_followed(scene, &matrix);
  float lift = stage_points(scene, column->is_bare ? 10 : 26);
  Point baseline = {column->cells.x, column->cells.y - lift};
  stage_name_draw(scene, &(StageName){.baseline = baseline,
                                      .room = column->name_room,
                                      .cells_w = column->cells.w,
                                      .symbol = stage_part_name(scene, column->part),
                                      .note = stage_part_note(scene, column->part),
                                      .size = stage_name_size(scene),
                                      .part = column->part});
}
