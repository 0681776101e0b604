/* text/token_table.h -- a hash table from token texts to ids.
**
** Unlike in a Vocab, ids come from a file: they may have gaps, and a repeated text gets the new id.
**
** Memory  On the arena given; the texts are not copied and must live as long.
** Errors  Out of memory when made; putting more texts than it was made for is a bug.
** Time    A lookup reads each byte once; so does the longest match, for all prefixes together. Each
**         table has a random hash key (os_random), so that nobody can write a file whose texts
**         collide; results do not depend on the key.
*/
#ifndef TEXT_TOKEN_TABLE_H
#define TEXT_TOKEN_TABLE_H

#include "base/arena.h"
#include "base/str.h"

typedef struct TokenTable TokenTable;

/* Room for at most text_count different texts. NULL: no memory. */
TokenTable *token_table_make(Arena *arena, size_t text_count);
/* Sets the id of a text; returns its previous id, or −1. The text may be empty, but `at` must not
** be NULL. */
int token_table_put(TokenTable *table, Str text, int id);
int token_table_find(const TokenTable *table, Str text); /* −1: it is not there */

/* The length of its longest text. */
size_t token_table_longest_bytes(const TokenTable *table);

/* The longest entry that is a prefix of `text`: returns its length, 0 when there is none; *id is
** its id, or −1. */
size_t token_table_longest(const TokenTable *table, Str text, int *id);

/* The longest probe sequence of the hash table, in slots; for tests. Reads the whole table. */
size_t token_table_longest_walk(const TokenTable *table);

#endif
