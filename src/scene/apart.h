/* scene/apart.h -- labels along a line, kept apart.
**
** Each wants to begin somewhere; where two would touch, both give way. The place is the mean of two
** others: every label pushed towards the end by the one before it, and every one pushed towards the
** beginning by the one after it. Both keep the order and the gap, so their mean does.
**
** Units   Any, the same for all.   Memory  None.
** Errors  None: labels that together are longer than the line stand beyond its end.
*/
#ifndef SCENE_APART_H
#define SCENE_APART_H

enum { APART_MOST = 32 };

typedef struct Apart {
  float at; /* where it wants to begin; then where it does */
  float size;
} Apart;

/* In the order of what they want; at most APART_MOST. */
void apart_place(Apart *labels, int count, float gap, float from, float to);

#endif
