/* text/pattern.h -- regular expressions, compiled once and searched for in many texts.
**
** Three grammars
**   PATTERN_PLAIN  a literal text
**   PATTERN_OWN    a pattern of this program, in the syntax of PCRE2
**   PATTERN_RUBY   a pattern of a tokenizer.json: Oniguruma with its Ruby grammar, over Unicode
** A Ruby pattern is translated to PCRE2. \s, \S, \w and \W become the classes of Oniguruma: the
** property White_Space, and letters, marks, numbers and connectors. ^ and $ match at every line.
** Syntax that PCRE2 interprets differently is refused: \h, \b, a class in a class, &&, and {2}+,
** which is a repeated repeat in Ruby and a possessive one in PCRE2.
**
** Memory  The compiled pattern lives on the arena given; each search has a little memory of its
**         own, so several threads may search at once.
** Errors  A pattern that is refused or does not compile, with the reason. Some patterns take
**         exponential time on some texts: a search fails when one place takes more than
**         PATTERN_STEPS_MOST steps, or when the text's budget (text/work_budget.h), against which
**         patterns of files are counted, is spent.
** Source  Oniguruma, doc/RE; PCRE2, pcre2pattern(3).
*/
#ifndef TEXT_PATTERN_H
#define TEXT_PATTERN_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/work_budget.h"

enum { PATTERN_BYTES_MOST = 4096, PATTERN_STEPS_MOST = 1000000 };

/* The members of White_Space, for use in a class: PCRE2's own \s includes U+180E. */
#define PATTERN_WHITE                                                                              \
  "\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"      \
  "\\x{205F}\\x{3000}"

/* The members of \w, for use in a class: Alphabetic, marks, decimal digits, connectors. */
#define PATTERN_WORD                                                                               \
  "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{24B6}-\\x{24E9}\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}" \
  "\\x{1F170}-\\x{1F189}"

typedef enum PatternGrammar { PATTERN_PLAIN, PATTERN_OWN, PATTERN_RUBY } PatternGrammar;

typedef struct Pattern Pattern;

bool pattern_make(Arena *arena, PatternGrammar grammar, Str text, const Pattern **pattern,
                  Status *status);

/* The state of searches, one at a time; valid until its arena is rewound. */
typedef struct PatternSearch {
  const Pattern *pattern;
  void *match;
} PatternSearch;

/* budget outlives the search; NULL for a pattern of the program, whose time is linear. */
bool pattern_begin(const Pattern *pattern, Arena *work, WorkBudget *budget, PatternSearch *search,
                   Status *status);

/* PATTERN_FAILED: memory is out, or a limit is reached. */
typedef enum PatternFound { PATTERN_FOUND, PATTERN_NOT_FOUND, PATTERN_FAILED } PatternFound;

/* The first match at or after `from`: [*first, *end). text must be UTF-8. */
PatternFound pattern_find(const PatternSearch *search, Str text, size_t from, size_t *first,
                          size_t *end);

/* Matches only at `from`; *end is where the match ends. */
PatternFound pattern_at(const PatternSearch *search, Str text, size_t from, size_t *end);

#endif
