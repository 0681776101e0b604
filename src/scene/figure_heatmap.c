/* scene/figure_heatmap.c -- one matrix as a figure.
**
**   title   Weights · layer 1 · head 3
**           labels above        bar
**   labels  cells               with its range
**   caption, wrapped
*/
#include "scene/figure_internal.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/matrix/lens.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float TITLE_DESIGN = 36, TITLE_OF_PRINT = 26, FOOT_DESIGN = 22, BAR_DESIGN = 84;
static const float MATRIX_MOST_DESIGN = 1160;

static float title_height(const Scene *scene) {
  if (!figure_has_title(scene)) return 0;
  return stage_points(scene, scene->pen.words_pt > 0 ? TITLE_OF_PRINT : TITLE_DESIGN);
}

/* -- its size ---------------------------------------------------------------------------------- */

typedef struct Plan {
  float width, height; /* of the picture */
  float matrix_w, matrix_h;
  float label_width, label_height;
  float caption_height;
  float left, top, right, bottom; /* margins around the cells, including the caption */
} Plan;

static bool has_token_rows(TracePart part) { return !trace_part_info(part)->is_weights; }

/* Of the longer of both titles in the corner. */
static float axis_title_width(const Scene *scene) {
  TextStyle style = {FACE_SEMIBOLD, 10.5f, COLOR_NONE, ALIGN_END};
  if (!scene_is_print(scene)) return stage_points(scene, 104);
  return pen_width(&scene->pen, style, str_from(_("Query"))) + stage_points(scene, 12);
}

/* The bar, its numbers, and the distances of draw_bar. */
static float bar_width(const Scene *scene, TracePart part) {
  if (!scene_is_print(scene)) return stage_points(scene, BAR_DESIGN);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Number high = number_plus(number_end(range.high)), low = number_end(range.low);
  if (scene_range_is_capped(scene, part)) high = number_at_least(number_end(range.high));
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_START};
  float numbers = fmaxf(pen_width(&scene->pen, style, number_str(&high)),
                        pen_width(&scene->pen, style, number_str(&low)));
  return stage_points(scene, 16 + 12) + pen_points(&scene->pen, 10.5f) * 0.6f +
         fmaxf(numbers, pen_width(&scene->pen, style, STR("0.5"))) + figure_pad(scene);
}

static float foot_height(const Scene *scene) {
  return scene_is_print(scene) ? 0 : stage_points(scene, FOOT_DESIGN);
}

static void plan_margins(const Scene *scene, TracePart part, const Figure *figure, Plan *plan) {
  bool by_pair = trace_part_info(part)->by_pair;
  float pad = figure_pad(scene), most = figure->width_pt > 0 ? 96 : 140;
  float titles = by_pair ? axis_title_width(scene) : stage_points(scene, 36);
  plan->label_width = has_token_rows(part) ? matrix_label_width(scene, most) : 0;
  if (has_token_rows(part)) plan->label_width = fmaxf(plan->label_width, titles);
  if (figure->width_pt > 0)
    plan->label_width = fminf(plan->label_width, fmaxf(figure->width_pt * 0.24f, titles * 0.56f));
  plan->label_height = by_pair
                           ? fmaxf(matrix_label_height(scene, most * 0.8f), stage_points(scene, 34))
                           : stage_points(scene, 20);
  plan->left = pad + plan->label_width;
  plan->top = pad + title_height(scene) + plan->label_height;
  plan->right = fmaxf(bar_width(scene, part), by_pair ? plan->label_height * 0.85f : 0);
  plan->bottom = foot_height(scene) + pad;
}

typedef struct Cell {
  float w, h;
} Cell;

/* Cells by pair are square; others may be narrow, since a row is read as a whole. */
static Cell natural_cell(const Scene *scene, TracePart part, MatView values) {
  bool by_pair = trace_part_info(part)->by_pair;
  float most = stage_points(scene, MATRIX_MOST_DESIGN);
  float w = stage_points(scene, by_pair ? 44 : values.cols <= 24 ? 38 : 11);
  float h = stage_points(scene, by_pair ? 44 : values.rows <= 40 ? 24 : 14);
  w = fminf(w, most / (float)values.cols);
  h = fminf(h, most / (float)values.rows);
  if (by_pair) w = h = fminf(w, h);
  return (Cell){w, h};
}

/* A given width or height scales the cells; those by pair stay square. */
static void plan_cells(const Scene *scene, TracePart part, const Figure *figure, Plan *plan) {
  MatView values = stage_matrix(scene, part);
  Cell cell = natural_cell(scene, part, values);
  float rows = (float)values.rows, cols = (float)values.cols;
  float room_w = fmaxf(figure->width_pt - plan->left - plan->right, 8);
  float room_h = fmaxf(figure->height_pt - plan->top - plan->bottom - plan->caption_height, 8);
  if (figure->width_pt > 0) cell.w = room_w / cols;
  if (figure->height_pt > 0) cell.h = room_h / rows;
  if (trace_part_info(part)->by_pair) {
    if (figure->width_pt > 0 && figure->height_pt > 0) cell.w = cell.h = fminf(cell.w, cell.h);
    else if (figure->width_pt > 0) cell.h = cell.w;
    else if (figure->height_pt > 0) cell.w = cell.h;
  } else {
    cell.h = fminf(cell.h, stage_points(scene, 40));
    cell.w = fminf(cell.w, stage_points(scene, 48));
  }
  plan->matrix_w = cell.w * cols;
  plan->matrix_h = cell.h * rows;
}

static Plan plan_heatmap(const Scene *scene, TracePart part, const Figure *figure) {
  Plan plan = {0};
  float pad = figure_pad(scene);
  plan_margins(scene, part, figure, &plan);
  plan_cells(scene, part, figure, &plan);
  plan.width = figure->width_pt > 0
                   ? figure->width_pt
                   : ceilf(fmaxf(plan.left + plan.matrix_w + plan.right, stage_points(scene, 280)));
  plan.caption_height = figure_caption_height(scene, figure, plan.width - 2 * pad);
  if (figure->height_pt > 0)
    plan.caption_height = fminf(plan.caption_height, figure->height_pt * 0.35f);
  if (figure->height_pt > 0 && plan.caption_height > 0) plan_cells(scene, part, figure, &plan);
  float height = plan.top + fmaxf(plan.matrix_h, stage_points(scene, 72)) + plan.bottom;
  plan.height = figure->height_pt > 0 ? figure->height_pt : ceilf(height + plan.caption_height);
  return plan;
}

/* -- drawing ----------------------------------------------------------------------------------- */

static Str place_words(const Scene *scene, const TracePartInfo *part) {
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer, head = scene->view->head;
  if (!part->per_layer) return (Str){"", 0};
  if (!part->per_head) return str_from(layer_words(arena, scene->trace, layer));
  return str_from(layer_head_words(arena, scene->trace, layer, head));
}

static void draw_title(const Scene *scene, TracePart part, Box box) {
  const Pen *pen = &scene->pen;
  const TracePartInfo *info = trace_part_info(part);
  Color color = scene_part_color(pen->theme, part);
  TextStyle bold = {FACE_BOLD, 18, color, ALIGN_START};
  float width = pen_text_in(pen, bold, box, str_from(stage_part_title(part)));
  Str words = place_words(scene, info);
  TextStyle small = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  float gap = stage_points(scene, 10), room = box.w - width - gap;
  Point at = {box.x + width + gap,
              box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(pen, bold.size)) / 2};
  if (words.bytes > 0 && pen_width(pen, small, words) <= room) pen_text(pen, small, at, words);
}

/* High enough for its numbers, and at most as high as people can compare. */
static void draw_bar(const Scene *scene, TracePart part, Box cells) {
  float height = float_clamp(cells.h, stage_points(scene, 56), stage_points(scene, 200));
  Box bar = {cells.x + cells.w + stage_points(scene, 16), cells.y, stage_points(scene, 12), height};
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  pen_color_bar(&scene->pen, &(ColorBar){.box = bar,
                                         .vertical = true,
                                         .palette = scene_palette(scene, part),
                                         .range = range,
                                         .used = scene_range_used(scene, part),
                                         .is_capped = scene_range_is_capped(scene, part)});
}

/* Shape and range, so that a picture without caption still explains its colours. */
static void draw_foot(const Scene *scene, TracePart part, const Plan *plan, float top) {
  const Pen *pen = &scene->pen;
  StrBuf words = strbuf_make(pen->list->arena);
  i18n_add_phrase(&words, "%s", stage_shape(scene, stage_matrix(scene, part)).at);
  i18n_add_phrase(&words, "%s", scene_range_words(scene, part));
  float pad = figure_pad(scene);
  Box box = {plan->left, top + stage_points(scene, 6), plan->width - plan->left - pad,
             stage_points(scene, 14)};
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START}, box,
              strbuf_str(&words));
}

/* Adds no hits: a figure has no pointer. */
static MatrixWidget matrix_of(const Scene *scene, TracePart part, const Plan *plan) {
  bool by_pair = trace_part_info(part)->by_pair;
  bool is_result = part == stage_result(scene->view->stage);
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .cells = {plan->left, plan->top, plan->matrix_w, plan->matrix_h},
                         .row_labels = has_token_rows(part),
                         .col_labels = by_pair,
                         .col_numbers = !by_pair,
                         .axis_titles = by_pair,
                         .label_width = plan->label_width,
                         .label_height = plan->label_height,
                         .digits = true,
                         .alone = true,
                         .mix = 1,
                         .filled = is_result ? scene->view->filled : -1,
                         .focus_row = -1,
                         .focus_col = -1};
  if (is_result) stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  return matrix;
}

void figure_draw_heatmap(const Scene *scene, const Figure *figure, DrawList *list) {
  assert(figure->kind == FIGURE_HEATMAP && trace_token_count(scene->trace) > 0);
  TracePart part = figure_part(scene->view, figure);
  Plan plan = plan_heatmap(scene, part, figure);
  list->width_pt = plan.width;
  list->height_pt = plan.height;
  float whole_w = plan.left + plan.matrix_w + plan.right;
  float pad = figure_pad(scene), spare = fmaxf(plan.width - whole_w, 0) / 2;
  plan.left += floorf(spare);
  MatrixWidget matrix = matrix_of(scene, part, &plan);
  float title_x = fmaxf(plan.left - plan.label_width, pad);
  if (figure_has_title(scene)) {
    draw_group_begin(list, "title", NULL);
    draw_title(scene, part,
               (Box){title_x, pad, plan.width - pad - title_x, stage_points(scene, 24)});
    draw_group_end(list);
  }
  matrix_widget_draw(scene, &matrix);
  draw_bar(scene, part, matrix.cells);
  float below = plan.top + fmaxf(plan.matrix_h, stage_points(scene, 72));
  if (!scene_is_print(scene)) {
    draw_group_begin(list, "foot", NULL);
    draw_foot(scene, part, &plan, below);
    draw_group_end(list);
  }
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  if (trace_part_info(part)->by_pair)
    lens_draw(scene, &matrix, &grid, (Box){0, 0, plan.width, plan.height});
  float top = fminf(below + foot_height(scene), plan.height - pad - plan.caption_height);
  figure_draw_caption(scene, figure,
                      (Box){pad, top, plan.width - 2 * pad, plan.height - pad * 0.5f - top});
}
