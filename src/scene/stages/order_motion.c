/* scene/stages/order_motion.c -- rows and columns of a shuffled sentence travel back. */
#include "scene/stages/order_motion.h"

#include <assert.h>
#include <math.h>

#include "scene/stages/motion.h"

static const float ROWS_SET_OUT = 0.05f, ROWS_ARRIVE = 0.5f, COLUMNS_ARRIVE = 0.95f;
static const float NAME_SIZE = 10.5f, NAME_PAD = 3;

static MaskView mask_column(MaskView mask, int col) {
  if (!mask.hidden) return mask;
  return (MaskView){mask.hidden + col, mask.rows, 1, mask.stride};
}

/* The name of the row's token at its beginning, on paper, so that it can be followed. */
static void draw_name(const Scene *scene, int token, Box row) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, NAME_SIZE, pen->theme->query, ALIGN_START};
  Str name = scene_label(scene, token);
  float pad = stage_points(scene, NAME_PAD), width = pen_width(pen, style, name) + 2 * pad;
  float high = pen_line_height(pen, NAME_SIZE);
  if (width > row.w / 2 || high > row.h * 1.5f) return;
  Box ground = {row.x, row.y + (row.h - high) / 2, width, high};
  draw_box(pen->list, (DrawBox){.box = ground, .corner = pad, .fill = pen->theme->paper});
  pen_text_in(pen, style, (Box){ground.x + pad, ground.y, width, high}, name);
}

static Box row_place(const Scene *scene, const DrawHeatmap *at_rest, int row, float t) {
  float high = at_rest->box.h / (float)at_rest->values.rows, from = (float)row;
  float to = (float)trace_place_in_order(scene->trace, row);
  return (Box){at_rest->box.x, at_rest->box.y + (from + (to - from) * t) * high, at_rest->box.w,
               high};
}

/* A name that would lie over one before it is left out for that moment. */
static void draw_names(const Scene *scene, const DrawHeatmap *at_rest, float t) {
  float apart = pen_line_height(&scene->pen, NAME_SIZE);
  for (int row = 0; row < at_rest->values.rows; row++) {
    Box place = row_place(scene, at_rest, row, t);
    bool is_free = true;
    for (int other = 0; other < row && is_free; other++)
      is_free = fabsf(row_place(scene, at_rest, other, t).y - place.y) >= apart;
    if (is_free) draw_name(scene, row, place);
  }
}

static void draw_rows(const Scene *scene, const DrawHeatmap *at_rest, MatView values, float t) {
  for (int row = 0; row < values.rows; row++) {
    DrawHeatmap strip = *at_rest;
    strip.box = row_place(scene, at_rest, row, t);
    strip.values = mat_view_rows(values, row, 1);
    strip.mask = trace_head_mask(scene->trace, scene->view->layer, scene->view->head);
    if (!at_rest->mask.hidden) strip.mask = (MaskView){0};
    else if (strip.mask.hidden) strip.mask = mask_rows(strip.mask, row, 1);
    draw_heatmap(scene->pen.list, strip);
  }
}

/* The rows are back: what is left is the order of the columns. */
static void draw_columns(const Scene *scene, const DrawHeatmap *at_rest, float t) {
  int cols = at_rest->values.cols;
  float wide = at_rest->box.w / (float)cols;
  for (int col = 0; col < cols; col++) {
    int place = trace_place_in_order(scene->trace, col);
    DrawHeatmap strip = *at_rest;
    strip.box.x += ((float)col + (float)(place - col) * t) * wide;
    strip.box.w = wide;
    strip.values = mat_view_cols(at_rest->values, place, 1);
    strip.mask = mask_column(at_rest->mask, place);
    draw_heatmap(scene->pen.list, strip);
  }
}

void order_motion_draw(const Scene *scene, const DrawHeatmap *at_rest, bool by_key, bool named,
                       float t) {
  MatView values = stage_matrix(scene, stage_result(scene->view->stage));
  DrawHeatmap heatmap = *at_rest;
  heatmap.passing = true;
  heatmap.kept = (MatView){0};
  assert(values.rows == at_rest->values.rows && values.cols == at_rest->values.cols);
  float rows_end = by_key ? ROWS_ARRIVE : COLUMNS_ARRIVE;
  if (!by_key || t < rows_end) {
    float part = motion_part(t, ROWS_SET_OUT, rows_end);
    draw_rows(scene, &heatmap, values, part);
    if (named) draw_names(scene, &heatmap, part);
  } else draw_columns(scene, &heatmap, motion_part(t, ROWS_ARRIVE, COLUMNS_ARRIVE));
}
