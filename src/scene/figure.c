/* scene/figure.c -- pictures for papers and slides: one matrix, all heads, a stage, the overview.
**
**   title   Weights · layer 1 · head 3
**           labels above        bar
**   labels  cells               with its range
**   caption, wrapped
*/
#include "scene/figure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/arcs.h"
#include "scene/figure_height.h"
#include "scene/figure_view.h"
#include "scene/heads/grid.h"
#include "scene/heads/panel_labels.h"
#include "scene/layer_words.h"
#include "scene/matrix/lens.h"
#include "scene/number.h"
#include "scene/overview/figure.h"
#include "scene/paper/poster.h"
#include "scene/paper/sheet_pages.h"
#include "scene/stages/stage.h"
#include "scene/matrix/threshold.h"
#include "scene/sentence_heat.h"
#include "scene/stages/compare.h"
#include "scene/stages/error_figure.h"
#include "scene/stages/stage_view.h"
#include "scene/training/charts.h"
#include "scene/views/view_room.h"

static const float FONT_SIZE_PT = 13; /* of labels at text scale 1 */
/* Of the smallest words of a picture whose words have sizes of their own. */
static const float LEAST_SIZE_PT = 10.5f;
static const float PAD_DESIGN = 16, TITLE_DESIGN = 36, PAD_OF_PRINT = 8, TITLE_OF_PRINT = 26,
                   FOOT_DESIGN = 22, BAR_DESIGN = 84;
static const float MATRIX_MOST_DESIGN = 1160, OF_WEIGHTS_WIDTH_LEAST = 420;

static bool shows_stage_picture(const View *view, const Figure *figure) {
  bool many = !stage_is_one_matrix(view->stage);
  return figure->kind == FIGURE_STAGE || figure->kind == FIGURE_COMPARE ||
         (figure->kind == FIGURE_HEATMAP && many && !figure->part_given);
}

/* Figures with a size of words stand among the text of a page, which has margins itself. */
static float pad_of(const Scene *scene) {
  return stage_points(scene, scene->pen.words_pt > 0 ? PAD_OF_PRINT : PAD_DESIGN);
}

static bool has_title(const Scene *scene) { return !scene->view->export_look.figure.no_title; }

static float title_height(const Scene *scene) {
  if (!has_title(scene)) return 0;
  return stage_points(scene, scene->pen.words_pt > 0 ? TITLE_OF_PRINT : TITLE_DESIGN);
}

/* -- one matrix: its size ---------------------------------------------------------------------- */

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
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_START};
  float numbers = fmaxf(pen_width(&scene->pen, style, number_str(&high)),
                        pen_width(&scene->pen, style, number_str(&low)));
  return stage_points(scene, 16 + 12) + pen_points(&scene->pen, 10.5f) * 0.6f +
         fmaxf(numbers, pen_width(&scene->pen, style, STR("0.5"))) + pad_of(scene);
}

static float foot_height(const Scene *scene) {
  return scene_is_print(scene) ? 0 : stage_points(scene, FOOT_DESIGN);
}

static void plan_margins(const Scene *scene, TracePart part, const Figure *figure, Plan *plan) {
  bool by_pair = trace_part_info(part)->by_pair;
  float pad = pad_of(scene), most = figure->width_pt > 0 ? 96 : 140;
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

/* Measures the words that are drawn later, wrapped to the same width. */
static float caption_height(const Scene *scene, const Figure *figure, float width) {
  if (!figure->caption) return 0;
  Str words = figure_caption(scene->trace, scene->view, figure, scene->pen.list->arena);
  TextStyle style = {FACE_REGULAR, 10.5f, COLOR_NONE, ALIGN_START};
  return pen_wrapped_height(&scene->pen, style, width, 1.2f, words) + stage_points(scene, 10);
}

static Plan plan_heatmap(const Scene *scene, TracePart part, const Figure *figure) {
  Plan plan = {0};
  float pad = pad_of(scene);
  plan_margins(scene, part, figure, &plan);
  plan_cells(scene, part, figure, &plan);
  plan.width = figure->width_pt > 0
                   ? figure->width_pt
                   : ceilf(fmaxf(plan.left + plan.matrix_w + plan.right, stage_points(scene, 280)));
  plan.caption_height = caption_height(scene, figure, plan.width - 2 * pad);
  if (figure->height_pt > 0)
    plan.caption_height = fminf(plan.caption_height, figure->height_pt * 0.35f);
  if (figure->height_pt > 0 && plan.caption_height > 0) plan_cells(scene, part, figure, &plan);
  float height = plan.top + fmaxf(plan.matrix_h, stage_points(scene, 72)) + plan.bottom;
  plan.height = figure->height_pt > 0 ? figure->height_pt : ceilf(height + plan.caption_height);
  return plan;
}

/* -- one matrix: drawing ----------------------------------------------------------------------- */

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
              box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, bold.size)) / 2};
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
                                         .used = scene_range_used(scene, part)});
}

/* Shape and range, so that a picture without caption still explains its colours. */
static void draw_foot(const Scene *scene, TracePart part, const Plan *plan, float top) {
  const Pen *pen = &scene->pen;
  StrBuf words = strbuf_make(pen->list->arena);
  i18n_add_phrase(&words, "%s", stage_shape(scene, stage_matrix(scene, part)).at);
  i18n_add_phrase(&words, "%s", scene_range_words(scene, part));
  float pad = pad_of(scene);
  Box box = {plan->left, top + stage_points(scene, 6), plan->width - plan->left - pad,
             stage_points(scene, 14)};
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START}, box,
              strbuf_str(&words));
}

static void draw_caption(const Scene *scene, const Figure *figure, Box box) {
  if (!figure->caption || box.h <= 0) return;
  const Pen *pen = &scene->pen;
  Str words = figure_caption(scene->trace, scene->view, figure, pen->list->arena);
  box.y += stage_points(scene, 6);
  box.h = fmaxf(box.h - stage_points(scene, 6), 0);
  draw_group_begin(pen->list, "caption", NULL);
  pen_text_wrapped(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START}, box, 1.2f,
                   words);
  draw_group_end(pen->list);
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

static void draw_heatmap_figure(const Scene *scene, const Figure *figure, DrawList *list) {
  assert(figure->kind == FIGURE_HEATMAP && trace_token_count(scene->trace) > 0);
  TracePart part = figure_part(scene->view, figure);
  Plan plan = plan_heatmap(scene, part, figure);
  list->width_pt = plan.width;
  list->height_pt = plan.height;
  float whole_w = plan.left + plan.matrix_w + plan.right;
  float pad = pad_of(scene), spare = fmaxf(plan.width - whole_w, 0) / 2;
  plan.left += floorf(spare);
  MatrixWidget matrix = matrix_of(scene, part, &plan);
  float title_x = fmaxf(plan.left - plan.label_width, pad);
  if (has_title(scene)) {
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
  draw_caption(scene, figure,
               (Box){pad, top, plan.width - 2 * pad, plan.height - pad * 0.5f - top});
}

/* -- pictures that fill a box ------------------------------------------------------------------ */

typedef struct Size {
  float w, h;
} Size;

/* At most four columns: more would be too small on a page. */
static int heads_columns(const Scene *scene) {
  int heads = heads_panel_count(scene), given = scene->view->export_look.figure.columns;
  if (given > 0) return int_min(given, heads);
  return heads <= 3 ? heads : heads <= 8 ? (heads + 1) / 2 : 4;
}

static Size grid_size(const Scene *scene) {
  float width = grid_natural_width(scene), scale = scene->pen.text_scale;
  return (Size){width, grid_height(scene, width * scale) / scale};
}

/* A caption says what all parts have. */
static BlockFigure block_of(const Figure *figure) {
  BlockFigure block = *figure->block;
  if (figure->caption) block.below = NULL;
  return block;
}

static Size block_size(const Scene *scene, const Figure *figure) {
  BlockFigure block = block_of(figure);
  float width = block_figure_width(&scene->pen, &block), scale = scene->pen.text_scale;
  return (Size){width / scale, block_figure_height(&scene->pen, &block, width) / scale};
}

/* Design points at text scale 1; longer sentences get more, up to a limit. */
static Size natural_size(const Scene *scene, const Figure *figure) {
  int heads = heads_panel_count(scene);
  int cols = heads_columns(scene);
  int rows = (heads + cols - 1) / cols;
  int tokens = trace_token_count(scene->trace);
  float more = float_clamp(((float)tokens - 12) * 10, 0, 480);
  const ViewRoom *room = view_room(figure_view_kind(figure));
  float grown = room && room->grows ? more : 0;
  if (figure->kind == FIGURE_OVERVIEW) return (Size){1440, 900};
  if (figure->kind == FIGURE_POSTER) return (Size){POSTER_WIDTH, POSTER_HEIGHT};
  if (figure->kind == FIGURE_SENTENCE) return (Size){760, 400};
  if (room && room->width_design > 0)
    return (Size){room->width_design + grown, room->height_design + grown};
  if (figure->kind == FIGURE_BLOCK) return block_size(scene, figure);
  if (figure->kind == FIGURE_ARCS)
    return (Size){560, float_clamp(94 + 24 * (float)tokens, 240, 1160)};
  if (figure->kind == FIGURE_GRID) return grid_size(scene);
  if (figure->kind == FIGURE_CURVE)
    return scene->training ? (Size){560, training_figure_height(scene->training)}
                           : (Size){640, 400};
  if (scene->beside && scene->beside->next) return (Size){1080, 700 + 3 * more};
  if (figure->kind == FIGURE_COMPARE || scene->exact || scene->order || scene->beside)
    return (Size){1080 + more, 520 + more / 3};
  if (figure->kind == FIGURE_HEADS)
    return (Size){120 + 320 * (float)cols + more, 138 + 320 * (float)rows + more};
  return (Size){920 + more, 680 + more};
}

/* Labels of heads are smaller than those of a stage, unless their size is
** given, and shrink later. */
static Scene heads_fitted(const Scene *scene, const Figure *figure, float width, float height) {
  Scene fitted = *scene;
  float wanted = scene->pen.text_scale;
  if (figure->font_size_pt > 0) wanted *= FONT_SIZE_PT / HEADS_LABEL_SIZE;
  fitted.pen.text_scale = fminf(wanted, width / 300);
  if (height > 0) fitted.pen.text_scale = fminf(fitted.pen.text_scale, height / 240);
  return fitted;
}

static Scene of_weights_fitted(const Scene *scene, float width) {
  Scene fitted = *scene;
  fitted.pen.text_scale = fminf(scene->pen.text_scale, width / OF_WEIGHTS_WIDTH_LEAST);
  return fitted;
}

static void draw_picture(const Scene *scene, const Figure *figure, Box box) {
  const ViewRoom *room = view_room(scene->view->kind);
  if (room) room->draw(scene, box);
  else if (figure->kind == FIGURE_POSTER) poster_draw(scene, box, figure->version);
  else if (figure->kind == FIGURE_OVERVIEW) overview_figure_draw(scene, box);
  else if (figure->kind == FIGURE_BLOCK) {
    BlockFigure block = block_of(figure);
    block_figure_draw(&scene->pen, &block, has_title(scene), box);
  } else if (figure->kind == FIGURE_CURVE)
    (scene->training ? training_figure_draw : error_figure_draw)(scene, box);
  else if (figure->kind == FIGURE_GRID) {
    Scene fitted = of_weights_fitted(scene, box.w);
    heads_draw_grid(&fitted, box);
  } else if (figure->kind == FIGURE_HEADS) {
    Scene fitted = heads_fitted(scene, figure, box.w, box.h);
    heads_draw_figure(&fitted, box);
  } else if (figure_is_of_weights(figure)) {
    Scene fitted = of_weights_fitted(scene, box.w);
    bool is_arcs = figure->kind == FIGURE_ARCS;
    draw_group_begin(scene->pen.list, is_arcs ? "arcs" : "sentence", NULL);
    (is_arcs ? arcs_draw : sentence_heat_draw)(&fitted, box);
    draw_group_end(scene->pen.list);
  } else stage_draw(scene, box);
}

/* The height of a picture of that width. */
static float picture_height(const Scene *scene, const Figure *figure, Size natural, float width) {
  assert(natural.w > 0);
  if (figure->kind == FIGURE_SENTENCE) {
    Scene fitted = of_weights_fitted(scene, width);
    return sentence_heat_height(&fitted, width);
  }
  if (figure->kind == FIGURE_GRID) {
    Scene fitted = of_weights_fitted(scene, width);
    return grid_height(&fitted, width);
  }
  if (figure->kind == FIGURE_BLOCK) {
    BlockFigure block = block_of(figure);
    return block_figure_height(&scene->pen, &block, width);
  }
  const StageView *stage = stage_views[scene->view->stage];
  if (scene->pen.least_pt > 0 ||
      (figure->kind == FIGURE_OVERVIEW && overview_figure_upright_height(scene, width) > 0))
    return figure_height_of_print(scene, figure, width, (Point){natural.w, natural.h});
  if (figure->kind == FIGURE_STAGE && figure->width_pt > 0 && stage->named_height)
    return fmaxf(width * natural.h / natural.w, stage->named_height(scene, width));
  if (figure->kind != FIGURE_HEADS) return width * natural.h / natural.w;
  Scene fitted = heads_fitted(scene, figure, width, 0);
  return heads_figure_height(&fitted, width, heads_columns(scene));
}

static void draw_box_figure(const Scene *scene, const Figure *figure, DrawList *list) {
  Size size = natural_size(scene, figure);
  float scale = scene->pen.text_scale, pad = pad_of(scene);
  float width = figure->width_pt > 0 ? figure->width_pt : size.w * scale;
  if (figure->width_pt <= 0 && figure->height_pt > 0) width = figure->height_pt * size.w / size.h;
  float caption = caption_height(scene, figure, width - 2 * pad);
  float height = picture_height(scene, figure, size, width);
  if (figure->height_pt > 0) height = fmaxf(figure->height_pt - caption, 1);
  bool is_whole = figure->kind != FIGURE_POSTER; /* which has the size of a sheet of paper */
  list->width_pt = figure->width_pt > 0 || !is_whole ? width : ceilf(width);
  list->height_pt = figure->height_pt > 0 ? figure->height_pt : height + caption;
  if (figure->height_pt <= 0 && is_whole) list->height_pt = ceilf(list->height_pt);
  draw_picture(scene, figure, (Box){0, 0, width, height});
  float left = pad;
  if (figure->kind == FIGURE_COMPARE) { /* on the edge of its note */
    Scene fitted = stage_fitted(scene, (Box){0, 0, width, height});
    left = stage_points(&fitted, COMPARE_INSET);
  }
  draw_caption(scene, figure,
               (Box){left, height - pad * 0.5f, width - 2 * pad, caption + pad * 0.5f});
}

/* -- all --------------------------------------------------------------------------------------- */

/* A figure shows no motion, zoom or menu, whatever the window shows; a stage shows the moment at
** which it is held. */
static View still_view(const View *view, const Figure *figure) {
  View still = *view;
  if (figure->kind != FIGURE_STAGE || !view->held) still.transition = 1;
  still.zoom = 1;
  if (figure_is_of_weights(figure)) still.stage = stage_of_part(TRACE_WEIGHTS);
  still.menu = MENU_NONE;
  still.mask_editor = false;
  still.kind = figure_view_kind(figure);
  if (figure->kind == FIGURE_COMPARE && still.compare == COMPARE_OFF)
    still.compare = figure->kept ? COMPARE_KEPT : COMPARE_EXACT;
  return still;
}

static const float WIDTH_LEAST = 268, HEIGHT_LEAST = 280, HEIGHT_LEAST_OF_CAPTION = 430;

/* In a small picture the text shrinks before anything is cut. */
static float fitting_scale(const Figure *figure, float scale) {
  float height_least = figure->caption ? HEIGHT_LEAST_OF_CAPTION : HEIGHT_LEAST;
  if (figure->width_pt > 0) scale = fminf(scale, figure->width_pt / WIDTH_LEAST);
  if (figure->height_pt > 0) scale = fminf(scale, figure->height_pt / height_least);
  return scale;
}

/* Figures lie on the white of a page, where the window has a tint. */
static Theme paper_theme(ThemeId id) {
  Theme theme = *theme_get(id);
  if (id == THEME_LIGHT) theme.paper = theme.panel;
  return theme;
}

/* The whole path and a stage set their words by importance; other figures have one size. */
static bool has_one_size(const View *view, const Figure *figure) {
  bool has_room = view_room(figure_view_kind(figure)) != NULL;
  bool is_large = figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_BLOCK ||
                  figure->kind == FIGURE_POSTER;
  return !is_large && !has_room && !shows_stage_picture(view, figure);
}

/* Whether what stands in a row elsewhere stands below each other, with room for its words. */
static bool is_column(const Scene *scene, const Figure *figure) {
  const StageView *stage = stage_views[scene->view->stage];
  bool is_low = figure->height_pt > 0 && figure->height_pt < figure->width_pt;
  if (figure->width_pt <= 0 || is_low) return false;
  if (figure->kind == FIGURE_OVERVIEW)
    return overview_figure_upright_height(scene, figure->width_pt) > 0;
  return shows_stage_picture(scene->view, figure) && figure->kind != FIGURE_COMPARE &&
         stage->is_column && stage->is_column(scene, (Point){figure->width_pt, figure->height_pt});
}

/* Small words are made as large as the page asks for in the room that they have, as far as numbers
** are whole there: to 7 points in 84 mm. */
static float least_words(const Scene *scene, const Figure *figure) {
  const float most = 1.26f, most_upright = 0.042f; /* of its width: 10 points in 84 mm */
  float scale = scene->pen.text_scale;
  if (is_column(scene, figure)) return fminf(figure->font_size_pt, figure->width_pt * most_upright);
  if (figure->width_pt > 0) scale = fminf(scale, figure->width_pt / STAGE_WIDTH_LEAST);
  if (figure->height_pt > 0) scale = fminf(scale, figure->height_pt / STAGE_HEIGHT_LEAST);
  if (figure->kind == FIGURE_BLOCK) return 0; /* whose boxes grow with their words */
  return fminf(figure->font_size_pt, LEAST_SIZE_PT * scale * most);
}

static FaceId letters_of(ExportFace face) {
  return face == EXPORT_SERIF ? FACE_SERIF : face == EXPORT_MATH ? FACE_MATH : FACE_REGULAR;
}

/* Paper is white and light whatever the window is, and its words have their own sizes. */
static void draw_sheet(const Scene *scene, const Figure *figure) {
  Theme theme = paper_theme(THEME_LIGHT);
  Scene of_paper = *scene;
  of_paper.pen.theme = &theme;
  of_paper.pen.text_scale = 1;
  of_paper.pen.words_pt = 0;
  sheet_pages_draw(&of_paper, &(SheetPages){.sheet = figure->sheet,
                                            .is_solved = figure->kind == FIGURE_SOLUTION,
                                            .version = figure->version});
}

static void build(const Trace *trace, const View *view, const TextMetrics *metrics,
                  const Figure *figure, DrawList *list) {
  View still = still_view(view, figure);
  if (figure->kind == FIGURE_POSTER) poster_choose(trace, &still);
  Theme theme = paper_theme(view->theme);
  float design = figure->kind == FIGURE_BLOCK ? LEAST_SIZE_PT : FONT_SIZE_PT;
  float asked = figure->font_size_pt > 0 ? figure->font_size_pt / design : 1;
  Pen pen = {.list = list,
             .metrics = metrics,
             .theme = &theme,
             .text_scale = fitting_scale(figure, asked)};
  if (figure->font_size_pt > 0 && has_one_size(view, figure))
    pen.words_pt = pen.text_scale * FONT_SIZE_PT;
  pen.letters = letters_of(view->export_look.figure.face);
  bool is_matrix = figure->kind == FIGURE_HEATMAP && !shows_stage_picture(view, figure) &&
                   trace_token_count(trace) > 0;
  list->background = theme.paper;
  if (figure->transparent) list->background = COLOR_NONE;
  Scene scene = scene_make(trace, &still, pen, false);
  if (pen.words_pt <= 0) {
    scene.pen.least_pt = figure->font_size_pt; /* of print, if it is given */
    scene.pen.least_pt = least_words(&scene, figure);
  }
  scene_add_kept(&scene, figure->kept);
  scene.differences = figure->differences;
  scene.selection = figure->selection;
  scene.times = figure->times;
  scene.lengths = figure->lengths;
  scene.saturation = figure->saturation;
  scene.together = figure->together;
  scene.answers = figure->answers;
  scene.board = figure->board;
  scene.training = figure->training;
  if (figure_is_sheet(figure)) {
    draw_sheet(&scene, figure);
    return;
  }
  if (is_matrix) draw_heatmap_figure(&scene, figure, list);
  else draw_box_figure(&scene, figure, list);
}

/* The whole path and a stage have frames and lines of fixed widths: where there is less than the
** least size, they are drawn at that size and made smaller as a whole. */
static void build_to_size(const Trace *trace, const View *view, const TextMetrics *metrics,
                          const Figure *figure, DrawList *list) {
  if (figure_is_sheet(figure)) { /* its page is as large as the paper */
    build(trace, view, metrics, figure, list);
    return;
  }
  float scale = has_one_size(view, figure) ? 1 : fitting_scale(figure, 1);
  Figure least = *figure;
  least.width_pt /= scale;
  least.height_pt /= scale;
  least.font_size_pt /= scale;
  build(trace, view, metrics, &least, list);
  if (scale >= 1) return;
  draw_list_scale(list, scale);
  if (figure->width_pt > 0) list->width_pt = figure->width_pt;
  if (figure->height_pt > 0) list->height_pt = figure->height_pt;
}

/* A caption that has to tell what the picture leaves out comes with the second picture. */
void figure_build(const Trace *trace, const View *view, const TextMetrics *metrics,
                  const Figure *figure, DrawList *list) {
  const DrawList empty = *list;
  Figure told = *figure;
  build_to_size(trace, view, metrics, figure, list);
  if (!figure->caption || (list->no_weight_below <= 0 && list->no_difference_below <= 0)) return;
  told.no_weight_below = list->no_weight_below;
  told.no_weight_in_wide_below = list->no_weight_in_wide_below;
  told.no_difference_below = list->no_difference_below;
  *list = empty;
  build_to_size(trace, view, metrics, &told, list);
}
