/* scene/heads/figure_panels.h -- where the panels of the figure of all heads lie, one a head, and
** how large they and the names beside them are. Private to scene/heads.
**
** Units   Points.   Memory, errors  As in scene/scene.h.
*/
#ifndef SCENE_HEADS_FIGURE_PANELS_H
#define SCENE_HEADS_FIGURE_PANELS_H

#include "scene/heads/panel_labels.h"
#include "scene/scene.h"

typedef struct HeadPanels {
  TracePart part;
  Box area; /* of all panels with their titles */
  int cols, rows, count;
  float side_w, side_h, step_x, step_y;
  float shape; /* height by width of the cells of a panel */
  float title;
  float chosen_line;   /* the part of it for the words of the chosen cell; 0: beside the name */
  float aside;         /* room left of the names */
  float digit_size_pt; /* in all panels; 0: no digits */
  bool has_roles;      /* after the number of a head */
  PanelLabels labels;
} HeadPanels;

/* The scene with the columns and the sizes of text with which the panels are as large in the box as
** with plain text. */
Scene head_panels_fitted(const Scene *given, Box box);
/* Where labels, panels and their names are: below the heading, above the foot. */
Box head_panels_room(const Scene *scene, Box box);
/* In that room of the box. Tries every number of columns: there are few heads. Larger text and
** larger names change none. */
HeadPanels head_panels_arrange(const Scene *scene, Box box);
Box head_panel_cells(const HeadPanels *panels, int index);
/* The scene that the names of rows and columns are drawn in: they grow as far as the panels leave
** them room. */
Scene head_panels_names(const Scene *scene);
/* Around the figure. Figures of a given size of words stand among the text of a page, which has
** margins itself. */
float head_panels_pad(const Scene *scene);
float head_panels_gap(const Scene *scene);
/* The height of the heading. It names the matrix and heads and, on the screen, links to other
** layers; a low figure has none. */
float head_panels_heading(const Scene *scene);
bool head_panels_have_heading(const Scene *scene, Box box);
/* Columns that were asked for may leave room behind the last panel, which the foot takes then. */
bool head_panels_have_hole(const Scene *scene);

#endif
