/* scene/arcs.h -- the weights of one head as curves: queries at the left, keys at the right.
**
**   width of a curve = weight · the widest, and the widest follows the distance of two tokens
**
** Which are drawn: of a query in focus, all its keys; of a key alone, all who ask it; else all, but
** no more than the ARCS_MOST heaviest, and the picture says how many of how many. With a threshold
** only arcs to keys it keeps. Colour is that of the weights' role: the number is in the width.
**
** Tokens thin out where they would touch; both columns zoom and scroll as the matrix does.
** Units   points.   Memory  on the list's arena.   Errors  the list remembers them.
*/
#ifndef SCENE_ARCS_H
#define SCENE_ARCS_H

#include "scene/scene.h"

/* More curves than this hide each other, and a backend needs a frame for them. */
enum { ARCS_MOST = 1500 };

/* Draws both columns, their words and the curves into box; nothing for a sentence without
** tokens. */
void arcs_draw(const Scene *scene, Box box);

/* The part of a stage's box the arcs take beside a matrix by pair; w = 0: none are asked for. The
** rest is left in *box. */
Box arcs_place(const Scene *scene, Box *box);

#endif
