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

/* One chip per token, with its place and its id below it. */
typedef struct TokenChips {
  const Scene *scene;
  Box place;
  float size; /* design size of the words */
  int shown;  /* how many chips fit, counted from the first */
  Box *boxes; /* of each chip shown */
  bool one_row;
  bool tight; /* less room in and between chips */
  bool for_one_row;
  float height, used;
} TokenChips;

/* As large as they fit chips->place, which with the scene and the boxes the caller sets. */
void tokens_chips_fit(TokenChips *chips);
void tokens_chips_draw(const TokenChips *chips);
/* How many tokens there are, are shown and are known, and what stands below the chips where nothing
** beside them says it; and whether that is more than their number, which is told above. */
Str tokens_notes(const TokenChips *chips);
TextStyle tokens_notes_style(const Pen *pen);
bool tokens_notes_say_more(const TokenChips *chips);

/* What the tokens become next, the rows of X in outline (tokens_next.c): the height it takes of
** that room, 0 where there is too little of it; and that in its box. */
float tokens_next_height(const Scene *scene, float room);
void tokens_next_draw(const Scene *scene, Box box);

void tokens_inspect(Panel *panel); /* for a focused token */
void tokens_legend(Panel *panel);  /* for none: what the first is made of */
/* The chosen token in words (tokens_panel.c). */
CellWords tokens_cell_words(const Panel *panel);

#endif
