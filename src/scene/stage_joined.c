/* scene/stage_joined.c -- the heads side by side, times W_O: one row for each token again.
**
**   labels  [ head 1 | head 2 | … ]  ×  W_O  =  joined
**                    input row + joined row = next input row       where the model adds them
*/
#include <math.h>
#include <string.h>

#include "base/words.h"
#include "scene/stage.h"

typedef struct Place {
  Box concat, weights, joined;
  float label_width, sign;
  Box residual; /* h = 0: no room */
  float foot_y; /* of the bars below both wide matrices */
} Place;

static Place place_joined(const Scene *scene, Box box) {
  Place place = {.sign = stage_points(scene, 34)};
  Box inner = box_inset(box, stage_points(scene, 20));
  float top = stage_points(scene, 52), foot = stage_points(scene, 48);
  float residual = stage_points(scene, 132);
  if (inner.h < stage_points(scene, 420)) residual = 0;
  place.label_width =
      fminf(fmaxf(matrix_label_width(scene, 120), stage_points(scene, 48)), inner.w * 0.18f);
  float room = inner.w - place.label_width - 2 * place.sign;
  float most = (float)trace_d_model(scene->trace) * stage_points(scene, 12);
  float wide = floorf(fminf(room * 0.37f, most));
  float height = stage_rows_height(scene, inner.h - top - foot - residual, 32);
  float side = floorf(fminf(room * 0.26f, fminf(most, fmaxf(height, stage_points(scene, 96)))));
  float whole = place.label_width + 2 * wide + side + 2 * place.sign;
  float x = floorf(inner.x + (inner.w - whole) / 2) + place.label_width;
  float block = fmaxf(height, side);
  float y = floorf(inner.y + (inner.h - top - block - foot - residual) / 2 + top);
  place.concat = (Box){x, y, wide, height};
  place.weights = (Box){x + wide + place.sign, y + floorf((block - side) / 2), side, side};
  if (height > side) place.weights.y = y + floorf((height - side) / 2);
  place.joined = (Box){x + wide + side + 2 * place.sign, y, wide, height};
  float below = y + block + stage_points(scene, 20);
  place.foot_y = below;
  if (residual > 0)
    place.residual = (Box){x - place.label_width, below + stage_points(scene, 42), whole,
                           residual - stage_points(scene, 28)};
  return place;
}

Box stage_joined_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_joined(&fitted, box).joined;
}

/* -- heads ------------------------------------------------------------------------------------- */

static void draw_head_names(const Scene *scene, const Place *place) {
  const Pen *pen = &scene->pen;
  int count = trace_head_count(scene->trace, scene->view->layer);
  Box concat = place->concat;
  float width = concat.w / (float)count;
  for (int head = 0; head < count; head++) {
    bool on_show = head == scene->view->head;
    Box part = {concat.x + (float)head * width, concat.y, width, concat.h};
    if (head > 0)
      draw_line(pen->list, (Point){part.x, part.y - 3}, (Point){part.x, part.y + part.h + 3}, 1,
                pen->theme->output);
    TextStyle style = {on_show ? FACE_BOLD : FACE_REGULAR, 10.5f,
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
  matrix_outline(scene, own, pen->theme->output, 2);
}

/* -- what the next layer receives -------------------------------------------------------------- */

static bool adds_up(const Scene *scene, int row) {
  MatView input = stage_matrix(scene, TRACE_INPUT), joined = stage_matrix(scene, TRACE_JOINED);
  MatView next = stage_matrix(scene, TRACE_RESIDUAL);
  if (!next.at || next.cols != input.cols || next.cols != joined.cols) return false;
  for (int col = 0; col < next.cols; col++) {
    float sum = mat_get(input, row, col) + mat_get(joined, row, col);
    if (fabsf(sum - mat_get(next, row, col)) > 1e-4f * fmaxf(1, fabsf(sum))) return false;
  }
  return true;
}

static float largest_of(const Scene *scene, TracePart part) {
  return trace_largest(scene->trace, part, scene->view->layer, 0);
}

static void draw_residual_row(const Scene *scene, const Place *place, TracePart part, int index) {
  const Pen *pen = &scene->pen;
  static const char *const words[3] = {N_("input"), N_("+ joined"), N_("= next input")};
  float largest = fmaxf(fmaxf(largest_of(scene, TRACE_INPUT), largest_of(scene, TRACE_JOINED)),
                        largest_of(scene, TRACE_RESIDUAL));
  if (!(largest > 0)) largest = 1;
  Box box = place->residual;
  float step = stage_points(scene, 24), label = stage_points(scene, 96);
  float y = box.y + stage_points(scene, 26) + (float)index * step;
  float width = fminf(box.w - label * 2, place->joined.w * 1.4f);
  Box strip = {box.x + (box.w - width) / 2, y, width, stage_points(scene, 16)};
  Box name = {strip.x - label - stage_points(scene, 8), y, label, strip.h};
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, 12, pen->theme->ink, ALIGN_END}, name,
              str_from(_(words[index])));
  ColorRange range = {-largest, largest};
  stage_strip_draw(scene, part, stage_followed_row(scene), strip, range);
  if (part != TRACE_RESIDUAL) return; /* one bar for the three, at the sum */
  Box bar = {strip.x + strip.w + stage_points(scene, 8), y, label, strip.h};
  pen_inline_bar(pen, bar, scene_palette(scene, part), range);
}

static void draw_residual(const Scene *scene, const Place *place) {
  int row = stage_followed_row(scene), layer = scene->view->layer;
  if (place->residual.h <= 0 || !adds_up(scene, row)) return;
  const Pen *pen = &scene->pen;
  Str label = trace_token(scene->trace, row)->label;
  label = pen_fit(pen, (TextStyle){FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_START},
                  stage_points(scene, 120), label);
  const char *words =
      str_format(pen->list->arena, _("%.*s:  x_%d = x_%d + joined  (the layer adds to its input)"),
                 (int)label.bytes, label.at, layer + 2, layer + 1);
  Box box = place->residual;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_MIDDLE};
  bool plain = memchr(label.at, '_', label.bytes) == NULL && layer < 8;
  Point at = {box.x + box.w / 2, box.y + stage_points(scene, 12)};
  if (plain && pen_symbol_width(pen, style, str_from(words)) <= box.w)
    pen_symbol(pen, style, at, str_from(words));
  draw_residual_row(scene, place, TRACE_INPUT, 0);
  draw_residual_row(scene, place, TRACE_JOINED, 1);
  draw_residual_row(scene, place, TRACE_RESIDUAL, 2);
}

/* -- all --------------------------------------------------------------------------------------- */

static void draw_name(const Scene *scene, Box cells, TracePart part, float lift_design) {
  float lift = stage_points(scene, lift_design);
  stage_name_draw(scene, &(StageName){.baseline = {cells.x, cells.y - lift},
                                      .room = cells.w + stage_points(scene, 26),
                                      .symbol = part == TRACE_W_O ? "W_O" : stage_part_title(part),
                                      .size = 14,
                                      .part = part});
}

static void draw_signs(const Scene *scene, const Place *place) {
  Box concat = place->concat, weights = place->weights;
  Box times = {concat.x + concat.w, concat.y, place->sign, concat.h};
  Box equals = {weights.x + weights.w, concat.y, place->sign, concat.h};
  stage_sign_draw(scene, times, "×");
  stage_sign_draw(scene, equals, "=");
}

void stage_joined_draw(const Scene *scene, Box box) {
  Place place = place_joined(scene, box);
  MatrixView concat = stage_rows_view(scene, TRACE_CONCAT, place.concat);
  concat.row_labels = true;
  concat.label_width = place.label_width;
  concat.click = "cell %r row";
  concat.hover = "hover %r row";
  concat.focus_col = -1;
  matrix_view_draw(scene, &concat);
  draw_head_names(scene, &place);
  MatrixView weights = {.part = TRACE_W_O,
                        .before = TRACE_W_O,
                        .cells = place.weights,
                        .mix = 1,
                        .filled = -1,
                        .focus_row = -1,
                        .focus_col = -1};
  matrix_view_draw(scene, &weights);
  stage_frame(scene, place.weights, scene->pen.theme->line);
  MatrixView joined = stage_rows_view(scene, TRACE_JOINED, place.joined);
  joined.col_numbers = true;
  joined.label_height = stage_points(scene, 18);
  matrix_view_draw(scene, &joined);
  draw_name(scene, place.concat, TRACE_CONCAT, 28);
  draw_name(scene, place.weights, TRACE_W_O, 10);
  draw_name(scene, place.joined, TRACE_JOINED, 28);
  draw_signs(scene, &place);
  float high = stage_points(scene, 30);
  stage_bar_draw(scene, TRACE_CONCAT, (Box){place.concat.x, place.foot_y, place.concat.w, high});
  stage_bar_draw(scene, TRACE_W_O, (Box){place.weights.x, place.foot_y, place.weights.w, high});
  stage_bar_draw(scene, TRACE_JOINED, (Box){place.joined.x, place.foot_y, place.joined.w, high});
  draw_residual(scene, &place);
}
