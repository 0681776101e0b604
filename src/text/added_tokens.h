/* text/added_tokens.h -- added tokens, matched literally before the text is split.
**
** "<|endoftext|>" or "[MASK]" is one token wherever it occurs; the text between such tokens is
** split further. The search goes from left to right and takes the longest match at each place.
**
**   lstrip, rstrip   the white space before or after it belongs to it
**   single_word      no match next to a letter, digit or other word character
**
** Memory  The set lives on the arena given; the contents are not copied.
** Errors  Out of memory; a budget that is spent.
** Time    One comparison for each byte of the text, and more only where a token begins with that
**         byte. Those are counted against the budget (text/work_budget.h), since thousands of
**         tokens may differ only in their last byte.
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
  bool normalized; /* matched in the normalised text, not as typed; the caller separates the two */
  bool special;    /* a control token, hidden in decoded text; not used here */
  int place;       /* filled by added_tokens_make */
} AddedToken;

typedef struct AddedTokens AddedTokens;

/* Sorts tokens and keeps the array. Of tokens with the same content the last one counts. */
bool added_tokens_make(Arena *arena, AddedToken *tokens, int count, const AddedTokens **made,
                       Status *status);

/* Finds the next token at or after `from`: it occupies [*first, *end), white space by lstrip and
** rstrip included, but nothing before `from`. NULL: there is none, or the budget (which may be
** NULL) is spent. */
const AddedToken *added_tokens_next(const AddedTokens *tokens, Str text, size_t from,
                                    WorkBudget *budget, size_t *first, size_t *end);

#endif
