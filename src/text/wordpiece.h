/* text/wordpiece.h -- WordPiece: splits a word into pieces of a vocabulary, greedily.
**
** From left to right, each time the longest piece that matches; the vocabulary writes pieces inside
** a word with ##. A word that cannot be covered, or has more than most_characters, is unknown as a
** whole.
**
**   vocabulary {un, ##aff, ##able}    unaffable → un ##aff ##able    unaffablex → [UNK]
**
** BERT's own most_characters is 100. A file may name any other, and pieces of any length, so the
** work is counted (text/work_budget.h).
**
** Memory  The caller's.   Errors  The budget is spent.
** Time    Bytes of the word times those of the longest piece.
** Source  Wu et al. 2016, Devlin et al. 2018.
*/
#ifndef TEXT_WORDPIECE_H
#define TEXT_WORDPIECE_H

#include "text/token_table.h"
#include "text/work_budget.h"

enum { WORDPIECE_CHARACTERS_MOST = 100 };

/* The vocabulary in two tables. The same spelling may be in both, as two different tokens. */
typedef struct WordPieces {
  const TokenTable *first; /* pieces a word may begin with */
  const TokenTable *later; /* pieces inside a word, without their ## */
  int unknown_id;          /* of [UNK] */
  int most_characters;     /* code points; WORDPIECE_CHARACTERS_MOST where a file does not say */
} WordPieces;

/* One piece, or the whole word as unknown_id. */
typedef struct WordPiece {
  int id;
  size_t first, bytes; /* in the word */
} WordPiece;

/* Writes the pieces of a word of at least one character to `found`, which has room for word.bytes
** of them, and returns how many. −1: the budget, which may be NULL, is spent. */
int wordpiece_split(const WordPieces *pieces, Str word, WorkBudget *budget, WordPiece *found);

#endif
