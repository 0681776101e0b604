/* scene/figure_view.h -- which part of a view a figure shows: for its drawing and its caption.
**
** Memory  None.   Errors  None.
*/
#ifndef SCENE_FIGURE_VIEW_H
#define SCENE_FIGURE_VIEW_H

#include "scene/figure.h"

/* True for arcs and the tinted sentence, which show weights whatever the view's stage is. */
bool figure_is_of_weights(const Figure *figure);

/* An exercise sheet or its solution: pages of their own size. */
bool figure_is_sheet(const Figure *figure);

/* The kind of view that draws the same picture. */
ViewKind figure_view_kind(const Figure *figure);

/* The view with the kind, the stage and the comparison that the figure implies. */
View figure_shown_view(const View *given, const Figure *figure);

/* The matrix whose colours the figure has; for an overview one of several with the same scale. */
TracePart figure_part(const View *view, const Figure *figure);

#endif
