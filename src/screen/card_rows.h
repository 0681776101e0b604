/* screen/card_rows.h -- collects the rows of a card. Private to screen/card*.c.
**
** Units   Sizes in bytes, shown in powers of 1000.   Memory  On the arena.
** Errors  A row without memory, without words or beyond CARD_ROWS_MOST is left out.
*/
#ifndef SCREEN_CARD_ROWS_H
#define SCREEN_CARD_ROWS_H

#include "model/checkpoint/facts.h"
#include "screen/card.h"

/* Further rows are left out. Lengths are in graphemes: what a line of the card holds. */
enum { CARD_ROWS_MOST = 40, CARD_PATH_LETTERS = 88, CARD_TITLE_LETTERS = 120 };

typedef struct CardRows {
  Arena *arena;
  UiFact *facts;
  int count;
} CardRows;

/* name and value must live as long as the arena, or be translated constants; NULL
** counts as no memory. */
void card_add(CardRows *card, const char *name, const char *value, bool is_warning);

/* 124439808 → "124 439 808", groups of three separated by a thin space. */
const char *card_grouped(Arena *arena, uint64_t number);
const char *card_bytes(Arena *arena, uint64_t bytes); /* "498.0 MB" */

/* "a very long na…d_of_it.npy": at most so many graphemes, beginning and end kept. */
const char *card_middle(Arena *arena, const char *text, int letters_most);

/* "embedding 64 000 · attention 32 768 …" */
const char *card_part_words(Arena *arena, const ModelFacts *facts);

/* The picture of a layer: the model's own, whatever is laid over it. NULL without memory. */
BlockDiagram *card_block(const ModelFacts *facts, Arena *arena);

/* Adds the rows of the recording on show. */
void card_add_recording(CardRows *card, const Session *session);

#endif
