/* scene/arcs_heads.h -- arcs of all heads of a layer in one picture: which are on, which is in
** front, and the lines that name them.
**
** The head that the pointer names is in front, else the one on show, else the first that is on: its
** curves lie on top in the colour of weights, and those of the others are grey. Where neither a
** query nor a key is chosen, of these only the strongest key of each query has a curve. With a
** query the keys that they look at most have their names beside them. Each head has a lane of its
** own at both ends of a curve, so that no head covers another there; a curve is as wide as its
** weight of the lane.
**
** Units   Points.   Memory  On the list's arena.   Errors  The list remembers them.
*/
#ifndef SCENE_ARCS_HEADS_H
#define SCENE_ARCS_HEADS_H

#include "scene/scene.h"

/* Whether the arcs are those of all heads. */
bool arcs_are_of_heads(const Scene *scene);
bool arcs_head_is_on(const Scene *scene, int head);
int arcs_heads_on(const Scene *scene); /* how many */
int arcs_front_head(const Scene *scene);

/* "1, 3, 4", those that are on; on the arena. */
const char *arcs_heads_listed(Arena *arena, const Scene *scene);

/* The scene of another head, with the view that it then has. */
Scene arcs_scene_of(const Scene *scene, int head, View *view);

/* The line of the heads: a click switches one off and on, a double click leaves it alone. It takes
** several lines where not all fit one. */
float arcs_legend_height(const Scene *scene, float width);
void arcs_legend_draw(const Scene *scene, Box box);

/* The key with a query's largest weight, the first of several. */
int arcs_strongest_key(MatView weights, int query);
/* Whether the others have only their strongest keys. */
bool arcs_others_are_few(const Scene *scene);
/* "grey: the other heads", below the line of heads; nothing, and no height, where one is on. */
float arcs_others_height(const Scene *scene);
void arcs_others_name_draw(const Scene *scene, Box box);
/* "H1 H3", the heads but the one in front whose key that is, as far as they fit the box. head_keys
** has one of each head of the layer, or −1. */
void arcs_marks_draw(const Scene *scene, const int *head_keys, int key, Box box);

/* The name of the head in front, above the weights of a row, which are its own. */
void arcs_front_name_draw(const Scene *scene, Box box);

#endif
