/* scene/layout.h -- where the parts of the screen lie.
**
**   top bar     sentence, model, attention kind, export
**   formula     the formula with the present part highlighted
**   heads | centre | inspector
**   bottom      the rail of stages, play, step by, speed
**
** If height is short the bars first become lower. What still does not fit is folded away in this
** order: thumbnails, inspector, formula; only then does the text shrink. The text scale s is the
** largest of 0.50, 0.55 … and the one asked for at which
**
**   window ≥ 780 s wide     centre ≥ 440 s wide and 300 s high
**
** Larger text is for people who sit far away and look at the centre: above a text scale of 1 a
** matrix in it, beside its names, must have no less room than at 1, and above 1.35 a tenth more.
** Fewer parts are folded than possible if that leaves s within 15 % of the largest possible value.
**
** In a window larger than 1440 × 900 text, cells and gaps grow, so that a projected window can be
** read from the back of a room: if nothing is reduced, the scale becomes the largest at which the
** same parts still fit, up to
**
**   asked × max(1, min(width / 1440, height / 900))
**
** The training view has no formula and keeps its panel at the left, with the sizes and buttons.
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

/* Boxes in points as drawn, from the upper left corner of the window. w or h is 0 where a
** part is folded away. */
typedef struct ScreenLayout {
  float text_scale; /* the one used */
  /* Smaller than asked for, which the status bar says. */
  bool text_scale_reduced;
  /* The scale of the centre's own labels, set by the function that draws it; 0: not set. */
  float centre_text_scale;
  Box window, top_bar, formula, heads, centre, inspector, bottom;
} ScreenLayout;

/* The factor by which everything may be larger than asked for in a window of
** that size: 1 or more. */
float layout_growth(float width_pt, float height_pt);

/* The factor by which a matrix is larger at a text scale above 1 than at 1, in the same window:
** 1, from 1.35 on 1.1. */
float layout_matrix_growth(float text_scale);

/* The height of the line below the centre, which the widgets take off it. */
float layout_status_bar_height(float text_scale);

/* The presenter view: two strips, of the sentence and the formula, and below them the centre. The
** strips and the text scale grow with the window; panels and bottom bar have no size. */
ScreenLayout layout_presenter(float width_pt, float height_pt, const View *view);

/* Depends only on the window's size and on what the view shows; metrics are not used yet. */
ScreenLayout layout_screen(float width_pt, float height_pt, const View *view,
                           const TextMetrics *metrics);

#endif
