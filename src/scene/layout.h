/* scene/layout.h -- where the parts of the screen lie.
**
**   top bar     sentence, model, attention kind, export
**   formula     the formula with the part at work lit
**   heads | centre | inspector
**   bottom      the rail of stages, play, step by, speed
**
** When height is short the bars first give up some of theirs. What does not fit then folds away in
** this order: thumbnails, inspector, formula; only then does the text shrink. The text scale s used
** is the largest of 0.50, 0.55 … and the one asked for at which
**
**   window ≥ 780 s wide     centre ≥ 440 s wide and 300 s high
**
** Larger text is asked for by those who sit far away, and what they look at is the centre: above a
** text scale of 1 a matrix in it, beside its names, must have no less room than at 1, and above
** 1.35 a tenth more. Fewer parts fold than could when what they leave lets s be within 15 % of the
** largest possible.
**
** A window larger than 1440 × 900 grows text, cells and gaps with it, so that a projected window is
** read from the back of a room: where nothing is reduced the scale becomes the largest at which the
** same parts still fit, up to
**
**   asked × max(1, min(width / 1440, height / 900))
**
** The training view has no formula and keeps what stands at its left: its sizes and its start.
**
** A folded part has width or height 0. The parts never overlap and fill the window.
**
** Units   Points; the sizes above are design points, for text scale 1.
** Memory  None.
** Errors  None: in a window too small for anything the smallest text is used.
*/
#ifndef SCENE_LAYOUT_H
#define SCENE_LAYOUT_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"
#include "scene/view.h"

/* Boxes in points as drawn, from the upper left corner of the window. w or h is 0 where a part is
** folded away. */
typedef struct ScreenLayout {
  float text_scale; /* the one used */
  /* Smaller than asked: the screen says so. */
  bool text_scale_reduced;
  /* 0, or of the centre's own labels: set by who draws it. */
  float centre_text_scale;
  Box window, top_bar, formula, heads, centre, inspector, bottom;
} ScreenLayout;

/* How much larger than asked everything may be in a window of that size: 1 or more. */
float layout_growth(float width_pt, float height_pt);

/* How much larger a matrix is at a text scale above 1 than at 1, in the same window: as much as
** before parts fold for it, then a tenth. */
float layout_matrix_growth(float text_scale);

/* Of the line below the centre, which the widgets cut off it. */
float layout_status_bar_height(float text_scale);

/* A pure function of the window's size and of what the view shows; metrics are not asked yet. */
ScreenLayout layout_screen(float width_pt, float height_pt, const View *view,
                           const TextMetrics *metrics);

#endif
