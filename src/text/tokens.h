/* text/tokens.h -- a sentence becomes tokens.
**
** The words tokenizer of the built-in models: words split at white space; punctuation stands apart,
** but an apostrophe or hyphen inside a word stays; each Han or kana character is one token unless
** the vocabulary has a longer match, as also for what begins with a mark, such as "[MASK]"; an
** emoji with its joiners is one token; marks stay with their letter. Tokens are shown as typed and
** matched without case.
**
** Bytes that are not UTF-8 become U+FFFD, one for each bad byte, and are counted. A word longer
** than TOKEN_BYTES_MOST goes on as the next token, so that no label grows without bound.
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

/* All of them, in the order of the sentence. Between two tokens there may be white space and what
** cannot be seen, which belong to none. */
typedef struct Tokens {
  Str sentence; /* the sentence with bad bytes replaced */
  const Token *at;
  int count;
  int cut_count;      /* tokens beyond the limit, left out */
  int bad_byte_count; /* bytes that were not UTF-8 */
} Tokens;

/* vocab, folded by utf8_fold, may be NULL: then every id is −1. limit: most tokens kept. A sentence
** of more than half a gigabyte is refused, since places in it are ints. */
bool tokens_split(Arena *arena, Str sentence, const Vocab *vocab, int limit, Tokens *tokens,
                  Status *status);

#endif
