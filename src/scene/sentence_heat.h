/* scene/sentence_heat.h -- the sentence in the colours of one row of weights: how much the selected
** query attends to each token.
**
** The colour behind a token is that of its weight on the scale of all weights, 0 to 1, of the layer
** and head on show; a token that the threshold drops has the colour of paper, a hidden one that of
** the hatching's background.
**
** Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_SENTENCE_HEAT_H
#define SCENE_SENTENCE_HEAT_H

#include "scene/scene.h"

/* on false: the other fields are meaningless. */
typedef struct SentenceHeat {
  bool on;
  int query; /* the query of the row */
  MatView weights, kept;
  MaskView mask;
} SentenceHeat;

/* on: the view has the tint and a row is selected. */
SentenceHeat sentence_heat_of(const Scene *scene);

/* Opaque. key from 0. */
Color sentence_heat_color(const Scene *scene, const SentenceHeat *tint, int key);
/* "it → animal 0.967", for hovering. */
Str sentence_heat_words(const Scene *scene, const SentenceHeat *tint, int key);

/* Draws the whole sentence, wrapped, each token with its weight, under a line that names the row;
** and the height that this takes: of sentence_heat_row. */
void sentence_heat_draw(const Scene *scene, Box box);
float sentence_heat_height(const Scene *scene, float width);

/* The row of the figure: the chosen one; without one the most telling row of the head, else that of
** the last token, which sees the most. */
int sentence_heat_row(const Scene *scene);

#endif
