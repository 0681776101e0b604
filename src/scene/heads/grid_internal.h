/* scene/heads/grid_internal.h -- what the files of the grid share. For scene/heads/grid*.c alone.
**
**   grid_place.c    where each thumbnail lies, and what is scrolled
**   grid_words.c    heading and foot
**   grid_names.c    the tokens beside the rows
**   grid.c          the thumbnails, the numbers at the edges, and all together
**
** Units   Points as drawn; the sizes below are design points.
*/
#ifndef SCENE_HEADS_GRID_INTERNAL_H
#define SCENE_HEADS_GRID_INTERNAL_H

#include "scene/heads/grid.h"
#include "scene/stages/stage.h"
#include "trace/head_order.h"

static const float GRID_PAD = 24, GRID_LEFT = 72, GRID_BAR = 5;

/* Before a class words are large where that takes no thumbnail any of its size. */
static inline bool grid_is_for_afar(const Scene *scene) { return scene->heads_afar_scale > 0; }
/* The size of words there, of a size elsewhere. */
static inline float grid_words(const Scene *scene, float size) {
  return grid_is_for_afar(scene) ? size * 1.75f : size;
}
/* The height of the two lines of words below a head that is sorted, and of one. */
static inline float grid_role_lines(const Scene *scene) {
  return stage_points(scene, grid_is_for_afar(scene) ? 41 : 34);
}
static inline float grid_role_line(const Scene *scene) {
  return stage_points(scene, grid_is_for_afar(scene) ? 18.5f : 15);
}
/* The room for the names of layers. */
static inline float grid_left(const Scene *scene) {
  return stage_points(scene, grid_is_for_afar(scene) ? 104 : GRID_LEFT);
}

typedef struct Grid {
  const Scene *scene;
  bool by_role; /* or by difference: one after the other, with words below each */
  const HeadPlace *places;
  int count, cols, rows;
  Box window;                      /* where the thumbnails are visible */
  float side, step_x, step_y, top; /* top: of the first row, including the scroll */
  float content;
  /* Of the tokens beside the rows, with the gap behind them: 0: there are none. times: of
  ** HEADS_LABEL_SIZE. */
  float names_times, names_width;
} Grid;

/* Heads one after the other. Without a kept run the order by difference is that by layer. */
bool grid_is_sorted(const Scene *scene);
float grid_heading_height(const Scene *scene);    /* a figure may leave its title to the caption */
Grid grid_arrange(const Scene *scene, Box inner); /* places NULL: no memory */
Box grid_cell_box(const Grid *grid, int index);

/* As large as rows and room permit; none if they would be small, or if the rows scroll. */
void grid_plan_names(Grid *grid, float room);
void grid_draw_names(const Grid *grid);

void grid_draw_heading(const Scene *scene, Box row);
/* What a thumbnail's cell is, its scale, and what the threshold covers. */
void grid_draw_foot(const Scene *scene, Box line);

#endif
