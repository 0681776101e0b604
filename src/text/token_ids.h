/* text/token_ids.h -- ids of tokens as a person types them: "464, 3290 318" is three.
**
** Numbers with white space, commas or both between them. A comma may end the text, since somebody
** may be typing on.
**
** Memory  On the arena given.   Errors  Out of memory.   Time  Linear.
*/
#ifndef TEXT_TOKEN_IDS_H
#define TEXT_TOKEN_IDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

/* One number, and where it stands. */
typedef struct TokenId {
  int id; /* INT_MAX for any number beyond it */
  size_t first, bytes;
} TokenId;

typedef struct TokenIds {
  const TokenId *at;
  int count;
} TokenIds;

/* Whether the text is ids and nothing else; one of white space alone is none, and is right too. */
bool token_ids_are(Str text);

/* The ids of a text that is nothing else. A text of something else is a bug: assert. */
bool token_ids_read(Arena *arena, Str text, TokenIds *ids, Status *status);

#endif
