/* text/token_ids.h -- parses token ids as a person types them: "464, 3290 318" is three.
**
** Numbers separated by white space, commas or both. A comma may end the text, since the person may
** still be typing.
**
** Memory  On the arena given.   Errors  Out of memory.   Time  Linear.
*/
#ifndef TEXT_TOKEN_IDS_H
#define TEXT_TOKEN_IDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

/* One number, and its place in the text. */
typedef struct TokenId {
  int id; /* INT_MAX for any number beyond it */
  size_t first, bytes;
} TokenId;

typedef struct TokenIds {
  const TokenId *at;
  int count;
} TokenIds;

/* Whether the text holds only ids; a text of white space has none, and is valid. */
bool token_ids_are(Str text);

/* Reads the ids of a text for which token_ids_are is true: asserted. */
bool token_ids_read(Arena *arena, Str text, TokenIds *ids, Status *status);

#endif
