/* scene/arcs.h -- the weights of one head as curves: queries at the left, keys at the right.
**
**   width of a curve = weight · the largest width, which follows the distance of two tokens
**
** The curves of a query leave side by side; those of a key end on each other, and a figure says
** their sum behind the key. Weights below 0.0005, in a figure below 0.01, have no curve.
**
** Drawn are all keys of the selected query; all queries of a key that is selected alone; else all,
** but at most the ARCS_MOST largest weights, and the heading says how many of how many; of several
** heads at most ARCS_MOST_OF_HEADS, as many for each. With a threshold only keys that it keeps. All
** curves have the colour of weights: the width shows the number. Labels are thinned out where they
** would touch; both columns zoom and scroll as the matrix does.
**
** Units   Points.   Memory  On the list's arena.   Errors  The list remembers them.
*/
#ifndef SCENE_ARCS_H
#define SCENE_ARCS_H

#include "scene/scene.h"

/* More curves than this cover each other, and take a backend a whole frame. */
enum { ARCS_MOST = 1500, ARCS_MOST_OF_HEADS = 800 };

/* Draws both columns, their words and the curves into box; nothing for a
** sentence without tokens. */
void arcs_draw(const Scene *scene, Box box);

/* The same, with the tokens in line with the rows of a matrix whose cells stand there, where the
** heading has room above them. */
void arcs_draw_beside(const Scene *scene, Box box, Box cells);

/* Takes the arcs' part off a stage's box, beside a matrix by pair; w = 0: arcs are off.
** *box keeps the rest. */
Box arcs_place(const Scene *scene, Box *box);

#endif
