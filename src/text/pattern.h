/* text/pattern.h -- regular expressions: compiled once, searched for in many texts.
**
** Three ways to say one
**   PATTERN_PLAIN  a text that is looked for as it stands
**   PATTERN_OWN    this program's own, in the letters of PCRE2
**   PATTERN_RUBY   as tokenizer.json has them: Oniguruma with its Ruby grammar, over Unicode
** A Ruby pattern is translated first. \s, \S, \w and \W become the classes Oniguruma means by them:
** the property White_Space, and letters, marks, numbers and the like. ^ and $ hold at every line.
** What means something else in PCRE2, or may, is refused by its sign: \h, \b, a class in a class,
** &&, and {2}+, which Ruby reads as a repeated repeat and PCRE2 as a possessive one.
**
** Memory  The compiled pattern lives on the arena given; each search has small memory of its own,
**         so that several threads may search at once.
** Errors  A pattern that is refused or does not compile, with the reason. Some patterns take for
**         ever on some texts. A search has failed when one place takes more than
**         PATTERN_STEPS_MOST steps, or when the budget of the text (text/work_budget.h) is spent,
**         which counts what patterns of files do.
** Source  Oniguruma, doc/RE; PCRE2, pcre2pattern(3).
*/
#ifndef TEXT_PATTERN_H
#define TEXT_PATTERN_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/work_budget.h"

enum { PATTERN_BYTES_MOST = 4096, PATTERN_STEPS_MOST = 1000000 };

/* White_Space, to stand in a class: PCRE2's own \s has U+180E too. */
#define PATTERN_WHITE                                                                              \
  "\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"      \
  "\\x{205F}\\x{3000}"

/* What \w means, to stand in a class: Alphabetic, marks, decimal digits, connectors. */
#define PATTERN_WORD                                                                               \
  "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{24B6}-\\x{24E9}\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}" \
  "\\x{1F170}-\\x{1F189}"

typedef enum PatternGrammar { PATTERN_PLAIN, PATTERN_OWN, PATTERN_RUBY } PatternGrammar;

typedef struct Pattern Pattern;

bool pattern_make(Arena *arena, PatternGrammar grammar, Str text, const Pattern **pattern,
                  Status *status);

/* One search after another; on its arena until that is rewound. */
typedef struct PatternSearch {
  const Pattern *pattern;
  void *match;
} PatternSearch;

/* budget outlives the search; NULL: a pattern of the program, whose time is linear. */
bool pattern_begin(const Pattern *pattern, Arena *work, WorkBudget *budget, PatternSearch *search,
                   Status *status);

/* PATTERN_FAILED: memory is out, or a limit is reached. */
typedef enum PatternFound { PATTERN_FOUND, PATTERN_NOT_FOUND, PATTERN_FAILED } PatternFound;

/* The first match at or behind `from`: [*first, *end). text must be UTF-8. */
PatternFound pattern_find(const PatternSearch *search, Str text, size_t from, size_t *first,
                          size_t *end);

/* Where the match at `from` itself ends. */
PatternFound pattern_at(const PatternSearch *search, Str text, size_t from, size_t *end);

#endif
