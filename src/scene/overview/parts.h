/* scene/overview/parts.h -- what the overview's matrices have in common. Private to overview/.
**
** Units  Points as drawn.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_OVERVIEW_PARTS_H
#define SCENE_OVERVIEW_PARTS_H

#include "scene/overview/plan.h"

/* parts.c */
bool overview_is_there(const Scene *scene, TracePart part);
/* The cells, with numbers where there is room; gap_most between them. */
void overview_matrix(const Scene *scene, Box box, TracePart part, float gap_most);
/* The place of a matrix that a recording lacks. */
void overview_missing(const Scene *scene, Box box);
/* The colour bar with its ends; from afar the ends alone, "±24.8", but for the shares. */
void overview_bar(const Scene *scene, Box under, TracePart part);
/* "11 × 16" */
Str overview_size_words(const Scene *scene, TracePart part);
/* Names longer than their room are smaller, down to 10.5 points, and then shortened. */
float overview_fit_size(const Pen *pen, TextStyle style, Str name, float room);
/* Names of matrices are larger where they are read from afar. */
float overview_name_size(const Scene *scene, float usual);
/* A click on the box opens the stage. */
void overview_open_hit(const Scene *scene, Box box, StageId stage);

/* vectors.c: one of K, Q, V and the output. A missing matrix keeps its place. */
void overview_vectors(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                      const char *name);

/* pairs.c: the matrices by pair. */
void overview_pairs(const Scene *scene, const OverviewPlan *plan);
/* How far the titles of the axes at the right of the first matrix reach at most; that of the keys
** stands where their lines end. */
float overview_axis_titles_end(const Scene *scene, const OverviewPlan *plan);

/* focus.c: the row of the road in all matrices, its key, and how much of that is gathered. */
void overview_focus(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);

/* result.c: what the layer hands on for the row, and the model's answer. */
void overview_result(const Scene *scene, const OverviewPlan *plan, int query);
/* Whether it says that the asked row has no answer. */
bool overview_has_no_answer(const Scene *scene, int query);

#endif
