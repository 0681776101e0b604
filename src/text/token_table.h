/* text/token_table.h -- texts of tokens, each with its id.
**
** Unlike Vocab, ids come from a file: they may have gaps, and a text given again takes the new id.
**
** Memory  On the arena given; the texts are not copied and must live as long.
** Errors  Out of memory when made; putting more texts than it was made for is a bug.
** Time    Finding reads each byte once; so does the longest match, for all prefixes together. Each
**         table has a secret key (os_random), so that no file can be written whose texts collide;
**         what is found does not hang on the key.
*/
#ifndef TEXT_TOKEN_TABLE_H
#define TEXT_TOKEN_TABLE_H

#include "base/arena.h"
#include "base/str.h"

typedef struct TokenTable TokenTable;

/* Room for at most text_count different texts. NULL: no memory. */
TokenTable *token_table_make(Arena *arena, size_t text_count);
/* Gives the text an id; returns the one it had before, or −1. An empty text may be put too, but
** its `at` must not be NULL. */
int token_table_put(TokenTable *table, Str text, int id);
int token_table_find(const TokenTable *table, Str text); /* −1: it is not there */

/* Of the longest text in it. */
size_t token_table_longest_bytes(const TokenTable *table);

/* The longest text that `text` begins with: its bytes, and its id; 0 and −1 when there is none. */
size_t token_table_longest(const TokenTable *table, Str text, int *id);

/* How many slots finding the text looks at that takes longest to find. Reads the whole table. */
size_t token_table_longest_walk(const TokenTable *table);

#endif
