/* text/tokens.h -- the word tokenizer of the built-in models.
**
** Words are split at white space. A punctuation character is a token, but an apostrophe or hyphen
** inside a word belongs to it. A Han or kana character is one token, and so is a punctuation
** character such as "[", unless the vocabulary has a longer match ("[MASK]"). An emoji with its
** joiners is one token; combining marks belong to their letter. Tokens are shown as typed and
** matched without case.
**
** Each byte that is not UTF-8 becomes U+FFFD and is counted. A word longer than TOKEN_BYTES_MOST is
** split into several tokens, so that the length of a label is bounded.
** Memory  Tokens and their text live on the arena given.
** Errors  Out of memory only. More tokens than the limit: the rest is cut and counted.
** Time    Linear in the sentence.
** Source  Unicode Standard Annex 29 for grapheme clusters (through utf8proc).
*/
#ifndef TEXT_TOKENS_H
#define TEXT_TOKENS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/vocab.h"

enum { TOKEN_BYTES_MOST = 256 };

/* One token of a sentence. */
typedef struct Token {
  Str text;              /* as typed, valid UTF-8 */
  Str match;             /* what the model looks up: case-folded, normalised (NFC) */
  int first_byte, bytes; /* where it stands in the cleaned sentence */
  int id;                /* in the vocabulary, or -1 */
} Token;

/* The tokens in the order of the sentence. White space and invisible characters between two tokens
** belong to none. */
typedef struct Tokens {
  Str sentence; /* the sentence with bad bytes replaced */
  const Token *at;
  int count;
  int cut_count;      /* tokens beyond the limit, left out */
  int bad_byte_count; /* bytes that were not UTF-8 */
} Tokens;

/* vocab holds words folded by utf8_fold, or is NULL: then every id is −1. limit: the most tokens
** kept. A sentence of more than half a gigabyte is refused, since offsets in it are ints. */
bool tokens_split(Arena *arena, Str sentence, const Vocab *vocab, int limit, Tokens *tokens,
                  Status *status);

#endif
