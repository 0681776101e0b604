/* scene/figure_height.c -- the height of a stage or a view of a page's width. */
#include "scene/figure_height.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/figure_view.h"
#include "scene/overview/figure.h"
#include "scene/stages/compare.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/pair_stage.h"
#include "scene/stages/stage_view.h"
#include "scene/views/view_room.h"

/* Design points. Of a matrix by pair: titles, names and bar around cells as wide as the room. */
static const float PAIR_LEAST = 470, ROOM_LEAST = 520, ROOM_EDGE = 20, PATH_LEAST = 330;
/* Of rows with names: the line of a name, what stands around them, and the most rows so named. */
static const float ROW_LINE = 13.6f, AROUND_ROWS = 130;
enum { NAMED_ROWS_MOST = 40 };

static float least_of_stage(const Scene *scene, float scale, float width) {
  const StageView *stage = stage_views[scene->view->stage];
  if (stage->named_height) return stage->named_height(scene, width);
  if (stage_info(scene->view->stage)->by_pair) return PAIR_LEAST * scale;
  int rows = int_min(trace_token_count(scene->trace), NAMED_ROWS_MOST);
  float above = stage->digit_rows ? followed_rows_of_page(scene, stage->digit_rows(scene)) : 0;
  return fmaxf(AROUND_ROWS + ROW_LINE * (float)rows, STAGE_HEIGHT_LEAST) * scale + above;
}

float figure_height_of_print(const Scene *scene, const Figure *figure, float width, Point natural) {
  assert(natural.x > 0 && width > 0);
  Scene fitted = *scene;
  fitted.pen.text_scale = fminf(scene->pen.text_scale, width / STAGE_WIDTH_LEAST);
  float scale = fitted.pen.text_scale, least = 0;
  bool is_stage = figure->kind == FIGURE_STAGE || figure->kind == FIGURE_COMPARE ||
                  figure->kind == FIGURE_HEATMAP;
  if (figure->kind == FIGURE_OVERVIEW && overview_figure_upright_height(scene, width) > 0)
    return overview_figure_upright_height(scene, width);
  if (figure->kind == FIGURE_OVERVIEW)
    return fmaxf(width * natural.y / natural.x, PATH_LEAST * scale) +
           overview_figure_more(&fitted, width);
  const ViewRoom *room = view_room(scene->view->kind);
  if (room)
    least = fminf(natural.y, ROOM_LEAST) * scale +
            view_room_title_more(&fitted, width - 2 * ROOM_EDGE * scale);
  if (room && room->printed_more) least += room->printed_more(&fitted, width);
  if (room && room->printed_height) least = fmaxf(least, room->printed_height(&fitted, width));
  if (room) return fmaxf(width * natural.y / natural.x, least);
  if (is_stage && trace_token_count(scene->trace) > 0) {
    if (compare_is_on(&fitted)) return compare_height(&fitted, width);
    least = least_of_stage(&fitted, scale, width);
  }
  float height = fmaxf(width * natural.y / natural.x, least);
  bool is_pair = is_stage && stage_info(scene->view->stage)->by_pair && !scene->view->arcs;
  bool is_drawn =
      is_pair && trace_token_count(scene->trace) > 0 && !stage_missing(scene, scene->view->stage);
  return is_drawn ? pair_page_height(scene, width, height) : height;
}
