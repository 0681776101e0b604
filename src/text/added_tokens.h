/* text/added_tokens.h -- tokens found in a text as they are written, before all else.
**
** "<|endoftext|>" or "[MASK]" is one token wherever it stands, and what is left between such tokens
** is then split further. At every place the longest is taken, from the left.
**
**   lstrip, rstrip   the white space before or behind it belongs to it
**   single_word      not where a letter, digit or the like touches it
**
** Memory  The set lives on the arena given; the contents are not copied.
** Errors  Out of memory; a budget that is spent.
** Time    A place in the text costs its first byte, and more only where a token begins with that.
**         What is more is counted (text/work_budget.h): thousands of tokens may differ in their
**         last byte alone.
** Source  The added vocabulary of the tokenizers library.
*/
#ifndef TEXT_ADDED_TOKENS_H
#define TEXT_ADDED_TOKENS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/work_budget.h"

/* One token, as the file of a tokenizer gives it. */
typedef struct AddedToken {
  Str content; /* not empty */
  int id;
  bool lstrip, rstrip, single_word;
  bool normalized; /* looked for in the text made plain, not as typed; for the caller to sort by */
  bool special;    /* not part of what a reader typed or sees; not used here */
  int place;       /* filled by added_tokens_make */
} AddedToken;

typedef struct AddedTokens AddedTokens;

/* Sorts tokens, and keeps them. Of the same content the later one counts. */
bool added_tokens_make(Arena *arena, AddedToken *tokens, int count, const AddedTokens **made,
                       Status *status);

/* The next token at or behind `from`: it stands on [*first, *end), with the white space that is
** its own, but nothing before `from`. NULL: there is none, or the budget (which may be NULL) is
** spent. */
const AddedToken *added_tokens_next(const AddedTokens *tokens, Str text, size_t from,
                                    WorkBudget *budget, size_t *first, size_t *end);

#endif
