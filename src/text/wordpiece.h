/* text/wordpiece.h -- a word as the longest pieces of a vocabulary.
**
** From the left, each time the longest piece that fits; pieces inside a word are written with ##
** in the vocabulary. A word that cannot be covered is unknown as a whole, and so is one of more
** than most_characters.
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

/* What a vocabulary comes down to. A piece of `later` may be spelled as one of `first`; they are
** two tokens. */
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

/* The pieces of a word (of at least one character), into room for word.bytes of them; how many.
** −1: the budget, which may be NULL, is spent. */
int wordpiece_split(const WordPieces *pieces, Str word, WorkBudget *budget, WordPiece *found);

#endif
