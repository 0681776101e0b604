/* scene/views/cost_chart.h -- one chart of costs: its axes, its curves and its measured times.
** Private to cost.c, cost_axes.c and cost_curves.c.
**
** Both axes are logarithmic: cost_chart_x and cost_chart_y turn a number of tokens and a cost into
** points of the picture.
**
** Units  points as drawn; constants in design points.   Memory, errors  As scene/views/cost.h.
*/
#ifndef SCENE_VIEWS_COST_CHART_H
#define SCENE_VIEWS_COST_CHART_H

#include "scene/scene.h"
#include "trace/workings/cost.h"

/* The room of the numbers left of the plot, and where ratios stand below names. */
static const float COST_AXIS = 66, COST_AXIS_AFAR = 48;
static const float COST_LABEL_SIZE = 13, COST_TICK_SIZE = 12;

/* A chart is one quantity; the last is the time. */
typedef struct CostChart {
  const char *name;
  CostQuantity quantity; /* COST_QUANTITY_COUNT: the time */
  Box plot;
  float labels_w, axis_w;
  double x_low, x_high, y_low, y_high; /* powers of ten of the ends */
} CostChart;

typedef struct CostPicture {
  const Scene *scene;
  CostSizes sizes;
  CostMethod shown;
  bool is_own;            /* bold is the way of the trace with all that is laid over it */
  const CostTimes *times; /* NULL: no third chart */
  bool is_afar;           /* ratios stand below the names, in words for the last row */
} CostPicture;

/* Of numbers at the axes and of ratios. */
static inline float cost_tick_size(const CostPicture *picture) {
  return picture->is_afar ? COST_LABEL_SIZE : COST_TICK_SIZE;
}

float cost_chart_x(const CostChart *chart, double tokens);
float cost_chart_y(const CostChart *chart, double value); /* within the plot */
/* The ends of both axes, from the quantity and the picture. */
void cost_chart_set_scales(const CostPicture *picture, CostChart *chart);
float cost_axis_width(const CostPicture *picture); /* of what its numbers take, without times */
void cost_axes_draw(const CostPicture *picture, const CostChart *chart);

/* The curves: one for each CostMethod, and behind these the way of the trace with all that is laid
** over it, and what keys and values of a head keep, by themselves and shared. */
enum {
  COST_CURVE_OWN = COST_METHOD_COUNT,
  COST_CURVE_KEPT,
  COST_CURVE_KEPT_SHARED,
  COST_CURVE_COUNT
};
double cost_curve_value(const CostPicture *picture, const CostChart *chart, int curve,
                        double tokens);
bool cost_curve_is_drawn(const CostPicture *picture, const CostChart *chart, int curve);
void cost_curves_draw(const CostPicture *picture, const CostChart *chart);
/* Of the names behind the curves with their marks and ratios, and of the gap before them. */
float cost_labels_width(const CostPicture *picture, const CostChart *chart);

/* The third chart: what was measured, or that it is being measured. */
void cost_times_draw(const CostPicture *picture, const CostChart *chart);

#endif
