/* screen/card_rows.h -- the rows of a card while they are gathered. Private to screen/card*.c.
**
** Units   sizes in bytes, shown in powers of 1000.   Memory  on the arena.
** Errors  A row without memory, without words or beyond CARD_ROWS_MOST is left out.
*/
#ifndef SCREEN_CARD_ROWS_H
#define SCREEN_CARD_ROWS_H

#include "screen/card.h"

/* Rows beyond the most are left out. Lengths are in letters: what a line of the card holds. */
enum { CARD_ROWS_MOST = 40, CARD_PATH_LETTERS = 88, CARD_TITLE_LETTERS = 120 };

typedef struct CardRows {
  Arena *arena;
  UiFact *facts;
  int count;
} CardRows;

/* name and value must live as long as the arena, or be translated constants; NULL counts as without
** memory. */
void card_add(CardRows *card, const char *name, const char *value, bool is_warning);

/* 124439808 → "124 439 808", groups of three parted by a thin space. */
const char *card_grouped(Arena *arena, uint64_t number);
const char *card_bytes(Arena *arena, uint64_t bytes); /* "498.0 MB" */

/* "a very long na…d_of_it.npy": at most so many letters, beginning and end kept. */
const char *card_middle(Arena *arena, const char *text, int letters_most);

/* What is on show is a recording. */
void card_add_recording(CardRows *card, const Session *session);

#endif
