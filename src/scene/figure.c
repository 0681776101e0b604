/* scene/figure.c -- pictures for papers and slides: what the view becomes on paper, how large its
** words are, and figures smaller than the room of their words. */
#include "scene/figure_internal.h"

#include <math.h>

#include "scene/overview/figure.h"
#include "scene/paper/poster.h"
#include "scene/paper/sheet_pages.h"
#include "scene/stages/stage.h"
#include "scene/stages/stage_view.h"
#include "scene/views/view_room.h"

/* Of the smallest words of a picture whose words have sizes of their own. */
static const float LEAST_SIZE_PT = 10.5f;

static bool shows_stage_picture(const View *view, const Figure *figure) {
  bool many = !stage_is_one_matrix(view->stage);
  return figure->kind == FIGURE_STAGE || figure->kind == FIGURE_COMPARE ||
         (figure->kind == FIGURE_HEATMAP && many && !figure->part_given);
}

/* A figure shows no motion, zoom or menu, whatever the window shows; a stage shows the moment at
** which it is held. */
static View still_view(const View *view, const Figure *figure) {
  View still = figure_shown_view(view, figure);
  if (figure->kind != FIGURE_STAGE || !view->held) still.transition = 1;
  still.zoom = 1;
  still.menu = MENU_NONE;
  still.mask_editor = false;
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
  const float most = 1.41f, most_upright = 0.042f; /* of its width: 10 points in 84 mm */
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
  float design = figure->kind == FIGURE_BLOCK ? LEAST_SIZE_PT : FIGURE_FONT_SIZE_PT;
  float asked = figure->font_size_pt > 0 ? figure->font_size_pt / design : 1;
  Pen pen = {.list = list,
             .metrics = metrics,
             .theme = &theme,
             .text_scale = fitting_scale(figure, asked)};
  if (figure->font_size_pt > 0 && has_one_size(view, figure))
    pen.words_pt = pen.text_scale * FIGURE_FONT_SIZE_PT;
  pen.letters = letters_of(view->export_look.figure.face);
  bool is_matrix = figure->kind == FIGURE_HEATMAP && !shows_stage_picture(view, figure) &&
                   trace_token_count(trace) > 0;
  list->background = theme.paper;
  if (figure->transparent) list->background = COLOR_NONE;
  Scene scene = scene_make(trace, &still, pen, false);
  if (pen.words_pt <= 0) {
    scene.pen.least_pt = figure->font_size_pt; /* of print, if it is given */
    scene.pen.least_pt = least_words(&scene, figure);
    if (figure->one_size && figure->kind == FIGURE_OVERVIEW)
      scene.pen.words_pt = scene.pen.least_pt;
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
  if (is_matrix) figure_draw_heatmap(&scene, figure, list);
  else figure_draw_box(&scene, figure, list);
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
