/* scene/views/length_curves.h -- curves of a chart of lengths. Private to scene/views/length*.c.
**
** Units  points as drawn.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_VIEWS_LENGTH_CURVES_H
#define SCENE_VIEWS_LENGTH_CURVES_H

#include "scene/stages/stage.h"
#include "scene/views/length.h"

#define LENGTH_TICK_SIZE 12.0f
#define LENGTH_DOT 3.75f

/* A chart is one of the two shares. */
typedef struct LengthChart {
  const char *name, *group;
  double (*share)(const LengthPoint *point);
  Box plot;
} LengthChart;

typedef struct LengthPicture {
  const Scene *scene;
  const Lengths *lengths;
  int least, most; /* the measured lengths */
  bool is_low;
} LengthPicture;

/* The point of the chosen length; NULL: it was not measured. */
const LengthPoint *length_chosen_point(const Lengths *lengths, LengthModel model);
/* Where a length is in a box of all of them. */
float length_x(const LengthPicture *picture, Box box, double tokens);
/* A disc for the model that attends, a square for the other. */
void length_dot_draw(const LengthPicture *picture, LengthModel model, Point at, float size,
                     Color stroke);
void length_curves_draw(const LengthPicture *picture, const LengthChart *chart);
/* The upright line of the chosen length, and its points. */
void length_chosen_draw(const LengthPicture *picture, const LengthChart *chart);

#endif
