/* scene/heads/grid_names.c -- the tokens beside the rows of the first head of each layer, where all
** thumbnails leave them room. */
#include "scene/heads/grid_internal.h"

#include <math.h>

#include "scene/heads/heads.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"

static const float GAP = 8, WIDTH_MOST = 84; /* design points */
static const float LINE = TEXT_ASCENT + TEXT_DESCENT, TIMES_MOST = 1.3f, TIMES_MOST_AFAR = 2.2f;

static TextStyle style_of(const Grid *grid, int row) {
  const Scene *scene = grid->scene;
  int query, key;
  view_focus(scene->view, &query, &key);
  bool is_chosen = row >= 0 && row == query;
  Color color = is_chosen ? scene->pen.theme->query : scene->pen.theme->ink;
  return (TextStyle){is_chosen ? FACE_SEMIBOLD : FACE_REGULAR,
                     HEADS_LABEL_SIZE * fmaxf(grid->names_times, 1), color, ALIGN_END};
}

/* Keys of another sentence may be as many as the queries. */
static bool are_queries(const Scene *scene) {
  TracePart part = heads_part_on_show(scene);
  int rows, cols;
  trace_matrix_shape(scene->trace, part, scene->view->layer, &rows, &cols);
  bool may_be_keys = trace_is_cross(scene->trace) && !trace_part_info(part)->by_pair;
  return rows == trace_token_count(scene->trace) && !may_be_keys;
}

static float widest_name(const Grid *grid) {
  const Scene *scene = grid->scene;
  int count = trace_token_count(scene->trace);
  float widest = 0;
  for (int i = 0, step = token_measured_step(count); i < count; i += step)
    widest = fmaxf(widest, pen_width(&scene->pen, style_of(grid, i),
                                     token_shown(trace_token(scene->trace, i))));
  return fminf(widest, stage_points(scene, WIDTH_MOST));
}

void grid_plan_names(Grid *grid, float room) {
  const Scene *scene = grid->scene;
  float gap = stage_points(scene, GAP), rows = (float)trace_token_count(scene->trace);
  float times = grid->side / rows / LINE / pen_points(&scene->pen, HEADS_LABEL_SIZE);
  if (!scene->interactive || rows < 1 || times < 1 || !are_queries(scene)) return;
  float widest = widest_name(grid);
  float most = grid_is_for_afar(scene) ? TIMES_MOST_AFAR : TIMES_MOST;
  times = fminf(fminf(times, most), (room - gap) / fmaxf(widest, 1));
  if (times < 1) return;
  grid->names_times = times;
  grid->names_width = widest * times + gap;
}

void grid_draw_names(const Grid *grid) {
  const Scene *scene = grid->scene;
  int count = trace_token_count(scene->trace);
  float pitch = grid->side / (float)count, width = grid->names_width;
  if (grid->names_times <= 0) return;
  for (int layer = 0; layer < grid->rows; layer++) {
    float top = grid->top + grid->step_y * (float)layer;
    if (!trace_owns_layer(scene->trace, layer)) continue;
    for (int row = 0; row < count; row++) {
      Box box = {grid->window.x - width, top + pitch * (float)row, width - stage_points(scene, GAP),
                 pitch};
      pen_text_in(&scene->pen, style_of(grid, row), box,
                  token_shown(trace_token(scene->trace, row)));
    }
  }
}
