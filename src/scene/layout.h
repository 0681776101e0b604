/* scene/layout.h -- where the parts of the screen lie.
**
**   top bar     sentence, model, attention kind, export
**   formula     the formula with the part at work lit
**   heads | centre | inspector
**   bottom      the rail of stages, play, step by, speed
**
** What does not fit folds away in this order: thumbnails, inspector, formula. The text scale used
*is
** the largest that fits up to the one asked for. A folded part has width or height 0.
** Units  points.
*/
#ifndef SCENE_LAYOUT_H
#define SCENE_LAYOUT_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"
#include "scene/view.h"

typedef struct ScreenLayout {
  float text_scale;        /* the one used */
  bool text_scale_reduced; /* smaller than asked: the screen says so */
  Box window, top_bar, formula, heads, centre, inspector, bottom;
} ScreenLayout;

ScreenLayout layout_screen(float width_pt, float height_pt, const View *view,
                           const TextMetrics *metrics);

#endif
