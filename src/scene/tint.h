/* scene/tint.h -- the sentence in the colours of one row of weights: how much of its attention the
** chosen query gives to each token.
**
** The colour behind a token is that of its weight on the scale of all weights, 0 to 1, of the layer
** and head on show; a token the threshold drops has paper behind it, a hidden one the hatching's
** ground.
**
** Memory  on the list's arena.   Errors  none.
*/
#ifndef SCENE_TINT_H
#define SCENE_TINT_H

#include "scene/scene.h"

/* on false: nothing else counts. */
typedef struct Tint {
  bool on;
  int query; /* whose row */
  MatView weights, kept;
  MaskView mask;
} Tint;

/* on: the view asks for it and a row is in focus. */
Tint tint_of(const Scene *scene);

/* Opaque. key from 0. */
Color tint_color(const Scene *scene, const Tint *tint, int key);
/* "it → animal 0.967", for hovering. */
Str tint_words(const Scene *scene, const Tint *tint, int key);

/* The whole sentence, wrapped, each token with its weight, under a line that says whose row it is;
** and the height that takes. Without a row in focus the last one is taken. */
void tint_draw(const Scene *scene, Box box);
float tint_height(const Scene *scene, float width);

#endif
