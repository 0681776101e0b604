/* scene/stages/tokens.h -- what the files of the tokens stage share. Private to stages/tokens*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_TOKENS_H
#define SCENE_STAGES_TOKENS_H

#include "scene/stages/stage_view.h"

/* The words of the sentence, in their places. */
typedef struct TokenWords {
  Box *boxes; /* one per token, or NULL: the sentence is drawn as running text */
  float size; /* design */
  bool one_row;
  float used; /* height */
} TokenWords;

/* In words as large as fit; with prefers_one_row smaller words come before a second line. */
TokenWords tokens_words_place(const Scene *scene, Box place, bool prefers_one_row);
void tokens_words_draw(const Scene *scene, const TokenWords *words, Box place);

/* Centres the boxes first … end−1, a row placed from left to right, in place and puts them into
** reading order: the first word with letters in the sentence sets the direction of the whole, and
** words of the other direction are reversed within it. */
void tokens_order_row(const Scene *scene, Box *boxes, int first, int end, Box place);

/* What the tokens become next, the rows of X in outline (tokens_next.c): the height it takes of
** that room, 0 where there is too little of it; and that in its box. */
float tokens_next_height(const Scene *scene, float room);
void tokens_next_draw(const Scene *scene, Box box);

void tokens_inspect(Panel *panel); /* for a focused token */
/* The chosen token in words (tokens_panel.c). */
CellWords tokens_cell_words(const Panel *panel);

#endif
