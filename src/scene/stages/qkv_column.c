/* scene/stages/qkv_column.c -- Q, K and V in a figure as wide as one column of a page.
**
**   The │ X             X over the whole width, and below it the three maps beside each other, each
**   cat │               above the matrix that it makes, which has its columns: a column of W_Q is
**         W_Q W_K W_V   above that of Q. The rows of Q, K and V are at one height, named once.
**   The │ Q   K   V
**   cat │
**
** Beside each other with X the maps would be three millimetres wide.
*/
#include "scene/stages/qkv_place.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

/* Design points. */
static const float WIDTH_MOST = 520, EDGE = 16, NAMES_MOST = 0.22f, BETWEEN = 22;
static const float NAME = 30, NUMBERS = 18, RIVER = 26, ARROW = 18, MAP_HIGH = 104, LEGEND = 34;
static const float BIAS = 9, BIAS_GAP = 10, ROWS_MOST = 270, ROW = 15, NAME_GAP = 8;
static const float SAMPLE_WIDE = 40, SAMPLE_HIGH = 7;
/* Points: of the frame around a matrix, half of its line, and of the end of a ribbon. */
static const float FRAME_OUT = 4, FRAME_LINE = 0.75f, RIBBON_OFF = 5;

static float row_height(const Scene *scene) {
  float named = fmaxf(stage_points(scene, ROW), 0.98f * pen_line_height(&scene->pen, 13));
  return fminf(named, stage_points(scene, ROWS_MOST) / (float)trace_token_count(scene->trace));
}

static bool has_bias(const Scene *scene) { return trace_has_part(scene->trace, TRACE_B_Q); }

/* Without the rows of X and of its products. */
static float around(const Scene *scene) {
  float bias = has_bias(scene) ? BIAS + BIAS_GAP : 0;
  return stage_points(scene,
                      2 * EDGE + 3 * NAME + NUMBERS + RIVER + MAP_HIGH + bias + ARROW + LEGEND);
}

float qkv_column_height(const Scene *scene) {
  return around(scene) + 2 * row_height(scene) * (float)trace_token_count(scene->trace);
}

/* Without a height it has its own; a lower box squeezes rows, and a much lower one is another's. */
bool qkv_is_column(const Scene *scene, Point size) {
  bool is_whole = trace_token_count(scene->trace) > 0 && !trace_is_recorded(scene->trace);
  bool is_print = pen_is_of_print(&scene->pen) && !scene->interactive;
  return is_whole && is_print && !scene_has_other_sentence(scene) &&
         size.x < WIDTH_MOST * scene->pen.text_scale &&
         (size.y <= 0 || size.y >= 0.9f * qkv_column_height(scene));
}

QkvPlace qkv_column_place(const Scene *scene, Box box) {
  QkvPlace place = {.is_column = true};
  float s = scene->pen.text_scale, edge = EDGE * s, between = BETWEEN * s;
  float rows = fmaxf((box.h - around(scene)) / 2, 8);
  rows = fminf(rows, row_height(scene) * (float)trace_token_count(scene->trace));
  place.label_width = fminf(matrix_label_width(scene, 104) + 5, box.w * NAMES_MOST);
  place.label_width_right = place.label_width;
  float left = box.x + edge + place.label_width, width = box.x + box.w - edge - left;
  float each = (width - 2 * between) / 3, y = box.y + edge + (NAME + NUMBERS) * s;
  place.x = (Box){left, y, width, rows};
  y += rows + (RIVER + NAME) * s;
  float result_y = y + (MAP_HIGH + ARROW + NAME) * s;
  if (has_bias(scene)) result_y += (BIAS + BIAS_GAP) * s;
  for (int i = 0; i < 3; i++) {
    float x = left + (each + between) * (float)i;
    place.bands[i] = qkv_bands[i];
    place.bands[i].weights_cells = (Box){x, y, each, MAP_HIGH * s};
    place.bands[i].cells = (Box){x, result_y, each, rows};
    if (has_bias(scene))
      place.bands[i].bias_cells = (Box){x, y + (MAP_HIGH + BIAS_GAP) * s, each, BIAS * s};
  }
  return place;
}

/* Straight down from one matrix to another of the same columns, from one colour to another; as
** wide as their frames. */
static void ribbon_down(const Scene *scene, Box from, Box to, Color above, Color below) {
  float out = FRAME_OUT + FRAME_LINE * fminf(scene->pen.text_scale, 1.5f);
  float top = from.y + from.h + RIBBON_OFF, end = to.y - RIBBON_OFF;
  float left = to.x - out, right = to.x + to.w + out;
  Point points[] = {{left, top},  {left, top},  {right, top}, {right, top}, {right, top},
                    {right, end}, {right, end}, {right, end}, {left, end},  {left, end},
                    {left, end},  {left, top},  {left, top}};
  draw_gradient_ribbon(scene->pen.list, points, 13,
                       (DrawGradient){{left, top}, {left, end}, above, below});
}

/* "Q 11 × 16 · ±2.9", or its ends alone. */
static void draw_name(const Scene *scene, Box cells, float up, TracePart part, const char *symbol) {
  const Pen *pen = &scene->pen;
  TextStyle bold = {FACE_BOLD, 18, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle small = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  Point at = {cells.x, cells.y - up};
  Str ends = stage_ends_words(scene, part);
  MatView values = stage_matrix(scene, part);
  Str whole = str_from(str_format(pen->list->arena, "%s · %.*s",
                                  number_shape(pen->list->arena, values.rows, values.cols),
                                  (int)ends.bytes, ends.at));
  float width = pen_symbol(pen, bold, at, str_from(symbol)) + stage_points(scene, NAME_GAP);
  float room = cells.w + stage_points(scene, BETWEEN / 3) - width;
  Str words = pen_width(pen, small, whole) <= room ? whole : ends;
  if (pen_width(pen, small, words) <= room)
    pen_text(pen, small, (Point){at.x + width, at.y}, words);
}

/* From where the matrices begin. */
static void draw_legend(const Scene *scene, const QkvPlace *place, Box box) {
  const Pen *pen = &scene->pen;
  float wide = stage_points(scene, SAMPLE_WIDE), high = stage_points(scene, SAMPLE_HIGH);
  Box words = cut_bottom(&box, stage_points(scene, LEGEND));
  cut_left(&words, place->x.x - words.x);
  Box bar = cut_left(&words, wide);
  pen_sample(pen, scene_palette(scene, TRACE_Q),
             (Box){bar.x, bar.y + (bar.h - high) / 2, bar.w, high});
  cut_left(&words, stage_points(scene, NAME_GAP));
  TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START};
  float used = pen_text_in(pen, small, words, str_from(_("− to + of each matrix")));
  words.w = place->x.x + place->x.w - words.x;
  MatView map = stage_matrix(scene, TRACE_W_Q);
  Str shape = str_from(
      str_format(pen->list->arena, "W %s", number_shape(pen->list->arena, map.rows, map.cols)));
  small = (TextStyle){FACE_MONO, 10.5f, pen->theme->muted, ALIGN_END};
  if (used + stage_points(scene, 2 * NAME_GAP) + pen_width(pen, small, shape) <= words.w)
    pen_text_in(pen, small, words, shape);
}

static void draw_band(const Scene *scene, const QkvPlace *place, int index) {
  const QkvBand *band = &place->bands[index];
  QkvPlace named = *place;
  named.names_results = index == 0;
  Color role = scene_part_color(scene->pen.theme, band->result);
  Box map = band->weights_cells, made = band->cells;
  if (band->bias_cells.h > 0) map.h = band->bias_cells.y + band->bias_cells.h - map.y;
  ribbon_down(scene, map, made, color_fade(role, 0.1f), color_fade(role, 0.1f));
  qkv_weights_draw(scene, &named, band);
  qkv_result_draw(scene, &named, band);
  qkv_bias_cells_draw(scene, &named, band);
  float up = stage_points(scene, 13); /* the tail of an index keeps off the frame */
  draw_name(scene, band->weights_cells, up, band->weights, band->weights_symbol);
  draw_name(scene, band->cells, up, band->result, band->symbol);
}

void qkv_column_draw(const Scene *scene, const QkvPlace *place, Box box) {
  assert(place->is_column && !scene->interactive);
  TracePart part = trace_projection_input(scene->trace);
  MatrixWidget input = stage_rows_view(scene, part, place->x);
  input.row_labels = input.col_numbers = true;
  input.label_width = place->label_width;
  input.label_height = stage_points(scene, NUMBERS);
  input.belongs = input.focus_col >= 0;
  input.focus_col = -1;
  for (int i = 0; i < 3; i++) {
    Color role = scene_part_color(scene->pen.theme, place->bands[i].result);
    ribbon_down(scene, place->x, place->bands[i].weights_cells, color_fade(role, 0.04f),
                color_fade(role, 0.2f));
  }
  matrix_widget_draw(scene, &input);
  draw_name(scene, place->x, stage_points(scene, NUMBERS + 9), part, qkv_input_symbol(scene, 'X'));
  for (int i = 0; i < 3; i++) draw_band(scene, place, i);
  draw_legend(scene, place, box);
}
