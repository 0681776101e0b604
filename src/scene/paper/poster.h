/* scene/paper/poster.h -- the path of one sentence through one head, for a wall.
**
**   the sentence
**   softmax(Q Kᵀ / √d) V
**   overview: words → Q, K, V → scores … weights → output
**   weights with all numbers       every head of the layer, small
**                                  joined · the words predicted
**   model, head, mask
**
** Made for A3 upright, where its smallest words have POSTER_WORDS_PT and the numbers in a matrix of
** a dozen words 12 points: a metre and a half away they are as large as a newspaper in the hand;
** from A3 to A1 everything is twice as large. Other sizes have it as large as fits, in the middle.
**
** Units   Points; design points are points of A3.
** Memory  On the list's arena.   Errors  Without memory the list remembers it.
*/
#ifndef SCENE_PAPER_POSTER_H
#define SCENE_PAPER_POSTER_H

#include "scene/scene.h"

static const float POSTER_WIDTH = 841.89f, POSTER_HEIGHT = 1190.55f, POSTER_WORDS_PT = 11;

/* Where no row is chosen, the row that the model is asked at, else the last one, and the key that
** is heaviest in it. */
void poster_choose(const Trace *trace, View *view);

/* version: "headsup 0.1.0". */
void poster_draw(const Scene *scene, Box box, Str version);

#endif
