/* scene/sentence_heat.h -- the sentence in the colours of one row of weights: how much of its
** attention the chosen query gives to each token.
**
** The colour behind a token is that of its weight on the scale of all weights, 0 to 1, of the layer
** and head on show; a token the threshold drops has paper behind it, a hidden one the hatching's
** ground.
**
** Memory  on the list's arena.   Errors  none.
*/
#ifndef SCENE_SENTENCE_HEAT_H
#define SCENE_SENTENCE_HEAT_H

#include "scene/scene.h"

/* on false: nothing else counts. */
typedef struct SentenceHeat {
  bool on;
  int query; /* whose row */
  MatView weights, kept;
  MaskView mask;
} SentenceHeat;

/* on: the view asks for it and a row is in focus. */
SentenceHeat sentence_heat_of(const Scene *scene);

/* Opaque. key from 0. */
Color sentence_heat_color(const Scene *scene, const SentenceHeat *tint, int key);
/* "it → animal 0.967", for hovering. */
Str sentence_heat_words(const Scene *scene, const SentenceHeat *tint, int key);

/* The whole sentence, wrapped, each token with its weight, under a line that says whose row it is;
** and the height that takes. Without a row in focus the last one is taken. */
void sentence_heat_draw(const Scene *scene, Box box);
float sentence_heat_height(const Scene *scene, float width);

#endif
