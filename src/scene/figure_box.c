/* scene/figure_box.c -- figures whose picture fills a box: its natural size, its height at a given
** width, and which picture it is. */
#include "scene/figure_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/arcs.h"
#include "scene/figure_height.h"
#include "scene/heads/grid.h"
#include "scene/heads/panel_labels.h"
#include "scene/overview/figure.h"
#include "scene/paper/poster.h"
#include "scene/sentence_heat.h"
#include "scene/stages/compare.h"
#include "scene/stages/error_figure.h"
#include "scene/stages/stage.h"
#include "scene/stages/stage_view.h"
#include "scene/training/charts.h"
#include "scene/views/view_room.h"

static const float OF_WEIGHTS_WIDTH_LEAST = 420;

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
  if (figure->font_size_pt > 0) wanted *= FIGURE_FONT_SIZE_PT / HEADS_LABEL_SIZE;
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
    block_figure_draw(&scene->pen, &block, figure_has_title(scene), box);
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

void figure_draw_box(const Scene *scene, const Figure *figure, DrawList *list) {
  Size size = natural_size(scene, figure);
  float scale = scene->pen.text_scale, pad = figure_pad(scene);
  float width = figure->width_pt > 0 ? figure->width_pt : size.w * scale;
  if (figure->width_pt <= 0 && figure->height_pt > 0) width = figure->height_pt * size.w / size.h;
  float caption = figure_caption_height(scene, figure, width - 2 * pad);
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
  figure_draw_caption(scene, figure,
                      (Box){left, height - pad * 0.5f, width - 2 * pad, caption + pad * 0.5f});
}
