/* scene/layout.h -- where the parts of the screen lie.
**
**   top bar     sentence, model, attention kind, export
**   formula     the formula with the present part highlighted
**   heads | centre | inspector      a lesson takes the place of the heads
**   bottom      the rail of stages, play, step by, speed
**
** If height is short the bars first become lower. What still does not fit is folded away in this
** order: thumbnails, inspector, formula; only then does the text shrink. The text scale s is the
** largest of 0.50, 0.55 … and the one asked for at which
**
**   window ≥ 780 s wide     centre ≥ 440 s wide and 300 s high
**
** Beside a stage thumbnails and inspector are folded in any window under 800 points wide, and the
** formula too in one under 500 high. Matrices beside each other take the room of the thumbnails in
** one under 1200 points wide, and two runs that of the inspector under 1100.
**
** A text scale above 1 is for people who sit far away and look at the centre: the matrix and its
** digits grow first, the bars last. The layout of text scale 1 is the start, and with the scale
** asked for parts give their room to the centre:
**
**   from 1.2 the thumbnails     from 1.45 the inspector     from 1.7 the formula
**
** The bars grow as far as the height that they have at 1, and 0.3 of a folded formula's, permits.
** So the centre is never smaller at a larger text scale, and neither is a matrix in it.
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
  float text_scale; /* of bars and panels */
  /* That the centre may use, if it has the room: text_scale or more. */
  float picture_scale;
  /* text_scale is smaller than the one asked for, or than 1; the status bar says so. */
  bool text_scale_reduced;
  /* The scale of the centre's own labels, set by the function that draws it; 0: not set. */
  float centre_text_scale;
  Box window, top_bar, formula, heads, centre, inspector, bottom;
  Box lesson; /* beside the picture at the left; w 0: there is none */
  /* Below the formula, what is laid over the model: w 0 where nothing is, or there is no room. */
  Box laid_over;
} ScreenLayout;

/* The factor by which everything may be larger than asked for in a window of
** that size: 1 or more. */
float layout_growth(float width_pt, float height_pt);

/* A window in which the room belongs to the matrix: no formula and no headline beside a stage. */
bool layout_is_low(const ScreenLayout *layout);

/* The height of the line below the centre, which the widgets take off it. */
float layout_status_bar_height(float text_scale);

/* Takes that bar off the parts between the formula and the bottom; a layout without formula has no
** room for it. */
ScreenLayout layout_with_laid_over(ScreenLayout layout);

/* The presenter view: two strips, of the sentence and the formula, and below them the centre. The
** strips and the text scale grow with the window; panels and bottom bar have no size. */
ScreenLayout layout_presenter(float width_pt, float height_pt, const View *view);
/* With an inspector at the right of the presenter view, or where larger text has folded it, for the
** question of a quiz; the same where there is one, or no room for it. */
ScreenLayout layout_with_question(ScreenLayout layout);

/* Depends only on the window's size and on what the view shows; metrics are not used yet. */
ScreenLayout layout_screen(float width_pt, float height_pt, const View *view,
                           const TextMetrics *metrics);

#endif
